//! Texts that break a grammar, where they are literals.

use super::{check, check_query};
use crate::fields::MODULE;

#[test]
fn names_and_texts() {
    check_query(
        r#"id: "search""#,
        &[(
            r#""search""#,
            "not a capability id: expected `<module id>.<name>` without white space or control characters, such as `notes.search`",
        )],
    );
    check_query(
        r#"id: "Notes.search""#,
        &[(
            r#""Notes.search""#,
            "not a capability id: expected `<module id>.<name>` without white space or control characters, such as `notes.search`",
        )],
    );
    check_query(
        r#"id: ("notes.a b")"#,
        &[(
            r#""notes.a b""#,
            "not a capability id: expected `<module id>.<name>` without white space or control characters, such as `notes.search`",
        )],
    );
    check_query(
        r#"title: " ""#,
        &[(
            r#"" ""#,
            "not a title: expected a short name for lists and menus, of 1 to 128 characters",
        )],
    );
    check_query(
        r#"description: """#,
        &[(
            r#""""#,
            "not a description: expected what it does and when to use it, in 1 to 4096 characters",
        )],
    );
    check_query(
        &format!("title: {:?}", "long ".repeat(30)),
        &[(
            r#""long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long ""#,
            "not a title: expected a short name for lists and menus, of 1 to 128 characters",
        )],
    );
    check(
        &MODULE,
        r#"Notes { id: "My notes", version: "1.0", title: "x", description: "x", capabilities: [A] }"#,
        &[
            (
                r#""My notes""#,
                "not a module id: expected a lower-case letter, then lower-case letters, digits, `_` and `-`, such as `notes`",
            ),
            (
                r#""1.0""#,
                "not a version: expected three numbers in the form of Semantic Versioning, such as `1.0.0`",
            ),
        ],
    );
}

#[test]
fn names_on_surfaces() {
    check_query(
        r#"expose: Exposure::new().tool("notes-search")"#,
        &[(
            r#""notes-search""#,
            "not a tool name: expected 1 to 64 lower-case letters, digits and `_`, such as `notes_search`",
        )],
    );
    check_query(
        r#"expose: Exposure::new().tool("").cli([])"#,
        &[
            (
                r#""""#,
                "not a tool name: expected 1 to 64 lower-case letters, digits and `_`, such as `notes_search`",
            ),
            (
                "[]",
                r#"a command has 1 to 8 words, such as `["notes", "search"]`"#,
            ),
        ],
    );
    check_query(
        r#"expose: Exposure::new().cli(["notes", "Search", "a--b"])"#,
        &[
            (
                r#""Search""#,
                "not a word of a command: expected a lower-case letter, then lower-case letters and digits, joined by single `-`, such as `read-file`",
            ),
            (
                r#""a--b""#,
                "not a word of a command: expected a lower-case letter, then lower-case letters and digits, joined by single `-`, such as `read-file`",
            ),
        ],
    );
    check_query(
        r#"expose: Exposure::new().cli(["a", "b", "c", "d", "e", "f", "g", "h", "i"])"#,
        &[(
            r#"["a", "b", "c", "d", "e", "f", "g", "h", "i"]"#,
            r#"a command has 1 to 8 words, such as `["notes", "search"]`"#,
        )],
    );
    check_query(
        r#"expose: onefold::Exposure::new().http(onefold::Http::get("/notes"))"#,
        &[(
            r#""/notes""#,
            "not a route: expected a path of plain segments under `/api/v1/`, such as `/api/v1/notes/search`",
        )],
    );
    check_query(
        r#"expose: { let e = Exposure::new(); e.http(HttpExposure::post("/api/v1/a/")) }"#,
        &[(
            r#""/api/v1/a/""#,
            "not a route: expected a path of plain segments under `/api/v1/`, such as `/api/v1/notes/search`",
        )],
    );
    check_query(
        r#"skill: SkillExposure::new("Find_notes", "Anything")"#,
        &[(
            r#""Find_notes""#,
            "not a skill alias: expected 1 to 64 lower-case letters, digits and `-`, such as `find-notes`",
        )],
    );
    // Not a literal, so the registry's matter.
    check_query(
        r#"expose: Exposure::new().tool(NAME).cli(WORDS), skill: SkillExposure::new(A, "b")"#,
        &[],
    );
}

#[test]
fn lists() {
    let notes = |capabilities: &str| {
        format!(
            r#"Notes {{ id: "notes", version: "1.0.0", title: "x", description: "x", capabilities: {capabilities} }}"#
        )
    };
    check(
        &MODULE,
        &notes("A"),
        &[(
            "A",
            "write the names of the capabilities as an array: `[SearchNotes, AddNote]`",
        )],
    );
    check(
        &MODULE,
        &notes("[]"),
        &[("[]", "a module lists at least one capability")],
    );
    check(
        &MODULE,
        &notes(r#"[A, "B", &C, D(), self::E]"#),
        &[
            (
                r#""B""#,
                "expected the name of a capability, as `capability!(Name { … })` declares it",
            ),
            (
                "&C",
                "expected the name of a capability, as `capability!(Name { … })` declares it",
            ),
            (
                "D()",
                "expected the name of a capability, as `capability!(Name { … })` declares it",
            ),
        ],
    );
    check(
        &MODULE,
        &notes("[A, b::C, A, b::C]"),
        &[
            ("A", "this capability is listed twice"),
            ("b::C", "this capability is listed twice"),
        ],
    );
}
