//! Lowers rules to the model that search and logic read.
//!
//! Rules are run statement by statement ([`statement`]). A requirement is recognised if the model has a special kind of fact for it
//! ([`require`]); otherwise the requirement is unrolled ([`crate::unroll`]) into a condition over cells. Each condition becomes the
//! strongest fact that the model offers for it ([`fact`]): a set of different cells, a restriction of one cell, a link between two
//! cells, a sum, or an automaton ([`compiled`]). If none of these fits, the condition stays a formula ([`crate::unroll::program`]).
//! The checker (`eval`) is used only for the defaults and ranges of parameters.

mod compiled;
mod fact;
mod pairs;
mod require;
mod statement;

pub use compiled::forget_compiled;

use crate::args;
use crate::code::RuleCode;
use crate::condition::Watch;
use crate::eval::constants;
use crate::extra::Extra;
use crate::places::{Places, clues_in};
use crate::ruleset::Ruleset;
use crate::syntax::Pos;
use crate::unroll::value::{Got, Stop, Val};
use crate::unroll::{Lower, MODEL_WORK, Report, Scope};
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Model, Origin, Puzzle};

/// The model of a puzzle, and how each statement of its rules became part of it.
#[derive(Debug)]
pub struct Lowered {
    /// The model.
    pub model: Model,
    /// One entry for each statement, grouped by rule, in the order in which the rules were lowered.
    pub report: Vec<Report>,
    /// The shown extra cells, with their names.
    pub extra: Vec<Extra>,
    /// The number of steps needed to compile conditions, which is the same on every machine. A step takes about a tenth of a
    /// microsecond.
    pub work: u64,
}

/// Creates the model of a puzzle under its rules.
///
/// ```
/// use cluewright_core::{Clue, Puzzle, Shape};
/// use cluewright_rules::{Ruleset, lower};
/// let mut puzzle = Puzzle::new(Shape::square(9).unwrap(), 9);
/// puzzle.rules.push(Clue::new("classic", vec![]));
/// puzzle.rules.push(Clue::new("anti-knight", vec![]));
/// let model = lower(&Ruleset::for_puzzle(&puzzle, &[]).unwrap(), &puzzle).unwrap().model;
/// assert_eq!(model.sets().len(), 27);
/// assert_eq!(model.families().len(), 3);
/// assert_eq!(model.links().len(), 224);
/// assert_eq!(model.origin_text(model.sets()[2].origin), "row 3");
/// ```
///
/// Ends within a few seconds for any rules, because the cost of each condition and the total cost are limited. A condition that
/// would cost more stays a formula ([`Became::Formula`](crate::Became::Formula)); a rule that unrolls into too many steps is an
/// error.
pub fn lower(rules: &Ruleset, puzzle: &Puzzle) -> Result<Lowered, BadInput> {
    lower_until(rules, puzzle, &|| false)
}

/// Like [`lower`], but fails with an error once `stop` returns true. `stop` is called every few milliseconds, even while
/// conditions are being compiled; an interrupted compilation is not cached.
pub fn lower_until(rules: &Ruleset, puzzle: &Puzzle, stop: &dyn Fn() -> bool) -> Result<Lowered, BadInput> {
    let places = Places::new(puzzle);
    lower_seeing(rules, puzzle, &Selection { rule: &|_| true, clue: &|_| true }, [&places, &places], stop)
}

/// Selects the rules of the whole grid and the clues that apply, by their indices in the puzzle's lists.
#[derive(Clone, Copy)]
pub struct Selection<'k> {
    /// Whether the rule with this index applies.
    pub rule: &'k dyn Fn(usize) -> bool,
    /// Whether the clue with this index applies.
    pub clue: &'k dyn Fn(usize) -> bool,
}

impl std::fmt::Debug for Selection<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Selection").finish_non_exhaustive()
    }
}

/// Like [`lower_until`], but for a part of the puzzle: rules and clues that are not selected require nothing, and clues keep their
/// numbers. The selected rules of the whole grid still see all clues, so they see a mark even if the clue that it belongs to is not
/// selected. So a smaller selection never requires more.
pub fn lower_kept(
    rules: &Ruleset,
    puzzle: &Puzzle,
    kept: &Selection<'_>,
    stop: &dyn Fn() -> bool,
) -> Result<Lowered, BadInput> {
    let (all, seen) = (Places::new(puzzle), Places::with(puzzle, kept.clue, kept.rule));
    lower_seeing(rules, puzzle, kept, [&all, &seen], stop)
}

/// Lowers the selected rules and clues. `sees` has the clues that are visible to rules of the whole grid, followed by the clues
/// that are visible to other clues.
fn lower_seeing(
    rules: &Ruleset,
    puzzle: &Puzzle,
    kept: &Selection<'_>,
    sees: [&Places<'_>; 2],
    stop: &dyn Fn() -> bool,
) -> Result<Lowered, BadInput> {
    let watch = Watch::new(stop);
    let mut run = Lower::new(rules, sees[0], constants, &watch);
    run.puzzle(puzzle, kept, sees)?;
    if watch.heard() {
        return Err(BadInput::stopped("stopped while the rules were compiled"));
    }
    run.check_size()?;
    let work = MODEL_WORK - run.budget.work_left;
    let Some(model) = run.build.finish_until(stop) else {
        return Err(BadInput::stopped("stopped while the model was put together"));
    };
    let extra = crate::extra::named(puzzle, rules, run.extra);
    Ok(Lowered { model, report: run.report, extra, work })
}

impl<'a> Lower<'a> {
    pub(crate) fn puzzle(
        &mut self,
        puzzle: &'a Puzzle,
        kept: &Selection<'_>,
        sees: [&'a Places<'a>; 2],
    ) -> Result<(), BadInput> {
        // Rules that define the values of cells or number regions come first, because they affect all rules that read these cells.
        for first in [true, false] {
            self.look_at(sees[0]);
            for (i, clue) in puzzle.rules.iter().enumerate() {
                if self.rules.needed(clue)?.comes_first == first && (kept.rule)(i) {
                    self.clue(clue, None).map_err(ended)?;
                }
            }
            self.look_at(sees[1]);
            let mut number = 0;
            for (i, tree) in puzzle.clues.iter().enumerate() {
                let comes_first = match tree {
                    ClueTree::One(clue) => self.rules.needed(clue)?.comes_first,
                    _ => false,
                };
                if comes_first == first && (kept.clue)(i) {
                    self.tree(tree, number).map_err(ended)?;
                }
                number += clues_in(tree);
            }
        }
        self.post_regions();
        Ok(())
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
                let mut parts = Vec::new();
                for inner in any {
                    parts.push(self.collected(|run| run.tree(inner, at))?);
                    at += clues_in(inner);
                }
                let condition = self.graph.or(&parts);
                self.tree_origin(number, any);
                self.post(condition, Pos::default())
            }
            ClueTree::Not(inner) => {
                let holds = self.collected(|run| run.tree(inner, number))?;
                let condition = self.graph.not(holds);
                self.tree_origin(number, std::slice::from_ref(inner));
                self.post(condition, Pos::default())
            }
        }
    }

    /// Makes a tree of clues the origin of the facts that follow.
    fn tree_origin(&mut self, number: u32, trees: &[ClueTree]) {
        fn cells(tree: &ClueTree, all: &mut Vec<Cell>) {
            match tree {
                ClueTree::One(clue) => {
                    let args: Vec<Option<Arg>> = clue.args.iter().map(|a| Some(a.1.clone())).collect();
                    all.extend(args::cells_of(&args));
                }
                ClueTree::All(inner) | ClueTree::Any(inner) => inner.iter().for_each(|t| cells(t, all)),
                ClueTree::Not(inner) => cells(inner, all),
            }
        }
        let mut origin = Origin::new("clues", "the clues joined at {C}");
        trees.iter().for_each(|t| cells(t, &mut origin.cells));
        origin.args = vec![("C".into(), Arg::Cells(origin.cells.clone()))];
        origin.clue = Some(number);
        self.report.push(Report { rule: "clues".into(), line: 0, became: Vec::new() });
        self.entry = self.report.len() - 1;
        self.scope.origin = Some(self.build.origin(origin));
    }

    fn clue(&mut self, clue: &'a Clue, number: Option<u32>) -> Got<()> {
        let rules = self.rules;
        let rule = rules.needed(clue)?;
        let bound = args::bind(rule, clue, self.places, self.constants)?;
        let cells = args::cells_of(&bound);
        self.scope.clue = number;
        let params = bound.iter().map(|a| self.arg(a.as_ref())).collect();
        let result = self.within(rule, params, cells);
        self.scope.clue = None;
        match (result, clue.place) {
            (Err(Stop::Bad(e)), Some((line, column))) if e.source.is_none() => Err(e.at(line, column).into()),
            (result, _) => result,
        }
    }

    pub(crate) fn within(&mut self, rule: &'a RuleCode, params: Vec<Val>, cells: Vec<Cell>) -> Got<()> {
        let uses = self.scope.uses.with(rule)?;
        let outer_pinned = self.variables.pinned;
        let mut env = vec![Val::Unset; rule.slots];
        for (param, value) in rule.params.iter().zip(params) {
            self.pin(&value);
            env[param.slot as usize] = value;
        }
        let scope = Scope { env, rule: Some(rule), clue: self.scope.clue, cells, uses, origin: None };
        let outer = std::mem::replace(&mut self.scope, scope);
        let result = self.block(&rule.body);
        self.scope = outer;
        self.variables.pinned = outer_pinned;
        match result {
            Err(Stop::Skip) => Ok(()),
            result => result,
        }
    }
}

fn ended(stop: Stop) -> BadInput {
    match stop {
        Stop::Bad(e) => *e,
        Stop::Skip => BadInput::new("a parameter is missing"),
        Stop::NoList => BadInput::new("a list is not there"),
    }
}
