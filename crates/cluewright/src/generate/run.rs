//! Runs attempts in order. The results are the same with any number of threads.

use super::made::Generated;
use crate::generate_error::GenerateError;
use cluewright_core::Cell;
use cluewright_search::{Limits, Stopped};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex};

/// The requested number of puzzles, and the limits on attempts and threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quota {
    /// The number of different puzzles; default 1.
    pub puzzles: u32,
    /// The maximum number of attempts; default 20,000.
    pub attempts: u64,
    /// The number of threads, at least 1 (the default); the puzzles do not depend on this number.
    pub threads: usize,
}

impl Default for Quota {
    fn default() -> Self {
        Self { puzzles: 1, attempts: 20_000, threads: 1 }
    }
}

/// An event of a generation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum GenerateEvent {
    /// A puzzle was made.
    Puzzle(Box<Generated>),
    /// An attempt was completed.
    Attempt(HowFar),
}

/// Collects the puzzles of a run in a list.
pub(super) fn collected(
    run: impl FnOnce(&mut dyn FnMut(GenerateEvent)) -> Result<(), GenerateError>,
) -> Result<Vec<Generated>, GenerateError> {
    let mut all = Vec::new();
    run(&mut |made| {
        if let GenerateEvent::Puzzle(puzzle) = made {
            all.push(*puzzle);
        }
    })?;
    Ok(all)
}

/// The progress of a generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HowFar {
    /// The number of attempts judged so far.
    pub attempts: u64,
    /// The number of puzzles found so far.
    pub found: u32,
}

/// The run ends after this many successive attempts that make only duplicates: `REPEATS`, and `REPEATS_EACH` more for each puzzle
/// found. If all puzzles are equally likely, the probability that one is missed is about 10^-13.
const REPEATS: u64 = 300;
const REPEATS_EACH: u64 = 30;

/// The givens and clues of a puzzle.
type PuzzleKey = (Vec<(Cell, Vec<i32>)>, Vec<String>);

/// The results of the attempts so far, processed in order.
struct Tally<'t, F> {
    /// The number of requested puzzles, and the number of possible puzzles, if known.
    count: u32,
    possible: Option<u32>,
    /// The givens and clues of every puzzle found.
    seen: BTreeSet<PuzzleKey>,
    /// Returns the key of a puzzle: of puzzles with the same key only one is kept.
    twin: &'t dyn Fn(&Generated) -> Option<Vec<i32>>,
    twins: BTreeSet<Vec<i32>>,
    found: u32,
    /// The number of successive attempts that made duplicates.
    repeats: u64,
    tell: F,
}

impl<F: FnMut(GenerateEvent)> Tally<'_, F> {
    /// Processes the next attempt's result. Returns the result of the whole run if the run ends here.
    fn take(
        &mut self,
        number: u64,
        result: Result<Option<Generated>, GenerateError>,
    ) -> Option<Result<(), GenerateError>> {
        match result {
            Ok(Some(puzzle)) => {
                let givens = puzzle.puzzle.givens.iter().map(|g| (g.cell, g.digits.clone())).collect();
                let clues = puzzle.puzzle.clues.iter().map(|clue| format!("{clue:?}")).collect();
                let alone = (self.twin)(&puzzle).is_none_or(|twin| self.twins.insert(twin));
                if alone && self.seen.insert((givens, clues)) {
                    self.found += 1;
                    self.repeats = 0;
                    (self.tell)(GenerateEvent::Puzzle(Box::new(puzzle)));
                } else {
                    self.repeats += 1;
                }
            }
            // An attempt that takes too many nodes is abandoned; others may succeed.
            Ok(None) | Err(GenerateError::Limit(Stopped::Nodes)) => {}
            Err(why) => return Some(Err(why)),
        }
        (self.tell)(GenerateEvent::Attempt(HowFar { attempts: number + 1, found: self.found }));
        if self.found == self.count {
            Some(Ok(()))
        } else if self.possible.is_some_and(|all| self.found >= all) {
            Some(Err(GenerateError::Exhausted(self.found)))
        } else if self.repeats >= REPEATS + REPEATS_EACH * u64::from(self.found) {
            Some(Err(GenerateError::Repeats(self.repeats)))
        } else {
            None
        }
    }
}

/// The result of an attempt: a puzzle, or `None` if no puzzle of this attempt meets the request, or the reason why no puzzle can be
/// made.
pub(crate) type Judged = Result<Option<Generated>, GenerateError>;

/// Judges attempts in order until enough puzzles are found. `work` makes attempts, numbered by the counter that it increments, and
/// passes each result on until told to break. `twin`: the key of a puzzle; puzzles with equal keys count once.
pub(crate) fn in_order(
    quota: &Quota,
    possible: Option<u32>,
    twin: &dyn Fn(&Generated) -> Option<Vec<i32>>,
    limits: &Limits<'_>,
    tell: impl FnMut(GenerateEvent),
    work: impl Fn(&AtomicU64, &Limits<'_>, &mut dyn FnMut(u64, Judged) -> ControlFlow<()>) + Sync,
) -> Result<(), GenerateError> {
    let &Quota { puzzles: count, attempts, threads } = quota;
    let seen = BTreeSet::new();
    let mut tally = Tally { count, possible, seen, twin, twins: BTreeSet::new(), found: 0, repeats: 0, tell };
    let mut outcome = Err(GenerateError::Attempts);
    let next = AtomicU64::new(0);
    if threads <= 1 {
        // Run on the current thread: WebAssembly, for instance, cannot start other threads.
        let limits = Limits { progress: None, ..*limits };
        work(&next, &limits, &mut |number, result| match tally.take(number, result) {
            None => ControlFlow::Continue(()),
            Some(end) => {
                outcome = end;
                ControlFlow::Break(())
            }
        });
        return outcome;
    }
    let over = AtomicBool::new(false);
    let results: Mutex<BTreeMap<u64, Result<Option<Generated>, GenerateError>>> = Mutex::new(BTreeMap::new());
    let ready = Condvar::new();
    // Threads stop at once when the result is complete.
    let stop = || over.load(Ordering::Relaxed) || limits.stop.is_some_and(|stop| stop());
    let limits = Limits { nodes: limits.nodes, stop: Some(&stop), ..Limits::none() };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                work(&next, &limits, &mut |number, result| {
                    results.lock().expect("no thread panics with the lock").insert(number, result);
                    ready.notify_one();
                    if over.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
            });
        }
        for number in 0..attempts {
            let mut waiting = results.lock().expect("no thread panics with the lock");
            let result = loop {
                match waiting.remove(&number) {
                    Some(result) => break result,
                    None => waiting = ready.wait(waiting).expect("no thread panics with the lock"),
                }
            };
            drop(waiting);
            if let Some(end) = tally.take(number, result) {
                outcome = end;
                break;
            }
        }
        over.store(true, Ordering::Relaxed);
        outcome
    })
}
