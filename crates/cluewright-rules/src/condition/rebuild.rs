//! Rebuilds a node from the replacements of its children, applying the normal forms again.

use super::graph::Graph;
use super::nodes::{Bool, BoolOp, Num, NumOp, Part};

/// Replaces the children of a node in the graph that the node is rebuilt in.
pub(super) trait Parts {
    fn num(&mut self, to: &mut Graph<'_>, num: Num) -> Num;
    fn bool(&mut self, to: &mut Graph<'_>, lit: Bool) -> Bool;

    fn replace(&mut self, to: &mut Graph<'_>, part: Part<'_>) {
        match part {
            Part::Var(_) => {}
            Part::Num(num) => *num = self.num(to, *num),
            Part::Bool(lit) => *lit = self.bool(to, *lit),
        }
    }
}

impl Graph<'_> {
    /// Rebuilds a number that is not a function of one variable.
    pub(super) fn num_of(&mut self, mut op: NumOp, parts: &mut impl Parts) -> Num {
        if let NumOp::Max(list) | NumOp::Product(list) | NumOp::Case(_, list) | NumOp::Element(list, _) = &op {
            self.session.spend(list.len() / 4);
        }
        op.each(|part| parts.replace(self, part));
        match op {
            NumOp::Const(_) | NumOp::Table(..) => unreachable!("made of no other node"),
            NumOp::Linear(k, terms) => self.linear(k, &terms),
            NumOp::Max(list) => self.max(&list),
            NumOp::Product(list) => self.product(&list),
            NumOp::FloorDiv(a, b) => self.floor_div(a, b),
            NumOp::Mod(a, b) => self.modulo(a, b),
            NumOp::If(c, a, b) => self.choose(c, a, b),
            NumOp::Case(v, list) => self.case(v, &list),
            NumOp::Element(list, index) => self.element_from_zero(&list, index),
        }
    }

    /// Rebuilds a boolean that is neither a mask nor a table.
    pub(super) fn bool_of(&mut self, mut op: BoolOp, parts: &mut impl Parts) -> Bool {
        if let BoolOp::Distinct(_, list) | BoolOp::Accepts(_, _, list) = &op {
            self.session.spend(list.len() / 4);
        }
        op.each(|part| parts.replace(self, part));
        match op {
            BoolOp::True | BoolOp::Mask(..) | BoolOp::Pair(..) => unreachable!("made of no other node"),
            BoolOp::Range(n, low, high) => self.between(n, low, high),
            BoolOp::And(list) => self.all(&list),
            BoolOp::Distinct(used, cells) => self.distinct_from(&used, &cells),
            BoolOp::Accepts(dfa, state, inputs) => self.accepts_from(dfa, state, &inputs),
        }
    }
}
