//! Each kind of change of a schema: what it is for whoever calls, and for whoever reads the answer.

mod fields;
mod limits;

use serde_json::{Value, json};

use super::changes;
use crate::compat::Side;

#[track_caller]
fn check(old: Value, new: Value, input: &[&str], output: &[&str]) {
    for (side, right) in [(Side::Input, input), (Side::Output, output)] {
        assert_eq!(changes(&old, &new, side), right, "{side:?}\n{old}\n{new}");
        assert_eq!(changes(&old, &old, side), [""; 0], "{side:?} {old}");
        assert_eq!(changes(&new, &new, side), [""; 0], "{side:?} {new}");
    }
}

/// Two ways to write one thing.
#[track_caller]
fn same(old: Value, new: Value) {
    check(old.clone(), new.clone(), &[], &[]);
    check(new, old, &[], &[]);
}

/// An object with these fields, closed as inputs are.
fn object(fields: Value, required: Value) -> Value {
    json!({"type": "object", "properties": fields, "required": required, "additionalProperties": false})
}

#[test]
fn prose_names_and_order_are_nothing() {
    same(
        json!({"type": "string"}),
        json!({"description": "A text.", "type": "string"}),
    );
    same(
        json!({"type": "string", "title": "A", "$comment": "a", "examples": ["a"]}),
        json!({"type": "string", "title": "B", "$comment": "b", "examples": ["b"]}),
    );
    same(
        object(
            json!({"a": {"type": "string", "description": "a"}}),
            json!(["a"]),
        ),
        object(
            json!({"a": {"description": "b", "type": "string"}}),
            json!(["a"]),
        ),
    );
    same(
        object(json!({"a": true, "b": true}), json!(["a", "b"])),
        object(json!({"b": {}, "a": true}), json!(["b", "a"])),
    );
    same(
        json!({"$ref": "#/$defs/A", "$defs": {"A": {"type": "string"}}}),
        json!({"$ref": "#/$defs/B", "$defs": {"B": {"type": "string", "title": "B"}, "C": true}}),
    );
    same(
        json!({"$ref": "#/$defs/A", "$defs": {"A": {"type": "string"}}}),
        json!({"type": "string"}),
    );
}

#[test]
fn one_type_written_in_two_ways_is_one_type() {
    same(json!(true), json!({}));
    same(
        json!({"type": ["string", "null"]}),
        json!({"anyOf": [{"type": "string"}, {"type": "null"}]}),
    );
    same(
        json!({"type": ["string", "null"]}),
        json!({"type": ["null", "string"]}),
    );
    same(json!({"enum": ["a", "b"]}), json!({"enum": ["b", "a"]}));
    // A description makes a variant an alternative of its own.
    same(
        json!({"type": "string", "enum": ["a", "b"]}),
        json!({"oneOf": [{"type": "string", "const": "a", "description": "A."}, {"type": "string", "enum": ["b"]}]}),
    );
    same(
        json!({"anyOf": [{"type": "string"}]}),
        json!({"type": "string"}),
    );
    same(
        json!({"allOf": [{"type": "string"}, {"minLength": 1}]}),
        json!({"type": "string", "minLength": 1}),
    );
    same(
        json!({"type": "integer", "exclusiveMinimum": 0}),
        json!({"type": "integer", "minimum": 1}),
    );
    same(
        json!({"type": "integer", "format": "uint8"}),
        json!({"type": "integer", "minimum": 0, "maximum": 255}),
    );
    // Flattened or not, the fields are the same.
    same(
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "allOf": [{"type": "object",
            "properties": {"b": {"type": "string"}}, "required": ["b"]}], "unevaluatedProperties": false}),
        object(
            json!({"a": {"type": "string"}, "b": {"type": "string"}}),
            json!(["b"]),
        ),
    );
    same(
        json!({"type": "integer", "minLength": 3}),
        json!({"type": "integer", "pattern": "x"}),
    );
}

#[test]
fn alternatives() {
    let tagged = |tag: &str, field: &str| {
        object(
            json!({"t": {"const": tag}, field: {"type": "string"}}),
            json!(["t", field]),
        )
    };
    let (a, b, c) = (tagged("a", "x"), tagged("b", "x"), tagged("c", "y"));
    check(json!({"oneOf": [a, b]}), json!({"oneOf": [b, a]}), &[], &[]);
    check(
        json!({"oneOf": [a, b]}),
        json!({"oneOf": [a, b, c]}),
        &["minor form_added"],
        &["major form_added"],
    );
    check(
        json!({"oneOf": [a, b, c]}),
        json!({"oneOf": [a, c]}),
        &["major form_removed"],
        &["patch form_removed"],
    );
    // What is told apart by its tag is compared with its like.
    check(
        json!({"oneOf": [a, b]}),
        json!({"oneOf": [tagged("a", "z"), b]}),
        &[
            "major field_removed /properties/x",
            "major required_field_added /properties/z",
        ],
        &[
            "major field_removed /properties/x",
            "minor field_added /properties/z",
        ],
    );
    let variant = |name: &str, of: &str| object(json!({name: {"type": of}}), json!([name]));
    check(
        json!({"oneOf": [variant("A", "string"), variant("B", "string")]}),
        json!({"oneOf": [variant("A", "string"), variant("B", "boolean")]}),
        &[
            "major form_removed /properties/B",
            "minor form_added /properties/B",
        ],
        &[
            "patch form_removed /properties/B",
            "major form_added /properties/B",
        ],
    );
    check(
        json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        json!({"anyOf": [{"type": "string"}, {"type": "number"}]}),
        &["minor limit_loosened /type"],
        &["major limit_loosened /type"],
    );
    // One form that is covered by another is no new form.
    check(
        json!({"anyOf": [{"type": "string"}]}),
        json!({"anyOf": [{"type": "string"}, {"type": "string", "maxLength": 3}]}),
        &[],
        &[],
    );
    // Where exactly one must hold, an overlap takes values away.
    check(
        json!({"oneOf": [{"type": "string"}]}),
        json!({"oneOf": [{"type": "string"}, {"type": "string", "maxLength": 3}]}),
        &["major unmodelled"],
        &["major unmodelled"],
    );
}

#[test]
fn what_is_not_modelled_breaks() {
    for (keyword, old, new) in [
        ("not", json!({"const": "a"}), json!({"const": "b"})),
        ("if", json!({"const": "a"}), json!({"const": "b"})),
        (
            "propertyNames",
            json!({"pattern": "a"}),
            json!({"pattern": "b"}),
        ),
        (
            "dependentRequired",
            json!({"a": ["b"]}),
            json!({"a": ["c"]}),
        ),
        ("writeOnly", json!(true), json!(false)),
        ("x-anything", json!(1), json!(2)),
        ("$dynamicRef", json!("#a"), json!("#b")),
    ] {
        let schema = |value| json!({"type": "object", keyword: value});
        let right = format!("major unmodelled /{keyword}");
        check(schema(old), schema(new), &[&right], &[&right]);
    }
    check(
        json!({"$ref": "#/$defs/A", "$defs": {"A": true}}),
        json!({"$ref": "#/$defs/B", "$defs": {"A": true}}),
        &["major unmodelled"],
        &["major unmodelled"],
    );
    check(
        json!("no schema"),
        json!({}),
        &["major unmodelled"],
        &["major unmodelled"],
    );
}

#[test]
fn types_that_hold_themselves() {
    let tree = |value: Value, name: &str| {
        json!({
            "$ref": format!("#/$defs/{name}"),
            "$defs": {name: {
                "type": "object",
                "properties": {
                    "value": value,
                    "left": {"anyOf": [{"$ref": format!("#/$defs/{name}")}, {"type": "null"}]},
                    "rest": {"type": "array", "items": {"$ref": format!("#/$defs/{name}")}},
                },
                "required": ["value"],
            }},
        })
    };
    same(
        tree(json!({"type": "string"}), "Tree"),
        tree(json!({"type": "string"}), "Node"),
    );
    check(
        tree(json!({"type": "string"}), "Tree"),
        tree(json!({"type": ["string", "null"]}), "Node"),
        &["minor value_added /properties/value"],
        &["major value_added /properties/value"],
    );
}
