//! An output that can't be written as JSON.

use onefold::{Failure, Kind, capability};
use schemars::JsonSchema;

#[derive(JsonSchema)]
struct Output {
    #[expect(dead_code, reason = "only its type is looked at")]
    text: String,
}

fn find() -> Result<Output, Failure> {
    Ok(Output { text: String::new() })
}

capability!(Find {
    id: "notes.find",
    kind: Kind::Query,
    title: "Find",
    description: "Finds a note.",
    handler: find,
});

fn main() {}
