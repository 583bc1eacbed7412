//! Places for clues: how lines and cages grow, the edges, corners and lines of sight of a grid, and the slots that clues may not
//! share.

use cluewright_core::{Cell, Random, Shape, Sort};

/// The eight steps of a king; the first four are orthogonal.
const STEPS: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Every pair of cells that share an edge, in both orders.
pub(super) fn edges(shape: &Shape) -> Vec<Vec<Cell>> {
    let mut all = Vec::new();
    for cell in shape.cells() {
        for (down, right) in [(0, 1), (1, 0)] {
            if let Some(next) = shape.step(cell, down, right).filter(|n| *n > cell) {
                all.push(vec![cell, next]);
                all.push(vec![next, cell]);
            }
        }
    }
    all
}

/// Every block of two by two cells.
pub(super) fn corners(shape: &Shape) -> Vec<Vec<Cell>> {
    let block = |cell: Cell| {
        let place = shape.place(cell);
        shape.block(place.row, place.col, 2, 2)
    };
    shape.cells().map(block).filter(|block| block.len() == 4).collect()
}

/// The lines of sight from outside: whole rows and columns from either side, or diagonals of at least three cells.
pub(super) fn sights(shape: &Shape, diagonal: bool) -> Vec<Vec<Cell>> {
    let mut all = Vec::new();
    if !diagonal {
        for line in shape.rows().chain(shape.columns()).filter(|line| line.len() > 1) {
            let mut back = line.clone();
            back.reverse();
            all.push(line);
            all.push(back);
        }
        return all;
    }
    for grid in shape.grids() {
        let inside = |r: i32, c: i32| {
            let (r, c) = (r - i32::from(grid.top), c - i32::from(grid.left));
            r >= 0 && c >= 0 && r < i32::from(grid.height) && c < i32::from(grid.width)
        };
        for row in i32::from(grid.top)..i32::from(grid.top + grid.height) {
            for col in i32::from(grid.left)..i32::from(grid.left + grid.width) {
                for (down, right) in &STEPS[4..] {
                    if inside(row - down, col - right) {
                        continue;
                    }
                    let (mut r, mut c, mut line) = (row, col, Vec::new());
                    while inside(r, c) {
                        line.extend(shape.at(r, c));
                        (r, c) = (r + down, c + right);
                    }
                    if line.len() >= 3 {
                        all.push(line);
                    }
                }
            }
        }
    }
    all
}

/// The step from one cell to another: rows down, columns right. `None` if the cells do not touch.
fn step_of(shape: &Shape, from: Cell, to: Cell) -> Option<(i32, i32)> {
    STEPS.into_iter().find(|(down, right)| shape.step(from, *down, *right) == Some(to))
}

/// A random next cell for a line: a king's step from the line's end to a cell that is neither on the line nor in `taken`; the step
/// crosses neither of them. Straight continuations and orthogonal steps are preferred, and no turn exceeds a right angle.
pub(super) fn go_on(random: &mut Random, shape: &Shape, line: &[Cell], taken: &[Cell]) -> Option<Cell> {
    let end = *line.last()?;
    let heading = line.len().checked_sub(2).and_then(|i| step_of(shape, line[i], end));
    let mut found: Vec<(Cell, u64)> = Vec::new();
    for (at, (down, right)) in STEPS.into_iter().enumerate() {
        let Some(next) = shape.step(end, down, right).filter(|n| !line.contains(n) && !taken.contains(n)) else {
            continue;
        };
        if crosses(shape, end, next, line) || crosses(shape, end, next, taken) {
            continue;
        }
        let along = if at < 4 { 6 } else { 3 };
        let turn = heading.map_or(4, |(d, r)| match d * down + r * right {
            2 => 8,
            1 if (d, r) == (down, right) => 8,
            1 => 4,
            0 => 3,
            _ => 0,
        });
        found.push((next, along * turn));
    }
    pick(random, &found)
}

/// Whether the step between two cells crosses a step between consecutive cells of `list`.
fn crosses(shape: &Shape, from: Cell, to: Cell, list: &[Cell]) -> bool {
    let Some((down, right)) = step_of(shape, from, to).filter(|(down, right)| *down != 0 && *right != 0) else {
        return false;
    };
    let corner = |down: i32, right: i32| {
        let cell = shape.step(from, down, right)?;
        list.iter().position(|c| *c == cell)
    };
    matches!((corner(down, 0), corner(0, right)), (Some(a), Some(b)) if a.abs_diff(b) == 1)
}

/// A random cell beside the cage that can be added to it and is not in `taken`. Compact cages are more likely than long ones.
pub(super) fn grow(random: &mut Random, shape: &Shape, cage: &[Cell], taken: &[Cell]) -> Option<Cell> {
    let mut found: Vec<(Cell, u64)> = Vec::new();
    for &cell in cage {
        for (down, right) in &STEPS[..4] {
            let Some(next) = shape.step(cell, *down, *right) else { continue };
            if cage.contains(&next) || taken.contains(&next) {
                continue;
            }
            match found.iter_mut().find(|f| f.0 == next) {
                Some(known) => known.1 += 2,
                None => found.push((next, 2)),
            }
        }
    }
    pick(random, &found)
}

/// A random cell that touches `cell` and is not in `taken`.
pub(super) fn beside(random: &mut Random, shape: &Shape, cell: Cell, taken: &[Cell]) -> Option<Cell> {
    let near = STEPS.into_iter().filter_map(|(down, right)| shape.step(cell, down, right));
    let found: Vec<(Cell, u64)> = near.filter(|c| !taken.contains(c)).map(|c| (c, 1)).collect();
    pick(random, &found)
}

/// A random item, drawn by weight; `None` if all weights are 0.
pub(super) fn pick<T: Copy>(random: &mut Random, list: &[(T, u64)]) -> Option<T> {
    let all: u64 = list.iter().map(|l| l.1).sum();
    if all == 0 {
        return None;
    }
    let mut at = random.below(all);
    for (item, weight) in list {
        if at < *weight {
            return Some(*item);
        }
        at -= weight;
    }
    None
}

/// The part of the picture that a clue occupies: two clues with the same part would hide each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Slot {
    /// A cell of a cage.
    Cage(Cell),
    /// A cell of a line.
    Line(Cell),
    /// A corner that a line crosses diagonally, given by the first and the last of the four cells around the corner.
    Across(Cell, Cell),
    /// The edge between two cells, the cell with the smaller index first.
    Edge(Cell, Cell),
    /// The corner below and right of a cell.
    Corner(Cell),
    /// A cell by itself.
    Cell(Cell),
    /// The edge between a cell of a shape that must not touch others and another cell, the cell with the smaller index first.
    Gap(Cell, Cell),
    /// A cell of a clue whose kind has this index, if clues of that kind must not share cells.
    Apart(usize, Cell),
    /// A place outside the grid, given by the first two cells in its direction.
    Outside(Cell, Cell),
}

/// The slots of a line.
pub(super) fn line_slots(shape: &Shape, line: &[Cell], out: &mut Vec<Slot>) {
    out.extend(line.iter().map(|c| Slot::Line(*c)));
    for pair in line.windows(2) {
        if let Some((down, right)) = step_of(shape, pair[0], pair[1])
            && down != 0
            && right != 0
        {
            // The corner is identified by the first and the last of the four cells around it.
            let others = (shape.step(pair[0], down, 0), shape.step(pair[0], 0, right));
            let mut all = [Some(pair[0]), Some(pair[1]), others.0, others.1].into_iter().flatten().collect::<Vec<_>>();
            all.order();
            out.push(Slot::Across(all[0], all[all.len() - 1]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nine() -> Shape {
        Shape::square(9).expect("a usual size")
    }

    #[test]
    fn there_are_as_many_places_as_one_counts() {
        let shape = nine();
        assert_eq!(edges(&shape).len(), 2 * 144);
        assert_eq!(corners(&shape).len(), 64);
        assert_eq!(sights(&shape, false).len(), 36);
        // Each side has thirteen diagonals of three or more cells; each of them is seen from both ends.
        assert_eq!(sights(&shape, true).len(), 4 * 13);
    }

    #[test]
    fn lines_neither_meet_nor_cross_themselves() {
        let shape = nine();
        let mut random = Random::typed(3);
        for start in shape.cells() {
            let mut line = vec![start];
            while line.len() < 9
                && let Some(next) = go_on(&mut random, &shape, &line, &[])
            {
                line.push(next);
            }
            let mut slots = Vec::new();
            line_slots(&shape, &line, &mut slots);
            let count = slots.len();
            slots.order();
            slots.dedup();
            assert_eq!(slots.len(), count, "{line:?}");
        }
    }
}
