//! The mistakes of one call, collected so that all of them are told at once.

use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::Error;

/// The mistakes found so far. Dropping it without telling them is a mistake of ours, and panics where assertions are on.
pub(crate) struct Errors {
    found: Vec<Error>,
    told: bool,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self {
            found: Vec::new(),
            told: false,
        }
    }

    /// Adds a mistake at the tokens it is about, or at the whole call where there are none.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.found.push(Error::new_spanned(tokens, message));
    }

    /// Adds a mistake at a place.
    pub(crate) fn at_span(&mut self, span: Span, message: impl Display) {
        self.found.push(Error::new(span, message));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The mistakes themselves.
    #[cfg(test)]
    pub(crate) fn into_found(mut self) -> Vec<Error> {
        self.told = true;
        std::mem::take(&mut self.found)
    }

    /// The mistakes as `compile_error!` calls, each at its own tokens.
    pub(crate) fn into_compile_errors(mut self) -> TokenStream {
        self.told = true;
        self.found.iter().map(Error::to_compile_error).collect()
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        debug_assert!(
            self.told || std::thread::panicking(),
            "the mistakes of a call were dropped untold"
        );
    }
}
