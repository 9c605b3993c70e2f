//! The integration tests: products driven from outside, through every surface, as their users drive them.

#![allow(
    clippy::unwrap_used,
    reason = "a test that can't go on says so by a panic"
)]

// How products are built, started and asked.
mod harness;

// One call, one answer, on every surface.
mod parity;
// One mistake, one code, on every surface; and the process goes on serving.
mod mistakes;
// Every code of a failure, on every surface.
mod failures;
// Who may call what, over the network and from here.
mod admission;
// Asked to stop, a server drains, but not for ever.
#[cfg(unix)]
mod stopping;
// Work that ends early: cancelled, late, crowded out.
mod cancelling;
// What an operator sees of calls.
mod observing;
// Declarations that contradict each other: everything is told, and nothing starts.
mod refusals;
// Capabilities made at run time: on every surface or on none.
mod runtime;
// The wire shape of a descriptor is a published contract.
mod contract;
// What is generated and committed is fresh.
mod schemas;
// What changed between two saved registries, and the versions that demands.
mod compat;
// A crate outside this workspace, as strict as they come.
mod outside;
// However it is built and linked: the whole registry, or what is missing.
mod linking;
// What macros say of a mistake, and where.
mod ui;
// What an editor offers while a declaration is half typed.
mod editor;
// Each field of a declaration changes what it claims.
mod fields;
// What rustfmt makes of a declaration.
mod formatting;
// What holds for the sources of this workspace.
mod sources;
