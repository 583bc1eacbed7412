//! Deterministic automata over numbers: automata of `fold` expressions, and automata made from regular expressions.

use super::intern::Interner;
use super::minimal::classes;
use cluewright_core::Sort;
use std::hash::Hash;

/// The input that marks the break between two lists. It is neither a digit nor a number that a rule's text may contain.
pub(crate) const BREAK: i64 = 1_000_000_007;

/// A complete, minimised deterministic automaton over the numbers `first..first + width`. Accepting states have the highest
/// numbers.
///
/// Any other number leads to the dead state, if there is one, unless other numbers are read as one of the automaton's own inputs
/// ([`regex_of`](super::regex_of)). Undefined transitions lead to the dead state, too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dfa {
    first: i64,
    /// The number of inputs: the numbers, followed by the break between two lists if the automaton reads breaks.
    width: usize,
    breaks: bool,
    start: u32,
    /// The next state, indexed by state and then by input.
    next: Vec<u32>,
    /// This state and all states after it accept.
    first_accepting: u32,
    /// The state after an unknown input, unless unknown inputs are read as a known input.
    dead: u32,
    /// The input that stands for all numbers without an input of their own.
    other: Option<u8>,
}

/// The maximum number of states of a [`Dfa`].
pub const MAX_STATES: usize = 4_000;

impl Dfa {
    /// Explores the states that can be reached from `start` over the numbers `low..=high`. `step` returns the state after a number,
    /// or `None` if the automaton rejects the number. States may be of any type; the resulting automaton numbers them. Returns
    /// `None` if there are more than [`MAX_STATES`] states.
    ///
    /// ```
    /// use cluewright_rules::compile::Dfa;
    /// // Stretches that add up to 10.
    /// let tens = Dfa::explore(1, 9, 0, |&sum, n| (sum + n <= 10).then(|| (sum + n) % 10), |&sum| sum == 0).unwrap();
    /// assert!(tens.matches(&[4, 6, 1, 9]));
    /// assert!(!tens.matches(&[4, 5, 1, 9]));
    /// ```
    pub fn explore<S: Clone + Eq + Hash>(
        low: i64,
        high: i64,
        start: S,
        mut step: impl FnMut(&S, i64) -> Option<S>,
        mut accepts: impl FnMut(&S) -> bool,
    ) -> Option<Self> {
        let width = usize::try_from(high - low + 1).unwrap_or(0);
        let mut states = Interner::new();
        states.intern(start);
        // State 0 of the table is the dead state.
        let mut next = vec![0u32; width];
        let mut accepting = vec![false];
        let mut at = 0;
        while at < states.len() {
            let state: S = states[at as u32].clone();
            accepting.push(accepts(&state));
            for input in low..=high {
                next.push(match step(&state, input) {
                    Some(s) => states.intern(s).0 + 1,
                    None => 0,
                });
            }
            if states.len() > MAX_STATES {
                return None;
            }
            at += 1;
        }
        Some(Self::minimised((low, width, false), (1, 0), &next, &accepting))
    }

    /// An automaton from a table indexed by state and number, which is used unchanged. The automaton starts in the first state, and
    /// no state accepts.
    pub(crate) fn of_table(first: i64, width: usize, next: Vec<u32>) -> Self {
        let first_accepting = (next.len() / width) as u32;
        Self { first, width, breaks: false, start: 0, next, first_accepting, dead: 0, other: None }
    }

    /// An automaton with the same transitions that starts in `start` and accepts in the states for which `accepts` returns true.
    pub(crate) fn ending(&self, start: u32, accepts: impl Fn(u32) -> bool) -> Self {
        let accepting: Vec<bool> = (0..self.len() as u32).map(accepts).collect();
        let other = self.other;
        Self {
            other,
            ..Self::minimised((self.first, self.width, self.breaks), (start, self.dead), &self.next, &accepting)
        }
    }

    /// An automaton from a table indexed by state and input, in which the dead state comes first. The inputs are the `numbers`
    /// numbers that begin with `first`, followed by the break if `breaks` is true.
    pub(crate) fn of_sets(
        first: i64,
        numbers: usize,
        breaks: bool,
        start: u32,
        next: &[u32],
        accepting: &[bool],
    ) -> Self {
        Self::minimised((first, numbers + usize::from(breaks), breaks), (start, 0), next, accepting)
    }

    /// An automaton over the numbers from `first` upwards. Each of them is read as the input that `input_of` lists for this number;
    /// every other number is read as the input `other` of the new automaton.
    pub(crate) fn widened(&self, first: i64, input_of: &[u8], other: Option<u8>) -> Self {
        let rows = self.next.chunks_exact(self.width);
        let next = rows.flat_map(|row| input_of.iter().map(|&input| row[input as usize])).collect();
        Self { first, width: input_of.len(), next, other, ..*self }
    }

    /// Whether no accepting state can be reached from this state: every input leads back to it, also an input without a column,
    /// which leads to the state `dead` (and accepts, if this automaton is the complement of another one).
    pub(crate) fn is_dead(&self, state: i64) -> bool {
        let row = &self.next[state as usize * self.width..][..self.width];
        let unknown = self.other.is_some() || i64::from(self.dead) == state;
        state < self.first_accepting() && unknown && row.iter().all(|&t| i64::from(t) == state)
    }

    /// Merges equivalent states, then gives the highest numbers to accepting states. The arguments include the start state and the
    /// dead state.
    fn minimised(inputs: (i64, usize, bool), (start, dead): (u32, u32), next: &[u32], accepting: &[bool]) -> Self {
        let (first, width, breaks) = inputs;
        let count = accepting.len();
        let kind: Vec<u32> = accepting.iter().map(|&a| u32::from(a)).collect();
        let class = classes(width, next, &kind);
        let classes = class.iter().max().map_or(0, |&c| c as usize + 1);
        // Number accepting classes last; otherwise keep the order in which the classes were found.
        let mut sample = vec![0; classes];
        for s in (0..count).rev() {
            sample[class[s] as usize] = s;
        }
        let mut order: Vec<usize> = (0..classes).collect();
        order.order_by_key(|&c| accepting[sample[c]]);
        let mut place = vec![0u32; classes];
        for (to, &c) in order.iter().enumerate() {
            place[c] = to as u32;
        }
        let place_of = |s: u32| place[class[s as usize] as usize];
        let mut table = Vec::with_capacity(classes * width);
        for &c in &order {
            table.extend(next[sample[c] * width..][..width].iter().map(|&t| place_of(t)));
        }
        let first_accepting = order.iter().filter(|&&c| !accepting[sample[c]]).count() as u32;
        let (start, dead) = (place_of(start), place_of(dead));
        Self { first, width, breaks, start, next: table, first_accepting, dead, other: None }
    }

    /// The number of states.
    #[expect(clippy::len_without_is_empty, reason = "there is always a state")]
    pub fn len(&self) -> usize {
        self.next.len().checked_div(self.width).unwrap_or(1)
    }

    /// The smallest number that the automaton reads.
    pub(crate) fn first(&self) -> i64 {
        self.first
    }

    /// The initial state.
    pub fn start(&self) -> i64 {
        self.start as i64
    }

    /// The first accepting state; all states after it accept too.
    pub fn first_accepting(&self) -> i64 {
        self.first_accepting as i64
    }

    /// The state after reading `input` in `state`.
    pub fn next(&self, state: i64, input: i64) -> i64 {
        i64::from(self.step(state as u32, self.column(input)))
    }

    /// The state after the input of this column; the dead state if there is no column.
    #[inline]
    pub(crate) fn step(&self, state: u32, column: Option<usize>) -> u32 {
        column.map_or(self.dead, |c| self.next[state as usize * self.width + c])
    }

    /// The table column of an input, if it has a column.
    pub(crate) fn column(&self, input: i64) -> Option<usize> {
        let numbers = self.width - usize::from(self.breaks);
        match usize::try_from(input - self.first) {
            Ok(column) if column < numbers => Some(column),
            _ if input == BREAK => self.breaks.then_some(numbers),
            _ => self.other.map(usize::from),
        }
    }

    /// The table of next states, indexed by state and column; the number of columns; and the state after any input without a
    /// column.
    pub(crate) fn table(&self) -> (&[u32], usize, u32) {
        (&self.next, self.width, self.dead)
    }

    /// Whether the automaton accepts these numbers.
    pub fn matches(&self, numbers: &[i64]) -> bool {
        numbers.iter().fold(self.start(), |s, &n| self.next(s, n)) >= self.first_accepting()
    }

    /// Everything that determines the automaton, as numbers for cache keys.
    pub(crate) fn key(&self) -> impl Iterator<Item = i64> + '_ {
        let other = self.other.map_or(-1, i64::from);
        let inputs = [self.first, self.width as i64, i64::from(self.breaks), other];
        let states = [self.start, self.first_accepting, self.dead].map(i64::from);
        inputs.into_iter().chain(states).chain(self.next.iter().map(|&n| n as i64))
    }
}
