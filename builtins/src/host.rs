//! What every product's binary does beside its own commands: assemble, serve, speak MCP, print its documents.

mod documents;
mod serve;
mod validate;

use std::ffi::OsString;
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

/// Every surface of a product, as assembly sees it.
fn surfaces(cli: &Cli) -> [&dyn Projection; 4] {
    [cli, &Http, &Mcp, &ProductDescriptor]
}

/// The generated commands and these.
fn command_line() -> Cli {
    commands().into_iter().fold(Cli::new(), Cli::command)
}

fn commands() -> [HostCommand; 5] {
    [
        serve::serve(),
        serve::mcp(),
        documents::openapi(),
        documents::descriptor(),
        validate::validate(),
    ]
}

/// stdout belongs to the answer and to protocols. `ONEFOLD_LOG` filters, in the form of tracing's `EnvFilter`.
fn log_to_stderr() {
    use tracing_subscriber::EnvFilter;

    let filter = EnvFilter::try_from_env("ONEFOLD_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    // A program that has set up its own log keeps it.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .try_init();
}

/// Says on stderr why nothing starts. A closed stderr hears nothing, and the exit code still tells.
fn complain(text: &str) {
    use std::io::Write;

    let _ = writeln!(std::io::stderr(), "{text}");
}
