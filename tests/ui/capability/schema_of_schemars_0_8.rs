//! An input whose schema is derived with another version of schemars.

use onefold::{Failure, Kind, capability};
use serde::Deserialize;

#[derive(Deserialize, schemars_0_8::JsonSchema)]
#[schemars(crate = "schemars_0_8")]
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
