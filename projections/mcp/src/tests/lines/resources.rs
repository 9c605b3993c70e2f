//! Resources, listed and read.

use onefold::Executor;
use serde_json::json;

use super::super::fixture::{self, CLOSE, EXACT, Waiting};
use super::{ask, check_error, converse, initialize, of, request};

#[tokio::test]
async fn resources_are_listed_and_read() {
    let told = ask("resources/list", json!({})).await;
    let described = |uri, name, title, media_type| {
        json!({
            "uri": uri, "name": name, "title": title, "description": "What `it` does.", "mimeType": media_type,
        })
    };
    assert_eq!(
        told["result"]["resources"],
        json!([
            described("notes://guide/intro", "guide", "Read", "text/markdown"),
            described("notes://image/logo", "logo", "Read", "image/png"),
            described(
                "notes://stats/numbers",
                "numbers",
                "Numbers",
                "application/json"
            ),
        ])
    );
    let numbers = json!({"exact": EXACT, "close": CLOSE}).to_string();
    for (uri, media_type, key, content) in [
        ("notes://guide/intro", "text/markdown", "text", "# Hello"),
        ("notes://image/logo", "image/png", "blob", "AQID"),
        (
            "notes://stats/numbers",
            "application/json",
            "text",
            &numbers,
        ),
    ] {
        let told = ask("resources/read", json!({"uri": uri})).await;
        assert_eq!(
            told["result"]["contents"],
            json!([{"uri": uri, "mimeType": media_type, key: content}])
        );
    }
    let told = ask("resources/templates/list", json!({})).await;
    assert_eq!(told["result"]["resourceTemplates"], json!([]));
}

#[tokio::test]
async fn a_product_without_resources_announces_none() {
    let only_tool = fixture::tool(onefold::handler(|| Ok::<_, onefold::Failure>(())));
    let registry = fixture::registry(vec![only_tool], Waiting::none());
    let asked = request("resources/list", json!({}));
    let input = format!("{}\n{asked}\n", initialize("2025-11-25"));
    let answers = converse(Executor::new(registry), input).await;
    let capabilities = &of(&answers, "init")["result"]["capabilities"];
    assert_eq!(capabilities, &json!({"tools": {}}));
    check_error(of(&answers, 1), -32601, "resources/list");
}
