//! Bearer tokens: known by their digests, and compared in constant time.

use std::fmt;
use std::sync::Arc;

use serde::Deserialize;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::caller::{Identity, Proof};
use super::{Scope, document};
use crate::failure::Failure;

/// The bytes that a token may have at most.
const LONGEST: usize = 1024;

/// The tokens that a server takes; the module describes the document.
pub struct Tokens(Vec<Token>);

struct Token {
    subject: Arc<str>,
    digest: [u8; 32],
    scopes: Arc<[Scope]>,
    end: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    tokens: Vec<WrittenToken>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenToken {
    subject: String,
    sha256: String,
    scopes: Vec<String>,
    expires: Option<String>,
}

impl Tokens {
    /// Reads a document of tokens. The failure repeats nothing of it but names.
    pub fn read(text: &str) -> Result<Self, Failure> {
        let form =
            r#"{"tokens": [{"subject": "…", "sha256": "…", "scopes": ["read"], "expires": "…"}]}"#;
        let written: Written = document::read(text, form)?;
        if written.tokens.is_empty() {
            return Err(document::wrong("tokens", "there is none"));
        }
        let mut tokens: Vec<Token> = Vec::with_capacity(written.tokens.len());
        for (at, token) in written.tokens.into_iter().enumerate() {
            let place = format!("tokens[{at}]");
            let token = token.read(&place)?;
            if tokens.iter().any(|other| other.digest == token.digest) {
                return Err(document::wrong(&place, "this token stands there twice"));
            }
            tokens.push(token);
        }
        Ok(Self(tokens))
    }

    /// Adds the tokens of another document.
    pub fn and(mut self, others: Self) -> Self {
        self.0.extend(others.0);
        self
    }

    /// Whom a token names, or a failure `forbidden`. The bytes are those after `Bearer `.
    pub fn verify(&self, token: &[u8]) -> Result<Identity, Failure> {
        self.verify_at(token, document::now())
    }

    pub(super) fn verify_at(&self, token: &[u8], now: u64) -> Result<Identity, Failure> {
        if !is_token(token) {
            return Err(Failure::forbidden("what stands for a token can't be one")
                .next("send `Authorization: Bearer TOKEN`, once, with 1 to 1024 characters of `A-Za-z0-9-._~+/`"));
        }
        let digest: [u8; 32] = Sha256::digest(token).into();
        // All are compared, so that the time does not tell which one came near.
        let mut found = None;
        for known in &self.0 {
            if bool::from(known.digest.ct_eq(&digest)) {
                found = Some(known);
            }
        }
        let Some(known) = found else {
            return Err(Failure::forbidden("this token is not known here")
                .next("ask the operator of the server for one"));
        };
        if known.end.is_some_and(|end| end <= now) {
            return Err(Failure::forbidden(format!(
                "this token of `{}` has expired",
                known.subject
            ))
            .next("ask the operator of the server for another"));
        }
        Ok(Identity::new(
            Arc::clone(&known.subject),
            Arc::clone(&known.scopes),
            Proof::Token,
        ))
    }
}

impl WrittenToken {
    fn read(self, place: &str) -> Result<Token, Failure> {
        if !document::is_name(&self.subject) {
            return Err(document::wrong(
                place,
                "`subject` is no name of 1 to 128 visible ASCII characters",
            ));
        }
        let digest = digest(&self.sha256).ok_or_else(|| {
            document::wrong(
                place,
                "`sha256` is not 64 hexadecimal digits; `printf %s TOKEN | sha256sum` prints them",
            )
        })?;
        Ok(Token {
            subject: self.subject.into(),
            digest,
            scopes: document::scopes(place, &self.scopes)?,
            end: document::end(place, self.expires.as_deref())?,
        })
    }
}

/// The grammar of RFC 6750 §2.1, `b64token`, with a bound.
fn is_token(bytes: &[u8]) -> bool {
    let is_char = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(byte);
    let length = bytes.iter().take_while(|byte| is_char(byte)).count();
    length > 0 && bytes.len() <= LONGEST && bytes[length..].iter().all(|byte| *byte == b'=')
}

fn digest(hex: &str) -> Option<[u8; 32]> {
    let mut digest = [0; 32];
    let (pairs, rest) = hex.as_bytes().as_chunks::<2>();
    if pairs.len() != digest.len() || !rest.is_empty() {
        return None;
    }
    for (byte, [high, low]) in digest.iter_mut().zip(pairs) {
        let digit = |digit: u8| char::from(digit).to_digit(16);
        *byte = u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()?;
    }
    Some(digest)
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(|token| &token.subject))
            .finish()
    }
}
