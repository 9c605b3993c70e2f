//! Steps of Semantic Versioning, and the least version that takes one.

use semver::{BuildMetadata, Prerelease, Version};
use serde::Serialize;

/// How far a version must move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Not at all.
    None,
    /// Nobody has to do anything, and somebody may notice.
    Patch,
    /// There is more than before.
    Minor,
    /// Somebody's call no longer works as it did.
    Major,
}

impl Step {
    /// The step as it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }

    /// The step as it is owed from `old`: below 1.0.0 the minor number tells what breaks.
    pub(super) fn from(self, old: &Version) -> Self {
        match self {
            Self::Major if old.major == 0 => Self::Minor,
            Self::Minor if old.major == 0 => Self::Patch,
            step => step,
        }
    }

    /// The least version after `old` that takes this step. The release that a pre-release leads to takes it where its
    /// numbers already say so: 2.0.0 is a major step after 2.0.0-rc.1, and 1.2.0-rc.1 has 2.0.0 as the next one.
    pub(super) fn least(self, old: &Version) -> Version {
        let mut least = Version {
            pre: Prerelease::EMPTY,
            build: BuildMetadata::EMPTY,
            ..old.clone()
        };
        let released = old.pre.is_empty();
        // No number of a version is so large that the next one would not fit, and if one were, it would stay.
        match self {
            Self::None => return old.clone(),
            Self::Patch if released => least.patch = old.patch.saturating_add(1),
            Self::Minor if released || old.patch != 0 => {
                least.minor = old.minor.saturating_add(1);
                least.patch = 0;
            }
            Self::Major if released || old.minor != 0 || old.patch != 0 => {
                least.major = old.major.saturating_add(1);
                least.minor = 0;
                least.patch = 0;
            }
            Self::Patch | Self::Minor | Self::Major => {}
        }
        least
    }
}
