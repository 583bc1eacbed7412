//! An automaton, the list that it reads, and the states that it reaches, layer by layer.

use crate::automaton::Dfa;
use crate::condition::nodes::{Domain, Var};
use crate::condition::watch::Watch;
use cluewright_core::constraint::Edge;

/// One input of the automaton.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Input {
    /// A known number.
    Number(i64),
    /// A variable. Each variable occurs at most once.
    Var(Var),
}

/// An automaton and the list that it reads.
pub(crate) struct Word<'a> {
    pub steps: &'a Dfa,
    /// The initial state.
    pub start: u32,
    /// The states in which the list may end, with one bit for each state.
    pub wanted: &'a [u64],
    /// The list, which contains at least one variable.
    pub inputs: &'a [Input],
    /// The domain of each variable.
    pub domains: &'a [Domain],
    /// Sets of variables that are known to be different.
    pub known: &'a [Vec<u16>],
}

/// The maximum number of edges for which a list is unrolled: they take about 60 MB, and as much again while they are minimised.
const MOST_EDGES: usize = 4_000_000;

/// Marks a state that does not exist.
const DEAD: u32 = u32::MAX;
/// The states that a list leads to, regardless of which of them accept.
#[derive(Debug)]
pub(in crate::compile) struct Unrolled {
    /// The edges over each variable; `None` if there are too many edges.
    pub(super) layers: Option<Vec<Vec<Edge>>>,
    /// The automaton's states after the last variable.
    pub(super) ends: Vec<u32>,
    /// The number of transitions examined.
    pub(in crate::compile) spent: u64,
}

/// Computes the reachable states, layer by layer, unless that takes more than `most` transitions or the stop signal is set. The
/// signal is polled before each layer, and a layer takes at most a few hundredths of a second.
pub(super) fn unrolled(word: &Word<'_>, most: u64, watch: &Watch<'_>) -> Unrolled {
    let mut at = 0;
    // The columns of the constant numbers before the next variable.
    let mut numbers = || {
        let mut columns = Vec::new();
        while let Some(&Input::Number(n)) = word.inputs.get(at) {
            columns.push(word.steps.column(n));
            at += 1;
        }
        at += 1;
        columns
    };
    let through = |state: u32, columns: &[Option<usize>]| columns.iter().fold(state, |s, &c| word.steps.step(s, c));
    let mut states = vec![through(word.start, &numbers())];
    let mut place = vec![DEAD; word.steps.len()];
    let mut layers = Vec::with_capacity(word.domains.len());
    let (mut spent, mut held) = (0, 0);
    let variables = word.inputs.iter().filter_map(|i| if let Input::Var(v) = i { Some(v) } else { None });
    for var in variables {
        let domain = word.domains[var.index()];
        let columns: Vec<(u64, Option<usize>)> =
            domain.values.iter().map(|v| (1 << v.0, word.steps.column(domain.number(v)))).collect();
        let behind = numbers();
        spent += (states.len() * columns.len()) as u64;
        if spent > most || held > MOST_EDGES || watch.asked() {
            return Unrolled { layers: None, ends: Vec::new(), spent };
        }
        let mut found: Vec<u32> = Vec::new();
        let mut edges: Vec<Edge> = Vec::with_capacity(states.len() * columns.len());
        for (from, &state) in (0..).zip(&states) {
            for &(values, column) in &columns {
                let to = through(word.steps.step(state, column), &behind);
                let known = &mut place[to as usize];
                if *known == DEAD {
                    *known = found.len() as u32;
                    found.push(to);
                }
                let to = *known;
                match edges.last_mut() {
                    Some(e) if e.from == from && e.to == to => e.values |= values,
                    _ => edges.push(Edge { from, to, values }),
                }
            }
        }
        held += edges.len();
        for &state in &found {
            place[state as usize] = DEAD;
        }
        layers.push(edges);
        states = found;
    }
    Unrolled { layers: Some(layers), ends: states, spent }
}
