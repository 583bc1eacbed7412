//! Fog: it covers what is drawn in hidden cells, and lets the lines of the grid be seen.

use crate::clues::Drawn;
use crate::drawings::extent;
use crate::grid;
use crate::scene::Scene;
use crate::svg::{CELL, Svg, length, number, unit};
use cluewright_core::{Cell, Drawing};
use std::fmt::Write;

/// Where fog is.
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

    /// Of the cells of the grid that a drawing may touch: is one hidden, and are all?
    fn hides(&self, drawing: &Drawing) -> (bool, bool) {
        let shape = &self.scene.puzzle.shape;
        let extent = extent(drawing, shape.height().into(), shape.width().into());
        let Some((low, high)) = extent.filter(|_| !self.scene.fog.is_empty()) else { return (false, false) };
        // What only borders on a cell is not in it.
        let edge = 0.01;
        #[allow(clippy::cast_possible_truncation, reason = "what lies far off the grid is not drawn")]
        let near = |from: f64, to: f64, end: u16| {
            (((from + edge).round() as i32).max(-1), ((to - edge).round() as i32).min(i32::from(end)))
        };
        let (top, bottom) = near(low.0, high.0, shape.height());
        let (left, right) = near(low.1, high.1, shape.width());
        let places = (top..=bottom).flat_map(|row| (left..=right).map(move |col| (row, col)));
        let (mut any, mut all) = (false, top <= bottom && left <= right);
        for (row, col) in places {
            let hidden = shape.at(row, col).is_some_and(|cell| self.has(cell));
            (any, all) = (any || hidden, all && hidden);
        }
        (any, all)
    }

    /// Does a drawing lie in hidden cells only?
    pub(crate) fn covers(&self, drawing: &Drawing) -> bool {
        self.hides(drawing).1
    }

    /// Clues without what is wholly hidden; one that is not wholly seen is not said in words.
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
