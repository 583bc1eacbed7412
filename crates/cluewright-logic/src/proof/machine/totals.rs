//! Machines for constraints that compare a quantity with a total: sums, counts, products, and the number of different
//! values.

use super::reader::{Machine, NOTHING, Open, by_place};
use cluewright_core::constraint::{AllDifferent, Compare, Count, Different, Product, Sum, Total};
use cluewright_core::{Cell, Constraint, Value, ValueSet};

/// The right-hand side of a comparison: a fixed number, or the value read at a place.
pub(super) struct Target {
    number: Total,
    place: Option<usize>,
}

impl Target {
    pub(super) fn new(number: Total, place: Option<usize>) -> Self {
        Self { number, place }
    }

    fn start(&self) -> i64 {
        match self.number {
            Total::Number(n) => n.into(),
            Total::Cell(_) => NOTHING,
        }
    }

    fn read(&self, state: &mut i64, at: usize, number: i64) {
        if self.place == Some(at) {
            *state = number;
        }
    }

    /// Whether the comparison is false for every number from `low` to `high` and every remaining total.
    fn is_lost(&self, compare: Compare, (low, high): (i64, i64), state: i64, open: &Open<'_>) -> bool {
        let fits = |total: i64| match compare {
            Compare::Eq => (low..=high).contains(&total),
            Compare::Ne => (low, high) != (total, total),
            Compare::Le => low <= total,
            Compare::Ge => high >= total,
        };
        match (state, self.place) {
            (NOTHING, Some(place)) => !open.numbers(place).any(fits),
            _ => !fits(state),
        }
    }
}

/// A weighted sum. The state is the partial sum so far.
pub(super) struct Weighed {
    /// The coefficient of each place.
    coefficients: Vec<i64>,
    compare: Compare,
    total: i64,
}

impl Weighed {
    pub(super) fn new(it: &Sum, all: &[Cell]) -> Self {
        let coefficient = |cell: &Cell| it.terms().find(|t| t.0 == *cell).map_or(0, |t| t.1.into());
        Self { coefficients: all.iter().map(coefficient).collect(), compare: it.compare(), total: it.total().into() }
    }
}

impl Machine for Weighed {
    fn start(&self, state: &mut Vec<i64>) {
        state.push(0);
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        state[0] += self.coefficients[at] * number;
    }

    fn holds(&self, state: &[i64]) -> bool {
        self.compare.holds(state[0], self.total)
    }

    fn is_lost(&self, state: &mut [i64], open: &Open<'_>) -> bool {
        let (mut low, mut high) = (state[0], state[0]);
        for (at, &k) in self.coefficients.iter().enumerate().filter(|(at, k)| !open.read[*at] && **k != 0) {
            let ends = (k * open.least(at), k * open.most(at));
            low += ends.0.min(ends.1);
            high += ends.0.max(ends.1);
        }
        match self.compare {
            Compare::Eq => self.total < low || self.total > high,
            Compare::Ne => low == high && low == self.total,
            Compare::Le => low > self.total,
            Compare::Ge => high < self.total,
        }
    }

    fn cost(&self) -> u64 {
        self.coefficients.len() as u64
    }
}

/// A count. The state is the number of cells counted so far, and the total.
pub(super) struct Counted {
    /// For each place, the number that value 0 represents and the counted values; `None` if the place is not counted.
    terms: Vec<Option<(i32, ValueSet)>>,
    compare: Compare,
    target: Target,
}

impl Counted {
    pub(super) fn new(it: &Count, places: &[usize], n: usize, target: Target) -> Self {
        let terms = places.iter().zip(it.terms().zip(it.first()));
        let terms = by_place(n, terms.map(|(&place, ((_, wanted), &first))| (place, (first, wanted))));
        Self { terms, compare: it.compare(), target }
    }
}

/// Whether a number is among the counted values.
fn counts(&(first, wanted): &(i32, ValueSet), number: i64) -> bool {
    let value = number - i64::from(first);
    (0..64).contains(&value) && wanted.contains(Value(value as u8))
}

impl Machine for Counted {
    fn start(&self, state: &mut Vec<i64>) {
        state.extend([0, self.target.start()]);
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        state[0] += i64::from(self.terms[at].as_ref().is_some_and(|t| counts(t, number)));
        self.target.read(&mut state[1], at, number);
    }

    fn holds(&self, state: &[i64]) -> bool {
        self.compare.holds(state[0], state[1])
    }

    fn is_lost(&self, state: &mut [i64], open: &Open<'_>) -> bool {
        let (mut low, mut high) = (state[0], state[0]);
        for (at, term) in self.terms.iter().enumerate().filter(|(at, _)| !open.read[*at]) {
            let Some(term) = term else { continue };
            low += i64::from(open.numbers(at).all(|n| counts(term, n)));
            high += i64::from(open.numbers(at).any(|n| counts(term, n)));
        }
        self.target.is_lost(self.compare, (low, high), state[1], open)
    }

    fn cost(&self) -> u64 {
        3 * self.terms.len() as u64
    }
}

/// A product. The state is the product so far, and the total. Products beyond 64 bits saturate, as in `check`: totals
/// are far smaller, so only the sign of a saturated product matters, and the sign does not depend on the order of
/// multiplication.
pub(super) struct Multiplied {
    factors: Vec<bool>,
    compare: Compare,
    target: Target,
}

impl Multiplied {
    pub(super) fn new(it: &Product, all: &[Cell], target: Target) -> Self {
        Self { factors: all.iter().map(|c| it.factors().contains(c)).collect(), compare: it.compare(), target }
    }
}

impl Machine for Multiplied {
    fn start(&self, state: &mut Vec<i64>) {
        state.extend([1, self.target.start()]);
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        if self.factors[at] {
            state[0] = state[0].saturating_mul(number);
        }
        self.target.read(&mut state[1], at, number);
    }

    fn holds(&self, state: &[i64]) -> bool {
        self.compare.holds(state[0], state[1])
    }

    fn is_lost(&self, state: &mut [i64], open: &Open<'_>) -> bool {
        let (mut low, mut high) = (state[0], state[0]);
        for at in (0..self.factors.len()).filter(|&at| self.factors[at] && !open.read[at]) {
            let (a, b) = (open.least(at), open.most(at));
            let ends = [low.saturating_mul(a), low.saturating_mul(b), high.saturating_mul(a), high.saturating_mul(b)];
            (low, high) = (ends[0], ends[0]);
            for end in ends {
                (low, high) = (low.min(end), high.max(end));
            }
        }
        self.target.is_lost(self.compare, (low, high), state[1], open)
    }

    fn cost(&self) -> u64 {
        2 * self.factors.len() as u64
    }
}

/// The set of numbers that some cells hold, as bits. Used to decide whether all cells differ, or to count the different
/// numbers.
pub(super) struct Numbers {
    /// For each place, whether the constraint counts its cell.
    cells: Vec<bool>,
    base: i64,
    words: usize,
    compare: Compare,
    target: Target,
    /// Whether all numbers must be different. If so, the first repetition violates the constraint.
    all: bool,
}

impl Numbers {
    fn over(places: &[usize], first: &[i32], compare: Compare, target: Target, all: bool) -> Self {
        let mut cells = vec![false; first.len()];
        for &p in places {
            cells[p] = true;
        }
        let base = places.iter().map(|&p| i64::from(first[p])).min().unwrap_or(0);
        let end = places.iter().map(|&p| i64::from(first[p]) + 64).max().unwrap_or(0);
        Self { cells, base, words: ((end - base).max(1) as usize).div_ceil(64), compare, target, all }
    }

    pub(super) fn all_different(it: &AllDifferent, places: &[usize], first: &[i32]) -> Self {
        let target = Target { number: Total::Number(it.cells().len() as i32), place: None };
        Self::over(places, first, Compare::Eq, target, true)
    }

    pub(super) fn different(it: &Different, places: &[usize], first: &[i32], target: Target) -> Self {
        Self::over(places, first, it.compare(), target, false)
    }

    fn many(state: &[i64]) -> i64 {
        state[1..].iter().map(|w| i64::from(w.count_ones())).sum()
    }
}

impl Machine for Numbers {
    fn start(&self, state: &mut Vec<i64>) {
        state.push(self.target.start());
        state.extend(std::iter::repeat_n(0, self.words));
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        if self.cells[at] {
            let bit = (number - self.base) as usize;
            state[1 + bit / 64] |= 1 << (bit % 64);
        }
        self.target.read(&mut state[0], at, number);
    }

    fn holds(&self, state: &[i64]) -> bool {
        self.compare.holds(Self::many(state), state[0])
    }

    fn is_lost(&self, state: &mut [i64], open: &Open<'_>) -> bool {
        let many = Self::many(state);
        let rest = (0..self.cells.len()).filter(|&at| self.cells[at] && !open.read[at]).count() as i64;
        let low = if self.all { many + rest } else { many };
        self.target.is_lost(self.compare, (low, many + rest), state[0], open)
    }

    fn cost(&self) -> u64 {
        (self.cells.len() + self.words) as u64
    }
}
