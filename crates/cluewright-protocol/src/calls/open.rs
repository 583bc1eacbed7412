//! `open`, `change`, `puzzle`, `close`: manage and describe open puzzles.

use crate::call::{Call, Nothing};
use crate::document::Opened;
use crate::message::{Code, Failure};
use crate::work::Work;
use cluewright::formats::{by_id, read_as};
use cluewright::reader::Reading;
use cluewright::report::PuzzleReport;
use cluewright::take_back;
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::Arc;

fn report(opened: &Opened) -> PuzzleReport {
    PuzzleReport::of(opened.compiled(), opened.format(), opened.notes())
}

cluewright::question! {
    /// Reads a puzzle in any format and keeps it open under a name.
    pub(crate) struct Open = "open" {
        /// The puzzle, in any format.
        text: String,
    }
    with {
        /// How the text is read.
        reading: Reading
    }
}

impl Call for Open {
    const NEEDS_PUZZLE: bool = false;
    const NEEDS_DOC: bool = true;
    type Partial = Nothing;
    type Answer = PuzzleReport;

    fn answer(self, work: &mut Work<'_>) -> Result<PuzzleReport, Failure> {
        let opened = work.limited("reading", |limits| {
            Opened::read(&self.text, &self.reading, limits.stop.expect("work can be stopped"))
        })?;
        keep(work, opened, None)
    }
}

/// Stores a puzzle as an open document under the name in the request, replacing `old` if the request changes that document.
fn keep(work: &mut Work<'_>, opened: Opened, old: Option<&Arc<Opened>>) -> Result<PuzzleReport, Failure> {
    let name = work.doc.expect("an operation that needs a name has one");
    let opened = Arc::new(opened);
    work.state.documents.put(name, Arc::clone(&opened), work.state.caps.documents, |there| {
        // This is checked while no other request can open a document, as a request that cancelled this one may already have opened
        // its own document.
        if work.is_cancelled() {
            return Some(Failure::cancelled());
        }
        let other = old.is_some_and(|old| !there.is_some_and(|there| Arc::ptr_eq(there, old)));
        other.then(|| {
            let message = format!("`{name}` was closed, opened or changed by another request in the meantime");
            Failure::new(Code::Cancelled, message).hint("send the change again if it is still needed")
        })
    })?;
    let report = report(&opened);
    work.opened = Some(opened);
    Ok(report)
}

cluewright::question! {
    /// Changes an open puzzle; cached results are kept if only words and drawings change.
    pub(crate) struct Change = "change" {
        /// New text for the whole puzzle, in any format.
        text: Option<String> = None,
        /// The clues to remove, by their indices in the puzzle's list, from 0.
        remove: Vec<usize> = Vec::new(),
        /// The names of the rules for the whole grid to remove, even if they are part of a combined rule.
        without: Vec<String> = Vec::new(),
        /// The names of rules that were wrongly read from the text: their clues become drawings again.
        unread: Vec<String> = Vec::new(),
        /// Lines of a `.clue` file to add: clues, givens (`given r1c1 5`), all the rules for the whole grid (`rules:`), a title.
        add: Vec<String> = Vec::new(),
        /// The new givens, as a line or rows of digits.
        givens: Option<String> = None,
    }
    with {
        /// How `text` is read.
        reading: Reading
    }
}

impl Call for Change {
    const NEEDS_DOC: bool = true;
    type Partial = Nothing;
    type Answer = PuzzleReport;

    fn answer(self, work: &mut Work<'_>) -> Result<PuzzleReport, Failure> {
        let old = work.opened()?;
        let new = work.limited("reading", |limits| self.changed(&old, limits.stop.expect("work can be stopped")))?;
        keep(work, new, Some(&old))
    }
}

impl Change {
    fn changed(&self, old: &Opened, stop: &(dyn Fn() -> bool + Sync)) -> Result<Opened, Failure> {
        if let Some(text) = &self.text {
            let lists = [&self.without, &self.unread, &self.add].map(Vec::is_empty);
            let others = [self.remove.is_empty(), self.givens.is_none(), lists.iter().all(|is_empty| *is_empty)];
            if others.contains(&false) {
                return Err(Failure::new(
                    Code::BadRequest,
                    "`text` replaces the whole puzzle, so it cannot be combined with other changes",
                ));
            }
            return old.changed(text, &self.reading, stop);
        }
        let mut puzzle = old.compiled().puzzle().clone();
        // Another program's remarks on the old puzzle do not apply to the new puzzle.
        puzzle.foreign = None;
        puzzle.solution.clear();
        let count = puzzle.clues.len();
        let remove: BTreeSet<usize> = self.remove.iter().copied().collect();
        if let Some(missing) = remove.iter().find(|i| **i >= count) {
            let message = format!("there is no clue {missing}: the puzzle has {count}, numbered from 0");
            return Err(Failure::new(Code::BadInput, message));
        }
        let mut at = 0;
        puzzle.clues.retain(|_| {
            at += 1;
            !remove.contains(&(at - 1))
        });
        for name in &self.without {
            if !cluewright::compiled::without_rule(&mut puzzle, old.compiled().rules(), name) {
                return Err(Failure::new(Code::BadInput, format!("the puzzle has no rule `{name}`")));
            }
        }
        for name in &self.unread {
            if !take_back(&mut puzzle, old.compiled().rules(), name) {
                return Err(Failure::new(Code::BadInput, format!("the puzzle has no rule and no clue `{name}`")));
            }
        }
        if let Some(givens) = &self.givens {
            puzzle.givens.clear();
            let (text, _) = by_id("clue")?.write(&puzzle)?;
            puzzle = read_as("clue", &format!("{text}\ngivens:\n  {}\n", givens.replace('\n', "\n  ")))?.puzzle;
        }
        if !self.add.is_empty() {
            let (mut text, _) = by_id("clue")?.write(&puzzle)?;
            // A heading that can occur only once replaces the old line with this heading.
            for key in self.add.iter().filter_map(|line| line.split_once(':')).map(|(key, _)| key) {
                if ["title", "author", "rules", "text"].contains(&key) {
                    text = without_heading(&text, key);
                }
            }
            let before = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
            for line in &self.add {
                text.push_str(line.trim_end());
                text.push('\n');
            }
            let here = |mut e: cluewright::BadInput| {
                // Positions in error messages are relative to the added lines.
                e.place = e.place.and_then(|(line, column)| Some((line.checked_sub(before)?, column)));
                e
            };
            puzzle = read_as("clue", &text).map_err(here)?.puzzle;
        }
        old.with(puzzle, by_id("clue")?, Vec::new(), stop)
    }
}

/// A `.clue` file without one of its headings and the lines indented below that heading.
fn without_heading(text: &str, key: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for line in text.lines() {
        let begins = line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':'));
        // Paragraphs are separated by empty lines.
        inside = begins || (inside && (line.is_empty() || line.starts_with(' ')));
        if !inside {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

cluewright::question! {
    /// Describes a puzzle as data: cells, houses, givens, rules, clues, and how it was read.
    pub(crate) struct Puzzle = "puzzle" {}
}

impl Call for Puzzle {
    type Partial = Nothing;
    type Answer = PuzzleReport;

    fn answer(self, work: &mut Work<'_>) -> Result<PuzzleReport, Failure> {
        Ok(report(&*work.opened()?))
    }
}

cluewright::question! {
    /// Closes a document.
    pub(crate) struct Close = "close" {}
}

/// The answer to `close`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Closed {
    /// Whether the document was open.
    closed: bool,
}

impl Call for Close {
    const NEEDS_PUZZLE: bool = false;
    const NEEDS_DOC: bool = true;
    const QUICK: bool = true;
    type Partial = Nothing;
    type Answer = Closed;

    fn answer(self, work: &mut Work<'_>) -> Result<Closed, Failure> {
        Ok(Closed { closed: work.doc.is_some_and(|name| work.state.documents.close(name)) })
    }
}
