//! Wording shared by all steps: names of cells, candidates, links and conclusions, and lists of these.

use super::lengths::fitting;
pub(super) use super::phrase::{Text, capital, cells, clauses, count, houses, list, make, numbers, verb};
use crate::step::premise::Own;
use crate::step::{Reason, Step};
use cluewright_core::model::{ConstraintId, GroupId, SetId, Why};
use cluewright_core::{Board, Candidate, Cell, Model, Sort, Value, ValueSet};

/// The maximum number of cells in a list; if there are more, only the first few are named.
const CELLS: usize = 12;
/// The maximum length of the list of removed candidates, in characters, both in the conclusion and as a noun phrase.
const ROOM: usize = 100;

/// The maximum number of similar sentences in one argument.
const SENTENCES: usize = 3;

/// Keeps only the first few sentences of an argument that repeats itself from cell to cell.
pub(super) fn and_so_on(mut sentences: Vec<String>) -> Vec<String> {
    if sentences.len() > SENTENCES + 1 {
        sentences.truncate(SENTENCES);
        sentences.push("And so on from cell to cell.".to_owned());
    }
    sentences
}

/// The names of links or sets, each with the cells at the other end.
type Seen = Vec<(String, Vec<Cell>)>;

/// Describes a step; provides the wording that all kinds of steps share.
pub(super) struct Words<'a> {
    pub(super) model: &'a Model,
    pub(super) step: &'a Step,
    /// The board on which the step was found.
    pub(super) board: &'a Board,
}

impl Words<'_> {
    /// Returns the constraint if it belongs to the model; `None` if it is a derived fact.
    pub(super) fn posted(&self, constraint: ConstraintId) -> Option<ConstraintId> {
        ((constraint.0 as usize) < self.model.constraints().len()).then_some(constraint)
    }

    pub(super) fn cell(&self, cell: Cell) -> String {
        self.model.cell_name(cell)
    }

    pub(super) fn value(&self, c: Candidate) -> String {
        self.model.value_name(c)
    }

    /// Names a candidate, as in `5 in r1c1`.
    pub(super) fn candidate(&self, c: Candidate) -> String {
        format!("{} in {}", self.value(c), self.cell(c.cell))
    }

    /// States that a candidate is true, as in `r1c1 is 5`.
    pub(super) fn is(&self, c: Candidate) -> String {
        format!("{} is {}", self.cell(c.cell), self.value(c))
    }

    pub(super) fn cells(&self, cells: &[Cell], last: &str) -> String {
        match cells.len() {
            ..=CELLS => list(cells.iter().map(|&c| self.cell(c)), last),
            n => {
                let shown: Vec<String> = cells[..CELLS / 2].iter().map(|&c| self.cell(c)).collect();
                format!("{} {last} {} more", shown.join(", "), n - CELLS / 2)
            }
        }
    }

    pub(super) fn values(&self, cell: Cell, values: ValueSet, last: &str) -> String {
        numbers(values.iter().map(|v| self.value(Candidate::new(cell, v))), last)
    }

    /// Lists the removed candidates, as in `5 from r1c1 and r1c2; 7 from r1c3`; `None` if the list is too long.
    pub(super) fn removed(&self) -> Option<String> {
        let parts: Vec<String> = self.grouped(&self.step.eliminations, "from", "and");
        (fitting(&parts, ROOM) == parts.len()).then(|| parts.join("; "))
    }

    /// Lists candidates grouped by value or by cell, whichever gives fewer groups: `1 and 2 in r1c1 and r1c2`, `7 in r1c3`.
    pub(super) fn grouped(&self, candidates: &[Candidate], at: &str, last: &str) -> Vec<String> {
        let mut sorted = candidates.to_vec();
        sorted.order_by_key(|c| (c.value, c.cell));
        let mut by_value: Vec<(String, Vec<Cell>)> = Vec::new();
        for &c in &sorted {
            let value = self.value(c);
            match by_value.iter_mut().find(|(v, _)| *v == value) {
                Some((_, cells)) => cells.push(c.cell),
                None => by_value.push((value, vec![c.cell])),
            }
        }
        let by_cells = self.by_cells(&sorted);
        if by_cells.len() < by_value.len() {
            let part = |(values, cells): &(Vec<String>, Vec<Cell>)| {
                format!("{} {at} {}", numbers(values.iter().cloned(), last), self.cells(cells, last))
            };
            return by_cells.iter().map(part).collect();
        }
        by_value.iter().map(|(value, cells)| format!("{value} {at} {}", self.cells(cells, last))).collect()
    }

    /// Groups candidates, which must be sorted by value, by cells: each set of values is returned with the cells that have exactly
    /// these values among the candidates.
    fn by_cells(&self, sorted: &[Candidate]) -> Vec<(Vec<String>, Vec<Cell>)> {
        let mut of_cell: Vec<(Cell, Vec<String>)> = Vec::new();
        for &c in sorted {
            match of_cell.iter_mut().find(|(cell, _)| *cell == c.cell) {
                Some((_, values)) => values.push(self.value(c)),
                None => of_cell.push((c.cell, vec![self.value(c)])),
            }
        }
        of_cell.order_by_key(|c| c.0);
        let mut by_cells: Vec<(Vec<String>, Vec<Cell>)> = Vec::new();
        for (cell, values) in of_cell {
            match by_cells.iter_mut().find(|(v, _)| *v == values) {
                Some((_, cells)) => cells.push(cell),
                None => by_cells.push((values, vec![cell])),
            }
        }
        by_cells
    }

    /// The text of a step that rests on a premise defined by its technique.
    pub(super) fn own(&self, own: &Own) -> Text {
        let short = format!("{}: {}.", capital(&own.words(self.model)), self.conclusion());
        Text { short, details: own.details(self.model) }
    }

    pub(super) fn conclusion(&self) -> String {
        let placed: Vec<String> = self.step.placements.iter().map(|&c| self.is(c)).collect();
        if self.step.placements.is_empty() && self.step.eliminations.is_empty() {
            return "nothing follows".to_owned();
        }
        if self.step.eliminations.is_empty() {
            return list(placed.into_iter(), "and");
        }
        // If many candidates are removed, it is shorter to list the candidates that are left.
        let goes = match self.removed() {
            None => self.stays(),
            Some(removed) => {
                let settled: Vec<String> = self.settled().into_iter().map(|c| self.is(c)).collect();
                let so = if settled.is_empty() {
                    String::new()
                } else {
                    format!(", so {}", list(settled.into_iter(), "and"))
                };
                format!("remove {removed}{so}")
            }
        };
        if placed.is_empty() { goes } else { format!("{}; {goes}", list(placed.into_iter(), "and")) }
    }

    pub(super) fn live(&self, group: GroupId) -> Vec<Candidate> {
        let of = |r: &Reason| match r {
            Reason::Group { group: g, live } if *g == group => Some(live.clone()),
            _ => None,
        };
        self.step.because.iter().find_map(of).unwrap_or_default()
    }

    /// Names the reason for a link: a house, as in `row 3`, or the rule's own wording.
    pub(super) fn why(&self, why: Why) -> String {
        match why {
            Why::SameCell => "one cell holds one value".to_owned(),
            Why::Set(s) => self.model.set_name(s),
            Why::Link(l) => self.model.origin_text(self.model.links()[l as usize].origin),
            Why::Group(g) => self.model.origin_text(self.model.posted_groups()[g as usize].origin),
        }
    }

    /// Describes the links of a step. Cells that see the same cells for the same reasons share one sentence; if the values at the
    /// two ends of a link differ, the sentence states which candidates would exclude which.
    pub(super) fn links_to_victims(&self) -> Vec<String> {
        let mut seen: Vec<(Seen, Vec<Cell>)> = Vec::new();
        let mut lines: Vec<(String, Vec<Candidate>)> = Vec::new();
        let gone = &self.step.eliminations;
        for cell in self.in_line(gone.iter().map(|c| c.cell).collect()) {
            let mut sees: Seen = Vec::new();
            for &victim in gone.iter().filter(|c| c.cell == cell) {
                let value = self.value(victim);
                let ways = self.links_to(victim);
                let same = |c: &Candidate| c.cell != cell && self.value(*c) == value;
                if ways.iter().all(|(_, from)| from.iter().all(same)) {
                    for (name, from) in ways {
                        let from = from.iter().map(|c| c.cell);
                        match sees.iter_mut().find(|s| s.0 == name) {
                            Some((_, cells)) => cells.extend(from),
                            None => sees.push((name, from.collect())),
                        }
                    }
                    continue;
                }
                let ways = self.not_beside(cell, &ways);
                match lines.iter_mut().find(|(w, _)| *w == ways) {
                    Some((_, victims)) => victims.push(victim),
                    None => lines.push((ways, vec![victim])),
                }
            }
            for (_, cells) in &mut sees {
                *cells = self.in_line(std::mem::take(cells));
            }
            match seen.iter_mut().find(|s| s.0 == sees) {
                _ if sees.is_empty() => {}
                Some((_, cells)) => cells.push(cell),
                None => seen.push((sees, vec![cell])),
            }
        }
        let sees = |(ways, cells): &(Seen, Vec<Cell>)| {
            let part = |(name, from): &(String, Vec<Cell>)| format!("{} ({name})", self.cells(from, "and"));
            let parts: Vec<String> = ways.iter().map(part).collect();
            let several = ways.iter().any(|(_, from)| from.len() > 1);
            let ways = if several { clauses(&parts) } else { list(parts.into_iter(), "and") };
            format!("{} {} {ways}.", self.cells(cells, "and"), verb(cells.len(), "sees", "see"))
        };
        let line = |(ways, victims): &(String, Vec<Candidate>)| {
            let cell = victims[0].cell;
            let values = victims.iter().map(|c| c.value).collect();
            format!("If {} were {}, {ways}.", self.cell(cell), self.values(cell, values, "or"))
        };
        and_so_on(seen.iter().map(sees).chain(lines.iter().map(line)).collect())
    }

    /// The names of the links that exclude a candidate of this step, each with the candidates at the other end.
    fn links_to(&self, victim: Candidate) -> Vec<(String, Vec<Candidate>)> {
        let mut ways: Vec<(String, Vec<Candidate>)> = Vec::new();
        for reason in &self.step.because {
            let Reason::Link { a, b, why } = reason else { continue };
            let from = if *a == victim { *b } else { *a };
            if (*a == victim) == (*b == victim) {
                continue;
            }
            let name = self.why_of(*why, [from.cell, victim.cell]);
            match ways.iter_mut().find(|(n, _)| *n == name) {
                Some((_, list)) => list.push(from),
                None => ways.push((name, vec![from])),
            }
        }
        ways
    }

    /// States the values that these links would exclude from other cells if a candidate of this cell were true: `r1c2 could not be
    /// 5 (the white dot)`.
    fn not_beside(&self, cell: Cell, ways: &[(String, Vec<Candidate>)]) -> String {
        let near = ways[0].1[0].cell;
        if near != cell && ways.len() > 1 && ways.iter().flat_map(|way| &way.1).all(|c| c.cell == near) {
            let part = |(name, from): &(String, Vec<Candidate>)| {
                format!("{} ({name})", self.values(near, from.iter().map(|c| c.value).collect(), "or"))
            };
            return format!("{} could not be {}", self.cell(near), list(ways.iter().map(part), "or"));
        }
        let part = |(name, from): &(String, Vec<Candidate>)| {
            let mut could: Vec<(String, Vec<Cell>)> = Vec::new();
            for near in self.in_line(from.iter().map(|c| c.cell).collect()) {
                let not: ValueSet = from.iter().filter(|c| c.cell == near).map(|c| c.value).collect();
                let rest = self.model.cells()[near.index()].domain.minus(not);
                let is = match rest.len() {
                    1..=2 if not.len() > 3 => format!("could only be {}", self.values(near, rest, "or")),
                    _ => format!("could not be {}", self.values(near, not, "or")),
                };
                match could.iter_mut().find(|c| c.0 == is) {
                    Some((_, cells)) => cells.push(near),
                    None => could.push((is, vec![near])),
                }
            }
            let parts: Vec<String> = could
                .iter()
                .map(|(is, cells)| match cells.as_slice() {
                    // For other values of the same cell, no link needs to be named as the reason.
                    [one] if *one == cell => format!("it {is}"),
                    _ => format!("{} {is} ({name})", self.cells(cells, "and")),
                })
                .collect();
            clauses(&parts)
        };
        clauses(&ways.iter().map(part).collect::<Vec<_>>())
    }

    /// The names of all links among the reasons, without duplicates, links of clues first.
    pub(super) fn link_names(&self) -> Vec<String> {
        let mut names: Vec<(bool, String)> = Vec::new();
        for reason in &self.step.because {
            if let Reason::Link { why, .. } = reason {
                let name = (matches!(why, Why::Set(_)), self.why(*why));
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names.order_by_key(|n| n.0);
        names.into_iter().map(|n| n.1).collect()
    }

    /// The removed candidates as a noun phrase: `7 in r1c1`, `7 in r1c1 and r1c2`.
    pub(super) fn it(&self) -> String {
        let gone = &self.step.eliminations;
        match gone.as_slice() {
            [] => "nothing".to_owned(),
            [one] => self.candidate(*one),
            many => self.several(many),
        }
    }

    /// A list of candidates, as in `1 in r1c1, and 2 and 3 in r1c2`; if there are many, only the first few are named.
    pub(super) fn several(&self, candidates: &[Candidate]) -> String {
        let parts = self.grouped(candidates, "in", "and");
        let shown = fitting(&parts, ROOM);
        match parts.len() - shown {
            0 => clauses(&parts),
            more => format!("{}, and {more} more", parts[..shown].join(", ")),
        }
    }

    /// Names a node of a chain, as in `7 in r1c1` or `7 in r1c1 or r1c2`.
    pub(super) fn node(&self, node: &[Candidate]) -> String {
        let cells: Vec<Cell> = node.iter().map(|c| c.cell).collect();
        node.first().map_or_else(String::new, |&c| format!("{} in {}", self.value(c), self.cells(&cells, "or")))
    }

    pub(super) fn set_value(&self, set: SetId, value: Value) -> String {
        self.value(Candidate::new(self.model.set(set).cells[0], value))
    }
}
