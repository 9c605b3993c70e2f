//! Whom the guard admits, value by value, and what the rest is told.

use axum::http::StatusCode;
use axum::routing::get;
use tower::ServiceExt;

use super::*;

fn admits(guard: &Guard, uri: &str, headers: &[(HeaderName, &str)]) -> bool {
    let headers = headers
        .iter()
        .map(|(name, value)| {
            (
                name.clone(),
                HeaderValue::from_bytes(value.as_bytes()).unwrap(),
            )
        })
        .fold(HeaderMap::new(), |mut all, (name, value)| {
            all.append(name, value);
            all
        });
    guard.admit(&uri.parse().unwrap(), &headers).is_ok()
}

#[track_caller]
fn check_host(host: &str, right: bool) {
    let guard = Guard::loopback().allow_host("Example.org").unwrap();
    assert_eq!(admits(&guard, "/", &[(HOST, host)]), right, "{host:?}");
}

#[track_caller]
fn check_origin(origin: &str, right: bool) {
    let guard = Guard::loopback().allow_host("Example.org").unwrap();
    let headers = [(HOST, "localhost"), (ORIGIN, origin)];
    assert_eq!(admits(&guard, "/", &headers), right, "{origin:?}");
}

#[test]
fn hosts() {
    for host in [
        "localhost",
        "localhost:8080",
        "LOCALHOST:80",
        "localhost:",
        "127.0.0.1",
        "127.0.0.1:65535",
        "127.8.8.8",
        "[::1]",
        "[::1]:1234",
        "[0:0:0:0:0:0:0:1]:1",
        "example.org",
        "EXAMPLE.org:443",
    ] {
        check_host(host, true);
    }
    for host in [
        "",
        ":80",
        "evil.com",
        "evil.com:80",
        "localhost.evil.com",
        "evil.com/localhost",
        "localhost@evil.com",
        "user@localhost",
        "localhost evil.com",
        "localhost,evil.com",
        "localhost:80:80",
        "localhost:http",
        "localhost:65536",
        "localhost:+80",
        "localhost.",
        "notlocalhost",
        "sub.localhost",
        "127.0.0.1.evil.com",
        "127.1",
        "0x7f.0.0.1",
        "0.0.0.0",
        "10.0.0.1",
        "::1",
        "[::1]x",
        "[::1]:x",
        "[::1",
        "x[::1]",
        "[::2]",
        "[::ffff:127.0.0.1]",
        "[localhost]",
        "sub.example.org",
        "example.org.evil.com",
        "löcalhost",
    ] {
        check_host(host, false);
    }
}

#[test]
fn origins() {
    for origin in [
        "http://localhost",
        "HTTP://LocalHost:3000",
        "https://127.0.0.1:8443",
        "http://[::1]:1",
        "https://example.org",
    ] {
        check_origin(origin, true);
    }
    for origin in [
        "",
        "null",
        "localhost",
        "http://",
        "http://evil.com",
        "https://localhost.evil.com",
        "http://localhost@evil.com",
        "http://localhost/path",
        "http://localhost, http://evil.com",
        "file://",
        "file://localhost",
        "chrome-extension://localhost",
        "http:localhost",
    ] {
        check_origin(origin, false);
    }
}

#[test]
fn every_value_must_be_admitted() {
    let guard = Guard::loopback();
    let check = |uri: &str, headers: &[(HeaderName, &str)], right: bool| {
        assert_eq!(admits(&guard, uri, headers), right, "{uri} {headers:?}");
    };
    check("/", &[], false);
    check("/", &[(HOST, "localhost"), (HOST, "evil.com")], false);
    check(
        "/",
        &[
            (HOST, "localhost"),
            (ORIGIN, "http://localhost"),
            (ORIGIN, "null"),
        ],
        false,
    );
    check("http://localhost:1/", &[], true);
    check("http://localhost/", &[(HOST, "evil.com")], false);
    check("http://evil.com/", &[(HOST, "localhost")], false);
}

#[test]
fn what_is_allowed_is_a_host() {
    for host in ["example.org", "10.0.0.1", "::1", "[fe80::1]", "a_b"] {
        assert!(Guard::loopback().allow_host(host).is_ok(), "{host}");
    }
    for host in [
        "",
        "example.org:80",
        "http://example.org",
        "*.example.org",
        "a b",
        "a.",
    ] {
        assert!(Guard::loopback().allow_host(host).is_err(), "{host}");
    }
}

#[tokio::test]
async fn every_route_and_the_fallback_are_behind_it() {
    let router = guarded(Router::new().route("/here", get(async || "here")));
    for (path, host, right) in [
        ("/here", "localhost", StatusCode::OK),
        ("/here", "evil.com", StatusCode::FORBIDDEN),
        ("/nowhere", "localhost", StatusCode::NOT_FOUND),
        ("/nowhere", "evil.com", StatusCode::FORBIDDEN),
    ] {
        let request = Request::get(path)
            .header(HOST, host)
            .body(Body::empty())
            .unwrap();
        let response = router.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), right, "{path} {host}");
        if right == StatusCode::FORBIDDEN {
            assert_eq!(
                response.headers()["content-type"],
                crate::problem::MEDIA_TYPE
            );
        }
    }
}
