//! The interface of an engine for a [`crate::Solver`]: it finds the solutions of a board, one at a time.

use crate::answer::{Limits, Stats, Stopped, Verdict};
use cluewright_core::{Board, Value, ValueSet};

/// The number of nodes after which a search is divided into parts: late enough for a restart and for trying every candidate of
/// the root. With 1,000, one of eight puzzles took more than 7 times as many nodes; 20,000 was not better than this.
const FIRST: u64 = 5_000;

/// The order in which the values of a branching cell are tried.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order<'a> {
    /// The engine's own deterministic order.
    Usual,
    /// A random order drawn from this seed; ties between cells are also broken at random.
    Shuffled(u64),
    /// These candidates first; one set per cell.
    Prefer(&'a [ValueSet]),
}

/// The next event of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// A solution that differs from all earlier ones in a cell of the answer; [`Engine::solution`] returns it.
    Solution,
    /// There are no further solutions.
    Done,
    /// A limit was reached; another call with a larger limit continues from here.
    Stopped(Stopped),
}

/// A search cut into parts.
pub(crate) struct Cut {
    /// The parts, each as the domains of all cells, one bit per value.
    pub(crate) parts: Vec<Vec<u64>>,
    /// The score that the engine has learned for each cell: how promising it is to branch on.
    pub(crate) weights: Vec<f64>,
}

/// A search that can be stopped and resumed.
pub(crate) trait Engine: Send {
    /// Starts a search for the solutions of `board`.
    fn start(&mut self, board: &Board, order: Order<'_>);

    /// Continues to the next solution. `Limits::nodes` bounds `Stats::nodes` since the engine was created or its statistics were
    /// reset.
    fn next(&mut self, limits: &Limits<'_>) -> Event;

    /// The most recent solution: a value for every cell.
    fn solution(&self) -> &[Value];

    /// One random dive from the board given to `start` (Knuth 1975), which takes a random value at each branch. Returns the
    /// product of the numbers of values to choose from if the dive ended in a solution, otherwise 0.
    fn dive(&mut self, seed: u64, limits: &Limits<'_>) -> Result<f64, Stopped>;

    /// For each cell and value, the number of solutions of `board` with that candidate, counted up to `cap`: for engines that
    /// have a faster way than finding solution after solution. `None`: not supported, or a limit or the stop signal ended the
    /// count.
    fn counts(&mut self, _board: &Board, _cap: u32, _limits: &Limits<'_>) -> Option<Vec<Vec<u32>>> {
        None
    }

    /// The number of boards that are much faster to test together than one by one; 1: no difference.
    fn width(&self) -> usize {
        1
    }

    /// The number of solutions of each board, counted up to `most` (at least 1), for engines that process many boards at once.
    /// `None`: not supported, or a limit or the stop signal ended the count.
    fn count_each(&mut self, _boards: &[Board], _most: u64, _limits: &Limits<'_>) -> Option<Vec<u64>> {
        None
    }

    /// A verdict on each board, independent of the others, for engines that process many boards at once. Fewer, with the reason, if
    /// a limit was reached. `None`: not supported.
    fn verdict_each(&mut self, _boards: &[Board], _limits: &Limits<'_>) -> Option<(Vec<Verdict>, Option<Stopped>)> {
        None
    }

    /// For each seed, the first solution with [`Order::Shuffled`], for engines that draw many solutions at once. `None`: not
    /// supported, or a limit or the stop signal ended it.
    fn draw_each(&mut self, _board: &Board, _seeds: &[u64], _limits: &Limits<'_>) -> Option<Vec<Option<Vec<Value>>>> {
        None
    }

    /// The number of nodes after which a search that several threads may share is divided into parts.
    fn before_cut(&self) -> u64 {
        FIRST
    }

    /// Divides the search of the board given to `start` into about `most` parts, which have no answer in common and together have
    /// all of them. The parts are always the same for the same board and the same work since `start`. `None`: the engine has no
    /// better way than dividing the board. This counts as work; if the stop signal comes, there are fewer parts.
    fn cut(&mut self, _most: usize, _limits: &Limits<'_>) -> Option<Cut> {
        None
    }

    /// Starts the search of one part; the search was divided below `board`, by this engine or an equal one.
    fn start_part(&mut self, _board: &Board, _cut: &Cut, _at: usize) {
        unreachable!("only of engines that cut");
    }

    /// The work done since the last reset.
    fn stats(&self) -> &Stats;

    /// Sets the statistics to 0.
    fn reset_stats(&mut self);
}
