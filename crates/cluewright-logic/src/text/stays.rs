//! Describes what a step leaves in the cells that lose candidates (`r1c1 is 4`, `r1c2 and r1c3 are at least 6`), and combines this
//! with the argument in one sentence.

use super::lengths::{LINE, fitting};
use super::words::{Text, Words, capital, clauses, list, verb};
use crate::step::{Pattern, Reason};
use cluewright_core::model::{CellKind, ConstraintId};
use cluewright_core::{Candidate, Cell, Sort, ValueSet};

/// The maximum length, in characters, of the description of the remaining candidates.
const ROOM: usize = 150;
/// The remaining digits of a cell are named one by one if there are at most this many.
const NAMED: u32 = 2;
/// The maximum number of candidates to list: nobody reads longer lists, and all candidates are in the picture and the data.
const MOST_TOLD: usize = 200;
/// The maximum number of cells that a sentence names as seeing a place.
const SEEING: usize = 3;

impl Words<'_> {
    /// Combines the reason and the result in one sentence if this is short enough; otherwise the sentence states the result, and
    /// the argument follows line by line. If `conclude` is true, the lines already state the whole result.
    pub(super) fn thought(&self, name: &str, mut lines: Vec<String>, conclude: bool) -> Text {
        let (name, stays) = (capital(name), self.stays());
        if let [line] = lines.as_slice() {
            let line = line.trim_end_matches('.');
            let argument = small(line);
            let end = line.rsplit(", so ").next().unwrap_or_default();
            let bounds = bounded(end).is_some_and(|end| bounded(&stays) == Some(end));
            let said =
                bounds || line.ends_with(&stays) || (conclude && line.contains(", so ") && !line.ends_with(" more"));
            let glue = if line.contains(", so ") || line.contains(", since ") { "; so " } else { ", so " };
            let so = if said { String::new() } else { format!("{glue}{stays}") };
            let short = format!("{name}: {argument}{so}.");
            if short.chars().count() <= LINE {
                lines.clear();
                return Text { short, details: lines };
            }
        }
        Text { short: format!("{name}: {stays}."), details: lines }
    }

    /// What is left in all cells that lose candidates, in the order of the step's clue: `r1c1 is 4, r1c2 and r1c3 are at least 6,
    /// and r2c2 is not 5`.
    pub(super) fn stays(&self) -> String {
        let parts = self.what_stays();
        let shown = fitting(&parts, ROOM);
        match parts.len() - shown {
            0 if parts.iter().all(|part| !part.contains(" and ")) => list(parts.into_iter(), "and"),
            0 => clauses(&parts),
            more => format!("{}, and so on for {more} more", parts[..shown].join(", ")),
        }
    }

    /// The part of the result for which the sentence had no room; `None` if there is no such part.
    pub(super) fn in_full(&self) -> Option<String> {
        let parts = self.what_stays();
        let shown = fitting(&parts, ROOM);
        let told = shown == parts.len() || (!self.is_of_clue() && self.removed().is_some());
        let besides = || format!("All that goes besides: {}.", parts[shown..].join("; "));
        (!told && self.step.eliminations.len() <= MOST_TOLD).then(besides)
    }

    /// Whether the step is described by the candidates that it leaves rather than by the candidates that it removes.
    fn is_of_clue(&self) -> bool {
        matches!(self.step.pattern, Pattern::Clue { .. } | Pattern::Tied { .. } | Pattern::Balance { .. })
    }

    fn what_stays(&self) -> Vec<String> {
        let part = |(is, cells): &(String, Vec<Cell>)| {
            format!("{} {} {is}", self.cells(cells, "and"), verb(cells.len(), "is", "are"))
        };
        self.left().iter().map(part).collect()
    }

    /// Descriptions of what is left in the cells that lose candidates, such as `4` or `at least 6`, each with the cells that it
    /// applies to.
    pub(super) fn left(&self) -> Vec<(String, Vec<Cell>)> {
        let mut parts: Vec<(String, Vec<Cell>)> = Vec::new();
        for (cell, lost) in self.lost() {
            let is = self.left_of(cell, lost);
            match parts.iter_mut().find(|p| p.0 == is) {
                Some((_, cells)) => cells.push(cell),
                None => parts.push((is, vec![cell])),
            }
        }
        parts
    }

    /// What is left in a cell when some of its values are removed: `4`, `2 or 3`, `at least 6`, `not 5`.
    fn left_of(&self, cell: Cell, lost: ValueSet) -> String {
        let before = self.board.values(cell);
        let left = before.minus(lost);
        let number = |v| self.model.number(Candidate::new(cell, v));
        let counts = before.iter().all(|v| self.value(Candidate::new(cell, v)) == number(v).to_string());
        let (least, most) = (left.iter().map(number).min(), left.iter().map(number).max());
        match (least, most) {
            (Some(_), Some(_)) if left.len() <= NAMED => self.values(cell, left, "or"),
            (Some(least), Some(most)) if counts => {
                let below = lost.iter().any(|v| number(v) < least);
                let above = lost.iter().any(|v| number(v) > most);
                let gaps = lost.iter().map(number).any(|n| (least..most).contains(&n));
                match (below, above) {
                    _ if gaps && left.len() <= 4 && lost.len() > 1 => self.values(cell, left, "or"),
                    (true, false) if !gaps => format!("at least {least}"),
                    (false, true) if !gaps => format!("at most {most}"),
                    (true, true) if !gaps => format!("{least} to {most}"),
                    _ => format!("not {}", self.values(cell, lost, "or")),
                }
            }
            (Some(_), _) if left.len() <= lost.len().min(4) => self.values(cell, left, "or"),
            _ => format!("not {}", self.values(cell, lost, "or")),
        }
    }

    /// The cells without duplicates, in the order of the step's clue (along its line); cells outside the clue follow in ascending
    /// order.
    pub(super) fn in_line(&self, mut cells: Vec<Cell>) -> Vec<Cell> {
        let line = self.line();
        let key = |cell: &Cell| (line.iter().position(|c| c == cell).unwrap_or(usize::MAX), *cell);
        cells.order_by_key(key);
        cells.dedup();
        cells
    }

    /// The cells of the clue that the step is about.
    fn line(&self) -> &[Cell] {
        let of = |id: ConstraintId| self.model.constraints().get(id.0 as usize).map(|posted| posted.origin);
        let origin = match &self.step.pattern {
            Pattern::Clue { constraint } | Pattern::ClueContains { constraint, .. } => of(*constraint),
            Pattern::Tied { origins } => origins.first().copied(),
            _ => self.step.because.iter().find_map(|reason| match reason {
                Reason::Constraint { constraint, .. } => of(*constraint),
                _ => None,
            }),
        };
        origin.map_or(&[], |origin| &self.model.origin(origin).cells)
    }

    /// Words such as `r1c1 and r1c2 see both`, if all removed candidates see these places, at least one of which holds its value.
    pub(super) fn seen_from(&self, ends: &[Candidate]) -> Option<String> {
        let gone = &self.step.eliminations;
        let sees = |c: &Candidate| {
            let of_value = |end: &&Candidate| self.value(**end) == self.value(*c);
            ends.iter().any(|end| of_value(&end)) && ends.iter().all(|end| end.cell != c.cell)
        };
        let same = |reason: &Reason| match reason {
            Reason::Link { a, b, .. } => self.value(*a) == self.value(*b),
            _ => true,
        };
        let mut places: Vec<Cell> = ends.iter().map(|end| end.cell).collect();
        places.order();
        places.dedup();
        if places.len() < 2 || !gone.iter().all(sees) || !self.step.because.iter().all(same) {
            return None;
        }
        let cells = self.in_line(gone.iter().map(|c| c.cell).collect());
        let all = if places.len() == 2 { "both" } else { "all of them" };
        Some(match cells.len() {
            ..=SEEING => format!("{} {} {all}", self.cells(&cells, "and"), verb(cells.len(), "sees", "see")),
            n => format!("{n} cells see {all}"),
        })
    }

    /// Cells of the grid for which this step leaves only one digit, each with this digit.
    pub(super) fn settled(&self) -> Vec<Candidate> {
        let is_of_grid = |cell: Cell| matches!(self.model.cells()[cell.index()].kind, CellKind::Grid(_));
        let left = |(cell, lost): (Cell, ValueSet)| {
            self.board.values(cell).minus(lost).single().map(|value| Candidate::new(cell, value))
        };
        self.lost().into_iter().filter(|(cell, _)| is_of_grid(*cell)).filter_map(left).collect()
    }

    /// The values that each cell loses. The cells are in the order of the step's clue.
    fn lost(&self) -> Vec<(Cell, ValueSet)> {
        let gone = &self.step.eliminations;
        let of = |cell: Cell| gone.iter().filter(|c| c.cell == cell).map(|c| c.value).collect();
        let cells = self.in_line(gone.iter().map(|c| c.cell).collect());
        cells.into_iter().map(|cell| (cell, of(cell))).collect()
    }
}

/// Drops the number from a bound: `r1c1 is at most 6` becomes `r1c1 is at most`. Because of earlier removals, the result may be
/// narrower than the bound in the argument.
fn bounded(text: &str) -> Option<&str> {
    let (bound, number) = text.rsplit_once(' ')?;
    (number.parse::<i64>().is_ok() && (bound.ends_with(" at most") || bound.ends_with(" at least"))).then_some(bound)
}

/// Makes the first letter lower-case, so that the sentence can become part of another sentence: `its three cells`. `r1c1` and names
/// in capitals are left unchanged.
pub(super) fn small(line: &str) -> String {
    let mut chars = line.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() || second == ' ' => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::state::State;
    use crate::step::Step;
    use crate::step::names::TRIAL;
    use cluewright_core::{ModelBuilder, Origin, Puzzle, Shape, Value};

    #[test]
    fn what_stays_is_said_in_the_fewest_words() {
        let puzzle = Puzzle::new(Shape::rectangle(1, 9, 0, 0).unwrap(), 9);
        let mut build = ModelBuilder::for_puzzle(&puzzle);
        let origin = build.origin(Origin::new("rows", "row 1"));
        build.all_different(&puzzle.shape.cells().collect::<Vec<_>>(), None, origin);
        let model = build.finish();
        // Each case has the candidates that were gone before, the removed candidates, and the expected words.
        let cases: [(&[u32], &[u32], &str); 9] = [
            (&[], &[7, 8, 9], "at most 6"),
            (&[], &[1, 2], "at least 3"),
            (&[], &[1, 9], "2 to 8"),
            (&[], &[5], "not 5"),
            (&[], &[5, 9], "not 5 or 9"),
            (&[], &[1, 2, 3, 4, 5, 6, 7], "8 or 9"),
            (&[1, 2, 3], &[5, 6, 8], "4, 7 or 9"),
            (&[], &[1, 2, 3, 4, 6, 7, 8, 9], "5"),
            (&[7], &[8, 9], "at most 6"),
        ];
        let candidate = |digit: &u32| Candidate::new(Cell(0), Value((digit - 1) as u8));
        for (before, lost, said) in cases {
            let mut state = State::start(&model);
            for digit in before {
                state.eliminate(candidate(digit));
            }
            let step = Step::new(&TRIAL, Pattern::Trial { depth: 1, length: 1 }).remove(lost.iter().map(candidate));
            let words = Words { model: &model, step: &step, board: &state.board };
            assert_eq!(words.stays(), format!("r1c1 is {said}"));
            assert_eq!(words.settled().len(), usize::from(said == "5"), "{said}");
        }
    }
}
