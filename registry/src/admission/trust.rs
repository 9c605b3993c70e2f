//! The keys whose signatures are taken, and the signatures that were.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use ed25519_dalek::VerifyingKey;
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::caller::{Identity, Proof};
use super::signature::{Claims, LONGEST};
use super::{Scope, document};
use crate::failure::Failure;

/// Clocks may differ by this many seconds.
const SKEW: u64 = 5;

/// So many signatures are remembered at most. Beyond that, calls wait until some have expired: to forget one early would
/// let it be used again.
const REMEMBERED: usize = 65_536;

/// The keys that a server trusts; the module describes the document.
pub struct Trust {
    keys: Vec<Key>,
    /// What was signed before may have been taken by the server that ran before.
    started: u64,
    taken: Mutex<Taken>,
}

struct Key {
    id: Arc<str>,
    public: VerifyingKey,
    scopes: Arc<[Scope]>,
    end: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    keys: Vec<WrittenKey>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenKey {
    id: String,
    ed25519: String,
    scopes: Vec<String>,
    expires: Option<String>,
}

impl Trust {
    /// Reads a document of keys.
    pub fn read(text: &str) -> Result<Self, Failure> {
        Self::read_at(text, document::now())
    }

    pub(super) fn read_at(text: &str, now: u64) -> Result<Self, Failure> {
        let form =
            r#"{"keys": [{"id": "…", "ed25519": "…", "scopes": ["write:…"], "expires": "…"}]}"#;
        let written: Written = document::read(text, form)?;
        if written.keys.is_empty() {
            return Err(document::wrong("keys", "there is none"));
        }
        let mut keys: Vec<Key> = Vec::with_capacity(written.keys.len());
        for (at, key) in written.keys.into_iter().enumerate() {
            let place = format!("keys[{at}]");
            let key = key.read(&place)?;
            if keys.iter().any(|other| other.id == key.id) {
                return Err(document::wrong(
                    &place,
                    "a key of this id stands there already",
                ));
            }
            keys.push(key);
        }
        Ok(Self {
            keys,
            started: now,
            taken: Mutex::default(),
        })
    }

    /// Whose signature this is, or a failure: `forbidden`, or `unavailable` where too many are remembered.
    pub fn verify(
        &self,
        product: &str,
        capability: &str,
        input: &Value,
        signature: &[u8],
    ) -> Result<Identity, Failure> {
        self.verify_at(product, capability, input, signature, document::now())
    }

    pub(super) fn verify_at(
        &self,
        product: &str,
        capability: &str,
        input: &Value,
        signature: &[u8],
        now: u64,
    ) -> Result<Identity, Failure> {
        let (claims, signature) = Claims::read(signature).ok_or_else(|| {
            Failure::forbidden("what stands for a signature can't be one")
                .next("send `v1;KEY;ISSUED;EXPIRES;NONCE;SIGNATURE`, once")
        })?;
        let key = self.keys.iter().find(|key| *key.id == *claims.key);
        let message = claims.message(product, capability, input);
        // Whoever has no key learns nothing of the keys there are.
        let key = key
            .filter(|key| key.public.verify_strict(&message, &signature).is_ok())
            .ok_or_else(|| {
                Failure::forbidden("the signature is of another input or by a key that is not trusted here")
                    .next("sign the product, the capability and the input as they are sent, with a key of the trust file")
            })?;
        if key.end.is_some_and(|end| end <= now) {
            return Err(
                Failure::forbidden(format!("the key `{}` has expired", key.id))
                    .next("ask the operator of the server to trust another"),
            );
        }
        self.in_time(&claims, now).map_err(|what| {
            Failure::forbidden(what).next("sign the input again, by the right time")
        })?;
        self.taken
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take((claims.expires, Sha256::digest(&message).into()), now)?;
        Ok(Identity::new(
            Arc::clone(&key.id),
            Arc::clone(&key.scopes),
            Proof::Signature,
        ))
    }

    fn in_time(&self, claims: &Claims, now: u64) -> Result<(), &'static str> {
        if claims.expires <= now {
            Err("the signature has expired")
        } else if claims.issued > now + SKEW {
            Err("the signature is not good yet")
        } else if claims.expires <= claims.issued || claims.expires - claims.issued > LONGEST {
            Err("the signature must expire after it was issued, within 300 seconds")
        } else if claims.issued < self.started {
            Err("the signature was issued before this server started")
        } else {
            Ok(())
        }
    }
}

impl WrittenKey {
    fn read(self, place: &str) -> Result<Key, Failure> {
        if !document::is_name(&self.id) {
            return Err(document::wrong(
                place,
                "`id` is no name of 1 to 128 visible ASCII characters without `;`",
            ));
        }
        let bytes = BASE64_STANDARD.decode(&self.ed25519).ok();
        let public = bytes
            .and_then(|bytes| VerifyingKey::from_bytes(&bytes.try_into().ok()?).ok())
            // By such a key, one signature would be good for every message.
            .filter(|key| !key.is_weak())
            .ok_or_else(|| {
                document::wrong(place, "`ed25519` is no public key of 32 bytes in Base64")
            })?;
        Ok(Key {
            id: self.id.into(),
            public,
            scopes: document::scopes(place, &self.scopes)?,
            end: document::end(place, self.expires.as_deref())?,
        })
    }
}

/// The signatures that were taken and have not expired, by when they do.
#[derive(Default)]
struct Taken(BTreeSet<(u64, [u8; 32])>);

impl Taken {
    fn take(&mut self, signed: (u64, [u8; 32]), now: u64) -> Result<(), Failure> {
        // What has expired is refused for that.
        while self.0.first().is_some_and(|(expires, _)| *expires <= now) {
            self.0.pop_first();
        }
        if self.0.contains(&signed) {
            return Err(Failure::forbidden("the signature has been used already")
                .next("sign the input again, with another nonce"));
        }
        if self.0.len() >= REMEMBERED {
            return Err(Failure::unavailable("too many signatures are remembered")
                .next("try again when some have expired"));
        }
        self.0.insert(signed);
        Ok(())
    }
}

impl fmt::Debug for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.keys.iter().map(|key| &key.id))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FailureCode;

    #[test]
    fn beyond_the_bound_nothing_is_forgotten_before_it_has_expired() {
        let mut taken = Taken::default();
        let signed = |number: usize, expires| {
            let mut digest = [0; 32];
            digest[..8].copy_from_slice(&number.to_be_bytes());
            (expires, digest)
        };
        for number in 0..REMEMBERED {
            let expires = if number == 0 { 10 } else { 20 };
            taken.take(signed(number, expires), 0).unwrap();
        }
        let code = |result: Result<(), Failure>| result.map_err(|failure| failure.code);
        let another = signed(REMEMBERED, 20);
        assert_eq!(code(taken.take(another, 9)), Err(FailureCode::Unavailable));
        assert_eq!(
            code(taken.take(signed(1, 20), 9)),
            Err(FailureCode::Forbidden)
        );
        assert_eq!(code(taken.take(another, 10)), Ok(()));
        assert_eq!(
            code(taken.take(signed(0, 30), 10)),
            Err(FailureCode::Unavailable)
        );
    }
}
