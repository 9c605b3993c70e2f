//! What the macros write into other crates. Nobody else may use it, and it changes without notice.

#[cfg(not(feature = "linkme"))]
pub use inventory;
#[cfg(feature = "linkme")]
pub use linkme;

pub use crate::declaration::{
    Content, Declaration, Declare, DeclareModule, Effects, Location, ModuleDeclaration,
};
pub use crate::handler::handler;
#[cfg(feature = "linkme")]
pub use crate::linked::{CAPABILITIES, MODULES};
pub use crate::linked::{Capability as LinkedCapability, Module as LinkedModule};
pub use crate::model::{
    BenchmarkPolicy, CachePolicy, CapabilityKind, Exposure, SkillExposure, Stability,
};

/// The editor's view of a declaration: never compiled, read by rust-analyzer for completion, hover and definitions.
pub mod mirror;

/// Names that a user's crate may have hidden behind its own.
pub mod std {
    pub use ::std::borrow::Cow;
    pub use ::std::boxed::Box;
    pub use ::std::clone::Clone;
    pub use ::std::fmt::Debug;
    pub use ::std::marker::Copy;
    pub use ::std::option::Option;
    pub use ::std::primitive::str;
    pub use ::std::vec::Vec;
    pub use ::std::{column, file, line, module_path};
}

/// A declared text.
pub const fn text(text: &'static str) -> std::Cow<'static, str> {
    std::Cow::Borrowed(text)
}

/// Declared tags.
pub fn tags<const N: usize>(tags: [&'static str; N]) -> std::Vec<std::Cow<'static, str>> {
    tags.map(text).into()
}

/// A declared content.
pub const fn content(content: Content) -> std::Option<Content> {
    std::Option::Some(content)
}

/// A declared benchmark policy.
pub const fn benchmark(policy: BenchmarkPolicy) -> std::Option<BenchmarkPolicy> {
    std::Option::Some(policy)
}

/// A declared skill.
pub const fn skill(skill: SkillExposure) -> std::Option<SkillExposure> {
    std::Option::Some(skill)
}

/// A capability that a module can list by the name of its type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a capability",
    label = "not declared with `capability!`",
    note = "a module lists the names that `capability!(Name {{ … }})` declared"
)]
pub trait Listed: Declare {
    /// The one value of the type.
    const VALUE: &'static Self;
}

/// The modules' list of capabilities, made.
pub fn declare_all(capabilities: &[&'static dyn Declare]) -> std::Vec<Declaration> {
    capabilities
        .iter()
        .map(|capability| capability.declare())
        .collect()
}

/// A place in the source.
pub const fn location(
    file: &'static str,
    line: u32,
    column: u32,
    module_path: &'static str,
) -> Location {
    Location {
        file,
        line,
        column,
        module_path,
    }
}

/// A capability of which nothing is said but its place and its type; the macro lays over it what is.
pub fn capability_of(declared: &impl Declare) -> Declaration {
    Declaration {
        location: declared.location(),
        declared_as: std::Option::Some(declared.declared_as()),
        ..Declaration::new("", CapabilityKind::Query)
    }
}

/// A module of which nothing is said but its place; the macro lays over it what is.
pub fn module_at(location: Location) -> ModuleDeclaration {
    ModuleDeclaration {
        location,
        ..ModuleDeclaration::new("", "")
    }
}

/// A type that is no capability, or one whose id is no literal, has no id that could be looked at; a capability has a
/// constant of its own that stands before this one.
#[allow(non_upper_case_globals, reason = "a name that no user has")]
pub trait Unidentified {
    /// The id.
    const __onefold_id: std::Option<&'static str> = std::Option::None;
}

impl<T: ?Sized> Unidentified for T {}

/// Refuses, when it is compiled, a list that holds a capability of another namespace. What is no literal is left to the
/// registry.
///
/// # Panics
///
/// Where the id does not begin with the namespace and a full stop.
#[track_caller]
pub const fn assert_within(id: std::Option<&'static str>, namespace: &str, message: &str) {
    let std::Option::Some(id) = id else { return };
    let (id, namespace) = (id.as_bytes(), namespace.as_bytes());
    let mut at = 0;
    while at < namespace.len() && at < id.len() && id[at] == namespace[at] {
        at += 1;
    }
    assert!(
        at == namespace.len() && at < id.len() && id[at] == b'.',
        "{}",
        message
    );
}

/// What an editor finds where the compiler finds the values of a call, which the editor reads in the mirror.
pub fn unread<T>() -> T {
    unreachable!("never called: an editor only reads it")
}
