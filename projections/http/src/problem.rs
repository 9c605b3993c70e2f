//! Every failure as a problem document (RFC 9457), whoever found it: a handler, the executor, or the server itself.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use onefold::{Failure, FailureCode, Violation};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// The media type of RFC 9457.
pub(crate) const MEDIA_TYPE: &str = "application/problem+json";

/// Why a request has no answer.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Problem {
    /// The kind of problem, as a URI to compare and not to open.
    #[serde(rename = "type")]
    #[schemars(extend("format" = "uri"))]
    kind: String,
    /// The kind of problem in words, the same for every problem of the kind.
    title: Cow<'static, str>,
    /// The HTTP status.
    #[serde(serialize_with = "as_number")]
    #[schemars(with = "u16", range(min = 400, max = 599))]
    status: StatusCode,
    /// What happened, for a person.
    detail: String,
    /// What to branch on.
    code: Code,
    /// Every place of the input that is wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    violations: Vec<Violation>,
    /// What to do next.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    next: Option<String>,
    // Not the `instance` of the standard, which would have to be a URI.
    /// For an internal failure, what the cause is logged under.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    reference: Option<String>,
    /// The credentials that can help.
    #[serde(skip)]
    challenges: Vec<Challenge>,
}

/// A credential that a caller is asked for, as `WWW-Authenticate` names it (RFC 9110 §11.6.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Challenge {
    /// A bearer token.
    Bearer,
    /// Another bearer token: this one does not hold (RFC 6750 §3.1).
    Token,
    /// A signature of the input.
    Signature,
}

impl Challenge {
    fn as_str(self) -> &'static str {
        match self {
            Self::Bearer => "Bearer",
            Self::Token => "Bearer error=\"invalid_token\"",
            Self::Signature => "Onefold-Signature",
        }
    }
}

/// The code of a failure, or of what is wrong with a request before it is a call of anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Code {
    /// As on every surface.
    Failure(FailureCode),
    /// The path exists, and not for this method.
    MethodNotAllowed,
    /// The body is larger than the server reads.
    PayloadTooLarge,
    /// The body is not JSON by its own account.
    UnsupportedMediaType,
}

impl Code {
    /// Those that only this surface has.
    const OWN: [Self; 3] = [
        Self::MethodNotAllowed,
        Self::PayloadTooLarge,
        Self::UnsupportedMediaType,
    ];

    /// Every code.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        FailureCode::ALL
            .into_iter()
            .map(Self::Failure)
            .chain(Self::OWN)
    }

    /// The code as it is written.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Failure(code) => code.as_str(),
            Self::MethodNotAllowed => "method_not_allowed",
            Self::PayloadTooLarge => "payload_too_large",
            Self::UnsupportedMediaType => "unsupported_media_type",
        }
    }

    /// The status it is answered with.
    pub(crate) fn status(self) -> StatusCode {
        match self {
            Self::Failure(code) => StatusCode::from_u16(code.http_status())
                .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::PayloadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        }
    }

    /// The code in words: `Invalid input`.
    pub(crate) fn title(self) -> String {
        let mut title = self.as_str().replace('_', " ");
        title[..1].make_ascii_uppercase();
        title
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl JsonSchema for Code {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("Code")
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let codes: Vec<&str> = Self::all().map(Self::as_str).collect();
        json_schema!({ "type": "string", "enum": codes })
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over references"
)]
fn as_number<S: Serializer>(status: &StatusCode, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u16(status.as_u16())
}

impl Problem {
    /// A problem that the server itself finds.
    pub(crate) fn new(code: Code, detail: impl Into<String>) -> Self {
        Self {
            // A URN, since the same failure has the same name whatever host and product it comes from: no address is
            // promised, and RFC 9457 (§3.1.1) lets a type be one that nothing is found at.
            kind: format!("urn:onefold:failure:{}", code.as_str()),
            title: code.title().into(),
            status: code.status(),
            detail: detail.into(),
            code,
            violations: Vec::new(),
            next: None,
            reference: None,
            challenges: Vec::new(),
        }
    }

    /// Asks for a credential. The problem is what it was, and has the status that HTTP has for a caller who can do better
    /// with one: 401.
    pub(crate) fn challenged(mut self, challenge: Challenge) -> Self {
        self.status = StatusCode::UNAUTHORIZED;
        self.challenges.push(challenge);
        self
    }

    /// Says what to do next.
    pub(crate) fn next(mut self, next: impl Into<String>) -> Self {
        self.next = Some(next.into());
        self
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        Self {
            violations: failure.violations,
            next: failure.next,
            reference: failure.reference,
            ..Self::new(Code::Failure(failure.code), failure.message)
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response<Body> {
        // A struct of texts and numbers always serialises.
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        for challenge in self.challenges {
            let challenge = HeaderValue::from_static(challenge.as_str());
            headers.append(WWW_AUTHENTICATE, challenge);
        }
        if self.code == Code::Failure(FailureCode::Unavailable) {
            // Seconds. Nobody knows when it will be better; soon is the right guess for a queue and for a restart.
            headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
