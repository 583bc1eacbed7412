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

/// Marks of the base cells that no allowed combination uses.
fn exclude(layout: &Layout, grid: &Grid, base: &[u8], excluders: u128) -> Removes {
    let masks: Vec<u16> = cells(excluders).map(|c| grid.marks[usize::from(c)]).collect();
    let n = base.len();
    let marks = |i: usize| if i < n { grid.marks[usize::from(base[i])] } else { 1 };
    let sees = |i: usize, j: usize| i < n && j < n && layout.sees(base[i], base[j]);
    let clash = [sees(0, 1), sees(0, 2), sees(1, 2)];
    let mut used = [0_u16; 3];
    for a in bits(marks(0)) {
        for b in bits(marks(1)) {
            if clash[0] && a == b {
                continue;
            }
            for c in bits(marks(2)) {
                if clash[1] && a == c || clash[2] && b == c {
                    continue;
                }
                let mut taken = 1 << a | 1 << b;
                if n == 3 {
                    taken |= 1 << c;
                }
                if masks.iter().all(|&m| m & !taken != 0) {
                    used[0] |= 1 << a;
                    used[1] |= 1 << b;
                    used[2] |= 1 << c;
                }
            }
        }
    }
    let mut removes = Removes::new();
    for (i, &cell) in base.iter().enumerate() {
        let gone = marks(i) & !used[i];
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
