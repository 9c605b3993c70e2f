//! A product that does next to nothing, so that what surrounds a handler is nearly all that is measured.

use std::sync::Arc;

use onefold::{
    Declaration, ErasedHandler, Exposure, Failure, Http, Kind, Location, ModuleDeclaration,
    Product, Registry, handler,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The `async fn`, at `GET /api/v1/notes/find`.
pub const FIND: &str = "notes.find";
/// The same at `POST /api/v1/notes/find-posted`.
pub const FIND_POSTED: &str = "notes.find_posted";
/// The `fn`, at `GET /api/v1/notes/find-blocking`.
pub const FIND_BLOCKING: &str = "notes.find_blocking";

/// What to find.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Find {
    /// What a note's text holds.
    pub text: String,
    /// The most notes to answer.
    #[serde(default)]
    pub limit: Option<usize>,
}

/// What was found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Found {
    /// How many notes hold the text.
    pub total: usize,
    /// The first of them.
    pub notes: Vec<Note>,
}

/// A note.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Note {
    /// Its number, from 1.
    pub number: usize,
    /// What it says.
    pub text: String,
}

const NOTES: [&str; 6] = [
    "buy bread and coffee",
    "call the dentist on Monday",
    "coffee tastes better in company",
    "read the second chapter",
    "return the coffee mill",
    "water the plants",
];

/// Finds notes, as a function that may block.
pub fn find_blocking(Find { text, limit }: Find) -> Result<Found, Failure> {
    let found = || (1..).zip(NOTES).filter(|(_, note)| note.contains(&text));
    Ok(Found {
        total: found().count(),
        notes: found()
            .take(limit.unwrap_or(usize::MAX))
            .map(|(number, note)| Note {
                number,
                text: note.to_owned(),
            })
            .collect(),
    })
}

/// Finds notes, as a function that never blocks.
pub async fn find(input: Find) -> Result<Found, Failure> {
    find_blocking(input)
}

/// The product.
pub fn registry() -> Registry {
    let notes = ModuleDeclaration {
        id: "notes".into(),
        version: "1.0.0".into(),
        title: "Notes".into(),
        description: "Notes that never change.".into(),
        capabilities: vec![
            query(FIND, Http::get("/api/v1/notes/find"), handler(find)),
            query(
                FIND_POSTED,
                Http::post("/api/v1/notes/find-posted"),
                handler(find),
            ),
            query(
                FIND_BLOCKING,
                Http::get("/api/v1/notes/find-blocking"),
                handler(find_blocking),
            ),
        ],
        location: Location::caller(),
    };
    Registry::composed(Product::new("notes", "1.0.0"), [notes])
        .expect("these declarations contradict nothing")
}

fn query(id: &'static str, route: Http, handler: Arc<dyn ErasedHandler>) -> Declaration {
    let mut declaration = Declaration::new(id, Kind::Query);
    declaration.title = "Find notes".into();
    declaration.description = "Notes whose text holds the text.".into();
    declaration.exposure = Exposure::new().http(route);
    declaration.handler = Some(handler);
    declaration
}
