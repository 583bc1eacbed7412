//! Counts the solutions of a grid up to two, and returns the solution if it is unique: for techniques that assume uniqueness, and
//! for the last resort.

use super::geometry::{Cells, PEERS, UNIT, bit, each, first};

/// The values found so far and, for every digit, the cells that may still have the digit.
#[derive(Clone, Copy)]
struct Board {
    places: [Cells; 9],
    open: Cells,
    values: [u8; 81],
}

/// The unique solution for these values. The error is the number of solutions: 0, or 2 for two or more.
pub(super) fn only(values: &[u8; 81]) -> Result<[u8; 81], u8> {
    let mut board = Board { places: [super::geometry::ALL; 9], open: super::geometry::ALL, values: [0; 81] };
    for (cell, &value) in values.iter().enumerate() {
        if value != 0 && !board.place(cell, usize::from(value) - 1) {
            return Err(0);
        }
    }
    let (mut count, mut solution) = (0, [0; 81]);
    board.count(&mut count, &mut solution);
    if count == 1 { Ok(solution) } else { Err(count) }
}

impl Board {
    fn place(&mut self, cell: usize, digit: usize) -> bool {
        if self.places[digit] & bit(cell) == 0 {
            return false;
        }
        for places in &mut self.places {
            *places &= !bit(cell);
        }
        self.places[digit] &= !PEERS[cell];
        self.open &= !bit(cell);
        self.values[cell] = digit as u8 + 1;
        true
    }

    /// Fills in all singles. Returns false if there is a contradiction.
    fn singles(&mut self) -> bool {
        loop {
            // The cells with at least one candidate, and the cells with at least two.
            let (mut one, mut two) = (0, 0);
            for &places in &self.places {
                two |= one & places;
                one |= places;
            }
            if self.open & !one != 0 {
                return false;
            }
            let naked = one & !two;
            if naked != 0 {
                for cell in each(naked) {
                    let digit = (0..9).find(|&d| self.places[d] & bit(cell) != 0);
                    if digit.is_none_or(|digit| !self.place(cell, digit)) {
                        return false;
                    }
                }
                continue;
            }
            if !self.hidden() {
                return false;
            }
            if self.open == 0 {
                return true;
            }
            if self.settled() {
                return true;
            }
        }
    }

    /// Fills in one round of hidden singles, if there are no naked singles. Returns false if there is a contradiction.
    fn hidden(&mut self) -> bool {
        for digit in 0..9 {
            for unit in UNIT {
                let places = self.places[digit] & unit;
                if places.is_power_of_two() && !self.place(first(places), digit) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether no cell can be filled in without guessing.
    fn settled(&self) -> bool {
        let (mut one, mut two) = (0, 0);
        for &places in &self.places {
            two |= one & places;
            one |= places;
        }
        self.open & !two == 0
    }

    fn count(mut self, count: &mut u8, solution: &mut [u8; 81]) {
        if !self.singles() {
            return;
        }
        if self.open == 0 {
            if *count == 0 {
                *solution = self.values;
            }
            *count += 1;
            return;
        }
        let candidates = |cell: usize| self.places.iter().filter(|&&p| p & bit(cell) != 0).count();
        let Some(cell) = each(self.open).min_by_key(|&c| candidates(c)) else { return };
        for digit in 0..9 {
            let mut next = self;
            if *count < 2 && next.place(cell, digit) {
                next.count(count, solution);
            }
        }
    }
}
