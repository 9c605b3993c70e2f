//! A module and the ids of its capabilities stand in two calls, so what is wrong between them is found by a constant that
//! rustc evaluates, where both ids are literals.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Expr, LitStr};

use super::value::place_of;
use crate::model::Meant;
use crate::model::grammar::{CAPABILITY_ID, Grammar, MODULE_ID};
use crate::model::literals::{elements, literal, peel};
use crate::syntax::Written;

/// Lets a module list a capability, and look at its id where that is a literal.
pub(super) fn identify(written: &Written, meant: &Meant<'_>) -> TokenStream {
    let name = &written.name;
    let listed = quote_spanned! {Span::mixed_site()=>
        impl ::onefold::__private::Listed for #name {
            const VALUE: &'static Self = &Self;
        }
    };
    let Some(id) = id(meant, &CAPABILITY_ID) else {
        return listed;
    };
    quote_spanned! {Span::mixed_site()=>
        #listed

        #[allow(dead_code, non_upper_case_globals, unreachable_pub)]
        impl #name {
            #[doc(hidden)]
            pub const __onefold_id: ::onefold::__private::std::Option<&'static ::onefold::__private::std::str> =
                ::onefold::__private::std::Option::Some(#id);
        }
    }
}

/// Looks at the id of each capability that a module lists.
pub(super) fn check(meant: &Meant<'_>) -> TokenStream {
    let listed = meant.value("capabilities").and_then(elements);
    let (Some(namespace), Some(listed)) = (id(meant, &MODULE_ID), listed) else {
        return TokenStream::new();
    };
    let module = namespace.value();
    let checks = listed.iter().filter_map(|element| {
        let Expr::Path(path) = peel(element) else {
            return None;
        };
        let message = format!(
            "`{}` is listed in the module `{module}`, so its id must begin with `{module}.`",
            path.to_token_stream().to_string().replace(' ', "")
        );
        Some(quote_spanned! {place_of(element)=>
            ::onefold::__private::assert_within(<#path>::__onefold_id, #namespace, #message);
        })
    });
    quote_spanned! {Span::mixed_site()=>
        const _: () = {
            #[allow(unused_imports)]
            use ::onefold::__private::Unidentified as _;
            #(#checks)*
        };
    }
}

/// The id, where it is a literal that follows its grammar; any other has been told.
fn id<'a>(meant: &Meant<'a>, grammar: &Grammar) -> Option<&'a LitStr> {
    let id = literal(meant.value("id")?)?;
    (grammar.holds)(&id.value()).then_some(id)
}
