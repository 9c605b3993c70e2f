//! A form before its type is known: what the schemas that hold for one value say together.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::forms::{Form, MOST, Part, TOO_MANY, Term, Typed, says_nothing};
use super::keywords::{Kind, Kinds, concerns};
use super::values;

/// A form before its type is known.
#[derive(Debug, Clone)]
pub(super) struct Draft<'a> {
    kinds: Kinds,
    /// The only values, where they are listed.
    values: Option<Vec<&'a Value>>,
    facets: BTreeMap<&'a str, Vec<&'a Value>>,
    parts: Vec<Part<'a>>,
    required: BTreeSet<&'a str>,
}

impl<'a> Draft<'a> {
    pub(super) fn anything() -> Self {
        Self {
            kinds: Kinds::ALL,
            values: None,
            facets: BTreeMap::new(),
            parts: Vec::new(),
            required: BTreeSet::new(),
        }
    }

    /// What a schema itself says, without the schemas it applies in place.
    pub(super) fn stated(object: &'a Map<String, Value>, branch: bool) -> Self {
        let mut draft = Self::anything();
        let mut part = Part::default();
        for (keyword, value) in object {
            match keyword.as_str() {
                "$ref" | "allOf" | "anyOf" | "oneOf" | "unevaluatedProperties" => {}
                // Of a whole schema they are told by themselves.
                "default" | "deprecated" if branch => {
                    draft.facets.entry(keyword).or_default().push(value);
                }
                keyword if says_nothing(keyword) => {}
                "type" => draft.kinds = Kinds::named(value),
                "const" => draft.only(std::iter::once(value)),
                "enum" => draft.only(value.as_array().into_iter().flatten()),
                "properties" => part.fields = children(value),
                "patternProperties" => part.patterns = children(value),
                "additionalProperties" => part.rest = Some(value),
                "required" => {
                    let names = value.as_array().into_iter().flatten();
                    draft.required = names.filter_map(Value::as_str).collect();
                }
                keyword => draft.facets.entry(keyword).or_default().push(value),
            }
        }
        draft.parts.push(part);
        draft
    }

    fn only(&mut self, values: impl Iterator<Item = &'a Value>) {
        let values: Vec<&Value> = values.collect();
        self.values = Some(match &self.values {
            Some(before) => before
                .iter()
                .copied()
                .filter(|value| values.contains(value))
                .collect(),
            None => values,
        });
    }

    fn and(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.kinds = self.kinds.and(other.kinds);
        if let Some(values) = &other.values {
            both.only(values.iter().copied());
        }
        for (keyword, values) in &other.facets {
            both.facets.entry(keyword).or_default().extend(values);
        }
        both.parts.extend(other.parts.iter().cloned());
        both.required.extend(&other.required);
        both
    }

    /// Says what every field is that no schema in this place has spoken of.
    pub(super) fn close(&mut self, rest: &'a Value) {
        if self.parts.iter().any(|part| part.rest.is_some()) {
            return;
        }
        let mut part = Part {
            rest: Some(rest),
            ..Part::default()
        };
        for spoken in &self.parts {
            part.fields
                .extend(spoken.fields.keys().map(|name| (*name, Term::new())));
            part.patterns.extend(
                spoken
                    .patterns
                    .keys()
                    .map(|pattern| (*pattern, Term::new())),
            );
        }
        self.parts.push(part);
    }

    pub(super) fn forms(self) -> Result<Vec<Form<'a>>, String> {
        if self.values.is_none() {
            let kinds: Vec<Kind> = self.kinds.iter().collect();
            return Ok(kinds.into_iter().map(|kind| self.typed(kind)).collect());
        }
        let mut forms = Vec::new();
        for value in self.values.iter().flatten().copied() {
            let Some(kind) = self.kinds.kind_of(value) else {
                continue;
            };
            match self.typed(kind) {
                Form::Typed(typed) => match values::admits(&typed, value) {
                    Some(true) => forms.push(Form::Value(value)),
                    Some(false) => {}
                    None => return Err("it limits the values it lists".to_owned()),
                },
                Form::Value(value) => forms.push(Form::Value(value)),
            }
        }
        Ok(forms)
    }

    fn typed(&self, kind: Kind) -> Form<'a> {
        if kind == Kind::Null {
            return Form::Value(&Value::Null);
        }
        let facets = self
            .facets
            .iter()
            .filter(|(keyword, _)| concerns(keyword, kind));
        let object = kind == Kind::Object;
        Form::Typed(Typed {
            kind,
            facets: facets
                .map(|(keyword, values)| (*keyword, values.clone()))
                .collect(),
            parts: if object {
                self.parts.clone()
            } else {
                Vec::new()
            },
            required: if object {
                self.required.clone()
            } else {
                BTreeSet::new()
            },
        })
    }
}

/// The forms of what has a form of each.
pub(super) fn both<'a>(some: &[Draft<'a>], others: &[Draft<'a>]) -> Result<Vec<Draft<'a>>, String> {
    if some.len().saturating_mul(others.len()) > MOST {
        return Err(TOO_MANY.to_owned());
    }
    let pairs = some
        .iter()
        .flat_map(|one| others.iter().map(move |other| one.and(other)));
    Ok(pairs.collect())
}

fn children(value: &Value) -> BTreeMap<&str, Term<'_>> {
    let children = value.as_object().into_iter().flatten();
    children
        .map(|(name, child)| (name.as_str(), vec![child]))
        .collect()
}
