//! An input without a JSON Schema.

use onefold::{Failure, Kind, capability};
use serde::Deserialize;

#[derive(Deserialize)]
struct Input {
    text: String,
}

fn find(input: Input) -> Result<usize, Failure> {
    Ok(input.text.len())
}

capability!(Find {
    id: "notes.find",
    kind: Kind::Query,
    title: "Find",
    description: "Finds a note.",
    handler: find,
});

fn main() {}
