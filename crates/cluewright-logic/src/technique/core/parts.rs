//! Who says what of a model: clues, and the houses and links that meet them.

use crate::board::bits::Bits;
use crate::board::view::View;
use crate::step::size::is_clue;
use cluewright_core::{Candidate, Cell, Constraint, OriginId, Sort, SortedMap, SortedSet};
use std::rc::Rc;

/// Open cells of the clues of a patch.
const MOST_OPEN: usize = 24;

/// Patches that are asked about in one position, those with the fewest open cells.
const MOST_PATCHES: usize = 60;
/// The same of three clues.
const MOST_OF_THREE: usize = 30;

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
    /// Houses, links, constraints of two cells and groups of the whole grid.
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

    /// This many clues at a time, each near another of them: what there is to ask about, by their open cells.
    pub(super) fn patches(&self, view: &View, clues: usize) -> Vec<(usize, Vec<u32>)> {
        let is_open = |c: &&Cell| view.values(**c).len() > 1;
        let open: Vec<Vec<Cell>> =
            self.units.iter().map(|unit| unit.cells.iter().filter(is_open).copied().collect()).collect();
        let all = |of: &[u32]| of.iter().map(|&i| open[i as usize].len()).sum::<usize>();
        let singles = (0..open.len() as u32).map(|i| vec![i]);
        let mut sets: Vec<Vec<u32>> = if clues == 1 {
            singles.filter(|one| all(one) > 1).collect()
        } else {
            singles.filter(|one| (1..=MOST_OPEN).contains(&all(one))).collect()
        };
        if clues > 1 {
            let alone: Vec<u32> = sets.iter().map(|one| one[0]).collect();
            let near = |i: u32| {
                let meets = |j: &u32| *j != i && meet(view, &open[i as usize], &open[*j as usize]);
                (i, alone.iter().copied().filter(meets).collect::<Vec<u32>>())
            };
            let near: SortedMap<u32, Vec<u32>> = alone.iter().map(|&i| near(i)).collect();
            for _ in 1..clues {
                let mut larger: SortedSet<Vec<u32>> = SortedSet::default();
                for set in &sets {
                    for &next in set.iter().flat_map(|i| &near[i]).filter(|next| !set.contains(next)) {
                        let mut with: Vec<u32> = set.iter().copied().chain([next]).collect();
                        with.order();
                        if all(&with) <= MOST_OPEN {
                            larger.insert(with);
                        }
                    }
                }
                sets = larger.into_iter().collect();
            }
        }
        let mut patches: Vec<(usize, Vec<u32>)> = sets.into_iter().map(|set| (all(&set), set)).collect();
        patches.order();
        patches.truncate(if clues > 2 { MOST_OF_THREE } else { MOST_PATCHES });
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
    Bits::of(space.capacity(), cells.iter().flat_map(of))
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
