//! How some parts of a puzzle contradict each other: the steps of a person who takes them for true, up to where nothing
//! fits, less those that are not needed for it.

use super::clash::only;
use super::part::Part;
use crate::compiled::Compiled;
use crate::explain::walk_by;
use crate::ways::Ways;
use cluewright_core::model::GroupKind;
use cluewright_core::{Candidate, Constraint};
use cluewright_logic::proof::Checker;
use cluewright_logic::text::describe;
use cluewright_logic::{Outcome, State, Step};
use cluewright_search::Limits;

/// Steps after which nobody would follow.
const WALKED: usize = 300;
/// Steps that are told.
const TOLD: usize = 24;
/// Work of a proof, when a step is looked at without another.
const PROOF: u64 = 3_000_000;

/// The story, a sentence each; empty when it is long.
pub(super) fn of(compiled: &Compiled, parts: &[Part], limits: &Limits<'_>) -> Vec<String> {
    let stop = || limits.stop.is_some_and(|stop| stop());
    let Ok(compiled) = compiled.with_puzzle_until(only(compiled.puzzle(), parts), &stop) else { return Vec::new() };
    if let Some(clash) = compiled.contradiction(limits) {
        return vec![format!("{}.", crate::hint::capital(&clash))];
    }
    let model = compiled.model();
    let ways = Ways { steps: WALKED, uniqueness: false, ..Ways::default() };
    let path = walk_by(&compiled, None, &ways, None, limits, &mut |_, _| {});
    if path.outcome != Outcome::Contradiction {
        return Vec::new();
    }
    let mut steps: Vec<&Step> = path.steps.iter().collect();
    let mut checker = Checker::new(model).with_work(PROOF).stopped_by(Some(&stop));
    // Many at once first, the last ones first.
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

/// How these steps end in a contradiction, if each of them follows.
fn ends(compiled: &Compiled, start: &State, steps: &[&Step], checker: &mut Checker<'_>) -> Option<String> {
    let mut state = start.clone();
    for step in steps {
        checker.verify(&state, step).ok()?;
        step.apply(compiled.model(), &mut state);
    }
    nothing_fits(compiled, &state)
}

/// What does not fit in a position: part of a sentence.
fn nothing_fits(compiled: &Compiled, state: &State) -> Option<String> {
    let model = compiled.model();
    if let Some(origin) = model.impossible() {
        return Some(format!("{} can never hold", model.origin_text(origin)));
    }
    let gone = |c: &Candidate| !state.board.has(*c);
    let empty = model.network().groups().iter().find(|group| group.candidates.iter().all(gone));
    if let Some(group) = empty {
        return Some(match group.kind {
            GroupKind::Cell(cell) => format!("nothing is left for {}", model.cell_name(cell)),
            GroupKind::House(set, value) => {
                let value = model.value_name(Candidate::new(model.set(set).cells[0], value));
                format!("there is no place left for {value} in {}", model.set_name(set))
            }
            GroupKind::Posted(i) => {
                let origin = model.posted_groups()[i as usize].origin;
                format!("nothing is left for {}", model.origin_text(origin))
            }
        });
    }
    let network = model.network();
    for cell in model.answer_cells() {
        let Some(x) = state.board.fixed(cell).map(|v| Candidate::new(cell, v)) else { continue };
        for near in network.neighbours(cell) {
            let y = state.board.fixed(near.cell).map(|v| Candidate::new(near.cell, v));
            if let Some(y) = y.filter(|y| network.sees(x, *y)) {
                let name = |c: Candidate| format!("{} in {}", model.value_name(c), model.cell_name(c.cell));
                return Some(format!("{} and {} cannot both be", name(x), name(y)));
            }
        }
    }
    let mut trial = state.board.clone();
    let fails = model.constraints().iter().find(|posted| {
        trial.copy_from(&state.board);
        posted.kind.propagate(&mut trial).is_err()
    });
    fails.map(|posted| format!("{} cannot hold", model.origin_text(posted.origin)))
}
