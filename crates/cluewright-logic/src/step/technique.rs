//! The interface of a technique.

use super::TechniqueInfo;
use super::found::Found;
use crate::board::view::View;

/// A technique for finding deductions.
pub trait Technique: Sync {
    /// The technique's name and difficulty. If a technique has several names, this is the easiest; each step records the name that
    /// applies.
    fn info(&self) -> &'static TechniqueInfo;

    /// All names that the technique's steps may have.
    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![self.info()]
    }

    /// Whether all steps of the technique rest on groups and links alone. If so, the technique is not called in positions where
    /// groups and links refute nothing ([`crate::is_firm`]). Return true only if the technique costs more than that test.
    fn reads_only_groups(&self) -> bool {
        false
    }

    /// The work per live candidate after which the technique gives up on a position when only a single step is requested. People
    /// would not search any longer for a step.
    fn most_work(&self) -> u64 {
        MOST_WORK
    }

    /// Adds steps to `found` until `found` is full.
    fn find(&self, view: &View, found: &mut Found);
}

/// The default of [`Technique::most_work`].
const MOST_WORK: u64 = 300;
