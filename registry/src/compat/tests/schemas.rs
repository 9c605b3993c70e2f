//! Each kind of change of a schema: what it is for whoever calls, and for whoever reads the answer.

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
fn fields() {
    let one = || object(json!({"a": {"type": "string"}}), json!(["a"]));
    let more = |required| {
        object(
            json!({"a": {"type": "string"}, "b": {"type": "string"}}),
            required,
        )
    };
    check(
        one(),
        more(json!(["a"])),
        &["minor field_added /properties/b"],
        &["minor field_added /properties/b"],
    );
    check(
        one(),
        more(json!(["a", "b"])),
        &["major required_field_added /properties/b"],
        &["minor field_added /properties/b"],
    );
    check(
        more(json!(["a"])),
        one(),
        &["major field_removed /properties/b"],
        &["major field_removed /properties/b"],
    );
    check(
        more(json!(["a", "b"])),
        one(),
        &["major field_removed /properties/b"],
        &["major field_removed /properties/b"],
    );
    check(
        more(json!(["a"])),
        more(json!(["a", "b"])),
        &["major field_required /properties/b"],
        &["minor field_required /properties/b"],
    );
    check(
        more(json!(["a", "b"])),
        more(json!(["a"])),
        &["minor field_optional /properties/b"],
        &["major field_optional /properties/b"],
    );
    // A renamed field is one that is gone and one that is new.
    check(
        object(json!({"a": {"type": "string"}}), json!([])),
        object(json!({"b": {"type": "string"}}), json!([])),
        &[
            "major field_removed /properties/a",
            "minor field_added /properties/b",
        ],
        &[
            "major field_removed /properties/a",
            "minor field_added /properties/b",
        ],
    );
    // Fields that are named like prose are fields.
    check(
        object(json!({"title": {"type": "string"}}), json!([])),
        object(json!({"title": {"type": "integer"}}), json!([])),
        &[
            "major form_removed /properties/title",
            "minor form_added /properties/title",
        ],
        &[
            "patch form_removed /properties/title",
            "major form_added /properties/title",
        ],
    );
    check(
        object(json!({"a/b~c": {"type": "string"}}), json!([])),
        object(json!({}), json!([])),
        &["major field_removed /properties/a~1b~0c"],
        &["major field_removed /properties/a~1b~0c"],
    );
}

#[test]
fn fields_of_objects_that_have_others_too() {
    let open = |fields| json!({"type": "object", "properties": fields});
    let map = |of| json!({"type": "object", "additionalProperties": of});
    // What any field could be is no longer what this one can be.
    check(
        open(json!({})),
        open(json!({"a": {"type": "string"}})),
        &["major field_added /properties/a"],
        &["minor field_added /properties/a"],
    );
    check(
        open(json!({})),
        open(json!({"a": true})),
        &["minor field_added /properties/a"],
        &["minor field_added /properties/a"],
    );
    check(
        open(json!({"a": {"type": "string"}})),
        open(json!({})),
        &["major field_removed /properties/a"],
        &["major field_removed /properties/a"],
    );
    check(
        map(json!({"type": "string"})),
        json!({"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": {"type": "string"}}),
        &["major field_added /properties/a"],
        &["major field_added /properties/a"],
    );
    check(
        map(json!({"type": "string"})),
        map(json!({"type": ["string", "null"]})),
        &["minor value_added /additionalProperties"],
        &["major value_added /additionalProperties"],
    );
    check(
        map(json!(true)),
        map(json!(false)),
        &["major limit_tightened /additionalProperties"],
        &["patch limit_tightened /additionalProperties"],
    );
    check(
        map(json!(false)),
        map(json!(true)),
        &["minor limit_loosened /additionalProperties"],
        &["minor limit_loosened /additionalProperties"],
    );
    check(
        json!({"type": "object", "patternProperties": {"^a": {"type": "string"}}, "additionalProperties": false}),
        json!({"type": "object", "patternProperties": {"^a": {"type": ["string", "null"]}}, "additionalProperties": false}),
        &["minor value_added /patternProperties/^a"],
        &["major value_added /patternProperties/^a"],
    );
    check(
        json!({"type": "object", "patternProperties": {"^a": true}, "additionalProperties": false}),
        json!({"type": "object", "patternProperties": {"^b": true}, "additionalProperties": false}),
        &["major unmodelled /patternProperties"],
        &["major unmodelled /patternProperties"],
    );
    check(
        json!({"type": "object", "minProperties": 1}),
        json!({"type": "object", "maxProperties": 3}),
        &[
            "minor limit_loosened /minProperties",
            "major limit_tightened /maxProperties",
        ],
        &[
            "major limit_loosened /minProperties",
            "patch limit_tightened /maxProperties",
        ],
    );
}

#[test]
fn types_and_values() {
    check(
        json!({"type": "string"}),
        json!({"type": ["string", "null"]}),
        &["minor value_added"],
        &["major value_added"],
    );
    check(
        json!({"type": "string"}),
        json!({"type": "integer"}),
        &["major form_removed", "minor form_added"],
        &["patch form_removed", "major form_added"],
    );
    check(
        json!({"type": "integer"}),
        json!({"type": "number"}),
        &["minor limit_loosened /type"],
        &["major limit_loosened /type"],
    );
    check(
        json!({"type": "number"}),
        json!({"type": "integer"}),
        &["major limit_tightened /type"],
        &["patch limit_tightened /type"],
    );
    check(
        json!({"enum": ["a"]}),
        json!({"enum": ["a", "b"]}),
        &["minor value_added"],
        &["major value_added"],
    );
    check(
        json!({"enum": ["a", "b"]}),
        json!({"enum": ["b"]}),
        &["major value_removed"],
        &["patch value_removed"],
    );
    check(
        json!({"const": "a"}),
        json!({"const": "b"}),
        &["major value_removed", "minor value_added"],
        &["patch value_removed", "major value_added"],
    );
    check(
        json!({"enum": ["a"]}),
        json!({"type": "string"}),
        &["minor form_added"],
        &["major form_added"],
    );
    check(
        json!({"type": "string"}),
        json!({"enum": ["a"]}),
        &["major form_removed"],
        &["patch form_removed"],
    );
    check(
        json!({"enum": ["a"]}),
        json!({"type": "string", "minLength": 2}),
        &["major value_removed", "minor form_added"],
        &["patch value_removed", "major form_added"],
    );
    check(
        json!({"type": "boolean"}),
        json!({"const": true}),
        &["major form_removed"],
        &["patch form_removed"],
    );
    check(
        json!({"type": "string"}),
        json!({"type": "string", "enum": ["a"], "pattern": "a"}),
        &["major unmodelled"],
        &["major unmodelled"],
    );
    check(
        json!({"type": "null"}),
        json!(false),
        &["major value_removed"],
        &["patch value_removed"],
    );
}

#[test]
fn limits_of_numbers() {
    let n = |more: Value| {
        let mut schema = json!({"type": "integer"});
        schema
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        schema
    };
    check(
        n(json!({"minimum": 1})),
        n(json!({"minimum": 2})),
        &["major limit_tightened /minimum"],
        &["patch limit_tightened /minimum"],
    );
    check(
        n(json!({"maximum": 1})),
        n(json!({"maximum": 2})),
        &["minor limit_loosened /maximum"],
        &["major limit_loosened /maximum"],
    );
    check(
        n(json!({})),
        n(json!({"exclusiveMinimum": 5})),
        &["major limit_tightened /minimum"],
        &["patch limit_tightened /minimum"],
    );
    check(
        json!({"type": "number", "minimum": 0}),
        json!({"type": "number", "exclusiveMinimum": 0}),
        &["major limit_tightened /minimum"],
        &["patch limit_tightened /minimum"],
    );
    check(
        json!({"type": "number", "exclusiveMaximum": 1.5}),
        json!({"type": "number", "maximum": 1.5}),
        &["minor limit_loosened /maximum"],
        &["major limit_loosened /maximum"],
    );
    // The numbers of Rust are ranges.
    check(
        n(json!({"format": "uint32", "minimum": 0})),
        n(json!({"format": "uint64", "minimum": 0})),
        &["minor limit_loosened /maximum"],
        &["major limit_loosened /maximum"],
    );
    check(
        n(json!({"format": "int64"})),
        n(json!({"format": "uint64"})),
        &[
            "major limit_tightened /minimum",
            "minor limit_loosened /maximum",
        ],
        &[
            "patch limit_tightened /minimum",
            "major limit_loosened /maximum",
        ],
    );
    check(
        n(json!({"maximum": 18_446_744_073_709_551_614_u64})),
        n(json!({"maximum": 18_446_744_073_709_551_615_u64})),
        &["minor limit_loosened /maximum"],
        &["major limit_loosened /maximum"],
    );
    check(
        json!({"type": "number", "format": "double"}),
        json!({"type": "number", "format": "float"}),
        &[
            "major limit_tightened /minimum",
            "major limit_tightened /maximum",
        ],
        &[
            "patch limit_tightened /minimum",
            "patch limit_tightened /maximum",
        ],
    );
    check(
        n(json!({"multipleOf": 2})),
        n(json!({"multipleOf": 4})),
        &["major limit_tightened /multipleOf"],
        &["patch limit_tightened /multipleOf"],
    );
    check(
        n(json!({"multipleOf": 2})),
        n(json!({"multipleOf": 3})),
        &[
            "major limit_tightened /multipleOf",
            "minor limit_loosened /multipleOf",
        ],
        &[
            "patch limit_tightened /multipleOf",
            "major limit_loosened /multipleOf",
        ],
    );
    check(
        n(json!({"multipleOf": 2})),
        n(json!({})),
        &["minor limit_loosened /multipleOf"],
        &["major limit_loosened /multipleOf"],
    );
}

#[test]
fn limits_of_texts() {
    let s = |keyword: &str, value: Value| json!({"type": "string", keyword: value});
    let free = || json!({"type": "string"});
    check(
        s("minLength", json!(1)),
        s("minLength", json!(2)),
        &["major limit_tightened /minLength"],
        &["patch limit_tightened /minLength"],
    );
    check(
        s("maxLength", json!(9)),
        free(),
        &["minor limit_loosened /maxLength"],
        &["major limit_loosened /maxLength"],
    );
    same(s("minLength", json!(0)), free());
    check(
        free(),
        s("pattern", json!("^a")),
        &["major limit_tightened /pattern"],
        &["patch limit_tightened /pattern"],
    );
    check(
        s("pattern", json!("^a")),
        s("pattern", json!("^b")),
        &[
            "major limit_tightened /pattern",
            "minor limit_loosened /pattern",
        ],
        &[
            "patch limit_tightened /pattern",
            "major limit_loosened /pattern",
        ],
    );
    check(
        free(),
        s("format", json!("uuid")),
        &["major limit_tightened /format"],
        &["patch limit_tightened /format"],
    );
    check(
        s("format", json!("uuid")),
        free(),
        &["minor limit_loosened /format"],
        &["major limit_loosened /format"],
    );
}

#[test]
fn arrays() {
    let a = |keyword: &str, value: Value| json!({"type": "array", keyword: value});
    check(
        a("items", json!({"type": "string"})),
        a("items", json!({"type": ["string", "null"]})),
        &["minor value_added /items"],
        &["major value_added /items"],
    );
    check(
        a("maxItems", json!(3)),
        a("maxItems", json!(4)),
        &["minor limit_loosened /maxItems"],
        &["major limit_loosened /maxItems"],
    );
    check(
        a("minItems", json!(3)),
        a("minItems", json!(4)),
        &["major limit_tightened /minItems"],
        &["patch limit_tightened /minItems"],
    );
    check(
        json!({"type": "array"}),
        a("uniqueItems", json!(true)),
        &["major limit_tightened /uniqueItems"],
        &["patch limit_tightened /uniqueItems"],
    );
    check(
        a("prefixItems", json!([{"type": "string"}, {"type": "null"}])),
        a(
            "prefixItems",
            json!([{"type": "string"}, {"type": "boolean"}]),
        ),
        &[
            "major value_removed /prefixItems/1",
            "minor form_added /prefixItems/1",
        ],
        &[
            "patch value_removed /prefixItems/1",
            "major form_added /prefixItems/1",
        ],
    );
    check(
        a("contains", json!({"type": "string"})),
        a("contains", json!({"type": "string", "description": "a"})),
        &[],
        &[],
    );
    check(
        a("contains", json!({"type": "string"})),
        a("contains", json!({"type": "null"})),
        &["major unmodelled /contains"],
        &["major unmodelled /contains"],
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
fn what_it_means_to_leave_a_field_out() {
    let field = |default: Value| {
        object(
            json!({"a": {"type": "integer", "default": default}}),
            json!([]),
        )
    };
    let none = || object(json!({"a": {"type": "integer"}}), json!([]));
    let required = || object(json!({"a": {"type": "integer"}}), json!(["a"]));
    check(
        field(json!(1)),
        field(json!(2)),
        &["major default_changed /properties/a/default"],
        &[],
    );
    check(
        none(),
        field(json!(2)),
        &["major default_changed /properties/a/default"],
        &[],
    );
    check(
        field(json!(1)),
        none(),
        &["major default_changed /properties/a/default"],
        &[],
    );
    same(none(), field(json!(null)));
    check(
        required(),
        field(json!(1)),
        &["minor field_optional /properties/a"],
        &["major field_optional /properties/a"],
    );
    check(
        field(json!(1)),
        required(),
        &["major field_required /properties/a"],
        &["minor field_required /properties/a"],
    );
    let deprecated = || {
        object(
            json!({"a": {"type": "integer", "deprecated": true}}),
            json!([]),
        )
    };
    check(
        none(),
        deprecated(),
        &["minor deprecation_changed /properties/a/deprecated"],
        &["minor deprecation_changed /properties/a/deprecated"],
    );
    check(
        deprecated(),
        none(),
        &["patch deprecation_changed /properties/a/deprecated"],
        &["patch deprecation_changed /properties/a/deprecated"],
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
