//! From a plain function to something the executor can run: its types are read here, once, and erased.

mod arguments;
mod dynamic;
mod erased;
mod finite;
mod values;

use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use arguments::Arguments;
pub use arguments::{FromContext, State, StateNeed};
pub use dynamic::Schemas;
pub use erased::{ErasedHandler, Mode, NoInput, Running};
pub use values::{Described, Encoded, Fails};

use crate::context::Context;
use crate::failure::Failure;

/// A function that can be the handler of a capability.
///
/// It is a `fn` or an `async fn` that takes up to four arguments made from the context ([`State`], [`Context`]),
/// then at most one input, and returns a `Result` whose error becomes a [`Failure`]:
///
/// ```
/// use onefold::{Context, Failure, State, handler};
///
/// struct Store(Vec<String>);
///
/// fn count(State(store): State<Store>) -> Result<usize, Failure> {
///     Ok(store.0.len())
/// }
///
/// async fn nth(State(store): State<Store>, _: Context, n: usize) -> Result<String, Failure> {
///     store.0.get(n).cloned().ok_or_else(|| Failure::not_found("no such note"))
/// }
///
/// handler(count);
/// handler(nth);
/// ```
#[diagnostic::on_unimplemented(
    message = "this is not a handler",
    label = "not a handler",
    note = "a handler is `fn(State<…>, …, Input) -> Result<Output, Error>` or the same with `async fn`: \
            up to four arguments made from the context, then at most one input",
    note = "the input owns its data and implements `serde::Deserialize`"
)]
pub trait Handler<Shape>: Send + Sync + 'static {
    /// What it takes; [`NoInput`] where it takes nothing.
    type Input;
    /// What it answers.
    type Output;
    /// What it fails with.
    type Error;
    /// What an `async fn` is called to; a `fn` has none.
    type Future: Future<Output = Result<Self::Output, Self::Error>> + 'static;
    /// Whether its body may block the thread.
    const MODE: Mode;

    /// The product state it asks for.
    fn needs() -> Vec<StateNeed>;

    /// Whether it takes something that tells of the call, and so of its cancellation.
    fn is_told() -> bool;

    /// Runs it, or makes the future that will.
    fn run(&self, context: &Context, input: Self::Input) -> OutcomeOf<Shape, Self>;
}

/// A future that can be sent to another thread and owns what it needs.
pub type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// What a handler gives back when it is called.
#[expect(missing_debug_implementations, reason = "holds a future")]
pub enum Outcome<T, E, F> {
    /// It has run.
    Ready(Result<T, E>),
    /// It runs when this is awaited.
    Pending(F),
    /// It did not run: an argument could not be made.
    Failed(Failure),
}

/// What a handler of this shape gives back.
pub type OutcomeOf<Shape, H> = Outcome<
    <H as Handler<Shape>>::Output,
    <H as Handler<Shape>>::Error,
    <H as Handler<Shape>>::Future,
>;

/// Erases the types of a handler, so that it can stand in a [`crate::Declaration`].
pub fn handler<Shape, H>(handler: H) -> Arc<dyn ErasedHandler>
where
    Shape: Send + Sync + 'static,
    H: Handler<Shape>,
    H::Input: DeserializeOwned + Described + Send + 'static,
    H::Output: Encoded + Described + Send + 'static,
    H::Error: Fails + 'static,
    H::Future: Send,
{
    Arc::new(erased::Typed::new(handler))
}

/// The shape of a `fn`: the arguments made from the context, and the input.
#[derive(Debug)]
pub struct Blocking<Arguments, Input>(PhantomData<fn() -> (Arguments, Input)>);

/// The shape of an `async fn`: the arguments made from the context, and the input.
#[derive(Debug)]
pub struct Async<Arguments, Input>(PhantomData<fn() -> (Arguments, Input)>);

/// In a shape, stands for an input of this type.
#[derive(Debug)]
pub struct Takes<Input>(PhantomData<fn() -> Input>);

/// For each number of arguments: a `fn` and an `async fn`, with an input and without.
macro_rules! shapes {
    ($($argument:ident),*) => {
        impl<F, $($argument,)* I, O, E> Handler<Blocking<($($argument,)*), Takes<I>>> for F
        where
            F: Fn($($argument,)* I) -> Result<O, E> + Send + Sync + 'static,
            O: 'static,
            E: 'static,
            ($($argument,)*): Arguments,
            I: DeserializeOwned,
        {
            shape!(Blocking, I, O, E, ($($argument),*), |handler, input| handler($($argument,)* input));
        }

        impl<F, $($argument,)* O, E> Handler<Blocking<($($argument,)*), NoInput>> for F
        where
            F: Fn($($argument),*) -> Result<O, E> + Send + Sync + 'static,
            O: 'static,
            E: 'static,
            ($($argument,)*): Arguments,
        {
            shape!(Blocking, NoInput, O, E, ($($argument),*), |handler, _input| handler($($argument),*));
        }

        impl<F, $($argument,)* I, Fut, O, E> Handler<Async<($($argument,)*), Takes<I>>> for F
        where
            F: Fn($($argument,)* I) -> Fut + Send + Sync + 'static,
            ($($argument,)*): Arguments,
            I: DeserializeOwned,
            Fut: Future<Output = Result<O, E>> + 'static,
        {
            shape!(Async, I, O, E, ($($argument),*), |handler, input| handler($($argument,)* input), Fut);
        }

        impl<F, $($argument,)* Fut, O, E> Handler<Async<($($argument,)*), NoInput>> for F
        where
            F: Fn($($argument),*) -> Fut + Send + Sync + 'static,
            ($($argument,)*): Arguments,
            Fut: Future<Output = Result<O, E>> + 'static,
        {
            shape!(Async, NoInput, O, E, ($($argument),*), |handler, _input| handler($($argument),*), Fut);
        }
    };
}

/// What every shape does alike: make the arguments, call, and give back what comes.
macro_rules! shape {
    ($mode:ident, $input:ty, $output:ty, $error:ty, ($($argument:ident),*), |$handler:ident, $value:ident| $call:expr $(, $future:ty)?) => {
        type Input = $input;
        type Output = $output;
        type Error = $error;
        type Future = shape!(future $mode, $output, $error $(, $future)?);
        const MODE: Mode = Mode::$mode;

        fn needs() -> Vec<StateNeed> {
            <($($argument,)*)>::needs()
        }

        fn is_told() -> bool {
            <($($argument,)*)>::tell_of_the_call()
        }

        #[allow(non_snake_case, reason = "an argument is named by its type parameter")]
        fn run(&self, context: &Context, $value: $input) -> Outcome<$output, $error, Self::Future> {
            let $handler = self;
            match <($($argument,)*)>::from_context(context) {
                Ok(($($argument,)*)) => shape!(@ $mode, $call),
                Err(failure) => Outcome::Failed(failure),
            }
        }
    };
    (@ Blocking, $call:expr) => {
        Outcome::Ready($call)
    };
    (@ Async, $call:expr) => {
        Outcome::Pending($call)
    };
    (future Blocking, $output:ty, $error:ty) => {
        std::future::Pending<Result<$output, $error>>
    };
    (future Async, $output:ty, $error:ty, $future:ty) => {
        $future
    };
}

shapes!();
shapes!(A);
shapes!(A, B);
shapes!(A, B, C);
shapes!(A, B, C, D);
