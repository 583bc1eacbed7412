//! Clue steps: what one constraint alone removes.

use super::{Found, Technique};
use crate::step::{Pattern, Reason, Step, TechniqueInfo};
use crate::view::View;
use cluewright_core::model::ConstraintId;
use cluewright_core::{Board, Candidate, Constraint};

/// What one constraint alone removes; the level says how many of its cells are still open.
pub(crate) struct Clue {
    /// 0: at most two open cells; 1: at most four; 2: any.
    pub(crate) level: usize,
}

pub(super) static CLUE: [TechniqueInfo; 3] = [
    TechniqueInfo {
        id: "clue",
        name: "Clue",
        aliases: &["clue step", "cage combinations"],
        difficulty: 18,
        source: "our figure: near a naked single",
    },
    TechniqueInfo {
        id: "clue_small",
        name: "Clue with a few cells",
        aliases: &["clue step", "cage combinations"],
        difficulty: 27,
        source: "our figure: near locked candidates",
    },
    TechniqueInfo {
        id: "clue_large",
        name: "Clue with many cells",
        aliases: &["clue step", "cage combinations"],
        difficulty: 37,
        source: "our figure: near a naked triple",
    },
];

impl Technique for Clue {
    fn info(&self) -> &'static TechniqueInfo {
        &CLUE[self.level]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let most = [2, 4, usize::MAX][self.level];
        let mut steps: Vec<Step> = Vec::new();
        let mut scratch = view.board().clone();
        for (i, posted) in view.model().constraints().iter().enumerate() {
            let id = ConstraintId(i as u32);
            let cells = posted.kind.cells();
            let open = cells.iter().filter(|&&c| view.values(c).len() > 1).count();
            if open == 0 && self.level > 0 || open > most || view.space().is_quiet(id, view.board()) {
                continue;
            }
            if found.spend(8 * cells.len() as u64) {
                return;
            }
            scratch.copy_from(view.board());
            let conflict = posted.kind.propagate(&mut scratch).is_err();
            let gone: Vec<Candidate> = if conflict {
                // It cannot hold: everything it has left is refuted. One candidate is enough to show that.
                let open = cells.iter().find(|&&c| view.values(c).len() > 1);
                let values = open.iter().flat_map(|&&c| view.values(c).iter().map(move |v| Candidate::new(c, v)));
                values.collect()
            } else {
                let lost = |&c: &cluewright_core::Cell| {
                    view.values(c).minus(scratch.values(c)).iter().map(move |v| Candidate::new(c, v))
                };
                cells.iter().flat_map(lost).collect()
            };
            if gone.is_empty() {
                view.space().set_quiet(id, view.board());
                continue;
            }
            let reasons: Vec<Reason> =
                gone.iter().map(|&g| removal_reason(view.space().blank(), view.board(), view.model(), id, g)).collect();
            let cost = view.model().origin(posted.origin).cost;
            let step = Step::new(self.info(), Pattern::Clue { constraint: id })
                .remove(gone)
                .because(reasons)
                .harder((open as u16).min(12) + cost);
            steps.push(step);
        }
        steps.sort_by_key(|s| s.difficulty);
        for step in steps {
            found.push(step);
        }
    }
}

/// Why `constraint` alone removes `gone` from `board`.
pub(crate) fn removal_reason(
    blank: &Board,
    board: &Board,
    model: &cluewright_core::Model,
    constraint: ConstraintId,
    gone: Candidate,
) -> Reason {
    let absent = model.constraint(constraint).kind.explain(board, blank, gone);
    Reason::Constraint { constraint, absent, holds: vec![gone], fails: Vec::new() }
}
