//! Normal forms of conditions: comparisons, `and` and `or`, and `distinct`.

use super::{FALSE, Graph, INF, Id, Kind, TRUE, bit};
use crate::whole::gcd;
use cluewright_core::Sort;
use std::sync::Arc;

impl Graph {
    /// The condition `a <= 0`.
    pub(crate) fn le(&mut self, a: Id) -> Id {
        let n = self.node(a);
        if n.high <= 0 {
            return TRUE;
        }
        if n.low > 0 {
            return FALSE;
        }
        if let Some(reached) = self.compared_fold(a, |n| n <= 0) {
            return reached;
        }
        let mut a = a;
        if let Kind::Lin(terms, c) = self.kind(a) {
            let g = terms.iter().fold(0, |g, t| gcd(g, t.1));
            if g > 1 {
                let terms: Vec<(Id, i64)> = terms.iter().map(|t| (t.0, t.1 / g)).collect();
                // k * x + c <= 0 holds if and only if x <= floor(-c / k).
                let c = -(-*c).div_euclid(g);
                a = self.lin(&terms, c);
                return self.le(a);
            }
        }
        self.make(Kind::Le(a))
    }

    /// The condition `a = 0`.
    pub(crate) fn eq(&mut self, a: Id) -> Id {
        let n = self.node(a);
        if n.low > 0 || n.high < 0 {
            return FALSE;
        }
        if n.low == 0 && n.high == 0 {
            return TRUE;
        }
        if let Some(reached) = self.compared_fold(a, |n| n == 0) {
            return reached;
        }
        let n = self.node(a);
        let (at_low, at_high) = (n.low == 0, n.high == 0);
        if let Kind::Lin(terms, c) = self.kind(a) {
            let (terms, c) = (Arc::clone(terms), *c);
            if (at_low || at_high) && terms.len() > 1 {
                // The sum is at its bound only if every term is at its own bound.
                let mut parts = Vec::with_capacity(terms.len());
                for &(id, k) in terms.iter() {
                    let n = self.node(id);
                    let want = if (k > 0) == at_low { n.low } else { n.high };
                    let part = self.lin(&[(id, 1)], -want);
                    parts.push(self.eq(part));
                }
                return self.and(&parts);
            }
            let g = terms.iter().fold(0, |g, t| gcd(g, t.1)) * terms[0].1.signum();
            if g != 1 {
                if c % g != 0 {
                    return FALSE;
                }
                let terms: Vec<(Id, i64)> = terms.iter().map(|t| (t.0, t.1 / g)).collect();
                let a = self.lin(&terms, c / g);
                return self.eq(a);
            }
        }
        self.make(Kind::Eq(a))
    }

    pub(crate) fn not(&mut self, a: Id) -> Id {
        match self.kind(a).clone() {
            Kind::True => FALSE,
            Kind::False => TRUE,
            Kind::Mask(var, dom, values) => self.mask(var, dom, !values),
            Kind::Le(x) => {
                let x = self.lin(&[(x, -1)], 1);
                self.le(x)
            }
            Kind::And(all) => {
                let all: Vec<Id> = all.iter().map(|&x| self.not(x)).collect();
                self.or(&all)
            }
            Kind::Or(all) => {
                let all: Vec<Id> = all.iter().map(|&x| self.not(x)).collect();
                self.and(&all)
            }
            Kind::Not(x) => x,
            Kind::Reach(machine, state, items, wanted) => {
                let others: Vec<u64> = wanted.iter().map(|w| !w).collect();
                self.reach(machine, state, &items, &others)
            }
            _ => self.intern(Kind::Not(a)),
        }
    }

    pub(crate) fn and(&mut self, items: &[Id]) -> Id {
        self.join(items, true)
    }

    pub(crate) fn or(&mut self, items: &[Id]) -> Id {
        self.join(items, false)
    }

    fn join(&mut self, items: &[Id], is_and: bool) -> Id {
        let (unit, zero) = if is_and { (TRUE, FALSE) } else { (FALSE, TRUE) };
        // Handle the most common case first: a condition combined with a constant.
        let mut others = items.iter().copied().filter(|&id| id != unit);
        match (others.next(), others.next()) {
            (None, _) => return unit,
            (Some(only), None) if !matches!(self.kind(only), Kind::And(_) | Kind::Or(_)) => {
                self.work += 1;
                return only;
            }
            _ => {}
        }
        let mut all: Vec<Id> = Vec::with_capacity(items.len());
        for &id in items {
            if id == zero {
                return zero;
            }
            match self.kind(id) {
                Kind::And(inner) if is_and => all.extend(inner.iter()),
                Kind::Or(inner) if !is_and => all.extend(inner.iter()),
                _ if id == unit => {}
                _ => all.push(id),
            }
        }
        self.work += all.len() as u64;
        all.order();
        all.dedup();
        if all.len() > 1 {
            // Combine the masks of each variable.
            let (mut seen, mut twice) = (0, false);
            for &id in &all {
                if let Kind::Mask(v, ..) = *self.kind(id) {
                    twice |= seen & bit(v) != 0;
                    seen |= bit(v);
                }
            }
            if twice {
                let mut merged: Vec<(u16, u16, u64)> = Vec::new();
                for &id in &all {
                    let Kind::Mask(v, d, m) = *self.kind(id) else { continue };
                    match merged.iter_mut().find(|x| x.0 == v) {
                        Some(x) => x.2 = if is_and { x.2 & m } else { x.2 | m },
                        None => merged.push((v, d, m)),
                    }
                }
                all.retain(|&i| !matches!(self.kind(i), Kind::Mask(..)));
                for (v, d, m) in merged {
                    let mask = self.mask(v, d, m);
                    if mask == zero {
                        return zero;
                    }
                    if mask != unit {
                        all.push(mask);
                    }
                }
                all.order();
            }
            if let Some(merged) = self.merged_folds(&all, is_and) {
                return self.join(&merged, is_and);
            }
        }
        match all[..] {
            [] => return unit,
            [one] => return one,
            _ => {}
        }
        self.intern(if is_and { Kind::And(all.into()) } else { Kind::Or(all.into()) })
    }

    /// Combines conditions on the same fold; `None` if no two conditions are on the same fold.
    fn merged_folds(&mut self, all: &[Id], is_and: bool) -> Option<Vec<Id>> {
        let same = |x: &Kind, y: &Kind| matches!((x, y), (Kind::Reach(m, s, i, _), Kind::Reach(n, t, j, _)) if (m, s, i) == (n, t, j));
        let folds: Vec<Id> = all.iter().copied().filter(|&i| matches!(self.kind(i), Kind::Reach(..))).collect();
        let first =
            folds.iter().copied().find(|&a| folds.iter().any(|&b| a != b && same(self.kind(a), self.kind(b))))?;
        let Kind::Reach(machine, state, items, wanted) = self.kind(first).clone() else { return None };
        let mut wanted = wanted.to_vec();
        let mut rest = Vec::with_capacity(all.len());
        for &id in all {
            match self.kind(id) {
                Kind::Reach(m, s, i, more) if (*m, *s, i) == (machine, state, &items) => {
                    for (w, m) in wanted.iter_mut().zip(more.iter()) {
                        *w = if is_and { *w & m } else { *w | m };
                    }
                }
                _ => rest.push(id),
            }
        }
        rest.push(self.reach(machine, state, &items, &wanted));
        Some(rest)
    }

    pub(crate) fn distinct(&mut self, items: &[Id]) -> Id {
        let mut all = items.to_vec();
        self.work += all.len() as u64;
        all.order();
        if all.windows(2).any(|w| w[0] == w[1]) {
            return FALSE;
        }
        // Drop constants that cannot equal any other item.
        let (mut low, mut high) = (INF, -INF);
        let mut free = 0;
        for &i in all.iter().filter(|&&i| self.as_const(i).is_none()) {
            let n = self.node(i);
            (low, high) = (low.min(n.low), high.max(n.high));
            free += 1;
        }
        if free == 0 {
            return TRUE;
        }
        all.retain(|&i| self.as_const(i).is_none_or(|n| n >= low && n <= high));
        let used = all.len() - free;
        if all.len() == 1 {
            return TRUE;
        }
        if all.len() as i64 > high - low + 1 {
            return FALSE;
        }
        if free == 2 && used == 0 {
            let difference = self.sub(all[0], all[1]);
            let equal = self.eq(difference);
            return self.not(equal);
        }
        self.make(Kind::Distinct(all.into()))
    }
}
