//! Words for steps that rest on cells, houses and groups: singles, locked candidates, subsets, fish, sectors.

use super::words::{Text, Words, capital, list};
use crate::board::state::State;
use crate::step::Reason;
use cluewright_core::model::{GroupId, GroupKind, SetId, Why};
use cluewright_core::{Candidate, Cell, Value, ValueSet};

impl Words<'_> {
    pub(super) fn single(&self, state: &State, group: GroupId) -> Text {
        let Some(&placed) = self.step.placements.first() else { return Text::default() };
        let (cell, value) = (self.cell(placed.cell), self.value(placed));
        match self.model.network().group(group).kind {
            GroupKind::House(set, _) => {
                let name = self.model.set_name(set);
                let short = if self.step.technique.id == "full_house" {
                    format!("{cell} is {value}, the only one missing from {name}.")
                } else {
                    format!("{cell} is {value}: it is the only place left for {value} in {name}.")
                };
                Text { short, details: Vec::new() }
            }
            GroupKind::Posted(i) => {
                let name = self.model.origin_text(self.model.posted_groups()[i as usize].origin);
                Text { short: format!("{cell} is {value}: nothing else is left for {name}."), details: Vec::new() }
            }
            GroupKind::Cell(_) => {
                let short = format!("{cell} is {value}: everything else is ruled out for this cell.");
                Text { short, details: self.ruled_out(state, placed) }
            }
        }
    }

    /// Who rules out the other values of a cell, as far as filled-in cells do.
    fn ruled_out(&self, state: &State, placed: Candidate) -> Vec<String> {
        let network = self.model.network();
        let mut parts = Vec::new();
        let mut earlier = Vec::new();
        for v in self.model.cells()[placed.cell.index()].domain.without(placed.value) {
            let here = Candidate::new(placed.cell, v);
            let by = network.neighbours(placed.cell).iter().find_map(|near| {
                let there = Candidate::new(near.cell, state.board.fixed(near.cell)?);
                (state.placed.contains(near.cell) && network.sees(there, here)).then_some(there)
            });
            match by.and_then(|b| network.why(self.model, b, here).map(|why| (b, why))) {
                Some((b, why)) => {
                    parts.push(format!("{} by {} ({})", self.value(here), self.cell(b.cell), self.why(why)));
                }
                None => earlier.push(self.value(here)),
            }
        }
        let mut details = Vec::new();
        if !parts.is_empty() {
            details.push(format!("Ruled out are {}.", list(parts.into_iter(), "and")));
        }
        if !earlier.is_empty() {
            let (verb, noun) = if earlier.len() == 1 { ("was", "it") } else { ("were", "they") };
            details.push(format!(
                "{} {verb} ruled out before: by earlier steps, or {noun} never fitted the clues.",
                list(earlier.into_iter(), "and")
            ));
        }
        details
    }

    pub(super) fn locked(&self, state: &State, group: GroupId) -> Text {
        let live = self.live(group);
        let cells: Vec<Cell> = live.iter().map(|c| c.cell).collect();
        let names = self.link_names();
        let mut details = self.links_to_victims();
        let short = match self.model.network().group(group).kind {
            GroupKind::Cell(cell) => {
                let options = list(live.iter().map(|&c| self.value(c)), "or");
                let effect = if names.len() == 1 { self.effect(state) } else { self.effect_of_many(state) };
                let many = names.len() > 4;
                let names = if many { "what it sees".to_owned() } else { list(names.into_iter(), "and") };
                let effect = if many { self.effect(state) } else { effect };
                capital(&format!("with {} being {options}, {names} {effect}: {}.", self.cell(cell), self.conclusion()))
            }
            GroupKind::House(set, _) => {
                let value = live.first().map_or_else(String::new, |&c| self.value(c));
                let places = self.cells(&cells, "or");
                let lead = format!("In {}, {value} can only go in {places}", self.model.set_name(set));
                let set = |r: &Reason| match r {
                    Reason::Link { why, .. } => matches!(why, Why::Set(_)),
                    _ => true,
                };
                if let ([one], true) = (names.as_slice(), self.step.because.iter().all(set)) {
                    // The sentence says it all.
                    details.clear();
                    let all = if cells.len() == 2 { "both" } else { "all" };
                    format!("{lead}, {all} in {one}, so it goes nowhere else there: {}.", self.conclusion())
                } else {
                    format!("{lead}, and each of these rules out the same: {}.", self.conclusion())
                }
            }
            GroupKind::Posted(i) => format!(
                "One of {} is true ({}), and each rules out {}: {}.",
                list(live.iter().map(|&c| self.candidate(c)), "and"),
                self.model.origin_text(self.model.posted_groups()[i as usize].origin),
                self.it(),
                self.conclusion()
            ),
        };
        Text { short, details }
    }

    pub(super) fn naked(&self, cells: &[Cell], values: ValueSet) -> Text {
        let numbers = self.values(cells[0], values, "and");
        let short = format!(
            "{} have only {numbers} left between them, so they use these up: {}.",
            self.cells(cells, "and"),
            self.conclusion()
        );
        Text { short, details: self.links_to_victims() }
    }

    pub(super) fn hidden(&self, set: SetId, cells: &[Cell], values: ValueSet) -> Text {
        let numbers = self.values(cells[0], values, "and");
        let short = format!(
            "In {}, {numbers} can only go in {}, so these cells hold nothing else: {}.",
            self.model.set_name(set),
            self.cells(cells, "and"),
            self.conclusion()
        );
        Text { short, details: Vec::new() }
    }

    pub(super) fn fish(&self, base: &[GroupId], cover: &[SetId], fins: &[Candidate]) -> Text {
        let house = |g: &GroupId| match self.model.network().group(*g).kind {
            GroupKind::House(set, _) => Some(self.model.set_name(set)),
            _ => None,
        };
        let live: Vec<Candidate> = base.iter().flat_map(|&g| self.live(g)).collect();
        let value = live.first().map_or_else(String::new, |&c| self.value(c));
        let (base, cover) =
            (list(base.iter().filter_map(house), "and"), list(cover.iter().map(|&s| self.model.set_name(s)), "and"));
        if !fins.is_empty() {
            let at: Vec<Cell> = fins.iter().map(|c| c.cell).collect();
            let at = self.cells(&at, "or");
            let short = format!(
                "In {base}, {value} goes only where they meet {cover}, or else in {at}; either way it is ruled out \
                 elsewhere: {}.",
                self.conclusion()
            );
            let mut details = vec![format!(
                "If none of {at} is {value}, then {base} fill {cover}, and {value} goes nowhere else there."
            )];
            details.extend(self.links_to_victims());
            return Text { short, details };
        }
        let short = format!(
            "In {base}, {value} can only go where they cross {cover}, so in {cover} it goes there and nowhere else: {}.",
            self.conclusion()
        );
        Text { short, details: Vec::new() }
    }

    pub(super) fn crossing(
        &self,
        sets: [SetId; 2],
        middle: &[Cell],
        sides: &[(Vec<Cell>, ValueSet); 2],
        values: ValueSet,
    ) -> Text {
        let cells: Vec<Cell> = middle.iter().chain(&sides[0].0).chain(&sides[1].0).copied().collect();
        let all = values | sides[0].1 | sides[1].1;
        let short = format!(
            "{} must hold {} between them, with no room for anything else: {}.",
            self.cells(&cells, "and"),
            self.values(cells[0], all, "and"),
            self.conclusion()
        );
        let details = vec![format!(
            "{} lie in both {} and {}; {} take the values {} there, {} the values {}.",
            self.cells(middle, "and"),
            self.model.set_name(sets[0]),
            self.model.set_name(sets[1]),
            self.cells(&sides[0].0, "and"),
            self.values(cells[0], sides[0].1, "and"),
            self.cells(&sides[1].0, "and"),
            self.values(cells[0], sides[1].1, "and"),
        )];
        Text { short, details }
    }

    pub(super) fn sectors(&self, cells: &[Cell], links: &[(SetId, Value)]) -> Text {
        let short = format!(
            "{} hold {} values, and their lines have room for no more: {}.",
            self.cells(cells, "and"),
            cells.len(),
            self.conclusion()
        );
        let mut sets: Vec<(SetId, Vec<String>)> = Vec::new();
        for &(set, value) in links {
            let name = self.set_value(set, value);
            match sets.iter_mut().find(|(s, _)| *s == set) {
                Some((_, values)) => values.push(name),
                None => sets.push((set, vec![name])),
            }
        }
        sets.sort_by_key(|(s, _)| *s);
        let part = |(set, values): (SetId, Vec<String>)| {
            format!("{} in {}", list(values.into_iter(), "and"), self.model.set_name(set))
        };
        let rooms = list(sets.into_iter().map(part), "and");
        Text { short, details: vec![format!("Each of these is there once at most: {rooms}.")] }
    }

    pub(super) fn template(&self, value: Value) -> Text {
        let first = self.step.placements.first().or(self.step.eliminations.first());
        let v = first.map_or_else(|| value.0.to_string(), |&c| self.value(c));
        let what = if self.step.placements.is_empty() { "none" } else { "all" };
        let short =
            format!("In {what} of the ways to place {v} in the whole grid these are used: {}.", self.conclusion());
        Text { short, details: Vec::new() }
    }
}
