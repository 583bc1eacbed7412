//! Explains why a constraint rules out candidates: if possible by arithmetic that suits its kind, otherwise by the remaining ways
//! to fill in its cells, otherwise by the cells that restrict it.

use super::ways::fillings;
use super::words::{Words, capital, list};
use crate::step::Reason;
use cluewright_core::constraint::All;
use cluewright_core::model::CellKind;
use cluewright_core::{Board, Candidate, Cell, Constraint, Kind, Sort, Value, ValueSet};

/// Arithmetic is not explained for constraints with more cells than this: nobody adds up that many, and building text cannot be
/// interrupted.
const MOST_CELLS: usize = 32;
/// The maximum length, in characters, of a list of the values left for a few cells.
const LIMITS: usize = 70;

impl Words<'_> {
    /// Explains why the step's candidates are removed.
    pub(super) fn argument(&self, board: &Board, kind: &Kind) -> Vec<String> {
        let mut lines = self.by_kind(board, kind);
        if lines.is_empty() {
            lines = self.by_fillings(board, kind);
        }
        if lines.is_empty() {
            lines = self.by_what_is_left(board);
        }
        lines.iter().map(|l| capital(l)).collect()
    }

    /// Explains why a constraint must have a value: by the remaining total if the constraint is a sum, otherwise by the cells that
    /// restrict the constraint.
    pub(super) fn must(&self, board: &Board, kind: &Kind, absent: &[Candidate]) -> Option<String> {
        let sum = match kind {
            Kind::Sum(_) => self.by_kind(board, kind).into_iter().next(),
            _ => None,
        };
        let limits = self.limits_on(Some(board), absent);
        let plain = (!limits.is_empty()).then(|| format!("with {limits}, it cannot be completed without that."));
        sum.or(plain).map(|line| capital(&line))
    }

    /// The argument in words that suit the constraint's kind.
    fn by_kind(&self, board: &Board, kind: &Kind) -> Vec<String> {
        if kind.cells().len() > MOST_CELLS {
            return Vec::new();
        }
        match kind {
            // If cells count more than once, listing the remaining combinations explains more than the maximum of each cell.
            Kind::Sum(sum) if sum.terms().any(|t| t.1.abs() != 1) => match self.by_fillings(board, kind) {
                none if none.is_empty() => self.about_weighted(board, sum),
                ways => ways,
            },
            Kind::Sum(sum) => self.about_sum(board, sum),
            Kind::EqualSums(sums) => self.about_equal_sums(board, sums),
            Kind::Between(between) => self.about_between(board, between, kind.cells()),
            Kind::Count(count) => self.about_count(board, count),
            Kind::Contains(contains) => self.about_contains(board, contains),
            Kind::Different(different) => self.about_different(board, different),
            Kind::SameMultiset(same) => self.about_same(board, same),
            Kind::Connected(region) => self.about_connected(board, region),
            Kind::All(all) => self.about_all(board, all),
            _ if kind.cells().len() == 2 => self.about_pair(board, kind),
            _ => Vec::new(),
        }
    }

    /// For a conjunction: explains the parts that remove something by themselves.
    fn about_all(&self, board: &Board, all: &All) -> Vec<String> {
        let takes = |part: &&Kind| {
            let mut trial = board.clone();
            let gone = self.gone_from(part.cells());
            part.propagate(&mut trial).is_err() || gone.iter().any(|&c| !trial.has(c))
        };
        all.parts().iter().filter(takes).flat_map(|part| self.by_kind(board, part)).take(3).collect()
    }

    /// Lists the ways to fill in the constraint's cells, if there are only a few.
    fn by_fillings(&self, board: &Board, kind: &Kind) -> Vec<String> {
        let Some((open, ways)) = fillings(self.model, board, kind) else { return Vec::new() };
        // Helper cells of a rule are not visible in the grid. If helper cells are open and only one cell loses candidates, it is
        // clearer to explain by the cells that restrict the constraint.
        let of_rule = |c: &Cell| self.model.cells()[c.index()].kind == CellKind::Helper;
        if open.iter().any(of_rule) && self.step.eliminations.windows(2).all(|w| w[0].cell == w[1].cell) {
            return Vec::new();
        }
        let way = |values: &Vec<Value>| {
            let names: Vec<String> = open.iter().zip(values).map(|(&c, &v)| self.value(Candidate::new(c, v))).collect();
            let sign = if names.iter().any(|n| n.starts_with('-')) { " " } else { "-" };
            names.join(sign)
        };
        let cells = self.cells(&open, "and");
        match (open.len(), ways.as_slice()) {
            (1, _) => Vec::new(),
            (_, []) => vec![format!("nothing that is left for {cells} completes it.")],
            (_, ways) => vec![format!("{cells} can only be {}.", list(ways.iter().map(way), "or"))],
        }
    }

    /// Explains by the cells that restrict the constraint.
    fn by_what_is_left(&self, board: &Board) -> Vec<String> {
        let mut absent: Vec<Candidate> = Vec::new();
        for reason in &self.step.because {
            if let Reason::Constraint { absent: a, .. } | Reason::Balance { absent: a, .. } = reason {
                absent.extend(a);
            }
        }
        absent.order();
        absent.dedup();
        match self.limits_on(Some(board), &absent) {
            // The conclusion does not depend on other cells, so there is nothing to add.
            none if none.is_empty() => Vec::new(),
            limits => vec![format!("with {limits}, {}.", self.stays())],
        }
    }

    /// The values left for the cells that lost these candidates: `r1c1 being 3 or 5 and r1c2 being 4`; if there are many cells,
    /// only their names. Empty if no cell has lost a digit. For cells that are known on this board, the digits are stated.
    fn limits_on(&self, board: Option<&Board>, absent: &[Candidate]) -> String {
        // Values outside a cell's domain are not losses: if only these are gone, the cell still has all its digits.
        let says = |c: &&Candidate| self.model.cells()[c.cell.index()].domain.contains(c.value);
        let mut cells: Vec<Cell> = absent.iter().filter(says).map(|c| c.cell).collect();
        cells.order();
        cells.dedup();
        if cells.len() > 9 {
            return "what is left for its other cells".to_owned();
        }
        if cells.len() > 3 {
            return format!("what is left for {}", self.brief(&cells, "and"));
        }
        let mut parts: Vec<(String, Vec<Cell>)> = Vec::new();
        for &cell in &cells {
            let gone = absent.iter().filter(|c| c.cell == cell).map(|c| c.value).collect();
            let limit = match board.and_then(|board| board.fixed(cell)) {
                Some(value) => format!("being {}", self.value(Candidate::new(cell, value))),
                None => self.limit(cell, gone),
            };
            match parts.iter_mut().find(|p| p.0 == limit) {
                Some((_, cells)) => cells.push(cell),
                None => parts.push((limit, vec![cell])),
            }
        }
        let told = list(parts.iter().map(|(limit, cells)| format!("{} {limit}", self.cells(cells, "and"))), "and");
        match told.chars().count() {
            ..=LIMITS => told,
            _ => format!("what is left for {}", self.cells(&cells, "and")),
        }
    }

    /// Describes the values left for a cell when some are gone, worded to follow the cell's name: `being 3 or 5`, `not 4`, `at
    /// least 3`.
    fn limit(&self, cell: Cell, gone: ValueSet) -> String {
        let left = self.model.cells()[cell.index()].domain.minus(gone);
        let number = |v: Value| self.model.number(Candidate::new(cell, v));
        let ends = |values: ValueSet| (values.iter().map(number).min(), values.iter().map(number).max());
        let ((least_gone, most_gone), (least, most)) = (ends(gone), ends(left));
        if left.len() > 2 && most_gone < least {
            return format!("at least {}", self.values(cell, left.iter().take(1).collect(), "or"));
        }
        if left.len() > 2 && least_gone > most {
            return format!("at most {}", self.values(cell, left.iter().last().into_iter().collect(), "or"));
        }
        if gone.len() < left.len() {
            format!("not {}", self.values(cell, gone, "or"))
        } else {
            format!("being {}", self.values(cell, left, "or"))
        }
    }
}
