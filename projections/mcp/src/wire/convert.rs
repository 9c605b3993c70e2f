//! From what is offered and answered to the types of `rmcp`.

use std::borrow::Cow;

use onefold::{Registry, ResourceView};
use rmcp::ErrorData;
use rmcp::model::{
    CallToolResult, ContentBlock, ErrorCode, Implementation, ProtocolVersion, ReadResourceResult,
    Resource, ResourceContents, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};

use crate::answer::{Fault, FaultCode, ToolAnswer};
use crate::catalog::{self, ResourceListing, ToolListing};

/// The revisions of the protocol that are spoken, the oldest first.
pub(super) const VERSIONS: Cow<'static, [ProtocolVersion]> = Cow::Borrowed(&[
    ProtocolVersion::V_2025_03_26,
    ProtocolVersion::V_2025_06_18,
    ProtocolVersion::V_2025_11_25,
    ProtocolVersion::V_2026_07_28,
]);

/// What the server says of itself. Only what exists is announced, and nothing that could change.
pub(super) fn config(registry: &Registry) -> ServerConfig {
    let product = registry.product();
    let mut capabilities = ServerCapabilities::default();
    capabilities.tools = catalog::has_tools(registry).then(Default::default);
    capabilities.resources = catalog::has_resources(registry).then(Default::default);
    let mut implementation = Implementation::new(product.id.as_ref(), product.version.as_ref())
        .with_title(product.title.as_ref());
    let mut config = ServerConfig::new(capabilities)
        // What `initialize` falls back to; later revisions have no such handshake.
        .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE);
    if !product.description.is_empty() {
        implementation = implementation.with_description(product.description.as_ref());
        config = config.with_instructions(product.description.as_ref());
    }
    config.with_server_info(implementation)
}

pub(super) fn tool(listing: ToolListing) -> Tool {
    let annotations = ToolAnnotations::from_raw(
        Some(listing.title.clone()),
        Some(listing.hints.read_only),
        Some(listing.hints.destructive),
        Some(listing.hints.idempotent),
        Some(listing.hints.open_world),
    );
    let mut tool = Tool::new(listing.name, listing.description, listing.input)
        .with_title(listing.title)
        .with_annotations(annotations);
    tool.output_schema = listing.output.map(Into::into);
    tool
}

pub(super) fn resource(listing: ResourceListing) -> Resource {
    Resource::new(listing.uri, listing.name)
        .with_title(listing.title)
        .with_description(listing.description)
        .with_mime_type(listing.media_type)
}

pub(super) fn result(answer: ToolAnswer) -> CallToolResult {
    match answer {
        ToolAnswer::Success { value, text } => {
            let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
            result.structured_content = Some(value);
            result
        }
        ToolAnswer::Failure { text } => CallToolResult::error(vec![ContentBlock::text(text)]),
    }
}

pub(super) fn contents(view: ResourceView) -> ReadResourceResult {
    let contents = match (view.text, view.blob) {
        (_, Some(blob)) => ResourceContents::blob(blob, view.uri),
        (text, None) => ResourceContents::text(text.unwrap_or_default(), view.uri),
    };
    ReadResourceResult::new(vec![contents.with_mime_type(view.media_type)])
}

pub(super) fn error(fault: Fault) -> ErrorData {
    let code = match fault.code {
        FaultCode::MethodNotFound => ErrorCode::METHOD_NOT_FOUND,
        FaultCode::InvalidParams => ErrorCode::INVALID_PARAMS,
        // `rmcp` writes it as the revision of the request demands.
        FaultCode::ResourceNotFound => ErrorCode::RESOURCE_NOT_FOUND,
        FaultCode::Internal => ErrorCode::INTERNAL_ERROR,
    };
    ErrorData::new(code, fault.message, fault.data)
}
