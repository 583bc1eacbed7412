//! A node of the graph as an independent formula: it is exact on full assignments, and otherwise gives bounds.

use super::ir::{Graph, Id, Kind, Machine, children};
use cluewright_core::constraint::Formula;
use cluewright_core::quick::QuickMap;
use cluewright_core::{Value, ValueSet};
use std::sync::Arc;

/// One step of a program; its operands are earlier steps.
#[derive(Clone, Debug)]
enum Op {
    Const(i64),
    Var(u16),
    Table(u16, Box<[i64]>),
    Lin(Box<[(u32, i64)]>, i64),
    Max(Box<[u32]>),
    If(u32, u32, u32),
    Mul(u32, u32),
    Div(u32, u32),
    Mod(u32, u32),
    Item(u32, Box<[u32]>),
    Mask(u16, u64),
    Le(u32),
    Eq(u32),
    And(Box<[u32]>),
    Or(Box<[u32]>),
    Distinct(Box<[u32]>),
    Fold(Arc<Machine>, u32, Box<[u32]>),
    Reach(Arc<Machine>, u32, Box<[u32]>, Box<[u64]>),
    Not(u32),
}

/// The steps in order; the last one is the condition. Variables are indices of the constraint's cells.
#[derive(Debug)]
pub(crate) struct Program {
    ops: Vec<Op>,
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
        let mut order: Vec<Id> = Vec::new();
        let mut at: QuickMap<Id, u32> = QuickMap::default();
        // Depth first: operands come before the steps that use them.
        let mut todo = vec![(root, false)];
        while let Some((id, ready)) = todo.pop() {
            if at.contains_key(&id) {
                continue;
            }
            if ready {
                at.insert(id, order.len() as u32);
                order.push(id);
            } else {
                todo.push((id, true));
                todo.extend(children(graph.kind(id)).into_iter().map(|c| (c, false)));
            }
        }
        let all = |items: &[Id]| items.iter().map(|i| at[i]).collect::<Box<[u32]>>();
        let mut ops: Vec<Op> = Vec::with_capacity(order.len() + 1);
        for &id in &order {
            ops.push(match graph.kind(id) {
                Kind::True => Op::Const(1),
                Kind::False => Op::Const(0),
                Kind::Const(n) => Op::Const(*n),
                Kind::Var(v, _) => Op::Var(place(*v)),
                Kind::Table(v, _, table) => Op::Table(place(*v), (**table).into()),
                Kind::Lin(terms, c) => Op::Lin(terms.iter().map(|(t, k)| (at[t], *k)).collect(), *c),
                Kind::Max(items) => Op::Max(all(items)),
                Kind::If(c, a, b) => Op::If(at[c], at[a], at[b]),
                Kind::Mul(a, b) => Op::Mul(at[a], at[b]),
                Kind::Div(a, b) => Op::Div(at[a], at[b]),
                Kind::Mod(a, b) => Op::Mod(at[a], at[b]),
                Kind::Item(i, items) => Op::Item(at[i], all(items)),
                Kind::Mask(v, _, values) => Op::Mask(place(*v), *values),
                Kind::Le(a) => Op::Le(at[a]),
                Kind::Eq(a) => Op::Eq(at[a]),
                Kind::And(items) => Op::And(all(items)),
                Kind::Or(items) => Op::Or(all(items)),
                Kind::Distinct(items) => Op::Distinct(all(items)),
                Kind::Fold(machine, state, items) => {
                    Op::Fold(Arc::clone(&graph.machines[*machine as usize]), *state, all(items))
                }
                Kind::Reach(machine, state, items, wanted) => {
                    Op::Reach(Arc::clone(&graph.machines[*machine as usize]), *state, all(items), (**wanted).into())
                }
                Kind::Not(a) => Op::Not(at[a]),
            });
        }
        let cost = ops.iter().map(Op::cost).sum();
        Self { ops, firsts, cost }
    }

    /// Bounds of the result, given each cell's first number and its values; they are exact if each cell has one value.
    pub(crate) fn ends(&self, domains: &[(i32, ValueSet)]) -> (i64, i64) {
        match self.ops.len() {
            n if n <= FEW => self.bounds(domains, &mut [(0, 0); FEW][..n]),
            n if n <= MANY => self.bounds(domains, &mut [(0, 0); MANY][..n]),
            n => self.bounds(domains, &mut vec![(0, 0); n]),
        }
    }

    /// Computes the bounds of all steps, and returns those of the last.
    fn bounds(&self, domains: &[(i32, ValueSet)], out: &mut [(i64, i64)]) -> (i64, i64) {
        let truth = |can: bool, must: bool| (i64::from(must), i64::from(can));
        for (i, op) in self.ops.iter().enumerate() {
            let (done, rest) = out.split_at_mut(i);
            let at = |i: u32| done[i as usize];
            rest[0] = match op {
                Op::Const(n) => (*n, *n),
                Op::Var(v) => {
                    let (first, set) = domains[*v as usize];
                    let number = |v: Option<Value>| i64::from(first) + v.map_or(0, |v| i64::from(v.0));
                    (number(set.min()), number(set.max()))
                }
                Op::Table(v, table) => {
                    let inside = domains[*v as usize].1.iter().map(|v| table.get(v.index()).copied().unwrap_or(0));
                    inside.fold((i64::MAX, i64::MIN), |(l, h), n| (l.min(n), h.max(n)))
                }
                Op::Lin(terms, c) => terms.iter().fold((*c, *c), |(l, h), &(t, k)| {
                    let (a, b) = (at(t).0.saturating_mul(k), at(t).1.saturating_mul(k));
                    (l.saturating_add(a.min(b)), h.saturating_add(a.max(b)))
                }),
                Op::Max(items) => {
                    items.iter().fold((i64::MIN, i64::MIN), |(l, h), &i| (l.max(at(i).0), h.max(at(i).1)))
                }
                Op::If(c, a, b) => match at(*c) {
                    (1, _) => at(*a),
                    (_, 0) => at(*b),
                    _ => (at(*a).0.min(at(*b).0), at(*a).1.max(at(*b).1)),
                },
                Op::Mul(a, b) => {
                    let (a, b) = (at(*a), at(*b));
                    let corners = [
                        a.0.saturating_mul(b.0),
                        a.0.saturating_mul(b.1),
                        a.1.saturating_mul(b.0),
                        a.1.saturating_mul(b.1),
                    ];
                    corners.into_iter().fold((i64::MAX, i64::MIN), |(l, h), n| (l.min(n), h.max(n)))
                }
                Op::Div(a, b) => {
                    let (a, b) = (at(*a), at(*b));
                    if b.0 == b.1 && b.0 > 0 {
                        (Graph::div_of(a.0, b.0), Graph::div_of(a.1, b.0))
                    } else if a.0 == a.1 && b.0 == b.1 {
                        let n = Graph::div_of(a.0, b.0);
                        (n, n)
                    } else {
                        let most = a.0.abs().max(a.1.abs());
                        (-most, most)
                    }
                }
                Op::Mod(a, b) => {
                    let (a, b) = (at(*a), at(*b));
                    if a.0 == a.1 && b.0 == b.1 {
                        let n = crate::whole::modulo(a.0, b.0);
                        (n, n)
                    } else {
                        (0, (b.0.abs().max(b.1.abs()) - 1).max(0))
                    }
                }
                Op::Item(i, items) => {
                    let (low, high) = at(*i);
                    let mut found = (i64::MAX, i64::MIN);
                    if low < 1 || high > items.len() as i64 {
                        found = (0, 0);
                    }
                    for place in low.max(1)..=high.min(items.len() as i64) {
                        let n = at(items[place as usize - 1]);
                        found = (found.0.min(n.0), found.1.max(n.1));
                    }
                    found
                }
                Op::Mask(v, values) => {
                    let set = domains[*v as usize].1;
                    truth(set.0 & values != 0, set.0 & !values == 0)
                }
                Op::Le(a) => truth(at(*a).0 <= 0, at(*a).1 <= 0),
                Op::Eq(a) => truth(at(*a).0 <= 0 && at(*a).1 >= 0, at(*a) == (0, 0)),
                Op::And(items) => truth(items.iter().all(|&i| at(i).1 == 1), items.iter().all(|&i| at(i).0 == 1)),
                Op::Or(items) => truth(items.iter().any(|&i| at(i).1 == 1), items.iter().any(|&i| at(i).0 == 1)),
                Op::Distinct(items) => {
                    let (mut can, mut must) = (true, true);
                    for (i, &a) in items.iter().enumerate() {
                        for &b in &items[..i] {
                            let (a, b) = (at(a), at(b));
                            can &= a.0 != a.1 || a != b;
                            must &= a.1 < b.0 || b.1 < a.0;
                        }
                    }
                    truth(can, must)
                }
                Op::Fold(machine, state, items) => {
                    let values = reached(machine, *state, items, at).into_iter().map(|s| machine.values[s as usize]);
                    values.fold((i64::MAX, i64::MIN), |(l, h), n| (l.min(n), h.max(n)))
                }
                Op::Reach(machine, state, items, wanted) => {
                    let is_wanted = |s: &u32| wanted[*s as usize / 64] >> (*s % 64) & 1 == 1;
                    let states = reached(machine, *state, items, at);
                    truth(states.iter().any(is_wanted), states.iter().all(is_wanted))
                }
                Op::Not(a) => truth(at(*a).0 == 0, at(*a).1 == 0),
            };
        }
        out.last().copied().unwrap_or_default()
    }
}

/// Maximum number of steps of one run of a machine: a few milliseconds, as the deadline is not checked during a run.
const MOST_STEPS: usize = 2_000_000;

/// All states that a machine could end in when its items are within these bounds; all states of the machine when that
/// takes too long. A run over single numbers never takes too long.
fn reached(machine: &Machine, state: u32, items: &[u32], at: impl Fn(u32) -> (i64, i64)) -> Vec<u32> {
    let mut now = vec![state];
    let mut seen = vec![0u64; machine.values.len().div_ceil(64)];
    let mut left = MOST_STEPS;
    for &i in items {
        let (low, high) = at(i);
        // All numbers outside its range have the same effect.
        let (first, width) = (machine.steps.first(), machine.steps.table().1 as i64);
        let inside = |n: i64| if low == high { n } else { n.clamp(first - 1, first + width) };
        let (low, high) = (inside(low), inside(high));
        match left.checked_sub(now.len() * (high - low + 1).max(1) as usize) {
            Some(less) => left = less,
            None => return (0..machine.values.len() as u32).collect(),
        }
        let mut next: Vec<u32> = Vec::new();
        seen.fill(0);
        for &s in &now {
            for n in low..=high {
                let to = machine.step(s, n);
                if seen[to as usize / 64] >> (to % 64) & 1 == 0 {
                    seen[to as usize / 64] |= 1 << (to % 64);
                    next.push(to);
                }
            }
        }
        now = next;
    }
    now
}

impl Op {
    /// Roughly the maximum number of simple operations that computing the bounds takes.
    fn cost(&self) -> u64 {
        match self {
            Self::Lin(terms, _) => terms.len() as u64,
            Self::Max(items) | Self::And(items) | Self::Or(items) | Self::Item(_, items) => items.len() as u64,
            Self::Distinct(items) => (items.len() * items.len()) as u64,
            Self::Fold(machine, _, items) | Self::Reach(machine, _, items, _) => {
                (machine.steps.table().0.len() * items.len()).min(MOST_STEPS) as u64
            }
            _ => 1,
        }
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
