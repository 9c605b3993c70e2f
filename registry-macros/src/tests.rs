//! The tests of the macros, without a compiler: tokens in, tokens and messages out. What rustc makes of them is tested
//! in `tests/ui`.

mod expansion;
mod grammars;
mod growth;
mod hygiene;
mod mirror;
mod mistakes;
mod mutations;

use proc_macro2::TokenStream;

use crate::fields::{self, Macro};

/// A call of each macro with all that it can hold, to vary.
const WHOLE: [(&Macro, &str); 2] = [
    (
        &fields::CAPABILITY,
        r#"SearchNotes {
            id: "notes.search",
            kind: user::Kind::Query,
            title: "Search notes",
            description: user_concat!("Notes whose title or text holds ", "every word."),
            handler: user::search_notes::<user::A, user::B>,
            expose: user::Exposure::new()
                .cli(["notes", "search"])
                .http(user::Http::get("/api/v1/notes/search"))
                .tool("notes_search"),
            stability: user::Stability::Experimental,
            tags: ["text", "search"],
            cache: user::CachePolicy::process(64),
            benchmark: user::BenchmarkPolicy::Required,
            skill: user::SkillExposure::new("find-notes", "text"),
            execution: user::Effects::new().reads_nothing(),
        }"#,
    ),
    (
        &fields::MODULE,
        r#"Notes {
            id: "notes",
            version: "1.0.0",
            title: "Notes",
            description: "Notes of the signed-in person.",
            capabilities: [SearchNotes, user::AddNote, user::Guide],
        }"#,
    ),
];

#[track_caller]
fn tokens(text: &str) -> TokenStream {
    text.parse().expect("a token stream")
}
