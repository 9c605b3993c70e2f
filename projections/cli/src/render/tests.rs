//! Answers and failures in each format.

use onefold::{Failure, Violation};
use serde_json::{Value, json};

use super::{Rendered, answer, failure};
use crate::format::Format;

#[track_caller]
fn check(value: &Value, width: Option<u16>, right: &[&str]) {
    let text = answer(&value.to_string(), Format::Table, width).unwrap();
    assert_eq!(text.lines().collect::<Vec<_>>(), right, "{text}");
}

#[test]
fn a_list_of_objects_has_columns() {
    let notes = json!([
        {"id": 1, "title": "Milk", "done": false},
        {"id": 18_446_744_073_709_551_615_u64, "title": "a\u{1b}[2Jb", "tags": ["x", 1], "done": null},
    ]);
    let right = [
        "ID                    TITLE        DONE   TAGS",
        "1                     Milk         false",
        r#"18446744073709551615  a\u{1b}[2Jb         ["x",1]"#,
    ];
    check(&notes, None, &right);
    check(&json!({ "notes": notes }), None, &right);
    check(
        &json!({"notes": [{"id": 1}], "total": 7}),
        None,
        &["ID", "1", "", "total  7"],
    );
}

#[test]
fn what_makes_no_column_is_named_below() {
    check(
        &json!([{"id": 1, "text": "long ".repeat(20), "nested": {"a": 1}}]),
        None,
        &[
            "ID",
            "1",
            "",
            "also: text, nested (`--format json` shows all)",
        ],
    );
    check(
        &json!([{"nested": {"a": 1}}]),
        None,
        &["NESTED", r#"{"a":1}"#],
    );
}

#[test]
fn an_object_has_lines_and_a_scalar_is_itself() {
    check(
        &json!({"id": 1, "nested": {"a": [1]}}),
        None,
        &["id      1", r#"nested  {"a":[1]}"#],
    );
    check(&json!({"notes": []}), None, &["notes  []"]);
    check(
        &json!({"a": [{"x": 1}], "b": [{"x": 2}]}),
        None,
        &[r#"a  [{"x":1}]"#, r#"b  [{"x":2}]"#],
    );
    check(&json!(["a", 1, null]), None, &["a", "1", "null"]);
    check(&json!([]), None, &["(none)"]);
    check(&json!({}), None, &["(none)"]);
    check(&json!("two\nlines\u{7}"), None, &["two", r"lines\u{7}"]);
    check(&json!(null), None, &["null"]);
}

#[test]
fn a_terminal_is_not_overrun() {
    let text = answer(
        r#"[{"text": "one two three four five six"}]"#,
        Format::Table,
        Some(16),
    )
    .unwrap();
    assert!(
        text.lines().all(|line| line.chars().count() <= 16),
        "{text}"
    );
    assert!(text.contains("six"), "{text}");
}

#[test]
fn json_keeps_order_and_digits() {
    let text = answer(
        r#"{"b":18446744073709551615,"a":[-9007199254740993,0.1]}"#,
        Format::Json,
        None,
    )
    .unwrap();
    assert_eq!(
        text,
        "{\n  \"b\": 18446744073709551615,\n  \"a\": [\n    -9007199254740993,\n    0.1\n  ]\n}"
    );
}

#[test]
fn yaml_reads_back_as_the_same_value() {
    let value = json!({
        "number": 18_446_744_073_709_551_615_u64,
        "texts": [
            "yes", "null", "~", "1", "1e3", "0x1f", "2001-01-01", "- a", "a: b", "#c", " lead", "trail ", "", "two\nlines\n",
            "\n\nblank", "tab\t", "cr\r\n", "ä✓", "'", "\"", "\u{7}", "\\", "x".repeat(300), "word ".repeat(60),
        ],
        "empty": [{}, [], null, true, -0.5],
        "a: b": {"?": "&a *b !c %d @e `f` {g} [h] | >"},
    });
    let yaml = answer(&value.to_string(), Format::Yaml, None).unwrap();
    assert_eq!(
        serde_saphyr::from_str::<Value>(&yaml).unwrap(),
        value,
        "{yaml}"
    );
}

#[test]
fn a_failure_is_one_document_or_text() {
    let wrong = Failure::invalid_input("the input is wrong")
        .violation(Violation::new("/id", "expected an integer, got \"\u{1b}\""))
        .next("look");
    let Rendered::Document(document) = failure(&wrong, Format::Json) else {
        panic!("no document");
    };
    let document: Value = serde_json::from_str(&document).unwrap();
    assert_eq!(document["error"]["code"], "invalid_input");
    assert_eq!(document["error"]["violations"][0]["pointer"], "/id");
    let Rendered::Document(yaml) = failure(&wrong, Format::Yaml) else {
        panic!("no document");
    };
    assert_eq!(serde_saphyr::from_str::<Value>(&yaml).unwrap(), document);
    let Rendered::Text(text) = failure(&wrong, Format::Table) else {
        panic!("no text");
    };
    assert_eq!(
        text,
        "error[invalid_input]: the input is wrong\n  /id: expected an integer, got \"\\u{1b}\"\n  next: look"
    );
}
