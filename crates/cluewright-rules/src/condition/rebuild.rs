//! Rebuilds a node from the replacements of its children, applying the normal forms again.

use super::graph::Graph;
use super::nodes::{Bool, BoolOp, Num, NumOp};

/// Replaces the children of a node, in the graph where the node is rebuilt.
pub(super) trait Parts {
    fn num(&mut self, to: &mut Graph<'_>, num: Num) -> Num;
    fn bool(&mut self, to: &mut Graph<'_>, lit: Bool) -> Bool;

    fn list(&mut self, to: &mut Graph<'_>, mut list: Box<[Num]>) -> Box<[Num]> {
        to.session.spend(list.len() / 4);
        list.iter_mut().for_each(|n| *n = self.num(to, *n));
        list
    }
}

impl Graph<'_> {
    /// Rebuilds a number that is not a function of one variable.
    pub(super) fn num_of(&mut self, op: NumOp, parts: &mut impl Parts) -> Num {
        match op {
            NumOp::Const(_) | NumOp::Table(..) => unreachable!("made of no other node"),
            NumOp::Linear(k, mut terms) => {
                for t in &mut terms {
                    t.0 = parts.num(self, t.0);
                }
                self.linear(k, &terms)
            }
            NumOp::Max(list) => {
                let list = parts.list(self, list);
                self.max(&list)
            }
            NumOp::Product(list) => {
                let list = parts.list(self, list);
                self.product(&list)
            }
            NumOp::FloorDiv(a, b) => {
                let (a, b) = (parts.num(self, a), parts.num(self, b));
                self.floor_div(a, b)
            }
            NumOp::Mod(a, b) => {
                let (a, b) = (parts.num(self, a), parts.num(self, b));
                self.modulo(a, b)
            }
            NumOp::If(c, a, b) => {
                let (c, a, b) = (parts.bool(self, c), parts.num(self, a), parts.num(self, b));
                self.choose(c, a, b)
            }
            NumOp::Case(v, list) => {
                let list = parts.list(self, list);
                self.case(v, &list)
            }
            NumOp::Element(list, index) => {
                let index = parts.num(self, index);
                let list = parts.list(self, list);
                self.element_from_zero(&list, index)
            }
        }
    }

    /// Rebuilds a boolean that is neither a mask nor a table.
    pub(super) fn bool_of(&mut self, op: BoolOp, parts: &mut impl Parts) -> Bool {
        match op {
            BoolOp::True | BoolOp::Mask(..) | BoolOp::Pair(..) => unreachable!("made of no other node"),
            BoolOp::Range(n, low, high) => {
                let n = parts.num(self, n);
                self.between(n, low, high)
            }
            BoolOp::And(list) => {
                let list: Vec<Bool> = list.iter().map(|&b| parts.bool(self, b)).collect();
                self.all(&list)
            }
            BoolOp::Distinct(used, cells) => {
                let cells = parts.list(self, cells);
                self.distinct_from(&used, &cells)
            }
            BoolOp::Accepts(dfa, state, inputs) => {
                let inputs = parts.list(self, inputs);
                self.accepts_from(dfa, state, &inputs)
            }
        }
    }
}
