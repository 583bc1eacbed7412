//! The interface of the engines of a [`crate::Solver`]. An engine finds the solutions of a board, one at a time.

use crate::answer::{Limits, Stats, Stopped, Verdict};
use cluewright_core::{Board, Value, ValueSet};

/// The number of nodes after which a search is divided into parts. This leaves enough time for a restart and for trying every
/// candidate of the root. With 1,000 nodes, one of eight puzzles took more than 7 times as many nodes; 20,000 was no better than
/// 5,000.
const FIRST: u64 = 5_000;

/// The order in which the values of a branching cell are tried.
#[derive(Clone, Debug)]
pub(crate) enum Order {
    /// The engine's own deterministic order.
    Usual,
    /// A random order drawn from this seed; ties between cells are also broken at random.
    Shuffled(u64),
    /// The given values first; there is one set per cell.
    Prefer(Vec<ValueSet>),
}

/// The next event of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// A solution was found that differs from every earlier solution in a cell of the answer; [`Engine::solution`] returns it.
    Solution,
    /// There are no further solutions.
    Done,
    /// A limit was reached; another call with a larger limit continues from here.
    Stopped(Stopped),
}

/// A search divided into parts.
pub(crate) struct Cut {
    /// The parts; each part is the domains of all cells, with one bit per value.
    pub(crate) parts: Vec<Vec<u64>>,
    /// The score of each cell that the engine has learned: how promising it is to branch on the cell.
    pub(crate) weights: Vec<f64>,
}

/// An engine: it runs one search at a time, which can be stopped and resumed.
pub(crate) trait Engine: Send {
    /// Starts a search for the solutions of `board`.
    fn start(&mut self, board: &Board, order: Order);

    /// Continues to the next solution. `Limits::nodes` bounds `Stats::nodes` since the engine was created or its statistics were
    /// reset.
    fn next(&mut self, limits: &Limits<'_>) -> Event;

    /// The most recent solution: a value for every cell.
    fn solution(&self) -> &[Value];

    /// Makes one random dive from the board given to `start` (Knuth 1975), choosing a random value at each branch. If the dive
    /// ends in a solution, returns the product of the number of choices at each branch, otherwise 0.
    fn dive(&mut self, seed: u64, limits: &Limits<'_>) -> Result<f64, Stopped>;

    /// For each cell and value, the number of solutions of `board` with this candidate, counted up to `cap`. Implemented by
    /// engines that can count faster than by finding one solution after another. `None` if not supported, or if a limit or the
    /// stop signal ended the count.
    fn counts(&mut self, _board: &Board, _cap: u32, _limits: &Limits<'_>) -> Option<Vec<Vec<u32>>> {
        None
    }

    /// The number of boards that should be tested together because that is much faster than one by one; 1 if it makes no
    /// difference.
    fn width(&self) -> usize {
        1
    }

    /// The number of solutions of each board, counted up to `most` (at least 1). Implemented by engines that process many boards
    /// at once. `None` if not supported, or if a limit or the stop signal ended the count.
    fn count_each(&mut self, _boards: &[Board], _most: u64, _limits: &Limits<'_>) -> Option<Vec<u64>> {
        None
    }

    /// A verdict on each board, independent of the other boards. Implemented by engines that process many boards at once. If a
    /// limit was reached, returns fewer verdicts, and the limit. `None` if not supported.
    fn verdict_each(&mut self, _boards: &[Board], _limits: &Limits<'_>) -> Option<(Vec<Verdict>, Option<Stopped>)> {
        None
    }

    /// For each seed, the first solution with [`Order::Shuffled`]. Implemented by engines that draw many solutions at once.
    /// `None` if not supported, or if a limit or the stop signal ended the search.
    fn draw_each(&mut self, _board: &Board, _seeds: &[u64], _limits: &Limits<'_>) -> Option<Vec<Option<Vec<Value>>>> {
        None
    }

    /// A search that several threads may share is divided into parts after this many nodes.
    fn before_cut(&self) -> u64 {
        FIRST
    }

    /// Divides the search of the board given to `start` into about `most` parts. Each answer belongs to exactly one part. The
    /// parts are always the same for the same board and the same work since `start`. `None` if the engine has no better method
    /// than dividing the board by the values of its cells. The division counts as work; if the stop signal returns true, there
    /// are fewer parts.
    fn cut(&mut self, _most: usize, _limits: &Limits<'_>) -> Option<Cut> {
        None
    }

    /// Starts the search of one part. `cut` is the division of a search that started on `board`, made by this engine or an equal
    /// one.
    fn start_part(&mut self, _board: &Board, _cut: &Cut, _at: usize) {
        unreachable!("only of engines that cut");
    }

    /// The work done since the last reset.
    fn stats(&self) -> &Stats;

    /// Sets all statistics to 0.
    fn reset_stats(&mut self);
}
