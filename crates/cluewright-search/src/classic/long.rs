//! A second method for a lone puzzle whose search turns out to be long: it searches few nodes and weighs each of them (see
//! `weigh.rs`).
//!
//! Boards given only by pencil marks can need millions of guesses, although a weighing would show at once that nearly all of them
//! fail. So when a search has made some thousands of guesses and most of it still lies ahead, it is restarted with another
//! method. At every node, the board is weighed, which refutes the board or removes candidates. If a short plain search in the
//! batch does not finish the node, the method branches on a cell with the fewest digits. The attempt continues as long as it
//! progresses faster than the plain search did; if it reaches its end, it has the answer. Otherwise the plain search continues
//! where it was, until it has become much longer.
//!
//! No solution is counted twice, because a solution that the plain search has already found is in none of its open nodes.

use super::batch::{self, Batch, Bounds, End, Sink, Stats, share};
use super::board::Grid;
use super::lanes::{IN_ORDER, LANES, Lanes, Node, Row};
use super::rows;
use super::slice::Slice;
use super::sweep::{self, SweepResult};
use super::weigh::{ROUNDS, Shares, Verdict};
use crate::bits::Ones;

/// The number of guesses of the plain search before the first attempt (`FIRST`), and the factor for each later attempt (`LATER`).
pub(super) const FIRST: u64 = 16_384;
const LATER: u64 = 8;

/// No attempt is made if the plain search has done this share of its work.
const NEARLY: f64 = 0.3;

/// The maximum effort of an attempt, as a multiple of the effort of the plain search. The attempt is judged once it has taken as
/// much effort as the plain search.
const MOST_EFFORT: u64 = 4;

/// The cost of ten rounds of scaling and a weighing, in guesses.
const WEIGHING: u64 = 60;

/// The number of weighings for the first node (`AT_ROOT`) and for each other node (`AT_NODE`); a node other than the first begins
/// with the shares of the node above it.
const AT_ROOT: u32 = 1000 / ROUNDS;
const AT_NODE: u32 = 50 / ROUNDS;

/// If weighing helps, it helps at the first node: an attempt ends after this many weighings without effect.
const HOPE: u32 = 20;

/// The maximum number of guesses of a short search (`SHORT`). A node is searched only if it is estimated to need at most `TRIED`
/// guesses.
const SHORT: u64 = 500;
const TRIED: f64 = 750.0;

/// Puzzles with more solutions than this are not suited to weighing.
const MANY: usize = 64;

/// How an attempt ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// All solutions were found, or as many as requested.
    Solved,
    /// The attempt was not worth its cost.
    Dropped,
    /// The stop signal returned true.
    Stopped,
}

/// An open node of an attempt.
#[derive(Clone, Copy)]
struct Open {
    node: Node,
    depth: u16,
    /// The estimated number of guesses that the node needs.
    size: f64,
}

/// The schedule of attempts, and the buffers that they use.
pub(super) struct Long {
    first: u64,
    effort: u64,
    hope: u32,
    due: u64,
    work: Option<Box<Work>>,
    #[cfg(test)]
    pub(super) solved: u64,
}

/// The buffers of attempts, which take some 60 kB.
struct Work {
    open: Vec<Open>,
    /// The shares at each depth on the way to the node being searched.
    shares: Vec<Shares>,
    short: Batch,
    desk: Desk,
    found: Vec<Grid>,
}

impl Long {
    pub(super) fn new() -> Self {
        Self::after(FIRST, MOST_EFFORT, HOPE)
    }

    /// Creates a schedule with the first attempt after `first` guesses. An attempt may take `effort` times the effort of the
    /// plain search, and `hope` fruitless weighings.
    pub(super) fn after(first: u64, effort: u64, hope: u32) -> Self {
        Self {
            first,
            effort,
            hope,
            due: first,
            work: None,
            #[cfg(test)]
            solved: 0,
        }
    }

    /// Prepares for a new search.
    pub(super) fn reset(&mut self) {
        self.due = self.first;
    }

    /// The number of guesses of a new search before the first attempt.
    pub(super) fn first(&self) -> u64 {
        self.first
    }

    /// The number of guesses of the plain search after which an attempt is due.
    pub(super) fn due(&self) -> u64 {
        self.due
    }

    /// The solutions in open nodes of the plain search, after [`Outcome::Solved`].
    pub(super) fn found(&self) -> &[Grid] {
        self.work.as_ref().map_or(&[], |work| &work.found)
    }

    /// Searches the open nodes of the `plain` search again with this method, unless that search is nearly done.
    #[inline(always)]
    pub(super) fn attempt<V: Lanes>(&mut self, plain: &Batch, bounds: &Bounds, stats: &mut Stats) -> Outcome {
        let guesses = plain.guesses();
        self.due = guesses.saturating_mul(LATER);
        if plain.done > NEARLY || plain.count() > MANY as u64 {
            return Outcome::Dropped;
        }
        let allowed = bounds.guesses.saturating_sub(guesses).min(bounds.pause.saturating_sub(stats.guesses));
        let effort = guesses.saturating_mul(self.effort);
        let pace = plain.done / guesses as f64;
        let hope = self.hope;
        let work = self.work.get_or_insert_with(|| Box::new(Work::new()));
        work.begin(plain.hull());
        let mut attempt = Attempt { work, plain, bounds, stats, hope, used: 0, done: 0.0 };
        attempt.settle::<V>(1, 0, 0.0);
        while let Some(open) = attempt.work.open.pop() {
            if bounds.stop.is_some_and(|stop| stop()) {
                return Outcome::Stopped;
            }
            let slow = attempt.used > effort / MOST_EFFORT && attempt.done < pace * attempt.used as f64;
            if slow || attempt.used >= effort.min(allowed) {
                return Outcome::Dropped;
            }
            if let Some(outcome) = attempt.visit::<V>(open) {
                return outcome;
            }
            let found = attempt.work.found.len();
            if plain.count() + found as u64 >= bounds.solutions {
                break;
            }
            if found > MANY {
                return Outcome::Dropped;
            }
        }
        #[cfg(test)]
        {
            self.solved += 1;
        }
        Outcome::Solved
    }
}

impl Work {
    fn new() -> Self {
        Self {
            open: Vec::new(),
            shares: Vec::new(),
            short: Batch::new(),
            desk: Desk { x: Box::new([Row::ZERO; 81]), fixed: Row::ZERO, nodes: Box::new([Node::EMPTY; LANES]) },
            found: Vec::new(),
        }
    }

    /// Clears the buffers and loads a board.
    fn begin(&mut self, root: Node) {
        self.open.clear();
        self.found.clear();
        self.desk.nodes[0] = root;
    }
}

/// An attempt under way.
struct Attempt<'a> {
    work: &'a mut Work,
    plain: &'a Batch,
    bounds: &'a Bounds<'a>,
    stats: &'a mut Stats,
    /// The attempt is given up after this many more fruitless weighings of the first node.
    hope: u32,
    /// The effort of the attempt so far, in guesses.
    used: u64,
    /// The fraction of the search that is done.
    done: f64,
}

impl Attempt<'_> {
    /// Weighs a node, then searches it or branches. An outcome ends the attempt.
    #[inline(always)]
    fn visit<V: Lanes>(&mut self, Open { mut node, depth, mut size }: Open) -> Option<Outcome> {
        if !self.weigh::<V>(&mut node, depth as usize) {
            self.done += share(depth);
            return None;
        }
        if self.hope == 0 {
            return Some(Outcome::Dropped);
        }
        if size <= TRIED {
            match self.search::<V>(&node, &mut size) {
                End::Done => {
                    self.done += share(depth);
                    return None;
                }
                End::Guesses | End::Long => {}
                End::Paused => return Some(Outcome::Dropped),
                End::Stopped => return Some(Outcome::Stopped),
            }
        }
        // Among the cells with the fewest digits, choose the digit with the smallest share. Branch on this digit: the branch with
        // it is likely to end soon.
        let shares = &self.work.shares[depth as usize];
        let (mut cell, mut digit, mut best) = (0, 0, (u32::MAX, f32::MAX));
        for c in 0..81 {
            let n = node.0[c].count_ones();
            for d in Ones(u32::from(node.0[c])) {
                if n > 1 && (n, shares.of(c, d)) < best {
                    (cell, digit, best) = (c, 1 << d, (n, shares.of(c, d)));
                }
            }
        }
        debug_assert!(digit != 0, "a board without open cells is no node");
        self.used += 1;
        self.stats.guesses += 1;
        let nodes = &mut self.work.desk.nodes;
        (nodes[0], nodes[1]) = (node, node);
        nodes[0].0[cell] = digit;
        nodes[1].0[cell] &= !digit;
        self.settle::<V>(2, depth + 1, size / 2.0);
        None
    }

    /// Turns the first `n` boards of the desk into open nodes. The first board will be visited next.
    #[inline(always)]
    fn settle<V: Lanes>(&mut self, n: usize, depth: u16, size: f64) {
        let SweepResult { dead, full, .. } = self.work.desk.settle::<V>(n, self.stats);
        for l in (0..n).rev() {
            if dead >> l & 1 == 1 {
                self.done += share(depth);
            } else if full >> l & 1 == 1 {
                self.done += share(depth);
                self.solution(l);
            } else {
                self.work.open.push(Open { node: self.work.desk.nodes[l], depth, size });
            }
        }
    }

    /// Records that board `l` of the desk is a solution.
    fn solution(&mut self, l: usize) {
        let grid = self.work.desk.nodes[l].grid();
        Found { plain: self.plain, grids: &mut self.work.found }.solution(0, &grid);
    }

    /// Weighs a node repeatedly. Returns `false` if nothing is left to search in the node.
    #[inline(always)]
    fn weigh<V: Lanes>(&mut self, node: &mut Node, depth: usize) -> bool {
        let (shares, times) = match depth.checked_sub(1) {
            None => (Shares::EVEN, AT_ROOT),
            Some(above) => (self.work.shares[above].clone(), AT_NODE),
        };
        self.work.shares.truncate(depth);
        self.work.shares.push(shares);
        self.work.shares[depth].keep(node);
        for _ in 0..times {
            self.used += WEIGHING;
            match self.work.shares[depth].prices().weigh(node) {
                Verdict::Nothing => {
                    if depth == 0 {
                        self.hope = self.hope.saturating_sub(1);
                        if self.hope == 0 {
                            return true;
                        }
                    }
                    continue;
                }
                Verdict::Refuted => {
                    self.stats.dead += 1;
                    return false;
                }
                Verdict::Narrowed => self.hope = u32::MAX,
            }
            self.work.desk.nodes[0] = *node;
            let SweepResult { dead, full, .. } = self.work.desk.settle::<V>(1, self.stats);
            if full != 0 {
                self.solution(0);
            }
            if dead | full != 0 {
                return false;
            }
            *node = self.work.desk.nodes[0];
            self.work.shares[depth].keep(node);
        }
        true
    }

    /// Makes a short plain search of a node. If the search does not finish, `size` becomes an estimate of the number of guesses
    /// that the node needs.
    #[inline(always)]
    fn search<V: Lanes>(&mut self, node: &Node, size: &mut f64) -> End {
        let before = self.work.found.len();
        let short = &mut self.work.short;
        short.seed(0, 0, 0, 0.0, std::iter::once((*node, 0)));
        let guesses = self.stats.guesses;
        let bounds = Bounds { stop: self.bounds.stop, pause: guesses + SHORT, ..Bounds::solutions(u64::MAX) };
        let mut found = Found { plain: self.plain, grids: &mut self.work.found };
        let end = batch::run::<V>(short, &mut Slice(&[]), &mut found, &bounds, self.stats);
        self.used += self.stats.guesses - guesses;
        if end != End::Done {
            self.work.found.truncate(before);
            *size = (SHORT as f64 / short.done.max(1e-9)).max(2.0 * SHORT as f64);
        }
        end
    }
}

/// Collects solutions that are in open nodes of the plain search.
struct Found<'a> {
    plain: &'a Batch,
    grids: &'a mut Vec<Grid>,
}

impl Sink for Found<'_> {
    fn solution(&mut self, _: usize, grid: &Grid) -> bool {
        if self.plain.holds(grid) {
            self.grids.push(*grid);
        }
        true
    }
    fn pause(&self) -> bool {
        self.grids.len() > MANY
    }
}

/// Some boards side by side, which are swept until nothing changes.
struct Desk {
    x: Box<[Row; 81]>,
    fixed: Row,
    nodes: Box<[Node; LANES]>,
}

impl Desk {
    /// Sweeps the first `n` boards until nothing changes. Returns which of them are contradictory, and which are solutions.
    #[inline(always)]
    fn settle<V: Lanes>(&mut self, n: usize, stats: &mut Stats) -> SweepResult {
        let all = u32::MAX >> (LANES - n);
        V::scatter(&mut self.x, &mut self.fixed, all, &*self.nodes, &IN_ORDER);
        let (mut ended, mut live) = (SweepResult::default(), all);
        while live != 0 {
            let seen = rows::sweep::<V>(&mut self.x, &mut self.fixed, live);
            stats.rounds += 1;
            stats.sweeps += u64::from(live.count_ones());
            ended.dead |= seen.dead & live;
            live &= !seen.dead;
            if seen.full & live != 0 {
                let full = seen.full & live & sweep::complete::<V>(&self.x);
                ended.full |= full;
                live &= !full;
            }
            live &= !(seen.still & !seen.full);
        }
        stats.dead += u64::from(ended.dead.count_ones());
        V::gather(&self.x, &self.fixed, all & !ended.dead, &mut *self.nodes, &IN_ORDER);
        ended
    }
}
