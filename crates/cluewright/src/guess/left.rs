//! The drawings of a puzzle that did not become clues, described in everyday words.

use super::color::{Color, WORDS};
use super::figure::{Base, Body, Looks, figures, rounded};
use super::nouns::nouns;
use super::reading::described;
use cluewright_core::drawing::{Point, counted};
use cluewright_core::{Arg, Cell, Drawing, DrawingKind, Puzzle, Sort};
use std::collections::{BTreeMap, BTreeSet};

/// Drawings of one look.
pub(crate) struct Left {
    /// A name for the drawings: `4 grey lines`.
    pub(crate) name: String,
    /// The number of figures.
    pub(crate) count: usize,
    /// The cells where the figures are.
    pub(crate) cells: Vec<Cell>,
    /// The indexes of these drawings in the puzzle's list.
    pub(crate) drawings: Vec<usize>,
    /// Whether the drawings may be decoration, such as the colour behind a given.
    pub(crate) is_decoration: bool,
    /// The words for the drawings' colour.
    colors: Vec<&'static str>,
    /// The beginnings of words for the drawings' form.
    nouns: &'static [&'static str],
}

impl Left {
    /// Whether a sentence mentions the figures: it has a word for their form and, if it has any colour words, a word for their
    /// colour.
    pub(crate) fn is_named_by(&self, words: &[String]) -> bool {
        let begins = |word: &String| self.nouns.iter().any(|noun| word.starts_with(noun));
        let color = |word: &String| WORDS.contains(&word.as_str());
        let named = |word: &String| self.colors.contains(&word.as_str());
        words.iter().any(begins) && (words.iter().any(named) || !words.iter().any(color))
    }
}

/// The cells of a figure, and the drawings that it is made of.
type FigureParts = (Vec<Cell>, Vec<usize>);

/// The maximum number of drawings that are distinguished.
const MOST: usize = 4_000;

/// All drawings that did not become clues, grouped by appearance. A drawing on the cells of a clue is that clue's picture and is
/// omitted.
pub(crate) fn left(puzzle: &Puzzle) -> Vec<Left> {
    if puzzle.drawings.is_empty() {
        return Vec::new();
    }
    if puzzle.drawings.len() > MOST {
        return vec![rest(puzzle, (0..puzzle.drawings.len()).collect(), false)];
    }
    let clued = clued(puzzle);
    let givens: BTreeSet<Cell> = puzzle.givens.iter().map(|given| given.cell).collect();
    let mut used = vec![false; puzzle.drawings.len()];
    // Figures with the same name are reported together, even if they look different.
    let mut looks: BTreeMap<(String, bool), (Looks, Vec<FigureParts>)> = BTreeMap::new();
    for figure in figures(puzzle) {
        for drawing in &figure.drawings {
            used[*drawing] = true;
        }
        let mut cells: Vec<Cell> = figure.cells.concat();
        cells.order();
        cells.dedup();
        if !clued.contains(&cells) {
            let is_decoration = is_decoration(puzzle, &figure.looks, &cells, &givens);
            let name = described(&figure.looks, 1, None);
            let of = looks.entry((name, is_decoration)).or_insert_with(|| (figure.looks, Vec::new()));
            of.1.push((cells, figure.drawings));
        }
    }
    let mut all: Vec<Left> = looks.into_iter().map(|((_, plain), (looks, of))| of_looks(&looks, plain, of)).collect();
    let unused: Vec<usize> = (0..used.len()).filter(|i| !used[*i]).collect();
    let (inside, outline): (Vec<usize>, Vec<usize>) = unused.into_iter().partition(|i| {
        let drawing = &puzzle.drawings[*i];
        !points(drawing).all(is_on_border) && points(drawing).all(|at| cell(puzzle, at).is_some())
    });
    for (of, is_decoration) in [(inside, false), (outline, true)] {
        for kind in DrawingKind::ALL {
            let of: Vec<usize> = of.iter().copied().filter(|i| puzzle.drawings[*i].kind == kind).collect();
            if !of.is_empty() {
                all.push(rest(puzzle, of, is_decoration));
            }
        }
    }
    all
}

/// The cells of each clue.
fn clued(puzzle: &Puzzle) -> BTreeSet<Vec<Cell>> {
    let mut all = BTreeSet::new();
    for clue in puzzle.clues.iter().flat_map(|tree| tree.clues()).chain(&puzzle.rules) {
        let lists = clue.args.iter().flat_map(|(_, arg)| match arg {
            Arg::Lists(lists) => lists.clone(),
            _ => vec![arg.cells().collect()],
        });
        let whole = clue.args.iter().flat_map(|(_, arg)| arg.cells()).collect();
        for mut cells in lists.chain([whole]).filter(|cells| !cells.is_empty()) {
            cells.order();
            cells.dedup();
            all.insert(cells);
        }
    }
    all
}

/// Whether figures are decoration: the colour behind givens or behind the whole grid, white squares, an outline of the grid.
fn is_decoration(puzzle: &Puzzle, looks: &Looks, cells: &[Cell], givens: &BTreeSet<Cell>) -> bool {
    let is_white = looks.color.is_none() || looks.color == Color::parse("white");
    let is_silent = looks.word.is_empty() && !looks.numbered;
    match looks.base {
        Base::Shade => is_white || cells.len() == puzzle.shape.len() || cells.iter().all(|c| givens.contains(c)),
        Base::Cell | Base::Edge | Base::Corner => is_silent && is_white && matches!(looks.bodies[..], [Body::Square]),
        Base::Cage => is_silent && cells.len() == puzzle.shape.len(),
        _ => false,
    }
}

fn of_looks(looks: &Looks, is_decoration: bool, of: Vec<FigureParts>) -> Left {
    let count = of.len();
    let (mut cells, mut drawings): (Vec<Cell>, Vec<usize>) = (Vec::new(), Vec::new());
    for (at, from) in of {
        cells.extend(at);
        drawings.extend(from);
    }
    let colors = looks.color.map(Color::words).unwrap_or_default().to_vec();
    Left::new(described(looks, count, None), (count, is_decoration), cells, drawings, (colors, nouns(looks)))
}

/// Drawings that belong to no figure.
fn rest(puzzle: &Puzzle, drawings: Vec<usize>, is_decoration: bool) -> Left {
    let of: Vec<Drawing> = drawings.iter().map(|i| puzzle.drawings[*i].clone()).collect();
    let cells = of.iter().flat_map(points).filter_map(|at| cell(puzzle, at)).collect();
    let nouns = &["line", "arrow", "wall", "border", "fence", "symbol", "letter", "outline", "circle", "square"];
    Left::new(counted(&of), (of.len(), is_decoration), cells, drawings, (Vec::new(), nouns))
}

impl Left {
    fn new(
        name: String,
        (count, is_decoration): (usize, bool),
        mut cells: Vec<Cell>,
        mut drawings: Vec<usize>,
        (colors, nouns): (Vec<&'static str>, &'static [&'static str]),
    ) -> Self {
        cells.order();
        cells.dedup();
        drawings.order();
        drawings.dedup();
        Self { name, count, cells, drawings, is_decoration, colors, nouns }
    }
}

fn points(drawing: &Drawing) -> impl Iterator<Item = Point> {
    drawing.lists.iter().flatten().copied()
}

/// Whether a point is on a line of the grid.
fn is_on_border((row, col): Point) -> bool {
    let is_half = |n: f64| (n - n.floor() - 0.5).abs() < 0.05;
    is_half(row) || is_half(col)
}

fn cell(puzzle: &Puzzle, (row, col): Point) -> Option<Cell> {
    puzzle.shape.at(rounded(row)?, rounded(col)?)
}
