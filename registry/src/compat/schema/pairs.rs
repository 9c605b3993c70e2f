//! The forms of two schemas, brought together: those that correspond are compared, the others must be covered.

use std::collections::BTreeMap;

use serde_json::Value;

use super::forms::{Form, Forms, Typed};
use super::keywords::Kind;
use super::values::{self, covered};
use super::{Comparison, Verdict};
use crate::compat::ChangeCode::{FormAdded, FormRemoved, ValueAdded, ValueRemoved};

impl<'a> Comparison<'a> {
    pub(super) fn alternatives(&mut self, old: &[Form<'a>], new: &[Form<'a>], at: &str) -> Verdict {
        let mut verdict = Verdict::SAME;
        for value in listed(old).filter(|value| !covered(new, value)) {
            let notice = self.says("is no longer accepted", "is no longer given");
            verdict |= self.narrower(ValueRemoved, at, format!("`{}` {notice}", short(value)));
        }
        for value in listed(new).filter(|value| !covered(old, value)) {
            let notice = self.says("is accepted too", "can be given too");
            verdict |= self.wider(ValueAdded, at, format!("`{}` {notice}", short(value)));
        }
        verdict | self.groups(&typed(old), &typed(new), at)
    }

    /// Forms with one key correspond where each side has one of it.
    fn groups(&mut self, old: &[&Typed<'a>], new: &[&Typed<'a>], at: &str) -> Verdict {
        let several = |forms: &[&Typed<'a>]| {
            forms
                .iter()
                .filter(|form| form.kind == Kind::Object)
                .count()
                > 1
        };
        // Where there is one object on each side, they correspond whatever they hold.
        let by_tag = several(old) || several(new);
        let mut groups: BTreeMap<String, [Vec<&Typed<'a>>; 2]> = BTreeMap::new();
        for (side, (schemas, forms)) in [(&self.old, old), (&self.new, new)].into_iter().enumerate()
        {
            for form in forms {
                groups.entry(key(schemas, form, by_tag)).or_default()[side].push(form);
            }
        }
        let (mut gone, mut come) = (Vec::new(), Vec::new());
        let mut verdict = Verdict::SAME;
        for [mut before, mut now] in groups.into_values() {
            if before.len() != 1 || now.len() != 1 {
                verdict |= self.drop_the_same(&mut before, &mut now);
            }
            if let ([before], [now]) = (before.as_slice(), now.as_slice()) {
                verdict |= self.typed(before, now, at);
                continue;
            }
            gone.extend(before);
            come.extend(now);
        }
        for form in gone {
            verdict |= if let Some(verdict) = self.on_trial(|this| this.covered_by_new(form, new)) {
                verdict
            } else {
                let says = self.says("is no longer accepted", "is no longer given");
                self.narrower(
                    FormRemoved,
                    at,
                    format!("{} {says}", named(&self.old, form)),
                )
            };
        }
        for form in come {
            verdict |= if let Some(verdict) = self.on_trial(|this| this.covered_by_old(old, form)) {
                verdict
            } else {
                let says = self.says("is accepted too", "can be given too");
                self.wider(FormAdded, at, format!("{} {says}", named(&self.new, form)))
            };
        }
        verdict
    }

    /// Takes out what both sides have. What it leans on is kept for the verdict.
    fn drop_the_same(&mut self, old: &mut Vec<&Typed<'a>>, new: &mut Vec<&Typed<'a>>) -> Verdict {
        let mut leans = Verdict::SAME;
        old.retain(|before| {
            let same = new.iter().position(|now| {
                let verdict = self.on_trial(|this| this.typed(before, now, ""));
                leans.leans_on = leans.leans_on.min(verdict.leans_on);
                verdict.is_same()
            });
            same.map(|at| new.remove(at)).is_none()
        });
        leans
    }

    fn covered_by_new(&mut self, form: &Typed<'a>, new: &[&Typed<'a>]) -> Option<Verdict> {
        new.iter().find_map(|other| {
            let verdict = self.typed(form, other, "");
            (!verdict.narrower).then_some(Verdict {
                leans_on: verdict.leans_on,
                ..Verdict::SAME
            })
        })
    }

    fn covered_by_old(&mut self, old: &[&Typed<'a>], form: &Typed<'a>) -> Option<Verdict> {
        old.iter().find_map(|other| {
            let verdict = self.typed(other, form, "");
            (!verdict.wider).then_some(Verdict {
                leans_on: verdict.leans_on,
                ..Verdict::SAME
            })
        })
    }
}

fn listed<'a>(forms: &[Form<'a>]) -> impl Iterator<Item = &'a Value> {
    forms.iter().filter_map(|form| match form {
        Form::Value(value) => Some(*value),
        Form::Typed(_) => None,
    })
}

fn typed<'b, 'a>(forms: &'b [Form<'a>]) -> Vec<&'b Typed<'a>> {
    let typed = forms.iter().filter_map(|form| match form {
        Form::Typed(typed) => Some(typed),
        Form::Value(_) => None,
    });
    typed.collect()
}

/// What two forms that correspond have in common: the type, and for one object among several what tells it apart.
fn key<'a>(schemas: &Forms<'a>, form: &Typed<'a>, by_tag: bool) -> String {
    match form.kind {
        Kind::Number | Kind::Integer => Kind::Number.named().to_owned(),
        Kind::Object if by_tag => format!("an object{}", tags(schemas, form)),
        kind => kind.named().to_owned(),
    }
}

fn named<'a>(schemas: &Forms<'a>, form: &Typed<'a>) -> String {
    match form.kind {
        Kind::Object => format!("an object{}", tags(schemas, form)),
        kind => kind.named().to_owned(),
    }
}

/// The fields that always have one value, or else the one field that is always there.
fn tags<'a>(schemas: &Forms<'a>, form: &Typed<'a>) -> String {
    let one = |name: &str| match values::listed(schemas, &form.property(name))?.as_slice() {
        [value] => Some(short(value)),
        _ => None,
    };
    let tags: Vec<String> = form
        .required
        .iter()
        .filter_map(|name| Some(format!("`{name}`: `{}`", one(name)?)))
        .collect();
    let required: Vec<&&str> = form.required.iter().collect();
    match (tags.is_empty(), required.as_slice()) {
        (false, _) => format!(" with {}", tags.join(", ")),
        (true, [name]) => format!(" with `{name}`"),
        (true, _) => String::new(),
    }
}

/// A value as it is quoted in a sentence.
pub(super) fn short(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
