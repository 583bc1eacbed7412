//! Describes patterns that must not occur: deadly patterns, patterns that no grid can contain, and values that could be
//! exchanged.

use super::words::{Text, Words, list};
use cluewright_core::{Candidate, Cell, ValueSet};

impl Words<'_> {
    pub(super) fn deadly(&self, cells: &[Cell], values: ValueSet, guardians: &[Candidate]) -> Text {
        let numbers = self.values(cells[0], values, "and");
        let shown = &cells[..cells.len().min(8)];
        let more = if cells.len() > 8 { format!(" and {} more cells", cells.len() - 8) } else { String::new() };
        let guards = list(guardians.iter().map(|&g| self.candidate(g)), "or");
        let short = format!(
            "Assuming that the puzzle has just one solution, {}{more} cannot hold {numbers} alone: {}.",
            self.cells(shown, "and"),
            self.conclusion()
        );
        let mut details = vec![
            "Otherwise these digits could be exchanged, and every rule would still hold: a second solution.".to_owned(),
            format!("So one of these is true: {guards}."),
        ];
        details.extend(self.links_to_victims());
        Text { short, details }
    }

    pub(super) fn impossible(&self, cells: &[Cell], values: ValueSet, guardians: &[Candidate]) -> Text {
        let numbers = self.values(cells[0], values, "and");
        let guards = list(guardians.iter().map(|&g| self.candidate(g)), "or");
        let (short, way) = match (values.len(), cells.len() % 2) {
            (1, _) => (
                format!("{numbers} cannot alternate round {}: {}.", self.cells(cells, "and"), self.conclusion()),
                format!("Of each two neighbours one would be {numbers} and the other not, but their number is odd."),
            ),
            (2, _) => (
                format!("{} cannot hold {numbers} alone: {}.", self.cells(cells, "and"), self.conclusion()),
                "Neighbours would hold different ones of the two, but the number of cells in this ring is odd."
                    .to_owned(),
            ),
            _ => (
                format!("{} cannot hold {numbers} alone: {}.", self.cells(cells, "and"), self.conclusion()),
                "However the values are arranged in four boxes like that, two of them clash.".to_owned(),
            ),
        };
        let mut details = vec![way, format!("So one of these is true: {guards}.")];
        details.extend(self.links_to_victims());
        Text { short, details }
    }

    pub(super) fn evenly_filled(&self, cells: &[Cell], values: ValueSet) -> Text {
        let numbers = self.values(cells[0], values, "and");
        let short = format!(
            "Assuming that the puzzle has just one solution, {} would leave {numbers} to be exchanged everywhere else: {}.",
            self.it(),
            self.conclusion()
        );
        let details = vec![format!(
            "With it, every row, column and region that has one of {numbers} filled in would have the other, too, so \
             their other places could be exchanged: a second solution."
        )];
        Text { short, details }
    }
}
