//! What is wrong with a descriptor: a stable code, and words that are safe to show whatever was read.

use serde::Serialize;

/// What kind of fault it is. Programs branch on it, never on the message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Code {
    // In the order of the names, which is the order of reports.
    /// A command's authority names another product.
    #[serde(rename = "DESCRIPTOR_AUTHORITY_MISMATCH")]
    AuthorityMismatch,
    /// Two commands have one path.
    #[serde(rename = "DESCRIPTOR_DUPLICATE_COMMAND")]
    DuplicateCommand,
    /// Two executables have one id.
    #[serde(rename = "DESCRIPTOR_DUPLICATE_EXECUTABLE")]
    DuplicateExecutable,
    /// A later candidate repeats the id of a product; the first valid one stays.
    #[serde(rename = "DESCRIPTOR_DUPLICATE_IDENTITY")]
    DuplicateIdentity,
    /// A required field, a value, a bound or the structure is wrong.
    #[serde(rename = "DESCRIPTOR_MALFORMED")]
    Malformed,
    /// The major version of the protocol is not supported.
    #[serde(rename = "DESCRIPTOR_PROTOCOL_UNSUPPORTED")]
    ProtocolUnsupported,
    /// The schema version is not exactly the supported one.
    #[serde(rename = "DESCRIPTOR_SCHEMA_UNSUPPORTED")]
    SchemaUnsupported,
    /// A command names an executable that is not declared.
    #[serde(rename = "DESCRIPTOR_UNKNOWN_EXECUTABLE")]
    UnknownExecutable,
    /// A closed object holds another field.
    #[serde(rename = "DESCRIPTOR_UNKNOWN_FIELD")]
    UnknownField,
    /// A token selects a program or asks a shell to evaluate.
    #[serde(rename = "DESCRIPTOR_UNSAFE_ARGV")]
    UnsafeArgv,
}

/// How grave a fault is; there is one degree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The document can't be used.
    Error,
}

/// One fault. Of what was read it holds valid identifiers only.
///
/// The order is the protocol's: code, product, command path, message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Diagnostic {
    /// What kind of fault it is.
    pub code: Code,
    /// Always an error.
    pub severity: Severity,
    /// What is wrong, where, and what is right instead; at most a kilobyte.
    pub message: String,
    /// The product's id, once that is itself valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product_id: Option<String>,
    /// The command's words joined by a space, where they are valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command_path: Option<String>,
}

impl Diagnostic {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            product_id: None,
            command_path: None,
        }
    }
}

impl Ord for Diagnostic {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        // A diagnostic that names no product or command comes before those that do.
        (self.code.cmp(&other.code))
            .then_with(|| self.product_id.cmp(&other.product_id))
            .then_with(|| self.command_path.cmp(&other.command_path))
            .then_with(|| self.message.cmp(&other.message))
            .then_with(|| self.severity.cmp(&other.severity))
    }
}

impl PartialOrd for Diagnostic {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
