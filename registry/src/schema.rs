//! Schemas: read from types or written as values, closed for inputs, and made fit for the clients of each surface.

mod close;
mod fields;
mod generate;
mod publish;
mod ranges;
mod written;

pub use fields::{Field, Shape, fields};
pub(crate) use generate::{input, output};
pub use publish::{flat_root, inlined, plain};
pub(crate) use written::{validator, written, written_input};

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use serde_json::Value;

/// Escapes a name for use in a JSON Pointer (RFC 6901 §3).
pub fn escape_pointer(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Follows a `$ref` within `root`, as often as it leads on; other schemas are returned as they are.
///
/// A reference that leads nowhere, or in a circle, ends where it stands.
pub fn resolve<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    let mut at = schema;
    for _ in 0..64 {
        let pointer = at.get("$ref").and_then(Value::as_str).and_then(fragment);
        let Some(target) = pointer.and_then(|pointer| root.pointer(&pointer)) else {
            break;
        };
        at = target;
    }
    at
}

/// The name of the definition that a reference leads to, where it leads to one of the same document.
pub fn definition_name(reference: &str) -> Option<String> {
    let pointer = fragment(reference)?;
    let name = pointer
        .strip_prefix("/$defs/")
        .filter(|name| !name.contains('/'))?;
    Some(name.replace("~1", "/").replace("~0", "~"))
}

/// The JSON Pointer of a reference into the same document. As a part of a URI it may be percent-encoded (RFC 6901 §6).
pub(crate) fn fragment(reference: &str) -> Option<Cow<'_, str>> {
    percent_decode_str(reference.strip_prefix('#')?)
        .decode_utf8()
        .ok()
}

/// The name of the definition that a schema refers to.
fn referred(schema: &Value) -> Option<String> {
    definition_name(schema.get("$ref")?.as_str()?)
}

/// Removes the annotations that only people read.
pub(crate) fn without_prose(schema: &mut Value) {
    if let Some(object) = schema.as_object_mut() {
        for annotation in ["title", "description", "examples", "$comment"] {
            object.shift_remove(annotation);
        }
    }
    each_child(schema, |_, child| without_prose(child));
}

/// Whether any part of a schema states a default that says more than nothing does.
pub(crate) fn states_defaults(schema: &Value) -> bool {
    fn look(schema: &mut Value) -> bool {
        let mut found = schema.get("default").is_some_and(|value| !value.is_null());
        each_child(schema, |_, child| found = found || look(child));
        found
    }
    look(&mut schema.clone())
}

/// The keywords that hold one schema.
const ONE: &[&str] = &[
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// The keywords that hold a list of schemas.
const LIST: &[&str] = &["allOf", "anyOf", "oneOf", "prefixItems"];

/// The keywords that hold a map from names to schemas.
const MAP: &[&str] = &[
    "$defs",
    "dependentSchemas",
    "patternProperties",
    "properties",
];

/// Calls `visit` with every schema directly inside `schema` and the keyword that holds it; the names of properties
/// are never taken for keywords.
pub fn each_child(schema: &mut Value, mut visit: impl FnMut(&str, &mut Value)) {
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    for (keyword, value) in object {
        let keyword = keyword.as_str();
        if ONE.contains(&keyword) {
            visit(keyword, value);
        } else if LIST.contains(&keyword) {
            value
                .as_array_mut()
                .into_iter()
                .flatten()
                .for_each(|child| visit(keyword, child));
        } else if MAP.contains(&keyword) {
            let children = value
                .as_object_mut()
                .into_iter()
                .flat_map(serde_json::Map::values_mut);
            children.for_each(|child| visit(keyword, child));
        }
    }
}
