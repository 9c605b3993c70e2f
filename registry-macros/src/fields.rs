//! The fields of each macro: their names, what they must follow, and where their values land in the expansion.

use crate::model::grammar::{self, Grammar};

/// One of the macros.
pub(crate) struct Macro {
    /// What it declares, which is also its name.
    pub(crate) what: What,
    /// Its fields, in the order in which the editor's mirror documents them.
    pub(crate) fields: &'static [Field],
}

/// What a macro declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    Capability,
    Module,
}

/// A field of a macro.
pub(crate) struct Field {
    /// As it is written in a call.
    pub(crate) name: &'static str,
    /// Whether every call has it.
    pub(crate) required: bool,
    /// The member of the declaration that it fills.
    pub(crate) member: &'static str,
    /// How it fills it.
    pub(crate) place: Place,
    /// What it must follow where it is a literal.
    pub(crate) grammar: Option<&'static Grammar>,
}

/// How the value of a field becomes the value of a member. Each gives the value a type, so that a wrong one is told at
/// the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// As it stands.
    Plain,
    /// In `Some`, by the function of `__private` that is named like the member.
    Optional,
    /// A `&'static str`.
    Text,
    /// An array of `&'static str`.
    Tags,
    /// A function, whose types are erased.
    Handler,
    /// An array of the names of capabilities.
    Capabilities,
}

pub(crate) const CAPABILITY: Macro = Macro {
    what: What::Capability,
    fields: &[
        text("id", &grammar::CAPABILITY_ID),
        required("kind", Place::Plain),
        text("title", &grammar::TITLE),
        text("description", &grammar::DESCRIPTION),
        optional("handler", "handler", Place::Handler),
        optional("content", "content", Place::Optional),
        optional("expose", "exposure", Place::Plain),
        optional("stability", "stability", Place::Plain),
        optional("tags", "tags", Place::Tags),
        optional("cache", "cache", Place::Plain),
        optional("benchmark", "benchmark", Place::Optional),
        optional("skill", "skill", Place::Optional),
        optional("execution", "effects", Place::Plain),
    ],
};

pub(crate) const MODULE: Macro = Macro {
    what: What::Module,
    fields: &[
        text("id", &grammar::MODULE_ID),
        text("version", &grammar::VERSION),
        text("title", &grammar::TITLE),
        text("description", &grammar::DESCRIPTION),
        required("capabilities", Place::Capabilities),
    ],
};

const fn text(name: &'static str, grammar: &'static Grammar) -> Field {
    Field {
        grammar: Some(grammar),
        ..required(name, Place::Text)
    }
}

const fn required(name: &'static str, place: Place) -> Field {
    Field {
        name,
        required: true,
        member: name,
        place,
        grammar: None,
    }
}

const fn optional(name: &'static str, member: &'static str, place: Place) -> Field {
    Field {
        name,
        required: false,
        member,
        place,
        grammar: None,
    }
}

impl Macro {
    /// The field of this name.
    pub(crate) fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The field that `name` was most likely meant to be: a slip of the keys, or one that is half typed.
    pub(crate) fn nearest(&self, name: &str) -> Option<&'static Field> {
        // The cost is the product of the lengths; nobody means a name this long.
        if name.len() > 64 {
            return None;
        }
        let closeness = |field: &Field| {
            let part = if name.len() < 2 {
                0.0
            } else if field.name.starts_with(name) {
                0.9
            } else if field.name.contains(name) || name.contains(field.name) {
                0.6
            } else {
                0.0
            };
            strsim::normalized_damerau_levenshtein(name, field.name).max(part)
        };
        self.fields
            .iter()
            .map(|field| (closeness(field), field))
            .filter(|(closeness, _)| *closeness >= 0.6)
            .max_by(|(a, _), (b, _)| a.total_cmp(b))
            .map(|(_, field)| field)
    }
}

impl What {
    /// As prose and the name of the macro have it.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Capability => "capability",
            Self::Module => "module",
        }
    }
}
