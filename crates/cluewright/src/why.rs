//! Why a puzzle is not sound: what in it contradicts itself, or where its solutions differ.

use crate::compiled::Compiled;
use crate::differences::{Difference, differences, differences_text};
use crate::error::Error;
use crate::report::Status;
use cluewright_core::{Cell, ClueTree, Puzzle};
use cluewright_search::{Limits, Stopped, Verdict, verdict};

/// A part of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// A given, by its place among the puzzle's givens.
    Given(usize),
    /// A clue, by its place among the puzzle's clues.
    Clue(usize),
    /// A rule of the whole grid, by its place among the puzzle's rules.
    Rule(usize),
}

impl Part {
    /// What people call it: `the given 3 at r1c1`, `the killer-cage at r4c1`, `the rule anti-knight`.
    pub fn name(self, puzzle: &Puzzle) -> String {
        match self {
            Self::Given(i) => {
                let given = &puzzle.givens[i];
                let digits: Vec<String> = given.digits.iter().map(ToString::to_string).collect();
                format!("the given {} at {}", digits.join("/"), puzzle.cell_name(given.cell))
            }
            Self::Clue(i) => crate::check::clue_name(puzzle, &puzzle.clues[i]),
            Self::Rule(i) => format!("the rule {}", puzzle.rules[i].rule),
        }
    }

    /// The cells it is about, each once; none for a rule of the whole grid.
    pub fn cells(self, puzzle: &Puzzle) -> Vec<Cell> {
        let mut cells = match self {
            Self::Given(i) => vec![puzzle.givens[i].cell],
            Self::Clue(i) => puzzle.clues[i]
                .clues()
                .into_iter()
                .flat_map(|c| c.args.iter().flat_map(|(_, arg)| arg.cells()))
                .collect(),
            Self::Rule(_) => Vec::new(),
        };
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// What is known of a puzzle's soundness.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Why {
    /// One solution, none, several, or not known within the limits.
    pub status: Status,
    /// Without a solution: parts that cannot all hold. Without any one of them the others can, as far as the limits allowed
    /// to look.
    pub against: Vec<Part>,
    /// With several solutions: where two of them differ.
    pub differ: Vec<Difference>,
    /// Did the limits end the look for the fewest such parts?
    pub stopped: Option<Stopped>,
    /// A sentence or two.
    pub text: String,
}

/// Why is a puzzle not sound?
///
/// ```
/// use cluewright::{Compiled, Limits, formats, why::why};
/// let text = "grid: 4x4\ngivens: 1.............4.\nkiller-cage r1c1 r1c2 total 3\nkiller-cage r1c3 r2c3 total 3\n";
/// let found = why(&Compiled::new(formats::read(text)?.puzzle)?, &Limits::none())?;
/// assert_eq!(
///     found.text,
///     "These cannot all hold: the killer-cage at r1c1, the killer-cage at r1c3 and the rule classic."
/// );
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn why(compiled: &Compiled, limits: &Limits<'_>) -> Result<Why, Error> {
    let answer = verdict(compiled.model(), &compiled.board(), limits);
    let status = Status::of(&answer.value);
    let mut found =
        Why { status, against: Vec::new(), differ: Vec::new(), stopped: answer.stopped, text: String::new() };
    match &answer.value {
        Verdict::Unique(_) => "The puzzle has one solution.".clone_into(&mut found.text),
        Verdict::Unknown(_) => {
            "Whether the puzzle has one solution is not known: a limit was reached.".clone_into(&mut found.text);
        }
        Verdict::Multiple(one, another) => {
            found.differ = differences(compiled, one, another);
            let differ = differences_text(compiled, &found.differ).replacen("They differ", "Two of them differ", 1);
            found.text = format!("The puzzle has more than one solution. {differ}");
        }
        Verdict::None => {
            (found.against, found.stopped) = against(compiled, limits)?;
            let puzzle = compiled.puzzle();
            let names: Vec<String> = found.against.iter().map(|p| p.name(puzzle)).collect();
            found.text = match &names[..] {
                [] => "The puzzle has no solution.".to_owned(),
                [one] => format!("This alone cannot hold: {one}."),
                [rest @ .., last] => format!("These cannot all hold: {} and {last}.", rest.join(", ")),
            };
        }
    }
    Ok(found)
}

/// Search nodes for one look whether some parts can all hold, when the limits do not say how many.
const NODES: u64 = 20_000;

/// Fewest parts without a solution that are found by leaving out others, larger groups first.
fn against(compiled: &Compiled, limits: &Limits<'_>) -> Result<(Vec<Part>, Option<Stopped>), Error> {
    let puzzle = compiled.puzzle();
    let stop = || limits.stop.is_some_and(|stop| stop());
    let nodes = if limits.nodes == 0 { NODES } else { limits.nodes };
    let limits = Limits { nodes, progress: None, ..*limits };
    let mut parts: Vec<Part> = (0..puzzle.rules.len()).map(Part::Rule).collect();
    parts.extend((0..puzzle.clues.len()).map(Part::Clue));
    parts.extend((0..puzzle.givens.len()).map(Part::Given));
    let none = |kept: &[Part]| -> Result<bool, Error> {
        let trial = match compiled.with_puzzle_until(only(puzzle, kept), &stop) {
            Ok(trial) => trial,
            Err(stopped @ Error::Stopped { .. }) => return Err(stopped),
            // A clue that leans on another one is no clue without it.
            Err(_) => return Ok(false),
        };
        Ok(verdict(trial.model(), &trial.board(), &limits).value == Verdict::None)
    };
    // Givens go first, then clues, then rules: what is left is told the other way round.
    let mut group = parts.len().div_ceil(2).max(1);
    let mut stopped = None;
    'all: loop {
        let mut end = parts.len();
        while end > 0 {
            let begin = end.saturating_sub(group);
            let kept: Vec<Part> = parts[..begin].iter().chain(&parts[end..]).copied().collect();
            match none(&kept) {
                Ok(true) => parts = kept,
                Ok(false) => {}
                Err(Error::Stopped { why, .. }) => {
                    stopped = Some(why);
                    break 'all;
                }
                Err(other) => return Err(other),
            }
            if stop() {
                stopped = Some(Stopped::Signal);
                break 'all;
            }
            end = begin;
        }
        if group == 1 {
            break;
        }
        group = group.div_ceil(2);
    }
    parts.sort_unstable();
    Ok((parts, stopped))
}

/// The puzzle with these parts alone.
fn only(puzzle: &Puzzle, kept: &[Part]) -> Puzzle {
    let mut out = Puzzle { givens: Vec::new(), clues: Vec::new(), rules: Vec::new(), ..puzzle.clone() };
    let mut clues: Vec<&ClueTree> = Vec::new();
    for part in kept {
        match *part {
            Part::Given(i) => out.givens.push(puzzle.givens[i].clone()),
            Part::Clue(i) => clues.push(&puzzle.clues[i]),
            Part::Rule(i) => out.rules.push(puzzle.rules[i].clone()),
        }
    }
    out.givens.sort_by_key(|g| g.cell);
    out.clues = clues.into_iter().cloned().collect();
    out
}
