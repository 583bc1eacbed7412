//! Refutes candidates, and records the assumptions for callers that have to give reasons.
//!
//! This is the engine's own search below a candidate. A branch that fails becomes an assumption, and everything tried below the
//! branch is nested within this assumption. After the failure, the candidate of the branch is removed, and the search continues.
//! What the search learns from conflicts is kept from one question to the next, so refuting the wrong candidates of a puzzle, one
//! cell after another, costs about as much as a single search.
//!
//! This search is restarted like a search for solutions ([`super::Pace`]), but keeps the candidates that it has refuted directly
//! below the first candidate. Only the refutations within the current branch are lost.

use super::General;
use super::branching::Assumption;
use super::derive::MOST_TERMS;
use crate::answer::{Limits, Stopped};
use crate::engine::{Engine, Order};
use crate::switches::{Mechanism, Switches};
use cluewright_core::{Board, Candidate, Cell, Model, Value, ValueSet};

/// A candidate that a refutation assumes. The candidates assumed within it follow it in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assumed {
    /// The assumed candidate.
    pub candidate: Candidate,
    /// The number of following entries of the list that are assumed within this entry.
    pub within: u32,
}

/// The outcome of an attempt to refute a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// The candidate is in no solution of the board, as the list shows.
    Refuted,
    /// Some solution of the board has the candidate.
    Possible,
    /// A limit was reached before the answer was known.
    Unknown(Stopped),
}

/// Refutes candidates on boards of one model.
///
/// For a board that results from the previous one by removing candidates, only the difference is propagated. Takes the memory of
/// a [`crate::Solver`], and eight bytes per node for the caller's list.
///
/// ```
/// use cluewright_core::{Candidate, Cell, ModelBuilder, Origin, Puzzle, Shape, Value};
/// use cluewright_search::{Attempt, Limits, Refuter};
/// let puzzle = Puzzle::new(Shape::square(4).unwrap(), 4);
/// let mut build = ModelBuilder::for_puzzle(&puzzle);
/// let origin = build.origin(Origin::new("classic", "house"));
/// let shape = &puzzle.shape;
/// for house in shape.rows().chain(shape.columns()).chain(shape.regions().cloned()) {
///     build.all_different(&house, None, origin);
/// }
/// let model = build.finish();
/// let mut board = model.board();
/// board.fix(Cell(0), Value(0)).unwrap();
/// let (mut refuter, mut list) = (Refuter::new(&model), Vec::new());
/// // The same value twice in a row is refuted by itself; another one is possible.
/// let twice = Candidate::new(Cell(1), Value(0));
/// assert_eq!(refuter.refute(&board, twice, &Limits::none(), &mut list), Attempt::Refuted);
/// assert_eq!((list.len(), list[0].candidate), (1, twice));
/// let other = Candidate::new(Cell(1), Value(1));
/// assert_eq!(refuter.refute(&board, other, &Limits::none(), &mut list), Attempt::Possible);
/// ```
pub struct Refuter<'m> {
    engine: General<'m>,
    /// The domains of the last board; empty before the first board.
    board: Vec<u64>,
    /// Whether the last board can have solutions, as far as propagation shows.
    open: bool,
    /// The domains below the candidate in question.
    below: Vec<u64>,
    branches: Vec<Branch>,
    fails: u64,
    restart_at: u64,
    /// The work done before the last board was loaded (`done`), and the engine's count of propagations once it was loaded
    /// (`loaded`).
    done: u64,
    loaded: u64,
}

/// After each restart, the search runs this many times as long as before. Nearly all candidates fail, so a new start has little
/// chance of luck, and the refutations within the abandoned branch are lost. With a factor of 2, seven of the hardest killers
/// took a tenth longer; with 8, they took no less time.
const LONGER: u64 = 4;

/// A branch: its assumption, and the position of this assumption in the list.
#[derive(Clone, Copy, Debug)]
struct Branch {
    what: Assumption,
    at: usize,
}

impl std::fmt::Debug for Refuter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Refuter").field("work", &self.work()).finish_non_exhaustive()
    }
}

impl<'m> Refuter<'m> {
    /// Prepares a model for refutations.
    pub fn new(model: &'m Model) -> Self {
        Self::within(model, &Limits::none()).expect("nothing says to stop")
    }

    /// Like `new`, but returns `None` if the stop signal of these limits returns true while the model is prepared.
    pub fn within(model: &'m Model, limits: &Limits<'_>) -> Option<Self> {
        // With anchors, the engine would refute candidates that are true if the same regions have other labels. With matching at
        // the root, results for a board would depend on earlier boards.
        let switches = Switches::default().without(Mechanism::Anchors).without(Mechanism::Matching);
        let engine = General::made(model, switches, MOST_TERMS, limits.stop)?;
        let n = engine.root.len();
        let (board, below) = (Vec::with_capacity(n), vec![0; n]);
        Some(Self {
            engine,
            board,
            open: false,
            below,
            branches: Vec::new(),
            fails: 0,
            restart_at: 0,
            done: 0,
            loaded: 0,
        })
    }

    /// The work done so far on questions, as a number of propagations of constraints and sets. The work of getting from one board
    /// to the next is not included, so the work for a question depends only on the question.
    pub fn work(&self) -> u64 {
        self.done + (self.engine.state.stats.propagations - self.loaded)
    }

    /// Forgets the conflict weights, so that the next refutations depend only on the board.
    pub fn forget(&mut self) {
        self.engine.branching.forget(&self.engine.state.net);
    }

    /// The conflict weight that a cell has for branching, regardless of its values; at least 1.
    pub fn weight(&self, cell: Cell) -> f64 {
        self.engine.branching.weights().get(cell.index()).copied().unwrap_or(1.0)
    }

    /// Propagates a candidate and writes the remaining values of each cell to `left`. Returns false on a contradiction; `left` is
    /// then meaningless. If `left` is not empty, it must be the result for the same candidate on a board from which this one
    /// results by removing candidates: then only the difference is propagated. Only the stop signal of `limits` is used; nodes
    /// are not counted.
    pub fn follow(
        &mut self,
        board: &Board,
        candidate: Candidate,
        left: &mut Vec<ValueSet>,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped> {
        let open = self.load(board, limits)?
            && if left.len() == self.engine.root.len() && !self.is_uneven() {
                self.resume(left, limits)?
            } else {
                self.assume(candidate.cell, ValueSet::of(candidate.value).0, limits)?
            };
        left.clear();
        if open {
            left.extend(self.engine.state.dom.iter().map(|&d| ValueSet(d)));
        }
        Ok(open)
    }

    /// Tries to refute a candidate of a board by assuming other candidates below it. Writes the assumptions to `list`: first the
    /// candidate itself, and each assumption before those nested within it. The list is meaningful only after
    /// [`Attempt::Refuted`]. `limits.nodes` limits the number of assumptions.
    pub fn refute(
        &mut self,
        board: &Board,
        candidate: Candidate,
        limits: &Limits<'_>,
        list: &mut Vec<Assumed>,
    ) -> Attempt {
        list.clear();
        list.push(Assumed { candidate, within: 0 });
        let attempt = self.exhaust(board, candidate.cell, ValueSet::of(candidate.value).0, limits, list);
        if attempt == Attempt::Refuted {
            list[0].within = list.len() as u32 - 1;
        }
        attempt
    }

    /// Tries to refute all other candidates of a cell at once, which shows that `candidate` is true. Writes the assumptions to
    /// `list`, each assumption before those nested within it; the list is empty if propagation is enough. In all other respects
    /// it works like [`Refuter::refute`].
    ///
    /// If refuting each of the other candidates needs a search of nearly everything, refuting all of them takes little more work
    /// than refuting one.
    pub fn refute_others(
        &mut self,
        board: &Board,
        candidate: Candidate,
        limits: &Limits<'_>,
        list: &mut Vec<Assumed>,
    ) -> Attempt {
        list.clear();
        self.exhaust(board, candidate.cell, !ValueSet::of(candidate.value).0, limits, list)
    }

    /// The values of the model's cells in the solution that was found. Call it right after [`Attempt::Possible`].
    pub fn way(&self) -> impl Iterator<Item = Value> + '_ {
        self.engine.state.dom.iter().map(|d| Value(d.trailing_zeros() as u8))
    }

    /// Tries to show that a board is contradictory if a cell holds one of these values.
    fn exhaust(
        &mut self,
        board: &Board,
        cell: Cell,
        values: u64,
        limits: &Limits<'_>,
        list: &mut Vec<Assumed>,
    ) -> Attempt {
        let mut open = || Ok(self.load(board, limits)? && self.assume(cell, values, limits)?);
        match open().and_then(|open| Ok(!open || self.nothing_is_left(limits, list)?)) {
            Ok(true) => Attempt::Refuted,
            Ok(false) => Attempt::Possible,
            Err(why) => Attempt::Unknown(why),
        }
    }

    /// Narrows the root to a board; false if the board is contradictory.
    fn load(&mut self, board: &Board, limits: &Limits<'_>) -> Result<bool, Stopped> {
        let done = self.work();
        let fine = self.narrow_to(board, limits);
        (self.done, self.loaded) = (done, self.engine.state.stats.propagations);
        fine
    }

    /// Whether the result of propagation may depend on earlier boards. With unknown regions, propagation finds more on some
    /// boards if it starts afresh than if it continues from another board.
    fn is_uneven(&self) -> bool {
        !self.engine.state.net.tools.unknown_regions.is_empty()
    }

    fn narrow_to(&mut self, board: &Board, limits: &Limits<'_>) -> Result<bool, Stopped> {
        let now = || board.domains().iter().map(|d| d.0);
        if self.board.len() == board.len() && now().eq(self.board.iter().copied()) {
            return Ok(self.open);
        }
        let even = !self.is_uneven();
        let engine = &mut self.engine;
        let narrower = even && self.board.len() == board.len() && now().zip(&self.board).all(|(d, old)| d & !old == 0);
        if narrower && !self.open {
            return Ok(false);
        }
        if narrower {
            let mut root = std::mem::take(&mut engine.root);
            engine.state.load(&root);
            let fine = engine.follow(limits, |state| now().enumerate().try_for_each(|(c, d)| state.narrow(c, d)));
            if fine == Ok(true) {
                root.copy_from_slice(&engine.state.dom);
            }
            engine.root = root;
            self.open = fine?;
        } else {
            self.board.clear();
            if !engine.covers(board) {
                *engine = engine.widest(limits.stop).ok_or(Stopped::Signal)?;
            }
            engine.start(board, Order::Usual);
            self.open = engine.begin(limits)?;
        }
        self.board.clear();
        self.board.extend(now());
        Ok(self.open)
    }

    /// Propagates, starting at the root, that a cell holds one of these values; false after a conflict.
    fn assume(&mut self, cell: Cell, values: u64, limits: &Limits<'_>) -> Result<bool, Stopped> {
        let (engine, cell) = (&mut self.engine, cell.index());
        if engine.root[cell] & values == 0 {
            return Ok(false);
        }
        engine.state.load(&engine.root);
        engine.keep(cell, values, limits)
    }

    /// Continues from the result for a candidate on an earlier root to the result on the current root; false after a conflict.
    fn resume(&mut self, left: &[ValueSet], limits: &Limits<'_>) -> Result<bool, Stopped> {
        let engine = &mut self.engine;
        self.below.clear();
        self.below.extend(left.iter().map(|d| d.0));
        engine.state.load(&self.below);
        let root = std::mem::take(&mut engine.root);
        let fine = engine.follow(limits, |state| root.iter().enumerate().try_for_each(|(c, &d)| state.narrow(c, d)));
        engine.root = root;
        fine
    }

    /// Searches below the current domains. Appends the assumptions to the list, and returns whether all of them failed.
    fn nothing_is_left(&mut self, limits: &Limits<'_>, list: &mut Vec<Assumed>) -> Result<bool, Stopped> {
        self.branches.clear();
        let mut gap = self.engine.pace.first;
        (self.fails, self.restart_at) = (0, gap);
        let mut searched = self.work();
        let engine_limits = Limits { nodes: 0, ..*limits };
        loop {
            let Some((cell, bit, _)) = self.engine.branching.choose_value(&self.engine.state) else { return Ok(false) };
            if limits.nodes > 0 && list.len() as u64 >= limits.nodes {
                return Err(Stopped::Nodes);
            }
            if let Some(why) = self.engine.stop_reason(&engine_limits) {
                return Err(why);
            }
            let engine = &mut self.engine;
            engine.state.save(&mut engine.saved, self.branches.len());
            let what = Assumption::Holds { cell: cell as u32, bit };
            self.branches.push(Branch { what, at: list.len() });
            list.push(assumed(cell, bit.trailing_zeros() as usize));
            engine.state.stats.nodes += 1;
            if engine.assume(what, true, limits)? {
                continue;
            }
            engine.state.stats.failures += 1;
            engine.failed(what);
            self.fails += 1;
            if self.fails >= self.restart_at && self.branches.len() > 1 {
                self.back_to_top(list);
                if self.probe(2 * (self.work() - searched), limits, list)? {
                    return Ok(true);
                }
                searched = self.work();
                gap = gap.saturating_mul(LONGER).max(self.engine.pace.later);
                self.restart_at = self.fails.saturating_add(gap);
            } else if self.back(limits, list)? {
                return Ok(true);
            }
        }
    }

    /// Goes back over failed branches until one of them leaves something to search; true if nothing is left at all.
    fn back(&mut self, limits: &Limits<'_>, list: &mut [Assumed]) -> Result<bool, Stopped> {
        let engine = &mut self.engine;
        while let Some(branch) = self.branches.pop() {
            list[branch.at].within = (list.len() - branch.at - 1) as u32;
            engine.state.restore(&engine.saved, self.branches.len());
            if engine.assume(branch.what, false, limits)? {
                return Ok(false);
            }
            engine.failed(branch.what);
        }
        Ok(true)
    }

    /// Abandons the current branch and returns to the top of the search.
    fn back_to_top(&mut self, list: &mut Vec<Assumed>) {
        if let Some(first) = self.branches.first() {
            list.truncate(first.at);
            self.engine.state.restore(&self.engine.saved, 0);
        }
        self.branches.clear();
    }

    /// Tests candidates one by one, those of the most promising cells first, until the amount `work` is used up. Adds the
    /// candidates that fail to the list. Returns true if nothing is left.
    fn probe(&mut self, work: u64, limits: &Limits<'_>, list: &mut Vec<Assumed>) -> Result<bool, Stopped> {
        let end = self.work() + work;
        let engine = &mut self.engine;
        self.below.copy_from_slice(&engine.state.dom);
        engine.state.save(&mut engine.saved, 0);
        let mut cells = std::mem::take(&mut engine.unprobed);
        cells.clear();
        cells.extend((0..self.below.len() as u32).filter(|&c| !self.below[c as usize].is_power_of_two()));
        let score = |c: &u32| engine.branching.merit(*c as usize, self.below[*c as usize]);
        cells.sort_by(|a, b| score(b).total_cmp(&score(a)).then(a.cmp(b)));
        let mut left = Ok(true);
        for c in cells.iter().map(|&c| c as usize) {
            left = engine.probe_cell(c, &mut self.below, end, limits, |value| list.push(assumed(c, value)));
            if left != Ok(true) {
                break;
            }
        }
        engine.unprobed = cells;
        engine.state.restore(&engine.saved, 0);
        left.map(|left| !left)
    }
}

fn assumed(cell: usize, value: usize) -> Assumed {
    Assumed { candidate: Candidate::new(Cell(cell as u16), Value(value as u8)), within: 0 }
}
