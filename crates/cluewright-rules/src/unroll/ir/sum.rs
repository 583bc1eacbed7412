//! Normal forms of numbers: sorted sums, maxima, products and quotients, and items of a list.

use super::{FALSE, Graph, INF, Id, Kind, TRUE, added_up, bit};
use cluewright_core::Sort;

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
        if merged.iter().any(|t| matches!(self.kind(t.0), Kind::Table(..)))
            && let Some(var) = self.shared_variable(merged)
        {
            let (same, mut rest): (Vec<_>, Vec<_>) =
                merged.iter().copied().partition(|t| self.single(t.0) == Some(var));
            let (_, dom) = self.dom_of(same[0].0).expect("a node of one variable has a domain");
            rest.push((self.table(var, dom, &Kind::Lin(same.into(), 0)), 1));
            return self.lin(&rest, c);
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
                return self.table(var, dom, &Kind::Lin([(id, k)].into(), c));
            }
        }
        if let Some(known) = self.known_sum(merged, c) {
            self.work += 1;
            return known;
        }
        self.intern(Kind::Lin(merged.as_slice().into(), c))
    }

    /// The first variable that two or more terms read as their only variable.
    fn shared_variable(&self, terms: &[(Id, i64)]) -> Option<u16> {
        let mut seen = 0;
        // All variables from 127 upwards share a bit.
        let again = |t: &(Id, i64)| {
            let vars = self.node(t.0).vars;
            let again = vars.is_power_of_two() && (seen & vars != 0 || vars == bit(u16::MAX));
            seen |= if vars.is_power_of_two() { vars } else { 0 };
            again
        };
        if !terms.iter().any(again) {
            return None;
        }
        let others = |i: usize, var: u16| terms[i + 1..].iter().any(|t| self.single(t.0) == Some(var));
        terms.iter().enumerate().find_map(|(i, t)| self.single(t.0).filter(|&var| others(i, var)))
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
        // Items that never exceed the greatest lower bound are redundant, but at least one item with this lower bound must remain.
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
        self.make(Kind::Max(kept.into()))
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
        self.make(Kind::If(c, a, b))
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
        self.make(Kind::Mul(a, b))
    }

    pub(crate) fn div(&mut self, a: Id, b: Id) -> Id {
        match self.as_const(b) {
            Some(1) => a,
            _ => self.make(Kind::Div(a, b)),
        }
    }

    pub(crate) fn modulo(&mut self, a: Id, b: Id) -> Id {
        if let Some(k) = self.as_const(b).map(i64::abs) {
            let (low, high) = (self.node(a).low, self.node(a).high);
            if k > 0 && low > -INF && high < INF && low.div_euclid(k) == high.div_euclid(k) {
                return self.lin(&[(a, 1)], -k * low.div_euclid(k));
            }
        }
        self.make(Kind::Mod(a, b))
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
        let (from, to) = ((n.low - 1).max(0) as usize, n.high.clamp(0, items.len() as i64) as usize);
        // Replace items that the index cannot reach, so that more nodes are equal or read only one cell.
        let items = items
            .iter()
            .enumerate()
            .map(|(i, &id)| if (from..to).contains(&i) { id } else { self.constant(0) })
            .collect();
        self.make(Kind::Item(index, items))
    }
}
