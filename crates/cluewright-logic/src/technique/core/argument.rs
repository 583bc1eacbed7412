//! Turns a refutation into an argument with a few cases.

use super::parts::Hit;
use crate::board::oracle::{Assumption, Few, Refuter};
use crate::board::view::View;
use crate::follow::closure::{Closure, Refutation, trial_step};
use crate::follow::scope::Scope;
use crate::step::found::Found;
use crate::step::names::{HOUSES, SHORT, TRIAL, TWO, WAYS};
use crate::step::premise::Own;
use crate::step::size::is_clue;
use crate::step::{Pattern, Reason, Step};
use crate::technique::facts::Facts;
use cluewright_core::{OriginId, Sort, SortedSet};
use std::rc::Rc;

/// The maximum number of cases in one split of an argument, and the maximum number of candidates to assume while
/// searching for all arguments of one position.
const MOST_CASES: usize = 6;
const MOST_ASSUMED: u32 = 2_000;
/// The maximum numbers of facts and of search cases that a person can follow without an argument.
const MOST_FACTS: usize = 8;
const MOST_SEARCHED: u64 = 24;

/// Finds arguments that use only given facts.
pub(in crate::technique) struct Arguments<'v> {
    view: &'v View<'v>,
    /// The facts of the last call, with the tables for these facts.
    scope: Option<(Vec<OriginId>, Rc<Scope>)>,
    /// How many more candidates may be assumed.
    left: u32,
}

impl<'v> Arguments<'v> {
    pub(in crate::technique) fn new(view: &'v View<'v>) -> Self {
        Self { view, scope: None, left: MOST_ASSUMED }
    }

    /// The step that proves a candidate false by an argument with nested case splits up to `depth`. With `notices`,
    /// stronger inferences than singles and clues are allowed. If all facts are `needed`, the step names all of them,
    /// because inferences from a clue do not record which houses they used.
    pub(in crate::technique) fn step(
        &mut self,
        id: u32,
        facts: &[OriginId],
        needed: bool,
        (depth, notices): (u32, bool),
        found: &mut Found,
    ) -> Option<Step> {
        let space = self.view.space();
        if self.scope.as_ref().is_none_or(|(of, _)| of != facts) {
            self.scope = Some((facts.to_vec(), Rc::new(Scope::new(space, facts))));
        }
        let scope = Rc::clone(&self.scope.as_ref()?.1);
        let mut closure = Closure::new(self.view, &TRIAL).within(Rc::clone(&scope)).noticing(notices);
        let refuted = if depth == 0 {
            closure.refute(id, found)
        } else {
            after_split(&mut closure, id, depth, &mut self.left, found)
        };
        let Refutation { reason, length, depth, seen, .. } = refuted?;
        let mut used = SortedSet::default();
        if needed {
            used.extend(facts.iter().copied());
        } else {
            Scope::used(space, &reason, &mut used);
            for (a, b) in seen {
                used.extend(scope.by(space, a, b, &used));
            }
        }
        let step = named(self.view, used.into_iter().collect(), id, 0);
        let mut step = step.harder((length as u16).min(20) / 2 + 5 * u16::from(depth - 1));
        step.pattern = Pattern::Trial { depth, length };
        step.because.insert(0, reason);
        Some(step)
    }
}

/// The easiest step that refutes one of these candidates with a single case split and any facts; `None` if all
/// refutations are too long for people.
pub(in crate::technique) fn in_cases(view: &View, ids: &[u32], found: &mut Found) -> Option<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for notices in [false, true] {
        let mut closure = Closure::new(view, &TRIAL).noticing(notices);
        let mut left = MOST_ASSUMED;
        for &id in ids {
            let Some(refuted) = after_split(&mut closure, id, 1, &mut left, found) else { continue };
            let step = trial_step(&SHORT, view.space().candidate(id), &refuted);
            steps.extend(Some(step).filter(|step| step.size(view.model(), view.state()).is_for_people()));
        }
        if !steps.is_empty() {
            break;
        }
    }
    steps.into_iter().min_by_key(|step| step.difficulty)
}

/// A contradiction with nested case splits up to `depth`; `None` if no contradiction is found.
fn after_split(
    closure: &mut Closure<'_>,
    id: u32,
    depth: u32,
    left: &mut u32,
    found: &mut Found,
) -> Option<Refutation> {
    if closure.assume(id).is_err() {
        closure.undo(0);
        return closure.refute(id, found);
    }
    let split = split(closure, depth, left);
    closure.undo(0);
    let (_, within) = split?;
    let first = Assumption { candidate: closure.candidate(id), within: within.len() as u32 };
    let assumed: Vec<Assumption> = std::iter::once(first).chain(within).collect();
    closure.refute_by(&assumed, found)
}

/// The step for a refutation that only a search proves, with a minimised set of facts; `None` if the refutation needs
/// too many facts or cases.
pub(super) fn bare(view: &View, refuter: &dyn Refuter, hit: &Hit) -> Option<Step> {
    let candidate = view.space().candidate(hit.id);
    let Few { facts, cases } = refuter.facts(view.board(), candidate, Some(&hit.facts), usize::MAX)?;
    if facts.len() > MOST_FACTS || cases > MOST_SEARCHED {
        return None;
    }
    let step = named(view, facts, hit.id, cases.max(1));
    Some(step.harder(10 + 3 * (cases.max(1).ilog2() as u16).min(10)))
}

/// The step that follows from these facts. `cases` is the number of cases in the search, or 0 if the caller adds an
/// argument to the step.
fn named(view: &View, facts: Vec<OriginId>, id: u32, cases: u64) -> Step {
    let (model, candidate) = (view.model(), view.space().candidate(id));
    let clues: SortedSet<u32> = facts
        .iter()
        .filter(|&&f| is_clue(model, f))
        .map(|&f| model.origin(f).clue.map_or(u32::MAX - f.0, |clue| clue))
        .collect();
    let info = match (clues.len(), facts.len()) {
        (0 | 1, 1) => &WAYS,
        (0 | 1, _) => &HOUSES,
        (2 | 3, _) => &TWO,
        _ => &TRIAL,
    };
    let cost = facts.iter().map(|&f| model.origin(f).cost).max().unwrap_or(0);
    let houses = facts.len().saturating_sub(clues.len()) as u16;
    let third = 10 * clues.len().saturating_sub(2) as u16;
    let own = Own::new(Facts { candidate, who: facts, cases, argued: cases == 0 });
    let step = Step::new(info, Pattern::Own(own.clone())).because([Reason::Own(own)]);
    step.remove([candidate]).harder(houses + third + cost)
}

/// The best way to split the position into cases that all end in contradictions. Returns the cost of the split and the
/// assumptions to make.
fn split(closure: &mut Closure<'_>, depth: u32, left: &mut u32) -> Option<(usize, Vec<Assumption>)> {
    let mark = closure.mark();
    let mut best: Option<(usize, Vec<Assumption>)> = None;
    for group in closure.open_groups(MOST_CASES) {
        let mut cases: Vec<(usize, Vec<Assumption>)> = Vec::new();
        let members = closure.live(group);
        for &member in &members {
            if *left == 0 {
                return best;
            }
            *left -= 1;
            let candidate = closure.candidate(member);
            let case = match closure.assume(member) {
                Err(_) => Some((closure.mark() - mark, vec![Assumption { candidate, within: 0 }])),
                Ok(()) if depth > 1 => split(closure, depth - 1, left).map(|(cost, within)| {
                    let first = Assumption { candidate, within: within.len() as u32 };
                    (cost + closure.mark() - mark, std::iter::once(first).chain(within).collect())
                }),
                Ok(()) => None,
            };
            closure.undo(mark);
            let Some(case) = case else { break };
            cases.push(case);
        }
        if cases.len() < members.len() {
            continue;
        }
        let cost = cases.iter().map(|case| case.0).sum::<usize>();
        if best.as_ref().is_some_and(|best| best.0 <= cost) {
            continue;
        }
        // The longest case comes last: it is what remains after the other cases have been refuted, so it needs no
        // assumption.
        cases.order_by_key(|case| case.1.len());
        let last = cases.pop().map(|case| case.1[1..].to_vec()).unwrap_or_default();
        best = Some((cost, cases.into_iter().flat_map(|case| case.1).chain(last).collect()));
    }
    best
}
