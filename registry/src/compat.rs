//! What a caller would notice between two registries, and the version that each module owes them for it.
//!
//! A [`Saved`] registry is the account of a product that is kept, such as the one that was released. [`diff`] compares
//! two of them, capability by capability, and nothing here reads or writes anything.
//!
//! # What a change demands
//!
//! | what changed | step |
//! |---|---|
//! | an input accepts less: a field is removed or required, a value, form or type is refused, a limit is tighter | major |
//! | an input accepts more | minor |
//! | the default of an input that callers may leave out: they get another behaviour for the same call | major |
//! | an output gives more kinds of values, or no longer guarantees or no longer knows a field | major |
//! | an output has a new field, or guarantees one: callers ignore the fields they don't know | minor |
//! | an output gives fewer kinds of values: a promise is stricter and nobody sees anything new | patch |
//! | a surface offers it no longer, or under another name | major |
//! | a surface offers it too | minor |
//! | it does more than it said (effect, reach, destruction, confirmation) or promises less (idempotent, cancellable) | major |
//! | it does less than it said, or promises more | minor |
//! | its answers are kept otherwise | patch |
//! | prose, tags, benchmarks, the place of the declaration, names of types, the order of keys | none |
//! | anything else that differs | major |
//!
//! A module of version 0.x owes a minor step for what is major here, and a patch for the rest. Versions compare by the
//! precedence of Semantic Versioning: `2.0.0-rc.1` is below `2.0.0`, and a pre-release is followed by the release it
//! leads to where that one's numbers show the step already.

mod change;
mod diff;
mod fields;
mod saved;
mod schema;
mod step;

#[cfg(test)]
mod tests;

pub use change::{Change, ChangeCode};
pub use diff::{Diff, Part, diff};
pub use saved::{ReadError, Saved, SavedModule, SavedProduct};
pub use schema::Side;
pub use step::Step;
