//! Checking: which rules a filled grid breaks, and what a puzzle could do without.

use crate::compiled::Compiled;
use cluewright_core::{BadInput, Puzzle};
use cluewright_rules::Broken;
use cluewright_search::{Limits, Stopped, Verdict, verdict};

/// Something wrong with a filled grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// A rule, with the clue and the cells it is about.
    Rule(Broken),
    /// A cell does not hold what the givens allow: name of the cell, what it holds, what is allowed.
    Given(String, i32, Vec<i32>),
}

impl std::fmt::Display for Flaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rule(broken) => f.write_str(&broken.sentence),
            Self::Given(cell, holds, allowed) => {
                let allowed: Vec<String> = allowed.iter().map(ToString::to_string).collect();
                write!(f, "{cell} is {holds}, but the given says {}", allowed.join(" or "))
            }
        }
    }
}

/// What is wrong with a filled grid, by evaluating the rules' texts; empty when nothing is. `digits`: the numbers of
/// the puzzle's cells, the grid's first, then those of its extra cells.
pub fn flaws(compiled: &Compiled, digits: &[i32]) -> Result<Vec<Flaw>, BadInput> {
    let puzzle = compiled.puzzle();
    let mut found = Vec::new();
    for given in &puzzle.givens {
        if let Some(&holds) = digits.get(given.cell.index()).filter(|d| !given.digits.contains(d)) {
            found.push(Flaw::Given(puzzle.cell_name(given.cell), holds, given.digits.clone()));
        }
    }
    found.extend(cluewright_rules::check(compiled.rules(), puzzle, digits)?.into_iter().map(Flaw::Rule));
    Ok(found)
}

/// A puzzle without what it can do without.
#[derive(Clone, Debug)]
pub struct Minimised {
    /// The smaller puzzle: with one solution, and without any of what is left it has more.
    pub puzzle: Puzzle,
    /// What was taken away, in words, in the order it went.
    pub removed: Vec<String>,
    /// Why it ended early.
    pub stopped: Option<Stopped>,
}

/// Takes away givens and clues, last ones first, as long as the puzzle keeps its one solution.
///
/// Errors: it has no single solution to begin with.
pub fn minimise(compiled: &Compiled, limits: &Limits<'_>) -> Result<Minimised, Verdict> {
    let start = verdict(compiled.model(), &compiled.board(), limits);
    if !matches!(start.value, Verdict::Unique(_)) {
        return Err(start.value);
    }
    let mut best = compiled.puzzle().clone();
    let mut removed = Vec::new();
    let mut stopped = None;
    // A change that is no puzzle any more (a clue that others lean on) is not made.
    let still_unique = |smaller: &Puzzle| -> Result<bool, Stopped> {
        let Ok(trial) = compiled.with_puzzle(smaller.clone()) else { return Ok(false) };
        let answer = verdict(trial.model(), &trial.board(), limits);
        match answer.value {
            Verdict::Unique(_) => Ok(true),
            Verdict::Unknown(_) => Err(answer.stopped.unwrap_or(Stopped::Signal)),
            _ => Ok(false),
        }
    };
    let total = best.clues.len() + best.givens.len();
    'all: for clues in [true, false] {
        let mut at = if clues { best.clues.len() } else { best.givens.len() };
        while at > 0 {
            at -= 1;
            let mut smaller = best.clone();
            let name = if clues {
                let clue = smaller.clues.remove(at);
                clue_name(&smaller, &clue)
            } else {
                let given = smaller.givens.remove(at);
                let digits: Vec<String> = given.digits.iter().map(ToString::to_string).collect();
                format!("the given {} at {}", digits.join("/"), smaller.cell_name(given.cell))
            };
            match still_unique(&smaller) {
                Ok(true) => {
                    best = smaller;
                    removed.push(name);
                }
                Ok(false) => {}
                Err(why) => {
                    stopped = Some(why);
                    break 'all;
                }
            }
            if let Some(progress) = limits.progress {
                let left = if clues { at + best.givens.len() } else { at };
                progress(1.0 - left as f64 / total.max(1) as f64);
            }
        }
    }
    Ok(Minimised { puzzle: best, removed, stopped })
}

fn clue_name(puzzle: &Puzzle, tree: &cluewright_core::ClueTree) -> String {
    use cluewright_core::{Arg, ClueTree};
    match tree {
        ClueTree::One(clue) => {
            let cell = clue.args.iter().find_map(|(_, a)| match a {
                Arg::Cell(c) => Some(*c),
                Arg::Cells(list) => list.first().copied(),
                Arg::Lists(lists) => lists.iter().flatten().next().copied(),
                _ => None,
            });
            cell.map_or_else(|| clue.rule.clone(), |c| format!("the {} at {}", clue.rule, puzzle.cell_name(c)))
        }
        ClueTree::All(list) | ClueTree::Any(list) => {
            let names: Vec<String> = list.iter().map(|t| clue_name(puzzle, t)).collect();
            format!("the joined clues ({})", names.join(", "))
        }
        ClueTree::Not(inner) => format!("the denied clue ({})", clue_name(puzzle, inner)),
    }
}
