//! The surface as assembly sees it: the names that tools take, and what a client can't be offered.

use onefold::{Entry, Projection};

use crate::publish::{self, NoObject};

/// The MCP server of a product.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mcp;

impl Projection for Mcp {
    fn name(&self) -> &'static str {
        "MCP server"
    }

    fn objections(&self, entry: &Entry) -> Vec<String> {
        let Some(tool) = entry.exposure().tool_name() else {
            return Vec::new();
        };
        let input = publish::input(&entry.input().schema).err();
        let output = publish::output(&entry.output().schema).err();
        let sides = [
            ("input", "takes", input),
            ("output", "answers with", output),
        ];
        sides
            .into_iter()
            .filter_map(|(side, does, fault)| {
                let NoObject(what) = fault?;
                Some(format!(
                    "the {side} of the tool `{tool}` is {what}, and an MCP tool {does} an object; \
                     make it a field of a struct"
                ))
            })
            .collect()
    }
}
