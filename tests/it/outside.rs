//! A crate outside this workspace, as strict as they come, builds clean and offers its capability where it says, and
//! nowhere else.

use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::harness::{HANDSHAKE, Mcp, OverHttp, Server, build, finish, target};

/// The crate, in a folder of its own beside nothing of this workspace but what it depends on.
fn cargo(subcommand: &str) -> Command {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("outside/Cargo.toml");
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .arg(subcommand)
        .arg("--manifest-path")
        .arg(manifest)
        .env("CARGO_TARGET_DIR", target());
    cargo
}

#[test]
fn a_strict_crate_builds_clean() {
    let run = finish(
        cargo("clippy").args(["--quiet", "--", "-D", "warnings"]),
        "",
    );
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{run:?}");
}

#[test]
fn its_capability_is_where_it_says_and_nowhere_else() {
    let binary = build(&mut cargo("build"));
    let server = Server::spawn(&binary, &[]);
    let halved = json!({"value": 21});
    assert_eq!(server.get("/api/v1/numbers/halve?value=42").json(), halved);
    assert_eq!(server.get("/api/v1/numbers/halve?value=7").status, 422);
    let openapi = server.get("/openapi.json").json();
    assert!(
        openapi["paths"]["/api/v1/numbers/halve"]["get"].is_object(),
        "{openapi}"
    );

    let mut client = OverHttp::start(&server, HANDSHAKE);
    assert_eq!(
        client.call("numbers_halve", json!({"value": 42}))["result"]["structuredContent"],
        halved
    );
    let tools = client.request("tools/list", json!({}));
    let tools = tools["result"]["tools"].as_array().unwrap();
    let numbers = tools
        .iter()
        .filter(|tool| tool.to_string().contains("numbers"));
    assert_eq!(numbers.count(), 1, "{tools:?}");
    let resources = client.request("resources/list", json!({}));
    assert!(!resources.to_string().contains("numbers"), "{resources}");
    let paths = openapi["paths"].as_object().unwrap().keys();
    assert_eq!(
        paths.filter(|path| path.contains("numbers")).count(),
        1,
        "{openapi}"
    );

    let help = finish(Command::new(&binary).arg("--help"), "");
    assert!(
        help.stdout.contains("capabilities") && !help.stdout.contains("numbers"),
        "{help:?}"
    );
    let run = finish(Command::new(&binary).args(["numbers", "halve"]), "");
    assert_eq!(run.code, 3, "{run:?}");
    let descriptor = finish(Command::new(&binary).args(["descriptor", "generate"]), "");
    assert!(!descriptor.stdout.contains("numbers"), "{descriptor:?}");
}
