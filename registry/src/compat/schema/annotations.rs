//! What a schema says beside the values it admits, and a caller notices all the same.

use serde_json::Value;

use super::forms::{Forms, Term};
use super::pairs::short;
use super::{Comparison, Side, Verdict};
use crate::compat::ChangeCode::{DefaultChanged, DeprecationChanged};
use crate::compat::Step;

impl<'a> Comparison<'a> {
    /// What it means to leave a field out, where it can be left out on both sides. In an output, it is only a word.
    pub(super) fn default(&mut self, old: &Term<'a>, new: &Term<'a>, at: &str) -> Verdict {
        // To leave a field out and to give null are one thing for what has no other default.
        let of =
            |schemas: &Forms<'a>, term| stated(schemas, term, "default").filter(|v| !v.is_null());
        let (before, now) = (of(&self.old, old), of(&self.new, new));
        if self.side == Side::Input && before != now {
            let told = |value: Option<&Value>| match value {
                Some(value) => format!("`{}`", short(value)),
                None => "nothing".to_owned(),
            };
            let notice = format!(
                "left out, it means {}, and meant {}",
                told(now),
                told(before)
            );
            self.report(
                DefaultChanged,
                &format!("{at}/default"),
                Step::Major,
                notice,
            );
        }
        Verdict::SAME
    }

    /// Whether the schema is marked as deprecated, which is only advice.
    pub(super) fn deprecation(&mut self, old: &Term<'a>, new: &Term<'a>, at: &str) {
        let of = |schemas: &Forms<'a>, term| {
            stated(schemas, term, "deprecated") == Some(&Value::Bool(true))
        };
        let (before, now) = (of(&self.old, old), of(&self.new, new));
        if before != now {
            let (step, notice) = if now {
                (Step::Minor, "it is deprecated")
            } else {
                (Step::Patch, "it is no longer deprecated")
            };
            self.report(
                DeprecationChanged,
                &format!("{at}/deprecated"),
                step,
                notice,
            );
        }
    }
}

/// The nearest statement of a keyword: by the schemas themselves, or by what they refer to.
fn stated<'a>(schemas: &Forms<'a>, term: &Term<'a>, keyword: &str) -> Option<&'a Value> {
    term.iter().find_map(|schema| {
        let mut at = *schema;
        for _ in 0..16 {
            let object = at.as_object()?;
            if let Some(value) = object.get(keyword) {
                return Some(value);
            }
            at = schemas.target(object)?;
        }
        None
    })
}
