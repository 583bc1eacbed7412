//! What remains of a node when a variable is known, and which variables a node reads.

use super::{FALSE, Graph, Id, Kind, TRUE, USUAL, Walk, bit, each_child};
use cluewright_core::quick::QuickSet;
use cluewright_core::{Sort, Value};

impl Graph {
    /// What remains of a node when a variable holds `value` (an index into its domain).
    pub(crate) fn subst(&mut self, id: Id, var: u16, value: u8) -> Id {
        if self.memo_var != var {
            self.memo.clear();
            self.memo_var = var;
        }
        self.put(id, var, value)
    }

    fn put(&mut self, id: Id, var: u16, value: u8) -> Id {
        if self.node(id).vars & bit(var) == 0 {
            return id;
        }
        if let Some(&known) = self.memo.get(&(id, value)) {
            return known;
        }
        let result = match self.kind(id).clone() {
            Kind::Var(v, dom) if v == var => self.constant(self.domains[dom as usize].number(Value(value))),
            Kind::Table(v, _, table) if v == var => self.constant(table[value as usize]),
            Kind::Mask(v, _, values) if v == var => Self::truth(values >> value & 1 == 1),
            Kind::True | Kind::False | Kind::Const(_) | Kind::Var(..) | Kind::Table(..) | Kind::Mask(..) => id,
            Kind::Lin(terms, c) => {
                let mut few = [(FALSE, 0); 8];
                if terms.len() <= few.len() {
                    for (at, &(t, k)) in few.iter_mut().zip(terms.iter()) {
                        *at = (self.put(t, var, value), k);
                    }
                    self.lin(&few[..terms.len()], c)
                } else {
                    let terms: Vec<(Id, i64)> = terms.iter().map(|&(t, k)| (self.put(t, var, value), k)).collect();
                    self.lin(&terms, c)
                }
            }
            Kind::Max(items) => {
                let items = self.put_all(&items, var, value);
                self.max(&items)
            }
            Kind::If(c, a, b) => {
                let c = self.put(c, var, value);
                match c {
                    TRUE => self.put(a, var, value),
                    FALSE => self.put(b, var, value),
                    _ => {
                        let (a, b) = (self.put(a, var, value), self.put(b, var, value));
                        self.either(c, a, b)
                    }
                }
            }
            Kind::Mul(a, b) => {
                let (a, b) = (self.put(a, var, value), self.put(b, var, value));
                self.mul(a, b)
            }
            Kind::Div(a, b) => {
                let (a, b) = (self.put(a, var, value), self.put(b, var, value));
                self.div(a, b)
            }
            Kind::Mod(a, b) => {
                let (a, b) = (self.put(a, var, value), self.put(b, var, value));
                self.modulo(a, b)
            }
            Kind::Item(index, items) => {
                let index = self.put(index, var, value);
                let items = self.put_all(&items, var, value);
                self.item(index, &items)
            }
            Kind::Le(a) => {
                let a = self.put(a, var, value);
                self.le(a)
            }
            Kind::Eq(a) => {
                let a = self.put(a, var, value);
                self.eq(a)
            }
            Kind::Ne(a) => {
                let a = self.put(a, var, value);
                let equal = self.eq(a);
                self.not(equal)
            }
            Kind::And(items) => {
                let items = self.put_until(&items, var, value, FALSE);
                self.and(&items)
            }
            Kind::Or(items) => {
                let items = self.put_until(&items, var, value, TRUE);
                self.or(&items)
            }
            Kind::Distinct(items) => {
                let items = self.put_all(&items, var, value);
                self.distinct(&items)
            }
            Kind::Run(dfa, state, items) => {
                let items = self.put_all(&items, var, value);
                self.run(dfa, state, &items)
            }
            Kind::Fold(machine, state, items) => {
                let items = self.put_all(&items, var, value);
                self.fold(machine, state, &items)
            }
            Kind::Reach(machine, state, items, wanted) => {
                let items = self.put_all(&items, var, value);
                self.reach(machine, state, &items, &wanted)
            }
            Kind::Not(a) => {
                let a = self.put(a, var, value);
                self.not(a)
            }
        };
        self.memo.insert((id, value), result);
        result
    }

    fn put_all(&mut self, items: &[Id], var: u16, value: u8) -> Vec<Id> {
        items.iter().map(|&i| self.put(i, var, value)).collect()
    }

    fn put_until(&mut self, items: &[Id], var: u16, value: u8, stop: Id) -> Vec<Id> {
        let mut all = Vec::with_capacity(items.len());
        for &i in items {
            let next = self.put(i, var, value);
            all.push(next);
            if next == stop {
                break;
            }
        }
        all
    }

    /// The variables a node reads with their domains, sorted.
    pub(crate) fn variables(&self, id: Id) -> Vec<(u16, u16)> {
        let mut all: Vec<(u16, u16)> = Vec::with_capacity(self.node(id).vars.count_ones() as usize);
        // A comparison of a sum is the usual one.
        if let Kind::Le(sum) | Kind::Eq(sum) | Kind::Ne(sum) = self.kind(id)
            && let Kind::Lin(terms, _) = self.kind(*sum)
        {
            all.extend(terms.iter().map_while(|t| match self.kind(t.0) {
                Kind::Var(v, d) | Kind::Table(v, d, _) => Some((*v, *d)),
                _ => None,
            }));
            if all.len() == terms.len() {
                all.order();
                all.dedup();
                return all;
            }
            all.clear();
        }
        let mut walk = self.walk.borrow_mut();
        let Walk { seen, todo } = &mut *walk;
        // Clearing takes as long as the capacity is large.
        if seen.capacity() > USUAL {
            *seen = QuickSet::default();
        }
        seen.clear();
        todo.push(id);
        while let Some(id) = todo.pop() {
            if self.node(id).vars == 0 || !seen.insert(id) {
                continue;
            }
            match self.kind(id) {
                Kind::Var(v, d) | Kind::Table(v, d, _) | Kind::Mask(v, d, _) => all.push((*v, *d)),
                other => each_child(other, |id| todo.push(id)),
            }
        }
        all.order();
        all.dedup();
        all
    }
}
