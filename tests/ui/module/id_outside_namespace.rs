//! A capability of another namespace.

use onefold::{Failure, Kind, capability, module};

fn find() -> Result<u32, Failure> {
    Ok(1)
}

capability!(Find {
    id: "notes.find",
    kind: Kind::Query,
    title: "Find",
    description: "Finds a note.",
    handler: find,
});

module!(Numbers {
    id: "numbers",
    version: "1.0.0",
    title: "Numbers",
    description: "What can be done with numbers.",
    capabilities: [Find],
});

fn main() {}
