//! The harness of this workspace's benchmarks, and the products they measure.
//!
//! Criterion gives the absolute figures. Ratios, which are what limits are set on, come from a loop of our own: the two
//! sides take turns within one run, and the ratio is the median of the ratios of neighbours, so that a machine that
//! slows down slows down both.

mod bench;
mod figures;
pub mod generated;
mod machine;
pub mod notes;
mod pairs;

pub use bench::{Bench, Comparison, Side, target_folder};
pub use figures::{Limit, Of};
