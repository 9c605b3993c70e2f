//! Whether a form admits a value, and whether two forms have none in common.

use serde_json::Value;

use super::bounds::Bounds;
use super::forms::{Form, Forms, Term, Typed};
use super::keywords::Kind;
use super::limits;

/// Whether the form admits the value; `None` where that would take more than its type and its limits to tell.
pub(super) fn admits(typed: &Typed<'_>, value: &Value) -> Option<bool> {
    let kind = Kind::of(value);
    if !(kind == typed.kind || (kind.is_numeric() && typed.kind == Kind::Number)) {
        return Some(false);
    }
    match value {
        Value::Number(number) => {
            let known = [
                "minimum",
                "maximum",
                "exclusiveMinimum",
                "exclusiveMaximum",
                "format",
            ];
            if !Bounds::of(typed).admit(number) {
                return Some(false);
            }
            typed
                .facets
                .keys()
                .all(|keyword| known.contains(keyword))
                .then_some(true)
        }
        Value::String(text) => {
            let length = u64::try_from(text.chars().count()).unwrap_or(u64::MAX);
            let least = limits::largest(typed, "minLength").unwrap_or(0);
            let most = limits::smallest(typed, "maxLength").unwrap_or(u64::MAX);
            if length < least || length > most {
                return Some(false);
            }
            let known = ["minLength", "maxLength"];
            typed
                .facets
                .keys()
                .all(|keyword| known.contains(keyword))
                .then_some(true)
        }
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
            let free = typed.facets.is_empty()
                && typed.required.is_empty()
                && typed.parts.iter().all(|part| {
                    part.fields.is_empty() && part.patterns.is_empty() && part.rest.is_none()
                });
            free.then_some(true)
        }
    }
}

/// Whether one of the forms surely admits the value.
pub(super) fn covered(forms: &[Form<'_>], value: &Value) -> bool {
    forms.iter().any(|form| match form {
        Form::Value(other) => *other == value,
        Form::Typed(typed) => admits(typed, value) == Some(true),
    })
}

/// Whether surely no value has both forms.
pub(super) fn disjoint<'a>(schemas: &Forms<'a>, a: &Form<'a>, b: &Form<'a>) -> bool {
    match (a, b) {
        (Form::Value(a), Form::Value(b)) => a != b,
        (Form::Value(value), Form::Typed(typed)) | (Form::Typed(typed), Form::Value(value)) => {
            admits(typed, value) == Some(false)
        }
        (Form::Typed(a), Form::Typed(b)) if a.kind == Kind::Object && b.kind == Kind::Object => {
            a.required.iter().chain(&b.required).any(|name| {
                let (a, b) = ((a, a.property(name)), (b, b.property(name)));
                forbidden(&a.1) || forbidden(&b.1) || told_apart(schemas, name, a, b)
            })
        }
        (Form::Typed(a), Form::Typed(b)) => {
            a.kind != b.kind && !(a.kind.is_numeric() && b.kind.is_numeric())
        }
    }
}

/// Whether nothing is admitted there.
pub(super) fn forbidden(term: &Term<'_>) -> bool {
    term.iter().any(|schema| **schema == Value::Bool(false))
}

/// The only values of a field, where they are few and listed.
pub(super) fn listed<'a>(schemas: &Forms<'a>, term: &Term<'a>) -> Option<Vec<&'a Value>> {
    let forms = schemas.of_term(term).ok()?;
    let values = forms.iter().map(|form| match form {
        Form::Value(value) => Some(*value),
        Form::Typed(_) => None,
    });
    values
        .collect::<Option<Vec<_>>>()
        .filter(|values| !values.is_empty())
}

/// Whether a field that both have always has another value in the one than in the other.
fn told_apart<'a>(
    schemas: &Forms<'a>,
    name: &str,
    a: (&Typed<'a>, Term<'a>),
    b: (&Typed<'a>, Term<'a>),
) -> bool {
    if !(a.0.required.contains(name) && b.0.required.contains(name)) {
        return false;
    }
    listed(schemas, &a.1)
        .zip(listed(schemas, &b.1))
        .is_some_and(|(a, b)| a.iter().all(|value| !b.contains(value)))
}
