//! Finds the rules that a filled grid breaks, and the redundant givens and clues of a puzzle.

use crate::compiled::Compiled;
use crate::error::Error;
use crate::strip::strip;
use cluewright_core::model::CellKind;
use cluewright_core::{Arg, Board, Candidate, Cell, ClueTree, Puzzle};
use cluewright_rules::syntax::ast::ParamKind;
use cluewright_rules::{Broken, bound, default_number};
use cluewright_search::{Limits, Solver, Stopped, Verdict};

/// An error in a filled grid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Flaw {
    /// A broken rule, with its clue and cells.
    Rule(Broken),
    /// A cell that contradicts a given: the name of the cell, its number, and the numbers that the given allows.
    Given(String, i32, Vec<i32>),
    /// Rules add cells (such as doublers), and some rule is broken whatever numbers these cells hold.
    NoNumbersFit,
}

impl std::fmt::Display for Flaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rule(broken) if broken.held.is_empty() => f.write_str(&broken.sentence),
            Self::Rule(broken) => write!(f, "{} ({})", broken.sentence, broken.held),
            Self::Given(cell, holds, allowed) => {
                let allowed: Vec<String> = allowed.iter().map(ToString::to_string).collect();
                write!(f, "{cell} is {holds}, but the given says {}", allowed.join(" or "))
            }
            Self::NoNumbersFit => {
                f.write_str("the rules add cells, and every choice of values for these cells breaks some rule")
            }
        }
    }
}

/// The errors in a filled grid, found by evaluating the rules' texts; empty if there are none. `digits`: the numbers of the
/// puzzle's cells, first those of the grid, then those of the extra cells.
///
/// Errors: too few numbers, a rule that takes too much work to evaluate, or the stop signal of `limits`.
///
/// ```
/// use cluewright::{Compiled, Limits, flaws, formats};
/// let compiled = Compiled::new(formats::read("12..34..2.....3.")?.puzzle)?; // 4x4
/// let found = flaws(&compiled, &[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 1, 2], &Limits::none())?;
/// assert_eq!(found[0].to_string(), "r4c3 is 1, but the given says 3");
/// assert!(found.iter().any(|f| f.to_string().starts_with("column 3")));
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn flaws(compiled: &Compiled, digits: &[i32], limits: &Limits<'_>) -> Result<Vec<Flaw>, Error> {
    let puzzle = compiled.puzzle();
    let mut found = Vec::new();
    for given in &puzzle.givens {
        if let Some(&holds) = digits.get(given.cell.index()).filter(|d| !given.digits.contains(d)) {
            found.push(Flaw::Given(puzzle.cell_name(given.cell), holds, given.digits.clone()));
        }
    }
    let stop = || limits.stop.is_some_and(|stop| stop());
    let check = |numbers: &[i32]| cluewright_rules::check_until(compiled.rules(), puzzle, numbers, &stop);
    // The rules' texts do not determine the numbers of the cells that rules add, and there may be too many combinations to try. So
    // the search proposes numbers, which are accepted only if the texts agree with them.
    let proposal = propose(compiled, digits, limits);
    if let Proposal::Numbers(numbers) = &proposal
        && check(numbers)?.is_empty()
    {
        return Ok(found);
    }
    match check(digits) {
        Ok(broken) => found.extend(broken.into_iter().map(|broken| Flaw::Rule(in_words(compiled, broken)))),
        Err(error) if error.stopped => return Err(error.into()),
        Err(_) if proposal == Proposal::NoneFit => found.push(Flaw::NoNumbersFit),
        Err(error) => return Err(error.into()),
    }
    Ok(found)
}

/// The errors, one sentence for each broken rule or clue, which names all the cells that break it.
///
/// ```
/// use cluewright::{Compiled, Limits, flaws, formats, sentences_of};
/// let compiled = Compiled::new(formats::read("grid: 4x4\nrules: classic, anti-king\n")?.puzzle)?;
/// let found = flaws(&compiled, &[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1], &Limits::none())?;
/// assert!(found.len() == 2 && sentences_of(&found).len() <= 2);
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn sentences_of(flaws: &[Flaw]) -> Vec<String> {
    /// The maximum number of pairs reported for one rule.
    const TOLD: usize = 8;
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    for flaw in flaws {
        match flaw {
            Flaw::Rule(broken) if !broken.held.is_empty() => {
                match found.iter_mut().find(|(sentence, held)| *sentence == broken.sentence && !held.is_empty()) {
                    Some((_, held)) => held.push(&broken.held),
                    None => found.push((broken.sentence.clone(), vec![&broken.held])),
                }
            }
            other => found.push((other.to_string(), Vec::new())),
        }
    }
    let sentence = |(sentence, held): (String, Vec<&str>)| match held.len() {
        0 => sentence,
        n => {
            let more = if n > TOLD { format!("; and {} more", n - TOLD) } else { String::new() };
            format!("{sentence} ({}{more})", held[..n.min(TOLD)].join("; "))
        }
    };
    found.into_iter().map(sentence).collect()
}

/// The broken clue's argument for the only numeric parameter of its rule; `None` unless the rule has exactly one such parameter.
fn given_number(compiled: &Compiled, broken: &Broken) -> Option<i64> {
    let puzzle = compiled.puzzle();
    let rule = compiled.rules().rule(&broken.rule)?;
    let mut numbers = rule.params.iter().filter(|param| param.kind == ParamKind::Number);
    let (param, None) = (numbers.next()?, numbers.next()) else { return None };
    let used = match broken.clue {
        Some(at) => puzzle.clues.iter().flat_map(ClueTree::clues).nth(at as usize)?,
        None => puzzle.rules.iter().find(|used| used.rule == broken.rule)?,
    };
    let args = bound(used, &rule.params).args;
    args.iter()
        .find_map(|(name, arg)| if let Arg::Number(n) = arg { (*name == param.name).then_some(*n) } else { None })
        .or_else(|| default_number(compiled.rules(), puzzle, &rule.name, &param.name))
}

/// The phrase for a clue's number in rule sentences.
pub(crate) const GIVEN: &str = "the given number";

/// Replaces "the given number" in the sentence by the clue's number. If the rule has no sentence of its own, adds one made from the
/// rule's text.
fn in_words(compiled: &Compiled, mut broken: Broken) -> Broken {
    if broken.sentence.contains(GIVEN)
        && let Some(number) = given_number(compiled, &broken)
    {
        broken.sentence = broken.sentence.replace(GIVEN, &number.to_string());
    }
    if let Some(rule) = compiled.rules().rule(&broken.rule).filter(|rule| rule.about.is_empty())
        && let Some(said) = cluewright_english::say_among(rule, compiled.rules())
    {
        let mut letters = said.trim_end_matches('.').chars();
        let first = letters.next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
        broken.sentence = format!("{}: {first}{}", broken.sentence, letters.as_str());
    }
    broken
}

/// A search result: numbers for the cells that rules add to a filled grid.
#[derive(PartialEq)]
enum Proposal {
    /// Numbers for the grid, the puzzle's extra cells and the shown cells of rules that satisfy the model.
    Numbers(Vec<i32>),
    /// No numbers satisfy the model.
    NoneFit,
    /// No rule adds cells, or the search gave up.
    Unknown,
}

fn propose(compiled: &Compiled, digits: &[i32], limits: &Limits<'_>) -> Proposal {
    let (model, count) = (compiled.model(), compiled.puzzle().cell_count());
    if model.len() == count || digits.len() != count {
        return Proposal::Unknown;
    }
    let mut board = compiled.board_without_givens();
    for (cell, &digit) in Cell::all(count).zip(digits) {
        let kept = board.value_of(cell, digit).map(|value| board.fix(cell, value));
        if !matches!(kept, Some(Ok(()))) {
            return Proposal::NoneFit;
        }
    }
    let solution =
        match Solver::new(model).verdict(&board, &Limits { stop: limits.stop, ..Limits::nodes(PROPOSAL) }).value {
            Verdict::None => return Proposal::NoneFit,
            Verdict::Unknown(None) => return Proposal::Unknown,
            Verdict::Unique(s) | Verdict::Multiple(s, _) | Verdict::Unknown(Some(s)) => s,
        };
    let cells = Cell::all(model.len());
    let told = cells.filter(|c| model.cells()[c.index()].kind != CellKind::Helper);
    Proposal::Numbers(told.map(|c| model.number(Candidate::new(c, solution[c.index()]))).collect())
}

/// The maximum number of search nodes for a proposal.
const PROPOSAL: u64 = 10_000;

/// A puzzle without its redundant givens and clues.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Minimised {
    /// The puzzle without the redundant givens and clues. It has one solution; without any one of its givens or clues, it has more.
    pub puzzle: Puzzle,
    /// Descriptions of the parts that were removed, in the order of removal.
    pub removed: Vec<String>,
    /// The reason why the removal ended early; `None` if it was completed.
    pub stopped: Option<Stopped>,
}

/// Removes givens and clues, from the last to the first, as long as the puzzle keeps its only solution.
///
/// Errors: the puzzle does not have exactly one solution, or the limits were reached before that was known.
///
/// ```
/// use cluewright::{Compiled, Limits, formats, minimise};
/// let compiled = Compiled::new(formats::read("12..34..2.....3.")?.puzzle)?; // 4x4
/// let smaller = minimise(&compiled, &Limits::none())?;
/// assert_eq!(smaller.puzzle.givens.len(), 6 - smaller.removed.len());
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn minimise(compiled: &Compiled, limits: &Limits<'_>) -> Result<Minimised, Error> {
    let start = Solver::new(compiled.model()).verdict(&compiled.board(), limits);
    let Verdict::Unique(solution) = start.value else {
        return Err(Error::not_unique(start.value, start.stopped));
    };
    let numbers = compiled.numbers(&solution);
    let mut best = compiled.puzzle().clone();
    let mut removed = Vec::new();
    // Skip a change that makes the puzzle invalid, such as the removal of a clue that other clues refer to.
    let still_unique = |smaller: &Puzzle| -> Result<bool, Stopped> {
        let stop = || limits.stop.is_some_and(|stop| stop());
        let trial = match compiled.with_puzzle_until(smaller.clone(), &stop) {
            Ok(trial) => trial,
            Err(Error::Stopped { why, .. }) => return Err(why),
            Err(_) => return Ok(false),
        };
        let answer = Solver::new(trial.model()).verdict(&trial.board(), limits);
        match answer.value {
            // If a rule gives a meaning to places without clues, the minimised puzzle may have exactly one solution, but a
            // different one.
            Verdict::Unique(other) => Ok(trial.numbers(&other) == numbers),
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
    // Givens only remove candidates, so one model serves all choices of givens.
    let bare = Puzzle { givens: Vec::new(), ..best.clone() };
    let stop = || limits.stop.is_some_and(|stop| stop());
    let bare = match compiled.with_puzzle_until(bare, &stop) {
        Err(Error::Stopped { why, .. }) => return Ok(Minimised { puzzle: best, removed, stopped: Some(why) }),
        bare => bare.expect("a puzzle is one without its givens too"),
    };
    let mut solver = Solver::new(bare.model());
    let (width, givens) = (solver.width(), std::mem::take(&mut best.givens));
    let enough = |kept: &[bool], items: &[usize]| {
        let boards: Vec<Board> = items
            .iter()
            .map(|&without| {
                let mut board = bare.board();
                for (_, given) in givens.iter().enumerate().filter(|(i, _)| kept[*i] && *i != without) {
                    let allowed = given.digits.iter().filter_map(|&d| board.value_of(given.cell, d)).collect();
                    // If no value is left, the search reports that there is no solution.
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

pub(crate) fn clue_name(puzzle: &Puzzle, tree: &cluewright_core::ClueTree) -> String {
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

#[cfg(test)]
mod tests {
    use super::{Flaw, Limits, flaws};
    use crate::Compiled;
    use cluewright_formats::read;

    /// The flaws of a filled grid with doublers, for a puzzle with this clue. The rules' texts only say that each row, column and
    /// box has a doubler.
    fn wrong(clue: &str) -> Vec<Flaw> {
        let grid = "269857134871463592534912678723581469148796325695324781387245916412679853956138247";
        let text = format!("rules: classic, doublers\ngivens: {grid}\n{clue}\n");
        let compiled = Compiled::new(read(&text).expect("a puzzle").puzzle).expect("a puzzle");
        let digits: Vec<i32> = grid.bytes().map(|b| i32::from(b - b'0')).collect();
        flaws(&compiled, &digits, &Limits::none()).expect("few enough numbers are tried")
    }

    #[test]
    fn cells_that_rules_add_are_found_for_a_filled_grid() {
        assert_eq!(wrong("killer-cage r1c1 r1c2 total 10"), []);
        // The cells hold 2 and 6, of which at most one can count twice, as they are in the same row.
        assert_eq!(wrong("killer-cage r1c1 r1c2 total 17"), [Flaw::NoNumbersFit]);
    }
}
