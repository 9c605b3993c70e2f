//! A cache on a command.

use onefold::{CachePolicy, Failure, Kind, capability};

fn add() -> Result<u32, Failure> {
    Ok(1)
}

capability!(Add {
    id: "notes.add",
    kind: Kind::Command,
    title: "Add",
    description: "Adds a note.",
    handler: add,
    cache: CachePolicy::process(8),
});

fn main() {}
