//! The direct consequences of candidates in nets: each candidate is set or removed in a copy of the grid, followed by a few rounds
//! of singles. Every consequence records the entries on which it depends.

use super::geometry::{Cells, PEERS, UNIT, UNITS_OF, bit, digits, each};
use super::grid::{Grid, Position};
use super::tables::{Node, Tables};

/// The number of rounds of singles after a premise.
const ROUNDS: usize = 4;

/// The state while following one premise.
struct Follow<'a> {
    position: &'a Position<'a>,
    tables: &'a mut Tables,
    grid: &'a mut Grid,
    premise: Node,
}

/// Fills the tables of all candidates.
pub(super) fn fill(position: &Position, tables: &mut Tables) {
    let mut grid = position.grid.clone();
    let mut singles = Vec::new();
    for cell in each(position.open) {
        for digit in digits(position.grid.candidates[cell]) {
            for on in [true, false] {
                grid.set(position.grid);
                let premise = tables.node(cell, digit, on);
                let mut follow = Follow { position, tables: &mut *tables, grid: &mut grid, premise };
                follow.premise(cell, digit, on);
                for _ in 0..ROUNDS {
                    follow.round(&mut singles);
                }
            }
        }
    }
}

impl Follow<'_> {
    fn premise(&mut self, cell: usize, digit: usize, on: bool) {
        if on {
            self.place(cell, digit, None);
            return;
        }
        self.grid.remove(cell, digit);
        self.add(cell, digit, false, [0; 5]);
        if self.grid.count(cell) == 1 {
            let last = self.grid.candidates[cell].trailing_zeros() as usize;
            self.place(cell, last, None);
        }
    }

    fn add(&mut self, cell: usize, digit: usize, on: bool, causes: [u16; 5]) {
        let node = self.tables.node(cell, digit, on);
        let Tables { info, of, .. } = &mut *self.tables;
        of[usize::from(self.premise)].add(info, node, causes);
    }

    /// Makes all naked singles and then all hidden singles that are in the queues at this point.
    fn round(&mut self, singles: &mut Vec<(usize, usize, bool)>) {
        singles.clear();
        let open = |grid: &Grid, cell: usize| grid.values[cell] == 0;
        let grid = &*self.grid;
        singles.extend(grid.naked.waiting().filter(|&(c, _)| open(grid, c)).map(|(c, d)| (c, d, true)));
        let mut taken: Cells = 0;
        for (cell, digit) in grid.hidden.waiting() {
            let alone = || UNITS_OF[cell].iter().any(|&u| grid.free[usize::from(u)][digit] == 1);
            if open(grid, cell) && taken & bit(cell) == 0 && alone() {
                taken |= bit(cell);
                singles.push((cell, digit, false));
            }
        }
        for &(cell, digit, naked) in &*singles {
            self.place(cell, digit, Some(naked));
        }
    }

    /// Fills a cell. `naked` is `None` for the premise itself, and for the last candidate left in the premise's cell, because these
    /// depend on nothing else.
    fn place(&mut self, cell: usize, digit: usize, naked: Option<bool>) {
        let around = self.position.cells[digit] & PEERS[cell];
        let others = self.grid.candidates[cell];
        // The unit with the fewest places left; among equals, rows come first, then columns, then boxes.
        let free = UNITS_OF[cell].map(|u| self.grid.free[usize::from(u)][digit]);
        let least = (0..3).min_by_key(|&k| free[k]).unwrap_or(0);
        self.grid.place(cell, digit);
        let index = self.tables.of[usize::from(self.premise)].entries.len() as u16;
        let causes = naked.map_or([0; 5], |naked| {
            if naked {
                let own = digits(self.position.grid.candidates[cell] & !(1 << digit)).map(|d| (cell, d));
                self.causes(own)
            } else {
                let unit = UNIT[usize::from(UNITS_OF[cell][least])];
                self.causes(each(around & unit).map(|c| (c, digit)))
            }
        });
        if self.is_candidate(cell, digit) {
            self.add(cell, digit, true, causes);
        }
        for other in each(around) {
            self.add(other, digit, false, [index, 0, 0, 0, 0]);
        }
        for d in digits(others & !(1 << digit)) {
            self.add(cell, d, false, [index, 0, 0, 0, 0]);
        }
    }

    fn is_candidate(&self, cell: usize, digit: usize) -> bool {
        self.position.grid.can(cell, digit)
    }

    /// The entries for at most five candidates that had to be false.
    fn causes(&self, off: impl Iterator<Item = (usize, usize)>) -> [u16; 5] {
        let table = &self.tables.of[usize::from(self.premise)];
        let mut causes = [0; 5];
        for (cause, (cell, digit)) in causes.iter_mut().zip(off) {
            *cause = table.position(self.tables.node(cell, digit, false)).unwrap_or(0) as u16;
        }
        causes
    }
}
