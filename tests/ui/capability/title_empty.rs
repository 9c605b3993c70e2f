//! A title that says nothing.

use onefold::{Failure, Kind, capability};

fn find() -> Result<u32, Failure> {
    Ok(1)
}

capability!(Find {
    id: "notes.find",
    kind: Kind::Query,
    title: " ",
    description: "Finds a note.",
    handler: find,
});

fn main() {}
