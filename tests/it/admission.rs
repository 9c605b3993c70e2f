//! Who is admitted to what over the network, with tokens and signatures, and as whom MCP takes them.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use onefold::admission::{Claims, sign};
use serde_json::{Value, json};

use crate::harness::{HANDSHAKE, Mcp, OverStdio, Product, Reply, Server};

const SECRET: [u8; 32] = [7; 32];
/// Its public key, in Base64.
const PUBLIC: &str = "6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iw=";
const READER: &str = "a-token-that-reads";
const WRITER: &str = "a-token-that-writes";

/// A peer on this machine that speaks for another is as far away as that other.
const REMOTE: (&str, &str) = ("x-forwarded-for", "192.0.2.7");

fn start(folder: &Path) -> Server {
    let digests = [
        "47d55850ac2b5f470a85f0e05858ef8a5c74f9c21c254138a3f58a119d38e254",
        "e75ddb304af11b4713f077ba1888cfb10d238e57366c1c3affc0cc97a4275711",
    ];
    let tokens = json!({"tokens": [
        {"subject": "reader", "sha256": digests[0], "scopes": ["read"]},
        {"subject": "writer", "sha256": digests[1], "scopes": ["write:callers.change", "read:callers"]},
    ]});
    let keys = json!({"keys": [{"id": "ci", "ed25519": PUBLIC, "scopes": ["write:callers"]}]});
    let (token_file, trust) = (folder.join("tokens.json"), folder.join("trust.json"));
    std::fs::write(&token_file, tokens.to_string()).unwrap();
    std::fs::write(&trust, keys.to_string()).unwrap();
    let [token_file, trust] = [&token_file, &trust].map(|file| file.to_str().unwrap());
    Server::start_with(
        Product::Callers,
        &["--token-file", token_file, "--trust", trust],
    )
}

/// A new signature of a call.
fn signature(nonce: &str, capability: &str, input: &Value) -> String {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs();
    let claims = Claims {
        key: "ci".to_owned(),
        issued: now,
        expires: now + 60,
        nonce: format!("0123456789abcdef-{nonce}"),
    };
    sign(&SECRET, &claims, "callers", capability, input)
}

fn bearer(token: &str) -> String {
    format!("Bearer {token}")
}

#[track_caller]
fn check(reply: &Reply, status: u16, challenges: &[&str]) {
    assert_eq!(reply.status, status, "{reply:?}");
    let found: Vec<&str> = reply
        .headers
        .get_all("www-authenticate")
        .iter()
        .map(|value| value.to_str().unwrap())
        .collect();
    assert_eq!(found, challenges, "{reply:?}");
    if status != 200 {
        assert_eq!(reply.json()["code"], "forbidden", "{reply:?}");
        assert_eq!(reply.json()["status"], status, "{reply:?}");
        assert!(reply.json()["next"].is_string(), "{reply:?}");
    }
}

#[test]
fn tokens_admit_over_http_as_far_as_their_scopes_go() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let (reader, writer) = (bearer(READER), bearer(WRITER));
    let json = ("content-type", "application/json");
    let change = |headers: &[(&str, &str)]| {
        server.post("/api/v1/change", &[headers, &[json]].concat(), "{}")
    };
    check(&change(&[]), 200, &[]);
    check(&change(&[REMOTE]), 401, &["Bearer"]);
    check(&change(&[REMOTE, ("authorization", &writer)]), 200, &[]);
    for origin in [&[][..], &[REMOTE]] {
        let read_only = [origin, &[("authorization", reader.as_str())]].concat();
        check(&change(&read_only), 403, &[]);
        let wrong = [origin, &[("authorization", "Bearer wrong")]].concat();
        check(&change(&wrong), 401, &["Bearer error=\"invalid_token\""]);
    }
    check(&server.get("/api/v1/open"), 200, &[]);
    check(&server.get("/api/v1/known"), 401, &["Bearer"]);
    check(&server.get_with("/api/v1/open", &[REMOTE]), 200, &[]);
    check(
        &server.get_with("/api/v1/known", &[REMOTE, ("authorization", &reader)]),
        200,
        &[],
    );
    // A handler's own no is not helped by a credential.
    check(&server.get("/api/v1/fail?code=forbidden"), 403, &[]);

    let document = server.get("/openapi.json").json();
    assert_eq!(
        document["components"]["securitySchemes"]["bearer"]["scheme"],
        "bearer"
    );
    assert_eq!(
        document["paths"]["/api/v1/known"]["get"]["security"],
        json!([{"bearer": []}])
    );
    assert_eq!(
        document["paths"]["/api/v1/open"]["get"]["security"],
        Value::Null
    );
    let described = server
        .get("/api/v1/capabilities/describe?id=callers.known")
        .json();
    assert_eq!(described["availability"], "authenticated");
}

#[test]
fn a_signature_admits_one_call_over_http() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let input = json!({"text": "Gr\u{fc}\u{df}e", });
    let post = |path: &str, signature: &str, body: &str| {
        let headers = [
            REMOTE,
            ("content-type", "application/json"),
            ("onefold-signature", signature),
        ];
        server.post(path, &headers, body)
    };
    let refused: &[&str] = &["Onefold-Signature"];
    let good = signature("1", "callers.sign", &input);
    let spelled = "{ \"text\" : \"Gr\\u00fc\\u00dfe\" }";
    check(
        &post("/api/v1/sign", &good, r#"{"text": "changed"}"#),
        401,
        refused,
    );
    check(&post("/api/v1/sign", &good, spelled), 200, &[]);
    check(&post("/api/v1/sign", &good, spelled), 401, refused);
    check(&post("/api/v1/sign", "v1;nothing", spelled), 401, refused);
    // It admits to what a signature may change, and to nothing else.
    let other = signature("2", "callers.change", &json!({}));
    check(&post("/api/v1/change", &other, "{}"), 403, &[]);
    let headers = [REMOTE, ("content-type", "application/json")];
    let unsigned = server.post("/api/v1/sign", &headers, spelled);
    check(&unsigned, 401, &["Bearer", "Onefold-Signature"]);
}

/// Calls a tool over HTTP with these headers and this metadata, and tells the code of the failure, or that it was done.
fn call(
    server: &Server,
    headers: &[(&str, &str)],
    tool: &str,
    arguments: &Value,
    meta: &Value,
) -> String {
    let mut params = json!({"name": tool, "arguments": arguments});
    if !meta.is_null() {
        params["_meta"] = meta.clone();
    }
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params});
    let usual = [
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
        ("mcp-protocol-version", HANDSHAKE),
    ];
    let reply = server.post("/mcp", &[&usual, headers].concat(), &body.to_string());
    told(&reply.json())
}

fn told(answer: &Value) -> String {
    let text = answer["result"]["content"][0]["text"].as_str();
    let value: Value = serde_json::from_str(text.unwrap_or("null")).unwrap();
    match value["code"].as_str() {
        Some(code) => code.to_owned(),
        None if value["done"] == true => "done".to_owned(),
        None => answer.to_string(),
    }
}

#[test]
fn mcp_over_http_admits_as_http_does() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path());
    let (none, no_meta) = (json!({}), json!(null));
    let writer = bearer(WRITER);
    for (headers, tool, right) in [
        (&[][..], "callers_change", "done"),
        (&[], "callers_known", "forbidden"),
        (&[REMOTE], "callers_open", "done"),
        (&[REMOTE], "callers_change", "forbidden"),
        (
            &[REMOTE, ("authorization", writer.as_str())],
            "callers_change",
            "done",
        ),
        (
            &[REMOTE, ("authorization", writer.as_str())],
            "callers_known",
            "done",
        ),
    ] {
        assert_eq!(
            call(&server, headers, tool, &none, &no_meta),
            right,
            "{headers:?} {tool}"
        );
    }
    let input = json!({"text": "a"});
    let signed = json!({"onefold/signature": signature("3", "callers.sign", &input)});
    for (meta, right) in [
        (&no_meta, "forbidden"),
        (&json!({"onefold/signature": 7}), "forbidden"),
        (&signed, "done"),
        (&signed, "forbidden"),
    ] {
        assert_eq!(
            call(&server, &[REMOTE], "callers_sign", &input, meta),
            right,
            "{meta}"
        );
    }
    let wrong = server.post("/mcp", &[("authorization", "Bearer wrong")], "{}");
    check(&wrong, 401, &["Bearer error=\"invalid_token\""]);
}

#[test]
fn whoever_runs_the_program_is_asked_nothing() {
    let mut client = OverStdio::start(Product::Callers, HANDSHAKE);
    for tool in ["callers_known", "callers_change"] {
        assert_eq!(told(&client.call(tool, json!({}))), "done", "{tool}");
    }
}

#[test]
fn a_server_that_others_reach_must_know_callers_and_documents_must_be_right() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tokens.json");
    std::fs::write(
        &file,
        r#"{"tokens": [{"subject": "a", "sha256": "my-secret", "scopes": ["read"]}]}"#,
    )
    .unwrap();
    for (arguments, code, part) in [
        (&["serve", "--addr", "0.0.0.0:0"][..], 1, "--token-file"),
        (
            &["serve", "--token-file", file.to_str().unwrap()],
            2,
            "tokens[0]",
        ),
        (&["serve", "--trust", "nowhere.json"], 2, "nowhere.json"),
        (&["serve", "--allow-host", "http://a"], 2, "--allow-host"),
    ] {
        let run = Product::Callers.run(arguments);
        assert_eq!(run.code, code, "{run:?}");
        assert!(run.stderr.contains(part), "{run:?}");
        assert!(!run.stderr.contains("my-secret"), "{run:?}");
    }
}
