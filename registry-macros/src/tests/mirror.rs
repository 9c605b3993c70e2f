//! The editor's mirror, which stands in `onefold`, has the fields of the macros.

use syn::{Expr, ExprLit, Item, Lit, Meta};

use crate::fields::{self, Macro};

#[track_caller]
fn check(name: &str, called: &Macro) {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../registry/src/__private/mirror.rs"
    );
    let text = std::fs::read_to_string(path).expect("the mirror");
    let mirror = syn::parse_file(&text).expect("Rust");
    let fields = mirror
        .items
        .iter()
        .find_map(|item| match item {
            Item::Struct(item) if item.ident == name => Some(&item.fields),
            _ => None,
        })
        .expect("the struct of the mirror");

    let mirrored: Vec<(String, bool)> = fields
        .iter()
        .map(|field| {
            let required = field.attrs.iter().any(|attribute| match &attribute.meta {
                Meta::NameValue(doc) => matches!(
                    &doc.value,
                    Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if text.value().ends_with(" Required.")
                ),
                _ => false,
            });
            (field.ident.as_ref().expect("a name").to_string(), required)
        })
        .collect();
    let ours: Vec<(String, bool)> = called
        .fields
        .iter()
        .map(|field| (field.name.to_owned(), field.required))
        .collect();
    assert_eq!(mirrored, ours);
}

#[test]
fn the_mirror_has_the_fields_of_the_macros() {
    check("Capability", &fields::CAPABILITY);
    check("Module", &fields::MODULE);
}
