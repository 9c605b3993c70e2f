//! Everything a product can do: checked once, read-only after. A `Registry` that exists is valid.

mod entry;
mod fingerprint;

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

pub(crate) use entry::Accepted;
pub use entry::{Entry, Module, ResourceView};
pub use fingerprint::Fingerprint;

use crate::assembly::{Assembly, Refusals};
use crate::declaration::ModuleDeclaration;
use crate::product::{Identity, Product, StateMap};
use crate::projection::Projection;

/// Everything a product can do, in the order of ids.
///
/// Schemas are built when they are first asked for; [`Registry::verify`] asks for all of them.
#[derive(Debug)]
pub struct Registry {
    pub(crate) identity: Identity,
    pub(crate) modules: Vec<Module>,
    /// Sorted by the bytes of the id.
    pub(crate) entries: Vec<Entry>,
    /// By tool and by URI: made when first asked for, since most starts are those of a command.
    pub(crate) tools: OnceLock<Index>,
    pub(crate) resources: OnceLock<Index>,
    pub(crate) state: StateMap,
    /// What the product's capabilities work on; absent for the working directory.
    pub(crate) checkout: Option<Arc<Path>>,
    pub(crate) fingerprint: OnceLock<Fingerprint>,
}

/// Where the capability of a name stands.
pub(crate) type Index = HashMap<String, usize>;

impl Registry {
    /// Assembles the modules that are linked into this program.
    pub fn linked(product: Product) -> Result<Self, Refusals> {
        Assembly::linked(product).assemble()
    }

    /// Assembles exactly these modules.
    pub fn composed(
        product: Product,
        modules: impl IntoIterator<Item = ModuleDeclaration>,
    ) -> Result<Self, Refusals> {
        Assembly::composed(product, modules).assemble()
    }

    /// The identity of the product.
    pub fn product(&self) -> &Identity {
        &self.identity
    }

    /// The modules, by id.
    pub fn modules(&self) -> &[Module] {
        &self.modules
    }

    /// Every capability, by id.
    pub fn iter(&self) -> std::slice::Iter<'_, Entry> {
        self.entries.iter()
    }

    /// How many capabilities there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no capability at all.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The capability of this id.
    pub fn get(&self, id: &str) -> Option<&Entry> {
        self.position(id).map(|at| &self.entries[at])
    }

    /// The capability that is this MCP tool.
    pub fn tool(&self, name: &str) -> Option<&Entry> {
        let tools = self
            .tools
            .get_or_init(|| self.index(|entry| entry.exposure().tool_name()));
        tools.get(name).map(|at| &self.entries[*at])
    }

    /// The capability that is read at this URI.
    pub fn resource(&self, uri: &str) -> Option<&Entry> {
        let resources = self
            .resources
            .get_or_init(|| self.index(|entry| Some(&entry.exposure().mcp_resource()?.uri)));
        resources.get(uri).map(|at| &self.entries[*at])
    }

    /// State of the product, by its type.
    pub fn state<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.state.get::<T>()
    }

    /// What the registry holds, as two digests.
    pub fn fingerprint(&self) -> &Fingerprint {
        self.fingerprint.get_or_init(|| Fingerprint::of(self))
    }

    /// Builds every schema and checks what only schemas can tell, on each of these surfaces too.
    ///
    /// A server does this before it listens; a command does it for the one capability it runs.
    pub fn verify(&self, projections: &[&dyn Projection]) -> Result<(), Refusals> {
        crate::assembly::verify_all(self, projections)
    }

    /// The ids that come nearest to one that does not exist.
    pub fn nearest_ids(&self, id: &str) -> Vec<String> {
        crate::suggest::nearest(id, self.entries.iter().map(|entry| entry.id().as_str()))
    }

    fn index(&self, name: impl Fn(&Entry) -> Option<&str>) -> Index {
        self.iter()
            .enumerate()
            .filter_map(|(at, entry)| Some((name(entry)?.to_owned(), at)))
            .collect()
    }

    pub(crate) fn position(&self, id: &str) -> Option<usize> {
        self.entries
            .binary_search_by(|entry| entry.id().as_str().cmp(id))
            .ok()
    }
}

impl<'a> IntoIterator for &'a Registry {
    type Item = &'a Entry;
    type IntoIter = std::slice::Iter<'a, Entry>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
