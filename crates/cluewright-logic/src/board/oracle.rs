//! Interfaces that give the logic facts that it has not derived, and proofs that would take the logic itself a long
//! time to find.

use cluewright_core::{Board, Candidate, Cell, OriginId, Value, ValueSet};

/// An oracle that knows the solutions; the library implements it with the search engine. The logic also works without
/// an oracle, but more slowly: it never *concludes* anything from the oracle's answers, but only skips attempts that
/// cannot succeed.
pub trait Oracle {
    /// Whether the candidate is true in some solution; `None` if unknown.
    fn is_possible(&self, candidate: Candidate) -> Option<bool>;

    /// The value of `cell` in the only solution; `None` if the solution is unknown or there is not exactly one
    /// solution.
    fn solution(&self, cell: Cell) -> Option<Value>;
}

/// A refuter of candidates by assumptions; the library implements it with the search engine. The logic also works
/// without a refuter, but more slowly. Steps show the refutations, and the checker replays them independently.
pub trait Refuter {
    /// Assumes that the candidate is true and propagates the consequences on the board, without further assumptions.
    /// Stores the remaining values of each cell in `left` and returns true, or returns false if there is a
    /// contradiction. If `left` is not empty on entry, it must be the result for the same candidate on an earlier board
    /// of which this board has a subset of the candidates. Returns `None` if interrupted. If the result is `false` or
    /// `None`, the contents of `left` are unspecified.
    fn follow(&self, board: &Board, candidate: Candidate, left: &mut Vec<ValueSet>) -> Option<bool>;

    /// A contradiction that the candidate leads to on this board, as a list of at most `most` assumptions: the
    /// candidate itself, followed by the candidates assumed under this assumption. `None` if the candidate is possible,
    /// if `most` assumptions are not enough, or if the refuter was interrupted.
    fn refute(&self, board: &Board, candidate: Candidate, most: u32) -> Option<Vec<Assumption>>;

    /// At most `most` assumptions which show that all other candidates of the cell lead to contradictions. `None` if
    /// another candidate is possible, if `most` assumptions are not enough, or if the refuter was interrupted.
    fn refute_others(&self, board: &Board, candidate: Candidate, most: u32) -> Option<Exhausted>;

    /// A small set of at most `most` facts (rules, houses and clues) that refutes the candidate on this board. The
    /// facts are chosen from `of`, or from all facts of the model if `of` is `None`. `None` if there is no such set or
    /// the search did not find one. The default implementation returns `None`.
    fn facts(&self, board: &Board, candidate: Candidate, of: Option<&[OriginId]>, most: usize) -> Option<Few> {
        let _ = (board, candidate, of, most);
        None
    }

    /// Calls `ask` with an object that answers questions on this board from `facts` (origins in ascending order) alone.
    /// Set `often` if there will be more questions about the same facts. If the refuter does not support this, `ask` is
    /// not called; the default implementation never calls it.
    fn alone(&self, board: &Board, facts: &[OriginId], often: bool, ask: &mut dyn FnMut(&mut dyn Alone)) {
        let _ = (board, facts, often, ask);
    }

    /// Forgets everything learned from earlier questions, so that later answers depend only on the boards.
    fn forget(&self);

    /// The conflict weight of this cell, at least 1; the more contradictions a cell was involved in, the higher its
    /// weight.
    fn weight(&self, cell: Cell) -> f64;

    /// The total work so far, in units of [`crate::Config::work`].
    fn work(&self) -> u64;
}

/// Answers questions on a fixed board from only some facts of a model.
pub trait Alone {
    /// Like [`Refuter::follow`], but uses only these facts.
    fn follow(&mut self, candidate: Candidate, left: &mut Vec<ValueSet>) -> Option<bool>;

    /// Searches for an assignment that satisfies the facts and contains the candidate. The search makes at most `most`
    /// assumptions plus one for each open cell, since finding an assignment may take one assumption per cell even
    /// without a contradiction. The result depends only on the facts, the board and the candidate.
    fn probe(&mut self, candidate: Candidate, most: u32) -> Probe;
}

/// What some facts say about a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Probe {
    /// The facts refute the candidate. The refutation takes this many assumptions, including the candidate itself.
    Refuted(u32),
    /// This assignment of a value to each cell of the model satisfies the facts.
    Possible(Vec<Value>),
    /// The search reached its limit without an answer.
    Unknown,
}

/// The assumptions that refute all other candidates of a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exhausted {
    /// The assumptions, each followed by the assumptions made under it; empty if there are too many to list.
    pub assumed: Vec<Assumption>,
    /// The number of assumptions, whether or not they are listed.
    pub cases: u64,
}

/// A set of facts that refutes a candidate, minimal as far as the work budget allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Few {
    /// The origins of the facts, in the order of the model.
    pub facts: Vec<OriginId>,
    /// The number of cases that the refutation needs.
    pub cases: u64,
}

/// A candidate that is assumed in an outline. In the list, an assumption is followed by the candidates assumed under
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assumption {
    /// The assumed candidate.
    pub candidate: Candidate,
    /// The number of following list entries that are assumed under this assumption.
    pub within: u32,
}
