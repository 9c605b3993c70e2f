//! The fields between the braces. After a mistake, reading goes on at the next field.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative;
use syn::{Expr, Ident, Token};

use super::{Field, attributes};
use crate::errors::Errors;
use crate::fields::Macro;

/// Reads the fields, to the end of the input.
pub(super) fn parse(
    called: &Macro,
    input: ParseStream,
    errors: &mut Errors,
) -> syn::Result<Vec<Field>> {
    let mut fields = Vec::new();
    while !input.is_empty() {
        if attributes(input, errors)? {
            continue;
        }
        if input.peek(Ident::peek_any) {
            fields.push(field(called, input, errors)?);
        } else {
            let found: TokenTree = input.fork().parse()?;
            errors.at(&found, "expected a field: `name: value`");
            skip(called, input)?;
        }
    }
    Ok(fields)
}

fn field(called: &Macro, input: ParseStream, errors: &mut Errors) -> syn::Result<Field> {
    let name = input.call(Ident::parse_any)?;
    // Of a name that is no field nothing more need be said; the model says that.
    let known = called.field(&name.to_string()).is_some();

    if !is_colon(input) {
        if is_end(input) || begins_field(called, input) {
            if known {
                errors.at(
                    &name,
                    format_args!("`{name}` has no value; write `{name}: …`"),
                );
            }
            input.parse::<Option<Token![,]>>()?;
        } else {
            let found: TokenTree = input.fork().parse()?;
            if known {
                errors.at(found, format_args!("expected `:` after `{name}`"));
            }
            skip(called, input)?;
        }
        return Ok(Field { name, value: None });
    }

    input.parse::<Token![:]>()?;
    if is_end(input) {
        if known {
            errors.at(
                &name,
                format_args!("`{name}` has no value; write `{name}: …`"),
            );
        }
        input.parse::<Option<Token![,]>>()?;
        return Ok(Field { name, value: None });
    }
    let value = value(called, &name, input, errors)?;
    Ok(Field { name, value })
}

/// Reads a value and the comma after it.
fn value(
    called: &Macro,
    name: &Ident,
    input: ParseStream,
    errors: &mut Errors,
) -> syn::Result<Option<Expr>> {
    let ahead = input.fork();
    let value = match ahead.parse::<Expr>() {
        Ok(value) => value,
        Err(error) => {
            let tokens = skip(called, input)?;
            let message = format!("in the value of `{name}`: {error}");
            if message.contains(": unexpected end of input") {
                // There is no token to point at: what there is of the value is what's wrong.
                errors.at(tokens, message);
            } else {
                errors.at_span(error.span(), message);
            }
            return Ok(None);
        }
    };
    input.advance_to(&ahead);
    if is_end(input) {
        input.parse::<Option<Token![,]>>()?;
    } else if begins_field(called, input) {
        let next = input.fork().call(Ident::parse_any)?;
        errors.at(&next, format_args!("expected `,` before `{next}`"));
    } else {
        let found: TokenTree = input.fork().parse()?;
        errors.at(
            found,
            format_args!("expected `,` after the value of `{name}`"),
        );
        skip(called, input)?;
        return Ok(None);
    }
    Ok(Some(value))
}

/// Steps over everything up to the next field, and gives it back: a comma inside a value that is broken is not taken for one that ends it.
fn skip(called: &Macro, input: ParseStream) -> syn::Result<TokenStream> {
    let mut skipped = TokenStream::new();
    while !input.is_empty() {
        if input.peek(Token![,]) {
            let comma: Token![,] = input.parse()?;
            if input.is_empty() || input.peek(Token![#]) || begins_field(called, input) {
                break;
            }
            comma.to_tokens(&mut skipped);
        } else {
            skipped.extend([input.parse::<TokenTree>()?]);
        }
    }
    Ok(skipped)
}

fn is_end(input: ParseStream) -> bool {
    input.is_empty() || input.peek(Token![,])
}

fn is_colon(input: ParseStream) -> bool {
    input.peek(Token![:]) && !input.peek(Token![::])
}

/// Whether a field begins here: a name that is one, or any before a colon.
fn begins_field(called: &Macro, input: ParseStream) -> bool {
    let ahead = input.fork();
    ahead
        .call(Ident::parse_any)
        .is_ok_and(|name| is_colon(&ahead) || called.field(&name.to_string()).is_some())
}
