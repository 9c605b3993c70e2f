//! The answers of one capability, kept for equal inputs for as long as its policy can tell that they hold.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use lru::LruCache;
use serde_json::Value;

use super::Answer;
use super::checkout::{Checkout, Fingerprint};
use crate::model::CachePolicy;

/// Bounded; the least recently used answer goes first. One registry never changes, so neither does what computed the
/// answers: the id and the fingerprint are part of the key by where the cache stands.
#[derive(Debug)]
pub(super) struct Cache {
    kept: Mutex<LruCache<Key, (Instant, Answer)>>,
    most: NonZeroUsize,
    stays_good: Option<Duration>,
    of_a_checkout: bool,
}

/// What an answer is kept under.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// What the handler is given.
    input: String,
    /// How the checkout was, where the answer is about it.
    checkout: Option<Fingerprint>,
}

impl Cache {
    pub(super) fn new(policy: CachePolicy) -> Option<Self> {
        let stays_good = match policy {
            CachePolicy::Disabled => return None,
            CachePolicy::Process { ttl_seconds, .. } => ttl_seconds.map(Duration::from_secs),
            CachePolicy::Generation { .. } | CachePolicy::Checkout { .. } => None,
        };
        Some(Self {
            // Its own bound would set the memory aside at once.
            kept: Mutex::new(LruCache::unbounded()),
            most: NonZeroUsize::new(policy.max_entries()?)?,
            stays_good,
            of_a_checkout: matches!(policy, CachePolicy::Checkout { .. }),
        })
    }

    /// What the answer to a valid input is kept under, if that is all it depends on.
    pub(super) fn key(&self, input: &Value) -> Option<Key> {
        let alone = !self.of_a_checkout;
        alone.then(|| Key {
            input: input.to_string(),
            checkout: None,
        })
    }

    /// The same for an answer about a checkout; nothing where nobody can tell the checkout apart from what it was.
    pub(super) async fn key_in(&self, input: &Value, checkout: &Checkout) -> Option<Key> {
        Some(Key {
            checkout: Some(checkout.fingerprint().await?),
            input: input.to_string(),
        })
    }

    pub(super) fn get(&self, key: &Key) -> Option<Answer> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, answer) = kept.get(key)?;
        if self.stays_good.is_none_or(|good| since.elapsed() < good) {
            return Some(answer.clone());
        }
        kept.pop(key);
        None
    }

    /// Keeps an answer, unless the checkout has changed since the key was made: nobody could say of which state it is.
    pub(super) async fn put(&self, key: Key, answer: Answer, checkout: &Checkout) {
        if self.of_a_checkout && key.checkout != checkout.fingerprint().await {
            return;
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.put(key, (Instant::now(), answer));
        while kept.len() > self.most.get() {
            kept.pop_lru();
        }
    }
}

#[cfg(test)]
mod tests;
