//! Values in typed places. What is written around a value has the place of the value, so that rustc tells a wrong type
//! there and nowhere else.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

use crate::fields::{Field, Place};
use crate::model::Given;
use crate::model::literals::{elements, peel};

/// `member: value`; none where the field has no value that could be read.
pub(super) fn member(given: &Given<'_>) -> Option<TokenStream> {
    let member = Ident::new(given.field.member, Span::mixed_site());
    let value = value(given.field, given.value?);
    Some(quote!(#member: #value))
}

fn value(field: &Field, value: &Expr) -> TokenStream {
    let span = place_of(value);
    match field.place {
        Place::Plain => quote!(#value),
        Place::Optional => {
            let wrap = Ident::new(field.member, span);
            quote_spanned!(span=> ::onefold::__private::#wrap(#value))
        }
        Place::Text => quote_spanned!(span=> ::onefold::__private::text(#value)),
        Place::Tags => quote_spanned!(span=> ::onefold::__private::tags(#value)),
        Place::Handler => quote_spanned! {span=>
            ::onefold::__private::std::Option::Some(::onefold::__private::handler(#value))
        },
        Place::Capabilities => {
            let listed = elements(value)
                .into_iter()
                .flatten()
                .filter(|element| matches!(peel(element), Expr::Path(_)))
                .map(|element| {
                    let span = place_of(element);
                    quote_spanned!(span=> <#element as ::onefold::__private::Listed>::VALUE)
                });
            quote_spanned!(span=> ::onefold::__private::declare_all(&[#(#listed),*]))
        }
    }
}

/// The place of a value, for names that are ours: no lint takes them for the user's.
pub(super) fn place_of(value: &Expr) -> Span {
    value.span().resolved_at(Span::mixed_site())
}
