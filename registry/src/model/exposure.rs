//! Where a capability is offered: explicit for each surface, and nothing is inferred.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The surfaces a capability is offered on; a surface that is absent does not offer it.
///
/// ```
/// use onefold::{Exposure, Http};
///
/// let exposure = Exposure::new()
///     .cli(["notes", "search"])
///     .http(Http::get("/api/v1/notes/search"))
///     .tool("notes_search");
/// assert!(exposure.mcp.unwrap().resource.is_none());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Exposure {
    /// As an entry of the MCP server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mcp: Option<McpExposure>,
    /// As a route of the HTTP server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub http: Option<HttpExposure>,
    /// As a command of the binary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cli: Option<CliExposure>,
}

/// How an MCP client sees a capability.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpExposure {
    /// The name of the tool, `[a-z0-9_]+`, at most 64 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The resource it can be read as.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource: Option<McpResource>,
}

/// A resource of the MCP server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct McpResource {
    /// `<product id>://<kind>/<identity>`.
    pub uri: String,
    /// The short name a client lists.
    pub name: String,
}

/// The route of a capability.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HttpExposure {
    /// `GET` takes the input from the query string, `POST` from a JSON body.
    pub method: HttpMethod,
    /// An absolute path under `/api/v1/`.
    pub path: String,
}

/// The methods a capability can be bound to.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "UPPERCASE")]
pub enum HttpMethod {
    /// Reads; the input comes from the query string.
    Get,
    /// Reads or changes; the input comes from a JSON body.
    Post,
}

/// The place of a capability in the command line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CliExposure {
    /// The words after the name of the binary.
    pub path: Vec<String>,
}

impl Exposure {
    /// Offered nowhere.
    pub fn new() -> Self {
        Self::default()
    }

    /// Offers it as the command of these words, after the name of the binary.
    pub fn cli<const N: usize>(mut self, words: [&str; N]) -> Self {
        self.cli = Some(CliExposure {
            path: words.iter().map(ToString::to_string).collect(),
        });
        self
    }

    /// Offers it at an HTTP route: [`HttpExposure::get`] or [`HttpExposure::post`].
    pub fn http(mut self, route: HttpExposure) -> Self {
        self.http = Some(route);
        self
    }

    /// Offers it as an MCP tool.
    pub fn tool(mut self, name: impl Into<String>) -> Self {
        self.mcp.get_or_insert_default().tool = Some(name.into());
        self
    }

    /// Offers it as an MCP resource that a client lists as `name`.
    pub fn resource(mut self, uri: impl Into<String>, name: impl Into<String>) -> Self {
        self.mcp.get_or_insert_default().resource = Some(McpResource {
            uri: uri.into(),
            name: name.into(),
        });
        self
    }

    /// The tool's name, where it is one.
    pub fn tool_name(&self) -> Option<&str> {
        self.mcp.as_ref()?.tool.as_deref()
    }

    /// The MCP resource, where it is one.
    pub fn mcp_resource(&self) -> Option<&McpResource> {
        self.mcp.as_ref()?.resource.as_ref()
    }

    /// The words of the command, where it is one.
    pub fn cli_words(&self) -> Option<&[String]> {
        Some(&self.cli.as_ref()?.path)
    }
}

impl HttpExposure {
    /// Every route of a capability begins with this.
    pub const PREFIX: &'static str = "/api/v1/";

    /// A route that reads.
    pub fn get(path: impl Into<String>) -> Self {
        Self {
            method: HttpMethod::Get,
            path: path.into(),
        }
    }

    /// A route that takes a JSON body.
    pub fn post(path: impl Into<String>) -> Self {
        Self {
            method: HttpMethod::Post,
            path: path.into(),
        }
    }
}

impl HttpMethod {
    /// The method as it stands in a request line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
        }
    }
}
