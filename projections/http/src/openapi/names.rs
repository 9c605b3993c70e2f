//! One name for each type of all documents: what is the same shares a name, what differs never does.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

use super::documents::{Document, Side};
use super::responses::PROBLEM;

/// A definition: the document it is in, by capability and side, and its name there.
pub(super) type Place<'a> = (&'a str, Side, &'a str);

/// One of the things that a name stands for, and the places where it does.
struct Variant<'a> {
    /// The document that says it first.
    first: &'a Document,
    meaning: (&'a str, BTreeMap<&'a str, &'a Value>),
    places: Vec<Place<'a>>,
}

/// The name of the component that each definition becomes.
pub(super) fn names(documents: &[Document]) -> HashMap<Place<'_>, String> {
    let mut groups: BTreeMap<String, Vec<Variant<'_>>> = BTreeMap::new();
    for document in documents {
        for name in document.definitions.keys() {
            let place = (document.capability.as_str(), document.side, name.as_str());
            let meaning = (name.as_str(), document.meaning(name));
            let variants = groups.entry(base(name)).or_default();
            match variants.iter_mut().find(|known| known.meaning == meaning) {
                Some(known) => known.places.push(place),
                None => variants.push(Variant {
                    first: document,
                    meaning,
                    places: vec![place],
                }),
            }
        }
    }
    let mut names = HashMap::new();
    for (base, variants) in groups {
        for (label, variant) in labels(&base, &variants).into_iter().zip(variants) {
            let places = variant.places.into_iter();
            names.extend(places.map(|place| (place, label.clone())));
        }
    }
    names
}

/// A name that a component can have, and that no qualified name is: those hold a `.` or a `-`.
fn base(name: &str) -> String {
    name.chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect()
}

/// Names for the variants of one name, qualified as little as tells them apart: by the side, by the module, by the
/// capability.
fn labels(base: &str, variants: &[Variant<'_>]) -> Vec<String> {
    let levels: [fn(&Variant<'_>, &str) -> String; 6] = [
        |_, base| base.to_owned(),
        |variant, base| variant.sided(base),
        |variant, base| format!("{}.{base}", variant.first.module),
        |variant, base| format!("{}.{}", variant.first.module, variant.sided(base)),
        |variant, base| format!("{}.{base}", variant.capability()),
        |variant, base| format!("{}.{}", variant.capability(), variant.sided(base)),
    ];
    for level in levels {
        let labels: Vec<String> = variants
            .iter()
            .map(|variant| level(variant, base))
            .collect();
        let distinct: BTreeSet<&str> = labels.iter().map(String::as_str).collect();
        if distinct.len() == labels.len() && !distinct.contains(PROBLEM) {
            return labels;
        }
    }
    // Two names of one document that differ only in characters that a component's name can't have.
    let numbered = variants.iter().zip(1..);
    numbered
        .map(|(variant, n)| format!("{}.{base}-{n}", variant.capability()))
        .collect()
}

impl Variant<'_> {
    /// What only callers send is marked; what a caller gets has the plain name.
    fn sided(&self, base: &str) -> String {
        if self.places.iter().all(|(_, side, _)| *side == Side::Input) {
            format!("{base}-Input")
        } else {
            base.to_owned()
        }
    }

    /// The id of the capability that says it first, in the characters that the name of a component can have.
    fn capability(&self) -> String {
        let fold = |c: char| match c {
            '.' | '-' => c,
            c if c.is_ascii_alphanumeric() => c,
            _ => '_',
        };
        self.first.capability.chars().map(fold).collect()
    }
}
