//! How a new puzzle is written.

use crate::args::Generate;
use crate::output::{Failure, hand_over, json, number, say};
use cluewright::generate::Generated;
use cluewright::logic::{Outcome, Profile};
use cluewright::report::{GeneratedReport, tenths};
use cluewright::{Puzzle, formats};

/// What puzzles are written as, and how to find out on how many cells their clues lie, where there are new ones.
pub(super) struct Told<'a> {
    pub(super) format: &'static dyn formats::Format,
    /// The seed, for whoever wants the same ones again.
    pub(super) seed: u64,
    pub(super) covered: Option<&'a dyn Fn(&Puzzle) -> usize>,
}

/// Writes one puzzle.
pub(super) fn write(args: &Generate, told: &Told<'_>, made: &Generated, number_: u32) -> Result<(), Failure> {
    let mut puzzle = made.puzzle.clone();
    // A line says nothing of rules; other formats write what they can.
    let (text, _) = told.format.write(&puzzle).or_else(|_| {
        puzzle.solution.clear();
        told.format.write(&puzzle)
    })?;
    let is_line = told.format.info().id == "line";
    let text = if is_line { text.split([',', ' ', '\n']).next().unwrap_or_default().to_owned() } else { text };
    if args.output.json {
        let mut report = GeneratedReport::new(number_, made, text);
        report.covered = told.covered.map(|covered| covered(&made.puzzle));
        return say(&json(&report));
    }
    if args.output.quiet {
        return hand_over(&format!("{}\n", text.trim_end()));
    }
    let about = about(told, made);
    if is_line {
        hand_over(&format!("{text} # {about}\n"))
    } else {
        hand_over(&format!("# {number_}: {about}\n{}\n\n", text.trim_end()))
    }
}

/// How many clues and givens, and what the path is like.
fn about(told: &Told<'_>, made: &Generated) -> String {
    let puzzle = &made.puzzle;
    let mut parts = Vec::new();
    if let Some(covered) = told.covered.filter(|_| !puzzle.clues.is_empty()) {
        let cells = puzzle.shape.len();
        parts.push(format!("{} on {} of {cells} cells", number(puzzle.clues.len() as u64, "clue"), covered(puzzle)));
    }
    parts.push(number(puzzle.givens.len() as u64, "given"));
    parts.extend(made.rating.iter().map(|rating| format!("{}: {}", rating.scale, rating.text)));
    // How far a short look came says nothing of the puzzle, and a full grid has no step.
    let solved = made.difficulty.as_ref().filter(|d| d.outcome == Outcome::Solved);
    if let Some((profile, hardest)) = solved.and_then(|d| Some((&d.profile, d.profile.technique?))) {
        let steps = number(profile.steps as u64, "step");
        parts.push(format!("{steps}, hardest {} ({:.1})", hardest.name, tenths(profile.hardest)));
        if told.covered.is_some() {
            parts.push(path(profile));
        }
    }
    if told.covered.is_some() {
        parts.push(format!("seed {}, attempt {}", told.seed, made.attempt + 1));
    }
    parts.join(", ")
}

/// The techniques of a path with how often they are used, the hardest first.
fn path(profile: &Profile) -> String {
    let mut counts = profile.counts.clone();
    counts.sort_by_key(|(info, _)| std::cmp::Reverse(info.difficulty));
    let each = |(info, count): &(&cluewright::logic::TechniqueInfo, usize)| format!("{count} {}", info.name);
    format!("by {}", counts.iter().map(each).collect::<Vec<_>>().join(", "))
}
