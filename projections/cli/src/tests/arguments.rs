//! Arguments that are read: the input they come to, and the handler's own view of it.

use serde_json::{Value, json};

use super::{Outcome, outcome};

/// The last line of each is what the command answers, defaults filled in by the handler.
#[track_caller]
fn check(args: &[&str], right: &Value) {
    match outcome(args) {
        Outcome::Called(answer) => assert_eq!(&answer, right, "{args:?}"),
        other => panic!("{args:?}: {other:?}"),
    }
}

#[track_caller]
fn check_search(args: &[&str], mut right: Value) {
    right["order"] = right
        .get("order")
        .cloned()
        .unwrap_or_else(|| json!("newest"));
    check(&[&["notes", "search"], args].concat(), &right);
}

#[test]
fn a_required_scalar_is_given_by_its_place_and_the_rest_by_flags() {
    check_search(&["milk"], json!({"query": "milk"}));
    check_search(&["12"], json!({"query": "12"}));
    check_search(&[""], json!({"query": ""}));
    check_search(&["--", "--milk"], json!({"query": "--milk"}));
    check_search(
        &["--max-results", "3", "milk"],
        json!({"query": "milk", "max_results": 3}),
    );
    check_search(
        &["milk", "--max-results=3"],
        json!({"query": "milk", "max_results": 3}),
    );
    check_search(
        &["milk", "--order", "oldest"],
        json!({"query": "milk", "order": "oldest"}),
    );
    check_search(
        &["milk", "--near", r#"{"x": 1.5}"#],
        json!({"query": "milk", "near": {"x": 1.5}}),
    );
    check(&["notes", "list"], &json!([1]));
    check(&["odd", "very", "deep"], &json!([1]));
}

#[test]
fn digits_are_kept() {
    check_search(
        &["milk", "--max-results", "18446744073709551615"],
        json!({"query": "milk", "max_results": u64::MAX}),
    );
}

#[test]
fn a_list_is_its_flag_again_and_again() {
    check_search(
        &["milk", "--tags", "a", "--tags", "b,c"],
        json!({"query": "milk", "tags": ["a", "b,c"]}),
    );
    check_search(
        &["milk", "--offsets", "-1", "--offsets=2"],
        json!({"query": "milk", "offsets": [-1, 2]}),
    );
}

#[test]
fn a_boolean_needs_no_value() {
    check_search(
        &["--exact", "milk"],
        json!({"query": "milk", "exact": true}),
    );
    check_search(
        &["milk", "--exact=true"],
        json!({"query": "milk", "exact": true}),
    );
    check_search(
        &["milk", "--exact=false"],
        json!({"query": "milk", "exact": false}),
    );
}

#[test]
fn numbers_may_be_negative() {
    check(
        &["notes", "move", "-3", "-1.5"],
        &json!({"from": -3, "to": -1.5}),
    );
    check(
        &["notes", "move", "1", "-2e3", "--by", "-7"],
        &json!({"from": 1, "to": -2000.0, "by": -7}),
    );
}

#[test]
fn a_document_gives_the_rest() {
    let document = r#"{"query": "milk", "tags": ["a"]}"#;
    check_search(
        &["--input", document],
        json!({"query": "milk", "tags": ["a"]}),
    );
    check_search(
        &["tea", "--input", document],
        json!({"query": "tea", "tags": ["a"]}),
    );
    check_search(
        &["--tags", "b", "--input", document],
        json!({"query": "milk", "tags": ["b"]}),
    );
    check(&["notes", "list", "--input", "{}"], &json!([1]));
}

#[test]
fn the_format_may_stand_anywhere() {
    for args in [
        ["--format", "json", "notes", "list"],
        ["notes", "--format", "json", "list"],
        ["notes", "list", "--format", "json"],
    ] {
        check(&args, &json!([1]));
    }
    check(&["--format=yaml", "notes", "list"], &json!([1]));
}

#[test]
fn a_host_command_reads_its_own_arguments() {
    assert!(matches!(
        outcome(&["serve", "--addr", "127.0.0.1:0"]),
        Outcome::Host("serve")
    ));
}
