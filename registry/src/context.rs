//! What a handler can know of the call it answers.

use std::sync::Arc;

use crate::registry::Registry;

/// The way a call came in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Surface {
    /// From the program itself.
    #[default]
    InProcess,
    /// From the command line.
    Cli,
    /// Over HTTP.
    Http,
    /// Over MCP, whatever carries it.
    Mcp,
}

impl Surface {
    /// The name a log shows.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InProcess => "in_process",
            Self::Cli => "cli",
            Self::Http => "http",
            Self::Mcp => "mcp",
        }
    }
}

/// The call that a handler answers: a cheap handle, to be taken by value as an argument.
///
/// It does not tell which way the call came in: one call has one answer, on every surface.
#[derive(Debug, Clone)]
pub struct Context {
    registry: Arc<Registry>,
}

impl Context {
    pub(crate) fn new(registry: Arc<Registry>) -> Self {
        Self { registry }
    }

    /// Everything the product can do.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }
}
