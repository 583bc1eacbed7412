//! Words for steps that rest on constraints: alone, with a group, in pairs, in chains.

use super::lengths::fit;
use super::words::{Text, Words, capital, list};
use crate::board::state::State;
use crate::step::{Consequence, Reason};
use cluewright_core::model::{ConstraintId, GroupId, GroupKind};
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

    /// The constraints among the reasons, each once.
    fn sources(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for name in self.step.because.iter().filter_map(|r| self.source(r)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    pub(super) fn clue_links(&self, group: GroupId) -> Text {
        let names = list(self.sources().into_iter(), "and");
        let clash = Reason::Group { group, live: Vec::new() };
        let gone = self.step.eliminations.first();
        let (Some(&gone), end) = (gone, self.clash(Some(&clash))) else { return Text::default() };
        let short = format!(
            "If {} were {}, {end}, because of {names}: {}.",
            self.cell(gone.cell),
            self.value(gone),
            self.conclusion()
        );
        let mut ways: Vec<(String, Vec<Candidate>)> = Vec::new();
        for reason in &self.step.because {
            let (Reason::Constraint { absent, holds, .. } | Reason::Balance { absent, holds, .. }) = reason else {
                continue;
            };
            let Some(&other) = holds.get(1) else { continue };
            let name = self.source(reason).unwrap_or_default();
            let limits = self.limits(absent);
            let with = if limits.is_empty() { name } else { format!("with {limits}, {name}") };
            match ways.iter_mut().find(|w| w.0 == with) {
                Some((_, others)) => others.push(other),
                None => ways.push((with, vec![other])),
            }
        }
        let line = |(name, others): &(String, Vec<Candidate>)| {
            let others = fit(&self.grouped(others, "in", "or"), 120, "or");
            capital(&format!("{name} does not allow {} together with {others}.", self.candidate(gone)))
        };
        let mut details: Vec<String> = ways.iter().map(line).collect();
        details.extend(self.links_to_victims());
        Text { short, details }
    }

    pub(super) fn clue_chain(&self, links: &[Consequence]) -> Text {
        let Some(&gone) = self.step.eliminations.first() else { return Text::default() };
        let short = format!(
            "If {} were {}, a chain of consequences would come round to rule that out: {}.",
            self.cell(gone.cell),
            self.value(gone),
            self.conclusion()
        );
        let mut details = Vec::new();
        let mut before = self.is(gone);
        let mut at = 0;
        for link in links {
            let reasons = &self.step.because[at..at + link.reasons as usize];
            at += link.reasons as usize;
            let now = self.truth(link);
            details.push(format!("If {before}, then {now}: {}.", self.consequence(link, reasons)));
            before = now;
        }
        Text { short, details }
    }

    fn truth(&self, link: &Consequence) -> String {
        let not = if link.truth { "" } else { "not " };
        format!("{} is {not}{}", self.cell(link.candidate.cell), self.value(link.candidate))
    }

    /// Why a consequence follows: `row 3`, `the cage 7 at r1c1, with r1c2 being 4`, `the only place left in row 3`.
    fn consequence(&self, link: &Consequence, reasons: &[Reason]) -> String {
        let group = reasons.iter().find_map(|r| match r {
            Reason::Group { group, .. } => Some(*group),
            _ => None,
        });
        let mut by: Vec<(String, Vec<Candidate>)> = Vec::new();
        for reason in reasons {
            let (name, absent) = match reason {
                Reason::Link { why, .. } => (self.why(*why), &[][..]),
                Reason::Constraint { absent, .. } | Reason::Balance { absent, .. } => {
                    (self.source(reason).unwrap_or_default(), &absent[..])
                }
                _ => continue,
            };
            match by.iter_mut().find(|b| b.0 == name) {
                Some((_, all)) => all.extend(absent),
                None => by.push((name, absent.to_vec())),
            }
        }
        let part = |(name, mut absent): (String, Vec<Candidate>)| {
            absent.order();
            absent.dedup();
            let limits = self.limits(&absent);
            if limits.is_empty() { name } else { format!("{name}, with {limits}") }
        };
        let others: Vec<String> = by.into_iter().map(part).collect();
        let by = if others.is_empty() { String::new() } else { format!(" ({})", others.join("; ")) };
        match group.map(|g| self.model.network().group(g).kind) {
            None if others.is_empty() => "a cell holds one value".to_owned(),
            None => others.join("; "),
            Some(GroupKind::Cell(_)) => format!("nothing else is left for it{by}"),
            Some(GroupKind::House(set, _)) => {
                format!("no other place for {} is left in {}{by}", self.value(link.candidate), self.model.set_name(set))
            }
            Some(GroupKind::Posted(i)) => {
                let name = self.model.origin_text(self.model.posted_groups()[i as usize].origin);
                format!("nothing else is left for {name}{by}")
            }
        }
    }
}
