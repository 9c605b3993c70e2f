//! Names that two capabilities share: as declared, and as each surface folds them.

use std::collections::hash_map::Entry as Slot;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::Hash;

use super::refusal::{Party, Refusal, RefusalCode};
use crate::projection::{Claim, Projection};
use crate::registry::Entry;

/// One pass over every name space. `entries` are in the order of ids.
pub(super) fn check(
    entries: &[Entry],
    projections: &[&dyn Projection],
    refusals: &mut Vec<Refusal>,
) {
    let name = |text: &str| format!("`{text}`");
    let mut compare = Comparison { entries, refusals };
    compare.names(
        RefusalCode::IdDuplicate,
        "id",
        |entry| Some(entry.id().as_str()),
        name,
    );
    compare.names(
        RefusalCode::ToolDuplicate,
        "tool",
        |entry| entry.exposure().tool_name(),
        name,
    );
    compare.names(
        RefusalCode::ResourceDuplicate,
        "resource",
        |entry| Some(entry.exposure().mcp_resource()?.uri.as_str()),
        name,
    );
    compare.names(
        RefusalCode::RouteDuplicate,
        "route",
        |entry| {
            let route = entry.exposure().http.as_ref()?;
            Some((route.method, route.path.as_str()))
        },
        |(method, path)| format!("`{} {path}`", method.as_str()),
    );
    compare.names(
        RefusalCode::CommandDuplicate,
        "command",
        |entry| entry.exposure().cli_words(),
        |words| name(&words.join(" ")),
    );
    compare.names(
        RefusalCode::AliasDuplicate,
        "alias",
        |entry| Some(entry.declaration().skill.as_ref()?.alias.as_str()),
        name,
    );
    prefixes(entries, refusals);
    for projection in projections {
        folded(entries, *projection, refusals);
    }
}

/// Capabilities, compared by one kind of name after the other.
struct Comparison<'a, 'r> {
    entries: &'a [Entry],
    refusals: &'r mut Vec<Refusal>,
}

impl<'a> Comparison<'a, '_> {
    /// Nothing is copied while all is well: assembly is part of every start.
    fn names<Name: Copy + Eq + Hash>(
        &mut self,
        code: RefusalCode,
        what: &str,
        name: impl Fn(&'a Entry) -> Option<Name>,
        shown: impl Fn(Name) -> String,
    ) {
        let mut first: HashMap<Name, usize> = HashMap::new();
        let mut shared: BTreeMap<usize, (Name, Vec<usize>)> = BTreeMap::new();
        for (at, entry) in self.entries.iter().enumerate() {
            let Some(name) = name(entry) else { continue };
            match first.entry(name) {
                Slot::Vacant(vacant) => {
                    vacant.insert(at);
                }
                Slot::Occupied(holder) => {
                    let holder = *holder.get();
                    shared
                        .entry(holder)
                        .or_insert_with(|| (name, vec![holder]))
                        .1
                        .push(at);
                }
            }
        }
        for (name, holders) in shared.into_values() {
            let parties = holders
                .iter()
                .map(|at| Party::from(&self.entries[*at]))
                .collect();
            self.refusals.push(Refusal::new(
                code,
                parties,
                format!(
                    "more than one capability has the {what} {}; rename all but one",
                    shown(name)
                ),
            ));
        }
    }
}

/// `notes` and `notes search` can't both be commands: the first would never know whether `search` is its argument.
fn prefixes(entries: &[Entry], refusals: &mut Vec<Refusal>) {
    let commands: HashMap<&[String], &Entry> = entries
        .iter()
        .filter_map(|entry| Some((entry.exposure().cli_words()?, entry)))
        .collect();
    for entry in entries {
        let words = entry.exposure().cli_words().unwrap_or_default();
        for length in 1..words.len() {
            if let Some(shorter) = commands.get(&words[..length]) {
                refusals.push(Refusal::new(
                    RefusalCode::CommandPrefix,
                    vec![(*shorter).into(), entry.into()],
                    format!(
                        "the command `{}` begins the command `{}`; give the shorter one a word of its own",
                        words[..length].join(" "),
                        words.join(" ")
                    ),
                ));
            }
        }
    }
}

fn folded(entries: &[Entry], projection: &dyn Projection, refusals: &mut Vec<Refusal>) {
    let mut holders: HashMap<Claim, Vec<Option<usize>>> = HashMap::new();
    for claim in projection.reserved() {
        holders.entry(claim).or_default().push(None);
    }
    for (at, entry) in entries.iter().enumerate() {
        for claim in projection.claims(entry) {
            holders.entry(claim).or_default().push(Some(at));
        }
    }
    let surface = projection.name();
    for (Claim { space, name }, holders) in holders {
        // Two of one id are told as such; that they share what the id is folded to is the same mistake.
        let ids: BTreeSet<_> = holders
            .iter()
            .map(|holder| holder.map(|at| entries[at].id()))
            .collect();
        if ids.len() > 1 {
            let parties: Vec<Party> = holders
                .iter()
                .map(|holder| match holder {
                    Some(at) => Party::from(&entries[*at]),
                    None => Party::nowhere(&format!("the {surface} itself")),
                })
                .collect();
            refusals.push(Refusal::new(
                RefusalCode::SurfaceCollision,
                parties,
                format!(
                    "the {surface} has one {space} `{name}` for all of these; rename all but one"
                ),
            ));
        }
    }
}
