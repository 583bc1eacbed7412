//! The interface of a technique.

use super::TechniqueInfo;
use super::found::Found;
use crate::board::view::View;

/// A way to find deductions.
pub trait Technique: Sync {
    /// The technique's name and difficulty. If its steps have several names, this is the easiest; each step carries its own.
    fn info(&self) -> &'static TechniqueInfo;

    /// All the names that its steps may carry.
    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![self.info()]
    }

    /// Whether all its steps rest on groups and links alone. Then it is not called for positions where these refute nothing
    /// ([`crate::is_firm`]). Return true only if the technique costs more than that test.
    fn reads_only_groups(&self) -> bool {
        false
    }

    /// The work, per live candidate, after which the technique gives up on a position, if one step is enough. People would not
    /// look for a step that takes longer.
    fn most_work(&self) -> u64 {
        MOST_WORK
    }

    /// Adds steps to `found` until it is full.
    fn find(&self, view: &View, found: &mut Found);
}

/// The usual [`Technique::most_work`].
const MOST_WORK: u64 = 300;
