//! Draws the extra cells of a solution. A grid of extra cells is drawn as its rule defines; an extra cell with a place outside the
//! grid shows its number.

use crate::clues::{Drawn, is_seen, marked, middle};
use crate::scene::{Numbers, Scene};
use cluewright_core::drawing::Point;
use cluewright_core::puzzle::Args;
use cluewright_core::{Arg, Cell, Clue, Drawing, DrawingKind, Shape};
use cluewright_rules::look::{Form, Mark, look_of_extra};

/// The colour of cells with the value 1 (rather than 0), if the rule defines no drawing.
const SHADE: &str = "#D8E4F4";

/// The drawings of all extra cells of a scene.
pub(crate) fn extras(scene: &Scene<'_>) -> Vec<Drawn> {
    let drawn = |held: &Numbers| {
        let mut drawings = grid(scene, held);
        drawings.extend(beside(scene, held));
        Drawn { words: held.extra.name.clone(), drawings }
    };
    scene.extra.iter().map(drawn).filter(|drawn| !drawn.drawings.is_empty()).collect()
}

/// The values of extra cells that have no place in the picture, as text: one line per name.
pub(crate) fn lines(scene: &Scene<'_>) -> String {
    let placeless = |held: &&Numbers| {
        !held.extra.is_grid() && !held.extra.cells.iter().flatten().any(|&c| is_seen(scene.puzzle, c))
    };
    let line = |held: &Numbers| {
        let number = held.numbers.iter().flatten().next()?;
        Some(format!("\n{} = {number}", held.extra.name))
    };
    scene.extra.iter().filter(placeless).filter_map(line).collect()
}

fn text(at: Point, size: f64, number: i32) -> Drawing {
    let mut text = Drawing::new(DrawingKind::Text, vec![vec![at]]);
    (text.text, text.size) = (number.to_string(), Some(size));
    text
}

fn beside(scene: &Scene<'_>, held: &Numbers) -> Vec<Drawing> {
    let cells = held.extra.cells.iter().zip(&held.numbers);
    let seen = cells.filter_map(|(cell, number)| cell.filter(|&c| is_seen(scene.puzzle, c)).zip(*number));
    seen.map(|(cell, number)| text(middle(scene.puzzle, cell), 0.5, number)).collect()
}

/// The drawings of a grid of extra cells, in the cells of the puzzle's grid.
fn grid(scene: &Scene<'_>, held: &Numbers) -> Vec<Drawing> {
    let Some((rule, name)) = &held.extra.look else { return Vec::new() };
    let look = scene.rules.rule(rule).and_then(|rule| {
        let mut marks = look_of_extra(rule).ok()?;
        marks.retain(|mark| mark.shows(rule) == Some(name));
        Some(marks).filter(|marks| !marks.is_empty())
    });
    let cells = || scene.puzzle.shape.cells().zip(&held.numbers).filter_map(|(cell, number)| Some((cell, (*number)?)));
    let Some(marks) = look else {
        let shades = cells().all(|(_, number)| (0..=1).contains(&number));
        return cells().filter_map(|(cell, number)| usual(middle(scene.puzzle, cell), number, shades)).collect();
    };
    let of = |wanted: &dyn Fn(&Mark) -> bool| -> Vec<Mark> { marks.iter().filter(|m| wanted(m)).cloned().collect() };
    let mut out = Vec::new();
    for (cell, number) in cells() {
        let here = of(&|m| m.form != Form::Regions && m.only.as_ref().is_none_or(|(_, only)| *only == number));
        // The value is the first argument. Because the value has no cells, marks are placed in the only cell.
        let args: Args = vec![(name.clone(), Arg::Number(number.into())), (String::new(), Arg::Cell(cell))];
        out.extend(marked(scene.puzzle, &Clue::new(rule.clone(), args), &here));
    }
    out.extend(of(&|m| m.form == Form::Regions).iter().map(|mark| borders(&scene.puzzle.shape, held, mark)));
    out
}

/// The default drawing of a number: a shade if the only numbers are 0 and 1, otherwise a small number in the corner that clues
/// leave free.
fn usual(at: Point, number: i32, shades: bool) -> Option<Drawing> {
    match (shades, number) {
        (true, 1) => Some(Drawing::shade(at, SHADE)),
        (true, _) => None,
        (false, _) => Some(text((at.0 + 0.35, at.1 + 0.35), 0.22, number)),
    }
}

/// Lines between neighbours with different known numbers, and at the border of the extra cells.
fn borders(shape: &Shape, held: &Numbers, mark: &Mark) -> Drawing {
    let of = |c: Cell| (held.extra.cells[c.index()].is_some(), held.numbers[c.index()]);
    let at = |row: i32, col: i32| shape.at(row, col).map(of);
    let mut lists = Vec::new();
    for cell in shape.cells() {
        let (row, col) = Drawing::middle(shape.place(cell));
        let (r, c) = (i32::from(shape.place(cell).row), i32::from(shape.place(cell).col));
        let (has, number) = of(cell);
        let parted = |other: Option<(bool, Option<i32>)>| {
            other.is_some_and(|other| other.0 != has || other.1.zip(number).is_some_and(|(a, b)| a != b))
        };
        if parted(at(r, c + 1)) {
            lists.push(vec![(row - 0.5, col + 0.5), (row + 0.5, col + 0.5)]);
        }
        if parted(at(r + 1, c)) {
            lists.push(vec![(row + 0.5, col - 0.5), (row + 0.5, col + 0.5)]);
        }
    }
    let mut borders = Drawing::new(DrawingKind::Line, lists);
    (borders.color, borders.width) = ("#000000".to_owned(), Some(mark.width.unwrap_or(0.06)));
    if !mark.color.is_empty() {
        borders.color.clone_from(&mark.color);
    }
    borders
}
