//! The queue and the shared runs under schedules that a model checker chooses; one that fails is printed and can be replayed.

use std::collections::HashMap;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Mutex;
use std::task::Poll;

use futures_util::FutureExt;
use shuttle::future::{block_on, spawn, yield_now};

use super::*;
use crate::executor::flights::{Flights, Found};
use crate::executor::turns::{Full, Turns};

/// How many schedules are tried of each model.
const SCHEDULES: usize = 2_000;

/// Waits for a future, or polls it so often and then leaves it.
async fn leaving_after<T>(polls: Option<usize>, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    let Some(polls) = polls else {
        return Some(work.await);
    };
    for _ in 0..polls {
        let polled = poll_fn(|context| Poll::Ready(work.as_mut().poll(context))).await;
        if let Poll::Ready(done) = polled {
            return Some(done);
        }
        yield_now().await;
    }
    None
}

/// Counts who is inside, and that it was never more than one.
struct Inside<'a>(&'a AtomicUsize);

impl<'a> Inside<'a> {
    fn enter(inside: &'a AtomicUsize) -> Self {
        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0, "two at once");
        Self(inside)
    }
}

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[test]
fn one_runs_the_others_wait_and_nobody_is_lost() {
    const MOST: usize = 3;
    let model = || {
        let turns = Arc::new(Turns::new(MOST));
        let inside = Arc::new(AtomicUsize::new(0));
        let callers = (0..6).map(|caller| {
            let (turns, inside) = (Arc::clone(&turns), Arc::clone(&inside));
            // Every third leaves early: in the queue, or while it has its turn.
            let patience = (caller % 3 == 2).then_some(2);
            spawn(leaving_after(patience, async move {
                let _turn = turns.take().await?;
                let _inside = Inside::enter(&inside);
                yield_now().await;
                Ok(())
            }))
        });
        let ended: Vec<_> = callers
            .collect::<Vec<_>>()
            .into_iter()
            .map(|caller| block_on(caller).unwrap())
            .collect();
        let full = Some(Err(Full { waiting: MOST }));
        assert!(
            ended
                .iter()
                .all(|end| matches!(end, None | Some(Ok(()))) || *end == full)
        );
        assert!(ended.contains(&Some(Ok(()))));
        assert_eq!(turns.waiting(), 0);
        // The turn itself came back.
        assert!(block_on(turns.take()).is_ok());
    };
    shuttle::check_random(model, SCHEDULES);
    shuttle::check_pct(model, SCHEDULES, 3);
}

#[test]
fn equal_questions_run_once_at_a_time_and_each_has_its_answer() {
    let model = || {
        let flights = Arc::new(Flights::<u8, Result<u8, u8>>::new());
        let kept = Arc::new(Mutex::new(HashMap::new()));
        let running = Arc::new([AtomicUsize::new(0), AtomicUsize::new(0)]);
        let runs = Arc::new(AtomicUsize::new(0));
        let callers = (0..6).map(|caller: u8| {
            let (flights, kept) = (Arc::clone(&flights), Arc::clone(&kept));
            let (running, runs) = (Arc::clone(&running), Arc::clone(&runs));
            let key = caller % 2;
            let patience = (caller == 0).then_some(2);
            spawn(leaving_after(patience, async move {
                let found = flights.join(
                    &key,
                    || kept.lock().unwrap().get(&key).copied().map(Ok),
                    || {
                        let kept = Arc::clone(&kept);
                        async move {
                            let _inside = Inside::enter(&running[usize::from(key)]);
                            runs.fetch_add(1, Ordering::SeqCst);
                            yield_now().await;
                            yield_now().await;
                            kept.lock().unwrap().insert(key, key);
                            Ok(key)
                        }
                        .boxed()
                    },
                );
                let answer = match found {
                    Found::Kept(answer) => answer,
                    Found::Joined(flight) | Found::Begun(flight) => flight.await,
                };
                assert_eq!(answer, Ok(key));
            }))
        });
        for (at, caller) in callers.collect::<Vec<_>>().into_iter().enumerate() {
            // Whoever did not leave has an answer, also where the one who began it left.
            assert!(block_on(caller).unwrap().is_some() || at == 0);
        }
        assert_eq!(flights.len(), 0);
        // One run of each, and one more at most: of the key whose flight everybody had left.
        assert!((2..=3).contains(&runs.load(Ordering::SeqCst)));
    };
    shuttle::check_random(model, SCHEDULES);
    shuttle::check_pct(model, SCHEDULES, 3);
}
