//! What ends a call before its answer: a full queue, a deadline, a cancellation, a caller who leaves, a shutdown.

use std::time::Duration;

use super::*;
use crate::{Effects, Failure};

/// A handler that says when it has begun and ends when it is let, or when it is told to stop.
struct Gate {
    begun: tokio::sync::Semaphore,
    released: tokio::sync::Semaphore,
    ended: tokio::sync::Semaphore,
    /// Ended because it was told to.
    told: AtomicUsize,
}

impl Default for Gate {
    fn default() -> Self {
        let closed = || tokio::sync::Semaphore::new(0);
        Self {
            begun: closed(),
            released: closed(),
            ended: closed(),
            told: AtomicUsize::new(0),
        }
    }
}

async fn pass(State(gate): State<Gate>, context: Context) -> Result<(), Failure> {
    gate.begun.add_permits(1);
    let told = tokio::select! {
        released = gate.released.acquire() => {
            released.unwrap().forget();
            false
        }
        () = context.cancelled() => true,
    };
    gate.told.fetch_add(usize::from(told), Ordering::SeqCst);
    gate.ended.add_permits(1);
    context.checkpoint()
}

fn pass_blocking(State(gate): State<Gate>, context: Context) -> Result<(), Failure> {
    futures_executor::block_on(pass(State(gate), context))
}

/// Every kind of handler, as `gates.<name>`.
fn executor(waiting: usize) -> Executor {
    let none = Effects::new();
    let soon = none.deadline(Duration::from_millis(20));
    let declare = |name: &str, kind, effects: Effects, blocking| {
        let mut declaration = Declaration::new(format!("gates.{name}"), kind);
        declaration.title = "Pass".into();
        declaration.description = "Pass.".into();
        declaration.effects = effects;
        declaration.handler = Some(if blocking {
            handler(pass_blocking)
        } else {
            handler(pass)
        });
        declaration
    };
    let mut cached = declare("cached", Kind::Query, none, false);
    cached.cache = CachePolicy::process(4);
    let mut cached_cancellable = declare("cached_stops", Kind::Query, none.cancellable(), false);
    cached_cancellable.cache = CachePolicy::process(4);
    let module = ModuleDeclaration {
        capabilities: vec![
            declare("query", Kind::Query, none, false),
            declare("query_stops", Kind::Query, none.cancellable(), false),
            declare("command", Kind::Command, none, false),
            declare("command_stops", Kind::Command, none.cancellable(), false),
            declare("blocks", Kind::Query, none, true),
            declare("blocks_stops", Kind::Query, none.cancellable(), true),
            declare("work_blocks_stops", Kind::Command, none.cancellable(), true),
            declare("soon", Kind::Query, soon, false),
            declare("soon_stops", Kind::Command, soon.cancellable(), true),
            cached,
            cached_cancellable,
        ],
        title: "Gates".into(),
        description: "Gates.".into(),
        ..ModuleDeclaration::new("gates", "1.0.0")
    };
    let product = Product::new("gates", "1.0.0").state(Gate::default());
    Executor::with_queue(Registry::composed(product, [module]).unwrap(), waiting)
}

fn gate(executor: &Executor) -> Arc<Gate> {
    executor.registry().state::<Gate>().unwrap()
}

fn told(executor: &Executor) -> usize {
    gate(executor).told.load(Ordering::SeqCst)
}

async fn one(semaphore: &tokio::sync::Semaphore) {
    semaphore.acquire().await.unwrap().forget();
}

fn call(id: &str) -> Call<'_> {
    Call::new(id, json!({}))
}

type Calling = tokio::task::JoinHandle<Result<Answer, Failure>>;

fn start(executor: &Executor, id: &'static str) -> Calling {
    let executor = executor.clone();
    tokio::spawn(async move { executor.call(call(id)).await })
}

/// Until so many wait for their turn.
async fn waiting(executor: &Executor, id: &str, many: usize) {
    while executor.counts(id).unwrap().waiting != many {
        tokio::task::yield_now().await;
    }
}

fn unavailable(result: Result<Answer, Failure>, part: &str) {
    let failure = result.unwrap_err();
    assert_eq!(failure.code, FailureCode::Unavailable);
    assert!(failure.message.contains(part), "{failure}");
    assert!(failure.next.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn beyond_its_bound_a_queue_is_busy_and_loses_nobody() {
    let executor = executor(2);
    let first = start(&executor, "gates.command");
    one(&gate(&executor).begun).await;
    let second = start(&executor, "gates.command");
    waiting(&executor, "gates.command", 1).await;
    let third = start(&executor, "gates.command");
    waiting(&executor, "gates.command", 2).await;
    unavailable(
        executor.call(call("gates.command")).await,
        "2 are waiting already",
    );
    // One who leaves makes room.
    second.abort();
    waiting(&executor, "gates.command", 1).await;
    let fourth = start(&executor, "gates.command");
    waiting(&executor, "gates.command", 2).await;
    gate(&executor).released.add_permits(3);
    for call in [first, third, fourth] {
        call.await.unwrap().unwrap();
    }
    let counts = executor.counts("gates.command").unwrap();
    assert_eq!((counts.succeeded, counts.runs, counts.abandoned), (3, 3, 1));
    assert_eq!(counts.failed.iter().sum::<u64>(), 1);
}

/// Begins a call, cancels it, and finds whether the handler was told.
async fn check_cancel(id: &'static str, hears: bool) {
    let executor = executor(2);
    let cancellation = Cancellation::new();
    let calling = tokio::spawn({
        let (executor, cancellation) = (executor.clone(), cancellation.clone());
        async move { executor.call(call(id).cancelled_by(cancellation)).await }
    });
    one(&gate(&executor).begun).await;
    cancellation.cancel();
    unavailable(calling.await.unwrap(), "cancelled");
    if !hears {
        gate(&executor).released.add_permits(1);
    }
    executor.idle().await;
    assert_eq!(told(&executor), usize::from(hears), "{id}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancel_is_answered_at_once_and_told_to_those_who_said_they_stop() {
    for (id, hears) in [
        // Nobody waits for a query any longer, so it is dropped where it stands, and hears nothing.
        ("gates.query", false),
        ("gates.query_stops", false),
        ("gates.command", false),
        ("gates.command_stops", true),
        ("gates.blocks", false),
        ("gates.blocks_stops", true),
        ("gates.work_blocks_stops", true),
        ("gates.cached", false),
    ] {
        check_cancel(id, hears).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_who_leaves_is_as_good_as_a_cancel() {
    for (id, hears) in [("gates.command_stops", true), ("gates.blocks_stops", true)] {
        let executor = executor(2);
        let calling = start(&executor, id);
        one(&gate(&executor).begun).await;
        calling.abort();
        one(&gate(&executor).ended).await;
        executor.idle().await;
        assert_eq!(told(&executor), usize::from(hears), "{id}");
        assert_eq!(executor.counts(id).unwrap().abandoned, 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_cannot_be_cancelled_goes_on_to_its_end_and_holds_its_turn() {
    let executor = executor(2);
    let leaving = start(&executor, "gates.command");
    one(&gate(&executor).begun).await;
    leaving.abort();
    assert!(leaving.await.unwrap_err().is_cancelled());
    // The next one waits until the first has ended: nothing overlaps, and nothing is left half done.
    let next = start(&executor, "gates.command");
    waiting(&executor, "gates.command", 1).await;
    assert_eq!(executor.running(), 1);
    gate(&executor).released.add_permits(1);
    one(&gate(&executor).ended).await;
    one(&gate(&executor).begun).await;
    gate(&executor).released.add_permits(1);
    assert!(next.await.unwrap().is_ok());
    assert_eq!(told(&executor), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn past_its_deadline_a_call_is_answered_whatever_its_handler_does() {
    let executor = executor(2);
    unavailable(executor.call(call("gates.soon")).await, "20ms");
    unavailable(executor.call(call("gates.soon_stops")).await, "20ms");
    one(&gate(&executor).ended).await;
    assert_eq!(told(&executor), 1);
    // The shorter of two counts, and waiting for a turn is waiting.
    let asked = Duration::from_millis(5);
    unavailable(
        executor.call(call("gates.soon").deadline(asked)).await,
        "5ms",
    );
    let _first = start(&executor, "gates.command");
    executor_has_begun(&executor, 4).await;
    unavailable(
        executor.call(call("gates.command").deadline(asked)).await,
        "5ms",
    );
    assert_eq!(executor.counts("gates.command").unwrap().waiting, 0);
    gate(&executor).released.add_permits(1);
    executor.idle().await;
}

async fn executor_has_begun(executor: &Executor, many: u32) {
    for _ in 0..many {
        one(&gate(executor).begun).await;
    }
}

#[test]
fn a_call_from_a_thread_returns_when_its_work_has_ended() {
    for id in [
        "gates.soon_stops",
        "gates.command_stops",
        "gates.blocks_stops",
    ] {
        let executor = executor(2);
        let asked = Duration::from_millis(5);
        unavailable(executor.call_blocking(call(id).deadline(asked)), "5ms");
        assert_eq!((executor.running(), told(&executor)), (0, 1), "{id}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shutdown_tells_what_stops_and_lets_the_rest_end() {
    let executor = executor(2);
    let command = start(&executor, "gates.command");
    one(&gate(&executor).begun).await;
    let queued = start(&executor, "gates.command");
    waiting(&executor, "gates.command", 1).await;
    let stops = start(&executor, "gates.command_stops");
    one(&gate(&executor).begun).await;
    executor.shut_down();
    unavailable(stops.await.unwrap(), "shutting down");
    let late = executor.call(call("gates.query_stops")).await;
    unavailable(late, "shutting down");
    one(&gate(&executor).ended).await;
    gate(&executor).released.add_permits(3);
    for call in [command, queued, start(&executor, "gates.query")] {
        call.await.unwrap().unwrap();
    }
    executor.idle().await;
    assert_eq!(told(&executor), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn equal_calls_share_a_run_that_outlives_whoever_began_it() {
    let executor = executor(2);
    let leader = start(&executor, "gates.cached");
    one(&gate(&executor).begun).await;
    let followers = [(); 4].map(|()| start(&executor, "gates.cached"));
    while executor.counts("gates.cached").unwrap().shared != 4 {
        tokio::task::yield_now().await;
    }
    leader.abort();
    assert!(leader.await.unwrap_err().is_cancelled());
    gate(&executor).released.add_permits(1);
    for follower in followers {
        follower.await.unwrap().unwrap();
    }
    executor.call(call("gates.cached")).await.unwrap();
    let counts = executor.counts("gates.cached").unwrap();
    assert_eq!((counts.runs, counts.succeeded, counts.shared), (1, 5, 5));
}

#[tokio::test(flavor = "multi_thread")]
async fn when_everybody_has_left_a_shared_run_is_given_up_and_the_next_begins_anew() {
    let executor = executor(2);
    let calls = [(); 3].map(|()| start(&executor, "gates.cached_stops"));
    one(&gate(&executor).begun).await;
    for call in calls {
        call.abort();
        let _ = call.await;
    }
    executor.idle().await;
    gate(&executor).released.add_permits(1);
    executor.call(call("gates.cached_stops")).await.unwrap();
    let at = executor.registry().position("gates.cached_stops").unwrap();
    let kept = executor.0.slots[at].cache.as_ref().unwrap();
    assert_eq!(kept.flights.len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_blocks_delays_nothing_else_and_not_its_own_cancel() {
    let executor = executor(2);
    // More than there are threads to serve them.
    let blocked = [(); 8].map(|()| start(&executor, "gates.blocks"));
    executor_has_begun(&executor, 8).await;
    gate(&executor).released.add_permits(0);
    let cancellation = Cancellation::new();
    cancellation.cancel();
    unavailable(
        executor
            .call(call("gates.blocks_stops").cancelled_by(cancellation))
            .await,
        "cancelled",
    );
    gate(&executor).released.add_permits(8);
    for call in blocked {
        call.await.unwrap().unwrap();
    }
    executor.idle().await;
}

/// A generator of Marsaglia's, so that a run can be had again.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_mixed_calls_lose_nothing_and_leave_nothing() {
    const CALLS: usize = 10_000;
    let executor = executor(CALLS);
    let ids = [
        "gates.query",
        "gates.query_stops",
        "gates.command",
        "gates.command_stops",
        "gates.blocks",
        "gates.work_blocks_stops",
        "gates.cached",
        "gates.cached_stops",
    ];
    // Everybody may pass, so what doesn't pass was stopped.
    gate(&executor).released.add_permits(CALLS);
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let mut calls = Vec::new();
    for _ in 0..CALLS {
        let id = ids[usize::try_from(dice.below(ids.len() as u64)).unwrap()];
        let cancellation = Cancellation::new();
        let (executor, given) = (executor.clone(), cancellation.clone());
        let calling =
            tokio::spawn(async move { executor.call(call(id).cancelled_by(given)).await });
        let fate = dice.below(4);
        match fate {
            0 => cancellation.cancel(),
            1 => calling.abort(),
            2 => tokio::task::yield_now().await,
            _ => {}
        }
        calls.push((fate, cancellation, calling));
    }
    let (mut answered, mut failed, mut left) = (0, 0, 0);
    for (fate, cancellation, calling) in calls {
        match calling.await {
            Ok(Ok(_)) => answered += 1,
            Ok(Err(failure)) => {
                assert_eq!(failure.message, "the call was cancelled");
                assert!(fate == 0 && cancellation.is_cancelled());
                failed += 1;
            }
            Err(error) => {
                assert!(fate == 1 && error.is_cancelled());
                left += 1;
            }
        }
    }
    executor.idle().await;
    let counts = ids.map(|id| executor.counts(id).unwrap());
    let sum = |of: fn(&Counts) -> u64| counts.iter().map(of).sum::<u64>();
    assert_eq!(answered + failed + left, CALLS as u64);
    assert_eq!(sum(|counts| counts.succeeded), answered);
    assert_eq!(sum(|counts| counts.failed.iter().sum()), failed);
    // One who leaves before the call was first looked at made none.
    assert!(sum(|counts| counts.abandoned) <= left);
    // Each run that began was let go on or told, or dropped where it stood.
    let gate = gate(&executor);
    let runs = sum(|counts| counts.runs);
    let ended = gate.ended.available_permits() as u64;
    assert!(gate.begun.available_permits() as u64 <= runs && ended <= runs);
    assert!(answered <= runs + sum(|counts| counts.shared));
    assert_eq!(executor.running(), 0);
    for (slot, id) in ids
        .iter()
        .map(|id| (executor.registry().position(id).unwrap(), id))
    {
        let slot = &executor.0.slots[slot];
        assert_eq!(slot.turns.as_ref().map_or(0, Turns::waiting), 0, "{id}");
        assert_eq!(
            slot.cache.as_ref().map_or(0, |kept| kept.flights.len()),
            0,
            "{id}"
        );
    }
    // A command never ends half done: whatever began, ended.
    for id in [
        "gates.command",
        "gates.command_stops",
        "gates.work_blocks_stops",
    ] {
        let counts = executor.counts(id).unwrap();
        assert!(counts.succeeded <= counts.runs);
    }
}
