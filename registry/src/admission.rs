//! Who may call what: callers, their scopes, bearer tokens and signed inputs.
//!
//! [`admit`] decides, by [`classify::admits`] alone. A caller without a credential is judged by where it calls from:
//! whoever runs the program may do everything, somebody on this machine all that does not demand to know its caller, and
//! somebody on another machine may only read. A caller with a credential is judged by that credential, wherever it calls
//! from, and never admitted to less than it could read without.
//!
//! # Tokens
//!
//! ```json
//! {"tokens": [{"subject": "ci", "sha256": "<64 hexadecimal digits>", "scopes": ["read", "write:notes"],
//!              "expires": "2030-01-01T00:00:00Z"}]}
//! ```
//!
//! A file of tokens holds digests, so it is no secret: `openssl rand -hex 32` makes a token, and
//! `printf %s "$TOKEN" | sha256sum` its digest. A scope is `read` or `write`, which includes `read`; `:` and the id of a
//! module or a capability narrow it. `expires` may be left out.
//!
//! # Signed inputs
//!
//! ```json
//! {"keys": [{"id": "ci", "ed25519": "<32 bytes in Base64>", "scopes": ["write:notes.add"]}]}
//! ```
//!
//! A signature is the text `v1;KEY;ISSUED;EXPIRES;NONCE;SIGNATURE`: the id of the key; two instants as whole seconds since
//! 1970, at most [`signature::LONGEST`] apart; a nonce of 16 to 64 characters of `A-Za-z0-9_-`, never used again; and 64
//! bytes of Ed25519 (RFC 8032) in the URL alphabet of Base64, without padding. Signed is the text `onefold-signature-v1`, a
//! line feed, and the canonical JSON of
//!
//! ```json
//! {"capability": "notes.add", "expires": 1800000060, "input": {"text": "Buy milk"}, "issued": 1800000000,
//!  "key": "ci", "nonce": "5Gk2hUvDCVMLU0Zl", "product": "notes"}
//! ```
//!
//! in which `input` is what the caller gives and `product` the id of the product. Canonical JSON has no white space, the
//! keys of every object in the order of their bytes, and strings escaped as little as JSON allows. [`sign`] does it all.
//! A signature is taken once, and never by a server that started after it was issued.

mod caller;
mod document;
mod scope;
pub mod signature;
mod tokens;
mod trust;

#[cfg(test)]
mod tests;

use crate::classify;
use crate::failure::Failure;
use crate::registry::Entry;

pub use caller::{Caller, Identity, Origin, Proof, Visitor};
pub use scope::{Access, Scope};
pub use signature::{Claims, sign};
pub use tokens::Tokens;
pub use trust::Trust;

/// What a server knows its callers by. The default knows nobody, and then callers from other machines may only read.
#[derive(Debug, Default)]
pub struct Admission {
    /// The tokens that are taken.
    pub tokens: Option<Tokens>,
    /// The keys whose signatures are taken.
    pub trust: Option<Trust>,
}

impl Admission {
    /// Whether anybody can be known at all.
    pub fn knows_anybody(&self) -> bool {
        self.tokens.is_some() || self.trust.is_some()
    }
}

/// Lets a caller on to a capability, or says why not: the failure is `forbidden`.
pub fn admit(caller: &Caller, entry: &Entry) -> Result<(), Failure> {
    if classify::admits(caller.standing(entry), entry.execution()) {
        return Ok(());
    }
    tracing::warn!(id = %entry.id(), %caller, "not admitted");
    let id = entry.id();
    let policy = entry.execution();
    Err(match caller.identity() {
        Some(identity) if !identity.covers(entry) => Failure::forbidden(format!(
            "no scope of `{}` covers `{id}`",
            identity.subject()
        ))
        .next(format!(
            "use a credential with the scope `{}`",
            Scope::least(entry)
        )),
        Some(_) => Failure::forbidden(format!("a signed input does not admit to `{id}`"))
            .next("call it with a bearer token"),
        None => {
            let why = if policy.authenticated {
                "demands to know its caller"
            } else {
                "changes something, and a caller from another machine may only read"
            };
            let next = if policy.signed_input && !policy.changes_outside {
                "call it with a bearer token, or sign the input"
            } else {
                "call it with a bearer token"
            };
            Failure::forbidden(format!("`{id}` {why}")).next(next)
        }
    })
}
