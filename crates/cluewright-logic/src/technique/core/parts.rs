//! Divides the facts of a model into clues and other facts (houses and links), and finds sets of clues that are close
//! to each other.

use crate::board::bits::Bits;
use crate::board::view::View;
use crate::step::found::Found;
use crate::step::size::is_clue;
use cluewright_core::{Candidate, Cell, Constraint, OriginId, Sort, SortedMap, SortedSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// The maximum total number of open cells that the clues of a patch may have.
const MOST_OPEN: usize = 24;

/// The number of candidates whose reasons are compared.
pub(super) const COMPARED: usize = 4;

/// A candidate that some facts refute, with the number of cases in the refutation.
pub(super) struct Hit {
    pub(super) cases: u32,
    pub(super) id: u32,
    /// All facts that the refutation was allowed to use.
    pub(super) facts: Vec<OriginId>,
}

/// A clue, or a grid-wide constraint that is not just houses and links.
pub(super) struct Unit {
    pub(super) origins: Vec<OriginId>,
    pub(super) cells: SortedSet<Cell>,
}

impl Unit {
    /// How many cells of the unit have more than one candidate.
    pub(super) fn open(&self, view: &View) -> usize {
        self.cells.iter().filter(|&&c| view.values(c).len() > 1).count()
    }
}

/// The facts of a model, grouped by clue.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) units: Vec<Unit>,
    /// Grid-wide houses, links, two-cell constraints and groups, each as its origin and its cells.
    pub(super) rest: Vec<(OriginId, SortedSet<Cell>)>,
}

impl Parts {
    /// The parts, cached for this run of the solver.
    pub(super) fn of(view: &View) -> Rc<Self> {
        view.memory().of(0, || Self::new(view))
    }

    fn new(view: &View) -> Self {
        let model = view.model();
        let mut cells: SortedMap<OriginId, SortedSet<Cell>> = SortedMap::default();
        let mut says = |origin: OriginId, of: &mut dyn Iterator<Item = Cell>| cells.or_default(origin).extend(of);
        model.sets().iter().for_each(|s| says(s.origin, &mut s.cells.iter().copied()));
        model.links().iter().for_each(|l| says(l.origin, &mut [l.a, l.b].into_iter()));
        model.posted_groups().iter().for_each(|g| says(g.origin, &mut g.candidates.iter().map(|c| c.cell)));
        for posted in model.constraints() {
            says(posted.origin, &mut posted.kind.cells().iter().copied());
        }
        let (mut clues, mut parts): (SortedMap<u32, Vec<Unit>>, _) = (SortedMap::default(), Self::default());
        for (origin, of) in cells {
            match model.origin(origin).clue {
                Some(clue) => clues.or_default(clue).push(Unit { origins: vec![origin], cells: of }),
                None if of.len() > 2 && is_clue(model, origin) => {
                    parts.units.push(Unit { origins: vec![origin], cells: of });
                }
                None => parts.rest.push((origin, of)),
            }
        }
        parts.units.extend(clues.into_iter().flat_map(|(_, of_clue)| whole(of_clue)));
        parts
    }

    /// At most `most` sets of `clues` clues in which each clue is close to another clue of the set. Sets with the
    /// fewest open cells come first. The sets are grown starting from the smallest, so no set is created unnecessarily;
    /// every examined set is charged as work.
    pub(super) fn patches(&self, view: &View, (clues, most): (usize, usize), found: &mut Found) -> Vec<Vec<u32>> {
        let open: Vec<usize> = self.units.iter().map(|unit| unit.open(view)).collect();
        let fits = |open: usize| if clues == 1 { open > 1 } else { (1..=MOST_OPEN).contains(&open) };
        let alone: Vec<u32> = (0..open.len() as u32).filter(|&i| fits(open[i as usize])).collect();
        let mut next: BinaryHeap<Reverse<(usize, Vec<u32>)>> =
            alone.iter().map(|&i| Reverse((open[i as usize], vec![i]))).collect();
        let mut around: SortedMap<u32, Vec<u32>> = SortedMap::default();
        let (mut known, mut patches) = (SortedSet::default(), Vec::new());
        while let Some(Reverse((size, set))) = next.pop() {
            if patches.len() == most || found.is_spent() {
                break;
            }
            if set.len() == clues {
                patches.push(set);
                continue;
            }
            for &of in &set {
                let around = around.or_insert_with(of, || {
                    found.spend(alone.len() as u64);
                    alone.iter().copied().filter(|&j| j != of && self.meet(view, of, j)).collect()
                });
                for &other in around.iter().filter(|other| !set.contains(other)) {
                    let mut with: Vec<u32> = set.iter().copied().chain([other]).collect();
                    with.order();
                    let size = size + open[other as usize];
                    found.spend(1);
                    if size <= MOST_OPEN && known.insert(with.clone()) {
                        next.push(Reverse((size, with)));
                    }
                }
            }
        }
        patches
    }

    /// Whether the two clues share an open cell, or some open cell of `b` shares sets with at least two open cells of
    /// `a`.
    fn meet(&self, view: &View, a: u32, b: u32) -> bool {
        let network = view.space().network();
        let open = |i: u32| self.units[i as usize].cells.iter().copied().filter(|&c| view.values(c).len() > 1);
        let share = |c: Cell, d: Cell| network.sets_of(d).iter().any(|s| network.sets_of(c).contains(s));
        open(b).any(|c| self.units[a as usize].cells.contains(&c) || open(a).filter(|&d| share(c, d)).nth(1).is_some())
    }
}

/// Combines the facts of a clue into one unit. If the clue has too many cells for a patch, each fact remains a separate
/// unit.
fn whole(of_clue: Vec<Unit>) -> Vec<Unit> {
    let cells: SortedSet<Cell> = of_clue.iter().flat_map(|unit| unit.cells.iter().copied()).collect();
    if cells.len() > MOST_OPEN {
        return of_clue;
    }
    vec![Unit { origins: of_clue.into_iter().flat_map(|unit| unit.origins).collect(), cells }]
}

pub(super) fn candidates(view: &View, cells: &SortedSet<Cell>) -> Bits {
    let space = view.space();
    let of = |&c: &Cell| space.blank().values(c).iter().map(move |v| space.id(Candidate::new(c, v)));
    Bits::of(space.capacity(), cells.iter().flat_map(of))
}
