//! A call as it was written: a name and fields with their values, and beside them the mistakes of form.

mod fields;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, Ident, Token, Visibility, token};

use crate::errors::Errors;
use crate::fields::Macro;

/// `Name { field: value, … }`.
pub(crate) struct Written {
    /// The name of the type that stands for the declaration.
    pub(crate) name: Ident,
    /// What stands between the braces; absent where there are none.
    pub(crate) body: Option<Body>,
}

/// What stands between the braces.
pub(crate) struct Body {
    /// Every token, untouched, for the editor's mirror.
    pub(crate) tokens: TokenStream,
    /// The fields, in the order of the call.
    pub(crate) fields: Vec<Field>,
}

/// `field: value`.
pub(crate) struct Field {
    /// The name of the field.
    pub(crate) name: Ident,
    /// Its value; absent where it is missing or is no expression.
    pub(crate) value: Option<Expr>,
}

/// Reads the tokens of a call. Nothing comes back where they don't even hold a name.
pub(crate) fn parse(called: &Macro, input: TokenStream, errors: &mut Errors) -> Option<Written> {
    let mut written = None;
    let parsed = Parser::parse2(
        |input: ParseStream| {
            written = declaration(called, input, errors)?;
            Ok(())
        },
        input,
    );
    if let Err(error) = parsed {
        errors.at_span(error.span(), error);
    }
    written
}

fn declaration(
    called: &Macro,
    input: ParseStream,
    errors: &mut Errors,
) -> syn::Result<Option<Written>> {
    attributes(input, errors)?;
    before_the_name(called, input, errors)?;
    if !input.peek(Ident) {
        let found = rest(input)?;
        malformed(called, found, errors);
        return Ok(None);
    }
    let name: Ident = input.parse()?;
    generics(called, input, errors)?;

    let body = if input.peek(token::Brace) {
        let content;
        syn::braced!(content in input);
        Some(Body {
            tokens: content.fork().parse()?,
            fields: fields::parse(called, &content, errors)?,
        })
    } else {
        None
    };

    let after = rest(input)?;
    if body.is_none() {
        let mut found = name.to_token_stream();
        let meant_as_name = match after.clone().into_iter().flatten().next() {
            Some(next) => matches!(next, TokenTree::Group(_)),
            None => true,
        };
        found.extend(after);
        malformed(called, Some(found), errors);
        if !meant_as_name {
            return Ok(None);
        }
    } else if let Some(after) = after {
        errors.at(
            after,
            format_args!("one call of `{0}!` declares one {0}", called.what.noun()),
        );
    }
    Ok(Some(Written { name, body }))
}

fn malformed(called: &Macro, found: Option<TokenStream>, errors: &mut Errors) {
    errors.at(
        found,
        format_args!(
            "write `{}!(Name {{ field: value, … }});`",
            called.what.noun()
        ),
    );
}

/// Refuses what usually stands before the name of a type.
fn before_the_name(called: &Macro, input: ParseStream, errors: &mut Errors) -> syn::Result<()> {
    let visibility: Visibility = input.parse()?;
    if !matches!(visibility, Visibility::Inherited) {
        errors.at(
            visibility,
            "leave the visibility out: the type is `pub`, and seen as far as the module it is in",
        );
    }
    if let Some(keyword) = input.parse::<Option<Token![struct]>>()? {
        errors.at(
            keyword,
            format_args!(
                "write the name alone: `{}!(Name {{ field: value, … }});`",
                called.what.noun()
            ),
        );
    }
    Ok(())
}

/// Refuses what may stand between the name of a type and its braces, and steps over it.
fn generics(called: &Macro, input: ParseStream, errors: &mut Errors) -> syn::Result<()> {
    if !input.peek(Token![<]) {
        return Ok(());
    }
    let mut generics = TokenStream::new();
    while !input.is_empty() && !input.peek(token::Brace) {
        generics.extend([input.parse::<TokenTree>()?]);
    }
    errors.at(
        generics,
        format_args!("a {} has no generic parameters", called.what.noun()),
    );
    Ok(())
}

/// Refuses attributes and doc comments, and steps over them; says whether there were any.
fn attributes(input: ParseStream, errors: &mut Errors) -> syn::Result<bool> {
    let (mut docs, mut others) = (TokenStream::new(), TokenStream::new());
    while input.peek(Token![#]) && (input.peek2(token::Bracket) || input.peek3(token::Bracket)) {
        let mut attribute = TokenStream::new();
        while !input.peek(token::Bracket) {
            attribute.extend([input.parse::<TokenTree>()?]);
        }
        let content = input.fork();
        attribute.extend([input.parse::<TokenTree>()?]);
        if is_doc(&content)? {
            docs.extend(attribute);
        } else {
            others.extend(attribute);
        }
    }
    let any = !docs.is_empty() || !others.is_empty();
    if !docs.is_empty() {
        errors.at(
            docs,
            "write documentation as `title` and `description`, or as a `//` comment: rustfmt leaves a call that holds `///` unformatted",
        );
    }
    if !others.is_empty() {
        errors.at(
            others,
            "attributes can't stand here; put them on a `mod` around the call",
        );
    }
    Ok(any)
}

fn is_doc(attribute: ParseStream) -> syn::Result<bool> {
    let content;
    syn::bracketed!(content in attribute);
    let doc = content.peek(Ident::peek_any) && content.call(Ident::parse_any)? == "doc";
    content.parse::<TokenStream>()?;
    Ok(doc)
}

/// Takes all that is left.
fn rest(input: ParseStream) -> syn::Result<Option<TokenStream>> {
    let rest: TokenStream = input.parse()?;
    Ok((!rest.is_empty()).then_some(rest))
}
