//! Reads the puzzles that pages send, and caches them, as a page sends the same puzzle repeatedly, often with just one more digit.

use cluewright::compiled::logical_text;
use cluewright::core::puzzle::{Given, Progress};
use cluewright::formats;
use cluewright::reader::Reader;
use cluewright::rules::Ruleset;
use cluewright::{Candidates, Cell, Compiled, Document, Puzzle};
use serde_json::Value;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A page's request.
#[derive(Debug)]
pub(super) struct PageRequest {
    /// The puzzle with its givens, but without the player's digits.
    pub(super) kept: Arc<CachedPuzzle>,
    /// The player's digits.
    pub(super) progress: Vec<Progress>,
    /// The families of techniques that the page excludes.
    pub(super) without: Vec<String>,
    /// Whether the answer also marks candidates that are part of no solution but that logic does not rule out.
    pub(super) logical: bool,
    /// The number up to which the solutions with each candidate are counted.
    pub(super) cap: u32,
}

/// A cached puzzle with its results.
#[derive(Debug)]
pub(super) struct CachedPuzzle {
    pub(super) document: Document,
    /// The key in the cache: the logical text, and the data for the same puzzle without its givens.
    key: (String, Arc<Frame>),
    /// The puzzle's candidates, if they have been computed: the cap, and the answer.
    candidates: Mutex<Option<(u32, Arc<Candidates>)>>,
}

/// The data that do not depend on the givens.
#[derive(Debug)]
struct Frame {
    key: String,
    /// The compiled puzzle, with one given that has no effect and that other givens can replace.
    compiled: Compiled,
}

/// The cache of the puzzles that were requested most recently.
#[derive(Debug, Default)]
pub(super) struct Puzzles {
    asked: Mutex<Vec<(String, Arc<PageRequest>)>>,
    kept: Mutex<Vec<Arc<CachedPuzzle>>>,
}

/// The maximum number of cached texts, and also the maximum number of cached puzzles.
const MOST: usize = 64;
/// The maximum total number of cells of the cached puzzles, as models grow faster than the number of their cells.
const CELLS: usize = 64 * 100;
/// The maximum length of a cached text, in bytes.
const TEXT: usize = 64 << 10;
/// The default number up to which the solutions with a candidate are counted.
const CAP: u32 = 1_000;

fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The first entry that passes a test. The entry is moved to the front, as the newest.
fn newest<T: Clone>(list: &mut [T], is: impl Fn(&T) -> bool) -> Option<T> {
    let at = list.iter().position(is)?;
    list[..=at].rotate_right(1);
    Some(list[0].clone())
}

/// Adds an entry, and evicts older entries beyond the capacity.
fn keep<T>(list: &mut Vec<T>, one: T, cells: impl Fn(&T) -> usize) {
    list.insert(0, one);
    let mut all = 0;
    let fit = list.iter().take(MOST).take_while(|one| {
        all += cells(one);
        all <= CELLS
    });
    list.truncate(fit.count());
}

/// Formats read a full grid as the recorded solution, but here it is the player's grid, so it is turned back into progress.
fn restore_full(json: &Value, puzzle: &Puzzle, progress: &mut Vec<Progress>) {
    let rows = json.get("grid").and_then(Value::as_array).into_iter().flatten();
    let entries = rows.flat_map(|row| row.as_array().into_iter().flatten());
    for ((cell, entry), digit) in puzzle.shape.cells().zip(entries).zip(&puzzle.solution) {
        let given = entry.get("given") == Some(&Value::Bool(true));
        let written = entry.get("value").is_some_and(|v| !v.is_null()) && !given;
        if written && digit.is_some() {
            match progress.iter_mut().find(|p| p.cell == cell) {
                Some(entry) => entry.placed = entry.placed.or(*digit),
                None => progress.push(Progress { cell, placed: *digit, marks: Vec::new() }),
            }
        }
    }
}

impl Puzzles {
    /// Reads a puzzle.
    ///
    /// Errors: the puzzle cannot be used; the error is the message for the page.
    pub(super) fn read(&self, data: &str, stop: &(dyn Fn() -> bool + Sync)) -> Result<Arc<PageRequest>, String> {
        if let Some((_, asked)) = newest(&mut open(&self.asked), |(known, _)| known == data) {
            return Ok(asked);
        }
        let wrong = |error: cluewright::Error| format!("ERROR: {error}");
        let reader = Reader::default().of_format("f-puzzles").map_err(wrong)?;
        let mut puzzle = reader.puzzle(data, stop).map_err(wrong)?.puzzle;
        let rules = Ruleset::for_puzzle(&puzzle, &[]).map_err(|e| wrong(e.into()))?;
        formats::bind_drawings(&mut puzzle, &rules);
        let json: Value = puzzle.foreign.as_ref().and_then(|f| serde_json::from_str(&f.text).ok()).unwrap_or_default();
        if let Some(said) = broken_region(&puzzle, &json) {
            return Err(said);
        }
        let mut progress = std::mem::take(&mut puzzle.progress);
        restore_full(&json, &puzzle, &mut progress);
        let (without, options) = (texts(&json, "disabledlogic"), texts(&json, "truecandidatesoptions"));
        let cap = options.iter().find_map(|o| o.strip_prefix("truecandidatesnumsolutions=")?.trim().parse().ok());
        let asked = Arc::new(PageRequest {
            kept: self.compiled(puzzle, stop).map_err(wrong)?,
            progress,
            without,
            logical: options.iter().any(|o| o == "logical"),
            cap: cap.unwrap_or(1).clamp(1, CAP),
        });
        if data.len() <= TEXT && !stop() {
            keep(&mut open(&self.asked), (data.to_owned(), Arc::clone(&asked)), |(_, asked)| asked.kept.cells());
        }
        Ok(asked)
    }

    /// The compiled puzzle, built from cached parts where possible.
    fn compiled(&self, puzzle: Puzzle, stop: &dyn Fn() -> bool) -> Result<Arc<CachedPuzzle>, cluewright::Error> {
        let key = logical_text(&puzzle);
        if let Some(known) = newest(&mut open(&self.kept), |kept| kept.key.0 == key) {
            return Ok(known);
        }
        let givens = puzzle.givens.clone();
        // A given that allows every digit has no effect.
        let any = Given { cell: Cell(0), digits: (puzzle.digits.first..=puzzle.digits.last()).collect() };
        let blank = Puzzle { givens: vec![any], ..puzzle };
        let frame_key = logical_text(&blank);
        let known = open(&self.kept).iter().find(|kept| kept.key.1.key == frame_key).map(|k| Arc::clone(&k.key.1));
        let frame = match known {
            Some(frame) => frame,
            None => Arc::new(Frame { key: frame_key, compiled: Compiled::until(blank, &[], stop)? }),
        };
        let compiled =
            frame.compiled.with_givens(givens).expect("a puzzle that was compiled with a given accepts other givens");
        let kept =
            Arc::new(CachedPuzzle { document: compiled.into(), key: (key, frame), candidates: Mutex::default() });
        keep(&mut open(&self.kept), Arc::clone(&kept), |kept| kept.cells());
        Ok(kept)
    }

    /// The candidates of the cached puzzle whose givens are the largest subset of this puzzle's givens: candidates that were
    /// impossible in the cached puzzle are impossible in this one. (The clues must be equal, as an additional dot may exempt its
    /// pair from a rule about pairs without dots.)
    pub(super) fn before(&self, kept: &CachedPuzzle) -> Option<Arc<Candidates>> {
        let puzzle = kept.document.puzzle();
        let all = open(&self.kept);
        let earlier = all.iter().filter(|old| Arc::ptr_eq(&old.key.1, &kept.key.1)).filter(|old| {
            old.document.puzzle().givens.iter().all(|o| {
                let stricter = |n: &Given| n.cell == o.cell && n.digits.iter().all(|d| o.digits.contains(d));
                puzzle.givens.iter().any(stricter)
            })
        });
        let known = earlier.filter_map(|old| {
            let candidates = open(&old.candidates).as_ref().map(|(_, c)| Arc::clone(c))?;
            Some((old.document.puzzle().givens.len(), candidates))
        });
        known.max_by_key(|(givens, _)| *givens).map(|(_, candidates)| candidates)
    }
}

impl CachedPuzzle {
    fn cells(&self) -> usize {
        self.document.puzzle().shape.len()
    }

    /// The puzzle's candidates, if they were computed with this cap.
    pub(super) fn candidates(&self, cap: u32) -> Option<Arc<Candidates>> {
        open(&self.candidates).as_ref().filter(|(known, _)| *known == cap).map(|(_, c)| Arc::clone(c))
    }

    pub(super) fn keep_candidates(&self, cap: u32, candidates: &Arc<Candidates>) {
        *open(&self.candidates) = Some((cap, Arc::clone(candidates)));
    }
}

/// The texts in the list at a key, trimmed and in lower case.
fn texts(json: &Value, key: &str) -> Vec<String> {
    let list = json.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    list.iter().filter_map(Value::as_str).map(|text| text.trim().to_lowercase()).collect()
}

/// The message if a region does not have one cell for each digit, for instance while regions are being drawn.
fn broken_region(puzzle: &Puzzle, json: &Value) -> Option<String> {
    let side = puzzle.shape.width() as usize;
    let mut regions = puzzle.shape.regions().enumerate();
    let (at, cells) = regions.find(|(_, cells)| cells.len() != side)?;
    let name = cells.first().and_then(|c| {
        let cell = json.get("grid")?.get(c.index() / side)?.get(c.index() % side)?;
        cell.get("region")?.as_i64()
    });
    Some(format!("Region {} has {} cells, expected {side}", name.unwrap_or(at as i64), cells.len()))
}
