//! An input in its one form: numbers by their value, what was left out filled in, keys in one order.
//!
//! A key is made of what the handler is given, so two inputs that a handler could tell apart never share an answer.

mod alternatives;

use serde_json::{Map, Number, Value};

use crate::schema::resolve;
use alternatives::only_possible;

/// Whole numbers below this have one double each. A greater one that is written with a point or an exponent may have lost
/// digits before it came here, so it stays the double that it is.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// How often a schema leads on to another one for the same value; real types end long before.
const DEEPEST: usize = 16;

/// Gives each number one form: `1.0`, `1e0` and `1` are the whole number 1, and `-0.0` is 0. Whole numbers keep all
/// their digits.
pub(super) fn numbers(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            let whole = number
                .as_f64()
                .filter(|double| double.fract() == 0.0 && double.abs() < EXACT);
            if let Some(whole) = whole {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "it is whole, and below the greatest that is exact"
                )]
                let whole = whole as i64;
                *number = Number::from(whole);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(numbers),
        Value::Object(fields) => fields.values_mut().for_each(numbers),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The input with every field that it leaves out and that has a default. It must be valid, and so is what comes back.
///
/// A default of null is not filled in: to a type, null can be something else than nothing. Neither is one in a union,
/// unless one alternative alone can be meant.
pub(super) fn filled(schema: &Value, input: Value, is_valid: impl FnOnce(&Value) -> bool) -> Value {
    let mut filled = input.clone();
    fill(schema, schema, &mut filled, 0);
    numbers(&mut filled);
    // A default that does not fit its own schema, or that may not stand beside the rest, is none.
    if filled == input || !is_valid(&filled) {
        input
    } else {
        filled
    }
}

fn fill(root: &Value, schema: &Value, value: &mut Value, depth: usize) {
    if depth > DEEPEST {
        return;
    }
    let target = resolve(root, schema);
    if !std::ptr::eq(target, schema) {
        fill(root, target, value, depth + 1);
    }
    match value {
        Value::Object(fields) => fill_object(root, schema, fields),
        Value::Array(items) => fill_items(root, schema, items),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return,
    }
    for part in list(schema, "allOf") {
        fill(root, part, value, depth + 1);
    }
    for keyword in ["oneOf", "anyOf"] {
        let Some(meant) = only_possible(root, schema, keyword, value) else {
            continue;
        };
        let before = value.clone();
        fill(root, meant, value, depth + 1);
        // Filled in, it may look like another alternative, which would then be taken for the one that was meant.
        if only_possible(root, schema, keyword, value).is_none() {
            *value = before;
        }
    }
}

fn fill_object(root: &Value, schema: &Value, fields: &mut Map<String, Value>) {
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        if !fields.contains_key(name) {
            let Some(default) = default(root, property) else {
                continue;
            };
            fields.insert(name.clone(), default.clone());
        }
        if let Some(value) = fields.get_mut(name) {
            fill(root, property, value, 0);
        }
    }
    let others = schema
        .get("additionalProperties")
        .filter(|_| schema.get("patternProperties").is_none());
    for (name, value) in fields {
        if let Some(others) = others
            && properties.is_none_or(|known| !known.contains_key(name))
        {
            fill(root, others, value, 0);
        }
    }
}

fn fill_items(root: &Value, schema: &Value, items: &mut [Value]) {
    let first: Vec<&Value> = list(schema, "prefixItems").collect();
    for (at, item) in items.iter_mut().enumerate() {
        let described = first.get(at).copied().or_else(|| schema.get("items"));
        if let Some(described) = described {
            fill(root, described, item, 0);
        }
    }
}

fn default<'a>(root: &'a Value, property: &'a Value) -> Option<&'a Value> {
    let near = property.get("default");
    near.or_else(|| resolve(root, property).get("default"))
        .filter(|default| !default.is_null())
}

fn list<'a>(schema: &'a Value, keyword: &str) -> impl Iterator<Item = &'a Value> {
    schema
        .get(keyword)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}

#[cfg(test)]
pub(super) mod tests;
