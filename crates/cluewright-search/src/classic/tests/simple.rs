//! A slow and simple solver, the reference for tests of the fast kernels. It branches on the cell with the fewest digits, and
//! does nothing else.

use super::super::board::{ALL, Candidates, Grid};

/// Calls `found` for every solution, in the order of the search, until `found` returns `false`.
pub(in super::super) fn solutions(puzzle: &Candidates, mut found: impl FnMut(&Grid) -> bool) {
    Simple::new(puzzle).search(&mut found);
}

/// Counts the solutions, up to `limit`.
pub(in super::super) fn count(puzzle: &Candidates, limit: u64) -> u64 {
    let mut n = 0;
    if limit > 0 {
        solutions(puzzle, |_| {
            n += 1;
            n < limit
        });
    }
    n
}

/// Like `count`, but gives up after filling in `steps` cells, because contradictions far from cells with few digits can take
/// hours.
pub(in super::super) fn count_within(puzzle: &Candidates, limit: u64, steps: u64) -> Option<u64> {
    let mut s = Simple { steps, ..Simple::new(puzzle) };
    let mut n = 0;
    s.search(&mut |_| {
        n += 1;
        n < limit
    });
    (s.steps > 0).then_some(n)
}

/// The first solution; `None` if filling in `steps` cells does not lead to one.
pub(in super::super) fn first_within(puzzle: &Candidates, steps: u64) -> Option<Grid> {
    let mut first = None;
    Simple { steps, ..Simple::new(puzzle) }.search(&mut |g| {
        first = Some(*g);
        false
    });
    first
}

struct Simple {
    /// The number of cells that may still be filled in.
    steps: u64,
    candidates: Candidates,
    /// The digits used in each row, column and box.
    used: [[u16; 9]; 3],
    grid: Grid,
}

impl Simple {
    fn new(puzzle: &Candidates) -> Self {
        Self { steps: u64::MAX, candidates: puzzle.map(|m| m & ALL), used: [[0; 9]; 3], grid: [0; 81] }
    }

    fn houses(cell: usize) -> [usize; 3] {
        let (r, c) = (cell / 9, cell % 9);
        [r, c, r / 3 * 3 + c / 3]
    }

    fn search(&mut self, found: &mut impl FnMut(&Grid) -> bool) -> bool {
        let mut best: Option<(u32, usize, u16)> = None;
        for cell in 0..81 {
            if self.grid[cell] != 0 {
                continue;
            }
            let [r, c, b] = Self::houses(cell);
            let free = self.candidates[cell] & !(self.used[0][r] | self.used[1][c] | self.used[2][b]);
            let n = free.count_ones();
            if best.is_none_or(|(m, ..)| n < m) {
                best = Some((n, cell, free));
                if n <= 1 {
                    break;
                }
            }
        }
        let Some((_, cell, mut free)) = best else {
            return found(&self.grid);
        };
        let [r, c, b] = Self::houses(cell);
        while free != 0 {
            let bit = free & free.wrapping_neg();
            free ^= bit;
            self.steps -= 1;
            if self.steps == 0 {
                return false;
            }
            self.grid[cell] = bit.trailing_zeros() as u8 + 1;
            self.used[0][r] |= bit;
            self.used[1][c] |= bit;
            self.used[2][b] |= bit;
            let go_on = self.search(found);
            self.used[0][r] ^= bit;
            self.used[1][c] ^= bit;
            self.used[2][b] ^= bit;
            if !go_on {
                return false;
            }
        }
        self.grid[cell] = 0;
        true
    }
}
