//! What was meant as items. It is made after mistakes too, so that code which names the declaration still compiles.

mod docs;
mod namespace;
mod value;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::errors::Errors;
use crate::fields::{Macro, What};
use crate::model::Meant;
use crate::syntax::{Body, Written};

/// The expansion of a call: the editor's mirror first, since an editor follows the user's tokens only as long as nothing
/// made from them stands before; then the items; then the mistakes.
pub(crate) fn expand(
    called: &Macro,
    written: &Written,
    meant: &Meant<'_>,
    errors: Errors,
) -> TokenStream {
    let mirror = written.body.as_ref().map(|body| mirror(called, body));
    let item = item(called, written, meant);
    let declare = declare(called, written, meant);
    let namespace = match called.what {
        What::Capability => namespace::identify(written, meant),
        What::Module => namespace::check(meant),
    };
    // What is wrong must not be linked: it would be refused a second time, without a place.
    let submit = errors.is_empty().then(|| submit(called, written));
    let errors = errors.into_compile_errors();
    quote!(#mirror #item #declare #namespace #submit #errors)
}

fn mirror(called: &Macro, body: &Body) -> TokenStream {
    let mirror = match called.what {
        What::Capability => quote!(__mirror_capability),
        What::Module => quote!(__mirror_module),
    };
    let tokens = &body.tokens;
    // `unexpected_cfgs` heeds an `allow` only on an item around the `cfg`.
    quote! {
        #[allow(unexpected_cfgs)]
        const _: () = {
            #[cfg(rust_analyzer)]
            {
                ::onefold::#mirror! { #tokens }
            }
        };
    }
}

fn item(called: &Macro, written: &Written, meant: &Meant<'_>) -> TokenStream {
    let name = &written.name;
    let docs = docs::of(called, name, meant);
    quote! {
        #docs
        #[allow(unreachable_pub)]
        #[derive(
            ::onefold::__private::std::Clone,
            ::onefold::__private::std::Copy,
            ::onefold::__private::std::Debug,
        )]
        pub struct #name;
    }
}

fn declare(called: &Macro, written: &Written, meant: &Meant<'_>) -> TokenStream {
    let name = &written.name;
    let members = meant.given().iter().filter_map(value::member);
    // The user's tokens must not see `self` or what else is ours.
    let hygienic = Span::mixed_site();
    let here = quote_spanned! {hygienic=>
        ::onefold::__private::location(
            ::onefold::__private::std::file!(),
            ::onefold::__private::std::line!(),
            ::onefold::__private::std::column!(),
            ::onefold::__private::std::module_path!(),
        )
    };
    let (implemented, made, base, location) = match called.what {
        What::Capability => (
            quote!(Declare),
            quote!(Declaration),
            quote_spanned!(hygienic=> capability_of(self)),
            Some(quote_spanned! {hygienic=>
                fn location(&self) -> ::onefold::__private::Location {
                    #here
                }
            }),
        ),
        What::Module => (
            quote!(DeclareModule),
            quote!(ModuleDeclaration),
            quote!(module_at(#here)),
            None,
        ),
    };
    // An editor reads the values in the mirror; here it would tell each mistake a second time.
    quote_spanned! {hygienic=>
        #[allow(unexpected_cfgs)]
        impl ::onefold::__private::#implemented for #name {
            fn declare(&self) -> ::onefold::__private::#made {
                #[cfg(rust_analyzer)]
                {
                    ::onefold::__private::unread()
                }
                #[cfg(not(rust_analyzer))]
                {
                    ::onefold::__private::#made {
                        #(#members,)*
                        ..::onefold::__private::#base
                    }
                }
            }

            #location
        }
    }
}

fn submit(called: &Macro, written: &Written) -> TokenStream {
    let name = &written.name;
    let linked = match called.what {
        What::Capability => quote!(__link_capability),
        What::Module => quote!(__link_module),
    };
    // `onefold` knows which road it was built with; the user's crate can't, and must not have a `cfg` of ours.
    quote!(::onefold::#linked! { #name })
}
