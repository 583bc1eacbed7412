//! The last resort for people: a few rules, houses and clues that, as the marks are, leave no way with a candidate. Which
//! ones they are a refuter finds out, by leaving out what is not needed; the checker fills them in on its own.

use super::core::{ATTEMPTS, Arguments};
use super::facts::Facts;
use crate::board::oracle::{Few, Refuter};
use crate::board::view::View;
use crate::follow::closure::price;
use crate::step::found::Found;
use crate::step::names::TRIAL;
use crate::step::premise::Own;
use crate::step::{Pattern, Reason, Step};
use cluewright_core::Candidate;

/// The maximum number of facts, as people cannot keep more in view.
const MOST: usize = 40;
/// Up to this many can be named.
const NAMED: usize = 8;

/// The step that a candidate is false by a few facts: as an argument where it has few cases, else if they can be named in one
/// sentence. Where there are no clues it would only list houses: there is none then.
pub(super) fn unsat_core(view: &View, refuter: &dyn Refuter, candidate: Candidate, found: &mut Found) -> Option<Step> {
    let model = view.space().model();
    if model.constraints().is_empty() && model.origins().iter().all(|origin| origin.clue.is_none()) {
        return None;
    }
    let before = refuter.work();
    let facts = refuter.facts(view.board(), candidate, None, MOST);
    found.spend(refuter.work() - before + 1);
    let Few { facts, cases } = facts?;
    let mut arguments = Arguments::new(view);
    let id = view.space().id(candidate);
    let mut first: Option<Step> = None;
    for (depth, notices) in ATTEMPTS {
        let Some(step) = arguments.step(id, &facts, true, (depth, notices), found) else { continue };
        if step.size(model, view.state()).is_for_people() {
            return Some(step);
        }
        first.get_or_insert(step);
    }
    if let Some(mut step) = first {
        (step.technique, step.difficulty) = (&TRIAL, TRIAL.difficulty + price(2, facts.len() as u32));
        return Some(step);
    }
    if facts.len() > NAMED {
        return None;
    }
    let harder = price(2, facts.len() as u32) + (cases.ilog2() as u16).min(20);
    let own = Own::new(Facts { candidate, who: facts, cases, argued: false });
    let step = Step::new(&TRIAL, Pattern::Own(own.clone())).because([Reason::Own(own)]);
    Some(step.remove([candidate]).harder(harder))
}
