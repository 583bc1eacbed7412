//! Comparisons of numbers: each comparison is stored as the condition that a number lies in a range.

use super::graph::Graph;
use super::nodes::{Bool, BoolOp, Num, NumOp};
use crate::whole::{floor_div, gcd};
use cluewright_core::Sort;

impl Graph<'_> {
    /// The condition `low <= a <= high`.
    pub fn between(&mut self, a: Num, low: i64, high: i64) -> Bool {
        let (lo, hi) = self.bounds(a);
        if low <= lo && high >= hi {
            return Bool::TRUE;
        }
        if low > high || low > hi || high < lo || self.session.failed() {
            return Bool::FALSE;
        }
        match self.op(a) {
            NumOp::Table(var, t) => {
                let (var, table) = (*var, *t);
                let mut mask = 0;
                for v in self.domain(var).values {
                    if (low..=high).contains(&self.tables[table][v.index()]) {
                        mask |= 1u64 << v.0;
                    }
                }
                self.mask(var, mask)
            }
            NumOp::Linear(k, terms) => {
                // Normalise the sum: it has no constant and no common factor, and the first coefficient is positive.
                let factor = terms.iter().fold(0, |g, t| gcd(g, t.1));
                let sign = if terms[0].1 < 0 { -1 } else { 1 };
                if *k == 0 && factor == 1 && sign == 1 {
                    return self.sum_between(a, low, high);
                }
                let k = *k;
                let terms: Vec<(Num, i64)> = terms.iter().map(|t| (t.0, t.1 / (factor * sign))).collect();
                let sum = self.linear(0, &terms);
                let (low, high) = (low.max(lo) - k, high.min(hi) - k);
                let (low, high) = (-floor_div(-low, factor), floor_div(high, factor));
                if sign > 0 { self.between(sum, low, high) } else { self.between(sum, -high, -low) }
            }
            NumOp::Max(list) => {
                // All numbers are at most `high`, and at least one of them is at least `low`.
                let list = list.clone();
                let mut all: Vec<Bool> = list.iter().map(|&n| self.between(n, i64::MIN, high)).collect();
                let some: Vec<Bool> = list.iter().map(|&n| self.between(n, low, i64::MAX)).collect();
                all.push(self.any(&some));
                self.all(&all)
            }
            NumOp::If(c, x, y) => {
                let (c, x, y) = (*c, *x, *y);
                let (x, y) = (self.between(x, low, high), self.between(y, low, high));
                self.select(c, x, y)
            }
            NumOp::Case(var, list) => {
                let (var, list) = (*var, list.clone());
                let values: Vec<u8> = self.domain(var).values.iter().map(|v| v.0).collect();
                let mut groups: Vec<(Bool, u64)> = Vec::new();
                for (&v, &n) in values.iter().zip(&list) {
                    let inside = self.between(n, low, high);
                    match groups.iter_mut().find(|g| g.0 == inside) {
                        Some(g) => g.1 |= 1 << v,
                        None => groups.push((inside, 1 << v)),
                    }
                }
                let parts: Vec<Bool> = groups
                    .into_iter()
                    .map(|(inside, mask)| {
                        let here = self.mask(var, mask);
                        self.and(here, inside)
                    })
                    .collect();
                self.any(&parts)
            }
            NumOp::Element(list, index) => {
                let (list, index) = (list.clone(), *index);
                let inside: Vec<Bool> = list.iter().map(|&n| self.between(n, low, high)).collect();
                let mut parts = Vec::new();
                let mut i = 0;
                while i < inside.len() {
                    // A run of indices with the same result becomes a single comparison of the index.
                    let mut j = i;
                    while j + 1 < inside.len() && inside[j + 1] == inside[i] {
                        j += 1;
                    }
                    if inside[i] != Bool::FALSE {
                        let here = self.between(index, i as i64, j as i64);
                        parts.push(self.and(here, inside[i]));
                    }
                    i = j + 1;
                }
                self.any(&parts)
            }
            NumOp::FloorDiv(x, k) if self.as_constant(*k).is_some_and(|k| k > 0) => {
                let x = *x;
                let k = self.as_constant(*k).expect("just seen");
                let (low, high) = (low.max(lo) * k, high.min(hi) * k + k - 1);
                self.between(x, low, high)
            }
            _ => self.range(a, low, high),
        }
    }

    /// The condition that a sum in normal form lies between two bounds.
    fn sum_between(&mut self, sum: Num, low: i64, high: i64) -> Bool {
        let NumOp::Linear(0, terms) = self.op(sum) else { unreachable!("called with a sum") };
        // The sum can reach the total of its terms' bounds only if every term is at its own bound.
        let (mut least, mut most) = (0i128, 0i128);
        for &(n, c) in terms {
            let (l, h) = self.bounds(n);
            let ends = (c as i128 * l as i128, c as i128 * h as i128);
            least += ends.0.min(ends.1);
            most += ends.0.max(ends.1);
        }
        let (lo, hi) = self.bounds(sum);
        let (low, high) = (low.max(lo), high.min(hi));
        let at_end = |g: &mut Self, top: bool| {
            let NumOp::Linear(_, terms) = g.op(sum).clone() else { unreachable!("still a sum") };
            let parts: Vec<Bool> = terms
                .iter()
                .map(|&(n, c)| {
                    let (l, h) = g.bounds(n);
                    let end = if (c > 0) == top { h } else { l };
                    g.between(n, end, end)
                })
                .collect();
            g.all(&parts)
        };
        // `= least`, `> least`, `= most` and `< most` can be stated as conditions on each term separately.
        if high as i128 == least {
            return at_end(self, false);
        }
        if low as i128 == most {
            return at_end(self, true);
        }
        if low as i128 == least + 1 && high == hi {
            return !at_end(self, false);
        }
        if high as i128 == most - 1 && low == lo {
            return !at_end(self, true);
        }
        self.range(sum, low, high)
    }

    /// Creates a range node without any bound that excludes nothing.
    fn range(&mut self, a: Num, low: i64, high: i64) -> Bool {
        let (lo, hi) = self.bounds(a);
        let made = if high >= hi {
            // `>= low` is stored as the negation of `<= low - 1`.
            !self.store_bool(BoolOp::Range(a, i64::MIN, low - 1))
        } else {
            let low = if low <= lo { i64::MIN } else { low };
            self.store_bool(BoolOp::Range(a, low, high))
        };
        self.settled(made)
    }

    /// `a = b`.
    pub fn eq(&mut self, a: Num, b: Num) -> Bool {
        let d = self.sub(a, b);
        self.between(d, 0, 0)
    }

    /// `a in {...}`.
    pub fn within(&mut self, a: Num, numbers: &[i64]) -> Bool {
        let mut sorted = numbers.to_vec();
        sorted.order();
        sorted.dedup();
        let mut parts = Vec::new();
        let mut i = 0;
        while i < sorted.len() {
            let mut j = i;
            while j + 1 < sorted.len() && sorted[j + 1] == sorted[j] + 1 {
                j += 1;
            }
            parts.push(self.between(a, sorted[i], sorted[j]));
            i = j + 1;
        }
        self.any(&parts)
    }
}
