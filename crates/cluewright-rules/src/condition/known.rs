//! The remainder of a number or a condition after a variable has been fixed or its domain has been narrowed.

use super::graph::Graph;
use super::graph::memo::Known;
use super::nodes::{Bool, BoolOp, Num, NumOp, Var};
use super::rebuild::Parts;

impl Parts for Known {
    fn num(&mut self, to: &mut Graph<'_>, num: Num) -> Num {
        to.rest_of_num(num, *self)
    }

    fn bool(&mut self, to: &mut Graph<'_>, lit: Bool) -> Bool {
        to.rest_of(lit, *self)
    }
}

impl Graph<'_> {
    /// The remainder of the number if `var` has `value`.
    pub(crate) fn fix_num(&mut self, num: Num, var: Var, value: u8) -> Num {
        self.rest_of_num(num, Known::fixed(var, value))
    }

    /// The remainder of the condition if `var` has `value`.
    pub(crate) fn fix(&mut self, lit: Bool, var: Var, value: u8) -> Bool {
        self.rest_of(lit, Known::fixed(var, value))
    }

    /// The condition if `var` is known to hold a value in `mask`. Its truth for other values is arbitrary.
    pub(crate) fn narrow(&mut self, lit: Bool, var: Var, mask: u64) -> Bool {
        let all = self.domain(var).bits();
        if mask & all == all { lit } else { self.rest_of(lit, Known { var, mask: mask & all }) }
    }

    fn rest_of_num(&mut self, num: Num, mut known: Known) -> Num {
        let Known { var, .. } = known;
        if self.session.failed() || !self.vars(num).has(var) {
            return num;
        }
        let value = known.value();
        if let (NumOp::Table(v, t), Some(value)) = (self.op(num), value) {
            return if *v == var { self.constant(self.tables[*t][value as usize]) } else { num };
        }
        if let Some(done) = self.num_memo.get(num.0, known) {
            return done;
        }
        self.session.spend(1);
        let domain = self.domain(var);
        let result = match self.op(num).clone() {
            NumOp::Table(v, t) if v == var => {
                let at = |v: usize| self.tables[t][if known.has(v) { v } else { known.lowest() as usize }];
                let values: Vec<i64> = domain.values.iter().map(|v| at(v.index())).collect();
                self.unary(var, &values)
            }
            NumOp::Const(_) | NumOp::Table(..) => num,
            NumOp::Case(v, list) if v == var => {
                let lowest = list[self.rank(var, known.lowest())];
                if value.is_some() {
                    lowest
                } else {
                    let here = domain.values.iter().zip(&list);
                    let list: Vec<Num> = here.map(|(v, &n)| if known.has(v.index()) { n } else { lowest }).collect();
                    self.case(v, &list)
                }
            }
            NumOp::If(c, a, b) if value.is_some() => {
                let c = self.rest_of(c, known);
                let a = if c == Bool::FALSE { a } else { self.rest_of_num(a, known) };
                let b = if c == Bool::TRUE { b } else { self.rest_of_num(b, known) };
                self.choose(c, a, b)
            }
            NumOp::Element(list, index) if value.is_some() => {
                let index = self.rest_of_num(index, known);
                match self.as_constant(index) {
                    Some(i) => self.rest_of_num(list[i as usize], known),
                    None => self.num_of(NumOp::Element(list, index), &mut known),
                }
            }
            op => self.num_of(op, &mut known),
        };
        self.num_memo.put(num.0, known, result);
        result
    }

    fn rest_of(&mut self, lit: Bool, mut known: Known) -> Bool {
        let Known { var, mask } = known;
        if self.session.failed() || !self.bool_vars(lit).has(var) {
            return lit;
        }
        let flip = lit.negated();
        let node = Bool(lit.0 & !1);
        let value = known.value();
        if let (BoolOp::Mask(v, m), Some(value)) = (self.bool_op(node), value) {
            return if *v == var { Bool::FALSE.flipped_if((m >> value & 1 == 1) != flip) } else { lit };
        }
        if let Some(done) = self.bool_memo.get(node.0, known) {
            return done.flipped_if(flip);
        }
        self.session.spend(1);
        let lowest = known.lowest() as usize;
        let result = match self.bool_op(node).clone() {
            BoolOp::Mask(v, m) if v == var => {
                if mask & !m == 0 {
                    Bool::TRUE
                } else {
                    // Treat other values like the lowest value in `mask`, even under negation.
                    self.mask(var, if m >> lowest & 1 == 1 { m | !mask } else { m & mask })
                }
            }
            BoolOp::True | BoolOp::Mask(..) => node,
            BoolOp::Pair(x, y, table) if value.is_some() => {
                let rows = &self.pairs[table];
                if x == var {
                    let row = rows[lowest];
                    self.mask(y, row)
                } else if y == var {
                    let column = rows.iter().enumerate().fold(0, |m, (v, row)| m | (row >> lowest & 1) << v);
                    self.mask(x, column)
                } else {
                    node
                }
            }
            BoolOp::Pair(x, y, _) => {
                let (_, _, mut rows) = self.rows_of(node).expect("a table");
                if x == var {
                    let sample = rows[lowest];
                    rows.iter_mut().enumerate().filter(|(v, _)| !known.has(*v)).for_each(|(_, row)| *row = sample);
                } else if y == var {
                    rows.iter_mut().for_each(|r| *r = *r & mask | if *r >> lowest & 1 == 1 { !mask } else { 0 });
                }
                if x == var || y == var { self.pair(x, y, rows) } else { node }
            }
            BoolOp::And(list) if value.is_some() => {
                let mut rest = Vec::with_capacity(list.len());
                for &b in &list {
                    match self.rest_of(b, known) {
                        Bool::TRUE => {}
                        Bool::FALSE => {
                            rest = vec![Bool::FALSE];
                            break;
                        }
                        b => rest.push(b),
                    }
                }
                self.all(&rest)
            }
            op => self.bool_of(op, &mut known),
        };
        self.bool_memo.put(node.0, known, result);
        result.flipped_if(flip)
    }
}
