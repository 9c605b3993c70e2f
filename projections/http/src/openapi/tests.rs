//! The document as a whole: its references, its names, and what each operation says.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::fixture;

fn document() -> Value {
    openapi(&fixture::registry())
}

/// Every reference of the document, wherever it stands.
fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            found.extend(
                object
                    .get("$ref")
                    .and_then(Value::as_str)
                    .map(str::to_owned),
            );
            object.values().for_each(|value| references(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| references(value, found)),
        _ => {}
    }
}

#[track_caller]
pub(super) fn check_references(document: &Value) {
    let mut found = Vec::new();
    references(document, &mut found);
    for reference in &found {
        let target = reference
            .strip_prefix('#')
            .and_then(|to| document.pointer(to));
        assert!(target.is_some_and(Value::is_object), "{reference}");
    }
    let used: BTreeSet<&str> = found.iter().map(String::as_str).collect();
    for kind in ["schemas", "responses"] {
        for name in document["components"][kind].as_object().unwrap().keys() {
            let reference = format!("#/components/{kind}/{name}");
            assert!(
                used.contains(reference.as_str()),
                "nothing refers to {reference}"
            );
        }
    }
}

/// The operations, each by its id.
pub(super) fn operations(document: &Value) -> BTreeMap<String, Value> {
    let methods = document["paths"].as_object().unwrap().values();
    let operations = methods.flat_map(|path| path.as_object().unwrap().values());
    operations
        .map(|operation| {
            (
                operation["operationId"].as_str().unwrap().to_owned(),
                operation.clone(),
            )
        })
        .collect()
}

#[test]
fn every_reference_resolves_and_nothing_is_left_over() {
    check_references(&document());
}

#[test]
fn what_is_exposed_is_described_once() {
    let document = document();
    let ids: Vec<String> = operations(&document).into_keys().collect();
    assert_eq!(
        ids,
        [
            "music_play",
            "notes_clear_all",
            "notes_count",
            "notes_create",
            "notes_fail",
            "notes_search"
        ]
    );
    let paths: Vec<&String> = document["paths"].as_object().unwrap().keys().collect();
    assert_eq!(paths.len(), 5, "{paths:?}");
    assert_eq!(
        document["tags"],
        json!([
            {"name": "music", "description": "All about music."},
            {"name": "notes", "description": "All about notes."},
        ])
    );
    assert_eq!(
        document["info"],
        json!({
            "title": "Notes",
            "version": "1.2.3",
            "description": "Keeps notes.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        })
    );
}

#[test]
fn types_of_one_name_are_told_apart() {
    let document = document();
    let names: Vec<&String> = document["components"]["schemas"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(
        names,
        [
            "Fail",
            "FailureCode",
            "Order",
            "Problem",
            "Search",
            "music.Note",
            "music.Note-Input",
            "music.Problem",
            "notes.Note",
            "notes.Note-Input"
        ]
    );
}

#[test]
fn a_field_is_a_parameter() {
    let document = document();
    let parameters = operations(&document)["notes_search"]["parameters"].clone();
    let note = json!({"$ref": "#/components/schemas/notes.Note-Input"});
    let right = [
        json!({
            "name": "words", "in": "query", "description": "The words that a note must hold.", "required": false,
            "style": "form", "explode": true,
            "schema": {"type": "array", "items": {"type": "string"}, "default": []},
        }),
        json!({
            "name": "since", "in": "query", "description": "The least number that a note has.", "required": false,
            "schema": {"type": "integer", "minimum": 0},
        }),
        json!({
            "name": "limit", "in": "query", "description": "How many notes at most.", "required": false,
            "schema": {"type": "integer", "minimum": 1, "maximum": 100},
        }),
        json!({"name": "exact", "in": "query", "required": false, "schema": {"type": "boolean", "default": false}}),
        json!({"name": "order", "in": "query", "required": false, "schema": {"$ref": "#/components/schemas/Order"}}),
        json!({"name": "weight", "in": "query", "required": false, "schema": {"type": "number"}}),
        json!({
            "name": "like", "in": "query", "description": "A note to compare with.", "required": false,
            "content": {"application/json": {"schema": {"anyOf": [note, {"type": "null"}]}}},
        }),
        json!({
            "name": "any_of", "in": "query", "required": false, "style": "form", "explode": true,
            "schema": {
                "type": "array",
                "items": {"type": "string", "contentMediaType": "application/json", "contentSchema": note},
                "default": [],
            },
        }),
    ];
    for (found, right) in parameters.as_array().unwrap().iter().zip(&right) {
        assert_eq!(found, right);
    }
    assert_eq!(parameters.as_array().unwrap().len(), right.len());
}

#[test]
fn failures_are_shared() {
    let document = document();
    for (id, right) in [
        ("notes_count", "200 400 401 403 404 409 422 500 503"),
        (
            "notes_create",
            "200 400 401 403 404 409 413 415 422 500 503",
        ),
    ] {
        let responses = operations(&document)[id]["responses"].clone();
        let statuses: Vec<&str> = responses
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(statuses.join(" "), right, "{id}");
    }
}
