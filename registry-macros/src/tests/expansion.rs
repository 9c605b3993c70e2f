//! Expansions as they are, one file for each case: whole declarations of each kind, and input that is half typed.

use super::{WHOLE, tokens};
use crate::declare;
use crate::fields::{self, Macro};

#[track_caller]
fn check(name: &str, called: &Macro, input: &str) {
    let expansion = syn::parse2(declare(called, tokens(input))).expect("items");
    insta::with_settings!({
        snapshot_path => "../snapshots",
        prepend_module_to_snapshot => false,
        description => input,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(name, prettyplease::unparse(&expansion));
    });
}

#[test]
fn query() {
    check("query", &fields::CAPABILITY, WHOLE[0].1);
}

#[test]
fn command() {
    check(
        "command",
        &fields::CAPABILITY,
        r#"AddNote {
            id: "notes.add",
            kind: Kind::Command,
            title: "Add a note",
            description: include_str!("add.md"),
            handler: add_note,
            expose: Exposure::new().http(Http::post("/api/v1/notes/add"))
        }"#,
    );
}

#[test]
fn resource() {
    check(
        "resource",
        &fields::CAPABILITY,
        r#"Guide {
            id: "notes.guide",
            kind: Kind::Resource,
            title: TITLE,
            description: "How to write notes.",
            content: Content::text("text/markdown", include_str!("guide.md")),
            expose: Exposure::new().resource("notes://guide", "guide"),
        }"#,
    );
}

#[test]
fn module() {
    check("module", &fields::MODULE, WHOLE[1].1);
}

#[test]
fn half_typed() {
    check(
        "half_typed_field",
        &fields::CAPABILITY,
        r#"Add { id: "notes.add", ki }"#,
    );
    check(
        "half_typed_path",
        &fields::CAPABILITY,
        r#"Add { id: "notes.add", kind: Kind::, title: "Add", description: "Adds." }"#,
    );
    check(
        "half_typed_value",
        &fields::CAPABILITY,
        r#"Add { id: "notes.add", kind: , }"#,
    );
    check("half_typed_name", &fields::CAPABILITY, "Add");
    check(
        "half_typed_list",
        &fields::MODULE,
        r#"Notes { id: "notes", capabilities: [Add, user::] }"#,
    );
    check("nothing_typed", &fields::MODULE, "");
}
