//! What a product says of itself when it is asked whether it assembles.

#![forbid(unsafe_code)]

use notes as _;
use onefold::{Product, Refusals, Registry};

/// The fingerprints of what is linked into this program, or every refusal.
pub fn linked(modules: &[&'static str]) -> String {
    let product = modules.iter().fold(product(), |product, id| product.module(*id));
    told(Registry::linked(product))
}

/// A product that names no module yet.
pub fn product() -> Product {
    Product::new("linking", "1.0.0")
}

/// The fingerprints, or every refusal.
pub fn told(assembled: Result<Registry, Refusals>) -> String {
    match assembled {
        Ok(registry) => {
            let fingerprint = registry.fingerprint();
            format!("{} {}", fingerprint.contract, fingerprint.full)
        }
        Err(refusals) => refusals.to_string(),
    }
}
