//! Whether a search has the longer derived sums.

use super::derive;
use super::propagate::State;
use crate::switches::{Mechanism, Switches};

/// The longer sums, and where they are.
pub(super) struct Deeper<'m> {
    /// How long the sums are that a search begins with, and how many.
    pub(super) terms: usize,
    pub(super) sums: usize,
    /// Whether there are longer ones, as far as that is known.
    pub(super) longer: bool,
    /// The state with them; without them while the search has the one with them.
    pub(super) other: Option<State<'m>>,
    pub(super) now: bool,
}

impl Deeper<'_> {
    /// After a search that begins with this many sums of at most so many terms.
    pub(super) fn after(sums: usize, terms: usize, switches: Switches) -> Self {
        let longer = terms < derive::MOST_TERMS && switches.has(Mechanism::DerivedSums);
        Self { terms, sums, longer, other: None, now: false }
    }

    /// Terms of the sums a search begins with.
    pub(super) fn terms(&self) -> usize {
        self.terms
    }

    /// Whether the search has all sums by now.
    #[cfg(test)]
    pub(super) fn is_now(&self) -> bool {
        self.now
    }

    /// Whether there are longer sums, as far as that is known.
    pub(super) fn is_possible(&self) -> bool {
        self.longer
    }
}
