//! Normal forms of numbers: sorted sums, maxima, products and quotients, items of a list.

use super::{FALSE, Graph, INF, Id, Kind, TRUE, added_up, bit, clamp};
use crate::whole::{floor_div, modulo};
use cluewright_core::Sort;
use std::cell::Cell;

impl Graph {
    /// The sum of `coefficient * node`, plus a constant.
    pub(crate) fn lin(&mut self, terms: &[(Id, i64)], c: i64) -> Id {
        let mut merged = std::mem::take(&mut self.terms);
        merged.clear();
        let result = self.sum(terms, c, &mut merged);
        self.terms = merged;
        result
    }

    fn sum(&mut self, terms: &[(Id, i64)], c: i64, merged: &mut Vec<(Id, i64)>) -> Id {
        let (mut c, mut large) = (c, false);
        for &(id, k) in terms {
            let (known, inner): (i64, &[(Id, i64)]) = match self.kind(id) {
                Kind::Const(n) => (*n, &[]),
                Kind::Lin(inner, d) => (*d, inner),
                _ => (0, &[(id, 1)]),
            };
            let (sum, too_large) = added_up(c, [(known, k)]);
            (c, large) = (sum, large | too_large);
            for &(id, m) in inner {
                let (product, too_large) = added_up(0, [(m, k)]);
                merged.push((id, product));
                large |= too_large;
            }
        }
        self.work += merged.len() as u64;
        merged.order_by_key(|t| t.0);
        merged.dedup_by(|next, last| {
            let same = next.0 == last.0;
            if same {
                let (sum, too_large) = added_up(last.1, [(next.1, 1)]);
                (last.1, large) = (sum, large | too_large);
            }
            same
        });
        merged.retain(|t| t.1 != 0);
        // Merge all functions of the same variable into one table.
        if merged.iter().any(|t| matches!(self.kind(t.0), Kind::Table(..))) && self.share_a_variable(merged) {
            let mut i = 0;
            while i < merged.len() {
                if let Some(var) = self.single(merged[i].0) {
                    let same: Vec<(Id, i64)> =
                        merged.iter().copied().filter(|t| self.single(t.0) == Some(var)).collect();
                    if same.len() > 1 {
                        let (_, dom) = self.dom_of(same[0].0).expect("a node of one variable has a domain");
                        let sum = self.added(var, dom, &same, 0);
                        merged.retain(|t| self.single(t.0) != Some(var));
                        merged.push((sum, 1));
                        return self.lin(merged, c);
                    }
                }
                i += 1;
            }
        }
        self.too_large |= large;
        if merged.is_empty() {
            return self.constant(c);
        }
        if let [(id, k)] = merged[..] {
            if k == 1 && c == 0 {
                return id;
            }
            if let Kind::Table(var, dom, _) = *self.kind(id) {
                return self.added(var, dom, &[(id, k)], c);
            }
        }
        if let Some(known) = self.known_sum(merged, c) {
            self.work += 1;
            return known;
        }
        let (mut low, mut high, mut vars) = (c, c, 0);
        for &(id, k) in &*merged {
            let n = self.node(id);
            let (a, b) = (clamp(n.low.saturating_mul(k)), clamp(n.high.saturating_mul(k)));
            low = clamp(low + a.min(b));
            high = clamp(high + a.max(b));
            vars |= n.vars;
        }
        self.intern(Kind::Lin(merged.as_slice().into(), c), low, high, vars)
    }

    /// The sum of functions of one variable as a single node.
    fn added(&mut self, var: u16, dom: u16, terms: &[(Id, i64)], c: i64) -> Id {
        let large = Cell::new(false);
        let sum = self.table(var, dom, |g, v| {
            let (sum, too_large) = added_up(c, terms.iter().map(|&(t, k)| (k, g.at(t, v))));
            large.set(large.get() | too_large);
            sum
        });
        self.too_large |= large.get();
        sum
    }

    /// Whether two terms read only one and the same variable. (For variables from 127 on, the answer may be true
    /// although they differ.)
    fn share_a_variable(&self, terms: &[(Id, i64)]) -> bool {
        let mut seen = 0;
        terms.iter().any(|t| {
            let vars = self.node(t.0).vars;
            let again = vars.is_power_of_two() && (seen & vars != 0 || vars == bit(u16::MAX));
            seen |= if vars.is_power_of_two() { vars } else { 0 };
            again
        })
    }

    pub(crate) fn add(&mut self, a: Id, b: Id) -> Id {
        self.lin(&[(a, 1), (b, 1)], 0)
    }

    pub(crate) fn sub(&mut self, a: Id, b: Id) -> Id {
        self.lin(&[(a, 1), (b, -1)], 0)
    }

    pub(crate) fn scale(&mut self, a: Id, k: i64) -> Id {
        self.lin(&[(a, k)], 0)
    }

    pub(crate) fn max(&mut self, items: &[Id]) -> Id {
        let mut all: Vec<Id> = Vec::with_capacity(items.len());
        for &id in items {
            match self.kind(id) {
                Kind::Max(inner) => all.extend(inner.iter()),
                _ => all.push(id),
            }
        }
        self.work += all.len() as u64;
        let floor = all.iter().map(|&i| self.node(i).low).max().unwrap_or(-INF);
        // Items that never exceed the greatest lower bound are redundant, but one must remain that has this bound.
        let mut kept: Vec<Id> = all.iter().copied().filter(|&i| self.node(i).high > floor).collect();
        if kept.iter().all(|&i| self.node(i).low < floor) || kept.is_empty() {
            let n = self.constant(floor);
            kept.push(n);
        }
        kept.order();
        kept.dedup();
        if let [one] = kept[..] {
            return one;
        }
        if let Some((var, dom)) = self.common(&kept) {
            return self.table(var, dom, |g, v| kept.iter().map(|&i| g.at(i, v)).max().unwrap_or(-INF));
        }
        let (mut low, mut high, mut vars) = (-INF, -INF, 0);
        for &i in &kept {
            let n = self.node(i);
            (low, high, vars) = (low.max(n.low), high.max(n.high), vars | n.vars);
        }
        self.intern(Kind::Max(kept.into()), low, high, vars)
    }

    pub(crate) fn min(&mut self, items: &[Id]) -> Id {
        let negated: Vec<Id> = items.iter().map(|&i| self.scale(i, -1)).collect();
        let max = self.max(&negated);
        self.scale(max, -1)
    }

    pub(crate) fn either(&mut self, c: Id, a: Id, b: Id) -> Id {
        if c == TRUE || a == b {
            return a;
        }
        if c == FALSE {
            return b;
        }
        if let Some((var, dom)) = self.common(&[c, a, b]) {
            return self.table(var, dom, |g, v| if g.at(c, v) != 0 { g.at(a, v) } else { g.at(b, v) });
        }
        let (x, y) = (self.node(a), self.node(b));
        let (low, high, vars) = (x.low.min(y.low), x.high.max(y.high), self.node(c).vars | x.vars | y.vars);
        self.intern(Kind::If(c, a, b), low, high, vars)
    }

    /// 1 if the condition holds, otherwise 0.
    pub(crate) fn indicator(&mut self, c: Id) -> Id {
        let (one, zero) = (self.constant(1), self.constant(0));
        self.either(c, one, zero)
    }

    pub(crate) fn mul(&mut self, a: Id, b: Id) -> Id {
        let (a, b) = (a.min(b), a.max(b));
        if let Some(k) = self.as_const(a) {
            return self.scale(b, k);
        }
        if let Some(k) = self.as_const(b) {
            return self.scale(a, k);
        }
        if let Some((var, dom)) = self.common(&[a, b]) {
            let large = Cell::new(false);
            let product = self.table(var, dom, |g, v| {
                let (product, too_large) = added_up(0, [(g.at(a, v), g.at(b, v))]);
                large.set(large.get() | too_large);
                product
            });
            self.too_large |= large.get();
            return product;
        }
        let (x, y) = (self.node(a), self.node(b));
        let corners = [
            x.low.saturating_mul(y.low),
            x.low.saturating_mul(y.high),
            x.high.saturating_mul(y.low),
            x.high.saturating_mul(y.high),
        ];
        let vars = x.vars | y.vars;
        let (low, high) = (corners.iter().min(), corners.iter().max());
        let (low, high) = (clamp(*low.expect("four corners")), clamp(*high.expect("four corners")));
        self.intern(Kind::Mul(a, b), low, high, vars)
    }

    pub(crate) fn div_of(a: i64, b: i64) -> i64 {
        if b != 0 && a.abs() >= INF { a } else { floor_div(a, b) }
    }

    pub(crate) fn div(&mut self, a: Id, b: Id) -> Id {
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.constant(Self::div_of(x, y));
        }
        if self.as_const(b) == Some(1) {
            return a;
        }
        if let Some((var, dom)) = self.common(&[a, b]) {
            return self.table(var, dom, |g, v| Self::div_of(g.at(a, v), g.at(b, v)));
        }
        let (x, y) = (self.node(a), self.node(b));
        let vars = x.vars | y.vars;
        let (low, high) = match self.as_const(b) {
            Some(k) if k > 0 => (Self::div_of(x.low, k), Self::div_of(x.high, k)),
            _ => {
                let most = x.low.abs().max(x.high.abs());
                (-most, most)
            }
        };
        self.intern(Kind::Div(a, b), low, high, vars)
    }

    pub(crate) fn modulo(&mut self, a: Id, b: Id) -> Id {
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.constant(modulo(x, y));
        }
        if let Some(k) = self.as_const(b) {
            let k = k.abs();
            let (low, high) = (self.node(a).low, self.node(a).high);
            if k > 0 && low > -INF && high < INF && low.div_euclid(k) == high.div_euclid(k) {
                return self.lin(&[(a, 1)], -k * low.div_euclid(k));
            }
        }
        if let Some((var, dom)) = self.common(&[a, b]) {
            return self.table(var, dom, |g, v| modulo(g.at(a, v), g.at(b, v)));
        }
        let vars = self.node(a).vars | self.node(b).vars;
        let y = self.node(b);
        let most = (y.low.abs().max(y.high.abs()) - 1).max(0);
        self.intern(Kind::Mod(a, b), 0, most, vars)
    }

    pub(crate) fn item(&mut self, index: Id, items: &[Id]) -> Id {
        if let Some(i) = self.as_const(index) {
            return match usize::try_from(i - 1).ok().and_then(|i| items.get(i)) {
                Some(&id) => id,
                None => self.constant(0),
            };
        }
        if items.windows(2).all(|w| w[0] == w[1]) && !items.is_empty() {
            return items[0];
        }
        self.work += items.len() as u64;
        let n = self.node(index);
        let (mut low, mut high, mut vars) = (0, 0, n.vars);
        let (from, to) = ((n.low - 1).max(0) as usize, n.high.clamp(0, items.len() as i64) as usize);
        if n.low >= 1 && n.high <= items.len() as i64 {
            (low, high) = (INF, -INF);
        }
        for &i in items.get(from..to).unwrap_or(&[]) {
            let n = self.node(i);
            (low, high) = (low.min(n.low), high.max(n.high));
        }
        // Replace items that the index cannot reach, so that more nodes are equal or read only one cell.
        let items: Vec<Id> = items
            .iter()
            .enumerate()
            .map(|(i, &id)| if (from..to).contains(&i) { id } else { self.constant(0) })
            .collect();
        let mut parts = items.clone();
        parts.push(index);
        if let Some((var, dom)) = self.common(&parts) {
            return self.table(var, dom, |g, v| {
                usize::try_from(g.at(index, v) - 1).ok().and_then(|i| items.get(i)).map_or(0, |&i| g.at(i, v))
            });
        }
        for &i in &items {
            vars |= self.node(i).vars;
        }
        self.intern(Kind::Item(index, items.into()), low, high, vars)
    }
}
