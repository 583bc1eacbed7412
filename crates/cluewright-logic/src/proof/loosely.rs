//! A quick approximation of the values that a constraint leaves in its cells, for the proof checker. The exclusions
//! between the cells are ignored, so the approximation may remove too few values, but never too many. For sums, the
//! partial sums reachable from both ends are listed; counts are handled by bounds; branches and parts are handled one
//! at a time; and for other constraints, equivalent ways to fill the cells are merged.

use super::budget::Budget;
use super::merge;
use super::near::Near;
use super::parts::keeps_all;
use super::unproved::Unproved;
use super::ways::many;
use cluewright_core::constraint::{Count, Sum, Total};
use cluewright_core::{Constraint, Kind, Model, Value, ValueSet};

/// The maximum range of partial sums that are listed; sums with a wider range are not narrowed.
const MOST_SUMS: usize = 2_000;
/// The work limit for merging the ways to fill the cells of one constraint.
const MERGED: u64 = 200_000;
/// Constraints whose machines must store everything they read are ignored if there are more ways than this to fill
/// their cells.
const FEW: u64 = 1_000;

/// The remaining domains of the constraint's cells, in the order of the cells; all zero if the constraint cannot hold.
/// Fails like [`Budget::spend`].
pub(crate) fn left(model: &Model, kind: &Kind, domains: &[u64], budget: &mut Budget<'_>) -> Result<Vec<u64>, Unproved> {
    budget.spend(4 + 2 * domains.len() as u64)?;
    if domains.contains(&0) {
        return Ok(vec![0; domains.len()]);
    }
    let part = |part: &Kind, now: &[u64], budget: &mut Budget<'_>| {
        let places: Vec<usize> = part.cells().iter().filter_map(|c| kind.cells().iter().position(|k| k == c)).collect();
        let own: Vec<u64> = places.iter().map(|&p| now[p]).collect();
        let left = left(model, part, &own, budget)?;
        let mut all = now.to_vec();
        places.iter().zip(&left).for_each(|(&p, &l)| all[p] = l);
        Ok(if left.contains(&0) { vec![0; now.len()] } else { all })
    };
    match kind {
        Kind::Sum(it) => sum(model, it, domains, budget),
        Kind::Count(it) => count(model, it, domains, budget),
        Kind::Any(it) => {
            let mut all = vec![0; domains.len()];
            for branch in it.branches() {
                all.iter_mut().zip(part(branch, domains, budget)?).for_each(|(a, b)| *a |= b);
            }
            Ok(all)
        }
        Kind::All(it) => {
            let mut now = domains.to_vec();
            for one in it.parts() {
                now = part(one, &now, budget)?;
            }
            Ok(now)
        }
        _ if domains.is_empty() || keeps_all(kind) && many(domains.iter().copied()) > FEW => Ok(domains.to_vec()),
        _ => {
            let free = Near::in_parts(model, kind.cells(), &[]);
            let left = budget.within(MERGED, |budget| merge::left(model, kind, &free, domains, false, budget))?;
            Ok(left.unwrap_or_else(|| domains.to_vec()))
        }
    }
}

/// Narrows a count: every number from the number of cells that must be counted to the number of cells that can be
/// counted is possible.
fn count(model: &Model, it: &Count, domains: &[u64], budget: &mut Budget<'_>) -> Result<Vec<u64>, Unproved> {
    let terms: Vec<(u64, ValueSet)> = it.terms().zip(domains).map(|((_, wanted), &d)| (d, wanted)).collect();
    budget.spend(8 * domains.len() as u64)?;
    let target: Vec<i64> = match it.total() {
        Total::Number(n) => vec![n.into()],
        // If the cell of the total is also one of the counted cells, nothing is removed.
        Total::Cell(_) if terms.len() == domains.len() => return Ok(domains.to_vec()),
        Total::Cell(cell) => {
            let first = i64::from(model.cells()[cell.index()].first);
            ValueSet(domains[terms.len()]).iter().map(|v| first + i64::from(v.0)).collect()
        }
    };
    let ends =
        |&(values, wanted): &(u64, ValueSet)| (u32::from(values & !wanted.0 == 0), u32::from(values & wanted.0 != 0));
    let (low, high) = terms.iter().map(ends).fold((0, 0), |all, e| (all.0 + e.0, all.1 + e.1));
    let fits = |low: u32, high: u32, total: i64| (low..=high).any(|k| it.compare().holds(k.into(), total));
    let mut left: Vec<u64> = Vec::new();
    for term in &terms {
        let (least, most) = ends(term);
        let may = |k: u32| target.iter().any(|&t| fits(low - least + k, high - most + k, t));
        let (with, without) = (term.0 & term.1.0, term.0 & !term.1.0);
        left.push(if may(1) { with } else { 0 } | if may(0) { without } else { 0 });
    }
    if terms.len() < domains.len() {
        let values = ValueSet(domains[terms.len()]).iter().zip(&target).filter(|(_, t)| fits(low, high, **t));
        left.push(values.fold(0, |all, (v, _)| all | ValueSet::of(v).0));
    } else if !target.iter().any(|&t| fits(low, high, t)) {
        return Ok(vec![0; domains.len()]);
    }
    Ok(left)
}

/// Narrows a sum: combines the partial sums that the first cells can reach with the partial sums that the remaining
/// cells can complete.
fn sum(model: &Model, it: &Sum, domains: &[u64], budget: &mut Budget<'_>) -> Result<Vec<u64>, Unproved> {
    let (n, total) = (domains.len(), i64::from(it.total()));
    let terms: Vec<(i64, i64)> =
        it.terms().map(|(c, k)| (i64::from(model.cells()[c.index()].first), i64::from(k))).collect();
    let part = |i: usize, v: Value| terms[i].1 * (terms[i].0 + i64::from(v.0));
    let ends = |i: usize| {
        let (a, b) = (part(i, ValueSet(domains[i]).min()?), part(i, ValueSet(domains[i]).max()?));
        Some((a.min(b), a.max(b)))
    };
    let Some(ends) = (0..n).map(ends).collect::<Option<Vec<(i64, i64)>>>() else { return Ok(vec![0; n]) };
    let low: i64 = ends.iter().map(|e| e.0).sum();
    let span = (ends.iter().map(|e| e.1).sum::<i64>() - low) as usize + 1;
    if span > MOST_SUMS {
        return Ok(domains.to_vec());
    }
    budget.spend((n * span) as u64)?;
    // For each cell, the partial sums (relative to the minimum) from which the remaining cells can reach a total that
    // satisfies the comparison.
    let mut good = vec![vec![false; span]; n + 1];
    for (s, fine) in good[n].iter_mut().enumerate() {
        *fine = it.compare().holds(low + s as i64, total);
    }
    for i in (0..n).rev() {
        for v in ValueSet(domains[i]) {
            let more = (part(i, v) - ends[i].0) as usize;
            for s in 0..span - more {
                good[i][s] |= good[i + 1][s + more];
            }
        }
    }
    let mut left = vec![0; n];
    let mut now = vec![false; span];
    now[0] = good[0][0];
    for i in 0..n {
        let mut next = vec![false; span];
        for v in ValueSet(domains[i]) {
            let more = (part(i, v) - ends[i].0) as usize;
            for s in (0..span - more).filter(|&s| now[s] && good[i + 1][s + more]) {
                next[s + more] = true;
                left[i] |= ValueSet::of(v).0;
            }
        }
        now = next;
    }
    Ok(left)
}
