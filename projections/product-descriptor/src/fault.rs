//! Why a registry makes no descriptor.

use onefold_descriptor_protocol as protocol;

/// A reason why the protocol would refuse a product's descriptor, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The product's title can't be shown.
    #[error(
        "the title of the product is not 1 to {most} UTF-16 code units without control characters; reword it",
        most = protocol::DISPLAY_NAME
    )]
    DisplayName,
    /// There is nothing to delegate.
    #[error(
        "no capability is a command of the binary, and a descriptor holds at least one; expose one with `.cli([…])`"
    )]
    NoCommand,
    /// There is more to delegate than a descriptor holds.
    #[error(
        "{count} capabilities are commands of the binary, and a descriptor holds at most {most}; \
         take `.cli([…])` from {} of them, or split the product",
        count.saturating_sub(protocol::COMMANDS),
        most = protocol::COMMANDS
    )]
    TooManyCommands {
        /// How many capabilities are commands.
        count: usize,
    },
    /// One capability can't be described.
    #[error("`{id}` at {location}: {objection}")]
    Command {
        /// The capability.
        id: String,
        /// The place of its declaration.
        location: onefold::Location,
        /// What is wrong with it.
        objection: String,
    },
}
