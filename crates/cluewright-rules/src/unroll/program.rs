//! A node of the graph as an independent formula: it is exact on full assignments, and otherwise gives bounds.

use super::ir::{Graph, Id, Kind, Machine, each_child};
use crate::condition::Domain;
use cluewright_core::constraint::Formula;
use cluewright_core::quick::QuickMap;
use cluewright_core::{Value, ValueSet};
use std::sync::Arc;

/// Nodes in order, children before parents; the last one is the condition. Their children are places in this order, and
/// their variables are places among the constraint's cells.
#[derive(Debug)]
pub(crate) struct Program {
    steps: Vec<Kind>,
    machines: Vec<Arc<Machine>>,
    /// The number of value 0 of each cell.
    firsts: Vec<i32>,
    /// The cost of computing its bounds once.
    cost: u64,
}

/// Maximum numbers of steps for which bounds are computed without allocating memory: of most programs, and of large ones.
const FEW: usize = 32;
const MANY: usize = 512;

impl Program {
    /// The program of a node over these variables, each given with its domain: they are its cells, in this order.
    pub(crate) fn new(graph: &Graph, root: Id, variables: &[(u16, u16)]) -> Self {
        let place = |var: u16| variables.iter().position(|v| v.0 == var).expect("every variable it reads") as u16;
        let firsts = variables.iter().map(|v| graph.domains[v.1 as usize].first).collect();
        let mut steps: Vec<Kind> = Vec::new();
        let mut at: QuickMap<Id, u32> = QuickMap::default();
        // Depth first: children come before the nodes that use them.
        let mut todo = vec![(root, false)];
        while let Some((id, ready)) = todo.pop() {
            if at.contains_key(&id) {
                continue;
            }
            if ready {
                at.insert(id, steps.len() as u32);
                steps.push(graph.kind(id).renamed(|child| at[&child], place));
            } else {
                todo.push((id, true));
                each_child(graph.kind(id), |child| todo.push((child, false)));
            }
        }
        let reads = steps.iter().any(|step| matches!(step, Kind::Fold(..) | Kind::Reach(..)));
        let machines = if reads { graph.machines.clone() } else { Vec::new() };
        let cost = steps.iter().map(|step| step.cost(&machines)).sum();
        Self { steps, machines, firsts, cost }
    }

    /// Bounds of the result, given each cell's first number and its values; they are exact if each cell has one value.
    pub(crate) fn ends(&self, domains: &[(i32, ValueSet)]) -> (i64, i64) {
        match self.steps.len() {
            n if n <= FEW => self.bounds(domains, &mut [(0, 0); FEW][..n]),
            n if n <= MANY => self.bounds(domains, &mut [(0, 0); MANY][..n]),
            n => self.bounds(domains, &mut vec![(0, 0); n]),
        }
    }

    /// Computes the bounds of all steps, and returns those of the last.
    fn bounds(&self, domains: &[(i32, ValueSet)], out: &mut [(i64, i64)]) -> (i64, i64) {
        let domain = |cell: u16, _| Domain { first: domains[cell as usize].0, values: domains[cell as usize].1 };
        for (i, step) in self.steps.iter().enumerate() {
            out[i] = step.bounds(|child| out[child as usize], domain, &self.machines);
        }
        out.last().copied().unwrap_or_default()
    }
}

impl Formula for Program {
    fn cost(&self) -> u64 {
        self.cost
    }

    fn holds(&self, numbers: &[i32]) -> bool {
        // Each cell has one value, so the bounds are exact.
        let one = |(&n, &first): (&i32, &i32)| (first, ValueSet::of(Value((n - first).clamp(0, 63) as u8)));
        let domains: Vec<(i32, ValueSet)> = numbers.iter().zip(&self.firsts).map(one).collect();
        self.could_hold(&domains)
    }

    fn could_hold(&self, domains: &[(i32, ValueSet)]) -> bool {
        self.ends(domains).1 == 1
    }
}
