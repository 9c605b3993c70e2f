//! The handler of MCP's methods: each asks the catalogue or the executor, and converts.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use axum::http::request::Parts;
use onefold::Executor;
use onefold::admission::Visitor;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest, CustomResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, Resource, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;

use super::convert;
use crate::answer::{self, Fault};
use crate::catalog;

/// The MCP server of a registry. Cloning it is cheap, and the clones share what they list.
#[derive(Debug, Clone)]
pub(super) struct Server {
    executor: Executor,
    config: Arc<ServerConfig>,
    listings: Arc<Listings>,
}

/// What is listed, built when it is first asked for: nothing in it ever changes.
#[derive(Debug, Default)]
struct Listings {
    tools: OnceLock<Vec<Tool>>,
    resources: OnceLock<Vec<Resource>>,
}

impl Server {
    pub(super) fn new(executor: Executor) -> Self {
        Self {
            config: Arc::new(convert::config(executor.registry())),
            executor,
            listings: Arc::default(),
        }
    }

    fn tools(&self) -> &[Tool] {
        self.listings.tools.get_or_init(|| {
            let listings = catalog::tools(self.executor.registry());
            listings.into_iter().map(convert::tool).collect()
        })
    }

    fn resources(&self) -> &[Resource] {
        self.listings.resources.get_or_init(|| {
            let listings = catalog::resources(self.executor.registry());
            listings.into_iter().map(convert::resource).collect()
        })
    }

    /// What is not announced is not answered, not even with an empty list.
    fn announces_tools(&self, method: &str) -> Result<(), ErrorData> {
        announced(self.config.capabilities.tools.is_some(), method)
    }

    fn announces_resources(&self, method: &str) -> Result<(), ErrorData> {
        announced(self.config.capabilities.resources.is_some(), method)
    }

    async fn call(
        &self,
        name: &str,
        arguments: Option<Value>,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let visitor = visitor(context);
        let signature = context.meta.get(SIGNATURE);
        let call = answer::call(&self.executor, name, arguments, &visitor, signature);
        until_cancelled(context, call).await.map(convert::result)
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::clone(&self.config)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        convert::VERSIONS
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.announces_tools("tools/list")?;
        only_page(request)?;
        Ok(ListToolsResult::with_all_items(self.tools().to_vec()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.map(Value::Object);
        let result = self.call(&request.name, arguments, &context).await?;
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        self.announces_resources("resources/list")?;
        only_page(request)?;
        Ok(ListResourcesResult::with_all_items(
            self.resources().to_vec(),
        ))
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        self.announces_resources("resources/templates/list")?;
        only_page(request)?;
        Ok(ListResourceTemplatesResult::default())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        self.announces_resources("resources/read")?;
        let visitor = visitor(&context);
        let read = answer::read(&self.executor, &request.uri, &visitor);
        let view = until_cancelled(&context, read).await?;
        Ok(convert::contents(view).into())
    }

    /// What `rmcp` could not read as one of its methods: another method, or one of them with parameters that don't fit.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let params = request.params.unwrap_or_default();
        match (request.method.as_str(), params["name"].as_str()) {
            // Arguments that are no object are a mistake that a model can correct, as is any other in them.
            ("tools/call", Some(name)) => {
                let arguments = params.get("arguments").cloned();
                let mut result = self.call(name, arguments, &context).await?;
                if !is_modern(&context) {
                    result.result_type = None;
                }
                let result = serde_json::to_value(result);
                result
                    .map(CustomResult::new)
                    .map_err(|error| ErrorData::internal_error(error.to_string(), None))
            }
            (method, _) => Err(convert::error(answer::unfit(method))),
        }
    }
}

/// Where the signature of a tool's arguments stands in `_meta`.
const SIGNATURE: &str = "onefold/signature";

/// Who is calling: over HTTP, whoever the server before this one took it for; over stdio, whoever runs the program.
fn visitor(context: &RequestContext<RoleServer>) -> Visitor {
    match context.extensions.get::<Parts>() {
        Some(parts) => {
            let told = parts.extensions.get::<Visitor>();
            told.cloned().unwrap_or_else(Visitor::unknown)
        }
        None => Visitor::stdio(),
    }
}

/// The handler of a caller who has left is dropped at its next `await`.
async fn until_cancelled<T>(
    context: &RequestContext<RoleServer>,
    work: impl Future<Output = Result<T, Fault>>,
) -> Result<T, ErrorData> {
    let done = context.ct.run_until_cancelled(work).await;
    done.unwrap_or_else(|| Err(Fault::cancelled()))
        .map_err(convert::error)
}

fn announced(is: bool, method: &str) -> Result<(), ErrorData> {
    if is {
        Ok(())
    } else {
        Err(convert::error(answer::no_method(method)))
    }
}

fn only_page(request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    let cursor = request.and_then(|params| params.cursor);
    answer::only_page(cursor.as_deref()).map_err(convert::error)
}

/// Whether the request is of a revision whose results say what type they are.
fn is_modern(context: &RequestContext<RoleServer>) -> bool {
    context
        .protocol_version()
        .is_some_and(|version| version >= ProtocolVersion::V_2026_07_28)
}
