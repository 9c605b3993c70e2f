//! Whose descriptor it is, and which versions it follows.

use super::Faults;
use crate::diagnostic::Code;
use crate::document::SCHEMA_VERSION;
use crate::limits;
use crate::shape::{Document, Product, Slot};

/// What an identifier is, in words.
pub(super) const IDENTIFIER: &str =
    "1 to 64 lower-case letters and digits, in groups joined by `-`, from a letter on";

/// The product's id, where it is valid.
pub(super) fn check<'a>(slot: &'a Slot<Product<'_>>, faults: &mut Faults<'_>) -> Option<&'a str> {
    let Some(product) = slot.get() else {
        faults.add(
            Code::Malformed,
            "`product` must be an object with `id`, `displayName` and `packageName`".to_owned(),
        );
        return None;
    };
    let place = || "`product`".to_owned();
    faults.closed_at(product.unknown, None, &place);
    let id = product.id.text();
    let identified = limits::is_identifier(id);
    faults.malformed(
        &place,
        None,
        &[
            ("id", identified, IDENTIFIER),
            (
                "displayName",
                limits::is_printable(product.display_name.text(), limits::DISPLAY_NAME),
                "1 to 128 UTF-16 code units without control characters",
            ),
            (
                "packageName",
                limits::is_package_name(product.package_name.text()),
                "the name of an npm package, at most 214 characters",
            ),
        ],
    );
    identified.then_some(id)
}

pub(super) fn check_versions(document: &Document<'_>, faults: &mut Faults<'_>) {
    if document.schema_version.text() != SCHEMA_VERSION {
        faults.add(
            Code::SchemaUnsupported,
            format!("`schemaVersion` must be \"{SCHEMA_VERSION}\"; generate the descriptor for it"),
        );
    }
    match limits::protocol_major(document.protocol_version.text()) {
        None => faults.add(
            Code::Malformed,
            "`protocolVersion` must be three numbers joined by `.`, each of at most six digits"
                .to_owned(),
        ),
        Some("1") => {}
        Some(major) => faults.add(
            Code::ProtocolUnsupported,
            format!("`protocolVersion` has the major {major}; only 1 is supported"),
        ),
    }
}
