//! What a declaration says, as the macros or a program write it, before anything is derived or checked.

use std::any::TypeId;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::handler::ErasedHandler;
use crate::model::{
    BenchmarkPolicy, CachePolicy, CapabilityKind, Exposure, SkillExposure, Stability,
};

/// One capability as it was declared.
///
/// The macro [`crate::capability!`] writes this; a program that makes capabilities at run time writes it by hand:
///
/// ```
/// use onefold::{Declaration, Exposure, Failure, Kind, handler};
///
/// fn double(n: u32) -> Result<u32, Failure> {
///     Ok(n * 2)
/// }
///
/// let mut declaration = Declaration::new("numbers.double", Kind::Query);
/// declaration.title = "Double".into();
/// declaration.description = "Twice the number.".into();
/// declaration.exposure = Exposure::new().tool("numbers_double");
/// declaration.handler = Some(handler(double));
/// ```
#[derive(Debug, Clone)]
pub struct Declaration {
    /// Its id, `<module id>.<name>`.
    pub id: Cow<'static, str>,
    /// Query, command or resource.
    pub kind: CapabilityKind,
    /// A short name for lists and menus.
    pub title: Cow<'static, str>,
    /// What it does and when to use it, in a paragraph.
    pub description: Cow<'static, str>,
    /// What runs; absent for a resource and for what is not implemented.
    pub handler: Option<Arc<dyn ErasedHandler>>,
    /// What is read; for a resource.
    pub content: Option<Content>,
    /// The surfaces that offer it.
    pub exposure: Exposure,
    /// How far it can be relied on.
    pub stability: Stability,
    /// Free words to group by.
    pub tags: Vec<Cow<'static, str>>,
    /// Whether its answers are kept.
    pub cache: CachePolicy,
    /// Whether it must be timed; absent for the rule of its kind.
    pub benchmark: Option<BenchmarkPolicy>,
    /// The short name that invokes it from an agent's prompt.
    pub skill: Option<SkillExposure>,
    /// What the handler states about itself.
    pub effects: Effects,
    /// The place in the source.
    pub location: Location,
    /// The type that [`crate::capability!`] made; absent where a program wrote the declaration. Unlike a place, no two
    /// declarations share it.
    pub declared_as: Option<TypeId>,
}

impl Declaration {
    /// A capability with an id and a kind, and nothing else said yet.
    #[track_caller]
    pub fn new(id: impl Into<Cow<'static, str>>, kind: CapabilityKind) -> Self {
        Self {
            id: id.into(),
            kind,
            title: Cow::Borrowed(""),
            description: Cow::Borrowed(""),
            handler: None,
            content: None,
            exposure: Exposure::new(),
            stability: Stability::default(),
            tags: Vec::new(),
            cache: CachePolicy::Disabled,
            benchmark: None,
            skill: None,
            effects: Effects::new(),
            location: Location::caller(),
            declared_as: None,
        }
    }
}

/// One module as it was declared, with the capabilities it lists.
#[derive(Debug, Clone)]
pub struct ModuleDeclaration {
    /// Its id, the namespace of the ids of its capabilities.
    pub id: Cow<'static, str>,
    /// Its version, in the form of Semantic Versioning.
    pub version: Cow<'static, str>,
    /// A short name.
    pub title: Cow<'static, str>,
    /// What its capabilities have in common.
    pub description: Cow<'static, str>,
    /// The capabilities.
    pub capabilities: Vec<Declaration>,
    /// The place in the source.
    pub location: Location,
}

impl ModuleDeclaration {
    /// A module with an id and a version, and nothing else said yet.
    #[track_caller]
    pub fn new(id: impl Into<Cow<'static, str>>, version: impl Into<Cow<'static, str>>) -> Self {
        Self {
            id: id.into(),
            version: version.into(),
            title: Cow::Borrowed(""),
            description: Cow::Borrowed(""),
            capabilities: Vec::new(),
            location: Location::caller(),
        }
    }
}

/// The content of a resource: a media type and what is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The IANA media type.
    pub media_type: Cow<'static, str>,
    /// The content itself.
    pub body: ContentBody,
}

/// What a resource holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContentBody {
    /// Text.
    Text(Cow<'static, str>),
    /// Bytes; surfaces that carry text encode them in Base64.
    Bytes(Cow<'static, [u8]>),
}

impl Content {
    /// Text, such as `include_str!("guide.md")`.
    pub fn text(
        media_type: impl Into<Cow<'static, str>>,
        text: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            media_type: media_type.into(),
            body: ContentBody::Text(text.into()),
        }
    }

    /// Bytes, such as `include_bytes!("logo.png")`.
    pub fn bytes(
        media_type: impl Into<Cow<'static, str>>,
        bytes: impl Into<Cow<'static, [u8]>>,
    ) -> Self {
        Self {
            media_type: media_type.into(),
            body: ContentBody::Bytes(bytes.into()),
        }
    }
}

/// Facts about a handler that its kind can't tell. Each is stated in the declaration and nothing else is assumed.
///
/// ```
/// use onefold::Effects;
///
/// let effects = Effects::new().destructive().idempotent();
/// assert!(effects.destructive && !effects.reaches_outside);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts, each of which is its own word in the contract"
)]
pub struct Effects {
    /// It looks at its cancellation and stops.
    pub cancellable: bool,
    /// A command that writes what the repository holds.
    pub writes_repository: bool,
    /// Every network surface must know who calls it, even on this machine.
    pub authenticated: bool,
    /// A command that a signed input admits from another machine.
    pub signed_input: bool,
    /// It reaches something outside this machine.
    pub reaches_outside: bool,
    /// A command that changes something outside this machine.
    pub changes_outside: bool,
    /// A command that can destroy what can't be had back.
    pub destructive: bool,
    /// A command that, run again, changes nothing more.
    pub idempotent: bool,
    /// A query that looks at nothing but its input.
    pub reads_nothing: bool,
    /// How long a call may take; absent for as long as it takes.
    pub deadline: Option<Duration>,
}

macro_rules! effects {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        impl Effects {
            /// Nothing is stated.
            pub const fn new() -> Self {
                Self {
                    $($name: false,)*
                    deadline: None,
                }
            }

            /// A call takes no longer than this, waiting for its turn included; then it is `unavailable`. In whole
            /// milliseconds.
            pub const fn deadline(mut self, deadline: Duration) -> Self {
                self.deadline = Some(deadline);
                self
            }

            $(
                $(#[$doc])*
                pub const fn $name(mut self) -> Self {
                    self.$name = true;
                    self
                }
            )*
        }
    };
}

effects! {
    /// It looks at its cancellation and stops.
    cancellable;
    /// It writes what the repository holds. Commands only.
    writes_repository;
    /// Every network surface must know who calls it, even on this machine.
    authenticated;
    /// A signed input admits it from another machine: see [`crate::admission`]. Commands only.
    signed_input;
    /// It reaches something outside this machine.
    reaches_outside;
    /// It changes something outside this machine. Commands only.
    changes_outside;
    /// It can destroy what can't be had back. Commands only.
    destructive;
    /// Run again, it changes nothing more. Commands only: a query never changes anything.
    idempotent;
    /// It looks at nothing but its input. Queries only.
    reads_nothing;
}

/// A place in the source, for messages to the developer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// The file, as the compiler names it.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The path of the Rust module; empty where it isn't known.
    pub module_path: &'static str,
}

impl Location {
    /// The place of the caller.
    #[track_caller]
    pub fn caller() -> Self {
        let caller = std::panic::Location::caller();
        Self {
            file: caller.file(),
            line: caller.line(),
            column: caller.column(),
            module_path: "",
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// A capability that [`crate::capability!`] declared; the macro implements it for the type it makes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a capability",
    label = "not declared with `capability!`",
    note = "a module lists the names that `capability!(Name {{ … }})` declared"
)]
pub trait Declare: Send + Sync + 'static {
    /// What was declared.
    fn declare(&self) -> Declaration;

    /// Where.
    fn location(&self) -> Location;

    /// The declared type; it tells two declarations apart without making either.
    fn declared_as(&self) -> TypeId {
        TypeId::of::<Self>()
    }
}

/// A module that [`crate::module!`] declared; the macro implements it for the type it makes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a module",
    label = "not declared with `module!`",
    note = "a product is composed of the names that `module!(Name {{ … }})` declared"
)]
pub trait DeclareModule: Send + Sync {
    /// What was declared.
    fn declare(&self) -> ModuleDeclaration;
}
