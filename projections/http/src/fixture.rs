//! A small product that the tests of this crate call and describe.

use std::sync::Arc;

use onefold::{
    Declaration, Exposure, Failure, FailureCode, Http, Kind, Location, ModuleDeclaration, Product,
    Registry, handler,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Order {
    /// The newest first.
    Newest,
    /// The oldest first.
    Oldest,
}

/// The notes to look for.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Search {
    /// The words that a note must hold.
    #[serde(default)]
    words: Vec<String>,
    /// The least number that a note has.
    since: Option<u64>,
    /// How many notes at most.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u8>,
    #[serde(default)]
    exact: bool,
    order: Option<Order>,
    weight: Option<f64>,
    /// A note to compare with.
    like: Option<Note>,
    #[serde(default)]
    any_of: Vec<Note>,
}

/// A note.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Note {
    /// Its title.
    title: String,
    #[serde(default)]
    replies: Vec<Note>,
}

#[derive(Deserialize, JsonSchema)]
struct Fail {
    code: FailureCode,
}

/// What another module calls by the same name.
mod music {
    use super::{Deserialize, JsonSchema, Serialize};

    #[derive(Serialize, Deserialize, JsonSchema)]
    pub(crate) struct Note {
        pub(crate) pitch: u32,
    }

    #[derive(Serialize, JsonSchema)]
    pub(crate) struct Problem {
        pub(crate) note: Note,
    }
}

fn search(input: Search) -> Result<Search, Failure> {
    Ok(input)
}

fn create(input: Note) -> Result<Note, Failure> {
    Ok(input)
}

async fn count() -> Result<u64, Failure> {
    Ok(u64::MAX)
}

fn fail(Fail { code }: Fail) -> Result<(), Failure> {
    match code {
        FailureCode::Internal => panic!("a secret"),
        code => Err(Failure::new(code, "it fails")),
    }
}

fn play(input: music::Note) -> Result<music::Problem, Failure> {
    Ok(music::Problem { note: input })
}

pub(crate) fn declare(id: &'static str, kind: Kind, http: Option<Http>) -> Declaration {
    let mut declaration = Declaration::new(id, kind);
    declaration.title = format!("The title of {id}").into();
    declaration.description = format!("The description of {id}.").into();
    declaration.exposure = match http {
        Some(http) => Exposure::new().http(http),
        None => Exposure::new().cli(["hidden"]),
    };
    declaration.handler = Some(match id {
        "notes.search" => handler(search),
        "notes.create" => handler(create),
        "notes.fail" => handler(fail),
        "music.play" => handler(play),
        _ => handler(count),
    });
    declaration
}

pub(crate) fn module(id: &'static str, capabilities: Vec<Declaration>) -> ModuleDeclaration {
    ModuleDeclaration {
        id: id.into(),
        version: "1.0.0".into(),
        title: id.into(),
        description: format!("All about {id}.").into(),
        capabilities,
        location: Location::caller(),
    }
}

pub(crate) fn registry() -> Arc<Registry> {
    let notes = module(
        "notes",
        vec![
            declare(
                "notes.search",
                Kind::Query,
                Some(Http::get("/api/v1/notes/search")),
            ),
            declare("notes.count", Kind::Query, Some(Http::get("/api/v1/notes"))),
            declare(
                "notes.create",
                Kind::Command,
                Some(Http::post("/api/v1/notes")),
            ),
            declare(
                "notes.fail",
                Kind::Command,
                Some(Http::post("/api/v1/notes/fail")),
            ),
            declare(
                "notes.clear-all",
                Kind::Command,
                Some(Http::post("/api/v1/notes/clear")),
            ),
            declare("notes.hidden", Kind::Query, None),
        ],
    );
    let music = module(
        "music",
        vec![declare(
            "music.play",
            Kind::Command,
            Some(Http::post("/api/v1/music/play")),
        )],
    );
    let product = Product::new("notes", "1.2.3")
        .title("Notes")
        .description("Keeps notes.")
        .license("MIT OR Apache-2.0");
    let registry = onefold::Assembly::composed(product, [notes, music])
        .projection(&crate::Http)
        .assemble()
        .unwrap();
    registry.verify(&[&crate::Http]).unwrap();
    Arc::new(registry)
}

fn echo<T>(input: T) -> Result<T, Failure> {
    Ok(input)
}

/// A query of this id that answers with its input.
pub(crate) fn echoes<T>(id: &'static str) -> Declaration
where
    T: Serialize + for<'a> Deserialize<'a> + JsonSchema + Send + 'static,
{
    let path = format!("/api/v1/{}", id.replace('.', "/"));
    let mut declaration = declare(id, Kind::Query, Some(Http::post(path)));
    declaration.handler = Some(handler(echo::<T>));
    declaration
}
