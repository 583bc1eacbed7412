//! Interfaces through which the logic may use facts that it has not derived, and proofs that would take it long to
//! find.

use cluewright_core::{Board, Candidate, Cell, OriginId, Value, ValueSet};

/// An oracle that knows the solutions; the library implements it with the search engine. The logic also works without
/// an oracle, only more slowly: it never *concludes* anything from an answer, but uses answers to skip attempts that
/// cannot succeed.
pub trait Oracle {
    /// Whether the candidate is true in some solution; `None` if unknown.
    fn is_possible(&self, candidate: Candidate) -> Option<bool>;

    /// The value of `cell` in the only solution; `None` if there is not exactly one, or it is unknown.
    fn solution(&self, cell: Cell) -> Option<Value>;
}

/// A refuter of candidates by assumptions; the library implements it with the search engine. The logic also works
/// without a refuter, only more slowly. The refutations are shown in the step, and the checker replays them
/// independently.
pub trait Refuter {
    /// Assumes the candidate on the board and propagates, without further assumptions. Stores the remaining values of
    /// each cell in `left` and returns true, or returns false if there is a contradiction. If `left` is not empty on
    /// entry, it must be the result for the same candidate on an earlier board, from which this board follows by
    /// removing candidates. Returns `None` if interrupted. After `false` or `None` the contents of `left` are
    /// unspecified.
    fn follow(&self, board: &Board, candidate: Candidate, left: &mut Vec<ValueSet>) -> Option<bool>;

    /// A contradiction that the candidate leads to on this board, as a list of assumptions: the candidate itself, then
    /// the candidates assumed within, at most `most` in total. `None` if the candidate is possible, if `most`
    /// assumptions are not enough, or if the refuter was interrupted.
    fn refute(&self, board: &Board, candidate: Candidate, most: u32) -> Option<Vec<Assumption>>;

    /// The assumptions, at most `most`, which show that all other candidates of the cell fail. `None` if another
    /// candidate is possible, if `most` assumptions are not enough, or if the refuter was interrupted.
    fn refute_others(&self, board: &Board, candidate: Candidate, most: u32) -> Option<Exhausted>;

    /// A small set of rules, houses and clues, at most `most`, that refutes the candidate on the current board. The set
    /// is chosen from `of`, or from all facts of the model if `of` is `None`. `None` if there is no such set or none
    /// was found. The default implementation returns `None`.
    fn facts(&self, board: &Board, candidate: Candidate, of: Option<&[OriginId]>, most: usize) -> Option<Few> {
        let _ = (board, candidate, of, most);
        None
    }

    /// Calls `ask` with an object that answers questions about `facts` (origins in ascending order) alone on this
    /// board. Set `often` if the same facts will be asked about again. If the refuter does not support this, `ask` is
    /// not called; the default implementation never calls it.
    fn alone(&self, board: &Board, facts: &[OriginId], often: bool, ask: &mut dyn FnMut(&mut dyn Alone)) {
        let _ = (board, facts, often, ask);
    }

    /// Forgets everything learned from earlier questions, so that later answers depend only on the boards.
    fn forget(&self);

    /// The conflict weight of this cell, at least 1; it is higher for cells that were involved in more contradictions.
    fn weight(&self, cell: Cell) -> f64;

    /// The total work so far, in units of [`crate::Config::work`].
    fn work(&self) -> u64;
}

/// Answers questions about some facts of a model alone, on a fixed board.
pub trait Alone {
    /// Like [`Refuter::follow`], but uses only these facts.
    fn follow(&mut self, candidate: Candidate, left: &mut Vec<ValueSet>) -> Option<bool>;

    /// Searches for an assignment that satisfies the facts and contains the candidate. The search makes at most `most`
    /// assumptions, plus one for each open cell, since an assignment may need that many even without a contradiction.
    /// The result depends only on the facts, the board and the candidate.
    fn probe(&mut self, candidate: Candidate, most: u32) -> Probe;
}

/// The verdict of some facts on a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Probe {
    /// The facts refute the candidate, with this many assumptions, including the candidate itself.
    Refuted(u32),
    /// This assignment satisfies the facts: a value for each cell of the model.
    Possible(Vec<Value>),
    /// The search reached its limit first.
    Unknown,
}

/// The assumptions it took to refute a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exhausted {
    /// The assumptions, each before those within it; empty if there are too many to list.
    pub assumed: Vec<Assumption>,
    /// The number of assumptions, whether or not they are listed.
    pub cases: u64,
}

/// A minimal set of facts that refutes the candidate (minimal as far as the budget allowed).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Few {
    /// The origins of the facts, in the order of the model.
    pub facts: Vec<OriginId>,
    /// The number of cases that the refutation needs.
    pub cases: u64,
}

/// A candidate that is assumed in an outline. The candidates assumed within this assumption follow it in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assumption {
    /// The assumed candidate.
    pub candidate: Candidate,
    /// The number of subsequent entries of the list that are assumed within this one.
    pub within: u32,
}
