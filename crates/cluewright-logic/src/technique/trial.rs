//! Trial: assume a candidate, follow singles, links and clues, and when that ends in a contradiction the candidate is
//! false. Its counterpart: what is false whichever candidate of a group is true. Trials nest: depth `d + 1` is tried
//! only when depth `d` finds nothing anywhere, so a puzzle with one solution is never left stuck.

use super::{Found, Technique, group_reason};
use crate::ahead::{Ahead, Look};
use crate::bits::Bits;
use crate::closure::{Closure, Refutation, price, trial_step};
use crate::oracle::{Exhausted, Refuter};
use crate::step::{Assumption, Pattern, Reason, Step, TechniqueInfo, nesting};
use crate::view::View;
use cluewright_core::model::{CellKind, GroupId};
use cluewright_core::{Candidate, Cell};

/// See the file's first lines.
pub(crate) struct Trial;

pub(crate) static TRIAL: TechniqueInfo = TechniqueInfo {
    id: "trial",
    name: "Trial",
    aliases: &["contradiction", "nishio", "forcing net contradiction", "1303", "bowman's bingo"],
    difficulty: 80,
    source: "Sudoku Explainer: from 7.5; each level of nesting adds 3",
};
pub(crate) static CASES: TechniqueInfo = TechniqueInfo {
    id: "cases",
    name: "All Cases",
    aliases: &["verity", "cell forcing", "unit forcing", "1304"],
    difficulty: 84,
    source: "Sudoku Explainer: from 8.0",
};

/// How many candidates' cases are compared for the shortest before one is taken.
const COMPARED: usize = 40;
/// Work spent on looking for a shorter contradiction once there is one.
const COMPARING: u64 = 1_000_000;
/// The same with nested trials, and how many times what the first one took.
const COMPARING_NESTED: u64 = 100_000;
const AS_MUCH: u64 = 2;
/// Contradictions whose reasons are worked out, to take the one with the fewest steps.
const EXPLAINED: usize = 4;
/// Work of finding their reasons after which no more are compared.
const EXPLAINING: u64 = 100_000;
/// So many times that much, and reasons are dear: with a refuter to ask, only short contradictions are told.
const DEAR: u64 = 10;
/// A contradiction found in an earlier position is made before new ones are looked for, unless it is longer than the
/// shortest one was by more than this.
const LONGER: u32 = 3;
/// Assumptions in a contradiction up to which its reasons are worked out with care.
const CAREFUL: usize = 30;
/// With more assumptions nobody wants to read what follows in each: then they are an outline.
const TOLD: usize = 200;
/// Most assumptions in one step: 64 MB of them.
const MOST: u32 = 1 << 23;
/// Any depth.
const DEEP: u32 = u32::MAX;
/// Nested trials are looked for in rounds: how far, and for how many candidates. The last
/// one knows no bounds but work and memory. The first round is the one before that which last found something.
const ROUNDS: &[(Look, usize)] = &[
    (Look { sweep: false, depth: 2, nodes: 24 }, 60),
    (Look { sweep: false, depth: 2, nodes: 150 }, 12),
    (Look { sweep: true, depth: 1, nodes: 5_000 }, 4),
    (Look { sweep: false, depth: 3, nodes: 200 }, 6),
    (Look { sweep: false, depth: DEEP, nodes: 400 }, 4),
    (Look { sweep: true, depth: DEEP, nodes: 5_000 }, 3),
    (Look { sweep: true, depth: DEEP, nodes: 20_000 }, 2),
    (Look { sweep: true, depth: DEEP, nodes: MOST }, usize::MAX),
];

/// When a contradiction takes more assumptions than this and the solution is known, all others of a cell are refuted
/// together: each of them would take nearly as many. Over 15 hard puzzles it takes three quarters of the time; with 1,000
/// here, 4 % more.
const TOGETHER: u32 = 100;

/// With a refuter only this, for what is two deep; it is asked for what that does not find. Once it had to be asked,
/// this is left out until one of its answers is short again.
const SHORT: &[(Look, usize)] = &[(Look { sweep: false, depth: 2, nodes: 24 }, 20)];

/// Contradictions of more assumptions than this are not compared with others.
const COMPARED_ASKED: usize = 50;
/// After one of more than this nobody looks for others of the same group.
const LONG: usize = 300;
/// A contradiction of another candidate of the same group may be so many times as long.
const AS_LONG: u32 = 4;
/// The same with a refuter: most assumptions, and for how many candidates.
const ASKED: &[(u32, usize)] = &[(1, 20), (10, 12), (100, 6), (1_000, 2), (10_000, 1), (MOST, usize::MAX)];

impl Technique for Trial {
    fn info(&self) -> &'static TechniqueInfo {
        &TRIAL
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&TRIAL, &CASES]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let order = order(view);
        if order.is_empty() {
            return;
        }
        let mut ahead = Ahead::of(view, view.space().take_ahead());
        let mut closure = Closure::new(view, &TRIAL);
        for look in [Self::shallow, Self::cases, Self::nested, Self::asked] {
            look(view, &order, &mut ahead, &mut closure, found);
            if !found.steps().is_empty() || found.is_full() {
                break;
            }
        }
        view.space().put_ahead(ahead);
    }
}

fn is_possible(view: &View, id: u32) -> bool {
    view.oracle().and_then(|o| o.is_possible(view.space().candidate(id))) == Some(true)
}

/// Candidates that alone lead to a contradiction, those that do so soonest first; known ones and new ones.
pub(super) fn scan(view: &View, order: &[u32], ahead: &mut Ahead, found: &mut Found) -> Vec<u32> {
    let mut refuted: Vec<(u32, u32)> = Vec::new();
    let mut spent = 0;
    for &id in order.iter().filter(|&&id| !is_possible(view, id)) {
        if found.is_full() || (spent > COMPARING && !found.wants_all()) {
            break;
        }
        let before = found.work_left();
        let may_fall = ahead.known(id).is_some() || ahead.told.may_fall(view, id, found);
        if may_fall {
            refuted.extend(ahead.refuted(view.space(), id, found).map(|size| (size, id)));
        }
        if !refuted.is_empty() {
            spent += before - found.work_left();
        }
    }
    refuted.sort_unstable();
    refuted.into_iter().map(|(_, id)| id).collect()
}

/// Candidates known already to lead to a contradiction alone, those that do so soonest first.
pub(super) fn known(order: &[u32], ahead: &Ahead) -> Vec<u32> {
    let mut known: Vec<(u32, u32)> = order.iter().filter_map(|&id| ahead.known(id).map(|size| (size, id))).collect();
    known.sort_unstable();
    known.into_iter().map(|(_, id)| id).collect()
}

/// The candidates of groups that may lead to the same in every case, as far as somebody can be asked.
fn worthwhile(view: &View, order: &[u32], ahead: &mut Ahead, found: &mut Found) -> Vec<u32> {
    let Some(refuter) = view.refuter() else { return order.to_vec() };
    let mut wanted = Bits::new(view.space().room());
    for (_, live) in view.open_groups().filter(|(_, live)| live.len() >= 2) {
        if live.iter().any(|&id| !wanted.has(id)) && ahead.told.agree(refuter, view, live, found) {
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

/// Open candidates, those of the smallest groups first: they fail soonest and read best.
pub(super) fn order(view: &View) -> Vec<u32> {
    let mut keyed: Vec<(usize, u32)> = view
        .live()
        .iter()
        .filter(|&id| !view.is_placed(view.space().candidate(id).cell))
        .map(|id| (smallest(view, id), id))
        .collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, id)| id).collect()
}

/// How many candidates the smallest group of this one has left.
fn smallest(view: &View, id: u32) -> usize {
    let sizes = view.space().groups_of(id).iter().map(|&g| view.members(g).len());
    sizes.min().unwrap_or(usize::MAX)
}

/// How deep so many cases are nested at the least: with two to choose from each time, and one more for the cell itself.
/// Where they are not listed nobody knows how deep they were.
fn least_depth(cases: u64) -> u8 {
    cases.max(1).ilog2() as u8 + 2
}

/// Contradictions with many parts, each of its own candidate. What follows in each part is not told, so however few
/// they are, it is as hard as a long one.
fn outline(proofs: Vec<Vec<Assumption>>) -> Step {
    let depth = proofs.iter().map(|p| nesting(p)).max().unwrap_or(1);
    let length = proofs.iter().map(|p| p.len() as u32).fold(0, u32::saturating_add);
    Step::new(&TRIAL, Pattern::Trial { depth, length })
        .remove(proofs.iter().map(|p| p[0].candidate))
        .because(proofs.into_iter().map(|p| Reason::Outline { assumed: p.into() }))
        .harder(price(depth, u32::MAX))
}

impl Trial {
    /// One level: the shortest contradiction. What else is found is remembered for the next position: taking more
    /// candidates away only makes it shorter.
    fn shallow(view: &View, order: &[u32], ahead: &mut Ahead, closure: &mut Closure, found: &mut Found) {
        let space = view.space();
        let begun = space.explaining();
        let dear = |n: u64| space.explaining() - begun > n * EXPLAINING;
        if !found.wants_all() {
            // Of what is known the first that is about as short as the shortest was. Long ones stay long.
            let short = |id: &u32, ahead: &Ahead| ahead.shown(*id).is_none_or(|n| n <= ahead.shortest + LONGER);
            let fits = |id: &u32| short(id, ahead) && ahead.is_readable(*id);
            let list: Vec<u32> = known(order, ahead).into_iter().filter(fits).take(EXPLAINED).collect();
            for id in list {
                let Some(refuted) = closure.refute(id, found) else { continue };
                ahead.show(id, refuted.length);
                if short(&id, ahead) {
                    found.push(trial_step(&TRIAL, space.candidate(id), &refuted));
                    return;
                }
                if dear(1) {
                    break;
                }
            }
        }
        let ready = |&&id: &&u32| ahead.told.alone().has(id) && !is_possible(view, id);
        if ahead.dear && !found.wants_all() && order.iter().any(|id| ready(&id)) {
            return;
        }
        let mut refuted: Vec<(u32, Refutation)> = Vec::new();
        for id in scan(view, order, ahead, found) {
            // Whoever left clue steps unmade may have seen more ahead than a trial shows: then the next will do.
            if !found.wants_all() && (refuted.len() >= EXPLAINED || !ahead.is_readable(id) || dear(2)) {
                break;
            }
            let Some(one) = closure.refute(id, found) else { continue };
            ahead.show(id, one.length);
            refuted.push((id, one));
        }
        ahead.dear |= view.refuter().is_some() && dear(DEAR);
        refuted.sort_by_key(|(_, r)| r.length);
        ahead.shortest = refuted.first().map_or(0, |(_, r)| r.length);
        for (id, r) in refuted {
            found.push(trial_step(&TRIAL, space.candidate(id), &r));
        }
    }

    /// Trials within trials, in rounds.
    fn nested(view: &View, order: &[u32], ahead: &mut Ahead, closure: &mut Closure, found: &mut Found) {
        let space = view.space();
        // Where contradictions have come from there will be more.
        let mut keyed: Vec<(usize, u32)> = order
            .iter()
            .filter(|&&id| !is_possible(view, id))
            .map(|&id| ((smallest(view, id) << 16) / (1 + ahead.weight(space, id) as usize), id))
            .collect();
        keyed.sort_unstable();
        let rounds = if view.refuter().is_some() { SHORT } else { ROUNDS };
        for (round, &(look, tries)) in rounds.iter().enumerate().skip(ahead.round.saturating_sub(1)) {
            // The first contradiction would do; some more work is spent on looking for a shorter one.
            let (mut best, mut first, mut spent): (Option<Vec<Assumption>>, u64, u64) = (None, 0, 0);
            for &(_, id) in keyed.iter().take(tries) {
                let before = found.work_left();
                let tried = ahead.refute(space, id, look, found);
                let took = before - found.work_left();
                if best.is_some() {
                    spent += took;
                } else if tried.is_some() {
                    first = took;
                }
                if let Some(assumed) = tried
                    && best.as_ref().is_none_or(|b| assumed.len() < b.len())
                {
                    best = Some(assumed);
                }
                let enough = spent > COMPARING_NESTED.max(AS_MUCH * first).min(COMPARING);
                if found.is_full() || (best.is_some() && (enough || look.depth == DEEP)) {
                    break;
                }
            }
            if let Some(assumed) = best {
                ahead.round = round;
                let step = Self::told(&assumed, closure, found);
                found.push(step.unwrap_or_else(|| outline(vec![assumed])));
                return;
            }
            if found.is_full() {
                return;
            }
        }
    }

    /// Trials within trials that a refuter knows: the shortest of a few, and if there are too many parts to tell, what it
    /// knows of the other candidates of a group with it.
    fn asked(view: &View, order: &[u32], ahead: &mut Ahead, closure: &mut Closure, found: &mut Found) {
        let Some(refuter) = view.refuter() else { return };
        let space = view.space();
        let wrong: Vec<u32> = order.iter().copied().filter(|&id| !is_possible(view, id)).collect();
        let mut keyed: Vec<(bool, u64, u32)> = Vec::new();
        for (round, &(most, tries)) in ASKED.iter().enumerate().skip(ahead.asked.saturating_sub(1)) {
            // Where contradictions have come from there will be more; each round teaches where.
            keyed.clear();
            keyed.extend(wrong.iter().map(|&id| {
                let weight = refuter.weight(space.candidate(id).cell).max(1.0);
                let merit = (f64::from(smallest(view, id) as u32) * 65_536.0 / weight) as u64;
                (!ahead.told.alone().has(id), merit, id)
            }));
            keyed.sort_unstable();
            if most > TOGETHER
                && let Some(candidate) = Self::promising(view, refuter)
            {
                if let Some(step) = Self::together(view, refuter, candidate, most, found) {
                    (ahead.asked, ahead.round) = (round, SHORT.len() + 1);
                    found.push(step);
                }
                if !found.steps().is_empty() || found.is_full() {
                    return;
                }
                // Nobody need know more than single candidates: those are asked about last.
                if most < MOST {
                    continue;
                }
            }
            let mut best: Option<Vec<Assumption>> = None;
            let mut left = tries;
            for &(.., id) in &keyed {
                let shorter = best.as_ref().map_or(most, |b| b.len() as u32 - 1);
                if left == 0 || shorter == 0 || found.is_full() {
                    break;
                }
                if !ahead.told.is_worth(view, id, shorter) {
                    continue;
                }
                left -= 1;
                if let Some(proof) = ahead.told.proof(refuter, view, id, shorter, found) {
                    best = Some(proof.to_vec());
                }
                if best.as_ref().is_some_and(|b| b.len() > COMPARED_ASKED) {
                    break;
                }
            }
            if let Some(assumed) = best {
                ahead.asked = round;
                ahead.round = if assumed.len() > SHORT[0].0.nodes as usize { SHORT.len() + 1 } else { 0 };
                let told = if !ahead.dear && (2..=CAREFUL).contains(&assumed.len()) {
                    Self::told(&assumed, closure, found)
                } else {
                    None
                };
                let step = told.unwrap_or_else(|| outline(Self::rest(view, refuter, assumed, ahead, found)));
                found.push(step);
                return;
            }
            if found.is_full() {
                return;
            }
        }
        // Was it told to stop?
        found.spend(1 << 16);
    }

    /// A candidate of the solution, where that is known, in the most promising cell.
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

    /// That candidate, true since all others of its cell fail.
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

    /// A contradiction, and those of the others in the candidate's smallest group that are about as long.
    fn rest(
        view: &View,
        refuter: &dyn Refuter,
        first: Vec<Assumption>,
        ahead: &mut Ahead,
        found: &mut Found,
    ) -> Vec<Vec<Assumption>> {
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
                if !ahead.told.is_worth(view, other, most) {
                    continue;
                }
                // One that takes much longer is not the last: they come to it when the board has changed.
                let Some(proof) = ahead.told.proof(refuter, view, other, most, found) else { break };
                proofs.push(proof.to_vec());
            }
        }
        proofs
    }

    /// A contradiction step by step, if it has few parts and shows again.
    fn told(assumed: &[Assumption], closure: &mut Closure, found: &mut Found) -> Option<Step> {
        if assumed.len() > TOLD {
            return None;
        }
        closure.care = assumed.len() <= CAREFUL;
        let refuted = closure.refute_by(assumed, found);
        closure.care = true;
        refuted.map(|refuted| trial_step(&TRIAL, assumed[0].candidate, &refuted))
    }

    /// What every candidate of a group leads to.
    fn cases(view: &View, order: &[u32], ahead: &mut Ahead, closure: &mut Closure, found: &mut Found) {
        let space = view.space();
        if ahead.dear && !found.wants_all() {
            return;
        }
        let mut gone: Vec<Option<Bits>> = vec![None; space.room()];
        for id in worthwhile(view, order, ahead, found) {
            gone[id as usize] = ahead.gone(space, id, found);
            if found.is_full() {
                return;
            }
        }
        let mut groups: Vec<(usize, GroupId)> =
            view.open_groups().filter(|(_, live)| live.len() >= 2).map(|(g, live)| (live.len(), g)).collect();
        groups.sort_unstable();
        let mut steps: Vec<Step> = Vec::new();
        let mut seen = Bits::new(space.room());
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
        steps.sort_by_key(|s| s.difficulty);
        for step in steps {
            found.push(step);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::State;
    use cluewright_core::{Board, ModelBuilder, Origin, Puzzle, Shape, Value};

    /// Who says that everything else fails, after so many cases, and lists none.
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
        // Twice as many, one deeper.
        assert_eq!(hard(2_000) - hard(1_000), price(2, u32::MAX) - price(1, u32::MAX));
        let text = crate::text::describe(&model, &state, &step(5_412)).short;
        assert!(text.starts_with("By a search of 5,412 cases"), "{text}");
    }
}
