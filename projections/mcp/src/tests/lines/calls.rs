//! Results of calls: a success told twice and alike, and failures a model can correct.

use serde_json::{Value, json};

use super::super::fixture::{CLOSE, EXACT};
use super::ask_in;

#[tokio::test]
async fn a_success_is_told_twice_and_alike() {
    for version in ["2025-03-26", "2025-11-25", "2026-07-28"] {
        let arguments = json!({"exact": EXACT, "close": CLOSE});
        let calls = [
            json!({"name": "notes_numbers"}),
            json!({"name": "notes_numbers", "arguments": null}),
            json!({"name": "notes_numbers", "arguments": {}}),
            json!({"name": "notes_echo", "arguments": arguments}),
        ];
        for call in calls {
            let told = ask_in(version, "tools/call", call).await;
            let result = &told["result"];
            assert_eq!(result["isError"], false, "{told}");
            assert_eq!(result["structuredContent"], arguments);
            let text = result["content"][0]["text"].as_str().unwrap();
            assert_eq!(text, result["structuredContent"].to_string());
            assert_eq!(result["content"].as_array().unwrap().len(), 1);
            let modern = version == "2026-07-28";
            assert_eq!(result.get("resultType").is_some(), modern, "{told}");
        }
    }
}

/// A call that a model can correct: the result says so, with this in its text, and has no structured content.
#[track_caller]
fn check_failed(told: &Value, code: &str, says: &str) {
    let result = &told["result"];
    assert_eq!(result["isError"], true, "{told}");
    assert_eq!(result.get("structuredContent"), None, "{told}");
    let text = result["content"][0]["text"].as_str().unwrap();
    let failure: Value = serde_json::from_str(text).unwrap();
    assert_eq!(failure["code"], code, "{text}");
    assert!(text.contains(says), "{text}");
}

#[tokio::test]
async fn what_a_model_can_correct_is_a_result() {
    let search = |arguments| json!({"name": "notes_search", "arguments": arguments});
    for (params, code, says) in [
        (search(json!({})), "invalid_input", "words"),
        (search(json!({"words": 7})), "invalid_input", "/words"),
        (
            search(json!({"words": "", "limi": 1})),
            "invalid_input",
            "limit",
        ),
        (
            search(json!({"words": "", "limit": 256})),
            "invalid_input",
            "/limit",
        ),
        (search(json!(["words"])), "invalid_input", "object"),
        (search(json!("words")), "invalid_input", "object"),
        (
            search(json!({"words": "nothing"})),
            "not_found",
            "use other words",
        ),
    ] {
        for version in ["2025-11-25", "2026-07-28"] {
            let told = ask_in(version, "tools/call", params.clone()).await;
            check_failed(&told, code, says);
            let modern = version == "2026-07-28";
            let typed = told["result"].get("resultType").is_some();
            assert_eq!(typed, modern, "{told}");
        }
    }
}
