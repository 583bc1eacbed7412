//! Fog, which covers everything in hidden cells except the lines of the grid.

use crate::clues::Drawn;
use crate::drawings::extent;
use crate::grid;
use crate::scene::Scene;
use crate::svg::{CELL, Svg, length, number, unit};
use cluewright_core::{Cell, Drawing, DrawingKind, Shape};
use std::fmt::Write;

/// The cells that a drawing may touch, including one row or column beyond the grid.
fn places(drawing: &Drawing, shape: &Shape) -> Vec<(i32, i32)> {
    let (height, width) = (shape.height(), shape.width());
    let Some((low, high)) = extent(drawing, height.into(), width.into()) else { return Vec::new() };
    // A drawing that only touches the edge of a cell does not count as being in the cell.
    let edge = 0.01;
    #[allow(clippy::cast_possible_truncation, reason = "what lies far off the grid is not drawn")]
    let near = |from: f64, to: f64, end: u16| {
        ((from + edge).round() as i32).max(-1)..=((to - edge).round() as i32).min(i32::from(end))
    };
    let columns = near(low.1, high.1, width);
    near(low.0, high.0, height).flat_map(|row| columns.clone().map(move |col| (row, col))).collect()
}

/// The number of points tested on a segment of a line: several per cell.
const PARTS: i32 = 64;

/// Whether a drawing can be read while some cells of the grid are hidden. A line or an outline is legible if all its cells are
/// visible, any other mark if at least half of the cells that it touches are visible. So a dot between a visible and a hidden cell
/// is legible.
pub fn is_legible(drawing: &Drawing, shape: &Shape, hidden: &dyn Fn(Cell) -> bool) -> bool {
    if matches!(drawing.kind, DrawingKind::Line | DrawingKind::Arrow | DrawingKind::Cage) {
        #[allow(clippy::cast_possible_truncation, reason = "no cell is that far off")]
        let cell = |at: (f64, f64)| shape.at(at.0.round() as i32, at.1.round() as i32);
        let seen = |at| !cell(at).is_some_and(hidden);
        let between = |a: f64, b: f64, part: i32| a + (b - a) * f64::from(part) / f64::from(PARTS);
        let along = |a: (f64, f64), b: (f64, f64)| {
            (0..=PARTS).all(|part| seen((between(a.0, b.0, part), between(a.1, b.1, part))))
        };
        let all = |list: &Vec<(f64, f64)>| {
            let whole = drawing.kind == DrawingKind::Cage || list.windows(2).all(|pair| along(pair[0], pair[1]));
            whole && list.iter().all(|at| seen(*at))
        };
        return drawing.lists.iter().all(all);
    }
    let cells: Vec<Cell> = places(drawing, shape).into_iter().filter_map(|(row, col)| shape.at(row, col)).collect();
    let covered = cells.iter().filter(|cell| hidden(**cell)).count();
    covered * 2 <= cells.len()
}

/// Determines which drawings the fog of a scene hides.
pub(crate) struct Fog<'a> {
    scene: &'a Scene<'a>,
}

impl<'a> Fog<'a> {
    pub(crate) fn of(scene: &'a Scene<'_>) -> Self {
        Self { scene }
    }

    fn has(&self, cell: Cell) -> bool {
        self.scene.fog.binary_search(&cell).is_ok()
    }

    /// Whether any, and whether all, of the cells that a drawing may touch are hidden.
    fn hides(&self, drawing: &Drawing) -> (bool, bool) {
        if self.scene.fog.is_empty() {
            return (false, false);
        }
        let shape = &self.scene.puzzle.shape;
        let places = places(drawing, shape);
        let hidden = |&(row, col): &(i32, i32)| shape.at(row, col).is_some_and(|cell| self.has(cell));
        (places.iter().any(hidden), !places.is_empty() && places.iter().all(hidden))
    }

    /// Whether a drawing lies in hidden cells only.
    pub(crate) fn covers(&self, drawing: &Drawing) -> bool {
        self.hides(drawing).1
    }

    /// Removes clues that are completely hidden, and the words of clues that are partly hidden.
    pub(crate) fn leave(&self, clues: &mut Vec<Drawn>) {
        if self.scene.fog.is_empty() {
            return;
        }
        for clue in clues.iter_mut() {
            if clue.drawings.iter().any(|drawing| self.hides(drawing).0) {
                clue.words.clear();
            }
            clue.drawings.retain(|drawing| !self.covers(drawing));
        }
        clues.retain(|clue| !clue.drawings.is_empty());
    }

    /// The names of the hidden cells.
    pub(crate) fn words(&self) -> String {
        let names: Vec<String> = self.scene.fog.iter().map(|&c| self.scene.puzzle.cell_name(c)).collect();
        names.join(", ")
    }

    pub(crate) fn put(&self, svg: &mut Svg) {
        let (shape, (fill, stroke)) = (&self.scene.puzzle.shape, self.scene.theme.fog());
        let places = || self.scene.fog.iter().filter(|c| c.index() < shape.len()).map(|c| shape.place(*c));
        let (mut cells, mut strokes) = (String::new(), String::new());
        let side = number(CELL);
        for place in places() {
            let (row, col) = (f64::from(place.row), f64::from(place.col));
            let _ = write!(cells, "M{} {}h{side}v{side}h-{side}z", unit(col - 0.5), unit(row - 0.5));
            for along in [-0.36, -0.04, 0.28] {
                let (x, y) = (unit(col + along - 0.08), unit(row + along + 0.2));
                let _ = write!(strokes, "M{x} {y}l{} -{}", length(0.24), length(0.24));
            }
        }
        let _ = write!(svg.out, "<path d=\"{cells}\" fill=\"{fill}\"/>");
        let _ = write!(
            svg.out,
            "<path d=\"{strokes}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{}\"/>",
            length(0.03)
        );
        let near = |a: Option<Cell>, b: Option<Cell>| [a, b].into_iter().flatten().any(|cell| self.has(cell));
        grid::lines_where(svg, self.scene, false, &near);
        grid::lines_where(svg, self.scene, true, &near);
    }
}
