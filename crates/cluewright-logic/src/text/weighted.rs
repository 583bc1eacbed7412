//! Explains sums in which cells count more than once: the maximum of the other cells gives the minimum of a cell.

use super::ways::bounds;
use super::words::{Words, verb};
use cluewright_core::constraint::{Compare, Sum};
use cluewright_core::{Board, Candidate, Cell, Sort, SortedSet};

/// The maximum number of sentences in an explanation.
const LINES: usize = 3;

impl Words<'_> {
    /// Explains a weighted sum, for example: `The others make at most 24, so 3 × r3c3 is at least 21: r3c3 is at least 7.`
    pub(super) fn about_weighted(&self, board: &Board, sum: &Sum) -> Vec<String> {
        let terms: Vec<(Cell, i32)> = sum.terms().collect();
        if sum.compare() != Compare::Eq || terms.iter().any(|t| t.1 <= 0) {
            return Vec::new();
        }
        let total = i64::from(sum.total());
        let mut lines: Vec<(String, String, Vec<Cell>)> = Vec::new();
        for &(cell, times) in &terms {
            let gone = self.gone_from(&[cell]);
            let (least, most) = self.others_make(board, &terms, cell);
            let times = i64::from(times);
            let number = |c: &Candidate| i64::from(board.number(c.cell, c.value));
            for (is_least, rest) in [(true, total - most), (false, total - least)] {
                let edge = if is_least { (rest + times - 1).div_euclid(times) } else { rest.div_euclid(times) };
                if !gone.iter().any(|c| if is_least { number(c) < edge } else { number(c) > edge }) {
                    continue;
                }
                let (near, far) = if is_least { ("at least", "at most") } else { ("at most", "at least") };
                let others = format!("The others make {far} {}", if is_least { most } else { least });
                let why = match times {
                    1 => others,
                    _ => format!("{others}, so {times} × {} is {near} {rest}", self.cell(cell)),
                };
                let end = format!("{near} {edge}");
                match lines.iter_mut().find(|l| l.0 == why && l.1 == end) {
                    Some((.., cells)) => cells.push(cell),
                    None => lines.push((why, end, vec![cell])),
                }
            }
        }
        let line = |(why, end, cells): &(String, String, Vec<Cell>)| {
            let so = if why.contains(", so ") { ": " } else { ", so " };
            format!("{why}{so}{} {} {end}.", self.brief(cells, "and"), verb(cells.len(), "is", "are"))
        };
        lines.iter().take(LINES).map(line).collect()
    }

    /// The minimum and maximum sum of all cells except one. Cells with the same coefficient are taken together; if all cells
    /// differ, a second bound comes from giving the best digits to the cells that count most.
    fn others_make(&self, board: &Board, terms: &[(Cell, i32)], without: Cell) -> (i64, i64) {
        let others: Vec<(Cell, i32)> = terms.iter().copied().filter(|t| t.0 != without).collect();
        let of = |times: i32| {
            let cells: Vec<Cell> = others.iter().filter(|t| t.1 == times).map(|t| t.0).collect();
            let (least, most) = bounds(self.model, board, &cells);
            (least * i64::from(times), most * i64::from(times))
        };
        let times: SortedSet<i32> = others.iter().map(|t| t.1).collect();
        let (least, most) = times.into_iter().map(of).fold((0, 0), |all, of| (all.0 + of.0, all.1 + of.1));
        let differ = |(i, t): (usize, &(Cell, i32))| {
            others[..i].iter().all(|o| self.model.network().differ(self.model, o.0, t.0))
        };
        if !others.iter().enumerate().all(differ) {
            return (least, most);
        }
        let numbers: SortedSet<i64> = others
            .iter()
            .flat_map(|t| board.values(t.0).iter().map(move |v| i64::from(board.number(t.0, v))))
            .collect();
        let numbers: Vec<i64> = numbers.into_iter().collect();
        let mut counted: Vec<i64> = others.iter().map(|t| i64::from(t.1)).collect();
        counted.order();
        counted.reverse();
        if numbers.len() < counted.len() {
            return (least, most);
        }
        let low: i64 = counted.iter().zip(&numbers).map(|(k, n)| k * n).sum();
        let high: i64 = counted.iter().zip(numbers.iter().rev()).map(|(k, n)| k * n).sum();
        (least.max(low), most.min(high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::state::State;
    use crate::step::names::TRIAL;
    use crate::step::{Pattern, Step};
    use cluewright_core::{ModelBuilder, Origin, Puzzle, Shape, Value, ValueSet};

    /// Every way to fill four cells that differ must stay within the stated bounds, and if all cells have the same coefficient, the
    /// bounds must be reached.
    #[test]
    fn no_filling_is_outside_the_bounds_that_are_told() {
        let puzzle = Puzzle::new(Shape::rectangle(1, 6, 0, 0).unwrap(), 6);
        let mut build = ModelBuilder::for_puzzle(&puzzle);
        let origin = build.origin(Origin::new("rows", "row 1"));
        let cells: Vec<Cell> = puzzle.shape.cells().collect();
        build.all_different(&cells, None, origin);
        let model = build.finish();
        let step = Step::new(&TRIAL, Pattern::Trial { depth: 1, length: 1 });
        for seed in 0..200u32 {
            let mut state = State::start(&model);
            let mixed = |i: u32| seed.wrapping_mul(2_654_435_761).rotate_left(i * 7) ^ (i * 40_503);
            for i in 0..4u32 {
                let left: ValueSet = (0..6).filter(|v| mixed(i) >> v & 1 == 0).map(Value).collect();
                if !left.is_empty() {
                    state.board.set_values(Cell(i as u16), left);
                }
            }
            let times = |i: u32| if seed % 3 == 0 { 1 } else { 1 + (mixed(i + 4) % 4) as i32 };
            let terms: Vec<(Cell, i32)> = (0..4u32).map(|i| (Cell(i as u16), times(i))).collect();
            let words = Words { model: &model, step: &step, board: &state.board };
            let (least, most) = words.others_make(&state.board, &terms, Cell(0));
            let of = |i: usize| {
                state
                    .board
                    .values(Cell(i as u16))
                    .iter()
                    .map(|v| i64::from(state.board.number(Cell(i as u16), v)))
                    .collect::<Vec<_>>()
            };
            let k = |i: usize| i64::from(terms[i].1);
            let mut all = Vec::new();
            for a in of(1) {
                for b in of(2) {
                    for c in of(3) {
                        if a != b && b != c && a != c {
                            all.push(a * k(1) + b * k(2) + c * k(3));
                        }
                    }
                }
            }
            let (Some(&low), Some(&high)) = (all.iter().min(), all.iter().max()) else { continue };
            assert!(least <= low && high <= most, "{seed}: {least} {low} {high} {most}");
            if seed % 3 == 0 {
                assert_eq!((least, most), (low, high), "{seed}");
            }
        }
    }
}
