//! Every mistake that the macros tell: the tokens it is told at, and what is said.

mod contradictions;
mod form;
mod names;

use super::tokens;
use crate::errors::Errors;
use crate::fields::{CAPABILITY, Macro};
use crate::{model, syntax};

#[track_caller]
fn check(called: &Macro, input: &str, right: &[(&str, &str)]) {
    let mut errors = Errors::new();
    if let Some(written) = syntax::parse(called, tokens(input), &mut errors) {
        model::resolve(called, &written, &mut errors);
    }
    let told: Vec<(String, String)> = errors
        .into_found()
        .iter()
        .map(|error| {
            (
                error.span().source_text().unwrap_or_default(),
                error.to_string(),
            )
        })
        .collect();
    let told: Vec<(&str, &str)> = told.iter().map(|(at, what)| (&**at, &**what)).collect();
    assert_eq!(told, right, "{input}");
}

/// A query that holds `more`, and the fields it needs apart from those.
#[track_caller]
fn check_query(more: &str, right: &[(&str, &str)]) {
    let mut input = String::from("Search { ");
    for needed in [
        r#"id: "notes.search""#,
        "kind: Kind::Query",
        r#"title: "Search""#,
        r#"description: "Searches.""#,
        "handler: search",
    ] {
        let name = &needed[..=needed.find(':').expect("a colon")];
        if !more.contains(name) {
            input += needed;
            input += ", ";
        }
    }
    input += more;
    input += " }";
    check(&CAPABILITY, &input, right);
}

#[track_caller]
fn check_kind(kind: &str, more: &str, right: &[(&str, &str)]) {
    let input = format!(
        r#"Search {{ id: "notes.search", kind: Kind::{kind}, title: "Search", description: "Searches.", {more} }}"#
    );
    check(&CAPABILITY, &input, right);
}
