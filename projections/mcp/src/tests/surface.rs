//! What assembly learns of the surface.

use std::sync::Arc;

use onefold::{ErasedHandler, Failure, Projection, handler};

use super::fixture::{self, Waiting};
use crate::Mcp;

#[track_caller]
fn check(handler: Arc<dyn ErasedHandler>, right: &[&str]) {
    let registry = fixture::registry(vec![fixture::tool(handler)], Waiting::none());
    let entry = registry.get("notes.answer").unwrap();
    assert_eq!(Mcp.objections(entry), right);
}

#[expect(clippy::unnecessary_wraps, reason = "the form of a handler")]
#[test]
fn what_is_no_object_is_objected_to() {
    fn nothing() -> Result<(), Failure> {
        Ok(())
    }
    fn many(_: Vec<u8>) -> Result<Vec<u8>, Failure> {
        Ok(Vec::new())
    }
    check(
        handler(nothing),
        &[
            "the output of the tool `notes_answer` is nothing, and an MCP tool answers with an object; \
           make it a field of a struct",
        ],
    );
    check(
        handler(many),
        &[
            "the input of the tool `notes_answer` is a list, and an MCP tool takes an object; \
             make it a field of a struct",
            "the output of the tool `notes_answer` is a list, and an MCP tool answers with an object; \
             make it a field of a struct",
        ],
    );
}

#[test]
fn what_is_no_tool_is_no_concern() {
    let executor = fixture::executor();
    for id in ["notes.hidden", "notes.guide"] {
        let entry = executor.registry().get(id).unwrap();
        assert_eq!(Mcp.objections(entry), Vec::<String>::new());
    }
}
