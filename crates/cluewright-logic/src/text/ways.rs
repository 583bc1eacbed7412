//! Computes the remaining ways to fill in cells: combinations of numbers, minimum and maximum sums, complete fillings.

use cluewright_core::{Board, Candidate, Cell, Constraint, Kind, Model, Sort, SortedSet, Value, ValueSet};

/// The maximum number of combinations or fillings to list.
pub(super) const FEW: usize = 6;
/// The maximum number of attempts to put a number in a cell: writing an explanation must not turn into a search.
const LOOKS: u32 = 20_000;
/// The maximum number of propagations in the search for fillings.
const TRIES: u32 = 150;
/// The maximum number of propagations of a formula; a single propagation may take milliseconds.
const DEAR: u32 = 15;
/// Fillings are listed only for constraints with at most this many open cells.
const OPEN: usize = 9;

/// Whether the two cells always hold different numbers.
fn differ(model: &Model, a: Cell, b: Cell) -> bool {
    model.network().differ(model, a, b)
}

/// The combinations that give `total`, each in ascending order; `None` if there are too many.
pub(super) fn combinations(model: &Model, board: &Board, cells: &[Cell], total: i64) -> Option<Vec<Vec<i32>>> {
    let apart: Vec<Vec<usize>> =
        (0..cells.len()).map(|i| (0..i).filter(|&j| differ(model, cells[i], cells[j])).collect()).collect();
    let mut hunt = Hunt { board, cells, apart, total, looks: LOOKS, found: SortedSet::default() };
    hunt.go(&mut Vec::new(), 0).then(|| hunt.found.into_iter().collect())
}

struct Hunt<'a> {
    board: &'a Board,
    cells: &'a [Cell],
    /// For each cell, the earlier cells that must differ from it.
    apart: Vec<Vec<usize>>,
    total: i64,
    looks: u32,
    found: SortedSet<Vec<i32>>,
}

impl Hunt<'_> {
    /// Searches for combinations. Returns false if there are too many or the search took too long.
    fn go(&mut self, chosen: &mut Vec<i32>, so_far: i64) -> bool {
        let at = chosen.len();
        if at == self.cells.len() {
            if so_far == self.total {
                let mut sorted = chosen.clone();
                sorted.order();
                self.found.insert(sorted);
            }
            return self.found.len() <= FEW;
        }
        let rest = &self.cells[at..];
        let least: i64 = rest.iter().map(|&c| i64::from(self.board.min(c))).sum();
        let most: i64 = rest.iter().map(|&c| i64::from(self.board.max(c))).sum();
        if !(so_far + least..=so_far + most).contains(&self.total) {
            return true;
        }
        for v in self.board.values(self.cells[at]) {
            if self.looks == 0 {
                return false;
            }
            self.looks -= 1;
            let number = self.board.number(self.cells[at], v);
            if self.apart[at].iter().any(|&j| chosen[j] == number) {
                continue;
            }
            chosen.push(number);
            let fine = self.go(chosen, so_far + i64::from(number));
            chosen.pop();
            if !fine {
                return false;
            }
        }
        true
    }
}

/// The minimum and maximum sum of some cells, taking into account which cells must differ.
pub(super) fn bounds(model: &Model, board: &Board, cells: &[Cell]) -> (i64, i64) {
    let mut parts: Vec<Vec<Cell>> = Vec::new();
    for &cell in cells {
        match parts.iter_mut().find(|p| p.iter().all(|&c| differ(model, c, cell))) {
            Some(part) => part.push(cell),
            None => parts.push(vec![cell]),
        }
    }
    let add = |most: bool| parts.iter().map(|p| extreme(board, p, most)).sum();
    (add(false), add(true))
}

/// The minimum or maximum sum of cells that all differ. Starting from the smallest or largest value, each value is added to the set
/// if the cells can hold it together with all values added before. (This finds the best set, because the sets of values that can be
/// matched to cells form a matroid.)
fn extreme(board: &Board, cells: &[Cell], most: bool) -> i64 {
    let mut values: Vec<Value> = cells.iter().fold(ValueSet::EMPTY, |all, &c| all | board.values(c)).iter().collect();
    if most {
        values.reverse();
    }
    // For each cell, the value assigned to it so far.
    let mut holds: Vec<Option<Value>> = vec![None; cells.len()];
    let mut sum = 0;
    for value in values {
        let mut asked = vec![false; cells.len()];
        if place(board, cells, value, &mut holds, &mut asked) {
            sum += i64::from(board.number(cells[0], value));
        }
    }
    sum
}

/// Finds a cell for a value; values that already have a cell may be moved to another cell.
fn place(board: &Board, cells: &[Cell], value: Value, holds: &mut [Option<Value>], asked: &mut [bool]) -> bool {
    for i in 0..cells.len() {
        if asked[i] || !board.values(cells[i]).contains(value) {
            continue;
        }
        asked[i] = true;
        if holds[i].is_none_or(|other| place(board, cells, other, holds, asked)) {
            holds[i] = Some(value);
            return true;
        }
    }
    false
}

/// The open cells of a constraint, and the ways to fill in these cells that satisfy the constraint and the links among the cells;
/// `None` if there are too many cells or ways.
pub(super) fn fillings(model: &Model, board: &Board, kind: &Kind) -> Option<(Vec<Cell>, Vec<Vec<Value>>)> {
    let open: Vec<Cell> = kind.cells().iter().copied().filter(|&c| board.values(c).len() > 1).collect();
    if open.is_empty() || open.len() > OPEN || kind.cells().len() > 4 * OPEN {
        return None;
    }
    let mut tries = if matches!(kind, Kind::Evaluated(_)) { DEAR } else { TRIES };
    let mut found = Vec::new();
    fill(model, board, kind, &open, &mut tries, &mut found).then_some((open, found))
}

fn fill(
    model: &Model,
    board: &Board,
    kind: &Kind,
    open: &[Cell],
    tries: &mut u32,
    found: &mut Vec<Vec<Value>>,
) -> bool {
    let Some(&cell) = open.iter().find(|&&c| board.values(c).len() > 1) else {
        found.push(open.iter().filter_map(|&c| board.fixed(c)).collect());
        return found.len() <= FEW;
    };
    for value in board.values(cell) {
        if *tries == 0 {
            return false;
        }
        *tries -= 1;
        let mut trial = board.clone();
        let sees = |trial: &mut Board| {
            open.iter().filter(|&&c| c != cell).try_for_each(|&c| {
                let gone = model.network().forbidden(Candidate::new(cell, value), c);
                trial.keep(c, trial.values(c).minus(gone))
            })
        };
        let fine = trial.fix(cell, value).is_ok()
            && sees(&mut trial).is_ok()
            && kind.propagate(&mut trial).is_ok()
            // Propagation may have fixed cells to values that exclude each other.
            && alone_fine(model, &trial, open);
        if fine && !fill(model, &trial, kind, open, tries, found) {
            return false;
        }
    }
    true
}

/// Whether the values of the fixed cells are compatible with each other.
fn alone_fine(model: &Model, board: &Board, open: &[Cell]) -> bool {
    let fixed: Vec<Candidate> = open.iter().filter_map(|&c| board.fixed(c).map(|v| Candidate::new(c, v))).collect();
    (0..fixed.len()).all(|i| fixed[..i].iter().all(|&x| !model.network().sees(x, fixed[i])))
}
