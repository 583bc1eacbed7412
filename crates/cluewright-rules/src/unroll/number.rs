//! The numbers of rules as nodes: exact fractions, each with the condition that the number is defined.

use super::Lower;
use super::ir::{FALSE, Graph, INF, Id, TRUE};
use super::value::{Got, Num, Stop, Val};
use crate::syntax::Pos;
use crate::syntax::ast::{Arith, Cmp};
use cluewright_core::{Arg, Cell};
use std::rc::Rc;

impl Lower<'_> {
    pub(crate) fn arg(&mut self, arg: Option<&Arg>) -> Val {
        match arg {
            None => Val::Absent,
            Some(Arg::Cell(c)) => Val::Cell(*c),
            Some(Arg::Cells(list)) => Val::cells(list),
            Some(Arg::Lists(lists)) => Val::lists(lists),
            Some(Arg::Number(n)) => self.int(*n),
            Some(Arg::Numbers(ns)) => Val::list(ns.iter().map(|n| self.int(*n)).collect()),
            Some(Arg::Text(t)) => Val::Text(t.as_str().into()),
            Some(Arg::Bool(b)) => Val::Bool(Graph::truth(*b)),
        }
    }

    pub(crate) fn int(&mut self, n: i64) -> Val {
        Val::Num(self.whole(n))
    }

    pub(crate) fn whole(&mut self, n: i64) -> Num {
        Num { n: self.graph.constant(n), d: self.one, ok: TRUE }
    }

    pub(crate) fn plain(&self, n: Id) -> Num {
        Num { n, d: self.one, ok: TRUE }
    }

    fn undefined(&self) -> Num {
        Num { n: self.one, d: self.one, ok: FALSE }
    }

    /// The digit in a cell as a node.
    pub(crate) fn digit_of(&mut self, cell: Cell) -> Id {
        let var = self.local(cell);
        let dom = self.domain_of(cell);
        self.graph.var(var, dom)
    }

    /// The value of a cell as a node.
    pub(crate) fn value_of(&mut self, cell: Cell) -> Id {
        self.digit_of(self.build.value_cell(cell))
    }

    /// Converts a value to a number; a cell counts as its value.
    pub(crate) fn num(&mut self, value: &Val, pos: Pos) -> Got<Num> {
        self.as_num(value, pos, false)
    }

    /// Converts a value to a number; a cell counts as the digit that is written in it.
    pub(crate) fn written(&mut self, value: &Val, pos: Pos) -> Got<Num> {
        self.as_num(value, pos, true)
    }

    pub(crate) fn as_num(&mut self, value: &Val, pos: Pos, written: bool) -> Got<Num> {
        Ok(match value {
            Val::Num(n) => *n,
            Val::Cell(c) => {
                let n = if written { self.digit_of(*c) } else { self.value_of(*c) };
                self.plain(n)
            }
            Val::Pick(index, list) => {
                let (index, list) = (*index, Rc::clone(list));
                let mut items = Vec::with_capacity(list.items.len());
                let mut ok = index.ok;
                let mut d = self.one;
                for (i, item) in list.items.iter().enumerate() {
                    let n = self.as_num(item, pos, written)?;
                    if n.d != self.one {
                        if d != self.one && d != n.d {
                            return Err(pos.error("fractions with different denominators cannot be read at a place that depends on digits").into());
                        }
                        d = n.d;
                    }
                    if n.ok != TRUE {
                        let at = self.equals(index.n, i as i64 + 1);
                        let not = self.graph.not(at);
                        let fine = self.graph.or(&[not, n.ok]);
                        ok = self.graph.and(&[ok, fine]);
                    }
                    items.push(n);
                }
                let items: Vec<Id> =
                    items.iter().map(|n| if n.d == d { n.n } else { self.graph.mul(n.n, d) }).collect();
                let inside = self.in_range(index.n, 1, items.len() as i64);
                let ok = self.graph.and(&[ok, inside]);
                Num { n: self.graph.item(index.n, &items), d, ok }
            }
            Val::Choice(c, both) => {
                let (c, both) = (*c, Rc::clone(both));
                let (a, b) = (self.as_num(&both.0, pos, written)?, self.as_num(&both.1, pos, written)?);
                self.choose(c, a, b)
            }
            Val::Absent | Val::Unset => return Err(Stop::Skip),
            _ => self.undefined(),
        })
    }

    pub(crate) fn choose(&mut self, c: Id, a: Num, b: Num) -> Num {
        let (a, b) = self.same_denominator(a, b);
        let not = self.graph.not(c);
        let (x, y) = (self.graph.or(&[not, a.ok]), self.graph.or(&[c, b.ok]));
        Num { n: self.graph.either(c, a.n, b.n), d: a.d, ok: self.graph.and(&[x, y]) }
    }

    fn same_denominator(&mut self, a: Num, b: Num) -> (Num, Num) {
        if a.d == b.d {
            return (a, b);
        }
        let d = self.graph.mul(a.d, b.d);
        let (x, y) = (self.graph.mul(a.n, b.d), self.graph.mul(b.n, a.d));
        (Num { n: x, d, ok: a.ok }, Num { n: y, d, ok: b.ok })
    }

    pub(crate) fn equals(&mut self, n: Id, k: i64) -> Id {
        let difference = self.graph.lin(&[(n, 1)], -k);
        self.graph.eq(difference)
    }

    pub(crate) fn in_range(&mut self, n: Id, low: i64, high: i64) -> Id {
        let (a, b) = (self.graph.lin(&[(n, -1)], low), self.graph.lin(&[(n, 1)], -high));
        let (a, b) = (self.graph.le(a), self.graph.le(b));
        self.graph.and(&[a, b])
    }

    pub(crate) fn arith(&mut self, op: Arith, a: Num, b: Num) -> Num {
        let ok = self.graph.and(&[a.ok, b.ok]);
        match op {
            Arith::Add | Arith::Sub => {
                let (a, b) = self.same_denominator(a, b);
                let n = if op == Arith::Add { self.graph.add(a.n, b.n) } else { self.graph.sub(a.n, b.n) };
                Num { n, d: a.d, ok }
            }
            Arith::Mul => Num { n: self.graph.mul(a.n, b.n), d: self.graph.mul(a.d, b.d), ok },
            Arith::Div | Arith::FloorDiv => {
                // If the divisor is a positive constant, the quotient is always defined and keeps the sign.
                if b.d == self.one && self.is_positive(b.n) {
                    let d = self.graph.mul(a.d, b.n);
                    let (n, d) = self.reduced(a.n, d);
                    let quotient = Num { n, d, ok };
                    return if op == Arith::Div { quotient } else { self.floor(quotient) };
                }
                // (p/q) / (r/s) = p*s / (q*r), with the sign moved to the numerator.
                let zero = self.graph.eq(b.n);
                let defined = self.graph.not(zero);
                let ok = self.graph.and(&[ok, defined]);
                let up = self.graph.mul(a.n, b.d);
                let negative = self.graph.lin(&[(b.n, 1)], 1);
                let negative = self.graph.le(negative);
                let minus = self.graph.scale(up, -1);
                let n = self.graph.either(negative, minus, up);
                let size = self.size_of(b.n);
                let d = self.graph.mul(a.d, size);
                let (n, d) = self.reduced(n, d);
                let quotient = Num { n, d, ok };
                if op == Arith::Div { quotient } else { self.floor(quotient) }
            }
            Arith::Mod if a.d == self.one && b.d == self.one && self.is_positive(b.n) => {
                Num { n: self.graph.modulo(a.n, b.n), d: self.one, ok }
            }
            Arith::Mod => {
                let zero = self.graph.eq(b.n);
                let defined = self.graph.not(zero);
                let ok = self.graph.and(&[ok, defined]);
                let (a, b) = self.same_denominator(a, b);
                let size = self.size_of(b.n);
                Num { n: self.graph.modulo(a.n, size), d: a.d, ok }
            }
        }
    }

    /// The absolute value of an integer, but 1 instead of 0. It is used as a denominator: a denominator of 0 would make the number
    /// equal to everything that it is compared with, even if an `if` does not select it.
    fn size_of(&mut self, n: Id) -> Id {
        let below = self.graph.scale(n, -1);
        let (low, high) = (self.graph.node(n).low, self.graph.node(n).high);
        let may_be_nothing = (low..=high).contains(&0);
        let all = [n, below, self.one];
        self.graph.max(if may_be_nothing { &all } else { &all[..2] })
    }

    /// The value of a number if it is an integer that does not depend on digits; `None` for any other number, and for infinity.
    fn known(&self, n: Num) -> Option<i64> {
        self.graph.as_const(n.n).filter(|k| n.d == self.one && n.ok == TRUE && k.abs() < INF)
    }

    fn is_positive(&self, n: Id) -> bool {
        self.graph.as_const(n).is_some_and(|n| (1..INF).contains(&n))
    }

    /// Reduces constant fractions to lowest terms.
    fn reduced(&mut self, n: Id, d: Id) -> (Id, Id) {
        let (Some(mut a), Some(mut b)) = (self.graph.as_const(n), self.graph.as_const(d)) else { return (n, d) };
        let (x, y) = (a, b);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let g = a.abs().max(1);
        if x.abs() >= INF || y == 0 {
            return (n, self.one);
        }
        (self.graph.constant(x / g), self.graph.constant(y / g))
    }

    pub(crate) fn floor(&mut self, a: Num) -> Num {
        Num { n: self.graph.div(a.n, a.d), d: self.one, ok: a.ok }
    }

    pub(crate) fn compare(&mut self, cmp: Cmp, a: Num, b: Num) -> Id {
        if let (Some(x), Some(y)) = (self.known(a), self.known(b)) {
            return Graph::truth(match cmp {
                Cmp::Eq => x == y,
                Cmp::Ne => x != y,
                Cmp::Le => x <= y,
                Cmp::Lt => x < y,
                Cmp::Ge => x >= y,
                Cmp::Gt => x > y,
                Cmp::In => false,
            });
        }
        let ok = self.graph.and(&[a.ok, b.ok]);
        let (a, b) = self.same_denominator(a, b);
        let holds = match cmp {
            Cmp::Eq | Cmp::Ne => {
                let equal = match (self.graph.as_const(a.n), self.graph.as_const(b.n)) {
                    (None, Some(k)) => self.equals(a.n, k),
                    (Some(k), None) => self.equals(b.n, k),
                    _ => {
                        let difference = self.graph.sub(a.n, b.n);
                        self.graph.eq(difference)
                    }
                };
                if cmp == Cmp::Eq { equal } else { self.graph.not(equal) }
            }
            Cmp::Le | Cmp::Lt => {
                let difference = self.graph.lin(&[(a.n, 1), (b.n, -1)], i64::from(cmp == Cmp::Lt));
                self.graph.le(difference)
            }
            Cmp::Ge | Cmp::Gt => {
                let difference = self.graph.lin(&[(b.n, 1), (a.n, -1)], i64::from(cmp == Cmp::Gt));
                self.graph.le(difference)
            }
            Cmp::In => FALSE,
        };
        self.graph.and(&[ok, holds])
    }

    /// Converts a number to an index, which is undefined if the number is a fraction.
    pub(crate) fn integral(&mut self, n: Num) -> Num {
        if n.d == self.one {
            return n;
        }
        let rest = self.graph.modulo(n.n, n.d);
        let whole = self.graph.eq(rest);
        let ok = self.graph.and(&[n.ok, whole]);
        Num { n: self.graph.div(n.n, n.d), d: self.one, ok }
    }
}
