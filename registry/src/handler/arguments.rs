//! The arguments of a handler that come from the context and not from the caller.

use std::any::{TypeId, type_name};
use std::ops::Deref;
use std::sync::Arc;

use crate::context::Context;
use crate::failure::Failure;

/// An argument that a handler gets from the context of its call.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be made from the context of a call",
    label = "neither `State<…>` nor `Context`",
    note = "the input comes last; what stands before it is `onefold::State<T>` or `onefold::Context`"
)]
pub trait FromContext: Sized + Send {
    /// The product state it stands for, so that its absence is found when the registry is assembled.
    fn need() -> Option<StateNeed> {
        None
    }

    /// Whether the handler learns of its call by this, and so of its cancellation.
    fn tells_of_the_call() -> bool {
        true
    }

    /// Makes it.
    fn from_context(context: &Context) -> Result<Self, Failure>;
}

/// State of the product that a handler asks for by its type.
///
/// The product provides it with [`crate::Product::state`]; where nobody does, the registry does not assemble.
#[derive(Debug)]
pub struct State<T>(pub Arc<T>);

impl<T> Clone for State<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for State<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Send + Sync + 'static> FromContext for State<T> {
    fn need() -> Option<StateNeed> {
        Some(StateNeed {
            type_id: TypeId::of::<T>(),
            type_name: type_name::<T>(),
        })
    }

    fn tells_of_the_call() -> bool {
        false
    }

    fn from_context(context: &Context) -> Result<Self, Failure> {
        context
            .registry()
            .state::<T>()
            .map(State)
            .ok_or_else(|| Failure::internal(format_args!("no state of type {}", type_name::<T>())))
    }
}

impl FromContext for Context {
    fn from_context(context: &Context) -> Result<Self, Failure> {
        Ok(context.clone())
    }
}

/// A type of product state that a handler asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StateNeed {
    /// The type.
    pub type_id: TypeId,
    /// Its name, for messages to the developer.
    pub type_name: &'static str,
}

/// All the arguments of a handler that come from the context.
pub trait Arguments: Sized {
    /// The product state they stand for.
    fn needs() -> Vec<StateNeed>;

    /// Whether one of them tells of the call.
    fn tell_of_the_call() -> bool;

    /// Makes all of them.
    fn from_context(context: &Context) -> Result<Self, Failure>;
}

macro_rules! arguments {
    ($($argument:ident),*) => {
        impl<$($argument: FromContext),*> Arguments for ($($argument,)*) {
            fn needs() -> Vec<StateNeed> {
                [$($argument::need()),*].into_iter().flatten().collect::<Vec<StateNeed>>()
            }

            fn tell_of_the_call() -> bool {
                [$($argument::tells_of_the_call()),*].contains(&true)
            }

            fn from_context(_context: &Context) -> Result<Self, Failure> {
                Ok(($($argument::from_context(_context)?,)*))
            }
        }
    };
}

arguments!(A);
arguments!(A, B);
arguments!(A, B, C);
arguments!(A, B, C, D);

impl Arguments for () {
    fn needs() -> Vec<StateNeed> {
        Vec::new()
    }

    fn tell_of_the_call() -> bool {
        false
    }

    fn from_context(_: &Context) -> Result<Self, Failure> {
        Ok(())
    }
}
