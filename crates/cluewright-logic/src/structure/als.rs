//! Almost locked sets (`n` cells of a set that have `n + 1` values in total), and the restricted commons of each pair
//! (the values that cannot be in both almost locked sets of the pair).

use super::once;
use crate::board::bits::Bits;
use crate::board::view::View;
use crate::step::Reason;
use crate::step::found::Found;
use crate::step::premises::group_reason;
use cluewright_core::model::SetId;
use cluewright_core::{Candidate, Cell, Sort, SortedSet, Value, ValueSet};
use std::rc::Rc;

/// The maximum number of cells in an almost locked set: first when a single step is requested, then when all steps are
/// requested.
const LARGEST: [usize; 2] = [5, 8];

/// An almost locked set.
#[derive(Clone, Debug)]
pub(crate) struct Als {
    pub(crate) cells: Vec<Cell>,
    pub(crate) values: ValueSet,
    pub(crate) set: SetId,
    /// The values of the set in order, each with its candidates.
    pub(crate) places: Vec<(Value, Vec<u32>)>,
    /// All candidates of the cells, as a bit set.
    pub(crate) all: Bits,
}

impl Als {
    pub(crate) fn places_of(&self, value: Value) -> &[u32] {
        self.places.iter().find(|(v, _)| *v == value).map_or(&[], |(_, p)| p)
    }

    /// The reasons: the groups of the cells and, if there are several cells, the set in which all cells must differ.
    pub(crate) fn reasons(&self, view: &View) -> Vec<Reason> {
        let mut reasons: Vec<Reason> = self.cells.iter().map(|&c| group_reason(view, view.cell_group(c))).collect();
        if self.cells.len() > 1 {
            reasons.push(Reason::Different(self.set));
        }
        reasons
    }

    pub(crate) fn candidates(&self, view: &View, value: Value) -> Vec<Candidate> {
        self.places_of(value).iter().map(|&id| view.space().candidate(id)).collect()
    }
}

/// All almost locked sets with at most `largest` cells, without duplicates, smaller sets first.
pub(super) fn almost_locked_sets(view: &View, largest: usize, found: &mut Found) -> Vec<Als> {
    let mut all: Vec<Als> = Vec::new();
    let mut known = SortedSet::default();
    for s in 0..view.model().sets().len() as u32 {
        let set = SetId(s);
        let cells: Vec<Cell> =
            view.model().set(set).cells.iter().copied().filter(|&c| view.values(c).len() >= 2).collect();
        let mut chosen = Vec::new();
        grow(view, &cells, 0, &mut chosen, ValueSet::EMPTY, largest, found, &mut |cells, values| {
            if values.len() as usize == cells.len() + 1 && known.insert(cells.to_vec()) {
                let places = values.iter().map(|v| (v, view.places(cells, v))).collect::<Vec<_>>();
                let bits = Bits::of(view.space().capacity(), places.iter().flat_map(|(_, p)| p.iter().copied()));
                all.push(Als { cells: cells.to_vec(), values, set, places, all: bits });
            }
        });
    }
    all.order_by_key(|a| a.cells.len());
    all
}

#[allow(clippy::too_many_arguments)] // a recursion's state
fn grow(
    view: &View,
    cells: &[Cell],
    from: usize,
    chosen: &mut Vec<Cell>,
    values: ValueSet,
    largest: usize,
    found: &mut Found,
    report: &mut dyn FnMut(&[Cell], ValueSet),
) {
    if !chosen.is_empty() {
        report(chosen, values);
    }
    if chosen.len() == largest {
        return;
    }
    for (i, &cell) in cells.iter().enumerate().skip(from) {
        let wider = values | view.values(cell);
        // Adding cells can make up for too many values, but at most `largest` cells are allowed.
        if wider.len() as usize > largest + 1 || found.spend(1) {
            continue;
        }
        chosen.push(cell);
        grow(view, cells, i + 1, chosen, wider, largest, found, report);
        chosen.pop();
    }
}

/// Almost locked sets and their restricted commons.
pub(crate) struct Network {
    pub(crate) sets: Vec<Als>,
    /// For each almost locked set and each of its values: the live candidates that see all candidates of the value in
    /// the set.
    peers: Vec<Vec<(Value, Bits)>>,
    /// For each almost locked set: the other almost locked sets that share restricted commons with it, and the shared
    /// values.
    pub(crate) links: Vec<Vec<(u32, ValueSet)>>,
}

impl Network {
    pub(super) fn new(view: &View, sets: &[Als], found: &mut Found) -> Self {
        let sets = sets.to_vec();
        let peers: Vec<Vec<(Value, Bits)>> = sets
            .iter()
            .map(|s| s.places.iter().map(|(v, p)| (*v, view.seen_by_all(p.iter().copied()))).collect())
            .collect();
        let mut links = vec![Vec::new(); sets.len()];
        for i in 0..sets.len() {
            if found.spend(sets.len() as u64 / 4 + 1) {
                break;
            }
            for j in 0..i {
                if !sets[i].values.intersects(sets[j].values) {
                    continue;
                }
                // The value is a restricted common if no candidate in one set can be true together with a candidate in
                // the other set.
                let apart = |v: &Value| {
                    let seen = peers[i].iter().find(|(w, _)| w == v);
                    seen.is_some_and(|(_, seen)| sets[j].places_of(*v).iter().all(|&p| seen.has(p)))
                };
                let common: ValueSet = (sets[i].values & sets[j].values).iter().filter(apart).collect();
                if !common.is_empty() {
                    links[i].push((j as u32, common));
                    links[j].push((i as u32, common));
                }
            }
        }
        Self { sets, peers, links }
    }

    pub(crate) fn peers(&self, set: usize, value: Value) -> Option<&Bits> {
        self.peers[set].iter().find(|(v, _)| *v == value).map(|(_, b)| b)
    }

    /// The live candidates that see all places of `value` in both sets; `None` if there are no such candidates.
    pub(crate) fn seen_by_both(&self, a: usize, b: usize, value: Value) -> Option<Bits> {
        let mut seen = self.peers(a, value)?.clone();
        seen.and(self.peers(b, value)?);
        (!seen.is_empty()).then_some(seen)
    }
}

/// The almost locked sets, including single cells with two values, smaller sets first. `None` if the work budget ran out.
pub(crate) fn sets(view: &View, found: &mut Found) -> Option<Rc<Vec<Als>>> {
    let at = usize::from(found.wants_all());
    once(view, at, found, |found| almost_locked_sets(view, LARGEST[at], found))
}

/// The almost locked sets with their restricted commons. `None` if the work budget ran out.
pub(crate) fn network(view: &View, found: &mut Found) -> Option<Rc<Network>> {
    let sets = sets(view, found)?;
    once(view, usize::from(found.wants_all()), found, |found| Network::new(view, &sets, found))
}
