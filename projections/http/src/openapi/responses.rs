//! The failures that every operation shares, and the schema of a problem.

use onefold::FailureCode;
use onefold::model::HttpMethod;
use onefold::schema::{inlined, plain};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::problem::{Code, MEDIA_TYPE, Problem};

/// The name of the component that a problem's schema is; no type of a product gets it.
pub(super) const PROBLEM: &str = "Problem";

/// The references to the failures that an operation can end with, by status.
pub(super) fn failures(method: HttpMethod) -> impl Iterator<Item = (String, Value)> {
    let mut codes: Vec<Code> = Code::all().filter(|code| ends(*code, method)).collect();
    codes.sort_by_key(|code| code.status());
    let mut answers: Vec<(String, String)> = codes
        .into_iter()
        .map(|code| (code.status().as_str().to_owned(), name(code)))
        .collect();
    answers.push((UNAUTHENTICATED.0.to_owned(), UNAUTHENTICATED.1.to_owned()));
    answers.sort();
    answers.into_iter().map(|(status, name)| {
        let reference = format!("#/components/responses/{name}");
        (status, json!({ "$ref": reference }))
    })
}

/// The status and the response of what is `forbidden` to a caller for whom a credential can help.
const UNAUTHENTICATED: (&str, &str) = ("401", "Unauthenticated");

fn unauthenticated() -> Value {
    json!({
        "description": "A credential is missing, or the one that was sent does not hold; the code is `forbidden`.",
        "headers": {
            "WWW-Authenticate": {
                "description": "The credentials that can help (RFC 9110).",
                "schema": {"type": "string"},
            },
        },
        "content": {
            MEDIA_TYPE: {"schema": {"$ref": format!("#/components/schemas/{PROBLEM}")}},
        },
    })
}

/// Whether an operation of this method can end with this code.
fn ends(code: Code, method: HttpMethod) -> bool {
    match code {
        Code::Failure(_) => true,
        // A known operation is a method that the path has.
        Code::MethodNotAllowed => false,
        Code::PayloadTooLarge | Code::UnsupportedMediaType => method == HttpMethod::Post,
    }
}

/// The responses themselves: those that operations of these methods refer to.
pub(super) fn components(methods: &[HttpMethod]) -> Map<String, Value> {
    Code::all()
        .filter(|code| methods.iter().any(|method| ends(*code, *method)))
        .map(|code| {
            let mut response = json!({
                "description": description(code),
                "content": {
                    MEDIA_TYPE: {"schema": {"$ref": format!("#/components/schemas/{PROBLEM}")}},
                },
            });
            if code == Code::Failure(FailureCode::Unavailable) {
                response["headers"] = json!({
                    "Retry-After": {
                        "description": "The seconds after which trying again can help.",
                        "schema": {"type": "integer", "minimum": 0},
                    },
                });
            }
            (name(code), response)
        })
        .chain((!methods.is_empty()).then(|| (UNAUTHENTICATED.1.to_owned(), unauthenticated())))
        .collect()
}

/// The schema of a problem, whole.
pub(super) fn problem() -> Value {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.meta_schema = None;
    let mut schema = settings.into_generator().into_root_schema_for::<Problem>();
    schema.remove("title");
    plain(&inlined(&schema.to_value()))
}

fn description(code: Code) -> &'static str {
    match code {
        Code::Failure(FailureCode::InvalidInput) => {
            "The input breaks its schema, or what the operation demands of it."
        }
        Code::Failure(FailureCode::NotFound) => "What the input names does not exist.",
        Code::Failure(FailureCode::Forbidden) => {
            "This caller may not do this, or the request names a host that is not allowed."
        }
        Code::Failure(FailureCode::Refused) => "The input is well-formed, and the answer is no.",
        Code::Failure(FailureCode::Conflict) => "It contradicts what is there now.",
        Code::Failure(FailureCode::Unavailable) => "Not now; trying again can help.",
        Code::Failure(FailureCode::Internal) => {
            "A fault of the product; its log has the cause, under the reference."
        }
        Code::MethodNotAllowed => "The path exists, and not for this method.",
        Code::PayloadTooLarge => "The body is larger than the server reads.",
        Code::UnsupportedMediaType => "The body does not say that it is JSON.",
    }
}

/// `InvalidInput` for `invalid_input`.
fn name(code: Code) -> String {
    code.as_str()
        .split('_')
        .map(|word| {
            let (first, rest) = word.split_at(1);
            first.to_ascii_uppercase() + rest
        })
        .collect()
}
