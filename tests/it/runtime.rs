//! A capability made at run time is on every surface it is exposed on, is called like any other, and is nowhere else.

use serde_json::{Value, json};

use crate::harness::{HANDSHAKE, Mcp, OverHttp, Product, Server};

#[test]
fn it_is_on_every_surface_or_on_none() {
    let server = Server::start(Product::Runtime);
    let mut client = OverHttp::start(&server, HANDSHAKE);
    let tools = client.request("tools/list", json!({}));
    let help = |words: &[&str]| Product::Runtime.run(words).stdout;
    let surfaces = [
        ("command line", help(&["numbers", "--help"])),
        ("descriptor", help(&["descriptor", "generate"])),
        ("OpenAPI", server.get("/openapi.json").body),
        ("MCP", tools.to_string()),
    ];
    for (surface, told) in surfaces {
        assert!(told.contains("double"), "{surface}: {told}");
        assert!(!told.contains("hidden"), "{surface}: {told}");
    }
    let run = Product::Runtime.run(&["numbers", "hidden", "--n", "1"]);
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(server.get("/api/v1/numbers/hidden?n=1").status, 404);
    let hidden = client.call("numbers_hidden", json!({"n": 1}));
    assert_eq!(hidden["error"]["code"], -32602, "{hidden}");

    // The registry itself knows both.
    let listed = Product::Runtime.run(&["capabilities", "list", "--format", "json"]);
    for id in ["numbers.double", "numbers.hidden"] {
        assert!(listed.stdout.contains(id), "{listed:?}");
    }
    let valid = Product::Runtime.run(&["validate"]);
    assert_eq!(valid.code, 0, "{valid:?}");
}

#[test]
fn it_answers_alike_on_every_surface() {
    let server = Server::start(Product::Runtime);
    let mut client = OverHttp::start(&server, HANDSHAKE);
    let mut check = |n: &str, value: Value, right: Option<Value>| {
        let run = Product::Runtime.run(&["--format", "json", "numbers", "double", n]);
        let reply = server.get(&format!("/api/v1/numbers/double?n={n}"));
        let result = client.call("numbers_double", json!({"n": value}))["result"].clone();
        if let Some(right) = right {
            assert_eq!((run.code, run.json()), (0, right.clone()), "{run:?}");
            assert_eq!(
                (reply.status, reply.json()),
                (200, right.clone()),
                "{reply:?}"
            );
            assert_eq!(result["structuredContent"], right, "{result}");
        } else {
            assert_eq!(run.code, 2, "{run:?}");
            assert_eq!(reply.status, 400, "{reply:?}");
            assert_eq!(result["isError"], true, "{result}");
        }
    };
    check("21", json!(21), Some(json!({"n": 42})));
    check("many", json!("many"), None);
    let unknown = server.get("/api/v1/numbers/double?n=1&m=2");
    assert_eq!(unknown.status, 400, "{unknown:?}");
}

#[test]
fn an_answer_that_breaks_its_word_is_not_sent() {
    let server = Server::start(Product::Runtime);
    let answer = OverHttp::start(&server, HANDSHAKE).call("numbers_wrong", json!({"n": 1}));
    assert_eq!(answer["error"]["code"], -32603, "{answer}");
    assert!(!answer.to_string().contains("not a number"), "{answer}");
}
