//! The descriptor: the plain, serialisable account of a capability that every projection reads.
//!
//! The wire shape is a published contract: names, types, enums and required sets stay; what is added is optional.

mod capability;
mod exposure;
mod id;
mod lifecycle;
mod policy;
mod provenance;
mod skill;

pub use capability::{CanonicalSchema, Capability, CapabilityKind};
pub use exposure::{CliExposure, Exposure, HttpExposure, HttpMethod, McpExposure, McpResource};
pub use id::{CapabilityId, GrammarError, ModuleId};
pub use lifecycle::{CapabilityAvailability, CapabilityVisibility, Stability};
pub use policy::{
    BenchmarkPolicy, BenchmarkPrecondition, CachePolicy, ExecutionConcurrency, ExecutionEffect,
    ExecutionPolicy, WaiverReason,
};
pub use provenance::CapabilityProvenance;
pub use skill::SkillExposure;
