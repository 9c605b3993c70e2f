//! The host of `Host` and `Origin`, read strictly: what is not surely a host is none.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// A text that was meant to be a host, and is neither a name nor an address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is neither the name nor the address of a host; leave out scheme and port")]
pub struct NotAHost(String);

/// A host: a name in lower case, or an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Host {
    Name(String),
    Address(IpAddr),
}

impl Host {
    pub(super) fn is_loopback(&self) -> bool {
        match self {
            Self::Name(name) => name == "localhost",
            Self::Address(address) => address.is_loopback(),
        }
    }

    /// As it stands in a URI (RFC 3986 §3.2.2): an address of version 6 is in brackets.
    fn in_uri(text: &str) -> Option<Self> {
        if let Some(inside) = text.strip_prefix('[') {
            let address: Ipv6Addr = inside.strip_suffix(']')?.parse().ok()?;
            return Some(Self::Address(address.into()));
        }
        if let Ok(address) = text.parse::<Ipv4Addr>() {
            return Some(Self::Address(address.into()));
        }
        let is_label = |label: &str| {
            !label.is_empty()
                && label
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        };
        text.split('.')
            .all(is_label)
            .then(|| Self::Name(text.to_ascii_lowercase()))
    }
}

impl FromStr for Host {
    type Err = NotAHost;

    fn from_str(text: &str) -> Result<Self, NotAHost> {
        text.parse::<IpAddr>()
            .ok()
            .map(Self::Address)
            .or_else(|| Self::in_uri(text))
            .ok_or_else(|| NotAHost(text.to_owned()))
    }
}

/// The host of `host[:port]`.
pub(super) fn of_authority(text: &str) -> Option<Host> {
    let end = match text.find(']') {
        Some(bracket) => bracket + 1,
        None => text.find(':').unwrap_or(text.len()),
    };
    let (host, port) = text.split_at(end);
    let port_is_one = match port.strip_prefix(':') {
        // A port may be empty (RFC 3986 §3.2.3).
        Some(digits) => {
            digits.bytes().all(|byte| byte.is_ascii_digit())
                && (digits.is_empty() || digits.parse::<u16>().is_ok())
        }
        None => port.is_empty(),
    };
    port_is_one.then(|| Host::in_uri(host)).flatten()
}

/// The host of `http[s]://host[:port]` (RFC 6454 §7); `null`, and what has no host, has none here either.
pub(super) fn of_origin(text: &str) -> Option<Host> {
    let (scheme, authority) = text.split_once("://")?;
    let is_web = ["http", "https"]
        .iter()
        .any(|web| scheme.eq_ignore_ascii_case(web));
    is_web.then(|| of_authority(authority)).flatten()
}
