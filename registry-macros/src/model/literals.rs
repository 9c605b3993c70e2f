//! Texts that are literals follow their grammars. What isn't a literal is left to the registry.

use std::collections::HashSet;

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Lit, LitStr, Token};

use super::Meant;
use super::calls::{self, Call};
use super::grammar::{self, Grammar};
use crate::errors::Errors;
use crate::fields::Place;

/// A command has at most this many words.
const MOST_WORDS: usize = 8;

pub(super) fn check(meant: &Meant<'_>, errors: &mut Errors) {
    for given in meant.given() {
        let Some(value) = given.value else { continue };
        if let Some(grammar) = given.field.grammar {
            text(value, grammar, errors);
        }
        match given.field.place {
            Place::Capabilities => capabilities(value, errors),
            Place::Plain | Place::Optional => {
                for call in calls::within(value) {
                    names(&call, errors);
                }
            }
            Place::Text | Place::Tags | Place::Handler => {}
        }
    }
}

/// The names that a surface uses.
fn names(call: &Call<'_>, errors: &mut Errors) {
    let Some(first) = call.arguments.first() else {
        return;
    };
    match (call.of.as_deref(), call.name.to_string().as_str()) {
        (None, "tool") => text(first, &grammar::TOOL, errors),
        (None, "cli") => words(first, errors),
        (Some("Http" | "HttpExposure"), "get" | "post") => text(first, &grammar::ROUTE, errors),
        (Some("SkillExposure"), "new") => text(first, &grammar::ALIAS, errors),
        _ => {}
    }
}

fn words(value: &Expr, errors: &mut Errors) {
    let Expr::Array(array) = peel(value) else {
        return;
    };
    if !(1..=MOST_WORDS).contains(&array.elems.len()) {
        errors.at(
            array,
            format_args!(
                "a command has 1 to {MOST_WORDS} words, such as `[\"notes\", \"search\"]`"
            ),
        );
    }
    for word in &array.elems {
        text(word, &grammar::WORD, errors);
    }
}

fn text(value: &Expr, grammar: &Grammar, errors: &mut Errors) {
    let Some(literal) = literal(value) else {
        return;
    };
    if !(grammar.holds)(&literal.value()) {
        let Grammar { what, rule, .. } = grammar;
        errors.at(literal, format_args!("not a {what}: expected {rule}"));
    }
}

fn capabilities(value: &Expr, errors: &mut Errors) {
    let Expr::Array(array) = peel(value) else {
        errors.at(
            value,
            "write the names of the capabilities as an array: `[SearchNotes, AddNote]`",
        );
        return;
    };
    if array.elems.is_empty() {
        errors.at(array, "a module lists at least one capability");
    }
    let mut listed = HashSet::new();
    for element in &array.elems {
        if !matches!(peel(element), Expr::Path(_)) {
            errors.at(
                element,
                "expected the name of a capability, as `capability!(Name { … })` declares it",
            );
        } else if !listed.insert(element.to_token_stream().to_string()) {
            errors.at(element, "this capability is listed twice");
        }
    }
}

/// The elements of an array; none where the value is no array.
pub(crate) fn elements(value: &Expr) -> Option<&Punctuated<Expr, Token![,]>> {
    match peel(value) {
        Expr::Array(array) => Some(&array.elems),
        _ => None,
    }
}

/// The literal that a value is.
pub(crate) fn literal(value: &Expr) -> Option<&LitStr> {
    match peel(value) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(literal),
            ..
        }) => Some(literal),
        _ => None,
    }
}

/// Without the parentheses around it, written or left by `macro_rules!`.
pub(crate) fn peel(mut value: &Expr) -> &Expr {
    loop {
        value = match value {
            Expr::Paren(paren) => &paren.expr,
            Expr::Group(group) => &group.expr,
            bare => return bare,
        };
    }
}
