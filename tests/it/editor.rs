//! What an editor completes, shows and finds in declarations while they are half typed, as rust-analyzer answers. It is
//! skipped, and says so, where there is none: `rustup component add rust-analyzer` brings it.

mod client;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use serde_json::Value;

use client::Editor;

/// What stands before every case.
const BEFORE: &str = r#"
use onefold::{CachePolicy, Effects, Exposure, Failure, Http, Kind, SkillExposure, Stability, capability, module};

pub fn search_notes() -> Result<u32, Failure> {
    Ok(1)
}

pub const SEARCH_TITLE: &str = "Search notes";

capability!(AddNote {
    id: "notes.add",
    kind: Kind::Command,
    title: "Add a note",
    description: "Adds a note.",
    handler: search_notes,
});
"#;

/// Each place: what is there, the call with `¦` where the cursor is, and what is offered there, among other things.
const COMPLETES: &[(&str, &str, &[&str])] = &[
    (
        "a field's name, first",
        "capability!(SearchNotes { ¦ });",
        &["id", "kind", "title", "handler", "expose"],
    ),
    (
        "a field's name, first and begun",
        "capability!(SearchNotes { ha¦ });",
        &["handler"],
    ),
    (
        "a field's name, after a comma",
        r#"capability!(SearchNotes { id: "notes.search", ¦ });"#,
        &["kind", "title"],
    ),
    (
        "a field's name, after a comma and begun",
        r#"capability!(SearchNotes { id: "notes.search", ki¦ });"#,
        &["kind"],
    ),
    (
        "a field's name, before another field",
        "capability!(SearchNotes { ti¦, kind: Kind::Query });",
        &["title"],
    ),
    (
        "a field's name, before another field without a comma",
        "capability!(SearchNotes {\n    ti¦\n    kind: Kind::Query,\n});",
        &["title"],
    ),
    (
        "a field's name, after a value without a comma",
        "capability!(SearchNotes {\n    id: \"notes.search\",\n    kind: Kind::Query,\n    han¦\n});",
        &["handler"],
    ),
    (
        "an enum's path, empty",
        r#"capability!(SearchNotes { id: "notes.search", kind: Kind::¦ });"#,
        &["Query", "Command", "Resource"],
    ),
    (
        "an enum's path, empty, before a field",
        r#"capability!(SearchNotes { kind: Kind::¦, title: "Search" });"#,
        &["Query", "Command", "Resource"],
    ),
    (
        "an enum's path, begun",
        r#"capability!(SearchNotes { id: "notes.search", kind: Kind::Qu¦ });"#,
        &["Query"],
    ),
    (
        "an enum's path, with text after",
        r#"capability!(SearchNotes { kind: Kind::Q¦, title: "Search", handler: search_notes });"#,
        &["Query"],
    ),
    (
        "a value's identifier",
        "capability!(SearchNotes { handler: sear¦ });",
        &["search_notes"],
    ),
    (
        "a value's identifier, before a field",
        "capability!(SearchNotes { title: SEARCH_¦, kind: Kind::Query });",
        &["SEARCH_TITLE"],
    ),
    (
        "a value, empty",
        r#"capability!(SearchNotes { id: "notes.search", handler: ¦ });"#,
        &["search_notes"],
    ),
    (
        "a value, empty, before a field",
        "capability!(SearchNotes {\n    handler: ¦,\n    kind: Kind::Query,\n});",
        &["search_notes"],
    ),
    (
        "a field of a nested literal",
        "capability!(SearchNotes { cache: CachePolicy::Process { max¦ } });",
        &["max_entries"],
    ),
    (
        "a method of a chain",
        "capability!(SearchNotes { expose: Exposure::new().¦ });",
        &["tool", "http", "cli"],
    ),
    (
        "a method of a chain, begun, with more after",
        "capability!(SearchNotes {\n    expose: Exposure::new()\n        .cli([\"notes\"])\n        .to¦,\n    kind: Kind::Query,\n});",
        &["tool"],
    ),
    (
        "an associated function within a chain",
        "capability!(SearchNotes { expose: Exposure::new().http(Http::¦) });",
        &["get", "post"],
    ),
    (
        "inside a closure",
        "capability!(SearchNotes { handler: || -> Result<u32, Failure> { search_n¦ } });",
        &["search_notes"],
    ),
    (
        "an element of an array",
        r#"capability!(SearchNotes { tags: ["text", SEARCH_¦] });"#,
        &["SEARCH_TITLE"],
    ),
    (
        "after a missing comma",
        "capability!(SearchNotes {\n    title: \"Search\"\n    kind: Kind::¦\n});",
        &["Query"],
    ),
    (
        "with an unclosed parenthesis",
        "capability!(SearchNotes { expose: Exposure::new().http(Http::ge¦ });",
        &["get"],
    ),
    (
        "an element of a module's list",
        r#"module!(Notes { id: "notes", capabilities: [Add¦] });"#,
        &["AddNote"],
    ),
    (
        "a field of a module",
        r#"module!(Notes { id: "notes", ¦ });"#,
        &["version", "capabilities"],
    ),
    (
        "a field of a module, begun",
        "module!(Notes { capa¦ });",
        &["capabilities"],
    ),
];

#[test]
fn editors_work_within_declarations() {
    let Some(mut editor) = Editor::start(BEFORE) else {
        // Not captured with the rest: whoever reads the log must see it.
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED editors_work_within_declarations: there is no rust-analyzer; `rustup component add rust-analyzer` brings it"
        );
        return;
    };

    let mut faults = String::new();
    for (place, call, wanted) in COMPLETES {
        let offered = editor.completions(&format!("{BEFORE}\n{call}\n"), '¦');
        for wanted in *wanted {
            if !offered.iter().any(|offer| offer.starts_with(wanted)) {
                let _ = writeln!(faults, "{place}: no `{wanted}` among {offered:?}");
            }
        }
    }

    let whole = format!(
        "{BEFORE}\ncapability!(SearchNotes {{\n    id: \"notes.search\",\n    kind: Kind::Query,\n    title: SEARCH_TITLE,\n    exp¦ose: Exposure::new(),\n    handler: search_notes,\n}});\n"
    );
    let hover = editor.hover(&whole, '¦');
    if !hover.contains("The surfaces that offer it") {
        let _ = writeln!(faults, "hover on a field's name shows {hover:?}");
    }
    let found = editor.definition(&whole, '¦');
    let mirror = |uri: &str| Path::new(uri).ends_with("registry/src/__private/mirror.rs");
    if !found.as_ref().and_then(Value::as_str).is_some_and(mirror) {
        let _ = writeln!(faults, "the definition of a field's name is at {found:?}");
    }
    assert_eq!(faults, "");
}
