//! The checker, which evaluates the text of a rule on a full grid exactly as written. Nothing in this module depends on lowering.
//!
//! This file lists what has to be checked for a puzzle, evaluates clue trees, and searches for the numbers of extra cells. The
//! submodules evaluate the rules: statements, expressions, functions, and the values that they work with.

mod constants;
mod expression;
mod holding;
pub(crate) mod run;
mod statement;
pub(crate) mod value;

pub(crate) use constants::{Constants, constants};
pub use holding::holding;
pub use run::Broken;

use crate::args;
use crate::code::RuleCode;
use crate::places::{Places, clues_in};
use crate::ruleset::Ruleset;
use cluewright_core::{BadInput, Cell, Clue, ClueTree, Puzzle};
use run::{Got, Run, Stop};
use value::V;

/// Finds the rules that a full grid breaks, by evaluating the rules' texts.
///
/// `values` holds the numbers of the puzzle's cells (first the cells of the grid, then the extra cells) and, if they are known, the
/// numbers of the extra cells that rules show, in the order in which the rules declare these cells. For other extra cells it is
/// enough that *some* numbers fit. Givens are ignored.
///
/// ```
/// use cluewright_core::{Clue, Puzzle, Shape};
/// use cluewright_rules::{Ruleset, check};
/// let mut puzzle = Puzzle::new(Shape::square(4).unwrap(), 4);
/// puzzle.rules.push(Clue::new("classic", vec![]));
/// let rules = Ruleset::for_puzzle(&puzzle, &[]).unwrap();
/// let good = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
/// assert_eq!(check(&rules, &puzzle, &good).unwrap(), []);
/// let mut bad = good;
/// bad.swap(0, 1);
/// let broken = check(&rules, &puzzle, &bad).unwrap();
/// assert_eq!(broken[0].rule, "columns");
/// assert!(broken[0].sentence.starts_with("column 1"));
/// ```
pub fn check(rules: &Ruleset, puzzle: &Puzzle, values: &[i32]) -> Result<Vec<Broken>, BadInput> {
    check_until(rules, puzzle, values, &|| false)
}

/// Like [`check`], but returns an error once `stop` returns true. `stop` is called every few thousand steps.
pub fn check_until(
    rules: &Ruleset,
    puzzle: &Puzzle,
    values: &[i32],
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Broken>, BadInput> {
    if values.len() < puzzle.cell_count() {
        return Err(BadInput::new(format!("{} numbers for {} cells", values.len(), puzzle.cell_count())));
    }
    let places = Places::new(puzzle);
    let mut run = Run::new(rules, &places, stop);
    run.numbers = values.iter().map(|v| i64::from(*v)).collect();
    let mut broken = Vec::new();
    // Later rules may read the extra cells of rules that define the values of cells.
    let jobs = jobs(rules, puzzle)?;
    let (first, rest): (Vec<&Job>, Vec<&Job>) = jobs.iter().partition(|j| j.redefines);
    if first.is_empty() {
        for job in rest {
            run.extras.clear();
            if let Some(found) = run.whole(&[job], 0)? {
                broken.extend(found);
            }
        }
    } else {
        // The value of a cell affects every rule, so all rules are run together.
        let all: Vec<&Job> = first.into_iter().chain(rest).collect();
        if let Some(found) = run.whole(&all, 0)? {
            broken.extend(found);
        }
    }
    Ok(broken)
}

/// A rule that is used and its clue, or a tree of clues.
enum What<'a> {
    Rule(&'a Clue, Option<u32>),
    Tree(&'a ClueTree, u32),
}

struct Job<'a> {
    what: What<'a>,
    redefines: bool,
}

/// All rules and clues of a puzzle, in order.
fn jobs<'a>(rules: &Ruleset, puzzle: &'a Puzzle) -> Result<Vec<Job<'a>>, BadInput> {
    let mut jobs = Vec::new();
    for clue in &puzzle.rules {
        jobs.push(Job { what: What::Rule(clue, None), redefines: rules.needed(clue)?.redefines_value });
    }
    let mut number = 0;
    for tree in &puzzle.clues {
        let redefines = match tree {
            ClueTree::One(clue) => rules.needed(clue)?.redefines_value,
            _ => false,
        };
        jobs.push(Job { what: What::Tree(tree, number), redefines });
        number += clues_in(tree);
    }
    Ok(jobs)
}

impl<'a> Run<'a> {
    /// Tries every choice of numbers for the extra cells until all jobs hold. If no choice works, returns what is broken.
    fn whole(&mut self, jobs: &[&Job<'a>], depth: usize) -> Result<Option<Vec<Broken>>, BadInput> {
        if depth > 2_000 {
            return Err(BadInput::new("there are more than 2000 extra cells without a number"));
        }
        self.declared = 0;
        self.counts_for.clear();
        self.found = Some(Vec::new());
        let mut stop = None;
        for job in jobs {
            match self.job(job) {
                Ok(()) | Err(Stop::Skip) => {}
                Err(Stop::Broken(b)) => self.found.get_or_insert_default().push(*b),
                Err(Stop::Bad(e) | Stop::NoExtra(e)) => return Err(*e),
                Err(Stop::NoList) => return Err(BadInput::new("a list is not there")),
                Err(Stop::Need(i)) => {
                    stop = Some(i);
                    break;
                }
            }
        }
        let found = self.found.take().unwrap_or_default();
        let Some(extra) = stop else { return Ok((!found.is_empty()).then_some(found)) };
        if !found.is_empty() {
            return Ok(Some(found));
        }
        let (low, high) = (self.extras[extra].low, self.extras[extra].high);
        let mut last = None;
        for number in low..=high {
            self.extras[extra].number = Some(number);
            match self.whole(jobs, depth + 1)? {
                None => return Ok(None),
                Some(broken) => last = Some(broken),
            }
        }
        self.extras[extra].number = None;
        Ok(last)
    }

    fn job(&mut self, job: &Job<'a>) -> Got<()> {
        match job.what {
            What::Rule(clue, number) => self.clue(clue, number),
            What::Tree(tree, number) => self.tree(tree, number),
        }
    }

    fn tree(&mut self, tree: &'a ClueTree, number: u32) -> Got<()> {
        match tree {
            ClueTree::One(clue) => self.clue(clue, Some(number)),
            ClueTree::All(all) => {
                let mut at = number;
                for inner in all {
                    self.tree(inner, at)?;
                    at += clues_in(inner);
                }
                Ok(())
            }
            ClueTree::Any(any) => {
                let mut at = number;
                let mut first = None;
                for inner in any {
                    match self.attempt(|run| run.tree(inner, at)) {
                        Ok(()) => return Ok(()),
                        Err(Stop::Broken(b)) => first = first.or(Some(b)),
                        Err(stop) => return Err(stop),
                    }
                    at += clues_in(inner);
                }
                Err(Stop::Broken(first.unwrap_or_else(|| {
                    let sentence = "none of no clues holds".into();
                    Box::new(Broken { rule: "any".into(), clue: Some(number), sentence, ..Broken::default() })
                })))
            }
            ClueTree::Not(inner) => match self.attempt(|run| run.tree(inner, number)) {
                Err(Stop::Broken(_)) => Ok(()),
                Err(stop) => Err(stop),
                Ok(()) => Err(Stop::Broken(Box::new(self.denied(inner, number)))),
            },
        }
    }

    /// Reports a negated clue that holds.
    fn denied(&self, tree: &ClueTree, number: u32) -> Broken {
        let mut first = tree;
        while let ClueTree::All(parts) | ClueTree::Any(parts) = first
            && let Some(part) = parts.first()
        {
            first = part;
        }
        let mut cells = Vec::new();
        let mut sentence = "a clue holds that must not".to_owned();
        if let ClueTree::One(clue) = first {
            clue.args.iter().for_each(|(_, arg)| value::flatten(&value::V::arg(Some(arg)), &mut cells));
            let at = cells.first().map_or_else(String::new, |&c| format!(" at {}", self.places.puzzle.cell_name(c)));
            let more = if matches!(tree, ClueTree::One(_)) { "" } else { ", or all that stands with it," };
            sentence = format!("the {}{at}{more} holds, and must not", clue.rule);
        }
        let held = self.held(&cells);
        Broken { rule: "not".into(), clue: Some(number), cells, sentence, held }
    }

    fn clue(&mut self, clue: &'a Clue, number: Option<u32>) -> Got<()> {
        let rules = self.rules;
        let rule = rules.needed(clue)?;
        let bound = args::bind(rule, clue, self.places, constants)?;
        let cells = args::cells_of(&bound);
        self.origin_clue = number;
        self.within(rule, bound.iter().map(|a| V::arg(a.as_ref())).collect(), cells)
    }

    /// Runs the body of a rule with these parameter values.
    fn within(&mut self, rule: &'a RuleCode, params: Vec<V>, cells: Vec<Cell>) -> Got<()> {
        let outer_uses = self.uses;
        self.uses = outer_uses.with(rule)?;
        let mut env = vec![V::Unset; rule.slots];
        for (param, value) in rule.params.iter().zip(params) {
            env[param.slot as usize] = value;
        }
        let outer_env = std::mem::replace(&mut self.env, env);
        let outer_cells = std::mem::replace(&mut self.cells, cells);
        let outer_rule = self.rule.replace(rule);
        let result = self.block(&rule.body);
        self.env = outer_env;
        self.cells = outer_cells;
        self.rule = outer_rule;
        self.uses = outer_uses;
        match result {
            Err(Stop::Skip) => Ok(()),
            result => result,
        }
    }
}
