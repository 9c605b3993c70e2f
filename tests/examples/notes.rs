//! A whole product in one file: notes in a folder, as commands, as an HTTP server and as an MCP server.
//!
//! Try it: `cargo run -p onefold-tests --example notes -- notes add "Buy milk" --text "Two litres."`, then `notes search milk`,
//! `serve` and `mcp`. The notes are kept in `notes.json` of the working directory, or in the file that `NOTES_FILE`
//! names.

use std::path::PathBuf;
use std::{env, fs, io};

use onefold::{
    Content, Effects, Exposure, Failure, Http, Kind, Product, State, capability, module,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

// One line makes the binary. The product names its module and provides the state that its handlers ask for.
fn main() -> std::process::ExitCode {
    let product = Product::new("notes", env!("CARGO_PKG_VERSION"))
        .title("Notes")
        .license("MIT OR Apache-2.0")
        .module("notes");
    onefold_builtins::run(product.state(Store::new()))
}

// A query runs and changes nothing.
capability!(SearchNotes {
    id: "notes.search",
    kind: Kind::Query,
    title: "Search notes",
    description: "Notes whose title or text holds every word of the query; all of them without one.",
    handler: search,
    expose: Exposure::new()
        .cli(["notes", "search"])
        .http(Http::get("/api/v1/notes/search"))
        .tool("notes_search"),
});

// A command runs and changes something; its handler says what else is true of it.
capability!(AddNote {
    id: "notes.add",
    kind: Kind::Command,
    title: "Add a note",
    description: "Keeps a note under a title that no other note has.",
    handler: add,
    expose: Exposure::new()
        .cli(["notes", "add"])
        .http(Http::post("/api/v1/notes"))
        .tool("notes_add"),
    execution: Effects::new().writes_repository(),
});

// A resource is content, read as it is.
capability!(Guide {
    id: "notes.guide",
    kind: Kind::Resource,
    title: "How to write notes",
    description: "What makes a note worth finding again.",
    content: Content::text(
        "text/markdown",
        "# Notes\n\nOne thought a note, and a title that says which.\n"
    ),
    expose: Exposure::new().resource("notes://guide/writing", "writing"),
});

module!(Notes {
    id: "notes",
    version: "1.0.0",
    title: "Notes",
    description: "Notes in a file.",
    capabilities: [SearchNotes, AddNote, Guide],
});

/// What to look for.
#[derive(Deserialize, JsonSchema)]
struct Search {
    /// The words that a note must hold, in any order.
    #[serde(default)]
    query: String,
    /// How many notes to answer at most.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 100))]
    limit: usize,
}

fn ten() -> usize {
    10
}

/// A note.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
struct Note {
    /// Its title, which no other note has.
    #[schemars(length(min = 1, max = 200))]
    title: String,
    /// What it says.
    #[serde(default)]
    text: String,
}

/// The notes that were found.
#[derive(Serialize, JsonSchema)]
struct Found {
    /// The oldest first.
    notes: Vec<Note>,
}

fn search(State(store): State<Store>, input: Search) -> Result<Found, Failure> {
    let words: Vec<String> = input
        .query
        .split_whitespace()
        .map(str::to_lowercase)
        .collect();
    let mut notes = store.read()?;
    notes.retain(|note| {
        let text = format!("{} {}", note.title, note.text).to_lowercase();
        words.iter().all(|word| text.contains(word))
    });
    notes.truncate(input.limit);
    Ok(Found { notes })
}

fn add(State(store): State<Store>, note: Note) -> Result<Note, Failure> {
    store.add(&note)?;
    Ok(note)
}

/// Notes in a JSON file.
struct Store {
    file: PathBuf,
}

impl Store {
    fn new() -> Self {
        let file =
            env::var_os("NOTES_FILE").map_or_else(|| PathBuf::from("notes.json"), PathBuf::from);
        Self { file }
    }

    fn read(&self) -> Result<Vec<Note>, Failure> {
        match fs::read(&self.file) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(Failure::internal),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(Failure::internal(error)),
        }
    }

    fn add(&self, note: &Note) -> Result<(), Failure> {
        // Commands run one at a time, so nothing in this process writes meanwhile.
        let mut notes = self.read()?;
        if notes.iter().any(|known| known.title == note.title) {
            return Err(
                Failure::conflict(format!("there is a note `{}` already", note.title))
                    .next("choose another title"),
            );
        }
        notes.push(note.clone());
        // Written beside the file and moved over it, so that no reader ever sees half of it.
        let whole = self.file.with_extension("tmp");
        let json = serde_json::to_vec_pretty(&notes).map_err(Failure::internal)?;
        fs::write(&whole, json)
            .and_then(|()| fs::rename(&whole, &self.file))
            .map_err(Failure::internal)
    }
}
