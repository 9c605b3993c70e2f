//! Who is calling: where from, and who it has proved to be.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::{Admission, Scope};
use crate::classify::Standing;
use crate::failure::Failure;
use crate::registry::Entry;

/// Where a call comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The program itself.
    InProcess,
    /// Whoever runs the program: its command line, its stdin and stdout.
    Stdio,
    /// This machine, over the network.
    Loopback,
    /// Another machine, or nobody knows where.
    Remote,
}

/// How a caller proved who it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Proof {
    /// By a bearer token.
    Token,
    /// By a signature of this input.
    Signature,
}

/// A caller who is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    subject: Arc<str>,
    scopes: Arc<[Scope]>,
    proof: Proof,
}

/// Who is calling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    origin: Origin,
    identity: Option<Identity>,
}

impl Identity {
    pub(super) fn new(subject: Arc<str>, scopes: Arc<[Scope]>, proof: Proof) -> Self {
        Self {
            subject,
            scopes,
            proof,
        }
    }

    /// The name in the document that the caller is known by.
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// How it proved that.
    pub fn proof(&self) -> Proof {
        self.proof
    }

    /// Whether one of its scopes covers a capability.
    pub fn covers(&self, entry: &Entry) -> bool {
        self.scopes.iter().any(|scope| scope.covers(entry))
    }
}

impl Caller {
    /// From there, without a credential.
    pub fn from(origin: Origin) -> Self {
        Self {
            origin,
            identity: None,
        }
    }

    /// The program itself.
    pub fn in_process() -> Self {
        Self::from(Origin::InProcess)
    }

    /// The same caller, now known.
    pub fn known_as(mut self, identity: Identity) -> Self {
        self.identity = Some(identity);
        self
    }

    /// Where it calls from.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Who it has proved to be.
    pub fn identity(&self) -> Option<&Identity> {
        self.identity.as_ref()
    }

    /// What it is to a capability.
    pub fn standing(&self, entry: &Entry) -> Standing {
        match (&self.identity, self.origin) {
            (Some(identity), _) if !identity.covers(entry) => Standing::Unauthorised,
            (Some(identity), _) => match identity.proof {
                Proof::Token => Standing::Authorised,
                Proof::Signature => Standing::Signed,
            },
            (None, Origin::InProcess) => Standing::InProcess,
            (None, Origin::Stdio) => Standing::Stdio,
            (None, Origin::Loopback) => Standing::Loopback,
            (None, Origin::Remote) => Standing::Remote,
        }
    }
}

impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.origin {
            Origin::InProcess => "in_process",
            Origin::Stdio => "stdio",
            Origin::Loopback => "loopback",
            Origin::Remote => "remote",
        })?;
        match &self.identity {
            Some(identity) => write!(f, " ({})", identity.subject),
            None => Ok(()),
        }
    }
}

/// A request on its way to a capability: its caller as far as the request alone tells, and what more can be known by.
///
/// What receives requests puts one beside each; who finds none must take [`Visitor::unknown`].
#[derive(Debug, Clone)]
pub struct Visitor {
    caller: Caller,
    admission: Arc<Admission>,
}

impl Visitor {
    /// A caller, before a server that knows callers by this.
    pub fn new(caller: Caller, admission: Arc<Admission>) -> Self {
        Self { caller, admission }
    }

    /// Nobody knows who it is and where from, so it may only read.
    pub fn unknown() -> Self {
        Self::new(Caller::from(Origin::Remote), Arc::default())
    }

    /// Whoever runs the program.
    pub fn stdio() -> Self {
        Self::new(Caller::from(Origin::Stdio), Arc::default())
    }

    /// The caller, as far as the request alone tells.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// What more can be known by.
    pub fn admission(&self) -> &Admission {
        &self.admission
    }

    /// The caller of a capability with this input. A signature is ignored, as any other header, by a server without a
    /// trust file; elsewhere one that does not hold is `forbidden`, whatever else the caller has.
    pub fn calls(
        &self,
        product: &str,
        capability: &str,
        input: &Value,
        signature: Option<&[u8]>,
    ) -> Result<Caller, Failure> {
        let caller = self.caller.clone();
        let (Some(signature), Some(trust)) = (signature, &self.admission.trust) else {
            return Ok(caller);
        };
        let signer = trust.verify(product, capability, input, signature)?;
        // A token says more than a signature does.
        if caller.identity.is_some() {
            return Ok(caller);
        }
        Ok(caller.known_as(signer))
    }
}
