//! Implements a joint table as a premise of a step.

use super::check;
use super::said::{Case, Joint};
use super::table::{Bar, Conclusion, Table};
use super::units::{Clue, Unit};
use crate::board::state::State;
use crate::step::premise::{Clause, Premise};
use cluewright_core::{Candidate, Cell, Model, OriginId, Sort, ValueSet};

/// The remaining ways are listed if there are at most this many.
const LISTED: usize = 6;
/// The ways with one removed candidate are listed if there are at most this many.
const FEW: usize = 3;
/// At most this many removed candidates are explained individually.
const SPELLED: usize = 6;

impl Joint {
    pub(super) fn new(table: &Table<'_>, units: &[&Unit], conclusion: &Conclusion) -> Self {
        let open = |i: &usize| table.view.values(table.cells[*i]).len() > 1;
        let open: Vec<usize> = (0..table.cells.len()).filter(open).collect();
        let pick = |row: &usize| open.iter().map(|&i| table.rows[*row][i]).collect();
        let few = conclusion.kept.len() <= LISTED;
        let left = conclusion.kept.iter().filter(|_| few).map(pick).collect();
        let case = |&candidate: &Candidate| {
            let rows = table.with(candidate);
            let other = |row: &usize| {
                let cells = open.iter().filter(|&&i| table.cells[i] != candidate.cell);
                cells.map(|&i| (table.cells[i], table.rows[*row][i])).collect()
            };
            let ways = rows.iter().filter(|_| rows.len() <= FEW).map(other).collect();
            let how = match (rows.is_empty(), conclusion.bars.as_slice()) {
                (false, [bar]) => table.how(&rows, *bar),
                _ => None,
            };
            let squeezed = if rows.is_empty() { squeezed(table, candidate) } else { Vec::new() };
            Case { candidate, count: rows.len(), ways, squeezed, how }
        };
        Self {
            clues: units.iter().map(|u| u.clue.clone()).collect(),
            cells: table.cells.to_vec(),
            bars: conclusion.bars.clone(),
            gone: conclusion.gone.clone(),
            ways: [table.rows.len(), conclusion.kept.len()],
            open: open.iter().map(|&i| table.cells[i]).collect(),
            left,
            cases: conclusion.gone.iter().take(SPELLED).map(case).collect(),
        }
    }
}

/// The values that a candidate leaves for the other open cells of the table that the candidate sees; cells that lose
/// nothing are left out.
fn squeezed(table: &Table<'_>, candidate: Candidate) -> Vec<(Cell, ValueSet)> {
    let Ok(at) = table.cells.binary_search(&candidate.cell) else { return Vec::new() };
    let mut left: Vec<(Cell, ValueSet)> = Vec::new();
    for &(j, forbids) in &table.inner[at] {
        let (cell, gone) = (table.cells[j], forbids[candidate.value.index()]);
        let before = left.iter().find(|l| l.0 == cell).map_or(table.view.values(cell), |l| l.1);
        if before.len() > 1 {
            left.retain(|l| l.0 != cell);
            left.push((cell, before.minus(gone)));
        }
    }
    left.retain(|(cell, now)| *now != table.view.values(*cell));
    left.order_by_key(|l| l.0);
    left
}

impl Premise for Joint {
    fn clauses(&self, model: &Model, state: &State, spend: &mut dyn FnMut(u64) -> bool) -> Option<Vec<Clause>> {
        check::clauses(self, model, state, spend)
    }

    fn name(&self, model: &Model) -> String {
        self.named(model)
    }

    fn words(&self, model: &Model) -> String {
        self.sentence(model)
    }

    fn details(&self, model: &Model) -> Vec<String> {
        self.spelled(model)
    }

    fn facts(&self, model: &Model) -> Vec<OriginId> {
        let houses = self.bars.iter().filter_map(|bar| match bar {
            Bar::House(set) => Some(model.set(*set).origin),
            Bar::Cell(_) => None,
        });
        let sums = self.clues.iter().filter_map(|clue| if let Clue::Sum(sum) = clue { Some(sum) } else { None });
        self.clues(model).into_iter().chain(houses).chain(sums.flat_map(|sum| sum.origins(model))).collect()
    }

    fn clues(&self, model: &Model) -> Vec<OriginId> {
        let origin = |clue: &Clue| match clue {
            Clue::Posed(_, origin) => Some(*origin),
            Clue::Rule(id) => Some(model.constraint(*id).origin),
            Clue::Sum(_) => None,
        };
        self.clues.iter().filter_map(origin).collect()
    }

    fn parts(&self, model: &Model) -> Vec<Vec<Cell>> {
        let bars = self.bars.iter().map(|bar| match bar {
            Bar::House(set) => model.set(*set).cells.clone(),
            Bar::Cell(cell) => vec![*cell],
        });
        let mut parts = vec![self.cells.clone()];
        parts.extend(bars);
        parts
    }
}
