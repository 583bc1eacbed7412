//! Constraints as machines that read their cells one by one: a state, a step function, and the accepted final states.

use crate::encoder::Encoder;
use cluewright_core::constraint::Compare;
use cluewright_core::{Cell, Value};
use rustsat::types::Lit;
use std::collections::HashMap;
use std::hash::Hash;

/// The maximum number of states of one machine; constraints that need more are only checked.
const MAX_STATES: usize = 20_000;

/// The state of a machine.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum State<S> {
    /// The machine is still reading.
    Open(S),
    /// The outcome is decided, whatever follows.
    Decided(bool),
}

impl<S> State<S> {
    fn fine(&self, fine: &impl Fn(&S) -> bool) -> bool {
        match self {
            Self::Open(s) => fine(s),
            Self::Decided(holds) => *holds,
        }
    }
}

/// One step of a machine: from which state, for which value of which cell, and to which state.
struct Layout {
    steps: Vec<(usize, Cell, Value, usize)>,
    fine: Vec<(usize, bool)>,
    states: usize,
}

fn lay_out<S: Clone + Eq + Hash>(
    encoder: &Encoder<'_>,
    cells: &[Cell],
    start: S,
    step: impl Fn(&S, usize, i32) -> State<S>,
    fine: impl Fn(&S) -> bool,
) -> Option<Layout> {
    let mut layout = Layout { steps: Vec::new(), fine: Vec::new(), states: 1 };
    let mut here: Vec<(State<S>, usize)> = vec![(State::Open(start), 0)];
    for (i, &cell) in cells.iter().enumerate() {
        let mut numbers: HashMap<State<S>, usize> = HashMap::new();
        let mut next = Vec::new();
        for (state, from) in &here {
            let State::Open(open) = state else {
                layout.fine.push((*from, state.fine(&fine)));
                continue;
            };
            for (value, number) in encoder.numbers(cell) {
                let reached = step(open, i, number);
                let to = *numbers.entry(reached.clone()).or_insert_with(|| {
                    next.push((reached, layout.states));
                    layout.states += 1;
                    layout.states - 1
                });
                layout.steps.push((*from, cell, value, to));
            }
            if layout.states > MAX_STATES {
                return None;
            }
        }
        here = next;
    }
    layout.fine.extend(here.iter().map(|(state, at)| (*at, state.fine(&fine))));
    Some(layout)
}

impl Encoder<'_> {
    /// If `when`: a machine that reads the cells ends in an accepted state. Returns false, and adds nothing, if the machine has
    /// too many states.
    pub(crate) fn fold<S: Clone + Eq + Hash>(
        &mut self,
        when: Lit,
        cells: &[Cell],
        start: S,
        step: impl Fn(&S, usize, i32) -> State<S>,
        fine: impl Fn(&S) -> bool,
    ) -> bool {
        let Some(layout) = lay_out(self, cells, start, step, fine) else { return false };
        let states: Vec<Lit> = (0..layout.states).map(|i| if i == 0 { when } else { self.sat.fresh() }).collect();
        for (from, cell, value, to) in layout.steps {
            let read = self.literal(cell, value);
            self.sat.add([!states[from], !read, states[to]]);
        }
        for (at, fine) in layout.fine {
            if !fine {
                self.sat.add([!states[at]]);
            }
        }
        true
    }

    /// If `when`: the sum of `weight(term, number)` over the cells compares with a number.
    pub(crate) fn sum(
        &mut self,
        when: Lit,
        cells: &[Cell],
        weight: impl Fn(usize, i32) -> i64,
        compare: Compare,
        total: i32,
    ) -> bool {
        let target = i64::from(total);
        // The most and the least that the terms from each on can still add.
        let mut rest = vec![(0i64, 0i64)];
        for i in (0..cells.len()).rev() {
            let parts = self.numbers(cells[i]).into_iter().map(|(_, n)| weight(i, n));
            let (low, high) = rest[rest.len() - 1];
            let bounds = parts.fold((i64::MAX, i64::MIN), |(l, h), p| (l.min(p), h.max(p)));
            rest.push((low.saturating_add(bounds.0), high.saturating_add(bounds.1)));
        }
        rest.reverse();
        let step = |sum: &i64, i: usize, number: i32| {
            let sum = sum + weight(i, number);
            let (low, high) = (sum + rest[i + 1].0, sum + rest[i + 1].1);
            let decided = match compare {
                Compare::Eq | Compare::Ne if target < low || target > high => Some(compare == Compare::Ne),
                Compare::Le if high <= target || low > target => Some(high <= target),
                Compare::Ge if low >= target || high < target => Some(low >= target),
                _ => None,
            };
            decided.map_or(State::Open(sum), State::Decided)
        };
        self.fold(when, cells, 0, step, |&sum| compare.holds(sum, target))
    }
}
