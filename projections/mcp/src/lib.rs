//! Projects a registry as an MCP server: capabilities become tools and resources, over stdio and streamable HTTP.
//!
//! What is offered and what is answered is plain JSON, made from the registry and by the executor. Only what is in `wire`
//! names `rmcp`.

mod answer;
mod catalog;
mod lines;
mod malformed;
mod projection;
mod publish;
mod stdio;
mod wire;

#[cfg(test)]
mod tests;

pub use projection::Mcp;
pub use stdio::{StdioError, serve, serve_stdio, serve_stdio_until};
pub use wire::{http_service, http_service_for};
