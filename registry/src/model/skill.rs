//! The short name that invokes a capability from an agent's prompt.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A capability as a skill: `/alias the rest of the line` fills one field of its input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SkillExposure {
    /// What is typed after the slash, `[a-z0-9-]{1,64}`.
    pub alias: String,
    /// The string field of the input that the rest of the line fills.
    pub argument: String,
}

impl SkillExposure {
    /// Commands of the agent products themselves; a skill of such a name would never be reached.
    pub const RESERVED: &'static [&'static str] = &[
        "add-dir",
        "agents",
        "bug",
        "clear",
        "compact",
        "config",
        "context",
        "cost",
        "diff",
        "doctor",
        "exit",
        "export",
        "help",
        "hooks",
        "ide",
        "init",
        "login",
        "logout",
        "mcp",
        "memory",
        "mention",
        "model",
        "new",
        "permissions",
        "plan",
        "plugin",
        "prompts",
        "quit",
        "resume",
        "review",
        "rewind",
        "security-review",
        "skills",
        "status",
        "statusline",
        "undo",
        "usage",
        "vim",
    ];

    /// The skill `alias`, whose text fills the field `argument`.
    pub fn new(alias: impl Into<String>, argument: impl Into<String>) -> Self {
        Self {
            alias: alias.into(),
            argument: argument.into(),
        }
    }
}
