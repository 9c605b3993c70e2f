//! Two inputs.

use onefold::{Failure, Kind, capability};

fn find(text: String, limit: u32) -> Result<u32, Failure> {
    Ok(limit + text.len() as u32)
}

capability!(Find {
    id: "notes.find",
    kind: Kind::Query,
    title: "Find",
    description: "Finds a note.",
    handler: find,
});

fn main() {}
