//! Applies one operation to many puzzles, on several threads and in bounded memory. Answers come in the order of the records.
//!
//! ```
//! use cluewright::batch::{Batch, NoClock};
//! use cluewright::formats::records::{Record, Records, RecordOptions};
//! use cluewright::{Compiled, formats, operation::Solve};
//! let text = "12..34..2.....3.\nnonsense\n1...............\n"; // 4x4
//! let load = |_: &Record, text: &str, stop: &dyn Fn() -> bool| Compiled::until(formats::read(text)?.puzzle, &[], stop);
//! let solve = Solve::default();
//! let batch = Batch::new(&solve, &load, &NoClock);
//! let mut rows = Vec::new();
//! let records = Records::open(text.as_bytes(), &RecordOptions::default())?;
//! let done = batch.answers(records, |record, answer| rows.push(format!("{}: {}", record.line, answer.row())));
//! assert_eq!((done.records, done.stopped), (3, false));
//! assert!(rows[0].starts_with("1: unique ") && rows[1] == "2: error" && rows[2].starts_with("3: multiple "));
//! # Ok::<(), cluewright::Error>(())
//! ```

mod ordered;
mod plain;
mod run;

use crate::answer_cache::AnswerCache;
use crate::compiled::Compiled;
use crate::error::Error;
use crate::operation::{Operation, PuzzleRequest};
use crate::report::{Answer, Failed};
use cluewright_core::BadInput;
use cluewright_formats::records::Record;
use cluewright_search::Limits;
use std::sync::atomic::{AtomicBool, Ordering};

/// Makes a puzzle from a record and its text; the last argument is the stop signal.
pub type Load<'a> = dyn Fn(&Record, &str, &dyn Fn() -> bool) -> Result<Compiled, Error> + Sync + 'a;

/// Measures the time spent on each record. The library itself never reads a clock.
pub trait Clock: Sync {
    /// Starts timing a record. Returns a timer for this record alone, which one or more threads poll.
    fn begin(&self) -> Box<dyn Timer + '_>;
}

/// The running timer of one record.
pub trait Timer: Sync {
    /// Whether the time has run out, or the work must end for another reason.
    fn is_over(&self) -> bool;

    /// Whether preliminary work must end. See [`Limits::early`].
    fn is_half_over(&self) -> bool {
        self.is_over()
    }

    /// The milliseconds since the start; `None` if time is not measured.
    fn ms(&self) -> Option<f64>;
}

/// A clock without a time limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn begin(&self) -> Box<dyn Timer + '_> {
        Box::new(*self)
    }
}

impl Timer for NoClock {
    fn is_over(&self) -> bool {
        false
    }

    fn ms(&self) -> Option<f64> {
        None
    }
}

/// The settings of a batch.
pub struct Batch<'a> {
    /// The operation to perform on each puzzle.
    pub operation: &'a dyn Operation,
    /// Makes a puzzle from each record.
    pub load: &'a Load<'a>,
    /// The clock.
    pub clock: &'a dyn Clock,
    /// Whether the classic engine may answer for a text that consists of the 81 characters of a classic grid. Set this to false if
    /// a format was chosen by name, or if rules are added to each puzzle. The classic engine gives the same answers as the other
    /// engines.
    pub ordinary: bool,
    /// The maximum number of search nodes per puzzle; 0: no limit. Unless the maximum is small, classic grids that need few nodes
    /// are still solved many at a time.
    pub nodes: u64,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// The stop signal: the work ends soon after it becomes true. The answers given by then are a prefix of the complete list.
    pub stop: Option<&'a AtomicBool>,
    /// Whether answers report the number of search nodes.
    pub stats: bool,
}

/// A summary of a finished batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Done {
    /// The number of records answered.
    pub records: u64,
    /// Whether the run was ended by the stop signal or by the receiver of the answers.
    pub stopped: bool,
}

/// An answer, as it is passed to the caller.
#[non_exhaustive]
pub struct Reply<'r> {
    /// The record.
    pub record: &'r Record,
    /// The answer.
    pub answer: Answer,
    /// The time that the answer took, in milliseconds, if the clock measures time. Answers that the classic engine gave for a whole
    /// block at once share the time equally.
    pub ms: Option<f64>,
    /// The puzzle, if it had to be compiled.
    pub compiled: Option<&'r Compiled>,
    /// The error, if the record could not be answered.
    pub error: Option<&'r BadInput>,
}

impl<'a> Batch<'a> {
    /// A batch that uses the classic engine where possible, on one thread, without limits.
    pub fn new(operation: &'a dyn Operation, load: &'a Load<'a>, clock: &'a dyn Clock) -> Self {
        Self { operation, load, clock, ordinary: true, nodes: 0, threads: 1, stop: None, stats: false }
    }

    fn stopped(&self) -> bool {
        self.stop.is_some_and(|s| s.load(Ordering::Relaxed))
    }

    /// Answers one record, whose puzzle `make` compiles. Returns `None` if the work was stopped in the meantime.
    fn one<P>(
        &self,
        record: &Record,
        solution: Option<Vec<cluewright_core::Value>>,
        make: impl FnOnce(&dyn Fn() -> bool) -> Result<Compiled, Error>,
        page: &mut P,
        write: &(impl Fn(Reply<'_>, &mut P) + Sync),
    ) -> Option<()> {
        let timer = self.clock.begin();
        let stop = || self.stopped() || timer.is_over();
        let early = || self.stopped() || timer.is_half_over();
        let limits = Limits { nodes: self.nodes, stop: Some(&stop), early: Some(&early), progress: None };
        let mut puzzle = None;
        let known = solution.map(AnswerCache::unique).unwrap_or_default();
        let asked = || -> Result<Answer, BadInput> {
            let compiled = puzzle.insert(make(&stop)?);
            let asked = PuzzleRequest { known: Some(&known), stats: self.stats, ..PuzzleRequest::new(compiled) };
            Ok(self.operation.ask(&asked, &limits)?)
        };
        // A bug triggered by one puzzle must not lose the answers for the other puzzles.
        let answer = std::panic::catch_unwind(std::panic::AssertUnwindSafe(asked)).unwrap_or_else(|_| {
            Err(BadInput::new("internal error: the program failed on this puzzle; please report the puzzle"))
        });
        if self.stopped() {
            return None;
        }
        let ms = timer.ms();
        let (answer, error) = match answer {
            Ok(answer) => (answer, None),
            Err(error) => (Answer::Failed(Failed::new(&error)), Some(error)),
        };
        write(Reply { record, answer, ms, compiled: puzzle.as_ref(), error: error.as_ref() }, page);
        Some(())
    }
}
