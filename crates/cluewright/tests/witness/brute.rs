//! Every way to fill a board, cell by cell.

use crate::witness::board::Board;
use crate::witness::judge::BLANK;

/// By cell, the cells that must hold other digits, because they share a row, column or region in which the board's rules demand
/// different digits.
fn apart(b: &Board) -> Vec<Vec<usize>> {
    let said = |names: &[&str]| names.iter().any(|n| b.has_rule(n));
    let mut lists = Vec::new();
    if said(&["rows", "latin", "classic", "irregular", "miracle"]) {
        lists.extend(b.rows());
    }
    if said(&["columns", "latin", "classic", "irregular", "miracle"]) {
        lists.extend(b.columns());
    }
    if said(&["boxes", "regions", "classic", "irregular", "miracle"]) {
        lists.extend(b.boxes.clone());
    }
    let of = |c: &usize| lists.iter().filter(|l| l.contains(c)).flatten().copied().filter(|o| o != c).collect();
    (0..b.len()).map(|c| of(&c)).collect()
}

/// Calls `each` with every full board that has the fixed digits, has different digits in rows, columns and regions, and satisfies
/// `fine`, which is called whenever a row is full (with `BLANK` in empty cells). Stops and returns false when `each` returns false.
pub(crate) fn fill(
    b: &Board,
    fixed: &[Option<i64>],
    fine: &dyn Fn(&[i64]) -> bool,
    each: &mut dyn FnMut(&[i64]) -> bool,
) -> bool {
    let mut now: Vec<i64> = fixed.iter().map(|d| d.unwrap_or(BLANK)).collect();
    further(b, &apart(b), &mut now, 0, fine, each)
}

fn further(
    b: &Board,
    apart: &[Vec<usize>],
    now: &mut Vec<i64>,
    from: usize,
    fine: &dyn Fn(&[i64]) -> bool,
    each: &mut dyn FnMut(&[i64]) -> bool,
) -> bool {
    let Some(cell) = (from..now.len()).find(|&c| now[c] == BLANK) else { return each(now) };
    let (low, high) = match cell.checked_sub(b.len()) {
        None => (b.low, b.high),
        Some(extra) => (b.extra[extra].1, b.extra[extra].2),
    };
    for digit in low..=high {
        if apart.get(cell).is_some_and(|all| all.iter().any(|&o| now[o] == digit)) {
            continue;
        }
        now[cell] = digit;
        let asked = cell >= b.len() || (cell + 1) % b.width == 0;
        if (!asked || fine(now)) && !further(b, apart, now, cell + 1, fine, each) {
            return false;
        }
    }
    now[cell] = BLANK;
    true
}
