//! Converts a model to clauses: one variable for each candidate, and clauses for each fact.

use crate::encoder::{Encoder, Lazy};
use crate::fold::State;
use cluewright_core::constraint::{Automaton, Compare, Contains, Count, EqualSums, Kind, Pair, SameMultiset, Sum};
use cluewright_core::model::TrueCount;
use cluewright_core::{Cell, Constraint, OriginId, Value, ValueSet};
use rustsat::types::Lit;

/// The value with this index, if the index is valid.
fn value_at(index: i64) -> Option<Value> {
    usize::try_from(index).ok().filter(|&i| i < 64).map(Value::at)
}

impl<'m> Encoder<'m> {
    /// Adds the whole model; facts of a rule, a house or a clue apply only while `when` of their origin is true.
    pub(crate) fn model(&mut self, when: &dyn Fn(OriginId) -> Lit) {
        let model = self.model;
        if let Some(origin) = model.impossible() {
            self.sat.add([!when(origin)]);
        }
        for (i, info) in model.cells().iter().enumerate() {
            let literals: Vec<Lit> = info.domain.iter().map(|v| self.literal(Cell::at(i), v)).collect();
            self.sat.add(literals.iter().copied());
            self.sat.at_most_one(self.sat.truth(), &literals);
        }
        for fact in model.unary() {
            let gone = model.cells()[fact.cell.index()].domain.minus(fact.allowed);
            for value in gone {
                self.forbid([(fact.cell, value)].into_iter());
            }
        }
        for set in model.sets() {
            let when = when(set.origin);
            let all = set.cells.iter().fold(ValueSet::EMPTY, |all, c| all | model.cells()[c.index()].domain);
            for value in all {
                let here: Vec<Lit> = set.cells.iter().map(|&c| self.literal(c, value)).collect();
                self.sat.at_most_one(when, &here);
                // SAT solvers do not count, so state explicitly that as many cells as values hold every value.
                if set.cells.len() == all.len() as usize {
                    self.sat.add(here.into_iter().chain([!when]));
                }
            }
        }
        for link in model.links() {
            let when = when(link.origin);
            for (value, bad) in model.relation(link.relation).forbids.iter().enumerate() {
                for other in *bad {
                    let (x, y) = (self.literal(link.a, Value::at(value)), self.literal(link.b, other));
                    self.sat.add([!when, !x, !y]);
                }
            }
        }
        for group in model.posted_groups() {
            let when = when(group.origin);
            let literals: Vec<Lit> = group.candidates.iter().map(|c| self.literal(c.cell, c.value)).collect();
            if group.truth != TrueCount::AtMostOne {
                self.sat.add(literals.iter().copied().chain([!when]));
            }
            if group.truth != TrueCount::AtLeastOne {
                self.sat.at_most_one(when, &literals);
            }
        }
        for posted in model.constraints() {
            self.require(when(posted.origin), &posted.kind);
        }
    }

    /// If `when`: the constraint holds.
    fn require(&mut self, when: Lit, kind: &'m Kind) {
        let said = match kind {
            Kind::All(all) => {
                for part in all.parts() {
                    self.require(when, part);
                }
                true
            }
            Kind::Any(any) => {
                let chosen: Vec<Lit> = any.branches().iter().map(|_| self.sat.fresh()).collect();
                self.sat.add(chosen.iter().copied().chain([!when]));
                for (branch, &when) in any.branches().iter().zip(&chosen) {
                    self.require(when, branch);
                }
                true
            }
            Kind::Sum(it) => self.linear(when, it),
            Kind::Automaton(it) => self.automaton(when, it),
            Kind::Count(it) => self.count(when, it),
            Kind::Pair(it) => self.pair(when, it),
            Kind::Contains(it) => self.contains(when, it),
            Kind::SameMultiset(it) => self.same_multiset(when, it),
            Kind::EqualSums(it) => self.equal_sums(when, it),
            Kind::Allowed(it) => {
                for (value, number) in self.numbers(it.cell()) {
                    if !it.check(&|_| number) {
                        let here = self.literal(it.cell(), value);
                        self.sat.add([!when, !here]);
                    }
                }
                true
            }
            Kind::AllDifferent(it) => {
                for (i, &a) in it.cells().iter().enumerate() {
                    for &b in &it.cells()[..i] {
                        for (value, number) in self.numbers(a) {
                            let (x, y) = (self.literal(a, value), self.number(b, number));
                            self.sat.add([!when, !x, !y]);
                        }
                    }
                }
                true
            }
            Kind::Connected(_)
            | Kind::Evaluated(_)
            | Kind::Regions(_)
            | Kind::Ranked(_)
            | Kind::Between(_)
            | Kind::Different(_) => false,
        };
        if !said {
            self.lazy.push(Lazy { when, kind });
        }
    }

    fn linear(&mut self, when: Lit, it: &Sum) -> bool {
        let (cells, weights): (Vec<Cell>, Vec<i64>) = it.terms().map(|(c, w)| (c, i64::from(w))).unzip();
        let weight = |i: usize, n: i32| weights[i] * i64::from(n);
        self.sum(when, &cells, weight, it.compare(), it.total())
    }

    /// If `when`: the automaton accepts along some path.
    fn automaton(&mut self, when: Lit, it: &Automaton) -> bool {
        let mut here = vec![when];
        if it.states(0) == 0 {
            self.sat.add([!when]);
            return true;
        }
        for (layer, &cell) in it.cells().iter().enumerate() {
            let next: Vec<Lit> = (0..it.states(layer + 1)).map(|_| self.sat.fresh()).collect();
            for (state, &at) in here.iter().enumerate() {
                for (value, number) in self.numbers(cell) {
                    let index = i64::from(number) - i64::from(it.first()[layer]);
                    let leads = |e: &&cluewright_core::constraint::Edge| {
                        e.from as usize == state && value_at(index).is_some_and(|v| e.values().contains(v))
                    };
                    let reached: Vec<Lit> = it.edges(layer).iter().filter(leads).map(|e| next[e.to as usize]).collect();
                    let read = self.literal(cell, value);
                    self.sat.add(reached.into_iter().chain([!at, !read]));
                }
            }
            here = next;
        }
        true
    }

    fn count(&mut self, when: Lit, it: &Count) -> bool {
        let (cells, wanted): (Vec<Cell>, Vec<_>) = it.terms().unzip();
        let first = it.first().to_vec();
        let weight = |i: usize, n: i32| {
            let index = i64::from(n) - i64::from(first[i]);
            i64::from(value_at(index).is_some_and(|v| wanted[i].contains(v)))
        };
        self.sum(when, &cells, weight, it.compare(), it.total())
    }

    fn pair(&mut self, when: Lit, it: &Pair) -> bool {
        let step = |first: &Option<i32>, _: usize, number: i32| match first {
            None => State::Open(Some(number)),
            Some(a) => {
                let [x, y] = it.pair();
                State::Decided(it.check(&|c| {
                    if c == x {
                        *a
                    } else {
                        debug_assert_eq!(c, y);
                        number
                    }
                }))
            }
        };
        self.fold(when, &it.pair(), None, step, |_| true)
    }

    fn contains(&mut self, when: Lit, it: &Contains) -> bool {
        let mut numbers = it.numbers().to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.iter().all(|&number| {
            let wanted = it.numbers().iter().filter(|&&n| n == number).count();
            let wanted = i32::try_from(wanted).expect("a wanted number for each cell at most");
            self.sum(when, it.cells(), |_, n| i64::from(n == number), Compare::Ge, wanted)
        })
    }

    fn same_multiset(&mut self, when: Lit, it: &SameMultiset) -> bool {
        let lists = it.lists();
        let mut numbers: Vec<i32> =
            lists.iter().flatten().flat_map(|&c| self.numbers(c)).map(|(_, number)| number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        // Each number occurs equally often in a list and in the next one.
        lists.windows(2).all(|pair| {
            let weight = |i: usize| if i < pair[0].len() { 1 } else { -1 };
            let cells = pair.concat();
            numbers
                .iter()
                .all(|&number| self.sum(when, &cells, |i, n| i64::from(n == number) * weight(i), Compare::Eq, 0))
        })
    }

    fn equal_sums(&mut self, when: Lit, it: &EqualSums) -> bool {
        let lists: Vec<&[Cell]> = it.lists().collect();
        lists.windows(2).all(|pair| {
            let weight = |i: usize, n: i32| i64::from(n) * if i < pair[0].len() { 1 } else { -1 };
            self.sum(when, &pair.concat(), weight, Compare::Eq, 0)
        })
    }
}
