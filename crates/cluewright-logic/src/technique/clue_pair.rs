//! Two constraints together: a candidate that neither forbids alone, but that leaves no way to satisfy both, with what
//! the cells of the two see of each other.
//!
//! Which candidates are worth looking at is told by plain trials, whose contradictions are kept for
//! [`super::trial::Trial`] when two constraints do not suffice.

use super::trial::{known, order, scan};
use super::{Found, Technique};
use crate::ahead::Ahead;
use crate::closure::Closure;
use crate::step::{Pattern, Step, TechniqueInfo};
use crate::technique::trial::TRIAL;
use crate::view::View;
use cluewright_core::model::ConstraintId;
use cluewright_core::{Cell, CellSet, Constraint};

/// See the file's first lines.
pub(crate) struct CluePair;

static CLUE_PAIR: TechniqueInfo = TechniqueInfo {
    id: "clue_pair",
    name: "Two Clues Together",
    aliases: &["cage comparison", "clue pair"],
    difficulty: 44,
    source: "our figure: one killer solver's traces put cage comparison above region sums",
};

/// Pairs compared before the shortest is taken.
const COMPARED: usize = 6;
/// Constraints with more open cells are nobody's way to reason.
const MOST_OPEN: usize = 12;

impl Technique for CluePair {
    fn info(&self) -> &'static TechniqueInfo {
        &CLUE_PAIR
    }

    fn find(&self, view: &View, found: &mut Found) {
        let space = view.space();
        let fits = |id: ConstraintId| {
            let open = space.kind(id).cells().iter().filter(|&&c| view.values(c).len() > 1).count();
            (2..=MOST_OPEN).contains(&open)
        };
        let facts: Vec<ConstraintId> = space.facts().filter(|&id| fits(id)).collect();
        if facts.is_empty() {
            return;
        }
        let mut closure = Closure::new(view, &TRIAL);
        let mut ahead = Ahead::of(view, space.take_ahead());
        let order = order(view);
        let mut list = known(&order, &ahead);
        if list.is_empty() || found.wants_all() {
            list = scan(view, &order, &mut ahead, found);
        }
        space.put_ahead(ahead);
        let open = |id: &ConstraintId| -> Vec<Cell> {
            space.kind(*id).cells().iter().copied().filter(|&c| view.values(c).len() > 1).collect()
        };
        let open: Vec<Vec<Cell>> = facts.iter().map(open).collect();
        let at = |id: ConstraintId| facts.binary_search(&id).ok();
        let mut steps: Vec<Step> = Vec::new();
        'candidates: for &x in &list {
            let cell = space.candidate(x).cell;
            for (i, &a) in space.constraints_of(cell).iter().filter_map(|a| Some((at(*a)?, a))) {
                for (_, &b) in facts.iter().enumerate().filter(|&(j, _)| j != i && meet(view, &open[i], &open[j])) {
                    if found.is_full() {
                        break 'candidates;
                    }
                    let cells: CellSet = space.kind(a).cells().iter().chain(space.kind(b).cells()).copied().collect();
                    let refuted = closure.refute_with(x, [a, b], cells);
                    found.spend(closure.take_work());
                    let Some((because, story)) = refuted else { continue };
                    let length = story.len() as u16;
                    let cost = space.cost(a).max(space.cost(b));
                    let step = Step::new(&CLUE_PAIR, Pattern::CluePair { story })
                        .remove([space.candidate(x)])
                        .because(because)
                        .harder(length.min(30) + cost);
                    steps.push(step);
                    if steps.len() >= COMPARED && !found.wants_all() {
                        break 'candidates;
                    }
                }
            }
        }
        steps.sort_by_key(|s| s.difficulty);
        for step in steps {
            found.push(step);
        }
    }
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
