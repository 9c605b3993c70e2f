//! Whether a product lives, and whether it can serve.

use onefold::{Context, Effects, Exposure, Failure, Http, Kind, Stability, capability, module};
use schemars::JsonSchema;
use serde::Serialize;

capability!(Live {
    id: "health.live",
    kind: Kind::Query,
    title: "Live",
    description: "Answers as long as the process can answer at all, and looks at nothing else.",
    handler: live,
    expose: Exposure::new()
        .cli(["health", "live"])
        .http(Http::get("/api/v1/health/live"))
        .tool("health_live"),
    stability: Stability::BehaviorallyVerified,
    tags: ["health"],
    execution: Effects::new().reads_nothing(),
});

capability!(Ready {
    id: "health.ready",
    kind: Kind::Query,
    title: "Ready",
    description: "Tells which product and version serves, how much it holds, and the digests by which two \
                  instances are known to offer the same.",
    handler: ready,
    expose: Exposure::new()
        .cli(["health", "ready"])
        .http(Http::get("/api/v1/health/ready"))
        .tool("health_ready"),
    stability: Stability::BehaviorallyVerified,
    tags: ["health"],
});

module!(Health {
    id: "health",
    version: "0.1.0",
    title: "Health",
    description: "Whether this product lives, and whether it can serve.",
    capabilities: [Live, Ready],
});

/// A process that answers.
#[derive(Debug, Serialize, JsonSchema)]
struct Liveness {
    /// Always `live`: what is not does not answer.
    status: Status,
}

/// The one thing a process can say of itself.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Status {
    /// It answers.
    Live,
}

/// A product that can serve.
#[derive(Debug, Serialize, JsonSchema)]
struct Readiness {
    /// Whether every check holds; a registry that exists has passed all of its own.
    ready: bool,
    /// The id of the product.
    product: String,
    /// Its version.
    version: String,
    /// How many modules it has.
    modules: usize,
    /// How many capabilities it has.
    capabilities: usize,
    /// SHA-256 over what callers rely on: schemas, exposures, policies.
    contract_fingerprint: String,
    /// SHA-256 over that and the prose.
    fingerprint: String,
}

fn live() -> Result<Liveness, Failure> {
    Ok(Liveness {
        status: Status::Live,
    })
}

fn ready(context: Context) -> Result<Readiness, Failure> {
    let registry = context.registry();
    let fingerprint = registry.fingerprint().clone();
    Ok(Readiness {
        ready: true,
        product: registry.product().id.clone().into_owned(),
        version: registry.product().version.clone().into_owned(),
        modules: registry.modules().len(),
        capabilities: registry.len(),
        contract_fingerprint: fingerprint.contract,
        fingerprint: fingerprint.full,
    })
}
