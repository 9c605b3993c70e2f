//! How a session begins and ends, and a call in it.

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::super::fixture;
use super::{ask_in, check_error, converse, initialize, of, parsed, request};

#[tokio::test]
async fn every_revision_is_negotiated() {
    for (asked, agreed) in [
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        // It has no `initialize`; the server answers with the newest that has.
        ("2026-07-28", "2025-11-25"),
        ("2024-11-05", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ] {
        let answers = converse(fixture::executor(), format!("{}\n", initialize(asked))).await;
        let told = &of(&answers, "init")["result"];
        assert_eq!(told["protocolVersion"], agreed, "{asked}");
        assert_eq!(
            told["capabilities"],
            json!({"tools": {}, "resources": {}}),
            "{asked}"
        );
        assert_eq!(
            told["serverInfo"],
            json!({"name": "notes", "title": "Notes", "version": "1.2.3", "description": "Keeps notes."})
        );
        assert_eq!(told["instructions"], "Keeps notes.");
    }
}

#[tokio::test]
async fn a_server_is_discovered() {
    let told = ask_in("2026-07-28", "server/discover", json!({})).await;
    assert_eq!(
        told["result"]["supportedVersions"],
        json!(["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"])
    );
    assert_eq!(
        told["result"]["capabilities"],
        json!({"tools": {}, "resources": {}})
    );
}

#[tokio::test]
async fn a_cancelled_call_ends_and_is_not_answered() {
    let (executor, waiting) = fixture::watched();
    let (client, server) = tokio::io::duplex(64 * 1024);
    let (reads, writes) = tokio::io::split(server);
    let session = tokio::spawn(crate::serve(executor, reads, writes));
    let (mut reads, mut writes) = tokio::io::split(client);
    let start = [
        initialize("2025-11-25"),
        request("tools/call", json!({"name": "notes_wait"})),
        // A second request of the same id is not taken for the first.
        request("ping", json!({})),
    ];
    for line in start {
        writes
            .write_all(format!("{line}\n").as_bytes())
            .await
            .unwrap();
    }
    waiting.begun.acquire().await.unwrap().forget();
    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    writes
        .write_all(format!("{cancel}\n").as_bytes())
        .await
        .unwrap();
    waiting.dropped.acquire().await.unwrap().forget();
    let ping = json!({"jsonrpc": "2.0", "id": 2, "method": "ping"});
    writes
        .write_all(format!("{ping}\n").as_bytes())
        .await
        .unwrap();
    writes.shutdown().await.unwrap();

    let mut output = String::new();
    reads.read_to_string(&mut output).await.unwrap();
    session.await.unwrap().unwrap();
    let answers = parsed(&output);
    assert_eq!(of(&answers, 2)["result"], json!({}));
    check_error(of(&answers, 1), -32600, "the request 1 still runs");
}

#[tokio::test]
async fn running_calls_are_answered_after_the_end() {
    let params = json!({"name": "notes_search", "arguments": {"words": "x"}});
    let calls: Vec<String> = (0..20)
        .map(|id| {
            let mut call = request("tools/call", params.clone());
            call["id"] = json!(id);
            call.to_string()
        })
        .collect();
    let calls = calls.join("\n");
    let input = format!("{}\n{calls}", initialize("2025-11-25"));
    let answers = converse(fixture::executor(), input).await;
    for id in 0..20 {
        assert_eq!(of(&answers, id)["result"]["isError"], false);
    }
}

#[tokio::test]
async fn a_server_that_is_stopped_ends() {
    let (client, server) = tokio::io::duplex(64 * 1024);
    let (reads, writes) = tokio::io::split(server);
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let stopped = async { drop(stopped.await) };
    let session = crate::stdio::serve_until(fixture::executor(), reads, writes, stopped);
    let session = tokio::spawn(session);
    let (mut reads, mut writes) = tokio::io::split(client);
    let line = format!("{}\n", initialize("2025-11-25"));
    writes.write_all(line.as_bytes()).await.unwrap();
    // The answer shows that the session has begun.
    reads.read_u8().await.unwrap();
    stop.send(()).unwrap();
    session.await.unwrap().unwrap();
}
