//! Checking: which rules a filled grid breaks, and what a puzzle could do without.

use crate::compiled::Compiled;
use crate::strip::strip;
use cluewright_core::{BadInput, Board, Puzzle};
use cluewright_rules::Broken;
use cluewright_search::{Limits, Solver, Stopped, Verdict, verdict};

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
///
/// Errors: too few numbers, or a rule that takes too much work to evaluate.
///
/// ```
/// use cluewright::{Compiled, flaws, formats};
/// let compiled = Compiled::new(formats::read("12..34..2.....3.")?.puzzle)?; // 4x4
/// let found = flaws(&compiled, &[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 1, 2])?;
/// assert_eq!(found[0].to_string(), "r4c3 is 1, but the given says 3");
/// assert!(found.iter().any(|f| f.to_string().starts_with("column 3")));
/// # Ok::<(), cluewright::BadInput>(())
/// ```
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
/// Errors: it has no single solution to begin with, or none is known within the limits; the verdict.
///
/// ```
/// use cluewright::{Compiled, Limits, formats, minimise};
/// let compiled = Compiled::new(formats::read("12..34..2.....3.")?.puzzle)?; // 4x4
/// let smaller = minimise(&compiled, &Limits::none()).unwrap();
/// assert_eq!(smaller.puzzle.givens.len(), 6 - smaller.removed.len());
/// # Ok::<(), cluewright::BadInput>(())
/// ```
pub fn minimise(compiled: &Compiled, limits: &Limits<'_>) -> Result<Minimised, Verdict> {
    let start = verdict(compiled.model(), &compiled.board(), limits);
    if !matches!(start.value, Verdict::Unique(_)) {
        return Err(start.value);
    }
    let mut best = compiled.puzzle().clone();
    let mut removed = Vec::new();
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
    let tell = |left: usize| {
        if let Some(progress) = limits.progress {
            progress(1.0 - left as f64 / total.max(1) as f64);
        }
    };
    for at in (0..best.clues.len()).rev() {
        let mut smaller = best.clone();
        let clue = smaller.clues.remove(at);
        let name = clue_name(&smaller, &clue);
        match still_unique(&smaller) {
            Ok(true) => {
                best = smaller;
                removed.push(name);
            }
            Ok(false) => {}
            Err(why) => return Ok(Minimised { puzzle: best, removed, stopped: Some(why) }),
        }
        tell(at + best.givens.len());
    }
    // Givens are no more than candidates taken away: one model does for all of them.
    let bare = Puzzle { givens: Vec::new(), ..best.clone() };
    let bare = compiled.with_puzzle(bare).expect("a puzzle is one without its givens too");
    let mut solver = Solver::new(bare.model());
    let (width, givens) = (solver.width(), std::mem::take(&mut best.givens));
    let enough = |kept: &[bool], items: &[usize]| {
        let boards: Vec<Board> = items
            .iter()
            .map(|&without| {
                let mut board = bare.board();
                for (_, given) in givens.iter().enumerate().filter(|(i, _)| kept[*i] && *i != without) {
                    let allowed = given.digits.iter().filter_map(|&d| board.value_of(given.cell, d)).collect();
                    // No value left: then there is no solution, and the search says so.
                    let _ = board.keep(given.cell, allowed);
                }
                board
            })
            .collect();
        let answer = solver.count_each(&boards, 2, &Limits { progress: None, ..*limits });
        tell(items[0]);
        match answer.stopped {
            Some(why) => Err(why),
            None => Ok(answer.value.iter().map(|&n| n == 1).collect()),
        }
    };
    let mut kept = vec![true; givens.len()];
    let went = |at: usize| {
        let digits: Vec<String> = givens[at].digits.iter().map(ToString::to_string).collect();
        removed.push(format!("the given {} at {}", digits.join("/"), best.cell_name(givens[at].cell)));
    };
    let stopped = strip((0..givens.len()).rev().collect(), &mut kept, width, enough, went).err();
    best.givens = givens.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(given, _)| given).collect();
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
