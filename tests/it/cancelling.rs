//! Work that ends early, on every surface: cancelled, late, crowded out, or overtaken by a shutdown.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::harness::{self, HANDSHAKE, Mcp, OverHttp, OverStdio, Product, STATELESS, Server};

/// How many calls of a serial capability wait, beside the one that runs.
const WAITING: usize = onefold::Executor::WAITING;

/// A request whose answer nobody has read yet.
fn post(server: &Server, path: &str) -> TcpStream {
    let address = server.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         content-length: 2\r\nconnection: close\r\n\r\n{{}}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

/// The status and the document of an answer.
fn read(mut stream: TcpStream) -> (u16, Value) {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, serde_json::from_str(body).unwrap())
}

#[track_caller]
fn check_unavailable(failure: &Value, message: &str) {
    let text = failure["detail"].as_str().or(failure["message"].as_str());
    assert_eq!(failure["code"], "unavailable", "{failure}");
    assert!(text.unwrap().contains(message), "{failure}");
    assert!(failure["next"].is_string(), "{failure}");
}

/// The failure of a tool, as its text has it.
#[track_caller]
fn failed(answer: &Value) -> Value {
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    serde_json::from_str(answer["result"]["content"][0]["text"].as_str().unwrap()).unwrap()
}

#[test]
fn who_closes_the_connection_cancels() {
    let server = Server::start(Product::Stops);
    for (at, name) in ["wait", "block"].into_iter().enumerate() {
        let stream = post(&server, &format!("/api/v1/stops/{name}"));
        assert_eq!(
            server
                .get(&format!("/api/v1/stops/tell?begun={}", at + 1))
                .status,
            200
        );
        drop(stream);
        let told = server
            .get(&format!("/api/v1/stops/tell?told={}", at + 1))
            .json();
        assert_eq!(told["told"], at + 1);
    }
    assert_eq!(server.terminate(), 0);
}

#[test]
fn who_leaves_what_cannot_be_cancelled_leaves_it_whole() {
    let server = Server::start(Product::Stops);
    let stream = post(&server, "/api/v1/stops/hold");
    assert_eq!(server.get("/api/v1/stops/tell?begun=1").status, 200);
    drop(stream);
    // The next one waits for its turn, so nothing overlaps.
    let next = post(&server, "/api/v1/stops/hold");
    assert_eq!(server.get("/api/v1/stops/let-go").status, 200);
    assert_eq!(read(next).0, 200);
    assert_eq!(server.get("/api/v1/stops/tell?held=2").json()["held"], 2);
}

#[test]
fn a_cancel_over_mcp_is_told_and_not_answered() {
    let cancel = json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 77 },
    });
    for tool in ["stops_wait", "stops_block"] {
        let mut client = OverStdio::start(Product::Stops, HANDSHAKE);
        let call = json!({
            "jsonrpc": "2.0", "id": 77, "method": "tools/call",
            "params": { "name": tool, "arguments": {} },
        });
        client.send(&call.to_string());
        // Each request has the next answer, so the cancelled one had none.
        assert!(client.call("stops_tell", json!({ "begun": 1 }))["result"].is_object());
        client.send(&cancel.to_string());
        let told = client.call("stops_tell", json!({ "told": 1 }));
        assert_eq!(told["result"]["structuredContent"]["told"], 1, "{told}");
        assert_eq!(client.end(), 0);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_on_the_command_line_is_told_and_ends_with_130() {
    for (name, signal) in [("wait", "-INT"), ("block", "-TERM")] {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(Product::Stops.path())
            .args(["stops", name, "--format", "json"])
            .current_dir(folder.path())
            .env("ONEFOLD_LOG", "warn,onefold=debug")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        while !line.contains("running") {
            line.clear();
            assert_ne!(
                log.read_line(&mut line).unwrap(),
                0,
                "it ended before it ran"
            );
        }
        harness::signal(&child, signal);
        let mut rest = String::new();
        log.read_to_string(&mut rest).unwrap();
        assert!(rest.contains("told to stop"), "{rest}");
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        check_unavailable(&document["error"], "cancelled");
    }
}

#[test]
fn what_is_late_is_unavailable_everywhere() {
    let server = Server::start(Product::Stops);
    let reply = server.get("/api/v1/stops/late");
    assert_eq!(
        (reply.status, reply.headers.contains_key("retry-after")),
        (503, true)
    );
    check_unavailable(&reply.json(), "20ms");
    let run = Product::Stops.run(&["stops", "late", "--format", "json"]);
    assert_eq!(run.code, 75, "{run:?}");
    check_unavailable(&run.json()["error"], "20ms");
    for revision in [HANDSHAKE, STATELESS] {
        let mut stdio = OverStdio::start(Product::Stops, revision);
        check_unavailable(&failed(&stdio.call("stops_late", json!({}))), "20ms");
        let mut http = OverHttp::start(&server, revision);
        check_unavailable(&failed(&http.call("stops_late", json!({}))), "20ms");
    }
}

#[test]
fn a_full_queue_is_busy_over_http() {
    let server = Server::start(Product::Stops);
    let waiting: Vec<TcpStream> = (0..=WAITING)
        .map(|_| post(&server, "/api/v1/stops/hold"))
        .collect();
    // One of so many more finds no place, whichever it is, and is told so before any other has its answer.
    let more = post(&server, "/api/v1/stops/hold");
    let mut all: Vec<TcpStream> = waiting.into_iter().chain([more]).collect();
    let busy = loop {
        if let Some(at) = all.iter().position(answered) {
            break all.remove(at);
        }
        std::thread::yield_now();
    };
    let (status, problem) = read(busy);
    assert_eq!(status, 503);
    check_unavailable(&problem, &format!("{WAITING} are waiting already"));
    assert_eq!(server.get("/api/v1/stops/let-go").status, 200);
    for stream in all {
        assert_eq!(read(stream).0, 200);
    }
}

/// Whether there is something to read.
fn answered(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    let there = stream.peek(&mut [0]).is_ok();
    stream.set_nonblocking(false).unwrap();
    there
}

#[test]
fn a_full_queue_is_busy_over_mcp() {
    let mut client = OverStdio::start(Product::Stops, HANDSHAKE);
    for id in 1_000..=1_000 + WAITING + 1 {
        let call = json!({
            "jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": { "name": "stops_hold", "arguments": {} },
        });
        client.send(&call.to_string());
    }
    let busy = client.receive();
    check_unavailable(&failed(&busy), &format!("{WAITING} are waiting already"));
    let let_go = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "stops_let_go", "arguments": {} },
    });
    client.send(&let_go.to_string());
    for _ in 0..WAITING + 2 {
        let answer = client.receive();
        assert_ne!(answer["result"]["isError"], true, "{answer}");
    }
    assert_eq!(client.end(), 0);
}

#[cfg(unix)]
#[test]
fn a_shutdown_tells_what_stops_and_waits_for_what_does_not() {
    let server = Server::start_with(Product::Stops, &["--drain", "600"]);
    let wait = post(&server, "/api/v1/stops/wait");
    assert_eq!(server.get("/api/v1/stops/tell?begun=1").status, 200);
    let hold = post(&server, "/api/v1/stops/hold");
    assert_eq!(server.get("/api/v1/stops/tell?begun=2").status, 200);
    // Nobody waits for what is held any longer, and the process does.
    drop(hold);
    server.ask_to_stop();
    let (status, problem) = read(wait);
    assert_eq!(status, 503);
    check_unavailable(&problem, "shutting down");
    let end = server.folder().join("held");
    assert_eq!(server.wait_with(|| end.exists()), (0, true));
}

#[cfg(unix)]
#[test]
fn a_shutdown_over_mcp_answers_what_stops() {
    let mut client = OverStdio::start(Product::Stops, HANDSHAKE);
    let call = json!({
        "jsonrpc": "2.0", "id": 77, "method": "tools/call",
        "params": { "name": "stops_wait", "arguments": {} },
    });
    client.send(&call.to_string());
    client.call("stops_tell", json!({ "begun": 1 }));
    client.ask_to_stop();
    let answer = client.receive();
    assert_eq!(answer["id"], 77);
    check_unavailable(&failed(&answer), "shutting down");
    assert_eq!(client.end(), 0);
}
