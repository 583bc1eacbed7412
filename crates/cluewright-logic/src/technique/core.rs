//! The smallest reason for an elimination: one clue, or a few clues close to each other, which together with houses
//! refute a candidate. Candidates that can be refuted by plain propagation of one or two clues are examined first, and
//! direct arguments are preferred for these; next come candidates that are refuted by a search of cases. Otherwise,
//! refutations with the fewest facts are reported first. The step is an argument with a few cases that names only the
//! facts it needs.

mod argument;
mod near;
mod parts;
mod searched;

use crate::board::oracle::{Few, Probe, Refuter};
use crate::board::view::View;
use crate::follow::closure::trial_step;
use crate::step::found::Found;
use crate::step::names::{HOUSES, SHORT, TWO, WAYS};
use crate::step::technique::Technique;
use crate::step::{Reason, Step, TechniqueInfo};
use crate::structure::failing::{Failing, failing, soon};
pub(super) use argument::{Arguments, in_cases};
use cluewright_core::{OriginId, Sort, SortedMap, SortedSet};
use parts::{COMPARED, Hit, Parts};

/// The technique that searches for the smallest reason.
pub(crate) struct Core {
    /// The number of clues to combine: one to three with a search, one or two without a search.
    pub(crate) clues: usize,
    /// Whether to search for assignments that satisfy the facts, instead of requiring that propagation alone leads to a
    /// contradiction.
    pub(crate) searched: bool,
}

/// The maximum depth of nested case splits in an argument.
pub(super) const DEEPEST: u32 = 2;

/// The maximum number of candidates for which the set of facts is minimised.
const SHRUNK: usize = 12;
/// The maximum number of candidates that are compared for one step if they are refuted by the same facts.
const TOGETHER: usize = 8;

/// The attempts to find an argument, in order: the maximum depth of nested splits, and whether stronger inferences are
/// allowed.
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
        let hits = if self.searched {
            searched::hits(view, refuter, &parts, self.clues, found)
        } else {
            let Some(asked) = soon(view, found).filter(|asked| !asked.0.is_empty()) else { return };
            let by = if self.clues == 1 { near::by_one } else { near::by_two };
            let mut hits = by(view, refuter, &parts, &asked.0, found);
            hits.order_by_key(|hit| (hit.cases, hit.id));
            let mut known = SortedSet::default();
            hits.retain(|hit| known.insert(hit.id));
            // Try direct arguments first, because they are easier than arguments with the fewest facts.
            tell(view, &hits, false, &ATTEMPTS[..2], found);
            hits
        };
        if found.is_full() {
            return;
        }
        for same in needed(view, refuter, &hits, found).chunk_by(|a, b| a.facts == b.facts) {
            if !tell(view, same, true, &ATTEMPTS, found)
                && let Some(step) = argument::bare(view, refuter, &same[0])
            {
                found.push(step);
            }
            if found.is_full() {
                return;
            }
        }
        if found.steps().is_empty() {
            tell(view, &hits, false, &ATTEMPTS, found);
        }
    }
}

/// Minimises the facts of each hit, and adds all other hits that the minimised facts also refute. Hits with the fewest
/// facts come first.
fn needed(view: &View, refuter: &dyn Refuter, hits: &[Hit], found: &mut Found) -> Vec<Hit> {
    let mut needed: Vec<Hit> = Vec::new();
    let mut known: SortedSet<u32> = SortedSet::default();
    let mut left = if found.wants_all() { usize::MAX } else { SHRUNK };
    for hit in hits {
        if left == 0 || found.is_spent() {
            break;
        }
        if known.contains(&hit.id) {
            continue;
        }
        left -= 1;
        let before = refuter.work();
        let few = refuter.facts(view.board(), view.space().candidate(hit.id), Some(&hit.facts), usize::MAX);
        found.spend(refuter.work() - before + 1);
        let Some(Few { facts, cases }) = few else { continue };
        refuter.alone(view.board(), &facts, false, &mut |alone| {
            let same = |other: &&Hit| facts.iter().all(|fact| other.facts.binary_search(fact).is_ok());
            for other in hits.iter().filter(|other| other.id != hit.id).filter(same) {
                if let Probe::Refuted(cases) = alone.probe(view.space().candidate(other.id), searched::MOST)
                    && known.insert(other.id)
                {
                    needed.push(Hit { cases, id: other.id, facts: facts.clone() });
                }
            }
        });
        known.insert(hit.id);
        needed.push(Hit { cases: cases as u32, id: hit.id, facts });
    }
    let mut least: SortedMap<Vec<OriginId>, u32> = SortedMap::default();
    for hit in &needed {
        let cases = least.or_default(hit.facts.clone());
        *cases = if *cases == 0 { hit.cases } else { hit.cases.min(*cases) };
    }
    needed.order_by_key(|hit| (hit.facts.len(), least[&hit.facts], hit.facts.clone(), hit.cases, hit.id));
    needed
}

/// Reports the shortest of several arguments without a split; if there is none, reports the first argument with a
/// split. If `needed` is set, all hits share the same facts, and one step reports everything that follows from these
/// facts; otherwise, steps name only the facts that their arguments use. If all steps are requested, the remaining
/// arguments are reported afterwards. Returns whether anything was reported.
fn tell(view: &View, hits: &[Hit], needed: bool, attempts: &[(u32, bool)], found: &mut Found) -> bool {
    let before = found.steps().len();
    let mut arguments = Arguments::new(view);
    let (compared, others) = hits.split_at(hits.len().min(if needed { TOGETHER } else { COMPARED }));
    for &(depth, notices) in attempts {
        for hits in [compared, others] {
            let mut steps: Vec<Step> = Vec::new();
            for hit in hits {
                let step = arguments.step(hit.id, &hit.facts, needed, (depth, notices), found);
                steps.extend(step.filter(|step| step.size(view.model(), view.state()).is_for_people()));
                if found.is_spent() || depth > 0 && !steps.is_empty() && !needed && !found.wants_all() {
                    break;
                }
            }
            steps.order_by_key(|step| step.difficulty);
            if let Some(step) = joined(view, &steps) {
                found.push(step);
            }
            if !found.wants_all() {
                break;
            }
            for step in steps {
                found.push(step);
            }
        }
        if found.steps().len() > before {
            return true;
        }
    }
    false
}

/// The first of these steps, merged with other steps that use the same facts as long as the result is not too long for
/// people.
fn joined(view: &View, steps: &[Step]) -> Option<Step> {
    let facts = |step: &Step| {
        step.because.last().map(|reason| match reason {
            Reason::Own(own) => own.facts(view.model()),
            _ => Vec::new(),
        })
    };
    let (one, others) = steps.split_first()?;
    let (mut first, same) = (one.clone(), facts(one));
    for step in others.iter().filter(|step| facts(step) == same) {
        let mut both = first.clone();
        both.because.insert(0, step.because[0].clone());
        both.eliminations.extend(&step.eliminations);
        both.eliminations.order();
        if both.size(view.model(), view.state()).is_for_people() {
            first = both;
        }
    }
    Some(first)
}

/// A short contradiction: a few inferences from one candidate, which may use any facts.
pub(crate) struct Short;

/// The maximum number of candidates whose contradictions are compared.
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
