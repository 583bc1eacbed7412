//! Two constraints together: a candidate that neither forbids alone, but that leaves no way to satisfy both, with what
//! the cells of the two see of each other.
//!
//! Which candidates are worth looking at is told by plain trials, whose contradictions are kept for
//! [`super::trial::Trial`] when two constraints do not suffice.

use super::trial::{known, order, scan};
use super::{Found, Technique};
use crate::ahead::Ahead;
use crate::closure::Closure;
use crate::space::Space;
use crate::step::{Consequence, Pattern, Reason, Step, TechniqueInfo};
use crate::technique::trial::TRIAL;
use crate::view::View;
use cluewright_core::model::ConstraintId;
use cluewright_core::{Candidate, Cell, CellSet, Constraint};

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
        let open = |id: &ConstraintId| -> Vec<Cell> {
            space.kind(*id).cells().iter().copied().filter(|&c| view.values(c).len() > 1).collect()
        };
        let open: Vec<Vec<Cell>> = facts.iter().map(open).collect();
        let mut pairs = Pairs::new(view, facts, open);
        let mut ahead = Ahead::of(view, space.take_ahead());
        let order = order(view);
        let known = known(&order, &ahead);
        let mut steps = if found.wants_all() { Vec::new() } else { pairs.steps(&known, found) };
        if steps.is_empty() {
            // Without trials nobody takes away those that were known already, and there may be others by now.
            let mut list = scan(view, &order, &mut ahead, found);
            list.retain(|id| found.wants_all() || !known.contains(id));
            steps = pairs.steps(&list, found);
        }
        space.put_ahead(ahead);
        steps.sort_by_key(|s| s.difficulty);
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
    /// By two of them, once it was asked: their cells, and a fingerprint of all that a refutation by the two reads.
    seen: Vec<Option<(CellSet, u64)>>,
    closure: Closure<'v>,
}

impl<'v> Pairs<'v> {
    fn new(view: &'v View<'v>, facts: Vec<ConstraintId>, open: Vec<Vec<Cell>>) -> Self {
        let pairs = facts.len() * facts.len();
        let closure = Closure::new(view, &TRIAL);
        Self { view, facts, open, met: vec![None; pairs], seen: vec![None; pairs], closure }
    }

    /// Why two of the constraints refute a candidate, if they do. Where they did not in an earlier position with the same
    /// fingerprint they do not now; the work is counted all the same, so that what rests does not depend on it.
    fn refute(&mut self, x: u32, i: usize, j: usize, found: &mut Found) -> Option<Argument> {
        let (view, space, clues) = (self.view, self.view.space(), [self.facts[i], self.facts[j]]);
        let at = i * self.facts.len() + j;
        let (cells, print) = self.seen[at].get_or_insert_with(|| {
            let cells: CellSet = clues.iter().flat_map(|&c| space.kind(c).cells()).copied().collect();
            let print = print(view, &cells);
            (cells, print)
        });
        if !found.wants_all()
            && let Some(work) = space.hopeless(x, clues, *print)
        {
            found.spend(work);
            return None;
        }
        let refuted = self.closure.refute_with(x, clues, cells.clone());
        let work = self.closure.take_work();
        found.spend(work);
        if refuted.is_none() {
            space.set_hopeless(x, clues, (*print, work));
        }
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

/// A fingerprint of what can be read within some cells: what they hold, which are filled in, and the groups that have no
/// other place left. Whatever happens there, a group with a place outside keeps it.
fn print(view: &View, cells: &CellSet) -> u64 {
    let space = view.space();
    let mut print = 0;
    for cell in cells.iter() {
        print = Space::print(print, view.values(cell).0);
        print = Space::print(print, u64::from(view.is_placed(cell)));
        for v in view.values(cell) {
            let id = space.id(Candidate::new(cell, v));
            for &g in space.groups_of(id) {
                let members = view.members(g);
                // Each group once, from its first place.
                if members[0] == id && members.iter().all(|&m| cells.contains(space.candidate(m).cell)) {
                    print = Space::print(print, u64::from(g.0) + 1);
                }
            }
        }
    }
    print
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ahead::tests::{N, answer, model};
    use crate::view::State;
    use cluewright_core::Value;

    /// What two clues did not refute they do not refute later, where the fingerprint is the same.
    #[test]
    fn what_was_hopeless_stays_so() {
        let model = model();
        let (mut random, mut same, mut refuted) = (11u32, 0, 0);
        for _ in 0..6 {
            let space = Space::new(&model);
            let mut state = State::start(&model);
            for _ in 0..40 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let (at, value) = ((random >> 16) as usize % (N * N), (random >> 8) as u8 % N as u8);
                let gone = Candidate::new(Cell(at as u16), Value(value));
                if value != answer(at) {
                    state.eliminate(gone);
                } else if state.board.fixed(gone.cell).is_some() {
                    state.settle(&model, gone);
                }
                let view = View::new(&space, &state, None);
                let facts: Vec<ConstraintId> = space.facts().collect();
                let open = vec![Vec::new(); facts.len()];
                let mut pairs = Pairs::new(&view, facts.clone(), open);
                let mut found = Found::new(1, u64::MAX);
                for x in view.live().iter() {
                    for &a in space.constraints_of(space.candidate(x).cell) {
                        let i = facts.binary_search(&a).unwrap();
                        for j in (0..facts.len()).filter(|&j| j != i) {
                            let cells = [a, facts[j]].iter().flat_map(|&c| space.kind(c).cells()).copied().collect();
                            let known = space.hopeless(x, [a, facts[j]], print(&view, &cells)).is_some();
                            let seen = pairs.refute(x, i, j, &mut found);
                            let anew = pairs.closure.refute_with(x, [a, facts[j]], cells);
                            assert_eq!(seen, anew, "{x} by {a:?} and {:?}", facts[j]);
                            same += u32::from(known);
                            refuted += u32::from(seen.is_some());
                        }
                    }
                }
            }
        }
        assert!(same > 1000 && refuted > 100, "{same} known, {refuted} refuted");
    }
}
