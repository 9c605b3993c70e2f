//! A module and the ids of its capabilities stand in two calls, so what is wrong between them is found by a constant that
//! rustc evaluates, where both ids are literals.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Expr;

use super::value::place_of;
use crate::model::Meant;
use crate::model::grammar::{CAPABILITY_ID, MODULE_ID};
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
    let id = meant
        .value("id")
        .and_then(literal)
        .filter(|id| (CAPABILITY_ID.holds)(&id.value()));
    let Some(id) = id else {
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
    let namespace = meant
        .value("id")
        .and_then(literal)
        .filter(|id| (MODULE_ID.holds)(&id.value()));
    let listed = meant.value("capabilities").and_then(elements);
    let (Some(namespace), Some(listed)) = (namespace, listed) else {
        return TokenStream::new();
    };
    let checks = listed.iter().filter_map(|element| {
        let Expr::Path(path) = peel(element) else {
            return None;
        };
        let module = namespace.value();
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
