//! A handler without its types: JSON in, JSON out, and the schemas of both.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::finite::Finite;
use super::{BoxFuture, Handler, Outcome, StateNeed};
use crate::context::Context;
use crate::failure::{Failure, Violation};
use crate::model::CanonicalSchema;
use crate::schema;

/// Whether the body of a handler may block the thread it runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// A `fn`: it may, so it never runs on a thread that serves others.
    Blocking,
    /// An `async fn`: it must not.
    Async,
}

/// A call under way, whose answer is encoded as JSON.
#[expect(missing_debug_implementations, reason = "holds a future")]
pub enum Running {
    /// It has run.
    Ready(Result<String, Failure>),
    /// It runs when this is awaited.
    Pending(BoxFuture<Result<String, Failure>>),
}

/// A handler as the registry keeps it. [`super::handler`] makes one of a function; a program that makes
/// capabilities at run time can implement it itself.
pub trait ErasedHandler: Send + Sync {
    /// Whether it may block.
    fn mode(&self) -> Mode;

    /// The product state it asks for.
    fn needs(&self) -> Vec<StateNeed>;

    /// Whether it looks at the context, and so can be told to stop.
    fn is_told(&self) -> bool {
        true
    }

    /// The schema of what it deserialises.
    fn input_schema(&self) -> CanonicalSchema;

    /// The schema of what it serialises.
    fn output_schema(&self) -> CanonicalSchema;

    /// Whether types hold its answers to the schema of the output, so that only a debug build checks them. Those of
    /// every other handler are checked in every build.
    fn is_typed(&self) -> bool {
        false
    }

    /// Decodes `input`, which the executor has validated, and runs.
    fn run(&self, context: &Context, input: &Value) -> Running;
}

impl std::fmt::Debug for dyn ErasedHandler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Handler")
            .field("mode", &self.mode())
            .finish_non_exhaustive()
    }
}

/// The input of a handler that takes none: an empty object.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoInput {}

impl JsonSchema for NoInput {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("NoInput")
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object", "additionalProperties": false })
    }
}

/// A handler with its types.
pub(super) struct Typed<Shape, H> {
    handler: H,
    shape: PhantomData<fn() -> Shape>,
}

impl<Shape, H> Typed<Shape, H> {
    pub(super) fn new(handler: H) -> Self {
        Self {
            handler,
            shape: PhantomData,
        }
    }
}

impl<Shape, H> ErasedHandler for Typed<Shape, H>
where
    Shape: Send + Sync + 'static,
    H: Handler<Shape>,
    H::Input: DeserializeOwned + JsonSchema + Send + 'static,
    H::Output: Serialize + JsonSchema + Send + 'static,
    H::Error: Into<Failure> + 'static,
    H::Future: Send,
{
    fn mode(&self) -> Mode {
        H::MODE
    }

    fn needs(&self) -> Vec<StateNeed> {
        H::needs()
    }

    fn is_told(&self) -> bool {
        H::is_told()
    }

    fn input_schema(&self) -> CanonicalSchema {
        schema::input::<H::Input>()
    }

    fn output_schema(&self) -> CanonicalSchema {
        schema::output::<H::Output>()
    }

    fn is_typed(&self) -> bool {
        true
    }

    fn run(&self, context: &Context, input: &Value) -> Running {
        let input = match decode::<H::Input>(input) {
            Ok(input) => input,
            Err(failure) => return Running::Ready(Err(failure)),
        };
        match self.handler.run(context, input) {
            Outcome::Ready(result) => Running::Ready(answer(result)),
            Outcome::Pending(future) => {
                Running::Pending(Box::pin(async move { answer(future.await) }))
            }
            Outcome::Failed(failure) => Running::Ready(Err(failure)),
        }
    }
}

/// What a type demands beyond its schema is still the caller's problem, and is named by its place.
fn decode<T: DeserializeOwned>(input: &Value) -> Result<T, Failure> {
    T::deserialize(input).or_else(|_| {
        // Only the failing call pays for the path.
        serde_path_to_error::deserialize(input).map_err(|error| {
            let pointer = pointer(error.path());
            let message = lost_digits(input.pointer(&pointer))
                .unwrap_or_else(|| error.into_inner().to_string());
            Failure::invalid_input("the input does not fit")
                .violation(Violation::new(pointer, message))
                .next("`capabilities describe` shows the schema of the input")
        })
    })
}

/// A whole number that was written as a double, and is too large for a double to hold all of its digits.
fn lost_digits(value: Option<&Value>) -> Option<String> {
    let number = value?.as_number().filter(|number| number.is_f64())?;
    let is_whole = number.as_f64()?.fract() == 0.0;
    is_whole.then(|| {
        format!("expected a whole number of at most 64 bits with all its digits, got {number}")
    })
}

fn answer<T: Serialize, E: Into<Failure>>(result: Result<T, E>) -> Result<String, Failure> {
    let output = result.map_err(Into::into)?;
    serde_json::to_string(&Finite(&output))
        .map_err(|error| Failure::internal(format_args!("the output does not serialise: {error}")))
}

fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    use std::fmt::Write;

    let mut pointer = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => {
                let _ = write!(pointer, "/{index}");
            }
            Segment::Map { key } => {
                let _ = write!(pointer, "/{}", schema::escape_pointer(key));
            }
            // A variant is no place of the document, and an unknown segment has no name.
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    pointer
}
