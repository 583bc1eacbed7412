//! Implications of one constraint for the cells around it: if the constraint requires a value in one of several places
//! ("the cage must contain 9"), every candidate that sees all these places is false.

use crate::board::view::View;
use crate::follow::consequences::{consequences, forbidding};
use crate::step::found::Found;
use crate::step::join::{clue_of, joined};
use crate::step::premises::{all_linked, candidates};
use crate::step::technique::Technique;
use crate::step::{Pattern, Step, TechniqueInfo};
use cluewright_core::model::ConstraintId;
use cluewright_core::{Candidate, Constraint};

/// Eliminations from what one constraint implies.
pub(crate) struct Implied;

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
        vec![&CLUE_CONTAINS, &CLUE_CELLS]
    }

    fn find(&self, view: &View, found: &mut Found) {
        let model = view.model();
        let clue = |id: ConstraintId| model.constraints().get(id.0 as usize).and_then(|c| clue_of(model, c.origin));
        let facts: Vec<ConstraintId> = view.space().facts().collect();
        for of_clue in facts.chunk_by(|a, b| clue(*a).is_some() && clue(*a) == clue(*b)) {
            let mut steps = Vec::new();
            for &id in of_clue {
                let Some(seen) = consequences(view, id, found) else { return };
                steps.extend(seen.sets.iter().filter_map(|places| contains(view, id, places)));
                steps.extend((!seen.refuted.is_empty()).then(|| alone(view, id, &seen.refuted)));
            }
            steps.retain(|step| !step.eliminations.is_empty());
            for step in joined(steps, |_| Some(())) {
                found.push(step);
            }
            if found.is_full() {
                return;
            }
        }
    }
}

/// The step for the candidates that are refuted by one constraint together with the sets and links among its cells.
fn alone(view: &View, id: ConstraintId, refuted: &[u32]) -> Step {
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
    step.harder((open as u16).min(12) + space.cost(id))
}

/// The step that follows if the constraint requires a value in one of these places; `None` if nothing is eliminated.
fn contains(view: &View, id: ConstraintId, places: &[u32]) -> Option<Step> {
    let space = view.space();
    let seen = view.seen_by_all(places.iter().copied());
    if seen.is_empty() {
        return None;
    }
    let places: Vec<Candidate> = places.iter().map(|&p| space.candidate(p)).collect();
    let reason = forbidding(space, id, view.board(), Vec::new(), places.clone())?;
    let victims = candidates(view, &seen);
    let links = all_linked(view, &victims, &places);
    let extra = places.len() as u16 + space.cost(id);
    let step = Step::new(&CLUE_CONTAINS, Pattern::ClueContains { constraint: id, places })
        .remove(victims)
        .because([reason])
        .because(links)
        .harder(extra);
    Some(step)
}
