//! A word of a command in capitals.

use onefold::{Exposure, Failure, Kind, capability};

fn find() -> Result<u32, Failure> {
    Ok(1)
}

capability!(Find {
    id: "notes.find",
    kind: Kind::Query,
    title: "Find",
    description: "Finds a note.",
    handler: find,
    expose: Exposure::new().cli(["notes", "Find"]),
});

fn main() {}
