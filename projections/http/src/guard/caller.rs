//! Who sends a request: where its peer is, and whom its token names.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::ConnectInfo;
use axum::http::header::{AUTHORIZATION, FORWARDED, HeaderName, VIA};
use axum::http::{Extensions, HeaderMap};
use onefold::Failure;
use onefold::admission::{Admission, Caller, Origin, Visitor};

/// A peer that sends one of these speaks for somebody else.
const OF_PROXIES: [HeaderName; 4] = [
    FORWARDED,
    VIA,
    HeaderName::from_static("x-forwarded-for"),
    HeaderName::from_static("x-real-ip"),
];

/// The visitor that a request is. A server without tokens leaves `Authorization` to what stands before it; elsewhere a
/// token that does not hold is `forbidden`, even for what anybody may do.
pub(super) fn visitor(
    extensions: &Extensions,
    headers: &HeaderMap,
    admission: &Arc<Admission>,
) -> Result<Visitor, Failure> {
    let mut caller = Caller::from(origin(extensions, headers));
    let mut given = headers.get_all(AUTHORIZATION).iter();
    if let (Some(tokens), Some(first)) = (&admission.tokens, given.next()) {
        if given.next().is_some() {
            return Err(Failure::forbidden("there is more than one `Authorization`")
                .next("send `Authorization: Bearer TOKEN`, once"));
        }
        caller = caller.known_as(tokens.verify(bearer(first.as_bytes())?)?);
    }
    Ok(Visitor::new(caller, Arc::clone(admission)))
}

/// What nobody knows the peer of comes from anywhere.
fn origin(extensions: &Extensions, headers: &HeaderMap) -> Origin {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>();
    let is_here = peer.is_some_and(|ConnectInfo(peer)| peer.ip().to_canonical().is_loopback());
    if is_here && !OF_PROXIES.iter().any(|name| headers.contains_key(name)) {
        Origin::Loopback
    } else {
        Origin::Remote
    }
}

/// The token of `Bearer TOKEN`; the scheme is of any case (RFC 9110 §11.1).
fn bearer(value: &[u8]) -> Result<&[u8], Failure> {
    let scheme = b"bearer ";
    match value.split_at_checked(scheme.len()) {
        Some((given, token)) if given.eq_ignore_ascii_case(scheme) => Ok(token.trim_ascii_start()),
        _ => Err(
            Failure::forbidden("`Authorization` is of another scheme than `Bearer`")
                .next("send `Authorization: Bearer TOKEN`, once"),
        ),
    }
}
