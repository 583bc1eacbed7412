//! Constraints as machines that read their cells one by one, for the proof checker: what was read leaves a few numbers,
//! which are all that the rest needs to know. Of a sum it is the sum so far, of a count how many were counted, of an
//! automaton its states.
//!
//! Plain code beside `check`, and nothing of `propagate`. In the end a machine says what `check` says, whatever the
//! order in which it read; a test holds the two together for every kind.

use cluewright_core::constraint::{
    AllDifferent, Automaton, Compare, Contains, Different, Ordering, Product, SameMultiset, Sum, Table, Total,
};
use cluewright_core::{Cell, Constraint, Kind, Value, ValueSet};

/// Stands for what is not read yet, or no longer matters.
const NOTHING: i64 = i64::MIN;

/// What the cells may still hold, those read included.
pub(crate) struct Open<'a> {
    /// By cell of the constraint: was it read?
    pub(crate) read: &'a [bool],
    /// The number value 0 stands for, and the values left.
    pub(crate) first: &'a [i32],
    pub(crate) values: &'a [u64],
}

impl Open<'_> {
    fn numbers(&self, at: usize) -> impl Iterator<Item = i64> + '_ {
        ValueSet(self.values[at]).iter().map(move |v| i64::from(self.first[at]) + i64::from(v.0))
    }

    fn least(&self, at: usize) -> i64 {
        i64::from(self.first[at]) + i64::from(self.values[at].trailing_zeros())
    }

    fn most(&self, at: usize) -> i64 {
        i64::from(self.first[at]) + 63 - i64::from(self.values[at].leading_zeros())
    }
}

/// A constraint that reads its cells, by their place among all cells that are read, in any order.
pub(crate) trait Machine {
    /// What it knows before it reads anything, behind what is there already; always as many numbers.
    fn start(&self, state: &mut Vec<i64>);

    /// Reads a number; of a cell that is not its own nothing changes.
    fn read(&self, state: &mut [i64], at: usize, number: i64);

    /// Once all is read: does the constraint hold?
    fn holds(&self, state: &[i64]) -> bool;

    /// Can it certainly not hold any more, whatever the cells not read hold? By plain bounds; "no" when in doubt. May
    /// forget what no longer matters.
    fn is_lost(&self, state: &mut [i64], open: &Open<'_>) -> bool;

    /// Work of one number read and one question asked, in candidates looked at.
    fn cost(&self) -> u64;
}

/// The machine of a constraint whose cells are found at these places (an index for every cell of `all`).
pub(crate) fn machine<'k>(kind: &'k Kind, all: &'k [Cell], first: &[i32], domains: &[u64]) -> Box<dyn Machine + 'k> {
    let place = |cell: Cell| all.iter().position(|&c| c == cell).expect("all cells of the constraint are read");
    let places = |cells: &[Cell]| cells.iter().map(|&c| place(c)).collect::<Vec<usize>>();
    let part = |kind: &'k Kind| machine(kind, all, first, domains);
    let target = |total: Total| Target { number: total, place: total.cell().map(place) };
    match kind {
        Kind::Sum(it) => Box::new(Weighed::new(it, all)),
        Kind::Count(it) => Box::new(Counted {
            terms: by_place(all.len(), it.terms().zip(it.first()).map(|((c, wanted), &f)| (place(c), (f, wanted)))),
            compare: it.compare(),
            target: target(it.total()),
        }),
        Kind::Product(it) => Box::new(Multiplied::new(it, all, target(it.total()))),
        Kind::Automaton(it) => Box::new(Running::new(it, places(it.cells()), all.len(), first, domains)),
        Kind::AllDifferent(it) => Box::new(Numbers::all_different(it, &places(it.cells()), first)),
        Kind::Different(it) => Box::new(Numbers::different(it, &places(it.counted()), first, target(it.total()))),
        Kind::Contains(it) => Box::new(Looking::new(it, &places(it.cells()), all.len())),
        Kind::Ordering(it) => Box::new(Ordered::new(it, places(it.cells()), all.len())),
        Kind::EqualSums(it) => {
            Box::new(Lists { lists: it.lists().map(places).collect(), of: Of::Sums, numbers: Vec::new() })
        }
        Kind::SameMultiset(it) => Box::new(Lists::same(it, &places, first)),
        Kind::All(it) => Box::new(Several::new(it.parts().iter().map(part).collect(), true)),
        Kind::Any(it) => Box::new(Several::new(it.branches().iter().map(part).collect(), false)),
        Kind::Not(it) => Box::new(Opposite(part(it.part()))),
        Kind::Table(it) => Box::new(Kept::new(kind, places(it.cells()), all.len(), Some(it))),
        _ => Box::new(Kept::new(kind, places(kind.cells()), all.len(), None)),
    }
}

/// The order in which an automaton wants its cells, if there is one within.
pub(crate) fn wanted_order(kind: &Kind) -> Option<&[Cell]> {
    match kind {
        Kind::Automaton(it) => Some(it.cells()),
        Kind::Ordering(it) => Some(it.cells()),
        Kind::All(it) => it.parts().iter().find_map(wanted_order),
        Kind::Any(it) => it.branches().iter().find_map(wanted_order),
        Kind::Not(it) => wanted_order(it.part()),
        _ => None,
    }
}

/// A list by place of what some places have.
fn by_place<T: Clone>(n: usize, of: impl Iterator<Item = (usize, T)>) -> Vec<Option<T>> {
    let mut list = vec![None; n];
    of.for_each(|(place, it)| list[place] = Some(it));
    list
}

/// What something is compared with: a number, or what is read at a place.
struct Target {
    number: Total,
    place: Option<usize>,
}

impl Target {
    fn start(&self) -> i64 {
        match self.number {
            Total::Number(n) => n.into(),
            Total::Cell(_) => NOTHING,
        }
    }

    fn read(&self, state: &mut i64, at: usize, number: i64) {
        if self.place == Some(at) {
            *state = number;
        }
    }

    /// Is there no total left that something from `low` to `high` compares so with?
    fn is_lost(&self, compare: Compare, (low, high): (i64, i64), state: i64, open: &Open<'_>) -> bool {
        let fits = |total: i64| match compare {
            Compare::Eq => (low..=high).contains(&total),
            Compare::Ne => (low, high) != (total, total),
            Compare::Le => low <= total,
            Compare::Ge => high >= total,
        };
        match (state, self.place) {
            (NOTHING, Some(place)) => !open.numbers(place).any(fits),
            _ => !fits(state),
        }
    }
}

/// A weighted sum: the sum so far.
struct Weighed {
    /// By place.
    coefficients: Vec<i64>,
    compare: Compare,
    total: i64,
}

impl Weighed {
    fn new(it: &Sum, all: &[Cell]) -> Self {
        let coefficient = |cell: &Cell| it.terms().find(|t| t.0 == *cell).map_or(0, |t| t.1.into());
        Self { coefficients: all.iter().map(coefficient).collect(), compare: it.compare(), total: it.total().into() }
    }
}

impl Machine for Weighed {
    fn start(&self, state: &mut Vec<i64>) {
        state.push(0);
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        state[0] += self.coefficients[at] * number;
    }

    fn holds(&self, state: &[i64]) -> bool {
        self.compare.holds(state[0], self.total)
    }

    fn is_lost(&self, state: &mut [i64], open: &Open<'_>) -> bool {
        let (mut low, mut high) = (state[0], state[0]);
        for (at, &k) in self.coefficients.iter().enumerate().filter(|(at, k)| !open.read[*at] && **k != 0) {
            let ends = (k * open.least(at), k * open.most(at));
            low += ends.0.min(ends.1);
            high += ends.0.max(ends.1);
        }
        match self.compare {
            Compare::Eq => self.total < low || self.total > high,
            Compare::Ne => low == high && low == self.total,
            Compare::Le => low > self.total,
            Compare::Ge => high < self.total,
        }
    }

    fn cost(&self) -> u64 {
        self.coefficients.len() as u64
    }
}

/// A count: how many are counted, and the total.
struct Counted {
    /// By place the number value 0 stands for, and what counts.
    terms: Vec<Option<(i32, ValueSet)>>,
    compare: Compare,
    target: Target,
}

/// Does a number count?
fn counts(&(first, wanted): &(i32, ValueSet), number: i64) -> bool {
    let value = number - i64::from(first);
    (0..64).contains(&value) && wanted.contains(Value(value as u8))
}

impl Machine for Counted {
    fn start(&self, state: &mut Vec<i64>) {
        state.extend([0, self.target.start()]);
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        state[0] += i64::from(self.terms[at].as_ref().is_some_and(|t| counts(t, number)));
        self.target.read(&mut state[1], at, number);
    }

    fn holds(&self, state: &[i64]) -> bool {
        self.compare.holds(state[0], state[1])
    }

    fn is_lost(&self, state: &mut [i64], open: &Open<'_>) -> bool {
        let (mut low, mut high) = (state[0], state[0]);
        for (at, term) in self.terms.iter().enumerate().filter(|(at, _)| !open.read[*at]) {
            let Some(term) = term else { continue };
            low += i64::from(open.numbers(at).all(|n| counts(term, n)));
            high += i64::from(open.numbers(at).any(|n| counts(term, n)));
        }
        self.target.is_lost(self.compare, (low, high), state[1], open)
    }

    fn cost(&self) -> u64 {
        3 * self.terms.len() as u64
    }
}

/// A product: that of the factors so far, and the total. Beyond 64 bits it stays at the end of them, as in `check`:
/// totals are far smaller, so only its sign matters there, and that is the same in any order.
struct Multiplied {
    factors: Vec<bool>,
    compare: Compare,
    target: Target,
}

impl Multiplied {
    fn new(it: &Product, all: &[Cell], target: Target) -> Self {
        Self { factors: all.iter().map(|c| it.factors().contains(c)).collect(), compare: it.compare(), target }
    }
}

impl Machine for Multiplied {
    fn start(&self, state: &mut Vec<i64>) {
        state.extend([1, self.target.start()]);
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        if self.factors[at] {
            state[0] = state[0].saturating_mul(number);
        }
        self.target.read(&mut state[1], at, number);
    }

    fn holds(&self, state: &[i64]) -> bool {
        self.compare.holds(state[0], state[1])
    }

    fn is_lost(&self, state: &mut [i64], open: &Open<'_>) -> bool {
        let (mut low, mut high) = (state[0], state[0]);
        for at in (0..self.factors.len()).filter(|&at| self.factors[at] && !open.read[at]) {
            let (a, b) = (open.least(at), open.most(at));
            let ends = [low.saturating_mul(a), low.saturating_mul(b), high.saturating_mul(a), high.saturating_mul(b)];
            (low, high) = (ends[0], ends[0]);
            for end in ends {
                (low, high) = (low.min(end), high.max(end));
            }
        }
        self.target.is_lost(self.compare, (low, high), state[1], open)
    }

    fn cost(&self) -> u64 {
        2 * self.factors.len() as u64
    }
}

/// An automaton: the states it may be in, as bits, after the layers it has read in their order; and what was read ahead
/// of them.
struct Running<'k> {
    it: &'k Automaton,
    /// By place the layer.
    layers: Vec<Option<usize>>,
    /// By layer the states from which the end can be reached at all.
    alive: Vec<Vec<bool>>,
    words: usize,
}

impl<'k> Running<'k> {
    fn new(it: &'k Automaton, places: Vec<usize>, n: usize, first: &[i32], domains: &[u64]) -> Self {
        let layers = it.cells().len();
        let mut alive: Vec<Vec<bool>> = (0..=layers).map(|l| vec![l == layers; it.states(l)]).collect();
        for layer in (0..layers).rev() {
            let (place, mut now) = (places[layer], vec![false; it.states(layer)]);
            // Edges for numbers its cell cannot hold lead nowhere.
            let may = |e: &&cluewright_core::constraint::Edge| {
                first[place] != it.first()[layer] || e.values & domains[place] != 0
            };
            for e in it.edges(layer).iter().filter(may).filter(|e| alive[layer + 1][e.to as usize]) {
                now[e.from as usize] = true;
            }
            alive[layer] = now;
        }
        let most = (0..=layers).map(|l| it.states(l)).max().unwrap_or(1);
        let layer_of = by_place(n, places.iter().enumerate().map(|(layer, &place)| (place, layer)));
        Self { it, layers: layer_of, alive, words: most.div_ceil(64).max(1) }
    }
}

impl Machine for Running<'_> {
    fn start(&self, state: &mut Vec<i64>) {
        state.push(0);
        let begins = self.alive[0].first().copied().unwrap_or(false);
        state.extend((0..self.words).map(|w| i64::from(w == 0 && begins)));
        state.extend(std::iter::repeat_n(NOTHING, self.it.cells().len()));
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        let Some(own) = self.layers[at] else { return };
        let (head, ahead) = state.split_at_mut(1 + self.words);
        ahead[own] = number;
        let (layer, now) = head.split_at_mut(1);
        while let Some(number) = ahead.get_mut(layer[0] as usize).filter(|n| **n != NOTHING) {
            let at = layer[0] as usize;
            let value = *number - i64::from(self.it.first()[at]);
            *number = NOTHING;
            let mut next = vec![0i64; self.words];
            if (0..64).contains(&value) {
                for e in self.it.edges(at).iter().filter(|e| e.values >> value & 1 == 1) {
                    let (from, to) = (e.from as usize, e.to as usize);
                    if now[from / 64] >> (from % 64) & 1 == 1 && self.alive[at + 1][to] {
                        next[to / 64] |= 1 << (to % 64);
                    }
                }
            }
            now.copy_from_slice(&next);
            layer[0] += 1;
        }
        if now.iter().all(|&w| w == 0) {
            ahead.fill(NOTHING);
            layer[0] = NOTHING;
        }
    }

    fn holds(&self, state: &[i64]) -> bool {
        state[1..=self.words].iter().any(|&w| w != 0)
    }

    fn is_lost(&self, state: &mut [i64], _: &Open<'_>) -> bool {
        !self.holds(state)
    }

    fn cost(&self) -> u64 {
        (2 * self.words + self.it.cells().len() + self.it.edge_count() / self.it.cells().len().max(1)) as u64
    }
}

/// The numbers that some cells hold, each once, as bits: do they all differ, or how many are there?
struct Numbers {
    /// By place: is it one of the cells?
    cells: Vec<bool>,
    base: i64,
    words: usize,
    compare: Compare,
    target: Target,
    /// Are they all to be different? Then the first repeat ends it.
    all: bool,
}

impl Numbers {
    fn over(places: &[usize], first: &[i32], compare: Compare, target: Target, all: bool) -> Self {
        let mut cells = vec![false; first.len()];
        places.iter().for_each(|&p| cells[p] = true);
        let base = places.iter().map(|&p| i64::from(first[p])).min().unwrap_or(0);
        let end = places.iter().map(|&p| i64::from(first[p]) + 64).max().unwrap_or(0);
        Self { cells, base, words: ((end - base).max(1) as usize).div_ceil(64), compare, target, all }
    }

    fn all_different(it: &AllDifferent, places: &[usize], first: &[i32]) -> Self {
        let target = Target { number: Total::Number(it.cells().len() as i32), place: None };
        Self::over(places, first, Compare::Eq, target, true)
    }

    fn different(it: &Different, places: &[usize], first: &[i32], target: Target) -> Self {
        Self::over(places, first, it.compare(), target, false)
    }

    fn many(&self, state: &[i64]) -> i64 {
        state[1..].iter().map(|w| i64::from(w.count_ones())).sum()
    }
}

impl Machine for Numbers {
    fn start(&self, state: &mut Vec<i64>) {
        state.push(self.target.start());
        state.extend(std::iter::repeat_n(0, self.words));
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        if self.cells[at] {
            let bit = (number - self.base) as usize;
            state[1 + bit / 64] |= 1 << (bit % 64);
        }
        self.target.read(&mut state[0], at, number);
    }

    fn holds(&self, state: &[i64]) -> bool {
        self.compare.holds(self.many(state), state[0])
    }

    fn is_lost(&self, state: &mut [i64], open: &Open<'_>) -> bool {
        let many = self.many(state);
        let rest = (0..self.cells.len()).filter(|&at| self.cells[at] && !open.read[at]).count() as i64;
        let low = if self.all { many + rest } else { many };
        self.target.is_lost(self.compare, (low, many + rest), state[0], open)
    }

    fn cost(&self) -> u64 {
        (self.cells.len() + self.words) as u64
    }
}

/// Numbers looked for, each so often: how many of each were found, no more than are wanted.
struct Looking {
    cells: Vec<bool>,
    /// Each number once, and how often it is wanted.
    wanted: Vec<(i64, i64)>,
}

impl Looking {
    fn new(it: &Contains, places: &[usize], n: usize) -> Self {
        let mut cells = vec![false; n];
        places.iter().for_each(|&p| cells[p] = true);
        let runs = it.numbers().chunk_by(|a, b| a == b);
        Self { cells, wanted: runs.map(|run| (run[0].into(), run.len() as i64)).collect() }
    }
}

impl Machine for Looking {
    fn start(&self, state: &mut Vec<i64>) {
        state.extend(self.wanted.iter().map(|_| 0));
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        if self.cells[at] {
            for (found, wanted) in state.iter_mut().zip(&self.wanted).filter(|(_, w)| w.0 == number) {
                *found = wanted.1.min(*found + 1);
            }
        }
    }

    fn holds(&self, state: &[i64]) -> bool {
        state.iter().zip(&self.wanted).all(|(found, wanted)| *found >= wanted.1)
    }

    fn is_lost(&self, state: &mut [i64], open: &Open<'_>) -> bool {
        let missing: i64 = state.iter().zip(&self.wanted).map(|(found, wanted)| wanted.1 - found).sum();
        let useful = |at: &usize| {
            let wants = |n: i64| state.iter().zip(&self.wanted).any(|(found, w)| w.0 == n && *found < w.1);
            self.cells[*at] && !open.read[*at] && open.numbers(*at).any(wants)
        };
        missing > (0..self.cells.len()).filter(useful).count() as i64
    }

    fn cost(&self) -> u64 {
        (self.cells.len() * (1 + self.wanted.len())) as u64
    }
}

/// Cells in order: what was read beside one that was not.
struct Ordered {
    places: Vec<usize>,
    at: Vec<Option<usize>>,
    strict: bool,
}

/// A cell in order that was read and no longer matters.
const SETTLED: i64 = i64::MAX;

impl Ordered {
    fn new(it: &Ordering, places: Vec<usize>, n: usize) -> Self {
        let at = by_place(n, places.iter().enumerate().map(|(i, &p)| (p, i)));
        Self { places, at, strict: it.is_strict() }
    }
}

impl Machine for Ordered {
    /// Whether it still may hold, then the numbers by their place in the order.
    fn start(&self, state: &mut Vec<i64>) {
        state.push(1);
        state.extend(std::iter::repeat_n(NOTHING, self.places.len()));
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        let Some(i) = self.at[at] else { return };
        let (fine, numbers) = state.split_at_mut(1);
        numbers[i] = number;
        let rises = |a: i64, b: i64| if self.strict { a < b } else { a <= b };
        let known = |n: i64| n != NOTHING;
        if i > 0 && known(numbers[i - 1]) && !rises(numbers[i - 1], number)
            || i + 1 < numbers.len() && known(numbers[i + 1]) && !rises(number, numbers[i + 1])
        {
            fine[0] = 0;
            numbers.fill(NOTHING);
            return;
        }
        for j in i.saturating_sub(1)..=(i + 1).min(numbers.len() - 1) {
            let before = j == 0 || known(numbers[j - 1]);
            if known(numbers[j]) && before && (j + 1 == numbers.len() || known(numbers[j + 1])) {
                numbers[j] = SETTLED;
            }
        }
    }

    fn holds(&self, state: &[i64]) -> bool {
        state[0] == 1
    }

    fn is_lost(&self, state: &mut [i64], _: &Open<'_>) -> bool {
        state[0] == 0
    }

    fn cost(&self) -> u64 {
        self.places.len() as u64
    }
}

/// Lists that have the same sum, or the same numbers: how far each is beyond the first list.
struct Lists {
    lists: Vec<Vec<usize>>,
    of: Of,
    /// The numbers that are counted, where they are.
    numbers: Vec<i64>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Sums,
    Counts,
}

impl Lists {
    fn same(it: &SameMultiset, places: &dyn Fn(&[Cell]) -> Vec<usize>, first: &[i32]) -> Self {
        let lists: Vec<Vec<usize>> = it.lists().iter().map(|l| places(l)).collect();
        let own = || lists.iter().flatten().map(|&p| i64::from(first[p]));
        let numbers = own().min().unwrap_or(0)..own().max().map_or(0, |f| f + 64);
        Self { numbers: numbers.collect(), lists, of: Of::Counts }
    }

    fn width(&self) -> usize {
        if self.of == Of::Sums { 1 } else { self.numbers.len() }
    }
}

impl Machine for Lists {
    /// List by list, the first without: its sum, or how often it has each number, beyond that of the first list.
    fn start(&self, state: &mut Vec<i64>) {
        state.extend(std::iter::repeat_n(0, self.lists.len().saturating_sub(1) * self.width()));
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        let width = self.width();
        let (slot, more) = match self.of {
            Of::Sums => (0, number),
            Of::Counts => ((number - self.numbers[0]) as usize, 1),
        };
        for (l, _) in self.lists.iter().enumerate().filter(|(_, list)| list.contains(&at)) {
            if l > 0 {
                state[(l - 1) * width + slot] += more;
            } else {
                state.iter_mut().skip(slot).step_by(width).for_each(|s| *s -= more);
            }
        }
    }

    fn holds(&self, state: &[i64]) -> bool {
        state.iter().all(|&s| s == 0)
    }

    fn is_lost(&self, state: &mut [i64], open: &Open<'_>) -> bool {
        let width = self.width();
        let rest = |l: usize| self.lists[l].iter().filter(|&&at| !open.read[at]);
        (1..self.lists.len()).any(|l| match self.of {
            Of::Sums => {
                let low = |l: usize| rest(l).map(|&at| open.least(at)).sum::<i64>();
                let high = |l: usize| rest(l).map(|&at| open.most(at)).sum::<i64>();
                let beyond = state[l - 1];
                beyond + low(l) > high(0) || beyond + high(l) < low(0)
            }
            // Each number one list has more often must still come in the other.
            Of::Counts => {
                let beyond = &state[(l - 1) * width..l * width];
                let more: i64 = beyond.iter().filter(|b| **b > 0).sum();
                let less: i64 = -beyond.iter().filter(|b| **b < 0).sum::<i64>();
                more > rest(0).count() as i64 || less > rest(l).count() as i64
            }
        })
    }

    fn cost(&self) -> u64 {
        (self.lists.iter().map(Vec::len).sum::<usize>() + 2 * self.lists.len() * self.width()) as u64
    }
}

/// All of some parts, or one of them.
struct Several<'k> {
    /// Each with where its numbers begin, behind one that says whether it is lost.
    parts: Vec<(usize, Box<dyn Machine + 'k>)>,
    len: usize,
    all: bool,
}

impl<'k> Several<'k> {
    fn new(parts: Vec<Box<dyn Machine + 'k>>, all: bool) -> Self {
        let mut numbers = Vec::new();
        let placed = parts.into_iter().map(|part| {
            numbers.push(0);
            let from = numbers.len();
            part.start(&mut numbers);
            (from, part)
        });
        let parts = placed.collect();
        Self { parts, len: numbers.len(), all }
    }

    fn end(&self, i: usize) -> usize {
        self.parts.get(i + 1).map_or(self.len, |next| next.0 - 1)
    }
}

impl Machine for Several<'_> {
    fn start(&self, state: &mut Vec<i64>) {
        for (_, part) in &self.parts {
            state.push(0);
            part.start(state);
        }
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        for (i, (from, part)) in self.parts.iter().enumerate() {
            if state[from - 1] == 0 {
                part.read(&mut state[*from..self.end(i)], at, number);
            }
        }
    }

    fn holds(&self, state: &[i64]) -> bool {
        let holds = |(i, (from, part)): (usize, &(usize, Box<dyn Machine + '_>))| {
            state[from - 1] == 0 && part.holds(&state[*from..self.end(i)])
        };
        let mut parts = self.parts.iter().enumerate();
        if self.all { parts.all(holds) } else { parts.any(holds) }
    }

    fn is_lost(&self, state: &mut [i64], open: &Open<'_>) -> bool {
        let mut lost = 0;
        for (i, (from, part)) in self.parts.iter().enumerate() {
            let own = &mut state[from - 1..self.end(i)];
            if own[0] != 0 || part.is_lost(&mut own[1..], open) {
                own[1..].fill(0);
                own[0] = 1;
                lost += 1;
                if self.all {
                    return true;
                }
            }
        }
        !self.all && lost == self.parts.len()
    }

    fn cost(&self) -> u64 {
        1 + self.parts.iter().map(|p| p.1.cost()).sum::<u64>()
    }
}

/// What holds when something does not.
struct Opposite<'k>(Box<dyn Machine + 'k>);

impl Machine for Opposite<'_> {
    fn start(&self, state: &mut Vec<i64>) {
        self.0.start(state);
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        self.0.read(state, at, number);
    }

    fn holds(&self, state: &[i64]) -> bool {
        !self.0.holds(state)
    }

    fn is_lost(&self, _: &mut [i64], _: &Open<'_>) -> bool {
        false
    }

    fn cost(&self) -> u64 {
        self.0.cost()
    }
}

/// Anything else keeps all it reads, until it has read everything and `check` says whether it holds. A table knows
/// before when no tuple is left.
struct Kept<'k> {
    kind: &'k Kind,
    /// By place where its number is kept.
    at: Vec<Option<usize>>,
    len: usize,
    table: Option<&'k Table>,
}

impl<'k> Kept<'k> {
    fn new(kind: &'k Kind, places: Vec<usize>, n: usize, table: Option<&'k Table>) -> Self {
        let at = by_place(n, places.iter().enumerate().map(|(i, &p)| (p, i)));
        Self { kind, at, len: places.len(), table }
    }

    fn check(&self, numbers: &[i64]) -> bool {
        let cells = self.kind.cells();
        let number = |cell: Cell| cells.iter().position(|&c| c == cell).map_or(0, |i| numbers[i] as i32);
        self.kind.check(&number)
    }
}

impl Machine for Kept<'_> {
    /// How many were read; once all were, 1 or 0 whether it holds, in the place of the first number.
    fn start(&self, state: &mut Vec<i64>) {
        state.push(0);
        state.extend(std::iter::repeat_n(NOTHING, self.len.max(1)));
        if self.len == 0 {
            let end = state.len();
            state[end - 1] = self.check(&[]).into();
        }
    }

    fn read(&self, state: &mut [i64], at: usize, number: i64) {
        let Some(i) = self.at[at] else { return };
        let (count, numbers) = state.split_at_mut(1);
        numbers[i] = number;
        count[0] += 1;
        if count[0] as usize == self.len {
            let holds = self.check(numbers);
            numbers.fill(NOTHING);
            numbers[0] = holds.into();
        }
    }

    fn holds(&self, state: &[i64]) -> bool {
        state[1] == 1
    }

    fn is_lost(&self, state: &mut [i64], _: &Open<'_>) -> bool {
        if state[0] as usize == self.len {
            return state[1] != 1;
        }
        let fits =
            |tuple: &[i32]| tuple.iter().zip(&state[1..]).all(|(&n, &read)| read == NOTHING || read == i64::from(n));
        self.table.is_some_and(|table| !table.tuples().any(fits))
    }

    fn cost(&self) -> u64 {
        let tuples = self.table.map_or(0, |t| t.tuples().len());
        (self.len * (2 + tuples)) as u64
    }
}
