//! The one road to a handler, whichever surface the call came from: find, admit, validate, cache, queue, run, encode.

mod cache;
mod call;
mod check;
mod checkout;
mod contain;
mod counts;
mod flights;
mod limits;
mod normal;
pub(crate) mod stopped;
mod turns;
mod validate;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use futures_util::FutureExt;
use serde_json::{Map, Value};
use tokio::runtime::Handle;
use tracing::{Instrument, Span};

use crate::admission::{self, Caller};
use crate::cancellation::Cancellation;
use crate::context::{Context, Surface};
use crate::declaration::{Content, ContentBody};
use crate::failure::Failure;
use crate::handler::{ErasedHandler, Mode};
use crate::model::{CapabilityKind, ExecutionConcurrency, Stability};
use crate::registry::{Entry, Registry, ResourceView};
use cache::{Cache, Key};
use call::Task;
use checkout::Checkout;
use counts::{Outcome, Source, Tally, UnderWay};
use flights::{Flights, Found};
use limits::Limits;
use turns::{Full, Turns};

pub use call::{Answer, Call};
pub use counts::{Counts, Durations};

/// Runs the capabilities of a registry. Cloning it is cheap, and the clones share caches, queues and counts.
#[derive(Clone)]
pub struct Executor(Arc<Shared>);

struct Shared {
    registry: Arc<Registry>,
    /// One for each capability, in the order of the registry.
    slots: Vec<Slot>,
    checkout: Checkout,
    shutdown: Cancellation,
    under_way: Arc<UnderWay>,
    /// Whether somebody wants to know how long calls take.
    timed: AtomicBool,
}

/// What the calls of a capability share.
struct Slot {
    turns: Option<Turns>,
    cache: Option<Arc<Kept>>,
    tally: Tally,
}

/// The answers of a capability that are there, and those that are on their way.
struct Kept {
    answers: Cache,
    flights: Flights<Key, Result<Answer, Failure>>,
}

/// What is left of a call once it is prepared.
enum Next<'a> {
    /// Nothing.
    Answered(Answer),
    /// A run that nothing ends early and nobody else waits for.
    Run(Value, Task),
    /// A run that something may end early, or that others may wait for too.
    Hold(Box<Held<'a>>),
}

struct Held<'a> {
    key: Option<Key>,
    input: Value,
    limits: Limits<'a>,
    task: Task,
}

impl Executor {
    /// How many calls of a serial capability wait for their turn, where nothing else is said.
    pub const WAITING: usize = 256;

    /// Of a registry. [`Executor::WAITING`] calls of a serial capability wait for their turn; beyond these, one is `unavailable`.
    pub fn new(registry: impl Into<Arc<Registry>>) -> Self {
        Self::with_queue(registry, Self::WAITING)
    }

    /// Of a registry. At most so many calls of each serial capability wait for their turn.
    pub fn with_queue(registry: impl Into<Arc<Registry>>, waiting: usize) -> Self {
        let registry = registry.into();
        let slots = registry.iter().map(|entry| Slot {
            turns: match entry.execution().concurrency {
                ExecutionConcurrency::Serial => Some(Turns::new(waiting)),
                ExecutionConcurrency::Unrestricted => None,
            },
            cache: Cache::new(entry.cache()).map(|answers| {
                Arc::new(Kept {
                    answers,
                    flights: Flights::new(),
                })
            }),
            tally: Tally::default(),
        });
        Self(Arc::new(Shared {
            slots: slots.collect(),
            checkout: Checkout::new(registry.checkout.clone()),
            registry,
            shutdown: Cancellation::new(),
            under_way: Arc::default(),
            timed: AtomicBool::new(false),
        }))
    }

    /// What can be run.
    pub fn registry(&self) -> &Arc<Registry> {
        &self.0.registry
    }

    /// Calls a capability and waits for its answer. Within a tokio runtime, a `fn` runs on a thread for blocking work; a
    /// deadline needs the runtime's clock.
    ///
    /// Dropping the future leaves the call: nothing is answered. A command that has begun goes on to its end all the same,
    /// or it would end half done; one that is cancellable is told, and so is a cancellable query.
    pub async fn call(&self, call: Call<'_>) -> Result<Answer, Failure> {
        let (at, entry, handler) = self.find(call.id)?;
        let slot = &self.0.slots[at];
        let timed = self.0.timed.load(Ordering::Relaxed);
        let mut outcome = Outcome::of(&slot.tally, call.id, call.surface, timed);
        let span = outcome.span();
        let answer = async {
            match self.prepare(entry, slot, call, &mut outcome) {
                Err(failure) => Err(failure),
                Ok(Next::Answered(answer)) => Ok(answer),
                Ok(Next::Run(input, task)) => self.run(at, handler, input, task).await,
                // Few calls are watched or kept, and the others need not carry what these hold.
                Ok(Next::Hold(held)) => {
                    Box::pin(self.hold(at, slot, handler, *held, &mut outcome)).await
                }
            }
        };
        let answer = answer.instrument(span).await;
        outcome.ended(&answer);
        answer
    }

    /// All that comes before a handler: nothing here waits.
    fn prepare<'a>(
        &'a self,
        entry: &Entry,
        slot: &Slot,
        call: Call<'a>,
        outcome: &mut Outcome<'_>,
    ) -> Result<Next<'a>, Failure> {
        admission::admit(&call.caller, entry)?;
        let (input, limits, task) = call.split(entry, &self.0.shutdown);
        let input = validate::validate(entry, input)?;
        // How the checkout is takes time to find out, so that is for what holds the call.
        let key = slot
            .cache
            .as_ref()
            .and_then(|kept| kept.answers.key(&input));
        match (&slot.cache, &key) {
            (Some(kept), Some(key)) => {
                if let Some(answer) = kept.answers.get(key) {
                    outcome.from(Source::Hit);
                    return Ok(Next::Answered(answer));
                }
            }
            (None, _) if limits.are_none() => return Ok(Next::Run(input, task)),
            _ => {}
        }
        Ok(Next::Hold(Box::new(Held {
            key,
            input,
            limits,
            task,
        })))
    }

    /// Runs within limits; an equal call that can be shared is joined.
    async fn hold(
        &self,
        at: usize,
        slot: &Slot,
        handler: &Arc<dyn ErasedHandler>,
        held: Held<'_>,
        outcome: &mut Outcome<'_>,
    ) -> Result<Answer, Failure> {
        let Held {
            key,
            input,
            limits,
            task,
        } = held;
        let Some(kept) = &slot.cache else {
            return limits.hold(self.run(at, handler, input, task)).await;
        };
        let work = async {
            let key = match key {
                Some(key) => Some(key),
                None => kept.answers.key_in(&input, &self.0.checkout).await,
            };
            let Some(key) = key else {
                return self.run(at, handler, input, task).await;
            };
            let begin = || {
                let (executor, handler) = (self.clone(), Arc::clone(handler));
                let (kept, key) = (Arc::clone(kept), key.clone());
                let work = async move {
                    let answer = executor.run(at, &handler, input, task).await?;
                    let (checkout, given) = (&executor.0.checkout, answer.clone());
                    kept.answers.put(key, given, checkout).await;
                    Ok(answer)
                };
                work.in_current_span().boxed()
            };
            let found = kept
                .flights
                .join(&key, || kept.answers.get(&key).map(Ok), begin);
            outcome.from(match &found {
                Found::Kept(_) => Source::Hit,
                Found::Joined(_) => Source::Joined,
                Found::Begun(_) => Source::Miss,
            });
            match found {
                Found::Kept(answer) => answer,
                Found::Begun(flight) | Found::Joined(flight) => flight.await,
            }
        };
        limits.hold(work).await
    }

    /// Waits for a turn and runs. What must not end half done runs as a task of its own, and holds its turn itself.
    async fn run(
        &self,
        at: usize,
        handler: &Arc<dyn ErasedHandler>,
        input: Value,
        task: Task,
    ) -> Result<Answer, Failure> {
        let (entry, slot) = (&self.0.registry.entries[at], &self.0.slots[at]);
        let turn = match &slot.turns {
            None => None,
            Some(turns) => {
                let busy = |Full { waiting }| stopped::busy(entry.id().as_str(), waiting);
                Some(turns.take().await.map_err(busy)?)
            }
        };
        tracing::debug!("running");
        slot.tally.ran();
        let stop = entry.execution().cancellable.then(Cancellation::new);
        let context = Context::new(Arc::clone(&self.0.registry), stop.clone(), task.observer);
        // Held by the work to its end, whoever waits.
        let held = (turn, self.0.under_way.mark(), task.alive);
        let told = Told(stop);
        let result = match (handler.mode(), Handle::try_current()) {
            (Mode::Blocking, Ok(runtime)) => {
                let (handler, span) = (Arc::clone(handler), Span::current());
                let work = move || {
                    let running = span.in_scope(|| contain::run(&*handler, &context, &input));
                    (running, held)
                };
                match runtime.spawn_blocking(work).await {
                    Ok((running, _held)) => contain::finish(running).await,
                    Err(error) => Err(cut_off(&error)),
                }
            }
            (Mode::Async, Ok(runtime)) if entry.kind() == CapabilityKind::Command => {
                let handler = Arc::clone(handler);
                let work = async move {
                    let _held = held;
                    contain::finish(contain::run(&*handler, &context, &input)).await
                };
                let ended = runtime.spawn(work.in_current_span()).await;
                ended.unwrap_or_else(|error| Err(cut_off(&error)))
            }
            (Mode::Async, _) | (Mode::Blocking, Err(_)) => {
                let _held = held;
                contain::finish(contain::run(&**handler, &context, &input)).await
            }
        };
        told.nothing();
        let answer = check::output(entry, &**handler, result?)?;
        Ok(Answer::new(answer))
    }

    /// Calls a capability from a thread that may block. A `fn` needs no runtime; for an `async fn`, and where the call may
    /// have to be stopped, one is made. It returns when the work has ended, also where that was stopped or too late.
    ///
    /// Within a runtime, use [`Executor::call`].
    pub fn call_blocking(&self, call: Call<'_>) -> Result<Answer, Failure> {
        let (_, entry, handler) = self.find(call.id)?;
        if handler.mode() == Mode::Blocking && !call.may_be_stopped(entry) {
            return futures_executor::block_on(self.call(call));
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(Failure::internal)?;
        let (call, ended) = call.outlived();
        runtime.block_on(async {
            let answer = self.call(call).await;
            // The work has nowhere else to go on.
            ended.await;
            answer
        })
    }

    /// Stops what can be stopped: calls of what is cancellable are `unavailable` from here on, and handlers of it that run
    /// are told. Everything else goes on to its end: whoever shuts a product down waits for [`Executor::idle`].
    pub fn shut_down(&self) {
        self.0.shutdown.cancel();
    }

    /// Waits until no handler runs, also of those whose caller has left.
    pub async fn idle(&self) {
        self.0.under_way.idle().await;
    }

    /// How many handlers run, also of those whose caller has left.
    pub fn running(&self) -> usize {
        self.0.under_way.running()
    }

    /// Times calls from here on: [`Counts::durations`].
    pub fn time_calls(&self) {
        self.0.timed.store(true, Ordering::Relaxed);
    }

    /// The calls of a capability so far; `None` where there is none of this id.
    pub fn counts(&self, id: &str) -> Option<Counts> {
        let slot = &self.0.slots[self.0.registry.position(id)?];
        let waiting = slot.turns.as_ref().map_or(0, Turns::waiting);
        Some(slot.tally.read(waiting))
    }

    /// Reads what is at a URI: the content of a resource, or the answer of a query without input.
    pub async fn read(
        &self,
        uri: &str,
        surface: Surface,
        caller: Caller,
    ) -> Result<ResourceView, Failure> {
        let Some((entry, resource)) = self
            .0
            .registry
            .resource(uri)
            .and_then(|entry| Some((entry, entry.exposure().mcp_resource()?)))
        else {
            let known = self
                .0
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

    fn find(&self, id: &str) -> Result<(usize, &Entry, &Arc<dyn ErasedHandler>), Failure> {
        let registry = &self.0.registry;
        let Some(at) = registry.position(id) else {
            let nearest = registry.nearest_ids(id);
            return Err(
                Failure::not_found(format!("no capability has the id `{id}`"))
                    .did_you_mean(&nearest),
            );
        };
        let entry = &registry.entries[at];
        let handler = entry.handler().ok_or_else(|| {
            Failure::refused(format!("`{id}` can't be run: it is {}", why_not(entry)))
                .next("`capabilities describe` tells what it is")
        })?;
        Ok((at, entry, handler))
    }
}

impl fmt::Debug for Executor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Executor")
            .field("product", &self.0.registry.product().id)
            .field("running", &self.running())
            .finish_non_exhaustive()
    }
}

/// Tells a handler that whoever waited has left, unless it has ended before.
struct Told(Option<Cancellation>);

impl Told {
    fn nothing(mut self) {
        self.0 = None;
    }
}

impl Drop for Told {
    fn drop(&mut self) {
        if let Some(cancellation) = &self.0 {
            cancellation.cancel();
        }
    }
}

/// The runtime ended before the work did; a panic has been contained before it could come here.
fn cut_off(error: &tokio::task::JoinError) -> Failure {
    tracing::warn!(%error, "a call was cut off");
    stopped::shutting_down()
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
