//! Trial: assume a candidate, follow singles, links and clues, and when that ends in a contradiction the candidate is
//! false. Its counterpart: what is false whichever candidate of a group is true. Trials nest: depth `d + 1` is tried
//! only when depth `d` finds nothing anywhere, so a puzzle with one solution is never left stuck.

use super::{Found, Technique, group_reason};
use crate::bits::Bits;
use crate::closure::{Closure, Refutation, price, trial_step};
use crate::space::Refuted;
use crate::step::{Pattern, Step, TechniqueInfo};
use crate::view::View;
use cluewright_core::model::GroupId;

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
/// A contradiction found in an earlier position is made before new ones are looked for, unless it is longer than the
/// shortest one was by more than this.
const LONGER: u32 = 3;
/// Nested trials are looked for in rounds: how deep, with how many assumptions each, for how many candidates. The last
/// one knows no bounds but the work.
const ROUNDS: &[(u8, u32, usize)] = &[
    (2, 24, 60),
    (2, 200, 20),
    (3, 300, 12),
    (4, 1_000, 6),
    (u8::MAX, 1_000, 6),
    (u8::MAX, 10_000, 4),
    (u8::MAX, u32::MAX, usize::MAX),
];

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
        let mut closure = Closure::new(view, &TRIAL);
        Self::shallow(view, &order, &mut closure, found);
        if !found.steps().is_empty() || found.is_full() {
            return;
        }
        Self::cases(view, &order, &mut closure, found);
        if !found.steps().is_empty() || found.is_full() {
            return;
        }
        Self::nested(view, &order, &mut closure, found);
    }
}

/// Candidates that alone lead to a contradiction, the shortest first.
pub(super) fn scan(view: &View, order: &[u32], closure: &mut Closure, found: &mut Found) -> Vec<(u32, Refutation)> {
    let mut refuted: Vec<(u32, Refutation)> = Vec::new();
    let mut spent = 0;
    for &id in order {
        if found.is_full() || (spent > COMPARING && !found.wants_all()) {
            break;
        }
        if view.oracle().and_then(|o| o.is_possible(view.space().candidate(id))) == Some(true) {
            continue;
        }
        let before = found.work_left();
        refuted.extend(closure.refute(id, 1, &mut 1, found).map(|r| (id, r)));
        if !refuted.is_empty() {
            spent += before - found.work_left();
        }
    }
    refuted.sort_by_key(|(_, r)| r.length);
    refuted
}

/// Open candidates, those of the smallest groups first: they fail soonest and read best.
pub(super) fn order(view: &View) -> Vec<u32> {
    let mut keyed: Vec<(usize, u32)> = view
        .live()
        .iter()
        .filter(|&id| !view.is_placed(view.space().candidate(id).cell))
        .map(|id| {
            let sizes = view.space().groups_of(id).iter().map(|&g| view.members(g).len());
            (sizes.min().unwrap_or(usize::MAX), id)
        })
        .collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, id)| id).collect()
}

impl Trial {
    /// One level: the shortest contradiction. What else is found is remembered for the next position: taking more
    /// candidates away only makes it shorter.
    fn shallow(view: &View, order: &[u32], closure: &mut Closure, found: &mut Found) {
        let mut known = view.space().take_refuted();
        if !found.wants_all() && !known.list.is_empty() {
            known.list.retain(|&(id, _)| {
                let c = view.space().candidate(id);
                view.board().has(c) && !view.is_placed(c.cell)
            });
            let mut best: Option<(usize, Refutation)> = None;
            for (i, &(id, _)) in known.list.iter().enumerate().take(6) {
                let refuted = closure.refute(id, 1, &mut 1, found);
                if let Some(r) = refuted.filter(|r| best.as_ref().is_none_or(|(_, b)| r.length < b.length)) {
                    best = Some((i, r));
                }
            }
            if let Some((i, r)) = best.filter(|(_, r)| r.length <= known.shortest + LONGER) {
                let (id, _) = known.list.remove(i);
                found.push(trial_step(&TRIAL, view.space().candidate(id), &r));
                view.space().put_refuted(known);
                return;
            }
        }
        let refuted = scan(view, order, closure, found);
        let shortest = refuted.first().map_or(0, |(_, r)| r.length);
        let list = refuted.iter().skip(1).map(|(id, r)| (*id, r.length)).collect();
        view.space().put_refuted(Refuted { list, shortest });
        for (id, r) in refuted {
            found.push(trial_step(&TRIAL, view.space().candidate(id), &r));
        }
    }

    /// Trials within trials, in rounds.
    fn nested(view: &View, order: &[u32], closure: &mut Closure, found: &mut Found) {
        let possible = |id: u32| view.oracle().and_then(|o| o.is_possible(view.space().candidate(id)));
        for &(depth, nodes, tries) in ROUNDS {
            // The first contradiction would do; some more work is spent on looking for a shorter one.
            let (mut best, mut spent): (Option<(u32, Refutation)>, u64) = (None, 0);
            for &id in order.iter().filter(|&&id| possible(id) != Some(true)).take(tries) {
                let before = found.work_left();
                if let Some(refuted) = closure.refute(id, depth, &mut nodes.clone(), found)
                    && best.as_ref().is_none_or(|(_, b)| refuted.length < b.length)
                {
                    best = Some((id, refuted));
                }
                if best.is_some() {
                    spent += before - found.work_left();
                }
                if found.is_full() || spent > COMPARING || (best.is_some() && depth > 4) {
                    break;
                }
            }
            if let Some((id, refuted)) = best {
                found.push(trial_step(&TRIAL, view.space().candidate(id), &refuted));
                return;
            }
            if found.is_full() {
                return;
            }
        }
    }

    /// What every candidate of a group leads to.
    fn cases(view: &View, order: &[u32], closure: &mut Closure, found: &mut Found) {
        let space = view.space();
        let mut gone: Vec<Option<Bits>> = vec![None; space.room()];
        for &id in order {
            if closure.assume(id).is_ok() {
                gone[id as usize] = Some(Bits::of(space.room(), closure.gone()));
            }
            closure.undo(0);
            if found.spend(closure.take_work()) {
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
                    if closure.assume(id).is_ok() {
                        let case = closure.leads_to(id, 0, victim);
                        length += case.length;
                        reasons.push(case.reason);
                    }
                    closure.undo(0);
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
