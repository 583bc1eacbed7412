//! The texts of a new puzzle: its title, and its rules in words.

use super::draft::Draft;
use crate::check::GIVEN;
use crate::compiled::Compiled;
use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Sort};
use cluewright_rules::look::{Form, look};
use cluewright_rules::syntax::ast::Rule;
use cluewright_rules::{Ruleset, bound, default_number};

/// The draft's puzzle with a title and its rules in words.
pub(super) fn titled(draft: &Draft<'_>, compiled: Compiled) -> Puzzle {
    let rules = compiled.rules().clone();
    let sentences = sentences(compiled.puzzle(), &rules).join(" ");
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

/// The rules in words. Each sentence includes the numbers that all clues of its rule have in common and that the drawing does not
/// show.
fn sentences(puzzle: &Puzzle, rules: &Ruleset) -> Vec<String> {
    let uneven = has_regions(puzzle);
    let mut all: Vec<String> = Vec::new();
    let mut said: Vec<&str> = Vec::new();
    for clue in puzzle.rules.iter().chain(puzzle.clues.iter().flat_map(ClueTree::clues)) {
        let Some(rule) = rules.rule(&clue.rule) else { continue };
        let about = cluewright_english::about_used(rule, clue, rules);
        if about.is_empty() {
            continue;
        }
        if said.contains(&&*rule.name) {
            continue;
        }
        said.push(&rule.name);
        let mut about = if uneven { as_regions(&about) } else { about.into_owned() };
        let marks = look(rule).unwrap_or_default();
        let mut more = Vec::new();
        for param in rule.params.iter().filter(|_| rule.is_clue) {
            let seen = marks.iter().any(|mark| mark.form == Form::Value(param.name.clone()));
            let Some(number) = number_of(puzzle, rules, rule, &param.name).filter(|_| !seen) else { continue };
            if about.contains(GIVEN) {
                about = about.replace(GIVEN, &number.to_string());
            } else {
                more.push(format!("Here the {} is {number}.", param.name.replace(['_', '-'], " ")));
            }
        }
        if !all.contains(&about) {
            all.push(about);
        }
        all.extend(more);
    }
    all
}

/// The number that all clues of a rule have for a parameter, explicitly or by default; `None` if the clues differ.
fn number_of(puzzle: &Puzzle, rules: &Ruleset, rule: &Rule, param: &str) -> Option<i64> {
    let usual = default_number(rules, puzzle, &rule.name, param);
    let clues = puzzle.clues.iter().flat_map(ClueTree::clues).filter(|clue| clue.rule == rule.name);
    let mut numbers = clues.map(|clue| match clue.args.iter().find(|arg| arg.0 == param) {
        Some((_, Arg::Number(number))) => Some(*number),
        Some(_) => None,
        None => usual,
    });
    let first = numbers.next()??;
    numbers.all(|number| number == Some(first)).then_some(first)
}

/// Whether the grid has regions that are not boxes.
fn has_regions(puzzle: &Puzzle) -> bool {
    puzzle.shape.grids().iter().flat_map(|grid| &grid.regions).any(|region| !is_box(puzzle, region))
}

/// Whether these cells form a complete rectangle.
fn is_box(puzzle: &Puzzle, region: &[Cell]) -> bool {
    let span = |of: &dyn Fn(Cell) -> u32| {
        let all = || region.iter().map(|c| of(*c));
        all().max().unwrap_or(0) - all().min().unwrap_or(0) + 1
    };
    let high = span(&|c| u32::from(puzzle.shape.place(c).row));
    let wide = span(&|c| u32::from(puzzle.shape.place(c).col));
    region.len() == (high * wide) as usize
}

/// Replaces "box" by "region" in a sentence, since regions of other shapes are not called boxes.
fn as_regions(about: &str) -> String {
    let word = |word: &str| match word.trim_end_matches(|c: char| !c.is_alphabetic()) {
        "box" => word.replacen("box", "region", 1),
        "boxes" => word.replacen("boxes", "regions", 1),
        _ => word.to_owned(),
    };
    about.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Leaves out the names of a clue's cell parameters, as people do when they write clues, if that does not change the meaning.
fn plain(clue: &mut Clue, rule: &Rule) {
    let mut short = clue.clone();
    for (name, arg) in &mut short.args {
        if matches!(arg, Arg::Cell(_) | Arg::Cells(_) | Arg::Lists(_)) {
            name.clear();
        }
    }
    // The order of the arguments depends on which of them are named, and has no meaning.
    let args = |clue: &Clue| {
        let mut args = bound(clue, &rule.params).args;
        args.order_by(|a, b| a.0.cmp(&b.0));
        args
    };
    if args(&short) == args(clue) {
        *clue = short;
    }
}

/// A title from the names of the puzzle's kinds of clues (or of its rules) and the seed.
fn title(puzzle: &Puzzle, seed: u64) -> String {
    let clues = puzzle.clues.iter().flat_map(ClueTree::clues);
    let mut rules: Vec<&str> = clues.map(|clue| &*clue.rule).collect();
    if rules.is_empty() && has_regions(puzzle) {
        rules.push("jigsaw");
    }
    if rules.is_empty() {
        rules.extend(puzzle.rules.iter().map(|rule| &*rule.rule));
    }
    let mut names: Vec<String> = Vec::new();
    // The clues `x` and `v` are named after the letters that are drawn.
    let called = |rule: &&str| if rule.len() == 1 { rule.to_uppercase() } else { rule.replace('-', " ") };
    for plain in rules.iter().map(called) {
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

/// The number of cells of the grid that clues cover; lines of sight from outside do not count.
pub(super) fn covered(puzzle: &Puzzle, is_sight: impl Fn(&str) -> bool) -> usize {
    let clues = puzzle.clues.iter().flat_map(ClueTree::clues).filter(|clue| !is_sight(&clue.rule));
    let mut cells: Vec<Cell> = clues.flat_map(|clue| clue.args.iter().flat_map(|(_, arg)| arg.cells())).collect();
    cells.order();
    cells.dedup();
    cells.retain(|c| c.index() < puzzle.shape.len());
    cells.len()
}
