//! Tests readings on grids: on the recorded solution, which must satisfy every clue, and on other grids, which satisfy clues only
//! by chance.

use cluewright_core::{Cell, ClueTree, Puzzle, Random};
use cluewright_rules::{Ruleset, check_until};

/// The number of other grids on which a reading is tested.
const OTHERS: usize = 64;

/// Tests readings against grids.
pub(super) struct Judge<'a> {
    pub(super) rules: &'a Ruleset,
    /// The puzzle, reduced to its cells and digits.
    pub(super) puzzle: Puzzle,
    pub(super) solution: Option<Vec<i32>>,
    /// The solution (or a pattern) turned, shifted and with its digits exchanged: grids that satisfy clues only by chance.
    pub(super) others: Vec<Vec<i32>>,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Judge<'a> {
    pub(super) fn new(rules: &'a Ruleset, puzzle: &Puzzle, stop: &'a dyn Fn() -> bool) -> Self {
        let bare = Puzzle { digits: puzzle.digits, ..Puzzle::new(puzzle.shape.clone(), puzzle.digits.count) };
        let solution = recorded(puzzle);
        let others = match &solution {
            Some(solution) => others(&bare, solution),
            None => others(&bare, &pattern(&bare)),
        };
        Self { rules, puzzle: bare, solution, others, stop }
    }

    /// The puzzle with these clues and nothing else but its cells and digits.
    pub(super) fn bare(&self, clues: Vec<ClueTree>) -> Puzzle {
        Puzzle { clues, ..self.puzzle.clone() }
    }

    /// The indices of the clues that a grid breaks, 0 for a rule of the whole grid; `None` if that cannot be decided.
    pub(super) fn broken(&self, puzzle: &Puzzle, grid: &[i32]) -> Option<Vec<usize>> {
        let broken = check_until(self.rules, puzzle, grid, self.stop).ok()?;
        broken.into_iter().map(|b| usize::try_from(b.clue.unwrap_or(0)).ok()).collect()
    }
}

/// The recorded solution, if it is complete and clues can be tested on it.
pub(super) fn recorded(puzzle: &Puzzle) -> Option<Vec<i32>> {
    let solution: Option<Vec<i32>> = puzzle.solution.iter().copied().collect();
    solution.filter(|s| puzzle.extra.is_empty() && s.len() == puzzle.shape.len() && !s.is_empty())
}

/// A grid that resembles a solution: if rows have nine cells, each digit occurs once in a row.
fn pattern(puzzle: &Puzzle) -> Vec<i32> {
    let places = puzzle.shape.cells().map(|c| puzzle.shape.place(c));
    let number = |row: i32, col: i32| puzzle.digits.first + (row * 3 + row / 3 + col) % i32::from(puzzle.digits.count);
    places.map(|p| number(i32::from(p.row), i32::from(p.col))).collect()
}

fn others(puzzle: &Puzzle, solution: &[i32]) -> Vec<Vec<i32>> {
    let (shape, digits) = (&puzzle.shape, puzzle.digits);
    let side = i32::from(shape.height());
    let is_square = shape.height() == shape.width() && shape.len() == usize::from(shape.height()).pow(2);
    let mut random = Random::typed(0);
    let mut names: Vec<i32> = (digits.first..=digits.last()).collect();
    let turned = |cell: Cell, way: usize, shift: (i32, i32)| {
        let place = shape.place(cell);
        let (mut row, mut col) = (i32::from(place.row), i32::from(place.col));
        if is_square {
            (row, col) = ((row + shift.0) % side, (col + shift.1) % side);
            row = if way & 1 == 0 { row } else { side - 1 - row };
            col = if way & 2 == 0 { col } else { side - 1 - col };
            if way & 4 != 0 {
                (row, col) = (col, row);
            }
        }
        shape.at(row, col).map_or(0, |c| solution[c.index()])
    };
    let mut grid = |way: usize| {
        random.shuffle(&mut names);
        let mut shift = || i32::try_from(random.below(usize::from(shape.height()))).unwrap_or(0);
        let shift = (shift(), shift());
        let named = |d: i32| usize::try_from(d - digits.first).ok().and_then(|i| names.get(i)).copied().unwrap_or(d);
        shape.cells().map(|cell| named(turned(cell, way, shift))).collect()
    };
    (0..OTHERS).map(&mut grid).collect()
}
