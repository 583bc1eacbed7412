//! Trials in any model: a candidate is assumed, and each layer applies at once all values that are certain and all eliminations by
//! single clues.

use crate::board::space::Space;
use crate::board::state::State;
use cluewright_core::model::ConstraintId;
use cluewright_core::{Board, Candidate, Cell, Constraint, SortedSet};

/// The total work allowed, in groups and constraints examined, equivalent to a few seconds. Work is counted only between layers, so
/// the result does not depend on the order of examination.
const MOST: u64 = 150_000_000;
/// The approximate number of layers of a nested assumption.
const USUAL: u64 = 3;

/// The remaining work.
pub(super) struct Work {
    left: u64,
    /// The work charged for one position.
    each: u64,
}

impl Work {
    pub(super) fn new(space: &Space) -> Self {
        let facts = space.model().constraints().len();
        Self { left: MOST, each: (space.network().groups().len() + 8 * facts) as u64 }
    }

    /// Spends the work for this many positions. Returns false if not enough work is left.
    fn take(&mut self, positions: u64) -> bool {
        let more = positions.saturating_mul(self.each);
        let enough = more <= self.left;
        self.left = self.left.saturating_sub(more);
        enough
    }
}

/// The result of trials.
pub(super) enum Found {
    /// These candidates lead to contradictions after this many layers.
    Gone(u32, Vec<Candidate>),
    /// No candidate leads to a contradiction.
    Nothing,
    /// The allowed work was used up.
    Limit,
    /// The trials were stopped by the stop signal.
    Stopped,
}

/// An assumption, and its consequences so far.
struct Trial {
    assumed: Candidate,
    state: State,
    /// Cells that changed in the last layer.
    changed: Vec<Cell>,
}

/// How a layer ends.
#[derive(PartialEq, Eq)]
enum Layer {
    Broken,
    Same,
    Changed,
}

fn begin(space: &Space, from: &State, assumed: Candidate) -> Trial {
    let mut state = from.clone();
    state.settle(space.model(), assumed);
    let changed = changes(from, &state);
    Trial { assumed, state, changed }
}

fn changes(before: &State, after: &State) -> Vec<Cell> {
    let cells = (0..before.board.len() as u16).map(Cell);
    cells.filter(|&c| before.board.values(c) != after.board.values(c)).collect()
}

/// The candidates of open cells.
fn assumptions(state: &State) -> Vec<Candidate> {
    let open = (0..state.board.len() as u16).map(Cell).filter(|&c| !state.placed.contains(c));
    open.flat_map(|c| state.board.values(c).iter().map(move |v| Candidate::new(c, v))).collect()
}

/// Applies one layer. Only constraints with changed cells are propagated, as the other constraints would remove nothing.
fn layer(space: &Space, trial: &mut Trial, scratch: &mut Board) -> Layer {
    let board = &trial.state.board;
    if board.is_broken() {
        return Layer::Broken;
    }
    let mut fills: Vec<Candidate> = Vec::new();
    for group in space.network().groups() {
        let mut live = group.candidates.iter().filter(|c| board.has(**c));
        match (live.next(), live.next()) {
            (None, _) => return Layer::Broken,
            (Some(only), None) if !trial.state.placed.contains(only.cell) => fills.push(*only),
            _ => {}
        }
    }
    let own = |id: &ConstraintId| space.balance(*id).is_none();
    let facts: SortedSet<ConstraintId> =
        trial.changed.iter().flat_map(|&c| space.constraints_of(c)).copied().filter(own).collect();
    let mut gone: Vec<Candidate> = Vec::new();
    for id in facts {
        let kind = space.kind(id);
        scratch.copy_from(board);
        if kind.propagate(scratch).is_err() {
            return Layer::Broken;
        }
        for &cell in kind.cells() {
            let lost = board.values(cell).minus(scratch.values(cell));
            gone.extend(lost.iter().map(|value| Candidate::new(cell, value)));
        }
    }
    if fills.is_empty() && gone.is_empty() {
        return Layer::Same;
    }
    let before = trial.state.clone();
    for candidate in gone {
        trial.state.eliminate(candidate);
    }
    for candidate in fills {
        trial.state.settle(space.model(), candidate);
    }
    trial.changed = changes(&before, &trial.state);
    Layer::Changed
}

/// Applies layers until nothing more follows. Returns true if there is a contradiction.
fn close(space: &Space, trial: &mut Trial, scratch: &mut Board) -> bool {
    loop {
        match layer(space, trial, scratch) {
            Layer::Broken => return true,
            Layer::Same => return false,
            Layer::Changed => {}
        }
    }
}

/// Limits on the trials.
#[derive(Clone, Copy)]
pub(super) struct TrialLimits {
    /// Whether nested assumptions are allowed.
    pub(super) nested: bool,
    /// The maximum number of layers.
    pub(super) layers: u32,
}

/// The candidates that lead to contradictions after the fewest layers.
pub(super) fn shortest(
    space: &Space,
    state: &State,
    work: &mut Work,
    asked: TrialLimits,
    stop: &dyn Fn() -> bool,
) -> Found {
    let nested = asked.nested;
    let mut all: Vec<Trial> = assumptions(state).into_iter().map(|c| begin(space, state, c)).collect();
    let under = all.len() as u64 * USUAL;
    let mut scratch = state.board.clone();
    if nested {
        // Candidates that fail without nested assumptions were removed before.
        for trial in &mut all {
            close(space, trial, &mut scratch);
        }
    }
    for layers in u32::from(nested)..asked.layers {
        let each = if nested { under } else { 1 };
        if !work.take(all.len() as u64 * each) {
            return Found::Limit;
        }
        let mut gone = Vec::new();
        let mut stopped = false;
        all.retain_mut(|trial| {
            stopped = stopped || stop();
            if stopped {
                return false;
            }
            let end = if nested { sieve(space, trial, &mut scratch, stop) } else { layer(space, trial, &mut scratch) };
            if end == Layer::Broken {
                gone.push(trial.assumed);
            }
            end == Layer::Changed
        });
        if stopped || stop() {
            return Found::Stopped;
        }
        if !gone.is_empty() {
            return Found::Gone(layers, gone);
        }
        if all.is_empty() {
            return Found::Nothing;
        }
    }
    Found::Nothing
}

/// Removes all candidates that one more assumption refutes, and follows the consequences to the end.
fn sieve(space: &Space, trial: &mut Trial, scratch: &mut Board, stop: &dyn Fn() -> bool) -> Layer {
    let mut gone = Vec::new();
    for candidate in assumptions(&trial.state) {
        if stop() {
            return Layer::Same;
        }
        let mut then = begin(space, &trial.state, candidate);
        if close(space, &mut then, scratch) {
            gone.push(candidate);
        }
    }
    if gone.is_empty() {
        return Layer::Same;
    }
    let before = trial.state.clone();
    for candidate in gone {
        trial.state.eliminate(candidate);
    }
    trial.changed = changes(&before, &trial.state);
    if close(space, trial, scratch) { Layer::Broken } else { Layer::Changed }
}
