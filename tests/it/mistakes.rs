//! One mistake has one code on every surface, names its place, and leaves the process serving.

use serde_json::{Value, json};

use crate::harness::{HANDSHAKE, Mcp, OverHttp, OverStdio, Product, Reply, STATELESS, Server};

/// A bad input, as each surface spells it, and what each must answer.
struct Case {
    what: &'static str,
    words: &'static [&'static str],
    query: &'static str,
    arguments: Value,
    code: (&'static str, u16, i32),
    /// JSON Pointers of what is wrong; empty where the input is well-formed.
    pointers: &'static [&'static str],
    /// What the failure must suggest.
    nearest: Option<&'static str>,
}

const INVALID: (&str, u16, i32) = ("invalid_input", 400, 2);

fn cases() -> [Case; 6] {
    [
        Case {
            what: "missing field",
            words: &["capabilities", "describe"],
            query: "/api/v1/capabilities/describe",
            arguments: json!({}),
            code: INVALID,
            pointers: &["/id"],
            nearest: None,
        },
        Case {
            what: "wrong type",
            words: &["notes", "search", "--limit", "many"],
            query: "/api/v1/notes/search?limit=many",
            arguments: json!({"limit": "many"}),
            code: INVALID,
            pointers: &["/limit"],
            nearest: None,
        },
        Case {
            what: "unknown field",
            words: &["notes", "search", "--limti", "5"],
            query: "/api/v1/notes/search?limti=5",
            arguments: json!({"limti": "5"}),
            code: INVALID,
            pointers: &["/limti"],
            nearest: Some("limit"),
        },
        Case {
            what: "out of range",
            words: &["notes", "search", "--limit", "101"],
            query: "/api/v1/notes/search?limit=101",
            arguments: json!({"limit": 101}),
            code: INVALID,
            pointers: &["/limit"],
            nearest: None,
        },
        Case {
            what: "value that is none of those enumerated",
            words: &["capabilities", "list", "--kind", "qurey"],
            query: "/api/v1/capabilities?kind=qurey",
            arguments: json!({"kind": "qurey"}),
            code: INVALID,
            pointers: &["/kind"],
            nearest: Some("query"),
        },
        Case {
            what: "unknown id",
            words: &["capabilities", "describe", "notes.serach"],
            query: "/api/v1/capabilities/describe?id=notes.serach",
            arguments: json!({"id": "notes.serach"}),
            code: ("not_found", 404, 3),
            pointers: &[],
            nearest: Some("notes.search"),
        },
    ]
}

#[track_caller]
fn check(what: &str, how: &str, failure: &Value, case: &Case) {
    let told = format!("{what}, {how}: {failure}");
    assert_eq!(failure["code"], case.code.0, "{told}");
    let violations = failure["violations"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let pointers: Vec<&str> = violations
        .iter()
        .map(|violation| violation["pointer"].as_str().unwrap())
        .collect();
    assert_eq!(pointers, case.pointers, "{told}");
    if let Some(nearest) = case.nearest {
        assert!(failure.to_string().contains(nearest), "{told}");
    }
}

#[test]
fn a_mistake_is_the_same_on_every_surface() {
    let server = Server::start(Product::Notes);
    let mut clients: Vec<(&str, Box<dyn Mcp + '_>)> = vec![
        (
            "stdio, with handshake",
            Box::new(OverStdio::start(Product::Notes, HANDSHAKE)),
        ),
        (
            "stdio, stateless",
            Box::new(OverStdio::start(Product::Notes, STATELESS)),
        ),
        (
            "HTTP, with handshake",
            Box::new(OverHttp::start(&server, HANDSHAKE)),
        ),
        (
            "HTTP, stateless",
            Box::new(OverHttp::start(&server, STATELESS)),
        ),
    ];
    for case in cases() {
        let what = case.what;
        let run = Product::Notes.run(&[case.words, &["--format", "json"]].concat());
        assert_eq!(run.code, case.code.2, "{what}: {run:?}");
        check(what, "command line", &run.json()["error"], &case);

        // The same for a person: on stderr, with nothing on stdout.
        let run = Product::Notes.run(case.words);
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (case.code.2, ""),
            "{what}: {run:?}"
        );
        for named in case.pointers.iter().chain(&case.nearest) {
            assert!(run.stderr.contains(named), "{what}: {run:?}");
        }

        let reply = server.get(case.query);
        assert_eq!(reply.status, case.code.1, "{what}: {reply:?}");
        assert_eq!(
            reply.headers["content-type"], "application/problem+json",
            "{what}"
        );
        check(what, "HTTP", &reply.json(), &case);

        let tool = format!("{}_{}", case.words[0], case.words[1]);
        for (how, client) in &mut clients {
            let answer = client.call(&tool, case.arguments.clone());
            let result = &answer["result"];
            assert_eq!(result["isError"], true, "{what}, {how}: {answer}");
            assert_eq!(result.get("structuredContent"), None, "{what}, {how}");
            let text = result["content"][0]["text"].as_str().unwrap();
            check(what, how, &serde_json::from_str(text).unwrap(), &case);
        }
    }
    assert_eq!(server.get("/healthz").status, 200);
    for (how, client) in &mut clients {
        let answer = client.call("health_live", json!({}));
        assert_eq!(
            answer["result"]["structuredContent"]["status"], "live",
            "{how}"
        );
    }
}

#[track_caller]
fn check_problem(reply: &Reply, status: u16, code: &str) {
    assert_eq!(reply.status, status, "{reply:?}");
    assert_eq!(
        reply.headers["content-type"], "application/problem+json",
        "{reply:?}"
    );
    assert_eq!(reply.json()["code"], code, "{reply:?}");
}

#[test]
fn a_body_that_is_no_json_is_told_where() {
    let server = Server::start(Product::Notes);
    let json_body = [("content-type", "application/json")];
    let reply = server.post(
        "/api/v1/notes",
        &json_body,
        "{\"title\": \"a\",\n \"text\" 5}",
    );
    check_problem(&reply, 400, "invalid_input");
    assert!(reply.body.contains("line 2"), "{reply:?}");
    let reply = server.post("/api/v1/notes", &[("content-type", "text/plain")], "{}");
    assert_eq!(reply.status, 415, "{reply:?}");

    let run = Product::Notes.run_with(
        &["notes", "add", "--input", "-", "--format", "json"],
        "{\"title\": ",
    );
    assert_eq!(
        (run.code, run.json()["error"]["code"].clone()),
        (2, json!("invalid_input")),
        "{run:?}"
    );

    for revision in [HANDSHAKE, STATELESS] {
        let mut client = OverStdio::start(Product::Notes, revision);
        client.send("{\"jsonrpc\": \"2.0\", ");
        assert_eq!(client.receive()["error"]["code"], -32700);
        assert_eq!(
            client.call("health_live", json!({}))["result"]["structuredContent"]["status"],
            "live"
        );
    }
    let reply = server.post(
        "/mcp",
        &[
            json_body[0],
            ("accept", "application/json, text/event-stream"),
        ],
        "{\"jsonrpc\": \"2.0\", ",
    );
    assert_eq!(
        (reply.status, reply.json()["error"]["code"].clone()),
        (400, json!(-32700)),
        "{reply:?}"
    );
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn what_does_not_exist_is_not_found_and_the_nearest_is_named() {
    let run = Product::Notes.run(&["notes", "serach", "--format", "json"]);
    let failure = &run.json()["error"];
    assert_eq!(
        (run.code, &failure["code"]),
        (3, &json!("not_found")),
        "{run:?}"
    );
    assert!(failure.to_string().contains("search"), "{failure}");

    let server = Server::start(Product::Notes);
    let reply = server.get("/api/v1/notes/serach");
    check_problem(&reply, 404, "not_found");
    assert!(reply.body.contains("/api/v1/notes/search"), "{reply:?}");
    let reply = server.post(
        "/api/v1/notes/search",
        &[("content-type", "application/json")],
        "{}",
    );
    assert_eq!(
        (
            reply.status,
            reply.headers["allow"].to_str().unwrap().contains("GET")
        ),
        (405, true),
        "{reply:?}"
    );

    for revision in [HANDSHAKE, STATELESS] {
        let clients: [Box<dyn Mcp + '_>; 2] = [
            Box::new(OverStdio::start(Product::Notes, revision)),
            Box::new(OverHttp::start(&server, revision)),
        ];
        for mut client in clients {
            let answer = client.call("notes_serach", json!({}));
            assert_eq!(answer["error"]["code"], -32602, "{answer}");
            assert!(answer.to_string().contains("notes_search"), "{answer}");
            let answer = client.request("resources/read", json!({"uri": "notes://guide/writin"}));
            // The revision without a handshake has no code of its own for a resource that is not there.
            let not_found = if revision == STATELESS {
                -32602
            } else {
                -32002
            };
            assert_eq!(answer["error"]["code"], not_found, "{answer}");
            assert!(
                answer.to_string().contains("notes://guide/writing"),
                "{answer}"
            );
        }
    }
}
