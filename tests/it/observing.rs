//! What an operator sees of calls: a line in the log for each, and what is counted.

use std::process::Command;

use serde_json::json;

use crate::harness::{HANDSHAKE, Mcp, OverHttp, Product, Server, finish};

#[test]
fn each_call_is_a_line_in_the_log_with_its_outcome() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(Product::Callers.path());
        command
            .args(arguments)
            .current_dir(folder.path())
            .env("ONEFOLD_LOG", "info");
        finish(&mut command, "")
    };
    for (code, outcome) in [("refused", "refused"), ("nothing", "invalid_input")] {
        let log = run(&["fail", code]).stderr;
        let line = log.lines().find(|line| line.contains("ended")).unwrap();
        for part in [
            "id=\"callers.fail\"",
            "surface=\"cli\"",
            "cache=\"none\"",
            "duration=",
            &format!("outcome=\"{outcome}\""),
        ] {
            assert!(line.contains(part), "{part}: {line}");
        }
    }
    // What is not asked for is not there: stderr belongs to the person.
    assert!(
        !Product::Callers
            .run(&["fail", "refused"])
            .stderr
            .contains("ended")
    );
}

#[test]
fn what_is_counted_is_told_whichever_way_it_came_in() {
    let server = Server::start_with(Product::Callers, &["--metrics"]);
    assert_eq!(server.get("/api/v1/open").status, 200);
    let mut client = OverHttp::start(&server, HANDSHAKE);
    client.call("callers_open", json!({}));
    client.call("callers_fail", json!({ "code": "conflict" }));
    let text = server.get("/metrics").body;
    for line in [
        r#"onefold_calls_total{capability="callers.open",outcome="succeeded"} 2"#,
        r#"onefold_calls_total{capability="callers.fail",outcome="conflict"} 1"#,
        r#"onefold_call_duration_seconds_count{capability="callers.open"} 2"#,
    ] {
        assert!(text.lines().any(|it| it == line), "{line}\n{text}");
    }
    assert_eq!(Server::start(Product::Callers).get("/metrics").status, 404);
}
