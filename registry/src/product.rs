//! The identity a binary ships under, the modules it names and the state its handlers ask for.

use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::declaration::ModuleDeclaration;

/// A product: identity, modules and state.
///
/// ```
/// use onefold::Product;
///
/// struct Store;
///
/// let product = Product::new("notes", env!("CARGO_PKG_VERSION"))
///     .title("Notes")
///     .module("notes")
///     .state(Store);
/// assert_eq!(product.identity().title, "Notes");
/// ```
pub struct Product {
    pub(crate) identity: Identity,
    pub(crate) modules: Vec<Cow<'static, str>>,
    /// Made at run time, and so named by being here.
    pub(crate) runtime_modules: Vec<ModuleDeclaration>,
    pub(crate) state: StateMap,
    pub(crate) checkout: Option<Arc<Path>>,
}

/// The identity of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The name of the binary and the scheme of its resources, `[a-z][a-z0-9]*(-[a-z0-9]+)*`.
    pub id: Cow<'static, str>,
    /// The version, in the form of Semantic Versioning.
    pub version: Cow<'static, str>,
    /// The name people read.
    pub title: Cow<'static, str>,
    /// What the product is for, in a sentence; may be empty.
    pub description: Cow<'static, str>,
    /// The npm package it ships in, such as `@scope/name`.
    pub package: Cow<'static, str>,
    /// The SPDX expression of its licence; may be empty.
    pub license: Cow<'static, str>,
}

/// The product state, a value for each type.
#[derive(Default)]
pub(crate) struct StateMap(HashMap<TypeId, Arc<dyn Any + Send + Sync>>);

impl Product {
    /// A product with an id and a version, usually `env!("CARGO_PKG_VERSION")`. Title and package are the id until
    /// something else is said.
    pub fn new(id: impl Into<Cow<'static, str>>, version: impl Into<Cow<'static, str>>) -> Self {
        let id = id.into();
        Self {
            identity: Identity {
                version: version.into(),
                title: id.clone(),
                description: Cow::Borrowed(""),
                package: id.clone(),
                license: Cow::Borrowed(""),
                id,
            },
            modules: Vec::new(),
            runtime_modules: Vec::new(),
            state: StateMap::default(),
            checkout: None,
        }
    }

    /// Sets the name people read.
    pub fn title(mut self, title: impl Into<Cow<'static, str>>) -> Self {
        self.identity.title = title.into();
        self
    }

    /// Says what the product is for, in a sentence.
    pub fn description(mut self, description: impl Into<Cow<'static, str>>) -> Self {
        self.identity.description = description.into();
        self
    }

    /// Sets the npm package it ships in.
    pub fn package(mut self, package: impl Into<Cow<'static, str>>) -> Self {
        self.identity.package = package.into();
        self
    }

    /// Sets the SPDX expression of its licence.
    pub fn license(mut self, license: impl Into<Cow<'static, str>>) -> Self {
        self.identity.license = license.into();
        self
    }

    /// Names a module the product is made of. A module that is named and not linked, or linked and not named, is
    /// refused when the registry is assembled.
    pub fn module(mut self, id: impl Into<Cow<'static, str>>) -> Self {
        self.modules.push(id.into());
        self
    }

    /// Adds a module that was made at run time, beside those that are linked or handed over; it needs no name here.
    /// Everything is asked of it that is asked of them. [`crate::Schemas`] makes its handlers.
    pub fn runtime_module(mut self, module: ModuleDeclaration) -> Self {
        self.runtime_modules.push(module);
        self
    }

    /// Provides state that handlers reach with [`crate::State<T>`]. A second value of one type takes the place of the
    /// first.
    pub fn state<T: Send + Sync + 'static>(mut self, state: T) -> Self {
        self.state.0.insert(TypeId::of::<T>(), Arc::new(state));
        self
    }

    /// Says which checkout its capabilities read: a directory in the work tree of a git repository. Until something is
    /// said, it is the working directory of the process. [`crate::CachePolicy::Checkout`] keeps answers while it is as
    /// it was.
    pub fn checkout(mut self, directory: impl Into<PathBuf>) -> Self {
        self.checkout = Some(directory.into().into());
        self
    }

    /// Its identity.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }
}

impl fmt::Debug for Product {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Product")
            .field("identity", &self.identity)
            .field("modules", &self.modules)
            .finish_non_exhaustive()
    }
}

impl StateMap {
    pub(crate) fn get<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        Arc::clone(self.0.get(&TypeId::of::<T>())?).downcast().ok()
    }

    pub(crate) fn holds(&self, type_id: TypeId) -> bool {
        self.0.contains_key(&type_id)
    }
}

impl fmt::Debug for StateMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} values", self.0.len())
    }
}
