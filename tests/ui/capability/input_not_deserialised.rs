//! An input that can't be read from JSON.

use onefold::{Failure, Kind, capability};
use schemars::JsonSchema;

#[derive(JsonSchema)]
struct Input {
    #[expect(dead_code, reason = "only its type is looked at")]
    text: String,
}

fn find(_: Input) -> Result<u32, Failure> {
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
