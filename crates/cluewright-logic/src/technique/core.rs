//! The smallest reason: one clue, or two that lie near each other, with houses, that leave no way with a candidate. What
//! refutes a candidate by following it is looked for first, clue by clue and pair by pair, then what a search of the cases
//! shows. It is told as an argument of a few cases, which names what it needs and no more.

mod argument;
mod near;
mod parts;
mod searched;

use crate::board::oracle::Refuter;
use crate::board::view::View;
use crate::follow::closure::{Closure, trial_step};
use crate::step::found::Found;
use crate::step::names::{HOUSES, SHORT, TRIAL, TWO, WAYS};
use crate::step::technique::Technique;
use crate::step::{Step, TechniqueInfo};
use crate::structure::failing::{after_cases, failing, soon};
pub(super) use argument::{Arguments, in_cases};
use cluewright_core::{OriginId, Sort, SortedSet};
use parts::Parts;

/// See the file's first lines.
pub(crate) struct Core {
    /// One or two.
    pub(crate) clues: usize,
    /// Is it searched for ways to meet the facts, or does a contradiction have to follow by itself?
    pub(crate) searched: bool,
}

/// Candidates for which reasons are compared.
const COMPARED: usize = 4;
/// Splits of an argument into cases, one within the other.
pub(super) const DEEPEST: u32 = 2;

/// A candidate that some facts refute, and how many cases that takes.
struct Hit {
    cases: u32,
    id: u32,
    /// All facts that were asked.
    facts: Vec<OriginId>,
}

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
    for depth in 0..=DEEPEST {
        let mut steps: Vec<Step> = Vec::new();
        for hit in hits.iter().take(if found.wants_all() { usize::MAX } else { COMPARED }) {
            steps.extend(arguments.step(hit.id, &hit.facts, depth, found));
            if found.is_spent() || depth > 0 && !steps.is_empty() && !found.wants_all() {
                break;
            }
        }
        steps.order_by_key(|step| step.difficulty);
        steps.into_iter().for_each(|step| found.push(step));
        if !found.steps().is_empty() {
            return;
        }
    }
    let bare = hits.first().and_then(|hit| argument::bare(view, refuter, hit));
    bare.into_iter().for_each(|step| found.push(step));
}

/// A contradiction in a few inferences that follow from one candidate, by whatever facts.
pub(crate) struct Short;

/// Inferences that a person follows without a note; and candidates that are compared.
const FOLLOWED: u32 = 12;
const FOLLOWED_FROM: usize = 16;

impl Technique for Short {
    fn info(&self) -> &'static TechniqueInfo {
        &SHORT
    }

    fn most_work(&self) -> u64 {
        30_000
    }

    fn find(&self, view: &View, found: &mut Found) {
        let Some(failing) = failing(view, found) else { return };
        let mut closure = Closure::new(view, &TRIAL);
        let mut steps: Vec<Step> = Vec::new();
        for &(_, id) in failing.list.iter().take(if found.wants_all() { usize::MAX } else { FOLLOWED_FROM }) {
            let Some(refuted) = closure.refute(id, found).filter(|refuted| refuted.length <= FOLLOWED) else {
                continue;
            };
            steps.push(trial_step(&SHORT, view.space().candidate(id), &refuted));
            if found.is_spent() {
                break;
            }
        }
        steps.order_by_key(|step| step.difficulty);
        steps.into_iter().for_each(|step| found.push(step));
        if failing.cut {
            found.leave_out();
        }
    }
}
