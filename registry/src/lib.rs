//! Onefold: declare a capability once, and it unfolds as a command, an HTTP route, an MCP tool or resource, and a line
//! in a product descriptor.
//!
//! This crate holds the model, the classifiers, the registry that refuses to exist while anything contradicts, and the
//! executor, the one road to a handler. It knows no surface: those are crates of their own, which read a [`Registry`].

// The macros write `::onefold::…`, in this crate's own tests and examples too.
extern crate self as onefold;

mod assembly;
mod canonical;
pub mod classify;
mod context;
mod declaration;
mod executor;
mod failure;
mod handler;
mod linked;
pub mod model;
mod product;
mod projection;
mod registry;
pub mod schema;
pub mod suggest;

#[doc(hidden)]
pub mod __private;

pub use onefold_macros::{capability, module};

pub use assembly::{Assembly, Party, Refusal, RefusalCode, Refusals};
pub use context::{Context, Surface};
pub use declaration::{
    Content, ContentBody, Declaration, Declare, DeclareModule, Effects, Location, ModuleDeclaration,
};
pub use executor::{Answer, Call, Executor};
pub use failure::{Failure, FailureCode, Violation};
pub use handler::{
    BoxFuture, ErasedHandler, FromContext, Handler, Mode, NoInput, Outcome, Running, State,
    StateNeed, handler,
};
pub use model::CapabilityKind as Kind;
pub use model::HttpExposure as Http;
pub use model::{BenchmarkPolicy, CachePolicy, Exposure, SkillExposure, Stability, WaiverReason};
pub use product::{Identity, Product};
pub use projection::{Claim, Projection};
pub use registry::{Entry, Fingerprint, Module, Registry, ResourceView};
