//! A small product that has one of everything the server tells apart.

use std::sync::Arc;

use onefold::{
    Content, Declaration, Effects, Executor, Exposure, Failure, Kind, Location, ModuleDeclaration,
    Product, Registry, State, handler,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;

/// Beyond 2^53, where a float has no place for every integer.
pub(super) const EXACT: u64 = u64::MAX;

/// One of the floats that come back changed in the last place, unless they are parsed with care.
pub(super) const CLOSE: f64 = 90.494_076_670_778_43;

/// The numbers.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Numbers {
    exact: u64,
    close: f64,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Search {
    /// The words; see [the guide](https://example.org).
    words: String,
    limit: Option<u8>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Found {
    titles: Vec<String>,
}

/// Counts the calls of `notes_wait`: those that began, and those that were dropped, since none ever ends.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) begun: Semaphore,
    pub(super) dropped: Semaphore,
}

impl Waiting {
    pub(super) fn none() -> Arc<Self> {
        Arc::new(Self {
            begun: Semaphore::new(0),
            dropped: Semaphore::new(0),
        })
    }
}

fn numbers() -> Result<Numbers, Failure> {
    Ok(Numbers {
        exact: EXACT,
        close: CLOSE,
    })
}

fn echo(numbers: Numbers) -> Result<Numbers, Failure> {
    Ok(numbers)
}

fn search(Search { words, limit }: Search) -> Result<Found, Failure> {
    match words.as_str() {
        "nothing" => Err(Failure::not_found("no note holds these words").next("use other words")),
        "panic" => panic!("the secret cause"),
        _ => Ok(Found {
            titles: vec![words; limit.unwrap_or(1).into()],
        }),
    }
}

async fn wait(State(waiting): State<Arc<Waiting>>) -> Result<Found, Failure> {
    struct OnDrop(Arc<Waiting>);

    impl Drop for OnDrop {
        fn drop(&mut self) {
            self.0.dropped.add_permits(1);
        }
    }

    waiting.begun.add_permits(1);
    let _on_drop = OnDrop(Arc::clone(&waiting));
    std::future::pending().await
}

fn query(id: &'static str, title: &'static str, exposure: Exposure) -> Declaration {
    let mut declaration = Declaration::new(id, Kind::Query);
    declaration.title = title.into();
    declaration.description = "What [`it`] does.".into();
    declaration.exposure = exposure;
    declaration
}

fn resource(id: &'static str, uri: &str, content: Content) -> Declaration {
    let exposure = Exposure::new().resource(uri, id.trim_start_matches("notes."));
    Declaration {
        kind: Kind::Resource,
        content: Some(content),
        ..query(id, "Read", exposure)
    }
}

pub(super) fn module(capabilities: Vec<Declaration>) -> ModuleDeclaration {
    ModuleDeclaration {
        id: "notes".into(),
        version: "1.0.0".into(),
        title: "Notes".into(),
        description: "Notes.".into(),
        capabilities,
        location: Location::caller(),
    }
}

/// A query that is the tool `notes_answer`.
pub(super) fn tool(handler: Arc<dyn onefold::ErasedHandler>) -> Declaration {
    let mut declaration = query(
        "notes.answer",
        "Answer",
        Exposure::new().tool("notes_answer"),
    );
    declaration.handler = Some(handler);
    declaration
}

pub(super) fn registry(capabilities: Vec<Declaration>, waiting: Arc<Waiting>) -> Registry {
    let product = Product::new("notes", "1.2.3")
        .title("Notes")
        .description("Keeps notes.")
        .state(waiting);
    Registry::composed(product, [module(capabilities)]).unwrap()
}

/// The product, and its calls that wait.
pub(super) fn watched() -> (Executor, Arc<Waiting>) {
    let tool = |id, title, name| query(id, title, Exposure::new().tool(name));
    let mut numbers_ = tool("notes.numbers", "Numbers", "notes_numbers");
    numbers_.exposure = numbers_
        .exposure
        .resource("notes://stats/numbers", "numbers");
    numbers_.handler = Some(handler(numbers));
    let mut echo_ = tool("notes.echo", "Echo", "notes_echo");
    echo_.handler = Some(handler(echo));
    let mut search_ = tool("notes.search", "Search", "notes_search");
    search_.handler = Some(handler(search));
    search_.effects = Effects::new().reaches_outside();
    let mut wipe = tool("notes.wipe", "Wipe", "notes_wipe");
    wipe.kind = Kind::Command;
    wipe.effects = Effects::new().destructive().idempotent();
    wipe.handler = Some(handler(numbers));
    let mut wait_ = tool("notes.wait", "Wait", "notes_wait");
    wait_.handler = Some(handler(wait));
    let mut hidden = query("notes.hidden", "Hidden", Exposure::new());
    hidden.handler = Some(handler(numbers));
    let guide = resource(
        "notes.guide",
        "notes://guide/intro",
        Content::text("text/markdown", "# Hello"),
    );
    let logo = resource(
        "notes.logo",
        "notes://image/logo",
        Content::bytes("image/png", &[1, 2, 3][..]),
    );
    let waiting = Waiting::none();
    let capabilities = vec![numbers_, echo_, search_, wipe, wait_, hidden, guide, logo];
    let registry = registry(capabilities, Arc::clone(&waiting));
    registry.verify(&[&crate::Mcp]).unwrap();
    (Executor::new(registry), waiting)
}

/// The product.
pub(super) fn executor() -> Executor {
    watched().0
}
