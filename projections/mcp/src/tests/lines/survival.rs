//! Whatever a client sends, its next request finds the server serving.

use serde_json::json;

use super::super::fixture;
use super::{converse, initialize, of};
use crate::malformed::MAX_MESSAGE;

/// Whatever stands before it, a good request is answered; `code` is that of the error before, if any.
async fn check_survives(before: &[u8], code: Option<i64>) {
    let ping = json!({"jsonrpc": "2.0", "id": "ping", "method": "ping"});
    // Both before the session has begun and in it.
    for start in [String::new(), format!("{}\n", initialize("2025-11-25"))] {
        let mut input = start.into_bytes();
        input.extend_from_slice(before);
        input.extend_from_slice(format!("\n{ping}").as_bytes());
        let answers = converse(fixture::executor(), input).await;
        let shown = String::from_utf8_lossy(&before[..before.len().min(80)]);
        assert_eq!(of(&answers, "ping")["result"], json!({}), "{shown}");
        let errors: Vec<_> = answers
            .iter()
            .filter_map(|answer| answer["error"]["code"].as_i64())
            .collect();
        assert_eq!(errors, Vec::from_iter(code), "{shown}: {answers:#?}");
    }
}

#[tokio::test]
async fn what_is_no_message_is_refused_and_the_next_is_answered() {
    let notification = |method: &str| {
        json!({"jsonrpc": "2.0", "method": method, "params": {"requestId": 7}}).to_string()
    };
    let long = format!(
        r#"{{"jsonrpc": "2.0", "id": 7, "method": "{}"}}"#,
        "x".repeat(MAX_MESSAGE)
    );
    let deep = "[".repeat(100_000);
    for (before, code) in [
        ("hello", Some(-32700)),
        (
            "{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"pi",
            Some(-32700),
        ),
        (deep.as_str(), Some(-32700)),
        ("[]", Some(-32600)),
        (r#"{"id": 7, "method": "ping"}"#, Some(-32600)),
        (
            r#"{"jsonrpc": "1.0", "id": 7, "method": "ping"}"#,
            Some(-32600),
        ),
        (
            r#"{"jsonrpc": "2.0", "id": null, "method": "ping"}"#,
            Some(-32600),
        ),
        (
            r#"{"jsonrpc": "2.0", "id": 7, "method": "ping", "result": {}}"#,
            Some(-32600),
        ),
        (long.as_str(), Some(-32600)),
        ("", None),
        (" \t\r", None),
        (r#"{"jsonrpc": "2.0", "id": 7, "result": {}}"#, None),
        (
            r#"{"jsonrpc": "2.0", "id": 7, "error": {"code": 1, "message": ""}}"#,
            None,
        ),
        (&notification("notifications/initialized"), None),
        (&notification("notifications/cancelled"), None),
        (&notification("textDocument/didOpen"), None),
        (r#"{"jsonrpc": "2.0", "method": "x", "params": 7}"#, None),
    ] {
        check_survives(before.as_bytes(), code).await;
    }
    check_survives(b"\xFF\xFE\xFD", Some(-32700)).await;
}

#[tokio::test]
async fn a_mark_and_the_line_ends_of_windows_are_fine() {
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    let input = format!("\u{feff}{}\r\n{ping}\r\n", initialize("2025-11-25"));
    let answers = converse(fixture::executor(), input).await;
    assert_eq!(of(&answers, 1)["result"], json!({}));
}
