//! Words for steps that rest on constraints: alone, with a group, in pairs, in chains.

use super::lengths::fit;
use super::words::{Text, Words, capital};
use crate::board::state::State;
use crate::step::Reason;
use cluewright_core::model::ConstraintId;
use cluewright_core::{Candidate, Cell, ValueSet};

impl Words<'_> {
    /// What goes, seen from what is left: `leaves only 8 or 9 for r1c1 and r1c2, and rules out 1 in r1c3`.
    pub(super) fn effect(&self, state: &State) -> String {
        let mut left: Vec<(String, Vec<Cell>)> = Vec::new();
        let mut gone: Vec<Candidate> = Vec::new();
        let mut cells: Vec<Cell> = self.step.eliminations.iter().map(|c| c.cell).collect();
        cells.dedup();
        for cell in cells {
            let lost: ValueSet = self.step.eliminations.iter().filter(|c| c.cell == cell).map(|c| c.value).collect();
            let rest = state.board.values(cell).minus(lost);
            if rest.is_empty() || rest.len() > lost.len().min(4) || (lost.len() == 1 && rest.len() > 1) {
                gone.extend(lost.iter().map(|v| Candidate::new(cell, v)));
                continue;
            }
            let rest = self.values(cell, rest, "or");
            match left.iter_mut().find(|(r, _)| *r == rest) {
                Some((_, cells)) => cells.push(cell),
                None => left.push((rest, vec![cell])),
            }
        }
        let mut parts: Vec<String> = Vec::new();
        let only = |(rest, cells): &(String, Vec<Cell>)| format!("only {rest} for {}", self.cells(cells, "and"));
        if !left.is_empty() {
            let left: Vec<String> = left.iter().map(only).collect();
            parts.push(format!("leaves {}", fit(&left, 120, "and")));
        }
        if !gone.is_empty() {
            parts.push(format!("rules out {}", self.several(&gone)));
        }
        parts.join(", and ")
    }

    /// The same for several subjects: `leave`, `rule out`.
    pub(super) fn effect_of_many(&self, state: &State) -> String {
        self.effect(state).replace("leaves only", "leave only").replace("rules out", "rule out")
    }

    pub(super) fn clue(&self, state: &State, constraint: ConstraintId) -> Text {
        let name = capital(&self.clue_name(constraint));
        Text {
            short: format!("{name} {}.", self.effect(state)),
            details: self.argument(&state.board, &self.model.constraint(constraint).kind, "it"),
        }
    }

    pub(super) fn clue_contains(&self, state: &State, constraint: Option<ConstraintId>, places: &[Candidate]) -> Text {
        let name = capital(&self.named(constraint));
        let short = format!(
            "{name} must have {}, and each of these rules out the same: {}.",
            self.node(places),
            self.conclusion()
        );
        let mut details = Vec::new();
        for reason in &self.step.because {
            let (kind, absent) = match reason {
                Reason::Constraint { constraint, absent, .. } => (&self.model.constraint(*constraint).kind, absent),
                Reason::Balance { balance, absent, .. } => (&balance.sum, absent),
                _ => continue,
            };
            details.extend(self.must(&state.board, kind, absent));
        }
        details.extend(self.links_to_victims());
        Text { short, details }
    }

    /// The name of a constraint, or of the derived sum among the reasons.
    fn named(&self, constraint: Option<ConstraintId>) -> String {
        match constraint {
            Some(c) => self.clue_name(c),
            None => self.step.because.iter().find_map(|r| self.source(r)).unwrap_or_default(),
        }
    }

    /// What a constraint's reason is called.
    fn source(&self, reason: &Reason) -> Option<String> {
        match reason {
            Reason::Constraint { constraint, .. } => Some(self.clue_name(*constraint)),
            Reason::Balance { balance, .. } => Some(self.fact(balance)),
            _ => None,
        }
    }
}
