//! The batch kernel: every lane of a vector is a search node of its own, and idle lanes never wait.
//!
//! A lane takes a fresh puzzle when there is one; when the input has run dry it steals the oldest open node of the
//! lane that has most. So one hard puzzle, a count of all solutions and the tail of a file use every lane.

use super::board::{ALL, Grid};
use super::lanes::{Lanes, Node, bits};
use super::sweep::{self, Choice};

/// Where puzzles come from; they are numbered 0, 1, 2, ... in the order given.
pub(super) trait Feed {
    /// Writes the next puzzle to the first 81 masks; `false` at the end. Bits above the ninth must be 0.
    fn next(&mut self, node: &mut Node) -> bool;
}

/// Where answers go.
pub(super) trait Sink {
    /// Whether `solution` is wanted at all.
    const GRIDS: bool;
    /// A solution of puzzle `index`. Returning `false` ends that puzzle.
    fn solution(&mut self, index: usize, grid: &Grid) -> bool;
    /// Puzzle `index` is done: solutions found; `exact` is false when it was given up (limit of nodes, stop signal).
    fn done(&mut self, index: usize, count: u64, exact: bool);
}

/// What a run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Puzzles taken in.
    pub puzzles: u64,
    /// Branches: one for every choice between two children.
    pub guesses: u64,
    /// Propagation rounds of single lanes that had a node.
    pub sweeps: u64,
    /// Propagation rounds of the whole vector; `sweeps / rounds` lanes were busy on average.
    pub rounds: u64,
}

/// When to give up.
pub(super) struct Bounds<'a> {
    /// Solutions of one puzzle, at least 1.
    pub(super) solutions: u64,
    /// Guesses of one puzzle.
    pub(super) guesses: u64,
    pub(super) stop: Option<&'a std::sync::atomic::AtomicBool>,
}

impl Bounds<'_> {
    pub(super) fn solutions(solutions: u64) -> Self {
        Self { solutions, guesses: u64::MAX, stop: None }
    }
}

/// Open nodes of one lane; thieves take from the front.
#[derive(Default)]
struct Stack {
    nodes: Vec<Node>,
    first: usize,
}

impl Stack {
    fn len(&self) -> usize {
        self.nodes.len() - self.first
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.first = 0;
    }

    /// Moves the newest node to `to`; `false` when there is none.
    #[inline(always)]
    fn pop(&mut self, to: &mut Node) -> bool {
        let found = self.len() > 0;
        if found {
            *to = self.nodes.pop().expect("a stack of some length has a top");
        }
        if self.len() == 0 {
            self.clear();
        }
        found
    }

    /// Moves the oldest node, which must exist, to `to`.
    fn steal(&mut self, to: &mut Node) {
        *to = self.nodes[self.first];
        self.first += 1;
        if self.len() == 0 {
            self.clear();
        }
    }
}

/// A puzzle being searched, by one lane or several.
#[derive(Clone, Copy, Default)]
struct Task {
    index: usize,
    count: u64,
    guesses: u64,
    lanes: u32,
    /// No more solutions are wanted.
    ended: bool,
}

/// For band (or stack) `n` and minirow `m`, at `9 n + m`: the cells of the other minirows in its line and its box.
static OTHERS: [Node; 54] = {
    let mut all = [Node([0; 88]); 54];
    let mut at = 0;
    while at < 54 {
        let (stack, b, i, j) = (at >= 27, at / 9 % 3, at % 9 / 3, at % 3);
        let mut o = 0;
        while o < 6 {
            let (step, k) = (o / 3 + 1, o % 3);
            all[at].0[sweep::cell(stack, b, i, (j + step) % 3, k)] = ALL;
            all[at].0[sweep::cell(stack, b, (i + step) % 3, j, k)] = ALL;
            o += 1;
        }
        at += 1;
    }
    all
};

/// Buffers of a kernel with vectors `V`; kept between runs.
pub(super) struct Work<V: Lanes> {
    x: Box<[V::Row; 81]>,
    placed: [V::Row; 9],
    choice: Choice<V::Row>,
    /// Nodes on their way out of lanes.
    out: Box<[Node; 32]>,
    /// Nodes on their way into lanes.
    into: Box<[Node; 32]>,
    stacks: Vec<Stack>,
}

impl<V: Lanes> Work<V> {
    pub(super) fn new() -> Self {
        let zero = V::zero_row();
        Self {
            x: Box::new([zero; 81]),
            placed: [zero; 9],
            choice: Choice { band: zero, digit: zero, minirow: zero },
            out: Box::new([Node([0; 88]); 32]),
            into: Box::new([Node([0; 88]); 32]),
            stacks: (0..V::N).map(|_| Stack::default()).collect(),
        }
    }
}

/// Runs every puzzle of the feed. `inline(always)`: the caller decides for which processor it is compiled.
#[inline(always)]
pub(super) fn run<V: Lanes, F: Feed, S: Sink>(w: &mut Work<V>, feed: &mut F, sink: &mut S, bounds: &Bounds) -> Stats {
    let every: u32 = u32::MAX >> (32 - V::N);
    let all = V::splat(ALL);
    let mut stats = Stats::default();
    let mut tasks = [Task::default(); 32];
    let mut task_of = [0u8; 32];
    let mut free_tasks = every;
    // Lanes that hold a node; of these, lanes whose new node still lies in `into`.
    let (mut live, mut coming) = (0u32, 0u32);
    let mut dry = false;
    let mut open = 0usize;
    for s in &mut w.stacks {
        s.clear();
    }
    // A search that a caller's panic interrupted may have left anything.
    *w.x = [V::zero_row(); 81];
    w.placed = [V::zero_row(); 9];

    loop {
        // Idle lanes: fresh puzzles first, then other lanes' oldest nodes.
        for l in bits(every & !live) {
            if !dry && feed.next(&mut w.into[l]) {
                let t = free_tasks.trailing_zeros() as usize;
                free_tasks &= free_tasks - 1;
                tasks[t] = Task { index: stats.puzzles as usize, lanes: 1, ..Task::default() };
                task_of[l] = t as u8;
                stats.puzzles += 1;
            } else {
                dry = true;
                if open == 0 {
                    break;
                }
                let victim = (0..V::N).max_by_key(|&l| (w.stacks[l].len(), V::N - l)).expect("there are lanes");
                w.stacks[victim].steal(&mut w.into[l]);
                open -= 1;
                task_of[l] = task_of[victim];
                tasks[task_of[l] as usize].lanes += 1;
            }
            live |= 1 << l;
            coming |= 1 << l;
        }
        if live == 0 {
            return stats;
        }
        if coming != 0 {
            V::scatter(&mut w.x, coming, &w.into);
            coming = 0;
        }

        let found = sweep::sweep::<V, true>(&mut w.x, &mut w.placed);
        stats.rounds += 1;
        stats.sweeps += u64::from(live.count_ones());
        let zero = V::splat(0);
        let dead = !found.alive.equal(all) | V::splat(0x7fff).less(found.empty) | !found.over.equal(zero);
        let dead = dead & live;
        let mut full = live & !dead & found.full.equal(all);
        let branching = live & !dead & !full & found.moved.equal(zero);
        if full != 0 {
            full &= sweep::complete::<V>(&w.x);
        }
        let out = if S::GRIDS { branching | full } else { branching };
        if out != 0 {
            V::gather(&w.x, out, &mut w.out);
        }
        let mut finished = dead | full;
        for l in bits(full) {
            let t = task_of[l] as usize;
            if tasks[t].ended {
                continue; // another lane found the last one in this round
            }
            tasks[t].count += 1;
            let mut more = tasks[t].count < bounds.solutions;
            if S::GRIDS {
                let node = &w.out[l].0;
                let mut grid = [0; 81];
                for (d, &m) in grid.iter_mut().zip(node) {
                    *d = (u16::BITS - m.leading_zeros()) as u8;
                }
                more = sink.solution(tasks[t].index, &grid) && more;
            }
            if !more {
                tasks[t].ended = true;
                for other in bits(live).filter(|&o| task_of[o] as usize == t) {
                    finished |= 1 << other;
                    open -= w.stacks[other].len();
                    w.stacks[other].clear();
                }
            }
        }

        let mut branching = branching & !finished;
        for l in bits(branching) {
            let t = task_of[l] as usize;
            tasks[t].guesses += 1;
            if tasks[t].guesses > bounds.guesses {
                for other in bits(live).filter(|&o| task_of[o] as usize == t) {
                    finished |= 1 << other;
                    open -= w.stacks[other].len();
                    w.stacks[other].clear();
                }
            }
        }
        branching &= !finished;
        if branching != 0 {
            // A node whose bands are all fixed needs no guess; the next sweeps fill or refute it.
            branching &= sweep::choose::<V>(&w.x, &mut w.choice);
            for l in bits(branching) {
                let (n, digit, m) = (
                    w.choice.band.as_ref()[l] as usize,
                    w.choice.digit.as_ref()[l],
                    w.choice.minirow.as_ref()[l] as usize,
                );
                let (stack, b, i, j) = (n >= 3, n % 3, m / 3, m % 3);
                debug_assert!(digit.is_power_of_two(), "an open band has a digit to choose");
                // The lane goes on with the digit in the minirow; without it waits.
                let (node, others) = (&w.out[l], &OTHERS[9 * n + m]);
                w.stacks[l].nodes.push(*node);
                let waits = w.stacks[l].nodes.last_mut().expect("just pushed");
                for k in 0..3 {
                    waits.0[sweep::cell(stack, b, i, j, k)] &= !digit;
                }
                for ((to, &from), &other) in w.into[l].0.iter_mut().zip(&node.0).zip(&others.0) {
                    *to = from & !(other & digit);
                }
            }
            coming |= branching;
            open += branching.count_ones() as usize;
            stats.guesses += u64::from(branching.count_ones());
        }

        for l in bits(finished) {
            if w.stacks[l].pop(&mut w.into[l]) {
                open -= 1;
                coming |= 1 << l;
            } else {
                live &= !(1 << l);
                let t = task_of[l] as usize;
                tasks[t].lanes -= 1;
                if tasks[t].lanes == 0 {
                    sink.done(tasks[t].index, tasks[t].count, tasks[t].ended || tasks[t].guesses <= bounds.guesses);
                    free_tasks |= 1 << t;
                }
            }
        }

        let stop = bounds.stop.is_some_and(|s| s.load(std::sync::atomic::Ordering::Relaxed));
        if stop {
            for t in bits(every & !free_tasks) {
                sink.done(tasks[t].index, tasks[t].count, false);
            }
            return stats;
        }
    }
}
