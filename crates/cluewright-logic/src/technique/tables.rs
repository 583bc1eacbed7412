//! What several techniques work out about one position: made when first asked for, kept as long as its view.

use super::Found;
use super::als::{Als, Network, almost_locked_sets};
use super::chain::{Graph, Reach};
use super::forcing::Reaches;
use super::trial;
use crate::consequences::Links;
use crate::space::Space;
use crate::view::View;
use cluewright_core::{Board, Value};
use std::cell::{Cell, OnceCell, RefCell};

/// The tables of one [`View`].
#[derive(Default)]
pub(crate) struct Tables {
    graphs: [OnceCell<Graph>; 5],
    /// By reach: has the work of its graph been counted already?
    paid: [Cell<bool>; 5],
    reaches: [OnceCell<Reaches>; 5],
    sets: [OnceCell<Vec<Als>>; 2],
    networks: [OnceCell<Network>; 2],
    links: OnceCell<Links>,
    failing: [OnceCell<Vec<(u32, u32)>>; 2],
    /// What [`View::is_firm`] said of all values, and of each.
    firm: RefCell<Vec<Option<bool>>>,
    /// By value: a fingerprint of its places.
    prints: OnceCell<Vec<u64>>,
}

impl Tables {
    /// A fingerprint of a value's places on this position's board.
    pub(crate) fn print(&self, board: &Board, value: Value) -> u64 {
        self.prints.get_or_init(|| Space::place_prints(board)).get(value.index()).copied().unwrap_or(0)
    }

    /// What was said before, or what `ask` says.
    pub(crate) fn firm(&self, value: Option<Value>, ask: impl FnOnce() -> bool) -> bool {
        let at = value.map_or(0, |v| v.index() + 1);
        if let Some(&Some(known)) = self.firm.borrow().get(at) {
            return known;
        }
        let answer = ask();
        let mut firm = self.firm.borrow_mut();
        let room = firm.len().max(at + 1);
        firm.resize(room, None);
        firm[at] = Some(answer);
        answer
    }
}

/// Most cells of an almost locked set: when one step is enough, and when everything is wanted.
const LARGEST: [usize; 2] = [5, 8];

/// The value of `cell`, made by `make` unless it is there; none when the work ran out on the way, for then it is not
/// complete and nobody may keep it.
fn once<'v, T>(cell: &'v OnceCell<T>, found: &mut Found, make: impl FnOnce(&mut Found) -> T) -> Option<&'v T> {
    if cell.get().is_none() {
        let made = make(found);
        if found.is_spent() {
            return None;
        }
        let _ = cell.set(made);
    }
    cell.get()
}

/// The nodes and links of chains of that reach.
pub(crate) fn graph<'v>(view: &'v View, reach: Reach, found: &mut Found) -> Option<&'v Graph> {
    let make = |found: &mut Found| {
        if view.tables().paid[reach as usize].get() {
            return Graph::new(view, reach, &mut Found::new(1, u64::MAX));
        }
        Graph::new(view, reach, found)
    };
    once(&view.tables().graphs[reach as usize], found, make)
}

/// Counts the work of a graph that somebody does without, unless it was counted before: what rests must not depend on
/// who makes do with less.
pub(crate) fn pay(view: &View, reach: Reach, work: u64, found: &mut Found) {
    let tables = view.tables();
    if tables.graphs[reach as usize].get().is_none() && !tables.paid[reach as usize].replace(true) {
        found.spend(work);
    }
}

/// What follows false from each candidate's being true, by chains of that reach.
pub(crate) fn reaches<'v>(view: &'v View, reach: Reach, found: &mut Found) -> Option<&'v Reaches> {
    let graph = graph(view, reach, found)?;
    once(&view.tables().reaches[reach as usize], found, |found| Reaches::new(view, graph, found))
}

/// The almost locked sets, single cells with two values included, smaller ones first.
pub(crate) fn sets<'v>(view: &'v View, found: &mut Found) -> Option<&'v [Als]> {
    let at = usize::from(found.wants_all());
    once(&view.tables().sets[at], found, |found| almost_locked_sets(view, LARGEST[at], found)).map(Vec::as_slice)
}

/// The almost locked sets with their restricted commons.
pub(crate) fn network<'v>(view: &'v View, found: &mut Found) -> Option<&'v Network> {
    let sets = sets(view, found)?;
    let at = usize::from(found.wants_all());
    once(&view.tables().networks[at], found, |found| Network::new(view, sets, found))
}

/// Candidates that lead to a contradiction by themselves, those that do so soonest first: after how many values, and
/// which. The first of them in the order of [`trial::order`], or all when nothing is to be left out.
pub(crate) fn failing<'v>(view: &'v View, found: &mut Found) -> Option<&'v [(u32, u32)]> {
    let at = usize::from(found.is_thorough());
    once(&view.tables().failing[at], found, |found| trial::failing(view, found)).map(Vec::as_slice)
}

/// The links of all constraints.
pub(crate) fn links<'v>(view: &'v View, found: &mut Found) -> Option<&'v Links> {
    let links = &view.tables().links;
    if links.get().is_none() {
        let _ = links.set(Links::new(view, found)?);
    }
    links.get()
}
