//! The documentation of the type that stands for a declaration: its title and description.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Expr, ExprLit, Lit};

use crate::fields::Macro;
use crate::model::Meant;
use crate::model::literals::peel;

/// The macros of the standard library that make a literal, which is all that an attribute takes.
const LITERAL_MACROS: [&str; 4] = ["concat", "include_str", "stringify", "env"];

pub(super) fn of(called: &Macro, name: &Ident, meant: &Meant<'_>) -> TokenStream {
    let title = text(meant, "title").map_or_else(
        || {
            let title = format!("The {} `{name}`.", called.what.noun());
            quote!(#[doc = #title])
        },
        |title| quote!(#[doc = #title]),
    );
    let description = text(meant, "description").map(|text| quote!(#[doc = ""] #[doc = #text]));
    quote!(#title #description)
}

/// The value of a field, where it can stand in an attribute.
fn text<'a>(meant: &Meant<'a>, field: &str) -> Option<&'a Expr> {
    let value = peel(meant.value(field)?);
    let literal = match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(_), ..
        }) => true,
        Expr::Macro(made) => LITERAL_MACROS
            .iter()
            .any(|name| made.mac.path.is_ident(name)),
        _ => false,
    };
    literal.then_some(value)
}
