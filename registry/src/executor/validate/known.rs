//! The names that are right where an unknown one was given.

use jsonschema::ValidationError;
use serde_json::Value;

use crate::schema::resolve;

/// The properties that the schema around the failing keyword knows.
pub(super) fn known_properties(error: &ValidationError<'_>, schema: &Value) -> Vec<String> {
    let path = error.schema_path().as_str();
    let holder = path.rsplit_once('/').map_or("", |(holder, _)| holder);
    let mut names = Vec::new();
    if let Some(holder) = at_schema_path(schema, holder) {
        collect_properties(schema, holder, 0, &mut names);
    }
    names
}

/// A schema path goes through references; a pointer does not.
fn at_schema_path<'a>(root: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('/').skip(1).try_fold(root, |at, segment| {
        if segment == "$ref" {
            return Some(resolve(root, at));
        }
        let segment = segment.replace("~1", "/").replace("~0", "~");
        match at {
            Value::Array(items) => items.get(segment.parse::<usize>().ok()?),
            _ => at.get(&segment),
        }
    })
}

fn collect_properties(root: &Value, schema: &Value, depth: usize, names: &mut Vec<String>) {
    if depth > 16 {
        return;
    }
    for name in schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flat_map(|map| map.keys())
    {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    let parts = ["allOf", "anyOf", "oneOf"]
        .into_iter()
        .filter_map(|keyword| schema.get(keyword)?.as_array());
    for part in parts.flatten() {
        collect_properties(root, resolve(root, part), depth + 1, names);
    }
}
