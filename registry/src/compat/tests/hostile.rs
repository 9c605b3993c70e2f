//! Schemas that are made to cost: the comparison ends, and says that it does not know.

use serde_json::{Map, Value, json};

use super::changes;
use crate::compat::Side;

#[track_caller]
fn check(old: &Value, new: &Value, right: &[&str]) {
    for side in [Side::Input, Side::Output] {
        assert_eq!(changes(old, new, side), right, "{side:?}");
    }
}

#[track_caller]
fn check_input(old: &Value, new: &Value, right: &[&str]) {
    assert_eq!(changes(old, new, Side::Input), right);
}

/// `A0` holds `A1` twice, which holds `A2` twice, and so on to the last.
fn doubling(depth: usize, last: &Value) -> Value {
    let mut definitions: Map<String, Value> = (0..depth)
        .map(|n| {
            let next = json!({"$ref": format!("#/$defs/A{}", n + 1)});
            (
                format!("A{n}"),
                json!({"type": "object", "properties": {"a": next, "b": next}}),
            )
        })
        .collect();
    definitions.insert(format!("A{depth}"), last.clone());
    json!({"$ref": "#/$defs/A0", "$defs": definitions})
}

#[test]
fn what_is_held_twice_at_every_depth_is_compared_once() {
    let (old, new) = (
        doubling(40, &json!({"type": "string"})),
        doubling(40, &json!({"type": "null"})),
    );
    let changes = changes(&old, &new, Side::Input);
    assert_eq!(changes.len(), 2, "{changes:?}");
    check(&old, &old, &[]);
}

#[test]
fn what_is_deep_is_compared_to_its_end() {
    let nested =
        |last: Value| (0..120).fold(last, |inner, _| json!({"type": "array", "items": inner}));
    let at = "/items".repeat(120);
    check_input(
        &nested(json!({"type": "string"})),
        &nested(json!({"type": "boolean"})),
        &[
            &format!("major form_removed {at}"),
            &format!("minor form_added {at}"),
        ],
    );
    let (old, new) = (
        doubling(2_000, &json!({"const": 1})),
        doubling(2_000, &json!({"enum": [1, 2]})),
    );
    check_input(
        &old,
        &new,
        &[&format!(
            "minor value_added {}",
            "/properties/a".repeat(2_000)
        )],
    );
}

#[test]
fn what_is_too_deep_to_be_tried_counts_as_breaking() {
    // Two alternatives of one kind on each side: none corresponds to another before they are tried.
    let both = |last: &Value| {
        let mut schema = doubling(100, last);
        let other =
            json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/A1"}, "c": true}});
        let object = schema.as_object_mut().unwrap();
        let one = json!({"$ref": object.remove("$ref").unwrap()});
        object.insert("anyOf".into(), json!([one, other]));
        schema
    };
    let changes = changes(
        &both(&json!({"const": 1})),
        &both(&json!({"enum": [1, 2]})),
        Side::Input,
    );
    assert!(
        changes.iter().any(|change| change.starts_with("major")),
        "{changes:?}"
    );
}

#[test]
fn circles_of_references_are_told() {
    let circle = |name: &str| json!({"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/A"}, name: true}});
    check(&circle("B"), &circle("C"), &["major unmodelled"]);
    let all = json!({"$ref": "#/$defs/A", "$defs": {"A": {"allOf": [{"$ref": "#/$defs/A"}, {"type": "string"}]}}});
    check(&all, &json!({"type": "string"}), &["major unmodelled"]);
}

#[test]
fn parts_that_double_in_one_place_are_told() {
    let of = |keyword: &str, last: &str| {
        let mut definitions: Map<String, Value> = (0..30)
            .map(|n| {
                let next = json!({"$ref": format!("#/$defs/A{}", n + 1)});
                (format!("A{n}"), json!({keyword: [next, next]}))
            })
            .collect();
        definitions.insert("A30".into(), json!({"type": last}));
        json!({"$ref": "#/$defs/A0", "$defs": definitions})
    };
    for keyword in ["allOf", "anyOf", "oneOf"] {
        check(
            &of(keyword, "string"),
            &of(keyword, "null"),
            &["major unmodelled"],
        );
    }
}

#[test]
fn products_of_alternatives_are_told() {
    let of = |last: &str| {
        let factor: Vec<Value> = (0..20)
            .map(|n| json!({"anyOf": [{"required": [format!("a{n}")]}, {"required": [format!("b{n}")]}, {"required": [last]}]}))
            .collect();
        json!({"type": "object", "allOf": factor})
    };
    check(&of("x"), &of("y"), &["major unmodelled"]);
}

#[test]
fn alternatives_within_alternatives_end() {
    // Every pair of alternatives has to be tried, at every depth anew.
    let mut old = json!({"type": "string"});
    let mut new = json!({"type": "null"});
    for _ in 0..40 {
        for schema in [&mut old, &mut new] {
            let field =
                |name: &str| json!({"type": "object", "properties": {name: *schema, "z": *schema}});
            *schema = json!({"anyOf": [field("a"), field("b"), field("c")]});
            if schema.to_string().len() > 200_000 {
                break;
            }
        }
        if old.to_string().len() > 100_000 {
            break;
        }
    }
    assert!(!changes(&old, &new, Side::Input).is_empty());
}
