//! A server that is asked to stop: it drains, but not for ever.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::harness::{HANDSHAKE, OverStdio, Product, Server};

/// A request whose body does not come.
fn hang(server: &Server) -> TcpStream {
    let address = server.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!(
        "POST /api/v1/notes HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         content-length: 20\r\nexpect: 100-continue\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    // The server asks for the body, so the request is under way.
    let mut go_on = [0; 12];
    stream.read_exact(&mut go_on).unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100");
    stream
}

#[test]
fn an_idle_server_ends_at_once() {
    let server = Server::start(Product::Onefold);
    assert_eq!(server.get("/healthz").status, 200);
    assert_eq!(server.get("/readyz").status, 200);
    assert_eq!(server.terminate(), 0);
    assert_eq!(OverStdio::start(Product::Onefold, HANDSHAKE).end(), 0);
}

#[test]
fn what_is_under_way_is_answered() {
    let server = Server::start(Product::Notes);
    let mut stream = hang(&server);
    server.ask_to_stop();
    server.wait_until_closed();
    stream.write_all(br#"{"title":"Milk__"}  "#).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(
        answer.contains("200 OK") && answer.contains("Milk__"),
        "{answer}"
    );
    assert_eq!(server.wait(), 0);
}

#[test]
fn what_never_ends_is_cut_off() {
    let server = Server::start_with(Product::Notes, &["--drain", "0"]);
    let _stream = hang(&server);
    assert_eq!(server.terminate(), 0);
}

#[test]
fn who_asks_twice_does_not_wait() {
    let server = Server::start_with(Product::Notes, &["--drain", "600"]);
    let _stream = hang(&server);
    server.ask_to_stop();
    server.wait_until_closed();
    assert_eq!(server.terminate(), 130);
}

#[test]
fn other_machines_are_not_served() {
    let run = Product::Onefold.run(&["serve", "--addr", "0.0.0.0:0", "--format", "json"]);
    assert_eq!(
        (run.code, &run.json()["error"]["code"]),
        (1, &"refused".into()),
        "{run:?}"
    );
}
