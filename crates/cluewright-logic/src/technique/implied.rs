//! What one constraint implies, seen together with the groups: a value it must have somewhere is false wherever all
//! those places are seen ("the cage must contain 9"); a candidate that, with some constraints' help, leaves nothing of
//! a group is false ("if this were 9, the cage would leave no place for 8 in the row").

use crate::board::view::View;
use crate::follow::consequences::{consequences, forbidding};
use crate::step::found::Found;
use crate::step::premises::{all_linked, candidates, group_reason, link_reason};
use crate::step::technique::Technique;
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use crate::structure::links::{Links, links};
use cluewright_core::model::{ConstraintId, GroupId};
use cluewright_core::{Candidate, Constraint, Sort};

/// See the file's first lines.
pub(crate) struct Implied;

static CLUE_LINKS: TechniqueInfo = TechniqueInfo {
    id: "clue_links",
    name: "Clue and Group",
    aliases: &["cage and region", "clue interaction"],
    difficulty: 36,
    source: "our figure: a clue step and a common peer together",
};
static CLUE_CONTAINS: TechniqueInfo = TechniqueInfo {
    id: "clue_contains",
    name: "Clue Must Contain",
    aliases: &["cage pointing", "cage claiming"],
    difficulty: 33,
    source: "our figure: a clue step and pointing together",
};
static CLUE_CELLS: TechniqueInfo = TechniqueInfo {
    id: "clue_cells",
    name: "Clue and Its Cells",
    aliases: &["clue with links"],
    difficulty: 35,
    source: "our figure: a clue step that minds what its cells see of each other",
};

impl Technique for Implied {
    fn info(&self) -> &'static TechniqueInfo {
        &CLUE_CONTAINS
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&CLUE_CONTAINS, &CLUE_CELLS, &CLUE_LINKS]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let before = found.steps().len();
        for id in view.space().facts() {
            let Some(seen) = consequences(view, id, found) else { return };
            for places in &seen.sets {
                contains(view, id, places, found);
            }
            if !seen.refuted.is_empty() {
                alone(view, id, &seen.refuted, found);
            }
            if found.is_full() {
                return;
            }
        }
        if found.steps().len() > before && !found.wants_all() {
            return;
        }
        let Some(links) = links(view, found) else { return };
        let links = &*links;
        observe(view, links, found);
    }
}

/// Candidates one constraint refutes together with the sets and links among its cells.
fn alone(view: &View, id: ConstraintId, refuted: &[u32], found: &mut Found) {
    let space = view.space();
    let mut gone = Vec::new();
    let mut reasons = Vec::new();
    for &x in refuted {
        let c = space.candidate(x);
        if let Some(reason) = forbidding(space, id, view.board(), vec![c], Vec::new()) {
            gone.push(c);
            reasons.push(reason);
        }
    }
    let open = space.kind(id).cells().iter().filter(|&&c| view.values(c).len() > 1).count();
    let pattern = match space.balance(id) {
        Some(balance) => Pattern::Balance { balance: std::sync::Arc::clone(balance) },
        None => Pattern::Clue { constraint: id },
    };
    let step = Step::new(&CLUE_CELLS, pattern).remove(gone).because(reasons);
    found.push(step.harder((open as u16).min(12) + space.cost(id)));
}

/// A value the constraint must have in one of these places.
fn contains(view: &View, id: ConstraintId, places: &[u32], found: &mut Found) {
    let space = view.space();
    let seen = view.seen_by_all(places.iter().copied());
    if seen.is_empty() {
        return;
    }
    let places: Vec<Candidate> = places.iter().map(|&p| space.candidate(p)).collect();
    let Some(reason) = forbidding(space, id, view.board(), Vec::new(), places.clone()) else { return };
    let victims = candidates(view, &seen);
    let links = all_linked(view, &victims, &places);
    let extra = places.len() as u16 + space.cost(id);
    let step = Step::new(&CLUE_CONTAINS, Pattern::ClueContains { constraint: id, places })
        .remove(victims)
        .because([reason])
        .because(links)
        .harder(extra);
    found.push(step);
}

/// Candidates that, taken to be true, leave some group without a place, by what they see and what constraints imply;
/// the easiest first. The reasons of one that nobody asks for are not worked out.
fn observe(view: &View, links: &Links, found: &mut Found) {
    let space = view.space();
    let mut ways: Vec<(u16, u32, GroupId, ConstraintId)> = Vec::new();
    for x in view.live().iter() {
        let Some(row) = links.row(x) else { continue };
        if found.spend(row.len() as u64 * 8) {
            return;
        }
        let mut all = row.clone();
        all.or(space.sees(x));
        let mut groups: Vec<GroupId> =
            row.iter().filter(|&y| view.live().has(y)).flat_map(|y| space.groups_of(y).iter().copied()).collect();
        groups.order();
        groups.dedup();
        let emptied = |g: &GroupId| !view.members(*g).is_empty() && view.members(*g).iter().all(|&m| all.has(m));
        let emptied: Vec<GroupId> = groups.into_iter().filter(emptied).collect();
        let Some(&group) = emptied.iter().min_by_key(|&&g| view.members(g).len()) else { continue };
        let own = space.candidate(x).cell;
        let seen = |m: &u32| space.candidate(*m).cell == own || space.sees(x).has(*m);
        let mut clues: Vec<ConstraintId> =
            view.members(group).iter().filter(|m| !seen(m)).filter_map(|&m| links.by(x, m)).collect();
        clues.order();
        clues.dedup();
        let Some(&constraint) = clues.first() else { continue };
        let cost = clues.iter().map(|&c| space.cost(c)).max().unwrap_or(0);
        let harder = view.members(group).len() as u16 + 4 * clues.len() as u16 + cost;
        ways.push((harder, x, group, constraint));
    }
    ways.order_by_key(|w| (w.0, w.1));
    for (harder, x, group, constraint) in ways {
        let mut reasons = vec![group_reason(view, group)];
        let complete = view.members(group).iter().all(|&m| {
            let why = exclusion(view, links, x, m);
            reasons.extend(why.iter().filter_map(|(reason, _)| reason.clone()));
            why.is_some()
        });
        if complete {
            let step = Step::new(&CLUE_LINKS, Pattern::ClueLinks { constraint, group });
            found.push(step.remove([space.candidate(x)]).because(reasons).harder(harder));
        }
        if found.is_full() {
            return;
        }
    }
}

/// Why two candidates are not both true: a reason, unless they are of one cell, and the constraint if it is one.
pub(super) fn exclusion(view: &View, links: &Links, x: u32, y: u32) -> Option<(Option<Reason>, Option<ConstraintId>)> {
    let space = view.space();
    let (a, b) = (space.candidate(x), space.candidate(y));
    if a.cell == b.cell {
        return Some((None, None));
    }
    if let Some(link) = link_reason(view, a, b) {
        return Some((Some(link), None));
    }
    let id = links.by(x, y)?;
    // Both ways of looking are the same fact; the propagation may see only one of them.
    let reason = forbidding(space, id, view.board(), vec![a, b], Vec::new())?;
    Some((Some(reason), Some(id)))
}
