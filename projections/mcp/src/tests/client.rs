//! The client of `rmcp`, which checks what it receives, finds everything it lists.

use rmcp::ServiceExt;
use rmcp::model::{CallToolRequestParams, ReadResourceRequestParams};
use serde_json::json;

use super::fixture;

#[tokio::test]
async fn a_client_calls_and_reads_what_it_lists() {
    let (near, far) = tokio::io::duplex(64 * 1024);
    let (reads, writes) = tokio::io::split(far);
    let session = tokio::spawn(crate::serve(fixture::executor(), reads, writes));
    let client = ().serve(near).await.unwrap();

    let tools = client.list_all_tools().await.unwrap();
    assert_eq!(tools.len(), 5);
    for tool in tools {
        if tool.name == "notes_wait" {
            continue;
        }
        let arguments = match tool.name.as_ref() {
            "notes_echo" => json!({"exact": 1, "close": 0.5}),
            "notes_search" => json!({"words": "x"}),
            _ => json!({}),
        };
        let mut call = CallToolRequestParams::new(tool.name.clone());
        call.arguments = arguments.as_object().cloned();
        let result = client.call_tool(call).await.unwrap();
        assert_eq!(result.is_error, Some(false), "{}", tool.name);
        let text = &result.content[0].as_text().unwrap().text;
        assert_eq!(result.structured_content.unwrap().to_string(), *text);
    }
    for resource in client.list_all_resources().await.unwrap() {
        let read = ReadResourceRequestParams::new(resource.uri);
        assert_eq!(client.read_resource(read).await.unwrap().contents.len(), 1);
    }
    client.cancel().await.unwrap();
    session.await.unwrap().unwrap();
}
