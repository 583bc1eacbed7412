//! Techniques for non-consecutive neighbours: the forcing cell (2.4) and the locked digit (2.5).

use super::grid::{Grid, beside, bits, cells};
use super::hint::{Hint, Removes, add};
use super::layout::{BLOCK, COLUMN, Layout, NonConsecutive, ROW, WINDOW};

/// A cell with two or three candidates, each of which forbids the same digits in neighbouring cells.
pub(super) fn forcing_cell(layout: &Layout, grid: &Grid) -> Option<Hint> {
    let near = layout.near.as_ref()?;
    let name = if near.diagonal { "Ferz Non-Consecutive Forcing Cell" } else { "Non-Consecutive Forcing Cell" };
    (0..81).find_map(|cell| {
        forbidden(near, grid.marks[cell]).into_iter().find_map(|(digits, both)| {
            let mut around = if both { near.near_pair[cell] } else { near.near_set[cell] };
            if near.diagonal && (both || grid.marks[cell].count_ones() == 3) {
                around &= layout.sees[cell];
            }
            let gone = |c: u8| grid.marks[usize::from(c)] & digits;
            let removes: Removes = cells(around).filter(|&c| gone(c) != 0).map(|c| (c, gone(c))).collect();
            if removes.is_empty() { None } else { Hint::remove(name, 2.4, removes) }
        })
    })
}

/// The sets of digits that a cell forbids in its neighbours, in the order in which they are tried. The flag is true if the digits
/// are the two candidates of the cell itself.
fn forbidden(near: &NonConsecutive, marks: u16) -> Vec<(u16, bool)> {
    let size = marks.count_ones() as usize;
    if !(2..=3).contains(&size) {
        return Vec::new();
    }
    let (first, last) = (marks.trailing_zeros() as usize, 15 - marks.leading_zeros() as usize);
    let width = last - first;
    let mut found = Vec::new();
    if width == size - 1 || near.cyclic && width == 8 {
        if size == 2 {
            found.push((marks, true));
        } else if width == 8 {
            if marks >> (first + 1) & 1 != 0 {
                found.push((1 << first, false));
            }
            if bits(marks).nth(1) == Some(last - 1) {
                found.push((1 << last, false));
            }
            return found;
        } else {
            found.push((1 << (first + 1), false));
        }
    }
    if near.cyclic && width == 7 && size == 2 {
        found.push((if last == 7 { 1 << 8 } else { 1 }, false));
    } else if width == 2 {
        found.push((1 << (first + 1), false));
    }
    found
}

/// Locked digits: a cell cannot contain a digit one above or one below `digit` if the cell is next to all places of `digit` in a
/// region, or if it is one of these places and next to all other places.
pub(super) fn locked(layout: &Layout, grid: &Grid) -> Option<Hint> {
    let near = layout.near.as_ref()?;
    let name = if near.diagonal { "Locked Ferz Non Consecutive" } else { "Locked Non Consecutive" };
    for digit in 0..9 {
        for kind in [WINDOW, COLUMN, ROW, BLOCK] {
            let most = if matches!(kind, WINDOW | BLOCK) { 5 } else { 3 };
            let regions = layout.of_kind(kind).take(if kind == WINDOW { 4 } else { 9 });
            for r in regions {
                let at = grid.at[r][digit];
                if at == 0 || at.count_ones() > most {
                    continue;
                }
                let home = &layout.regions[r].cells;
                let around = |p: usize| near.near_set[usize::from(home[p])] | 1 << home[p];
                let all = bits(at).fold(u128::MAX, |set, p| set & around(p));
                let mut removes = Removes::new();
                for c in cells(all) {
                    for d in beside(digit, near.cyclic).filter(|&d| grid.has(c, d)) {
                        add(&mut removes, c, 1 << d);
                    }
                }
                if !removes.is_empty() {
                    return Hint::remove(name, 2.5, removes);
                }
            }
        }
    }
    None
}
