//! What the linker gathered: every `capability!` and `module!` of the crates that are part of this program.

use std::any::TypeId;

use crate::declaration::{Declaration, Declare, DeclareModule, ModuleDeclaration};

// One road is active, so that nothing is ever found twice.
#[cfg(not(feature = "linkme"))]
mod constructors;
#[cfg(feature = "linkme")]
mod sections;

#[cfg(not(feature = "linkme"))]
pub(crate) use constructors::{capabilities, modules};
#[cfg(feature = "linkme")]
pub use sections::{CAPABILITIES, MODULES};
#[cfg(feature = "linkme")]
pub(crate) use sections::{capabilities, modules};

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

    pub(crate) fn declared_as(self) -> TypeId {
        self.0.declared_as()
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

    pub(crate) fn declare(self) -> ModuleDeclaration {
        self.0.declare()
    }
}
