//! From declarations to a registry, or to every reason why there is none.

mod collisions;
mod exposures;
mod grammar;
mod identities;
mod kinds;
mod policies;
mod refusal;
mod schemas;

use std::any::TypeId;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

pub use refusal::{Party, Refusal, RefusalCode, Refusals};
pub(crate) use schemas::{verify, verify_all};

use crate::declaration::{Declaration, ModuleDeclaration};
use crate::linked;
use crate::model::{CapabilityId, ModuleId};
use crate::product::Product;
use crate::projection::Projection;
use crate::registry::{Entry, Module, Registry};

/// A registry in the making: a product, the modules found for it, and the surfaces it will have.
#[expect(
    missing_debug_implementations,
    reason = "holds projections, which need not be printable"
)]
pub struct Assembly<'a> {
    product: Product,
    modules: Vec<ModuleDeclaration>,
    /// Capabilities that are linked, whether or not a module lists them.
    linked: Vec<linked::Capability>,
    /// Whether the modules were found or handed over.
    roll_call: bool,
    projections: Vec<&'a dyn Projection>,
}

impl<'a> Assembly<'a> {
    /// Of the modules that are linked into this program. The product says which it expects.
    pub fn linked(product: Product) -> Self {
        Self {
            product,
            modules: linked::modules().map(linked::Module::declare).collect(),
            linked: linked::capabilities().collect(),
            roll_call: true,
            projections: Vec::new(),
        }
    }

    /// Of exactly these modules, whatever else is linked and whatever the product names.
    pub fn composed(
        product: Product,
        modules: impl IntoIterator<Item = ModuleDeclaration>,
    ) -> Self {
        Self {
            product,
            modules: modules.into_iter().collect(),
            linked: Vec::new(),
            roll_call: false,
            projections: Vec::new(),
        }
    }

    /// Adds a surface, whose names must not collide.
    pub fn projection(mut self, projection: &'a dyn Projection) -> Self {
        self.projections.push(projection);
        self
    }

    /// Checks everything that can be told without building schemas, and makes the registry.
    pub fn assemble(mut self) -> Result<Registry, Refusals> {
        let mut refusals = Vec::new();
        identities::product(&self.product, &mut refusals);
        if self.roll_call {
            identities::roll_call(&self.product, &self.modules, &mut refusals);
            let listed: HashSet<TypeId> = self
                .modules
                .iter()
                .flat_map(|module| &module.capabilities)
                .filter_map(|found| found.declared_as)
                .collect();
            identities::orphans(&self.linked, &listed, &mut refusals);
        }
        // Nobody could name these, or forget to link them; all else is asked of them too.
        self.modules.append(&mut self.product.runtime_modules);
        identities::modules(&self.modules, &mut refusals);

        let mut modules = Vec::with_capacity(self.modules.len());
        let mut entries = Vec::with_capacity(
            self.modules
                .iter()
                .map(|module| module.capabilities.len())
                .sum(),
        );
        for ModuleDeclaration {
            id,
            version,
            title,
            description,
            capabilities,
            ..
        } in self.modules
        {
            let module = ModuleId::new(id);
            for declaration in capabilities {
                check_alone(
                    &declaration,
                    module.as_ref().ok(),
                    &self.product,
                    &mut refusals,
                );
                // What has no identity can't stand in a registry; it has been refused already.
                if let (Ok(id), Ok(module)) = (CapabilityId::new(declaration.id.clone()), &module) {
                    entries.push(Entry::new(id, module.clone(), declaration));
                }
            }
            if let Ok(id) = module {
                modules.push(Module {
                    id,
                    version: version.into_owned(),
                    title: title.into_owned(),
                    description: description.into_owned(),
                });
            }
        }
        // The location decides between two of one id, so that they are always reported in the same order.
        entries.sort_by(|a, b| {
            a.id()
                .as_str()
                .cmp(b.id().as_str())
                .then_with(|| a.location().cmp(&b.location()))
        });
        modules.sort_by(|a, b| a.id.as_str().cmp(b.id.as_str()));
        collisions::check(&entries, &self.projections, &mut refusals);

        if !refusals.is_empty() {
            return Err(Refusals::new(refusals));
        }
        let index = |name: fn(&Entry) -> Option<&str>| -> HashMap<String, usize> {
            let named = entries
                .iter()
                .enumerate()
                .filter_map(|(at, entry)| Some((name(entry)?.to_owned(), at)));
            named.collect()
        };
        Ok(Registry {
            tools: index(|entry| entry.exposure().tool_name()),
            resources: index(|entry| {
                entry
                    .exposure()
                    .mcp_resource()
                    .map(|resource| resource.uri.as_str())
            }),
            identity: self.product.identity,
            state: self.product.state,
            modules,
            entries,
            fingerprint: OnceLock::new(),
        })
    }
}

/// The checks that look at one capability and nothing else.
fn check_alone(
    declaration: &Declaration,
    module: Option<&ModuleId>,
    product: &Product,
    refusals: &mut Vec<Refusal>,
) {
    identities::capability(declaration, module, refusals);
    exposures::check(declaration, product, refusals);
    kinds::check(declaration, refusals);
    policies::check(declaration, product, refusals);
}

#[cfg(test)]
mod tests;
