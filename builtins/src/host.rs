//! What every product's binary does beside its own commands: assemble, serve, speak MCP, print its documents.

mod admission;
mod documents;
mod registry;
mod serve;
mod signals;
mod validate;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;

use onefold::{Assembly, Executor, Product, Projection};
use onefold_cli::{Cli, HostCommand};
use onefold_http::Http;
use onefold_mcp::Mcp;
use onefold_product_descriptor::ProductDescriptor;

use crate::modules::MODULES;

/// Runs a product: assembles what is linked into this program and does what the command line asks.
///
/// The modules of this crate are part of every product; the product names its own.
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     onefold_builtins::run(onefold::Product::new("notes", "1.0.0").module("notes"))
/// }
/// ```
pub fn run(product: Product) -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    if let Some(version) = asked_version(&product, &arguments) {
        return onefold_cli::print_document(&version);
    }
    log_to_stderr();
    let product = MODULES
        .iter()
        .fold(product, |product, module| product.module(*module));
    let cli = command_line();
    let assembly = surfaces(&cli)
        .into_iter()
        .fold(Assembly::linked(product), Assembly::projection);
    match assembly.assemble() {
        Ok(registry) => cli.run(&Executor::new(registry), arguments),
        Err(refusals) => validate::refused(&refusals, &arguments),
    }
}

/// The version, where nothing else is asked for: scripts ask often, and a product that does not assemble has one too.
fn asked_version(product: &Product, arguments: &[OsString]) -> Option<String> {
    let asked = matches!(arguments, [_, only] if only == "--version" || only == "-V");
    let identity = product.identity();
    asked.then(|| format!("{} {}", identity.id, identity.version))
}

/// Every surface of a product, as assembly sees it.
fn surfaces(cli: &Cli) -> [&dyn Projection; 4] {
    [cli, &Http, &Mcp, &ProductDescriptor]
}

/// The generated commands and these.
fn command_line() -> Cli {
    let cli = Cli::new().interrupted_by(signals::interruption);
    commands().into_iter().fold(cli, Cli::command)
}

fn commands() -> [HostCommand; 7] {
    [
        serve::serve(),
        serve::mcp(),
        documents::openapi(),
        documents::descriptor(),
        validate::validate(),
        registry::print(),
        registry::diff(),
    ]
}

/// stdout belongs to the answer and to protocols. `ONEFOLD_LOG` filters, in the form of tracing's `Targets`: a level, or
/// `target=level` pairs joined by commas.
fn log_to_stderr() {
    use tracing_subscriber::filter::{LevelFilter, Targets};
    use tracing_subscriber::layer::SubscriberExt;
    use tracing_subscriber::util::SubscriberInitExt;

    let asked = std::env::var("ONEFOLD_LOG").ok();
    let filter = asked.as_deref().map_or(
        Ok(Targets::new().with_default(LevelFilter::WARN)),
        str::parse,
    );
    if let Err(error) = &filter {
        complain(&format!(
            "ONEFOLD_LOG is no filter, so warnings are logged: {error}"
        ));
    }
    let filter = filter.unwrap_or_else(|_| Targets::new().with_default(LevelFilter::WARN));
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let writer = tracing_subscriber::fmt::layer()
        .with_ansi(std::io::stderr().is_terminal() && !no_color)
        .with_writer(std::io::stderr);
    // A program that has set up its own log keeps it.
    let _ = tracing_subscriber::registry()
        .with(filter)
        .with(writer)
        .try_init();
}

/// Says on stderr why nothing starts. A closed stderr hears nothing, and the exit code still tells.
fn complain(text: &str) {
    use std::io::Write;

    let _ = writeln!(std::io::stderr(), "{text}");
}
