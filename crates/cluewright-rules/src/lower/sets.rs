//! The sets of different cells posted so far, by cell.

use cluewright_core::Cell;

const NONE: u32 = u32::MAX;

/// For each cell a chain of the sets it lies in, the last one first.
#[derive(Default)]
pub(super) struct SetsOf {
    sets: u32,
    /// By cell, where its chain begins.
    last: Vec<u32>,
    /// A set, and where the chain goes on.
    links: Vec<(u32, u32)>,
}

impl SetsOf {
    /// One more set.
    pub(super) fn add(&mut self, cells: &[Cell]) {
        for c in cells {
            if self.last.len() <= c.index() {
                self.last.resize((c.index() + 1).next_power_of_two(), NONE);
            }
            let link = self.links.len() as u32;
            self.links.push((self.sets, std::mem::replace(&mut self.last[c.index()], link)));
        }
        self.sets += 1;
    }

    /// The numbers of the sets a cell lies in.
    pub(super) fn of(&self, cell: Cell) -> impl Iterator<Item = u32> {
        let mut at = self.last.get(cell.index()).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            let &(set, next) = self.links.get(at as usize)?;
            at = next;
            Some(set)
        })
    }

    /// Do two cells share a set?
    pub(super) fn share(&self, a: Cell, b: Cell) -> bool {
        self.of(a).any(|s| self.of(b).any(|t| s == t))
    }
}
