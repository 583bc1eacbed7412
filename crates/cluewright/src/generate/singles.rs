//! Determines how far hidden and naked singles lead in a grid of houses. This takes a few microseconds; a test with all techniques
//! takes a thousand times as long. Only the rules of the houses are used, so there may be more singles.

use cluewright_core::{Cell, Model, Sort, Value};

/// The houses of a model.
#[derive(Debug)]
pub(super) struct Singles {
    houses: Vec<Vec<u16>>,
    /// For each cell: the cells that share a house with it.
    peers: Vec<Vec<u16>>,
    all: u64,
}

impl Singles {
    /// The houses of a model: its sets of different cells that contain every value. `None` if not all cells have the same values.
    pub(super) fn of(model: &Model, cells: usize) -> Option<Self> {
        let first = model.cells().first()?.domain;
        let grid = &model.cells()[..cells];
        if grid.iter().any(|cell| cell.domain != first) {
            return None;
        }
        let inside = |cell: &Cell| cell.index() < cells;
        let houses: Vec<Vec<u16>> = model
            .sets()
            .iter()
            .filter(|set| set.house && set.cells.iter().all(inside))
            .map(|set| set.cells.iter().map(|c| c.0).collect())
            .collect();
        let mut peers: Vec<Vec<u16>> = vec![Vec::new(); cells];
        for house in &houses {
            for &cell in house {
                peers[usize::from(cell)].extend(house.iter().copied().filter(|c| *c != cell));
            }
        }
        for list in &mut peers {
            list.order();
            list.dedup();
        }
        Some(Self { houses, peers, all: first.0 })
    }

    /// The cells that remain open when there are no more singles.
    pub(super) fn open(&self, givens: impl Iterator<Item = (Cell, Value)>) -> Vec<Cell> {
        let mut left = vec![self.all; self.peers.len()];
        let mut done = vec![false; self.peers.len()];
        let mut queue: Vec<(u16, u64)> = Vec::new();
        queue.extend(givens.map(|(cell, value)| (cell.0, 1 << value.index())));
        loop {
            while let Some((cell, bit)) = queue.pop() {
                let cell = usize::from(cell);
                if done[cell] {
                    continue;
                }
                (done[cell], left[cell]) = (true, bit);
                for &peer in &self.peers[cell] {
                    let at = usize::from(peer);
                    let before = left[at];
                    left[at] &= !bit;
                    if !done[at] && before != left[at] && left[at].is_power_of_two() {
                        queue.push((peer, left[at]));
                    }
                }
            }
            for house in &self.houses {
                let (mut once, mut twice) = (0u64, 0u64);
                for &cell in house {
                    let own = left[usize::from(cell)];
                    twice |= once & own;
                    once |= own;
                }
                let only = once & !twice;
                if only == 0 {
                    continue;
                }
                for &cell in house {
                    let bit = left[usize::from(cell)] & only;
                    if !done[usize::from(cell)] && bit.is_power_of_two() {
                        queue.push((cell, bit));
                    }
                }
            }
            if queue.is_empty() {
                return Cell::all(done.len()).filter(|c| !done[c.index()]).collect();
            }
        }
    }
}
