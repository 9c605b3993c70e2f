//! What to answer to text that is no message: the two errors of JSON-RPC that come before any method.

use serde_json::{Value, json};

/// Text that could not be read as a message.
#[derive(Debug, PartialEq)]
pub(crate) enum Malformed {
    /// It is not JSON: −32700.
    NotJson { why: String },
    /// It is JSON and no message of JSON-RPC 2.0: −32600.
    NotMessage {
        id: Option<Value>,
        why: &'static str,
    },
    /// It has the id of a request that is still without an answer: −32600.
    IdInUse { id: Value },
    /// It is meant as a notification, which is never answered.
    Notification,
    /// It is longer than a message may be: −32600.
    TooLong,
}

/// A message is at most this long, in bytes, whatever carries it.
pub(crate) const MAX_MESSAGE: usize = 4 * 1024 * 1024;

impl Malformed {
    /// What is wrong with `text`, which is no message.
    pub(crate) fn diagnose(text: &[u8]) -> Self {
        let value: Value = match serde_json::from_slice(text) {
            Ok(value) => value,
            Err(error) => {
                return Self::NotJson {
                    why: error.to_string(),
                };
            }
        };
        let is_call = value.get("method").is_some_and(Value::is_string);
        let id = value.get("id");
        if id.is_none() && is_call {
            return Self::Notification;
        }
        Self::NotMessage {
            // MCP allows strings and integers; any other id can't be given back.
            id: id.filter(|id| id.is_string() || id.is_i64()).cloned(),
            why: first_fault(&value),
        }
    }

    /// The answer, where there is one. Without an id that could be read it has none, as MCP demands.
    pub(crate) fn reply(&self) -> Option<Value> {
        let (code, message, id) = match self {
            Self::NotJson { why } => (-32700, format!("this is not JSON: {why}"), None),
            Self::NotMessage { id, why } => (
                -32600,
                format!("this is no request of JSON-RPC 2.0: {why}"),
                id.clone(),
            ),
            Self::IdInUse { id } => (
                -32600,
                format!("the request {id} still runs; give each request an id of its own"),
                Some(id.clone()),
            ),
            Self::TooLong => (
                -32600,
                format!("a message is at most {MAX_MESSAGE} bytes long"),
                None,
            ),
            Self::Notification => return None,
        };
        let error = json!({ "code": code, "message": message });
        Some(match id {
            Some(id) => json!({ "jsonrpc": "2.0", "id": id, "error": error }),
            None => json!({ "jsonrpc": "2.0", "error": error }),
        })
    }
}

/// What a sender should mend first.
fn first_fault(value: &Value) -> &'static str {
    let Some(fields) = value.as_object() else {
        return if value.is_array() {
            "it is a list, and MCP takes one message at a time"
        } else {
            "it is no object"
        };
    };
    let id_fits = |id: &Value| id.is_string() || id.is_i64();
    match (fields.get("jsonrpc"), fields.get("method")) {
        (Some(version), _) if version != "2.0" => "`jsonrpc` must be \"2.0\"",
        (None, _) => "it has no `jsonrpc`, which must be \"2.0\"",
        (_, None) => "it has no `method`",
        (_, Some(method)) if !method.is_string() => "`method` must be text",
        _ if !fields.get("id").is_some_and(id_fits) => "`id` must be text or a whole number",
        _ => "`params` must be an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, code: Option<i64>, id: Option<&Value>) {
        let reply = Malformed::diagnose(text.as_bytes()).reply();
        let told = reply.as_ref().map(|reply| reply["error"]["code"].as_i64());
        assert_eq!(told, code.map(Some), "{text}");
        assert_eq!(
            reply.as_ref().and_then(|reply| reply.get("id")),
            id,
            "{text}"
        );
    }

    #[test]
    fn each_kind_of_malformed_text_has_its_error() {
        check("hello", Some(-32700), None);
        check("{\"jsonrpc\":", Some(-32700), None);
        check("[]", Some(-32600), None);
        check("7", Some(-32600), None);
        check(r#"{"id":7}"#, Some(-32600), Some(&json!(7)));
        check(
            r#"{"id":"a","method":"tools/list"}"#,
            Some(-32600),
            Some(&json!("a")),
        );
        check(r#"{"id":1.5,"method":"tools/list"}"#, Some(-32600), None);
        check(r#"{"id":null,"method":"tools/list"}"#, Some(-32600), None);
        check(r#"{"method":"notifications/x","params":7}"#, None, None);
    }

    #[test]
    fn the_first_fault_is_named() {
        let told = |text: &str, part: &str| {
            let reply = Malformed::diagnose(text.as_bytes()).reply().unwrap();
            let message = reply["error"]["message"].as_str().unwrap();
            assert!(message.contains(part), "{text}: {message}");
        };
        told("[]", "list");
        told("7", "no object");
        told(r#"{"id":7}"#, "no `jsonrpc`");
        told(
            r#"{"jsonrpc":"1.0","id":7,"method":"a"}"#,
            "must be \"2.0\"",
        );
        told(r#"{"jsonrpc":"2.0","id":7}"#, "no `method`");
        told(r#"{"jsonrpc":"2.0","id":7,"method":1}"#, "`method`");
        told(r#"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#, "`id`");
        told(
            r#"{"jsonrpc":"2.0","id":7,"method":"a","params":7}"#,
            "`params`",
        );
    }
}
