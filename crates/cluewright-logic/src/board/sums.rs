//! Sums that follow from houses and clues: the "45 rule" with its innies and outies. What some houses add up to is an
//! equation, and so is every clue that is a sum; clues are taken away as long as fewer cells are left.
//!
//! Local elimination, not a basis: for given houses the clue that leaves the fewest cells goes first, which is how people
//! add up, and what comes out is short wherever clues cover the houses well.

use super::balance::{Balance, Share};
use super::equations::{Source, Terms, house_total};
use super::together::{Houses, Together};
use cluewright_core::constraint::{Compare, Sum};
use cluewright_core::model::{ConstraintId, SetId};
use cluewright_core::{Cell, Constraint, Kind, Model};
use std::collections::BTreeSet;

/// Longest derived sum of cells that all add, and of those some of which are taken away: they say less.
const MOST_TERMS: usize = 6;
const MOST_MIXED_TERMS: usize = 5;
/// Most derived sums. Every trial reads them: with 100 of up to six cells killers took up to twice as long (November 2026,
/// `xtask paths variants`), and no puzzle more went without trial.
const MOST: usize = 40;
/// Most equations of clues: a grid has some dozens, whatever has more was not set by a person.
const MOST_SOURCES: usize = 600;
/// Longest clue.
const MOST_CELLS: usize = 40;
/// Largest coefficient on the way.
const MOST_TIMES: i32 = 4;
/// Most houses of one sort taken together with one of another.
const MOST_BESIDE: usize = 3;

/// All short sums that neighbouring houses and clues leave, the shortest first. `None`: `stop` said so.
pub(super) fn sums(model: &Model, stop: &dyn Fn() -> bool) -> Option<Vec<Balance>> {
    let clues = clues(model);
    if clues.is_empty() {
        return Some(Vec::new());
    }
    let houses = Houses::new(model);
    let mut found = Found { model, known: clues.iter().map(|c| scaled(&c.terms).1).collect(), list: Vec::new() };
    for taken in all_taken(model, &houses) {
        // Every clue is looked at, more than once.
        if stop() {
            return None;
        }
        let mut row = Row::new(model, &taken);
        row.take_away(&clues, &[], true);
        found.add(&row, &clues);
        row.take_away(&clues, &[], false);
        found.add(&row, &clues);
        row.take_away(&clues, &houses.all, false);
        found.add(&row, &clues);
    }
    found.list.sort_by_key(|b| (b.sum.cells().len() + usize::from(is_mixed(&b.sum)), b.houses.len()));
    found.list.truncate(MOST);
    Some(found.list)
}

/// Are some cells taken away?
fn is_mixed(sum: &Kind) -> bool {
    matches!(sum, Kind::Sum(sum) if sum.terms().any(|t| t.1 < 0))
}

/// A clue as an equation.
struct Clue {
    source: Source,
    terms: Terms,
    total: i64,
}

/// All clues that are equations, each equation once.
fn clues(model: &Model) -> Vec<Clue> {
    let mut sources = Vec::new();
    for (i, posted) in model.constraints().iter().enumerate() {
        let id = ConstraintId(i as u32);
        let lists = match &posted.kind {
            Kind::Sum(_) => {
                sources.push(Source::Clue(id));
                continue;
            }
            Kind::EqualSums(it) => it.lists().len(),
            Kind::SameMultiset(it) => it.lists().len(),
            _ => continue,
        };
        let lists = lists.min(MOST_CELLS) as u16;
        sources.extend((0..lists).flat_map(|a| (0..a).map(move |b| Source::Parts(id, a, b))));
    }
    sources.extend((0..model.links().len() as u32).map(Source::Link));
    let mut known = BTreeSet::new();
    let mut clues = Vec::new();
    for source in sources {
        let Some(equation) = source.equation(model) else { continue };
        let terms = equation.terms;
        let small = terms.len() <= MOST_CELLS && terms.iter().all(|t| t.1.abs() <= MOST_TIMES);
        if small && clues.len() < MOST_SOURCES && known.insert(scaled(&terms).1) {
            clues.push(Clue { source, terms, total: equation.total });
        }
    }
    clues
}

/// Terms in order, without what divides them all, the first positive; and what was left out (it may be negative).
fn scaled(terms: &[(Cell, i32)]) -> (i32, Terms) {
    let gcd = |mut a: i32, mut b: i32| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let mut terms = terms.to_vec();
    terms.sort_unstable();
    let mut divisor = terms.iter().fold(0, |d, t| gcd(d, t.1.abs())).max(1);
    if terms.first().is_some_and(|t| t.1 < 0) {
        divisor = -divisor;
    }
    terms.iter_mut().for_each(|t| t.1 /= divisor);
    (divisor, terms)
}

/// The houses that are taken together: neighbours of one sort, and up to three of them with one more beside them or
/// without one that lies mostly inside.
fn all_taken(model: &Model, houses: &Houses<'_>) -> Vec<Vec<(SetId, i32)>> {
    let plain: Vec<Together> = houses.of_one_sort();
    let mut all: Vec<Vec<(SetId, i32)>> = plain.iter().map(|t| t.iter().map(|&h| (h, 1)).collect()).collect();
    for together in plain.iter().filter(|t| t.len() <= MOST_BESIDE) {
        let family = model.set(together[0]).family;
        for &other in houses.all.iter().filter(|&&h| model.set(h).family != family || family.is_none()) {
            let inside = houses.inside(other, together);
            let sign = if 2 * inside > houses.cells(other).len() && together.len() > 1 {
                -1
            } else if inside == 0 && together.iter().any(|&h| houses.touch(h, other)) {
                1
            } else {
                continue;
            };
            all.push(together.iter().map(|&h| (h, 1)).chain([(other, sign)]).collect());
        }
    }
    all
}

/// Houses without clues, on the way to few cells.
struct Row<'m> {
    model: &'m Model,
    /// By cell its coefficient.
    terms: Vec<i32>,
    total: i64,
    houses: Vec<(SetId, i32)>,
    /// By number in the list of clues.
    clues: Vec<(usize, i32)>,
}

impl<'m> Row<'m> {
    fn new(model: &'m Model, taken: &[(SetId, i32)]) -> Self {
        let mut row = Self { model, terms: vec![0; model.len()], total: 0, houses: Vec::new(), clues: Vec::new() };
        taken.iter().for_each(|&(house, times)| row.add(house, times));
        row
    }

    fn add(&mut self, house: SetId, times: i32) {
        self.model.set(house).cells.iter().for_each(|c| self.terms[c.index()] += times);
        self.total += i64::from(times) * house_total(self.model, house).unwrap_or(0);
        match self.houses.iter_mut().find(|h| h.0 == house) {
            Some(known) => known.1 += times,
            None => self.houses.push((house, times)),
        }
    }

    /// How many cells fewer are left when a multiple of these terms is taken away; and the multiple: the best.
    fn gain(&self, terms: impl Iterator<Item = (Cell, i32)> + Clone) -> (i32, i32) {
        let mut best = (0, 0);
        let mut tried = 0;
        for (cell, k) in terms.clone() {
            let now = self.terms[cell.index()];
            if now == 0 || now % k != 0 || now / k == tried || (now / k).abs() > MOST_TIMES {
                continue;
            }
            tried = now / k;
            let mut gain = 0;
            for (cell, k) in terms.clone() {
                let (before, after) = (self.terms[cell.index()], self.terms[cell.index()] - tried * k);
                gain += i32::from(before != 0) - i32::from(after != 0);
                if after.abs() > MOST_TIMES {
                    gain = i32::MIN / 2;
                }
            }
            if gain > best.0 {
                best = (gain, tried);
            }
        }
        best
    }

    /// Takes clues away (and these houses), what leaves the fewest cells first, as long as fewer are left; with `whole`
    /// only clues no cell of which is left.
    fn take_away(&mut self, clues: &[Clue], houses: &[SetId], whole: bool) {
        loop {
            let mut best = (0, 0, 0);
            for (at, clue) in clues.iter().enumerate() {
                let (gain, times) = self.gain(clue.terms.iter().copied());
                if gain > best.0 && (!whole || gain as usize == clue.terms.len()) {
                    best = (gain, times, at);
                }
            }
            for (at, &house) in houses.iter().enumerate() {
                let (gain, times) = self.gain(self.model.set(house).cells.iter().map(|&c| (c, 1)));
                if gain > best.0 {
                    best = (gain, times, clues.len() + at);
                }
            }
            let (gain, times, at) = best;
            if gain == 0 {
                return;
            }
            let Some(clue) = clues.get(at) else {
                self.add(houses[at - clues.len()], -times);
                continue;
            };
            clue.terms.iter().for_each(|&(c, k)| self.terms[c.index()] -= times * k);
            self.total -= i64::from(times) * clue.total;
            match self.clues.iter_mut().find(|c| c.0 == at) {
                Some(known) => known.1 += times,
                None => self.clues.push((at, times)),
            }
        }
    }
}

/// The sums found.
struct Found<'m> {
    model: &'m Model,
    /// Their terms, and those of the clues, as [`scaled`] has them.
    known: BTreeSet<Terms>,
    list: Vec<Balance>,
}

impl Found<'_> {
    /// Adds what is left in a row, when it is short and new.
    fn add(&mut self, row: &Row<'_>, clues: &[Clue]) {
        let left = row.terms.iter().filter(|&&k| k != 0).count();
        if left == 0 || left > MOST_TERMS || row.clues.iter().all(|c| c.1 == 0) {
            return;
        }
        let terms: Terms =
            row.terms.iter().enumerate().filter(|t| *t.1 != 0).map(|(c, &k)| (Cell(c as u16), k)).collect();
        let (divisor, mut terms) = scaled(&terms);
        // A total that does not come out is for the search to tell.
        if row.total % i64::from(divisor) != 0
            || row.houses.iter().all(|h| h.1 == 0)
            || !self.known.insert(terms.clone())
        {
            return;
        }
        let Ok(mut total) = i32::try_from(row.total / i64::from(divisor)) else { return };
        // As it was left, and not turned.
        let sign = divisor.signum();
        terms.iter_mut().for_each(|t| t.1 *= sign);
        total *= sign;
        let mut sum = Kind::from(Sum::new(&terms, Compare::Eq, total));
        if left > MOST_MIXED_TERMS && is_mixed(&sum) {
            return;
        }
        sum.learn_differences(&|a, b| self.model.network().differ(self.model, a, b));
        let share = |&(at, times): &(usize, i32)| Share { source: clues[at].source, times };
        self.list.push(Balance {
            houses: row.houses.iter().copied().filter(|h| h.1 != 0).collect(),
            clues: row.clues.iter().filter(|c| c.1 != 0).map(share).collect(),
            times: divisor.abs(),
            sum,
        });
    }
}
