//! What the types of a handler must be able to do, one trait each, so that what one lacks is told by name and once.

use schemars::JsonSchema;
use serde::Serialize;

use crate::failure::Failure;

/// A type that has a JSON Schema, from the derive of `schemars` 1.
#[diagnostic::on_unimplemented(
    message = "`{Self}`, the input or output of a handler, has no JSON Schema",
    label = "the schema of `{Self}` is missing",
    note = "derive `schemars::JsonSchema` for it, and for the types within it; one derived with `schemars` 0.8 is \
            another trait, and does not count: depend on `schemars` 1"
)]
pub trait Described: JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema> Described for T {}

/// A type that can be written as JSON.
#[diagnostic::on_unimplemented(
    message = "`{Self}`, the output of a handler, can't be written as JSON",
    label = "`{Self}` does not serialise",
    note = "derive `serde::Serialize` for it, and for the types within it"
)]
pub trait Encoded: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> Encoded for T {}

/// An error that becomes a [`Failure`].
#[diagnostic::on_unimplemented(
    message = "`{Self}`, the error of a handler, does not say which failure it is",
    label = "`{Self}` does not become a `Failure`",
    note = "write `impl From<{Self}> for onefold::Failure`, which chooses the code that callers see, or answer with \
            `onefold::Failure` itself"
)]
pub trait Fails: Into<Failure> {}

#[diagnostic::do_not_recommend]
impl<T: Into<Failure>> Fails for T {}
