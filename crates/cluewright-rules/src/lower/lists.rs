//! Lists while rules are unrolled: parts of them, what is among them, how many conditions hold.

use super::Lower;
use super::ir::{FALSE, Id, TRUE};
use super::value::{Got, List, Num, Val};
use crate::code::{Code, Quantity};
use crate::compile::Dfa;
use crate::syntax::Pos;
use crate::syntax::ast::Cmp;
use std::rc::Rc;
use std::sync::Arc;

impl<'a> Lower<'a> {
    /// The items of a list at the places (from 1) for which a condition holds.
    pub(super) fn sliced(&mut self, list: &List, inside: impl Fn(&mut Self, i64) -> Id) -> Got<Val> {
        self.ticks(list.items.len() as u64)?;
        let mut out = List::default();
        for (i, item) in list.items.iter().enumerate() {
            let here = inside(self, i as i64 + 1);
            let guard = self.graph.and(&[here, list.guard(i)]);
            if guard != FALSE {
                out.items.push(item.clone());
                out.guards.push(guard);
            }
        }
        if out.guards.iter().all(|&g| g == TRUE) {
            out.guards.clear();
        }
        Ok(Val::List(Rc::new(out)))
    }

    pub(super) fn matches(&mut self, list: &List, dfa: &Arc<Dfa>, pos: Pos) -> Got<Val> {
        let mut items = Vec::with_capacity(list.items.len());
        for item in &list.items {
            let n = self.written(item, pos)?;
            if n.d != self.one || n.ok != TRUE {
                return Err(pos.error("`matches` reads digits of cells").into());
            }
            items.push(n.n);
        }
        let start = dfa.start() as u16;
        let dfa = self.graph.add_dfa(dfa);
        Ok(Val::Bool(self.graph.run(dfa, start, &items)))
    }

    /// Is a number among the items (what is written there)?
    pub(super) fn among(&mut self, x: Num, list: &List, pos: Pos) -> Got<Id> {
        let mut parts = Vec::with_capacity(list.items.len());
        self.ticks(list.items.len() as u64)?;
        if x.d == self.one
            && x.ok == TRUE
            && let Some(numbers) = self.known_numbers(list)
        {
            if let Some(mask) = self.graph.var_among(x.n, &numbers) {
                return Ok(mask);
            }
            if let Some(reached) = self.graph.fold_among(x.n, &numbers) {
                return Ok(reached);
            }
        }
        for (i, item) in list.items.iter().enumerate() {
            let n = self.written(item, pos)?;
            let equal = self.compare(Cmp::Eq, x, n);
            let guard = list.guard(i);
            parts.push(self.graph.and(&[equal, guard]));
        }
        Ok(self.graph.or(&parts))
    }

    pub(super) fn enough(&mut self, quantity: Quantity, count: Option<&'a Code>, parts: &[Id]) -> Got<Id> {
        let count = match (quantity, count) {
            (Quantity::Every, _) => return Ok(self.graph.and(parts)),
            (Quantity::Some, _) => return Ok(self.graph.or(parts)),
            (_, Some(count)) => self.number(count)?,
            (_, None) => return Ok(FALSE),
        };
        let yes = self.count(parts);
        let yes = self.plain(yes);
        let cmp = match quantity {
            Quantity::AtLeast => Cmp::Ge,
            Quantity::AtMost => Cmp::Le,
            _ => Cmp::Eq,
        };
        Ok(self.compare(cmp, yes, count))
    }

    /// How many of the conditions hold.
    pub(super) fn count(&mut self, parts: &[Id]) -> Id {
        let terms: Vec<(Id, i64)> = parts.iter().map(|&p| (self.graph.indicator(p), 1)).collect();
        self.graph.lin(&terms, 0)
    }

    /// The numbers of a list with a common denominator; each defined (where its guard holds) when the last is true.
    pub(super) fn numbers(&mut self, list: &List, pos: Pos, written: bool) -> Got<(Vec<Id>, Id, Id)> {
        self.ticks(list.items.len() as u64)?;
        let mut all = Vec::with_capacity(list.items.len());
        let mut oks = Vec::new();
        let mut d = self.one;
        for (i, item) in list.items.iter().enumerate() {
            let n = self.as_num(item, pos, written)?;
            if n.ok != TRUE {
                let guard = list.guard(i);
                let not = self.graph.not(guard);
                oks.push(self.graph.or(&[not, n.ok]));
            }
            if n.d != d {
                d = if d == self.one { n.d } else { self.graph.mul(d, n.d) };
            }
            all.push(n);
        }
        let ok = self.graph.and(&oks);
        if all.iter().all(|n| n.d == d) {
            return Ok((all.into_iter().map(|n| n.n).collect(), d, ok));
        }
        let mut ids = Vec::with_capacity(all.len());
        for n in &all {
            if n.d == d {
                ids.push(n.n);
                continue;
            }
            // d is a multiple of every denominator.
            let (Some(whole), Some(part)) = (self.graph.as_const(d), self.graph.as_const(n.d)) else {
                return Err(pos
                    .error("fractions by digits cannot be added up here")
                    .hint("compare them one by one")
                    .into());
            };
            ids.push(self.graph.scale(n.n, whole / part));
        }
        Ok((ids, d, ok))
    }
}
