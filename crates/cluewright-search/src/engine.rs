//! The interface of an engine for a [`crate::Solver`]: it walks the solutions below a board, one at a time.

use crate::answer::{Limits, Stats, Stopped, Verdict};
use cluewright_core::{Board, Value, ValueSet};

/// Nodes before a search is cut into parts: late enough for a restart and for trying every candidate of the root. With
/// 1,000 one of eight puzzles took more than 7 times the nodes, 20,000 were no better than this.
const FIRST: u64 = 5_000;

/// The order in which the values of a branching cell are tried.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order<'a> {
    /// The engine's own deterministic order.
    Usual,
    /// At random from this seed; cells of equal merit are taken at random too.
    Shuffled(u64),
    /// These candidates first, by cell.
    Prefer(&'a [ValueSet]),
}

/// The next event of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// A solution that differs from all before it in a cell of the answer; [`Engine::solution`] has it.
    Solution,
    /// There are no further solutions.
    Done,
    /// A limit was reached; another call with a larger limit continues from here.
    Stopped(Stopped),
}

/// A search cut into parts.
pub(crate) struct Cut {
    /// The parts: by cell, its values as bits.
    pub(crate) parts: Vec<Vec<u64>>,
    /// The scores that the engine learned before: by cell, how promising it is.
    pub(crate) weights: Vec<f64>,
}

/// A search that can be stopped and resumed.
pub(crate) trait Engine: Send {
    /// Begins below `board`.
    fn start(&mut self, board: &Board, order: Order<'_>);

    /// Goes on to the next solution. `Limits::nodes` bounds `Stats::nodes` since the engine was made or its
    /// statistics were reset.
    fn next(&mut self, limits: &Limits<'_>) -> Event;

    /// The last solution: a value for every cell.
    fn solution(&self) -> &[Value];

    /// One random dive below the board given to `start` (Knuth 1975): at each branch a value at random. The product of
    /// the numbers of values chosen from when it ended in a solution, 0 when it did not.
    fn dive(&mut self, seed: u64, limits: &Limits<'_>) -> Result<f64, Stopped>;

    /// By cell and value, how many solutions below `board` hold that candidate, counted up to `cap`: for engines that
    /// know a faster way than to walk from solution to solution. `None`: they do not, or a limit or the stop signal
    /// was met.
    fn counts(&mut self, _board: &Board, _cap: u32, _limits: &Limits<'_>) -> Option<Vec<Vec<u32>>> {
        None
    }

    /// The number of boards that are much faster to test together than one by one; 1: no difference.
    fn width(&self) -> usize {
        1
    }

    /// How many solutions each board has, counted up to `most` (at least 1), for engines that answer many boards at once.
    /// `None`: they do not, or a limit or the stop signal was met.
    fn count_each(&mut self, _boards: &[Board], _most: u64, _limits: &Limits<'_>) -> Option<Vec<u64>> {
        None
    }

    /// A verdict on each board, independent of the others, for engines that process many boards at once. Fewer, with the reason, if
    /// a limit was reached. `None`: not supported.
    fn verdict_each(&mut self, _boards: &[Board], _limits: &Limits<'_>) -> Option<(Vec<Verdict>, Option<Stopped>)> {
        None
    }

    /// For each seed what [`Order::Shuffled`] leads to first, for engines that draw many solutions at once. `None`: they
    /// do not, or a limit or the stop signal was met.
    fn draw_each(&mut self, _board: &Board, _seeds: &[u64], _limits: &Limits<'_>) -> Option<Vec<Option<Vec<Value>>>> {
        None
    }

    /// Nodes before a search that several threads may share is cut into parts.
    fn before_cut(&self) -> u64 {
        FIRST
    }

    /// Cuts the search below the board given to `start` into about `most` parts that share no answer and together have
    /// all of them: the same for the same board and the same work since `start`. `None`: the engine knows no better way
    /// than to cut the board. Counts as work; told to stop, it makes fewer parts.
    fn cut(&mut self, _most: usize, _limits: &Limits<'_>) -> Option<Cut> {
        None
    }

    /// Starts with one part of a search that was cut below `board`, by this engine or an equal one.
    fn start_part(&mut self, _board: &Board, _cut: &Cut, _at: usize) {
        unreachable!("only of engines that cut");
    }

    /// Work done since the last reset.
    fn stats(&self) -> &Stats;

    /// Forgets the work done.
    fn reset_stats(&mut self);
}
