//! The product capability descriptor protocol: what a descriptor is, whether one is valid, and which of several count.
//!
//! It works on data alone: it needs no registry, opens no connection, starts no process and loads no code.
//!
//! ```
//! use onefold_descriptor_protocol::{Code, validate};
//!
//! let found = validate(br#"{"schemaVersion": "2.0.0"}"#).unwrap_err();
//! assert!(found.iter().any(|one| one.code == Code::SchemaUnsupported));
//! ```

mod diagnostic;
mod document;
mod limits;
mod negotiate;
mod read;
mod schema;
mod shape;
mod validate;

pub use diagnostic::{Code, Diagnostic, Severity};
pub use document::{
    Argv, Artifact, ArtifactDirection, Authority, AuthorityKind, Command, Confirmation, Descriptor,
    Executable, PROTOCOL_VERSION, Product, ProjectionRef, SCHEMA_VERSION, SchemaVersion,
    SideEffect,
};
pub use limits::{
    ARGV, ARTIFACTS, COMMANDS, DESCRIPTION, DISPLAY_NAME, EXECUTABLES, IDENTIFIER, MEDIA_TYPE,
    PACKAGE_NAME, PATH_WORDS, PROJECTIONS, SCHEMA_REF, SUMMARY, TOKEN, is_identifier,
    is_media_type, is_package_name, is_printable, is_safe_token,
};
pub use negotiate::{Negotiated, negotiate};
pub use schema::{SCHEMA_ID, schema};
pub use validate::{diagnose, diagnose_value, validate};
