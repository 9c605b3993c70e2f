//! Two fields without a comma between them.

use onefold::{Failure, Kind, Stability, capability};

fn find() -> Result<u32, Failure> {
    Ok(1)
}

capability!(Find {
    id: "notes.find",
    kind: Kind::Query,
    title: "Find",
    description: "Finds a note.",
    handler: find,
    tags: ["a"]
    stability: Stability::Experimental,
});

fn main() {}
