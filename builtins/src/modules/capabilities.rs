//! What a product can do, told by the product itself.

use onefold::model::{
    Capability, CapabilityAvailability, CapabilityId, CapabilityVisibility, ExecutionPolicy,
    ModuleId,
};
use onefold::{
    CachePolicy, Context, Entry, Exposure, Failure, Http, Kind, Stability, capability, module,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

capability!(ListCapabilities {
    id: "capabilities.list",
    kind: Kind::Query,
    title: "List capabilities",
    description: "Every capability of this product, without schemas, in the order of ids. \
                  Use it to find what there is; `capabilities.describe` tells the rest.",
    handler: list,
    expose: Exposure::new()
        .cli(["capabilities", "list"])
        .http(Http::get("/api/v1/capabilities"))
        .tool("capabilities_list"),
    stability: Stability::BehaviorallyVerified,
    tags: ["introspection"],
    cache: CachePolicy::generation(64),
});

capability!(DescribeCapability {
    id: "capabilities.describe",
    kind: Kind::Query,
    title: "Describe a capability",
    description: "The whole descriptor of one capability: schemas of input and output, where it is offered, \
                  and what running it means.",
    handler: describe,
    expose: Exposure::new()
        .cli(["capabilities", "describe"])
        .http(Http::get("/api/v1/capabilities/describe"))
        .tool("capabilities_describe"),
    stability: Stability::BehaviorallyVerified,
    tags: ["introspection"],
    cache: CachePolicy::generation(64),
});

module!(Capabilities {
    id: "capabilities",
    version: "0.1.1",
    title: "Capabilities",
    description: "What this product can do, told by the product itself.",
    capabilities: [ListCapabilities, DescribeCapability],
});

/// What to list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
struct ListInput {
    /// Only those of this module.
    #[serde(default)]
    module: Option<String>,
    /// Only those of this kind.
    #[serde(default)]
    kind: Option<Kind>,
}

/// Which capability to describe.
#[derive(Debug, Deserialize, JsonSchema)]
struct DescribeInput {
    /// Its id, such as `capabilities.list`.
    id: String,
}

/// The capabilities of a product.
#[derive(Debug, Serialize, JsonSchema)]
struct CapabilityList {
    /// In the order of ids.
    capabilities: Vec<CapabilitySummary>,
}

/// A capability without its schemas.
#[derive(Debug, Serialize, JsonSchema)]
struct CapabilitySummary {
    /// Its identity.
    id: CapabilityId,
    /// The module it belongs to.
    module: ModuleId,
    /// Query, command or resource.
    kind: Kind,
    /// A short name for lists and menus.
    title: String,
    /// What it does and when to use it.
    description: String,
    /// The surfaces it is offered on.
    exposure: Exposure,
    /// The environment in which it answers.
    availability: CapabilityAvailability,
    /// Whom it is offered to.
    visibility: CapabilityVisibility,
    /// How far it can be relied on.
    stability: Stability,
    /// What running it means.
    execution: ExecutionPolicy,
}

fn list(context: Context, input: ListInput) -> Result<CapabilityList, Failure> {
    let registry = context.registry();
    if let Some(module) = &input.module {
        let known = || registry.modules().iter().map(|known| known.id.as_str());
        if !known().any(|known| known == module) {
            let nearest = onefold::suggest::nearest(module, known());
            return Err(
                Failure::not_found(format!("no module has the id `{module}`"))
                    .did_you_mean(&nearest),
            );
        }
    }
    let wanted = |entry: &&Entry| {
        input
            .module
            .as_deref()
            .is_none_or(|module| entry.module().as_str() == module)
            && input.kind.is_none_or(|kind| entry.kind() == kind)
    };
    Ok(CapabilityList {
        capabilities: registry.iter().filter(wanted).map(summary).collect(),
    })
}

fn describe(context: Context, input: DescribeInput) -> Result<Capability, Failure> {
    let registry = context.registry();
    registry
        .get(&input.id)
        .map(Entry::descriptor)
        .ok_or_else(|| {
            Failure::not_found(format!("no capability has the id `{}`", input.id))
                .did_you_mean(&registry.nearest_ids(&input.id))
        })
}

fn summary(entry: &Entry) -> CapabilitySummary {
    CapabilitySummary {
        id: entry.id().clone(),
        module: entry.module().clone(),
        kind: entry.kind(),
        title: entry.title().to_owned(),
        description: entry.description().to_owned(),
        exposure: entry.exposure().clone(),
        availability: entry.availability(),
        visibility: entry.visibility(),
        stability: entry.stability(),
        execution: *entry.execution(),
    }
}
