//! Writes new puzzles.

use crate::args::Generate;
use crate::output::{Failure, hand_over, json, number, print_text, warn};
use crate::screen::one_line;
use cluewright::formats::records::BETWEEN;
use cluewright::generate::Generated;
use cluewright::logic::Outcome;
use cluewright::report::{GeneratedReport, tenths};
use cluewright::{Puzzle, formats};
use std::collections::BTreeSet;

/// Writes new puzzles in an output format.
pub(super) struct PuzzleWriter<'a> {
    pub(super) format: &'static dyn formats::Format,
    /// Whether the format can express every puzzle of this run, so that texts need not be checked.
    pub(super) safe: bool,
    /// The seed, to repeat the run.
    pub(super) seed: u64,
    /// A function that counts the cells covered by clues; `None` unless clues are generated.
    pub(super) covered: Option<&'a dyn Fn(&Puzzle) -> usize>,
    /// The losses reported so far: parts of puzzles that the written texts leave out.
    pub(super) lost: BTreeSet<String>,
}

impl PuzzleWriter<'_> {
    /// The text of a puzzle, with the solution if the format can express solutions. Each loss is reported only once.
    fn text(&mut self, made: &Generated, quiet: bool) -> Result<(String, Vec<String>), Failure> {
        if self.safe
            && let Ok((text, _)) = self.format.write(&made.puzzle)
        {
            return Ok((text, Vec::new()));
        }
        let written = made.write(self.format)?;
        let lost = written.lost();
        for text in &lost {
            if self.lost.insert(text.clone()) && !quiet {
                warn(&format!("lost: {}", one_line(text)));
            }
        }
        Ok((written.text, lost))
    }
}

/// Writes one puzzle. Between puzzles of several lines there is a separator, so that the output is a batch.
pub(super) fn write(
    args: &Generate,
    told: &mut PuzzleWriter<'_>,
    made: &Generated,
    number_: u32,
) -> Result<(), Failure> {
    let (text, lost) = told.text(made, args.output.quiet)?;
    let text = text.trim_end();
    if args.output.json {
        let mut report = GeneratedReport::new(number_, made, text.to_owned(), lost);
        report.covered = told.covered.map(|covered| covered(&made.puzzle));
        return print_text(&json(&report));
    }
    if told.format.info().id == "line" {
        // The puzzle's solution and remarks follow its cells.
        let cells = text.split([',', ' ', '\n']).next().unwrap_or_default();
        let about = if args.output.quiet { String::new() } else { format!(" # {}", about(told, made)) };
        return hand_over(&format!("{cells}{about}\n"));
    }
    let parted = if number_ > 1 && text.contains('\n') { format!("{BETWEEN}\n") } else { String::new() };
    let about = if args.output.quiet { String::new() } else { format!("# {number_}: {}\n", about(told, made)) };
    hand_over(&format!("{parted}{about}{text}\n"))
}

/// A description of a new puzzle: the numbers of clues and givens, and a summary of its path.
fn about(told: &PuzzleWriter<'_>, made: &Generated) -> String {
    let puzzle = &made.puzzle;
    let mut parts = Vec::new();
    if let Some(covered) = told.covered.filter(|_| !puzzle.clues.is_empty()) {
        let cells = puzzle.shape.len();
        parts.push(format!("{} on {} of {cells} cells", number(puzzle.clues.len() as u64, "clue"), covered(puzzle)));
    }
    parts.push(number(puzzle.givens.len() as u64, "given"));
    parts.extend(made.rating.iter().map(|rating| format!("{}: {}", rating.scale, rating.text)));
    // Nothing to report: an incomplete quick rating is meaningless, and a full grid has no steps.
    let solved = made.difficulty.as_ref().filter(|d| d.outcome == Outcome::Solved);
    if let Some((rating, hardest)) = solved.and_then(|rating| Some((rating, rating.name.as_ref()?))) {
        let steps = number(rating.profile.steps as u64, "step");
        parts.push(format!("{steps}, hardest {hardest} ({:.1})", tenths(rating.profile.hardest)));
        if told.covered.is_some() {
            let each = rating.names.iter().map(|(name, count)| format!("{count} {name}"));
            parts.push(format!("by {}", each.collect::<Vec<_>>().join(", ")));
        }
    }
    if told.covered.is_some() {
        parts.push(format!("seed {}, attempt {}", told.seed, made.attempt + 1));
    }
    parts.join(", ")
}
