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
use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use collisions::Names;
pub use refusal::{Party, Refusal, RefusalCode, Refusals};
pub(crate) use schemas::{verify, verify_all};

use crate::declaration::{Declaration, ModuleDeclaration};
use crate::linked;
use crate::model::ModuleId;
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
        let count = self.modules.iter().map(|it| it.capabilities.len()).sum();
        let mut entries = Vec::with_capacity(count);
        let mut names = Names::with_capacity(count);
        for ModuleDeclaration {
            id,
            version,
            title,
            description,
            capabilities,
            ..
        } in self.modules
        {
            let module = ModuleId::new(id).ok().map(Arc::new);
            let declared = Arc::new(capabilities);
            for (at, declaration) in declared.iter().enumerate() {
                let id = identities::capability(declaration, module.as_deref(), &mut refusals);
                check_alone(declaration, &self.product, &mut refusals);
                // What has no identity can't stand in a registry; it has been refused already.
                if let (Some(id), Some(module)) = (id, &module) {
                    entries.push(Entry::new(
                        id,
                        Arc::clone(module),
                        Arc::clone(&declared),
                        at,
                    ));
                    names.add(&entries, entries.len() - 1);
                }
            }
            if let Some(id) = module {
                modules.push(Module {
                    id: ModuleId::clone(&id),
                    version: version.into_owned(),
                    title: title.into_owned(),
                    description: description.into_owned(),
                });
            }
        }
        names.tell(&entries, &mut refusals);
        entries.sort_by(collisions::by_id);
        modules.sort_by(|a, b| a.id.as_str().cmp(b.id.as_str()));
        for projection in &self.projections {
            collisions::folded(&entries, *projection, &mut refusals);
        }

        if !refusals.is_empty() {
            return Err(Refusals::new(refusals));
        }
        Ok(Registry {
            identity: self.product.identity,
            state: self.product.state,
            checkout: self.product.checkout,
            modules,
            entries,
            tools: OnceLock::new(),
            resources: OnceLock::new(),
            fingerprint: OnceLock::new(),
        })
    }
}

/// The checks that look at one capability and nothing else.
fn check_alone(declaration: &Declaration, product: &Product, refusals: &mut Vec<Refusal>) {
    exposures::check(declaration, product, refusals);
    kinds::check(declaration, refusals);
    policies::check(declaration, product, refusals);
}

#[cfg(test)]
mod tests;
