//! A node of the graph as an independent formula. The formula is exact on full assignments, and otherwise gives bounds. The
//! compiler's graph is built from it.

use super::ir::{Graph, Id, Kind, Machine, each_child};
use crate::condition::{self, Bool, Domain, Num, Var};
use cluewright_core::constraint::Formula;
use cluewright_core::quick::QuickMap;
use cluewright_core::{Value, ValueSet};
use std::sync::Arc;

/// Nodes in an order in which children come before parents; the last node is the condition. Children are given by their indices in
/// this order, and variables by their indices among the constraint's cells.
#[derive(Debug)]
pub(crate) struct Program {
    steps: Vec<Kind>,
    machines: Vec<Arc<Machine>>,
    /// The number that value 0 of each cell stands for.
    firsts: Vec<i32>,
    /// The cost of computing the program's bounds once.
    cost: u64,
}

/// If a program has at most this many steps, its bounds are computed without allocating memory: [`FEW`] is enough for most
/// programs, and [`MANY`] for large programs.
const FEW: usize = 32;
const MANY: usize = 512;

impl Program {
    /// Creates the program of a node over these variables. Each variable is given with its domain; the variables become the
    /// program's cells, in this order.
    pub(crate) fn new(graph: &Graph, root: Id, variables: &[(u16, u16)]) -> Self {
        let place = |var: u16| variables.iter().position(|v| v.0 == var).expect("every variable it reads") as u16;
        let firsts = variables.iter().map(|v| graph.domains[v.1 as usize].first).collect();
        let mut steps: Vec<Kind> = Vec::new();
        let mut at: QuickMap<Id, u32> = QuickMap::default();
        // Traverse the nodes depth first, so that children come before the nodes that use them.
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
                let first = todo.len();
                each_child(graph.kind(id), |child| todo.push((child, false)));
                todo[first..].reverse();
            }
        }
        let reads = steps.iter().any(|step| matches!(step, Kind::Fold(..) | Kind::Reach(..)));
        let machines = if reads { graph.machines.clone() } else { Vec::new() };
        let cost = steps.iter().map(|step| step.cost(&machines)).sum();
        Self { steps, machines, firsts, cost }
    }

    /// The bounds of the result, given the first number and the values of each cell. They are exact if each cell has only one
    /// value.
    fn ends(&self, domains: &[(i32, ValueSet)]) -> (i64, i64) {
        match self.steps.len() {
            n if n <= FEW => self.bounds(domains, &mut [(0, 0); FEW][..n]),
            n if n <= MANY => self.bounds(domains, &mut [(0, 0); MANY][..n]),
            n => self.bounds(domains, &mut vec![(0, 0); n]),
        }
    }

    /// Computes the bounds of all steps, and returns the bounds of the last step.
    fn bounds(&self, domains: &[(i32, ValueSet)], out: &mut [(i64, i64)]) -> (i64, i64) {
        let domain = |cell: u16, _| Domain { first: domains[cell as usize].0, values: domains[cell as usize].1 };
        for (i, step) in self.steps.iter().enumerate() {
            out[i] = step.bounds(|child| out[child as usize], domain, &self.machines);
        }
        out.last().copied().unwrap_or_default()
    }
}

impl Program {
    /// Rebuilds the condition in a graph of the compiler. The first variables of this graph are the cells.
    pub(crate) fn rebuilt(&self, to: &mut condition::Graph<'_>) -> Bool {
        // Each step has either a number or a truth value; the other entry is never read.
        let (mut numbers, mut truths) = (Vec::with_capacity(self.steps.len()), Vec::with_capacity(self.steps.len()));
        for step in &self.steps {
            let number = |&i: &Id| -> Num { numbers[i as usize] };
            let truth = |&i: &Id| -> Bool { truths[i as usize] };
            let all = |items: &[Id]| items.iter().map(number).collect::<Vec<Num>>();
            let made = match step {
                Kind::Const(n) => Ok(to.number(*n)),
                Kind::Var(v, _) => Ok(to.var(Var(*v))),
                Kind::Table(v, _, table) => {
                    let values: Vec<i64> = to.domain(Var(*v)).values.iter().map(|v| table[v.index()]).collect();
                    Ok(to.unary(Var(*v), &values))
                }
                Kind::Lin(terms, c) => {
                    Ok(to.linear(*c, &terms.iter().map(|(t, k)| (number(t), *k)).collect::<Vec<_>>()))
                }
                Kind::Max(items) => Ok(to.max(&all(items))),
                Kind::If(c, a, b) => Ok(to.choose(truth(c), number(a), number(b))),
                Kind::Mul(a, b) => Ok(to.mul(number(a), number(b))),
                Kind::Div(a, b) => Ok(to.floor_div(number(a), number(b))),
                Kind::Mod(a, b) => Ok(to.modulo(number(a), number(b))),
                Kind::Item(index, items) => Ok(to.element(&all(items), number(index))),
                Kind::Fold(machine, state, items) => {
                    Ok(run(to, &self.machines[*machine as usize], *state, &all(items)))
                }
                Kind::True => Err(Bool::TRUE),
                Kind::False => Err(Bool::FALSE),
                Kind::Mask(v, _, values) => Err(to.mask(Var(*v), *values)),
                Kind::Le(a) => Err(to.between(number(a), i64::MIN, 0)),
                Kind::Eq(a) => Err(to.between(number(a), 0, 0)),
                Kind::And(items) => Err(to.all(&items.iter().map(truth).collect::<Vec<Bool>>())),
                Kind::Or(items) => Err(to.any(&items.iter().map(truth).collect::<Vec<Bool>>())),
                Kind::Not(a) => Err(!truth(a)),
                Kind::Distinct(items) => Err(to.distinct(&all(items))),
                Kind::Reach(machine, state, items, wanted) => {
                    let is_wanted = |s: u32| wanted[s as usize / 64] >> (s % 64) & 1 == 1;
                    let dfa = self.machines[*machine as usize].steps.ending(*state, is_wanted);
                    Err(to.accepts(&Arc::new(dfa), &all(items)))
                }
            };
            numbers.push(made.unwrap_or(Num(0)));
            truths.push(made.err().unwrap_or(Bool::TRUE));
        }
        truths.pop().expect("the condition is the last step")
    }
}

/// The number that a machine gives for a list if it starts in this state.
fn run(to: &mut condition::Graph<'_>, machine: &Machine, state: u32, items: &[Num]) -> Num {
    let (next, width, _) = machine.steps.table();
    let mut now = to.number(i64::from(state));
    for &item in items {
        let row = to.plus(item, 1 - machine.steps.first());
        let width = to.number(width as i64);
        let from = to.mul(now, width);
        let place = to.add(from, row);
        let next: Vec<Num> = next.iter().map(|&s| to.number(i64::from(s))).collect();
        now = to.element(&next, place);
    }
    let values: Vec<Num> = machine.values.iter().map(|&n| to.number(n)).collect();
    let place = to.plus(now, 1);
    to.element(&values, place)
}

impl Formula for Program {
    fn cost(&self) -> u64 {
        self.cost
    }

    fn holds(&self, numbers: &[i32]) -> bool {
        // Each cell has only one value, so the bounds are exact.
        let one = |(&n, &first): (&i32, &i32)| (first, ValueSet::of(Value((n - first).clamp(0, 63) as u8)));
        let domains: Vec<(i32, ValueSet)> = numbers.iter().zip(&self.firsts).map(one).collect();
        self.could_hold(&domains)
    }

    fn could_hold(&self, domains: &[(i32, ValueSet)]) -> bool {
        self.ends(domains).1 == 1
    }
}
