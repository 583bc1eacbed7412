//! The basis of new puzzles: a grid with its rules, the kinds of clues, and a source of solutions.

use super::options::{GenerateOptions, Kind};
use super::places::Layout;
use crate::compiled::{Compiled, without_rule};
use crate::error::Error;
use cluewright_core::model::CellKind;
use cluewright_core::{BadInput, Candidate, Cell, Clue, Puzzle, Value};
use cluewright_rules::Ruleset;
use cluewright_rules::proposal::proposal;
use cluewright_rules::syntax::nearest;

/// A grid with rules and fixed clues, and the kinds of clues to be made.
#[derive(Debug)]
pub(super) struct Ground {
    /// The puzzle with its rules and without givens, to which clues are added.
    pub(super) bare: Compiled,
    /// The same puzzle without rules that require clues to be complete: solutions are drawn from it.
    pub(super) source: Compiled,
    /// The kinds of clues to make. Kinds that a rule requires to be complete are marked as such.
    pub(super) kinds: Vec<Kind>,
    /// Whether clues must cover every cell, because the puzzle's only kind requires it.
    pub(super) cover: bool,
    /// Whether the puzzle's only kind of clues requires a puzzle without givens, unless the request sets the number of givens.
    pub(super) bare_genre: bool,
}

impl Ground {
    /// Prepares a puzzle and removes its givens. Rules for clues that the puzzle lists among the rules of the whole grid become
    /// kinds of clues.
    ///
    /// Errors: a rule does not exist, a kind has no cells, or a rule text has a mistake.
    pub(super) fn new(
        mut puzzle: Puzzle,
        kinds: &[Kind],
        texts: &[&str],
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, Error> {
        puzzle.givens.clear();
        puzzle.solution.clear();
        puzzle.progress.clear();
        puzzle.foreign = None;
        let rules = Ruleset::for_puzzle(&puzzle, texts)?;
        let mut kinds = all_kinds(&mut puzzle, &rules, kinds)?;
        let (cover, bare_genre) = genre(&rules, &mut kinds, puzzle.shape.len())?;
        let bare = Compiled::until(puzzle, texts, stop)?;
        Ok(Self { cover, bare_genre, ..Self::with(bare, kinds, stop)? })
    }

    /// The same rules and kinds on another grid.
    pub(super) fn on(&self, puzzle: Puzzle, stop: &dyn Fn() -> bool) -> Result<Self, Error> {
        let ground = Self::with(self.bare.with_puzzle_until(puzzle, stop)?, self.kinds.clone(), stop)?;
        Ok(Self { cover: self.cover, bare_genre: self.bare_genre, ..ground })
    }

    fn with(bare: Compiled, kinds: Vec<Kind>, stop: &dyn Fn() -> bool) -> Result<Self, Error> {
        let mut free = bare.puzzle().clone();
        let rules = bare.rules();
        let whole = |name: &String| !wanted_whole(rules, name, &kinds).is_empty();
        let names: Vec<String> = free.rules.iter().map(|r| r.rule.clone()).filter(whole).collect();
        for name in &names {
            without_rule(&mut free, rules, name);
        }
        let source = bare.with_puzzle_until(free, stop)?;
        Ok(Self { bare, source, kinds, cover: false, bare_genre: false })
    }

    /// The minimum and maximum number of givens, if set.
    pub(super) fn givens(&self, wish: &GenerateOptions) -> Option<(u32, u32)> {
        wish.givens.map(|many| (many.0, many.1)).or(self.bare_genre.then_some((0, 0)))
    }

    /// The puzzle without clues and givens.
    pub(super) fn puzzle(&self) -> &Puzzle {
        self.bare.puzzle()
    }
}

/// The requested kinds, those named among the rules of the whole grid, and those that a rule adds because it requires
/// them to be complete.
fn all_kinds(puzzle: &mut Puzzle, rules: &Ruleset, asked: &[Kind]) -> Result<Vec<Kind>, Error> {
    let is_clue = |clue: &Clue| rules.rule(&clue.rule).is_some_and(|rule| rule.is_clue);
    let (clues, global): (Vec<Clue>, Vec<Clue>) = std::mem::take(&mut puzzle.rules).into_iter().partition(is_clue);
    puzzle.rules = global;
    let mut kinds: Vec<Kind> = Vec::new();
    for clue in clues {
        kinds.push(Kind { args: clue.args, ..Kind::of(clue.rule) });
    }
    for kind in asked {
        kinds.retain(|k| k.rule != kind.rule || k.args != kind.args);
        kinds.push(kind.clone());
    }
    for global in &puzzle.rules {
        for name in wanted_whole(rules, &global.rule, &kinds) {
            match kinds.iter_mut().find(|k| k.rule == name) {
                Some(kind) => kind.all = true,
                None => kinds.push(Kind { all: true, ..Kind::of(name) }),
            }
        }
    }
    for kind in &mut kinds {
        let Some(rule) = rules.rule(&kind.rule) else {
            let near = nearest(&kind.rule, rules.rules().filter(|rule| rule.is_clue).map(|rule| &*rule.name));
            let hint = near.map(|near| format!("did you mean `{near}`?"));
            return Err(BadInput::new(format!("there is no rule `{}`", kind.rule))
                .hint(hint.unwrap_or_else(|| "`cluewright rules list` lists all rules".to_owned()))
                .into());
        };
        if !rule.is_clue {
            return Err(BadInput::new(format!("`{}` has no clues, as it is a rule for the whole grid", kind.rule))
                .hint(format!("--rules {}", kind.rule))
                .into());
        }
        if Layout::of(rule, kind, 0).is_none() {
            let why =
                format!("clues of `{}` cannot be generated: they have a text, or no cells of their own", kind.rule);
            return Err(BadInput::new(why)
                .hint("write these clues into the puzzle; new givens can be generated for them")
                .into());
        }
        let cells = puzzle.shape.len();
        if let Some((low, _)) = kind.cells.filter(|(low, _)| *low as usize > cells) {
            let why = format!("clues of `{}` must have {low} cells, but the grid has only {cells}", kind.rule);
            return Err(BadInput::new(why).into());
        }
    }
    Ok(kinds)
}

/// Takes settings that the request leaves open from the `propose` lines of the kinds. If there is only one kind, it is a genre, and
/// its lines also determine the minimum number of clues (fewer on a grid smaller than 9x9), whether clues cover every cell, and
/// whether the puzzle has no givens.
fn genre(rules: &Ruleset, kinds: &mut [Kind], cells: usize) -> Result<(bool, bool), Error> {
    const ORDINARY: u32 = 81;
    let cells = u32::try_from(cells).unwrap_or(u32::MAX).min(ORDINARY);
    let is_alone = kinds.len() == 1;
    let mut genre = (false, false);
    for kind in kinds.iter_mut().filter(|kind| kind.clues.is_none() && !kind.all) {
        let Some(rule) = rules.rule(&kind.rule) else { continue };
        let usual = proposal(rule)?;
        let least = usual.least.filter(|_| is_alone).map(|least| least.saturating_mul(cells) / ORDINARY);
        if least.is_some() || usual.most.is_some() {
            kind.clues = Some((least.unwrap_or(0), usual.most.unwrap_or(u32::MAX)));
        }
        if is_alone {
            kind.all = usual.all;
            genre = (usual.cover, usual.bare);
        }
    }
    Ok(genre)
}

/// The rules whose missing clues have a meaning because of `rule`: if clues of one of these rules are made, all of them must be
/// made. A rule such as "neighbours are never consecutive" does not by itself request dots.
fn wanted_whole(rules: &Ruleset, rule: &str, kinds: &[Kind]) -> Vec<String> {
    let read: Vec<String> = rules.reads(rule).into_iter().filter(|read| read.1).map(|read| read.0).collect();
    let wanted = read.iter().any(|name| kinds.iter().any(|kind| kind.rule == *name));
    if wanted { read } else { Vec::new() }
}

/// The numbers with which rules' texts are evaluated: those of a solution's cells, without helper cells.
pub(super) fn told(compiled: &Compiled, solution: &[Value]) -> Vec<i32> {
    let model = compiled.model();
    let shown = |c: &Cell| model.cells()[c.index()].kind != CellKind::Helper;
    Cell::all(model.len()).filter(shown).map(|c| model.number(Candidate::new(c, solution[c.index()]))).collect()
}
