//! What is generated and committed is what would be generated now.

use std::path::Path;

use crate::harness::Product;

#[track_caller]
fn check(file: &str, words: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../schemas")
        .join(file);
    let run = Product::Onefold.run(&words.split(' ').collect::<Vec<_>>());
    assert_eq!(run.code, 0, "{run:?}");
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        committed == run.stdout,
        "schemas/{file} is stale; run `cargo run -- {words} > schemas/{file}` and read the difference"
    );
}

#[test]
fn the_openapi_document_is_fresh() {
    check("openapi.json", "openapi");
}

#[test]
fn the_product_descriptor_is_fresh() {
    check("product-capability-descriptor.json", "descriptor generate");
}

#[test]
fn the_schemas_of_a_descriptor_are_fresh() {
    check(
        "capabilities.describe.json",
        "capabilities describe capabilities.describe --format json",
    );
}

/// The registry that was released need not be the present one, but the versions must tell what changed since.
#[test]
fn the_versions_tell_what_changed_since_the_release() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schemas/registry.json");
    let run = Product::Onefold.run(&["validate", "--against", path.to_str().unwrap()]);
    assert_eq!(
        run.code, 0,
        "raise the versions that are named, or take back what breaks:\n{}",
        run.stderr
    );
}
