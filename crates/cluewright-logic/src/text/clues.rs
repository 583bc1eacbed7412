//! Words for steps that rest on constraints: alone, with a group, in pairs, in chains.

use super::lengths::fit;
use super::words::{Text, Words, and_so_on, capital, clauses};
use crate::board::state::State;
use crate::step::Reason;
use cluewright_core::model::ConstraintId;
use cluewright_core::{Candidate, Cell, Sort, ValueSet};

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
        let of = |(rest, cells): &(String, Vec<Cell>)| format!("{rest} for {}", self.cells(cells, "and"));
        if !left.is_empty() {
            let left: Vec<String> = left.iter().map(of).collect();
            parts.push(format!("leaves only {}", fit(&left, 120, "and")));
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
        Text { short: format!("{name} {}.", self.effect(state)), details: self.in_turn(state, "it") }
    }

    /// Why the candidates that go do, constraint by constraint, each on the board that those before it leave.
    pub(super) fn in_turn(&self, state: &State, what: &str) -> Vec<String> {
        let mut board = state.board.clone();
        let mut lines: Vec<String> = Vec::new();
        for part in self.step.in_turn() {
            let words = Words { model: self.model, step: &part };
            let argument = match part.because.first() {
                Some(Reason::Constraint { constraint, .. }) => {
                    words.argument(&board, &self.model.constraint(*constraint).kind, what)
                }
                Some(Reason::Balance { balance, .. }) => words.argument(&board, &balance.sum, what),
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
        // Values with the same places are said together.
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
        let places = |(cells, values): &(Vec<Cell>, ValueSet)| {
            format!("{} in {}", self.values(cells[0], *values, "and"), self.cells(cells, "or"))
        };
        let sets: Vec<String> = sets.iter().map(places).collect();
        let short = match sets.as_slice() {
            [one] => format!("{name} must have {one}, and each of these rules out the same"),
            _ => format!("{name} must have {}, and wherever these are, the same goes", clauses(&sets)),
        };
        let short = format!("{short}: {}.", self.conclusion());
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
