//! `serve` and `mcp`: the product as a server, over HTTP and over stdio.

use std::io::Write;
use std::net::SocketAddr;
use std::pin::pin;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches};
use onefold::admission::Admission;
use onefold::{Executor, Failure};
use onefold_cli::{Format, HostCommand, print_failure};
use onefold_http::{Guard, Options};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use super::signals::{INTERRUPTED, Signals};
use super::{admission, validate};

/// How long requests may go on once the server is asked to stop, in seconds, where nothing else is said.
const DRAIN: u64 = 10;
pub(super) fn serve() -> HostCommand {
    let command = HostCommand::new(
        ["serve"],
        "Serves HTTP, with MCP at /mcp; the first line on stdout is the base URL",
    )
    .arg(
        Arg::new("addr")
            .long("addr")
            .value_name("ADDRESS")
            .default_value("127.0.0.1:0")
            .value_parser(clap::value_parser!(SocketAddr))
            .help("Where to listen: on this machine, unless there are tokens or trusted keys; port 0 takes a free one"),
    )
    .arg(
        Arg::new("drain")
            .long("drain")
            .value_name("SECONDS")
            .default_value("10")
            .value_parser(clap::value_parser!(u64))
            .help("How long requests may go on once the server is asked to stop"),
    )
    .arg(
        Arg::new("metrics")
            .long("metrics")
            .action(ArgAction::SetTrue)
            .help("Times every call, and tells at /metrics what is counted, in the text format of Prometheus"),
    );
    let command = admission::arguments()
        .into_iter()
        .fold(command, HostCommand::arg);
    command.run(|executor, matches, format| {
        let address = matches
            .get_one("addr")
            .copied()
            .unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 0)));
        let callers = match callers(matches, address) {
            Ok(callers) => callers,
            Err(failure) => return print_failure(&failure, format),
        };
        let drain = matches.get_one("drain").copied().unwrap_or(DRAIN);
        let options = Options {
            metrics: matches.get_flag("metrics"),
            ..Options::default()
        };
        start(executor, format, |executor| {
            serve_http(
                executor,
                callers,
                options,
                address,
                Duration::from_secs(drain),
            )
        })
    })
}

pub(super) fn mcp() -> HostCommand {
    HostCommand::new(
        ["mcp"],
        "Speaks MCP over stdin and stdout, until stdin ends or it is asked to stop",
    )
    .run(|executor, _, format| {
        start(executor, format, async |executor| {
            let mut signals = Signals::new().map_err(Failure::internal)?;
            let (stop, stopping) = oneshot::channel::<()>();
            let server = onefold_mcp::serve_stdio_until(executor.clone(), async {
                let _ = stopping.await;
            });
            let mut server = pin!(server);
            let session = tokio::select! {
                ended = &mut server => ended,
                () = signals.next() => {
                    executor.shut_down();
                    let _ = stop.send(());
                    tokio::select! {
                        ended = &mut server => ended,
                        () = signals.next() => return Ok(ExitCode::from(INTERRUPTED)),
                    }
                }
            };
            session.map_err(Failure::internal)?;
            Ok(drained(executor.idle(), Duration::from_secs(DRAIN), &mut signals).await)
        })
    })
}

/// Nothing starts while anything is wrong; then a runtime, and the server until it ends.
fn start<S>(executor: &Executor, format: Format, server: impl FnOnce(Executor) -> S) -> ExitCode
where
    S: Future<Output = Result<ExitCode, Failure>>,
{
    if let Err(refusals) = validate::verify(executor) {
        return validate::print_refusals(&refusals, format, validate::FAULT);
    }
    let outcome = match Runtime::new() {
        Ok(runtime) => {
            let result = runtime.block_on(server(executor.clone()));
            // A handler that still blocks a thread has had its time.
            runtime.shutdown_background();
            result
        }
        Err(error) => Err(Failure::internal(error)),
    };
    match outcome {
        Ok(code) => code,
        Err(failure) => print_failure(&failure, format),
    }
}

/// Whom a server answers.
struct Callers {
    admission: Admission,
    guard: Guard,
    hosts: Vec<String>,
}

fn callers(matches: &ArgMatches, address: SocketAddr) -> Result<Callers, Failure> {
    let given = matches.get_many::<String>("allow-host");
    let mut hosts: Vec<String> = given.into_iter().flatten().cloned().collect();
    let ip = address.ip();
    if !ip.is_unspecified() && !ip.is_loopback() {
        hosts.push(ip.to_string());
    }
    let mut guard = Guard::loopback();
    for host in &hosts {
        guard = guard.allow_host(host).map_err(|error| {
            Failure::invalid_input(format!("`--allow-host`: {error}"))
                .next("give it as `notes.example.org` or `192.0.2.7`")
        })?;
    }
    Ok(Callers {
        admission: admission::read(matches)?,
        guard,
        hosts,
    })
}

async fn serve_http(
    executor: Executor,
    callers: Callers,
    options: Options,
    address: SocketAddr,
    drain: Duration,
) -> Result<ExitCode, Failure> {
    let Callers {
        admission,
        guard,
        hosts,
    } = callers;
    if !address.ip().is_loopback() && !admission.knows_anybody() {
        // Everybody could read, and nobody could do more.
        return Err(
            Failure::refused(format!("{address} can be reached from other machines")).next(
                "say who may call with --token-file or --trust, or listen on 127.0.0.1 or [::1]",
            ),
        );
    }
    let mut signals = Signals::new().map_err(Failure::internal)?;
    let listener = TcpListener::bind(address).await.map_err(|error| {
        Failure::unavailable(format!("can't listen on {address}: {error}"))
            .next("choose another --addr")
    })?;
    let bound = listener.local_addr().map_err(Failure::internal)?;
    let readiness = options.readiness.clone();
    let router = onefold_http::router_with(executor.clone(), options).nest_service(
        "/mcp",
        onefold_mcp::http_service_for(executor.clone(), hosts),
    );
    announce(bound)?;

    let (stop, stopping) = oneshot::channel::<()>();
    let service = guard
        .admission(admission)
        .protect(router)
        .into_make_service_with_connect_info::<SocketAddr>();
    let server = axum::serve(listener, service)
        .with_graceful_shutdown(async {
            let _ = stopping.await;
        })
        .into_future();
    let mut server = pin!(server);
    tokio::select! {
        ended = &mut server => return ended.map(|()| ExitCode::SUCCESS).map_err(Failure::internal),
        () = signals.next() => {}
    }
    readiness.set(false);
    executor.shut_down();
    let _ = stop.send(());
    let ended = async {
        if let Err(error) = server.await {
            tracing::error!(%error, "the server broke down");
        }
        executor.idle().await;
    };
    Ok(drained(ended, drain, &mut signals).await)
}

/// Waits until everything has ended, also what nobody waits for any longer; but not for ever.
async fn drained(
    ended: impl Future<Output = ()>,
    drain: Duration,
    signals: &mut Signals,
) -> ExitCode {
    tokio::select! {
        () = ended => ExitCode::SUCCESS,
        () = tokio::time::sleep(drain) => {
            tracing::warn!(?drain, "what is still under way is cut off");
            ExitCode::SUCCESS
        }
        // Whoever asks twice does not want to wait.
        () = signals.next() => ExitCode::from(INTERRUPTED),
    }
}

/// The base URL, alone on the first line of stdout, once connections are accepted.
fn announce(bound: SocketAddr) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "http://{bound}")
        .and_then(|()| stdout.flush())
        .map_err(Failure::internal)
}
