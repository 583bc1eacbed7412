//! From a condition to a layered automaton: fix one variable after the other, merge equal remainders.

use super::intern::Interner;
use super::ir::{Bool, Graph, Var, Vars};
use cluewright_core::ValueSet;
use cluewright_core::quick::QuickMap;

/// From a state before a variable to a state after it, for these values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Edge {
    /// The state before, counted within its layer.
    pub from: u32,
    /// The state after, counted within the next layer.
    pub to: u32,
    /// The values that lead there, a bit each.
    pub values: u64,
}

impl Edge {
    /// The values that lead there.
    pub fn values(self) -> ValueSet {
        ValueSet(self.values)
    }
}

/// A layered automaton, minimal for its order of variables: layer `i` reads the `i`th variable; state 0 is the only
/// one before the first, and the only one after the last accepts. Every edge lies on an accepted path; no two edges of a
/// state share a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// The edges of each layer, sorted.
    pub layers: Vec<Vec<Edge>>,
}

impl Diagram {
    /// States before each variable, added up, and the one at the end.
    pub fn states(&self) -> usize {
        1 + self.layers.iter().map(|l| l.last().map_or(0, |e| e.from as usize + 1)).sum::<usize>()
    }

    /// Edges in all layers.
    pub fn edges(&self) -> usize {
        self.layers.iter().map(Vec::len).sum()
    }

    /// Does it accept these values, in the order of its variables?
    pub fn accepts(&self, values: impl IntoIterator<Item = u8>) -> bool {
        let mut state = 0;
        for (layer, value) in self.layers.iter().zip(values) {
            let Some(edge) = layer.iter().find(|e| e.from == state && e.values >> value & 1 == 1) else {
                return false;
            };
            state = edge.to;
        }
        true
    }

    /// The values of each variable that occur on an accepted path.
    pub fn supported(&self) -> Vec<ValueSet> {
        self.layers.iter().map(|l| ValueSet(l.iter().fold(0, |m, e| m | e.values))).collect()
    }

    /// The values of each variable on accepted paths that stay inside the domains (in the order of its variables):
    /// the plain filter, for tests and for measuring.
    pub fn filter(&self, domains: &[ValueSet]) -> Vec<ValueSet> {
        let mut reached = vec![vec![false; 1]];
        reached[0][0] = true;
        for (layer, domain) in self.layers.iter().zip(domains) {
            let count = layer.iter().map(|e| e.to as usize + 1).max().unwrap_or(1);
            let mut next = vec![false; count];
            let now = reached.last().expect("one layer at least");
            for e in layer.iter().filter(|e| e.values & domain.0 != 0 && now[e.from as usize]) {
                next[e.to as usize] = true;
            }
            reached.push(next);
        }
        let mut result = vec![ValueSet::EMPTY; self.layers.len()];
        let mut alive = vec![true; 1];
        for (i, layer) in self.layers.iter().enumerate().rev() {
            let mut before = vec![false; reached[i].len()];
            for e in layer {
                let values = ValueSet(e.values & domains[i].0);
                let to = alive.get(e.to as usize).copied().unwrap_or(false);
                if !values.is_empty() && to && reached[i][e.from as usize] {
                    before[e.from as usize] = true;
                    result[i] |= values;
                }
            }
            alive = before;
        }
        result
    }
}

/// In which order variables are fixed.
#[derive(Clone, Debug)]
pub(super) enum Order {
    /// As listed.
    Listed(Vec<Var>),
    /// These first, then always the one that leaves the fewest states.
    Greedy(Vec<Var>),
}

/// How much may be spent, and what counts as known.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub order: Order,
    pub nodes: usize,
    pub raw_states: usize,
    /// Of variables known to differ, which numbers are remembered as used.
    pub remember: Remember,
}

/// Which used numbers of variables known to differ become part of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Remember {
    Nothing,
    /// Only these numbers (a bit for each, from the group's least number on).
    Some(u64),
    All,
}

/// What an attempt made.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub order: Vec<Var>,
    /// None: nothing satisfies the condition.
    pub diagram: Option<Diagram>,
    /// Did it use that variables are known to differ?
    pub relied: bool,
    /// Nodes the graph had in the end: the work of the attempt.
    pub nodes: usize,
}

/// At most so many groups of different variables are followed.
const GROUPS: usize = 4;
type Used = [u64; GROUPS];

/// Variables known to differ, whose used numbers are remembered.
struct KnownGroup {
    vars: Vec<Var>,
    base: i32,
    relevant: u64,
}

struct Walk {
    graph: Graph,
    groups: Vec<KnownGroup>,
    complete: bool,
    relied: bool,
}

/// What remains of a condition, and the numbers used of each group.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    node: Bool,
    used: Used,
}

impl std::hash::Hash for State {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        // Most conditions have one group or none.
        let mut word = u64::from(self.node.0);
        for (i, &used) in self.used.iter().enumerate().filter(|u| *u.1 != 0) {
            word = (word ^ used).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23 + i as u32);
        }
        hasher.write_u64(word);
    }
}

struct Layer {
    states: Vec<State>,
    /// By state: `(next state, values)`.
    edges: Vec<Vec<(u32, u64)>>,
}

/// Tries to compile `root`; none when the plan's budget does not do. What it costs is taken from `purse`, of which it
/// spends half at most.
pub(super) fn attempt(graph: &Graph, root: Bool, plan: &Plan, purse: &mut u64) -> Option<Made> {
    let mut graph = graph.clone();
    let copying = graph.node_count() as u64 / 8 + 1;
    graph.set_budget(plan.nodes, (*purse / 2).saturating_sub(copying));
    graph.relied = false;
    let groups = known_groups(&graph, plan.remember);
    let mut walk = Walk { graph, groups, complete: plan.remember == Remember::All, relied: false };
    let made = walk.attempt(root, plan);
    *purse = purse.saturating_sub(walk.graph.work() + copying);
    made
}

impl Walk {
    fn attempt(&mut self, root: Bool, plan: &Plan) -> Option<Made> {
        let mut left: Vec<Var> = (0..self.graph.var_count() as u16).map(Var).collect();
        let mut order = Vec::with_capacity(left.len());
        let mut states = vec![State { node: root, used: [0; GROUPS] }];
        let mut layers = Vec::with_capacity(left.len());
        let mut total = 1;
        while !left.is_empty() {
            let listed = match &plan.order {
                Order::Listed(list) | Order::Greedy(list) => list.get(order.len()).copied(),
            };
            let (var, layer) = if let Some(var) = listed {
                (var, self.layer(&states, var, &left, plan.raw_states.saturating_sub(total))?)
            } else {
                let mut best: Option<(Var, Layer)> = None;
                for &var in &left {
                    let room = best
                        .as_ref()
                        .map_or(plan.raw_states.saturating_sub(total), |b| b.1.states.len().saturating_sub(1));
                    let layer = self.layer(&states, var, &left, room);
                    if self.graph.failed() {
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
        debug_assert!(states.iter().all(|s| s.node == Bool::TRUE), "every variable is fixed");
        let relied = self.relied || self.graph.relied;
        Some(Made { order, diagram: minimised(&layers), relied, nodes: self.graph.node_count() })
    }
}

fn known_groups(graph: &Graph, remember: Remember) -> Vec<KnownGroup> {
    let relevant = match remember {
        Remember::Nothing => return Vec::new(),
        Remember::Some(set) => set,
        Remember::All => u64::MAX,
    };
    let mut groups: Vec<KnownGroup> = Vec::new();
    // Larger ones first; one inside another adds nothing.
    let mut known: Vec<&Vec<Var>> = graph.known.iter().collect();
    known.sort_by_key(|k| std::cmp::Reverse(k.len()));
    for vars in known {
        if groups.iter().any(|g| vars.iter().all(|v| g.vars.contains(v))) || groups.len() == GROUPS {
            continue;
        }
        let base = vars.iter().map(|&v| graph.domain(v).first).min().expect("a group has variables");
        let fits = vars.iter().all(|&v| {
            let domain = graph.domain(v);
            let up = (domain.first - base) as u32;
            up < 64 && domain.values.0.leading_zeros() >= up
        });
        if fits {
            groups.push(KnownGroup { vars: vars.clone(), base, relevant });
        }
    }
    groups
}

impl Walk {
    /// The states after fixing `var`; none when there are more than `room` or the graph's budget is spent.
    fn layer(&mut self, states: &[State], var: Var, left: &[Var], room: usize) -> Option<Layer> {
        let domain = self.graph.domain(var);
        let mut found: Vec<State> = Vec::new();
        let mut places: QuickMap<State, u32> = QuickMap::default();
        let mut edges = Vec::with_capacity(states.len());
        // For each group what its variables after this one may hold, and how many they are.
        let mut after: Vec<(u64, u32, Vars)> = Vec::with_capacity(self.groups.len());
        for group in &self.groups {
            let (mut union, mut count, mut vars) = (0, 0, Vars::default());
            for &v in group.vars.iter().filter(|&&v| v != var && left.contains(&v)) {
                let d = self.graph.domain(v);
                union |= d.values.0 << (d.first - group.base);
                count += 1;
                vars = vars.with(Vars::of(v));
            }
            after.push((union, count, vars));
        }
        let own: Vec<Option<i32>> =
            self.groups.iter().map(|g| g.vars.contains(&var).then(|| domain.first - g.base)).collect();
        for &State { node, used } in states {
            self.graph.spend(domain.size());
            let mut out: Vec<(u32, u64)> = Vec::new();
            'values: for value in domain.values {
                let mut next = used;
                for (i, shift) in own.iter().enumerate() {
                    if let Some(shift) = shift {
                        let bit = 1u64 << (value.0 as i32 + shift);
                        if used[i] & bit != 0 {
                            self.relied = true;
                            continue 'values;
                        }
                        next[i] |= bit & self.groups[i].relevant;
                    }
                }
                let mut rest = self.graph.fix(node, var, value.0);
                // No other variable of the group holds a remembered number again.
                if !self.complete {
                    for (i, shift) in own.iter().enumerate() {
                        let Some(shift) = shift else { continue };
                        let bit = 1u64 << (value.0 as i32 + shift);
                        if bit & self.groups[i].relevant == 0 {
                            continue;
                        }
                        for k in 0..self.groups[i].vars.len() {
                            let other = self.groups[i].vars[k];
                            if other != var && left.contains(&other) {
                                let d = self.graph.domain(other);
                                let without = d.values.0 & !(next[i] >> (d.first - self.groups[i].base));
                                rest = self.graph.narrow(rest, other, without);
                            }
                        }
                        self.relied = true;
                    }
                }
                if rest == Bool::FALSE {
                    continue;
                }
                let reads = self.graph.bool_vars(rest);
                for (i, &(union, count, vars)) in after.iter().enumerate() {
                    // Numbers are remembered only while the condition still reads one of the group.
                    if !reads.meets(vars) {
                        next[i] = 0;
                        continue;
                    }
                    if self.complete && (union & !next[i]).count_ones() < count {
                        self.relied = true;
                        continue 'values;
                    }
                    next[i] &= union;
                }
                let state = State { node: rest, used: next };
                let at = *places.entry(state).or_insert_with(|| {
                    found.push(state);
                    found.len() as u32 - 1
                });
                match out.iter_mut().find(|e| e.0 == at) {
                    Some(e) => e.1 |= 1 << value.0,
                    None => out.push((at, 1 << value.0)),
                }
            }
            if self.graph.failed() || found.len() > room {
                return None;
            }
            edges.push(out);
        }
        Some(Layer { states: found, edges })
    }
}

/// Merges states with equal edges from the end, dropping dead ends; none when the start is dead.
fn minimised(layers: &[Vec<Vec<(u32, u64)>>]) -> Option<Diagram> {
    // For each state of the layer after: its class, or none when dead.
    let mut class: Vec<Option<u32>> = Vec::new();
    let mut result = vec![Vec::new(); layers.len()];
    for (i, states) in layers.iter().enumerate().rev() {
        let last = i + 1 == layers.len();
        let mut signatures: Interner<Vec<(u32, u64)>> = Interner::new();
        let now: Vec<Option<u32>> = states
            .iter()
            .map(|edges| {
                let mut row: Vec<(u32, u64)> = Vec::with_capacity(edges.len());
                for &(to, values) in edges {
                    let to = if last { Some(0) } else { class[to as usize] };
                    let Some(to) = to else { continue };
                    match row.iter_mut().find(|e| e.0 == to) {
                        Some(e) => e.1 |= values,
                        None => row.push((to, values)),
                    }
                }
                row.sort_unstable();
                (!row.is_empty()).then(|| signatures.intern(row).0)
            })
            .collect();
        result[i] = (0..signatures.len() as u32)
            .flat_map(|from| signatures[from].iter().map(move |&(to, values)| Edge { from, to, values }))
            .collect();
        class = now;
    }
    match class.first() {
        None => Some(Diagram { layers: result }),
        Some(start) => start.map(|_| Diagram { layers: result }),
    }
}
