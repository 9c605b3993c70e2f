//! One run for all who ask the same at the same time.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared, WeakShared};

/// What is under way, by what was asked.
///
/// Whoever waits for a flight carries it on, so that it goes on while anybody does and needs no runtime; when the last one
/// leaves, it is dropped where it stands.
#[derive(Debug)]
pub(super) struct Flights<K, T> {
    under_way: Arc<Mutex<UnderWay<K, T>>>,
}

/// A run that others can wait for too.
pub(super) type Flight<T> = Shared<BoxFuture<'static, T>>;

#[derive(Debug)]
struct UnderWay<K, T> {
    flights: HashMap<K, (u64, WeakShared<BoxFuture<'static, T>>)>,
    begun: u64,
}

/// What there is for one who asks.
#[derive(Debug)]
pub(super) enum Found<T> {
    /// It was there already.
    Kept(T),
    /// It is under way.
    Joined(Flight<T>),
    /// Nobody has asked, so it begins.
    Begun(Flight<T>),
}

impl<K: Clone + Eq + Hash + Send + 'static, T: Clone + Send + Sync + 'static> Flights<K, T> {
    pub(super) fn new() -> Self {
        Self {
            under_way: Arc::new(Mutex::new(UnderWay {
                flights: HashMap::new(),
                begun: 0,
            })),
        }
    }

    /// Joins the flight of `key`, finds what an earlier one left behind, or begins one. What a flight leaves behind must
    /// be there when its future ends: it is looked for while no flight can end, so nothing falls between the two.
    pub(super) fn join(
        &self,
        key: &K,
        kept: impl FnOnce() -> Option<T>,
        begin: impl FnOnce() -> BoxFuture<'static, T>,
    ) -> Found<T> {
        let mut under_way = lock(&self.under_way);
        let flight = under_way.flights.get(key);
        if let Some(flight) = flight.and_then(|(_, flight)| flight.upgrade()) {
            return Found::Joined(flight);
        }
        if let Some(kept) = kept() {
            return Found::Kept(kept);
        }
        under_way.begun += 1;
        let landing = Landing {
            under_way: Arc::clone(&self.under_way),
            key: key.clone(),
            number: under_way.begun,
        };
        let work = begin();
        let flight = async move {
            let _landing = landing;
            work.await
        };
        let flight = flight.boxed().shared();
        if let Some(weak) = flight.downgrade() {
            let number = under_way.begun;
            under_way.flights.insert(key.clone(), (number, weak));
        }
        Found::Begun(flight)
    }

    /// How many are under way.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        lock(&self.under_way).flights.len()
    }
}

/// Takes a flight off the list when it has ended, or was left by everybody.
struct Landing<K: Eq + Hash, T> {
    under_way: Arc<Mutex<UnderWay<K, T>>>,
    key: K,
    number: u64,
}

impl<K: Eq + Hash, T> Drop for Landing<K, T> {
    fn drop(&mut self) {
        let mut under_way = lock(&self.under_way);
        // One that everybody left may have been followed by another before it could be dropped.
        if let Some((number, _)) = under_way.flights.get(&self.key)
            && *number == self.number
        {
            under_way.flights.remove(&self.key);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
