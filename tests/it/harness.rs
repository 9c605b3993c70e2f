//! Drives products from outside: as a command, as an HTTP server, as an MCP server.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;

use serde_json::{Value, json};

/// The revisions of MCP that are driven: the last with a handshake, and the first without one.
pub(crate) const HANDSHAKE: &str = "2025-11-25";
pub(crate) const STATELESS: &str = "2026-07-28";

/// A binary of this workspace, built when it is first asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Product {
    Onefold,
    Notes,
    /// Two modules that claim the same names.
    Conflicting,
    /// Capabilities that are made at run time.
    Runtime,
    /// One that asks who calls.
    Callers,
    /// One whose work ends early.
    Stops,
}

impl Product {
    pub(crate) fn path(self) -> PathBuf {
        static BUILT: [OnceLock<PathBuf>; 6] = [const { OnceLock::new() }; 6];
        let (at, package, target) = match self {
            Self::Onefold => (0, "onefold-builtins", ["--bin", "onefold"]),
            Self::Notes => (1, "onefold-tests", ["--example", "notes"]),
            Self::Conflicting => (2, "onefold-tests", ["--example", "conflicting"]),
            Self::Runtime => (3, "onefold-tests", ["--example", "runtime"]),
            Self::Callers => (4, "onefold-tests", ["--example", "callers"]),
            Self::Stops => (5, "onefold-tests", ["--example", "stops"]),
        };
        BUILT[at]
            .get_or_init(|| {
                build(
                    Command::new(env!("CARGO"))
                        .args(["build", "-p", package])
                        .args(target),
                )
            })
            .clone()
    }

    pub(crate) fn run(self, arguments: &[&str]) -> Run {
        self.run_with(arguments, "")
    }

    /// Runs to the end, with this on stdin and a folder of its own to work in.
    pub(crate) fn run_with(self, arguments: &[&str], stdin: &str) -> Run {
        let folder = tempfile::tempdir().unwrap();
        finish(
            Command::new(self.path())
                .args(arguments)
                .current_dir(folder.path()),
            stdin,
        )
    }
}

/// The target folder this test was built into, so that nothing is compiled twice.
pub(crate) fn target() -> PathBuf {
    let this = std::env::current_exe().unwrap();
    this.ancestors().nth(3).unwrap().to_owned()
}

/// Builds one executable and tells where it is.
pub(crate) fn build(cargo: &mut Command) -> PathBuf {
    let output = cargo.arg("--message-format=json").output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let messages = String::from_utf8(output.stdout).unwrap();
    let messages = messages
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut executables =
        messages.filter_map(|message| message["executable"].as_str().map(PathBuf::from));
    executables.next_back().expect("cargo names what it built")
}

/// A command that has ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// The one document on stdout.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

pub(crate) fn finish(command: &mut Command, stdin: &str) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that does not read its input may be gone before it is written.
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Sends a process a signal, by the name that `kill` has for it.
#[cfg(unix)]
pub(crate) fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
}

/// A server that is stopped when the test ends, however it ends.
pub(crate) struct Server {
    child: Child,
    pub(crate) url: String,
    agent: ureq::Agent,
    folder: tempfile::TempDir,
}

/// What a server answered.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: ureq::http::HeaderMap,
    pub(crate) body: String,
}

impl Server {
    pub(crate) fn start(product: Product) -> Self {
        Self::start_with(product, &[])
    }

    pub(crate) fn start_with(product: Product, arguments: &[&str]) -> Self {
        Self::spawn(&product.path(), arguments)
    }

    pub(crate) fn spawn(binary: &std::path::Path, arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(binary)
            .args(["serve", "--addr", "127.0.0.1:0"])
            .args(arguments)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut url)
            .unwrap();
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .build()
            .new_agent();
        Self {
            child,
            url: url.trim_end().to_owned(),
            agent,
            folder,
        }
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        reply(self.agent.get(format!("{}{path}", self.url)).call())
    }

    pub(crate) fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Reply {
        let mut request = self.agent.get(format!("{}{path}", self.url));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        reply(request.call())
    }

    pub(crate) fn post(&self, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut request = self.agent.post(format!("{}{path}", self.url));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        reply(request.send(body))
    }

    /// Asks the process to stop.
    #[cfg(unix)]
    pub(crate) fn ask_to_stop(&self) {
        signal(&self.child, "-TERM");
    }

    /// Waits until no connection is taken any more.
    pub(crate) fn wait_until_closed(&self) {
        let address = self.url.strip_prefix("http://").unwrap();
        while std::net::TcpStream::connect(address).is_ok() {
            std::thread::yield_now();
        }
    }

    /// Where it works.
    pub(crate) fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// Waits until the process has ended, and tells how.
    pub(crate) fn wait(self) -> i32 {
        self.wait_with(|| ()).0
    }

    /// Waits until the process has ended, and tells how, and something of what it left in its folder.
    pub(crate) fn wait_with<T>(mut self, left: impl FnOnce() -> T) -> (i32, T) {
        let code = self.child.wait().unwrap().code().unwrap_or(-1);
        (code, left())
    }

    #[cfg(unix)]
    pub(crate) fn terminate(self) -> i32 {
        self.ask_to_stop();
        self.wait()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn reply(response: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Reply {
    let mut response = response.unwrap();
    Reply {
        status: response.status().as_u16(),
        headers: response.headers().clone(),
        body: response.body_mut().read_to_string().unwrap(),
    }
}

impl Reply {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// A client of MCP, whatever carries the messages.
pub(crate) trait Mcp {
    /// The answer to one request: an object with `result` or `error`.
    fn request(&mut self, method: &str, params: Value) -> Value;

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.request(
            "tools/call",
            json!({ "name": tool, "arguments": arguments }),
        )
    }
}

/// What a request says of its client when there was no handshake (MCP 2026-07-28).
fn with_client(mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": STATELESS,
        "io.modelcontextprotocol/clientInfo": { "name": "tests", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    params
}

fn hello() -> Value {
    json!({
        "protocolVersion": HANDSHAKE,
        "clientInfo": { "name": "tests", "version": "1" },
        "capabilities": {},
    })
}

/// MCP over stdin and stdout.
pub(crate) struct OverStdio {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    stateless: bool,
    sent: u64,
    _folder: tempfile::TempDir,
}

impl OverStdio {
    pub(crate) fn start(product: Product, revision: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(product.path())
            .arg("mcp")
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let stateless = revision == STATELESS;
        let mut client = Self {
            child,
            stdin,
            stdout,
            stateless,
            sent: 0,
            _folder: folder,
        };
        if !stateless {
            let answer = client.request("initialize", hello());
            assert_eq!(answer["result"]["protocolVersion"], revision, "{answer}");
            client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        }
        client
    }

    /// Writes one line as it is.
    pub(crate) fn send(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        writeln!(stdin, "{line}").unwrap();
        stdin.flush().unwrap();
    }

    /// Reads one line; everything on stdout is JSON-RPC.
    pub(crate) fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        let message: Value =
            serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        message
    }

    /// Asks the process to stop.
    #[cfg(unix)]
    pub(crate) fn ask_to_stop(&self) {
        signal(&self.child, "-TERM");
    }

    /// Ends stdin and tells how the process ended.
    pub(crate) fn end(mut self) -> i32 {
        drop(self.stdin.take());
        self.child.wait().unwrap().code().unwrap_or(-1)
    }
}

impl Mcp for OverStdio {
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.sent += 1;
        let params = if self.stateless {
            with_client(params)
        } else {
            params
        };
        let request =
            json!({ "jsonrpc": "2.0", "id": self.sent, "method": method, "params": params });
        self.send(&request.to_string());
        let answer = self.receive();
        assert_eq!(answer["id"], self.sent, "{answer}");
        answer
    }
}

impl Drop for OverStdio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// MCP over streamable HTTP.
pub(crate) struct OverHttp<'a> {
    server: &'a Server,
    session: Option<String>,
    stateless: bool,
}

impl<'a> OverHttp<'a> {
    pub(crate) fn start(server: &'a Server, revision: &str) -> Self {
        let stateless = revision == STATELESS;
        let mut client = Self {
            server,
            session: None,
            stateless,
        };
        if !stateless {
            let body =
                json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello() });
            let reply = client.post("initialize", None, &body);
            client.session = reply
                .headers
                .get("mcp-session-id")
                .map(|id| id.to_str().unwrap().to_owned());
            assert_eq!(
                message(&reply)["result"]["protocolVersion"],
                revision,
                "{reply:?}"
            );
            let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
            client.post("notifications/initialized", None, &initialized);
        }
        client
    }

    fn post(&self, method: &str, name: Option<&str>, body: &Value) -> Reply {
        let version = if self.stateless { STATELESS } else { HANDSHAKE };
        let mut headers = vec![
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
            ("mcp-protocol-version", version),
        ];
        headers.extend(
            self.session
                .as_deref()
                .map(|session| ("mcp-session-id", session)),
        );
        if self.stateless {
            // A stateless request repeats in its headers what a proxy may route by.
            headers.push(("mcp-method", method));
            headers.extend(name.map(|name| ("mcp-name", name)));
        }
        self.server.post("/mcp", &headers, &body.to_string())
    }
}

impl Mcp for OverHttp<'_> {
    fn request(&mut self, method: &str, params: Value) -> Value {
        let name = params["name"]
            .as_str()
            .or_else(|| params["uri"].as_str())
            .map(str::to_owned);
        let params = if self.stateless {
            with_client(params)
        } else {
            params
        };
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        message(&self.post(method, name.as_deref(), &body))
    }
}

/// The message of a reply: the body itself, or the last event of a stream that holds one.
fn message(reply: &Reply) -> Value {
    if let Ok(message) = serde_json::from_str(&reply.body) {
        return message;
    }
    let data = reply
        .body
        .lines()
        .filter_map(|line| line.strip_prefix("data:"));
    let mut messages = data.filter_map(|data| serde_json::from_str(data).ok());
    messages
        .next_back()
        .unwrap_or_else(|| panic!("no message: {reply:?}"))
}
