//! The one road to a handler, whichever surface the call came from: find, validate, cache, queue, run, encode.

mod cache;
mod check;
mod checkout;
mod contain;
mod normal;
mod validate;

use std::sync::Arc;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Map, Value};
use tokio::runtime::Handle;
use tokio::sync::Mutex;

use crate::admission::{self, Caller};
use crate::context::{Context, Surface};
use crate::declaration::{Content, ContentBody};
use crate::failure::Failure;
use crate::handler::{ErasedHandler, Mode};
use crate::model::{CapabilityKind, ExecutionConcurrency, Stability};
use crate::registry::{Entry, Registry, ResourceView};
use cache::Cache;
use checkout::Checkout;

/// A call: which capability, with what, and where it came from.
#[derive(Debug, Clone)]
pub struct Call<'a> {
    id: &'a str,
    input: Value,
    surface: Surface,
    caller: Caller,
}

impl<'a> Call<'a> {
    /// Calls the capability `id` with `input`, from the program itself.
    pub fn new(id: &'a str, input: Value) -> Self {
        Self {
            id,
            input,
            surface: Surface::InProcess,
            caller: Caller::in_process(),
        }
    }

    /// Says which way the call came in.
    pub fn from(mut self, surface: Surface) -> Self {
        self.surface = surface;
        self
    }

    /// Says who is calling.
    pub fn by(mut self, caller: Caller) -> Self {
        self.caller = caller;
        self
    }
}

/// The answer of a capability: JSON text, encoded once and never decoded on its way to a caller that takes text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer(Arc<str>);

impl Answer {
    /// The JSON text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The value.
    pub fn to_value(&self) -> Value {
        // It was encoded by serde_json, so it is JSON.
        serde_json::from_str(&self.0).unwrap_or_default()
    }
}

/// Runs the capabilities of a registry. Cloning it is cheap, and the clones share caches and queues.
#[derive(Debug, Clone)]
pub struct Executor {
    registry: Arc<Registry>,
    /// One for each capability, in the order of the registry.
    slots: Arc<[Slot]>,
    checkout: Checkout,
}

/// What running a capability shares between calls.
#[derive(Debug)]
struct Slot {
    /// Held while a serial capability runs.
    turn: Arc<Mutex<()>>,
    cache: Option<Cache>,
}

impl Executor {
    /// Of a registry.
    pub fn new(registry: impl Into<Arc<Registry>>) -> Self {
        let registry = registry.into();
        let slots = registry
            .iter()
            .map(|entry| Slot {
                turn: Arc::default(),
                cache: Cache::new(entry.cache()),
            })
            .collect();
        let checkout = Checkout::new(registry.checkout.clone());
        Self {
            registry,
            slots,
            checkout,
        }
    }

    /// What can be run.
    pub fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// Calls a capability and waits for its answer. Within a tokio runtime, a `fn` runs on a thread for blocking work.
    pub async fn call(&self, call: Call<'_>) -> Result<Answer, Failure> {
        let (entry, slot, handler) = self.find(call.id)?;
        admission::admit(&call.caller, entry)?;
        let input = validate::validate(entry, call.input)?;
        let key = match &slot.cache {
            Some(cache) => cache.key(&input, &self.checkout).await,
            None => None,
        };
        let kept = slot.cache.as_ref().zip(key);
        if let Some(answer) = kept.as_ref().and_then(|(cache, key)| cache.get(key)) {
            return Ok(answer);
        }
        let turn = match entry.execution().concurrency {
            ExecutionConcurrency::Serial => Some(Arc::clone(&slot.turn).lock_owned().await),
            ExecutionConcurrency::Unrestricted => None,
        };
        tracing::debug!(id = call.id, surface = call.surface.as_str(), "running");
        let context = Context::new(Arc::clone(&self.registry));
        let result = match (handler.mode(), Handle::try_current()) {
            (Mode::Blocking, Ok(runtime)) => {
                let handler = Arc::clone(handler);
                let work = move || {
                    let running = contain::run(&*handler, &context, &input);
                    // A caller who no longer waits does not end the work, so the work itself holds its turn.
                    (running, turn)
                };
                match runtime.spawn_blocking(work).await {
                    Ok((running, _turn)) => contain::finish(running).await,
                    Err(error) => Err(stopped(&error)),
                }
            }
            // A command that can't be cancelled goes on to its end too, or it would end half done.
            (Mode::Async, Ok(runtime))
                if entry.kind() == CapabilityKind::Command && !entry.execution().cancellable =>
            {
                let handler = Arc::clone(handler);
                let work = async move {
                    let _turn = turn;
                    contain::finish(contain::run(&*handler, &context, &input)).await
                };
                runtime
                    .spawn(work)
                    .await
                    .unwrap_or_else(|error| Err(stopped(&error)))
            }
            (Mode::Async, _) | (Mode::Blocking, Err(_)) => {
                let _turn = turn;
                contain::finish(contain::run(&**handler, &context, &input)).await
            }
        };
        let answer = Answer(check::output(entry, &**handler, result?)?.into());
        if let Some((cache, key)) = kept {
            cache.put(key, answer.clone(), &self.checkout).await;
        }
        Ok(answer)
    }

    /// Calls a capability from a thread that may block. A `fn` needs no runtime; for an `async fn` one is made.
    ///
    /// Within a runtime, use [`Executor::call`].
    pub fn call_blocking(&self, call: Call<'_>) -> Result<Answer, Failure> {
        match self.find(call.id)?.2.mode() {
            Mode::Blocking => futures_executor::block_on(self.call(call)),
            Mode::Async => tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .map_err(Failure::internal)?
                .block_on(self.call(call)),
        }
    }

    /// Reads what is at a URI: the content of a resource, or the answer of a query without input.
    pub async fn read(
        &self,
        uri: &str,
        surface: Surface,
        caller: Caller,
    ) -> Result<ResourceView, Failure> {
        let Some((entry, resource)) = self
            .registry
            .resource(uri)
            .and_then(|entry| Some((entry, entry.exposure().mcp_resource()?)))
        else {
            let known = self
                .registry
                .iter()
                .filter_map(|entry| Some(entry.exposure().mcp_resource()?.uri.as_str()));
            let nearest = crate::suggest::nearest(uri, known);
            return Err(
                Failure::not_found(format!("nothing is read at `{uri}`")).did_you_mean(&nearest)
            );
        };
        admission::admit(&caller, entry)?;
        let mut view = ResourceView {
            uri: resource.uri.clone(),
            name: resource.name.clone(),
            media_type: "application/json".to_owned(),
            text: None,
            blob: None,
        };
        match entry.content() {
            None if entry.kind() == CapabilityKind::Resource => {
                return Err(Failure::refused(format!(
                    "`{uri}` is {} and holds nothing yet",
                    why_not(entry)
                )));
            }
            None => {
                let call = Call::new(entry.id().as_str(), Value::Object(Map::new()))
                    .from(surface)
                    .by(caller);
                view.text = Some(self.call(call).await?.as_str().to_owned());
            }
            Some(Content { media_type, body }) => {
                view.media_type = media_type.clone().into_owned();
                match body {
                    ContentBody::Text(text) => view.text = Some(text.clone().into_owned()),
                    ContentBody::Bytes(bytes) => view.blob = Some(BASE64_STANDARD.encode(bytes)),
                }
            }
        }
        Ok(view)
    }

    fn find(&self, id: &str) -> Result<(&Entry, &Slot, &Arc<dyn ErasedHandler>), Failure> {
        let found = self
            .registry
            .position(id)
            .map(|at| (&self.registry.entries[at], &self.slots[at]));
        let Some((entry, slot)) = found else {
            let nearest = self.registry.nearest_ids(id);
            return Err(
                Failure::not_found(format!("no capability has the id `{id}`"))
                    .did_you_mean(&nearest),
            );
        };
        let handler = entry.handler().ok_or_else(|| {
            Failure::refused(format!("`{id}` can't be run: it is {}", why_not(entry)))
                .next("`capabilities describe` tells what it is")
        })?;
        Ok((entry, slot, handler))
    }
}

/// The runtime ended before the work did; a panic has been contained before it could come here.
fn stopped(error: &tokio::task::JoinError) -> Failure {
    tracing::warn!(%error, "a call was cut off");
    Failure::unavailable("the product is shutting down").next("try again when it is back")
}

fn why_not(entry: &Entry) -> &'static str {
    match (entry.kind(), entry.stability()) {
        (_, Stability::Planned) => "planned",
        (_, Stability::Unsupported) => "unsupported",
        (CapabilityKind::Resource, _) => "a resource, which is read",
        (CapabilityKind::Query | CapabilityKind::Command, _) => "without a handler",
    }
}

#[cfg(test)]
mod tests;
