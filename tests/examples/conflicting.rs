//! A product that must not start: two modules of one id, each with a capability that claims the same id, tool, route and
//! command as the other's.

use std::process::ExitCode;

use onefold::{Exposure, Failure, Http, Kind, Product, capability, module};

fn main() -> ExitCode {
    onefold_builtins::run(Product::new("conflicting", "1.0.0").module("a"))
}

fn list() -> Result<Vec<String>, Failure> {
    Ok(Vec::new())
}

fn exposure() -> Exposure {
    Exposure::new()
        .cli(["a", "list"])
        .http(Http::get("/api/v1/a"))
        .tool("a_list")
}

capability!(One {
    id: "a.list",
    kind: Kind::Query,
    title: "List",
    description: "Lists.",
    handler: list,
    expose: exposure(),
});

module!(A {
    id: "a",
    version: "1.0.0",
    title: "A",
    description: "The first.",
    capabilities: [One],
});

mod other {
    use super::{Kind, capability, exposure, list, module};

    capability!(Two {
        id: "a.list",
        kind: Kind::Query,
        title: "List again",
        description: "Lists again.",
        handler: list,
        expose: exposure(),
    });

    module!(B {
        id: "a",
        version: "1.0.0",
        title: "B",
        description: "The second.",
        capabilities: [Two],
    });
}
