//! Shorter proofs that a wide constraint cannot hold, for the proof checker. These proofs ignore some exclusions
//! between the cells: if the constraint cannot hold even without these exclusions, it cannot hold at all; otherwise
//! nothing is proved.
//!
//! The cells of a sum are divided into parts whose cells all differ, and the possible sums of the parts are combined.
//! Lists with equal sums are compared only by the sums that each list can reach. The branches of a disjunction are
//! examined separately. The code is independent of propagation.

use super::budget::Budget;
use super::near::Near;
use super::unproved::Unproved;
use super::{merge, places};
use cluewright_core::{Candidate, Cell, Constraint, Kind, Model, SortedSet, Value, ValueSet};

/// Whether the constraint certainly cannot hold if its cells have these domains, which are given in the order of the
/// cells. Fails like [`Budget::spend`].
pub(crate) fn impossible(
    model: &Model,
    kind: &Kind,
    domains: &[u64],
    budget: &mut Budget<'_>,
) -> Result<bool, Unproved> {
    budget.spend(1 + domains.len() as u64)?;
    let of = |cell: Cell| {
        let at = kind.cells().iter().position(|&c| c == cell).expect("a cell of the constraint");
        (cell, ValueSet(domains[at]))
    };
    let part = |part: &Kind, budget: &mut Budget<'_>| {
        let domains: Vec<u64> = part.cells().iter().map(|&c| of(c).1.0).collect();
        impossible(model, part, &domains, budget)
    };
    match kind {
        _ if domains.contains(&0) => Ok(true),
        Kind::Sum(it) => {
            let terms: Vec<_> = it.terms().map(|(c, k)| (of(c), k)).collect();
            let sums = sums(model, &terms, budget)?;
            Ok(!sums.iter().any(|&sum| it.compare().holds(sum, it.total().into())))
        }
        Kind::EqualSums(it) => {
            let mut common: Option<SortedSet<i64>> = None;
            for list in it.lists() {
                let terms: Vec<_> = list.iter().map(|&c| (of(c), 1)).collect();
                let sums = sums(model, &terms, budget)?;
                common = Some(match common {
                    None => sums,
                    Some(common) => common.into_iter().filter(|sum| sums.contains(sum)).collect(),
                });
            }
            Ok(common.is_some_and(|common| common.is_empty()))
        }
        Kind::Regions(it) => places::impossible(model, it, domains, budget),
        // The machine must store everything it reads, so merging would achieve little.
        _ if keeps_all(kind) => Ok(false),
        Kind::Any(it) => {
            for branch in it.branches() {
                if !part(branch, budget)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Kind::All(it) => {
            for one in it.parts() {
                if part(one, budget)? {
                    return Ok(true);
                }
            }
            merged(model, kind, domains, budget)
        }
        _ => merged(model, kind, domains, budget),
    }
}

/// Whether the machine of this constraint must store everything it reads.
pub(crate) fn keeps_all(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Regions(_)
            | Kind::Connected(_)
            | Kind::Ranked(_)
            | Kind::Evaluated(_)
            | Kind::Between(_)
            | Kind::Element(_)
    )
}

/// Like `impossible`, but for any kind of constraint, by merging ways to fill the cells. Of the exclusions between
/// cells, only those between the cells of the same part are used.
fn merged(model: &Model, kind: &Kind, domains: &[u64], budget: &mut Budget<'_>) -> Result<bool, Unproved> {
    if domains.is_empty() {
        return Ok(!kind.check(&|c| model.number(Candidate::new(c, Value(0)))));
    }
    let parts = parts(model, kind.cells(), |_, _| true);
    let near = Near::in_parts(model, kind.cells(), &parts);
    Ok(merge::left(model, kind, &near, domains, true, budget)?.iter().all(|&d| d == 0))
}

/// Divides cells into parts, as lists of indices. The cells of a part must all differ and be `alike`. Each cell is
/// added to the first part that it fits into.
fn parts(model: &Model, cells: &[Cell], alike: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for (i, &cell) in cells.iter().enumerate() {
        let fits =
            |part: &&mut Vec<usize>| part.iter().all(|&j| alike(i, j) && model.network().differ(model, cells[j], cell));
        match parts.iter_mut().find(fits) {
            Some(part) => part.push(i),
            None => parts.push(vec![i]),
        }
    }
    parts
}

/// All sums that these cells, each with its values and a coefficient, can reach if all cells of each part differ.
fn sums(model: &Model, terms: &[((Cell, ValueSet), i32)], budget: &mut Budget<'_>) -> Result<SortedSet<i64>, Unproved> {
    let cells: Vec<Cell> = terms.iter().map(|t| t.0.0).collect();
    let mut all = SortedSet::from_iter([0]);
    let first = |i: usize| model.cells()[cells[i].index()].first;
    // All cells of a part have the same coefficient and the same first number, so the set of their values determines
    // the sum.
    for part in parts(model, &cells, |i, j| (terms[i].1, first(i)) == (terms[j].1, first(j))) {
        // The sets of values that the cells processed so far can use.
        let mut used = SortedSet::from_iter([0u64]);
        for &i in &part {
            let values = terms[i].0.1;
            budget.spend(8 * used.len() as u64 * u64::from(values.len()))?;
            used = used
                .iter()
                .flat_map(|&u| values.iter().map(move |v| (u, 1 << v.0)))
                .filter(|(u, v)| u & v == 0)
                .map(|(u, v)| u | v)
                .collect();
        }
        let (first, k) = (i64::from(first(part[0])), i64::from(terms[part[0]].1));
        let sum = |&set: &u64| k * ValueSet(set).iter().map(|v| first + i64::from(v.0)).sum::<i64>();
        let own: SortedSet<i64> = used.iter().map(sum).collect();
        budget.spend(8 * (all.len() * own.len() + used.len()) as u64)?;
        all = all.iter().flat_map(|a| own.iter().map(move |b| a + b)).collect();
    }
    Ok(all)
}
