//! One fault each, planted in a valid document; and documents that want to do harm.

use serde_json::{Value, json};

use super::*;

fn valid() -> Value {
    serde_json::from_str(include_str!("valid.json")).unwrap()
}

fn told(found: &[Diagnostic]) -> Vec<String> {
    let name = |code| serde_json::to_value(code).unwrap();
    found
        .iter()
        .map(|one| {
            let words = [
                name(one.code)
                    .as_str()
                    .unwrap()
                    .trim_start_matches("DESCRIPTOR_")
                    .to_owned(),
                one.product_id.clone().unwrap_or_else(|| "-".into()),
                one.command_path.clone().unwrap_or_else(|| "-".into()),
            ];
            words.join("|")
        })
        .collect()
}

/// Puts a value at a JSON pointer, or at a new field of the object that the pointer's rest names.
#[track_caller]
fn check(pointer: &str, value: Value, right: &[&str]) {
    let mut document = valid();
    let (parent, field) = pointer.rsplit_once('/').unwrap();
    let parent = document.pointer_mut(parent).unwrap();
    match parent {
        Value::Array(list) => list[field.parse::<usize>().unwrap()] = value,
        object => object[field] = value,
    }
    check_text(&document.to_string(), right);
    assert_eq!(told(&diagnose_value(&document)), right);
}

#[track_caller]
fn check_text(document: &str, right: &[&str]) {
    let found = diagnose(document.as_bytes());
    assert_eq!(told(&found), right, "{found:#?}");
    assert!(
        found
            .iter()
            .all(|one| one.message.len() <= 1024 && !one.message.contains(char::is_control))
    );
    assert_eq!(
        validate(document.as_bytes()).err().unwrap_or_default(),
        found
    );
}

#[test]
fn a_valid_document_is_its_descriptor() {
    let descriptor = validate(include_bytes!("valid.json")).unwrap();
    assert_eq!(serde_json::to_value(&descriptor).unwrap(), valid());
    assert_eq!(validate(descriptor.to_json().as_bytes()), Ok(descriptor));
}

#[test]
fn every_code_in_its_place() {
    check("/extra", json!(1), &["UNKNOWN_FIELD|-|-"]);
    check("/product/extra", json!(1), &["UNKNOWN_FIELD|-|-"]);
    check("/commands/0/extra", json!(1), &["UNKNOWN_FIELD|notes|-"]);
    check(
        "/commands/0/authority/extra",
        json!(1),
        &["UNKNOWN_FIELD|notes|search"],
    );
    check(
        "/schemaVersion",
        json!("1.0.1"),
        &["SCHEMA_UNSUPPORTED|notes|-"],
    );
    check(
        "/protocolVersion",
        json!("2.0.0"),
        &["PROTOCOL_UNSUPPORTED|notes|-"],
    );
    check("/protocolVersion", json!("1.9.9"), &[]);
    check("/protocolVersion", json!("1.0"), &["MALFORMED|notes|-"]);
    check("/product/displayName", json!("a\nb"), &["MALFORMED|-|-"]);
    check(
        "/executables/1/id",
        json!("notes-cli"),
        &[
            "DUPLICATE_EXECUTABLE|notes|-",
            "UNKNOWN_EXECUTABLE|notes|publish all",
        ],
    );
    check(
        "/commands/0/path",
        json!(["publish", "all"]),
        &["DUPLICATE_COMMAND|notes|publish all"],
    );
    check(
        "/commands/0/authority/productId",
        json!("other"),
        &["AUTHORITY_MISMATCH|notes|search"],
    );
    check(
        "/commands/0/argv",
        json!(["--shell=x"]),
        &["MALFORMED|notes|search", "UNSAFE_ARGV|notes|search"],
    );
    check(
        "/executables/1/argvPrefix",
        json!(["-c"]),
        &[
            "MALFORMED|notes|-",
            "UNKNOWN_EXECUTABLE|notes|publish all",
            "UNSAFE_ARGV|notes|-",
        ],
    );
    check(
        "/executables/1/argvPrefix",
        json!(null),
        &["MALFORMED|notes|-", "UNKNOWN_EXECUTABLE|notes|publish all"],
    );
    check(
        "/artifacts/0/mediaType",
        json!("text"),
        &["MALFORMED|notes|-"],
    );
    check("/projections/0", json!("x"), &["MALFORMED|notes|-"]);
    check("/artifacts", json!({}), &["MALFORMED|notes|-"]);
}

#[test]
fn lists_are_judged_by_their_length_first() {
    let executables = |count: usize| -> Value {
        let id = |at: usize| match at {
            0 => "notes-cli".to_owned(),
            1 => "other".to_owned(),
            _ => format!("e{at}"),
        };
        (0..count)
            .map(|at| json!({ "id": id(at), "packageBin": "x" }))
            .collect()
    };
    check("/executables", executables(16), &[]);
    check(
        "/executables",
        executables(17),
        &[
            "MALFORMED|notes|-",
            "UNKNOWN_EXECUTABLE|notes|publish all",
            "UNKNOWN_EXECUTABLE|notes|search",
        ],
    );
    let commands = |count: usize| -> Value {
        let command = |at: usize| {
            let mut command = valid()["commands"][0].clone();
            command["path"] = json!([format!("c{at}")]);
            command
        };
        (0..count).map(command).collect()
    };
    check("/commands", commands(256), &[]);
    check("/commands", commands(257), &["MALFORMED|notes|-"]);
    check("/commands", json!([]), &["MALFORMED|notes|-"]);
    check(
        "/artifacts",
        vec![valid()["artifacts"][0].clone(); 128].into(),
        &[],
    );
    check(
        "/artifacts",
        vec![json!(1); 129].into(),
        &["MALFORMED|notes|-"],
    );
}

#[test]
fn a_field_that_stands_twice_counts_as_its_last() {
    let text = include_str!("valid.json");
    check_text(
        &text.replacen('{', r#"{"product": 7, "commands": [1], "#, 1),
        &[],
    );
    check_text(
        &text.replace(
            "\"artifacts\":",
            "\"artifacts\": [], \"schemaVersion\": 1, \"artifacts\":",
        ),
        &["SCHEMA_UNSUPPORTED|notes|-"],
    );
}

#[test]
fn what_is_no_descriptor_at_all() {
    for text in [
        "",
        "nul",
        "{",
        "[]",
        "1",
        "\"x\"",
        "null",
        "{} x",
        "\u{feff}{}",
    ] {
        check_text(text, &["MALFORMED|-|-"]);
    }
    assert_eq!(told(&diagnose(b"{\"a\": \"\xff\"}")), ["MALFORMED|-|-"]);
    check_text(
        "{}",
        &[
            "MALFORMED|-|-",
            "MALFORMED|-|-",
            "MALFORMED|-|-",
            "MALFORMED|-|-",
            "MALFORMED|-|-",
            "MALFORMED|-|-",
            "SCHEMA_UNSUPPORTED|-|-",
        ],
    );
}

#[test]
fn json_that_rust_can_not_hold_is_judged_all_the_same() {
    let text = include_str!("valid.json");
    check_text(&text.replace("\"Notes\"", r#""\ud800""#), &[]);
    check_text(
        &text.replace("\"Notes\"", &format!("\"{}\"", r"\ud800".repeat(128))),
        &[],
    );
    check_text(
        &text.replace("\"Notes\"", &format!("\"{}\"", r"\ud800".repeat(129))),
        &["MALFORMED|-|-"],
    );
    check_text(
        &text.replacen('{', r#"{"\udfff": 1, "#, 1),
        &["UNKNOWN_FIELD|-|-"],
    );
    check_text(
        &text.replacen('{', r#"{"x": 1e999, "#, 1),
        &["UNKNOWN_FIELD|-|-"],
    );
    check_text(
        &text.replace("\"Search.\"", "-1e999"),
        &["MALFORMED|notes|search"],
    );
    let replaced = validate(text.replace("\"Notes\"", r#""\ud800""#).as_bytes()).unwrap();
    assert_eq!(replaced.product.display_name, "\u{fffd}");
}

#[test]
fn harm_is_bounded() {
    let text = include_str!("valid.json");
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    check_text(
        &text.replacen('{', &format!(r#"{{"x": {deep}, "#), 1),
        &["UNKNOWN_FIELD|-|-"],
    );
    check_text(&text.replace("\"Notes\"", &deep), &["MALFORMED|-|-"]);
    check_text(&deep, &["MALFORMED|-|-"]);
    check_text(&"{\"a\":".repeat(100_000), &["MALFORMED|-|-"]);
    let many = (0..1_000_000).fold(String::new(), |many, at| many + &format!("\"f{at}\":0,"));
    check_text(
        &text.replacen('{', &format!("{{{many}"), 1),
        &["UNKNOWN_FIELD|-|-"],
    );
    let hostile = text.replacen('{', "{\"\\u001b[31m/etc/passwd\": 1, ", 1);
    assert!(
        diagnose(hostile.as_bytes())
            .iter()
            .all(|one| !one.message.contains("passwd"))
    );
    check_text(
        &text.replace("Notes", &"x".repeat(10_000_000)),
        &["MALFORMED|-|-"],
    );
}
