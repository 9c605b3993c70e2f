//! A schema taken apart into the forms its values can have.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::draft::{Draft, both};
use super::keywords::Kind;
use super::values;
use crate::schema::fragment;

/// Schemas that hold for a value all at once; none admits anything.
pub(super) type Term<'a> = Vec<&'a Value>;

/// How many forms one value has at most; real types have fewer.
pub(super) const MOST: usize = 512;

/// How deep schemas stand in each other in one place.
const DEEPEST: usize = 32;

/// How many schemas are taken apart for one comparison; real types need some thousands.
const ENOUGH: usize = 200_000;

/// A form that a value can have.
#[derive(Debug, Clone)]
pub(super) enum Form<'a> {
    /// Exactly this value.
    Value(&'a Value),
    /// Any value of a type, within limits.
    Typed(Typed<'a>),
}

/// The values of one type, within limits.
#[derive(Debug, Clone)]
pub(super) struct Typed<'a> {
    pub(super) kind: Kind,
    /// The limits, as often as they are stated.
    pub(super) facets: BTreeMap<&'a str, Vec<&'a Value>>,
    /// What is asked of the fields of an object.
    pub(super) parts: Vec<Part<'a>>,
    pub(super) required: BTreeSet<&'a str>,
}

/// What one schema asks of the fields of an object.
#[derive(Debug, Clone, Default)]
pub(super) struct Part<'a> {
    pub(super) fields: BTreeMap<&'a str, Term<'a>>,
    pub(super) patterns: BTreeMap<&'a str, Term<'a>>,
    /// What is asked of every other field.
    pub(super) rest: Option<&'a Value>,
}

/// A document that holds the schema and its definitions.
pub(super) struct Forms<'a> {
    root: &'a Value,
    /// How many schemas may still be taken apart.
    left: Cell<usize>,
}

impl<'a> Forms<'a> {
    pub(super) fn of(root: &'a Value) -> Self {
        Self {
            root,
            left: Cell::new(ENOUGH),
        }
    }

    pub(super) fn definitions(&self) -> Option<&'a Value> {
        self.root.get("$defs")
    }

    /// The forms of what all these schemas admit, or why they can't be told apart.
    pub(super) fn of_term(&self, term: &Term<'a>) -> Result<Vec<Form<'a>>, String> {
        let mut drafts = vec![Draft::anything()];
        for schema in term {
            drafts = both(&drafts, &self.drafts(schema, 0, false)?)?;
        }
        let forms = drafts
            .into_iter()
            .map(Draft::forms)
            .collect::<Result<Vec<_>, _>>()?;
        Ok(forms.into_iter().flatten().collect())
    }

    /// Where a reference leads to.
    pub(super) fn target(&self, object: &Map<String, Value>) -> Option<&'a Value> {
        let reference = object.get("$ref")?.as_str()?;
        self.root.pointer(&fragment(reference)?)
    }

    /// Where the schemas of a term stand; one that only refers to another stands where that one does.
    pub(super) fn places(&self, term: &Term<'a>) -> Vec<usize> {
        let place = |schema: &'a Value| {
            let mut at = schema;
            for _ in 0..DEEPEST {
                let refers = at.as_object().filter(|object| {
                    object
                        .keys()
                        .all(|keyword| keyword == "$ref" || says_nothing(keyword))
                });
                match refers.and_then(|object| self.target(object)) {
                    Some(target) => at = target,
                    None => break,
                }
            }
            std::ptr::from_ref(at).addr()
        };
        term.iter().copied().map(place).collect()
    }

    fn drafts(
        &self,
        schema: &'a Value,
        depth: usize,
        branch: bool,
    ) -> Result<Vec<Draft<'a>>, String> {
        if depth > DEEPEST {
            return Err("it refers to itself or is too deep".to_owned());
        }
        // Parts that are each made of two parts double at every depth.
        let left = self.left.get().checked_sub(1);
        self.left.set(left.ok_or(TOO_MANY)?);
        let object = match schema {
            Value::Bool(true) => return Ok(vec![Draft::anything()]),
            Value::Bool(false) => return Ok(Vec::new()),
            Value::Object(object) => object,
            _ => return Err("it is no schema".to_owned()),
        };
        let mut drafts = vec![Draft::stated(object, branch)];
        if object.contains_key("$ref") {
            let target = self
                .target(object)
                .ok_or_else(|| format!("`{}` leads nowhere", object["$ref"]))?;
            drafts = both(&drafts, &self.drafts(target, depth + 1, branch)?)?;
        }
        for part in list(object, "allOf") {
            drafts = both(&drafts, &self.drafts(part, depth + 1, branch)?)?;
        }
        for keyword in ["anyOf", "oneOf"] {
            if !object.contains_key(keyword) {
                continue;
            }
            let branches = list(object, keyword)
                .map(|part| self.drafts(part, depth + 1, true))
                .collect::<Result<Vec<_>, _>>()?;
            if keyword == "oneOf" && !self.exclude_each_other(&branches)? {
                return Err("alternatives of its `oneOf` may overlap".to_owned());
            }
            let branches: Vec<Draft<'a>> = branches.into_iter().flatten().collect();
            drafts = both(&drafts, &branches)?;
        }
        if let Some(rest) = object.get("unevaluatedProperties") {
            for draft in &mut drafts {
                draft.close(rest);
            }
        }
        Ok(drafts)
    }

    /// Whether no value has forms of two branches. Then exactly one means any one.
    fn exclude_each_other(&self, branches: &[Vec<Draft<'a>>]) -> Result<bool, String> {
        let mut before: Vec<Form<'a>> = Vec::new();
        for branch in branches {
            let forms = branch
                .iter()
                .cloned()
                .map(Draft::forms)
                .collect::<Result<Vec<_>, _>>()?;
            let forms: Vec<Form<'a>> = forms.into_iter().flatten().collect();
            if before.len() > MOST {
                return Err(TOO_MANY.to_owned());
            }
            for form in &forms {
                if !before
                    .iter()
                    .all(|other| values::disjoint(self, form, other))
                {
                    return Ok(false);
                }
            }
            before.extend(forms);
        }
        Ok(true)
    }
}

/// Whether a keyword says nothing of the values that the schema admits.
pub(super) fn says_nothing(keyword: &str) -> bool {
    matches!(
        keyword,
        "title" | "description" | "examples" | "$comment" | "$defs" | "default" | "deprecated"
    )
}

pub(super) const TOO_MANY: &str = "it has too many alternatives to be compared";

fn list<'a>(object: &'a Map<String, Value>, keyword: &str) -> impl Iterator<Item = &'a Value> {
    object
        .get(keyword)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}
