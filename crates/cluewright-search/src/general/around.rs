//! Finds the cells that see each other while a model is compiled.

use super::links::Links;
use crate::bits::{Double, Ones, double, double_words, words_for};
use cluewright_core::{Cell, Rows};

/// What is known about a set of mutually different cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetInfo {
    /// Whether the set holds every value.
    pub(super) house: bool,
    /// The values that the set's cells may hold, as bits.
    pub(super) values: u64,
    /// Whether a search may branch on the place of a value in the set. This requires that all cells of the set belong to the
    /// answer.
    pub(super) answer: bool,
}

/// Tables of the cells that see each other, for compiling a model.
pub(super) struct Around<'a> {
    /// The domains of the cells.
    pub(super) dom: &'a [u64],
    pub(super) links: &'a Links,
    pub(super) sets: &'a [SetInfo],
    pub(super) set_cells: &'a Rows,
    pub(super) sets_of: &'a Rows,
}

impl Around<'_> {
    /// The sets of different cells that contain a cell.
    pub(super) fn sets_of(&self, cell: Cell) -> &[u32] {
        self.sets_of.row(cell.index())
    }

    /// Whether sets or links make two cells hold different digits.
    pub(super) fn differ(&self, a: Cell, b: Cell) -> bool {
        let linked = self.links.differ(self.dom.len(), a.index(), b.index());
        linked.unwrap_or_else(|| self.sets_of(a).iter().any(|s| self.sets_of(b).contains(s)))
    }

    /// Adds to `seen` all cells that must hold a different digit from `cell`.
    pub(super) fn add_seen(&self, cell: Cell, seen: &mut [u64]) {
        let words = words_for(self.dom.len());
        if let Some(row) = self.links.unlike.get(cell.index() * words..(cell.index() + 1) * words) {
            seen.iter_mut().zip(row).for_each(|(all, row)| *all |= row);
            return;
        }
        for &s in self.sets_of(cell) {
            for &c in self.set_cells.row(s as usize).iter().filter(|&&c| c != u32::from(cell.0)) {
                seen[c as usize / 64] |= 1 << (c % 64);
            }
        }
    }

    /// The cells, in order, that must hold a different digit from every one of the given cells.
    pub(super) fn seeing_all(&self, cells: &[Cell]) -> Vec<u32> {
        let mut found = Vec::new();
        if self.links.unlike.is_empty() {
            return found;
        }
        let words = words_for(self.dom.len());
        for word in double_words(words) {
            let seen = |c: &Cell| double(&self.links.unlike, c.index() * words + word);
            let common = cells.iter().fold(Double::MAX, |all, c| all & seen(c));
            for other in Ones(common).map(|i| word * 64 + i) {
                if self.dom[other] >> 16 == 0 {
                    found.push(other as u32);
                }
            }
        }
        found
    }

    /// For each house that contains all of the given cells, the values of the house and the positions of its other cells in
    /// `around`.
    pub(super) fn houses(&self, cells: &[Cell], around: &[u32], sets_of: &[u32]) -> Vec<(u16, Vec<u16>)> {
        let mut found = Vec::new();
        for &s in sets_of {
            let (info, row) = (&self.sets[s as usize], self.set_cells.row(s as usize));
            let holds = |c: &Cell| row.contains(&u32::from(c.0));
            if !info.house || info.values >> 16 != 0 || row.len() <= cells.len() || !cells.iter().all(holds) {
                continue;
            }
            let others = row.iter().filter(|&&c| !cells.contains(&Cell(c as u16)));
            let places: Option<Vec<u16>> =
                others.map(|c| around.iter().position(|a| a == c).map(|i| i as u16)).collect();
            found.extend(places.map(|p| (info.values as u16, p)));
        }
        found
    }
}
