//! The words in which a violation is told.

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use serde_json::Value;

/// Text of the input that is shown again is cut to this many characters.
const SHOWN: usize = 60;

pub(super) fn message(error: &ValidationError<'_>) -> String {
    let given = shown_value(error.instance());
    match error.kind() {
        Kind::Type { kind } => {
            let kinds = null_last(kinds_of(kind));
            format!("expected {}, got {given}", kinds.join(" or "))
        }
        Kind::Minimum { limit } => format!("expected at least {limit}, got {given}"),
        Kind::Maximum { limit } => format!("expected at most {limit}, got {given}"),
        Kind::ExclusiveMinimum { limit } => format!("expected more than {limit}, got {given}"),
        Kind::ExclusiveMaximum { limit } => format!("expected less than {limit}, got {given}"),
        Kind::MultipleOf { multiple_of } => {
            format!("expected a multiple of {multiple_of}, got {given}")
        }
        Kind::MinLength { limit } => format!("expected at least {limit} characters, got {given}"),
        Kind::MaxLength { limit } => format!("expected at most {limit} characters, got {given}"),
        Kind::MinItems { limit } => format!("expected at least {limit} items"),
        Kind::MaxItems { limit } => format!("expected at most {limit} items"),
        Kind::MinProperties { limit } => format!("expected at least {limit} fields"),
        Kind::MaxProperties { limit } => format!("expected at most {limit} fields"),
        Kind::UniqueItems => "expected no item twice".to_owned(),
        Kind::Pattern { pattern } => format!("expected text that matches `{pattern}`, got {given}"),
        Kind::Format { format } => format!("expected the format `{format}`, got {given}"),
        Kind::Constant { expected_value } => format!("expected {expected_value}, got {given}"),
        Kind::Enum { options } => {
            let options: Vec<String> = options
                .as_array()
                .into_iter()
                .flatten()
                .map(plain)
                .collect();
            format!("expected one of {}, got {given}", listed(&options))
        }
        Kind::FalseSchema => "nothing is expected here".to_owned(),
        Kind::Not { schema } if schema.get("const").is_some() => {
            format!("expected anything but {given}")
        }
        Kind::OneOfMultipleValid { .. } => {
            "more than one of the alternatives fits, and exactly one must".to_owned()
        }
        // What no type of ours produces is told by its keyword; the schema is one command away.
        kind => format!("breaks `{}` of the schema", kind.keyword()),
    }
}

pub(super) fn kinds_of(kind: &TypeKind) -> Vec<String> {
    match kind {
        TypeKind::Single(one) => vec![one.to_string()],
        TypeKind::Multiple(many) => many.iter().map(|one| one.to_string()).collect(),
    }
}

/// Leaving a field out is the usual way to say nothing, so `null` is named last.
pub(super) fn null_last(mut kinds: Vec<String>) -> Vec<String> {
    kinds.sort_by_key(|kind| kind == "null");
    kinds.dedup();
    kinds
}

pub(super) fn listed(names: &[String]) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(12)
        .map(|name| format!("`{name}`"))
        .collect();
    let more = names.len().saturating_sub(shown.len());
    let rest = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    shown.join(", ") + &rest
}

pub(super) fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

pub(super) fn shown_value(value: &Value) -> String {
    match value {
        Value::Object(_) => "an object".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::String(text) => format!("\"{}\"", shown(text)),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// Text of the input as it can be shown again: short, and without control characters.
pub(super) fn shown(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(SHOWN)
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}
