//! What the server answers: a call or a read through the executor, told as MCP tells results and errors apart.

use onefold::admission::Visitor;
use onefold::{Call, Executor, Failure, FailureCode, ResourceView, Surface, suggest};
use serde_json::{Map, Value};

use crate::catalog;

/// The result of calling a tool.
#[derive(Debug)]
pub(crate) enum ToolAnswer {
    /// What the capability answered, as a value and as the very text it was encoded as.
    Success { value: Value, text: String },
    /// Why it did not, as JSON a model can read and act on. It has no structured form, which would have to satisfy the
    /// output schema.
    Failure { text: String },
}

/// A request that has no result: in JSON-RPC, an error.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) code: FaultCode,
    /// For a person; public.
    pub(crate) message: String,
    /// The failure, as every surface writes it.
    pub(crate) data: Option<Value>,
}

/// Which error it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FaultCode {
    /// −32601
    MethodNotFound,
    /// −32602
    InvalidParams,
    /// −32002, and −32602 since 2026-07-28.
    ResourceNotFound,
    /// −32603
    Internal,
}

/// Calls a tool. Only a tool that does not exist and a fault of the product are errors of the protocol; all else a
/// model can correct.
pub(crate) async fn call(
    executor: &Executor,
    name: &str,
    arguments: Option<Value>,
    visitor: &Visitor,
    signature: Option<&Value>,
) -> Result<ToolAnswer, Fault> {
    let Some(entry) = executor.registry().tool(name) else {
        let nearest = suggest::nearest(name, catalog::tool_names(executor.registry()));
        let failure =
            Failure::not_found(format!("no tool is called `{name}`")).did_you_mean(&nearest);
        return Err(Fault::of(FaultCode::InvalidParams, &failure));
    };
    let arguments = arguments.unwrap_or_else(|| Value::Object(Map::new()));
    let id = entry.id().as_str();
    // What is no text can't be a signature, and is told so.
    let signature = signature.map(|value| value.as_str().unwrap_or_default().as_bytes());
    let product = &executor.registry().product().id;
    let answer = match visitor.calls(product, id, &arguments, signature) {
        Ok(caller) => {
            let call = Call::new(id, arguments).from(Surface::Mcp).by(caller);
            executor.call(call).await
        }
        Err(failure) => Err(failure),
    };
    match answer {
        Ok(answer) => Ok(ToolAnswer::Success {
            value: answer.to_value(),
            text: answer.as_str().to_owned(),
        }),
        Err(failure) if failure.code == FailureCode::Internal => {
            Err(Fault::of(FaultCode::Internal, &failure))
        }
        Err(failure) => Ok(ToolAnswer::Failure {
            text: json(&failure).to_string(),
        }),
    }
}

/// Reads a resource. MCP has no failed result here, so every failure is an error of the protocol.
pub(crate) async fn read(
    executor: &Executor,
    uri: &str,
    visitor: &Visitor,
) -> Result<ResourceView, Fault> {
    let caller = visitor.caller().clone();
    let read = executor.read(uri, Surface::Mcp, caller).await;
    read.map_err(|failure| {
        let code = match failure.code {
            FailureCode::NotFound => FaultCode::ResourceNotFound,
            FailureCode::InvalidInput => FaultCode::InvalidParams,
            FailureCode::Forbidden
            | FailureCode::Refused
            | FailureCode::Conflict
            | FailureCode::Unavailable
            | FailureCode::Internal => FaultCode::Internal,
        };
        Fault::of(code, &failure)
    })
}

/// The lists have one page, so no cursor was ever handed out.
pub(crate) fn only_page(cursor: Option<&str>) -> Result<(), Fault> {
    match cursor {
        None => Ok(()),
        Some(cursor) => Err(Fault::invalid_params(format!(
            "no page begins at the cursor `{cursor}`; ask without one"
        ))),
    }
}

/// The methods this server answers.
const METHODS: &[&str] = &[
    "initialize",
    "ping",
    "resources/list",
    "resources/read",
    "resources/templates/list",
    "server/discover",
    "tools/call",
    "tools/list",
];

/// Why a request that fits no method has no answer: there is no such method, or its parameters don't fit.
pub(crate) fn unfit(method: &str) -> Fault {
    if METHODS.contains(&method) {
        return Fault::invalid_params(format!("these are no parameters of `{method}`"));
    }
    no_method(method)
}

/// Why a method has no answer that this product has nothing for, or that does not exist.
pub(crate) fn no_method(method: &str) -> Fault {
    // A method of MCP that this server has no use for is no misspelling of itself.
    let others = METHODS.iter().copied().filter(|known| *known != method);
    let nearest = suggest::nearest(method, others);
    let failure =
        Failure::not_found(format!("there is no method `{method}`")).did_you_mean(&nearest);
    Fault::of(FaultCode::MethodNotFound, &failure)
}

impl Fault {
    fn invalid_params(message: impl Into<String>) -> Self {
        Self::of(FaultCode::InvalidParams, &Failure::invalid_input(message))
    }

    /// The cancelled caller has left; nobody reads this.
    pub(crate) fn cancelled() -> Self {
        Self::of(
            FaultCode::Internal,
            &Failure::unavailable("the call was cancelled"),
        )
    }

    fn of(code: FaultCode, failure: &Failure) -> Self {
        let message = match &failure.next {
            Some(next) => format!("{}; {next}", failure.message),
            None => failure.message.clone(),
        };
        Self {
            code,
            message,
            data: Some(json(failure)),
        }
    }
}

/// A failure as every surface writes it.
fn json(failure: &Failure) -> Value {
    // Strings and lists of strings always serialise.
    serde_json::to_value(failure).unwrap_or_default()
}
