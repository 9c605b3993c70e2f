//! What is generated names `::onefold::__private` and what the user wrote, and nothing that a crate could hide.

use std::fmt::Write;

use syn::visit::{self, Visit};
use syn::{Attribute, Macro as Invocation, Path, Token, punctuated::Punctuated};

use super::{WHOLE, tokens};
use crate::declare;

/// Attributes and conditions that the language itself knows.
const BUILT_IN: [&str; 7] = [
    "doc",
    "allow",
    "cfg",
    "derive",
    "unexpected_cfgs",
    "unreachable_pub",
    "rust_analyzer",
];

#[derive(Default)]
struct Bare(String);

impl<'a> Visit<'a> for Bare {
    fn visit_path(&mut self, path: &'a Path) {
        let names: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        let ours = path.leading_colon.is_some()
            && (names.starts_with(&["onefold".into(), "__private".into()])
                || names[0] == "onefold"
                    && ["__mirror_", "__link_"]
                        .iter()
                        .any(|ours| names[1].starts_with(ours)));
        let users = path.leading_colon.is_none()
            && (names[0] == "user"
                || names.len() == 1 && WHOLE.iter().any(|(_, text)| text.contains(&names[0])));
        let language = ["self", "Self"].iter().any(|known| names == [*known])
            || names == ["__onefold_id"]
            || names.len() == 1 && BUILT_IN.contains(&&*names[0]);
        if !ours && !users && !language {
            let _ = writeln!(self.0, "{}", names.join("::"));
        }
        visit::visit_path(self, path);
    }

    /// The paths that `derive` names.
    fn visit_attribute(&mut self, attribute: &'a Attribute) {
        if attribute.path().is_ident("derive") {
            let derived = attribute
                .parse_args_with(Punctuated::<Path, Token![,]>::parse_terminated)
                .expect("paths");
            for path in &derived {
                assert!(path.leading_colon.is_some(), "derives a bare name");
                self.visit_path(&path.clone());
            }
        }
    }

    /// What is linked; the mirror holds the user's tokens alone.
    fn visit_macro(&mut self, invocation: &'a Invocation) {
        self.visit_path(&invocation.path);
        let mut names = invocation.path.segments.iter();
        if names.any(|s| s.ident.to_string().starts_with("__link_")) {
            let value: syn::Expr = syn::parse2(invocation.tokens.clone()).expect("an expression");
            let mut inner = Bare::default();
            inner.visit_expr(&value);
            self.0 += &inner.0;
        }
    }
}

#[test]
fn generated_code_names_nothing_bare() {
    for (called, text) in WHOLE {
        let file = syn::parse2(declare(called, tokens(text))).expect("items");
        let mut bare = Bare::default();
        bare.visit_file(&file);
        assert_eq!(bare.0, "", "named by {}!", called.what.noun());
    }
}
