//! The smallest reason: one clue, or two that lie near each other, with houses, that leave no way with a candidate. What
//! refutes a candidate by following it is looked for first, clue by clue and pair by pair, then what a search of the cases
//! shows. It is told as an argument of a few cases, which names what it needs and no more.

mod argument;
mod near;
mod parts;
mod searched;

use crate::board::oracle::Refuter;
use crate::board::view::View;
use crate::follow::closure::trial_step;
use crate::step::found::Found;
use crate::step::names::{HOUSES, SHORT, TWO, WAYS};
use crate::step::technique::Technique;
use crate::step::{Reason, Step, TechniqueInfo};
use crate::structure::failing::{Failing, after_cases, failing, soon};
pub(super) use argument::{Arguments, in_cases};
use cluewright_core::{Sort, SortedSet};
use parts::{COMPARED, Hit, Parts};

/// See the file's first lines.
pub(crate) struct Core {
    /// One or two.
    pub(crate) clues: usize,
    /// Is it searched for ways to meet the facts, or does a contradiction have to follow by itself?
    pub(crate) searched: bool,
}

/// Splits of an argument into cases, one within the other.
pub(super) const DEEPEST: u32 = 2;

/// How arguments are looked for: with so many splits, and with what is noticed on the way or without.
pub(super) const ATTEMPTS: [(u32, bool); 5] = [(0, false), (0, true), (1, false), (1, true), (DEEPEST, false)];

impl Technique for Core {
    fn info(&self) -> &'static TechniqueInfo {
        if self.clues == 1 { &HOUSES } else { &TWO }
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        if self.clues == 1 { vec![&WAYS, &HOUSES] } else { vec![&TWO] }
    }

    fn most_work(&self) -> u64 {
        30_000
    }

    fn find(&self, view: &View, found: &mut Found) {
        let Some(refuter) = view.refuter() else { return };
        let parts = Parts::of(view);
        if parts.units.is_empty() {
            return;
        }
        let asked = if self.searched { after_cases(view, refuter, found) } else { soon(view, found) };
        let Some(asked) = asked.filter(|asked| !asked.0.is_empty()) else { return };
        let mut hits = match (self.searched, self.clues) {
            (true, clues) => searched::hits(view, refuter, &parts, clues, &asked.0, found),
            (false, 1) => near::by_one(view, refuter, &parts, &asked.0, found),
            (false, _) => near::by_two(view, refuter, &parts, &asked.0, found),
        };
        hits.order_by_key(|hit| (hit.cases, hit.id));
        let mut known = SortedSet::default();
        hits.retain(|hit| known.insert(hit.id));
        tell(view, refuter, &hits, found);
    }
}

/// The shortest of some arguments without a split, else the first with one, else what search says by itself.
fn tell(view: &View, refuter: &dyn Refuter, hits: &[Hit], found: &mut Found) {
    let mut arguments = Arguments::new(view);
    for (depth, notices) in ATTEMPTS {
        let mut steps: Vec<Step> = Vec::new();
        for hit in hits.iter().take(if found.wants_all() { usize::MAX } else { COMPARED }) {
            let step = arguments.step(hit.id, &hit.facts, depth, notices, found);
            steps.extend(step.filter(|step| step.size(view.model(), view.state()).is_for_people()));
            if found.is_spent() || depth > 0 && !steps.is_empty() && !found.wants_all() {
                break;
            }
        }
        steps.order_by_key(|step| step.difficulty);
        let steps = if found.wants_all() { steps } else { joined(view, steps) };
        for step in steps {
            found.push(step);
        }
        if !found.steps().is_empty() {
            return;
        }
    }
    let bare = hits.first().and_then(|hit| argument::bare(view, refuter, hit));
    if let Some(step) = bare {
        found.push(step);
    }
}

/// The first of these steps with all others by the same facts, as one step.
fn joined(view: &View, steps: Vec<Step>) -> Vec<Step> {
    let facts = |step: &Step| {
        step.because.last().map(|reason| match reason {
            Reason::Own(own) => own.facts(view.model()),
            _ => Vec::new(),
        })
    };
    let mut steps = steps.into_iter();
    let Some(mut first) = steps.next() else { return Vec::new() };
    let same = facts(&first);
    for step in steps.filter(|step| facts(step) == same) {
        let mut both = first.clone();
        both.because.insert(0, step.because[0].clone());
        both.eliminations.extend(step.eliminations);
        both.eliminations.order();
        if both.size(view.model(), view.state()).is_for_people() {
            first = both;
        }
    }
    vec![first]
}

/// A contradiction in a few inferences that follow from one candidate, by whatever facts.
pub(crate) struct Short;

/// Candidates whose contradictions are compared.
const FOLLOWED: usize = 16;

impl Technique for Short {
    fn info(&self) -> &'static TechniqueInfo {
        &SHORT
    }

    fn most_work(&self) -> u64 {
        30_000
    }

    fn find(&self, view: &View, found: &mut Found) {
        let Some(failing) = failing(view, found) else { return };
        let mut steps: Vec<Step> = Vec::new();
        for look in [Failing::followed, Failing::noticed] {
            let (mut closure, ids) = look(&failing, view);
            for id in ids.into_iter().take(if found.wants_all() { usize::MAX } else { FOLLOWED }) {
                let Some(refuted) = closure.refute(id, found) else { continue };
                let step = trial_step(&SHORT, view.space().candidate(id), &refuted);
                steps.extend(Some(step).filter(|step| step.size(view.model(), view.state()).is_for_people()));
                if found.is_spent() {
                    break;
                }
            }
            if !steps.is_empty() && !found.wants_all() {
                break;
            }
        }
        steps.order_by_key(|step| step.difficulty);
        for step in steps {
            found.push(step);
        }
        if failing.cut {
            found.leave_out();
        }
    }
}
