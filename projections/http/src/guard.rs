//! Keeps out requests that were meant for another host, or that a page of another site made a browser send, and says of
//! the others who sent them.
//!
//! A server on a loopback address is reachable by every page the user opens: a name the page's owner controls can be
//! pointed at 127.0.0.1 (DNS rebinding), and a form can be posted there. `Host` betrays the first, `Origin` the second.

mod caller;
mod host;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Request, Response, Uri};
use axum::response::IntoResponse;
use onefold::Failure;
use onefold::admission::Admission;
use tower_http::validate_request::ValidateRequestHeaderLayer;

use crate::problem::{Challenge, Problem};
use host::Host;
pub use host::NotAHost;

/// Whom a server answers: requests that name a loopback host, or one the operator allows, in `Host` and in `Origin`.
///
/// To each it adds the [`onefold::admission::Visitor`] that it is. That needs the address of the peer: serve the router by
/// `into_make_service_with_connect_info::<SocketAddr>()`, or every caller counts as one of another machine. So does one
/// on this machine that says it forwards for somebody else.
///
/// ```
/// use onefold_http::Guard;
///
/// # fn main() -> Result<(), onefold_http::NotAHost> {
/// let router = Guard::loopback().allow_host("notes.example.org")?.protect(axum::Router::new());
/// assert!(Guard::loopback().allow_host("notes.example.org:80").is_err());
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Guard {
    allowed: Vec<Host>,
    admission: Arc<Admission>,
}

/// Puts a router, all its routes and its fallback, behind [`Guard::loopback`].
pub fn guarded(router: Router) -> Router {
    Guard::loopback().protect(router)
}

#[expect(
    clippy::result_large_err,
    reason = "the layer wants the response itself"
)]
impl Guard {
    /// `localhost`, the addresses of 127.0.0.0/8, and `[::1]`, on any port.
    pub fn loopback() -> Self {
        Self::default()
    }

    /// Allows a host too, on any port: a name or an address, without a port.
    pub fn allow_host(mut self, host: &str) -> Result<Self, NotAHost> {
        self.allowed.push(host.parse()?);
        Ok(self)
    }

    /// Says what callers are known by; without, nobody is.
    pub fn admission(mut self, admission: impl Into<Arc<Admission>>) -> Self {
        self.admission = admission.into();
        self
    }

    /// Puts a router, all its routes and its fallback, behind this guard.
    pub fn protect(self, router: Router) -> Router {
        let guard = Arc::new(self);
        router.layer(ValidateRequestHeaderLayer::custom(
            move |request: &mut Request<Body>| guard.check(request),
        ))
    }

    fn check(&self, request: &mut Request<Body>) -> Result<(), Response<Body>> {
        let Err(what) = self.admit(request.uri(), request.headers()) else {
            return self.identify(request);
        };
        let shown = |name: HeaderName| request.headers().get(name);
        tracing::warn!(
            method = %request.method(),
            path = request.uri().path(),
            host = ?shown(HOST),
            origin = ?shown(ORIGIN),
            "refused: {what}"
        );
        Err(Problem::from(
            Failure::forbidden(what).next(
                "call the server by the address it prints, or have its operator allow the host",
            ),
        )
        .into_response())
    }

    fn identify(&self, request: &mut Request<Body>) -> Result<(), Response<Body>> {
        let visitor = caller::visitor(request.extensions(), request.headers(), &self.admission)
            .map_err(|failure| {
                tracing::warn!(
                    method = %request.method(),
                    path = request.uri().path(),
                    "refused: {failure}"
                );
                Problem::from(failure)
                    .challenged(Challenge::Token)
                    .into_response()
            })?;
        request.extensions_mut().insert(visitor);
        Ok(())
    }

    /// Each header that stands there must name an allowed host, however often it does.
    fn admit(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), &'static str> {
        // What the request line says outranks `Host` (RFC 9112 §3.2.2).
        if uri
            .authority()
            .is_some_and(|at| !self.allows(host::of_authority(at.as_str())))
        {
            return Err("the request is for a host that is not allowed");
        }
        // RFC 9112 §3.2 answers a missing or malformed `Host` with 400. Here all that is refused is refused alike, so
        // that there is one rule: what does not name an allowed host is not admitted.
        let hosts = headers.get_all(HOST);
        if hosts.iter().next().is_none() && uri.authority().is_none() {
            return Err("the request does not say which host it is for");
        }
        if !hosts
            .iter()
            .all(|value| self.names_allowed(value, host::of_authority))
        {
            return Err("the request is for a host that is not allowed");
        }
        let origins = headers.get_all(ORIGIN);
        if !origins
            .iter()
            .all(|value| self.names_allowed(value, host::of_origin))
        {
            return Err("the request comes from a page of an origin that is not allowed");
        }
        Ok(())
    }

    fn names_allowed(&self, value: &HeaderValue, read: fn(&str) -> Option<Host>) -> bool {
        value.to_str().is_ok_and(|text| self.allows(read(text)))
    }

    fn allows(&self, host: Option<Host>) -> bool {
        host.is_some_and(|host| host.is_loopback() || self.allowed.contains(&host))
    }
}
