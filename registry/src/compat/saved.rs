//! A registry as it is saved: everything a caller can rely on, as one document.

use std::collections::BTreeMap;

use semver::Version;
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::model::{Capability, CapabilityId, ModuleId};
use crate::registry::{Entry, Fingerprint, Registry};

/// The form of the document. What can't be read as it was meant must have another number.
const FORMAT: u32 = 1;

/// A registry as it was when it was saved.
///
/// One that exists is in order: ids are unique and sorted, every capability belongs to a module, and every version can be
/// compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Document")]
pub struct Saved {
    format: Format,
    product: SavedProduct,
    fingerprint: Fingerprint,
    modules: Vec<SavedModule>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    media_types: BTreeMap<CapabilityId, String>,
    capabilities: Vec<Capability>,
}

/// The product of a saved registry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedProduct {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: Version,
}

/// A module of a saved registry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedModule {
    /// Its id.
    pub id: ModuleId,
    /// Its version.
    pub version: Version,
    /// A short name.
    pub title: String,
    /// What its capabilities have in common.
    pub description: String,
}

/// Why a document is no saved registry.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is longer than any registry.
    #[error("it has {0} bytes, and a saved registry has at most {most}", most = Saved::LONGEST)]
    TooLong(usize),
    /// It is no JSON, or not of this form; the message ends with line and column.
    #[error("it is no saved registry: {0}")]
    Malformed(#[from] serde_json::Error),
    /// It holds something that this comparison would pass over.
    #[error(
        "it holds `{0}`, which this version does not know; compare it with the version that wrote it"
    )]
    Unknown(String),
}

impl Saved {
    /// The longest document that is read, in bytes; ten thousand capabilities take less.
    pub const LONGEST: usize = 64 << 20;

    /// The account of a registry. It asks for every schema.
    pub fn of(registry: &Registry) -> Self {
        let product = registry.product();
        let media_types = registry.iter().filter_map(|entry| {
            let content = entry.content()?;
            Some((entry.id().clone(), content.media_type.clone().into_owned()))
        });
        Self {
            format: Format,
            product: SavedProduct {
                id: product.id.clone().into_owned(),
                version: version(&product.version),
            },
            fingerprint: registry.fingerprint().clone(),
            modules: registry
                .modules()
                .iter()
                .map(|module| SavedModule {
                    id: module.id.clone(),
                    version: version(&module.version),
                    title: module.title.clone(),
                    description: module.description.clone(),
                })
                .collect(),
            media_types: media_types.collect(),
            capabilities: registry.iter().map(Entry::descriptor).collect(),
        }
    }

    /// Reads a document that [`Saved::to_json`] wrote. What it does not know is refused, since nothing could be said of
    /// a change to it.
    ///
    /// ```
    /// use onefold::compat::Saved;
    /// use onefold::{Product, Registry};
    ///
    /// let saved = Saved::of(&Registry::composed(Product::new("notes", "1.0.0"), [])?);
    /// assert_eq!(Saved::from_json(saved.to_json()?.as_bytes())?, saved);
    /// assert!(Saved::from_json(br#"{"format": 2}"#).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_json(text: &[u8]) -> Result<Self, ReadError> {
        if text.len() > Self::LONGEST {
            return Err(ReadError::TooLong(text.len()));
        }
        let mut unknown = None;
        let mut json = serde_json::Deserializer::from_slice(text);
        let saved = serde_ignored::deserialize(&mut json, |path| {
            unknown.get_or_insert_with(|| path.to_string());
        })?;
        json.end()?;
        match unknown {
            Some(path) => Err(ReadError::Unknown(path)),
            None => Ok(saved),
        }
    }

    /// The document: the same bytes for the same registry.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }

    /// The product.
    pub fn product(&self) -> &SavedProduct {
        &self.product
    }

    /// The modules, by id.
    pub fn modules(&self) -> &[SavedModule] {
        &self.modules
    }

    /// The descriptors, by id.
    pub fn capabilities(&self) -> &[Capability] {
        &self.capabilities
    }

    /// The digests of the registry. They are kept for whoever reads the document, and are not computed again.
    pub fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    pub(super) fn media_type(&self, id: &CapabilityId) -> Option<&str> {
        self.media_types.get(id).map(String::as_str)
    }
}

/// Assembly has read every version already; one that can't be read promises nothing.
fn version(text: &str) -> Version {
    Version::parse(text).unwrap_or_else(|_| Version::new(0, 0, 0))
}

/// The document before anything was asked of it.
#[derive(Deserialize)]
struct Document {
    format: Format,
    product: SavedProduct,
    fingerprint: Fingerprint,
    modules: Vec<SavedModule>,
    #[serde(default)]
    media_types: BTreeMap<CapabilityId, String>,
    capabilities: Vec<Capability>,
}

impl TryFrom<Document> for Saved {
    type Error = String;

    fn try_from(document: Document) -> Result<Self, String> {
        let Document {
            format,
            product,
            fingerprint,
            modules,
            media_types,
            capabilities,
        } = document;
        if let Some(pair) = modules.windows(2).find(|pair| pair[0].id >= pair[1].id) {
            return Err(out_of_order(
                "module",
                pair[0].id.as_str(),
                pair[1].id.as_str(),
            ));
        }
        if let Some(pair) = capabilities
            .windows(2)
            .find(|pair| pair[0].id >= pair[1].id)
        {
            return Err(out_of_order(
                "capability",
                pair[0].id.as_str(),
                pair[1].id.as_str(),
            ));
        }
        let belongs = |capability: &&Capability| {
            capability.id.namespace() == capability.module.as_str()
                && modules
                    .binary_search_by(|module| module.id.cmp(&capability.module))
                    .is_ok()
        };
        if let Some(stray) = capabilities.iter().find(|capability| !belongs(capability)) {
            return Err(format!(
                "the capability `{}` belongs to no module that is listed",
                stray.id
            ));
        }
        Ok(Self {
            format,
            product,
            fingerprint,
            modules,
            media_types,
            capabilities,
        })
    }
}

fn out_of_order(what: &str, first: &str, second: &str) -> String {
    format!(
        "the {what} `{second}` stands after `{first}`; ids are unique and in the order of their bytes"
    )
}

/// The number of the form, which is checked before the rest is understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Format;

impl Serialize for Format {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(FORMAT)
    }
}

impl<'de> Deserialize<'de> for Format {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            FORMAT => Ok(Self),
            other => Err(de::Error::custom(format!(
                "format {other} of saved registries is not known, only {FORMAT}; compare it with the version that wrote it"
            ))),
        }
    }
}
