//! The 45 rule for one house: the cells that remain when the sums inside the house are subtracted.

use crate::board::equations::house_total;
use cluewright_core::constraint::Compare;
use cluewright_core::model::SetId;
use cluewright_core::{Board, Candidate, Cell, Kind, Model, Sort, SortedSet};

/// The maximum number of remaining cells for which the rule is used.
const MOST: usize = 3;

/// Cells of a house whose numbers differ and add up to a total.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Rest {
    cells: Vec<Cell>,
    total: i64,
}

/// The remaining cells of all houses. Houses in which clues share cells are skipped.
pub(super) fn rests(model: &Model) -> Vec<Rest> {
    let sums: Vec<(Vec<Cell>, i64)> = model.constraints().iter().filter_map(|posted| plain(&posted.kind)).collect();
    let mut found = SortedSet::default();
    for (number, set) in (0u32..).zip(model.sets()) {
        let Some(mut total) = house_total(model, SetId(number)).filter(|_| set.house) else { continue };
        let mut left: SortedSet<Cell> = set.cells.iter().copied().collect();
        let mut apart = true;
        let inside: SortedSet<&(Vec<Cell>, i64)> =
            sums.iter().filter(|(cells, _)| cells.iter().all(|c| set.cells.contains(c))).collect();
        for (cells, sum) in inside {
            apart &= cells.iter().all(|c| left.remove(c));
            total -= sum;
        }
        if apart && (1..=MOST).contains(&left.len()) && left.len() < set.cells.len() {
            found.insert(Rest { cells: left.into_iter().collect(), total });
        }
    }
    found.into_iter().collect()
}

/// The cells and the total of a sum in which each cell counts exactly once.
fn plain(kind: &Kind) -> Option<(Vec<Cell>, i64)> {
    let Kind::Sum(sum) = kind else { return None };
    let once = sum.compare() == Compare::Eq && sum.terms().all(|(_, times)| times == 1);
    let mut cells: Vec<Cell> = sum.terms().map(|(cell, _)| cell).collect();
    cells.order();
    once.then(|| (cells, i64::from(sum.total())))
}

impl Rest {
    /// The candidates that the remaining cells cannot have.
    pub(super) fn refuted(&self, board: &Board) -> Vec<Candidate> {
        let mut gone = Vec::new();
        for &cell in self.cells.iter().filter(|&&c| board.values(c).len() > 1) {
            let others: Vec<Cell> = self.cells.iter().copied().filter(|&c| c != cell).collect();
            for value in board.values(cell) {
                let number = board.number(cell, value);
                if !reaches(board, &others, &mut vec![number], self.total - i64::from(number)) {
                    gone.push(Candidate::new(cell, value));
                }
            }
        }
        gone
    }
}

/// Whether these cells can hold different unused numbers that add up to the total.
fn reaches(board: &Board, cells: &[Cell], used: &mut Vec<i32>, total: i64) -> bool {
    let Some((&cell, others)) = cells.split_first() else { return total == 0 };
    board.values(cell).iter().any(|value| {
        let number = board.number(cell, value);
        if used.contains(&number) {
            return false;
        }
        used.push(number);
        let found = reaches(board, others, used, total - i64::from(number));
        used.pop();
        found
    })
}
