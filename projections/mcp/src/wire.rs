//! The wall around `rmcp`: what is named here is named nowhere else, so that its next major changes these files alone.

mod convert;
mod http;
mod server;
mod transport;

pub use http::{http_service, http_service_for};
pub(crate) use transport::converse;
