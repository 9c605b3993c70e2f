//! An error that does not say which failure it is.

use onefold::{Kind, capability};

async fn find() -> Result<u32, std::fmt::Error> {
    Ok(1)
}

capability!(Find {
    id: "notes.find",
    kind: Kind::Query,
    title: "Find",
    description: "Finds a note.",
    handler: find,
});

fn main() {}
