//! Streamable HTTP, in the revisions with a handshake and in those without.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::fixture::{self, EXACT};
use crate::malformed::MAX_MESSAGE;

/// What `POST` adds to headers that every client sends.
type Headers<'a> = &'a [(&'a str, &'a str)];

async fn post(headers: Headers<'_>, body: impl Into<Body>) -> (StatusCode, Value) {
    let mut request = Request::post("/mcp").body(body.into()).unwrap();
    let usual = [
        ("host", "localhost:8080"),
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
    ];
    for (name, value) in usual.iter().chain(headers) {
        let name: axum::http::HeaderName = name.parse().unwrap();
        request.headers_mut().insert(name, value.parse().unwrap());
    }
    send(request).await
}

async fn send(request: Request<Body>) -> (StatusCode, Value) {
    let router = Router::new().nest_service("/mcp", crate::http_service(fixture::executor()));
    let response = router.oneshot(request).await.unwrap();
    let status = response.status();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    let text = String::from_utf8_lossy(&body).into_owned();
    let value = serde_json::from_slice(&body).unwrap_or(Value::String(text));
    (status, value)
}

fn request(method: &str, params: Value) -> Value {
    let mut request = json!({"jsonrpc": "2.0", "id": 1, "method": method});
    request["params"] = params;
    request
}

/// Asks in the way of a revision; what it demands of headers and metadata is there.
async fn ask(version: &str, method: &str, mut params: Value) -> (StatusCode, Value) {
    if version < "2026-07-28" {
        let body = request(method, params).to_string();
        return post(&[("mcp-protocol-version", version)], body).await;
    }
    let named = params["name"].as_str().or(params["uri"].as_str());
    let named = named.unwrap_or_default().to_owned();
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let mut headers = vec![("mcp-protocol-version", version), ("mcp-method", method)];
    if !named.is_empty() {
        headers.push(("mcp-name", &named));
    }
    post(&headers, request(method, params).to_string()).await
}

const REVISIONS: [&str; 4] = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

#[tokio::test]
async fn a_handshake_is_answered_and_not_remembered() {
    let client = json!({"name": "test", "version": "1"});
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
    let (status, told) = post(&[], request("initialize", params).to_string()).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(told["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(told["result"]["serverInfo"]["name"], "notes");
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let (status, _) = post(&[], initialized.to_string()).await;
    assert_eq!(status, StatusCode::ACCEPTED);
}

#[tokio::test]
async fn a_server_is_discovered() {
    let (status, told) = ask("2026-07-28", "server/discover", json!({})).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(told["result"]["supportedVersions"], json!(REVISIONS));
}

#[tokio::test]
async fn every_revision_lists_calls_and_reads() {
    for version in REVISIONS {
        let (status, told) = ask(version, "tools/list", json!({})).await;
        assert_eq!(status, StatusCode::OK, "{told}");
        assert_eq!(told["result"]["tools"].as_array().unwrap().len(), 5);

        let call = json!({"name": "notes_numbers", "arguments": {}});
        let (_, told) = ask(version, "tools/call", call).await;
        let result = &told["result"];
        assert_eq!(result["structuredContent"]["exact"], EXACT);
        assert_eq!(
            result["content"][0]["text"],
            result["structuredContent"].to_string()
        );

        let call = json!({"name": "notes_search", "arguments": {"words": 7}});
        let (status, told) = ask(version, "tools/call", call).await;
        assert_eq!(status, StatusCode::OK, "{told}");
        assert_eq!(told["result"]["isError"], true);
        assert_eq!(told["result"].get("structuredContent"), None);

        let (_, told) = ask(version, "tools/call", json!({"name": "notes_serach"})).await;
        assert_eq!(told["error"]["code"], -32602, "{told}");

        let read = json!({"uri": "notes://guide/intro"});
        let (_, told) = ask(version, "resources/read", read).await;
        assert_eq!(told["result"]["contents"][0]["text"], "# Hello");

        let (_, told) = ask(version, "resources/read", json!({"uri": "notes://x"})).await;
        let code = if version < "2026-07-28" {
            -32002
        } else {
            -32602
        };
        assert_eq!(told["error"]["code"], code, "{told}");
    }
}

#[tokio::test]
async fn what_is_no_message_has_the_error_of_json_rpc() {
    let long = "x".repeat(MAX_MESSAGE + 1);
    for (body, status, code) in [
        ("hello", StatusCode::BAD_REQUEST, -32700),
        ("", StatusCode::BAD_REQUEST, -32700),
        ("[]", StatusCode::BAD_REQUEST, -32600),
        (r#"{"id": 7}"#, StatusCode::BAD_REQUEST, -32600),
        (&long, StatusCode::PAYLOAD_TOO_LARGE, -32600),
    ] {
        let (told, error) = post(&[], body.to_owned()).await;
        assert_eq!(told, status, "{error}");
        assert_eq!(error["error"]["code"], code, "{error}");
    }
}

#[tokio::test]
async fn what_http_itself_refuses_is_refused() {
    let ping = request("ping", json!({})).to_string();
    for (headers, status) in [
        (("host", "LOCALHOST:80"), StatusCode::OK),
        (("host", "127.0.0.1"), StatusCode::OK),
        (("host", "[::1]:1234"), StatusCode::OK),
        (("host", "evil.com"), StatusCode::FORBIDDEN),
        (("host", "localhost.evil.com"), StatusCode::FORBIDDEN),
        (("origin", "http://localhost:3000"), StatusCode::OK),
        (("origin", "https://[::1]"), StatusCode::OK),
        (("origin", "http://evil.com"), StatusCode::FORBIDDEN),
        (("origin", "null"), StatusCode::FORBIDDEN),
        (
            ("content-type", "text/plain"),
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ),
        (("accept", "text/html"), StatusCode::NOT_ACCEPTABLE),
        (
            ("mcp-protocol-version", "1999-01-01"),
            StatusCode::BAD_REQUEST,
        ),
    ] {
        let (told, body) = post(&[headers], ping.clone()).await;
        assert_eq!(told, status, "{headers:?}: {body}");
    }
    let get = Request::get("/mcp").header("host", "localhost");
    let get = get
        .header("accept", "text/event-stream")
        .body(Body::empty());
    let (status, _) = send(get.unwrap()).await;
    assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn a_client_that_leaves_cancels_its_call() {
    let (executor, waiting) = fixture::watched();
    let service = crate::http_service(executor);
    let body = request("tools/call", json!({"name": "notes_wait"})).to_string();
    let call = Request::post("/mcp")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .body(Body::from(body))
        .unwrap();
    let connection = tokio::spawn(service.oneshot(call));
    waiting.begun.acquire().await.unwrap().forget();
    connection.abort();
    waiting.dropped.acquire().await.unwrap().forget();
}
