//! What logic propagates: the model's constraints, and sums that follow from houses and sums together (the "45 rule":
//! innies and outies). Both have a [`ConstraintId`] in a [`crate::Space`]; those of the model come first.

use super::balance::Balance;
use super::counts::{countings, together};
use cluewright_core::constraint::{Compare, Sum};
use cluewright_core::model::{ConstraintId, SetId};
use cluewright_core::{Cell, Constraint, Kind, Model, ValueSet};

/// Cells with their coefficients.
type Terms = Vec<(Cell, i32)>;

/// Longest derived sum.
const MOST_TERMS: usize = 6;
/// Most houses taken together.
const MOST_HOUSES: usize = 5;
/// Most derived sums.
const MOST: usize = 100;

impl Balance {
    /// Does the sum follow from houses and clues as it says?
    pub fn holds(&self, model: &Model) -> bool {
        if self.houses.is_empty() {
            return together(model, &self.clues).as_ref() == Some(&self.sum);
        }
        let mut terms = vec![0i64; model.len()];
        let mut total = 0i64;
        for &house in &self.houses {
            let (Some(set), Some(sum)) = (model.sets().get(house.0 as usize), house_total(model, house)) else {
                return false;
            };
            set.cells.iter().for_each(|c| terms[c.index()] += 1);
            total += sum;
        }
        for &clue in &self.clues {
            let Some(Kind::Sum(sum)) = model.constraints().get(clue.0 as usize).map(|p| &p.kind) else { return false };
            if sum.compare() != Compare::Eq {
                return false;
            }
            sum.terms().for_each(|(c, k)| terms[c.index()] -= i64::from(k));
            total -= i64::from(sum.total());
        }
        let Kind::Sum(left) = &self.sum else { return false };
        left.terms().for_each(|(c, k)| terms[c.index()] -= i64::from(k));
        left.compare() == Compare::Eq && total == i64::from(left.total()) && terms.iter().all(|&k| k == 0)
    }
}

/// What the values of a house add up to: each of them is there exactly once.
pub(crate) fn house_total(model: &Model, house: SetId) -> Option<i64> {
    let set = model.set(house);
    let first = model.cells()[set.cells.first()?.index()].first;
    let values = set.cells.iter().fold(ValueSet::EMPTY, |all, c| all | model.cells()[c.index()].domain);
    let whole = set.house && values.len() as usize == set.cells.len();
    whole.then(|| values.iter().map(|v| i64::from(first) + i64::from(v.0)).sum())
}

/// All that is known to follow from houses and clues together.
pub(crate) fn derived(model: &Model) -> Vec<Balance> {
    derived_until(model, &|| false).expect("nothing says to stop")
}

/// The same. `None`: `stop` said so.
pub(crate) fn derived_until(model: &Model, stop: &dyn Fn() -> bool) -> Option<Vec<Balance>> {
    let mut all = balances(model, stop)?;
    all.extend(countings(model, stop)?);
    Some(all)
}

/// All short sums that neighbouring houses and the clues inside leave. `None`: `stop` said so.
fn balances(model: &Model, stop: &dyn Fn() -> bool) -> Option<Vec<Balance>> {
    let plain = |kind: &Kind| match kind {
        Kind::Sum(s) => s.compare() == Compare::Eq && s.terms().all(|t| t.1 == 1),
        _ => false,
    };
    let clues: Vec<ConstraintId> = (0..model.constraints().len() as u32)
        .map(ConstraintId)
        .filter(|&id| plain(&model.constraint(id).kind))
        .collect();
    let mut found: Vec<Balance> = Vec::new();
    if clues.is_empty() {
        return Some(found);
    }
    let mut known: Vec<Vec<(Cell, i32)>> =
        clues.iter().map(|&id| sorted(model.constraint(id).kind.cells().iter().map(|&c| (c, 1)).collect())).collect();
    let houses: Vec<SetId> =
        (0..model.sets().len() as u32).map(SetId).filter(|&s| house_total(model, s).is_some()).collect();
    for (at, &first) in houses.iter().enumerate() {
        let family = model.set(first).family;
        let mut inside = vec![false; model.len()];
        let mut total = 0;
        for taken in 0..MOST_HOUSES.min(houses.len() - at) {
            let house = houses[at + taken];
            let set = model.set(house);
            let alike = taken == 0 || (family.is_some() && set.family == family);
            if !alike || set.cells.iter().any(|c| inside[c.index()]) {
                break;
            }
            set.cells.iter().for_each(|c| inside[c.index()] = true);
            total += house_total(model, house).unwrap_or(0);
            for outies in [false, true] {
                // Every clue is looked at.
                if stop() {
                    return None;
                }
                let Some((terms, used, rest)) = leftover(model, &clues, &inside, total, outies) else { continue };
                if known.contains(&terms) || found.len() >= MOST {
                    continue;
                }
                let Ok(rest) = i32::try_from(rest) else { continue };
                let mut sum = Kind::from(Sum::new(&terms, Compare::Eq, rest));
                sum.learn_differences(&|a, b| model.network().differ(model, a, b));
                known.push(terms);
                found.push(Balance { houses: houses[at..=at + taken].to_vec(), clues: used, sum });
            }
        }
    }
    Some(found)
}

fn sorted(mut terms: Vec<(Cell, i32)>) -> Vec<(Cell, i32)> {
    terms.sort_unstable_by_key(|t| t.0);
    terms
}

/// The cells inside without the clues that lie inside; with `outies` also without clues that lie mostly inside, whose
/// cells outside then count negative. Terms, the clues used, the total.
fn leftover(
    model: &Model,
    clues: &[ConstraintId],
    inside: &[bool],
    total: i64,
    outies: bool,
) -> Option<(Terms, Vec<ConstraintId>, i64)> {
    let mut open = inside.to_vec();
    let (mut rest, mut terms, mut used) = (total, Vec::new(), Vec::new());
    for pass in 0..=usize::from(outies) {
        for &id in clues {
            let Kind::Sum(sum) = &model.constraint(id).kind else { continue };
            let cells = sum.cells();
            let within = cells.iter().filter(|c| inside[c.index()]).count();
            let all = within == cells.len();
            // A clue that shares cells with one taken before cannot be taken too.
            let free = cells.iter().all(|c| open[c.index()] || (!inside[c.index()] && !terms.contains(&(*c, -1))));
            if within == 0 || !free || (all != (pass == 0)) || (!all && within * 2 <= cells.len()) {
                continue;
            }
            used.push(id);
            rest -= i64::from(sum.total());
            for &c in cells {
                if inside[c.index()] {
                    open[c.index()] = false;
                } else {
                    terms.push((c, -1));
                }
            }
        }
        if terms.len() > MOST_TERMS {
            return None;
        }
    }
    let left = open.iter().filter(|o| **o).count();
    if used.is_empty() || left + terms.len() == 0 || left + terms.len() > MOST_TERMS {
        return None;
    }
    terms.extend((0..open.len()).filter(|&c| open[c]).map(|c| (Cell(c as u16), 1)));
    Some((sorted(terms), used, rest))
}
