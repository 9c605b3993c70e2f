//! What a client is told of the tools.

use serde_json::json;

use super::ask;

#[tokio::test]
async fn tools_are_listed_with_all_a_client_needs() {
    let told = ask("tools/list", json!({})).await;
    let tools = told["result"]["tools"].as_array().unwrap();
    let names: Vec<_> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(
        names,
        [
            "notes_echo",
            "notes_numbers",
            "notes_search",
            "notes_wait",
            "notes_wipe"
        ]
    );
    assert_eq!(
        tools[1],
        json!({
            "name": "notes_numbers",
            "title": "Numbers",
            "description": "What `it` does.",
            "inputSchema": {"type": "object", "additionalProperties": false},
            "outputSchema": {
                "description": "The numbers.",
                "type": "object",
                "properties": {"exact": {"type": "integer", "minimum": 0}, "close": {"type": "number"}},
                "required": ["exact", "close"],
            },
            "annotations": {
                "title": "Numbers",
                "readOnlyHint": true,
                "destructiveHint": false,
                "idempotentHint": true,
                "openWorldHint": false,
            },
        })
    );
    let search = &tools[2];
    assert_eq!(search["annotations"]["openWorldHint"], true);
    assert_eq!(search["inputSchema"]["additionalProperties"], false);
    assert_eq!(search["inputSchema"]["required"], json!(["words"]));
    assert_eq!(
        search["inputSchema"]["properties"]["words"]["description"],
        "The words; see the guide."
    );
    let wipe = &tools[4]["annotations"];
    let hints = ["readOnlyHint", "destructiveHint", "idempotentHint"].map(|hint| &wipe[hint]);
    assert_eq!(hints, [&json!(false), &json!(true), &json!(true)]);
}
