//! The macros of onefold, which re-exports and documents them: tokens in, tokens out.
//!
//! A call goes through three stages, one module each: `syntax` holds what was written, `model` what it means, and
//! `expand` turns that into tokens. Each stage goes on after a mistake, so that all of them are told at once.

mod errors;
mod expand;
mod fields;
mod model;
mod syntax;

#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

use errors::Errors;
use fields::Macro;

#[expect(missing_docs, reason = "documented where `onefold` re-exports it")]
#[proc_macro]
pub fn capability(input: TokenStream) -> TokenStream {
    declare(&fields::CAPABILITY, input.into()).into()
}

#[expect(missing_docs, reason = "documented where `onefold` re-exports it")]
#[proc_macro]
pub fn module(input: TokenStream) -> TokenStream {
    declare(&fields::MODULE, input.into()).into()
}

fn declare(called: &Macro, input: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    let mut errors = Errors::new();
    let Some(written) = syntax::parse(called, input, &mut errors) else {
        return errors.into_compile_errors();
    };
    let meant = model::resolve(called, &written, &mut errors);
    expand::expand(called, &written, &meant, errors)
}
