//! Holds an answer to the schema of the output before it is sent.

use serde_json::Value;

use crate::failure::Failure;
use crate::handler::ErasedHandler;
use crate::registry::Entry;

/// More faults than this tell no more about the cause.
const MOST: usize = 8;

/// The answer, if it fits. What Rust's types hold to the schema is checked in a debug build alone.
pub(super) fn output(
    entry: &Entry,
    handler: &dyn ErasedHandler,
    answer: String,
) -> Result<String, Failure> {
    if handler.is_typed() && !cfg!(debug_assertions) {
        return Ok(answer);
    }
    let validator = entry.output_validator().map_err(Failure::internal)?;
    let value: Value = serde_json::from_str(&answer).map_err(|error| {
        Failure::internal(format_args!(
            "the answer of `{}` is no JSON that can be read: {error}",
            entry.id()
        ))
    })?;
    if validator.is_valid(&value) {
        return Ok(answer);
    }
    let faults: Vec<String> = validator
        .iter_errors(&value)
        .take(MOST)
        .map(|error| format!("at `{}`: {error}", error.instance_path()))
        .collect();
    Err(Failure::internal(format_args!(
        "the answer of `{}` does not fit the schema of its output: {}",
        entry.id(),
        faults.join("; ")
    )))
}

#[cfg(test)]
mod tests;
