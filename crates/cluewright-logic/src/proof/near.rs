//! The exclusions between the cells of a constraint, for the proof checker.

use cluewright_core::{Cell, Model, Value, ValueSet};

/// The exclusions between the cells of a constraint: for each linked pair of cells, the values of the second cell that
/// each value of the first forbids.
pub(crate) struct Near<'m> {
    rows: Vec<Forbids<'m>>,
    n: usize,
}

#[derive(Clone, Copy)]
enum Forbids<'m> {
    Nothing,
    /// The two cells are the same cell, so every other value is forbidden.
    Others,
    Row(&'m [ValueSet]),
}

impl<'m> Near<'m> {
    pub(crate) fn new(model: &'m Model, cells: &[Cell]) -> Self {
        let network = model.network();
        let row = |a: Cell, b: Cell| {
            let near = network.neighbours(a);
            match near.binary_search_by_key(&b, |x| x.cell) {
                _ if a == b => Forbids::Others,
                Ok(at) => Forbids::Row(&near[at].forbids),
                Err(_) => Forbids::Nothing,
            }
        };
        Self { rows: cells.iter().flat_map(|&a| cells.iter().map(move |&b| row(a, b))).collect(), n: cells.len() }
    }

    /// Only the exclusions within `parts`, which are lists of cell indices.
    pub(crate) fn in_parts(model: &'m Model, cells: &[Cell], parts: &[Vec<usize>]) -> Self {
        let mut near = Self::new(model, cells);
        let together = |i: usize, j: usize| parts.iter().any(|p| p.contains(&i) && p.contains(&j));
        for i in 0..cells.len() {
            for j in (0..cells.len()).filter(|&j| !together(i, j)) {
                near.rows[i * cells.len() + j] = Forbids::Nothing;
            }
        }
        near
    }

    /// The values (as bits) that are left for the cell at index `other` if the cell at index `at` has this value.
    pub(crate) fn leaves(&self, at: usize, value: Value, other: usize) -> u64 {
        match self.rows[at * self.n + other] {
            Forbids::Nothing => u64::MAX,
            Forbids::Others => ValueSet::of(value).0,
            Forbids::Row(row) => !row.get(value.index()).map_or(0, |set| set.0),
        }
    }

    /// Whether the two cells are different and some value of one forbids a value of the other.
    pub(crate) fn links(&self, at: usize, other: usize) -> bool {
        at != other && !matches!(self.rows[at * self.n + other], Forbids::Nothing)
    }
}
