//! The nodes and variables that a condition reads.

use super::Graph;
use crate::condition::nodes::{Bool, BoolOp, Num, NumOp, Var};
use cluewright_core::Sort;

/// The nodes and variables that can be reached from a node.
pub(crate) struct Reachable {
    nums: Vec<bool>,
    bools: Vec<bool>,
    met: Vec<bool>,
    pub vars: Vec<Var>,
    /// Children before parents.
    pub num_order: Vec<Num>,
    /// Children before parents; nodes without negation.
    pub bool_order: Vec<Bool>,
}

impl Reachable {
    pub(crate) fn new(graph: &Graph) -> Self {
        Self {
            nums: vec![false; graph.nums.len()],
            bools: vec![false; graph.bools.len()],
            met: vec![false; graph.domains.len()],
            vars: Vec::new(),
            num_order: Vec::new(),
            bool_order: Vec::new(),
        }
    }

    fn visit_var(&mut self, var: Var) {
        if !std::mem::replace(&mut self.met[var.index()], true) {
            self.vars.push(var);
        }
    }

    pub(crate) fn visit_num(&mut self, graph: &Graph, num: Num) {
        if std::mem::replace(&mut self.nums[num.0 as usize], true) {
            return;
        }
        match graph.op(num) {
            NumOp::Const(_) => {}
            NumOp::Table(var, _) => self.visit_var(*var),
            NumOp::Linear(_, terms) => terms.iter().for_each(|t| self.visit_num(graph, t.0)),
            NumOp::Max(list) | NumOp::Product(list) => list.iter().for_each(|&n| self.visit_num(graph, n)),
            NumOp::FloorDiv(a, b) | NumOp::Mod(a, b) => {
                self.visit_num(graph, *a);
                self.visit_num(graph, *b);
            }
            NumOp::If(c, a, b) => {
                self.visit_bool(graph, *c);
                self.visit_num(graph, *a);
                self.visit_num(graph, *b);
            }
            NumOp::Case(var, list) => {
                self.visit_var(*var);
                list.iter().for_each(|&n| self.visit_num(graph, n));
            }
            NumOp::Element(list, index) => {
                self.visit_num(graph, *index);
                list.iter().for_each(|&n| self.visit_num(graph, n));
            }
        }
        self.num_order.push(num);
    }

    pub(crate) fn visit_bool(&mut self, graph: &Graph, lit: Bool) {
        if std::mem::replace(&mut self.bools[lit.node() as usize], true) {
            return;
        }
        match graph.bool_op(lit) {
            BoolOp::True => {}
            BoolOp::Mask(var, _) => self.visit_var(*var),
            BoolOp::Pair(x, y, _) => {
                self.visit_var(*x);
                self.visit_var(*y);
            }
            BoolOp::Range(n, _, _) => self.visit_num(graph, *n),
            BoolOp::And(list) => list.iter().for_each(|&b| self.visit_bool(graph, b)),
            BoolOp::Distinct(_, list) | BoolOp::Accepts(_, _, list) => {
                list.iter().for_each(|&n| self.visit_num(graph, n));
            }
        }
        self.bool_order.push(Bool(lit.0 & !1));
    }
}

impl Graph<'_> {
    /// The variables that a condition reads, in rising order.
    pub fn vars_of(&self, lit: Bool) -> Vec<Var> {
        let mut seen = Reachable::new(self);
        seen.visit_bool(self, lit);
        let mut vars = seen.vars;
        vars.order();
        vars
    }
}
