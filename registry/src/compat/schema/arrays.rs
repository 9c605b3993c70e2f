//! Two arrays, compared item by item.

use serde_json::Value;

use super::forms::{Term, Typed};
use super::{Comparison, Verdict};
use crate::compat::ChangeCode::{LimitLoosened, LimitTightened};

impl<'a> Comparison<'a> {
    pub(super) fn arrays(&mut self, old: &Typed<'a>, new: &Typed<'a>, at: &str) -> Verdict {
        let mut verdict = self.uniqueness(old, new, at);
        let (Some(before), Some(now)) = (first_items(old), first_items(new)) else {
            return verdict | self.unmodelled(at, "several lists of its first items hold at once");
        };
        let (before_rest, now_rest) = (rest(old), rest(new));
        for place in 0..before.len().max(now.len()) {
            let of = |first: &'a [Value], rest: &Term<'a>| {
                first
                    .get(place)
                    .map_or_else(|| rest.clone(), |item| vec![item])
            };
            let at = format!("{at}/prefixItems/{place}");
            verdict |= self.term(&of(before, &before_rest), &of(now, &now_rest), &at);
        }
        verdict | self.term(&before_rest, &now_rest, &format!("{at}/items"))
    }

    fn uniqueness(&mut self, old: &Typed<'a>, new: &Typed<'a>, at: &str) -> Verdict {
        let unique = |form: &Typed<'a>| {
            let mut stated = form.facets.get("uniqueItems").into_iter().flatten();
            stated.any(|value| **value == Value::Bool(true))
        };
        let at = format!("{at}/uniqueItems");
        match (unique(old), unique(new)) {
            (false, true) => self.narrower(LimitTightened, &at, "no item stands there twice"),
            (true, false) => self.wider(LimitLoosened, &at, "items may stand there twice"),
            (true, true) | (false, false) => Verdict::SAME,
        }
    }
}

/// The schemas of the first items, where there is one list of them at most.
fn first_items<'a>(form: &Typed<'a>) -> Option<&'a [Value]> {
    match form.facets.get("prefixItems").map(Vec::as_slice) {
        None => Some(&[]),
        Some([list]) => list.as_array().map(Vec::as_slice),
        Some(_) => None,
    }
}

fn rest<'a>(form: &Typed<'a>) -> Term<'a> {
    form.facets.get("items").cloned().unwrap_or_default()
}
