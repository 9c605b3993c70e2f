//! The server as a process of its own: whatever a handler prints, stdout holds the protocol and nothing else.

use std::error::Error;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

use onefold::{
    Declaration, Executor, Exposure, Failure, Kind, Location, ModuleDeclaration, Product, Registry,
    handler,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// As the first argument, makes this program the server.
const SERVE: &str = "serve";

fn main() -> Result<(), Box<dyn Error>> {
    if std::env::args().nth(1).as_deref() == Some(SERVE) {
        serve()
    } else {
        a_handler_that_prints_corrupts_nothing()
    }
}

#[derive(Serialize, JsonSchema)]
struct Eaten {
    /// How many bytes the handler could read from stdin.
    bytes: usize,
}

#[expect(clippy::print_stdout, reason = "the fault that is tested")]
/// Prints, lets a child print, and tries to eat what the client sends.
fn noisy() -> Result<Eaten, Failure> {
    println!("printed by a handler");
    print!("and without an end of line");
    Command::new("echo")
        .arg("printed by a child")
        .status()
        .map_err(Failure::internal)?;
    let mut text = Vec::new();
    let bytes = std::io::stdin()
        .read_to_end(&mut text)
        .map_err(Failure::internal)?;
    Ok(Eaten { bytes })
}

fn serve() -> Result<(), Box<dyn Error>> {
    let mut declaration = Declaration::new("noise.make", Kind::Query);
    declaration.title = "Make noise".into();
    declaration.description = "Prints.".into();
    declaration.exposure = Exposure::new().tool("noise_make");
    declaration.handler = Some(handler(noisy));
    let module = ModuleDeclaration {
        id: "noise".into(),
        version: "1.0.0".into(),
        title: "Noise".into(),
        description: "Noise.".into(),
        capabilities: vec![declaration],
        location: Location::caller(),
    };
    let registry = Registry::composed(Product::new("noise", "1.0.0"), [module])?;
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(onefold_mcp::serve_stdio(Executor::new(registry)))?;
    Ok(())
}

fn a_handler_that_prints_corrupts_nothing() -> Result<(), Box<dyn Error>> {
    let mut server = Command::new(std::env::current_exe()?)
        .arg(SERVE)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let initialize = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    });
    let requests = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": initialize}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "noise_make"}}),
        json!({"jsonrpc": "2.0", "id": 3, "method": "ping"}),
    ];
    let mut stdin = server.stdin.take().ok_or("no stdin")?;
    for request in requests {
        writeln!(stdin, "{request}")?;
    }
    // The end of stdin is the end of the session, once all has been answered.
    drop(stdin);
    let output = server.wait_with_output()?;
    let (stdout, stderr) = (
        String::from_utf8(output.stdout)?,
        String::from_utf8(output.stderr)?,
    );
    assert!(
        output.status.success(),
        "{}: {stdout}{stderr}",
        output.status
    );

    let lines = stdout.lines().map(serde_json::from_str);
    let mut answers: Vec<Value> = lines.collect::<Result<_, _>>()?;
    answers.sort_by_key(|answer| answer["id"].as_u64());
    let ids: Vec<_> = answers.iter().map(|answer| answer["id"].as_u64()).collect();
    assert_eq!(ids, [Some(1), Some(2), Some(3)], "{stdout}");
    assert_eq!(
        answers[1]["result"]["structuredContent"],
        json!({"bytes": 0})
    );
    for printed in [
        "printed by a handler",
        "and without an end of line",
        "printed by a child",
    ] {
        assert!(stderr.contains(printed), "{stderr}");
    }
    Ok(())
}
