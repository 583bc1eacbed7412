//! How some parts of a puzzle contradict each other: the steps of a person who assumes that all of these parts hold, up to the
//! contradiction, without the steps that the contradiction does not need.

use super::clash::only;
use super::part::Part;
use crate::compiled::Compiled;
use crate::explain::walk_by;
use crate::misfit::nothing_fits;
use crate::technique_filter::TechniqueFilter;
use cluewright_logic::proof::Checker;
use cluewright_logic::text::describe;
use cluewright_logic::{Outcome, State, Step};
use cluewright_search::Limits;

/// The maximum number of steps in the path to the contradiction.
const WALKED: usize = 300;
/// The maximum number of steps in the story.
const TOLD: usize = 24;
/// The work limit for proving that a step is still valid without another step.
const PROOF: u64 = 3_000_000;

/// The story, one sentence for each step; empty if it would be too long.
pub(super) fn of(compiled: &Compiled, parts: &[Part], limits: &Limits<'_>) -> Vec<String> {
    let stop = || limits.stop.is_some_and(|stop| stop());
    let Ok(compiled) = only(compiled, parts, &stop) else { return Vec::new() };
    if let Some(clash) = compiled.contradiction(limits) {
        return vec![format!("{}.", crate::hint::capital(&clash))];
    }
    let model = compiled.model();
    let ways = TechniqueFilter { steps: WALKED, uniqueness: false, ..TechniqueFilter::default() };
    let path = walk_by(&compiled, None, &ways, None, limits, &mut |_, _| {});
    if path.outcome != Outcome::Contradiction {
        return Vec::new();
    }
    let mut steps: Vec<&Step> = path.steps.iter().collect();
    let mut checker = Checker::new(model).with_work(PROOF).stopped_by(Some(&stop));
    // Leave out large groups first, beginning at the end of the list.
    let mut group = steps.len().div_ceil(2).max(1);
    loop {
        let mut end = steps.len();
        while end > 0 && !stop() {
            let begin = end.saturating_sub(group);
            let fewer: Vec<&Step> = steps[..begin].iter().chain(&steps[end..]).copied().collect();
            if ends(&compiled, &path.start, &fewer, &mut checker).is_some() {
                steps = fewer;
            }
            end = begin;
        }
        if group == 1 {
            break;
        }
        group = group.div_ceil(2);
    }
    let Some(end) = ends(&compiled, &path.start, &steps, &mut checker).filter(|_| steps.len() <= TOLD) else {
        return Vec::new();
    };
    let mut state = path.start.clone();
    let mut lines = Vec::new();
    for step in steps {
        lines.push(describe(model, &state, step).short);
        step.apply(model, &mut state);
    }
    let then = if lines.is_empty() { "" } else { "Then " };
    let mut end = format!("{then}{end}.");
    if then.is_empty() {
        end = crate::hint::capital(&end);
    }
    lines.push(end);
    lines
}

/// The contradiction in which these steps end; `None` if one of them does not follow from those before, or if there is no
/// contradiction.
fn ends(compiled: &Compiled, start: &State, steps: &[&Step], checker: &mut Checker<'_>) -> Option<String> {
    let mut state = start.clone();
    for step in steps {
        checker.verify(&state, step).ok()?;
        step.apply(compiled.model(), &mut state);
    }
    nothing_fits(compiled, &state, "is")
}
