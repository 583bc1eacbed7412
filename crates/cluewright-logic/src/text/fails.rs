//! Explains why a constraint cannot hold on the board that results from an assumption.

use super::ways::{Fold, bounds, combinations};
use super::words::{Words, clauses, list, make};
use cluewright_core::constraint::{Compare, EqualSums, Ordering, Sum};
use cluewright_core::{Board, Candidate, Cell, Constraint, Kind};

/// The maximum number of cells to name as changed by the assumption.
const CHANGED: usize = 4;
/// A changed cell is named only if it has at most this many digits left.
const LEFT: u32 = 3;
/// The maximum number of totals to try one by one.
const TOTALS: i64 = 4;

impl Words<'_> {
    /// For example `r1c1 and r1c2 would make at least 12, and r3c3 would be at most 9 (the region sum line at r3c6)`. If there is
    /// no such argument, states what the assumption leaves for the constraint's cells, and that the constraint cannot be completed.
    pub(super) fn fails(&self, board: &Board, kind: &Kind, name: &str) -> String {
        let is_empty = |c: &&Cell| board.values(**c).is_empty();
        if let Some(&cell) = kind.cells().iter().find(is_empty) {
            return format!("nothing would be left for {} ({name})", self.cell(cell));
        }
        if let Some(why) = self.by_numbers(board, kind) {
            return format!("{why} ({name})");
        }
        let changed = |c: &Cell| board.values(*c) != self.board.values(*c) && board.values(*c).len() <= LEFT;
        let cells = self.in_line(kind.cells().iter().copied().filter(changed).collect());
        let could_not = match kind {
            Kind::Sum(_) => "could not hold",
            _ => "could not be completed",
        };
        if cells.is_empty() || cells.len() > CHANGED {
            return format!("{name} {could_not}");
        }
        let left = |&c: &Cell| format!("{} being {}", self.cell(c), self.values(c, board.values(c), "or"));
        format!("{name} {could_not} with {}", list(cells.iter().map(left), "and"))
    }

    /// Explains the failure by the minimum and maximum sums of the cells.
    fn by_numbers(&self, board: &Board, kind: &Kind) -> Option<String> {
        match kind {
            Kind::Sum(sum) => self.sum_fails(board, sum),
            Kind::EqualSums(sums) => self.equal_sums_fail(board, sums),
            Kind::Ordering(order) => self.order_fails(board, order),
            Kind::All(all) => {
                let fails = |part: &&Kind| part.propagate(&mut board.clone()).is_err();
                all.parts().iter().filter(fails).find_map(|part| self.by_numbers(board, part))
            }
            _ => None,
        }
    }

    /// States a sum of cells, as in `r1c1 and r1c2 would make at least 12` or `r3c3 would be 9`.
    fn would(&self, cells: &[Cell], near: &str, number: i64) -> String {
        let make = if make(cells.len()) == "is" { "be" } else { "make" };
        format!("{} would {make} {near}{number}", self.brief(cells, "and"))
    }

    /// Like `would`, but for cells whose total lies between two numbers, inclusive.
    fn would_be(&self, cells: &[Cell], (least, most): (i64, i64), is_least: bool) -> String {
        match (least == most, is_least) {
            (true, _) => self.would(cells, "", least),
            (_, true) => self.would(cells, "at least ", least),
            _ => self.would(cells, "at most ", most),
        }
    }

    fn sum_fails(&self, board: &Board, sum: &Sum) -> Option<String> {
        if sum.compare() == Compare::Ne {
            return None;
        }
        if sum.terms().any(|(_, k)| k.abs() != 1) {
            return self.weighted_fails(board, sum);
        }
        let side = |sign: i32| sum.terms().filter(|t| t.1 == sign).map(|t| t.0).collect::<Vec<Cell>>();
        let (plus, minus, total) = (side(1), side(-1), i64::from(sum.total()));
        let (of_plus, of_minus) = (bounds(self.model, board, &plus), bounds(self.model, board, &minus));
        let too_much = sum.compare() != Compare::Ge && of_plus.0 - of_minus.1 > total;
        let too_little = sum.compare() != Compare::Le && of_plus.1 - of_minus.0 < total;
        if minus.is_empty() || plus.is_empty() {
            let (cells, total) = if minus.is_empty() { (&plus, total) } else { (&minus, -total) };
            let range = if minus.is_empty() { of_plus } else { of_minus };
            if range.0 > total && (too_much || too_little) {
                return Some(format!("{}, not {total}", self.would_be(cells, range, true)));
            }
            if range.1 < total && (too_much || too_little) {
                return Some(format!("{}, not {total}", self.would_be(cells, range, false)));
            }
            let open: Vec<Cell> = cells.iter().copied().filter(|&c| board.fixed(c).is_none()).collect();
            let known: i64 = cells.iter().filter_map(|&c| board.fixed_number(c)).map(i64::from).sum();
            return self.never_make(board, &open, total - known).filter(|_| sum.compare() == Compare::Eq);
        }
        if total != 0 || !(too_much || too_little) {
            return None;
        }
        let (one, other) = (self.would_be(&plus, of_plus, too_much), self.would_be(&minus, of_minus, too_little));
        Some(format!("{one} and {other}"))
    }

    /// States that cells cannot make a total, as in `r1c1 and r1c2 would have to make 9, and could not`.
    fn never_make(&self, board: &Board, cells: &[Cell], total: i64) -> Option<String> {
        let ways = combinations(self.model, board, cells, Fold::Sum, total)?;
        let make = if cells.len() == 1 { "be" } else { "make" };
        let never = !cells.is_empty() && ways.is_empty();
        never.then(|| format!("{} would have to {make} {total}, and could not", self.brief(cells, "and")))
    }

    /// Explains the failure of a sum in which cells count more than once, by the total that the filled-in cells leave for the other
    /// cells.
    fn weighted_fails(&self, board: &Board, sum: &Sum) -> Option<String> {
        let mut rest = i64::from(sum.total());
        let (mut open, mut times): (Vec<Cell>, i64) = (Vec::new(), 0);
        for (cell, k) in sum.terms() {
            let k = i64::from(k);
            match board.fixed_number(cell) {
                Some(number) => rest -= k * i64::from(number),
                None if open.is_empty() || times == k => {
                    open.push(cell);
                    times = k;
                }
                None => return None,
            }
        }
        if times == 0 || rest % times != 0 || sum.compare() != Compare::Eq {
            return None;
        }
        self.never_make(board, &open, rest / times)
    }

    fn equal_sums_fail(&self, board: &Board, sums: &EqualSums) -> Option<String> {
        let lists: Vec<(&[Cell], (i64, i64))> = sums.lists().map(|l| (l, bounds(self.model, board, l))).collect();
        let most = lists.iter().max_by_key(|l| l.1.0)?;
        let least = lists.iter().min_by_key(|l| l.1.1)?;
        let (low, high) = (most.1.0, least.1.1);
        if low > high {
            let parts = [self.would_be(most.0, most.1, true), self.would_be(least.0, least.1, false)];
            return Some(clauses(&parts).replacen(", and", " and", 1));
        }
        if high - low >= TOTALS {
            return None;
        }
        let never = |cells: &&[Cell], total: i64| {
            combinations(self.model, board, cells, Fold::Sum, total).is_some_and(|ways| ways.is_empty())
        };
        let part = lists.iter().map(|l| l.0).find(|cells| (low..=high).all(|total| never(cells, total)))?;
        let totals = list((low..=high).map(|total| total.to_string()), "or");
        Some(format!("every part would make {totals}, which {} could not", self.brief(part, "and")))
    }

    fn order_fails(&self, board: &Board, order: &Ordering) -> Option<String> {
        let (cells, step) = (order.cells(), i32::from(order.is_strict()));
        for (j, &high) in cells.iter().enumerate() {
            for (i, &low) in cells[..j].iter().enumerate() {
                if board.min(low) + step * (j - i) as i32 > board.max(high) {
                    let at = |cell: Cell, near: &str, number: i32| match board.fixed(cell) {
                        Some(value) => {
                            format!("{} would be {}", self.cell(cell), self.value(Candidate::new(cell, value)))
                        }
                        None => format!("{} would be {near} {number}", self.cell(cell)),
                    };
                    let (low, high) = (at(low, "at least", board.min(low)), at(high, "at most", board.max(high)));
                    return Some(format!("{low} and {high}"));
                }
            }
        }
        None
    }
}
