//! Lists read by automata: the automata of folds, whose result is a number, and the automata of regular expressions.

use super::bounds::quotient;
use super::machine::Machine;
use super::{Graph, Id, Kind, clamp};
use crate::automaton::Dfa;
use crate::automaton::intern::place_in;
use std::sync::Arc;

impl Graph {
    /// The condition that an automaton accepts these numbers.
    pub(crate) fn accepted(&mut self, dfa: &Arc<Dfa>, items: &[Id]) -> Id {
        let states = dfa.len() as i64;
        let mut wanted = vec![0u64; dfa.len().div_ceil(64)];
        (dfa.first_accepting()..states).for_each(|s| wanted[s as usize / 64] |= 1 << (s % 64));
        let machine = self.add_machine(Machine { steps: Arc::clone(dfa), values: (0..states).collect() });
        self.reach(machine, dfa.start() as u32, items, &wanted)
    }

    pub(crate) fn add_machine(&mut self, machine: Machine) -> u16 {
        let at = place_in(&mut self.machines, Arc::new(machine));
        self.number(at)
    }

    /// The only fold that a number depends on, if the fold's machine starts in its first state; otherwise `None`.
    pub(crate) fn fold_in(&self, n: Id) -> Option<Id> {
        self.fold_under(n).filter(|&fold| matches!(self.kind(fold), Kind::Fold(_, 0, _)))
    }

    /// The value of `n` if the fold that `n` depends on has the result `value`.
    pub(crate) fn through(&self, n: Id, fold: Id, value: i64) -> Option<i64> {
        match self.kind(n) {
            _ if n == fold => Some(value),
            Kind::Const(c) => Some(*c),
            Kind::Lin(terms, c) if terms.len() == 1 => {
                self.through(terms[0].0, fold, value)?.checked_mul(terms[0].1)?.checked_add(*c)
            }
            Kind::Div(x, k) => Some(quotient(self.through(*x, fold, value)?, self.as_const(*k)?)),
            Kind::Mod(x, k) => Some(crate::whole::modulo(self.through(*x, fold, value)?, self.as_const(*k)?)),
            Kind::Item(index, items) => {
                let at = self.through(*index, fold, value)?;
                // An index outside the list is undefined, so `n` is not a function of the fold.
                self.as_const(*items.get(usize::try_from(at - 1).ok()?)?)
            }
            _ => None,
        }
    }

    /// A fold's machine and its inputs.
    pub(crate) fn folded(&self, fold: Id) -> (Arc<Machine>, Arc<[Id]>) {
        let Kind::Fold(machine, _, items) = self.kind(fold) else { unreachable!("called with a fold") };
        (Arc::clone(&self.machines[*machine as usize]), Arc::clone(items))
    }

    /// The machine's state after the constants at the start of the list, and the remaining inputs.
    fn advanced<'i>(&self, machine: &Machine, state: u32, items: &'i [Id]) -> (u32, &'i [Id]) {
        let (mut state, mut at) = (state, 0);
        while let Some(n) = items.get(at).and_then(|&i| self.as_const(i)) {
            state = machine.step(state, n);
            at += 1;
        }
        (state, &items[at..])
    }

    /// The result of a fold.
    pub(crate) fn fold(&mut self, machine: u16, state: u32, items: &[Id]) -> Id {
        self.work += items.len() as u64;
        let m = Arc::clone(&self.machines[machine as usize]);
        let (state, items) = self.advanced(&m, state, items);
        if items.is_empty() {
            return self.constant(m.values[state as usize]);
        }
        self.make(Kind::Fold(machine, state, items.into()))
    }

    /// The condition that a machine ends in one of these states.
    pub(crate) fn reach(&mut self, machine: u16, state: u32, items: &[Id], wanted: &[u64]) -> Id {
        self.work += items.len() as u64;
        let m = Arc::clone(&self.machines[machine as usize]);
        let is_wanted = |s: u32| wanted[s as usize / 64] >> (s % 64) & 1 == 1;
        let (state, items) = self.advanced(&m, state, items);
        if items.is_empty() {
            return Self::truth(is_wanted(state));
        }
        let count = (0..m.values.len() as u32).filter(|&s| is_wanted(s)).count();
        if count == 0 || count == m.values.len() {
            return Self::truth(count > 0);
        }
        self.make(Kind::Reach(machine, state, items.into(), wanted.into()))
    }

    /// The condition that a function of one fold satisfies `holds`; `None` if `a` is not a function of one fold.
    pub(crate) fn compared_fold(&mut self, a: Id, holds: impl Fn(i64) -> bool) -> Option<Id> {
        let fold = self.fold_under(a)?;
        let Kind::Fold(machine, state, items) = self.kind(fold) else { return None };
        let (machine, state, items) = (*machine, *state, Arc::clone(items));
        let values = &self.machines[machine as usize].values;
        let mut wanted = vec![0u64; values.len().div_ceil(64)];
        for (s, &n) in values.iter().enumerate() {
            wanted[s / 64] |= u64::from(holds(clamp(self.through(a, fold, n)?))) << (s % 64);
        }
        Some(self.reach(machine, state, &items, &wanted))
    }

    /// The only fold that a number depends on; `None` if the number depends on anything else.
    fn fold_under(&self, n: Id) -> Option<Id> {
        match self.kind(n) {
            Kind::Fold(..) => Some(n),
            Kind::Lin(terms, _) if terms.len() == 1 => self.fold_under(terms[0].0),
            Kind::Div(x, k) | Kind::Mod(x, k) if self.as_const(*k).is_some_and(|k| k > 0) => self.fold_under(*x),
            Kind::Item(index, items) if items.iter().all(|&i| self.as_const(i).is_some()) => self.fold_under(*index),
            _ => None,
        }
    }
}
