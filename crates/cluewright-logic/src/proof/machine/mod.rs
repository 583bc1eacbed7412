//! Constraints as machines that read their cells one by one, for the proof checker. The state of a machine is a few
//! numbers that summarise the cells read so far: the partial sum for a sum, the number of counted cells for a count,
//! and the possible states for an automaton.
//!
//! The code is independent of `propagate`. After all cells are read, a machine gives the same answer as `check`,
//! regardless of the order in which the cells were read; a test compares the two answers for every kind of constraint.

use cluewright_core::constraint::{Table, Total};
use cluewright_core::{Cell, Constraint, Kind};
use lists::{Lists, Looking, Ordered};
use reader::{Machine, NOTHING, Open, by_place};
use running::Running;
use totals::{Counted, Multiplied, Numbers, Target, Weighed};

mod lists;
pub(super) mod reader;
mod running;
mod totals;
mod unrolled;

pub use unrolled::unrolled;

/// The machine of a constraint. The cells of the constraint are addressed by their indices in `all`.
pub(crate) fn machine<'k>(kind: &'k Kind, all: &'k [Cell], first: &[i32], domains: &[u64]) -> Box<dyn Machine + 'k> {
    let place = |cell: Cell| all.iter().position(|&c| c == cell).expect("all cells of the constraint are read");
    let places = |cells: &[Cell]| cells.iter().map(|&c| place(c)).collect::<Vec<usize>>();
    let part = |kind: &'k Kind| machine(kind, all, first, domains);
    let target = |total: Total| Target::new(total, total.cell().map(place));
    match kind {
        Kind::Sum(it) => Box::new(Weighed::new(it, all)),
        Kind::Count(it) => Box::new(Counted::new(it, &places(it.cells()), all.len(), target(it.total()))),
        Kind::Product(it) => Box::new(Multiplied::new(it, all, target(it.total()))),
        Kind::Automaton(it) => Box::new(Running::new(it, places(it.cells()), all.len(), first, domains)),
        Kind::AllDifferent(it) => Box::new(Numbers::all_different(it, &places(it.cells()), first)),
        Kind::Different(it) => Box::new(Numbers::different(it, &places(it.counted()), first, target(it.total()))),
        Kind::Contains(it) => Box::new(Looking::new(it, &places(it.cells()), all.len())),
        Kind::Ordering(it) => Box::new(Ordered::new(it, places(it.cells()), all.len())),
        Kind::EqualSums(it) => Box::new(Lists::equal(it, &places)),
        Kind::SameMultiset(it) => Box::new(Lists::same(it, &places, first)),
        Kind::All(it) => Box::new(Several::new(it.parts().iter().map(part).collect(), true)),
        Kind::Any(it) => Box::new(Several::new(it.branches().iter().map(part).collect(), false)),
        Kind::Not(it) => Box::new(Opposite(part(it.part()))),
        Kind::Table(it) => Box::new(StoredInputs::new(kind, places(it.cells()), all.len(), Some(it))),
        _ => Box::new(StoredInputs::new(kind, places(kind.cells()), all.len(), None)),
    }
}

/// The order in which the constraint, or an automaton or ordering inside the constraint, prefers to read its cells;
/// `None` if there is no preferred order.
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

/// The conjunction or the disjunction of several parts.
struct Several<'k> {
    /// The parts, each with the offset of its state. The number just before the offset is not 0 if the part can no
    /// longer hold.
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

/// The negation of a machine.
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

/// A machine for all other constraints: it stores every number that is read, and calls `check` at the end. For a table,
/// it also detects earlier when no tuple is left.
struct StoredInputs<'k> {
    kind: &'k Kind,
    /// For each place, the index at which the place's number is stored; `None` if the constraint does not read the
    /// place.
    at: Vec<Option<usize>>,
    len: usize,
    table: Option<&'k Table>,
}

impl<'k> StoredInputs<'k> {
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

impl Machine for StoredInputs<'_> {
    /// The state is the number of cells read, followed by the numbers in these cells. Once all cells are read, the
    /// first of their numbers is replaced by 1 if the constraint holds, and by 0 otherwise.
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
