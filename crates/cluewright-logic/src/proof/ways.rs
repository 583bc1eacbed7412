//! Enumerates the ways in which a constraint can hold, given the sets and links among its cells, for the proof checker.
//! If there are only a few ways to fill the cells, each way is tested with `check`; if there are more, equivalent ways
//! are merged ([`super::merge`]).

use super::budget::Budget;
use super::merge;
use super::near::Near;
use super::unproved::Unproved;
use cluewright_core::{Candidate, Cell, Constraint, Kind, Model, Sort, Value, ValueSet};

/// Up to this many ways are enumerated one by one.
const ONE_BY_ONE: u64 = 500;

/// Whether the constraint can hold if its cells have these domains, which are given in the order of the cells. Fails
/// like [`Budget::spend`].
pub(crate) fn some(
    model: &Model,
    kind: &Kind,
    near: &Near<'_>,
    domains: &[u64],
    budget: &mut Budget<'_>,
) -> Result<bool, Unproved> {
    Ok(run(model, kind, near, domains, true, budget)?.iter().any(|&d| d != 0) || holds_empty(model, kind))
}

/// The values of each cell that occur in some way in which the constraint holds.
pub(crate) fn left(
    model: &Model,
    kind: &Kind,
    near: &Near<'_>,
    domains: &[u64],
    budget: &mut Budget<'_>,
) -> Result<Vec<u64>, Unproved> {
    run(model, kind, near, domains, false, budget)
}

/// The number of ways to assign each cell one of its values.
pub(crate) fn many(domains: impl Iterator<Item = u64>) -> u64 {
    domains.fold(1, |all: u64, d| all.saturating_mul(u64::from(d.count_ones())))
}

/// Whether the constraint has no cells and holds.
fn holds_empty(model: &Model, kind: &Kind) -> bool {
    kind.cells().is_empty() && kind.check(&|c| model.number(Candidate::new(c, Value(0))))
}

fn run(
    model: &Model,
    kind: &Kind,
    near: &Near<'_>,
    domains: &[u64],
    first: bool,
    budget: &mut Budget<'_>,
) -> Result<Vec<u64>, Unproved> {
    if many(domains.iter().copied()) > ONE_BY_ONE {
        merge::left(model, kind, near, domains, first, budget)
    } else {
        one_by_one(model, kind, near, domains, first, budget)
    }
}

/// The simple version of the search: enumerates all ways and tests each of them with `check`.
pub(crate) fn one_by_one(
    model: &Model,
    kind: &Kind,
    near: &Near<'_>,
    domains: &[u64],
    first: bool,
    budget: &mut Budget<'_>,
) -> Result<Vec<u64>, Unproved> {
    let n = domains.len();
    let mut order: Vec<usize> = (0..n).collect();
    order.order_by_key(|&i| domains[i].count_ones());
    let mut open = vec![0; n * (n + 1)];
    open[..n].copy_from_slice(domains);
    let mut search = Search {
        model,
        kind,
        cells: kind.cells(),
        near,
        order,
        open,
        chosen: vec![Value(0); model.len()],
        left: vec![0; n],
        first,
        found: false,
    };
    if n > 0 && !domains.contains(&0) {
        search.go(0, budget)?;
    }
    Ok(search.left)
}

struct Search<'a> {
    model: &'a Model,
    kind: &'a Kind,
    cells: &'a [Cell],
    near: &'a Near<'a>,
    /// The order of the cells: fewest values first.
    order: Vec<usize>,
    /// For each depth, the remaining values of each cell.
    open: Vec<u64>,
    /// For each cell of the model, the chosen value.
    chosen: Vec<Value>,
    left: Vec<u64>,
    /// Whether to stop after the first way.
    first: bool,
    found: bool,
}

impl Search<'_> {
    fn go(&mut self, depth: usize, budget: &mut Budget<'_>) -> Result<(), Unproved> {
        let n = self.cells.len();
        budget.spend(4 + n as u64)?;
        let Some(&at) = self.order.get(depth) else {
            budget.spend(check_cost(self.kind))?;
            let (model, chosen) = (self.model, &self.chosen);
            if self.kind.check(&|c: Cell| model.number(Candidate::new(c, chosen[c.index()]))) {
                self.found = true;
                for (left, c) in self.left.iter_mut().zip(self.cells) {
                    *left |= ValueSet::of(self.chosen[c.index()]).0;
                }
            }
            return Ok(());
        };
        for value in ValueSet(self.open[depth * n + at]) {
            let (before, after) = self.open.split_at_mut((depth + 1) * n);
            after[..n].copy_from_slice(&before[depth * n..]);
            after[at] = ValueSet::of(value).0;
            let mut dead = false;
            for &j in &self.order[depth + 1..] {
                after[j] &= self.near.leaves(at, value, j);
                dead |= after[j] == 0;
            }
            // Skip this value if all values that it leaves in the cells are already known to be possible.
            if dead || (!self.first && after[..n].iter().zip(&self.left).all(|(now, left)| now & !left == 0)) {
                continue;
            }
            self.chosen[self.cells[at].index()] = value;
            self.go(depth + 1, budget)?;
            if self.first && self.found {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// The approximate work of one call of `check`.
pub(crate) fn check_cost(kind: &Kind) -> u64 {
    let n = kind.cells().len() as u64;
    match kind {
        Kind::Connected(_) | Kind::Regions(_) | Kind::Different(_) | Kind::AllDifferent(_) | Kind::Between(_) => n * n,
        Kind::Table(it) => it.tuples().len() as u64,
        Kind::Automaton(it) => it.edge_count() as u64,
        Kind::All(it) => it.parts().iter().map(check_cost).sum(),
        Kind::Any(it) => it.branches().iter().map(check_cost).sum(),
        Kind::Not(it) => check_cost(it.part()),
        _ => 2 * n,
    }
}
