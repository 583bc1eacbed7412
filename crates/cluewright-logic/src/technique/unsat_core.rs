//! The last resort for people: a few rules, houses and clues that refute a candidate in the current position. A refuter
//! finds these facts by leaving out facts that are not needed; the checker proves the refutation independently.

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

/// The maximum number of facts, because people cannot keep track of more.
const MOST: usize = 40;
/// The maximum number of facts that one sentence can name.
const NAMED: usize = 8;

/// The step in which a few facts refute a candidate: an argument if one is found (rated as a trial if the argument is
/// too long for people), otherwise a list of at most [`NAMED`] facts. `None` if neither is possible, or if the puzzle
/// has no clues, because the step would then only list houses.
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
