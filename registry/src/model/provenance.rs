//! Where a capability was declared.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a capability was declared; never an absolute path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "source", rename_all = "snake_case")]
pub enum CapabilityProvenance {
    /// In Rust.
    Builtin {
        /// The path of the Rust module.
        module: String,
    },
    /// In a file of the repository.
    Declarative {
        /// The file, relative to the repository.
        path: String,
        /// Its folder, relative to the repository; `.` for the root.
        directory: String,
        /// The class of sources that found it.
        source_class: String,
        /// The section of the manifest it falls under.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        section: Option<String>,
        /// The IANA media type of its content.
        media_type: String,
        /// For one member of a file that holds many, its key path.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        member: Option<String>,
    },
}
