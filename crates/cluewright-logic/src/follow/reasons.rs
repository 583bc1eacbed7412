//! Why one constraint alone removes a candidate, or cannot hold: which absent candidates of its cells that takes.

use crate::board::space::Space;
use crate::step::Reason;
use crate::step::premises::clue_reason;
use cluewright_core::model::ConstraintId;
use cluewright_core::{Board, Candidate, Cell, Constraint, Kind, ValueSet};

/// With more cells a constraint's reasons are looked for in chunks of cells.
const CHUNKS: usize = 16;
/// Lists up to this length are gone through one by one.
const SHORT: usize = 8;

/// Which absent candidates of its cells (absent from `before`, present in `full`) it takes for the constraint alone to
/// remove `gone`; without `gone`, to be unable to hold. What can be put back is put back as long as it still follows,
/// whole cells first; with `care` also the single candidates of the other cells. What is left is the reason: as few as
/// is cheap; and how many propagations that took.
pub(crate) fn fewest(
    kind: &Kind,
    before: &Board,
    full: &Board,
    gone: Option<Candidate>,
    care: bool,
) -> (Vec<Candidate>, u64) {
    let mut search = Search { kind, gone, board: before.clone(), trial: before.clone(), watch: false, tries: 0 };
    // Assuming the candidate is enough for nearly every propagator; for the others it is watched going.
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

/// Everything that is absent from the constraint's cells but for what is gone: a reason that costs nothing.
pub(crate) fn all_absent(kind: &Kind, before: &Board, full: &Board, gone: Option<Candidate>) -> Vec<Candidate> {
    let others = kind.cells().iter().filter(|&&c| gone.is_none_or(|g| g.cell != c));
    others.flat_map(|&c| full.values(c).minus(before.values(c)).iter().map(move |v| Candidate::new(c, v))).collect()
}

struct Search<'k> {
    kind: &'k Kind,
    gone: Option<Candidate>,
    board: Board,
    trial: Board,
    /// Watch the candidate going instead of assuming it.
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

    /// Puts back what can be put back; what cannot, in pieces of at most `grain`, is kept. Of a long list all is tried
    /// at once, then halves: the outcome is that of going through it one by one, since with more put back less follows.
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

/// Why `constraint` alone removes `gone` from `board`.
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
