//! Errors of the protocol, and nothing in them that is not public.

use serde_json::json;

use super::{ask, ask_in, check_error};

#[tokio::test]
async fn what_no_model_can_correct_is_an_error() {
    let read = |uri| json!({"uri": uri});
    for (method, params, code, says) in [
        (
            "tools/call",
            json!({"name": "notes_serach"}),
            -32602,
            "notes_search",
        ),
        (
            "tools/call",
            json!({"name": "notes_hidden"}),
            -32602,
            "notes_hidden",
        ),
        ("tools/call", json!({"name": 7}), -32602, "tools/call"),
        ("tools/call", json!({}), -32602, "tools/call"),
        ("tools/list", json!({"cursor": "x"}), -32602, "`x`"),
        ("resources/list", json!({"cursor": "x"}), -32602, "`x`"),
        (
            "resources/read",
            read("notes://guide/intr"),
            -32002,
            "notes://guide/intro",
        ),
        ("resources/read", json!({}), -32602, "resources/read"),
        ("tools/lists", json!({}), -32601, "tools/list"),
        ("prompts/get", json!({"name": "x"}), -32601, "prompts/get"),
    ] {
        check_error(&ask(method, params).await, code, says);
    }
    let told = ask_in("2026-07-28", "resources/read", read("notes://guide/intr")).await;
    check_error(&told, -32602, "notes://guide/intro");
}

#[tokio::test]
async fn a_fault_of_the_product_is_told_by_its_reference() {
    let call = json!({"name": "notes_search", "arguments": {"words": "panic"}});
    let told = ask("tools/call", call).await;
    check_error(&told, -32603, "reference");
    assert_eq!(told["error"]["data"]["code"], "internal");
    let reference = told["error"]["data"]["reference"].as_str().unwrap();
    check_error(&told, -32603, reference);
    assert!(!told.to_string().contains("secret"), "{told}");
}
