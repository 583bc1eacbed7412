//! Patterns of one digit with two strong links: skyscraper, 2-string kite, empty rectangle.

use super::geometry::{CELLS_OF, Cells, PEERS, UNIT, bit, block, column, each, first, has, row};
use super::grid::Position;
use super::step::Step;
use super::technique::Technique;

/// For every unit of a range that has exactly two places for the digit: these two places.
fn pairs(position: &Position, digit: usize, units: std::ops::Range<usize>) -> Vec<[usize; 2]> {
    units
        .filter(|&u| position.grid.free[u][digit] == 2)
        .map(|u| {
            let places = position.cells[digit] & UNIT[u];
            let a = first(places);
            // The cells are in ascending order, in columns as well as in rows.
            [a, first(places & !bit(a))]
        })
        .collect()
}

/// A skyscraper: two rows (then two columns) with two places each. One end of each line is in a common crossing line; the other
/// ends are not.
pub(super) fn skyscraper(position: &Position) -> Option<Step> {
    for (units, across) in [(0..9, column as fn(usize) -> usize), (9..18, row)] {
        for digit in 0..9 {
            let links = pairs(position, digit, units.clone());
            for (i, a) in links.iter().enumerate() {
                for b in &links[i + 1..] {
                    let free = if across(a[0]) == across(b[0]) {
                        1
                    } else if across(a[1]) == across(b[1]) {
                        0
                    } else {
                        continue;
                    };
                    if across(a[free]) == across(b[free]) {
                        continue;
                    }
                    let seen = position.cells[digit] & PEERS[a[free]] & PEERS[b[free]];
                    if seen != 0 {
                        return Some(Step::from_cells(Technique::Skyscraper, seen, digit));
                    }
                }
            }
        }
    }
    None
}

/// A row and a column with two places each, joined in a box. The joined end is moved to the front and stays there for pairs that
/// are tried later, which matters if both ends of a line are in one box.
pub(super) fn two_string_kite(position: &Position) -> Option<Step> {
    for digit in 0..9 {
        let mut rows = pairs(position, digit, 0..9);
        let mut columns = pairs(position, digit, 9..18);
        for a in &mut rows {
            for b in &mut columns {
                let ends = [(0, 0), (0, 1), (1, 0), (1, 1)];
                let Some(&(i, j)) = ends.iter().find(|&&(i, j)| block(a[i]) == block(b[j])) else { continue };
                if i == 1 {
                    a.swap(0, 1);
                }
                if j == 1 {
                    b.swap(0, 1);
                }
                if a.iter().any(|c| b.contains(c)) {
                    continue;
                }
                let crossing = row(b[1]) * 9 + column(a[1]);
                if has(position.cells[digit], crossing) {
                    return Some(Step::from_cells(Technique::TwoStringKite, bit(crossing), digit));
                }
            }
        }
    }
    None
}

/// A box whose places all lie in one row and one column, and a line with two places, one of which is in this row or column.
pub(super) fn empty_rectangle(position: &Position) -> Option<Step> {
    for digit in 0..9 {
        for b in 0..9 {
            let places = position.cells[digit] & UNIT[18 + b];
            if !matches!(places.count_ones(), 2..=5) {
                continue;
            }
            for shape in 0..9 {
                // The row and the column of the cross; crosses are tried from the lower right to the upper left.
                let (r, c) = (b / 3 * 3 + 2 - shape / 3, b % 3 * 3 + 2 - shape % 3);
                let (in_row, in_column) = (places & UNIT[r], places & UNIT[9 + c]);
                let corner = bit(r * 9 + c);
                let whole = places & !(UNIT[r] | UNIT[9 + c]) == 0;
                let enough = in_row.count_ones() >= 2 || in_column.count_ones() >= 2;
                if !whole || !enough || in_row & !corner == 0 || in_column & !corner == 0 {
                    continue;
                }
                let step = hinge(position, digit, b, r, 9 + c).or_else(|| hinge(position, digit, b, 9 + c, r));
                if step.is_some() {
                    return step;
                }
            }
        }
    }
    None
}

/// Goes from a place on `line` outside the box, along a pair of places in a crossing unit, to a cell that sees `other`.
fn hinge(position: &Position, digit: usize, b: usize, line: usize, other: usize) -> Option<Step> {
    let cells = position.cells[digit];
    let outside = |c: usize| block(c) != b;
    let across = |c: usize| if line < 9 { 9 + column(c) } else { row(c) };
    let along = |c: usize| if line < 9 { row(c) } else { 9 + column(c) };
    for cell in CELLS_OF[line].iter().map(|&c| usize::from(c)).filter(|&c| outside(c) && has(cells, c)) {
        let pair: Cells = cells & UNIT[across(cell)];
        if pair.count_ones() != 2 {
            continue;
        }
        let far = first(pair & !bit(cell));
        let hit = each(cells & UNIT[along(far)] & UNIT[other]).find(|&c| outside(c));
        if let Some(hit) = hit {
            return Some(Step::from_cells(Technique::EmptyRectangle, bit(hit), digit));
        }
    }
    None
}
