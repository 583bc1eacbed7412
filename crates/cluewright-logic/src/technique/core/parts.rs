//! Who says what of a model: clues, and the houses and links that meet them.

use crate::board::bits::Bits;
use crate::board::view::View;
use cluewright_core::{Candidate, Cell, Constraint, OriginId, Sort, SortedMap, SortedSet};
use std::rc::Rc;

/// Open cells of the clues of a patch.
const MOST_OPEN: usize = 24;

/// Candidates for which reasons are compared.
pub(super) const COMPARED: usize = 4;

/// A candidate that some facts refute, and how many cases that takes.
pub(super) struct Hit {
    pub(super) cases: u32,
    pub(super) id: u32,
    /// All facts that were asked.
    pub(super) facts: Vec<OriginId>,
}

/// A clue, or a rule of the whole grid that is more than houses and links.
pub(super) struct Unit {
    pub(super) origins: Vec<OriginId>,
    pub(super) cells: SortedSet<Cell>,
}

impl Unit {
    /// How many of its cells hold more than one value.
    pub(super) fn open(&self, view: &View) -> usize {
        self.cells.iter().filter(|&&c| view.values(c).len() > 1).count()
    }
}

/// Who says what of a model.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) units: Vec<Unit>,
    /// Houses, links and groups of the whole grid.
    pub(super) rest: Vec<(OriginId, SortedSet<Cell>)>,
}

impl Parts {
    /// Those of this walk.
    pub(super) fn of(view: &View) -> Rc<Self> {
        view.memory().of(0, || Self::new(view))
    }

    fn new(view: &View) -> Self {
        let model = view.model();
        let mut cells: SortedMap<OriginId, SortedSet<Cell>> = SortedMap::default();
        let mut more: SortedSet<OriginId> = SortedSet::default();
        let mut says = |origin: OriginId, of: &mut dyn Iterator<Item = Cell>| cells.or_default(origin).extend(of);
        model.sets().iter().for_each(|s| says(s.origin, &mut s.cells.iter().copied()));
        model.links().iter().for_each(|l| says(l.origin, &mut [l.a, l.b].into_iter()));
        model.posted_groups().iter().for_each(|g| says(g.origin, &mut g.candidates.iter().map(|c| c.cell)));
        for posted in model.constraints() {
            says(posted.origin, &mut posted.kind.cells().iter().copied());
            more.insert(posted.origin);
        }
        let (mut clues, mut parts): (SortedMap<u32, Vec<Unit>>, _) = (SortedMap::default(), Self::default());
        for (origin, of) in cells {
            match model.origin(origin).clue {
                Some(clue) => clues.or_default(clue).push(Unit { origins: vec![origin], cells: of }),
                None if more.contains(&origin) => parts.units.push(Unit { origins: vec![origin], cells: of }),
                None => parts.rest.push((origin, of)),
            }
        }
        parts.units.extend(clues.into_iter().flat_map(|(_, of_clue)| whole(of_clue)));
        parts
    }

    /// What there is to ask about, by the open cells of its clues.
    pub(super) fn patches(&self, view: &View, clues: usize) -> Vec<(usize, (u32, u32))> {
        let is_open = |c: &&Cell| view.values(**c).len() > 1;
        let open: Vec<Vec<Cell>> =
            self.units.iter().map(|unit| unit.cells.iter().filter(is_open).copied().collect()).collect();
        let fits = |i: &usize| (1..=MOST_OPEN).contains(&open[*i].len());
        let fitting: Vec<usize> = (0..open.len()).filter(fits).collect();
        let mut patches = Vec::new();
        if clues == 1 {
            let of = |i: &usize| (open[*i].len(), (*i as u32, u32::MAX));
            let fits = |i: &usize| open[*i].len() > 1;
            patches.extend((0..open.len()).filter(fits).map(|i| of(&i)));
        } else {
            for (at, &i) in fitting.iter().enumerate() {
                for &j in &fitting[at + 1..] {
                    let all = open[i].len() + open[j].len();
                    if all <= MOST_OPEN && meet(view, &open[i], &open[j]) {
                        patches.push((all, (i as u32, j as u32)));
                    }
                }
            }
        }
        patches.order();
        patches
    }
}

/// What a clue says as one; of one with so many cells that it lies in no patch, each thing it says by itself.
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
    Bits::of(space.room(), cells.iter().flat_map(of))
}

/// Do the two share an open cell, or do open cells of the one lie in a set with open cells of the other?
fn meet(view: &View, a: &[Cell], b: &[Cell]) -> bool {
    let network = view.space().network();
    let near = |&c: &Cell| {
        a.contains(&c)
            || a.iter().filter(|&&d| network.sets_of(d).iter().any(|s| network.sets_of(c).contains(s))).count() >= 2
    };
    b.iter().any(near)
}
