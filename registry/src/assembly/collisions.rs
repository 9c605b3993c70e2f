//! Names that two capabilities share: as declared, and as each surface folds them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::refusal::{Party, Refusal, RefusalCode};
use crate::projection::{Claim, Projection};
use crate::registry::Entry;

/// One pass over every name space. `entries` are in the order of ids.
pub(super) fn check(
    entries: &[Entry],
    projections: &[&dyn Projection],
    refusals: &mut Vec<Refusal>,
) {
    declared(entries, refusals, RefusalCode::IdDuplicate, "id", |entry| {
        Some(entry.id().as_str().to_owned())
    });
    declared(
        entries,
        refusals,
        RefusalCode::ToolDuplicate,
        "tool",
        |entry| entry.exposure().tool_name().map(str::to_owned),
    );
    declared(
        entries,
        refusals,
        RefusalCode::ResourceDuplicate,
        "resource",
        |entry| {
            entry
                .exposure()
                .mcp_resource()
                .map(|resource| resource.uri.clone())
        },
    );
    declared(
        entries,
        refusals,
        RefusalCode::RouteDuplicate,
        "route",
        |entry| {
            entry
                .exposure()
                .http
                .as_ref()
                .map(|route| format!("{} {}", route.method.as_str(), route.path))
        },
    );
    declared(
        entries,
        refusals,
        RefusalCode::CommandDuplicate,
        "command",
        |entry| entry.exposure().cli_words().map(|words| words.join(" ")),
    );
    declared(
        entries,
        refusals,
        RefusalCode::AliasDuplicate,
        "alias",
        |entry| {
            entry
                .declaration()
                .skill
                .as_ref()
                .map(|skill| skill.alias.clone())
        },
    );
    prefixes(entries, refusals);
    for projection in projections {
        folded(entries, *projection, refusals);
    }
}

fn declared(
    entries: &[Entry],
    refusals: &mut Vec<Refusal>,
    code: RefusalCode,
    what: &str,
    name: impl Fn(&Entry) -> Option<String>,
) {
    let mut holders: HashMap<String, Vec<usize>> = HashMap::with_capacity(entries.len());
    for (at, entry) in entries.iter().enumerate() {
        if let Some(name) = name(entry) {
            holders.entry(name).or_default().push(at);
        }
    }
    for (name, holders) in holders {
        if holders.len() > 1 {
            let parties = holders
                .iter()
                .map(|at| Party::from(&entries[*at]))
                .collect();
            refusals.push(Refusal::new(
                code,
                parties,
                format!("more than one capability has the {what} `{name}`; rename all but one"),
            ));
        }
    }
}

/// `notes` and `notes search` can't both be commands: the first would never know whether `search` is its argument.
fn prefixes(entries: &[Entry], refusals: &mut Vec<Refusal>) {
    let commands: BTreeMap<&[String], &Entry> = entries
        .iter()
        .filter_map(|entry| Some((entry.exposure().cli_words()?, entry)))
        .collect();
    for (words, entry) in &commands {
        for length in 1..words.len() {
            if let Some(shorter) = commands.get(&words[..length]) {
                refusals.push(Refusal::new(
                    RefusalCode::CommandPrefix,
                    vec![(*shorter).into(), (*entry).into()],
                    format!("the command `{}` begins the command `{}`; give the shorter one a word of its own", words[..length].join(" "), words.join(" ")),
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
