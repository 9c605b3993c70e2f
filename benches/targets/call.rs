//! One call through the executor beside the same work by hand: JSON text in, the function, JSON text out.

use std::hint::black_box;
use std::io;
use std::time::{Duration, Instant};

use onefold::{Answer, Call, Executor, Failure};
use onefold_bench::notes::{self, FIND, FIND_BLOCKING, Find};
use onefold_bench::{Bench, Comparison, Of};
use serde_json::Value;
use tokio::runtime::Runtime;

const INPUT: &str = r#"{"text":"coffee","limit":2}"#;
const RIGHT: &str = r#"{"total":3,"notes":[{"number":1,"text":"buy bread and coffee"},{"number":3,"text":"coffee tastes better in company"}]}"#;

fn main() -> io::Result<()> {
    let mut bench = Bench::from_args("call");
    let executor = Executor::new(notes::registry());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;

    bench.compare(
        comparison("async fn"),
        &mut |times| {
            awaited(&runtime, times, async || {
                text(executor.call(call(FIND)).await)
            })
        },
        &mut |times| {
            awaited(&runtime, times, async || {
                encode(&notes::find(decode()).await)
            })
        },
    );
    bench.compare(
        comparison("fn without a runtime"),
        &mut |times| repeated(times, || text(executor.call_blocking(call(FIND_BLOCKING)))),
        &mut |times| repeated(times, || encode(&notes::find_blocking(decode()))),
    );
    bench.compare(
        comparison("fn on a thread for blocking work"),
        &mut |times| {
            awaited(&runtime, times, async || {
                text(executor.call(call(FIND_BLOCKING)).await)
            })
        },
        &mut |times| {
            awaited(&runtime, times, async || {
                let work = || encode(&notes::find_blocking(decode()));
                tokio::task::spawn_blocking(work)
                    .await
                    .expect("the handler never panics")
            })
        },
    );
    bench.finish()
}

/// Nothing is promised of these: they tell what a call costs where no transport hides it.
fn comparison(name: &str) -> Comparison<'_> {
    Comparison {
        name,
        sides: ["executor", "by hand"],
        of: Of::Time,
        limit: None,
        turns: 101,
        times: 2_000,
    }
}

fn repeated(times: u64, once: impl Fn() -> String) -> Duration {
    assert_eq!(once(), RIGHT);
    let start = Instant::now();
    for _ in 0..times {
        black_box(once());
    }
    start.elapsed()
}

fn awaited(runtime: &Runtime, times: u64, once: impl AsyncFn() -> String) -> Duration {
    runtime.block_on(async {
        assert_eq!(once().await, RIGHT);
        let start = Instant::now();
        for _ in 0..times {
            black_box(once().await);
        }
        start.elapsed()
    })
}

/// A surface decodes text to a value, and the executor does the rest.
fn call(id: &str) -> Call<'_> {
    let input: Value = serde_json::from_str(black_box(INPUT)).expect("the input is JSON");
    Call::new(id, input)
}

fn text(answer: Result<Answer, Failure>) -> String {
    answer.expect("the handler never fails").as_str().to_owned()
}

fn decode() -> Find {
    serde_json::from_str(black_box(INPUT)).expect("the input is what the handler takes")
}

fn encode(found: &Result<notes::Found, Failure>) -> String {
    let found = found.as_ref().expect("the handler never fails");
    serde_json::to_string(found).expect("what is found is JSON")
}
