//! Rounds of solving for the ordinary 9x9 grid, computed with bit boards.

use super::class::Class;
use super::grid::{Grid, Places, Singles};
use super::patterns::{Gone, locked, subsets};
use super::rounds::{Ground, Move, RoundResult};
use super::trial::{nested, shortest};

impl Ground for Grid {
    fn open(&self) -> u32 {
        self.open.iter().map(|band| band.count_ones()).sum()
    }

    fn is_broken(&self) -> bool {
        self.broken
    }

    fn make(&mut self, class: Class) -> RoundResult {
        let tried = match class {
            Class::Region | Class::Line | Class::Cell => return RoundResult::of(fill(self, class)),
            Class::Locked => return RoundResult::of(remove(self, &locked(self))),
            Class::Pair => return RoundResult::of(remove(self, &subsets(self, 2))),
            Class::Triple => return RoundResult::of(remove(self, &subsets(self, 3))),
            Class::Quad => return RoundResult::of(remove(self, &subsets(self, 4))),
            Class::Trial => shortest(self),
            Class::Nested => nested(self),
            Class::SmallClue | Class::Clue | Class::WideClue | Class::Sums | Class::ClueAndHouses | Class::TwoClues => {
                None
            }
        };
        tried.map_or(RoundResult::Nothing, |found| RoundResult::Moves(found.layers, remove(self, &found.gone)))
    }
}

/// Fills in all cells whose values can be found by a step of this kind.
fn fill(grid: &mut Grid, class: Class) -> Vec<Move> {
    let mut found = grid.singles();
    if grid.broken {
        return Vec::new();
    }
    let none = [[0; 3]; 9];
    match class {
        Class::Region => {
            let last = grid.last();
            let alone: [Places; 9] = std::array::from_fn(|d| std::array::from_fn(|b| last[b] & found.cells[d][b]));
            found = Singles { cells: alone, lines: none, boxes: found.boxes };
        }
        Class::Line => found = Singles { lines: found.lines, ..Singles::default() },
        _ => found = Singles { cells: found.cells, ..Singles::default() },
    }
    let mut moves = Vec::new();
    found.each(|cell, digit| moves.push((cell as u16, digit as u8)));
    grid.fill(&found);
    moves
}

fn remove(grid: &mut Grid, gone: &Gone) -> Vec<Move> {
    let mut moves = Vec::new();
    for (digit, places) in gone.iter().enumerate() {
        for (band, &cells) in places.iter().enumerate() {
            let mut left = cells;
            while left != 0 {
                moves.push((27 * band as u16 + left.trailing_zeros() as u16, digit as u8));
                left &= left - 1;
            }
        }
        grid.remove(digit, places);
    }
    moves
}
