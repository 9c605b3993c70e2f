//! One road: what it refuses, what it contains, what it keeps and what it queues.

mod model;
mod stopping;

use std::sync::atomic::{AtomicUsize, Ordering};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::*;
use crate::declaration::{Declaration, Location, ModuleDeclaration};
use crate::model::{CachePolicy, Exposure};
use crate::{FailureCode, Kind, Product, State, handler};

#[derive(Default)]
struct Seen {
    calls: AtomicUsize,
    running: AtomicUsize,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Order {
    /// The newest first.
    Newest,
    /// The oldest first.
    Oldest,
}

#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(tag = "by", rename_all = "snake_case")]
enum Filter {
    /// By tag.
    Tag {
        /// The tag.
        tag: String,
    },
    /// By age.
    Age {
        /// In days.
        days: u32,
    },
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Search {
    words: String,
    #[serde(default)]
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u64>,
    #[serde(default)]
    order: Option<Order>,
    #[serde(default)]
    filter: Option<Filter>,
}

fn search(State(seen): State<Seen>, input: Search) -> Result<Search, Failure> {
    seen.calls.fetch_add(1, Ordering::SeqCst);
    match input.words.as_str() {
        "panic" => panic!("a secret"),
        "refuse" => Err(Failure::refused("no")),
        _ => Ok(input),
    }
}

async fn wait(State(seen): State<Seen>) -> Result<usize, Failure> {
    let at_once = seen.running.fetch_add(1, Ordering::SeqCst) + 1;
    tokio::task::yield_now().await;
    seen.running.fetch_sub(1, Ordering::SeqCst);
    Ok(at_once)
}

async fn panics() -> Result<usize, Failure> {
    tokio::task::yield_now().await;
    panic!("a secret")
}

fn executor() -> Executor {
    let declare = |id: &'static str, kind, handler, cache| {
        let mut declaration = Declaration::new(id, kind);
        declaration.title = id.into();
        declaration.description = id.into();
        declaration.handler = Some(handler);
        declaration.cache = cache;
        declaration
    };
    let mut guide = Declaration::new("notes.guide", Kind::Resource);
    guide.title = "Guide".into();
    guide.description = "Guide.".into();
    guide.content = Some(Content::bytes("image/png", &b"\x89PNG"[..]));
    guide.exposure = Exposure::new().resource("notes://guide/logo", "logo");
    let mut listed = declare(
        "notes.waiting",
        Kind::Query,
        handler(wait),
        CachePolicy::Disabled,
    );
    listed.exposure = Exposure::new().resource("notes://waiting", "waiting");
    let module = ModuleDeclaration {
        id: "notes".into(),
        version: "1.0.0".into(),
        title: "Notes".into(),
        description: "Notes.".into(),
        capabilities: vec![
            declare(
                "notes.search",
                Kind::Query,
                handler(search),
                CachePolicy::Disabled,
            ),
            declare(
                "notes.cached",
                Kind::Query,
                handler(search),
                CachePolicy::process(8),
            ),
            declare(
                "notes.wait",
                Kind::Command,
                handler(wait),
                CachePolicy::Disabled,
            ),
            declare(
                "notes.panics",
                Kind::Query,
                handler(panics),
                CachePolicy::Disabled,
            ),
            guide,
            listed,
        ],
        location: Location::caller(),
    };
    let product = Product::new("notes", "1.0.0").state(Seen::default());
    Executor::new(Registry::composed(product, [module]).unwrap())
}

/// The executor of one capability.
pub(super) fn alone(module: &'static str, declaration: Declaration) -> Executor {
    let module = ModuleDeclaration {
        id: module.into(),
        version: "1.0.0".into(),
        title: module.into(),
        description: module.into(),
        capabilities: vec![declaration],
        location: Location::caller(),
    };
    Executor::new(Registry::composed(Product::new("alone", "1.0.0"), [module]).unwrap())
}

fn seen(executor: &Executor) -> Arc<Seen> {
    executor.registry().state::<Seen>().unwrap()
}

#[track_caller]
fn check(input: Value, right: &[(&str, &str)]) {
    let result = executor().call_blocking(Call::new("notes.search", input));
    let failure = result.err();
    let told: Vec<_> = failure
        .iter()
        .flat_map(|failure| &failure.violations)
        .map(|violation| (violation.pointer.as_str(), violation.message.as_str()))
        .collect();
    assert_eq!(told, right);
    assert!(failure.is_none_or(|failure| failure.code == FailureCode::InvalidInput));
}

#[test]
fn every_violation_is_told_with_its_place() {
    check(json!({"words": "a", "limit": 5}), &[]);
    check(json!({}), &[("/words", "the field `words` is missing")]);
    check(json!({"words": 5}), &[("/words", "expected string, got 5")]);
    check(
        json!({"words": "a", "limit": 0}),
        &[("/limit", "expected at least 1, got 0")],
    );
    check(
        json!({"words": "a", "limit": 101}),
        &[("/limit", "expected at most 100, got 101")],
    );
    check(
        json!({"words": "a", "limt": 1}),
        &[("/limt", "unknown field `limt`; did you mean `limit`?")],
    );
    check(
        json!({"words": "a", "zzz": 1}),
        &[(
            "/zzz",
            "unknown field `zzz`; expected `words`, `limit`, `order`, `filter`",
        )],
    );
    check(
        json!({"words": "a", "order": "newst"}),
        &[(
            "/order",
            "expected one of `newest`, `oldest`, got \"newst\"",
        )],
    );
    check(
        json!({"words": "a", "filter": {"by": "tag"}}),
        &[("/filter/tag", "the field `tag` is missing")],
    );
    check(
        json!({"words": "a", "filter": {"by": "tag", "tag": "x", "tags": 1}}),
        &[("/filter/tags", "unknown field `tags`; did you mean `tag`?")],
    );
    check(
        json!({"words": "a", "filter": {"by": "size"}}),
        &[("/filter/by", "expected one of `tag`, `age`, got \"size\"")],
    );
    check(
        json!({"words": "a", "filter": "tag"}),
        &[("/filter", "expected object, got \"tag\"")],
    );
    check(json!([]), &[("", "expected object, got a list")]);
    check(
        json!({"limit": "x", "a/b": 1}),
        &[
            (
                "/a~1b",
                "unknown field `a/b`; expected `words`, `limit`, `order`, `filter`",
            ),
            ("/limit", "expected integer or null, got \"x\""),
            ("/words", "the field `words` is missing"),
        ],
    );
}

#[test]
fn fields_are_named_where_nothing_is_expected_and_where_alternatives_share_an_object() {
    #[derive(Deserialize, JsonSchema)]
    struct Shape {
        #[expect(dead_code, reason = "only the schema matters")]
        name: String,
        #[serde(flatten)]
        #[expect(dead_code, reason = "only the schema matters")]
        sides: Sides,
    }
    #[derive(Deserialize, JsonSchema)]
    #[serde(tag = "of", rename_all = "snake_case")]
    enum Sides {
        Square {
            #[expect(dead_code, reason = "only the schema matters")]
            side: u8,
        },
        Round {
            #[expect(dead_code, reason = "only the schema matters")]
            radius: u8,
        },
    }
    let executor = |handler| {
        let mut declaration = Declaration::new("shapes.add", Kind::Query);
        declaration.title = "Add".into();
        declaration.description = "Adds.".into();
        declaration.handler = Some(handler);
        alone("shapes", declaration)
    };
    let nothing = executor(handler(|| Ok::<_, Failure>(())));
    let shape = executor(handler(|_: Shape| Ok::<_, Failure>(())));
    let check = |executor: &Executor, input: Value, right: &[&str]| {
        let failure = executor.call_blocking(Call::new("shapes.add", input));
        let told = failure
            .err()
            .map_or_else(Vec::new, |failure| failure.violations);
        let told: Vec<_> = told
            .iter()
            .map(|it| format!("{} {}", it.pointer, it.message))
            .collect();
        assert_eq!(told, right);
    };
    check(&nothing, json!({}), &[]);
    check(
        &nothing,
        json!({"a": 1, "b": 2}),
        &[
            "/a unknown field `a`; nothing is expected here",
            "/b unknown field `b`; nothing is expected here",
        ],
    );
    check(&shape, json!({"name": "a", "of": "square", "side": 1}), &[]);
    check(
        &shape,
        json!({"name": "a", "of": "square", "side": "long"}),
        &["/side expected integer, got \"long\""],
    );
    check(
        &shape,
        json!({"name": "a", "of": "sqare", "side": 1}),
        &["/of expected one of `square`, `round`, got \"sqare\""],
    );
    check(
        &shape,
        json!({"name": "a", "of": "round", "radios": 1}),
        &[
            "/radios unknown field `radios`; did you mean `radius`?",
            "/radius the field `radius` is missing",
        ],
    );
}

#[test]
fn what_cannot_be_run_is_not_found_or_refused() {
    let executor = executor();
    let failure = executor
        .call_blocking(Call::new("notes.serach", json!({})))
        .unwrap_err();
    assert_eq!(failure.code, FailureCode::NotFound);
    assert_eq!(failure.next.as_deref(), Some("did you mean notes.search?"));
    let failure = executor
        .call_blocking(Call::new("notes.guide", json!({})))
        .unwrap_err();
    assert_eq!(failure.code, FailureCode::Refused);
}

#[test]
fn a_number_of_64_bits_keeps_its_digits() {
    #[derive(Deserialize, Serialize, JsonSchema)]
    struct Id {
        id: u64,
    }
    let mut declaration = Declaration::new("ids.echo", Kind::Query);
    declaration.title = "Echo".into();
    declaration.description = "Echo.".into();
    declaration.handler = Some(handler(|id: Id| Ok::<_, Failure>(id)));
    let executor = alone("ids", declaration);
    let answer = executor
        .call_blocking(Call::new("ids.echo", json!({"id": u64::MAX})))
        .unwrap();
    assert_eq!(answer.as_str(), r#"{"id":18446744073709551615}"#);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_is_the_failure_of_one_call() {
    let executor = executor();
    for (id, input) in [
        ("notes.search", json!({"words": "panic"})),
        ("notes.panics", json!({})),
    ] {
        let failure = executor.call(Call::new(id, input)).await.unwrap_err();
        assert_eq!(failure.code, FailureCode::Internal);
        assert!(!failure.to_string().contains("secret"));
    }
    assert!(
        executor
            .call(Call::new("notes.search", json!({"words": "a"})))
            .await
            .is_ok()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn only_successes_are_kept() {
    let executor = executor();
    for (words, calls) in [("a", 1), ("a", 1), ("b", 2), ("refuse", 3), ("refuse", 4)] {
        let _ = executor
            .call(Call::new("notes.cached", json!({"words": words})))
            .await;
        assert_eq!(
            seen(&executor).calls.load(Ordering::SeqCst),
            calls,
            "{words}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_runs_one_at_a_time() {
    let executor = executor();
    let calls = (0..16).map(|_| {
        let executor = executor.clone();
        tokio::spawn(async move { executor.call(Call::new("notes.wait", json!({}))).await })
    });
    for call in calls.collect::<Vec<_>>() {
        assert_eq!(call.await.unwrap().unwrap().as_str(), "1");
    }
}

#[test]
fn an_async_handler_runs_without_a_runtime_of_the_caller() {
    assert_eq!(
        executor()
            .call_blocking(Call::new("notes.wait", json!({})))
            .unwrap()
            .as_str(),
        "1"
    );
}

#[tokio::test]
async fn resources_are_read_at_their_uri() {
    let executor = executor();
    let view = executor
        .read(
            "notes://guide/logo",
            Surface::InProcess,
            Caller::in_process(),
        )
        .await
        .unwrap();
    assert_eq!(
        (view.media_type.as_str(), view.blob.as_deref()),
        ("image/png", Some("iVBORw=="))
    );
    let view = executor
        .read("notes://waiting", Surface::InProcess, Caller::in_process())
        .await
        .unwrap();
    assert_eq!(
        (view.media_type.as_str(), view.text.as_deref()),
        ("application/json", Some("1"))
    );
    let failure = executor
        .read(
            "notes://guide/log",
            Surface::InProcess,
            Caller::in_process(),
        )
        .await
        .unwrap_err();
    assert_eq!(
        failure.next.as_deref(),
        Some("did you mean notes://guide/logo?")
    );
}

#[test]
fn the_number_and_the_size_of_violations_are_bounded() {
    let mut input = serde_json::Map::from_iter([("words".to_owned(), json!("a"))]);
    input.extend((0..100_000).map(|n| (format!("unknown{n}"), json!(1))));
    input.insert("x".repeat(1_000_000), json!(1));
    let failure = executor()
        .call_blocking(Call::new("notes.search", Value::Object(input)))
        .unwrap_err();
    assert_eq!(failure.violations.len(), 32);
    assert!(failure.message.contains("at least 32"), "{failure}");
    let long = serde_json::Map::from_iter([("x".repeat(1_000_000), json!(1))]);
    let failure = executor()
        .call_blocking(Call::new("notes.search", Value::Object(long)))
        .unwrap_err();
    assert!(serde_json::to_string(&failure).unwrap().len() < 10_000);
}

#[test]
fn what_a_handler_calls_internal_is_for_the_log() {
    let mut declaration = Declaration::new("faults.tell", Kind::Query);
    declaration.title = "Tell".into();
    declaration.description = "Tell.".into();
    declaration.handler = Some(handler(|| {
        Err::<u8, _>(Failure::new(FailureCode::Internal, "/etc/secret"))
    }));
    let failure = alone("faults", declaration)
        .call_blocking(Call::new("faults.tell", json!({})))
        .unwrap_err();
    assert!(
        failure.reference.is_some() && !failure.message.contains("secret"),
        "{failure}"
    );
}
