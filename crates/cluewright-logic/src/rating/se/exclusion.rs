//! Aligned pair (6.2) and triplet (7.5) exclusion.

use super::grid::{Grid, bits, cells};
use super::hint::{Hint, Removes, add};
use super::layout::Layout;

/// Cells that may be a base, ascending, and who may exclude for them: cells seen with 2 to `most` marks.
struct Bases {
    list: Vec<u8>,
    set: u128,
    /// In the order of the visible cells.
    order: Vec<Vec<u8>>,
    excluders: Vec<u128>,
}

fn bases(layout: &Layout, grid: &Grid, most: u32) -> Bases {
    let of = |test: &dyn Fn(u32) -> bool| {
        (0..81).filter(|&c| test(grid.marks[c].count_ones())).fold(0_u128, |set, c| set | 1 << c)
    };
    let single = of(&|n| n == 1);
    let few = of(&|n| (2..=most).contains(&n));
    let mut found = Bases { list: Vec::new(), set: 0, order: vec![Vec::new(); 81], excluders: vec![0; 81] };
    for c in 0..81 {
        let seen = layout.sees[c];
        if grid.marks[c].count_ones() >= 2 && seen & single == 0 && seen & few != 0 {
            found.list.push(c as u8);
            found.set |= 1 << c;
            found.excluders[c] = seen & few;
            found.order[c] = layout.visible[c].iter().copied().filter(|&e| few >> e & 1 != 0).collect();
        }
    }
    found
}

/// Digits that excluders forbid beside others: by one digit, and by two.
struct Forbidden {
    by_one: [u16; 9],
    by_two: [[u16; 9]; 9],
}

impl Forbidden {
    fn new(grid: &Grid, excluders: u128) -> Self {
        let mut found = Self { by_one: [0; 9], by_two: [[0; 9]; 9] };
        for c in cells(excluders) {
            let marks = grid.marks[usize::from(c)];
            let pair = marks.count_ones() == 2;
            for a in bits(marks) {
                let rest = marks & !(1 << a);
                if pair {
                    found.by_one[a] |= rest;
                } else {
                    bits(rest).for_each(|b| found.by_two[a][b] |= rest & !(1 << b));
                }
            }
        }
        found
    }
}

/// Marks of the base cells that no allowed combination uses. Two base cells or three.
fn exclude(layout: &Layout, grid: &Grid, base: &[u8], excluders: u128) -> Removes {
    let mut marks = [0_u16; 3];
    for (i, &c) in base.iter().enumerate() {
        marks[i] = grid.marks[usize::from(c)];
    }
    let forbidden = Forbidden::new(grid, excluders);
    let triple = base.len() == 3;
    let sees = |i: usize, j: usize| j < base.len() && layout.sees(base[i], base[j]);
    let same = |clash: bool, d: usize| if clash { 1_u16 << d } else { 0 };
    let clash = [sees(0, 1), sees(0, 2), sees(1, 2)];
    let mut used = [0_u16; 3];
    for a in bits(marks[0]) {
        let beside = forbidden.by_one[a];
        for b in bits(marks[1] & !beside & !same(clash[0], a)) {
            if triple {
                let no = beside | forbidden.by_one[b] | forbidden.by_two[a][b] | same(clash[1], a) | same(clash[2], b);
                let left = marks[2] & !no;
                if left == 0 {
                    continue;
                }
                used[2] |= left;
            }
            used[0] |= 1 << a;
            used[1] |= 1 << b;
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

pub(super) fn pair(layout: &Layout, grid: &Grid) -> Option<Hint> {
    let bases = bases(layout, grid, 2);
    for (j, &two) in bases.list.iter().enumerate() {
        for &one in &bases.list[..j] {
            let common = bases.excluders[usize::from(one)] & bases.excluders[usize::from(two)];
            if common.count_ones() >= 2 {
                let removes = exclude(layout, grid, &[one, two], common);
                if !removes.is_empty() {
                    return Hint::remove("Aligned Pair Exclusion", 6.2, removes);
                }
            }
        }
    }
    None
}

pub(super) fn triplet(layout: &Layout, grid: &Grid) -> Option<Hint> {
    let bases = bases(layout, grid, 3);
    if bases.list.len() < 3 {
        return None;
    }
    for (j, &two) in bases.list.iter().enumerate() {
        for &one in &bases.list[..j] {
            let common = bases.excluders[usize::from(one)] & bases.excluders[usize::from(two)];
            if common.count_ones() < 2 {
                continue;
            }
            let mut tried: u128 = 1 << one | 1 << two;
            for &three in bases.order[usize::from(one)].iter().chain(&bases.order[usize::from(two)]) {
                if tried >> three & 1 != 0 || bases.set >> three & 1 == 0 {
                    continue;
                }
                tried |= 1 << three;
                let common = common & bases.excluders[usize::from(three)];
                if common.count_ones() >= 2 {
                    let removes = exclude(layout, grid, &[one, two, three], common);
                    if !removes.is_empty() {
                        return Hint::remove("Aligned Triplet Exclusion", 7.5, removes);
                    }
                }
            }
        }
    }
    None
}
