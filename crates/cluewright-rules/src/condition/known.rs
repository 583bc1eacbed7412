//! What remains of a number or a condition when a variable is known, or can hold fewer values.

use super::graph::{Graph, fixed_key};
use super::nodes::{Bool, BoolOp, Num, NumOp, Var};

impl Graph<'_> {
    /// The number once `var` holds `value`.
    pub(crate) fn fix_num(&mut self, num: Num, var: Var, value: u8) -> Num {
        if self.session.failed() || !self.meta(num).vars.has(var) {
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
            NumOp::Const(_) | NumOp::Table(..) => unreachable!("handled above"),
            NumOp::Linear(k, mut terms) => {
                for t in &mut terms {
                    t.0 = self.fix_num(t.0, var, value);
                }
                self.linear(k, &terms)
            }
            NumOp::Max(list) => {
                let list = self.fix_list(&list, var, value);
                self.max(&list)
            }
            NumOp::Product(list) => {
                let list = self.fix_list(&list, var, value);
                self.product(&list)
            }
            NumOp::FloorDiv(a, b) => {
                let (a, b) = (self.fix_num(a, var, value), self.fix_num(b, var, value));
                self.floor_div(a, b)
            }
            NumOp::Mod(a, b) => {
                let (a, b) = (self.fix_num(a, var, value), self.fix_num(b, var, value));
                self.modulo(a, b)
            }
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
            NumOp::Case(v, list) => {
                let list = self.fix_list(&list, var, value);
                self.case(v, &list)
            }
            NumOp::Element(list, index) => {
                let index = self.fix_num(index, var, value);
                if let Some(i) = self.as_constant(index) {
                    self.fix_num(list[i as usize], var, value)
                } else {
                    let list = self.fix_list(&list, var, value);
                    self.element_from_zero(&list, index)
                }
            }
        };
        self.num_memo.insert(key, result);
        result
    }

    /// The number where `var` is known to hold one of the values of `mask`: other values count as its lowest.
    pub(crate) fn narrow_num(&mut self, num: Num, var: Var, mask: u64) -> Num {
        if self.session.failed() || !self.meta(num).vars.has(var) {
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
            NumOp::Linear(k, mut terms) => {
                for t in &mut terms {
                    t.0 = self.narrow_num(t.0, var, mask);
                }
                self.linear(k, &terms)
            }
            NumOp::Max(list) => {
                let list = self.narrow_list(&list, var, mask);
                self.max(&list)
            }
            NumOp::Product(list) => {
                let list = self.narrow_list(&list, var, mask);
                self.product(&list)
            }
            NumOp::FloorDiv(a, b) => {
                let (a, b) = (self.narrow_num(a, var, mask), self.narrow_num(b, var, mask));
                self.floor_div(a, b)
            }
            NumOp::Mod(a, b) => {
                let (a, b) = (self.narrow_num(a, var, mask), self.narrow_num(b, var, mask));
                self.modulo(a, b)
            }
            NumOp::If(c, a, b) => {
                let c = self.narrow(c, var, mask);
                let (a, b) = (self.narrow_num(a, var, mask), self.narrow_num(b, var, mask));
                self.choose(c, a, b)
            }
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
            NumOp::Case(v, list) => {
                let list = self.narrow_list(&list, var, mask);
                self.case(v, &list)
            }
            NumOp::Element(list, index) => {
                let list = self.narrow_list(&list, var, mask);
                let index = self.narrow_num(index, var, mask);
                self.element_from_zero(&list, index)
            }
        };
        self.num_narrowed.insert((num, var, mask), result);
        result
    }

    pub(crate) fn narrow_list(&mut self, list: &[Num], var: Var, mask: u64) -> Vec<Num> {
        self.session.spend(list.len() / 4);
        list.iter().map(|&n| self.narrow_num(n, var, mask)).collect()
    }

    pub(crate) fn fix_list(&mut self, list: &[Num], var: Var, value: u8) -> Vec<Num> {
        self.session.spend(list.len() / 4);
        list.iter().map(|&n| self.fix_num(n, var, value)).collect()
    }
}

impl Graph<'_> {
    /// The boolean where `var` is known to hold one of the values of `mask`: what it says of others does not matter.
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
                    // Other values as the lowest, for the negation too.
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
            BoolOp::Range(n, low, high) => {
                let n = self.narrow_num(n, var, mask);
                self.between(n, low, high)
            }
            BoolOp::And(list) => {
                let list: Vec<Bool> = list.iter().map(|&b| self.narrow(b, var, mask)).collect();
                self.all(&list)
            }
            BoolOp::Distinct(used, cells) => {
                let cells = self.narrow_list(&cells, var, mask);
                self.distinct_from(&used, &cells)
            }
            BoolOp::Accepts(dfa, state, inputs) => {
                let inputs = self.narrow_list(&inputs, var, mask);
                self.accepts_from(dfa, state, &inputs)
            }
        };
        self.bool_narrowed.insert((node.0, var, mask), result);
        result.flipped_if(flip)
    }

    /// The boolean once `var` holds `value`.
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
            BoolOp::True | BoolOp::Mask(..) => unreachable!("handled above"),
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
            BoolOp::Range(n, low, high) => {
                let n = self.fix_num(n, var, value);
                self.between(n, low, high)
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
            BoolOp::Distinct(used, cells) => {
                let cells = self.fix_list(&cells, var, value);
                self.distinct_from(&used, &cells)
            }
            BoolOp::Accepts(dfa, state, inputs) => {
                let inputs = self.fix_list(&inputs, var, value);
                self.accepts_from(dfa, state, &inputs)
            }
        };
        self.bool_memo.insert(key, result);
        result.flipped_if(flip)
    }
}
