//! The product of an automaton that reads a list and the set of numbers that variables known to be different have used.

use super::Word;
use crate::compile::used::{Groups, State, States};
use crate::condition::nodes::{Var, Vars};
use cluewright_core::constraint::Edge;

/// The maximum number of states of the product before states are merged.
const PRODUCT_STATES: usize = 12_000;
/// The maximum number of states for cells in several houses, where the numbers used by parts of the list exclude less.
const MIXED_STATES: usize = 3_000;

/// The product of the minimised automaton `plain` and the numbers used by variables known to be different. `None` if no variables
/// are known to be different, or if there are too many states.
pub(super) fn product(word: &Word<'_>, order: &[Var], plain: &[Vec<Edge>], spent: &mut u64) -> Option<Vec<Vec<Edge>>> {
    let known: Vec<Vec<Var>> = word.known.iter().map(|k| k.iter().map(|&v| Var(v)).collect()).collect();
    let domain = |v: Var| word.domains[v.index()];
    let groups = Groups::new(&known, &domain, u64::MAX);
    if groups.is_empty() {
        return None;
    }
    let all_values: Vec<u64> = order.iter().map(|&v| domain(v).values.0).collect();
    let free = accepts_all(plain, &all_values);
    let reads = reads(plain, order, &all_values);
    let capacity = if groups.largest() == order.len() { PRODUCT_STATES } else { MIXED_STATES };
    let mut states: Vec<State> = vec![(0, 0)];
    let mut total = 1;
    let mut layers = Vec::with_capacity(plain.len());
    for (i, layer) in plain.iter().enumerate() {
        let step = groups.step(order[i], &order[i + 1..], &domain);
        // Numbers are remembered only while the rest reads variables of their group and may still reject the list.
        let remembers = |(state, &reads): (u32, &Vars)| if Some(state) == free[i + 1] { 0 } else { step.kept(reads) };
        let kept: Vec<u64> = (0..).zip(&reads[i + 1]).map(remembers).collect();
        let rows = Rows::new(layer, all_values[i]);
        let mut found = States::with_capacity(2 * states.len());
        let mut edges: Vec<Edge> = Vec::with_capacity(states.len() * 4);
        *spent += 3 * states.len() as u64 * u64::from(all_values[i].count_ones());
        for (from, &(class, used)) in (0..).zip(&states) {
            if total + found.list.len() > capacity {
                return None;
            }
            let (values, row) = rows.of(class);
            // Go value by value rather than edge by edge, because the processor cannot predict whether an edge has a value left.
            let mut rest = values & !step.blocked(used);
            while rest != 0 {
                let value = rest.trailing_zeros();
                rest &= rest - 1;
                let now = step.with(used, value);
                if !step.is_enough(now) {
                    continue;
                }
                let to = row[value as usize];
                let to = found.number((to, now & kept[to as usize]));
                edges.push(Edge { from, to, values: 1 << value });
            }
        }
        total += found.list.len();
        if total > capacity {
            return None;
        }
        layers.push(edges);
        states = found.list;
    }
    Some(layers)
}

/// For each state, the values that have a transition; and the next state for each value.
struct Rows {
    width: usize,
    values: Vec<u64>,
    to: Vec<u32>,
}

impl Rows {
    fn new(layer: &[Edge], all_values: u64) -> Self {
        let width = 64 - all_values.leading_zeros() as usize;
        let states = layer.last().map_or(0, |e| e.from as usize + 1);
        let mut rows = Self { width, values: vec![0; states], to: vec![0; states * width] };
        for e in layer {
            rows.values[e.from as usize] |= e.values;
            for value in e.values() {
                rows.to[e.from as usize * width + value.index()] = e.to;
            }
        }
        rows
    }

    #[inline]
    fn of(&self, state: u32) -> (u64, &[u32]) {
        (self.values[state as usize], &self.to[state as usize * self.width..][..self.width])
    }
}

/// For the position before each variable, and for the end, the state from which every list is accepted, if there is such a state.
fn accepts_all(layers: &[Vec<Edge>], all_values: &[u64]) -> Vec<Option<u32>> {
    let mut all = vec![Some(0)];
    for (layer, &values) in layers.iter().zip(all_values).rev() {
        let after = *all.last().expect("the end");
        // A state has at most one edge to any other state, so a single edge must have all values.
        let is_free = |e: &&Edge| Some(e.to) == after && e.values == values;
        all.push(layer.iter().find(is_free).map(|e| e.from));
    }
    all.reverse();
    all
}

/// For the position before each variable, and for the end, the variables that acceptance from each state depends on.
fn reads(layers: &[Vec<Edge>], order: &[Var], all_values: &[u64]) -> Vec<Vec<Vars>> {
    let mut all: Vec<Vec<Vars>> = vec![vec![Vars::default()]];
    for ((layer, &var), &values) in layers.iter().zip(order).zip(all_values).rev() {
        let after = all.last().expect("the end");
        let mut now = vec![Vars::default(); layer.last().map_or(0, |e| e.from as usize + 1)];
        for e in layer {
            let own = if e.values == values { Vars::default() } else { Vars::of(var) };
            let now = &mut now[e.from as usize];
            *now = now.with(own).with(after[e.to as usize]);
        }
        all.push(now);
    }
    all.reverse();
    all
}
