//! Whether a search has the longer derived sums.

use super::derive;
use super::propagate::State;
use crate::switches::{Mechanism, Switches};

/// The state of the longer derived sums.
pub(super) struct Deeper<'m> {
    /// The maximum number of terms of the sums with which a search begins, and the number of these sums.
    pub(super) terms: usize,
    pub(super) sums: usize,
    /// Whether there may be longer ones.
    pub(super) longer: bool,
    /// The state with the longer sums; while the search uses that one, the state without them.
    pub(super) other: Option<State<'m>>,
    pub(super) now: bool,
}

impl Deeper<'_> {
    /// For a search that begins with `sums` sums of at most `terms` terms.
    pub(super) fn after(sums: usize, terms: usize, switches: Switches) -> Self {
        let longer = terms < derive::MOST_TERMS && switches.has(Mechanism::DerivedSums);
        Self { terms, sums, longer, other: None, now: false }
    }

    /// The maximum number of terms of the sums with which a search begins.
    pub(super) fn terms(&self) -> usize {
        self.terms
    }

    /// Whether the search has all sums now.
    #[cfg(test)]
    pub(super) fn is_now(&self) -> bool {
        self.now
    }

    /// Whether there may be longer sums.
    pub(super) fn is_possible(&self) -> bool {
        self.longer
    }
}
