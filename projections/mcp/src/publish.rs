//! The schemas of a tool as clients take them: one object at the root, without what makes them refuse a session.

use onefold::schema;
use serde_json::{Map, Value, json};

/// A schema that no tool can have: in words, what it describes instead of an object.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoObject(pub(crate) &'static str);

/// The published schema of a tool's input.
///
/// A union at the root is flattened into one object, since several clients reject the whole session over it; the
/// executor still enforces the exact schema.
pub(crate) fn input(canonical: &Value) -> Result<Map<String, Value>, NoObject> {
    let schema = schema::inlined(&schema::plain(canonical));
    // The arguments of a call are always an object, so that an input may be `null` as well is of no account.
    if schema["type"] == "null" || !is_object(&schema, &schema, &["object", "null"], DEPTH) {
        return Err(NoObject(described(&schema)));
    }
    let is_one = schema["type"] == "object" && !COMBINING.iter().any(|it| schema.get(it).is_some());
    rooted(if is_one {
        schema
    } else {
        schema::flat_root(&schema)
    })
}

/// The published schema of a tool's output.
///
/// It stays exact, because clients validate answers against it.
pub(crate) fn output(canonical: &Value) -> Result<Map<String, Value>, NoObject> {
    let schema = schema::inlined(&schema::plain(canonical));
    if !is_object(&schema, &schema, &["object"], DEPTH) {
        return Err(NoObject(described(&schema)));
    }
    rooted(schema)
}

/// A text without the Markdown that a client would show as it stands.
pub(crate) fn plain_text(markdown: &str) -> String {
    let plain = schema::plain(&json!({ "description": markdown }));
    plain["description"].as_str().unwrap_or_default().to_owned()
}

/// What a tool takes that takes nothing.
pub(crate) fn no_arguments() -> Map<String, Value> {
    let mut none = Map::new();
    none.insert("type".into(), json!("object"));
    none.insert("additionalProperties".into(), json!(false));
    none
}

/// The keywords that make of a root something else than one object.
const COMBINING: &[&str] = &["$ref", "allOf", "anyOf", "oneOf"];

/// How deep alternatives may lie within each other; a schema that is its own alternative has no bottom.
const DEPTH: u8 = 16;

/// Whether every value that satisfies `schema` is of one of these types.
fn is_object(root: &Value, schema: &Value, types: &[&str], depth: u8) -> bool {
    let schema = schema::resolve(root, schema);
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let named = |name: &Value| name.as_str().is_some_and(|name| types.contains(&name));
    let parts = |keyword: &str| schema.get(keyword).and_then(Value::as_array);
    let holds = |part: &Value| is_object(root, part, types, depth);
    match &schema["type"] {
        Value::Array(kinds) => kinds.iter().all(named),
        Value::String(_) => named(&schema["type"]),
        _ => match (parts("oneOf").or_else(|| parts("anyOf")), parts("allOf")) {
            (Some(alternatives), _) if !alternatives.is_empty() => alternatives.iter().all(holds),
            (_, all) => all.is_some_and(|all| all.iter().any(holds)),
        },
    }
}

/// In words, what a schema describes that is no object.
fn described(schema: &Value) -> &'static str {
    let root = schema::resolve(schema, schema);
    match root["type"].as_str() {
        Some("array") => "a list",
        Some("boolean") => "a boolean",
        Some("integer" | "number") => "a number",
        Some("null") => "nothing",
        Some("string") => "a text",
        _ if root.as_object().is_some_and(|root| !root.is_empty()) => "not always an object",
        _ => "any value",
    }
}

/// MCP wants `"type": "object"` written at the root, which a reference or a union of objects does not say by itself. The
/// title goes: it is the name of a Rust type, and a tool has its own.
fn rooted(schema: Value) -> Result<Map<String, Value>, NoObject> {
    let Value::Object(schema) = schema else {
        return Err(NoObject(described(&schema)));
    };
    let mut rooted = Map::new();
    rooted.insert("type".into(), json!("object"));
    let others = schema
        .into_iter()
        .filter(|(keyword, _)| !matches!(keyword.as_str(), "type" | "title"));
    rooted.extend(others);
    Ok(rooted)
}

#[cfg(test)]
mod tests {
    use super::*;

    type Publish = fn(&Value) -> Result<Map<String, Value>, NoObject>;

    #[track_caller]
    fn check(publish: Publish, canonical: &Value, right: &Value) {
        let published = publish(canonical).map(Value::Object);
        assert_eq!(published.as_ref(), Ok(right));
    }

    #[track_caller]
    fn check_refused(publish: Publish, canonical: &Value, what: &'static str) {
        assert_eq!(publish(canonical), Err(NoObject(what)), "{canonical}");
    }

    #[test]
    fn an_input_is_one_object() {
        let none = json!({"title": "NoInput", "type": "object", "additionalProperties": false});
        check(
            input,
            &none,
            &json!({"type": "object", "additionalProperties": false}),
        );
        let map = json!({"type": "object", "additionalProperties": {"type": "string"}});
        check(input, &map, &map);
        check(
            input,
            &json!({
                "type": "object",
                "properties": {"limit": {"$ref": "#/$defs/Limit"}},
                "additionalProperties": false,
                "$defs": {"Limit": {"type": "integer", "format": "uint8", "minimum": 0}},
            }),
            &json!({
                "type": "object",
                "properties": {"limit": {"type": "integer", "minimum": 0, "maximum": 255}},
                "additionalProperties": false,
            }),
        );
    }

    #[test]
    fn a_union_of_inputs_is_flattened() {
        let one = json!({
            "type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": false
        });
        let other = json!({"type": "object", "properties": {"b": {"type": "string"}}});
        let properties = json!({"a": {"type": "string"}, "b": {"type": "string"}});
        check(
            input,
            &json!({"anyOf": [one, other, {"type": "null"}]}),
            &json!({"type": "object", "properties": properties}),
        );
        check(
            input,
            &json!({"anyOf": [one, one]}),
            &json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}, "additionalProperties": false}),
        );
    }

    #[test]
    fn an_output_stays_exact() {
        check(
            output,
            &json!({"oneOf": [{"type": "object"}, {"type": "object", "required": ["a"]}]}),
            &json!({"type": "object", "oneOf": [{"type": "object"}, {"type": "object", "required": ["a"]}]}),
        );
        let kids = json!({"type": "array", "items": {"$ref": "#/$defs/Tree"}});
        let definitions = json!({"Tree": {"type": "object", "properties": {"kids": kids}}});
        check(
            output,
            &json!({"$ref": "#/$defs/Tree", "$defs": definitions}),
            &json!({"type": "object", "$ref": "#/$defs/Tree", "$defs": definitions}),
        );
    }

    #[test]
    fn what_is_no_object_is_told_in_words() {
        for (schema, what) in [
            (json!({"type": "array"}), "a list"),
            (json!({"type": "null"}), "nothing"),
            (json!({"type": "integer", "format": "uint8"}), "a number"),
            (
                json!({"type": ["object", "string"]}),
                "not always an object",
            ),
            (
                json!({"anyOf": [{"type": "object"}, {"type": "string"}]}),
                "not always an object",
            ),
            (json!({"oneOf": [{"$ref": "#"}]}), "not always an object"),
            (json!({}), "any value"),
            (json!(true), "any value"),
        ] {
            check_refused(input, &schema, what);
            check_refused(output, &schema, what);
        }
        let nullable = json!({"type": ["object", "null"]});
        check_refused(output, &nullable, "not always an object");
    }
}
