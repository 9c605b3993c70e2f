//! What the linker gathered: every `capability!` and `module!` of the crates that are part of this program.

use crate::declaration::{Declaration, Declare, DeclareModule, Location, ModuleDeclaration};

/// One `capability!`; the macro submits it.
#[derive(Clone, Copy)]
#[expect(
    missing_debug_implementations,
    reason = "it is a promise of a declaration, with nothing to show yet"
)]
pub struct Capability(&'static dyn Declare);

/// One `module!`; the macro submits it.
#[derive(Clone, Copy)]
#[expect(
    missing_debug_implementations,
    reason = "it is a promise of a declaration, with nothing to show yet"
)]
pub struct Module(&'static dyn DeclareModule);

impl Capability {
    /// Of a type that the macro made.
    pub const fn new(declared: &'static dyn Declare) -> Self {
        Self(declared)
    }

    pub(crate) fn location(self) -> Location {
        self.0.location()
    }

    pub(crate) fn declare(self) -> Declaration {
        self.0.declare()
    }
}

impl Module {
    /// Of a type that the macro made.
    pub const fn new(declared: &'static dyn DeclareModule) -> Self {
        Self(declared)
    }
}

inventory::collect!(Capability);
inventory::collect!(Module);

pub(crate) fn capabilities() -> impl Iterator<Item = Capability> {
    inventory::iter::<Capability>.into_iter().copied()
}

pub(crate) fn modules() -> impl Iterator<Item = ModuleDeclaration> {
    inventory::iter::<Module>
        .into_iter()
        .map(|module| module.0.declare())
}
