//! The product capability descriptor: inert data from which a suite's router learns what a product's binary can do,
//! without running it.
//!
//! Rendered from a registry, and refused as a whole where the protocol would refuse it:
//!
//! ```
//! use onefold::{Product, Registry};
//! use onefold_product_descriptor::{Fault, descriptor};
//!
//! let registry = Registry::composed(Product::new("notes", "1.0.0"), []).unwrap();
//! assert_eq!(descriptor(&registry).unwrap_err(), [Fault::NoCommand]);
//! ```

mod fault;
mod projection;

pub use onefold_descriptor_protocol as protocol;

pub use fault::Fault;
pub use projection::{ProductDescriptor, descriptor};
