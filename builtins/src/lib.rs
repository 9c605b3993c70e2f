//! The modules every onefold product gets, and the one line that is a product's `main`.
//!
//! It uses `onefold` and its projections as any user could; a product that wants another `main` writes one against the
//! same crates.

mod host;
mod modules;

pub use host::run;
pub use modules::MODULES;

/// The product `onefold`: the builtins and nothing else.
pub fn product() -> onefold::Product {
    onefold::Product::new("onefold", env!("CARGO_PKG_VERSION"))
        .title("Onefold")
        .description("Declare a capability once, and it unfolds on every surface.")
        .license(env!("CARGO_PKG_LICENSE"))
}
