//! Two saved registries, compared module by module.

use std::collections::{BTreeMap, BTreeSet};

use semver::Version;
use serde::Serialize;

use super::{Change, ChangeCode, Saved, Step, fields};
use crate::model::{Capability, CapabilityId, ModuleId};

/// What a caller would notice between two registries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diff {
    /// The product, as far as it is more than its modules: one that is gone, or another product.
    pub product: Part,
    /// Every module of which anything differs, by id.
    pub modules: Vec<Part>,
}

/// A module or the product: what has a version of its own to say what changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Part {
    /// Its id.
    pub id: String,
    /// Its version before; absent where it is new.
    pub old: Option<Version>,
    /// Its version now; absent where it is gone.
    pub new: Option<Version>,
    /// The step it owes for its changes.
    pub step: Step,
    /// The least version that takes the step; absent where there was or is no version to compare.
    pub least: Option<Version>,
    /// Whether its version now takes the step.
    pub enough: bool,
    /// What changed, by capability.
    pub changes: Vec<Change>,
}

impl Diff {
    /// Whether a caller would notice nothing.
    pub fn is_empty(&self) -> bool {
        self.parts().all(|part| part.changes.is_empty())
    }

    /// The product and the modules whose version is below what their changes demand.
    pub fn behind(&self) -> impl Iterator<Item = &Part> {
        self.parts().filter(|part| !part.enough)
    }

    /// The product, then every module of which anything differs.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        std::iter::once(&self.product).chain(&self.modules)
    }
}

/// What a caller of `old` would notice of `new`.
///
/// ```
/// use onefold::compat::{Saved, diff};
/// use onefold::{Product, Registry};
///
/// let saved = Saved::of(&Registry::composed(Product::new("notes", "1.0.0"), [])?);
/// assert!(diff(&saved, &saved).is_empty());
/// # Ok::<(), onefold::Refusals>(())
/// ```
pub fn diff(old: &Saved, new: &Saved) -> Diff {
    let (before, now) = (versions(old), versions(new));
    let ids: BTreeSet<&ModuleId> = before.keys().chain(now.keys()).copied().collect();
    let mut product = product(old, new);
    let mut modules = Vec::new();
    for id in ids {
        match (before.get(id).copied(), now.get(id).copied()) {
            (Some(before), Some(now)) => {
                let changes = capabilities(old, new, id);
                if before != now || !changes.is_empty() {
                    modules.push(Part::compared(id.as_str(), before, now, changes));
                }
            }
            // It begins to keep count of its own changes.
            (None, now) => modules.push(Part::alone(id.as_str(), None, now, added(id))),
            (before, None) => {
                product.push(removed(id));
                modules.push(Part::alone(id.as_str(), before, None, removed(id)));
            }
        }
    }
    let versions = (&old.product().version, &new.product().version);
    Diff {
        product: Part::compared(&new.product().id, versions.0, versions.1, product),
        modules,
    }
}

impl Part {
    fn compared(id: &str, old: &Version, new: &Version, changes: Vec<Change>) -> Self {
        let step = changes
            .iter()
            .map(|change| change.step)
            .max()
            .unwrap_or(Step::None)
            .from(old);
        let least = step.least(old);
        Self {
            id: id.to_owned(),
            // Build metadata has no precedence.
            enough: new.cmp_precedence(&least).is_ge(),
            old: Some(old.clone()),
            new: Some(new.clone()),
            step,
            least: Some(least),
            changes,
        }
    }

    /// What has one version only can't be below any; for a module that is gone, the product answers.
    fn alone(id: &str, old: Option<&Version>, new: Option<&Version>, change: Change) -> Self {
        Self {
            id: id.to_owned(),
            old: old.cloned(),
            new: new.cloned(),
            step: change.step,
            least: None,
            enough: true,
            changes: vec![change],
        }
    }
}

fn versions(saved: &Saved) -> BTreeMap<&ModuleId, &Version> {
    saved
        .modules()
        .iter()
        .map(|module| (&module.id, &module.version))
        .collect()
}

fn product(old: &Saved, new: &Saved) -> Vec<Change> {
    let (old, new) = (&old.product().id, &new.product().id);
    if old == new {
        return Vec::new();
    }
    vec![Change {
        code: ChangeCode::ProductRenamed,
        capability: None,
        at: "/product/id".into(),
        step: Step::Major,
        notice: format!("the product is `{new}`, and was `{old}`"),
    }]
}

fn added(id: &ModuleId) -> Change {
    whole(
        ChangeCode::ModuleAdded,
        None,
        Step::Minor,
        format!("the module `{id}` is new"),
    )
}

fn removed(id: &ModuleId) -> Change {
    whole(
        ChangeCode::ModuleRemoved,
        None,
        Step::Major,
        format!("the module `{id}` is gone, with all its capabilities"),
    )
}

/// The changes of the capabilities of one module, by id.
fn capabilities(old: &Saved, new: &Saved, module: &ModuleId) -> Vec<Change> {
    let (before, now) = (members(old, module), members(new, module));
    let ids: BTreeSet<&CapabilityId> = before.keys().chain(now.keys()).copied().collect();
    let mut changes = Vec::new();
    for id in ids {
        match (before.get(id), now.get(id)) {
            (Some(before), Some(now)) => {
                changes.extend(fields::changes(before, now));
                changes.extend(fields::media_type(
                    id,
                    old.media_type(id),
                    new.media_type(id),
                ));
            }
            (None, _) => changes.push(whole(
                ChangeCode::CapabilityAdded,
                Some(id),
                Step::Minor,
                "it can be called now".into(),
            )),
            (_, None) => changes.push(whole(
                ChangeCode::CapabilityRemoved,
                Some(id),
                Step::Major,
                "it is gone".into(),
            )),
        }
    }
    changes
}

fn members<'a>(saved: &'a Saved, module: &ModuleId) -> BTreeMap<&'a CapabilityId, &'a Capability> {
    let all = saved
        .capabilities()
        .iter()
        .filter(|capability| capability.module == *module);
    all.map(|capability| (&capability.id, capability)).collect()
}

fn whole(code: ChangeCode, id: Option<&CapabilityId>, step: Step, notice: String) -> Change {
    Change {
        code,
        capability: id.cloned(),
        at: String::new(),
        step,
        notice,
    }
}
