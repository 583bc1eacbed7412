//! `open`, `change`, `puzzle`, `close`: puzzles that questions are asked of.

use super::{Call, Nothing};
use crate::document::Opened;
use crate::message::{Code, Failure};
use crate::session::cancelled;
use crate::work::Work;
use cluewright::formats::{by_id, read_as};
use cluewright::guess::Guess;
use cluewright::report::PuzzleReport;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

fn guess(wish: Option<bool>) -> Option<Guess> {
    wish.map(|yes| if yes { Guess::Yes } else { Guess::No })
}

fn report(opened: &Opened) -> PuzzleReport {
    PuzzleReport::of(opened.compiled(), opened.format(), opened.notes())
}

/// Opens a puzzle under the name of `doc`; one of that name is closed.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Open {
    /// The puzzle, in any format.
    text: String,
    /// Rules to add: names, or texts in the rule language.
    #[serde(default)]
    rules: Vec<String>,
    /// Are drawings read as clues? Absent: as is usual for the format.
    #[serde(default)]
    guess: Option<bool>,
}

impl Call for Open {
    const NAME: &'static str = "open";
    const ABOUT: &'static str = "Reads a puzzle in any format and keeps it open under a name.";
    const NEEDS_PUZZLE: bool = false;
    const NEEDS_DOC: bool = true;
    type Partial = Nothing;
    type Answer = PuzzleReport;

    fn answer(self, work: &mut Work<'_>) -> Result<PuzzleReport, Failure> {
        let opened = work.limited("reading", |limits| {
            Opened::read(&self.text, &self.rules, guess(self.guess), limits.stop.expect("work can be stopped"))
        })?;
        keep(work, opened, None)
    }
}

/// Keeps a puzzle open under the name of the request: in the place of `old`, where it is that one changed.
fn keep(work: &mut Work<'_>, opened: Opened, old: Option<&Arc<Opened>>) -> Result<PuzzleReport, Failure> {
    let name = work.doc.expect("an operation that needs a name has one");
    let opened = Arc::new(opened);
    work.session.documents.put(name, Arc::clone(&opened), work.session.caps.documents, |there| {
        // Looked at where nobody else opens anything: what ended this one may have opened its own already.
        if work.is_cancelled() {
            return Some(cancelled());
        }
        let other = old.is_some_and(|old| !there.is_some_and(|there| Arc::ptr_eq(there, old)));
        other.then(|| {
            let message = format!("`{name}` was closed, opened or changed by another request in the meantime");
            Failure::new(Code::Cancelled, message).hint("ask again, if the change is still wanted")
        })
    })?;
    let report = report(&opened);
    work.opened = Some(opened);
    Ok(report)
}

/// Changes an open puzzle: another text, or lines of a `.clue` file added and clues taken away.
///
/// What is known of it stays when it is the same puzzle to a solver: titles, prose and drawings cost nothing.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Change {
    /// The whole puzzle anew, in any format.
    #[serde(default)]
    text: Option<String>,
    /// Rules to add to that text.
    #[serde(default)]
    rules: Vec<String>,
    /// Are drawings in it read as clues?
    #[serde(default)]
    guess: Option<bool>,
    /// Clues to take away, by their places in the puzzle's list, from 0.
    #[serde(default)]
    remove: Vec<usize>,
    /// Rules of the whole grid to take away, by name, also out of rules that are made of others.
    #[serde(default)]
    without: Vec<String>,
    /// Lines of a `.clue` file to add: clues, `given r1c1 5`, `rules:` with all rules of the grid, a title.
    #[serde(default)]
    add: Vec<String>,
    /// The givens anew: a line or rows of digits.
    #[serde(default)]
    givens: Option<String>,
}

impl Call for Change {
    const NAME: &'static str = "change";
    const ABOUT: &'static str =
        "Changes an open puzzle; what is known of it stays where only words and drawings change.";
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
            let others = [self.remove.is_empty(), self.without.is_empty(), self.add.is_empty(), self.givens.is_none()];
            if others.contains(&false) {
                return Err(Failure::new(
                    Code::BadRequest,
                    "`text` is the whole puzzle: nothing else is changed with it",
                ));
            }
            return old.changed(text, &self.rules, guess(self.guess), stop);
        }
        let mut puzzle = old.compiled().puzzle().clone();
        // What another program said of it is not what it is now.
        puzzle.foreign = None;
        puzzle.solution.clear();
        let count = puzzle.clues.len();
        let remove: BTreeSet<usize> = self.remove.iter().copied().collect();
        if let Some(missing) = remove.iter().find(|i| **i >= count) {
            let message = format!("there is no clue {missing}: the puzzle has {count}, the first one is 0");
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
        if let Some(givens) = &self.givens {
            puzzle.givens.clear();
            let (text, _) = by_id("clue")?.write(&puzzle)?;
            puzzle = read_as("clue", &format!("{text}\ngivens:\n  {}\n", givens.replace('\n', "\n  ")))?.puzzle;
        }
        if !self.add.is_empty() {
            let (mut text, _) = by_id("clue")?.write(&puzzle)?;
            // A line that stands for what there can be but once takes the place of the old one.
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
                // Places are told within what was added.
                e.place = e.place.and_then(|(line, column)| Some((line.checked_sub(before)?, column)));
                e
            };
            puzzle = read_as("clue", &text).map_err(here)?.puzzle;
        }
        old.with(puzzle, by_id("clue")?, Vec::new(), stop)
    }
}

/// A `.clue` file without one of its headings and what is indented below it.
fn without_heading(text: &str, key: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for line in text.lines() {
        let begins = line.strip_prefix(key).is_some_and(|rest| rest.starts_with(':'));
        // Paragraphs have empty lines between them.
        inside = begins || (inside && (line.is_empty() || line.starts_with(' ')));
        if !inside {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}

/// What is the puzzle?
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Puzzle {}

impl Call for Puzzle {
    const NAME: &'static str = "puzzle";
    const ABOUT: &'static str = "Tells a puzzle as data: cells, houses, givens, rules, clues, and how it was read.";
    type Partial = Nothing;
    type Answer = PuzzleReport;

    fn answer(self, work: &mut Work<'_>) -> Result<PuzzleReport, Failure> {
        Ok(report(&*work.opened()?))
    }
}

/// Closes the document `doc`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Close {}

/// The answer of `close`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Closed {
    /// Was it open?
    closed: bool,
}

impl Call for Close {
    const NAME: &'static str = "close";
    const ABOUT: &'static str = "Closes a document.";
    const NEEDS_PUZZLE: bool = false;
    const NEEDS_DOC: bool = true;
    const QUICK: bool = true;
    type Partial = Nothing;
    type Answer = Closed;

    fn answer(self, work: &mut Work<'_>) -> Result<Closed, Failure> {
        Ok(Closed { closed: work.doc.is_some_and(|name| work.session.documents.close(name)) })
    }
}
