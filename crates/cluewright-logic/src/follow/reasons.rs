//! The reasons why one constraint alone removes a candidate or cannot hold: a minimal set of candidates absent from the
//! constraint's cells.

use crate::board::space::Space;
use crate::step::Reason;
use crate::step::premises::clue_reason;
use cluewright_core::model::ConstraintId;
use cluewright_core::{Board, Candidate, Cell, Constraint, Kind, ValueSet};

/// The reasons of constraints with more cells than this are minimised in chunks of cells.
const CHUNKS: usize = 16;
/// Entries of lists up to this length are tried one by one.
const SHORT: usize = 8;

/// A minimal set of absent candidates of the constraint's cells (absent from `before`, present in `full`) from which it follows
/// that the constraint alone removes `gone` or, if `gone` is `None`, cannot hold. Candidates are put back as long as the conclusion
/// still follows: first all candidates of a cell at once, then, with `care`, single candidates of the remaining cells. Returns the
/// candidates that could not be put back (not necessarily the smallest possible set), and the number of propagations used.
pub(crate) fn fewest(
    kind: &Kind,
    before: &Board,
    full: &Board,
    gone: Option<Candidate>,
    care: bool,
) -> (Vec<Candidate>, u64) {
    let mut search = Search { kind, gone, board: before.clone(), trial: before.clone(), watch: false, tries: 0 };
    // With nearly every propagator, assuming the candidate leads to a contradiction; with the other propagators, test whether the
    // candidate is removed.
    search.watch = gone.is_some() && !search.follows();
    let missing = |c: &&Cell| gone.is_none_or(|g| g.cell != **c) && !full.values(**c).is_subset(before.values(**c));
    let cells: Vec<(Cell, ValueSet)> =
        kind.cells().iter().filter(missing).map(|&c| (c, full.values(c).minus(before.values(c)))).collect();
    let mut kept = Vec::new();
    search.put_back(&cells, kind.cells().len().div_ceil(CHUNKS).max(1), &mut kept);
    let single = |&(c, values): &(Cell, ValueSet)| values.iter().map(move |v| (c, ValueSet::of(v)));
    let mut absent: Vec<(Cell, ValueSet)> = kept.iter().flat_map(single).collect();
    if care && kind.cells().len() <= CHUNKS {
        search.put_back(&std::mem::take(&mut absent), 1, &mut absent);
    }
    (absent.into_iter().filter_map(|(c, v)| Some(Candidate::new(c, v.single()?))).collect(), search.tries)
}

/// All candidates absent from the constraint's cells, except from the cell of `gone`: a reason that is free to compute.
pub(crate) fn all_absent(kind: &Kind, before: &Board, full: &Board, gone: Option<Candidate>) -> Vec<Candidate> {
    let others = kind.cells().iter().filter(|&&c| gone.is_none_or(|g| g.cell != c));
    others.flat_map(|&c| full.values(c).minus(before.values(c)).iter().map(move |v| Candidate::new(c, v))).collect()
}

struct Search<'k> {
    kind: &'k Kind,
    gone: Option<Candidate>,
    board: Board,
    trial: Board,
    /// Whether to test that the candidate is removed, instead of testing that assuming it leads to a contradiction.
    watch: bool,
    tries: u64,
}

impl Search<'_> {
    fn follows(&mut self) -> bool {
        self.tries += 1;
        for &c in self.kind.cells() {
            self.trial.set_values(c, self.board.values(c));
        }
        match self.gone {
            None => self.kind.propagate(&mut self.trial).is_err(),
            Some(gone) if self.watch => {
                self.trial.restore(gone.cell, ValueSet::of(gone.value));
                self.kind.propagate(&mut self.trial).is_err() || !self.trial.has(gone)
            }
            Some(gone) => {
                self.trial.set_values(gone.cell, ValueSet::of(gone.value));
                self.kind.propagate(&mut self.trial).is_err()
            }
        }
    }

    /// Puts back the entries that can be put back, and adds all other entries to `kept`. Up to `grain` entries are tried together.
    /// A long list is first tried as a whole, then in halves; the result is the same as trying small pieces in order, because
    /// putting back more candidates can only weaken the conclusions.
    fn put_back(&mut self, list: &[(Cell, ValueSet)], grain: usize, kept: &mut Vec<(Cell, ValueSet)>) {
        if list.len() > SHORT || (1..=grain).contains(&list.len()) {
            let old: Vec<ValueSet> = list.iter().map(|&(c, _)| self.board.values(c)).collect();
            for &(c, values) in list {
                self.board.restore(c, values);
            }
            if self.follows() {
                return;
            }
            for (&(c, _), values) in list.iter().zip(old).rev() {
                self.board.set_values(c, values);
            }
            if list.len() <= grain {
                kept.extend_from_slice(list);
                return;
            }
        }
        if list.len() <= SHORT {
            for piece in list.chunks(grain) {
                self.put_back(piece, grain, kept);
            }
        } else {
            let (head, tail) = list.split_at(list.len() / 2);
            self.put_back(head, grain, kept);
            self.put_back(tail, grain, kept);
        }
    }
}

/// The reason why `constraint` alone removes `gone` from `board`.
pub(crate) fn removal_reason(
    space: &Space,
    board: &Board,
    constraint: ConstraintId,
    gone: Candidate,
    care: bool,
) -> Reason {
    let (absent, _) = fewest(space.kind(constraint), board, space.blank(), Some(gone), care);
    clue_reason(space, constraint, absent, vec![gone], Vec::new())
}
