//! Restricts how often each value occurs in certain cells: circles that count themselves, digits of a quadruple, regions of a
//! given size. Each of the model's constraints is about one value, but together the counts must add up to the number of cells.
//!
//! The counts of all values add up to the number of cells, so the reachable totals (one bit per total, as in [`super::sum`])
//! determine exactly which counts of each value are left. At most one of several different cells holds a value, so the cells are
//! divided into lists of different cells, and a value is counted at most once per list. The circle rule of Interactive Sudoku
//! Solver (sigh, MIT) uses a similar argument, over combinations of counts.

mod run;

use super::around::Around;
use super::lists::{Cutter, Lists};
use crate::poll::Poll;
use crate::switches::{Mechanism, Switches};
use cluewright_core::constraint::Kind;
use cluewright_core::quick::QuickMap;
use cluewright_core::{Cell, Constraint, Model, Value, ValueSet};

/// The maximum number of cells, because each count is represented by one bit of a word.
const MOST_CELLS: usize = 120;

/// A compiled cardinality constraint.
#[derive(Debug)]
pub(super) struct Cardinality {
    /// For each value (an index into the cells' domains), the allowed counts, one bit per count.
    allowed: Vec<u128>,
    /// The positions of the propagator's cells, divided into lists of different cells.
    lists: Lists,
}

/// The counts that a constraint allows for values in its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Counts {
    /// The cells, sorted.
    pub(super) cells: Vec<Cell>,
    /// The values, each with its allowed counts, one bit per count.
    values: Vec<(u8, u128)>,
    /// The numbers of the constraints from which the counts come.
    pub(super) by: Vec<usize>,
}

/// All groups of cells for which several values are counted. `None` if stopped.
pub(super) fn merged(model: &Model, switches: Switches, poll: &mut Poll<'_>) -> Option<Vec<Counts>> {
    let mut sets: QuickMap<Vec<Cell>, usize> = QuickMap::default();
    let mut all: Vec<Counts> = Vec::new();
    let posted = if switches.has(Mechanism::Cardinality) { model.constraints() } else { &[] };
    for (i, constraint) in posted.iter().enumerate() {
        if poll.is_over(50 + constraint.kind.cells().len()) {
            return None;
        }
        if let Some(found) = counts(model, &constraint.kind) {
            let at = *sets.entry(found.cells.clone()).or_insert(all.len());
            if at == all.len() {
                all.push(Counts { values: Vec::new(), ..found.clone() });
            }
            all[at].values.extend(found.values);
            all[at].by.push(i);
        }
    }
    all.retain(|counts| counts.values.len() > 1);
    Some(all)
}

/// Converts a constraint to counts of values; `None` if it is not equivalent to such counts.
fn counts(model: &Model, kind: &Kind) -> Option<Counts> {
    if !matches!(kind, Kind::Count(_) | Kind::All(_) | Kind::Any(_) | Kind::Contains(_)) {
        return None;
    }
    let cells = kind.cells();
    let first = model.cells()[cells.first()?.index()].first;
    if cells.len() > MOST_CELLS || cells.iter().any(|c| model.cells()[c.index()].first != first) {
        return None;
    }
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    let values = match kind {
        Kind::Count(count) => {
            let (value, counts) = count.of_one_value()?;
            vec![(value.0, counts)]
        }
        Kind::All(all) => {
            // The constraint may mean that no cell holds a certain value.
            let width = cells.iter().filter_map(|c| model.cells()[c.index()].domain.max()).max()?.index() as u32 + 1;
            let mut missing = None;
            for part in all.parts() {
                let Kind::Allowed(allowed) = part else { return None };
                let gone = ValueSet::below(width).minus(allowed.values()).single()?;
                if allowed.first() != first || missing.is_some_and(|m| m != gone) {
                    return None;
                }
                missing = Some(gone);
            }
            vec![(missing?.0, 1)]
        }
        Kind::Any(any) => {
            let mut branches = any.branches().iter();
            let start = counts(model, branches.next()?)?;
            let &[(value, mut allowed)] = &start.values[..] else { return None };
            for branch in branches {
                let next = counts(model, branch)?;
                let &[(same, more)] = &next.values[..] else { return None };
                if same != value || next.cells != start.cells {
                    return None;
                }
                allowed |= more;
            }
            vec![(value, allowed)]
        }
        Kind::Contains(contains) => {
            let mut values = Vec::new();
            for run in contains.numbers().chunk_by(|a, b| a == b) {
                let value = Value::of_number(run[0], first)?.0;
                if run.len() > cells.len() {
                    return None;
                }
                values.push((value, (run.len()..=cells.len()).fold(0, |all, k| all | 1 << k)));
            }
            values
        }
        _ => return None,
    };
    (!values.is_empty()).then_some(Counts { cells: sorted, values, by: Vec::new() })
}

impl Cardinality {
    /// Combines all counts over the same cells.
    pub(super) fn new(counts: &Counts, around: &Around<'_>, cutter: &mut Cutter) -> Self {
        let domain = counts.cells.iter().fold(0, |all, c| all | around.dom[c.index()]);
        let any = u128::MAX >> (127 - counts.cells.len());
        let width = (64 - domain.leading_zeros()) as usize;
        let width = counts.values.iter().fold(width, |w, v| w.max(usize::from(v.0) + 1));
        let mut allowed = vec![any; width];
        for &(value, counts) in &counts.values {
            allowed[usize::from(value)] &= counts;
        }
        let lists = cutter.cliques(&counts.cells, &vec![1; counts.cells.len()], around).clone();
        Self { allowed, lists }
    }
}
