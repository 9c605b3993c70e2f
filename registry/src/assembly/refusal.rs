//! Why a registry is not assembled: all the reasons at once, each with a stable code and the place in the source.

use std::fmt;

use serde::Serialize;

use crate::declaration::{Declaration, Location, ModuleDeclaration};
use crate::registry::Entry;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal,)*) => {
        /// What is wrong; the codes are stable and stand in the order in which refusals are reported.
        ///
        #[doc = include_str!("../../REFUSALS.md")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
        pub enum RefusalCode {
            $($(#[doc = $doc])+ #[serde(rename = $text)] $name,)*
        }

        impl RefusalCode {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The code as it is written.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

codes! {
    /// The product's id, version or package name breaks its grammar.
    ProductMalformed = "product_malformed",
    /// A module's id, version or text breaks its grammar.
    ModuleMalformed = "module_malformed",
    /// Two modules have one id.
    ModuleDuplicate = "module_duplicate",
    /// A module lists no capability.
    ModuleEmpty = "module_empty",
    /// The product names a module that is not linked.
    ModuleNotLinked = "module_not_linked",
    /// A module is linked that the product does not name.
    ModuleNotNamed = "module_not_named",
    /// A capability's id breaks its grammar.
    IdMalformed = "id_malformed",
    /// Two capabilities have one id.
    IdDuplicate = "id_duplicate",
    /// A capability's id is not in the namespace of its module.
    IdForeign = "id_foreign",
    /// A linked capability is listed by no module.
    CapabilityUnlisted = "capability_unlisted",
    /// A title, description or tag is empty, too long or holds control characters.
    TextMalformed = "text_malformed",
    /// The name of an MCP tool breaks its grammar.
    ToolMalformed = "tool_malformed",
    /// Two capabilities are one MCP tool.
    ToolDuplicate = "tool_duplicate",
    /// The URI of an MCP resource breaks its grammar.
    ResourceMalformed = "resource_malformed",
    /// Two capabilities are one MCP resource.
    ResourceDuplicate = "resource_duplicate",
    /// An HTTP path breaks its grammar.
    RouteMalformed = "route_malformed",
    /// Two capabilities are one route.
    RouteDuplicate = "route_duplicate",
    /// The words of a command break their grammar.
    CommandMalformed = "command_malformed",
    /// Two capabilities are one command.
    CommandDuplicate = "command_duplicate",
    /// The words of one command begin those of another.
    CommandPrefix = "command_prefix",
    /// The alias of a skill breaks its grammar or belongs to an agent product.
    AliasMalformed = "alias_malformed",
    /// Two skills have one alias.
    AliasDuplicate = "alias_duplicate",
    /// Two capabilities, or a capability and the surface itself, have one name once a surface has folded it.
    SurfaceCollision = "surface_collision",
    /// A resource has a handler, a tool, a route or a command, or no content.
    ResourceExecutable = "resource_executable",
    /// A query or command has no handler, or has content.
    HandlerMissing = "handler_missing",
    /// A planned or unsupported capability has a handler or is offered somewhere.
    PlannedExecutable = "planned_executable",
    /// A command is bound to `GET` or read as an MCP resource.
    CommandReadable = "command_readable",
    /// A fact is stated that this kind can't have.
    EffectContradiction = "effect_contradiction",
    /// A cache keeps nothing.
    CacheEmpty = "cache_empty",
    /// The answers of a command are cached, or those of a resource.
    CacheContradiction = "cache_contradiction",
    /// A benchmark policy contradicts the kind.
    BenchmarkContradiction = "benchmark_contradiction",
    /// A handler asks for product state that nobody provides.
    StateMissing = "state_missing",
    /// An input or output schema is unusable: not valid itself, or the input no object.
    SchemaUnusable = "schema_unusable",
    /// An MCP resource has an input with required fields.
    ResourceInput = "resource_input",
    /// The argument of a skill is no string field of the input.
    SkillArgument = "skill_argument",
    /// A surface can't render the capability.
    SurfaceObjection = "surface_objection",
}

impl fmt::Display for RefusalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One declaration that a refusal is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Party {
    /// The id of the capability, module or product.
    pub id: String,
    /// The file it is declared in; empty where it isn't known.
    pub file: String,
    /// The line, from 1; 0 where it isn't known.
    pub line: u32,
}

impl Party {
    pub(super) fn new(id: &str, location: Location) -> Self {
        Self {
            id: id.to_owned(),
            file: location.file.to_owned(),
            line: location.line,
        }
    }

    /// The product itself, or one of its surfaces, which stand at no place.
    pub(super) fn nowhere(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            file: String::new(),
            line: 0,
        }
    }
}

impl From<&Declaration> for Party {
    fn from(declaration: &Declaration) -> Self {
        Self::new(&declaration.id, declaration.location)
    }
}

impl From<&ModuleDeclaration> for Party {
    fn from(module: &ModuleDeclaration) -> Self {
        Self::new(&module.id, module.location)
    }
}

impl From<&Entry> for Party {
    fn from(entry: &Entry) -> Self {
        Self::new(entry.id().as_str(), entry.location())
    }
}

/// One reason why a registry is not assembled.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Refusal {
    /// What is wrong.
    pub code: RefusalCode,
    /// Everyone it is about.
    pub parties: Vec<Party>,
    /// What is wrong, and what to do.
    pub message: String,
}

impl Refusal {
    pub(super) fn new(code: RefusalCode, parties: Vec<Party>, message: impl Into<String>) -> Self {
        Self {
            code,
            parties,
            message: message.into(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)?;
        for Party { id, file, line } in &self.parties {
            match file.as_str() {
                "" => write!(f, "\n  {id}")?,
                file => write!(f, "\n  {id} at {file}:{line}")?,
            }
        }
        Ok(())
    }
}

/// Every reason why a registry is not assembled, in a fixed order: by code, then by whom it is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Refusals(Vec<Refusal>);

impl Refusals {
    pub(super) fn new(mut refusals: Vec<Refusal>) -> Self {
        refusals.sort();
        refusals.dedup();
        Self(refusals)
    }

    /// The reasons.
    pub fn iter(&self) -> std::slice::Iter<'_, Refusal> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a Refusals {
    type Item = &'a Refusal;
    type IntoIter = std::slice::Iter<'a, Refusal>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Refusals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.0.len() == 1 { "" } else { "s" };
        write!(
            f,
            "the registry does not assemble, for {} reason{plural}:",
            self.0.len()
        )?;
        for refusal in &self.0 {
            write!(f, "\n{refusal}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusals {}
