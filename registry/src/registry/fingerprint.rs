//! The digests of a registry: the same for the same capabilities, however they were built, linked or composed.

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{Module, Registry};
use crate::canonical;
use crate::declaration::{Content, ContentBody};

/// SHA-256 over the canonical form of every descriptor, in the order of ids; lower-case hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    /// Over everything a caller can rely on: schemas, exposures, policies. Rewording changes nothing here.
    pub contract: String,
    /// Over that, the prose and the content of resources.
    pub full: String,
}

impl Fingerprint {
    pub(super) fn of(registry: &Registry) -> Self {
        let mut digests = Digests::default();
        for module in registry.modules() {
            digests.module(module);
        }
        for entry in registry {
            let descriptor = serde_json::to_value(entry.descriptor()).unwrap_or_default();
            digests.capability(descriptor, entry.content());
        }
        digests.finish()
    }
}

#[derive(Default)]
struct Digests {
    contract: Sha256,
    full: Sha256,
}

impl Digests {
    fn module(&mut self, module: &Module) {
        // A length before each text, so that no two lists of texts run together alike.
        for text in [module.id.as_str(), &module.version] {
            absorb(&mut self.contract, text);
            absorb(&mut self.full, text);
        }
        absorb(&mut self.full, &module.title);
        absorb(&mut self.full, &module.description);
    }

    fn capability(&mut self, mut descriptor: Value, content: Option<&Content>) {
        // Moving a file changes nothing that anyone calls.
        if let Some(object) = descriptor.as_object_mut() {
            object.shift_remove("provenance");
        }
        absorb(&mut self.full, canonical::json(&descriptor));
        if let Some(content) = content {
            absorb(&mut self.contract, content.media_type.as_bytes());
            absorb(&mut self.full, content.media_type.as_bytes());
            match &content.body {
                ContentBody::Text(text) => absorb(&mut self.full, text.as_bytes()),
                ContentBody::Bytes(bytes) => absorb(&mut self.full, bytes),
            }
        }
        without_prose(&mut descriptor);
        absorb(&mut self.contract, canonical::json(&descriptor));
    }

    fn finish(self) -> Fingerprint {
        Fingerprint {
            contract: hex(self.contract),
            full: hex(self.full),
        }
    }
}

fn without_prose(descriptor: &mut Value) {
    let Some(object) = descriptor.as_object_mut() else {
        return;
    };
    for prose in ["title", "description", "tags"] {
        object.shift_remove(prose);
    }
    for side in ["input", "output"] {
        if let Some(schema) = object.get_mut(side).and_then(|side| side.get_mut("schema")) {
            crate::schema::without_prose(schema);
        }
    }
}

fn absorb(digest: &mut Sha256, text: impl AsRef<[u8]>) {
    let text = text.as_ref();
    digest.update((text.len() as u64).to_le_bytes());
    digest.update(text);
}

fn hex(digest: Sha256) -> String {
    digest
        .finalize()
        .iter()
        .fold(String::with_capacity(64), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
}

#[cfg(test)]
mod tests;
