//! What is kept, what goes, and that nobody can tell an answer that was kept.

mod alike;

use serde_json::json;

use super::*;

fn answer(text: &str) -> Answer {
    Answer::new(text)
}

fn cache(policy: CachePolicy) -> Cache {
    Cache::new(policy).unwrap()
}

/// There is no checkout where none is asked for.
fn nowhere() -> Checkout {
    Checkout::new(Some(std::path::Path::new("/nonexistent").into()))
}

fn key(cache: &Cache, input: &Value) -> Key {
    cache.key(input).unwrap()
}

fn put(cache: &Cache, key: Key, answer: Answer) {
    futures_executor::block_on(cache.put(key, answer, &nowhere()));
}

#[test]
fn the_least_recently_used_goes_first() {
    let cache = cache(CachePolicy::process(2));
    let [ab, c, d] = [json!({"a": 1, "b": 2}), json!({"c": 1}), json!({"d": 1})];
    let [ab, c, d] = [ab, c, d].map(|input| key(&cache, &input));
    put(&cache, ab.clone(), answer("ab"));
    put(&cache, c.clone(), answer("c"));
    assert_eq!(cache.get(&ab), Some(answer("ab")));
    put(&cache, d.clone(), answer("d"));
    let left = [ab, c, d].map(|key| cache.get(&key));
    assert_eq!(left, [Some(answer("ab")), None, Some(answer("d"))]);
}

#[test]
fn what_is_past_its_time_is_asked_again() {
    let cache = cache(CachePolicy::process_for(2, 0));
    let key = key(&cache, &json!({}));
    put(&cache, key.clone(), answer("{}"));
    assert_eq!(cache.get(&key), None);
}

#[test]
fn room_is_taken_when_it_is_needed() {
    let cache = cache(CachePolicy::process(usize::MAX));
    let key = key(&cache, &json!({}));
    put(&cache, key.clone(), answer("{}"));
    assert_eq!(cache.get(&key), Some(answer("{}")));
}

#[test]
fn only_what_can_be_told_apart_is_kept() {
    assert!(Cache::new(CachePolicy::Disabled).is_none());
    let of_a_checkout = cache(CachePolicy::checkout(8));
    assert_eq!(of_a_checkout.key(&json!({})), None);
    let key = futures_executor::block_on(of_a_checkout.key_in(&json!({}), &nowhere()));
    assert_eq!(key, None);
}
