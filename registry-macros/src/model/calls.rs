//! The calls within a value, such as `.tool("…")` and `Http::get("…")`.

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprMethodCall, Ident, Token};

/// A call of a method, or of an associated function.
pub(super) struct Call<'a> {
    /// The type, where it is an associated function.
    pub(super) of: Option<String>,
    /// The function.
    pub(super) name: &'a Ident,
    /// What it is called with, the value of a method left out.
    pub(super) arguments: &'a Punctuated<Expr, Token![,]>,
}

impl Call<'_> {
    /// Whether it is this method.
    pub(super) fn is_method(&self, name: &str) -> bool {
        self.of.is_none() && self.name == name
    }
}

/// Every call within `value`, a chain of methods in the order in which it is written.
pub(super) fn within(value: &Expr) -> Vec<Call<'_>> {
    let mut calls = Calls(Vec::new());
    calls.visit_expr(value);
    calls.0
}

struct Calls<'a>(Vec<Call<'a>>);

impl<'a> Visit<'a> for Calls<'a> {
    fn visit_expr_method_call(&mut self, call: &'a ExprMethodCall) {
        // What it is called on stands before it.
        visit::visit_expr_method_call(self, call);
        self.0.push(Call {
            of: None,
            name: &call.method,
            arguments: &call.args,
        });
    }

    fn visit_expr_call(&mut self, call: &'a ExprCall) {
        if let Expr::Path(function) = &*call.func {
            let mut segments = function.path.segments.iter().rev();
            if let (Some(name), Some(of)) = (segments.next(), segments.next()) {
                self.0.push(Call {
                    of: Some(of.ident.to_string()),
                    name: &name.ident,
                    arguments: &call.args,
                });
            }
        }
        visit::visit_expr_call(self, call);
    }
}
