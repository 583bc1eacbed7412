//! `accepted(L, ...)`: a list read by a nondeterministic automaton.
//!
//! If the deterministic form of an automaton is small, the automaton is handled like a regular expression. A larger automaton that
//! is the only condition of its `require` is laid out over its list without being made deterministic ([`crate::compile::paths`]).

use super::kept::Read;
use super::value::{Got, List, Val};
use super::{Became, Lower};
use crate::automaton::dfa::BREAK;
use crate::automaton::intern::place_in;
use crate::automaton::nfa::MOST;
use crate::automaton::nfa::Nfa;
use crate::code::Code;
use crate::compile::{Input, paths};
use crate::condition::{Domain, Var};
use crate::syntax::Pos;
use cluewright_core::constraint::Automaton;
use cluewright_core::{BadInput, Cell, ValueSet};
use std::rc::Rc;
use std::sync::Arc;

impl<'a> Lower<'a> {
    /// The automaton that the arguments describe.
    pub(crate) fn automaton(&mut self, args: &'a [Code], pos: Pos) -> Got<Arc<Nfa>> {
        let lists: Read = [self.certain(&args[1])?, self.certain(&args[2])?, self.certain(&args[3])?];
        let same = |a: &Read| a.iter().zip(&lists).all(|(a, b)| Rc::ptr_eq(a, b) || self.are_equal(a, b));
        if let Some(known) = self.kept.accepted.automata.iter().find(|a| same(&a.0)) {
            return Ok(Arc::clone(&known.1));
        }
        let numbers = |list: &List| list.items.iter().map(|i| self.known_number(i)).collect::<Option<Vec<i64>>>();
        let step = |step: &Val| if let Val::List(step) = step { numbers(step)?.try_into().ok() } else { None };
        let steps: Option<Vec<[i64; 3]>> = lists[1].items.iter().map(step).collect();
        let (Some(starts), Some(steps), Some(ends)) = (numbers(&lists[0]), steps, numbers(&lists[2])) else {
            return Err(pos
                .error("the states and steps of `accepted` must be whole numbers that are known before solving")
                .hint("each step consists of a state, a digit and the state after it")
                .into());
        };
        self.ticks(steps.len() as u64)?;
        let made = Arc::new(Nfa::new(&starts, &steps, &ends));
        self.kept.accepted.automata.push((lists, Arc::clone(&made)));
        Ok(made)
    }

    /// Returns a list of numbers unchanged, and a list of lists as a single list with breaks between the original lists.
    pub(crate) fn read_list(&mut self, code: &'a Code) -> Got<Rc<List>> {
        let list = self.certain(code)?;
        if !list.items.iter().any(|i| matches!(i, Val::List(_) | Val::Keyed(_))) {
            return Ok(list);
        }
        let mut all = List::default();
        for (i, list) in self.lists_of(code)?.iter().enumerate() {
            if i > 0 {
                all.items.push(self.int(BREAK));
            }
            all.items.extend_from_slice(&list.items);
        }
        Ok(Rc::new(all))
    }

    /// Whether two lists are short and contain the same known numbers.
    fn are_equal(&self, a: &List, b: &List) -> bool {
        a.items.len() == b.items.len()
            && a.items.len() <= 64
            && a.items.iter().zip(&b.items).all(|(a, b)| {
                let number = self.known_number(a);
                number.is_some() && number == self.known_number(b)
            })
    }

    /// The condition that the automaton accepts the list.
    pub(crate) fn is_accepted(&mut self, list: &List, nfa: &Nfa, pos: Pos) -> Got<Val> {
        if nfa.small().is_none() {
            self.ticks(MOST as u64)?;
        }
        let Some(dfa) = nfa.deterministic() else {
            return Err(pos
                .error(format!("made deterministic, this automaton has more than {MOST} states"))
                .hint("put the automaton alone in its `require`, and let it read only cells and known numbers")
                .into());
        };
        self.matches(list, dfa, pos)
    }

    /// Posts the constraint of an automaton whose deterministic form is large. Returns false if the list contains anything but
    /// cells and known numbers, or if it contains no cell.
    pub(crate) fn post_accepted(&mut self, list: &List, nfa: &Arc<Nfa>, pos: Pos) -> Got<bool> {
        let mut cells: Vec<Cell> = Vec::new();
        let mut inputs = Vec::with_capacity(list.items.len());
        for item in &list.items {
            inputs.push(match item {
                Val::Cell(c) => Input::Var(Var(place_in(&mut cells, *c) as u16)),
                item => match self.known_number(item) {
                    Some(n) => Input::Number(n),
                    None => return Ok(false),
                },
            });
        }
        if cells.is_empty() {
            return Ok(false);
        }
        self.count_fact(pos)?;
        let domains: Vec<u16> = cells.iter().map(|&c| self.domain_of(c)).collect();
        let domains: Vec<Domain> = domains.into_iter().map(|d| self.graph.domains[d as usize]).collect();
        self.ticks(nfa.step_count() as u64 / 8)?;
        let key = (Arc::as_ptr(nfa).addr(), inputs, domains);
        let laid_out = match self.kept.accepted.laid_out.get(&key) {
            Some(known) => Rc::clone(known),
            None => {
                let made = Rc::new(self.laid_out(nfa, &key.1, &key.2, pos)?);
                self.kept.accepted.laid_out.insert(key.clone(), Rc::clone(&made));
                made
            }
        };
        let origin = self.origin_now();
        if laid_out.edge_count() == 0 {
            self.build.impossible(origin);
            self.became(Became::Impossible);
            return Ok(true);
        }
        for (layer, (&cell, domain)) in cells.iter().zip(&key.2).enumerate() {
            let values = laid_out.edges(layer).iter().fold(ValueSet::EMPTY, |all, e| all | e.values());
            if values != domain.values {
                self.build.restrict(cell, values, origin);
                self.became(Became::Values);
            }
        }
        if cells.len() > 1 {
            let (states, edges) = (laid_out.state_count() as u32, laid_out.edge_count() as u32);
            self.build.constrain(laid_out.over(&cells), origin);
            self.became(Became::Automaton { states, edges });
        }
        Ok(true)
    }

    /// Lays out the automaton over placeholder cells, which are numbered in the order in which they are first read.
    fn laid_out(&mut self, nfa: &Nfa, inputs: &[Input], domains: &[Domain], pos: Pos) -> Got<Automaton> {
        let mut spent = 0;
        let layers = paths(nfa, inputs, domains, &mut spent, self.budget.watch);
        self.budget.work_left = self.budget.work_left.saturating_sub(spent);
        if self.budget.watch.heard() {
            return Err(BadInput::stopped("stopped while an automaton was laid out over its list").into());
        }
        let Some(layers) = layers else {
            return Err(pos
                .error("this automaton needs too much memory for its list")
                .hint("use fewer states, a shorter list, or a list in which fewer cells recur")
                .into());
        };
        let places: Vec<Cell> = (0..domains.len() as u16).map(Cell).collect();
        let first: Vec<i32> = domains.iter().map(|d| d.first).collect();
        Automaton::new(&places, &first, &layers).map_err(Into::into)
    }
}
