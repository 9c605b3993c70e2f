//! Projects an onefold registry as an axum router and an `OpenAPI` 3.1 document.
//!
//! A `GET` takes its input from the query string, bound by the schema of the input; a `POST` takes a JSON body. An
//! answer is the JSON that the handler's output was encoded to, byte for byte; every failure is a problem of RFC 9457.
//! Nothing here decides what exists: the router and the document are two readings of one [`onefold::Registry`].

mod body;
mod guard;
mod health;
mod metrics;
mod openapi;
mod problem;
mod projection;
mod query;
mod routes;

#[cfg(test)]
mod fixture;

pub use guard::{Guard, NotAHost, guarded};
pub use health::Readiness;
pub use openapi::{openapi, openapi_json};
pub use projection::Http;
pub use routes::{Options, router, router_with};
