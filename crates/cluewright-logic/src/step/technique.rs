//! What a technique is.

use super::TechniqueInfo;
use super::found::Found;
use crate::board::view::View;

/// A way to find deductions.
pub trait Technique: Sync {
    /// What there is to say about it. A technique with several names gives the easiest; its steps carry their own.
    fn info(&self) -> &'static TechniqueInfo;

    /// All the names its steps may carry.
    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![self.info()]
    }

    /// Do all its steps rest on groups and links alone? Then it need not be asked where those refute nothing. To say yes
    /// pays where asking costs more than to look through some fillings.
    fn reads_only_groups(&self) -> bool {
        false
    }

    /// Work for one position after which it gives up, by live candidate, when one step is enough. What a position
    /// does not give for that, nobody would look for.
    fn most_work(&self) -> u64 {
        MOST_WORK
    }

    /// Puts steps into `found` until that has enough.
    fn find(&self, view: &View, found: &mut Found);
}

/// The usual [`Technique::most_work`].
const MOST_WORK: u64 = 300;
