//! A product that asks who calls: a query for anybody, one for who is known, a command that a signature admits, and one
//! that it does not; and a query that fails as it is told to.

use onefold::{
    Effects, Exposure, Failure, FailureCode, Http, Kind, NoInput, Product, capability, module,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

fn main() -> std::process::ExitCode {
    onefold_builtins::run(Product::new("callers", env!("CARGO_PKG_VERSION")).module("callers"))
}

/// Who may call `callers.NAME`, at the route and as the tool of that name.
fn exposed(name: &str, route: fn(String) -> Http) -> Exposure {
    Exposure::new()
        .http(route(format!("/api/v1/{name}")))
        .tool(format!("callers_{name}"))
}

capability!(Open {
    id: "callers.open",
    kind: Kind::Query,
    title: "Open",
    description: "For anybody.",
    handler: done,
    expose: exposed("open", Http::get),
});

capability!(Known {
    id: "callers.known",
    kind: Kind::Query,
    title: "Known",
    description: "For callers who are known.",
    handler: done,
    expose: exposed("known", Http::get),
    execution: Effects::new().authenticated(),
});

capability!(Change {
    id: "callers.change",
    kind: Kind::Command,
    title: "Change",
    description: "Changes something.",
    handler: done,
    expose: exposed("change", Http::post),
});

capability!(Sign {
    id: "callers.sign",
    kind: Kind::Command,
    title: "Sign",
    description: "Changes what a signature may change.",
    handler: sign,
    expose: exposed("sign", Http::post),
    execution: Effects::new().signed_input(),
});

capability!(Fail {
    id: "callers.fail",
    kind: Kind::Query,
    title: "Fail",
    description: "Fails as it is told to.",
    handler: fail,
    expose: exposed("fail", Http::get).cli(["fail"]),
});

module!(Callers {
    id: "callers",
    version: "1.0.0",
    title: "Callers",
    description: "Who may call what.",
    capabilities: [Open, Known, Change, Sign, Fail],
});

/// That it was done.
#[derive(Serialize, JsonSchema)]
struct Done {
    /// Always.
    done: bool,
}

/// What a signature is over.
#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "it is signed, and nothing else is done with it")]
struct Signed {
    /// A text.
    text: String,
}

/// How to fail.
#[derive(Deserialize, JsonSchema)]
struct How {
    /// The code of the failure; `internal` is a panic.
    code: FailureCode,
}

fn done(_: NoInput) -> Result<Done, Failure> {
    Ok(Done { done: true })
}

fn sign(_: Signed) -> Result<Done, Failure> {
    Ok(Done { done: true })
}

fn fail(How { code }: How) -> Result<Done, Failure> {
    assert!(code != FailureCode::Internal, "the secret cause");
    Err(Failure::new(code, format!("it failed with {code}")).next("tell it to fail otherwise"))
}
