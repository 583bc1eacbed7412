//! What one constraint implies without removing anything by itself: links and strong sets, observed by assuming and
//! propagating that constraint alone.
//!
//! A candidate that, with the constraint's help, sees every place of a group is false ("if this were 9, the cage would
//! leave no place for 8 in the row"). A value the constraint must have somewhere is false wherever all those places
//! are seen ("the cage must contain 9").

use super::clue::removal_reason;
use super::{Found, Technique, all_linked, candidates, group_reason, link_reason};
use crate::bits::Bits;
use crate::closure::clash_reasons;
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use crate::view::View;
use cluewright_core::model::ConstraintId;
use cluewright_core::{Board, Candidate, Cell, Constraint, ValueSet};

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

/// Constraints with more open cells are nobody's way to reason.
const MOST_OPEN: usize = 10;

impl Technique for Implied {
    fn info(&self) -> &'static TechniqueInfo {
        &CLUE_CONTAINS
    }

    fn infos(&self) -> Vec<&'static TechniqueInfo> {
        vec![&CLUE_CONTAINS, &CLUE_LINKS]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let mut scratch = view.board().clone();
        let constraints = view.model().constraints();
        for links in [false, true] {
            for (i, posted) in constraints.iter().enumerate() {
                let id = ConstraintId(i as u32);
                let cells: Vec<Cell> =
                    posted.kind.cells().iter().copied().filter(|&c| view.values(c).len() > 1).collect();
                if cells.len() < 2 || cells.len() > MOST_OPEN {
                    continue;
                }
                if links {
                    observe_links(view, id, &cells, &mut scratch, found);
                } else {
                    observe_sets(view, id, &cells, &mut scratch, found);
                }
                if found.is_full() {
                    return;
                }
            }
        }
    }
}

/// Values the constraint must have in one of two or more places.
fn observe_sets(view: &View, id: ConstraintId, cells: &[Cell], scratch: &mut Board, found: &mut Found) {
    let kind = &view.model().constraint(id).kind;
    let values = cells.iter().fold(ValueSet::EMPTY, |all, &c| all | view.values(c));
    for value in values {
        let places: Vec<u32> = view.places(cells, value);
        // A value already there is the clue's own business.
        let there = kind.cells().iter().any(|&c| view.board().fixed(c) == Some(value));
        if places.len() < 2 || there || same_start(view, cells).is_none() {
            continue;
        }
        let seen = view.seen_by_all(places.iter().copied());
        if seen.is_empty() {
            continue;
        }
        if found.spend(4 * cells.len() as u64) {
            return;
        }
        scratch.copy_from(view.board());
        let mut gone = Ok(());
        for &p in &places {
            let c = view.space().candidate(p);
            gone = gone.and(scratch.remove(c.cell, c.value));
        }
        if gone.is_err() {
            continue;
        }
        let without = scratch.clone();
        if kind.propagate(scratch).is_ok() {
            continue;
        }
        let places: Vec<Candidate> = places.iter().map(|&p| view.space().candidate(p)).collect();
        let mut absent = clash_reasons(kind, &without, view.space().blank());
        absent.retain(|c| !places.contains(c));
        let victims = candidates(view, &seen);
        let links = all_linked(view, &victims, &places);
        let reason = Reason::Constraint { constraint: id, absent, holds: Vec::new(), fails: places.clone() };
        let step = Step::new(&CLUE_CONTAINS, Pattern::ClueContains { constraint: id, places })
            .remove(victims)
            .because([reason])
            .because(links)
            .harder(cells.len() as u16 + view.model().origin(view.model().constraint(id).origin).cost);
        found.push(step);
        if found.is_full() {
            return;
        }
    }
}

/// Candidates of the constraint that, taken to be true, leave some group without a place.
fn observe_links(view: &View, id: ConstraintId, cells: &[Cell], scratch: &mut Board, found: &mut Found) {
    let kind = &view.model().constraint(id).kind;
    for &cell in cells {
        for value in view.values(cell) {
            if found.spend(4 * cells.len() as u64) {
                return;
            }
            let x = Candidate::new(cell, value);
            scratch.copy_from(view.board());
            if scratch.fix(cell, value).is_err() || kind.propagate(scratch).is_err() {
                continue;
            }
            let mut gone = Bits::new(view.space().room());
            for &c in cells.iter().filter(|&&c| c != cell) {
                for v in view.values(c).minus(scratch.values(c)) {
                    gone.insert(view.space().id(Candidate::new(c, v)));
                }
            }
            if gone.is_empty() {
                continue;
            }
            let mut all = gone.clone();
            all.or(view.space().sees(view.space().id(x)));
            let mut groups: Vec<_> = gone.iter().flat_map(|m| view.space().groups_of(m).iter().copied()).collect();
            groups.sort_unstable();
            groups.dedup();
            let Some(&group) = groups.iter().find(|&&g| view.members(g).iter().all(|&m| all.has(m))) else { continue };
            let mut reasons = vec![group_reason(view, group)];
            let mut fixed = view.board().clone();
            // The candidate's own cell: fixed by the assumption, which is among the reasons.
            let _ = fixed.fix(cell, value);
            for m in view.live_of(group) {
                if let Some(link) = link_reason(view, x, m) {
                    reasons.push(link);
                } else if m.cell != cell {
                    let Reason::Constraint { mut absent, .. } =
                        removal_reason(view.space().blank(), &fixed, view.model(), id, m)
                    else {
                        continue;
                    };
                    absent.retain(|c| c.cell != cell);
                    reasons.push(Reason::Constraint { constraint: id, absent, holds: vec![x, m], fails: Vec::new() });
                }
            }
            let step = Step::new(&CLUE_LINKS, Pattern::ClueLinks { constraint: id, group })
                .remove([x])
                .because(reasons)
                .harder(cells.len() as u16 + view.model().origin(view.model().constraint(id).origin).cost);
            found.push(step);
            if found.is_full() {
                return;
            }
        }
    }
}

/// The number that value 0 stands for, when it is the same in all these cells.
fn same_start(view: &View, cells: &[Cell]) -> Option<i32> {
    let first = view.board().first(*cells.first()?);
    cells.iter().all(|&c| view.board().first(c) == first).then_some(first)
}
