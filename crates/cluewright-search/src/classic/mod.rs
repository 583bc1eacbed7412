//! The classic 9x9 engine: ordinary Sudoku (81 characters) and pencil-mark Sukaku (729), as fast as the machine allows.
//!
//! One search node lives in each 16-bit lane of a SIMD vector: 32 at once with AVX-512, 16 with AVX2, plain arrays
//! elsewhere. [`Engine`] picks the widest the processor has. Give it many puzzles at a time when you can: a batch
//! keeps every lane busy, and costs several times less a puzzle than one after another.

// The kernel must melt into the function that is compiled for a processor, whatever the inliner thinks of its size.
#![allow(clippy::inline_always, reason = "SIMD helpers must be compiled for their caller's processor features")]
#![allow(clippy::needless_range_loop, reason = "indices of lines, boxes and places read best as indices")]

mod batch;
mod board;
mod canonical;
mod lanes;
mod lines;
mod pipeline;
pub mod simple;
mod sweep;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

pub use batch::Stats;
pub use board::{BadLine, Candidates, Grid, format, is_solution, parse};
pub use canonical::{Canonical, Transform, canonical};
pub use pipeline::{Line, Pipeline, Summary};

use batch::{Bounds, Feed, Sink, Work};
use lanes::{Array, Node};

/// The vectors an engine computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kernel {
    /// Arrays of 16 lanes, any processor.
    Portable,
    /// 16 lanes: AVX2 and BMI.
    Avx2,
    /// 32 lanes: AVX-512 F, BW, VBMI2 and BITALG.
    Avx512,
}

impl Kernel {
    /// The kernels this processor can run, best last.
    pub fn available() -> Vec<Self> {
        let mut all = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        if avx2_available() {
            all.push(Self::Avx2);
        }
        #[cfg(target_arch = "x86_64")]
        if avx512_available() {
            all.push(Self::Avx512);
        }
        all
    }

    /// The fastest kernel of this processor.
    pub fn best() -> Self {
        *Self::available().last().expect("the portable kernel is always there")
    }
}

#[cfg(target_arch = "x86_64")]
fn avx2_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
}

#[cfg(target_arch = "x86_64")]
fn avx512_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
}

/// What to find out about each puzzle, and when to give up.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Solutions after which a puzzle is done: 1 to find one, 2 to know whether it is unique, `u64::MAX` for all.
    pub limit: u64,
    /// Guesses after which a puzzle is given up.
    pub guesses: u64,
    /// Ends everything soon after it becomes `true`.
    pub stop: Option<&'a std::sync::atomic::AtomicBool>,
}

impl Default for Question<'_> {
    /// Unique or not, without other limits.
    fn default() -> Self {
        Self { limit: 2, guesses: u64::MAX, stop: None }
    }
}

impl<'a> Question<'a> {
    fn bounds(&self) -> Bounds<'a> {
        Bounds { solutions: self.limit, guesses: self.guesses, stop: self.stop }
    }
}

/// What was found out about one puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Solutions found, at most the limit of the question.
    pub count: u64,
    /// Whether the search ended by itself (all solutions, or as many as asked for) and was not given up.
    pub complete: bool,
    /// The solution found first, if any.
    pub solution: Option<Grid>,
}

enum Buffers {
    Portable(Box<Work<Array<16>>>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Box<Work<avx2::Avx2>>),
    #[cfg(target_arch = "x86_64")]
    Avx512(Box<Work<avx512::Avx512>>),
}

/// A solver with its buffers (about 100 kB); make one a thread and keep it.
pub struct Engine {
    buffers: Buffers,
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

    /// An engine with a kernel of your choice; `None` when the processor cannot run it.
    pub fn with(kernel: Kernel) -> Option<Self> {
        if !Kernel::available().contains(&kernel) {
            return None;
        }
        let buffers = match kernel {
            Kernel::Portable => Buffers::Portable(Box::new(Work::new())),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => Buffers::Avx2(Box::new(Work::new())),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => Buffers::Avx512(Box::new(Work::new())),
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 | Kernel::Avx512 => return None,
        };
        Some(Self { buffers, stats: Stats::default() })
    }

    /// Work done since the engine was made.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    fn run<F: Feed, S: Sink>(&mut self, feed: &mut F, sink: &mut S, bounds: &Bounds) -> Stats {
        let done = match &mut self.buffers {
            Buffers::Portable(w) => batch::run(w, feed, sink, bounds),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: these buffers are made only when `avx2_available` said yes.
            Buffers::Avx2(w) => unsafe { run_avx2(w, feed, sink, bounds) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: these buffers are made only when `avx512_available` said yes.
            Buffers::Avx512(w) => unsafe { run_avx512(w, feed, sink, bounds) },
        };
        self.stats.puzzles += done.puzzles;
        self.stats.guesses += done.guesses;
        self.stats.sweeps += done.sweeps;
        self.stats.rounds += done.rounds;
        done
    }

    /// Answers the question for each puzzle, in their order.
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
            self.run(&mut Slice(puzzles), &mut Answers(&mut answers), &question.bounds());
        }
        answers
    }

    /// Answers the question for every line of a text. `answers` is overwritten: one a line, in order, except that a
    /// stop signal may end it early. Lines that are no puzzle have no solution and are listed with their numbers,
    /// from 0, in order.
    pub fn solve_lines(
        &mut self,
        text: &[u8],
        question: &Question,
        answers: &mut Vec<Answer>,
    ) -> Vec<(usize, BadLine)> {
        answers.clear();
        let mut bad = Vec::new();
        let bounds = Bounds { solutions: question.limit.max(1), ..question.bounds() };
        self.run(&mut lines::Lines::new(text, &mut bad), &mut Answers(answers), &bounds);
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

    /// A solution of each puzzle, where there is one.
    pub fn first_many(&mut self, puzzles: &[Candidates]) -> Vec<Option<Grid>> {
        let question = Question { limit: 1, ..Question::default() };
        self.solve_many(puzzles, &question).into_iter().map(|a| a.solution).collect()
    }

    /// Counts the solutions of every line of a text, at most `limit` (at least 1) each; `counts` is overwritten.
    /// Lines that are no puzzle have count 0 and are listed with their numbers, from 0.
    pub fn count_lines(&mut self, text: &[u8], limit: u64, counts: &mut Vec<u64>) -> Vec<(usize, BadLine)> {
        counts.clear();
        let mut bad = Vec::new();
        self.run(&mut lines::Lines::new(text, &mut bad), &mut Counts(counts), &Bounds::solutions(limit.max(1)));
        bad
    }

    /// Calls `found` with every solution of a puzzle, in no particular (but always the same) order, until it returns
    /// `false`. The number found.
    pub fn solutions(&mut self, puzzle: &Candidates, found: impl FnMut(&Grid) -> bool) -> u64 {
        let mut each = Each { found, count: 0 };
        self.run(&mut Slice(std::slice::from_ref(puzzle)), &mut each, &Bounds::solutions(u64::MAX));
        each.count
    }

    /// A solution of every line of a text as lines of 82 bytes in the same order, 82 line feeds where there is none;
    /// and the lines that are no puzzle.
    pub fn first_lines(&mut self, text: &[u8]) -> (Vec<u8>, Vec<(usize, BadLine)>) {
        let mut bad = Vec::new();
        let mut written = Written(Vec::new());
        self.run(&mut lines::Lines::new(text, &mut bad), &mut written, &Bounds::solutions(1));
        (written.0, bad)
    }
}

/// Sink that hands every solution on.
struct Each<F> {
    found: F,
    count: u64,
}

impl<F: FnMut(&Grid) -> bool> Sink for Each<F> {
    const GRIDS: bool = true;
    fn solution(&mut self, _: usize, grid: &Grid) -> bool {
        (self.found)(grid)
    }
    fn done(&mut self, _: usize, count: u64, _: bool) {
        self.count = count;
    }
}

/// Sink that writes first solutions as lines of 82 bytes.
struct Written(Vec<u8>);

impl Sink for Written {
    const GRIDS: bool = true;
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

/// Sink that keeps one count a puzzle.
struct Counts<'a>(&'a mut Vec<u64>);

impl Sink for Counts<'_> {
    const GRIDS: bool = false;
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

/// Sink of whole answers.
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
    const GRIDS: bool = true;
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

struct Slice<'a>(&'a [Candidates]);

impl Feed for Slice<'_> {
    #[inline(always)]
    fn next(&mut self, node: &mut Node) -> bool {
        let Some((puzzle, rest)) = self.0.split_first() else { return false };
        self.0 = rest;
        for (m, &p) in node.0.iter_mut().zip(puzzle) {
            *m = p & board::ALL;
        }
        true
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn run_avx2<F: Feed, S: Sink>(w: &mut Work<avx2::Avx2>, feed: &mut F, sink: &mut S, b: &Bounds) -> Stats {
    batch::run(w, feed, sink, b)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(
    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,avx512vbmi2,avx512bitalg,bmi1,bmi2,popcnt,lzcnt"
)]
fn run_avx512<F: Feed, S: Sink>(w: &mut Work<avx512::Avx512>, feed: &mut F, sink: &mut S, b: &Bounds) -> Stats {
    batch::run(w, feed, sink, b)
}

/// Counts the solutions of one puzzle, at most `limit`.
pub fn count(puzzle: &Candidates, limit: u64) -> u64 {
    Engine::new().count_many(std::slice::from_ref(puzzle), limit)[0]
}
