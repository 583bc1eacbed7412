//! What a new puzzle says of itself: a title, and its rules in words.

use super::draft::Draft;
use crate::compiled::Compiled;
use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle};
use cluewright_rules::bound;
use cluewright_rules::syntax::ast::Rule;

/// The draft's puzzle with a title and its rules in words.
pub(super) fn titled(draft: &Draft<'_>, compiled: Compiled) -> Puzzle {
    let sentences = compiled.rules().sentences(compiled.puzzle()).join(" ");
    let rules = compiled.rules().clone();
    let mut puzzle = compiled.into_puzzle();
    for tree in &mut puzzle.clues {
        let ClueTree::One(clue) = tree else { continue };
        if let Some(rule) = rules.rule(&clue.rule) {
            plain(clue, rule);
        }
    }
    if puzzle.title.is_empty() {
        puzzle.title = title(&puzzle, draft.wish.seed);
    }
    if puzzle.text.is_empty() {
        puzzle.text = sentences;
    }
    puzzle
}

/// Leaves out the names of parameters with cells, as people write clues, where that says the same.
fn plain(clue: &mut Clue, rule: &Rule) {
    let mut short = clue.clone();
    for (name, arg) in &mut short.args {
        if matches!(arg, Arg::Cell(_) | Arg::Cells(_) | Arg::Lists(_)) {
            name.clear();
        }
    }
    // Which of them are named decides on their order, which says nothing.
    let args = |clue: &Clue| {
        let mut args = bound(clue, &rule.params).args;
        args.sort_by(|a, b| a.0.cmp(&b.0));
        args
    };
    if args(&short) == args(clue) {
        *clue = short;
    }
}

/// The names of its kinds of clues, or of its rules, and the seed.
fn title(puzzle: &Puzzle, seed: u64) -> String {
    let clues = puzzle.clues.iter().flat_map(ClueTree::clues);
    let mut rules: Vec<&String> = clues.map(|clue| &clue.rule).collect();
    if rules.is_empty() {
        rules.extend(puzzle.rules.iter().map(|rule| &rule.rule));
    }
    let mut names: Vec<String> = Vec::new();
    for plain in rules.iter().map(|rule| rule.replace('-', " ")) {
        if !names.contains(&plain) {
            names.push(plain);
        }
    }
    let mut text = match names.split_last() {
        None => "puzzle".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
    };
    if let Some(first) = text.get(..1) {
        text = first.to_uppercase() + &text[1..];
    }
    format!("{text} {seed}")
}

/// How many cells of the grid clues lie on; lines of sight from outside do not count.
pub(super) fn covered(puzzle: &Puzzle, is_sight: impl Fn(&str) -> bool) -> usize {
    let clues = puzzle.clues.iter().flat_map(ClueTree::clues).filter(|clue| !is_sight(&clue.rule));
    let mut cells: Vec<Cell> = clues.flat_map(|clue| clue.args.iter().flat_map(|(_, arg)| arg.cells())).collect();
    cells.sort_unstable();
    cells.dedup();
    cells.retain(|c| c.index() < puzzle.shape.len());
    cells.len()
}
