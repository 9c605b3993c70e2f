//! `serve` and `mcp`: the product as a server, over HTTP and over stdio.

use std::io::Write;
use std::net::SocketAddr;
use std::process::ExitCode;

use clap::Arg;
use onefold::{Executor, Failure};
use onefold_cli::{Format, HostCommand, print_failure};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use super::{complain, validate};

pub(super) fn serve() -> HostCommand {
    HostCommand::new(
        ["serve"],
        "Serves HTTP, with MCP at /mcp; the first line on stdout is the base URL",
    )
    .arg(
        Arg::new("addr")
            .long("addr")
            .value_name("ADDRESS")
            .default_value("127.0.0.1:0")
            .value_parser(clap::value_parser!(SocketAddr))
            .help("Where to listen; port 0 takes a free one"),
    )
    .run(|executor, matches, format| {
        let address = matches
            .get_one("addr")
            .copied()
            .unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 0)));
        start(executor, format, |executor| serve_http(executor, address))
    })
}

pub(super) fn mcp() -> HostCommand {
    HostCommand::new(
        ["mcp"],
        "Speaks MCP over stdin and stdout, until stdin ends",
    )
    .run(|executor, _, format| {
        start(executor, format, async |executor| {
            onefold_mcp::serve_stdio(executor)
                .await
                .map_err(Failure::internal)
        })
    })
}

/// Nothing starts while anything is wrong; then a runtime, and the server until it ends.
fn start<S>(executor: &Executor, format: Format, server: impl FnOnce(Executor) -> S) -> ExitCode
where
    S: Future<Output = Result<(), Failure>>,
{
    if let Err(refusals) = validate::verify(executor) {
        complain(&refusals.to_string());
        return ExitCode::from(validate::FAULT);
    }
    let outcome = match Runtime::new() {
        Ok(runtime) => {
            let result = runtime.block_on(server(executor.clone()));
            // A handler that still blocks a thread must not keep the process.
            runtime.shutdown_background();
            result
        }
        Err(error) => Err(Failure::internal(error)),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => print_failure(&failure, format),
    }
}

async fn serve_http(executor: Executor, address: SocketAddr) -> Result<(), Failure> {
    let listener = TcpListener::bind(address).await.map_err(|error| {
        Failure::unavailable(format!("can't listen on {address}: {error}"))
            .next("choose another --addr")
    })?;
    let bound = listener.local_addr().map_err(Failure::internal)?;
    let router = onefold_http::router(executor.clone())
        .nest_service("/mcp", onefold_mcp::http_service(executor));
    announce(bound)?;
    axum::serve(listener, onefold_http::guarded(router))
        .with_graceful_shutdown(stopped())
        .await
        .map_err(Failure::internal)
}

/// The base URL, alone on the first line of stdout, once connections are accepted.
fn announce(bound: SocketAddr) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "http://{bound}")
        .and_then(|()| stdout.flush())
        .map_err(Failure::internal)
}

/// Ctrl-C, or what a service manager sends.
async fn stopped() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await,
            Err(error) => {
                tracing::warn!(%error, "SIGTERM will not drain");
                std::future::pending().await
            }
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<Option<()>>();
    tokio::select! {
        _ = interrupted => {}
        _ = terminated => {}
    }
}
