//! The values that the cells of a constraint forbid each other, for the proof checker.

use cluewright_core::{Cell, Model, Value, ValueSet};

/// The values that the cells of a constraint forbid each other: for each linked pair a row by value.
pub(crate) struct Near<'m> {
    rows: Vec<Forbids<'m>>,
    n: usize,
}

#[derive(Clone, Copy)]
enum Forbids<'m> {
    Nothing,
    /// It is the same cell.
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

    /// Only the exclusions within parts, given as lists of places.
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

    /// The values that cell number `at` with this value leaves to number `other`.
    pub(crate) fn leaves(&self, at: usize, value: Value, other: usize) -> u64 {
        match self.rows[at * self.n + other] {
            Forbids::Nothing => u64::MAX,
            Forbids::Others => ValueSet::of(value).0,
            Forbids::Row(row) => !row.get(value.index()).map_or(0, |set| set.0),
        }
    }

    /// Whether the two forbid each other anything.
    pub(crate) fn links(&self, at: usize, other: usize) -> bool {
        at != other && !matches!(self.rows[at * self.n + other], Forbids::Nothing)
    }
}
