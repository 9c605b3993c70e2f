//! Makes a canonical schema fit for the clients of a surface, without changing what it accepts.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::{each_child, ranges, referred, resolve};

/// Removes what clients stumble over: formats of numbers, which JSON Schema does not define, become the bounds they
/// stand for; descriptions become plain text; and a schema that accepts anything is spelled `{}`.
pub fn plain(schema: &Value) -> Value {
    let mut schema = schema.clone();
    plain_at(&mut schema);
    schema
}

fn plain_at(schema: &mut Value) {
    // "Anything", in the one spelling that every client takes.
    if *schema == Value::Bool(true) {
        *schema = json!({});
    }
    if let Some(object) = schema.as_object_mut() {
        bound_number(object);
        if let Some(Value::String(text)) = object.get_mut("description") {
            *text = plain_text(text);
        }
    }
    each_child(schema, |_, child| plain_at(child));
}

/// Formats that only say how a number is stored, or name a range that a client's doubles can't hold.
const STORAGE: &[&str] = &[
    "int", "int64", "int128", "uint", "uint64", "uint128", "float", "double",
];

fn bound_number(object: &mut Map<String, Value>) {
    let Some(format) = object.get("format").and_then(Value::as_str) else {
        return;
    };
    if STORAGE.contains(&format) {
        object.shift_remove("format");
    } else if let Some((least, most)) = ranges::integers(format) {
        object.shift_remove("format");
        object.entry("minimum").or_insert_with(|| json!(least));
        object.entry("maximum").or_insert_with(|| json!(most));
    }
}

/// A doc comment as a person reads it: no code fences, and of a link only its text.
fn plain_text(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    for line in markdown
        .lines()
        .filter(|line| !line.trim_start().starts_with("```"))
    {
        if !text.is_empty() {
            text.push('\n');
        }
        unlink(line, &mut text);
    }
    text
}

/// `[text](target)`, `[text][target]` and `` [`Type`] `` become `text` and `` `Type` ``.
fn unlink(line: &str, out: &mut String) {
    let mut rest = line;
    while let Some(open) = rest.find('[') {
        let (before, from) = rest.split_at(open);
        out.push_str(before);
        let Some(close) = from.find(']') else {
            rest = from;
            break;
        };
        let (label, after) = (&from[1..close], &from[close + 1..]);
        let target = [('(', ')'), ('[', ']')]
            .into_iter()
            .find_map(|(open, close)| {
                after
                    .strip_prefix(open)
                    .and_then(|target| target.find(close))
            });
        let is_code = label.starts_with('`') && label.ends_with('`') && label.len() > 1;
        match target {
            Some(end) => {
                out.push_str(label);
                rest = &after[end + 2..];
            }
            None if is_code => {
                out.push_str(label);
                rest = after;
            }
            None => {
                out.push_str(&from[..=close]);
                rest = after;
            }
        }
    }
    out.push_str(rest);
}

/// Replaces references by what they refer to. Only a type that contains itself keeps its references, and with them
/// its definition.
pub fn inlined(schema: &Value) -> Value {
    let mut out = schema.clone();
    let removed = out
        .as_object_mut()
        .and_then(|object| object.shift_remove("$defs"));
    let Some(Value::Object(definitions)) = removed else {
        return out;
    };
    let mut kept = BTreeSet::new();
    inline_at(&mut out, &definitions, &mut kept);
    // What a kept definition refers to is inlined in it, or kept as well.
    let mut done = Map::new();
    while let Some(name) = kept.iter().find(|name| !done.contains_key(*name)).cloned() {
        let mut definition = definitions.get(&name).cloned().unwrap_or_default();
        inline_at(&mut definition, &definitions, &mut kept);
        done.insert(name, definition);
    }
    if let Some(object) = out.as_object_mut().filter(|_| !done.is_empty()) {
        object.insert("$defs".into(), Value::Object(done));
    }
    out
}

fn inline_at(schema: &mut Value, definitions: &Map<String, Value>, kept: &mut BTreeSet<String>) {
    let name = referred(schema);
    let Some((name, definition)) =
        name.and_then(|name| Some((name.clone(), definitions.get(&name)?)))
    else {
        each_child(schema, |_, child| {
            inline_at(child, definitions, kept);
        });
        return;
    };
    if contains_itself(&name, definitions) {
        kept.insert(name);
        return;
    }
    let mut inlined = definition.clone();
    inline_at(&mut inlined, definitions, kept);
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    object.shift_remove("$ref");
    match inlined {
        // What stands beside the reference, such as the description of the field, is nearer than the type's own.
        Value::Object(inlined)
            if !object
                .keys()
                .any(|keyword| is_constraint(keyword) && inlined.contains_key(keyword)) =>
        {
            for (keyword, value) in inlined {
                object.entry(keyword).or_insert(value);
            }
        }
        inlined => {
            let parts = object.entry("allOf").or_insert_with(|| json!([]));
            if let Some(parts) = parts.as_array_mut() {
                parts.push(inlined);
            }
        }
    }
    each_child(schema, |_, child| {
        inline_at(child, definitions, kept);
    });
}

/// Whether a keyword changes what is accepted, so that two of them can't be merged into one.
fn is_constraint(keyword: &str) -> bool {
    !matches!(
        keyword,
        "title" | "description" | "default" | "examples" | "deprecated" | "readOnly" | "writeOnly"
    )
}

fn contains_itself(name: &str, definitions: &Map<String, Value>) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![name.to_owned()];
    while let Some(next) = open.pop() {
        let Some(definition) = definitions.get(&next) else {
            continue;
        };
        let mut found = Vec::new();
        references(definition, &mut found);
        for reference in found {
            if reference == name {
                return true;
            }
            if seen.insert(reference.clone()) {
                open.push(reference);
            }
        }
    }
    false
}

fn references(schema: &Value, found: &mut Vec<String>) {
    let mut schema = schema.clone();
    if let Some(name) = referred(&schema) {
        found.push(name);
    }
    each_child(&mut schema, |_, child| references(child, found));
}

/// One object at the root, as most clients of MCP demand: the properties of all alternatives, those required that
/// every alternative requires. It accepts more than the schema it is made from; the executor still enforces that one.
pub fn flat_root(schema: &Value) -> Value {
    let root = resolve(schema, schema);
    let is_union = ["oneOf", "anyOf", "allOf"]
        .iter()
        .any(|keyword| root.get(keyword).is_some());
    if !is_union && root.get("properties").is_some() {
        let mut flat = root.clone();
        if let (Some(flat), Some(outer)) = (flat.as_object_mut(), schema.as_object()) {
            // What stands beside a reference is nearer than what it leads to; the definitions stand beside it too.
            flat.extend(
                outer
                    .clone()
                    .into_iter()
                    .filter(|(keyword, _)| keyword != "$ref"),
            );
        }
        return flat;
    }
    let mut out = Map::new();
    for keyword in ["title", "description"] {
        if let Some(value) = schema.get(keyword).or_else(|| root.get(keyword)) {
            out.insert(keyword.into(), value.clone());
        }
    }
    out.insert("type".into(), json!("object"));
    let fields = super::fields(schema);
    let required: Vec<&str> = fields
        .iter()
        .filter(|field| field.required)
        .map(|field| field.name.as_str())
        .collect();
    let properties: Map<String, Value> = fields
        .iter()
        .map(|field| (field.name.clone(), field.schema.clone()))
        .collect();
    if !required.is_empty() {
        out.insert("required".into(), json!(required));
    }
    out.insert("properties".into(), Value::Object(properties));
    if is_closed(schema, root, 0) {
        out.insert("additionalProperties".into(), json!(false));
    } else if let Some(others) = root.get("additionalProperties") {
        out.insert("additionalProperties".into(), others.clone());
    }
    if let Some(definitions) = schema.get("$defs") {
        out.insert("$defs".into(), definitions.clone());
    }
    Value::Object(out)
}

/// Whether no field is accepted but those that are named.
fn is_closed(root: &Value, schema: &Value, depth: usize) -> bool {
    let schema = resolve(root, schema);
    let is_false = |keyword: &str| schema.get(keyword) == Some(&Value::Bool(false));
    if depth > 16 || is_false("additionalProperties") || is_false("unevaluatedProperties") {
        return true;
    }
    let parts = |keyword: &str| {
        schema
            .get(keyword)
            .and_then(Value::as_array)
            .filter(|parts| !parts.is_empty())
    };
    let closes = |part: &Value| is_closed(root, part, depth + 1);
    ["oneOf", "anyOf"]
        .iter()
        .any(|keyword| parts(keyword).is_some_and(|parts| parts.iter().all(closes)))
        || parts("allOf").is_some_and(|parts| parts.iter().any(closes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_plain(schema: &Value, right: &Value) {
        assert_eq!(&plain(schema), right);
    }

    #[test]
    fn formats_of_numbers_become_bounds() {
        check_plain(
            &json!({"type": "integer", "format": "uint32", "minimum": 0}),
            &json!({"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32}),
        );
        check_plain(
            &json!({"type": "integer", "format": "uint64", "minimum": 0}),
            &json!({"type": "integer", "minimum": 0}),
        );
        check_plain(
            &json!({"type": "number", "format": "double"}),
            &json!({"type": "number"}),
        );
        check_plain(
            &json!({"type": "string", "format": "date-time"}),
            &json!({"type": "string", "format": "date-time"}),
        );
    }

    #[test]
    fn a_property_called_format_is_untouched() {
        let schema = json!({"type": "object", "properties": {"format": {"type": "string"}, "int32": {"const": "int32"}}});
        check_plain(&schema, &schema);
    }

    #[test]
    fn anything_is_an_empty_object_and_a_closed_object_stays_closed() {
        check_plain(
            &json!({"properties": {"a": true, "b": false}, "additionalProperties": false}),
            &json!({"properties": {"a": {}, "b": false}, "additionalProperties": false}),
        );
    }

    #[test]
    fn descriptions_are_plain_text() {
        check_plain(
            &json!({"description": "See [the guide](https://x.y/z) and [`Other`], [a] of [0][1].\n```json\n{}\n```\nend ["}),
            &json!({"description": "See the guide and `Other`, [a] of 0.\n{}\nend ["}),
        );
    }

    #[test]
    fn references_are_inlined_unless_recursive() {
        let schema = json!({
            "properties": {"a": {"$ref": "#/$defs/A", "description": "nearer"}, "t": {"$ref": "#/$defs/T"}},
            "$defs": {
                "A": {"type": "object", "description": "farther", "properties": {"b": {"$ref": "#/$defs/B"}}},
                "B": {"type": "string"},
                "T": {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/T"}}, "b": {"$ref": "#/$defs/B"}}},
            },
        });
        assert_eq!(
            inlined(&schema),
            json!({
                "properties": {
                    "a": {"description": "nearer", "type": "object", "properties": {"b": {"type": "string"}}},
                    "t": {"$ref": "#/$defs/T"},
                },
                "$defs": {
                    "T": {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/T"}}, "b": {"type": "string"}}},
                },
            })
        );
    }

    #[test]
    fn a_union_at_the_root_is_published_as_one_object() {
        let schema = json!({"oneOf": [
            {"type": "object", "properties": {"t": {"type": "string", "const": "A"}, "x": {"type": "integer"}}, "required": ["t", "x"]},
            {"type": "object", "properties": {"t": {"type": "string", "const": "B"}}, "required": ["t"]},
        ], "unevaluatedProperties": false});
        assert_eq!(
            flat_root(&schema),
            json!({
                "type": "object",
                "required": ["t"],
                "properties": {"t": {"type": "string", "enum": ["A", "B"]}, "x": {"type": "integer"}},
                "additionalProperties": false,
            })
        );
    }

    /// Whatever the canonical schema accepts, the published one accepts.
    #[track_caller]
    fn check_wider(canonical: &Value, accepted: &[Value]) {
        let published = flat_root(canonical);
        for (schema, name) in [(canonical, "canonical"), (&published, "published")] {
            let validator = jsonschema::validator_for(schema).unwrap();
            for instance in accepted {
                assert!(
                    validator.is_valid(instance),
                    "{name} refuses {instance}: {schema:#}"
                );
            }
        }
        assert!(
            published.get("$ref").is_none() && published["type"] == "object",
            "{published:#}"
        );
    }

    #[test]
    fn a_flat_root_accepts_no_less() {
        check_wider(
            &json!({"anyOf": [
                {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": false},
                {"type": "object", "additionalProperties": {"type": "string"}},
            ]}),
            &[json!({"a": 1}), json!({"b": "x", "c": "y"})],
        );
        check_wider(
            &json!({"oneOf": [
                {"type": "object", "properties": {"t": {"enum": ["a", null], "type": ["string", "null"]}}, "additionalProperties": false},
                {"type": "object", "properties": {"t": {"const": "b", "type": "string"}}, "additionalProperties": false},
            ]}),
            &[json!({"t": null}), json!({"t": "a"}), json!({"t": "b"})],
        );
        check_wider(
            &json!({
                "$ref": "#/$defs/Tree",
                "$defs": {"Tree": {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}}, "additionalProperties": false}},
            }),
            &[json!({"kids": [{"kids": []}]})],
        );
    }
}
