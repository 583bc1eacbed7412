//! The facts that the logic propagates: the model's constraints, and facts that follow from houses and clues together:
//! sums (the "45 rule": innies and outies), cells with the same digits, and counts. Each fact has a [`ConstraintId`] in
//! a [`crate::Space`]; the model's constraints are numbered first.

use super::balance::Balance;
use super::counts::{countings, together};
use super::equations::house_total;
use super::leftovers::leftovers;
use super::sums::sums;
use cluewright_core::constraint::Compare;
use cluewright_core::model::{ConstraintId, SetId};
use cluewright_core::{Cell, Kind, Model, SortedSet};

impl Balance {
    /// Whether the fact actually follows from its houses and clues.
    pub fn holds(&self, model: &Model) -> bool {
        if self.counts() {
            let clues: Option<Vec<ConstraintId>> = self.clues.iter().map(|s| s.source.clue()).collect();
            return clues.is_some_and(|clues| together(model, &clues).as_ref() == Some(&self.sum));
        }
        let mut terms = vec![0i64; model.len()];
        let mut total = 0i64;
        for &(house, times) in &self.houses {
            let (Some(set), Some(sum)) = (model.sets().get(house.0 as usize), house_total(model, house)) else {
                return false;
            };
            set.cells.iter().for_each(|c| terms[c.index()] += i64::from(times));
            total += i64::from(times) * sum;
        }
        for share in &self.clues {
            let Some(equation) = share.source.equation(model) else { return false };
            equation.terms.iter().for_each(|&(c, k)| terms[c.index()] -= i64::from(share.times) * i64::from(k));
            total -= i64::from(share.times) * equation.total;
        }
        match &self.sum {
            Kind::Sum(left) => {
                let often = i64::from(self.times);
                left.terms().for_each(|(c, k)| terms[c.index()] -= often * i64::from(k));
                total -= often * i64::from(left.total());
                left.compare() == Compare::Eq && often > 0 && total == 0 && terms.iter().all(|&k| k == 0)
            }
            Kind::SameMultiset(same) => {
                let [plus, minus] = same.lists() else { return false };
                for c in plus {
                    terms[c.index()] -= 1;
                }
                for c in minus {
                    terms[c.index()] += 1;
                }
                self.clues.is_empty() && terms.iter().all(|&k| k == 0) && self.alike(model)
            }
            _ => false,
        }
    }

    /// Whether all houses hold the same set of numbers, and the same number of houses is added as is subtracted.
    fn alike(&self, model: &Model) -> bool {
        let numbers = |&(house, _): &(SetId, i32)| {
            let of = |c: &Cell| {
                let info = &model.cells()[c.index()];
                info.domain.iter().map(|v| info.first + i32::from(v.0))
            };
            model.set(house).cells.iter().flat_map(of).collect::<SortedSet<i32>>()
        };
        let mut all = self.houses.iter().map(numbers);
        let first = all.next();
        self.houses.iter().map(|h| h.1).sum::<i32>() == 0 && all.all(|other| Some(&other) == first.as_ref())
    }
}

/// All facts derived from combinations of houses and clues.
pub(crate) fn derived(model: &Model) -> Vec<Balance> {
    derived_until(model, &|| false).expect("nothing says to stop")
}

/// Like [`derived`], but returns `None` if `stop` returns true.
pub(crate) fn derived_until(model: &Model, stop: &dyn Fn() -> bool) -> Option<Vec<Balance>> {
    let mut all = sums(model, stop)?;
    all.extend(leftovers(model, stop)?);
    all.extend(countings(model, stop)?);
    Some(all)
}
