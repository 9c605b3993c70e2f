//! Holds the examples of the README, so that they are compiled; the integration tests are beside it.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
