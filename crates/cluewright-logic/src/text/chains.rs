//! Describes steps that follow links from candidate to candidate: chains, wings, almost locked sets, colours.

use super::words::{Text, Words, capital, houses, list};
use crate::step::Pattern;
use cluewright_core::model::{GroupId, GroupKind};
use cluewright_core::{Candidate, Cell, Value, ValueSet};

impl Words<'_> {
    pub(super) fn chain(&self, nodes: &[Vec<Candidate>], als: &[Option<Vec<Cell>>], closed: bool) -> Text {
        let ends = (self.node(&nodes[0]), self.node(&nodes[nodes.len() - 1]));
        let short = if closed {
            format!(
                "A loop of links from {} round to {} is true one way or the other: {}.",
                ends.0,
                ends.1,
                self.conclusion()
            )
        } else if nodes[0] == nodes[nodes.len() - 1] {
            format!("If {} were not true, a chain of links would make it true: {}.", ends.0, self.conclusion())
        } else {
            let one = match (nodes[0].as_slice(), nodes[nodes.len() - 1].as_slice()) {
                ([a], [b]) if a.cell != b.cell && self.value(*a) == self.value(*b) => {
                    format!("One of {} and {} is {}", self.cell(a.cell), self.cell(b.cell), self.value(*a))
                }
                _ => format!("One of {} and {} is true", ends.0, ends.1),
            };
            let both = [nodes[0].as_slice(), nodes[nodes.len() - 1].as_slice()].concat();
            let one_value = both.iter().all(|c| self.value(*c) == self.value(both[0]));
            match self.seen_from(&both).filter(|_| one_value) {
                Some(seen) => format!("{one}, and {seen}: {}.", self.conclusion()),
                None => format!("{one}, and either way {}.", self.stays()),
            }
        };
        let mut details = Vec::new();
        for (i, pair) in nodes.chunks(2).enumerate() {
            let [a, b] = pair else { continue };
            let lead = if i == 0 { "Suppose".to_owned() } else { "Then".to_owned() };
            let verb = |n: &[Candidate]| format!("{} is false", self.node(n));
            let because = match als.get(i) {
                Some(Some(cells)) => format!(" because {} would have too few values left", self.cells(cells, "and")),
                _ => String::new(),
            };
            if i == 0 {
                details.push(format!("{lead} {}. Then {} is true{because}.", verb(a), self.node(b)));
            } else {
                details.push(format!("{lead} {}, so {} is true{because}.", verb(a), self.node(b)));
            }
        }
        details.extend(self.links_to_victims());
        Text { short, details }
    }

    pub(super) fn remote_pair(&self, cells: &[Cell], values: ValueSet) -> Text {
        let numbers = self.values(cells[0], values, "and");
        let short = format!(
            "{} hold {numbers} in turns, so what sees two of them an odd number of steps apart is neither: {}.",
            self.cells(cells, "and"),
            self.conclusion()
        );
        Text { short, details: self.links_to_victims() }
    }

    pub(super) fn wing(&self, cells: &[Cell], values: ValueSet, last: Value) -> Text {
        let z = self.value(Candidate::new(cells[0], last));
        let others = self.values(cells[0], values.without(last), "and");
        let short = format!("One of {} is {z}: {}.", self.cells(cells, "and"), self.conclusion());
        let mut details = vec![format!(
            "These {} cells have {} values between them; {others} can be there only once each, so {z} must be there.",
            cells.len(),
            values.len()
        )];
        details.extend(self.links_to_victims());
        Text { short, details }
    }

    pub(super) fn als(&self, sets: &[(Vec<Cell>, ValueSet)], commons: &[ValueSet], stem: Option<Cell>) -> Text {
        let name = |(cells, values): &(Vec<Cell>, ValueSet)| {
            format!("{} ({})", self.cells(cells, "and"), self.values(cells[0], *values, "or"))
        };
        let cell = sets[0].0[0];
        let mut details: Vec<String> = Vec::new();
        let short = if let Some(stem) = stem {
            for (set, common) in sets.iter().zip(commons) {
                details.push(format!(
                    "If {} is {}, the cells {} lose that value and hold all their others.",
                    self.cell(stem),
                    self.values(cell, *common, "or"),
                    name(set)
                ));
            }
            format!("Whatever {} is, {} is ruled out: {}.", self.cell(stem), self.it(), self.conclusion())
        } else {
            for (pair, common) in sets.windows(2).zip(commons) {
                details.push(format!(
                    "{} and {} cannot both hold {}; the one without it holds all its other values.",
                    name(&pair[0]),
                    name(&pair[1]),
                    self.values(cell, *common, "or")
                ));
            }
            let sets = list(sets.iter().map(name), "and");
            format!("Between {sets}, {} is ruled out either way: {}.", self.it(), self.conclusion())
        };
        details.extend(self.links_to_victims());
        Text { short, details }
    }

    pub(super) fn colors(&self, clusters: &[[Vec<Candidate>; 2]]) -> Text {
        let side = |c: &[Candidate]| self.node(c).replace(" or ", " and ");
        let names: Vec<String> = clusters.iter().map(|[a, b]| format!("either {}, or {}", side(a), side(b))).collect();
        let short = format!("{} is ruled out by colouring: {}.", capital(&self.it()), self.conclusion());
        let mut details: Vec<String> = names.iter().map(|n| format!("All true are {n}.")).collect();
        details.extend(self.links_to_victims());
        Text { short, details }
    }

    /// The first part of a sentence, up to the comma: why at least one of several candidates is true.
    fn one_of(&self, of: &Pattern) -> String {
        match of {
            Pattern::Locked { group } => {
                let live = self.live(*group);
                let cells: Vec<Cell> = live.iter().map(|c| c.cell).collect();
                match self.model.network().group(*group).kind {
                    GroupKind::Cell(cell) => {
                        format!("Whatever {} is ({})", self.cell(cell), list(live.iter().map(|&c| self.value(c)), "or"))
                    }
                    GroupKind::House(set, v) => format!(
                        "Wherever {} goes in {} ({})",
                        self.set_value(set, v),
                        self.model.set_name(set),
                        self.cells(&cells, "or")
                    ),
                    GroupKind::Posted(i) => {
                        let name = self.model.origin_text(self.model.posted_groups()[i as usize].origin);
                        format!("In every case of {name}")
                    }
                }
            }
            Pattern::Deadly { cells, values, guardians } => format!(
                "Assuming that the puzzle has just one solution, {} cannot hold {} alone; whichever of {} is true",
                self.cells(cells, "and"),
                self.values(cells[0], *values, "and"),
                list(guardians.iter().map(|&g| self.candidate(g)), "and")
            ),
            Pattern::Fish { base, cover, fins } => {
                let house = |g: &GroupId| match self.model.network().group(*g).kind {
                    GroupKind::House(set, _) => Some(self.model.set_name(set)),
                    _ => None,
                };
                let value = fins.first().map_or_else(String::new, |&c| self.value(c));
                let at: Vec<Cell> = fins.iter().map(|c| c.cell).collect();
                format!(
                    "In {}, {value} goes only where they meet {}, or else in {}; from each of these",
                    houses(base.iter().filter_map(house), "and"),
                    houses(cover.iter().map(|&s| self.model.set_name(s)), "and"),
                    self.cells(&at, "or")
                )
            }
            Pattern::Impossible { cells, values, guardians } => format!(
                "{} cannot hold {} alone; whichever of {} is true",
                self.cells(cells, "and"),
                self.values(cells[0], *values, "and"),
                list(guardians.iter().map(|&g| self.candidate(g)), "and")
            ),
            _ => "Whichever of them is true".to_owned(),
        }
    }

    pub(super) fn forcing(&self, of: &Pattern, chains: &[Vec<Vec<Candidate>>]) -> Text {
        let lead = self.one_of(of);
        let short = format!("{lead}, a chain of links rules out {}: {}.", self.it(), self.conclusion());
        let mut details = Vec::new();
        for chain in chains {
            let mut line = String::new();
            for (i, node) in chain.iter().enumerate() {
                let node = self.node(node);
                match i {
                    0 => line.push_str(&format!("If {node} is true, then ")),
                    i if i % 2 == 1 => line.push_str(&format!("{node} is false")),
                    _ => line.push_str(&format!(", so {node} is true, so ")),
                }
            }
            details.push(format!("{line}."));
        }
        Text { short, details }
    }
}
