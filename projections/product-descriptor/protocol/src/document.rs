//! The descriptor document, schema version 1.0.0: every object is closed, and fields stand in the protocol's order.
//!
//! The types hold the shape. Bounds and relations are `validate`'s.

use serde::{Deserialize, Serialize};

/// The version of the protocol that is written; a consumer accepts any of the same major.
pub const PROTOCOL_VERSION: &str = "1.0.0";
/// The one version of the schema there is.
pub const SCHEMA_VERSION: &str = "1.0.0";

/// Literal tokens, handed to a program as they stand and never to a shell. At most 64 of 1 to 1024 UTF-16 code units.
pub type Argv = Vec<String>;

/// What a product offers to a suite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Descriptor {
    /// The exact shape of this document.
    pub schema_version: SchemaVersion,
    /// `major.minor.patch` of the protocol.
    pub protocol_version: String,
    /// Whose descriptor it is.
    pub product: Product,
    /// The programs that its package ships, 1 to 16.
    pub executables: Vec<Executable>,
    /// What can be delegated to them, 1 to 256.
    pub commands: Vec<Command>,
    /// The files it takes and makes, at most 128.
    pub artifacts: Vec<Artifact>,
    /// The views it publishes, at most 128.
    pub projections: Vec<ProjectionRef>,
}

/// The shapes this crate knows; there is no falling back to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SchemaVersion {
    /// `1.0.0`
    #[serde(rename = "1.0.0")]
    V1_0_0,
}

/// The identity of a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Product {
    /// An identifier.
    pub id: String,
    /// The name people read, 1 to 128 UTF-16 code units.
    pub display_name: String,
    /// The npm package it ships in.
    pub package_name: String,
}

/// A program of the product's package.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Executable {
    /// The identifier that commands refer to.
    pub id: String,
    /// Its name in the `bin` map of `package.json`.
    pub package_bin: String,
    /// What stands before the tokens of every command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub argv_prefix: Option<Argv>,
}

/// One command that can be delegated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Command {
    /// Its words in the suite, 1 to 8 identifiers; no two commands share them.
    pub path: Vec<String>,
    /// What it does, 1 to 256 UTF-16 code units.
    pub summary: String,
    /// The executable that runs it.
    pub executable_id: String,
    /// The tokens that executable is given.
    pub argv: Argv,
    /// What it changes.
    pub side_effect: SideEffect,
    /// Who answers for it.
    pub authority: Authority,
}

/// What a command changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SideEffect {
    /// Nothing, and it looks at nothing but its input.
    None,
    /// Nothing; it reads what is on this machine.
    ReadLocal,
    /// Something on this machine.
    WriteLocal,
    /// Something outside this machine.
    WriteExternal,
}

/// Who answers for a command, and who must have asked for it. It informs a router and authorises nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Authority {
    /// Always the product.
    pub kind: AuthorityKind,
    /// The id of the descriptor's own product.
    pub product_id: String,
    /// The least confirmation.
    pub confirmation: Confirmation,
}

/// The kinds of authority; there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AuthorityKind {
    /// The product that declares the command.
    Product,
}

/// Who must have asked before a command is delegated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confirmation {
    /// Nobody.
    Never,
    /// The user.
    UserRequest,
    /// Whoever operates the suite.
    OperatorRequest,
}

/// A kind of file that a product takes or makes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Artifact {
    /// An identifier.
    pub id: String,
    /// Whether it is taken or made.
    pub direction: ArtifactDirection,
    /// The media type, lower case, without parameters, at most 127 characters.
    pub media_type: String,
    /// What it holds, 1 to 256 UTF-16 code units.
    pub description: String,
}

/// Whether an artifact is taken or made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArtifactDirection {
    /// Taken.
    Input,
    /// Made.
    Output,
    /// Both.
    InputOutput,
}

/// A view that a product publishes, in the protocol's sense of projection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProjectionRef {
    /// An identifier.
    pub id: String,
    /// The schema of the view, 1 to 512 UTF-16 code units.
    pub schema_ref: String,
    /// What it shows, 1 to 256 UTF-16 code units.
    pub description: String,
}

impl Descriptor {
    /// The document as JSON text, indented, with a line feed at its end; the same bytes for the same descriptor.
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string_pretty(self)
            .expect("texts, lists and objects with fixed keys are always JSON");
        json.push('\n');
        json
    }
}

/// The names of an enumeration as the protocol writes them, in one place for reading and for the schema.
macro_rules! names {
    ($type:ident { $($variant:ident: $name:literal),+ $(,)? }) => {
        impl $type {
            /// The protocol's names, in its order.
            pub const NAMES: &[&str] = &[$($name),+];

            /// The value of this name.
            pub fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

names!(SideEffect {
    None: "none",
    ReadLocal: "read-local",
    WriteLocal: "write-local",
    WriteExternal: "write-external",
});
names!(AuthorityKind { Product: "product" });
names!(Confirmation {
    Never: "never",
    UserRequest: "user-request",
    OperatorRequest: "operator-request",
});
names!(ArtifactDirection {
    Input: "input",
    Output: "output",
    InputOutput: "input-output",
});
