//! Requests and what they are answered with, through the whole router and without a socket.

use axum::Extension;
use axum::http::{HeaderMap, Method};
use onefold::{Caller, Origin};
use serde_json::{Value, json};
use tower::ServiceExt;

use super::*;
use crate::fixture::registry;
use crate::problem::MEDIA_TYPE;

const JSON: Option<&str> = Some("application/json");

async fn send(router: &Router, request: Request) -> (u16, HeaderMap, String) {
    let response = router.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let text = String::from_utf8(body.to_vec()).unwrap();
    (parts.status.as_u16(), parts.headers, text)
}

fn request(method: &str, uri: &str, content_type: Option<&str>, body: impl Into<Body>) -> Request {
    let mut request = axum::http::Request::builder().method(method).uri(uri);
    if let Some(content_type) = content_type {
        request = request.header(CONTENT_TYPE, content_type);
    }
    request.body(body.into()).unwrap()
}

/// To callers on this machine.
fn served() -> Router {
    here(router(Executor::new(registry())))
}

fn here(router: Router) -> Router {
    let caller = Caller::from(Origin::Loopback);
    router.layer(Extension(Visitor::new(caller, Arc::default())))
}

async fn check_answer(request: Request, right: &str) {
    let shown = format!("{} {}", request.method(), request.uri());
    let (status, headers, text) = send(&served(), request).await;
    assert_eq!((status, text.as_str()), (200, right), "{shown}");
    assert_eq!(headers[CONTENT_TYPE], "application/json", "{shown}");
}

/// The problem, which has the published shape.
async fn problem(request: Request) -> (u16, HeaderMap, Value) {
    let shown = format!("{} {}", request.method(), request.uri());
    let (status, headers, text) = send(&served(), request).await;
    assert_eq!(headers[CONTENT_TYPE], MEDIA_TYPE, "{shown}: {text}");
    let problem: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(problem["status"], status, "{shown}");
    let kind = format!("urn:onefold:failure:{}", problem["code"].as_str().unwrap());
    assert_eq!(problem["type"], kind, "{shown}");
    let document = crate::openapi(&registry());
    let schema = &document["components"]["schemas"]["Problem"];
    let validator = jsonschema::validator_for(schema).unwrap();
    assert!(
        validator.is_valid(&problem),
        "{problem:#} against {schema:#}"
    );
    (status, headers, problem)
}

async fn check_problem(request: Request, status: u16, code: &str) {
    let shown = format!("{} {}", request.method(), request.uri());
    let (found, headers, problem) = problem(request).await;
    assert_eq!(
        (found, &problem["code"]),
        (status, &json!(code)),
        "{shown}: {problem:#}"
    );
    let retry = headers
        .get("retry-after")
        .map(|value| value.to_str().unwrap());
    assert_eq!(retry, (status == 503).then_some("1"), "{shown}");
}

#[tokio::test]
async fn a_query_string_is_bound_by_the_schema() {
    let search = |query: &str| request("GET", &format!("/api/v1/notes/search{query}"), None, "");
    let nothing = r#"{"words":[],"since":null,"limit":null,"exact":false,"order":null,"weight":null,"like":null,"any_of":[]}"#;
    check_answer(search(""), nothing).await;
    check_answer(search("?"), nothing).await;
    check_answer(
        search("?words=a+b&words=%C3%BC&since=18446744073709551615&limit=7&exact=true&order=newest&weight=1.5"),
        r#"{"words":["a b","ü"],"since":18446744073709551615,"limit":7,"exact":true,"order":"newest","weight":1.5,"like":null,"any_of":[]}"#,
    )
    .await;
    check_answer(
        search("?like=%7B%22title%22:%22t%22%7D&any_of=%7B%22title%22:%22u%22%7D"),
        r#"{"words":[],"since":null,"limit":null,"exact":false,"order":null,"weight":null,"like":{"title":"t","replies":[]},"any_of":[{"title":"u","replies":[]}]}"#,
    )
    .await;
    check_answer(
        request("GET", "/api/v1/notes", None, ""),
        "18446744073709551615",
    )
    .await;
}

#[tokio::test]
async fn a_body_is_json() {
    let note = r#"{"title":"t","replies":[]}"#;
    for content_type in [
        "application/json",
        "Application/JSON; charset=utf-8",
        "application/vnd.note+json",
    ] {
        let request = request(
            "POST",
            "/api/v1/notes",
            Some(content_type),
            r#"{"title": "t"}"#,
        );
        check_answer(request, note).await;
    }
    for content_type in [None, JSON] {
        let request = request("POST", "/api/v1/notes/clear", content_type, "");
        check_answer(request, "18446744073709551615").await;
    }
}

#[tokio::test]
async fn failures_have_their_status() {
    for (code, status) in [
        ("invalid_input", 400),
        ("not_found", 404),
        ("forbidden", 403),
        ("refused", 422),
        ("conflict", 409),
        ("unavailable", 503),
        ("internal", 500),
    ] {
        let body = json!({ "code": code }).to_string();
        let request = request("POST", "/api/v1/notes/fail", JSON, body);
        check_problem(request, status, code).await;
    }
}

#[tokio::test]
async fn a_cause_is_told_to_the_log_alone() {
    let request = request("POST", "/api/v1/notes/fail", JSON, r#"{"code":"internal"}"#);
    let (_, _, problem) = problem(request).await;
    assert!(!problem.to_string().contains("secret"), "{problem:#}");
    assert!(problem["reference"].is_string(), "{problem:#}");
}

#[tokio::test]
async fn bad_input_is_named_by_its_place() {
    let search = |query: &str| request("GET", &format!("/api/v1/notes/search?{query}"), None, "");
    let create = |body: &'static str| request("POST", "/api/v1/notes", JSON, body);
    for (request, pointer, nearest) in [
        (search("limti=1"), "/limti", json!(["limit"])),
        (search("limit=x"), "/limit", Value::Null),
        (search("limit="), "/limit", Value::Null),
        (search("limit=0"), "/limit", Value::Null),
        (search("limit=1&limit=2"), "/limit", Value::Null),
        (search("order=newset"), "/order", json!(["newest"])),
        (search("exact=yes"), "/exact", Value::Null),
        (search("since=18446744073709551616"), "/since", Value::Null),
        (
            search("like=%7B%22titel%22:1%7D"),
            "/like/titel",
            json!(["title"]),
        ),
        (create("{}"), "/title", Value::Null),
        (create(""), "/title", Value::Null),
        (create(r#"{"title":1}"#), "/title", Value::Null),
        (
            create(r#"{"title":"t","replise":[]}"#),
            "/replise",
            json!(["replies"]),
        ),
        (create("[]"), "", Value::Null),
        (create("null"), "", Value::Null),
    ] {
        let shown = format!("{request:?}");
        let (status, _, problem) = problem(request).await;
        let found = problem["violations"].as_array().unwrap().iter();
        let found = found
            .clone()
            .find(|violation| violation["pointer"] == pointer);
        let found = found.unwrap_or_else(|| panic!("{shown}: {problem:#}"));
        assert_eq!(
            (status, &found["nearest"]),
            (400, &nearest),
            "{shown}: {problem:#}"
        );
    }
}

#[tokio::test]
async fn malformed_requests() {
    let create = |content_type: Option<&str>, body: String| {
        request("POST", "/api/v1/notes", content_type, body)
    };
    let text = || r#"{"title":"t"}"#.to_owned();
    for (request, status, code) in [
        (
            request("GET", "/api/v1/notes/search?words=%zz", None, ""),
            400,
            "invalid_input",
        ),
        (
            request("GET", "/api/v1/notes/search?words=%ff", None, ""),
            400,
            "invalid_input",
        ),
        (
            request("GET", "/api/v1/notes/search", JSON, "{}"),
            400,
            "invalid_input",
        ),
        (
            request("POST", "/api/v1/notes?title=t", JSON, "{}"),
            400,
            "invalid_input",
        ),
        (create(JSON, "{\"title\":".into()), 400, "invalid_input"),
        (create(JSON, "\u{feff}{}".into()), 400, "invalid_input"),
        (create(JSON, "{} {}".into()), 400, "invalid_input"),
        (create(JSON, "[".repeat(100_000)), 400, "invalid_input"),
        (create(None, text()), 415, "unsupported_media_type"),
        (
            create(Some("text/plain"), text()),
            415,
            "unsupported_media_type",
        ),
        (
            create(Some("text/json"), text()),
            415,
            "unsupported_media_type",
        ),
        (
            create(Some("text/plain"), String::new()),
            415,
            "unsupported_media_type",
        ),
        (
            create(Some("application/jsonp"), text()),
            415,
            "unsupported_media_type",
        ),
        (
            create(Some("nonsense"), text()),
            415,
            "unsupported_media_type",
        ),
        (
            create(JSON, " ".repeat((1 << 20) + 1)),
            413,
            "payload_too_large",
        ),
        (
            request("GET", "/api/v1/nothing", None, ""),
            404,
            "not_found",
        ),
        (request("POST", "/", None, ""), 404, "not_found"),
        (request("GET", "/api/v1/notes/", None, ""), 404, "not_found"),
    ] {
        check_problem(request, status, code).await;
    }
}

#[tokio::test]
async fn malformed_json_is_told_by_line_and_column() {
    let request = request("POST", "/api/v1/notes", JSON, "{\n  \"title\" 1}");
    let (_, _, problem) = problem(request).await;
    assert_eq!(
        problem["detail"],
        "the body is not JSON: expected `:` at line 2 column 11"
    );
}

#[tokio::test]
async fn a_body_of_unknown_size_is_limited_too() {
    let limited = Options {
        body_limit: 16,
        ..Options::default()
    };
    let router = here(router_with(Executor::new(registry()), limited));
    for (body, right) in [(r#"{"title":"t"}"#, 200), (r#"{"title":"too long"}"#, 413)] {
        let request = {
            let piece = Ok::<_, std::convert::Infallible>(body);
            let body = Body::from_stream(futures_util::stream::iter([piece]));
            request("POST", "/api/v1/notes", JSON, body)
        };
        assert_eq!(send(&router, request).await.0, right, "{body}");
    }
}

#[tokio::test]
async fn an_unknown_path_is_answered_with_the_nearest() {
    let (_, _, near) = problem(request("GET", "/api/v1/notes/serach", None, "")).await;
    assert_eq!(near["next"], "did you mean /api/v1/notes/search?");
    let (_, _, far) = problem(request("GET", "/zzz", None, "")).await;
    assert_eq!(far["next"], "`/openapi.json` describes every route");
}

#[tokio::test]
async fn every_path_says_its_methods() {
    for (path, allow) in [
        ("/api/v1/notes", "GET, HEAD, POST, OPTIONS"),
        ("/api/v1/notes/search", "GET, HEAD, OPTIONS"),
        ("/api/v1/notes/fail", "POST, OPTIONS"),
        ("/openapi.json", "GET, HEAD, OPTIONS"),
        ("/healthz", "GET, HEAD, OPTIONS"),
        ("/readyz", "GET, HEAD, OPTIONS"),
    ] {
        for method in [Method::PUT, Method::DELETE, Method::PATCH, Method::TRACE] {
            let request = request(method.as_str(), path, None, "");
            let (status, headers, problem) = problem(request).await;
            assert_eq!(
                (status, &problem["code"]),
                (405, &json!("method_not_allowed")),
                "{method} {path}"
            );
            assert_eq!(headers[ALLOW], allow, "{method} {path}");
        }
        let (status, headers, text) = send(&served(), request("OPTIONS", path, None, "")).await;
        assert_eq!((status, text.as_str()), (204, ""), "{path}");
        assert_eq!(headers[ALLOW], allow, "{path}");
    }
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    let (status, headers, text) = send(&served(), request("HEAD", "/api/v1/notes", None, "")).await;
    assert_eq!((status, text.as_str()), (200, ""));
    assert_eq!(headers["content-length"], "20");
}

#[tokio::test]
async fn a_server_that_drains_is_alive_and_not_ready() {
    let options = Options::default();
    let readiness = options.readiness.clone();
    let router = router_with(Executor::new(registry()), options);
    let get = |path: &str| request("GET", path, None, "");
    assert_eq!(
        send(&router, get("/readyz")).await.2,
        r#"{"status":"ready"}"#
    );
    readiness.set(false);
    let (status, headers, _) = send(&router, get("/readyz")).await;
    assert_eq!(
        (status, &headers[CONTENT_TYPE]),
        (503, &HeaderValue::from_static(MEDIA_TYPE))
    );
    assert_eq!(send(&router, get("/healthz")).await.2, r#"{"status":"ok"}"#);
    assert_eq!(send(&router, get("/api/v1/notes")).await.0, 200);
}

#[tokio::test]
async fn what_is_counted_is_told_where_it_is_asked_for() {
    let served_with = |metrics| {
        let options = Options {
            metrics,
            ..Options::default()
        };
        router_with(Executor::new(registry()), options)
    };
    let get = |path: &str| request("GET", path, None, "");
    assert_eq!(send(&served_with(false), get("/metrics")).await.0, 404);
    let router = served_with(true);
    assert_eq!(send(&router, get("/api/v1/notes")).await.0, 200);
    assert_eq!(send(&router, get("/api/v1/notes")).await.0, 200);
    assert_eq!(send(&router, get("/api/v1/notes?no=1")).await.0, 400);
    let (status, headers, text) = send(&router, get("/metrics")).await;
    assert_eq!(status, 200);
    assert!(
        headers[CONTENT_TYPE]
            .to_str()
            .unwrap()
            .starts_with("application/openmetrics-text")
    );
    let lines: Vec<&str> = text.lines().collect();
    for line in [
        "# TYPE onefold_calls counter",
        r#"onefold_calls_total{capability="notes.count",outcome="succeeded"} 2"#,
        r#"onefold_calls_total{capability="notes.count",outcome="invalid_input"} 1"#,
        r#"onefold_runs_total{capability="notes.count"} 2"#,
        r#"onefold_waiting{capability="notes.count"} 0"#,
        "onefold_running 0",
        r#"onefold_call_duration_seconds_count{capability="notes.count"} 3"#,
        r#"onefold_call_duration_seconds_bucket{le="+Inf",capability="notes.count"} 3"#,
        "# EOF",
    ] {
        assert!(lines.contains(&line), "{line}\n{text}");
    }
}

#[tokio::test]
async fn the_document_is_served_as_it_is_printed() {
    let document = openapi_json(&registry());
    check_answer(request("GET", "/openapi.json", None, ""), &document).await;
}
