//! An output that can't move to another thread.

use std::rc::Rc;

use onefold::{Failure, Kind, capability};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema)]
struct Output {
    #[serde(skip)]
    #[schemars(skip)]
    kept: Option<Rc<u32>>,
    text: String,
}

fn find() -> Result<Output, Failure> {
    Ok(Output { kept: None, text: String::new() })
}

capability!(Find {
    id: "notes.find",
    kind: Kind::Query,
    title: "Find",
    description: "Finds a note.",
    handler: find,
});

fn main() {}
