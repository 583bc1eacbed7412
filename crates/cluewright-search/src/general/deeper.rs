//! Records whether a search uses the longer derived sums.

use super::derive;
use super::propagate::State;
use crate::switches::{Mechanism, Switches};

/// Whether a search may have longer derived sums, and whether it uses them.
pub(super) struct Deeper<'m> {
    /// The maximum number of terms of the sums with which a search begins, and the number of these sums.
    pub(super) terms: usize,
    pub(super) sums: usize,
    /// Whether there may be sums with more terms.
    pub(super) longer: bool,
    /// The compiled state with the longer sums; while the search uses that state, the state without them.
    pub(super) other: Option<State<'m>>,
    pub(super) now: bool,
}

impl Deeper<'_> {
    /// The record for a search that begins with `sums` sums of at most `terms` terms.
    pub(super) fn after(sums: usize, terms: usize, switches: Switches) -> Self {
        let longer = terms < derive::MOST_TERMS && switches.has(Mechanism::DerivedSums);
        Self { terms, sums, longer, other: None, now: false }
    }
}
