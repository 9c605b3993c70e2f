//! Onefold: declare a capability once, and it unfolds as a command, an HTTP route, an MCP tool or resource, and a line
//! in a product descriptor.
//!
//! This crate holds the model, the classifiers, the registry that refuses to exist while anything contradicts, and the
//! executor, the one road to a handler. It knows no surface: those are crates of their own, which read a [`Registry`].
//!
//! Declarations find their way into the program through constructors that run before `main`. For a target that has none,
//! the feature `linkme` has the linker gather them instead; declarations stay as they are, and so does the registry.

// The macros write `::onefold::…`, in this crate's own tests and examples too.
extern crate self as onefold;

pub mod admission;
mod assembly;
mod cancellation;
mod canonical;
pub mod classify;
pub mod compat;
mod context;
mod declaration;
mod executor;
mod failure;
mod handler;
mod linked;
pub mod model;
mod observer;
mod product;
mod projection;
mod registry;
pub mod schema;
pub mod suggest;

#[doc(hidden)]
pub mod __private;

/// Declares a capability: one place for all that any surface says about it.
///
/// ```
/// use onefold::{CachePolicy, Exposure, Failure, Http, Kind, capability, module};
///
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Search {
///     /// Words that the note must hold.
///     query: String,
/// }
///
/// async fn search_notes(search: Search) -> Result<Vec<String>, Failure> {
///     Ok(vec![format!("a note about {}", search.query)])
/// }
///
/// capability!(SearchNotes {
///     id: "notes.search",
///     kind: Kind::Query,
///     title: "Search notes",
///     description: "Notes whose title or text holds every word of the query.",
///     handler: search_notes,
///     // Where it appears: explicit, nothing is inferred.
///     expose: Exposure::new()
///         .cli(["notes", "search"])
///         .http(Http::get("/api/v1/notes/search"))
///         .tool("notes_search"),
///     cache: CachePolicy::process(64),
/// });
///
/// module!(Notes {
///     id: "notes",
///     version: "1.0.0",
///     title: "Notes",
///     description: "Notes of the signed-in person.",
///     capabilities: [SearchNotes],
/// });
/// # use onefold::{Declare, DeclareModule};
/// # assert_eq!(SearchNotes.declare().exposure.tool_name(), Some("notes_search"));
/// # assert_eq!(Notes.declare().capabilities.len(), 1);
/// ```
///
/// The types of the input, the output and the error are those of the handler, see [`Handler`].
///
/// | field | its value | left out |
/// |---|---|---|
/// | `id` | `"<module id>.<name>"` | required |
/// | `kind` | a [`Kind`] | required |
/// | `title` | a short name for lists and menus | required |
/// | `description` | what it does and when to use it, in a paragraph | required |
/// | `handler` | a `fn` or an `async fn`, for a query or a command | there is none |
/// | `content` | a [`Content`], for a resource | there is none |
/// | `expose` | an [`Exposure`] | offered nowhere |
/// | `stability` | a [`Stability`] | [`Stability::Implemented`] |
/// | `tags` | an array of texts | no tags |
/// | `cache` | a [`CachePolicy`] | [`CachePolicy::Disabled`] |
/// | `benchmark` | a [`BenchmarkPolicy`] | the rule of its kind |
/// | `skill` | a [`SkillExposure`] | no skill |
/// | `execution` | the [`Effects`] that its kind can't tell | none stated |
///
/// Fields stand in any order, and every value is an expression, evaluated when a registry is assembled. In parentheses,
/// with `//` comments and no `///`, a call is formatted by rustfmt.
///
/// The call makes a public unit struct of the name, documented by the title and the description, that implements
/// [`Declare`], and links it into the program. A mistake in the form of the call, in a literal or between fields is told
/// at its place, all of them at once; what only values can show is refused by the [`Registry`].
///
/// The crate must be a dependency under its own name, `onefold`.
pub use onefold_macros::capability;

/// Declares a module: the namespace of the ids of the capabilities it lists. See [`capability!`] for an example.
///
/// | field | its value |
/// |---|---|
/// | `id` | lower-case letters, digits, `_` and `-`, a letter first |
/// | `version` | the module's own version, in the form of Semantic Versioning |
/// | `title` | a short name |
/// | `description` | what its capabilities have in common |
/// | `capabilities` | an array of the names that [`capability!`] declared, or paths to them |
///
/// All are required. The call makes a public unit struct of the name that implements [`DeclareModule`], and links it into
/// the program.
pub use onefold_macros::module;

pub use admission::{Admission, Caller, Origin};
pub use assembly::{Assembly, Party, Refusal, RefusalCode, Refusals};
pub use cancellation::Cancellation;
pub use context::{Context, Surface};
pub use declaration::{
    Content, ContentBody, Declaration, Declare, DeclareModule, Effects, Location, ModuleDeclaration,
};
pub use executor::{Answer, Call, Counts, Durations, Executor};
pub use failure::{Failure, FailureCode, Violation};
pub use handler::{
    BoxFuture, Described, Encoded, ErasedHandler, Fails, FromContext, Handler, Mode, NoInput,
    Outcome, OutcomeOf, Running, Schemas, State, StateNeed, handler,
};
pub use model::CapabilityKind as Kind;
pub use model::HttpExposure as Http;
pub use model::{BenchmarkPolicy, CachePolicy, Exposure, SkillExposure, Stability, WaiverReason};
pub use observer::{Event, Observer};
pub use product::{Identity, Product};
pub use projection::{Claim, Projection};
pub use registry::{Entry, Fingerprint, Module, Registry, ResourceView};
