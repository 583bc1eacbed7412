//! Trial: assume a candidate and follow singles, links and clues; if this leads to a contradiction, the candidate is
//! false. The counterpart is a candidate that is false whichever candidate of a group is true. Trials can be nested:
//! depth `d + 1` is tried only if depth `d` finds nothing anywhere, so a puzzle with exactly one solution is always
//! solved.

use super::core::in_cases;
use super::unsat_core::unsat_core;
use crate::board::bits::Bits;
use crate::board::oracle::{Assumption, Exhausted, Refuter};
use crate::board::view::View;
use crate::follow::ahead::{Ahead, LookAhead};
use crate::follow::closure::{Closure, Refutation, price, trial_step};
use crate::follow::refuter_cache::refuter_cache;
use crate::step::found::Found;
use crate::step::names::{CASES, TRIAL};
use crate::step::premises::group_reason;
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo, nesting};
use crate::structure::failing::{Failing, failing, is_possible, order, smallest};
use cluewright_core::model::{CellKind, GroupId};
use cluewright_core::{Candidate, Cell, Sort};

/// The trial technique.
pub(crate) struct Trial;

/// The number of candidates whose arguments by cases are compared to choose the shortest.
const COMPARED: usize = 40;
/// After finding a contradiction, the search for a shorter one continues for this many assumptions, or for `AS_MUCH`
/// times as many as the first contradiction took, whichever is more.
const COMPARING: u32 = 300;
const AS_MUCH: u32 = 2;
/// The number of contradictions for which reasons are computed, so that the contradiction with the fewest steps can be
/// chosen.
const EXPLAINED: usize = 16;
/// The work spent on computing reasons after which no further contradictions are compared.
const EXPLAINING: u64 = 100_000;
/// The reasons of contradictions with at most this many assumptions are minimised candidate by candidate, the others
/// only cell by cell.
const CAREFUL: usize = 30;
/// Steps with at most this many assumptions are shown in full. With more assumptions, the consequences would be too
/// long to read, so only an outline is shown.
const TOLD: usize = 200;
/// The maximum number of assumptions in one step, which take up 64 MB.
const MOST: u32 = 1 << 23;
/// Unlimited depth.
const DEEP: u32 = u32::MAX;
/// The rounds of the search for nested trials, each with the limits of the look-ahead and the number of candidates to
/// try. The last round is limited only by work and memory.
const ROUNDS: &[(LookAhead, usize)] = &[
    (LookAhead { sweep: false, depth: 2, nodes: 24 }, 60),
    (LookAhead { sweep: false, depth: 2, nodes: 150 }, 12),
    (LookAhead { sweep: true, depth: 1, nodes: 5_000 }, 4),
    (LookAhead { sweep: false, depth: 3, nodes: 200 }, 6),
    (LookAhead { sweep: false, depth: DEEP, nodes: 400 }, 4),
    (LookAhead { sweep: true, depth: DEEP, nodes: 5_000 }, 3),
    (LookAhead { sweep: true, depth: DEEP, nodes: 20_000 }, 2),
    (LookAhead { sweep: true, depth: DEEP, nodes: MOST }, usize::MAX),
];

/// If a contradiction takes more assumptions than this and the solution is known, all other candidates of a cell are
/// refuted together, because each candidate would take nearly as many assumptions. On 15 hard puzzles, this reduces the
/// time to three quarters; with a limit of 1,000, it takes 4 % longer.
const TOGETHER: u32 = 100;

/// Contradictions with at most this many assumptions may be presented as a few cases.
const FEW_CASES: u32 = 10;

/// Contradictions with more assumptions than this are not compared with others.
const COMPARED_ASKED: usize = 50;
/// If a contradiction has more assumptions than this, no contradictions of other candidates of the same group are
/// searched for.
const LONG: usize = 300;
/// Contradictions of other candidates of the same group may be at most about this many times as long as the first
/// contradiction.
const AS_LONG: u32 = 4;
/// The rounds of the search with a refuter, each with the maximum number of assumptions and the number of candidates to
/// try.
const ASKED: &[(u32, usize)] = &[(1, 20), (10, 12), (100, 6), (1_000, 2), (10_000, 1), (MOST, usize::MAX)];

impl Technique for Trial {
    fn info(&self) -> &'static TechniqueInfo {
        &TRIAL
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&TRIAL, &CASES]
    }

    /// This technique is the last resort, so it continues until it finds a step.
    fn most_work(&self) -> u64 {
        u64::MAX
    }

    fn find(&self, view: &View, found: &mut Found) {
        let order = order(view);
        if order.is_empty() {
            return;
        }
        let mut closure = Closure::new(view, &TRIAL);
        for look in [Self::shallow, Self::cases, Self::nested, Self::asked] {
            look(view, &order, &mut closure, found);
            if !found.steps().is_empty() || found.is_full() {
                break;
            }
        }
    }
}

/// The candidates of all groups whose candidates may, according to the refuter, have a common consequence. If there is
/// no refuter, all candidates.
fn worthwhile(view: &View, order: &[u32], found: &mut Found) -> Vec<u32> {
    let Some(refuter) = view.refuter() else { return order.to_vec() };
    let Some(failing) = failing(view, found) else { return Vec::new() };
    let told = refuter_cache(view);
    let mut told = told.borrow_mut();
    let mut wanted = Bits::new(view.space().capacity());
    for (_, live) in view.open_groups().filter(|(_, live)| live.len() >= 2) {
        if live.iter().any(|&id| !wanted.has(id)) && told.agree(refuter, view, live, &failing.alone, found) {
            for &id in live {
                wanted.insert(id);
            }
        }
        if found.is_full() {
            return Vec::new();
        }
    }
    order.iter().copied().filter(|&id| wanted.has(id)).collect()
}

/// A lower bound for the nesting depth of this many cases, assuming two choices at each level plus one level for the
/// cell itself. Used if the cases are not listed and their depth is therefore unknown.
fn least_depth(cases: u64) -> u8 {
    cases.max(1).ilog2() as u8 + 2
}

/// A contradiction with at most `most` assumptions that a candidate leads to, if the refuter finds one.
fn refute(view: &View, refuter: &dyn Refuter, id: u32, most: u32, found: &mut Found) -> Option<Vec<Assumption>> {
    let before = refuter.work();
    let proof = refuter.refute(view.board(), view.space().candidate(id), most);
    found.spend(refuter.work() - before + 1);
    proof
}

/// The step for long contradictions, each from a different candidate. The consequences of the assumptions are not
/// shown, so the step is rated like a long step even if there are only a few assumptions.
fn outline(proofs: Vec<Vec<Assumption>>) -> Step {
    let depth = proofs.iter().map(|p| nesting(p)).max().unwrap_or(1);
    let length = proofs.iter().map(|p| p.len() as u32).fold(0, u32::saturating_add);
    Step::new(&TRIAL, Pattern::Trial { depth, length })
        .remove(proofs.iter().map(|p| p[0].candidate))
        .because(proofs.into_iter().map(|p| Reason::Outline { assumed: p.into() }))
        .harder(price(depth, u32::MAX))
}

impl Trial {
    /// Trials without nesting: reports the shortest contradictions first.
    fn shallow(view: &View, _: &[u32], _: &mut Closure, found: &mut Found) {
        let space = view.space();
        let Some(failing) = failing(view, found) else { return };
        let mut refuted: Vec<(u32, Refutation)> = Vec::new();
        for look in [Failing::followed, Failing::noticed] {
            let (mut closure, ids) = look(&failing, view);
            for id in ids {
                let dear = closure.explaining() > EXPLAINING;
                if !found.wants_all() && (refuted.len() >= EXPLAINED || (dear && !refuted.is_empty())) {
                    break;
                }
                refuted.extend(closure.refute(id, found).map(|one| (id, one)));
            }
            if !refuted.is_empty() {
                break;
            }
        }
        refuted.order_by_key(|(_, r)| r.length);
        for (id, r) in refuted {
            found.push(trial_step(&TRIAL, space.candidate(id), &r));
        }
    }

    /// Searches for nested trials in rounds. Does nothing if there is a refuter, because the refuter is used instead.
    fn nested(view: &View, order: &[u32], closure: &mut Closure, found: &mut Found) {
        if view.refuter().is_some() {
            return;
        }
        let mut ahead = Ahead::new(view);
        let wrong: Vec<u32> = order.iter().copied().filter(|&id| !is_possible(view, id)).collect();
        for &(look, tries) in ROUNDS {
            // Cells that led to contradictions before are likely to do so again.
            let merit = |id: u32| (smallest(view, id) << 16) / (1 + ahead.weight(id) as usize);
            let mut keyed: Vec<(usize, u32)> = wrong.iter().map(|&id| (merit(id), id)).collect();
            keyed.order();
            // The first contradiction would be enough, but the search continues for a while to find a shorter one.
            let (mut best, mut first, mut spent): (Option<Vec<Assumption>>, u32, u32) = (None, 0, 0);
            for &(_, id) in keyed.iter().take(tries) {
                let (tried, took) = ahead.refute(id, look, found);
                if best.is_some() {
                    spent = spent.saturating_add(took);
                } else if tried.is_some() {
                    first = took;
                }
                if let Some(assumed) = tried
                    && best.as_ref().is_none_or(|b| assumed.len() < b.len())
                {
                    best = Some(assumed);
                }
                let enough = spent > COMPARING.max(AS_MUCH.saturating_mul(first));
                if found.is_full() || (best.is_some() && (enough || look.depth == DEEP)) {
                    break;
                }
            }
            if let Some(assumed) = best {
                let step = Self::told(&assumed, closure, found);
                found.push(step.unwrap_or_else(|| outline(vec![assumed])));
                break;
            }
            if found.is_full() {
                break;
            }
        }
        ahead.leave();
    }

    /// Reports the shortest of a few nested trials found by a refuter. If it has too many assumptions to be shown in
    /// full, refutations of other candidates of the same group are added.
    fn asked(view: &View, order: &[u32], closure: &mut Closure, found: &mut Found) {
        let Some(refuter) = view.refuter() else { return };
        let Some(failing) = failing(view, found) else { return };
        refuter.forget();
        let space = view.space();
        let wrong: Vec<u32> = order.iter().copied().filter(|&id| !is_possible(view, id)).collect();
        let mut keyed: Vec<(bool, u64, u32)> = Vec::new();
        for &(most, tries) in ASKED {
            // Cells that led to contradictions before are likely to do so again; each round updates the weights.
            keyed.clear();
            keyed.extend(wrong.iter().map(|&id| {
                let weight = refuter.weight(space.candidate(id).cell).max(1.0);
                let merit = (f64::from(smallest(view, id) as u32) * 65_536.0 / weight) as u64;
                (!failing.alone.has(id), merit, id)
            }));
            keyed.order();
            if most > TOGETHER
                && let Some(candidate) = Self::promising(view, refuter)
            {
                if let Some(step) = Self::together(view, refuter, candidate, most, found) {
                    found.push(step);
                }
                if !found.steps().is_empty() || found.is_full() {
                    return;
                }
                // If there is a promising cell, only the last round also tries candidates one by one.
                if most < MOST {
                    continue;
                }
            }
            let mut best: Option<Vec<Assumption>> = None;
            let mut short: Vec<u32> = Vec::new();
            for &(.., id) in keyed.iter().take(tries) {
                let shorter = best.as_ref().map_or(most, |b| (b.len() as u32 - 1).max(most.min(FEW_CASES)));
                if shorter == 0 || found.is_full() {
                    break;
                }
                if let Some(proof) = refute(view, refuter, id, shorter, found) {
                    short.push(id);
                    if best.as_ref().is_none_or(|best| best.len() > proof.len()) {
                        best = Some(proof);
                    }
                }
                if best.as_ref().is_some_and(|b| b.len() > COMPARED_ASKED) {
                    break;
                }
            }
            if let Some(assumed) = best {
                if assumed.len() as u32 <= FEW_CASES
                    && let Some(step) = in_cases(view, &short, found)
                {
                    found.push(step);
                    return;
                }
                let mut step = unsat_core(view, refuter, assumed[0].candidate, found);
                if step.is_none() && (2..=CAREFUL).contains(&assumed.len()) {
                    step = Self::told(&assumed, closure, found);
                }
                let step = step.unwrap_or_else(|| outline(Self::rest(view, refuter, assumed, found)));
                found.push(step);
                return;
            }
            if found.is_full() {
                return;
            }
        }
        found.poll();
    }

    /// The candidate of the known solution in the most promising cell; `None` if the solution is unknown.
    fn promising(view: &View, refuter: &dyn Refuter) -> Option<Candidate> {
        let oracle = view.oracle()?;
        let infos = view.space().model().cells();
        let cells = (0..infos.len() as u16).map(Cell).filter(|&c| !view.is_placed(c));
        let grid = |c: Cell| matches!(infos[c.index()].kind, CellKind::Grid(_));
        let open = cells.filter(|&c| grid(c) && view.values(c).len() > 1);
        let merit = |&c: &Cell| refuter.weight(c).max(1.0) / f64::from(view.values(c).len() - 1);
        let cell = open.max_by(|a, b| merit(a).total_cmp(&merit(b)).then(b.cmp(a)))?;
        oracle.solution(cell).filter(|&v| view.values(cell).contains(v)).map(|v| Candidate::new(cell, v))
    }

    /// The step that proves a candidate true because all other candidates of its cell lead to contradictions.
    fn together(
        view: &View,
        refuter: &dyn Refuter,
        candidate: Candidate,
        most: u32,
        found: &mut Found,
    ) -> Option<Step> {
        let before = refuter.work();
        let exhausted = refuter.refute_others(view.board(), candidate, most);
        found.spend(refuter.work() - before + 1);
        let Exhausted { assumed, cases } = exhausted?;
        let depth = nesting(&assumed).saturating_add(1);
        let length = u32::try_from(cases).unwrap_or(u32::MAX);
        let listed = cases <= assumed.len() as u64;
        let step = Step::new(&TRIAL, Pattern::Trial { depth, length })
            .place(candidate)
            .because([Reason::Needed { candidate, assumed: assumed.into(), cases }])
            .harder(price(if listed { depth } else { least_depth(cases) }, u32::MAX));
        Some(step)
    }

    /// The given contradiction, and contradictions of similar length for the other candidates in the smallest group of
    /// its candidate.
    fn rest(view: &View, refuter: &dyn Refuter, first: Vec<Assumption>, found: &mut Found) -> Vec<Vec<Assumption>> {
        let space = view.space();
        let id = space.id(first[0].candidate);
        let most = AS_LONG * first.len() as u32 + 8;
        let mut proofs = vec![first];
        if proofs[0].len() > LONG {
            return proofs;
        }
        let groups = space.groups_of(id).iter().map(|&g| view.members(g)).filter(|m| m.len() > 1);
        if let Some(members) = groups.min_by_key(|m| m.len()) {
            for &other in members.iter().filter(|&&other| other != id && !is_possible(view, other)) {
                // Stop at a candidate whose contradiction is much longer; the candidate is tried again after the board
                // has changed.
                let Some(proof) = refute(view, refuter, other, most, found) else { break };
                proofs.push(proof);
            }
        }
        proofs
    }

    /// The step that shows a contradiction in full; `None` if the contradiction has too many assumptions or cannot be
    /// reproduced.
    fn told(assumed: &[Assumption], closure: &mut Closure, found: &mut Found) -> Option<Step> {
        if assumed.len() > TOLD {
            return None;
        }
        closure.care = assumed.len() <= CAREFUL;
        let refuted = closure.refute_by(assumed, found);
        closure.care = true;
        refuted.map(|refuted| trial_step(&TRIAL, assumed[0].candidate, &refuted))
    }

    /// Reports the common consequences of all candidates of a group.
    fn cases(view: &View, order: &[u32], closure: &mut Closure, found: &mut Found) {
        let space = view.space();
        let mut ahead = Ahead::new(view);
        let mut gone: Vec<Option<Bits>> = vec![None; space.capacity()];
        for id in worthwhile(view, order, found) {
            gone[id as usize] = ahead.gone(id, found);
            if found.is_full() {
                break;
            }
        }
        ahead.leave();
        if found.is_full() {
            return;
        }
        let mut groups: Vec<(usize, GroupId)> =
            view.open_groups().filter(|(_, live)| live.len() >= 2).map(|(g, live)| (live.len(), g)).collect();
        groups.order();
        let mut steps: Vec<Step> = Vec::new();
        let mut seen = Bits::new(space.capacity());
        for (_, group) in groups {
            let live = view.members(group);
            let mut common = view.live().clone();
            for &id in live {
                match &gone[id as usize] {
                    Some(bits) => common.and(bits),
                    None => common.clear(),
                }
            }
            common.minus(&seen);
            for victim in common.iter() {
                seen.insert(victim);
                let mut reasons = vec![group_reason(view, group)];
                let mut length = 0;
                for &id in live {
                    if closure.assume(id).is_ok() && !closure.has(victim) {
                        let case = closure.leads_to(id, 0, victim);
                        length += case.length;
                        reasons.push(case.reason);
                    }
                    closure.undo(0);
                }
                if reasons.len() <= live.len() {
                    continue;
                }
                let step = Step::new(&CASES, Pattern::Cases { group, depth: 1, length })
                    .remove([space.candidate(victim)])
                    .because(reasons)
                    .harder(price(1, length));
                steps.push(step);
                if steps.len() >= COMPARED || found.spend(closure.take_work()) {
                    break;
                }
            }
            if steps.len() >= COMPARED || found.is_full() {
                break;
            }
        }
        steps.order_by_key(|s| s.difficulty);
        for step in steps {
            found.push(step);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::state::State;
    use cluewright_core::{Board, ModelBuilder, Origin, Puzzle, Shape, Value};

    /// A refuter which claims that all other candidates fail after this many cases, without listing any cases.
    struct Search(u64);

    impl Refuter for Search {
        fn follow(&self, _: &Board, _: Candidate, _: &mut Vec<cluewright_core::ValueSet>) -> Option<bool> {
            None
        }

        fn refute(&self, _: &Board, _: Candidate, _: u32) -> Option<Vec<Assumption>> {
            None
        }

        fn refute_others(&self, _: &Board, _: Candidate, _: u32) -> Option<Exhausted> {
            Some(Exhausted { assumed: Vec::new(), cases: self.0 })
        }

        fn forget(&self) {}

        fn weight(&self, _: Cell) -> f64 {
            1.0
        }

        fn work(&self) -> u64 {
            0
        }
    }

    #[test]
    fn a_search_that_lists_nothing_is_as_hard_as_its_cases_are_many() {
        let puzzle = Puzzle::new(Shape::rectangle(1, 2, 0, 0).unwrap(), 2);
        let mut build = ModelBuilder::for_puzzle(&puzzle);
        let origin = build.origin(Origin::new("rows", "row 1"));
        build.all_different(&puzzle.shape.cells().collect::<Vec<_>>(), None, origin);
        let model = build.finish();
        let space = crate::Space::new(&model);
        let state = State::start(&model);
        let view = View::new(&space, &state, None);
        let candidate = Candidate::new(Cell(0), Value(0));
        let step = |cases| {
            let mut found = Found::new(1, u64::MAX);
            Trial::together(&view, &Search(cases), candidate, MOST, &mut found).expect("it says so")
        };
        let hard = |cases| step(cases).difficulty;
        for (fewer, more) in [(0, 2), (2, 4), (100, 200), (1_000, 1_000_000), (1 << 40, u64::MAX)] {
            assert!(hard(fewer) < hard(more), "{fewer} {more}");
        }
        // Doubling the number of cases costs as much as one more level of depth.
        assert_eq!(hard(2_000) - hard(1_000), price(2, u32::MAX) - price(1, u32::MAX));
        let text = crate::text::describe(&model, &state, &step(5_412)).short;
        assert!(text.starts_with("By a search of 5,412 cases"), "{text}");
        // The technique's name is shown before the sentence, so the sentence does not repeat it.
        assert!(step(2).technique.name == "Trial" && step(0).technique.name == "Trial");
        let assumed = |n: u16| Assumption { candidate: Candidate::new(Cell(0), Value(1)), within: u32::from(n) };
        let outline = |assumed: &[&[Assumption]]| {
            let reasons = assumed.iter().map(|all| Reason::Outline { assumed: (*all).into() });
            let step = Step::new(&TRIAL, Pattern::Trial { depth: 1, length: 1 }).because(reasons);
            crate::text::describe(&model, &state, &step).short
        };
        let (one, two) = ([assumed(0)], [assumed(1), assumed(0)]);
        assert!(outline(&[&one]).starts_with("If r1c1 were 2, a contradiction would follow: "));
        assert!(outline(&[&two]).starts_with("If r1c1 were 2, all 2 cases would end in a contradiction: "));
        assert!(outline(&[&two, &one]).starts_with("If r1c1 were 2, all 3 cases would end"));
        let needed = |cases: u64, assumed: &[Assumption]| {
            let candidate = Candidate::new(Cell(0), Value(0));
            let reason = Reason::Needed { candidate, assumed: assumed.into(), cases };
            let step = Step::new(&TRIAL, Pattern::Trial { depth: 1, length: 1 }).because([reason]);
            crate::text::describe(&model, &state, &step).short
        };
        assert!(needed(0, &[]).starts_with("Every other value of r1c1 ends in a contradiction: "));
        assert!(needed(2, &two).starts_with("With any other value of r1c1, all 2 cases end in a contradiction: "));
    }
}
