//! What the server offers, read from the registry: its tools and its resources, in the order of ids.

use onefold::classify::ToolHints;
use onefold::{Entry, Registry};
use serde_json::{Map, Value};

use crate::publish;

/// A tool as a client lists it.
#[derive(Debug)]
pub(crate) struct ToolListing {
    pub(crate) name: String,
    pub(crate) title: String,
    /// Plain text.
    pub(crate) description: String,
    /// Published, and always an object.
    pub(crate) input: Map<String, Value>,
    /// Published; absent where the answer is no object, which verification refuses.
    pub(crate) output: Option<Map<String, Value>>,
    pub(crate) hints: ToolHints,
}

/// A resource as a client lists it.
#[derive(Debug)]
pub(crate) struct ResourceListing {
    pub(crate) uri: String,
    pub(crate) name: String,
    pub(crate) title: String,
    /// Plain text.
    pub(crate) description: String,
    /// The IANA media type.
    pub(crate) media_type: String,
}

/// Whether there is any tool; it asks for no schema.
pub(crate) fn has_tools(registry: &Registry) -> bool {
    tool_names(registry).next().is_some()
}

/// Whether there is any resource.
pub(crate) fn has_resources(registry: &Registry) -> bool {
    registry
        .iter()
        .any(|entry| entry.exposure().mcp_resource().is_some())
}

/// The names of the tools.
pub(crate) fn tool_names(registry: &Registry) -> impl Iterator<Item = &str> {
    registry
        .iter()
        .filter_map(|entry| entry.exposure().tool_name())
}

/// The tools; this builds their schemas.
pub(crate) fn tools(registry: &Registry) -> Vec<ToolListing> {
    registry.iter().filter_map(tool).collect()
}

fn tool(entry: &Entry) -> Option<ToolListing> {
    let name = entry.exposure().tool_name()?;
    Some(ToolListing {
        name: name.to_owned(),
        title: entry.title().to_owned(),
        description: publish::plain_text(entry.description()),
        // Verification refuses an input that is no object; whoever serves without it offers a tool without arguments.
        input: publish::input(&entry.input().schema).unwrap_or_else(|_| publish::no_arguments()),
        output: publish::output(&entry.output().schema).ok(),
        hints: entry.tool_hints(),
    })
}

/// The resources: what is read, and queries that are read.
pub(crate) fn resources(registry: &Registry) -> Vec<ResourceListing> {
    registry.iter().filter_map(resource).collect()
}

fn resource(entry: &Entry) -> Option<ResourceListing> {
    let resource = entry.exposure().mcp_resource()?;
    let media_type = entry
        .content()
        .map_or("application/json", |content| content.media_type.as_ref());
    Some(ResourceListing {
        uri: resource.uri.clone(),
        name: resource.name.clone(),
        title: entry.title().to_owned(),
        description: publish::plain_text(entry.description()),
        media_type: media_type.to_owned(),
    })
}
