//! Checks an input against its schema: every violation at once, each with its place and what was expected there.

mod known;
mod told;
mod words;

use serde_json::Value;

use super::normal;
use crate::failure::{Failure, Violation};
use crate::model::CachePolicy;
use crate::registry::{Accepted, Entry};
use told::MOST;

/// The input as the handler is given it, if it fits.
pub(super) fn validate(entry: &Entry, mut input: Value) -> Result<Value, Failure> {
    let Accepted {
        validator,
        states_defaults,
    } = entry.accepted().map_err(Failure::internal)?;
    normal::numbers(&mut input);
    if validator.is_valid(&input) {
        let is_kept = entry.cache() != CachePolicy::Disabled;
        // A type fills in its own defaults, and only a key would see them; a closure has nobody else to do it.
        let is_typed = entry.handler().is_some_and(|handler| handler.is_typed());
        if *states_defaults && (is_kept || !is_typed) {
            input = normal::filled(&entry.input().schema, input, |it| validator.is_valid(it));
        }
        if is_kept {
            input.sort_all_objects();
        }
        return Ok(input);
    }
    let errors = validator.iter_errors(&input);
    let violations = told::violations(&entry.input().schema, &input, errors);
    Err(failure(entry, violations))
}

fn failure(entry: &Entry, violations: Vec<Violation>) -> Failure {
    let count = violations.len();
    let many = if count >= MOST {
        format!("at least {count}")
    } else {
        count.to_string()
    };
    let mut failure = Failure::invalid_input(match &violations[..] {
        [one] if one.pointer.is_empty() => {
            format!("the input of `{}` is wrong: {}", entry.id(), one.message)
        }
        [one] => format!(
            "the input of `{}` is wrong at {}: {}",
            entry.id(),
            one.pointer,
            one.message
        ),
        _ => format!("the input of `{}` is wrong in {many} places", entry.id()),
    });
    failure.violations = violations;
    failure.next(format!(
        "`capabilities describe {}` shows the schema of the input",
        entry.id()
    ))
}

#[cfg(test)]
mod tests;
