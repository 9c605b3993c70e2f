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

const TOKEN: &str = "0123456789abcdef";
/// `printf %s 0123456789abcdef | sha256sum`
const TOKENS: &str = r#"{"tokens": [{"subject": "ci", "scopes": ["write"], "sha256": "9f9f5111f7b27a781f1f1ddde5ebc2dd2b796bfc7365c9c28b548e564176929f"}]}"#;

/// What a server that knows tokens makes of a peer that sends these: the caller, or the status and the challenge.
#[track_caller]
fn check_caller(peer: Option<&str>, headers: &[(&str, &[u8])], right: &str) {
    let admission = Admission {
        tokens: Some(onefold::admission::Tokens::read(TOKENS).unwrap()),
        trust: None,
    };
    let guard = Guard::loopback().admission(admission);
    let mut request = Request::get("/").header(HOST, "localhost");
    for (name, value) in headers {
        request = request.header(*name, HeaderValue::from_bytes(value).unwrap());
    }
    let mut request = request.body(Body::empty()).unwrap();
    if let Some(peer) = peer {
        let peer: std::net::SocketAddr = peer.parse().unwrap();
        request
            .extensions_mut()
            .insert(axum::extract::ConnectInfo(peer));
    }
    let found = match guard.check(&mut request) {
        Ok(()) => {
            let visitor = request.extensions().get::<onefold::admission::Visitor>();
            visitor.unwrap().caller().to_string()
        }
        Err(response) => {
            let challenge = response.headers()["www-authenticate"].to_str().unwrap();
            format!("{} {challenge}", response.status().as_u16())
        }
    };
    assert_eq!(found, right, "{peer:?} {headers:?}");
}

#[test]
fn a_caller_is_who_its_token_names_and_else_where_its_peer_is() {
    for (peer, right) in [
        (Some("127.0.0.1:9"), "loopback"),
        (Some("127.8.0.1:9"), "loopback"),
        (Some("[::1]:9"), "loopback"),
        (Some("[::ffff:127.0.0.1]:9"), "loopback"),
        (Some("192.0.2.7:9"), "remote"),
        (Some("[2001:db8::1]:9"), "remote"),
        (None, "remote"),
    ] {
        check_caller(peer, &[], right);
        let token = format!("bEaReR  {TOKEN}");
        let known = format!("{right} (ci)");
        check_caller(peer, &[("authorization", token.as_bytes())], &known);
    }
    for header in ["forwarded", "x-forwarded-for", "x-real-ip", "via"] {
        check_caller(Some("127.0.0.1:9"), &[(header, b"127.0.0.1")], "remote");
    }
}

#[test]
fn credentials_that_do_not_hold_are_refused_wherever_they_come_from() {
    let good = format!("Bearer {TOKEN}");
    let huge = format!("Bearer {}", "a".repeat(100_000));
    for value in [
        &b""[..],
        b"Bearer",
        b"Bearer ",
        b"Bearer wrong",
        b"Bearer a b",
        b"Basic Y2k6Y2k=",
        b"Bearer \xff\xfe",
        "Bearer t\u{f6}ken".as_bytes(),
        TOKEN.as_bytes(),
        huge.as_bytes(),
    ] {
        for peer in ["127.0.0.1:9", "192.0.2.7:9"] {
            let headers = [("authorization", value)];
            check_caller(Some(peer), &headers, "401 Bearer error=\"invalid_token\"");
        }
    }
    let twice = [("authorization", good.as_bytes()); 2];
    check_caller(None, &twice, "401 Bearer error=\"invalid_token\"");
}
