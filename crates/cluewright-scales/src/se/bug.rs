//! Bivalue universal graves of type 1 (rated 5.6), 2 (5.7), 3 (5.7 and higher) and 4 (5.7).

use super::grid::{Grid, bits, cells, choose};
use super::hint::{Hint, Removes, add};
use super::layout::Layout;
use super::types::Profile;
use super::unique::is_restricted;

/// Cells with extra digits, in the order in which they were found.
struct Grave {
    cells: Vec<u8>,
    extra: [u16; 81],
    all: u16,
    /// The cells that see all cells with extra digits; `None` as long as no extra digit has been recorded.
    common: Option<u128>,
    /// The grid with the extra digits removed.
    rest: Grid,
}

impl Grave {
    /// Records an extra digit of a cell. Returns false if no type of the pattern is possible any longer.
    fn take(&mut self, layout: &Layout, cell: u8, digit: usize, counts: bool) -> bool {
        if !self.cells.contains(&cell) {
            self.cells.push(cell);
        }
        self.extra[usize::from(cell)] |= 1 << digit;
        if counts {
            self.all |= 1 << digit;
        }
        self.rest.remove(layout, usize::from(cell), digit);
        let seen = layout.sees[usize::from(cell)];
        let mine = self.cells.iter().fold(0_u128, |set, &c| set | 1 << c);
        let common = self.common.map_or(seen, |set| set & seen) & !mine;
        self.common = Some(common);
        self.cells.len() <= 1 || self.all.count_ones() <= 1 || common != 0
    }
}

fn find(layout: &Layout, grid: &Grid, profile: Profile) -> Option<Grave> {
    let mut grave = Grave { cells: Vec::new(), extra: [0; 81], all: 0, common: None, rest: grid.clone() };
    // If all extra digits are the same digit, a newer method may find further cells.
    let mut lone: Option<(usize, u128)> = None;
    let mut one_digit = true;
    for r in 0..layout.regions.len() {
        for d in 0..9 {
            let at = grid.at[r][d];
            if matches!(at.count_ones(), 0 | 2) {
                continue;
            }
            let home = &layout.regions[r].cells;
            let big: Vec<u8> =
                bits(at).map(|p| home[p]).filter(|&c| grid.marks[usize::from(c)].count_ones() >= 3).collect();
            let set = big.iter().fold(0_u128, |set, &c| set | 1 << c);
            match &mut lone {
                None => lone = Some((d, set)),
                Some(l) if one_digit && l.0 == d => l.1 |= set,
                Some(_) => one_digit = false,
            }
            if let [cell] = big[..]
                && !grave.take(layout, cell, d, true)
            {
                return None;
            }
            if big.is_empty() {
                return None;
            }
        }
    }
    if let (Profile::Sukaku, true, Some((d, set))) = (profile, one_digit, lone)
        && set.count_ones() as usize > grave.cells.len()
    {
        let known = grave.cells.iter().fold(0_u128, |set, &c| set | 1 << c);
        for cell in cells(set & !known) {
            if !grave.take(layout, cell, d, false) {
                return None;
            }
        }
    }
    let rest = &grave.rest;
    if cells(rest.open).any(|c| rest.marks[usize::from(c)].count_ones() != 2) {
        return None;
    }
    let uneven = |r: usize| rest.at[r].iter().any(|at| !matches!(at.count_ones(), 0 | 2));
    if (0..layout.regions.len()).any(uneven) {
        return None;
    }
    let restricting = !layout.plain || layout.near.is_some();
    let told_apart = |c: u8| is_restricted(layout, grid, c, rest.marks[usize::from(c)]);
    if restricting && cells(rest.open).any(told_apart) {
        return None;
    }
    Some(grave)
}

pub(super) fn grave(layout: &Layout, grid: &Grid, profile: Profile) -> Option<Hint> {
    let grave = find(layout, grid, profile)?;
    let common = grave.common.unwrap_or(0);
    if let [cell] = grave.cells[..] {
        return Hint::remove("BUG type 1", 5.6, vec![(cell, grid.marks[usize::from(cell)] & !grave.all)]);
    }
    if grave.all.count_ones() == 1 {
        let gone = common & grid.cells[grave.all.trailing_zeros() as usize];
        if gone != 0 {
            return Hint::remove("BUG type 2", 5.7, cells(gone).map(|c| (c, grave.all)).collect());
        }
        return type_four(layout, grid, &grave);
    }
    if common == 0 {
        return None;
    }
    type_four(layout, grid, &grave).or_else(|| type_three(layout, grid, profile, &grave, common))
}

/// A region of this kind that contains all the cells with extra digits.
fn shared(layout: &Layout, grave: &Grave, kind: usize) -> Option<usize> {
    layout.of_kind(kind).find(|&r| grave.cells.iter().all(|&c| layout.regions[r].set >> c & 1 != 0))
}

fn type_four(layout: &Layout, grid: &Grid, grave: &Grave) -> Option<Hint> {
    let [one, two] = grave.cells[..] else { return None };
    let marks = |c: u8| grid.marks[usize::from(c)];
    let kept = marks(one) & marks(two) & !grave.all;
    if kept.count_ones() != 1 || !layout.chain.iter().any(|&k| shared(layout, grave, k).is_some()) {
        return None;
    }
    let gone = |c: u8| marks(c) & !grave.extra[usize::from(c)] & !kept;
    Hint::remove("BUG type 4", 5.7, vec![(one, gone(one)), (two, gone(two))])
}

fn type_three(layout: &Layout, grid: &Grid, profile: Profile, grave: &Grave, common: u128) -> Option<Hint> {
    let try_one = |kind: usize, k: usize| {
        let region = shared(layout, grave, kind)?;
        let others: Vec<u8> = cells(common & layout.regions[region].set).collect();
        if others.len() < k {
            return None;
        }
        choose(k - 1, others.len()).find_map(|chosen| naked(layout, grid, profile, grave, &others, chosen, k))
    };
    if profile == Profile::Se121 {
        layout.chain.iter().find_map(|&kind| (2..=6).find_map(|k| try_one(kind, k)))
    } else {
        (2..=6).find_map(|k| layout.chain.iter().find_map(|&kind| try_one(kind, k)))
    }
}

fn naked(
    layout: &Layout,
    grid: &Grid,
    profile: Profile,
    grave: &Grave,
    others: &[u8],
    chosen: u32,
    k: usize,
) -> Option<Hint> {
    let mine: Vec<u8> = bits(chosen as u16).map(|i| others[i]).collect();
    let marks = |c: u8| grid.marks[usize::from(c)];
    let digits = mine.iter().fold(0, |set, &c| set | marks(c));
    let few = mine.iter().any(|&c| marks(c).count_ones() < 2) || grave.all.count_ones() < 2;
    if few || digits.count_ones() != k as u32 || (digits | grave.all).count_ones() != k as u32 {
        return None;
    }
    let mut removes = Removes::new();
    if layout.plain || profile == Profile::Se121 {
        let rest = others.iter().filter(|c| !mine.contains(c) && marks(**c) & digits != 0);
        removes.extend(rest.map(|&c| (c, marks(c) & digits)));
    } else {
        for d in bits(digits) {
            let holders = mine.iter().chain(&grave.cells).filter(|&&c| grid.has(c, d));
            let gone = holders.fold(grid.cells[d], |set, &c| set & layout.sees[usize::from(c)]);
            for c in cells(gone) {
                add(&mut removes, c, 1 << d);
            }
        }
    }
    if removes.is_empty() {
        return None;
    }
    Hint::remove("BUG type 3", 5.7 + (k - 1) as f64 * 0.1, removes)
}
