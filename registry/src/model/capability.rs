//! The descriptor of one capability, whole.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    BenchmarkPolicy, CachePolicy, CapabilityAvailability, CapabilityId, CapabilityProvenance,
    CapabilityVisibility, ExecutionPolicy, Exposure, ModuleId, SkillExposure, Stability,
};

/// The descriptor of a capability: all that any surface says about it comes from here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Capability {
    /// Its identity.
    pub id: CapabilityId,
    /// The module it belongs to.
    pub module: ModuleId,
    /// Query, command or resource.
    pub kind: CapabilityKind,
    /// A short name for lists and menus.
    pub title: String,
    /// What it does and when to use it, in a paragraph.
    pub description: String,
    /// What it accepts; an empty object for a resource.
    pub input: CanonicalSchema,
    /// What it answers; for a resource, the view of its content.
    pub output: CanonicalSchema,
    /// Where it was declared.
    pub provenance: CapabilityProvenance,
    /// The surfaces it is offered on.
    pub exposure: Exposure,
    /// The environment in which it answers; derived from kind and exposure.
    pub availability: CapabilityAvailability,
    /// Whom it is offered to; derived from the exposure.
    pub visibility: CapabilityVisibility,
    /// How far it can be relied on.
    pub stability: Stability,
    /// Free words to group by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Whether it must be timed.
    pub benchmark: BenchmarkPolicy,
    /// Whether its answers are kept.
    pub cache: CachePolicy,
    /// What running it means; derived from the kind and the handler's stated facts.
    pub execution: ExecutionPolicy,
    /// The short name that invokes it from an agent's prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<SkillExposure>,
}

/// What kind of thing a capability is.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CapabilityKind {
    /// Runs and changes nothing.
    Query,
    /// Runs and changes something; never bound to `GET`.
    Command,
    /// Content that is read as it is and never run.
    Resource,
}

/// A JSON Schema (2020-12, without `$schema`) and the name its type goes by.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CanonicalSchema {
    /// The type's title; absent for a schema without a name, such as that of no input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The schema; named types it uses are under its `$defs`.
    pub schema: Value,
}
