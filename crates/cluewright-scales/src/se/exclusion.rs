//! Aligned pair exclusion (6.2) and aligned triplet exclusion (7.5).

use super::grid::{Grid, bits, cells};
use super::hint::{Hint, Removes, add};
use super::layout::Layout;
use super::memo::Change;

/// Cells that may be part of a base, in ascending order, and the possible excluders of each: the cells that it sees and
/// that have 2 to `most` marks.
struct Bases {
    list: Vec<u8>,
    set: u128,
    excluders: Vec<u128>,
    /// The cells that changed since the last search that found nothing.
    changed: u128,
}

fn bases(layout: &Layout, grid: &Grid, most: u32, change: Change) -> Bases {
    let of = |test: &dyn Fn(u32) -> bool| {
        (0..81).filter(|&c| test(grid.marks[c].count_ones())).fold(0_u128, |set, c| set | 1 << c)
    };
    let single = of(&|n| n == 1);
    let few = of(&|n| (2..=most).contains(&n));
    // A cell with a single mark keeps cells that see it out of bases until its digit is placed, so if there is such a
    // cell, every base must be examined.
    let changed = if single == 0 { change.cells } else { u128::MAX };
    let mut found = Bases { list: Vec::new(), set: 0, excluders: vec![0; 81], changed };
    for c in 0..81 {
        let seen = layout.sees[c];
        if grid.marks[c].count_ones() >= 2 && seen & single == 0 && seen & few != 0 {
            found.list.push(c as u8);
            found.set |= 1 << c;
            found.excluders[c] = seen & few;
        }
    }
    found
}

/// The marks of two or three base cells that occur in no allowed combination.
fn exclude(layout: &Layout, grid: &Grid, base: &[u8], excluders: u128) -> Removes {
    let mut marks = [0_u16; 3];
    for (i, &c) in base.iter().enumerate() {
        marks[i] = grid.marks[usize::from(c)];
    }
    // Leave out excluders that have a digit that no base cell has: these excluders always keep a candidate.
    let all = marks[0] | marks[1] | marks[2];
    let mut excluded = [0_u16; 81];
    let mut n = 0;
    for c in cells(excluders) {
        excluded[n] = grid.marks[usize::from(c)];
        n += usize::from(excluded[n] & !all == 0);
    }
    let excluded = &excluded[..n];
    let triple = base.len() == 3;
    let sees = |i: usize, j: usize| j < base.len() && layout.sees(base[i], base[j]);
    let same = |clash: bool, d: usize| if clash { 1_u16 << d } else { 0 };
    let clash = [sees(0, 1), sees(0, 2), sees(1, 2)];
    if n == 0 && clash == [false; 3] {
        return Removes::new();
    }
    let mut used = [0_u16; 3];
    for a in bits(marks[0]) {
        for b in bits(marks[1] & !same(clash[0], a)) {
            // If `a` and `b` leave an excluder only a single digit, the third base cell cannot have this digit.
            let mut no = same(clash[1], a) | same(clash[2], b);
            let mut empty = false;
            for &marks in excluded {
                let rest = marks & !(1 << a | 1 << b);
                empty |= rest == 0;
                no |= if rest & rest.wrapping_sub(1) == 0 { rest } else { 0 };
            }
            if empty || triple && marks[2] & !no == 0 {
                continue;
            }
            used[2] |= marks[2] & !no;
            used[0] |= 1 << a;
            used[1] |= 1 << b;
            if used[1..] == marks[1..] {
                break;
            }
        }
        if used == marks {
            return Removes::new();
        }
    }
    let mut removes = Removes::new();
    for (i, &cell) in base.iter().enumerate() {
        let gone = marks[i] & !used[i];
        if gone != 0 {
            add(&mut removes, cell, gone);
        }
    }
    removes
}

pub(super) fn pair(layout: &Layout, grid: &Grid, change: Change) -> Option<Hint> {
    let bases = bases(layout, grid, 2, change);
    for (j, &two) in bases.list.iter().enumerate() {
        for &one in &bases.list[..j] {
            let common = bases.excluders[usize::from(one)] & bases.excluders[usize::from(two)];
            if common.count_ones() >= 2 && (common | 1 << one | 1 << two) & bases.changed != 0 {
                let removes = exclude(layout, grid, &[one, two], common);
                if !removes.is_empty() {
                    return Hint::remove("Aligned Pair Exclusion", 6.2, removes);
                }
            }
        }
    }
    None
}

pub(super) fn triplet(layout: &Layout, grid: &Grid, change: Change) -> Option<Hint> {
    let bases = bases(layout, grid, 3, change);
    if bases.list.len() < 3 {
        return None;
    }
    for (j, &two) in bases.list.iter().enumerate() {
        for &one in &bases.list[..j] {
            let common = bases.excluders[usize::from(one)] & bases.excluders[usize::from(two)];
            let (seen_one, seen_two) = (bases.excluders[usize::from(one)], bases.excluders[usize::from(two)]);
            if common.count_ones() < 2 {
                continue;
            }
            let touched = (1 << one | 1 << two) & bases.changed != 0;
            let mut able = (seen_one | seen_two) & bases.set & !(1 << one | 1 << two);
            if !touched {
                able &= cells(common & bases.changed).fold(bases.changed, |set, c| set | layout.sees[usize::from(c)]);
            }
            let able = cells(able).fold(0_u128, |set, c| {
                let shared = common & bases.excluders[usize::from(c)];
                if shared & shared.wrapping_sub(1) != 0 { set | 1 << c } else { set }
            });
            if able == 0 {
                continue;
            }
            let mut tried: u128 = 1 << one | 1 << two;
            for &three in layout.visible[usize::from(one)].iter().chain(&layout.visible[usize::from(two)]) {
                if tried >> three & 1 != 0 || able >> three & 1 == 0 {
                    continue;
                }
                tried |= 1 << three;
                let common = common & bases.excluders[usize::from(three)];
                let removes = exclude(layout, grid, &[one, two, three], common);
                if !removes.is_empty() {
                    return Hint::remove("Aligned Triplet Exclusion", 7.5, removes);
                }
            }
        }
    }
    None
}
