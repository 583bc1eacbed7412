//! The batch kernel: every lane of a vector is a separate search node, and idle lanes never wait.
//!
//! A lane takes a fresh puzzle if there is any left; when the input is exhausted, it steals the oldest open node of the lane that
//! has the most. So a single hard puzzle, a count of all solutions and the end of a file use every lane.

use super::board::{ALL, Grid};
use super::lanes::{DEPTH, IN_ORDER, LANES, Lanes, Node, Row, bits};
use super::rows;
use super::stack::Stack;
use super::sweep::{self, Choice};

/// Up to this many puzzles are searched one by one (see `lone.rs`), as a vector of them would be mostly empty.
pub(super) const FEW: usize = 12;

/// The source of puzzles, which are numbered 0, 1, 2, ... in order.
pub(super) trait Feed {
    /// The next puzzle, written into `node`: the first 81 masks, with the bits above the ninth 0.
    fn next(&mut self, node: &mut Node) -> Next<'_>;
    /// Called if the last returned line has characters other than digits, `.` and `0`: writes the puzzle into `node`.
    fn unusual(&mut self, _node: &mut Node) {}
    /// Whether fewer than [`FEW`] puzzles are left, by a cheap estimate.
    fn few(&self) -> bool;
}

/// The supply of a feed.
pub(super) enum Next<'a> {
    /// There are no more puzzles.
    End,
    /// The puzzle has been written.
    Written,
    /// A line of 81 characters, which the kernel turns into masks faster than the feed could.
    Line(&'a [u8; 81]),
}

/// Reads the next puzzle; `false` at the end.
#[inline(always)]
pub(super) fn take(feed: &mut dyn Feed, node: &mut Node) -> bool {
    let usual = match feed.next(node) {
        Next::End => return false,
        Next::Written => true,
        Next::Line(line) => digits(line, node),
    };
    if !usual {
        feed.unusual(node);
    }
    true
}

/// Parses a usual line, without a table so that the loop is vectorised; `false` if some character is not 1-9, `.` or `0`.
#[inline(always)]
fn digits(line: &[u8; 81], node: &mut Node) -> bool {
    let mut bad = 0;
    for c in 0..81 {
        let b = line[c];
        let d = u16::from(b.wrapping_sub(b'1'));
        node.0[c] = if d < 9 { 1 << (d & 15) } else { ALL };
        bad |= u8::from(d >= 9) & u8::from(b != b'.') & u8::from(b != b'0');
    }
    bad == 0
}

/// The receiver of answers.
pub(super) trait Sink {
    /// Whether `solution` is called at all.
    fn grids(&self) -> bool;
    /// A solution of puzzle `index`. Returning `false` ends that puzzle.
    fn solution(&mut self, index: usize, grid: &Grid) -> bool;
    /// Puzzle `index` is done, with `count` solutions; `exact` is false if the search was ended by a limit or the stop signal.
    fn done(&mut self, index: usize, count: u64, exact: bool);
    /// Called after every round: whether to pause.
    fn pause(&self) -> bool {
        false
    }
}

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Every puzzle is done.
    Done,
    /// The sink, or the limit of rounds, requested a pause; the next run continues.
    Paused,
    /// The allowed guesses are used up; the next run, with more, continues.
    Guesses,
    /// The stop signal.
    Stopped,
    /// A puzzle needs many guesses (see [`Bounds::long`]); [`Batch::take_long`] has it.
    Long,
}

/// The outcome of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// The number of puzzles started.
    pub puzzles: u64,
    /// The number of branches, one for every choice between two children.
    pub guesses: u64,
    /// The number of propagation rounds of single lanes that had a node.
    pub sweeps: u64,
    /// The number of propagation rounds of the whole vector; on average, `sweeps / rounds` lanes were busy.
    pub rounds: u64,
    /// The number of nodes that propagation found contradictory.
    pub dead: u64,
}

impl std::ops::AddAssign for Stats {
    fn add_assign(&mut self, other: Self) {
        self.puzzles += other.puzzles;
        self.guesses += other.guesses;
        self.sweeps += other.sweeps;
        self.rounds += other.rounds;
        self.dead += other.dead;
    }
}

/// The limits of a run.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'a> {
    /// The maximum number of solutions of a puzzle, at least 1.
    pub(super) solutions: u64,
    /// The maximum number of guesses for a puzzle before it is abandoned.
    pub(super) guesses: u64,
    /// The stop signal, polled now and then; all work ends when it returns true.
    pub(super) stop: Option<&'a dyn Fn() -> bool>,
    /// The number of guesses of the whole run before it pauses.
    pub(super) pause: u64,
    /// The number of rounds before the run pauses.
    pub(super) rounds: u64,
    /// The number of guesses after which a puzzle is set aside.
    pub(super) long: u64,
    /// Whether lanes work separately, so that the order of a puzzle's solutions does not depend on the other puzzles.
    pub(super) apart: bool,
    /// The choice of the digit to branch with (see [`rows::choose`]).
    pub(super) common: bool,
}

impl Bounds<'_> {
    pub(super) fn solutions(solutions: u64) -> Self {
        Self {
            solutions,
            guesses: u64::MAX,
            stop: None,
            pause: u64::MAX,
            rounds: u64::MAX,
            long: u64::MAX,
            apart: false,
            common: false,
        }
    }
}

/// Rounds between two polls of the stop signal: some 20 microseconds.
pub(super) const POLL: u64 = 32;

/// The share of the whole search below a node at this depth.
#[inline(always)]
pub(super) fn share(depth: u16) -> f64 {
    f64::from_bits(1023u64.saturating_sub(depth as u64) << 52)
}

/// A puzzle being searched, by one lane or several.
#[derive(Clone, Copy, Default)]
struct Task {
    index: usize,
    count: u64,
    guesses: u64,
    lanes: u32,
    /// No more solutions are needed.
    ended: bool,
}

/// For band (or stack) `n` and minirow `m`, at `9 n + m`: the minirow's cells, and then those of the other minirows in
/// its line and its box.
static BRANCH: [[u8; 15]; 54] = {
    let mut all = [[0; 15]; 54];
    let mut at = 0;
    while at < 54 {
        let (stack, b, i, j) = (at >= 27, at / 9 % 3, at % 9 / 3, at % 3);
        let mut k = 0;
        while k < 3 {
            all[at][k] = sweep::cell(stack, b, i, j, k) as u8;
            all[at][3 + k] = sweep::cell(stack, b, i, (j + 1) % 3, k) as u8;
            all[at][6 + k] = sweep::cell(stack, b, i, (j + 2) % 3, k) as u8;
            all[at][9 + k] = sweep::cell(stack, b, (i + 1) % 3, j, k) as u8;
            all[at][12 + k] = sweep::cell(stack, b, (i + 2) % 3, j, k) as u8;
            k += 1;
        }
        at += 1;
    }
    all
};

/// The lanes, their tasks and the state of the run. The same for every kernel.
pub(super) struct Batch {
    x: Box<[Row; 81]>,
    /// The digits that each lane had fixed after its last sweep (see [`sweep::Found`]).
    fixed: Row,
    choice: Choice,
    /// The open nodes, and one for every lane. Nodes are never moved; only their indices are passed on.
    nodes: Vec<Node>,
    /// The free places in `nodes`.
    free: Vec<u32>,
    /// Every lane's own place in `nodes`, for a node that is moved into the lane or out of it.
    own: [u32; LANES],
    stacks: Vec<Stack>,
    /// The number of nodes on all stacks.
    open: usize,
    tasks: [Task; LANES],
    task_of: [u8; LANES],
    /// The number of branches above each lane's node.
    depth: [u16; LANES],
    free_tasks: u32,
    /// The lanes that have a node.
    live: u32,
    /// Those of these lanes whose new node is still in their own place.
    coming: u32,
    /// Whether the feed is exhausted.
    dry: bool,
    /// The number of puzzles started.
    taken: usize,
    /// The task set aside.
    long: usize,
    /// The share of the search that is done, for a single puzzle.
    pub(super) done: f64,
}

impl Batch {
    pub(super) fn new() -> Self {
        Self {
            x: Box::new([Row::ZERO; 81]),
            fixed: Row::ZERO,
            choice: Choice { band: Row::ZERO, digit: Row::ZERO, minirow: Row::ZERO },
            nodes: vec![Node::EMPTY; LANES],
            free: Vec::new(),
            own: IN_ORDER,
            stacks: (0..LANES).map(|_| Stack::default()).collect(),
            open: 0,
            tasks: [Task::default(); LANES],
            task_of: [0; LANES],
            depth: [0; LANES],
            free_tasks: u32::MAX,
            live: 0,
            coming: 0,
            dry: false,
            taken: 0,
            long: 0,
            done: 0.0,
        }
    }

    /// Clears everything: used after a search that was not finished, or that a caller's panic interrupted.
    pub(super) fn reset(&mut self) {
        for s in &mut self.stacks {
            s.clear();
        }
        self.nodes.truncate(LANES);
        self.free.clear();
        self.own = IN_ORDER;
        *self.x = [Row::ZERO; 81];
        self.fixed = Row::ZERO;
        (self.open, self.live, self.coming, self.free_tasks) = (0, 0, 0, u32::MAX);
        (self.dry, self.taken, self.done) = (false, 0, 0.0);
    }

    /// Continues the search of puzzle `index` from its open nodes, given with their depths, oldest first.
    pub(super) fn seed(
        &mut self,
        index: usize,
        count: u64,
        guesses: u64,
        done: f64,
        nodes: impl Iterator<Item = (Node, u16)>,
    ) {
        self.reset();
        self.dry = true;
        self.done = done;
        for (mut node, depth) in nodes {
            node.0[DEPTH] = depth;
            let place = self.place();
            self.nodes[place as usize] = node;
            self.stacks[0].push(place);
        }
        self.open = self.stacks[0].len();
        if self.open > 0 {
            self.tasks[0] = Task { index, count, guesses, lanes: 1, ended: false };
            self.free_tasks = !1;
            self.task_of[0] = 0;
            self.pop(0);
        }
    }

    /// The number of the puzzle given to [`Batch::seed`].
    pub(super) fn index(&self) -> usize {
        self.tasks[0].index
    }

    /// The number of guesses made for that puzzle.
    pub(super) fn guesses(&self) -> u64 {
        self.tasks[0].guesses
    }

    /// Adds guesses that were made for that puzzle elsewhere.
    pub(super) fn charge(&mut self, guesses: u64) {
        self.tasks[0].guesses += guesses;
    }

    /// The number of solutions of that puzzle so far.
    pub(super) fn count(&self) -> u64 {
        self.tasks[0].count
    }

    /// Calls `each` with the open nodes of some lanes and their depths, oldest first.
    fn open_nodes(&self, lanes: u32, mut each: impl FnMut(&Node, u16)) {
        for l in bits(lanes & self.live) {
            for &place in self.stacks[l].open() {
                let node = &self.nodes[place as usize];
                each(node, node.0[DEPTH]);
            }
            if self.coming >> l & 1 == 1 {
                each(&self.nodes[self.own[l] as usize], self.depth[l]);
            } else {
                let mut node = Node::EMPTY;
                for c in 0..81 {
                    node.0[c] = self.x[c].0[l];
                }
                each(&node, self.depth[l]);
            }
        }
    }

    /// Whether the solution is in a node that is still open.
    pub(super) fn holds(&self, grid: &Grid) -> bool {
        let mut found = false;
        self.open_nodes(u32::MAX, |node, _| found |= (0..81).all(|c| node.0[c] >> (grid[c] - 1) & 1 == 1));
        found
    }

    /// The candidates that some open node has.
    pub(super) fn hull(&self) -> Node {
        let mut hull = Node::EMPTY;
        self.open_nodes(u32::MAX, |node, _| {
            for c in 0..81 {
                hull.0[c] |= node.0[c];
            }
        });
        hull
    }

    /// After [`End::Long`]: moves the long puzzle to a separate batch.
    pub(super) fn take_long(&mut self, to: &mut Self) {
        let t = self.long;
        let mut lanes = 0;
        for l in bits(self.live) {
            lanes |= u32::from(self.task_of[l] as usize == t) << l;
        }
        let mut nodes = Vec::new();
        let mut done = 1.0;
        self.open_nodes(lanes, |node, depth| {
            nodes.push((*node, depth));
            done -= share(depth);
        });
        let Task { index, count, guesses, .. } = self.tasks[t];
        to.seed(index, count, guesses, done, nodes.into_iter());
        self.drop_task(t);
        self.live &= !lanes;
        self.coming &= !lanes;
        self.free_tasks |= 1 << t;
    }

    /// Abandons all current puzzles.
    pub(super) fn give_up(&self, sink: &mut dyn Sink) {
        for t in bits(!self.free_tasks) {
            sink.done(self.tasks[t].index, self.tasks[t].count, false);
        }
    }

    /// Pops the newest node off a lane's stack and makes it the lane's next node; `false` if the stack is empty.
    #[inline(always)]
    fn pop(&mut self, l: usize) -> bool {
        let Some(place) = self.stacks[l].pop() else { return false };
        self.open -= 1;
        self.own(l, place);
        self.come(l);
        true
    }

    /// Returns a free place in `nodes`.
    #[inline(always)]
    fn place(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.nodes.push(Node::EMPTY);
            (self.nodes.len() - 1) as u32
        })
    }

    /// Makes this place the lane's own, and frees the previous one.
    #[inline(always)]
    fn own(&mut self, l: usize, place: u32) {
        self.free.push(std::mem::replace(&mut self.own[l], place));
    }

    /// Pushes the node in a lane's own place onto its stack, as its newest open node.
    #[inline(always)]
    fn push(&mut self, l: usize) {
        let place = self.place();
        self.stacks[l].push(std::mem::replace(&mut self.own[l], place));
        self.open += 1;
    }

    /// Makes the node in the lane's own place its next one.
    #[inline(always)]
    fn come(&mut self, l: usize) {
        self.depth[l] = self.nodes[self.own[l] as usize].0[DEPTH];
        self.live |= 1 << l;
        self.coming |= 1 << l;
    }

    /// Gives work to idle lanes: fresh puzzles first, then, unless lanes stay `apart`, other lanes' oldest nodes.
    #[inline(always)]
    fn fill(&mut self, feed: &mut dyn Feed, stats: &mut Stats, apart: bool) {
        for l in bits(!self.live) {
            if !self.dry && take(feed, &mut self.nodes[self.own[l] as usize]) {
                let t = self.free_tasks.trailing_zeros() as usize;
                self.free_tasks &= self.free_tasks - 1;
                self.tasks[t] = Task { index: self.taken, lanes: 1, ..Task::default() };
                self.task_of[l] = t as u8;
                self.taken += 1;
                stats.puzzles += 1;
                self.nodes[self.own[l] as usize].begin();
            } else {
                self.dry = true;
                if self.open == 0 || apart {
                    break;
                }
                let mut victim = 0;
                for other in 1..LANES {
                    if self.stacks[other].len() > self.stacks[victim].len() {
                        victim = other;
                    }
                }
                let place = self.stacks[victim].steal();
                self.own(l, place);
                self.open -= 1;
                self.task_of[l] = self.task_of[victim];
                self.tasks[self.task_of[l] as usize].lanes += 1;
            }
            self.come(l);
        }
    }

    /// Drops the open nodes of a task. Returns the lanes that work on it.
    fn drop_task(&mut self, t: usize) -> u32 {
        let mut lanes = 0;
        for l in bits(self.live) {
            if self.task_of[l] as usize == t {
                lanes |= 1 << l;
                self.open -= self.stacks[l].len();
                self.free.extend_from_slice(self.stacks[l].open());
                self.stacks[l].clear();
            }
        }
        lanes
    }
}

/// Runs every puzzle of the feed, or continues after a pause. `inline(always)`: the caller decides for which
/// processor it is compiled.
#[inline(always)]
pub(super) fn run<V: Lanes>(
    w: &mut Batch,
    feed: &mut dyn Feed,
    sink: &mut dyn Sink,
    bounds: &Bounds,
    stats: &mut Stats,
) -> End {
    let mut rounds = 0;
    let grids = sink.grids();
    loop {
        w.fill(feed, stats, bounds.apart);
        if w.live == 0 {
            return End::Done;
        }
        let came = std::mem::take(&mut w.coming);
        if came != 0 {
            V::scatter(&mut w.x, &mut w.fixed, came, &w.nodes, &w.own);
        }

        let live = w.live;
        let seen = rows::sweep::<V>(&mut w.x, &mut w.fixed, live);
        rounds += 1;
        stats.rounds += 1;
        stats.sweeps += u64::from(live.count_ones());
        let dead = seen.dead & live;
        stats.dead += u64::from(dead.count_ones());
        let mut full = live & !dead & seen.full;
        let mut branching = live & !dead & !full & seen.still;
        if full != 0 {
            full &= sweep::complete::<V>(&w.x);
        }
        let out = if grids { branching | full } else { branching };
        if out != 0 {
            V::gather(&w.x, &w.fixed, out, &mut w.nodes, &w.own);
        }
        let mut finished = dead | full;
        for l in bits(full) {
            let t = w.task_of[l] as usize;
            if w.tasks[t].ended {
                continue; // another lane found the last one in this round
            }
            w.tasks[t].count += 1;
            let mut more = w.tasks[t].count < bounds.solutions;
            if grids {
                let node = &w.nodes[w.own[l] as usize].0;
                let mut grid = [0; 81];
                for c in 0..81 {
                    grid[c] = (u16::BITS - node[c].leading_zeros()) as u8;
                }
                more = sink.solution(w.tasks[t].index, &grid) && more;
            }
            if !more {
                w.tasks[t].ended = true;
                finished |= w.drop_task(t);
            }
        }

        branching &= !finished;
        let mut long = None;
        for l in bits(branching) {
            let t = w.task_of[l] as usize;
            w.tasks[t].guesses += 1;
            if w.tasks[t].guesses > bounds.guesses {
                finished |= w.drop_task(t);
            } else if w.tasks[t].guesses >= bounds.long {
                long = Some(t);
            }
        }
        branching &= !finished;
        let mut no_guesses = false;
        if branching != 0 {
            // A node whose bands are all fixed needs no guess; the next sweeps fill or refute it.
            branching &= rows::choose::<V>(&w.x, branching, bounds.common, &mut w.choice);
            for l in bits(branching) {
                if stats.guesses >= bounds.pause {
                    // After the next sweep, these lanes will request a guess again.
                    no_guesses = true;
                    break;
                }
                let n = w.choice.band.0[l] as usize;
                let digit = w.choice.digit.0[l];
                let m = w.choice.minirow.0[l] as usize;
                debug_assert!(digit.is_power_of_two(), "an open band has a digit to choose");
                // The lane continues with the digit in the minirow; the branch without it waits.
                let (node, places) = (&mut w.nodes[w.own[l] as usize], &BRANCH[9 * n + m]);
                w.depth[l] += 1;
                node.0[DEPTH] = w.depth[l];
                for k in 0..3 {
                    node.0[places[k] as usize] &= !digit;
                }
                for k in 3..15 {
                    w.x[places[k] as usize].0[l] &= !digit;
                }
                w.push(l);
                stats.guesses += 1;
            }
        }

        for l in bits(finished) {
            w.done += share(w.depth[l]);
            if !w.pop(l) {
                w.live &= !(1 << l);
                let t = w.task_of[l] as usize;
                let task = &mut w.tasks[t];
                task.lanes -= 1;
                if task.lanes == 0 {
                    sink.done(task.index, task.count, task.ended || task.guesses <= bounds.guesses);
                    w.free_tasks |= 1 << t;
                }
            }
        }

        if let Some(t) = long
            && w.free_tasks >> t & 1 == 0
        {
            w.long = t;
            return End::Long;
        }
        if rounds % POLL == 1 && bounds.stop.is_some_and(|stop| stop()) {
            w.give_up(sink);
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
