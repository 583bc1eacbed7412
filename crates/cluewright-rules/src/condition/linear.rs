//! Sums in normal form: terms are sorted, like terms are merged, all terms that read the same variable are combined in one table,
//! and bounds use known differences.

use super::graph::Graph;
use super::nodes::{Bool, Num, NumOp, Var, Vars};
use cluewright_core::Sort;

impl Graph<'_> {
    /// `a + b`.
    pub fn add(&mut self, a: Num, b: Num) -> Num {
        self.linear(0, &[(a, 1), (b, 1)])
    }

    /// `a - b`.
    pub fn sub(&mut self, a: Num, b: Num) -> Num {
        self.linear(0, &[(a, 1), (b, -1)])
    }

    /// `a + k`.
    pub fn plus(&mut self, a: Num, k: i64) -> Num {
        self.linear(k, &[(a, 1)])
    }

    /// `k * a`.
    pub fn scale(&mut self, a: Num, k: i64) -> Num {
        self.linear(0, &[(a, k)])
    }

    /// The sum of the constant and of each number times its coefficient.
    pub fn linear(&mut self, constant: i64, terms: &[(Num, i64)]) -> Num {
        let mut flat = Vec::with_capacity(terms.len() + 4);
        let mut total = constant as i128;
        self.session.spend(terms.len() / 4);
        for &(n, c) in terms {
            self.add_term(n, c, &mut flat, &mut total);
        }
        // Terms that read only the same variable are merged, and so are terms that depend on the same condition. Each round leaves
        // fewer terms.
        loop {
            flat.order_by_key(|t: &(Num, i64)| t.0);
            flat.dedup_by(|b, a| {
                let same = a.0 == b.0;
                if same {
                    a.1 += b.1;
                }
                same
            });
            flat.retain(|t| t.1 != 0);
            let Some(merged) = self.merge_alike(&mut flat) else { break };
            self.add_term(merged, 1, &mut flat, &mut total);
            if self.session.failed() {
                break;
            }
        }
        let total = self.session.fitting(total);
        self.linear_of(total, flat)
    }

    fn add_term(&mut self, n: Num, c: i64, flat: &mut Vec<(Num, i64)>, total: &mut i128) {
        let mut coefficients_fit = c.unsigned_abs() < 1 << 50;
        match &self.nums[n.0] {
            _ if c == 0 => {}
            NumOp::Const(v) => *total += c as i128 * *v as i128,
            NumOp::Linear(k, inner) => {
                *total += c as i128 * *k as i128;
                for &(m, d) in inner {
                    let product = c as i128 * d as i128;
                    coefficients_fit &= product.unsigned_abs() < 1 << 50;
                    flat.push((m, product as i64));
                }
            }
            _ => flat.push((n, c)),
        }
        if !coefficients_fit {
            self.session.fitting(i128::MAX);
        }
    }

    /// Removes several terms that read the same single variable, or that depend on the same condition, and returns their sum;
    /// `None` if there are no such terms.
    fn merge_alike(&mut self, flat: &mut Vec<(Num, i64)>) -> Option<Num> {
        let mut seen: Vec<Var> = Vec::with_capacity(flat.len());
        let mut bits = 0u128;
        let mut conditions: Vec<Bool> = Vec::new();
        let mut same_var = None;
        let mut same_condition = None;
        for &(n, _) in flat.iter() {
            match self.op(n) {
                NumOp::Table(var, _) | NumOp::Case(var, _) => {
                    let bit = Vars::of(*var).0;
                    if bits & bit != 0 && (var.0 < 127 || seen.contains(var)) {
                        same_var = Some(*var);
                        break;
                    }
                    bits |= bit;
                    if var.0 >= 127 {
                        seen.push(*var);
                    }
                }
                NumOp::If(c, _, _) => {
                    if conditions.contains(c) {
                        same_condition = Some(*c);
                        break;
                    }
                    conditions.push(*c);
                }
                _ => {}
            }
        }
        if let Some(var) = same_var {
            let mut taken = Vec::new();
            flat.retain(|&t| {
                let take = matches!(self.op(t.0), NumOp::Table(v, _) | NumOp::Case(v, _) if *v == var);
                if take {
                    taken.push(t);
                }
                !take
            });
            let values: Vec<u8> = self.domain(var).values.iter().map(|v| v.0).collect();
            let mut all_tables = true;
            let mut sums = vec![0i64; values.len()];
            for &(n, c) in &taken {
                match &self.nums[n.0] {
                    NumOp::Table(_, t) => {
                        for (sum, &v) in sums.iter_mut().zip(&values) {
                            *sum += c * self.tables[*t][v as usize];
                        }
                    }
                    _ => all_tables = false,
                }
            }
            if all_tables {
                return Some(self.unary(var, &sums));
            }
            let list: Vec<Num> = (0..values.len())
                .map(|i| {
                    let cases: Vec<(Num, i64)> = taken
                        .iter()
                        .filter_map(|&(n, c)| match self.op(n) {
                            NumOp::Case(_, list) => Some((list[i], c)),
                            _ => None,
                        })
                        .collect();
                    self.linear(sums[i], &cases)
                })
                .collect();
            return Some(self.case(var, &list));
        }
        let condition = same_condition?;
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        flat.retain(|&(n, c)| match self.op(n) {
            NumOp::If(d, a, b) if *d == condition => {
                yes.push((*a, c));
                no.push((*b, c));
                false
            }
            _ => true,
        });
        let (a, b) = (self.linear(0, &yes), self.linear(0, &no));
        Some(self.choose(condition, a, b))
    }

    /// Creates the node of a sum that is already in normal form.
    pub(crate) fn linear_of(&mut self, constant: i64, terms: Vec<(Num, i64)>) -> Num {
        if terms.is_empty() {
            return self.constant(constant);
        }
        if constant == 0 && terms.len() == 1 && terms[0].1 == 1 {
            return terms[0].0;
        }
        let (lo, hi) = self.sum_bounds(constant, &terms);
        let (lo, hi) = (self.session.fitting(lo), self.session.fitting(hi));
        self.store_num(NumOp::Linear(constant, terms.into()), lo, hi)
    }

    /// The bounds of a sum, computed from the bounds of its terms. Cells that are known to be different cannot all have their
    /// smallest value at the same time.
    fn sum_bounds(&mut self, constant: i64, terms: &[(Num, i64)]) -> (i128, i128) {
        let (mut lo, mut hi) = (constant as i128, constant as i128);
        let mut done = 0u128;
        for (i, &(n, c)) in terms.iter().enumerate() {
            if i < 128 && done >> i & 1 == 1 {
                continue;
            }
            let mut clique: Vec<Var> = Vec::new();
            if !self.session.known.is_empty()
                && let NumOp::Table(var, table) = *self.op(n)
            {
                clique.push(var);
                for (j, &(m, d)) in terms.iter().enumerate().skip(i + 1).take_while(|t| t.0 < 128) {
                    if let NumOp::Table(other, t) = *self.op(m)
                        && d == c
                        && t == table
                        && done >> j & 1 == 0
                        && self.domain(other) == self.domain(var)
                        && clique.iter().all(|&v| self.session.known_different(v, other))
                    {
                        clique.push(other);
                        done |= 1 << j;
                    }
                }
                if clique.len() > 1 {
                    self.session.relied = true;
                    let domain = self.domain(var);
                    let table = &self.tables[table];
                    let mut entries: Vec<i64> = domain.values.iter().map(|v| c * table[v.index()]).collect();
                    entries.order();
                    // If there are more cells than numbers, the assumption cannot be satisfied, so any bounds are correct.
                    let k = clique.len().min(entries.len());
                    lo += entries[..k].iter().map(|&e| e as i128).sum::<i128>();
                    hi += entries[entries.len() - k..].iter().map(|&e| e as i128).sum::<i128>();
                    continue;
                }
            }
            let (l, h) = self.bounds(n);
            let ends = (c as i128 * l as i128, c as i128 * h as i128);
            lo += ends.0.min(ends.1);
            hi += ends.0.max(ends.1);
        }
        (lo, hi)
    }
}
