//! The part of a puzzle that a player sees through fog. Solvers and ratings use the whole puzzle; hints for the player are based on
//! the visible part ([`mod@crate::fog`]).

use cluewright_core::{Cell, Puzzle};

/// The cells of the grid, in reading order, that are visible to a player who has placed these digits; all cells if there is no fog.
///
/// A digit is correct if it agrees with the recorded solution; in a puzzle without a recorded solution, every digit counts as
/// correct. A digit that the player enters in the cell of a hidden given clears only that cell. This is how `SudokuPad` works.
///
/// ```
/// use cluewright::core::{Fog, Shape};
/// use cluewright::visible::visible;
/// use cluewright::{Cell, Puzzle};
/// let mut puzzle = Puzzle::new(Shape::square(4)?, 4);
/// assert_eq!(visible(&puzzle, &[]).len(), 16);
/// puzzle.fog = Some(Fog { lights: vec![Cell(0)], triggers: Vec::new() });
/// puzzle.solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1].map(Some).to_vec();
/// assert_eq!(visible(&puzzle, &[(Cell(0), 2)]), [Cell(0)]);
/// assert_eq!(visible(&puzzle, &[(Cell(0), 1)]), [0, 1, 4, 5].map(Cell));
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn visible(puzzle: &Puzzle, placed: &[(Cell, i32)]) -> Vec<Cell> {
    visible_by(puzzle, &puzzle.solution, placed)
}

/// Like `visible`, with another solution in place of the recorded one.
pub(crate) fn visible_by(puzzle: &Puzzle, solution: &[Option<i32>], placed: &[(Cell, i32)]) -> Vec<Cell> {
    let shape = &puzzle.shape;
    let Some(fog) = &puzzle.fog else { return shape.cells().collect() };
    let mut seen = vec![false; shape.len()];
    let mut see = |cell: Cell| {
        if let Some(seen) = seen.get_mut(cell.index()) {
            *seen = true;
        }
    };
    fog.lights.iter().copied().for_each(&mut see);
    let recorded = solution.iter().any(Option::is_some);
    let is_right = |cell: Cell, digit: i32| {
        let given = puzzle.givens.iter().find(|g| g.cell == cell && g.digits.len() == 1).map(|g| g.digits[0]);
        match solution.get(cell.index()).copied().flatten().or(given) {
            Some(right) => right == digit,
            None => !recorded,
        }
    };
    let right: Vec<Cell> =
        placed.iter().filter(|(cell, digit)| is_right(*cell, *digit)).map(|(cell, _)| *cell).collect();
    for trigger in &fog.triggers {
        if trigger.cells.iter().all(|cell| right.contains(cell)) {
            trigger.shows.iter().copied().for_each(&mut see);
        }
    }
    let around = (-1..=1).flat_map(|down| (-1..=1).map(move |across| (down, across)));
    for cell in right.into_iter().filter(|_| fog.triggers.is_empty()) {
        let given = puzzle.givens.iter().any(|g| g.cell == cell && g.digits.len() == 1);
        if given || cell.index() >= shape.len() {
            see(cell);
            continue;
        }
        let place = shape.place(cell);
        let (row, col) = (i32::from(place.row), i32::from(place.col));
        around.clone().filter_map(|(down, across)| shape.at(row + down, col + across)).for_each(&mut see);
    }
    shape.cells().filter(|cell| seen[cell.index()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_core::Shape;
    use cluewright_core::fog::{Fog, Trigger};
    use cluewright_core::puzzle::Given;

    #[test]
    fn triggers_wait_for_all_their_cells() {
        let mut puzzle = Puzzle::new(Shape::square(4).unwrap(), 4);
        let trigger = Trigger { cells: vec![Cell(0), Cell(5)], shows: vec![Cell(15)] };
        puzzle.fog = Some(Fog { lights: vec![Cell(3), Cell(99)], triggers: vec![trigger] });
        assert_eq!(visible(&puzzle, &[(Cell(0), 1)]), [Cell(3)]);
        assert_eq!(visible(&puzzle, &[(Cell(0), 1), (Cell(5), 1)]), [Cell(3), Cell(15)]);
        puzzle.solution = vec![None; 16];
        puzzle.solution[0] = Some(1);
        // A digit in a cell that the recorded solution leaves open never counts as correct.
        assert_eq!(visible(&puzzle, &[(Cell(0), 1), (Cell(5), 1)]), [Cell(3)]);
    }

    #[test]
    fn a_hidden_given_clears_itself() {
        let mut puzzle = Puzzle::new(Shape::square(4).unwrap(), 4);
        puzzle.fog = Some(Fog::default());
        puzzle.givens.push(Given { cell: Cell(5), digits: vec![2] });
        assert_eq!(visible(&puzzle, &[]), []);
        assert_eq!(visible(&puzzle, &[(Cell(5), 2)]), [Cell(5)]);
        assert_eq!(visible(&puzzle, &[(Cell(5), 1), (Cell(77), 1)]), []);
        assert_eq!(visible(&puzzle, &[(Cell(15), 3)]), [10, 11, 14, 15].map(Cell));
    }
}
