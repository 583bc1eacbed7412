//! The geometry of a puzzle: one or more grids on a plane, perhaps with holes, regions, and wrap-around.

use crate::cell::Cell;
use crate::error::BadInput;
use std::cmp::Ordering;

/// The position of a cell on the plane, counted from 0. `r1c1` is row 0, column 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The row, counted from 0 at the top.
    pub row: u16,
    /// The column, counted from 0 at the left.
    pub col: u16,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.col + 1)
    }
}

/// One grid on the plane: a rectangle of cells and its regions (boxes). Grids may overlap, as in a samurai puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SubGrid {
    /// The grid's name: empty if it is the only grid, otherwise a short name (`A`, `centre`).
    pub name: String,
    /// The grid's top row on the plane, counted from 0.
    pub top: u16,
    /// The grid's left column on the plane, counted from 0.
    pub left: u16,
    /// The number of rows.
    pub height: u16,
    /// The number of columns.
    pub width: u16,
    /// The grid's regions in reading order of their first cells, each with its cells in reading order. A cell need not be in a
    /// region.
    pub regions: Vec<Vec<Cell>>,
}

/// The cells of a puzzle and the grids that they form.
///
/// ```
/// use cluewright_core::Shape;
/// let shape = Shape::square(9).unwrap();
/// assert_eq!(shape.len(), 81);
/// assert_eq!(shape.grids()[0].regions.len(), 9);
/// assert_eq!(shape.rows().count(), 9);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    height: u16,
    width: u16,
    places: Vec<Place>,
    /// The index of the cell at `row * width + col`, or `NONE`.
    index: Vec<u16>,
    grids: Vec<SubGrid>,
    wraps: bool,
}

const NONE: u16 = u16::MAX;
/// The maximum number of rows of a plane, and also the maximum number of columns.
pub const MAX_SIDE: u16 = 128;

impl Shape {
    /// Creates a plane of `height` by `width`, with a cell at every place for which `present` returns true, and without grids.
    pub fn plane(height: u16, width: u16, present: impl Fn(Place) -> bool) -> Result<Self, BadInput> {
        if height == 0 || width == 0 || height > MAX_SIDE || width > MAX_SIDE {
            return Err(BadInput::new(format!("a grid of {height}x{width} is not possible"))
                .hint(format!("a grid has from 1 to {MAX_SIDE} rows and columns")));
        }
        let mut shape = Self { height, width, places: Vec::new(), index: Vec::new(), grids: Vec::new(), wraps: false };
        for row in 0..height {
            for col in 0..width {
                let place = Place { row, col };
                if present(place) {
                    shape.index.push(Cell::at(shape.places.len()).0);
                    shape.places.push(place);
                } else {
                    shape.index.push(NONE);
                }
            }
        }
        Ok(shape)
    }

    /// Creates a plane filled by a single grid of `height` by `width` cells, with regions of `box_height` by `box_width` cells
    /// (0: no regions).
    pub fn rectangle(height: u16, width: u16, box_height: u16, box_width: u16) -> Result<Self, BadInput> {
        let mut shape = Self::plane(height, width, |_| true)?;
        shape.add_grid("", 0, 0, height, width, box_height, box_width)?;
        Ok(shape)
    }

    /// Creates an `n` by `n` grid with the usual boxes. Their height is the largest divisor of `n` that does not exceed the
    /// square root of `n`. If `n` is prime, there are no boxes.
    pub fn square(n: u16) -> Result<Self, BadInput> {
        let (h, w) = usual_box(n).unwrap_or((0, 0));
        Self::rectangle(n, n, h, w)
    }

    /// Adds a grid at (`top`, `left`) with boxes of the given size (0: no regions).
    #[allow(clippy::too_many_arguments)] // four numbers describe the rectangle, two the boxes
    pub fn add_grid(
        &mut self,
        name: &str,
        top: u16,
        left: u16,
        height: u16,
        width: u16,
        box_height: u16,
        box_width: u16,
    ) -> Result<(), BadInput> {
        if top as u32 + height as u32 > self.height as u32 || left as u32 + width as u32 > self.width as u32 {
            return Err(BadInput::new(format!("the grid {name} reaches outside the plane")));
        }
        let mut regions = Vec::new();
        if box_height > 0 && box_width > 0 {
            if !height.is_multiple_of(box_height) || !width.is_multiple_of(box_width) {
                return Err(BadInput::new(format!(
                    "boxes of {box_height}x{box_width} do not tile a grid of {height}x{width}"
                ))
                .hint("choose a box size that divides the grid, or draw the regions"));
            }
            for r in (0..height).step_by(box_height as usize) {
                for c in (0..width).step_by(box_width as usize) {
                    regions.push(self.block(top + r, left + c, box_height, box_width));
                }
            }
        }
        self.grids.push(SubGrid { name: name.to_owned(), top, left, height, width, regions });
        Ok(())
    }

    /// Replaces the regions of grid `grid`.
    pub fn set_regions(&mut self, grid: usize, regions: Vec<Vec<Cell>>) {
        self.grids[grid].regions = regions;
    }

    /// Sets whether rows and columns continue on the other side (a torus), so that neighbours and leaps wrap around.
    pub fn set_wraps(&mut self, wraps: bool) {
        self.wraps = wraps;
    }

    /// Whether neighbours wrap around the edges.
    pub fn wraps(&self) -> bool {
        self.wraps
    }

    /// The number of rows of the plane.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// The number of columns of the plane.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether the shape has no cells.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// All cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        Cell::all(self.places.len())
    }

    /// The place of a grid cell.
    pub fn place(&self, cell: Cell) -> Place {
        self.places[cell.index()]
    }

    /// The cell at a row and column (from 0), or `None` if there is none. Does not wrap.
    pub fn at(&self, row: i32, col: i32) -> Option<Cell> {
        if row < 0 || col < 0 || row >= self.height as i32 || col >= self.width as i32 {
            return None;
        }
        let c = self.index[row as usize * self.width as usize + col as usize];
        (c != NONE).then_some(Cell(c))
    }

    /// The cell `down` rows below and `right` columns to the right of `cell`, or `None` if there is none. Wraps around if the
    /// shape does.
    pub fn step(&self, cell: Cell, down: i32, right: i32) -> Option<Cell> {
        let place = self.place(cell);
        let (mut row, mut col) = ((place.row as i32).saturating_add(down), (place.col as i32).saturating_add(right));
        if self.wraps {
            row = row.rem_euclid(self.height as i32);
            col = col.rem_euclid(self.width as i32);
        }
        self.at(row, col)
    }

    /// The grids, in the order they were added.
    pub fn grids(&self) -> &[SubGrid] {
        &self.grids
    }

    /// The cells in a rectangle of the plane, in reading order.
    pub fn block(&self, top: u16, left: u16, height: u16, width: u16) -> Vec<Cell> {
        let mut cells = Vec::with_capacity(height as usize * width as usize);
        for r in top..top + height {
            cells.extend((left..left + width).filter_map(|c| self.at(r as i32, c as i32)));
        }
        cells
    }

    /// The rows of every grid, grid by grid, from top to bottom; holes are left out.
    pub fn rows(&self) -> impl Iterator<Item = Vec<Cell>> + '_ {
        self.grids.iter().flat_map(|g| (0..g.height).map(|r| self.block(g.top + r, g.left, 1, g.width)))
    }

    /// The columns of every grid, grid by grid, from left to right; holes are left out.
    pub fn columns(&self) -> impl Iterator<Item = Vec<Cell>> + '_ {
        self.grids.iter().flat_map(|g| (0..g.width).map(|c| self.block(g.top, g.left + c, g.height, 1)))
    }

    /// The regions of every grid, grid by grid. A region shared by several grids is listed once.
    pub fn regions(&self) -> impl Iterator<Item = &Vec<Cell>> + '_ {
        let all = || self.grids.iter().flat_map(|g| &g.regions);
        all().enumerate().filter(move |(i, r)| !all().take(*i).any(|x| x == *r)).map(|(_, r)| r)
    }

    /// In a puzzle with several grids, the name that people would use for a row, column or region of one grid: `3 of the lower
    /// left grid`. `cells` is the row, column or region that has `number` (from 1) in the puzzle's list of all rows, columns or
    /// regions. `None` for other cells, and in a puzzle with a single grid.
    ///
    /// ```
    /// use cluewright_core::Shape;
    /// let mut two = Shape::plane(4, 8, |_| true).unwrap();
    /// two.add_grid("A", 0, 0, 4, 4, 2, 2).unwrap();
    /// two.add_grid("B", 0, 4, 4, 4, 2, 2).unwrap();
    /// let row = two.rows().nth(5).unwrap();
    /// assert_eq!(two.within_grid(6, &row).unwrap(), "2 of the right grid");
    /// assert_eq!(two.within_grid(2, &row), None);
    /// ```
    pub fn within_grid(&self, number: usize, cells: &[Cell]) -> Option<String> {
        let at = number.checked_sub(1).filter(|_| self.grids.len() > 1)?;
        let is = |found: Option<Vec<Cell>>| found.is_some_and(|found| found == cells);
        let full = |line: &Vec<Cell>| !line.is_empty();
        let line = is(self.rows().filter(full).nth(at)) || is(self.columns().filter(full).nth(at));
        if !line && !is(self.regions().nth(at).cloned()) {
            return None;
        }
        self.grids.iter().enumerate().find_map(|(i, g)| {
            let row = |r: &u16| self.block(g.top + r, g.left, 1, g.width) == cells;
            let column = |c: &u16| self.block(g.top, g.left + c, g.height, 1) == cells;
            let line = (0..g.height).find(row).or_else(|| (0..g.width).find(column)).map(usize::from);
            let here = line.or_else(|| g.regions.iter().position(|r| r == cells))?;
            Some(format!("{} of {}", here + 1, self.grid_name(i)))
        })
    }

    /// The grid's name by the position of its middle on the plane: `the upper left grid`. If several grids have the same
    /// position, the name is `grid A`, or `grid 2` if the grid has no name of its own.
    fn grid_name(&self, grid: usize) -> String {
        let side = |grid: &SubGrid| {
            let (row, col) = (2 * grid.top + grid.height, 2 * grid.left + grid.width);
            let (down, right) = (row.cmp(&self.height), col.cmp(&self.width));
            match (down, right) {
                (Ordering::Equal, Ordering::Equal) => "middle grid",
                (Ordering::Less, Ordering::Equal) => "upper grid",
                (Ordering::Greater, Ordering::Equal) => "lower grid",
                (Ordering::Equal, Ordering::Less) => "left grid",
                (Ordering::Equal, Ordering::Greater) => "right grid",
                (Ordering::Less, Ordering::Less) => "upper left grid",
                (Ordering::Less, Ordering::Greater) => "upper right grid",
                (Ordering::Greater, Ordering::Less) => "lower left grid",
                (Ordering::Greater, Ordering::Greater) => "lower right grid",
            }
        };
        let here = &self.grids[grid];
        if self.grids.iter().filter(|g| side(g) == side(here)).count() == 1 {
            return format!("the {}", side(here));
        }
        match here.name.as_str() {
            "" => format!("grid {}", grid + 1),
            name => format!("grid {name}"),
        }
    }
}

/// The usual box of an `n` by `n` grid: (height, width), where the height is the largest divisor of `n` that does not exceed the
/// square root of `n`. `None` if `n` is prime or 1: such a grid has no boxes.
///
/// ```
/// assert_eq!(cluewright_core::shape::usual_box(6), Some((2, 3)));
/// assert_eq!(cluewright_core::shape::usual_box(7), None);
/// ```
pub fn usual_box(n: u16) -> Option<(u16, u16)> {
    (2..=n).take_while(|&h| h as u32 * h as u32 <= n as u32).filter(|h| n.is_multiple_of(*h)).last().map(|h| (h, n / h))
}
