//! A grid being solved: candidates, values, counts per unit, and two queues of singles. The order in which singles are made affects
//! how many of them are full houses, so the queues keep the order of discovery: first the peers of a placed cell in ascending
//! order, then the units of the cell itself.

use super::geometry::{CELLS_OF, Cells, PEERS, UNITS_OF, bit, digits, each};

/// A queue of singles in the order of discovery. Entries for cells that are already filled are skipped when they are read.
#[derive(Clone, Default)]
pub(super) struct Queue {
    items: Vec<(u8, u8)>,
    head: usize,
}

impl Queue {
    fn push(&mut self, cell: usize, digit: usize) {
        self.items.push((cell as u8, digit as u8));
    }

    /// Removes the oldest single from the queue and returns it.
    pub(super) fn pop(&mut self) -> Option<(usize, usize)> {
        let (cell, digit) = *self.items.get(self.head)?;
        self.head += 1;
        if self.head >= self.items.len() {
            self.items.clear();
            self.head = 0;
        }
        Some((usize::from(cell), usize::from(digit)))
    }

    /// All singles in the queue, oldest first.
    pub(super) fn waiting(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.items[self.head..].iter().map(|&(cell, digit)| (usize::from(cell), usize::from(digit)))
    }

    /// Removes the oldest single for a digit in a unit.
    fn forget(&mut self, unit: u8, digit: usize) {
        let at = (self.head..self.items.len()).find(|&i| {
            let (cell, d) = self.items[i];
            usize::from(d) == digit && UNITS_OF[usize::from(cell)].contains(&unit)
        });
        if let Some(at) = at {
            self.items.remove(at);
        }
    }

    fn set(&mut self, other: &Self) {
        self.items.clone_from(&other.items);
        self.head = other.head;
    }
}

/// A grid with its candidates and values, and data derived from these.
#[derive(Clone)]
pub(super) struct Grid {
    /// The candidates of each open cell, with bit `d` for digit `d + 1`; 0 for filled cells.
    pub(super) candidates: [u16; 81],
    /// The digit (1-9) of each cell, or 0 if the cell is open.
    pub(super) values: [u8; 81],
    /// The cells with givens.
    pub(super) given: Cells,
    /// For each unit and digit: the number of remaining candidates.
    pub(super) free: [[i8; 9]; 27],
    pub(super) naked: Queue,
    pub(super) hidden: Queue,
    /// The number of cells without a value.
    pub(super) open: usize,
}

impl Grid {
    /// A grid with these givens: digits 1-9, and 0 for open cells.
    pub(super) fn new(givens: &[u8; 81]) -> Self {
        let mut grid = Self {
            candidates: [0x1ff; 81],
            values: [0; 81],
            given: 0,
            free: [[9; 9]; 27],
            naked: Queue::default(),
            hidden: Queue::default(),
            open: 81,
        };
        for (cell, &value) in givens.iter().enumerate() {
            if value != 0 {
                grid.place(cell, usize::from(value) - 1);
                grid.given |= bit(cell);
            }
        }
        grid
    }

    /// Makes this grid a copy of another grid, reusing its memory.
    pub(super) fn set(&mut self, other: &Self) {
        self.candidates = other.candidates;
        self.values = other.values;
        self.given = other.given;
        self.free = other.free;
        self.open = other.open;
        self.naked.set(&other.naked);
        self.hidden.set(&other.hidden);
    }

    /// Whether the digit (0-8) is a candidate of the cell.
    pub(super) fn can(&self, cell: usize, digit: usize) -> bool {
        self.candidates[cell] >> digit & 1 != 0
    }

    /// The number of candidates of the cell.
    pub(super) fn count(&self, cell: usize) -> u32 {
        self.candidates[cell].count_ones()
    }

    /// Removes a candidate, and queues new singles. If a cell loses its last candidate, the counts are not updated: the position is
    /// contradictory, and only searches that made an assumption continue from there.
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        if !self.can(cell, digit) {
            return;
        }
        self.candidates[cell] &= !(1 << digit);
        let left = self.candidates[cell];
        if left == 0 {
            return;
        }
        if left.is_power_of_two() {
            self.naked.push(cell, left.trailing_zeros() as usize);
        }
        for unit in UNITS_OF[cell] {
            let free = &mut self.free[usize::from(unit)][digit];
            *free -= 1;
            match *free {
                1 => self.note_hidden(unit, digit),
                0 => self.hidden.forget(unit, digit),
                _ => {}
            }
        }
    }

    /// Fills a cell and removes the digit from the cell's peers.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        if usize::from(self.values[cell]) == digit + 1 {
            return;
        }
        self.values[cell] = digit as u8 + 1;
        let had = self.candidates[cell];
        self.candidates[cell] = 0;
        self.open = self.open.saturating_sub(1);
        for peer in each(PEERS[cell]) {
            self.remove(peer, digit);
        }
        for d in digits(had) {
            for unit in UNITS_OF[cell] {
                let free = &mut self.free[usize::from(unit)][d];
                *free -= 1;
                if *free == 1 && d != digit {
                    self.note_hidden(unit, d);
                }
            }
        }
    }

    fn note_hidden(&mut self, unit: u8, digit: usize) {
        let cell = CELLS_OF[usize::from(unit)].iter().map(|&c| usize::from(c)).find(|&c| self.can(c, digit));
        if let Some(cell) = cell {
            self.hidden.push(cell, digit);
        }
    }
}

/// A grid with its candidates as sets of cells, as used by techniques harder than singles.
pub(super) struct Position<'a> {
    pub(super) grid: &'a Grid,
    /// For each digit: the cells that still have it as a candidate.
    pub(super) cells: [Cells; 9],
    /// The open cells.
    pub(super) open: Cells,
}

impl<'a> Position<'a> {
    pub(super) fn new(grid: &'a Grid) -> Self {
        let (mut cells, mut open) = ([0; 9], 0);
        for cell in 0..81 {
            for d in digits(grid.candidates[cell]) {
                cells[d] |= bit(cell);
            }
            if grid.values[cell] == 0 {
                open |= bit(cell);
            }
        }
        Self { grid, cells, open }
    }

    /// For each digit: the open cells that see no cell filled with this digit, including cells where the candidate has been
    /// eliminated.
    pub(super) fn allowed(&self) -> [Cells; 9] {
        let mut all = [self.open; 9];
        for cell in each(!self.open & super::geometry::ALL) {
            let value = usize::from(self.grid.values[cell]);
            all[value - 1] &= !PEERS[cell];
        }
        all
    }

    /// The cells with exactly this many candidates.
    pub(super) fn with_count(&self, count: u32) -> Cells {
        each(self.open).filter(|&c| self.grid.count(c) == count).fold(0, |set, c| set | bit(c))
    }
}
