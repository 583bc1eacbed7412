//! The classic 9x9 engine: ordinary Sudoku (81 characters) and pencil-mark Sukaku (729), as fast as the machine allows.
//!
//! Each of 32 lanes of 16 bits has one search node (`batch.rs`): this is one vector of AVX-512, two of AVX2, plain arrays
//! elsewhere. A lone puzzle has four nodes in the same lanes, eight lanes for each (`lone.rs`), until its search is large enough
//! for the batch. [`Engine`] uses the widest vectors that the processor supports; answers and statistics are the same with all of
//! them. Pass many puzzles at a time if you can: each then costs several times less than if they are passed one by one.

// The kernel must be inlined into the function that is compiled for a processor, regardless of what the inliner thinks of its
// size.
#![allow(clippy::inline_always, reason = "SIMD helpers must be compiled for their caller's processor features")]
#![allow(clippy::needless_range_loop, reason = "indices of lines, boxes and places read best as indices")]

mod batch;
mod board;
mod by_lane;
mod canonical;
mod job;
mod kernel;
mod lanes;
mod lines;
mod lone;
mod long;
mod rows;
pub mod simple;
mod slice;
mod stack;
mod sweep;
#[cfg(test)]
mod tests;
mod walk;
mod weigh;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm128;

pub use batch::Stats;
pub use board::{BadLine, Candidates, Grid, format, is_solution, parse};
pub use canonical::{Canonical, Transform, canonical};
pub use kernel::Kernel;

pub(crate) use walk::Walk;
pub use walk::is_classic;

use batch::{Batch, Bounds, End, Feed, Sink};
use job::Job;
use lone::Lone;
use long::Long;
use slice::Slice;

/// The question for each puzzle, and its limits.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The number of solutions after which a puzzle is done: 1 to find one, 2 to test uniqueness, `u64::MAX` for all.
    pub limit: u64,
    /// The maximum number of guesses for a puzzle, after which it is abandoned.
    pub guesses: u64,
    /// All work ends soon after this becomes `true`.
    pub stop: Option<&'a std::sync::atomic::AtomicBool>,
}

impl Default for Question<'_> {
    /// A test for uniqueness, without other limits.
    fn default() -> Self {
        Self { limit: 2, guesses: u64::MAX, stop: None }
    }
}

/// The answer for one puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The number of solutions found, up to the limit of the question.
    pub count: u64,
    /// Whether the search found all solutions, or as many as requested, rather than being cut short.
    pub complete: bool,
    /// The solution found first, if any.
    pub solution: Option<Grid>,
}

/// A solver with its buffers (about 30 kB). Create one per thread and reuse it.
pub struct Engine {
    kernel: Kernel,
    batch: Batch,
    lone: Lone,
    long: Long,
    /// For a long puzzle among many; created on first use.
    aside: Option<Box<Batch>>,
    stats: Stats,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// An engine with the fastest kernel of this processor.
    pub fn new() -> Self {
        Self::with(Kernel::best()).expect("the best kernel is available")
    }

    /// An engine with a chosen kernel; `None` if the processor does not support it.
    pub fn with(kernel: Kernel) -> Option<Self> {
        if !Kernel::available().contains(&kernel) {
            return None;
        }
        Some(Self {
            kernel,
            batch: Batch::new(),
            lone: Lone::new(),
            long: Long::new(),
            aside: None,
            stats: Stats::default(),
        })
    }

    /// The work done since the engine was created.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    fn run(&mut self, feed: &mut dyn Feed, sink: &mut dyn Sink, bounds: &Bounds) -> End {
        self.job(None, feed, sink, bounds)
    }

    /// Runs every puzzle of the feed. With `lone_is_large`, continues the search of one puzzle instead, until it pauses, and
    /// writes there whether the batch has taken it over.
    fn job(
        &mut self,
        lone_is_large: Option<&mut bool>,
        feed: &mut dyn Feed,
        sink: &mut dyn Sink,
        bounds: &Bounds,
    ) -> End {
        let Self { kernel, batch, lone, long, aside, stats } = self;
        Job { batch, lone, long, aside, feed, sink, bounds, stats }.run(*kernel, lone_is_large)
    }

    /// Like `run`, with the stop signal of a question.
    fn ask(&mut self, feed: &mut dyn Feed, sink: &mut dyn Sink, question: &Question) {
        let stop = || question.stop.is_some_and(|s| s.load(std::sync::atomic::Ordering::Relaxed));
        let bounds =
            Bounds { guesses: question.guesses, stop: Some(&stop), ..Bounds::solutions(question.limit.max(1)) };
        self.run(feed, sink, &bounds);
    }

    /// Answers the question for each puzzle, in order.
    ///
    /// ```
    /// use cluewright_search::classic::{Engine, Question, parse};
    /// let p = parse(b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").unwrap();
    /// let answers = Engine::new().solve_many(&[p, [0x1ff; 81]], &Question::default());
    /// assert!(answers[0].count == 1 && answers[0].solution.is_some());
    /// assert_eq!(answers[1].count, 2, "the empty grid has more, but two were enough");
    /// ```
    pub fn solve_many(&mut self, puzzles: &[Candidates], question: &Question) -> Vec<Answer> {
        let mut answers = vec![Answer::default(); puzzles.len()];
        if question.limit > 0 {
            self.ask(&mut Slice(puzzles), &mut Answers(&mut answers), question);
        }
        answers
    }

    /// Answers the question for every line of the text. `answers` is overwritten with one answer per line, in order; after a stop
    /// signal there may be fewer. Lines that are not puzzles have no solution and are returned with their line numbers, counted
    /// from 0, in order.
    pub fn solve_lines(
        &mut self,
        text: &[u8],
        question: &Question,
        answers: &mut Vec<Answer>,
    ) -> Vec<(usize, BadLine)> {
        answers.clear();
        let mut bad = Vec::new();
        self.ask(&mut lines::Lines::new(text, &mut bad), &mut Answers(answers), question);
        bad
    }

    /// Counts the solutions of each puzzle, at most `limit` each.
    pub fn count_many(&mut self, puzzles: &[Candidates], limit: u64) -> Vec<u64> {
        let mut counts = vec![0; puzzles.len()];
        if limit > 0 {
            self.run(&mut Slice(puzzles), &mut Counts(&mut counts), &Bounds::solutions(limit));
        }
        counts
    }

    /// A solution of each puzzle, or `None` if the puzzle has no solution.
    pub fn first_many(&mut self, puzzles: &[Candidates]) -> Vec<Option<Grid>> {
        let question = Question { limit: 1, ..Question::default() };
        self.solve_many(puzzles, &question).into_iter().map(|a| a.solution).collect()
    }

    /// Counts the solutions of every line of the text, at most `limit` (at least 1) each; `counts` is overwritten. Lines that are
    /// not puzzles have count 0 and are returned with their line numbers, counted from 0.
    pub fn count_lines(&mut self, text: &[u8], limit: u64, counts: &mut Vec<u64>) -> Vec<(usize, BadLine)> {
        counts.clear();
        let mut bad = Vec::new();
        self.run(&mut lines::Lines::new(text, &mut bad), &mut Counts(counts), &Bounds::solutions(limit.max(1)));
        bad
    }

    /// Calls `found` with every solution of a puzzle, in a deterministic order, until it returns `false`. Returns the number of
    /// solutions found.
    pub fn solutions(&mut self, puzzle: &Candidates, found: impl FnMut(&Grid) -> bool) -> u64 {
        let mut each = Each { found, count: 0 };
        self.run(&mut Slice(std::slice::from_ref(puzzle)), &mut each, &Bounds::solutions(u64::MAX));
        each.count
    }

    /// A solution of every line of the text, as lines of 82 bytes in the same order, with 82 line feeds for a line without a
    /// solution; and the lines that are not puzzles.
    pub fn first_lines(&mut self, text: &[u8]) -> (Vec<u8>, Vec<(usize, BadLine)>) {
        let mut bad = Vec::new();
        let mut written = Written(Vec::new());
        self.run(&mut lines::Lines::new(text, &mut bad), &mut written, &Bounds::solutions(1));
        (written.0, bad)
    }
}

/// A sink that passes every solution on.
struct Each<F> {
    found: F,
    count: u64,
}

impl<F: FnMut(&Grid) -> bool> Sink for Each<F> {
    fn grids(&self) -> bool {
        true
    }
    fn solution(&mut self, _: usize, grid: &Grid) -> bool {
        (self.found)(grid)
    }
    fn done(&mut self, _: usize, count: u64, _: bool) {
        self.count = count;
    }
}

/// A sink that writes first solutions as lines of 82 bytes.
struct Written(Vec<u8>);

impl Sink for Written {
    fn grids(&self) -> bool {
        true
    }
    #[inline(always)]
    fn solution(&mut self, index: usize, grid: &Grid) -> bool {
        let end = (index + 1) * 82;
        if self.0.len() < end {
            self.0.resize(end, b'\n');
        }
        self.0[end - 82..end - 1].copy_from_slice(&format(grid));
        true
    }
    fn done(&mut self, index: usize, _: u64, _: bool) {
        let end = (index + 1) * 82;
        if self.0.len() < end {
            self.0.resize(end, b'\n');
        }
    }
}

/// A sink that stores one count per puzzle.
struct Counts<'a>(&'a mut Vec<u64>);

impl Sink for Counts<'_> {
    fn grids(&self) -> bool {
        false
    }
    fn solution(&mut self, _: usize, _: &Grid) -> bool {
        true
    }
    fn done(&mut self, index: usize, count: u64, _: bool) {
        if self.0.len() <= index {
            self.0.resize(index + 1, 0);
        }
        self.0[index] = count;
    }
}

/// A sink that stores complete answers.
struct Answers<'a>(&'a mut Vec<Answer>);

impl Answers<'_> {
    #[inline(always)]
    fn at(&mut self, index: usize) -> &mut Answer {
        if self.0.len() <= index {
            self.0.resize(index + 1, Answer::default());
        }
        &mut self.0[index]
    }
}

impl Sink for Answers<'_> {
    fn grids(&self) -> bool {
        true
    }
    #[inline(always)]
    fn solution(&mut self, index: usize, grid: &Grid) -> bool {
        self.at(index).solution.get_or_insert(*grid);
        true
    }
    #[inline(always)]
    fn done(&mut self, index: usize, count: u64, exact: bool) {
        let answer = self.at(index);
        (answer.count, answer.complete) = (count, exact);
    }
}

/// A sink that stores the first two solutions of each puzzle; an entry that is not exact belongs to an abandoned puzzle.
struct Pairs<'a>(&'a mut [Pair]);

#[derive(Clone, Copy, Default)]
struct Pair {
    solutions: [Option<Grid>; 2],
    exact: bool,
}

impl Sink for Pairs<'_> {
    fn grids(&self) -> bool {
        true
    }
    fn solution(&mut self, index: usize, grid: &Grid) -> bool {
        if let Some(free) = self.0[index].solutions.iter_mut().find(|s| s.is_none()) {
            *free = Some(*grid);
        }
        true
    }
    fn done(&mut self, index: usize, _: u64, exact: bool) {
        self.0[index].exact = exact;
    }
}

/// Counts the solutions of one puzzle, at most `limit`.
pub fn count(puzzle: &Candidates, limit: u64) -> u64 {
    Engine::new().count_many(std::slice::from_ref(puzzle), limit)[0]
}
