//! Finds clues whose cells do not have the shape that their rule declares: for example, `clue edge E` means two cells with a common
//! edge. A clue of another shape still has a meaning, but it is rarely the intended meaning.

use crate::args::bind;
use crate::eval::constants;
use crate::places::Places;
use crate::ruleset::Ruleset;
use crate::syntax::ast::{Nearness, ParamKind, Shape};
use cluewright_core::shape::SubGrid;
use cluewright_core::{Arg, BadInput, Cell, Clue, Puzzle};

/// The maximum number of clues that are reported.
const MOST: usize = 20;

/// Returns a message for each clue whose cells do not have the shape given in the `clue` line of its rule, up to twenty messages.
/// Each message names the clue's position and the expected shape. The puzzle can still be solved.
///
/// ```
/// use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Shape};
/// use cluewright_rules::{Ruleset, misshapen};
/// let mut puzzle = Puzzle::new(Shape::square(4).unwrap(), 4);
/// let dot = |a, b| ClueTree::One(Clue::new("white-dot", vec![("E".into(), Arg::Cells(vec![Cell(a), Cell(b)]))]));
/// puzzle.clues = vec![dot(0, 1), dot(0, 15)];
/// let told = misshapen(&Ruleset::library(), &puzzle);
/// assert_eq!(told.len(), 1);
/// assert_eq!(told[0].message, "white-dot: `E` must be two cells with a common edge, but r1c1 and r4c4 have none");
/// ```
pub fn misshapen(rules: &Ruleset, puzzle: &Puzzle) -> Vec<BadInput> {
    let places = Places::new(puzzle);
    let all = puzzle.clues.iter().flat_map(cluewright_core::ClueTree::clues);
    all.filter_map(|clue| of_clue(rules, clue, &places)).take(MOST).collect()
}

/// The message about a clue's first parameter that has the wrong shape; `None` if all parameters have the right shape.
fn of_clue(rules: &Ruleset, clue: &Clue, places: &Places) -> Option<BadInput> {
    // A clue that cannot be used is reported as an error elsewhere.
    let rule = rules.needed(clue).ok()?;
    let bound = bind(rule, clue, places, constants).ok()?;
    let (param, expected) = rule.params.iter().zip(&bound).find_map(|(param, arg)| {
        let ParamKind::Shape(shape) = param.kind else { return None };
        let wrong = expected(shape, arg.as_ref()?, places)?;
        Some((&param.name, wrong))
    })?;
    let error = BadInput::new(format!("{}: `{param}` must be {expected}", clue.rule));
    Some(match clue.place {
        Some((line, column)) => error.at(line, column),
        None => error,
    })
}

/// Describes the shape, and how these cells differ from it; `None` if the cells have the shape, or if some of them are extra cells,
/// which have no position.
fn expected(shape: Shape, arg: &Arg, places: &Places) -> Option<String> {
    let lists: Vec<&[Cell]> = match arg {
        Arg::Cells(cells) => vec![cells],
        Arg::Lists(lists) => lists.iter().map(Vec::as_slice).collect(),
        _ => return None,
    };
    if lists.iter().any(|cells| cells.iter().any(|c| c.index() >= places.puzzle.shape.len())) {
        return None;
    }
    lists.into_iter().find_map(|cells| match shape {
        Shape::Edge => edge(cells, places),
        Shape::Corner => corner(cells, places),
        Shape::Line => line(cells, 2, places),
        Shape::Lines | Shape::Bulb => line(cells, 1, places),
        Shape::Outside => outside(cells, places),
        Shape::Cell | Shape::Cells | Shape::Cage | Shape::Lists | Shape::Map | Shape::Grid => None,
    })
}

fn edge(cells: &[Cell], places: &Places) -> Option<String> {
    let [a, b] = *cells else { return None };
    if places.near(a, Nearness::Orthogonal).contains(&b) {
        return None;
    }
    let name = |c| places.puzzle.cell_name(c);
    Some(format!("two cells with a common edge, but {} and {} have none", name(a), name(b)))
}

fn corner(cells: &[Cell], places: &Places) -> Option<String> {
    let around = |square: &Vec<Cell>| cells.iter().all(|c| square.contains(c));
    // In a corner of the grid, or next to holes, fewer than four cells surround a corner point.
    let touch = |&a: &Cell| cells.iter().all(|b| *b == a || places.near(a, Nearness::Touching).contains(b));
    if places.squares().iter().any(around) || cells.len() < 4 && cells.iter().all(touch) {
        return None;
    }
    Some(format!("the cells around one corner, but {} are not in one 2x2 square", named(cells, places)))
}

fn line(cells: &[Cell], least: usize, places: &Places) -> Option<String> {
    const IS: &str = "a line of cells, each touching the previous cell";
    if cells.len() < least {
        return Some(format!("{IS}, but {} is a single cell", named(cells, places)));
    }
    let apart = cells.windows(2).find(|w| !places.near(w[0], Nearness::Touching).contains(&w[1]))?;
    let name = |c| places.puzzle.cell_name(c);
    Some(format!("{IS}, but {} does not touch {}", name(apart[1]), name(apart[0])))
}

fn outside(cells: &[Cell], places: &Places) -> Option<String> {
    let shape = &places.puzzle.shape;
    // Accept rows and columns with holes, and rows of one cell.
    let backwards: Vec<Cell> = cells.iter().rev().copied().collect();
    if shape.rows().chain(shape.columns()).any(|line| line == cells || line == backwards) {
        return None;
    }
    if shape.wraps() || shape.grids().iter().any(|grid| crosses(cells, grid, places)) {
        return None;
    }
    Some(format!(
        "a row, a column or a diagonal from one side of the grid to the other, but {} {} not",
        named(cells, places),
        if cells.len() == 1 { "is" } else { "are" }
    ))
}

/// Whether these cells form a straight line across a grid, from one side to another.
fn crosses(cells: &[Cell], grid: &SubGrid, places: &Places) -> bool {
    let place = |c: Cell| {
        let at = places.puzzle.shape.place(c);
        (i32::from(at.row) - i32::from(grid.top), i32::from(at.col) - i32::from(grid.left))
    };
    let inside =
        |(r, c): (i32, i32)| (0..i32::from(grid.height)).contains(&r) && (0..i32::from(grid.width)).contains(&c);
    let at: Vec<(i32, i32)> = cells.iter().map(|&c| place(c)).collect();
    let goes = |(down, right): (i32, i32)| {
        let straight = at.windows(2).all(|w| (w[1].0 - w[0].0, w[1].1 - w[0].1) == (down, right));
        let (first, last) = (at[0], at[at.len() - 1]);
        straight && !inside((first.0 - down, first.1 - right)) && !inside((last.0 + down, last.1 + right))
    };
    match at[..] {
        // A diagonal across a corner of the grid may consist of a single cell, but a clue with only one cell more often lacks its
        // other cells by mistake.
        [] | [_] => false,
        [a, b, ..] => at.iter().all(|&p| inside(p)) && goes((b.0 - a.0, b.1 - a.1)) && step(a, b),
    }
}

/// Whether the step from `a` to `b` is a king's move.
fn step(a: (i32, i32), b: (i32, i32)) -> bool {
    (a.0 - b.0).abs().max((a.1 - b.1).abs()) == 1
}

/// The names of the first few cells.
fn named(cells: &[Cell], places: &Places) -> String {
    const SHOWN: usize = 4;
    let names: Vec<String> = cells.iter().take(SHOWN).map(|&c| places.puzzle.cell_name(c)).collect();
    match names.split_last() {
        None => "no cell".to_owned(),
        Some((last, [])) => last.clone(),
        Some(_) if cells.len() > SHOWN => format!("{} and so on", names.join(", ")),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}
