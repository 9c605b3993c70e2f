//! An attribute on a field.

use onefold::{Failure, Kind, capability};

fn find() -> Result<u32, Failure> {
    Ok(1)
}

capability!(Find {
    id: "notes.find",
    kind: Kind::Query,
    title: "Find",
    description: "Finds a note.",
    handler: find,
    #[cfg(test)]
    tags: ["a"],
});

fn main() {}
