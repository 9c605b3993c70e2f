//! What a crate that renders a surface tells the registry about it.

use crate::registry::{Entry, Registry};

/// A surface, as far as assembly must know it: the names it gives to capabilities, and what it can't render.
pub trait Projection {
    /// The name of the surface, for messages.
    fn name(&self) -> &'static str;

    /// The names the surface itself takes, such as the commands every binary has.
    fn reserved(&self) -> Vec<Claim> {
        Vec::new()
    }

    /// The names that a capability has on this surface only because the surface folds them so. Names that stand in the
    /// declaration are compared by the registry itself.
    ///
    /// Two capabilities that claim one name are refused when the registry is assembled. This must not ask for schemas.
    fn claims(&self, entry: &Entry) -> Vec<Claim> {
        let _ = entry;
        Vec::new()
    }

    /// What is wrong with a capability on this surface, in the light of its schemas; one sentence each.
    fn objections(&self, entry: &Entry) -> Vec<String> {
        let _ = entry;
        Vec::new()
    }

    /// What is wrong with the product as a whole on this surface; one sentence each.
    fn objections_to_all(&self, registry: &Registry) -> Vec<String> {
        let _ = registry;
        Vec::new()
    }
}

/// A name in one of the name spaces of a surface.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Claim {
    /// The name space, such as `operationId`.
    pub space: &'static str,
    /// The name, folded.
    pub name: String,
}

impl Claim {
    /// A name in a name space.
    pub fn new(space: &'static str, name: impl Into<String>) -> Self {
        Self {
            space,
            name: name.into(),
        }
    }
}
