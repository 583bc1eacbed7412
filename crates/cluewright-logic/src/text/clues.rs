//! Words for steps that rest on constraints: alone, with a group, in pairs, in chains.

use super::words::{Text, Words, capital, clauses, list};
use crate::board::balance::Balance;
use crate::board::facts::house_total;
use crate::board::state::State;
use crate::step::{Consequence, Reason};
use cluewright_core::model::{ConstraintId, GroupId, GroupKind};
use cluewright_core::{Candidate, Cell, Constraint, Kind, OriginId, ValueSet};

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
            parts.push(format!("leaves {}", list(left.iter().map(only), "and")));
        }
        if !gone.is_empty() {
            parts.push(format!("rules out {}", clauses(&self.grouped(&gone, "in", "and"))));
        }
        parts.join(", and ")
    }

    /// The same for several subjects: `leave`, `rule out`.
    pub(super) fn effect_of_many(&self, state: &State) -> String {
        self.effect(state).replace("leaves only", "leave only").replace("rules out", "rule out")
    }

    pub(super) fn clue(&self, state: &State, constraint: ConstraintId) -> Text {
        let name = capital(&self.clue_name(constraint));
        Text { short: format!("{name} {}.", self.effect(state)), details: self.arguments("it") }
    }

    pub(super) fn tied(&self, state: &State, origin: OriginId) -> Text {
        let short = format!("{} {}.", capital(&self.model.origin_text(origin)), self.effect(state));
        let mut ways: Vec<(Cell, Vec<Candidate>)> = Vec::new();
        for reason in &self.step.because {
            let Reason::Link { a, b, .. } = reason else { continue };
            match ways.iter_mut().find(|w| w.0 == a.cell) {
                Some((_, gone)) if gone.contains(b) => {}
                Some((_, gone)) => gone.push(*b),
                None => ways.push((a.cell, vec![*b])),
            }
        }
        let line = |(from, gone): &(Cell, Vec<Candidate>)| {
            let gone = clauses(&self.grouped(gone, "in", "or")).replace(", and ", ", or ");
            format!("Nothing that is left for {} goes with {gone}.", self.cell(*from))
        };
        Text { short, details: ways.iter().map(line).collect() }
    }

    pub(super) fn balance(&self, state: &State, balance: &Balance) -> Text {
        if balance.houses.is_empty() {
            let short = format!("{} {}.", capital(&self.clues_of(balance)), self.effect(state));
            let cells = balance.sum.cells().len();
            let mut details = vec![format!("How often each value is there must add up to the {cells} cells.")];
            details.extend(self.arguments("that"));
            return Text { short, details };
        }
        let houses = list(balance.houses.iter().map(|&h| self.model.set_name(h)), "and");
        let total: i64 = balance.houses.iter().filter_map(|&h| house_total(self.model, h)).sum();
        let taken: i64 = balance.clues.iter().map(|&c| self.clue_total(c)).sum();
        let clues = match balance.clues.as_slice() {
            few if few.len() <= 3 => list(few.iter().map(|&c| self.clue_name(c)), "and"),
            many => format!("{} clues", many.len()),
        };
        let (add, take) = (verb(balance.houses.len(), "adds", "add"), verb(balance.clues.len(), "takes", "take"));
        let short = format!("{}, which {}.", self.sum(balance), self.effect(state));
        let mut details = vec![capital(&format!("{houses} {add} up to {total}, and {clues} {take} {taken} of that."))];
        if balance.clues.len() > 3 {
            let names = list(balance.clues.iter().map(|&c| self.clue_name(c)), "and");
            details.push(format!("The clues are {names}."));
        }
        details.extend(self.arguments("this sum"));
        Text { short, details }
    }

    fn clue_total(&self, constraint: ConstraintId) -> i64 {
        match &self.model.constraint(constraint).kind {
            Kind::Sum(sum) => i64::from(sum.total()),
            _ => 0,
        }
    }

    /// Why each candidate goes; those with the same reasons together.
    fn arguments(&self, what: &str) -> Vec<String> {
        let mut ways: Vec<(String, Vec<Candidate>)> = Vec::new();
        for reason in &self.step.because {
            let (Reason::Constraint { absent, holds, .. } | Reason::Balance { absent, holds, .. }) = reason else {
                continue;
            };
            let Some(&gone) = holds.first() else { continue };
            let limits = self.limits(absent);
            match ways.iter_mut().find(|(l, _)| *l == limits) {
                Some((_, list)) => list.push(gone),
                None => ways.push((limits, vec![gone])),
            }
        }
        match ways.as_slice() {
            [] => Vec::new(),
            // What goes has been said.
            [(limits, _)] if limits.is_empty() => vec!["That is so whatever its other cells are.".to_owned()],
            [(limits, _)] => vec![format!("With {limits}, there is no way to complete {what} otherwise.")],
            [first, rest @ ..] => {
                let with = |gone: &[Candidate]| clauses(&self.grouped(gone, "in", "or")).replace(", and ", ", or ");
                let part = |(limits, gone): &(String, Vec<Candidate>), none: &str| match limits.as_str() {
                    "" => format!("{none} with {}, whatever its other cells are", with(gone)),
                    _ => format!("with {limits}, {none} with {}", with(gone)),
                };
                let mut parts = vec![part(first, &format!("there is no way to complete {what}"))];
                parts.extend(rest.iter().map(|way| part(way, "none")));
                vec![capital(&format!("{}.", parts.join("; ")))]
            }
        }
    }

    pub(super) fn clue_contains(&self, constraint: Option<ConstraintId>, places: &[Candidate]) -> Text {
        let name = capital(&self.named(constraint));
        let short = format!(
            "{name} must have {}, and each of these rules out the same: {}.",
            self.node(places),
            self.conclusion()
        );
        let mut details = Vec::new();
        for reason in &self.step.because {
            if let Reason::Constraint { absent, .. } | Reason::Balance { absent, .. } = reason {
                let limits = self.limits(absent);
                let with = if limits.is_empty() { String::new() } else { format!("with {limits}, ") };
                details.push(capital(&format!("{with}there is no way to complete it otherwise.")));
            }
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
            Reason::Balance { balance, .. } if balance.houses.is_empty() => Some(self.clues_of(balance)),
            Reason::Balance { balance, .. } => Some(format!("the sum {}", self.sum(balance))),
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
        let mut details = Vec::new();
        for reason in &self.step.because {
            let (Reason::Constraint { absent, holds, .. } | Reason::Balance { absent, holds, .. }) = reason else {
                continue;
            };
            let Some(&other) = holds.get(1) else { continue };
            let name = self.source(reason).unwrap_or_default();
            let limits = self.limits(absent);
            let with = if limits.is_empty() { String::new() } else { format!("with {limits}, ") };
            let line =
                format!("{with}{name} does not allow {} and {} together.", self.candidate(gone), self.candidate(other));
            details.push(capital(&line));
        }
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

    pub(super) fn clue_pair(&self, state: &State, story: &[Consequence]) -> Text {
        let names = self.sources();
        let effect = if names.len() > 1 { self.effect_of_many(state) } else { self.effect(state) };
        let together = if names.len() > 1 { " together" } else { "" };
        let short = capital(&format!("{}{together} {effect}.", list(names.into_iter(), "and")));
        let Some(&gone) = self.step.eliminations.first() else { return Text::default() };
        let mut details = vec![format!("Suppose {}.", self.is(gone))];
        let mut at = 0;
        let mut ruled: Vec<(String, Vec<Candidate>)> = Vec::new();
        let tell = |ruled: &mut Vec<(String, Vec<Candidate>)>, details: &mut Vec<String>| {
            for (why, gone) in ruled.drain(..) {
                let gone = clauses(&self.grouped(&gone, "in", "and"));
                details.push(format!("That rules out {gone} ({why})."));
            }
        };
        for link in story {
            let reasons = &self.step.because[at..at + link.reasons as usize];
            at += link.reasons as usize;
            let why = self.consequence(link, reasons);
            if link.truth {
                tell(&mut ruled, &mut details);
                details.push(format!("So {}: {why}.", self.truth(link)));
            } else if !reasons.is_empty() {
                match ruled.iter_mut().find(|(w, _)| *w == why) {
                    Some((_, list)) => list.push(link.candidate),
                    None => ruled.push((why, vec![link.candidate])),
                }
            }
        }
        tell(&mut ruled, &mut details);
        details.push(format!("Then {}.", self.clash(self.step.because.get(at))));
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
        let mut others: Vec<String> = Vec::new();
        for reason in reasons {
            let name = match reason {
                Reason::Link { why, .. } => self.why(*why),
                Reason::Constraint { absent, .. } | Reason::Balance { absent, .. } => {
                    let limits = self.limits(absent);
                    let with = if limits.is_empty() { String::new() } else { format!(", with {limits}") };
                    format!("{}{with}", self.source(reason).unwrap_or_default())
                }
                _ => continue,
            };
            if !others.contains(&name) {
                others.push(name);
            }
        }
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

    /// What is left of the cells of which these candidates are gone: `r1c1 being 3 or 5 and r1c2 being 4`.
    fn limits(&self, absent: &[Candidate]) -> String {
        let mut cells: Vec<Cell> = absent.iter().map(|c| c.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        let part = |&cell: &Cell| {
            let gone: ValueSet = absent.iter().filter(|c| c.cell == cell).map(|c| c.value).collect();
            let left = self.model.cells()[cell.index()].domain.minus(gone);
            if gone.len() < left.len() {
                format!("{} not {}", self.cell(cell), self.values(cell, gone, "or"))
            } else {
                format!("{} being {}", self.cell(cell), self.values(cell, left, "or"))
            }
        };
        list(cells.iter().map(part), "and")
    }
}

fn verb<'w>(count: usize, one: &'w str, many: &'w str) -> &'w str {
    if count == 1 { one } else { many }
}
