//! Type 3 of unique loops: the extra digits of two cells form a naked or hidden set together with other cells of a
//! region.

use super::grid::{bits, cells, choose};
use super::hint::{Removes, add};
use super::types::Profile;
use super::unique_loop::{Case, Loop, Type};

pub(super) fn type_three(case: &Case, extra: u16) -> Vec<Loop> {
    let mut found = Vec::new();
    let size = extra.count_ones() as usize;
    let first = if case.profile == Profile::Se121 { size } else { 2 };
    let [one, two] = case.ends;
    for k in first..=7 {
        for &(r, p) in &case.layout.homes[usize::from(one)] {
            let region = usize::from(r);
            let Some(q) = case.layout.regions[region].cells.iter().position(|&c| c == two) else { continue };
            let open = case.grid.open_in(case.layout, region);
            if k * 2 <= open && k >= size {
                naked(case, extra, k, (region, usize::from(p), q), &mut found);
            }
            if k * 2 < open {
                hidden(case, extra, k, (region, usize::from(p), q), &mut found);
            }
        }
    }
    found
}

fn naked(case: &Case, extra: u16, k: usize, (region, p, q): (usize, usize, usize), found: &mut Vec<Loop>) {
    let home = &case.layout.regions[region].cells;
    let marks = home.map(|c| case.grid.marks[usize::from(c)]);
    for at in choose(k, 9) {
        if at >> p & 1 == 0 || at >> q & 1 != 0 {
            continue;
        }
        let others = at as u16 & !(1 << p);
        let shared = extra & marks[p] & marks[q];
        let alone = bits(others).fold(shared, |set, i| set | marks[i]);
        let all = bits(others).fold(extra, |set, i| set | marks[i]);
        let few = extra.count_ones() < 2 || bits(others).any(|i| marks[i].count_ones() < 2);
        if few || alone.count_ones() != k as u32 || all.count_ones() != k as u32 {
            continue;
        }
        let mine = bits(others).fold(0_u128, |set, i| set | 1 << home[i]);
        let removes = if case.layout.plain {
            let rest = 0x1ff & !(others | 1 << p | 1 << q);
            bits(rest).filter(|&i| marks[i] & all != 0).map(|i| (home[i], marks[i] & all)).collect()
        } else {
            seen_by_holders(case, all, mine)
        };
        if !removes.is_empty() {
            let kind = Type::Naked { region, digits: all, cells: mine };
            found.push(case.hint(kind, (k - 1) as f64 * 0.1, removes));
        }
    }
}

/// Used in variants: removes each digit from the cells that see every cell of the set that has the digit.
fn seen_by_holders(case: &Case, digits: u16, mine: u128) -> Removes {
    let mut removes = Removes::new();
    for d in bits(digits) {
        let all = mine | 1 << case.ends[0] | 1 << case.ends[1];
        let holders = cells(all & case.grid.cells[d]);
        let gone = holders.fold(case.grid.cells[d], |set, c| set & case.layout.sees[usize::from(c)]);
        for c in cells(gone) {
            add(&mut removes, c, 1 << d);
        }
    }
    removes
}

fn hidden(case: &Case, extra: u16, k: usize, (region, p, q): (usize, usize, usize), found: &mut Vec<Loop>) {
    let free: Vec<usize> = bits(0x1ff & !(extra | case.pair)).collect();
    if k < 2 || k - 2 > free.len() {
        return;
    }
    let home = &case.layout.regions[region].cells;
    let at = &case.grid.at[region];
    for chosen in choose(k - 2, free.len()) {
        let digits = bits(chosen as u16).fold(case.pair, |set, i| set | 1 << free[i]);
        let places = |d: usize| at[d] & !(1 << q);
        let union = bits(digits).fold(0, |set, d| set | places(d));
        if union.count_ones() != k as u32 || bits(digits).any(|d| places(d) == 0) {
            continue;
        }
        let rest = union & !(1 << p | 1 << q);
        let gone = |i: usize| case.grid.marks[usize::from(home[i])] & !digits;
        let removes: Removes = bits(rest).filter(|&i| gone(i) != 0).map(|i| (home[i], gone(i))).collect();
        if !removes.is_empty() {
            let more = (rest.count_ones() as f64 - 1.0) * 0.1;
            found.push(case.hint(Type::Hidden { region, digits, at: rest }, more, removes));
        }
    }
}
