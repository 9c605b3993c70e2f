//! A signature of one input: its text, what is signed, and making one.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use ed25519_dalek::{Signature, Signer, SigningKey};
use serde_json::{Value, json};

use super::document::is_name;
use crate::canonical;

/// A signature is good for this many seconds at most.
pub const LONGEST: u64 = 300;

/// What is signed begins with this, so that no other protocol's message can be taken for one.
const DOMAIN: &str = "onefold-signature-v1\n";

/// What a signature says beside the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claims {
    /// The id of the key.
    pub key: String,
    /// From when on it is good, in seconds since 1970.
    pub issued: u64,
    /// Until when, and no longer then, in seconds since 1970.
    pub expires: u64,
    /// 16 to 64 characters of `A-Za-z0-9_-`, never used again.
    pub nonce: String,
}

/// Signs a call of a capability of a product, and answers with the text of the signature. `secret` is the secret key of
/// RFC 8032.
pub fn sign(
    secret: &[u8; 32],
    claims: &Claims,
    product: &str,
    capability: &str,
    input: &Value,
) -> String {
    let signature =
        SigningKey::from_bytes(secret).sign(&claims.message(product, capability, input));
    let Claims {
        key,
        issued,
        expires,
        nonce,
    } = claims;
    let signature = BASE64_URL_SAFE_NO_PAD.encode(signature.to_bytes());
    format!("v1;{key};{issued};{expires};{nonce};{signature}")
}

impl Claims {
    /// What is signed.
    pub(super) fn message(&self, product: &str, capability: &str, input: &Value) -> Vec<u8> {
        let signed = json!({
            "capability": capability,
            "expires": self.expires,
            "input": input,
            "issued": self.issued,
            "key": self.key,
            "nonce": self.nonce,
            "product": product,
        });
        format!("{DOMAIN}{}", canonical::json(&signed)).into_bytes()
    }

    /// Reads the text of a signature.
    pub(super) fn read(text: &[u8]) -> Option<(Self, Signature)> {
        // More than the longest that can be well-formed.
        if text.len() > 512 {
            return None;
        }
        let mut parts = str::from_utf8(text).ok()?.split(';');
        let mut next = || parts.next();
        let ("v1", key, issued, expires, nonce, signature) =
            (next()?, next()?, next()?, next()?, next()?, next()?)
        else {
            return None;
        };
        if next().is_some() || !is_name(key) || !is_nonce(nonce) {
            return None;
        }
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(signature).ok()?;
        let claims = Self {
            key: key.to_owned(),
            issued: seconds(issued)?,
            expires: seconds(expires)?,
            nonce: nonce.to_owned(),
        };
        Some((claims, Signature::from_slice(&bytes).ok()?))
    }
}

fn is_nonce(text: &str) -> bool {
    (16..=64).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// Digits alone: `parse` takes a sign too.
fn seconds(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}
