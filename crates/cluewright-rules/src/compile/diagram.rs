//! Compiles a condition to a layered automaton: fixes one variable after another and merges equal remainders.

use super::used::{Groups, State, States};
use crate::automaton::minimise::minimised;
use crate::condition::graph::Graph;
use crate::condition::nodes::{Bool, Var};
use crate::condition::watch::Watch;
use cluewright_core::constraint::Edge;
use cluewright_core::quick::QuickMap;
use cluewright_core::{Value, ValueSet};

/// A layered automaton that is minimal for its order of variables: layer `i` reads the `i`th variable. State 0 is the only state
/// before the first layer, and also the only state after the last layer, where it accepts. Every edge is part of an accepted path,
/// and no two edges of a state have a value in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The edges of each layer, sorted.
    pub layers: Vec<Vec<Edge>>,
}

impl Diagram {
    /// The total number of states: those before each variable, and the final state.
    pub fn states(&self) -> usize {
        1 + self.layers.iter().map(|l| l.last().map_or(0, |e| e.from as usize + 1)).sum::<usize>()
    }

    /// The number of edges in all layers.
    pub fn edges(&self) -> usize {
        self.layers.iter().map(Vec::len).sum()
    }

    /// The values of each variable that occur on an accepted path.
    pub fn supported(&self) -> Vec<ValueSet> {
        self.layers.iter().map(|l| ValueSet(l.iter().fold(0, |m, e| m | e.values))).collect()
    }
}

/// The limits of an attempt, the order of its variables, and which used numbers are remembered.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// These variables are fixed first. After that, the variable that leaves the fewest states is fixed next, again and again.
    pub order: Vec<Var>,
    pub nodes: usize,
    pub raw_states: usize,
    /// The used numbers that become part of a state if variables are known to be different. There is one bit for each number,
    /// counted from the group's smallest number.
    pub remember: u64,
}

/// The result of an attempt.
#[derive(Clone, Debug)]
pub(super) struct Built {
    pub order: Vec<Var>,
    /// `None` if nothing satisfies the condition.
    pub diagram: Option<Diagram>,
    /// Whether the result relies on variables being known to be different.
    pub relied: bool,
    /// The final number of nodes in the graph, which measures the work of the attempt.
    pub nodes: usize,
}

struct Walk<'a> {
    graph: Graph<'a>,
    groups: Groups,
    /// Whether only some numbers are remembered. If so, the other variables are restricted so that they cannot hold these numbers.
    some: bool,
    relied: bool,
}

struct Layer {
    /// The states after the layer. Each state is a node of the graph with the numbers used so far.
    states: Vec<State>,
    edges: Vec<Edge>,
}

/// The remainder of a node for one value of a variable, and the numbers that are still remembered after the variable is fixed.
#[derive(Clone, Copy)]
struct Rest {
    node: Bool,
    kept: u64,
}

/// Tries to compile `root`; returns `None` if the plan's limits are exceeded. The cost, which is at most half of `budget`, is
/// subtracted from `budget`.
pub(super) fn attempt(graph: &Graph, root: Bool, plan: &Plan, budget: &mut u64) -> Option<Built> {
    let mut graph = graph.clone();
    let copying = graph.node_count() as u64 / 8 + 1;
    graph.session.set_budget(plan.nodes, (*budget / 2).saturating_sub(copying));
    graph.session.relied = false;
    let groups = Groups::new(&graph.session.known, &|v| graph.domain(v), plan.remember);
    let some = ![0, u64::MAX].contains(&plan.remember);
    let mut walk = Walk { graph, groups, some, relied: false };
    let made = walk.attempt(root, plan);
    *budget = budget.saturating_sub(walk.graph.session.work + copying);
    made
}

impl Walk<'_> {
    fn attempt(&mut self, root: Bool, plan: &Plan) -> Option<Built> {
        let mut left: Vec<Var> = (0..self.graph.var_count() as u16).map(Var).collect();
        let mut order = Vec::with_capacity(left.len());
        let mut states = vec![(root.0, 0)];
        let mut layers = Vec::with_capacity(left.len());
        let mut total = 1;
        while !left.is_empty() {
            let (var, layer) = if let Some(&var) = plan.order.get(order.len()) {
                (var, self.layer(&states, var, &left, plan.raw_states.saturating_sub(total))?)
            } else {
                let mut best: Option<(Var, Layer)> = None;
                for &var in &left {
                    let capacity = best
                        .as_ref()
                        .map_or(plan.raw_states.saturating_sub(total), |b| b.1.states.len().saturating_sub(1));
                    let layer = self.layer(&states, var, &left, capacity);
                    if self.graph.session.failed() {
                        return None;
                    }
                    if let Some(layer) = layer {
                        best = Some((var, layer));
                    }
                }
                best?
            };
            total += layer.states.len();
            left.retain(|&v| v != var);
            order.push(var);
            states = layer.states;
            layers.push(layer.edges);
        }
        debug_assert!(states.iter().all(|s| s.0 == Bool::TRUE.0), "every variable is fixed");
        let relied = self.relied || self.graph.session.relied;
        let diagram =
            minimised(&layers, &vec![true; states.len()], &|| self.graph.session.watch.is_some_and(Watch::asked))
                .map(|layers| Diagram { layers });
        Some(Built { order, diagram, relied, nodes: self.graph.node_count() })
    }

    /// The states after fixing `var`; `None` if there are more than `capacity` states or the graph's budget is exhausted.
    fn layer(&mut self, states: &[State], var: Var, left: &[Var], capacity: usize) -> Option<Layer> {
        let domain = self.graph.domain(var);
        let later: Vec<Var> = left.iter().copied().filter(|&v| v != var).collect();
        let step = self.groups.step(var, &later, &|v| self.graph.domain(v));
        let mut found = States::with_capacity(2 * states.len());
        let mut edges: Vec<Edge> = Vec::with_capacity(states.len() * 4);
        // Many states share a node and differ only in the numbers used. For each node, `rows` has the index where its remainders
        // begin; there is one remainder for each value.
        let mut rows: QuickMap<Bool, usize> = QuickMap::default();
        let mut rests: Vec<Option<Rest>> = Vec::new();
        for (from, &(node, used)) in (0..).zip(states) {
            let node = Bool(node);
            self.graph.session.spend(domain.size());
            let row = *rows.entry(node).or_insert(rests.len());
            if row == rests.len() {
                rests.resize(row + domain.size(), None);
            }
            let blocked = step.blocked(used);
            self.relied |= blocked & domain.values.0 != 0;
            for value in ValueSet(domain.values.0 & !blocked) {
                let place = row + (domain.values.0 & ((1 << value.0) - 1)).count_ones() as usize;
                let now = step.with(used, value.0.into());
                let rest = rests[place].unwrap_or_else(|| {
                    let node = self.graph.fix(node, var, value.0);
                    let node = if self.some { self.without(node, var, value, now, &later) } else { node };
                    let rest = Rest { node, kept: step.kept(self.graph.bool_vars(node)) };
                    // Which values the other variables must not hold depends on the numbers used.
                    rests[place] = (!self.some).then_some(rest);
                    rest
                });
                if rest.node == Bool::FALSE {
                    continue;
                }
                if !step.is_enough(now) {
                    self.relied = true;
                    continue;
                }
                let to = found.number((rest.node.0, now & rest.kept));
                match edges.last_mut() {
                    Some(e) if e.from == from && e.to == to => e.values |= 1 << value.0,
                    _ => edges.push(Edge { from, to, values: 1 << value.0 }),
                }
            }
            if self.graph.session.failed() || found.list.len() > capacity {
                return None;
            }
        }
        Some(Layer { states: found.list, edges })
    }

    /// The remainder of `node` if the later variables that share a group with `var` cannot hold a number in `used`.
    fn without(&mut self, mut node: Bool, var: Var, value: Value, used: u64, later: &[Var]) -> Bool {
        let domain = self.graph.domain(var);
        if self.groups.numbers(var, domain, 1 << value.0) == 0 {
            return node;
        }
        self.relied = true;
        let others: Vec<Var> = self.groups.others(var).filter(|v| later.contains(v)).collect();
        for other in others {
            let d = self.graph.domain(other);
            let free = |v: &Value| self.groups.numbers(other, d, 1 << v.0) & used == 0;
            let free = d.values.iter().filter(free).fold(0, |all, v| all | 1 << v.0);
            node = self.graph.narrow(node, other, free);
        }
        node
    }
}
