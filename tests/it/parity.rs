//! One call gives one answer, whichever way it comes in.

use serde_json::{Value, json};

use crate::harness::{HANDSHAKE, Mcp, OverHttp, OverStdio, Product, STATELESS, Server};

/// A call, as each surface spells it.
struct Case {
    words: &'static [&'static str],
    route: &'static str,
    tool: &'static str,
    arguments: Value,
}

fn cases() -> [Case; 6] {
    [
        Case {
            words: &["capabilities", "list"],
            route: "/api/v1/capabilities",
            tool: "capabilities_list",
            arguments: json!({}),
        },
        Case {
            words: &[
                "capabilities",
                "list",
                "--module",
                "health",
                "--kind",
                "query",
            ],
            route: "/api/v1/capabilities?module=health&kind=query",
            tool: "capabilities_list",
            arguments: json!({"module": "health", "kind": "query"}),
        },
        Case {
            words: &["capabilities", "describe", "capabilities.describe"],
            route: "/api/v1/capabilities/describe?id=capabilities.describe",
            tool: "capabilities_describe",
            arguments: json!({"id": "capabilities.describe"}),
        },
        Case {
            words: &[
                "capabilities",
                "describe",
                "--input",
                r#"{"id":"health.live"}"#,
            ],
            route: "/api/v1/capabilities/describe?id=health%2Elive",
            tool: "capabilities_describe",
            arguments: json!({"id": "health.live"}),
        },
        Case {
            words: &["health", "live"],
            route: "/api/v1/health/live",
            tool: "health_live",
            arguments: json!({}),
        },
        Case {
            words: &["health", "ready"],
            route: "/api/v1/health/ready",
            tool: "health_ready",
            arguments: json!({}),
        },
    ]
}

#[test]
fn one_call_has_one_answer_on_every_surface() {
    let server = Server::start(Product::Onefold);
    let mut clients: Vec<(&str, Box<dyn Mcp + '_>)> = vec![
        (
            "stdio, with handshake",
            Box::new(OverStdio::start(Product::Onefold, HANDSHAKE)),
        ),
        (
            "stdio, stateless",
            Box::new(OverStdio::start(Product::Onefold, STATELESS)),
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
    for Case {
        words,
        route,
        tool,
        arguments,
    } in cases()
    {
        let run = Product::Onefold.run(&[words, &["--format", "json"]].concat());
        assert_eq!(run.code, 0, "{run:?}");
        let right = run.json();
        assert!(right.is_object(), "{right}");

        let reply = server.get(route);
        assert_eq!(
            (reply.status, reply.json()),
            (200, right.clone()),
            "{route}"
        );

        for (how, client) in &mut clients {
            let answer = client.call(tool, arguments.clone());
            let result = &answer["result"];
            assert_eq!(result["structuredContent"], right, "{how}: {answer}");
            assert_ne!(result["isError"], true, "{how}: {answer}");
            let text = result["content"][0]["text"].as_str().unwrap();
            assert_eq!(serde_json::from_str::<Value>(text).unwrap(), right, "{how}");
        }
    }
}

/// What a number is worth decides, not how it is spelled, and what is wrong with it is told in one way.
#[test]
fn a_number_is_read_alike_on_every_surface() {
    let server = Server::start(Product::Notes);
    let mut client = OverStdio::start(Product::Notes, HANDSHAKE);
    for (spelled, right) in [
        ("5.0", None),
        ("5e0", None),
        ("1.5", Some("expected integer, got 1.5")),
        ("-0.0", Some("expected at least 1, got 0")),
        ("1e2", None),
        ("101.0", Some("expected at most 100, got 101")),
    ] {
        let words = ["notes", "search", "--limit", spelled, "--format", "json"];
        let run = Product::Notes.run(&words);
        let reply = server.get(&format!("/api/v1/notes/search?limit={spelled}"));
        let number: Value = serde_json::from_str(spelled).unwrap();
        let answer = client.call("notes_search", json!({"limit": number}));
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        let text: Value = serde_json::from_str(text).unwrap();
        let told = |failure: &Value| failure["violations"][0]["message"].clone();
        let all = [told(&run.json()["error"]), told(&reply.json()), told(&text)];
        assert_eq!(all, [(); 3].map(|()| json!(right)), "{spelled}");
    }
}

#[test]
fn what_is_listed_is_distinct_and_can_be_called() {
    let server = Server::start(Product::Notes);
    let mut client = OverHttp::start(&server, HANDSHAKE);
    let listed = server.get("/api/v1/capabilities").json();
    let listed = listed["capabilities"].as_array().unwrap();
    let declared: Vec<&str> = listed
        .iter()
        .filter_map(|capability| capability["exposure"]["mcp"]["tool"].as_str())
        .collect();

    let answer = client.request("tools/list", json!({}));
    let tools: Vec<&str> = answer["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(tools, declared);
    for tool in tools {
        // Whatever it answers, it is known: an unknown tool is an error of the protocol.
        let answer = client.call(tool, json!({"no such field": 1}));
        assert_eq!(answer["result"]["isError"], true, "{tool}: {answer}");
    }
}

#[test]
fn notes_are_kept_found_and_read() {
    let server = Server::start(Product::Notes);
    let json_body = [("content-type", "application/json")];
    let added = server.post(
        "/api/v1/notes",
        &json_body,
        r#"{"title": "Milk", "text": "Two litres."}"#,
    );
    assert_eq!(
        (added.status, added.json()["title"].clone()),
        (200, json!("Milk"))
    );
    let again = server.post("/api/v1/notes", &json_body, r#"{"title": "Milk"}"#);
    assert_eq!(
        (again.status, again.json()["code"].clone()),
        (409, json!("conflict"))
    );

    let mut client = OverHttp::start(&server, STATELESS);
    client.call("notes_add", json!({"title": "Bread"}));
    let found = server
        .get("/api/v1/notes/search?query=LITRES&limit=5")
        .json();
    assert_eq!(
        found,
        json!({"notes": [{"title": "Milk", "text": "Two litres."}]})
    );
    let all = client.call("notes_search", json!({}));
    assert_eq!(
        all["result"]["structuredContent"]["notes"]
            .as_array()
            .unwrap()
            .len(),
        2
    );

    let listed = client.request("resources/list", json!({}));
    let uri = &listed["result"]["resources"][0]["uri"];
    assert_eq!(uri, "notes://guide/writing");
    let read = client.request("resources/read", json!({"uri": uri}));
    assert!(
        read["result"]["contents"][0]["text"]
            .as_str()
            .unwrap()
            .starts_with("# Notes"),
        "{read}"
    );
}

#[test]
fn an_effect_is_told_alike_wherever_it_is_told() {
    let mut client = OverStdio::start(Product::Notes, HANDSHAKE);
    let answer = client.request("tools/list", json!({}));
    let tools = answer["result"]["tools"].as_array().unwrap();
    let hints = |name: &str| {
        let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
        [
            "readOnlyHint",
            "destructiveHint",
            "idempotentHint",
            "openWorldHint",
        ]
        .map(|hint| tool["annotations"][hint].as_bool().unwrap())
    };
    assert_eq!(hints("notes_search"), [true, false, true, false]);
    assert_eq!(hints("notes_add"), [false, false, false, false]);

    let descriptor = Product::Notes.run(&["descriptor", "generate"]).json();
    let command = |words: &[&str]| {
        let commands = descriptor["commands"].as_array().unwrap();
        commands
            .iter()
            .find(|command| command["path"] == json!(words))
            .unwrap()
            .clone()
    };
    let add = command(&["notes", "add"]);
    assert_eq!(
        (&add["sideEffect"], &add["authority"]["confirmation"]),
        (&json!("write-local"), &json!("user-request"))
    );
    let search = command(&["notes", "search"]);
    assert_eq!(
        (&search["sideEffect"], &search["authority"]["confirmation"]),
        (&json!("read-local"), &json!("never"))
    );
    assert_eq!(command(&["health", "live"])["sideEffect"], "none");
}
