//! The kernel for a lone puzzle. It processes four nodes of the search at a time, each in eight lanes of a row.
//!
//! The batch has one puzzle per lane and processes bands and stacks one after another. Here the three bands and three stacks are
//! side by side: in each group, lanes 0 to 2 are the bands of the node and lanes 3 to 5 its stacks, and a vector has the cell at
//! the same (line, box, place) of each band and stack. So one pass narrows all six of them, and a sweep takes a fraction of the
//! time. Every cell is stored twice, once in its band and once in its stack. `turn` converts each view to the layout of the
//! other, and a candidate removed from one view is removed from both.
//!
//! Compared with the batch, this kernel needs about a third more sweeps (bands do not profit from the stacks of the same sweep),
//! and does twice the work in each. So for many puzzles the batch is better.

use super::batch::{Bounds, End, POLL, Sink, Stats, share};
use super::board::ALL;
use super::lanes::{Lanes, Node, Row};
use super::sweep::{self, Band, Found, SweepResult};
use crate::bits::Ones;

/// The number of nodes in a row.
const GROUPS: usize = 4;
/// The mask of the six lanes in the first group.
const SIX: u32 = 0x3f;

/// A node: eight lanes of each of the 27 vectors. The lanes of vector `v` start at index `8 v`.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct Views {
    lanes: [u16; 216],
    /// The digits that were fixed in the group after its last sweep (see [`sweep::Found`]).
    fixed: [u16; 8],
    depth: u16,
}

/// The index of the vector for a line, a box, and a place in the minirow.
const fn vector(i: usize, j: usize, k: usize) -> usize {
    9 * i + 3 * j + k
}

/// The position of the same cell in the other view. Cell (i, j, k) of band b is cell (k, b, i) of stack j, and vice versa.
const fn other_view(at: usize) -> usize {
    let (v, lane) = (at / 8, at % 8);
    let (i, j, k) = (v / 9, v / 3 % 3, v % 3);
    8 * vector(k, lane % 3, i) + if lane < 3 { 3 + j } else { j }
}

/// The cell that each lane represents. Lanes without a cell have index 81, which is 0 in nodes of the batch.
static CELL: [u8; 216] = {
    let mut all = [81; 216];
    let mut at = 0;
    while at < 216 {
        let (v, lane) = (at / 8, at % 8);
        if lane < 6 {
            all[at] = sweep::cell(lane >= 3, lane % 3, v / 9, v / 3 % 3, v % 3) as u8;
        }
        at += 1;
    }
    all
};

/// The position of each cell in the band view.
static PLACE: [u8; 81] = {
    let mut all = [0; 81];
    let mut c = 0;
    while c < 81 {
        let (row, column) = (c / 9, c % 9);
        all[c] = (8 * vector(row % 3, column / 3, column % 3) + row / 3) as u8;
        c += 1;
    }
    all
};

/// At index `9 n + m`, for band (or stack) `n` and minirow `m`: the places, in both views, of the cells of the minirow, followed
/// by the cells of the other minirows in its line and its box.
static BRANCH: [[u8; 30]; 54] = {
    let mut all = [[0; 30]; 54];
    let mut at = 0;
    while at < 54 {
        let (n, i, j) = (at / 9, at % 9 / 3, at % 3);
        let mut k = 0;
        while k < 3 {
            let places = [
                8 * vector(i, j, k) + n,
                8 * vector(i, (j + 1) % 3, k) + n,
                8 * vector(i, (j + 2) % 3, k) + n,
                8 * vector((i + 1) % 3, j, k) + n,
                8 * vector((i + 2) % 3, j, k) + n,
            ];
            let mut o = 0;
            while o < 5 {
                all[at][6 * o + 2 * k] = places[o] as u8;
                all[at][6 * o + 2 * k + 1] = other_view(places[o]) as u8;
                o += 1;
            }
            k += 1;
        }
        at += 1;
    }
    all
};

/// The lanes and the open nodes. This data is the same for every kernel.
pub(super) struct Lone {
    x: Box<[Row; 27]>,
    fixed: Row,
    stack: Vec<Views>,
    /// The groups that have a node.
    live: u32,
    /// Whether some node was contradictory. Until then a single group works alone, because more groups would not help on a
    /// straight path to a solution.
    met_dead_end: bool,
    depth: [u16; GROUPS],
    /// The number of the puzzle (`index`), and how many solutions (`count`) and guesses (`guesses`) there were so far.
    pub(super) index: usize,
    pub(super) count: u64,
    pub(super) guesses: u64,
    /// The fraction of the search that is done.
    pub(super) done: f64,
}

impl Lone {
    pub(super) fn new() -> Self {
        Self {
            x: Box::new([Row::ZERO; 27]),
            fixed: Row::ZERO,
            stack: Vec::new(),
            live: 0,
            met_dead_end: false,
            depth: [0; GROUPS],
            index: 0,
            count: 0,
            guesses: 0,
            done: 0.0,
        }
    }

    /// Starts the search of puzzle `index`.
    #[inline(always)]
    pub(super) fn start(&mut self, index: usize, node: &Node) {
        debug_assert_eq!(node.0[81], 0, "the lanes without a cell are empty");
        self.stack.clear();
        let mut views = Views { lanes: [0; 216], fixed: [0; 8], depth: 0 };
        for at in 0..216 {
            views.lanes[at] = node.0[CELL[at] as usize];
        }
        self.stack.push(views);
        self.live = 0;
        self.met_dead_end = false;
        (self.index, self.count, self.guesses, self.done) = (index, 0, 0, 0.0);
    }

    /// Removes the remaining nodes and returns them with their depths, oldest first.
    pub(super) fn take_nodes(&mut self) -> impl Iterator<Item = (Node, u16)> + '_ {
        for g in Ones(std::mem::take(&mut self.live)) {
            let views = self.out(g);
            self.stack.push(views);
        }
        self.stack.drain(..).map(|views| {
            let mut node = Node::EMPTY;
            for (m, &at) in node.0.iter_mut().zip(&PLACE) {
                *m = views.lanes[at as usize];
            }
            (node, views.depth)
        })
    }

    /// A copy of the node in a group.
    #[inline(always)]
    fn out(&self, g: usize) -> Views {
        let mut views = Views { lanes: [0; 216], fixed: [0; 8], depth: self.depth[g] };
        for v in 0..27 {
            views.lanes[8 * v..8 * v + 8].copy_from_slice(&self.x[v].0[8 * g..8 * g + 8]);
        }
        views.fixed.copy_from_slice(&self.fixed.0[8 * g..8 * g + 8]);
        views
    }

    /// Moves the newest open nodes to idle groups.
    #[inline(always)]
    fn fill(&mut self) {
        let groups = if self.met_dead_end { GROUPS } else { 1 };
        for g in 0..groups {
            if self.live >> g & 1 == 0 {
                let Some(views) = self.stack.pop() else { break };
                for v in 0..27 {
                    self.x[v].0[8 * g..8 * g + 8].copy_from_slice(&views.lanes[8 * v..8 * v + 8]);
                }
                self.fixed.0[8 * g..8 * g + 8].copy_from_slice(&views.fixed);
                self.depth[g] = views.depth;
                self.live |= 1 << g;
            }
        }
    }

    /// Branches: the group continues with the digit in minirow `m` of band `n`, and the branch without this digit is stored as an
    /// open node.
    #[inline(always)]
    fn branch(&mut self, g: usize, n: usize, m: usize, digit: u16) {
        debug_assert!(digit.is_power_of_two(), "an open band has a digit to choose");
        self.depth[g] += 1;
        let mut waits = self.out(g);
        let places = &BRANCH[9 * n + m];
        for i in 0..6 {
            waits.lanes[places[i] as usize] &= !digit;
        }
        self.stack.push(waits);
        for i in 6..30 {
            let at = places[i] as usize;
            self.x[at / 8].0[8 * g + at % 8] &= !digit;
        }
        self.guesses += 1;
    }
}

/// The six bands and stacks side by side.
struct SideBySide<'a> {
    x: &'a mut [Row; 27],
    part: usize,
}

impl<V: Lanes> Band<V> for SideBySide<'_> {
    #[inline(always)]
    fn get(&self, i: usize, j: usize, k: usize) -> V {
        V::load(&self.x[vector(i, j, k)], self.part)
    }
    #[inline(always)]
    fn put(&mut self, i: usize, j: usize, k: usize, v: V) {
        v.store(&mut self.x[vector(i, j, k)], self.part);
    }
}

/// Removes a candidate that was removed from one view from the other view, too.
#[inline(always)]
fn agree<V: Lanes>(x: &mut [Row; 27], part: usize) {
    for i in 0..3 {
        // The vectors (i, j, k) and (k, j, i) are each other's counterparts in the other view.
        for k in i..3 {
            let mut a = [V::splat(0); 3];
            let mut b = a;
            for j in 0..3 {
                a[j] = V::load(&x[vector(i, j, k)], part);
                b[j] = V::load(&x[vector(k, j, i)], part);
            }
            let (of_a, of_b) = (V::turn(a), V::turn(b));
            for j in 0..3 {
                a[j].and(of_b[j]).store(&mut x[vector(i, j, k)], part);
                if i != k {
                    b[j].and(of_a[j]).store(&mut x[vector(k, j, i)], part);
                }
            }
        }
    }
}

/// The lanes in which every line contains all digits.
#[inline(always)]
fn complete<V: Lanes>(x: &[Row; 27], part: usize) -> u32 {
    let mut all = V::splat(ALL);
    for i in 0..3 {
        let mut line = V::splat(0);
        for jk in 0..9 {
            line = line.or(V::load(&x[9 * i + jk], part));
        }
        all = all.and(line);
    }
    V::bits(all.equal(V::splat(ALL)))
}

/// Searches the puzzle, or continues after a pause. Pauses with [`End::Guesses`] if the puzzle needs more than `guesses` guesses.
/// The function is `inline(always)` because its caller determines the processor for which it is compiled.
#[inline(always)]
pub(super) fn run<V: Lanes>(
    w: &mut Lone,
    sink: &mut dyn Sink,
    bounds: &Bounds,
    guesses: u64,
    stats: &mut Stats,
) -> End {
    let mut rounds = 0;
    let grids = sink.grids();
    loop {
        w.fill();
        if w.live == 0 {
            sink.done(w.index, w.count, true);
            return End::Done;
        }
        let mut seen = SweepResult::default();
        for part in 0..V::PARTS {
            let groups = (1u32 << (V::N / 8)) - 1;
            if w.live >> (part * V::N / 8) & groups != 0 {
                let mut found = Found::nothing();
                sweep::pass::<V, _, true>(&mut SideBySide { x: &mut w.x, part }, &mut found);
                agree::<V>(&mut w.x, part);
                found.write_to(part, &mut w.fixed, &mut seen);
            }
        }
        let SweepResult { dead, full, still } = seen;
        rounds += 1;
        stats.rounds += 1;
        stats.sweeps += u64::from(w.live.count_ones());
        let (mut complete_lanes, mut looked) = (0, false);
        let mut merits: Option<[Row; 3]> = None;
        let mut no_guesses = false;
        for g in Ones(w.live) {
            let six = SIX << (8 * g);
            let mut finished = dead & six != 0;
            if finished {
                stats.dead += 1;
                w.met_dead_end = true;
            } else if full & six == six {
                if !looked {
                    looked = true;
                    for part in 0..V::PARTS {
                        complete_lanes |= complete::<V>(&w.x, part) << (part * V::N);
                    }
                }
                if complete_lanes & six == six {
                    finished = true;
                    w.count += 1;
                    let mut more = w.count < bounds.solutions;
                    if grids {
                        let mut grid = [0; 81];
                        for c in 0..81 {
                            let at = PLACE[c] as usize;
                            grid[c] = (u16::BITS - w.x[at / 8].0[8 * g + at % 8].leading_zeros()) as u8;
                        }
                        more = sink.solution(w.index, &grid) && more;
                    }
                    if !more {
                        w.live = 0;
                        w.stack.clear();
                        sink.done(w.index, w.count, true);
                        return End::Done;
                    }
                }
            } else if still & six == six {
                if merits.is_none() {
                    merits = Some(look::<V>(&w.x));
                }
                let [count, digit, minirow] = merits.as_ref().expect("just looked");
                // Choose the unfixed band with the fewest permutations. A band with nine permutations is fixed.
                let (mut best, mut n) = (u16::MAX, 0);
                for b in 0..6 {
                    let c = count.0[8 * g + b];
                    if c > 9 && c < best {
                        (best, n) = (c, b);
                    }
                }
                // A node whose bands are all fixed needs no guess: the next sweeps fill or refute it.
                if best < u16::MAX {
                    if w.guesses >= guesses || stats.guesses >= bounds.pause {
                        no_guesses = true;
                    } else {
                        stats.guesses += 1;
                        w.branch(g, n, minirow.0[8 * g + n] as usize, digit.0[8 * g + n]);
                    }
                }
            }
            if finished {
                w.done += share(w.depth[g]);
                w.live &= !(1 << g);
            }
        }
        if rounds % POLL == 1 && bounds.stop.is_some_and(|stop| stop()) {
            sink.done(w.index, w.count, false);
            return End::Stopped;
        }
        if no_guesses {
            return End::Guesses;
        }
        if rounds >= bounds.rounds || sink.pause() {
            return End::Paused;
        }
    }
}

/// The merit of each band, as three rows: the number of permutations, the digit and the minirow.
#[inline(always)]
fn look<V: Lanes>(x: &[Row; 27]) -> [Row; 3] {
    let mut rows = [Row::ZERO; 3];
    for part in 0..V::PARTS {
        let mut h = [[V::splat(0); 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                let a = V::load(&x[vector(i, j, 0)], part);
                let c = V::load(&x[vector(i, j, 1)], part);
                let e = V::load(&x[vector(i, j, 2)], part);
                h[i][j] = V::or3(a, c, e);
            }
        }
        let m = sweep::merit(&h);
        let (digit, minirow) = m.branch();
        m.count.store(&mut rows[0], part);
        digit.store(&mut rows[1], part);
        minirow.store(&mut rows[2], part);
    }
    rows
}
