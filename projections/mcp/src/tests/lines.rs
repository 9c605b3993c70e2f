//! Lines in, lines out: what a client that writes its own JSON-RPC sees.

mod calls;
mod errors;
mod resources;
mod sessions;
mod survival;
mod tools;

use onefold::Executor;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::fixture;

/// Everything the server answers to this input, until both ends are closed.
async fn converse(executor: Executor, input: impl AsRef<[u8]>) -> Vec<Value> {
    let (client, server) = tokio::io::duplex(64 * 1024);
    let (server_reads, server_writes) = tokio::io::split(server);
    let session = tokio::spawn(crate::serve(executor, server_reads, server_writes));
    let (mut reads, mut writes) = tokio::io::split(client);
    let send = async {
        writes.write_all(input.as_ref()).await.unwrap();
        writes.shutdown().await.unwrap();
    };
    let mut output = String::new();
    let ((), read) = tokio::join!(send, reads.read_to_string(&mut output));
    read.unwrap();
    session.await.unwrap().unwrap();
    parsed(&output)
}

fn parsed(output: &str) -> Vec<Value> {
    output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn initialize(version: &str) -> Value {
    let client = json!({"name": "test", "version": "1"});
    let params = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client});
    json!({"jsonrpc": "2.0", "id": "init", "method": "initialize", "params": params})
}

fn request(method: &str, params: Value) -> Value {
    let mut request = json!({"jsonrpc": "2.0", "id": 1, "method": method});
    request["params"] = params;
    request
}

fn of(answers: &[Value], id: impl Into<Value>) -> &Value {
    let id = id.into();
    let found: Vec<_> = answers.iter().filter(|answer| answer["id"] == id).collect();
    assert_eq!(found.len(), 1, "answers to {id} in {answers:#?}");
    found[0]
}

/// The answer to one request in a session of this revision.
async fn ask_in(version: &str, method: &str, params: Value) -> Value {
    let asked = request(method, params);
    let input = if version < "2026-07-28" {
        format!("{}\n{asked}\n", initialize(version))
    } else {
        let mut asked = asked;
        asked["params"]["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        format!("{asked}\n")
    };
    of(&converse(fixture::executor(), input).await, 1).clone()
}

async fn ask(method: &str, params: Value) -> Value {
    ask_in("2025-11-25", method, params).await
}

#[track_caller]
fn check_error(told: &Value, code: i64, says: &str) {
    assert_eq!(told["error"]["code"], code, "{told}");
    let message = told["error"]["message"].as_str().unwrap();
    assert!(message.contains(says), "{told}");
}
