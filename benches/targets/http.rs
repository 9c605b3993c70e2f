//! One call over HTTP on loopback, beside hand-written axum routes with the same handlers in the same process.

#[path = "http/by_hand.rs"]
mod by_hand;
#[path = "http/client.rs"]
mod client;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use axum::Router;
use onefold::Executor;
use onefold_bench::{Bench, Comparison, Limit, Of, notes};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use client::{Clients, get, post};

/// As many connections as keep a server busy however long an answer travels.
const BUSY: usize = 16;

fn main() -> io::Result<()> {
    let mut bench = Bench::from_args("http");
    // One thread for both servers and one for the client: on two cores it is the server that has no time to spare.
    let servers = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    let ours = serve(
        &servers,
        onefold_http::router(Executor::new(notes::registry())),
    )?;
    let theirs = serve(&servers, by_hand::router())?;

    let promised = Some(Limit::AtLeast(0.90));
    let find = get("/api/v1/notes/find?text=coffee&limit=2");
    let posted = post(
        "/api/v1/notes/find-posted",
        r#"{"text":"coffee","limit":2}"#,
    );
    let blocking = get("/api/v1/notes/find-blocking?text=coffee&limit=2");
    let inline = get("/inline?text=coffee&limit=2");
    for (name, connections, limit, our_request, their_request) in [
        ("GET, 1 connection", 1, promised, &find, &find),
        ("GET, 16 connections", BUSY, promised, &find, &find),
        ("POST, 1 connection", 1, promised, &posted, &posted),
        ("POST, 16 connections", BUSY, promised, &posted, &posted),
        (
            "fn on a thread for blocking work, 16 connections",
            BUSY,
            None,
            &blocking,
            &blocking,
        ),
        (
            "fn beside the same on the server's own thread, 16 connections",
            BUSY,
            None,
            &blocking,
            &inline,
        ),
    ] {
        let mut ours = Clients::connect(ours, connections, our_request)?;
        let mut theirs = Clients::connect(theirs, connections, their_request)?;
        assert_eq!(ours.body()?, theirs.body()?, "{name}: both answer the same");
        bench.compare(
            Comparison {
                name,
                sides: ["onefold", "by hand"],
                of: Of::Throughput,
                limit,
                turns: 101,
                times: 1_000,
            },
            &mut |times| ours.exchange(times).expect("our server answers"),
            &mut |times| {
                theirs
                    .exchange(times)
                    .expect("the server written by hand answers")
            },
        );
    }
    bench.finish()
}

fn serve(runtime: &Runtime, router: Router) -> io::Result<SocketAddr> {
    let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)))?;
    let address = listener.local_addr()?;
    runtime.spawn(async { axum::serve(listener, router).await });
    Ok(address)
}
