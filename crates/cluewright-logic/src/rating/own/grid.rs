//! The ordinary 9x9 grid as bit boards: for each digit, the cells that may still hold the digit, with one word for each band of
//! three rows.
//!
//! A filled-in cell still counts as a place for its digit, so every house always has a place for every digit unless the position is
//! broken.

#![allow(clippy::needless_range_loop, reason = "a band or digit is the place in several lists at once")]

/// Masks for the nine cells of a row, for the nine cells of a box, and (`BAND`) for all 27 cells of a band.
const ROW: u32 = 0o777;
const BOX: u32 = 0o7_007_007;
/// All cells of a band.
pub(super) const BAND: u32 = 0o777_777_777;

/// A set of cells, or the places of a digit: one word for each band; bit `9 r + c` stands for the cell in row `r` and column `c` of
/// the band.
pub(super) type Places = [u32; 3];

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grid {
    /// The places of each digit.
    pub(super) digits: [Places; 9],
    /// The cells that are not filled in.
    pub(super) open: Places,
    /// Whether some cell has no possible digit, or some house has no place for a digit.
    pub(super) broken: bool,
}

/// The digits that can be filled in now: for each digit, the cells, grouped by how they are found.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Singles {
    pub(super) lines: [Places; 9],
    pub(super) boxes: [Places; 9],
    pub(super) cells: [Places; 9],
}

impl Singles {
    /// The cells of one digit in one band.
    fn of(&self, digit: usize, band: usize) -> u32 {
        self.lines[digit][band] | self.boxes[digit][band] | self.cells[digit][band]
    }

    /// Whether there are no singles.
    pub(super) fn is_empty(&self) -> bool {
        (0..9).all(|d| (0..3).all(|b| self.of(d, b) == 0))
    }

    /// Calls `report` with the cell and the digit of each single.
    pub(super) fn each(&self, mut report: impl FnMut(usize, usize)) {
        for digit in 0..9 {
            for band in 0..3 {
                let mut all = self.of(digit, band);
                while all != 0 {
                    report(band * 27 + all.trailing_zeros() as usize, digit);
                    all &= all - 1;
                }
            }
        }
    }
}

/// For each cell, the other cells of its row, column and box.
static PEERS: [Places; 81] = {
    let mut peers = [[0; 3]; 81];
    let mut cell = 0;
    while cell < 81 {
        let mut other = 0;
        while other < 81 {
            let near = cell / 9 == other / 9 || cell % 9 == other % 9 || box_of(cell) == box_of(other);
            if near && cell != other {
                peers[cell][other / 27] |= 1 << (other % 27);
            }
            other += 1;
        }
        cell += 1;
    }
    peers
};

/// The cells of the 27 houses: rows, columns, boxes.
pub(super) static HOUSES: [[u8; 9]; 27] = {
    let mut houses = [[0; 9]; 27];
    let mut filled = [0; 27];
    let mut cell: usize = 0;
    while cell < 81 {
        let own = [cell / 9, 9 + cell % 9, 18 + box_of(cell)];
        let mut i = 0;
        while i < 3 {
            houses[own[i]][filled[own[i]]] = cell as u8;
            filled[own[i]] += 1;
            i += 1;
        }
        cell += 1;
    }
    houses
};

/// The box of a cell.
pub(super) const fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// The cells that a cell sees.
pub(super) fn peers(cell: usize) -> &'static Places {
    &PEERS[cell]
}

impl Grid {
    /// The starting position, with the givens filled in (0 is an open cell).
    pub(super) fn new(givens: &[u8; 81]) -> Self {
        let mut grid = Self { digits: [[BAND; 3]; 9], open: [BAND; 3], broken: false };
        for (cell, &given) in givens.iter().enumerate() {
            if given > 0 {
                if !grid.has(cell, usize::from(given) - 1) {
                    grid.broken = true;
                }
                grid.put(cell, usize::from(given) - 1);
            }
        }
        grid
    }

    /// Whether the cell may hold the digit.
    pub(super) fn has(&self, cell: usize, digit: usize) -> bool {
        self.digits[digit][cell / 27] >> (cell % 27) & 1 == 1
    }

    /// Whether the cell is not filled in.
    pub(super) fn is_open(&self, cell: usize) -> bool {
        self.open[cell / 27] >> (cell % 27) & 1 == 1
    }

    /// Cells that are the last open cell of a row or column. (The last open cell of a box is already found as the only place for a
    /// digit.)
    pub(super) fn last(&self) -> Places {
        let (mut columns, mut again) = (0, 0);
        let mut last = [0; 3];
        for (band, &open) in self.open.iter().enumerate() {
            for row in 0..3 {
                let in_row = open >> (9 * row) & ROW;
                again |= columns & in_row;
                columns |= in_row;
                last[band] |= one(in_row) << (9 * row);
            }
        }
        let single = (columns & !again) * 0o1_001_001;
        std::array::from_fn(|band| last[band] | single & self.open[band])
    }

    /// The digits that a cell may hold, as bits.
    pub(super) fn values(&self, cell: usize) -> u16 {
        (0..9).fold(0, |all, d| all | u16::from(self.has(cell, d)) << d)
    }

    /// Fills in a cell.
    pub(super) fn put(&mut self, cell: usize, digit: usize) {
        let (band, bit) = (cell / 27, 1 << (cell % 27));
        for places in &mut self.digits {
            places[band] &= !bit;
        }
        let own = &mut self.digits[digit];
        for (places, seen) in own.iter_mut().zip(peers(cell)) {
            *places &= !seen;
        }
        own[band] |= bit;
        self.open[band] &= !bit;
    }

    /// Removes a digit from cells.
    pub(super) fn remove(&mut self, digit: usize, gone: &Places) {
        for (places, gone) in self.digits[digit].iter_mut().zip(gone) {
            *places &= !gone;
        }
    }

    /// The digits that are certain in this position; also determines whether the position is broken.
    pub(super) fn singles(&mut self) -> Singles {
        let mut found = Singles::default();
        let mut broken = false;
        let (mut once, mut twice) = ([0; 3], [0; 3]);
        for (digit, places) in self.digits.iter().enumerate() {
            for band in 0..3 {
                twice[band] |= once[band] & places[band];
                once[band] |= places[band];
            }
            // A digit that is filled in nine times needs no further work: the same digit twice in one house would have been removed
            // from both cells.
            let open = (0..3).any(|band| places[band] & self.open[band] != 0);
            if !open && places.iter().map(|band| band.count_ones()).sum::<u32>() == 9 {
                continue;
            }
            let (mut columns, mut again) = (0, 0);
            for band in 0..3 {
                let all = places[band];
                let open = all & self.open[band];
                let (mut lines, mut boxes) = (0, 0);
                for row in 0..3 {
                    let in_row = all >> (9 * row) & ROW;
                    again |= columns & in_row;
                    columns |= in_row;
                    broken |= in_row == 0;
                    lines |= one(in_row) << (9 * row);
                    let in_box = all & BOX << (3 * row);
                    broken |= in_box == 0;
                    boxes |= one(in_box);
                }
                found.lines[digit][band] = lines & open;
                found.boxes[digit][band] = boxes & open;
            }
            broken |= columns != ROW;
            let single = (columns & !again) * 0o1_001_001;
            for band in 0..3 {
                found.lines[digit][band] |= single & places[band] & self.open[band];
            }
        }
        for band in 0..3 {
            broken |= once[band] != BAND;
            let single = once[band] & !twice[band] & self.open[band];
            if single != 0 {
                for digit in 0..9 {
                    found.cells[digit][band] = single & self.digits[digit][band];
                }
            }
        }
        self.broken |= broken;
        found
    }

    /// Fills in all of these singles together. Two digits in one cell make the position broken.
    pub(super) fn fill(&mut self, found: &Singles) {
        let mut any = [0; 3];
        for band in 0..3 {
            for digit in 0..9 {
                let own = found.of(digit, band);
                self.broken |= any[band] & own != 0;
                any[band] |= own;
            }
            self.open[band] &= !any[band];
        }
        for digit in 0..9 {
            let own: Places = std::array::from_fn(|band| found.of(digit, band));
            for band in 0..3 {
                self.digits[digit][band] &= !any[band] | own[band];
            }
            for band in 0..3 {
                let mut left = own[band];
                while left != 0 {
                    let cell = band * 27 + left.trailing_zeros() as usize;
                    left &= left - 1;
                    for (places, seen) in self.digits[digit].iter_mut().zip(peers(cell)) {
                        *places &= !seen;
                    }
                }
            }
        }
    }
}

/// Returns the set unchanged if it has at most one member, otherwise the empty set.
fn one(set: u32) -> u32 {
    if set & set.wrapping_sub(1) == 0 { set } else { 0 }
}
