//! A client of rust-analyzer with one open file, in a crate of its own that depends on onefold.

use std::io::BufReader;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use lsp_server::{Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

use crate::harness::target;

/// Nothing takes this long; a server that hangs fails the test.
const PATIENCE: Duration = Duration::from_mins(5);
/// The code of an answer that a later change has overtaken: ask again.
const CONTENT_MODIFIED: i32 = -32801;

/// A running rust-analyzer, stopped when the test ends, however it ends.
pub(super) struct Editor {
    child: Child,
    stdin: ChildStdin,
    messages: Receiver<Message>,
    uri: String,
    requests: i32,
    version: i32,
    _folder: tempfile::TempDir,
}

impl Editor {
    /// Opens `text` as the library of a new crate, and waits until all that it depends on is known. Nothing comes back
    /// where there is no rust-analyzer.
    pub(super) fn start(text: &str) -> Option<Self> {
        let there = Command::new("rust-analyzer").arg("--version").output();
        if !there.is_ok_and(|output| output.status.success()) {
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        write_crate(&root, text);
        let mut child = Command::new("rust-analyzer")
            .current_dir(&root)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Ok(Some(message)) = Message::read(&mut stdout) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let mut editor = Self {
            child,
            stdin,
            messages,
            uri: format!("file://{}", root.join("src/lib.rs").display()),
            requests: 0,
            version: 1,
            _folder: folder,
        };
        editor.initialize(&root);
        editor.notify(
            "textDocument/didOpen",
            json!({"textDocument": {
                "uri": editor.uri, "languageId": "rust", "version": 1, "text": text,
            }}),
        );
        editor.wait_until_quiescent();
        Some(editor)
    }

    /// What is offered where `cursor` stands in `text`.
    pub(super) fn completions(&mut self, text: &str, cursor: char) -> Vec<String> {
        let result = self.ask("textDocument/completion", text, cursor);
        let items = result.get("items").unwrap_or(&result).as_array().cloned();
        items
            .unwrap_or_default()
            .iter()
            .filter_map(|item| Some(item["label"].as_str()?.to_owned()))
            .collect()
    }

    /// What is shown of the name where `cursor` stands in `text`.
    pub(super) fn hover(&mut self, text: &str, cursor: char) -> String {
        self.ask("textDocument/hover", text, cursor)["contents"].to_string()
    }

    /// The file that defines the name where `cursor` stands in `text`.
    pub(super) fn definition(&mut self, text: &str, cursor: char) -> Option<Value> {
        let result = self.ask("textDocument/definition", text, cursor);
        let first = result.get(0).unwrap_or(&result);
        first.get("uri").or_else(|| first.get("targetUri")).cloned()
    }

    /// Makes `text` the content of the file, and asks at the cursor.
    fn ask(&mut self, method: &str, text: &str, cursor: char) -> Value {
        let (before, after) = text.split_once(cursor).expect("a cursor");
        self.version += 1;
        self.notify(
            "textDocument/didChange",
            json!({
                "textDocument": {"uri": self.uri, "version": self.version},
                "contentChanges": [{"text": format!("{before}{after}")}],
            }),
        );
        let line = before.rsplit('\n').next().unwrap_or(before);
        let position = json!({
            "line": before.matches('\n').count(), "character": line.encode_utf16().count(),
        });
        let at = json!({"textDocument": {"uri": self.uri}, "position": position});
        for _ in 0..20 {
            match self.request(method, &at).response_result {
                Ok(result) => return result,
                Err(error) if error.code == CONTENT_MODIFIED => {}
                Err(error) => panic!("{method}: {error:?}"),
            }
        }
        panic!("{method}: the content is modified again and again");
    }

    fn initialize(&mut self, root: &Path) {
        let capabilities = json!({
            "experimental": {"serverStatusNotification": true},
            "textDocument": {"completion": {"completionItem": {"snippetSupport": true}}},
        });
        let options = json!({
            "checkOnSave": false,
            "cachePriming": {"enable": false},
            "completion": {"autoimport": {"enable": false}, "postfix": {"enable": false}},
            "procMacro": {"enable": true},
            "cargo": {"targetDir": target().join("editor")},
        });
        let response = self.request(
            "initialize",
            &json!({
                "processId": std::process::id(),
                "rootUri": format!("file://{}", root.display()),
                "capabilities": capabilities,
                "initializationOptions": options,
            }),
        );
        assert!(response.response_result.is_ok(), "{response:?}");
        self.notify("initialized", json!({}));
    }

    fn wait_until_quiescent(&mut self) {
        loop {
            let message = self.next();
            if let Message::Notification(Notification { method, params }) = &message
                && method == "experimental/serverStatus"
                && params["quiescent"] == true
            {
                assert_ne!(params["health"], "error", "{params}");
                return;
            }
            self.answer(message);
        }
    }

    fn request(&mut self, method: &str, params: &Value) -> Response {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        let request = Request::new(id.clone(), method.to_owned(), params);
        Message::from(request).write(&mut self.stdin).unwrap();
        loop {
            match self.next() {
                Message::Response(response) if response.id == id => return response,
                other => self.answer(other),
            }
        }
    }

    fn notify(&mut self, method: &str, params: Value) {
        let notification = Notification::new(method.to_owned(), params);
        Message::from(notification).write(&mut self.stdin).unwrap();
    }

    fn next(&mut self) -> Message {
        self.messages
            .recv_timeout(PATIENCE)
            .expect("rust-analyzer says something")
    }

    /// A request of the server's own is answered with nothing, once for each thing it asks for.
    fn answer(&mut self, message: Message) {
        if let Message::Request(request) = message {
            let asked = request.params["items"].as_array().map(Vec::len);
            let result = asked.map_or(Value::Null, |asked| vec![Value::Null; asked].into());
            let response = Response::new_ok(request.id, result);
            Message::from(response).write(&mut self.stdin).unwrap();
        }
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A crate that a user might have begun, with the versions that this workspace has locked.
fn write_crate(root: &Path, text: &str) {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let manifest = format!(
        "[workspace]\n\n[package]\nname = \"typed\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nonefold = {{ path = '{}' }}\n",
        workspace.join("registry").display()
    );
    std::fs::write(root.join("Cargo.toml"), manifest).unwrap();
    std::fs::copy(workspace.join("Cargo.lock"), root.join("Cargo.lock")).unwrap();
    std::fs::create_dir(root.join("src")).unwrap();
    std::fs::write(root.join("src/lib.rs"), text).unwrap();
}
