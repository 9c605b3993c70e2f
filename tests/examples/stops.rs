//! A product whose work ends early: by a cancel, a deadline, a full queue or a shutdown.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use onefold::{
    Context, Effects, Exposure, Failure, Http, Kind, Product, State, capability, module,
};
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::Notify;

fn main() -> std::process::ExitCode {
    onefold_builtins::run(
        Product::new("stops", env!("CARGO_PKG_VERSION"))
            .module("stops")
            .state(Seen::default()),
    )
}

/// `stops.NAME` on every surface.
fn everywhere(name: &str, route: fn(String) -> Http) -> Exposure {
    Exposure::new()
        .cli(["stops", name])
        .http(route(format!("/api/v1/stops/{name}")))
        .tool(format!("stops_{name}"))
}

capability!(Wait {
    id: "stops.wait",
    kind: Kind::Command,
    title: "Wait",
    description: "Waits until it is told to stop.",
    handler: wait,
    expose: everywhere("wait", Http::post),
    execution: Effects::new().cancellable(),
});

capability!(Block {
    id: "stops.block",
    kind: Kind::Command,
    title: "Block",
    description: "Blocks its thread until it is told to stop.",
    handler: block,
    expose: everywhere("block", Http::post),
    execution: Effects::new().cancellable(),
});

capability!(Hold {
    id: "stops.hold",
    kind: Kind::Command,
    title: "Hold",
    description: "Goes on until it is let go; nothing else ends it.",
    handler: hold,
    expose: everywhere("hold", Http::post),
});

capability!(LetGo {
    id: "stops.let_go",
    kind: Kind::Query,
    title: "Let go",
    description: "Lets go what is held, now and from now on.",
    handler: let_go,
    expose: Exposure::new()
        .http(Http::get("/api/v1/stops/let-go"))
        .tool("stops_let_go"),
});

capability!(Late {
    id: "stops.late",
    kind: Kind::Query,
    title: "Late",
    description: "Has no answer before its deadline.",
    handler: late,
    expose: everywhere("late", Http::get),
    execution: Effects::new().deadline(Duration::from_millis(20)),
});

capability!(Tell {
    id: "stops.tell",
    kind: Kind::Query,
    title: "Tell",
    description: "Tells, once so many have begun and so many have been told to stop, how many have.",
    handler: tell,
    expose: everywhere("tell", Http::get),
});

module!(Stops {
    id: "stops",
    version: "1.0.0",
    title: "Stops",
    description: "What ends early.",
    capabilities: [Wait, Block, Hold, LetGo, Late, Tell],
});

/// What has happened so far. What is held is let go when somebody asks, or when `stops.wait` is told to stop.
#[derive(Default)]
struct Seen {
    begun: AtomicUsize,
    told: AtomicUsize,
    held: AtomicUsize,
    let_go: AtomicUsize,
    changed: Notify,
}

impl Seen {
    fn count(&self, counter: &AtomicUsize) {
        counter.fetch_add(1, Ordering::SeqCst);
        self.changed.notify_waiters();
    }

    async fn until(&self, holds: impl Fn() -> bool) {
        loop {
            let changed = self.changed.notified();
            if holds() {
                return;
            }
            changed.await;
        }
    }
}

/// How many have begun, been told to stop, and come to their own end.
#[derive(Serialize, JsonSchema)]
struct Counts {
    begun: usize,
    told: usize,
    held: usize,
}

/// That it ended by itself.
#[derive(Serialize, JsonSchema)]
struct Ended {}

/// What to wait for.
#[derive(serde::Deserialize, JsonSchema)]
struct Least {
    #[serde(default)]
    begun: usize,
    #[serde(default)]
    told: usize,
    #[serde(default)]
    held: usize,
}

async fn wait(State(seen): State<Seen>, context: Context) -> Result<Ended, Failure> {
    seen.count(&seen.begun);
    context.cancelled().await;
    // On the command line there is no later call that could ask.
    tracing::warn!("told to stop");
    seen.count(&seen.told);
    seen.count(&seen.let_go);
    context.checkpoint()?;
    Ok(Ended {})
}

fn block(State(seen): State<Seen>, context: Context) -> Result<Ended, Failure> {
    seen.count(&seen.begun);
    while !context.is_cancelled() {
        std::thread::yield_now();
    }
    tracing::warn!("told to stop");
    seen.count(&seen.told);
    context.checkpoint()?;
    Ok(Ended {})
}

async fn hold(State(seen): State<Seen>) -> Result<Ended, Failure> {
    seen.count(&seen.begun);
    seen.until(|| seen.let_go.load(Ordering::SeqCst) > 0).await;
    std::fs::write("held", "").map_err(Failure::internal)?;
    seen.count(&seen.held);
    Ok(Ended {})
}

async fn let_go(State(seen): State<Seen>) -> Result<Ended, Failure> {
    seen.count(&seen.let_go);
    Ok(Ended {})
}

async fn late() -> Result<Ended, Failure> {
    std::future::pending().await
}

async fn tell(State(seen): State<Seen>, least: Least) -> Result<Counts, Failure> {
    let read =
        || [&seen.begun, &seen.told, &seen.held].map(|counter| counter.load(Ordering::SeqCst));
    let enough = || {
        let [begun, told, held] = read();
        begun >= least.begun && told >= least.told && held >= least.held
    };
    seen.until(enough).await;
    let [begun, told, held] = read();
    Ok(Counts { begun, told, held })
}
