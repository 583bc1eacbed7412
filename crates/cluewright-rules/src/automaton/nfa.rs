//! Nondeterministic automata, made from lists of states and steps, or parsed from a compact text.

mod text;

use super::dfa::{BREAK, Dfa};
use cluewright_core::Sort;
use cluewright_core::quick::{Numbers, hash_of};
use std::sync::{Arc, OnceLock};

/// The maximum number of states of a determinised automaton where determinising is optional. Automata that would become larger are
/// laid out over their lists nondeterministically.
const FEW: usize = 1_000;
/// The maximum number of states of a determinised automaton where a deterministic automaton is required.
pub(crate) const MOST: usize = 20_000;
/// The determinisation reads at most [`MAX_READ`] steps, and its sets of states have at most [`MAX_WORDS`] 64-bit words.
const MAX_READ: usize = 8_000_000;
const MAX_WORDS: usize = 2_000_000;

/// A nondeterministic automaton over numbers.
#[derive(Debug)]
pub(crate) struct Nfa {
    starts: Vec<u32>,
    /// For each state, whether it accepts.
    ends: Vec<bool>,
    /// For each state, the index in `steps` at which the state's steps begin. One more entry marks the end.
    steps_of: Vec<u32>,
    /// The steps of each state, sorted: a number and the state after reading it.
    steps: Vec<(i64, u32)>,
    /// The determinised automaton. `small` holds it if it has at most [`FEW`] states, `large` if it has at most [`MOST`] states.
    small: OnceLock<Option<Arc<Dfa>>>,
    large: OnceLock<Option<Arc<Dfa>>>,
}

impl Nfa {
    /// Creates an automaton that leads from any of `starts` to any of `ends` by `steps`. Each step consists of a state, a number
    /// and the next state. States may be any numbers.
    pub(crate) fn new(starts: &[i64], steps: &[[i64; 3]], ends: &[i64]) -> Self {
        let names = Names::of(starts, steps, ends);
        let sorted = |list: &[i64]| {
            let mut all: Vec<u32> = list.iter().map(|&s| names.number(s)).collect();
            all.order();
            all.dedup();
            all
        };
        let mut all: Vec<(u32, i64, u32)> =
            steps.iter().map(|s| (names.number(s[0]), s[1], names.number(s[2]))).collect();
        all.order();
        all.dedup();
        let mut ends_of = vec![false; names.count];
        sorted(ends).iter().for_each(|&s| ends_of[s as usize] = true);
        let mut steps_of = vec![0; names.count + 1];
        all.iter().for_each(|s| steps_of[s.0 as usize + 1] += 1);
        for state in 0..names.count {
            steps_of[state + 1] += steps_of[state];
        }
        Self {
            starts: sorted(starts),
            ends: ends_of,
            steps_of,
            steps: all.iter().map(|x| (x.1, x.2)).collect(),
            small: OnceLock::new(),
            large: OnceLock::new(),
        }
    }

    /// The initial states, sorted.
    pub(crate) fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// Whether a list may end in this state.
    pub(crate) fn ends(&self, state: u32) -> bool {
        self.ends[state as usize]
    }

    /// The number of states.
    pub(crate) fn state_count(&self) -> usize {
        self.ends.len()
    }

    /// The number of steps.
    pub(crate) fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// The steps from a state, sorted. Each step is a number and the state after reading it.
    pub(crate) fn steps(&self, state: u32) -> &[(i64, u32)] {
        &self.steps[self.steps_of[state as usize] as usize..self.steps_of[state as usize + 1] as usize]
    }

    /// The sorted states that any of `states` leads to by reading `number`.
    pub(crate) fn after(&self, states: &[u32], number: i64) -> Vec<u32> {
        let mut next = Vec::new();
        for &state in states {
            let steps = self.steps(state);
            let from = steps.partition_point(|s| s.0 < number);
            next.extend(steps[from..].iter().take_while(|s| s.0 == number).map(|s| s.1));
        }
        next.order();
        next.dedup();
        next
    }

    /// An equivalent deterministic automaton, or `None` if it would have so many states that the nondeterministic automaton is
    /// cheaper to lay out.
    pub(crate) fn small(&self) -> Option<&Arc<Dfa>> {
        self.small.get_or_init(|| self.determinised(FEW).map(Arc::new)).as_ref()
    }

    /// An equivalent deterministic automaton, or `None` if it would have more than [`MOST`] states or take too long to build.
    pub(crate) fn deterministic(&self) -> Option<&Arc<Dfa>> {
        match self.small() {
            Some(small) => Some(small),
            None => self.large.get_or_init(|| self.determinised(MOST).map(Arc::new)).as_ref(),
        }
    }

    /// Whether no state has two steps with the same number.
    fn is_deterministic(&self) -> bool {
        (0..self.ends.len() as u32).all(|state| self.steps(state).windows(2).all(|pair| pair[0].0 != pair[1].0))
    }

    /// The subset construction: each set of states that some list leads to becomes one state. Returns `None` if a limit is
    /// exceeded.
    fn determinised(&self, most: usize) -> Option<Dfa> {
        let digits = || self.steps.iter().map(|s| s.0).filter(|&n| n != BREAK);
        let (low, high) = (digits().min().unwrap_or(0), digits().max().unwrap_or(0));
        if high.saturating_sub(low) >= 64 {
            return None;
        }
        let digits = (high - low + 1) as usize;
        let breaks = self.steps.iter().any(|s| s.0 == BREAK);
        let width = digits + usize::from(breaks);
        if let &[start] = &self.starts[..]
            && self.is_deterministic()
        {
            // State 0 is the dead state.
            let mut next = vec![0; (self.ends.len() + 1) * width];
            for (state, row) in (0..).zip(next.chunks_exact_mut(width).skip(1)) {
                for &(n, to) in self.steps(state) {
                    row[if n == BREAK { digits } else { (n - low) as usize }] = to + 1;
                }
            }
            let accepting: Vec<bool> = std::iter::once(false).chain(self.ends.iter().copied()).collect();
            let few = self.ends.len() <= most;
            return few.then(|| Dfa::of_sets(low, digits, breaks, start + 1, &next, &accepting));
        }
        // A set has one bit for each state. The sets are stored one after another; the first set is empty, and nothing is accepted
        // from it.
        let words = self.ends.len().div_ceil(64).max(1);
        let set = |bits: &mut [u64], state: u32| bits[state as usize / 64] |= 1 << (state % 64);
        let mut sets = vec![0u64; 2 * words];
        self.starts.iter().for_each(|&s| set(&mut sets[words..], s));
        let mut known = Numbers::with_capacity(64);
        known.add(hash_of(&sets[..words]), 0);
        let start = u32::from(!self.starts.is_empty());
        if start == 1 {
            known.add(hash_of(&sets[words..]), 1);
        } else {
            sets.truncate(words);
        }
        let mut next = vec![0; width];
        let mut reached = vec![0u64; width * words];
        let (mut at, mut read) = (1, 0);
        while at * words < sets.len() {
            for (word, mut bits) in (0..).zip(sets[at * words..(at + 1) * words].iter().copied()) {
                while bits != 0 {
                    let steps = self.steps(word * 64 + bits.trailing_zeros());
                    bits &= bits - 1;
                    read += steps.len() + 1;
                    for &(n, to) in steps {
                        let column = if n == BREAK { digits } else { (n - low) as usize };
                        set(&mut reached[column * words..], to);
                    }
                }
            }
            for reached in reached.chunks_exact_mut(words) {
                let hash = hash_of(&*reached);
                let same = |i: u32| sets[i as usize * words..][..words] == *reached;
                next.push(known.find(hash, same).unwrap_or_else(|| {
                    let number = (sets.len() / words) as u32;
                    known.add(hash, number);
                    sets.extend_from_slice(reached);
                    number
                }));
                reached.fill(0);
            }
            if sets.len() > (most + 1) * words || sets.len() > MAX_WORDS || read > MAX_READ {
                return None;
            }
            at += 1;
        }
        let mut ends = vec![0u64; words];
        (0..).zip(&self.ends).filter(|e| *e.1).for_each(|(s, _)| set(&mut ends, s));
        let accepts = |states: &[u64]| states.iter().zip(&ends).any(|(s, e)| s & e != 0);
        let accepting: Vec<bool> = sets.chunks_exact(words).map(accepts).collect();
        Some(Dfa::of_sets(low, digits, breaks, start, &next, &accepting))
    }
}

/// Maps the state numbers of the caller to consecutive indices.
struct Names {
    count: usize,
    /// The index of each name, used if the names are small numbers.
    dense: Vec<u32>,
    sorted: Vec<i64>,
}

impl Names {
    fn of(starts: &[i64], steps: &[[i64; 3]], ends: &[i64]) -> Self {
        let all = || starts.iter().chain(ends).copied().chain(steps.iter().flat_map(|s| [s[0], s[2]]));
        let capacity = 2 * steps.len() as i64 + 64;
        if all().all(|name| (0..capacity).contains(&name)) {
            let mut dense = vec![0; all().max().map_or(0, |m| m as usize + 1)];
            all().for_each(|name| dense[name as usize] = 1);
            let mut count = 0;
            for number in &mut dense {
                count += std::mem::replace(number, count);
            }
            return Self { count: count as usize, dense, sorted: Vec::new() };
        }
        let mut sorted: Vec<i64> = all().collect();
        sorted.order();
        sorted.dedup();
        Self { count: sorted.len(), dense: Vec::new(), sorted }
    }

    fn number(&self, name: i64) -> u32 {
        if self.sorted.is_empty() {
            return self.dense[name as usize];
        }
        self.sorted.binary_search(&name).expect("all are named") as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_core::Random;

    /// The reference implementation for the test computes the sets of states that each list leads to, one digit after another.
    #[test]
    fn made_deterministic_it_accepts_the_same() {
        let mut rng = Random::new(0x1234_5678_9ABC_DEF1);
        let mut random = move |n: u64| rng.below(n) as i64;
        let symbols = [-1, 0, 1, 2, BREAK];
        let (mut yes, mut no, mut plain) = (0, 0, 0);
        for round in 0..300 {
            // With many states, sets take several words. Every second automaton has at most one step for each symbol.
            let states = [3, 6, 90][round % 3];
            let mut steps: Vec<[i64; 3]> =
                (0..states * 3).map(|_| [random(states), symbols[random(5) as usize], random(states.min(9))]).collect();
            if round % 2 == 0 {
                steps.order();
                steps.dedup_by_key(|s| (s[0], s[1]));
            }
            let starts: Vec<i64> = (0..=(round as i64 % 4) / 2).map(|_| random(states.min(9))).collect();
            let nfa = Nfa::new(&starts, &steps, &[0, random(states)]);
            plain += u32::from(nfa.starts.len() == 1 && nfa.is_deterministic());
            let dfa = nfa.deterministic().expect("few states");
            for code in 0..5usize.pow(4) {
                let list: Vec<i64> = (0..code % 5).map(|i| symbols[code / 5usize.pow(i as u32) % 5]).collect();
                let reached = list.iter().fold(nfa.starts.clone(), |states, &n| nfa.after(&states, n));
                let holds = reached.iter().any(|&s| nfa.ends(s));
                assert_eq!(dfa.matches(&list), holds, "round {round}: {list:?}");
                *(if holds { &mut yes } else { &mut no }) += 1;
            }
        }
        assert!(yes > 5_000 && no > 5_000 && plain > 50, "both: {yes} {no} {plain}");
    }
}
