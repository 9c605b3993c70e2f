//! The product the tests run: its capabilities answer their input as they understood it.

use std::process::ExitCode;

use onefold::{
    Declaration, Executor, Exposure, Failure, Kind, Location, ModuleDeclaration, Product, Registry,
    handler,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Cli, HostCommand};

/// Every way a field can be given.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub(super) struct Search {
    /// The words to look for.
    ///
    /// All of them must occur.
    query: String,
    /// At most this many.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_results: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    offsets: Vec<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    /// Which comes first.
    #[serde(default)]
    order: Order,
    #[serde(skip_serializing_if = "Option::is_none")]
    near: Option<Near>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Order {
    /// The newest.
    #[default]
    Newest,
    /// The oldest.
    Oldest,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Near {
    x: f64,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Move {
    from: i64,
    to: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<i64>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Clashing {
    format: Option<String>,
}

fn echo<T>(input: T) -> Result<T, Failure> {
    Ok(input)
}

fn list() -> Result<Vec<u8>, Failure> {
    Ok(vec![1])
}

pub(super) fn declared<const N: usize>(id: &'static str, words: [&str; N]) -> Declaration {
    let mut declaration = Declaration::new(id, Kind::Query);
    declaration.title = format!("Title of {id}").into();
    declaration.description = format!("All about {id}.").into();
    declaration.exposure = Exposure::new().cli(words);
    declaration.handler = Some(handler(list));
    declaration
}

fn module(id: &'static str, capabilities: Vec<Declaration>) -> ModuleDeclaration {
    ModuleDeclaration {
        id: id.into(),
        version: "1.0.0".into(),
        title: format!("Title of {id}").into(),
        description: format!("All about the module {id}.").into(),
        capabilities,
        location: Location::caller(),
    }
}

pub(super) fn modules() -> [ModuleDeclaration; 2] {
    let mut search = declared("notes.search", ["notes", "search"]);
    search.handler = Some(handler(echo::<Search>));
    let mut r#move = declared("notes.move", ["notes", "move"]);
    r#move.handler = Some(handler(echo::<Move>));
    let mut clashing = declared("odd.clashing", ["odd", "clashing"]);
    clashing.handler = Some(handler(echo::<Clashing>));
    [
        module(
            "notes",
            vec![search, r#move, declared("notes.list", ["notes", "list"])],
        ),
        module(
            "odd",
            vec![clashing, declared("odd.deep", ["odd", "very", "deep"])],
        ),
    ]
}

pub(super) fn product() -> Product {
    Product::new("notes", "1.2.3")
        .title("Notes")
        .description("Keeps notes.")
}

pub(super) fn executor() -> Executor {
    Executor::new(Registry::composed(product(), modules()).unwrap())
}

pub(super) fn cli() -> Cli {
    let addr = clap::Arg::new("addr")
        .long("addr")
        .value_parser(clap::value_parser!(std::net::SocketAddr))
        .help("Where to listen");
    Cli::new().command(
        HostCommand::new(["serve"], "Serves HTTP")
            .arg(addr)
            .run(|_, matches, _| ExitCode::from(u8::from(matches.contains_id("addr")))),
    )
}
