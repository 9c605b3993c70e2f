//! What tokens and keys have in common as documents: strict reading that repeats no value, scopes, and an end.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::DateTime;
use serde::de::DeserializeOwned;

use super::Scope;
use crate::failure::Failure;

/// Reads a document of JSON. A mistake is told by its place alone, since what stands there may be a secret.
pub(super) fn read<T: DeserializeOwned>(text: &str, form: &str) -> Result<T, Failure> {
    let mut json = serde_json::Deserializer::from_str(text);
    let read = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let (place, cause) = (error.path().to_string(), error.inner());
        wrong(
            &format!(
                "line {}, column {}, at `{place}`",
                cause.line(),
                cause.column()
            ),
            "it does not have the form of such a document",
        )
        .next(format!("write it as {form}"))
    })?;
    json.end()
        .map_err(|_| wrong("its end", "something follows the document"))?;
    Ok(read)
}

/// What is wrong at a place of the document.
pub(super) fn wrong(place: &str, what: &str) -> Failure {
    Failure::invalid_input(format!("{place}: {what}"))
}

pub(super) fn scopes(place: &str, texts: &[String]) -> Result<Arc<[Scope]>, Failure> {
    if texts.is_empty() {
        return Err(wrong(place, "there are no scopes, so it admits to nothing"));
    }
    texts
        .iter()
        .map(|text| {
            text.parse()
                .map_err(|error: super::scope::NotAScope| wrong(place, &error.to_string()))
        })
        .collect()
}

/// When it ends, in seconds since 1970.
pub(super) fn end(place: &str, expires: Option<&str>) -> Result<Option<u64>, Failure> {
    expires
        .map(|text| {
            DateTime::parse_from_rfc3339(text)
                .ok()
                .and_then(|at| u64::try_from(at.timestamp()).ok())
                .ok_or_else(|| {
                    wrong(
                        place,
                        "`expires` is no instant such as `2030-01-01T00:00:00Z`",
                    )
                })
        })
        .transpose()
}

/// A name that a log can show: not empty, short, of one line, and without the separator of signatures.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= 128
        && text
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b';')
}

/// Seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}
