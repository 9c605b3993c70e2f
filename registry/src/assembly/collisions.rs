//! Names that two capabilities share: as declared, and as each surface folds them.

use std::cmp::Ordering;
use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry as Slot;

use super::refusal::{Party, Refusal, RefusalCode};
use crate::model::HttpMethod;
use crate::projection::{Claim, Projection};
use crate::registry::Entry;

/// A name that stands in a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Name<'a> {
    Text(&'a str),
    Route(HttpMethod, &'a str),
    Words(&'a [String]),
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Route(method, path) => write!(f, "{} {path}", method.as_str()),
            Self::Words(words) => f.write_str(&words.join(" ")),
        }
    }
}

/// Names that must differ from each other.
struct Space {
    refused_as: RefusalCode,
    what: &'static str,
    name: fn(&Entry) -> Option<Name<'_>>,
}

const COMMANDS: usize = 0;

const SPACES: [Space; 6] = [
    Space {
        refused_as: RefusalCode::CommandDuplicate,
        what: "command",
        name: |entry| entry.exposure().cli_words().map(Name::Words),
    },
    Space {
        refused_as: RefusalCode::IdDuplicate,
        what: "id",
        name: |entry| Some(Name::Text(entry.id().as_str())),
    },
    Space {
        refused_as: RefusalCode::ToolDuplicate,
        what: "tool",
        name: |entry| entry.exposure().tool_name().map(Name::Text),
    },
    Space {
        refused_as: RefusalCode::ResourceDuplicate,
        what: "resource",
        name: |entry| Some(Name::Text(&entry.exposure().mcp_resource()?.uri)),
    },
    Space {
        refused_as: RefusalCode::RouteDuplicate,
        what: "route",
        name: |entry| {
            let route = entry.exposure().http.as_ref()?;
            Some(Name::Route(route.method, &route.path))
        },
    },
    Space {
        refused_as: RefusalCode::AliasDuplicate,
        what: "alias",
        name: |entry| Some(Name::Text(&entry.declaration().skill.as_ref()?.alias)),
    },
];

/// Who has which name, by position among the capabilities.
///
/// Assembly is part of every start. So each capability is looked at while it is at hand, and only positions are kept,
/// which stay in a processor's cache where ten thousand names would not.
pub(super) struct Names {
    capacity: usize,
    hasher: RandomState,
    /// For each space, the first who has each name.
    first: [HashTable<usize>; SPACES.len()],
    /// By space and the first who has the name, all who have it.
    shared: BTreeMap<(usize, usize), Vec<usize>>,
    /// What commands begin with: the first that does, and how many of its words that are.
    groups: HashTable<(usize, usize)>,
}

impl Names {
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self {
            capacity,
            hasher: RandomState::new(),
            first: Default::default(),
            shared: BTreeMap::new(),
            groups: HashTable::new(),
        }
    }

    /// Takes in the names of the capability at `at`.
    pub(super) fn add(&mut self, entries: &[Entry], at: usize) {
        for (space, Space { name, .. }) in SPACES.iter().enumerate() {
            let Some(given) = name(&entries[at]) else {
                continue;
            };
            let first = &mut self.first[space];
            if first.capacity() == 0 {
                // Growing would ask for every name again, and most products leave some of the spaces empty.
                first.reserve(self.capacity, |_| 0);
            }
            let slot = first.entry(
                self.hasher.hash_one(given),
                |other| name(&entries[*other]) == Some(given),
                |other| name(&entries[*other]).map_or(0, |name| self.hasher.hash_one(name)),
            );
            match slot {
                Slot::Vacant(vacant) => {
                    vacant.insert(at);
                }
                Slot::Occupied(first) => {
                    let first = *first.get();
                    let holders = self.shared.entry((space, first));
                    holders.or_insert_with(|| vec![first]).push(at);
                }
            }
        }
        for length in 1..words(&entries[at]).len() {
            let group = |(at, length): &(usize, usize)| &words(&entries[*at])[..*length];
            let given = (at, length);
            let slot = self.groups.entry(
                self.hasher.hash_one(Name::Words(group(&given))),
                |other| group(other) == group(&given),
                |other| self.hasher.hash_one(Name::Words(group(other))),
            );
            slot.or_insert(given);
        }
    }

    /// Tells what is shared among `entries`, all of which have been taken in and none of which has been moved.
    pub(super) fn tell(&self, entries: &[Entry], refusals: &mut Vec<Refusal>) {
        for ((space, first), holders) in &self.shared {
            let Space {
                refused_as,
                what,
                name,
            } = &SPACES[*space];
            let Some(name) = name(&entries[*first]) else {
                continue;
            };
            let mut holders: Vec<&Entry> = holders.iter().map(|at| &entries[*at]).collect();
            holders.sort_by(|a, b| by_id(a, b));
            refusals.push(Refusal::new(
                *refused_as,
                holders.into_iter().map(Party::from).collect(),
                format!("more than one capability has the {what} `{name}`; rename all but one"),
            ));
        }
        for (at, length) in &self.groups {
            self.tell_prefix(entries, &words(&entries[*at])[..*length], refusals);
        }
    }

    /// `notes` and `notes search` can't both be commands: the first would never know whether `search` is its argument.
    fn tell_prefix(&self, entries: &[Entry], group: &[String], refusals: &mut Vec<Refusal>) {
        let shorter = Name::Words(group);
        let holder = self.first[COMMANDS].find(self.hasher.hash_one(shorter), |at| {
            words(&entries[*at]) == group
        });
        let Some(holder) = holder.map(|at| &entries[*at]) else {
            return;
        };
        let longer =
            |entry: &&Entry| words(entry).len() > group.len() && words(entry).starts_with(group);
        for entry in entries.iter().filter(longer) {
            refusals.push(Refusal::new(
                RefusalCode::CommandPrefix,
                vec![holder.into(), entry.into()],
                format!(
                    "the command `{shorter}` begins the command `{}`; give the shorter one a word of its own",
                    Name::Words(words(entry))
                ),
            ));
        }
    }
}

fn words(entry: &Entry) -> &[String] {
    entry.exposure().cli_words().unwrap_or_default()
}

/// The order of a registry. The location decides between two of one id, so that they are always reported in one order.
pub(super) fn by_id(a: &Entry, b: &Entry) -> Ordering {
    let ids = a.id().as_str().cmp(b.id().as_str());
    ids.then_with(|| a.location().cmp(&b.location()))
}

/// Finds what is shared once a surface has folded it.
pub(super) fn folded(entries: &[Entry], projection: &dyn Projection, refusals: &mut Vec<Refusal>) {
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
        // Two of one id are told as such; that they share what the id is folded to is the same mistake. Two names of the
        // surface itself are two.
        let ids: BTreeSet<_> = holders
            .iter()
            .filter_map(|holder| holder.map(|at| entries[at].id()))
            .collect();
        let own = holders.iter().filter(|holder| holder.is_none()).count();
        if own + ids.len() > 1 {
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
