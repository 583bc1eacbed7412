//! The batch kernel: every lane of a vector is a separate search node, and idle lanes never wait.
//!
//! A lane starts with a new puzzle if there is one. Once the input is exhausted, the lane steals the oldest open node of the lane
//! that has the most open nodes. So a single hard puzzle, a count of all solutions and the end of a file use all lanes.

use super::board::{ALL, Grid};
use super::lanes::{DEPTH, IN_ORDER, LANES, Lanes, Node, Row};
use super::rows;
use super::stack::Stack;
use super::sweep::{self, Choice};
use crate::bits::Ones;

/// Up to this many puzzles are searched one by one (see `lone.rs`), because with so few puzzles most lanes of a vector would be
/// idle.
pub(super) const FEW: usize = 12;

/// The source of puzzles, which are numbered 0, 1, 2, ... in order.
pub(super) trait Feed {
    /// Supplies the next puzzle, either as a line or by writing 81 masks into `node`, in which the bits above the ninth must be
    /// 0.
    fn next(&mut self, node: &mut Node) -> Next<'_>;
    /// Called if the last returned line has characters other than digits and `.`. Writes the puzzle into `node`.
    fn unusual(&mut self, _node: &mut Node) {}
    /// Whether fewer than [`FEW`] puzzles are left, according to a cheap estimate.
    fn few(&self) -> bool;
}

/// What a feed supplies next.
pub(super) enum Next<'a> {
    /// There are no more puzzles.
    End,
    /// The puzzle has been written.
    Written,
    /// A line of 81 characters, which the kernel turns into masks faster than the feed could.
    Line(&'a [u8; 81]),
}

/// Reads the next puzzle into `node`; `false` if there are no more puzzles.
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

/// Parses an ordinary line. Uses no table, so that the compiler can vectorise the loop. `false` if some character is not 1-9, `.`
/// or `0`.
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

/// Receives the answers of a run.
pub(super) trait Sink {
    /// Whether the run has to call `solution`.
    fn grids(&self) -> bool {
        true
    }
    /// Called with a solution of puzzle `index`. Returning `false` ends the search of this puzzle.
    fn solution(&mut self, index: usize, grid: &Grid) -> bool;
    /// Called when puzzle `index` is done, with the number of solutions found. `exact` is false if a limit or the stop signal
    /// ended the search.
    fn done(&mut self, _index: usize, _count: u64, _exact: bool) {}
    /// Called after every round. Returns whether the run should pause.
    fn pause(&self) -> bool {
        false
    }
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Every puzzle is done.
    Done,
    /// The sink requested a pause, or the limit of rounds was reached; the next run continues.
    Paused,
    /// The allowed guesses are used up; the next run continues if more guesses are allowed.
    Guesses,
    /// The stop signal returned true.
    Stopped,
    /// A puzzle needs many guesses (see [`Bounds::long`]); [`Batch::take_long`] moves it to another batch.
    Long,
}

/// Statistics of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// The number of puzzles that were started.
    pub puzzles: u64,
    /// The number of branches. Each branch is a choice between two child nodes.
    pub guesses: u64,
    /// The number of propagation rounds, counted separately for each lane that had a node.
    pub sweeps: u64,
    /// The number of propagation rounds of the whole vector. On average, `sweeps / rounds` lanes were busy.
    pub rounds: u64,
    /// The number of nodes that propagation found contradictory.
    pub dead: u64,
}

/// The limits of a run.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'a> {
    /// The number of solutions, at least 1, after which a puzzle is done.
    pub(super) solutions: u64,
    /// The maximum number of guesses for a puzzle before it is abandoned.
    pub(super) guesses: u64,
    /// The stop signal, which is polled at intervals. All work ends when it returns true.
    pub(super) stop: Option<&'a dyn Fn() -> bool>,
    /// The run pauses when the statistics reach this number of guesses.
    pub(super) pause: u64,
    /// The number of rounds after which the run pauses.
    pub(super) rounds: u64,
    /// The number of guesses after which a puzzle is set aside.
    pub(super) long: u64,
    /// Whether each puzzle stays in its lane, so that the order of its solutions does not depend on the other puzzles.
    pub(super) apart: bool,
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
        }
    }
}

/// The number of rounds between two polls of the stop signal. Takes some 20 microseconds.
pub(super) const POLL: u64 = 32;

/// The share of the whole search that lies below a node at this depth.
#[inline(always)]
pub(super) fn share(depth: u16) -> f64 {
    f64::from_bits(1023u64.saturating_sub(depth as u64) << 52)
}

/// A puzzle that one or more lanes are searching.
#[derive(Clone, Copy, Default)]
struct Task {
    index: usize,
    count: u64,
    guesses: u64,
    lanes: u32,
    /// Whether no more solutions are needed.
    ended: bool,
}

/// At index `9 n + m`, for band (or stack) `n` and minirow `m`: the cells of the minirow, followed by the cells of the other
/// minirows in its line and its box.
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

/// The lanes, their tasks and the state of the run. This data is the same for every kernel.
pub(super) struct Batch {
    x: Box<[Row; 81]>,
    /// For each lane, the digits that were fixed after its last sweep (see [`sweep::Found`]).
    fixed: Row,
    choice: Choice,
    /// The open nodes, and one more node for every lane. Nodes are never moved; only their indices are passed on.
    nodes: Vec<Node>,
    /// The indices of free places in `nodes`.
    free: Vec<u32>,
    /// For each lane, the index of its own place in `nodes`, for a node that enters or leaves the lane.
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
    /// The live lanes whose new node still has to be loaded from their own place.
    coming: u32,
    /// Whether the feed is exhausted.
    dry: bool,
    /// The number of puzzles that were started.
    taken: usize,
    /// The task that was set aside because it is long.
    long: usize,
    /// If there is only one puzzle, the share of its search that is done.
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

    /// Clears everything. Used after a search that was not finished, or that a panic of the caller interrupted.
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

    /// Continues the search of puzzle `index` from its open nodes. `nodes` has each node with its depth, oldest first.
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

    /// The number of guesses made for the puzzle given to [`Batch::seed`].
    pub(super) fn guesses(&self) -> u64 {
        self.tasks[0].guesses
    }

    /// Adds guesses that were made elsewhere for the puzzle given to [`Batch::seed`].
    pub(super) fn charge(&mut self, guesses: u64) {
        self.tasks[0].guesses += guesses;
    }

    /// The number of solutions found so far for the puzzle given to [`Batch::seed`].
    pub(super) fn count(&self) -> u64 {
        self.tasks[0].count
    }

    /// Calls `each` with the open nodes of some lanes and their depths, oldest first.
    fn open_nodes(&self, lanes: u32, mut each: impl FnMut(&Node, u16)) {
        for l in Ones(lanes & self.live) {
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

    /// Whether some open node contains this solution.
    pub(super) fn holds(&self, grid: &Grid) -> bool {
        let mut found = false;
        self.open_nodes(u32::MAX, |node, _| found |= (0..81).all(|c| node.0[c] >> (grid[c] - 1) & 1 == 1));
        found
    }

    /// All candidates that are in some open node.
    pub(super) fn hull(&self) -> Node {
        let mut hull = Node::EMPTY;
        self.open_nodes(u32::MAX, |node, _| {
            for c in 0..81 {
                hull.0[c] |= node.0[c];
            }
        });
        hull
    }

    /// Moves the long puzzle to a separate batch, after [`End::Long`].
    pub(super) fn take_long(&mut self, to: &mut Self) {
        let t = self.long;
        let mut lanes = 0;
        for l in Ones(self.live) {
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
        for t in Ones(!self.free_tasks) {
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

    /// Makes this place the lane's own place, and frees the previous one.
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

    /// Branches in a lane according to the row `choice`: the lane continues with the digit in the minirow, and the branch without
    /// this digit is pushed onto the lane's stack.
    #[inline(always)]
    fn branch(&mut self, l: usize) {
        let digit = self.choice.digit.0[l];
        debug_assert!(digit.is_power_of_two(), "an open band has a digit to choose");
        let places = &BRANCH[9 * self.choice.band.0[l] as usize + self.choice.minirow.0[l] as usize];
        let node = &mut self.nodes[self.own[l] as usize];
        self.depth[l] += 1;
        node.0[DEPTH] = self.depth[l];
        for k in 0..3 {
            node.0[places[k] as usize] &= !digit;
        }
        for k in 3..15 {
            self.x[places[k] as usize].0[l] &= !digit;
        }
        self.push(l);
    }

    /// Makes the node in the lane's own place the lane's next node.
    #[inline(always)]
    fn come(&mut self, l: usize) {
        self.depth[l] = self.nodes[self.own[l] as usize].0[DEPTH];
        self.live |= 1 << l;
        self.coming |= 1 << l;
    }

    /// Gives work to idle lanes: first new puzzles, then, unless lanes stay `apart`, the oldest nodes of other lanes.
    #[inline(always)]
    fn fill(&mut self, feed: &mut dyn Feed, stats: &mut Stats, apart: bool) {
        for l in Ones(!self.live) {
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
        for l in Ones(self.live) {
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

/// Searches every puzzle of the feed, or continues after a pause. The function is `inline(always)` because its caller determines
/// the processor for which it is compiled.
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
        for l in Ones(full) {
            let t = w.task_of[l] as usize;
            if w.tasks[t].ended {
                continue; // another lane has found the last solution in this round
            }
            w.tasks[t].count += 1;
            let mut more = w.tasks[t].count < bounds.solutions;
            if grids {
                more = sink.solution(w.tasks[t].index, &w.nodes[w.own[l] as usize].grid()) && more;
            }
            if !more {
                w.tasks[t].ended = true;
                finished |= w.drop_task(t);
            }
        }

        branching &= !finished;
        let mut long = None;
        for l in Ones(branching) {
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
            // A node whose bands are all fixed needs no guess: the next sweeps fill or refute it.
            branching &= rows::choose::<V>(&w.x, branching, &mut w.choice);
            for l in Ones(branching) {
                if stats.guesses >= bounds.pause {
                    // These lanes will request a guess again after the next sweep.
                    no_guesses = true;
                    break;
                }
                w.branch(l);
                stats.guesses += 1;
            }
        }

        for l in Ones(finished) {
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
