//! Lays out a nondeterministic automaton over a list of variables, some of which may be read several times.
//!
//! If such an automaton is made deterministic, it can grow from some thousand states to hundreds of thousands: an automaton that
//! splits a list into two parts is in as many states at once as there are ways to split the list. So the automaton stays
//! nondeterministic. It is laid out over the list, with one layer for each variable, and states that cannot be reached or cannot
//! lead to acceptance are removed. States before a variable that allow the same continuations are merged. A variable that is read
//! again later is remembered: its value is part of the state from the first reading to the last. So each layer reads a different
//! variable, and filtering is exact.

use super::word::Input;
use crate::automaton::minimise::minimised;
use crate::automaton::nfa::Nfa;
use crate::condition::nodes::{Domain, Var};
use crate::condition::watch::Watch;
use cluewright_core::constraint::Edge;
use cluewright_core::quick::QuickMap;

/// The maximum number of variables whose values are remembered at the same time, with 6 bits for each.
const HELD: usize = 10;
/// The maximum number of edges that are laid out, and also the maximum number of states. Up to eight times as many transitions
/// may be examined.
const CAPACITY: usize = 4_000_000;
/// The number of transitions that count as one step of work.
const TRANSITIONS: u64 = 4;
/// The number of transitions between two polls of the stop signal.
const POLL: u64 = 50_000;

/// A state of the automaton, with the values of the variables that will be read again.
type State = (u32, u64);

/// The inputs from the first reading of a variable to the first reading of the next variable.
struct Segment {
    var: Var,
    /// The inputs after the first reading of the variable.
    then: Vec<Again>,
    /// The indices of the values that must still be remembered. They refer to the values remembered so far, followed by the value
    /// of this variable.
    kept: Vec<usize>,
}

/// An input that is not the first reading of a variable.
#[derive(Clone, Copy)]
enum Again {
    Number(i64),
    /// The index of a remembered value (the value of the variable itself comes last), and the number that value 0 stands for.
    Held(usize, i64),
}

impl Segment {
    /// The numbers before the first variable, and a segment for each variable. `None` if too many values would have to be
    /// remembered at the same time.
    fn all(inputs: &[Input], domains: &[Domain]) -> Option<(Vec<i64>, Vec<Self>)> {
        let mut before = Vec::new();
        let mut all: Vec<Self> = Vec::new();
        let mut held: Vec<Var> = Vec::new();
        for (i, &input) in inputs.iter().enumerate() {
            match (input, all.last_mut()) {
                (Input::Number(n), None) => before.push(n),
                (Input::Number(n), Some(segment)) => segment.then.push(Again::Number(n)),
                (Input::Var(var), segment) => {
                    // The list of remembered variables, followed by the current variable.
                    if let (Some(at), Some(segment)) = (held.iter().position(|&h| h == var), segment) {
                        segment.then.push(Again::Held(at, i64::from(domains[var.index()].first)));
                    } else {
                        if let Some(segment) = all.last_mut() {
                            let later = |at: &usize| inputs[i..].contains(&Input::Var(held[*at]));
                            segment.kept = (0..held.len()).filter(later).collect();
                            held = segment.kept.iter().map(|&at| held[at]).collect();
                        }
                        held.push(var);
                        all.push(Self { var, then: Vec::new(), kept: Vec::new() });
                        if held.len() > HELD {
                            return None;
                        }
                    }
                }
            }
        }
        Some((before, all))
    }
}

/// Returns one layer of edges for each variable; variables are numbered in the order in which they are first read. The first layer
/// begins in state 0, and the last layer ends in state 0. All layers are empty if nothing is accepted. Returns `None` if the layout
/// is too large. The work done is added to `work`.
pub(crate) fn paths(
    nfa: &Nfa,
    inputs: &[Input],
    domains: &[Domain],
    work: &mut u64,
    watch: &Watch<'_>,
) -> Option<Vec<Vec<Edge>>> {
    let (before, segments) = Segment::all(inputs, domains)?;
    let alive = alive(nfa, inputs, domains);
    *work += (inputs.len() * nfa.step_count() / 8) as u64 / TRANSITIONS;
    let mut at = before.len();
    let started = before.iter().fold(nfa.starts().to_vec(), |states, &n| nfa.after(&states, n));
    let mut states: Vec<State> = started.into_iter().map(|s| (s, 0)).collect();
    let mut layers: Vec<Vec<Edge>> = Vec::with_capacity(segments.len());
    let (mut capacity, mut spent, mut since_poll) = (CAPACITY, 0, POLL);
    let mut held = 0;
    let mut found = Found::new(nfa.state_count());
    for segment in &segments {
        let (behind, after) = (&alive[at + 1], &alive[at + 1 + segment.then.len()]);
        at += 1 + segment.then.len();
        let domain = domains[segment.var.index()];
        found.begin(segment.kept.is_empty());
        let mut edges: Vec<Edge> = Vec::new();
        for (from, &(state, values)) in (0..).zip(&states) {
            // Before the first variable, all states are merged into one.
            let from = if layers.is_empty() { 0 } else { from };
            for &(n, to) in nfa.steps(state) {
                let value = n - i64::from(domain.first);
                if !(0..64).contains(&value) || domain.values.0 >> value & 1 == 0 {
                    continue;
                }
                if !has(behind, to) {
                    continue;
                }
                let all = values | (value as u64) << (6 * held);
                let kept = segment.kept.iter().zip(0..).fold(0, |k, (&at, i)| k | (all >> (6 * at) & 63) << (6 * i));
                spent += 1;
                if segment.then.is_empty() {
                    edges.push(Edge { from, to: found.place((to, kept)), values: 1 << value });
                    continue;
                }
                let number = |again: &Again| match *again {
                    Again::Number(n) => n,
                    Again::Held(at, first) => first + (all >> (6 * at) & 63) as i64,
                };
                let mut reached = vec![to];
                for again in &segment.then {
                    spent += reached.len() as u64;
                    reached = nfa.after(&reached, number(again));
                }
                reached.retain(|&to| has(after, to));
                edges.extend(reached.iter().map(|&to| Edge { from, to: found.place((to, kept)), values: 1 << value }));
            }
            *work += spent / TRANSITIONS;
            since_poll += spent + 1;
            if since_poll > POLL {
                since_poll = 0;
                if watch.asked() {
                    return None;
                }
            }
            capacity = capacity.checked_sub((spent / 8) as usize)?;
            spent = 0;
        }
        capacity = capacity.checked_sub(edges.len() + found.states.len())?;
        held = segment.kept.len();
        layers.push(edges);
        states = found.end();
    }
    let accepting: Vec<bool> = states.iter().map(|s| nfa.ends(s.0)).collect();
    Some(minimised(&layers, &accepting, &|| watch.asked()).unwrap_or_else(|| vec![Vec::new(); layers.len()]))
}

/// For the position before each input, and for the end, the set of states (one bit each) from which the rest may be accepted if
/// every repeated variable is treated as a new variable. Other states need not be examined.
fn alive(nfa: &Nfa, inputs: &[Input], domains: &[Domain]) -> Vec<Vec<u64>> {
    let count = nfa.state_count();
    let set = |holds: &dyn Fn(u32) -> bool| {
        let mut bits = vec![0u64; count.div_ceil(64)];
        (0..count as u32).filter(|&s| holds(s)).for_each(|s| bits[s as usize / 64] |= 1 << (s % 64));
        bits
    };
    let mut all = vec![set(&|s| nfa.ends(s))];
    for input in inputs.iter().rev() {
        let next = all.last().expect("the states behind the last input");
        let reads = |n: i64| match *input {
            Input::Number(number) => n == number,
            Input::Var(var) => {
                let Domain { first, values } = domains[var.index()];
                (0..64).contains(&(n - i64::from(first))) && values.0 >> (n - i64::from(first)) & 1 == 1
            }
        };
        let before = set(&|s| nfa.steps(s).iter().any(|&(n, to)| has(next, to) && reads(n)));
        all.push(before);
    }
    all.reverse();
    all
}

fn has(bits: &[u64], state: u32) -> bool {
    bits[state as usize / 64] >> (state % 64) & 1 == 1
}

/// The states after a variable, numbered in the order in which they are found.
struct Found {
    states: Vec<State>,
    /// The number of each automaton state, used if no values are remembered.
    alone: Vec<u32>,
    plain: bool,
    places: QuickMap<State, u32>,
}

const NOWHERE: u32 = u32::MAX;

impl Found {
    fn new(states: usize) -> Self {
        Self { states: Vec::new(), alone: vec![NOWHERE; states], plain: true, places: QuickMap::default() }
    }

    /// Clears the list. `plain` states that no values are remembered.
    fn begin(&mut self, plain: bool) {
        self.plain = plain;
        self.places.clear();
    }

    fn place(&mut self, state: State) -> u32 {
        let place =
            if self.plain { &mut self.alone[state.0 as usize] } else { self.places.entry(state).or_insert(NOWHERE) };
        if *place == NOWHERE {
            *place = self.states.len() as u32;
            self.states.push(state);
        }
        *place
    }

    fn end(&mut self) -> Vec<State> {
        if self.plain {
            self.states.iter().for_each(|s| self.alone[s.0 as usize] = NOWHERE);
        }
        std::mem::take(&mut self.states)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_core::constraint::Automaton;
    use cluewright_core::{Board, Cell, Constraint, Random, ValueSet};

    /// The reference for the test is the same automaton after it has been made deterministic; it reads every possible list. Both
    /// automata accept the same lists, and filtering keeps exactly the values that occur in an accepted list.
    #[test]
    fn accepts_what_the_deterministic_automaton_accepts() {
        let mut rng = Random::new(0x2545_F491_4F6C_DD1D);
        let mut random = move |n: usize| rng.below(n);
        let (mut yes, mut no, mut some) = (0, 0, 0);
        for round in 0..400 {
            let (states, top) = (2 + random(5), 2 + random(3));
            let name = |s: usize| [7, -3, 40, 0, 1, 12, 5][s];
            let steps: Vec<[i64; 3]> = (0..states * top / 2 + random(2 * states * top))
                .map(|_| [name(random(states)), random(top + 1) as i64, name(random(states))])
                .collect();
            let starts: Vec<i64> = (0..=random(2)).map(|_| name(random(states))).collect();
            let ends: Vec<i64> = (0..=random(2)).map(|_| name(random(states))).collect();
            let nfa = Nfa::new(&starts, &steps, &ends);
            let mut vars = 1 + random(4);
            let mut inputs: Vec<Input> = (0..vars as u16).map(|v| Input::Var(Var(v))).collect();
            // Some variables are read again, immediately or later, and constant numbers occur between variables.
            for _ in 0..random(4) {
                let at = random(inputs.len() + 1);
                inputs.insert(at, Input::Var(Var(random(vars) as u16)));
            }
            for _ in 0..random(3) {
                inputs.insert(random(inputs.len() + 1), Input::Number(random(top + 1) as i64));
            }
            // Number the variables in the order in which they are first read.
            let mut order: Vec<Var> = Vec::new();
            for input in &mut inputs {
                let Input::Var(v) = input else { continue };
                let place = order.iter().position(|o| o == v).unwrap_or(order.len());
                if place == order.len() {
                    order.push(*v);
                }
                *v = Var(place as u16);
            }
            vars = order.len();
            let domains: Vec<Domain> = (0..vars)
                .map(|_| {
                    let some = ValueSet(random(1 << top) as u64);
                    let values = if some.is_empty() { ValueSet::below(top as u32) } else { some };
                    Domain { first: random(2) as i32, values }
                })
                .collect();
            let layers = paths(&nfa, &inputs, &domains, &mut 0, &Watch::new(&|| false)).expect("small");
            let cells: Vec<Cell> = (0..vars as u16).map(Cell).collect();
            let first: Vec<i32> = domains.iter().map(|d| d.first).collect();
            let made = Automaton::new(&cells, &first, &layers).expect("each cell once");
            some += u32::from(made.state_count() > 1);

            let dfa = nfa.deterministic().expect("small");
            let mut supported = vec![ValueSet::EMPTY; vars];
            for code in 0..top.pow(vars as u32) {
                let values: Vec<usize> = (0..vars as u32).map(|v| code / top.pow(v) % top).collect();
                if values.iter().zip(&domains).any(|(&v, d)| d.values.0 >> v & 1 == 0) {
                    continue;
                }
                let number = |v: usize| domains[v].first + values[v] as i32;
                let read: Vec<i64> = inputs
                    .iter()
                    .map(|&i| match i {
                        Input::Number(n) => n,
                        Input::Var(v) => i64::from(number(v.index())),
                    })
                    .collect();
                let holds = dfa.matches(&read);
                assert_eq!(made.check(&|c| number(c.index())), holds, "round {round}: {read:?}");
                if holds {
                    yes += 1;
                    values.iter().zip(&mut supported).for_each(|(&v, s)| s.0 |= 1 << v);
                } else {
                    no += 1;
                }
            }
            let mut board = Board::new(domains.iter().map(|d| d.values).collect::<Vec<_>>(), first);
            let left = made.propagate(&mut board).is_ok();
            assert_eq!(left, !supported[0].is_empty(), "round {round}");
            if left {
                let found: Vec<ValueSet> = cells.iter().map(|&c| board.values(c)).collect();
                assert_eq!(found, supported, "round {round}");
            }
        }
        assert!(yes > 500 && no > 500 && some > 100, "both: {yes} {no} {some}");
    }

    /// Repeated variables cost states, and a layout with too many states is rejected.
    #[test]
    fn too_much_is_refused() {
        let steps: Vec<[i64; 3]> = (0..30).flat_map(|s| (1..=9).map(move |d| [s, d, (s * 7 + d) % 30])).collect();
        let nfa = Nfa::new(&[0], &steps, &[1]);
        let domains = vec![Domain::range(1, 9); 12];
        let once: Vec<Input> = (0..12).map(|v| Input::Var(Var(v))).collect();
        assert!(paths(&nfa, &once, &domains, &mut 0, &Watch::new(&|| false)).is_some());
        let twice = [&once[..9], &once[..9]].concat();
        assert!(paths(&nfa, &twice, &domains, &mut 0, &Watch::new(&|| false)).is_none(), "nine values remembered");
        let all = [&once[..], &once[..]].concat();
        assert!(paths(&nfa, &all, &domains, &mut 0, &Watch::new(&|| false)).is_none(), "more than can be remembered");
    }
}
