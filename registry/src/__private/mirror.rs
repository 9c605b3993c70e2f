//! One struct for each macro, one documented field for each of its fields: what an editor shows is written here.

use crate::declaration::{Content, Effects};
use crate::model::{
    BenchmarkPolicy, CachePolicy, CapabilityKind, Exposure, SkillExposure, Stability,
};

/// The fields of `capability!`.
#[allow(missing_debug_implementations, reason = "never made")]
pub struct Capability<H, T> {
    /// Its id, `"<module id>.<name>"`. Required.
    pub id: &'static str,
    /// `Kind::Query`, `Kind::Command` or `Kind::Resource`. Required.
    pub kind: CapabilityKind,
    /// A short name for lists and menus. Required.
    pub title: &'static str,
    /// What it does and when to use it, in a paragraph. Required.
    pub description: &'static str,
    /// The `fn` or `async fn` that runs. Required for a query or command that works.
    pub handler: H,
    /// What is read. Required for a resource.
    pub content: Content,
    /// The surfaces that offer it, such as `Exposure::new().tool("…")`; nowhere where it is left out.
    pub expose: Exposure,
    /// How far it can be relied on; `Stability::Implemented` where it is left out.
    pub stability: Stability,
    /// Free words to group by, such as `["text", "search"]`.
    pub tags: T,
    /// Whether answers are kept, such as `CachePolicy::process(64)`; they are not where it is left out.
    pub cache: CachePolicy,
    /// Whether it must be timed; it must where it is left out.
    pub benchmark: BenchmarkPolicy,
    /// The short name that invokes it from an agent's prompt: `SkillExposure::new("alias", "field")`.
    pub skill: SkillExposure,
    /// What the handler states about itself, such as `Effects::new().destructive()`.
    pub execution: Effects,
}

/// The fields of `module!`.
#[allow(missing_debug_implementations, reason = "never made")]
pub struct Module<C> {
    /// Its id, the namespace of the ids of its capabilities. Required.
    pub id: &'static str,
    /// Its version, in the form of Semantic Versioning. Required.
    pub version: &'static str,
    /// A short name. Required.
    pub title: &'static str,
    /// What its capabilities have in common. Required.
    pub description: &'static str,
    /// The names of its capabilities, such as `[SearchNotes, AddNote]`. Required.
    pub capabilities: C,
}

/// A base for the struct literal an editor sees, so that it does not ask for the fields that are not written.
pub fn capability<H, T>() -> Capability<H, T> {
    unreachable!("never called: an editor only reads it")
}

/// A base for the struct literal an editor sees, so that it does not ask for the fields that are not written.
pub fn module<C>() -> Module<C> {
    unreachable!("never called: an editor only reads it")
}

/// What an editor reads in place of `capability!`; the base comes first, which only an editor's parser accepts, so that
/// the user's commas stay as they are.
#[doc(hidden)]
#[macro_export]
macro_rules! __mirror_capability {
    ($($t:tt)*) => {
        const _: () = {
            let _ = $crate::__private::mirror::Capability { ..$crate::__private::mirror::capability(), $($t)* };
        };
    };
}

/// What an editor reads in place of `module!`.
#[doc(hidden)]
#[macro_export]
macro_rules! __mirror_module {
    ($($t:tt)*) => {
        const _: () = {
            let _ = $crate::__private::mirror::Module { ..$crate::__private::mirror::module(), $($t)* };
        };
    };
}
