//! The batch kernel: every lane of a vector is a search node of its own, and idle lanes never wait.
//!
//! A lane takes a fresh puzzle when there is one; when the input has run dry it steals the oldest open node of the
//! lane that has most. So one hard puzzle, a count of all solutions and the tail of a file use every lane.

use super::board::{Candidates, Grid};
use super::lanes::Lanes;
use super::sweep::{self, Choice};

/// Staging width: a block holds up to 32 puzzles, and a vector may be read from any of them on.
pub(super) const STAGE: usize = 64;

/// Puzzles waiting for a lane, transposed: row = cell, column = puzzle.
pub(super) struct Block(pub(super) Box<[[u16; STAGE]; 81]>);

impl Block {
    pub(super) fn new() -> Self {
        Self(Box::new([[0; STAGE]; 81]))
    }

    /// Writes one puzzle into a column.
    pub(super) fn put(&mut self, column: usize, puzzle: &Candidates) {
        for (row, &m) in self.0.iter_mut().zip(puzzle) {
            row[column] = m & super::board::ALL;
        }
    }
}

/// Where puzzles come from; they are numbered 0, 1, 2, ... in the order given.
pub(super) trait Feed {
    /// Writes up to 32 puzzles to the first columns; returns how many, 0 at the end.
    fn fill(&mut self, block: &mut Block) -> usize;
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
    pub(super) solutions: u64,
    /// Guesses of the whole run.
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
    nodes: Vec<Candidates>,
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

    fn pop(&mut self) -> Option<Candidates> {
        if self.len() == 0 {
            return None;
        }
        let node = self.nodes.pop();
        if self.len() == 0 {
            self.clear();
        }
        node
    }

    fn steal(&mut self) -> Candidates {
        let node = self.nodes[self.first];
        self.first += 1;
        if self.len() == 0 {
            self.clear();
        }
        node
    }
}

/// A puzzle being searched, by one lane or several.
#[derive(Clone, Copy, Default)]
struct Task {
    index: usize,
    count: u64,
    lanes: u32,
}

/// Buffers of a kernel with vectors `V`; kept between runs.
pub(super) struct Work<V: Lanes> {
    x: Box<[V::Row; 81]>,
    placed: [V::Row; 9],
    choice: Choice<V::Row>,
    block: Block,
    stacks: Vec<Stack>,
}

impl<V: Lanes> Work<V> {
    pub(super) fn new() -> Self {
        let zero = V::zero_row();
        Self {
            x: Box::new([zero; 81]),
            placed: [zero; 9],
            choice: Choice { band: zero, digit: zero, minirow: zero },
            block: Block::new(),
            stacks: (0..V::N).map(|_| Stack::default()).collect(),
        }
    }
}

/// Lanes of a mask, lowest first.
#[inline(always)]
fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let l = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            l
        })
    })
}

#[inline(always)]
fn put<R: AsMut<[u16]>>(x: &mut [R; 81], lane: usize, node: &Candidates) {
    for (row, &m) in x.iter_mut().zip(node) {
        row.as_mut()[lane] = m;
    }
}

#[inline(always)]
fn get<R: AsRef<[u16]>>(x: &[R; 81], lane: usize) -> Candidates {
    let mut node = [0; 81];
    for (m, row) in node.iter_mut().zip(x) {
        *m = row.as_ref()[lane];
    }
    node
}

/// Runs every puzzle of the feed. `inline(always)`: the caller decides for which processor it is compiled.
#[inline(always)]
pub(super) fn run<V: Lanes, F: Feed, S: Sink>(w: &mut Work<V>, feed: &mut F, sink: &mut S, bounds: &Bounds) -> Stats {
    let every: u32 = u32::MAX >> (32 - V::N);
    let mut stats = Stats::default();
    let mut tasks = [Task::default(); 32];
    let mut task_of = [0u8; 32];
    let mut free_tasks = every;
    let mut live = 0u32;
    let (mut staged, mut at) = (0, 0);
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
        let mut idle = every & !live;
        while idle != 0 && !dry {
            if at == staged {
                staged = feed.fill(&mut w.block);
                at = 0;
                if staged == 0 {
                    dry = true;
                    break;
                }
            }
            let n = (idle.count_ones() as usize).min(staged - at);
            let mut taken = 0u32;
            for l in lanes(idle).take(n) {
                taken |= 1 << l;
                let t = free_tasks.trailing_zeros() as usize;
                free_tasks &= free_tasks - 1;
                tasks[t] = Task { index: stats.puzzles as usize, count: 0, lanes: 1 };
                task_of[l] = t as u8;
                stats.puzzles += 1;
            }
            for (row, from) in w.x.iter_mut().zip(w.block.0.iter()) {
                V::load(row).expand(taken, &from[at..at + 32]).store(row);
            }
            at += n;
            live |= taken;
            idle &= !taken;
        }
        while idle != 0 && open > 0 {
            let victim = (0..V::N).max_by_key(|&l| (w.stacks[l].len(), V::N - l)).expect("there are lanes");
            let l = idle.trailing_zeros() as usize;
            idle &= idle - 1;
            put(&mut w.x, l, &w.stacks[victim].steal());
            open -= 1;
            task_of[l] = task_of[victim];
            tasks[task_of[l] as usize].lanes += 1;
            live |= 1 << l;
        }
        if live == 0 {
            return stats;
        }

        let found = sweep::sweep::<V, true>(&mut w.x, &mut w.placed);
        stats.rounds += 1;
        stats.sweeps += u64::from(live.count_ones());
        let all = V::splat(super::board::ALL);
        let dead =
            live & (!found.alive.equal(all) | V::splat(0x7fff).less(found.empty) | !found.over.equal(V::splat(0)));
        let mut full = live & found.full.equal(all) & !dead;
        let still = live & found.moved.equal(V::splat(0)) & !dead & !full;
        if full != 0 {
            full &= sweep::complete::<V>(&w.x);
        }

        let mut finished = dead;
        for l in lanes(full) {
            finished |= 1 << l;
            let t = task_of[l] as usize;
            if tasks[t].count == bounds.solutions {
                continue; // another lane found the last one in this round
            }
            tasks[t].count += 1;
            let mut more = tasks[t].count < bounds.solutions;
            if S::GRIDS {
                let grid = get(&w.x, l).map(|m| m.trailing_zeros() as u8 + 1);
                if !sink.solution(tasks[t].index, &grid) {
                    more = false;
                }
            }
            if !more {
                for other in lanes(live) {
                    if task_of[other] as usize == t {
                        finished |= 1 << other;
                        open -= w.stacks[other].len();
                        w.stacks[other].clear();
                    }
                }
            }
        }

        let branching = still & !finished;
        if branching != 0 {
            sweep::choose::<V>(&w.x, &mut w.choice);
            for l in lanes(branching) {
                let (n, digit, m) = (
                    w.choice.band.as_ref()[l] as usize,
                    w.choice.digit.as_ref()[l],
                    w.choice.minirow.as_ref()[l] as usize,
                );
                let (stack, b, i, j) = (n >= 3, n % 3, m / 3, m % 3);
                debug_assert!(n < 6 && digit.is_power_of_two(), "an unsolved node at rest has an open band");
                let mut node = get(&w.x, l);
                for k in 0..3 {
                    node[sweep::cell(stack, b, i, j, k)] &= !digit;
                    for o in 1..3 {
                        w.x[sweep::cell(stack, b, i, (j + o) % 3, k)].as_mut()[l] &= !digit;
                        w.x[sweep::cell(stack, b, (i + o) % 3, j, k)].as_mut()[l] &= !digit;
                    }
                }
                w.stacks[l].nodes.push(node);
                open += 1;
                stats.guesses += 1;
            }
        }

        for l in lanes(finished) {
            if let Some(node) = w.stacks[l].pop() {
                open -= 1;
                put(&mut w.x, l, &node);
            } else {
                live &= !(1 << l);
                let t = task_of[l] as usize;
                tasks[t].lanes -= 1;
                if tasks[t].lanes == 0 {
                    sink.done(tasks[t].index, tasks[t].count, true);
                    free_tasks |= 1 << t;
                }
            }
        }

        let stop = bounds.stop.is_some_and(|s| s.load(std::sync::atomic::Ordering::Relaxed));
        if stop || stats.guesses > bounds.guesses {
            for t in lanes(every & !free_tasks) {
                sink.done(tasks[t].index, tasks[t].count, false);
            }
            return stats;
        }
    }
}
