//! The road by default: constructors run before `main` and gather what was declared. The user's crate holds no unsafe
//! code.

use super::{Capability, Module};

inventory::collect!(Capability);
inventory::collect!(Module);

pub(crate) fn capabilities() -> impl Iterator<Item = Capability> {
    inventory::iter::<Capability>.into_iter().copied()
}

pub(crate) fn modules() -> impl Iterator<Item = Module> {
    inventory::iter::<Module>.into_iter().copied()
}

/// Links a capability into the program.
#[doc(hidden)]
#[macro_export]
macro_rules! __link_capability {
    ($name:ident) => {
        $crate::__private::inventory::submit! {
            $crate::__private::LinkedCapability::new(&$name)
        }
    };
}

/// Links a module into the program.
#[doc(hidden)]
#[macro_export]
macro_rules! __link_module {
    ($name:ident) => {
        $crate::__private::inventory::submit! {
            $crate::__private::LinkedModule::new(&$name)
        }
    };
}
