//! Identities: the product, the modules it names and those that are linked, the ids of capabilities.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};

use super::grammar;
use super::refusal::{Party, Refusal, RefusalCode};
use crate::declaration::{Declaration, ModuleDeclaration};
use crate::linked;
use crate::model::{CapabilityId, ModuleId};
use crate::product::Product;

pub(super) fn product(product: &Product, refusals: &mut Vec<Refusal>) {
    let identity = &product.identity;
    let mut refuse = |message: String| {
        refusals.push(Refusal::new(
            RefusalCode::ProductMalformed,
            vec![Party::nowhere(&identity.id)],
            message,
        ));
    };
    if !grammar::is_word(&identity.id) {
        refuse(format!(
            "the product's id `{}` is not lower-case words joined by `-`, at most 64 characters",
            identity.id
        ));
    }
    if let Err(error) = semver::Version::parse(&identity.version) {
        refuse(format!(
            "the product's version `{}` is not a semantic version: {error}",
            identity.version
        ));
    }
    if !grammar::is_package(&identity.package) {
        refuse(format!(
            "the product's package `{}` is not the name of an npm package",
            identity.package
        ));
    }
    if let Some(fault) = super::policies::text_fault(&identity.title, 128) {
        refuse(format!("the product's title {fault}"));
    }
    let described = !identity.description.is_empty();
    if let Some(fault) = super::policies::text_fault(&identity.description, 4096)
        && described
    {
        refuse(format!("the product's description {fault}"));
    }
}

pub(super) fn modules(modules: &[ModuleDeclaration], refusals: &mut Vec<Refusal>) {
    let mut by_id: BTreeMap<&str, Vec<Party>> = BTreeMap::new();
    for module in modules {
        by_id.entry(&module.id).or_default().push(module.into());
        let mut malformed = |message: String| {
            refusals.push(Refusal::new(
                RefusalCode::ModuleMalformed,
                vec![module.into()],
                message,
            ));
        };
        if let Err(error) = ModuleId::new(module.id.clone()) {
            malformed(error.to_string());
        }
        if let Err(error) = semver::Version::parse(&module.version) {
            malformed(format!(
                "the version `{}` is not a semantic version: {error}",
                module.version
            ));
        }
        for (what, text, most) in [
            ("title", &module.title, 128),
            ("description", &module.description, 4096),
        ] {
            if let Some(fault) = super::policies::text_fault(text, most) {
                malformed(format!("the {what} {fault}"));
            }
        }
        if module.capabilities.is_empty() {
            refusals.push(Refusal::new(
                RefusalCode::ModuleEmpty,
                vec![module.into()],
                "the module lists no capability; list one or remove the module",
            ));
        }
    }
    for (id, parties) in by_id {
        if parties.len() > 1 {
            refusals.push(Refusal::new(
                RefusalCode::ModuleDuplicate,
                parties,
                format!("more than one module has the id `{id}`; rename one, or compose it once"),
            ));
        }
    }
}

/// The product says which modules it is made of; what it names and what is linked must be the same.
pub(super) fn roll_call(
    product: &Product,
    modules: &[ModuleDeclaration],
    refusals: &mut Vec<Refusal>,
) {
    for named in &product.modules {
        if !modules.iter().any(|module| module.id == *named) {
            let nearest = crate::suggest::nearest(named, modules.iter().map(|module| &*module.id));
            let meant = if nearest.is_empty() {
                String::new()
            } else {
                format!("name one that is linked ({}), or ", nearest.join(", "))
            };
            refusals.push(Refusal::new(
                RefusalCode::ModuleNotLinked,
                vec![Party::nowhere(named)],
                format!(
                    "the product names the module `{named}`, which is not linked into it; {meant}name its crate in the \
                     program, such as `use its_crate as _;`, and where a linker takes the program from a static library, \
                     make it take the whole (`--whole-archive`)"
                ),
            ));
        }
    }
    for module in modules {
        if !product.modules.contains(&module.id) {
            refusals.push(Refusal::new(
                RefusalCode::ModuleNotNamed,
                vec![module.into()],
                format!("the module `{0}` is linked, and the product does not name it; add `.module(\"{0}\")`", module.id),
            ));
        }
    }
}

pub(super) fn orphans(
    linked: &[linked::Capability],
    listed: &HashSet<TypeId>,
    refusals: &mut Vec<Refusal>,
) {
    for capability in linked {
        if !listed.contains(&capability.declared_as()) {
            let declaration = capability.declare();
            refusals.push(Refusal::new(
                RefusalCode::CapabilityUnlisted,
                vec![(&declaration).into()],
                "the capability is linked, and no module lists it; add it to the `capabilities` of its module",
            ));
        }
    }
}

/// The id, where it is one.
pub(super) fn capability(
    declaration: &Declaration,
    module: Option<&ModuleId>,
    refusals: &mut Vec<Refusal>,
) -> Option<CapabilityId> {
    let mut refuse = |code, message| {
        refusals.push(Refusal::new(code, vec![declaration.into()], message));
    };
    match CapabilityId::new(declaration.id.clone()) {
        Err(error) => {
            refuse(RefusalCode::IdMalformed, error.to_string());
            None
        }
        Ok(id) => {
            if let Some(module) = module.filter(|module| module.as_str() != id.namespace()) {
                refuse(
                    RefusalCode::IdForeign,
                    format!(
                        "the id is outside its module `{module}`; write `{module}.…`, or list it in the module `{}`",
                        id.namespace()
                    ),
                );
            }
            Some(id)
        }
    }
}
