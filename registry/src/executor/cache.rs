//! The answers of one capability, kept for equal inputs.
//!
//! A checkout is fingerprinted by nobody yet, and one that can't be fingerprinted is not cached.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use lru::LruCache;
use serde_json::Value;

use super::Answer;
use crate::model::CachePolicy;

/// Bounded; the least recently used answer goes first. One registry never changes, so neither does what computed the
/// answers: the id and the fingerprint are part of the key by where the cache stands.
#[derive(Debug)]
pub(super) struct Cache {
    kept: Mutex<LruCache<Key, (Instant, Answer)>>,
    stays_good: Option<Duration>,
}

/// The input, with the keys of its objects in one order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key(String);

impl Cache {
    pub(super) fn new(policy: CachePolicy) -> Option<Self> {
        let (max_entries, ttl_seconds) = match policy {
            CachePolicy::Disabled | CachePolicy::Checkout { .. } => return None,
            CachePolicy::Process {
                max_entries,
                ttl_seconds,
            } => (max_entries, ttl_seconds),
            CachePolicy::Generation { max_entries } => (max_entries, None),
        };
        Some(Self {
            kept: Mutex::new(LruCache::new(NonZeroUsize::new(max_entries)?)),
            stays_good: ttl_seconds.map(Duration::from_secs),
        })
    }

    /// The answer to an equal input, or the key to keep one under.
    pub(super) fn get(&self, input: &Value) -> Result<Answer, Key> {
        let key = Key(crate::canonical::json(input));
        self.kept(&key).ok_or(key)
    }

    /// The answer under a key.
    pub(super) fn kept(&self, key: &Key) -> Option<Answer> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        match kept.get(key) {
            Some((since, answer)) if self.stays_good.is_none_or(|good| since.elapsed() < good) => {
                Some(answer.clone())
            }
            _ => None,
        }
    }

    pub(super) fn put(&self, key: Key, answer: Answer) {
        self.kept
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .put(key, (Instant::now(), answer));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answer(text: &str) -> Answer {
        Answer::new(text)
    }

    #[test]
    fn equal_inputs_are_one_key_and_the_least_recently_used_goes_first() {
        let cache = Cache::new(CachePolicy::process(2)).unwrap();
        for (input, text) in [(json!({"a": 1, "b": 2}), "ab"), (json!({"c": 1}), "c")] {
            let key = cache.get(&input).unwrap_err();
            cache.put(key, answer(text));
        }
        assert_eq!(cache.get(&json!({"b": 2, "a": 1})), Ok(answer("ab")));
        let key = cache.get(&json!({"d": 1})).unwrap_err();
        cache.put(key, answer("d"));
        assert!(cache.get(&json!({"c": 1})).is_err());
        assert_eq!(cache.get(&json!({"a": 1, "b": 2})), Ok(answer("ab")));
    }

    #[test]
    fn what_is_past_its_time_is_asked_again() {
        let cache = Cache::new(CachePolicy::process_for(2, 0)).unwrap();
        let key = cache.get(&json!({})).unwrap_err();
        cache.put(key, answer("{}"));
        assert!(cache.get(&json!({})).is_err());
    }

    #[test]
    fn only_what_can_be_told_apart_is_kept() {
        assert!(Cache::new(CachePolicy::Disabled).is_none());
        assert!(Cache::new(CachePolicy::checkout(8)).is_none());
        assert!(Cache::new(CachePolicy::generation(8)).is_some());
    }
}
