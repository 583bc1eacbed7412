//! Conditions made from other conditions and from lists: `or`, counts, `distinct`, and automata.
//!
//! Only `and` (`conjunction.rs`) and negation are stored; `or` is expressed by these two, so each simplification has to be written
//! only once.

use super::graph::Graph;
use super::nodes::{Bool, BoolOp, DfaId, Num, Var};
use crate::automaton::dfa::Dfa;
use cluewright_core::Sort;
use std::sync::Arc;

impl Graph<'_> {
    /// The condition that both conditions hold.
    pub fn and(&mut self, a: Bool, b: Bool) -> Bool {
        match (a, b) {
            (Bool::FALSE, _) | (_, Bool::FALSE) => Bool::FALSE,
            (Bool::TRUE, x) | (x, Bool::TRUE) => x,
            _ if a == b => a,
            _ => self.all(&[a, b]),
        }
    }

    /// The condition that at least one of the two conditions holds.
    pub fn or(&mut self, a: Bool, b: Bool) -> Bool {
        !self.and(!a, !b)
    }

    /// The condition `a` if `condition` holds, otherwise the condition `b`.
    pub fn select(&mut self, condition: Bool, a: Bool, b: Bool) -> Bool {
        if a == b {
            return a;
        }
        let (x, y) = (self.and(condition, a), self.and(!condition, b));
        self.or(x, y)
    }

    /// The condition that at least one condition in the list holds; false for an empty list.
    pub fn any(&mut self, list: &[Bool]) -> Bool {
        let negated: Vec<Bool> = list.iter().map(|&b| !b).collect();
        !self.all(&negated)
    }

    /// The condition that all numbers in the list are different.
    pub fn distinct(&mut self, list: &[Num]) -> Bool {
        let mut plain: Vec<Var> = list.iter().filter_map(|&n| self.plain_var(n)).collect();
        if plain.len() == list.len() {
            plain.order();
            let known =
                plain.iter().enumerate().all(|(i, &v)| plain[..i].iter().all(|&w| self.session.known_different(v, w)));
            if known && plain.windows(2).all(|w| w[0] != w[1]) {
                self.session.relied |= plain.len() > 1;
                return Bool::TRUE;
            }
        }
        self.distinct_from(&[], list)
    }

    pub(crate) fn distinct_from(&mut self, used: &[i64], list: &[Num]) -> Bool {
        let mut used = used.to_vec();
        let mut cells = Vec::with_capacity(list.len());
        for &n in list {
            match self.as_constant(n) {
                Some(v) => used.push(v),
                None => cells.push(n),
            }
        }
        let count = used.len();
        used.order();
        used.dedup();
        cells.order();
        if used.len() < count || cells.windows(2).any(|w| w[0] == w[1]) {
            return Bool::FALSE;
        }
        if cells.is_empty() {
            return Bool::TRUE;
        }
        // Collect the numbers that the cells may have, if there are few enough to list.
        let mut possible: Vec<i64> = Vec::new();
        let (mut lo, mut hi) = (i64::MAX, i64::MIN);
        let mut exact = true;
        for &n in &cells {
            let (l, h) = self.bounds(n);
            (lo, hi) = (lo.min(l), hi.max(h));
            let free = match self.vars(n).one() {
                Some(var) => self.tabulated(n, Some(var)),
                None if h - l < 256 => (l..=h).collect(),
                None => {
                    exact = false;
                    continue;
                }
            };
            if free.iter().all(|v| used.binary_search(v).is_ok()) {
                return Bool::FALSE;
            }
            possible.extend(free);
        }
        possible.order();
        possible.dedup();
        used.retain(|v| if exact { possible.binary_search(v).is_ok() } else { (lo..=hi).contains(v) });
        if exact && possible.len() < used.len() + cells.len() {
            return Bool::FALSE;
        }
        if cells.len() == 1 {
            let hit = self.within(cells[0], &used);
            return !hit;
        }
        let made = self.store_bool(BoolOp::Distinct(used.into(), cells.into()));
        self.settled(made)
    }

    /// The condition that the automaton accepts the list.
    pub fn accepts(&mut self, dfa: &Arc<Dfa>, inputs: &[Num]) -> Bool {
        let id = self.dfa_id(dfa);
        self.accepts_from(id, dfa.start() as u32, inputs)
    }

    pub(crate) fn accepts_from(&mut self, id: DfaId, state: u32, inputs: &[Num]) -> Bool {
        let dfa = &self.dfas[id as usize];
        let mut state = i64::from(state);
        let mut at = 0;
        while let Some(n) = inputs.get(at).and_then(|&n| self.as_constant(n)) {
            state = dfa.next(state, n);
            at += 1;
        }
        let inputs = &inputs[at..];
        if inputs.is_empty() {
            return if state >= dfa.first_accepting() { Bool::TRUE } else { Bool::FALSE };
        }
        if dfa.is_dead(state) {
            return Bool::FALSE;
        }
        let made = self.store_bool(BoolOp::Accepts(id, state as u32, inputs.into()));
        self.settled(made)
    }
}
