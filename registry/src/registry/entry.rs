//! One capability of a registry: what was declared, what was derived, and its schemas once somebody asks.

use std::sync::{Arc, OnceLock};

use jsonschema::Validator;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::assembly::Refusals;
use crate::classify::{self, Answering, Confirmation, SideEffect, ToolHints};
use crate::declaration::{Content, Declaration, Location};
use crate::handler::ErasedHandler;
use crate::model::{
    BenchmarkPolicy, CachePolicy, CanonicalSchema, Capability, CapabilityAvailability,
    CapabilityId, CapabilityKind, CapabilityProvenance, CapabilityVisibility, ExecutionPolicy,
    Exposure, ModuleId, Stability,
};
use crate::projection::Projection;
use crate::schema;

/// A module of a registry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// Its id.
    pub id: ModuleId,
    /// Its version.
    pub version: String,
    /// A short name.
    pub title: String,
    /// What its capabilities have in common.
    pub description: String,
}

/// A capability of a registry.
pub struct Entry {
    id: CapabilityId,
    module: Arc<ModuleId>,
    /// The declarations of its module, of which one is its own: they stay where they were made.
    declared: Arc<Vec<Declaration>>,
    at: usize,
    execution: ExecutionPolicy,
    // Boxed, since most are never built and all are moved when a registry is put in order.
    schemas: OnceLock<Box<Schemas>>,
    accepted: OnceLock<Box<Result<Accepted, String>>>,
    answered: OnceLock<Box<Result<Validator, String>>>,
}

/// What the input's schema comes to, once it has been read.
pub(crate) struct Accepted {
    /// Whether an input fits.
    pub(crate) validator: Validator,
    /// Whether a field that is left out can have a value all the same.
    pub(crate) states_defaults: bool,
}

struct Schemas {
    input: CanonicalSchema,
    output: CanonicalSchema,
}

/// The content of a resource, as the schema of its output describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResourceView {
    /// Where it is read.
    pub uri: String,
    /// The short name a client lists.
    pub name: String,
    /// The IANA media type.
    pub media_type: String,
    /// The content, where it is text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The content in Base64, where it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blob: Option<String>,
}

impl Entry {
    pub(crate) fn new(
        id: CapabilityId,
        module: Arc<ModuleId>,
        declared: Arc<Vec<Declaration>>,
        at: usize,
    ) -> Self {
        let execution = classify::execution(declared[at].kind, declared[at].effects);
        Self {
            id,
            module,
            declared,
            at,
            execution,
            schemas: OnceLock::new(),
            accepted: OnceLock::new(),
            answered: OnceLock::new(),
        }
    }

    /// Its id.
    pub fn id(&self) -> &CapabilityId {
        &self.id
    }

    /// The module it belongs to.
    pub fn module(&self) -> &ModuleId {
        &self.module
    }

    /// Query, command or resource.
    pub fn kind(&self) -> CapabilityKind {
        self.declaration().kind
    }

    /// A short name for lists and menus.
    pub fn title(&self) -> &str {
        &self.declaration().title
    }

    /// What it does and when to use it.
    pub fn description(&self) -> &str {
        &self.declaration().description
    }

    /// The surfaces that offer it.
    pub fn exposure(&self) -> &Exposure {
        &self.declaration().exposure
    }

    /// How far it can be relied on.
    pub fn stability(&self) -> Stability {
        self.declaration().stability
    }

    /// What runs.
    pub fn handler(&self) -> Option<&Arc<dyn ErasedHandler>> {
        self.declaration().handler.as_ref()
    }

    /// What is read, for a resource.
    pub fn content(&self) -> Option<&Content> {
        self.declaration().content.as_ref()
    }

    /// What running it means.
    pub fn execution(&self) -> &ExecutionPolicy {
        &self.execution
    }

    /// Whether its answers are kept.
    pub fn cache(&self) -> CachePolicy {
        self.declaration().cache
    }

    /// Where it answers.
    pub fn availability(&self) -> CapabilityAvailability {
        let answering = if self.execution.authenticated {
            Answering::WhenAuthenticated
        } else {
            Answering::WhenCalled
        };
        classify::availability(self.kind(), answering)
    }

    /// Whom it is offered to.
    pub fn visibility(&self) -> CapabilityVisibility {
        classify::visibility(self.exposure())
    }

    /// Whether it must be timed.
    pub fn benchmark(&self) -> BenchmarkPolicy {
        classify::benchmark(self.kind(), self.declaration().benchmark)
    }

    /// What an MCP client is told of it.
    pub fn tool_hints(&self) -> ToolHints {
        classify::tool_hints(&self.execution)
    }

    /// What a product descriptor says it changes.
    pub fn side_effect(&self) -> SideEffect {
        classify::side_effect(&self.execution)
    }

    /// The least confirmation a product descriptor demands.
    pub fn confirmation(&self) -> Confirmation {
        classify::confirmation(&self.execution)
    }

    /// The place of its declaration.
    pub fn location(&self) -> Location {
        self.declaration().location
    }

    /// What was declared.
    pub fn declaration(&self) -> &Declaration {
        &self.declared[self.at]
    }

    /// The schema of what it accepts: closed at every depth.
    pub fn input(&self) -> &CanonicalSchema {
        &self.schemas().input
    }

    /// The schema of what it answers.
    pub fn output(&self) -> &CanonicalSchema {
        &self.schemas().output
    }

    /// The descriptor, whole.
    pub fn descriptor(&self) -> Capability {
        Capability {
            id: self.id.clone(),
            module: ModuleId::clone(&self.module),
            kind: self.kind(),
            title: self.title().to_owned(),
            description: self.description().to_owned(),
            input: self.input().clone(),
            output: self.output().clone(),
            provenance: CapabilityProvenance::Builtin {
                module: self.declaration().location.module_path.to_owned(),
            },
            exposure: self.exposure().clone(),
            availability: self.availability(),
            visibility: self.visibility(),
            stability: self.stability(),
            tags: self
                .declaration()
                .tags
                .iter()
                .map(|tag| tag.clone().into_owned())
                .collect(),
            benchmark: self.benchmark(),
            cache: self.cache(),
            execution: self.execution,
            skill: self.declaration().skill.clone(),
        }
    }

    /// Builds its schemas and checks what only schemas can tell, on each of these surfaces too.
    pub fn verify(&self, projections: &[&dyn Projection]) -> Result<(), Refusals> {
        crate::assembly::verify(self, projections)
    }

    /// What its input's schema comes to, or why it can't be read.
    pub(crate) fn accepted(&self) -> Result<&Accepted, &str> {
        let built = self.accepted.get_or_init(|| {
            let schema = &self.input().schema;
            Box::new(schema::validator(schema).map(|validator| Accepted {
                validator,
                states_defaults: schema::states_defaults(schema),
            }))
        });
        (**built).as_ref().map_err(String::as_str)
    }

    /// The validator of its output, or why there is none.
    pub(crate) fn output_validator(&self) -> Result<&Validator, &str> {
        let built = self
            .answered
            .get_or_init(|| Box::new(schema::validator(&self.output().schema)));
        (**built).as_ref().map_err(String::as_str)
    }

    fn schemas(&self) -> &Schemas {
        self.schemas.get_or_init(|| {
            Box::new(match self.handler() {
                Some(handler) => Schemas {
                    input: handler.input_schema(),
                    output: handler.output_schema(),
                },
                None => Schemas {
                    input: schema::input::<crate::NoInput>(),
                    output: schema::output::<ResourceView>(),
                },
            })
        })
    }
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entry")
            .field("id", &self.id)
            .field("declaration", self.declaration())
            .finish_non_exhaustive()
    }
}
