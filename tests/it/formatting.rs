//! rustfmt formats a declaration, and what it has formatted it leaves alone.

use std::process::Command;

use crate::harness::finish;

fn formatted(text: &str) -> String {
    let run = finish(
        Command::new("rustfmt").args(["--edition", "2024", "--emit", "stdout"]),
        text,
    );
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{text}");
    run.stdout
}

#[track_caller]
fn check(written: &str, right: &str) {
    assert_eq!(formatted(written), right);
    assert_eq!(formatted(right), right);
}

#[test]
fn a_capability_is_formatted_and_stays_so() {
    check(
        r#"capability!(SearchNotes{id:"notes.search",kind:Kind::Query,
 title : "Search notes",

        // Where it appears.
  expose:Exposure::new().cli(["notes","search"]).http(Http::get("/api/v1/notes/search")).tool("notes_search"),
     handler:search_notes,execution: Effects::new( ).reads_nothing(),tags:["text","search"],cache:CachePolicy::process( 64 ),
});
"#,
        r#"capability!(SearchNotes {
    id: "notes.search",
    kind: Kind::Query,
    title: "Search notes",

    // Where it appears.
    expose: Exposure::new()
        .cli(["notes", "search"])
        .http(Http::get("/api/v1/notes/search"))
        .tool("notes_search"),
    handler: search_notes,
    execution: Effects::new().reads_nothing(),
    tags: ["text", "search"],
    cache: CachePolicy::process(64),
});
"#,
    );
}

#[test]
fn a_module_is_formatted_and_stays_so() {
    check(
        "onefold::module!(Notes{id:\"notes\",version:\"1.0.0\",capabilities:[SearchNotes,add::AddNote]});\n",
        "onefold::module!(Notes {\n    id: \"notes\",\n    version: \"1.0.0\",\n    capabilities: [SearchNotes, add::AddNote]\n});\n",
    );
}
