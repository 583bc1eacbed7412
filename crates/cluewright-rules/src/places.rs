//! What a rule may ask about the grid: rows, neighbours, boxes and clues. None of the answers depend on the solution.

use crate::syntax::ast::Nearness;
use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Sort};
use std::collections::BTreeSet;

/// The geometry and the clues of one puzzle.
pub(crate) struct Places<'a> {
    pub(crate) puzzle: &'a Puzzle,
    /// All clues, indexed by number: the clues in clue trees in depth-first order, followed by the rules of the whole grid.
    pub(crate) clues: Vec<&'a Clue>,
    /// The numbers of the clues that must hold, which are the clues that are not inside an "any" or a "not".
    certain: Vec<u32>,
}

/// The number of clues in a tree.
pub(crate) fn clues_in(tree: &ClueTree) -> u32 {
    match tree {
        ClueTree::One(_) => 1,
        ClueTree::All(all) | ClueTree::Any(all) => all.iter().map(clues_in).sum(),
        ClueTree::Not(inner) => clues_in(inner),
    }
}

/// The number of the clue with this index.
fn number(clue: usize) -> u32 {
    u32::try_from(clue).expect("a clue takes more than a byte of memory")
}

/// A distance in rows or columns, or the number of a row or column; `None` if it does not fit into any possible grid.
fn distance(n: i64) -> Option<i32> {
    let side = i32::from(cluewright_core::shape::MAX_SIDE);
    i32::try_from(n).ok().filter(|n| (-side..=side).contains(n))
}

impl<'a> Places<'a> {
    pub(crate) fn new(puzzle: &'a Puzzle) -> Self {
        Self::with(puzzle, |_| true, |_| true)
    }

    /// The places of a puzzle in which rules see only selected clues and rules: `clue` and `rule` select them by their indices in
    /// the puzzle's lists. All clues and rules keep their numbers.
    pub(crate) fn with(puzzle: &'a Puzzle, clue: impl Fn(usize) -> bool, rule: impl Fn(usize) -> bool) -> Self {
        let mut places = Self { puzzle, clues: Vec::new(), certain: Vec::new() };
        for (i, tree) in puzzle.clues.iter().enumerate() {
            places.collect(tree, clue(i));
        }
        // Rules of the whole grid come last. They are included because some rules ask whether another rule is used.
        for (i, used) in puzzle.rules.iter().enumerate() {
            if rule(i) {
                places.certain.push(number(places.clues.len()));
            }
            places.clues.push(used);
        }
        places
    }

    fn collect(&mut self, tree: &'a ClueTree, certain: bool) {
        match tree {
            ClueTree::One(clue) => {
                if certain {
                    self.certain.push(number(self.clues.len()));
                }
                self.clues.push(clue);
            }
            ClueTree::All(all) => all.iter().for_each(|t| self.collect(t, certain)),
            ClueTree::Any(any) => any.iter().for_each(|t| self.collect(t, false)),
            ClueTree::Not(inner) => self.collect(inner, false),
        }
    }

    /// The numbers of all clues of a rule.
    pub(crate) fn clues_of(&self, rule: &str) -> Vec<u32> {
        self.certain.iter().copied().filter(|&i| self.clues[i as usize].rule == rule).collect()
    }

    /// Whether a clue of this rule contains all these cells.
    pub(crate) fn marked(&self, rule: &str, cells: &[Cell]) -> bool {
        let holds = |clue: &Clue, c: Cell| {
            clue.args.iter().any(|(_, arg)| match arg {
                Arg::Cell(x) => *x == c,
                Arg::Cells(list) => list.contains(&c),
                Arg::Lists(lists) => lists.iter().flatten().any(|x| *x == c),
                _ => false,
            })
        };
        self.certain
            .iter()
            .map(|&i| self.clues[i as usize])
            .any(|k| k.rule == rule && cells.iter().all(|&c| holds(k, c)))
    }

    /// In a puzzle of several grids, the usual name of a row, column or region, by its number within its own grid: see
    /// `Shape::within_grid`.
    pub(crate) fn within_grid(&self, number: i64, cells: &[Cell]) -> Option<String> {
        self.puzzle.shape.within_grid(usize::try_from(number).ok()?, cells)
    }

    /// The side length of the first grid (the longer side); if there is no grid, the number of digits.
    pub(crate) fn size(&self) -> i64 {
        self.puzzle.shape.grids().first().map_or(self.puzzle.digits.count as i64, |g| g.height.max(g.width) as i64)
    }

    /// The base in which `number(L)` reads digits: 10, or 100 if the puzzle has digits above 9.
    pub(crate) fn number_base(&self) -> i64 {
        if self.puzzle.digits.last() <= 9 { 10 } else { 100 }
    }

    pub(crate) fn rows(&self) -> Vec<Vec<Cell>> {
        self.puzzle.shape.rows().filter(|r| !r.is_empty()).collect()
    }

    pub(crate) fn columns(&self) -> Vec<Vec<Cell>> {
        self.puzzle.shape.columns().filter(|r| !r.is_empty()).collect()
    }

    pub(crate) fn boxes(&self) -> Vec<Vec<Cell>> {
        self.puzzle.shape.regions().filter(|r| !r.is_empty()).cloned().collect()
    }

    /// The usual name of these cells, such as `row 3`, `column 1` or `box 7`; `None` if they are not a row, a column or a box.
    pub(crate) fn house_name(&self, cells: &[Cell]) -> Option<String> {
        let find = |kind: &str, all: Vec<Vec<Cell>>| {
            all.iter().position(|one| one == cells).map(|i| format!("{kind} {}", i + 1))
        };
        find("row", self.rows()).or_else(|| find("column", self.columns())).or_else(|| find("box", self.boxes()))
    }

    /// Every 2x2 block of cells, in reading order of the blocks' top left corners.
    pub(crate) fn squares(&self) -> Vec<Vec<Cell>> {
        let shape = &self.puzzle.shape;
        let step = |c, d, r| shape.step(c, d, r).filter(|&x| x != c);
        shape
            .cells()
            .filter_map(|c| Some(vec![c, step(c, 0, 1)?, step(c, 1, 0)?, step(c, 1, 1)?]))
            .filter(|s| s[1] != s[2] && s[0] != s[3])
            .collect()
    }

    /// For each square grid, the diagonal from the top left corner, followed by the diagonal from the bottom left corner.
    pub(crate) fn diagonals(&self) -> Vec<Vec<Cell>> {
        let shape = &self.puzzle.shape;
        let mut all = Vec::new();
        for g in shape.grids().iter().filter(|g| g.width == g.height) {
            let n = g.width as i32;
            let at = |r: i32, c: i32| shape.at(g.top as i32 + r, g.left as i32 + c);
            all.push((0..n).filter_map(|i| at(i, i)).collect());
            all.push((0..n).filter_map(|i| at(n - 1 - i, i)).collect());
        }
        all
    }

    pub(crate) fn in_grid(&self, cell: Cell) -> bool {
        cell.index() < self.puzzle.shape.len()
    }

    /// The neighbours of a cell.
    pub(crate) fn near(&self, cell: Cell, near: Nearness) -> Vec<Cell> {
        if !self.in_grid(cell) {
            return Vec::new();
        }
        let mut all: Vec<Cell> =
            directions(near).filter_map(|(d, r)| self.puzzle.shape.step(cell, d, r)).filter(|&x| x != cell).collect();
        all.order();
        all.dedup();
        all
    }

    /// The cells that a leap of `a` cells in one direction and `b` cells in the other reaches, in reading order.
    pub(crate) fn leaps(&self, cell: Cell, a: i64, b: i64) -> impl Iterator<Item = Cell> + use<> {
        let mut all = [cell; 8];
        let mut count = 0;
        if let (true, Some(a), Some(b)) = (self.in_grid(cell), distance(a), distance(b)) {
            let (a, b) = (a.abs().min(b.abs()), a.abs().max(b.abs()));
            // The moves are listed row by row, so the resulting cells are in order unless the grid wraps around.
            let moves = [(-b, -a), (-b, a), (-a, -b), (-a, b), (a, -b), (a, b), (b, -a), (b, a)];
            for to in moves.into_iter().filter_map(|(d, r)| self.puzzle.shape.step(cell, d, r)) {
                if to != cell && !all[..count].contains(&to) {
                    all[count] = to;
                    count += 1;
                }
            }
            all[..count].order();
        }
        all.into_iter().take(count)
    }

    /// All pairs of a cell and another cell that `near` returns for it. Each pair occurs once, with the earlier cell first; if
    /// `both` is true, it occurs in both orders.
    pub(crate) fn pairs<I: IntoIterator<Item = Cell>>(
        &self,
        both: bool,
        near: impl Fn(Cell) -> I,
    ) -> Vec<(Cell, Cell)> {
        let mut all = Vec::new();
        for a in self.puzzle.shape.cells() {
            all.extend(near(a).into_iter().filter(|&b| both || a < b).map(|b| (a, b)));
        }
        all
    }

    /// The cells after `cell` in one direction.
    pub(crate) fn ray(&self, cell: Cell, down: i64, right: i64) -> Vec<Cell> {
        let mut all = Vec::new();
        let (true, Some(down), Some(right)) = (self.in_grid(cell), distance(down), distance(right)) else {
            return all;
        };
        let mut at = cell;
        while let Some(next) = self.puzzle.shape.step(at, down, right) {
            if next == cell || next == at {
                break;
            }
            all.push(next);
            at = next;
        }
        all
    }

    fn grid_of(&self, cell: Cell) -> Option<&cluewright_core::SubGrid> {
        if !self.in_grid(cell) {
            return None;
        }
        let place = self.puzzle.shape.place(cell);
        self.puzzle
            .shape
            .grids()
            .iter()
            .find(|g| (g.top..g.top + g.height).contains(&place.row) && (g.left..g.left + g.width).contains(&place.col))
    }

    /// The cells of the cell's row in the first grid that contains the cell.
    pub(crate) fn row(&self, cell: Cell) -> Vec<Cell> {
        let Some(g) = self.grid_of(cell) else { return Vec::new() };
        self.puzzle.shape.block(self.puzzle.shape.place(cell).row, g.left, 1, g.width)
    }

    /// The cells of the cell's column in the first grid that contains the cell.
    pub(crate) fn column(&self, cell: Cell) -> Vec<Cell> {
        let Some(g) = self.grid_of(cell) else { return Vec::new() };
        self.puzzle.shape.block(g.top, self.puzzle.shape.place(cell).col, g.height, 1)
    }

    /// The number of the cell's box, counted from 1; 0 if the cell is not in a box.
    pub(crate) fn box_number(&self, cell: Cell) -> usize {
        self.puzzle.shape.regions().filter(|r| !r.is_empty()).position(|r| r.contains(&cell)).map_or(0, |i| i + 1)
    }

    /// The cells of the cell's box; empty if the cell is not in a box.
    pub(crate) fn box_cells(&self, cell: Cell) -> Vec<Cell> {
        self.puzzle.shape.regions().find(|r| r.contains(&cell)).cloned().unwrap_or_default()
    }

    /// A list with the cell that is this many rows and columns away; empty if there is no such cell.
    pub(crate) fn beside(&self, cell: Cell, down: i32, right: i32) -> Vec<Cell> {
        self.puzzle.shape.step(cell, down, right).filter(|_| self.in_grid(cell)).into_iter().collect()
    }

    /// The row and the column of a cell, both counted from 1; (0, 0) for an extra cell. In a puzzle of several grids, rows and
    /// columns are counted across all grids.
    pub(crate) fn row_and_column(&self, cell: Cell) -> (i64, i64) {
        if !self.in_grid(cell) {
            return (0, 0);
        }
        let place = self.puzzle.shape.place(cell);
        (place.row as i64 + 1, place.col as i64 + 1)
    }

    /// The cell in this row and column, both counted from 1; `None` if there is no such cell.
    pub(crate) fn at(&self, row: i64, column: i64) -> Option<Cell> {
        self.puzzle.shape.at(distance(row)? - 1, distance(column)? - 1)
    }

    /// The cells in a rectangle whose top left corner is at `row` and `column`.
    pub(crate) fn block(&self, row: i64, column: i64, height: i64, width: i64) -> Vec<Cell> {
        let side = cluewright_core::shape::MAX_SIDE as i64;
        let mut all = Vec::new();
        for r in row.max(1)..=(row.saturating_add(height) - 1).min(side) {
            for c in column.max(1)..=(column.saturating_add(width) - 1).min(side) {
                all.extend(self.at(r, c));
            }
        }
        all
    }

    /// Whether a line ends in its first cell. A line that goes to a second cell and back is not closed.
    pub(crate) fn is_closed(line: &[Cell]) -> bool {
        line.len() > 3 && line.first() == line.last()
    }

    pub(crate) fn in_reading_order(mut cells: Vec<Cell>) -> Vec<Cell> {
        cells.order();
        cells
    }

    /// The cells without repetitions, in the order of their first occurrences.
    pub(crate) fn once(line: Vec<Cell>) -> Vec<Cell> {
        let mut seen = BTreeSet::new();
        line.into_iter().filter(|c| seen.insert(*c)).collect()
    }

    /// The pieces of a line that is cut wherever it leaves a region. Cells in no region are omitted. A closed line is cut only
    /// between regions. Pieces with a common cell are joined. Each piece contains each cell once, although a line may return to a
    /// cell, and a branching line retraces its branches.
    pub(crate) fn runs(line: &[Cell], regions: &[Vec<Cell>]) -> Vec<Vec<Cell>> {
        let region = |c: &Cell| regions.iter().position(|r| r.contains(c)).map_or(0, |i| i + 1);
        let mut line = line.to_vec();
        if Self::is_closed(&line) {
            line.pop();
            let border = (1..line.len()).find(|&i| region(&line[i]) != region(&line[i - 1]));
            line.rotate_left(border.unwrap_or(0));
        }
        let mut runs: Vec<Vec<Cell>> = Vec::new();
        let mut current = 0;
        for c in line {
            let now = region(&c);
            if now != 0 {
                if now == current {
                    runs.last_mut().expect("a box was entered").push(c);
                } else {
                    runs.push(vec![c]);
                }
            }
            current = now;
        }
        let mut whole: Vec<Vec<Cell>> = Vec::new();
        for run in runs {
            let meets = |other: &mut Vec<Cell>| run.iter().any(|c| other.contains(c));
            // The first piece that meets the new piece stays where it is, and absorbs the other pieces.
            let place = whole.iter_mut().position(meets).unwrap_or(whole.len());
            let met: Vec<Vec<Cell>> = whole.extract_if(place.., meets).collect();
            whole.insert(place, Self::once([met.concat(), run].concat()));
        }
        whole
    }
}

fn directions(near: Nearness) -> impl Iterator<Item = (i32, i32)> {
    (-1..=1).flat_map(|d| (-1..=1).map(move |r| (d, r))).filter(move |&(d, r)| match near {
        Nearness::Orthogonal => (d == 0) != (r == 0),
        Nearness::Diagonal => d != 0 && r != 0,
        Nearness::Touching => d != 0 || r != 0,
    })
}
