//! The design's table of failures: every code, on every surface, with what to do next and nothing of the cause.

use serde_json::{Value, json};

use crate::harness::{HANDSHAKE, Mcp, OverHttp, OverStdio, Product, STATELESS, Server};

/// The code, the HTTP status, the exit code, and the error of JSON-RPC where a tool has no result.
const TABLE: [(&str, u16, i32, Option<i64>); 7] = [
    ("invalid_input", 400, 2, None),
    ("not_found", 404, 3, None),
    ("forbidden", 403, 4, None),
    ("refused", 422, 1, None),
    ("conflict", 409, 1, None),
    ("unavailable", 503, 75, None),
    ("internal", 500, 70, Some(-32603)),
];

/// Whether this is a failure of that code, and what its message says; for an internal one that is the reference.
#[track_caller]
fn check(how: &str, failure: &Value, message: &str, code: &str) {
    let told = format!("{how}: {failure}");
    assert_eq!(failure["code"], code, "{told}");
    assert!(failure["next"].is_string(), "{told}");
    assert!(!told.contains("secret"), "{told}");
    if code == "internal" {
        let reference = failure["reference"].as_str().unwrap();
        assert_eq!(reference.len(), 12, "{told}");
        assert!(message.contains(reference), "{told}");
    } else {
        assert!(failure["reference"].is_null(), "{told}");
        assert_eq!(message, format!("it failed with {code}"), "{told}");
        assert_eq!(failure["next"], "tell it to fail otherwise", "{told}");
    }
}

#[test]
fn every_code_is_the_same_on_every_surface() {
    let server = Server::start(Product::Callers);
    let mut clients: Vec<(&str, Box<dyn Mcp + '_>)> = Vec::new();
    for (how, revision) in [("handshake", HANDSHAKE), ("stateless", STATELESS)] {
        let stdio = OverStdio::start(Product::Callers, revision);
        clients.push((how, Box::new(stdio)));
        clients.push((how, Box::new(OverHttp::start(&server, revision))));
    }
    for (code, status, exit, error) in TABLE {
        let run = Product::Callers.run(&["fail", code, "--format", "json"]);
        assert_eq!(run.code, exit, "{run:?}");
        let failure = &run.json()["error"];
        check("cli", failure, failure["message"].as_str().unwrap(), code);
        if code == "internal" {
            // The cause is in the log, under the reference, and nowhere else.
            assert!(run.stderr.contains("the secret cause"), "{run:?}");
            assert!(
                run.stderr.contains(failure["reference"].as_str().unwrap()),
                "{run:?}"
            );
        }

        let reply = server.get(&format!("/api/v1/fail?code={code}"));
        assert_eq!(reply.status, status, "{reply:?}");
        assert_eq!(
            reply.headers["content-type"], "application/problem+json",
            "{reply:?}"
        );
        assert_eq!(
            reply.headers.contains_key("retry-after"),
            status == 503,
            "{reply:?}"
        );
        let problem = reply.json();
        assert_eq!(problem["status"], status, "{reply:?}");
        check("http", &problem, problem["detail"].as_str().unwrap(), code);

        for (how, client) in &mut clients {
            let answer = client.call("callers_fail", json!({ "code": code }));
            let failure = if let Some(error) = error {
                assert_eq!(answer["error"]["code"], error, "{how}: {answer}");
                answer["error"]["data"].clone()
            } else {
                assert_eq!(answer["result"]["isError"], true, "{how}: {answer}");
                let text = answer["result"]["content"][0]["text"].as_str();
                serde_json::from_str(text.unwrap()).unwrap()
            };
            check(how, &failure, failure["message"].as_str().unwrap(), code);
        }
    }
    // A panic is the failure of one call.
    assert_eq!(server.get("/api/v1/open").status, 200);
}

/// A code that is new is in the table too.
#[test]
fn the_table_has_every_code() {
    let codes = onefold::FailureCode::ALL.map(onefold::FailureCode::as_str);
    assert_eq!(TABLE.map(|(code, ..)| code), codes);
}
