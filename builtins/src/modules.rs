//! The modules every product gets, built with nothing that any user could not use.

mod capabilities;
mod health;

/// Their ids, as a product names them.
pub const MODULES: &[&str] = &["capabilities", "health"];
