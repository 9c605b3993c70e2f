//! The road of the feature `linkme`, for targets without constructors: the linker itself lays what was declared side by
//! side, in sections of the program.

use linkme::distributed_slice;

use super::{Capability, Module};

/// Every capability that is linked.
#[distributed_slice]
pub static CAPABILITIES: [Capability];

/// Every module that is linked.
#[distributed_slice]
pub static MODULES: [Module];

pub(crate) fn capabilities() -> impl Iterator<Item = Capability> {
    CAPABILITIES.iter().copied()
}

pub(crate) fn modules() -> impl Iterator<Item = Module> {
    MODULES.iter().copied()
}

/// Links a capability into the program.
#[doc(hidden)]
#[macro_export]
macro_rules! __link_capability {
    ($name:ident) => {
        const _: () = {
            #[$crate::__private::linkme::distributed_slice($crate::__private::CAPABILITIES)]
            #[linkme(crate = $crate::__private::linkme)]
            static LINKED: $crate::__private::LinkedCapability =
                $crate::__private::LinkedCapability::new(&$name);
        };
    };
}

/// Links a module into the program.
#[doc(hidden)]
#[macro_export]
macro_rules! __link_module {
    ($name:ident) => {
        const _: () = {
            #[$crate::__private::linkme::distributed_slice($crate::__private::MODULES)]
            #[linkme(crate = $crate::__private::linkme)]
            static LINKED: $crate::__private::LinkedModule =
                $crate::__private::LinkedModule::new(&$name);
        };
    };
}
