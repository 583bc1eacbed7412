//! Interfaces through which logic may use facts that it has not derived, and proofs that it would take long to find.

use cluewright_core::{Board, Candidate, Cell, OriginId, Value, ValueSet};

/// An oracle that knows the solutions; the library implements it with the search. Logic also works without one, only slower: it
/// never *concludes* from an answer, but only skips attempts that cannot succeed.
pub trait Oracle {
    /// Whether the candidate is true in some solution; `None` if unknown.
    fn is_possible(&self, candidate: Candidate) -> Option<bool>;

    /// The value of `cell` in the only solution; `None` if there is not exactly one, or it is unknown.
    fn solution(&self, cell: Cell) -> Option<Value>;
}

/// A refuter of candidates by assumptions; the library implements it with the search. Logic also works without one, only slower.
/// Its refutations are shown in the step, and the checker replays them independently.
pub trait Refuter {
    /// What propagation alone leaves of each cell of the board when the candidate is true, put into `left`; false when
    /// that is a contradiction. When `left` is not empty it is what was left with the same candidate on a board that this
    /// one follows from by taking candidates away. `None` when it was stopped. After either `left` is of no use.
    fn follow(&self, board: &Board, candidate: Candidate, left: &mut Vec<ValueSet>) -> Option<bool>;

    /// A contradiction that the candidate leads to on this board: the candidate itself, then what it assumes within, at
    /// most `most` in all. `None` when the candidate is possible, when that is not enough, or when it was stopped.
    fn refute(&self, board: &Board, candidate: Candidate, most: u32) -> Option<Vec<Assumption>>;

    /// What shows that all other candidates of the cell fail, by at most `most` assumptions. `None` when one of them is
    /// possible, when that is not enough, or when it was stopped.
    fn refute_others(&self, board: &Board, candidate: Candidate, most: u32) -> Option<Exhausted>;

    /// As few rules, houses and clues as can be found, at most `most`, that leave no way with the candidate, as the board is:
    /// of these, or of all that there are. `None` when there are none, or nobody knows, which is the default.
    fn facts(&self, board: &Board, candidate: Candidate, of: Option<&[OriginId]>, most: usize) -> Option<Few> {
        let _ = (board, candidate, of, most);
        None
    }

    /// Answers questions about some facts alone on a board, the origins in ascending order; with `often` they will be asked
    /// about again. `ask` is not called when that cannot be done, which is the default.
    fn alone(&self, board: &Board, facts: &[OriginId], often: bool, ask: &mut dyn FnMut(&mut dyn Alone)) {
        let _ = (board, facts, often, ask);
    }

    /// Forgets everything learned from earlier questions, so that later answers depend only on the boards.
    fn forget(&self);

    /// The conflict weight of this cell, at least 1.
    fn weight(&self, cell: Cell) -> f64;

    /// Work done so far, in units of [`crate::Config::work`].
    fn work(&self) -> u64;
}

/// Some facts of a model, on a board.
pub trait Alone {
    /// As [`Refuter::follow`], using only the facts.
    fn follow(&mut self, candidate: Candidate, left: &mut Vec<ValueSet>) -> Option<bool>;

    /// Is there a way to meet them with the candidate? To find out, `most` assumptions are made at the most, and as many more
    /// as cells are open: this many a way may take without a contradiction. What is told depends on facts, board and candidate
    /// alone.
    fn probe(&mut self, candidate: Candidate, most: u32) -> Probe;
}

/// The verdict of some facts on a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Probe {
    /// The facts refute the candidate, with this many assumptions, including the candidate itself.
    Refuted(u32),
    /// This assignment satisfies the facts: a value for each cell of the model.
    Possible(Vec<Value>),
    /// The limit was reached first.
    Unknown,
}

/// The assumptions it took to refute a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exhausted {
    /// The assumptions, each before those within it; empty if there are too many to list.
    pub assumed: Vec<Assumption>,
    /// Their number, whether listed or not.
    pub cases: u64,
}

/// A minimal set of facts that refutes the candidate (minimal as far as the budget allowed).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Few {
    /// The origins of the facts, in the order of the model.
    pub facts: Vec<OriginId>,
    /// The number of cases needed.
    pub cases: u64,
}

/// A candidate assumed in an outline; those assumed within it follow it in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assumption {
    /// The candidate.
    pub candidate: Candidate,
    /// The number of following entries that are assumed within this one.
    pub within: u32,
}
