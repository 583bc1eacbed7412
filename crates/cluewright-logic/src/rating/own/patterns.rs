//! All locked candidates and subsets in a position of the ordinary grid.

#![allow(clippy::needless_range_loop, reason = "a band or digit is the place in several lists at once")]

use super::grid::{BAND, Grid, HOUSES, Places, peers};

/// The removed candidates: for each digit, the cells that lose the digit.
pub(super) type Gone = [Places; 9];

/// Candidates that see every remaining place for a digit in a house.
pub(super) fn locked(grid: &Grid) -> Gone {
    let mut gone = [[0; 3]; 9];
    for digit in 0..9 {
        for house in &HOUSES {
            // If a house has more than three places for a digit, no cell outside the house sees all of them.
            let mut seen = [BAND; 3];
            let mut count = 0;
            for &cell in house {
                if grid.has(usize::from(cell), digit) {
                    count += 1;
                    for (all, own) in seen.iter_mut().zip(peers(usize::from(cell))) {
                        *all &= own;
                    }
                }
            }
            if (2..=3).contains(&count) {
                for band in 0..3 {
                    gone[digit][band] |= seen[band] & grid.digits[digit][band];
                }
            }
        }
    }
    gone
}

/// The candidates that subsets of size n remove, for all such subsets: n cells of a house with only n digits (naked), n digits with
/// only n cells in a house (hidden), and n lines whose places for a digit lie in n crossing lines (fish).
pub(super) fn subsets(grid: &Grid, size: u32) -> Gone {
    let mut gone = [[0; 3]; 9];
    for house in &HOUSES {
        let cells: [u16; 9] = std::array::from_fn(|i| {
            let cell = usize::from(house[i]);
            if grid.is_open(cell) { grid.values(cell) } else { 0 }
        });
        let places = transposed(&cells);
        // A naked subset: remove its digits from the other cells of the house.
        choose(&cells, size, &mut |chosen, union| {
            for i in (0..9).filter(|i| chosen >> i & 1 == 0) {
                note(&mut gone, house[i], cells[i] & union);
            }
        });
        // A hidden subset: remove all other digits from its cells.
        choose(&places, size, &mut |chosen, union| {
            for i in (0..9).filter(|i| union >> i & 1 == 1) {
                note(&mut gone, house[i], cells[i] & !chosen);
            }
        });
    }
    for digit in 0..9 {
        let rows: [u16; 9] = std::array::from_fn(|row| {
            let open = grid.digits[digit][row / 3] & grid.open[row / 3];
            (open >> (9 * (row % 3)) & 0o777) as u16
        });
        let columns = transposed(&rows);
        choose(&rows, size, &mut |chosen, union| {
            for row in (0..9).filter(|row| chosen >> row & 1 == 0) {
                gone[digit][row / 3] |= u32::from(rows[row] & union) << (9 * (row % 3));
            }
        });
        choose(&columns, size, &mut |chosen, union| {
            for row in (0..9).filter(|row| union >> row & 1 == 1) {
                gone[digit][row / 3] |= u32::from(rows[row] & !chosen) << (9 * (row % 3));
            }
        });
    }
    gone
}

fn note(gone: &mut Gone, cell: u8, mut digits: u16) {
    while digits != 0 {
        gone[digits.trailing_zeros() as usize][usize::from(cell / 27)] |= 1 << (cell % 27);
        digits &= digits - 1;
    }
}

fn transposed(rows: &[u16; 9]) -> [u16; 9] {
    std::array::from_fn(|j| (0..9).fold(0, |all, i| all | (rows[i] >> j & 1) << i))
}

/// Calls `report` for each choice of `size` non-empty rows that together have `size` columns, passing the rows and the columns.
fn choose(rows: &[u16; 9], size: u32, report: &mut impl FnMut(u16, u16)) {
    fn go(rows: &[u16; 9], size: u32, from: usize, chosen: u16, union: u16, report: &mut impl FnMut(u16, u16)) {
        if chosen.count_ones() == size {
            if union.count_ones() == size {
                report(chosen, union);
            }
            return;
        }
        for i in from..9 {
            let wider = union | rows[i];
            if rows[i] != 0 && wider.count_ones() <= size {
                go(rows, size, i + 1, chosen | 1 << i, wider, report);
            }
        }
    }
    go(rows, size, 0, 0, 0, report);
}
