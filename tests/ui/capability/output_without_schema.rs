//! An output without a JSON Schema, within a list.

use onefold::{Failure, Kind, capability};
use serde::Serialize;

#[derive(Serialize)]
struct Note {
    text: String,
}

fn find() -> Result<Vec<Note>, Failure> {
    Ok(vec![Note { text: String::new() }])
}

capability!(Find {
    id: "notes.find",
    kind: Kind::Query,
    title: "Find",
    description: "Finds a note.",
    handler: find,
});

fn main() {}
