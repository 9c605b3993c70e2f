//! What a call means: each field known and given once, nothing missing, and no contradiction that its tokens show.

mod calls;
mod contradictions;
pub(crate) mod grammar;
pub(crate) mod literals;

use syn::{Expr, Ident};

use crate::errors::Errors;
use crate::fields::{Field, Macro, What};
use crate::syntax::{self, Written};

/// The fields of a call that are fields of the macro, each at most once.
pub(crate) struct Meant<'a> {
    given: Vec<Given<'a>>,
    /// Fields that are given under a name that is nearly theirs.
    misspelt: Vec<&'static str>,
}

/// A field that is given.
pub(crate) struct Given<'a> {
    /// Which.
    pub(crate) field: &'static Field,
    /// Its name, as it stands in the call.
    pub(crate) name: &'a Ident,
    /// Its value; absent where it has none that could be read, which has been told.
    pub(crate) value: Option<&'a Expr>,
}

/// Finds out what was meant.
pub(crate) fn resolve<'a>(called: &Macro, written: &'a Written, errors: &mut Errors) -> Meant<'a> {
    let mut meant = Meant {
        given: Vec::new(),
        misspelt: Vec::new(),
    };
    let Some(body) = &written.body else {
        return meant;
    };

    for written in &body.fields {
        meant.add(called, written, errors);
    }
    let missing: Vec<String> = called
        .fields
        .iter()
        .filter(|field| field.required && !meant.mentions(field.name))
        .map(|field| format!("`{}`", field.name))
        .collect();
    if !missing.is_empty() {
        errors.at(
            &written.name,
            format_args!("this {} needs {}", called.what.noun(), missing.join(", ")),
        );
    }

    literals::check(&meant, errors);
    if called.what == What::Capability {
        contradictions::check(&meant, errors);
    }
    meant
}

impl<'a> Meant<'a> {
    /// The fields, in the order of the call.
    pub(crate) fn given(&self) -> &[Given<'a>] {
        &self.given
    }

    /// The field of this name, where it is given.
    pub(crate) fn get(&self, name: &str) -> Option<&Given<'a>> {
        self.given.iter().find(|given| given.field.name == name)
    }

    /// The value of the field of this name.
    pub(crate) fn value(&self, name: &str) -> Option<&'a Expr> {
        self.get(name)?.value
    }

    /// Whether the field is given, well or not: what is wrong with it has been told.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        self.get(name).is_some() || self.misspelt.contains(&name)
    }

    fn add(&mut self, called: &Macro, written: &'a syntax::Field, errors: &mut Errors) {
        let name = written.name.to_string();
        let Some(field) = called.field(&name) else {
            let hint = match called.nearest(&name) {
                Some(nearest) => {
                    self.misspelt.push(nearest.name);
                    format!("did you mean `{}`?", nearest.name)
                }
                None => format!("there are {}", names(called)),
            };
            errors.at(
                &written.name,
                format_args!("a {} has no field `{name}`; {hint}", called.what.noun()),
            );
            return;
        };
        if self.get(field.name).is_some() {
            errors.at(&written.name, format_args!("`{name}` is given twice"));
            return;
        }
        self.given.push(Given {
            field,
            name: &written.name,
            value: written.value.as_ref(),
        });
    }
}

fn names(called: &Macro) -> String {
    let names: Vec<String> = called
        .fields
        .iter()
        .map(|field| format!("`{}`", field.name))
        .collect();
    names.join(", ")
}
