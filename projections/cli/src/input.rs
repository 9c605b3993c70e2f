//! The input of a call: what `--input` gives as JSON, and over it the fields that were given by themselves.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read;

use onefold::{Failure, Violation};
use serde_json::{Map, Value};

/// An input is at most this long, in bytes, as a message of MCP is.
const MAX_INPUT: u64 = 4 * 1024 * 1024;

/// The input of a call, as far as it is read.
#[derive(Debug)]
pub(crate) struct Input {
    /// What `--input` says.
    pub(crate) source: Option<String>,
    /// The fields that were given by themselves.
    pub(crate) given: Map<String, Value>,
}

impl Input {
    /// Reads what `--input` names, and puts the given fields over it.
    pub(crate) fn value(self) -> Result<Value, Failure> {
        match self.source {
            None => Ok(Value::Object(self.given)),
            Some(source) => merge(parse(&load(&source)?)?, self.given),
        }
    }
}

fn load(source: &str) -> Result<Cow<'_, [u8]>, Failure> {
    let read = match source.strip_prefix('@') {
        Some(path) => File::open(path).and_then(bounded),
        None if source == "-" => bounded(std::io::stdin().lock()),
        None => return Ok(Cow::Borrowed(source.as_bytes())),
    };
    let bytes =
        read.map_err(|error| wrong(format!("`--input {source}` can't be read: {error}")))?;
    if bytes.len() as u64 > MAX_INPUT {
        return Err(wrong(format!(
            "`--input {source}` holds more than {MAX_INPUT} bytes"
        )));
    }
    Ok(Cow::Owned(bytes))
}

/// All there is to read, or one byte more than an input may have: `/dev/zero` has no end.
fn bounded(source: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MAX_INPUT + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The message of `serde_json` names the line and the column.
fn parse(json: &[u8]) -> Result<Value, Failure> {
    serde_json::from_slice(json).map_err(|error| wrong(format!("`--input` is not JSON: {error}")))
}

fn merge(input: Value, given: Map<String, Value>) -> Result<Value, Failure> {
    match input {
        Value::Object(mut fields) => {
            fields.extend(given);
            Ok(Value::Object(fields))
        }
        other if given.is_empty() => Ok(other),
        _ => Err(wrong(
            "`--input` is no object, so no further field can be given".to_owned(),
        )),
    }
}

fn wrong(message: String) -> Failure {
    Failure::invalid_input(message.clone())
        .violation(Violation::new("", message))
        .next("`--input` takes a JSON object, `@` and the name of a file that holds one, or `-` for stdin")
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(source: &str, given: &Value, right: Result<Value, &str>) {
        let input = Input {
            source: Some(source.to_owned()),
            given: given.as_object().cloned().unwrap_or_default(),
        };
        match (input.value(), right) {
            (Ok(value), Ok(right)) => assert_eq!(value, right),
            (Err(failure), Err(part)) => {
                assert_eq!(failure.code.exit_code(), 2);
                assert!(failure.message.contains(part), "{failure}");
            }
            (value, right) => panic!("{value:?} is not {right:?}"),
        }
    }

    #[test]
    fn fields_win_over_the_document() {
        check(
            r#"{"a": 1, "b": 2}"#,
            &json!({"b": 3}),
            Ok(json!({"a": 1, "b": 3})),
        );
        check("[1]", &json!({}), Ok(json!([1])));
        check("[1]", &json!({"b": 3}), Err("no object"));
        check("18446744073709551615", &json!({}), Ok(json!(u64::MAX)));
    }

    #[test]
    fn a_file_is_named_with_an_at_sign() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(br#"{"a": "from the file"}"#).unwrap();
        let source = format!("@{}", file.path().display());
        check(&source, &json!({}), Ok(json!({"a": "from the file"})));
        check("@/no/such/file", &json!({}), Err("can't be read"));
    }

    #[test]
    fn an_input_without_an_end_is_refused() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let length = usize::try_from(MAX_INPUT).unwrap() + 1;
        file.write_all(&vec![b' '; length]).unwrap();
        let source = format!("@{}", file.path().display());
        check(&source, &json!({}), Err("holds more than 4194304 bytes"));
    }

    #[test]
    fn malformed_json_is_named_by_line_and_column() {
        check("{\n\"a\": }", &json!({}), Err("line 2 column 6"));
        check("", &json!({}), Err("line 1 column 0"));
        check("{} {}", &json!({}), Err("line 1 column 4"));
    }
}
