//! Describes steps that rest on constraints: single constraints, constraints with a group, pairs and chains of
//! constraints.

use super::words::{Text, Words, and_so_on, capital, clauses};
use crate::board::state::State;
use crate::step::Reason;
use cluewright_core::model::ConstraintId;
use cluewright_core::{Candidate, Cell, Sort, ValueSet};

impl Words<'_> {
    pub(super) fn clue(&self, state: &State, constraint: ConstraintId) -> Text {
        self.thought(&self.clue_name(constraint), self.in_turn(state), false)
    }

    /// Explains the step's removals constraint by constraint, each on the board that is left by the previous
    /// constraints.
    pub(super) fn in_turn(&self, state: &State) -> Vec<String> {
        let mut board = state.board.clone();
        let mut lines: Vec<String> = Vec::new();
        for part in self.step.in_turn() {
            let words = Words { model: self.model, step: &part, board: &board };
            let argument = match part.because.first() {
                Some(Reason::Constraint { constraint, .. }) => {
                    words.argument(&board, &self.model.constraint(*constraint).kind)
                }
                Some(Reason::Balance { balance, .. }) => words.argument(&board, &balance.sum),
                _ => Vec::new(),
            };
            lines.extend(argument.into_iter().filter(|line| !lines.contains(line)).collect::<Vec<_>>());
            part.eliminations
                .iter()
                .for_each(|gone| board.set_values(gone.cell, board.values(gone.cell).without(gone.value)));
        }
        and_so_on(lines)
    }

    pub(super) fn clue_contains(&self, state: &State, constraint: Option<ConstraintId>) -> Text {
        let name = capital(&self.named(constraint));
        // Name values with the same places together.
        let mut sets: Vec<(Vec<Cell>, ValueSet)> = Vec::new();
        for reason in &self.step.because {
            let (Reason::Constraint { holds, fails, .. } | Reason::Balance { holds, fails, .. }) = reason else {
                continue;
            };
            let mut cells: Vec<Cell> = fails.iter().map(|c| c.cell).collect();
            cells.order();
            let (true, Some(value)) = (holds.is_empty(), fails.first().map(|c| c.value)) else { continue };
            match sets.iter_mut().find(|set| set.0 == cells) {
                Some((_, values)) => values.insert(value),
                None => sets.push((cells, ValueSet::of(value))),
            }
        }
        let told = |(cells, values): &(Vec<Cell>, ValueSet)| {
            format!("{} in {}", self.values(cells[0], *values, "and"), self.cells(cells, "or"))
        };
        let places: Vec<Candidate> = match sets.as_slice() {
            [(cells, values)] => cells.iter().flat_map(|&c| values.iter().map(move |v| Candidate::new(c, v))).collect(),
            _ => Vec::new(),
        };
        let told: Vec<String> = sets.iter().map(told).collect();
        let must = format!("{name} must have {}", clauses(&told));
        let short = match self.seen_from(&places) {
            Some(seen) => format!("{must}, and {seen}: {}.", self.conclusion()),
            None => format!("{must}; wherever that is, {}.", self.stays()),
        };
        let mut details = Vec::new();
        for reason in &self.step.because {
            let (kind, absent) = match reason {
                Reason::Constraint { constraint, absent, .. } => (&self.model.constraint(*constraint).kind, absent),
                Reason::Balance { balance, absent, .. } => (&balance.sum, absent),
                _ => continue,
            };
            details.extend(self.must(&state.board, kind, absent).filter(|line| !details.contains(line)));
        }
        details.extend(self.links_to_victims());
        Text { short, details }
    }

    /// The name of a constraint or, without a constraint, of the derived sum among the reasons.
    fn named(&self, constraint: Option<ConstraintId>) -> String {
        match constraint {
            Some(c) => self.clue_name(c),
            None => self.step.because.iter().find_map(|r| self.source(r)).unwrap_or_default(),
        }
    }

    /// The name of the constraint or sum that a reason is about; `None` for other reasons.
    fn source(&self, reason: &Reason) -> Option<String> {
        match reason {
            Reason::Constraint { constraint, .. } => Some(self.clue_name(*constraint)),
            Reason::Balance { balance, .. } => Some(self.fact(balance)),
            _ => None,
        }
    }
}
