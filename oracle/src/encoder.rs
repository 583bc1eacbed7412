//! The variables of a model's candidates, and the constraints to check once the solver has found an assignment.

use crate::sat::Sat;
use cluewright_core::constraint::Kind;
use cluewright_core::{Cell, Model, Value};
use rustsat::types::Lit;

/// A constraint that is only checked: if `when`, it must hold.
pub(crate) struct Lazy<'m> {
    pub(crate) when: Lit,
    pub(crate) kind: &'m Kind,
}

pub(crate) struct Encoder<'m> {
    pub(crate) model: &'m Model,
    pub(crate) sat: Sat,
    pub(crate) lazy: Vec<Lazy<'m>>,
    /// The literals by cell and value; the literal of a value outside the cell's domain is never true.
    literals: Vec<Vec<Lit>>,
}

impl<'m> Encoder<'m> {
    pub(crate) fn new(model: &'m Model, conflicts: u64) -> Self {
        let mut sat = Sat::new(conflicts);
        let never = !sat.truth();
        let literals = model
            .cells()
            .iter()
            .map(|info| {
                let count = info.domain.max().map_or(0, |v| v.0 + 1);
                (0..count).map(|v| if info.domain.contains(Value(v)) { sat.fresh() } else { never }).collect()
            })
            .collect();
        Self { model, sat, lazy: Vec::new(), literals }
    }

    /// The literal "this cell holds this value".
    pub(crate) fn literal(&self, cell: Cell, value: Value) -> Lit {
        self.literals[cell.index()].get(value.index()).copied().unwrap_or(!self.sat.truth())
    }

    /// The values in a cell's domain with the numbers that they represent.
    pub(crate) fn numbers(&self, cell: Cell) -> Vec<(Value, i32)> {
        let info = &self.model.cells()[cell.index()];
        info.domain.iter().map(|v| (v, info.first + i32::from(v.0))).collect()
    }

    /// The literal "this cell holds this number".
    pub(crate) fn number(&self, cell: Cell, number: i32) -> Lit {
        let index = i64::from(number) - i64::from(self.model.cells()[cell.index()].first);
        u8::try_from(index).map_or(!self.sat.truth(), |i| self.literal(cell, Value(i)))
    }

    /// The assignment that the solver found, for every cell.
    pub(crate) fn values(&self) -> Vec<Value> {
        let held = |literals: &Vec<Lit>| literals.iter().position(|&l| self.sat.is_true(l));
        self.literals.iter().map(|l| Value::at(held(l).expect("every cell holds a value"))).collect()
    }

    /// Adds a clause: not all of these cells hold these values.
    pub(crate) fn forbid(&mut self, values: impl Iterator<Item = (Cell, Value)>) {
        let clause: Vec<Lit> = values.map(|(c, v)| !self.literal(c, v)).collect();
        self.sat.add(clause);
    }
}
