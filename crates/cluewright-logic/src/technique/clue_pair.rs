//! Two constraints together: a candidate that neither forbids alone, but that leaves no way to satisfy both, with what
//! the cells of the two see of each other.
//!
//! Which candidates are worth looking at is told by plain trials, whose contradictions serve
//! [`super::trial::Trial`] too when two constraints do not suffice.

use crate::board::view::View;
use crate::follow::closure::Closure;
use crate::step::found::Found;
use crate::step::names::TRIAL;
use crate::step::technique::Technique;
use crate::step::{Consequence, Pattern, Reason, Step, TechniqueInfo};
use crate::structure::failing::failing;
use cluewright_core::model::ConstraintId;
use cluewright_core::{Cell, CellSet, Constraint, Sort};

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

    fn most_work(&self) -> u64 {
        3_000
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
        let open = |id: &ConstraintId| -> Vec<Cell> {
            space.kind(*id).cells().iter().copied().filter(|&c| view.values(c).len() > 1).collect()
        };
        let open: Vec<Vec<Cell>> = facts.iter().map(open).collect();
        let mut pairs = Pairs::new(view, facts, open);
        let Some(failing) = failing(view, found) else { return };
        let list: Vec<u32> = failing.list.iter().map(|f| f.1).collect();
        let mut steps = pairs.steps(&list, found);
        steps.order_by_key(|s| s.difficulty);
        if steps.is_empty() && failing.cut {
            found.leave_out();
        }
        for step in steps {
            found.push(step);
        }
    }
}

/// The constraints of a position, with the cells of each that are open.
struct Pairs<'v> {
    view: &'v View<'v>,
    facts: Vec<ConstraintId>,
    open: Vec<Vec<Cell>>,
    /// By two of them, once it was asked: do they meet?
    met: Vec<Option<bool>>,
    closure: Closure<'v>,
}

impl<'v> Pairs<'v> {
    fn new(view: &'v View<'v>, facts: Vec<ConstraintId>, open: Vec<Vec<Cell>>) -> Self {
        let pairs = facts.len() * facts.len();
        let closure = Closure::new(view, &TRIAL);
        Self { view, facts, open, met: vec![None; pairs], closure }
    }

    /// Why two of the constraints refute a candidate, if they do.
    fn refute(&mut self, x: u32, i: usize, j: usize, found: &mut Found) -> Option<Argument> {
        let (space, clues) = (self.view.space(), [self.facts[i], self.facts[j]]);
        let cells: CellSet = clues.iter().flat_map(|&c| space.kind(c).cells()).copied().collect();
        let refuted = self.closure.refute_with(x, clues, cells);
        found.spend(self.closure.take_work());
        refuted
    }

    fn meet(&mut self, i: usize, j: usize) -> bool {
        let at = i * self.facts.len() + j;
        *self.met[at].get_or_insert_with(|| meet(self.view, &self.open[i], &self.open[j]))
    }

    /// Which of these candidates two constraints refute.
    fn steps(&mut self, list: &[u32], found: &mut Found) -> Vec<Step> {
        let space = self.view.space();
        let mut steps = Vec::new();
        for &x in list {
            let cell = space.candidate(x).cell;
            for &a in space.constraints_of(cell) {
                let Ok(i) = self.facts.binary_search(&a) else { continue };
                for j in (0..self.facts.len()).filter(|&j| j != i) {
                    if !self.meet(i, j) {
                        continue;
                    }
                    if found.is_full() {
                        return steps;
                    }
                    let b = self.facts[j];
                    let Some((because, story)) = self.refute(x, i, j, found) else { continue };
                    let length = story.len() as u16;
                    let cost = space.cost(a).max(space.cost(b));
                    let step = Step::new(&CLUE_PAIR, Pattern::CluePair { story })
                        .remove([space.candidate(x)])
                        .because(because)
                        .harder(length.min(30) + cost);
                    steps.push(step);
                    if steps.len() >= COMPARED && !found.wants_all() {
                        return steps;
                    }
                }
            }
        }
        steps
    }
}

/// The reasons, and what follows in which order.
type Argument = (Vec<Reason>, Vec<Consequence>);

/// Do the two share an open cell, or do open cells of the one lie in a set with open cells of the other?
fn meet(view: &View, a: &[Cell], b: &[Cell]) -> bool {
    let network = view.space().network();
    let near = |&c: &Cell| {
        a.contains(&c)
            || a.iter().filter(|&&d| network.sets_of(d).iter().any(|s| network.sets_of(c).contains(s))).count() >= 2
    };
    b.iter().any(near)
}
