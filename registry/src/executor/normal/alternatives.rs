//! Which alternative of a union a valid value can be meant for.

use serde_json::{Map, Value};

use super::{DEEPEST, list};
use crate::schema::resolve;

/// The alternative under `keyword` that alone can be meant, where there is such a one.
///
/// What is asked here is less than what a schema demands, so an alternative that fits is never passed over: of a valid
/// value, the only possible one is the one that fits.
pub(super) fn only_possible<'a>(
    root: &'a Value,
    schema: &'a Value,
    keyword: &str,
    value: &Value,
) -> Option<&'a Value> {
    let mut possible = list(schema, keyword).filter(|one| can_fit(root, one, value, 0));
    possible.next().filter(|_| possible.next().is_none())
}

fn can_fit(root: &Value, schema: &Value, value: &Value, depth: usize) -> bool {
    let Value::Object(keywords) = schema else {
        return *schema != Value::Bool(false);
    };
    if depth > DEEPEST {
        return true;
    }
    let fits = |schema: &Value| can_fit(root, schema, value, depth + 1);
    let target = resolve(root, schema);
    (std::ptr::eq(target, schema) || fits(target))
        && keywords.get("type").is_none_or(|kinds| is_of(kinds, value))
        && keywords.get("const").is_none_or(|right| same(right, value))
        && keywords
            .get("enum")
            .and_then(Value::as_array)
            .is_none_or(|all| all.iter().any(|right| same(right, value)))
        && list(schema, "allOf").all(fits)
        && ["oneOf", "anyOf"].iter().all(|keyword| {
            let mut alternatives = list(schema, keyword).peekable();
            alternatives.peek().is_none() || alternatives.any(fits)
        })
        && value
            .as_object()
            .is_none_or(|fields| fields_can_fit(root, schema, fields, depth + 1))
}

fn fields_can_fit(root: &Value, schema: &Value, fields: &Map<String, Value>, depth: usize) -> bool {
    let properties = schema.get("properties").and_then(Value::as_object);
    let property = |name: &str| properties.and_then(|known| known.get(name));
    let is_closed = schema.get("additionalProperties") == Some(&Value::Bool(false))
        && schema.get("patternProperties").is_none();
    list(schema, "required")
        .filter_map(Value::as_str)
        .all(|name| fields.contains_key(name))
        && fields.iter().all(|(name, value)| match property(name) {
            Some(property) => can_fit(root, property, value, depth),
            None => !is_closed,
        })
}

fn is_of(kinds: &Value, value: &Value) -> bool {
    let is = |kind: &Value| match kind.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        // A double can be whole.
        Some("integer" | "number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => true,
    };
    match kinds {
        Value::Array(kinds) => kinds.iter().any(is),
        kind => is(kind),
    }
}

/// Whether two values may be equal. Numbers are equal by what they are worth, at any depth.
fn same(right: &Value, value: &Value) -> bool {
    match (right, value) {
        (Value::Number(right), Value::Number(value)) => right.as_f64() == value.as_f64(),
        (Value::Array(_), Value::Array(_)) | (Value::Object(_), Value::Object(_)) => true,
        (right, value) => right == value,
    }
}
