//! Clue steps: what one constraint alone removes.

use crate::board::view::View;
use crate::follow::reasons::{all_absent, removal_reason};
use crate::step::found::Found;
use crate::step::names::CLUE;
use crate::step::premises::clue_reason;
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use crate::structure::quiet::{Of, Quiet};
use cluewright_core::model::ConstraintId;
use cluewright_core::{Candidate, Constraint, Kind, Sort};

/// What one constraint alone removes; the level says how many of its cells are still open.
pub(crate) struct Clue {
    /// 0: at most two open cells; 1: at most four; 2: any.
    pub(crate) level: usize,
}

static INNIES: TechniqueInfo = TechniqueInfo {
    id: "innies",
    name: "Innies",
    aliases: &["45 rule", "innie", "outie", "cage complement"],
    difficulty: 32,
    source: "our figure: one killer solver's traces put region sums above claiming combinations",
};
static INNIES_OUTIES: TechniqueInfo = TechniqueInfo {
    id: "innies_outies",
    name: "Innies and Outies",
    aliases: &["45 rule", "innie outie difference"],
    difficulty: 38,
    source: "our figure: innies with clues that reach outside",
};
static LEFTOVERS: TechniqueInfo = TechniqueInfo {
    id: "leftovers",
    name: "Law of Leftovers",
    aliases: &["set equivalence theory", "SET", "equivalent cells"],
    difficulty: 40,
    source: "our figure: above innies and outies, as there are two sides to count; the name is that of jigsaw solvers",
};

/// What a sum that follows from houses and clues removes.
pub(crate) struct Sums;

impl Technique for Sums {
    fn info(&self) -> &'static TechniqueInfo {
        &INNIES
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&INNIES, &INNIES_OUTIES, &LEFTOVERS]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let space = view.space();
        let sum = |id: &ConstraintId| space.balance(*id).is_some_and(|b| !b.counts());
        let name = |id: ConstraintId| match space.kind(id) {
            Kind::Sum(s) if s.terms().all(|t| t.1 > 0) => &INNIES,
            Kind::SameMultiset(_) => &LEFTOVERS,
            _ => &INNIES_OUTIES,
        };
        alone(view, space.facts().filter(sum), &name, usize::MAX, 0, found);
    }
}

/// What clues that count values among the same cells remove together.
pub(crate) struct Counts;

impl Technique for Counts {
    fn info(&self) -> &'static TechniqueInfo {
        &CLUE[2]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let space = view.space();
        let counts = |id: &ConstraintId| space.balance(*id).is_some_and(|b| b.counts());
        alone(view, space.facts().filter(counts), &|_| self.info(), usize::MAX, 1, found);
    }
}

impl Technique for Clue {
    fn info(&self) -> &'static TechniqueInfo {
        &CLUE[self.level]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let most = [2, 4, usize::MAX][self.level];
        let posted = view.model().constraints().len();
        // What is all fixed and broken is seen at once.
        let least = usize::from(self.level > 0);
        alone(view, view.space().facts().take(posted), &|_| self.info(), most, least, found);
    }
}

/// With more cells all that is absent from them is the reason of what goes: nobody reads a part of that either.
const WIDE: usize = 24;

/// What constraints with `least..=most` open cells remove by themselves, the easiest first.
fn alone(
    view: &View,
    facts: impl Iterator<Item = ConstraintId>,
    info: &dyn Fn(ConstraintId) -> &'static TechniqueInfo,
    most: usize,
    least: usize,
    found: &mut Found,
) {
    let space = view.space();
    let mut hits: Vec<(Step, ConstraintId, Vec<Candidate>)> = Vec::new();
    let mut scratch = view.board().clone();
    let quiet = Quiet::of(view, Of::Clues, space.facts().count());
    for id in facts {
        let kind = space.kind(id);
        let cells = kind.cells();
        let open = cells.iter().filter(|&&c| view.values(c).len() > 1).count();
        if !(least..=most).contains(&open) {
            continue;
        }
        if found.spend(8 * cells.len() as u64) || (is_dear(kind) && found.poll()) {
            return;
        }
        let print = space.fingerprint(id, view.board());
        if quiet.has(id.0, print) {
            continue;
        }
        scratch.copy_from(view.board());
        let conflict = kind.propagate(&mut scratch).is_err();
        let gone: Vec<Candidate> = if conflict {
            // It cannot hold: everything it has left is refuted. One candidate is enough to show that.
            let open = cells.iter().find(|&&c| view.values(c).len() > 1);
            let values = open.iter().flat_map(|&&c| view.values(c).iter().map(move |v| Candidate::new(c, v)));
            values.collect()
        } else {
            let lost = |&c: &cluewright_core::Cell| {
                view.values(c).minus(scratch.values(c)).iter().map(move |v| Candidate::new(c, v))
            };
            cells.iter().flat_map(lost).collect()
        };
        if gone.is_empty() {
            quiet.insert(id.0, print);
            continue;
        }
        let pattern = match space.balance(id) {
            Some(balance) => Pattern::Balance { balance: std::sync::Arc::clone(balance) },
            None => Pattern::Clue { constraint: id },
        };
        let step = Step::new(info(id), pattern).remove(gone.iter().copied());
        hits.push((step.harder((open as u16).min(12) + space.cost(id)), id, gone));
    }
    hits.order_by_key(|h| h.0.difficulty);
    // The reasons of a step that nobody takes are not worked out.
    for (step, id, gone) in hits {
        let kind = space.kind(id);
        let mut reasons: Vec<Reason> = Vec::with_capacity(gone.len());
        for g in gone {
            if is_dear(kind) && found.poll() {
                return;
            }
            reasons.push(match kind.cells().len() {
                ..=WIDE => removal_reason(space, view.board(), id, g, true),
                _ => {
                    clue_reason(space, id, all_absent(kind, view.board(), space.blank(), Some(g)), vec![g], Vec::new())
                }
            });
        }
        found.push(step.because(reasons));
        if found.is_full() {
            return;
        }
    }
}

/// May one propagation take as long as a look at the stop signal many times over?
fn is_dear(kind: &Kind) -> bool {
    kind.cells().len() > WIDE
        || matches!(
            kind,
            Kind::Evaluated(_) | Kind::Any(_) | Kind::All(_) | Kind::Not(_) | Kind::Automaton(_) | Kind::Ranked(_)
        )
}
