//! From a JSON body to an input, or to the problem it is.

use axum::body::{Bytes, HttpBody};
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{DefaultBodyLimit, FromRequest, Request};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use mime::Mime;
use onefold::Failure;
use serde_json::{Map, Value};

use crate::problem::{Code, Problem};

/// The input that the body of a request says; `limit` is in bytes.
///
/// No body is an empty object, so that what takes no input can be called without one. What is there must call itself
/// JSON: a page elsewhere can make a browser send any text, but not with that content type.
pub(crate) async fn read(mut request: Request, limit: usize) -> Result<Value, Problem> {
    let says = content_type(request.headers());
    if says == ContentType::Other {
        return Err(not_json());
    }
    // What announces its size is refused before any of it is read.
    if request.body().size_hint().lower() > limit as u64 {
        return Err(too_large(limit));
    }
    DefaultBodyLimit::max(limit).apply(&mut request);
    let body = Bytes::from_request(request, &())
        .await
        .map_err(|rejection| unread(&rejection, limit))?;
    if body.is_empty() {
        return Ok(Value::Object(Map::new()));
    }
    if says == ContentType::Unsaid {
        return Err(not_json());
    }
    serde_json::from_slice(&body).map_err(|error| {
        Failure::invalid_input(format!("the body is not JSON: {error}"))
            .next("send one JSON object, in UTF-8")
            .into()
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ContentType {
    Json,
    Unsaid,
    Other,
}

/// `application/json`, and any `application/…+json` (RFC 6839 §3.1).
fn content_type(headers: &HeaderMap) -> ContentType {
    let Some(value) = headers.get(CONTENT_TYPE) else {
        return ContentType::Unsaid;
    };
    let parsed = value
        .to_str()
        .ok()
        .and_then(|text| text.parse::<Mime>().ok());
    let is_json = parsed.is_some_and(|mime| {
        mime.type_() == mime::APPLICATION
            && (mime.subtype() == mime::JSON || mime.suffix() == Some(mime::JSON))
    });
    if is_json {
        ContentType::Json
    } else {
        ContentType::Other
    }
}

fn not_json() -> Problem {
    Problem::new(
        Code::UnsupportedMediaType,
        "the body does not say that it is JSON",
    )
    .next("send it with `Content-Type: application/json`")
}

fn too_large(limit: usize) -> Problem {
    Problem::new(
        Code::PayloadTooLarge,
        format!("the body is larger than {limit} bytes"),
    )
}

fn unread(rejection: &BytesRejection, limit: usize) -> Problem {
    match rejection {
        BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => {
            too_large(limit)
        }
        _ => Failure::invalid_input("the body could not be read to its end").into(),
    }
}
