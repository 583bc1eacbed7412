//! The nodes and variables that a condition reads.

use super::Graph;
use crate::condition::nodes::{Bool, Num, Part, Var};
use cluewright_core::Sort;

/// The nodes and variables that can be reached from a node.
pub(crate) struct Reachable {
    nums: Vec<bool>,
    bools: Vec<bool>,
    met: Vec<bool>,
    pub vars: Vec<Var>,
    /// The number nodes, with children before parents.
    pub num_order: Vec<Num>,
    /// The boolean nodes without negation, with children before parents.
    pub bool_order: Vec<Bool>,
}

impl Reachable {
    pub(crate) fn of(graph: &Graph, root: Bool) -> Self {
        let mut seen = Self {
            nums: vec![false; graph.nums.len()],
            bools: vec![false; graph.bools.len()],
            met: vec![false; graph.domains.len()],
            vars: Vec::new(),
            num_order: Vec::new(),
            bool_order: Vec::new(),
        };
        seen.visit_bool(graph, root);
        seen
    }

    fn visit(&mut self, graph: &Graph, part: Part<'_>) {
        match part {
            Part::Var(var) => {
                if !std::mem::replace(&mut self.met[var.index()], true) {
                    self.vars.push(var);
                }
            }
            Part::Num(num) => self.visit_num(graph, *num),
            Part::Bool(lit) => self.visit_bool(graph, *lit),
        }
    }

    fn visit_num(&mut self, graph: &Graph, num: Num) {
        if !std::mem::replace(&mut self.nums[num.0 as usize], true) {
            graph.op(num).clone().each(|part| self.visit(graph, part));
            self.num_order.push(num);
        }
    }

    fn visit_bool(&mut self, graph: &Graph, lit: Bool) {
        if !std::mem::replace(&mut self.bools[lit.node() as usize], true) {
            graph.bool_op(lit).clone().each(|part| self.visit(graph, part));
            self.bool_order.push(Bool(lit.0 & !1));
        }
    }
}

impl Graph<'_> {
    /// The variables that the condition reads, in rising order.
    pub fn vars_of(&self, lit: Bool) -> Vec<Var> {
        let mut vars = Reachable::of(self, lit).vars;
        vars.order();
        vars
    }
}
