//! The remainder of a number or a condition when a variable is fixed or its domain is narrowed.

use super::graph::{Graph, fixed_key};
use super::nodes::{Bool, BoolOp, Num, NumOp, Var};
use super::rebuild::Parts;

/// The variable is fixed to this value.
struct Fixed(Var, u8);

impl Parts for Fixed {
    fn num(&mut self, to: &mut Graph<'_>, num: Num) -> Num {
        to.fix_num(num, self.0, self.1)
    }

    fn bool(&mut self, to: &mut Graph<'_>, lit: Bool) -> Bool {
        to.fix(lit, self.0, self.1)
    }
}

/// The variable is restricted to these values.
struct Narrowed(Var, u64);

impl Parts for Narrowed {
    fn num(&mut self, to: &mut Graph<'_>, num: Num) -> Num {
        to.narrow_num(num, self.0, self.1)
    }

    fn bool(&mut self, to: &mut Graph<'_>, lit: Bool) -> Bool {
        to.narrow(lit, self.0, self.1)
    }
}

impl Graph<'_> {
    /// The remainder of the number when `var` has `value`.
    pub(crate) fn fix_num(&mut self, num: Num, var: Var, value: u8) -> Num {
        if self.session.failed() || !self.vars(num).has(var) {
            return num;
        }
        if let NumOp::Table(v, t) = *self.op(num) {
            return if v == var { self.constant(self.tables[t][value as usize]) } else { num };
        }
        let key = fixed_key(num.0, var, value);
        if let Some(&done) = self.num_memo.get(&key) {
            return done;
        }
        self.session.spend(1);
        let result = match self.op(num).clone() {
            NumOp::If(c, a, b) => {
                let c = self.fix(c, var, value);
                let (a, b) = match c {
                    Bool::TRUE => (self.fix_num(a, var, value), a),
                    Bool::FALSE => (b, self.fix_num(b, var, value)),
                    _ => (self.fix_num(a, var, value), self.fix_num(b, var, value)),
                };
                self.choose(c, a, b)
            }
            NumOp::Case(v, list) if v == var => list[self.rank(v, value)],
            NumOp::Element(list, index) => {
                let index = self.fix_num(index, var, value);
                match self.as_constant(index) {
                    Some(i) => self.fix_num(list[i as usize], var, value),
                    None => self.num_of(NumOp::Element(list, index), &mut Fixed(var, value)),
                }
            }
            op => self.num_of(op, &mut Fixed(var, value)),
        };
        self.num_memo.insert(key, result);
        result
    }

    /// The number when `var` is known to hold a value in `mask`: other values are treated like the lowest of them.
    pub(crate) fn narrow_num(&mut self, num: Num, var: Var, mask: u64) -> Num {
        if self.session.failed() || !self.vars(num).has(var) {
            return num;
        }
        if let Some(&done) = self.num_narrowed.get(&(num, var, mask)) {
            return done;
        }
        self.session.spend(1);
        let result = match self.op(num).clone() {
            NumOp::Table(v, t) if v == var => {
                let table = &self.tables[t];
                let sample = table[mask.trailing_zeros() as usize];
                let values: Vec<i64> = self
                    .domain(var)
                    .values
                    .iter()
                    .map(|v| if mask >> v.0 & 1 == 1 { table[v.index()] } else { sample })
                    .collect();
                self.unary(var, &values)
            }
            NumOp::Const(_) | NumOp::Table(..) => num,
            NumOp::Case(v, list) if v == var => {
                let domain = self.domain(var);
                let sample = list[self.rank(var, mask.trailing_zeros() as u8)];
                let list: Vec<Num> = domain
                    .values
                    .iter()
                    .zip(&list)
                    .map(|(v, &n)| if mask >> v.0 & 1 == 1 { n } else { sample })
                    .collect();
                self.case(v, &list)
            }
            op => self.num_of(op, &mut Narrowed(var, mask)),
        };
        self.num_narrowed.insert((num, var, mask), result);
        result
    }
}

impl Graph<'_> {
    /// The condition when `var` is known to hold a value in `mask`: its truth for other values is arbitrary.
    pub(crate) fn narrow(&mut self, lit: Bool, var: Var, mask: u64) -> Bool {
        if self.session.failed() || !self.bool_vars(lit).has(var) {
            return lit;
        }
        let mask = mask & self.domain(var).bits();
        if mask.is_power_of_two() {
            return self.fix(lit, var, mask.trailing_zeros() as u8);
        }
        if mask == self.domain(var).bits() {
            return lit;
        }
        let flip = lit.negated();
        let node = Bool(lit.0 & !1);
        if let Some(done) = self.bool_narrowed.get(&(node.0, var, mask)) {
            return done.flipped_if(flip);
        }
        self.session.spend(1);
        let result = match self.bool_op(node).clone() {
            BoolOp::Mask(v, m) if v == var => {
                if mask & !m == 0 {
                    Bool::TRUE
                } else {
                    // Treat other values like the lowest in `mask`, also under negation.
                    let lowest = m >> mask.trailing_zeros() & 1 == 1;
                    self.mask(var, if lowest { m | !mask } else { m & mask })
                }
            }
            BoolOp::True | BoolOp::Mask(..) => node,
            BoolOp::Pair(x, y, _) => {
                let (_, _, mut rows) = self.rows_of(node).expect("a table");
                if x == var {
                    let sample = rows[mask.trailing_zeros() as usize];
                    for (v, row) in rows.iter_mut().enumerate() {
                        if mask >> v & 1 == 0 {
                            *row = sample;
                        }
                    }
                    self.pair(x, y, rows)
                } else if y == var {
                    let lowest = mask.trailing_zeros();
                    for row in &mut rows {
                        *row = *row & mask | if *row >> lowest & 1 == 1 { !mask } else { 0 };
                    }
                    self.pair(x, y, rows)
                } else {
                    node
                }
            }
            op => self.bool_of(op, &mut Narrowed(var, mask)),
        };
        self.bool_narrowed.insert((node.0, var, mask), result);
        result.flipped_if(flip)
    }

    /// The remainder of the condition when `var` has `value`.
    pub(crate) fn fix(&mut self, lit: Bool, var: Var, value: u8) -> Bool {
        if self.session.failed() || !self.bool_vars(lit).has(var) {
            return lit;
        }
        let flip = lit.negated();
        let node = Bool(lit.0 & !1);
        if let BoolOp::Mask(v, mask) = *self.bool_op(node) {
            let holds = mask >> value & 1 == 1;
            return if v != var {
                lit
            } else if holds != flip {
                Bool::TRUE
            } else {
                Bool::FALSE
            };
        }
        let key = fixed_key(node.0, var, value);
        if let Some(done) = self.bool_memo.get(&key) {
            return done.flipped_if(flip);
        }
        self.session.spend(1);
        let result = match self.bool_op(node).clone() {
            BoolOp::Pair(x, y, table) => {
                if x == var {
                    let row = self.pairs[table][value as usize];
                    self.mask(y, row)
                } else if y == var {
                    let rows = &self.pairs[table];
                    let column = rows.iter().enumerate().fold(0, |m, (v, row)| m | (row >> value & 1) << v);
                    self.mask(x, column)
                } else {
                    node
                }
            }
            BoolOp::And(list) => {
                let mut fixed = Vec::with_capacity(list.len());
                for &b in &list {
                    let b = self.fix(b, var, value);
                    if b == Bool::FALSE {
                        fixed.clear();
                        fixed.push(b);
                        break;
                    }
                    if b != Bool::TRUE {
                        fixed.push(b);
                    }
                }
                self.all(&fixed)
            }
            op => self.bool_of(op, &mut Fixed(var, value)),
        };
        self.bool_memo.insert(key, result);
        result.flipped_if(flip)
    }
}
