//! The nodes of a graph by themselves: what a condition says, without anything that is needed to make more of it.

use super::dfa::Dfa;
use super::intern::Interner;
use super::ir::{Bool, BoolOp, DfaId, Domain, Graph, Num, NumOp, Var};
use crate::whole::{floor_div, modulo};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// Numbers and booleans over variables, equal ones once.
#[derive(Clone, Debug)]
pub struct Nodes {
    pub(super) domains: Vec<Domain>,
    pub(super) nums: Interner<NumOp>,
    pub(super) bools: Interner<BoolOp>,
    pub(super) tables: Interner<Box<[i64]>>,
    pub(super) pairs: Interner<Box<[u64]>>,
    pub(super) dfas: Vec<Arc<Dfa>>,
}

impl Default for Nodes {
    fn default() -> Self {
        Self {
            domains: Vec::new(),
            nums: Interner::new(),
            bools: Interner::new(),
            tables: Interner::new(),
            pairs: Interner::new(),
            dfas: Vec::new(),
        }
    }
}

impl Deref for Graph<'_> {
    type Target = Nodes;
    #[inline]
    fn deref(&self) -> &Nodes {
        &self.nodes
    }
}

impl DerefMut for Graph<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Nodes {
        &mut self.nodes
    }
}

impl Nodes {
    /// A variable's domain.
    pub fn domain(&self, var: Var) -> Domain {
        self.domains[var.index()]
    }

    /// Nodes so far.
    pub fn node_count(&self) -> usize {
        self.nums.len() + self.bools.len()
    }

    /// Does it hold when every variable holds this number? `number` must give numbers of the domains.
    pub fn holds(&self, lit: Bool, number: &dyn Fn(Var) -> i64) -> bool {
        self.bool_at(lit, &|v| (number(v) - self.domain(v).first as i64) as u8)
    }

    /// The number when every variable holds this number.
    pub fn value(&self, num: Num, number: &dyn Fn(Var) -> i64) -> i64 {
        self.num_at(num, &|v| (number(v) - self.domain(v).first as i64) as u8)
    }

    pub(super) fn op(&self, num: Num) -> &NumOp {
        &self.nums[num.0]
    }

    pub(super) fn bool_op(&self, lit: Bool) -> &BoolOp {
        &self.bools[lit.node()]
    }

    /// Position of a value among its domain's values.
    pub(super) fn rank(&self, var: Var, value: u8) -> usize {
        (self.domain(var).bits() & ((1u64 << value) - 1)).count_ones() as usize
    }

    // ---- direct evaluation: the plain meaning of every node ----

    pub(super) fn num_at(&self, num: Num, value: &dyn Fn(Var) -> u8) -> i64 {
        match self.op(num) {
            NumOp::Const(v) => *v,
            NumOp::Table(var, t) => self.tables[*t][value(*var) as usize],
            NumOp::Linear(k, terms) => k + terms.iter().map(|&(n, c)| c * self.num_at(n, value)).sum::<i64>(),
            NumOp::Max(list) => list.iter().map(|&n| self.num_at(n, value)).max().expect("max of something"),
            NumOp::Product(list) => list.iter().map(|&n| self.num_at(n, value)).product(),
            NumOp::FloorDiv(a, b) => floor_div(self.num_at(*a, value), self.num_at(*b, value)),
            NumOp::Mod(a, b) => modulo(self.num_at(*a, value), self.num_at(*b, value)),
            NumOp::If(c, a, b) => self.num_at(if self.bool_at(*c, value) { *a } else { *b }, value),
            NumOp::Case(var, list) => self.num_at(list[self.rank(*var, value(*var))], value),
            NumOp::Element(list, index) => self.num_at(list[self.num_at(*index, value) as usize], value),
            NumOp::Step(dfa, state, input) => {
                self.dfas[*dfa as usize].next(self.num_at(*state, value), self.num_at(*input, value))
            }
        }
    }

    /// Does the automaton accept these numbers from this state on?
    pub(super) fn reads(&self, dfa: DfaId, state: u32, inputs: impl Iterator<Item = i64>) -> bool {
        let dfa = &self.dfas[dfa as usize];
        inputs.fold(i64::from(state), |s, n| dfa.next(s, n)) >= dfa.first_accepting()
    }

    pub(super) fn bool_at(&self, lit: Bool, value: &dyn Fn(Var) -> u8) -> bool {
        let holds = match self.bool_op(lit) {
            BoolOp::True => true,
            BoolOp::Mask(var, mask) => mask >> value(*var) & 1 == 1,
            BoolOp::Pair(x, y, t) => self.pairs[*t][value(*x) as usize] >> value(*y) & 1 == 1,
            BoolOp::Range(n, lo, hi) => (*lo..=*hi).contains(&self.num_at(*n, value)),
            BoolOp::And(list) => list.iter().all(|&b| self.bool_at(b, value)),
            BoolOp::Distinct(used, cells) => {
                let mut all: Vec<i64> =
                    cells.iter().map(|&n| self.num_at(n, value)).chain(used.iter().copied()).collect();
                let count = all.len();
                all.sort_unstable();
                all.dedup();
                all.len() == count
            }
            BoolOp::Accepts(dfa, state, inputs) => {
                self.reads(*dfa, *state, inputs.iter().map(|&n| self.num_at(n, value)))
            }
            BoolOp::Multiset(balance, plus, minus) => {
                let numbers = |list: &[Num]| list.iter().map(|&n| self.num_at(n, value)).collect::<Vec<i64>>();
                balanced(balance, numbers(plus), numbers(minus))
            }
        };
        holds != lit.negated()
    }
}

/// Do both lists hold the same numbers equally often, once the balance (positive: for the left one) is added?
pub(super) fn balanced(balance: &[(i64, i32)], mut left: Vec<i64>, mut right: Vec<i64>) -> bool {
    for &(number, count) in balance {
        let side = if count > 0 { &mut left } else { &mut right };
        side.extend(std::iter::repeat_n(number, count.unsigned_abs() as usize));
    }
    left.sort_unstable();
    right.sort_unstable();
    left == right
}
