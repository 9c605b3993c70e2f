//! Capabilities made at run time: what is refused of their schemas, and what is held to them.

use std::net::TcpListener;

use serde_json::{Value, json};

use super::Schemas;
use crate::{
    Assembly, Call, Declaration, Executor, FailureCode, Kind, ModuleDeclaration, Product, Registry,
};

fn anything() -> Value {
    json!({"type": "object"})
}

fn number() -> Value {
    json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]})
}

fn registry(schemas: Schemas, answer: &Value) -> Registry {
    let answer = answer.clone();
    composed(schemas.handler(move |_, _| Ok(answer.clone())))
}

fn composed(handler: std::sync::Arc<dyn crate::ErasedHandler>) -> Registry {
    let mut declaration = Declaration::new("made.thing", Kind::Query);
    declaration.title = "Thing".into();
    declaration.description = "A thing.".into();
    declaration.handler = Some(handler);
    let mut module = ModuleDeclaration::new("made", "1.0.0");
    module.title = "Made".into();
    module.description = "Made at run time.".into();
    module.capabilities = vec![declaration];
    Assembly::composed(Product::new("p", "1.0.0").runtime_module(module), [])
        .assemble()
        .unwrap()
}

/// What is refused of a capability with these schemas: the code is always the same, the words are not.
#[track_caller]
fn check(input: Value, output: Value, right: &[&str]) {
    let verified = registry(Schemas::new(input, output), &json!({})).verify(&[]);
    let refusals: Vec<String> = verified
        .err()
        .iter()
        .flatten()
        .map(ToString::to_string)
        .collect();
    assert_eq!(refusals.len(), right.len(), "{refusals:?}");
    for (refusal, part) in refusals.iter().zip(right) {
        assert!(
            refusal.starts_with("schema_unusable: ") && refusal.contains(part),
            "{refusal}"
        );
        assert!(
            refusal.contains("made.thing at registry/src/handler/dynamic/tests.rs:"),
            "{refusal}"
        );
    }
}

#[test]
fn schemas_that_are_unusable_are_refused() {
    check(number(), number(), &[]);
    check(anything(), json!(true), &[]);
    check(
        json!({"type": "objekt"}),
        anything(),
        &["its input is not valid"],
    );
    check(
        json!({"type": "objekt"}),
        json!({"type": 1}),
        &["its input is not valid", "its output is not valid"],
    );
    check(json!({"type": "integer"}), anything(), &["no object"]);
    check(
        json!({"type": ["object", "null"], "properties": {}}),
        anything(),
        &["something else"],
    );
    check(json!(17), anything(), &["its input is not valid"]);
}

#[test]
fn an_open_input_is_closed_or_refused() {
    let mut open = number();
    open["additionalProperties"] = json!(true);
    check(open, anything(), &["accepts fields of any name"]);
    check(
        json!({"type": "object", "minProperties": 1}),
        anything(),
        &["any name"],
    );
    check(
        json!({"type": "object", "additionalProperties": {"type": "string"}}),
        anything(),
        &[],
    );
    let schema = registry(Schemas::new(number(), number()), &json!({"n": 1}));
    let entry = schema.get("made.thing").unwrap();
    assert_eq!(entry.input().schema["additionalProperties"], json!(false));
}

#[test]
fn a_schema_is_whole_in_itself() {
    let dialect = "https://json-schema.org/draft/2020-12/schema";
    let named = json!({"$schema": dialect, "$id": "https://example.org/x", "type": "object"});
    check(named, anything(), &[]);
    let other = json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"});
    check(other, anything(), &["dialect"]);
    let inner = json!({"type": "object", "properties": {"a": {"$id": "https://example.org/a"}}});
    check(inner, anything(), &["`$id`"]);
    let local = json!({
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/A"}},
        "$defs": {"A": {"type": "string"}},
    });
    check(local, anything(), &[]);
    let nowhere = json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/B"}}});
    check(nowhere, anything(), &["its input is not valid"]);
}

#[test]
fn a_reference_that_leads_out_is_refused_and_not_followed() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let folder = std::env::temp_dir();
    for reference in [
        format!("http://{address}/schema.json"),
        format!("https://{address}/schema.json#/$defs/A"),
        format!("file://{}/schema.json", folder.display()),
        "schema.json".to_owned(),
        format!("//{address}/schema.json"),
    ] {
        let at =
            |keyword: &str| json!({"type": "object", "properties": {"a": {keyword: reference}}});
        let right = format!("`{reference}`, which is outside it");
        check(at("$ref"), anything(), &[&right]);
        check(anything(), at("$dynamicRef"), &[&right]);
        // Where it hides from whoever only knows the keywords of this dialect, the validator itself looks nowhere.
        let hidden = json!({
            "type": "object",
            "properties": {"a": {"$ref": "#/definitions/A"}},
            "definitions": {"A": {"$ref": reference}},
        });
        check(hidden, anything(), &["its input is not valid"]);
    }
    listener.set_nonblocking(true).unwrap();
    let met = listener.accept().map_err(|error| error.kind());
    assert_eq!(met.err(), Some(std::io::ErrorKind::WouldBlock));
}

#[test]
fn a_closure_is_held_to_its_output() {
    let call = |registry: Registry, input: Value| {
        Executor::new(registry).call_blocking(Call::new("made.thing", input))
    };
    let schemas = || Schemas::new(number(), number());
    let input = || json!({"n": 1});
    let right = call(registry(schemas(), &json!({"n": 2})), input()).unwrap();
    assert_eq!(right.to_value(), json!({"n": 2}));

    let wrong = json!({"n": "a secret"});
    let echo = schemas().async_handler({
        let wrong = wrong.clone();
        move |_, _| {
            let wrong = wrong.clone();
            async move { Ok(wrong) }
        }
    });
    for registry in [registry(schemas(), &wrong), composed(echo)] {
        let failure = call(registry, input()).unwrap_err();
        assert_eq!(failure.code, FailureCode::Internal);
        assert!(!format!("{failure:?}").contains("secret"), "{failure:?}");
    }

    let failure = call(registry(schemas(), &wrong), json!({"n": 1, "m": 1})).unwrap_err();
    assert_eq!(failure.code, FailureCode::InvalidInput);
    assert_eq!(failure.violations[0].pointer, "/m");
}

#[test]
fn an_async_closure_answers() {
    let twice = Schemas::new(number(), number()).async_handler(|context, input| async move {
        let n = input["n"].as_u64().unwrap_or_default();
        Ok(json!({"n": n * 2, "of": context.registry().product().id}))
    });
    let answer =
        Executor::new(composed(twice)).call_blocking(Call::new("made.thing", json!({"n": 21})));
    assert_eq!(answer.unwrap().to_value(), json!({"n": 42, "of": "p"}));
}
