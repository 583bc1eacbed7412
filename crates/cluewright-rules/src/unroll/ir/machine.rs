//! The automata ("machines") that folds and regular expressions become.

use crate::automaton::Dfa;
use cluewright_core::quick::QuickMap;
use std::sync::Arc;

/// The steps with which a list of numbers is read, and the number of each state.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Machine {
    /// The transitions. The accepting states of this automaton are ignored.
    pub(crate) steps: Arc<Dfa>,
    /// The number that each state stands for: the result of a fold; for a regular expression, the index of the state.
    pub(crate) values: Vec<i64>,
}

impl Machine {
    pub(crate) fn step(&self, state: u32, n: i64) -> u32 {
        self.steps.next(i64::from(state), n) as u32
    }

    /// The smallest and the greatest number of all states.
    pub(crate) fn ends(&self) -> (i64, i64) {
        self.values.iter().fold((i64::MAX, i64::MIN), |(low, high), &n| (low.min(n), high.max(n)))
    }

    /// The state that stands for `number`; `None` if there is no such state.
    pub(crate) fn state_of(&self, number: i64) -> Option<u32> {
        self.values.iter().position(|&n| n == number).map(|s| s as u32)
    }

    /// Whether `other` starts in the same state and has every step of this machine. States are the same if their numbers are equal.
    pub(crate) fn is_start_of(&self, other: &Self) -> bool {
        let places: QuickMap<i64, u32> = other.values.iter().zip(0..).map(|(&n, t)| (n, t)).collect();
        let ((next, width, _), (others, more, _)) = (self.steps.table(), other.steps.table());
        let same_row = |(s, n): (usize, &i64)| {
            places.get(n).is_some_and(|&t| {
                let (ours, theirs) = (&next[s * width..][..width], &others[t as usize * more..]);
                ours.iter().zip(theirs).all(|(&a, &b)| self.values[a as usize] == other.values[b as usize])
            })
        };
        self.steps.first() == other.steps.first()
            && width <= more
            && self.values.first() == other.values.first()
            && self.values.iter().enumerate().all(same_row)
    }
}
