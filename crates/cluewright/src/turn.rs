//! Turns or mirrors a puzzle, with its clues and drawings.
//!
//! The cells of regions, givens, clues, drawings and a recorded solution are mapped; numbers, texts and rules of the whole grid
//! stay the same. Most rules mean the same on a turned grid, except those that distinguish rows from columns, or left from right.
//! [`Compiled::turned`] finds out whether a puzzle's rules are unaffected, by solving the turned puzzle.

use crate::compiled::Compiled;
use crate::error::Error;
use crate::solve::solve;
use cluewright_core::Fog;
use cluewright_core::drawing::Point;
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Place, Puzzle, Shape, Sort, Value};
use cluewright_search::{Limits, Verdict};

/// A rotation or reflection of a grid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// A quarter of a turn, clockwise.
    Quarter,
    /// Half a turn.
    Half,
    /// Three quarters of a turn, clockwise.
    ThreeQuarters,
    /// Left and right are exchanged.
    Horizontal,
    /// Top and bottom are exchanged.
    Vertical,
    /// Rows and columns are exchanged.
    Diagonal,
    /// Reflection in the rising diagonal.
    Antidiagonal,
}

impl Turn {
    /// All rotations and reflections.
    pub const ALL: [Self; 7] = [
        Self::Quarter,
        Self::Half,
        Self::ThreeQuarters,
        Self::Horizontal,
        Self::Vertical,
        Self::Diagonal,
        Self::Antidiagonal,
    ];

    /// Whether rows become columns.
    pub fn crosses(self) -> bool {
        matches!(self, Self::Quarter | Self::ThreeQuarters | Self::Diagonal | Self::Antidiagonal)
    }

    /// The image of a point in a plane whose last row and column are given.
    fn carry<N: Copy + std::ops::Sub<Output = N>>(self, (last_row, last_col): (N, N), (row, col): (N, N)) -> (N, N) {
        match self {
            Self::Quarter => (col, last_row - row),
            Self::Half => (last_row - row, last_col - col),
            Self::ThreeQuarters => (last_col - col, row),
            Self::Horizontal => (row, last_col - col),
            Self::Vertical => (last_row - row, col),
            Self::Diagonal => (col, row),
            Self::Antidiagonal => (last_col - col, last_row - row),
        }
    }

    /// The image of a place in a plane of this height and width.
    pub(crate) fn place(self, (height, width): (i32, i32), place: (i32, i32)) -> (i32, i32) {
        self.carry((height - 1, width - 1), place)
    }

    /// The image of a rotation angle, in degrees clockwise.
    fn angle(self, degrees: f64) -> f64 {
        let turned = match self {
            Self::Quarter => degrees + 90.0,
            Self::Half => degrees + 180.0,
            Self::ThreeQuarters => degrees + 270.0,
            Self::Horizontal | Self::Vertical => 360.0 - degrees,
            Self::Diagonal | Self::Antidiagonal => 450.0 - degrees,
        };
        turned.rem_euclid(360.0)
    }
}

/// The cells of a puzzle and their images.
struct Map {
    turn: Turn,
    plane: (i32, i32),
    /// For each cell of the grid: its image.
    cells: Vec<Cell>,
}

impl Map {
    fn cell(&self, cell: Cell) -> Cell {
        // Extra cells are not in the grid, and stay the same.
        self.cells.get(cell.index()).copied().unwrap_or(cell)
    }

    fn list(&self, cells: &[Cell]) -> Vec<Cell> {
        cells.iter().map(|&c| self.cell(c)).collect()
    }

    fn arg(&self, arg: &Arg) -> Arg {
        match arg {
            Arg::Cell(cell) => Arg::Cell(self.cell(*cell)),
            Arg::Cells(list) => Arg::Cells(self.list(list)),
            Arg::Lists(lists) => Arg::Lists(lists.iter().map(|list| self.list(list)).collect()),
            other => other.clone(),
        }
    }

    fn clue(&self, clue: &Clue) -> Clue {
        let args = clue.args.iter().map(|(name, arg)| (name.clone(), self.arg(arg)));
        Clue { rule: clue.rule.clone(), args: args.collect(), place: clue.place }
    }

    fn tree(&self, tree: &ClueTree) -> ClueTree {
        let all = |parts: &[ClueTree]| parts.iter().map(|part| self.tree(part)).collect();
        match tree {
            ClueTree::One(clue) => ClueTree::One(self.clue(clue)),
            ClueTree::All(parts) => ClueTree::All(all(parts)),
            ClueTree::Any(parts) => ClueTree::Any(all(parts)),
            ClueTree::Not(part) => ClueTree::Not(Box::new(self.tree(part))),
        }
    }

    fn point(&self, point: Point) -> Point {
        let (height, width) = self.plane;
        self.turn.carry((f64::from(height - 1), f64::from(width - 1)), point)
    }
}

/// The image of a shape, and the map of its cells.
fn shape(shape: &Shape, turn: Turn) -> Result<(Shape, Map), BadInput> {
    let plane = (i32::from(shape.height()), i32::from(shape.width()));
    let carried = |place: Place| {
        let (row, col) = turn.place(plane, (i32::from(place.row), i32::from(place.col)));
        // The images of places are inside the turned plane, so the conversion cannot fail.
        let on = |at: i32| u16::try_from(at).unwrap_or_default();
        Place { row: on(row), col: on(col) }
    };
    let (height, width) =
        if turn.crosses() { (shape.width(), shape.height()) } else { (shape.height(), shape.width()) };
    let places: Vec<Place> = shape.cells().map(|c| carried(shape.place(c))).collect();
    let mut there = vec![false; usize::from(height) * usize::from(width)];
    let at = |place: &Place| usize::from(place.row) * usize::from(width) + usize::from(place.col);
    for place in &places {
        there[at(place)] = true;
    }
    let mut turned = Shape::plane(height, width, |place| there[at(&place)])?;
    turned.set_wraps(shape.wraps());
    let cells = places.iter().map(|p| turned.at(i32::from(p.row), i32::from(p.col)));
    let cells: Vec<Cell> = cells.collect::<Option<_>>().ok_or_else(|| BadInput::new("the grid cannot be turned"))?;
    let map = Map { turn, plane, cells };
    for (number, grid) in shape.grids().iter().enumerate() {
        let first = carried(Place { row: grid.top, col: grid.left });
        let last = carried(Place { row: grid.top + grid.height - 1, col: grid.left + grid.width - 1 });
        let (top, left) = (first.row.min(last.row), first.col.min(last.col));
        let (height, width) = (first.row.max(last.row) - top + 1, first.col.max(last.col) - left + 1);
        turned.add_grid(&grid.name, top, left, height, width, 0, 0)?;
        let mut regions: Vec<Vec<Cell>> = grid.regions.iter().map(|region| map.list(region)).collect();
        for region in &mut regions {
            region.order();
        }
        regions.order();
        turned.set_regions(number, regions);
    }
    Ok((turned, map))
}

/// The puzzle turned or mirrored, with its clues and drawings. Rules about rows, columns, left or right then apply to the turned
/// grid: see [`Compiled::turned`]. Data of a foreign format are left out.
///
/// ```
/// use cluewright::turn::{Turn, turned};
/// use cluewright::formats;
/// let read = formats::read("12..34..2.....3.")?; // 4x4
/// let puzzle = turned(&read.puzzle, Turn::Half)?;
/// assert_eq!(puzzle.cell_name(puzzle.givens[0].cell), "r4c4");
/// # Ok::<(), cluewright::Error>(())
/// ```
///
/// Errors: such a grid cannot be turned.
pub fn turned(puzzle: &Puzzle, turn: Turn) -> Result<Puzzle, BadInput> {
    let (shape, map) = shape(&puzzle.shape, turn)?;
    let mut new = Puzzle { shape, foreign: None, ..puzzle.clone() };
    new.givens.iter_mut().for_each(|given| given.cell = map.cell(given.cell));
    new.progress.iter_mut().for_each(|progress| progress.cell = map.cell(progress.cell));
    new.rules = puzzle.rules.iter().map(|rule| map.clue(rule)).collect();
    new.clues = puzzle.clues.iter().map(|tree| map.tree(tree)).collect();
    for drawing in &mut new.drawings {
        drawing.lists.iter_mut().flatten().for_each(|point| *point = map.point(*point));
        let upright = drawing.kind == cluewright_core::drawing::DrawingKind::Text;
        if turn.crosses() && !upright && drawing.angle.is_none() {
            std::mem::swap(&mut drawing.width, &mut drawing.height);
        } else if !upright {
            drawing.angle = drawing.angle.map(|degrees| turn.angle(degrees));
        }
    }
    for cell in new.fog.iter_mut().flat_map(Fog::lists).flatten() {
        *cell = map.cell(*cell);
    }
    for (from, number) in puzzle.solution.iter().enumerate().take(map.cells.len()) {
        if let Some(to) = new.solution.get_mut(map.cells[from].index()) {
            *to = *number;
        }
    }
    Ok(new)
}

impl Compiled {
    /// This puzzle turned or mirrored; `None` if its rules do not allow that. They allow it if the turned puzzle has exactly one
    /// solution, the image of `solution`. `solution` contains at least the values of this puzzle's cells.
    ///
    /// Errors: the grid cannot be turned; a clue is invalid on the turned grid; or the limits were reached before the number of
    /// solutions was known.
    pub fn turned(&self, turn: Turn, solution: &[Value], limits: &Limits<'_>) -> Result<Option<Self>, Error> {
        let compiled = self.with_puzzle(turned(self.puzzle(), turn)?)?;
        let (_, map) = shape(&self.puzzle().shape, turn)?;
        let answer = solve(&compiled, limits);
        Ok(match &answer.value {
            Verdict::Unique(found) => {
                let mut same = Cell::all(self.puzzle().cell_count()).zip(solution);
                same.all(|(cell, value)| found[map.cell(cell).index()] == *value).then_some(compiled)
            }
            Verdict::None | Verdict::Multiple(..) => None,
            Verdict::Unknown(_) => return Err(Error::not_unique(answer.value, answer.stopped)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_of_an_oblong_grid_are_undone_by_their_opposites() {
        let text = "size 4x6\nboxes 2x3\ndigits 1-6\nclassic\nthermometer r1c1-r1c2-r2c2\nkiller-cage r3c5 r4c5 = 7\n";
        let puzzle = cluewright_formats::read(text).map(|read| read.puzzle);
        let Ok(mut puzzle) = puzzle else {
            // If the text cannot be read, test with the bare shape.
            let shape = Shape::rectangle(4, 6, 2, 3).expect("it can be");
            return undo(&mut Puzzle::new(shape, 6));
        };
        undo(&mut puzzle);
    }

    fn undo(puzzle: &mut Puzzle) {
        puzzle.foreign = None;
        for turn in Turn::ALL {
            let back = match turn {
                Turn::Quarter => Turn::ThreeQuarters,
                Turn::ThreeQuarters => Turn::Quarter,
                other => other,
            };
            let there = turned(puzzle, turn).expect("it can be turned");
            assert_eq!(there.shape.height(), if turn.crosses() { puzzle.shape.width() } else { puzzle.shape.height() });
            assert_eq!(turned(&there, back).expect("and back"), *puzzle, "{turn:?}");
        }
    }
}
