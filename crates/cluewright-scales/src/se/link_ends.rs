//! The strong links of one digit in one region, between two places or two groups of places.

use super::grid::{Grid, bits};
use super::layout::{BLOCK, GROUP, Layout, WINDOW};

/// One end of a link: a cell or a group of cells.
#[derive(Clone, Copy)]
pub(super) struct End {
    /// The cells that see every cell of the end.
    pub(super) sees: u128,
    /// The regions that contain every cell of the end, as bits.
    pub(super) regions: u64,
}

/// A strong link.
pub(super) struct Link {
    pub(super) region: usize,
    /// All places of the digit in the region.
    pub(super) cells: u128,
    pub(super) ends: [End; 2],
    pub(super) grouped: bool,
}

/// For square regions, the ways to split the positions (crosses, then pairs of parallel lines): the positions that must be empty,
/// and the two arms or lines.
const SQUARE: [(u16, u16, u16); 15] = {
    let mut table = [(0, 0, 0); 15];
    let mut heart = 0;
    while heart < 9 {
        let row = 0b111 << (heart / 3 * 3);
        let column = 0b100_1001 << (heart % 3);
        table[heart] = (0x1ff & !(row | column), column & !(1 << heart), row & !(1 << heart));
        heart += 1;
    }
    let mut i = 0;
    while i < 3 {
        let (low, high) = ([0, 0, 1][i], [1, 2, 2][i]);
        table[9 + i] = (0b111 << ((2 - i) * 3), 0b111 << (low * 3), 0b111 << (high * 3));
        table[12 + i] = (0b100_1001 << (2 - i), 0b100_1001 << low, 0b100_1001 << high);
        i += 1;
    }
    table
};

/// For lines, the ways to split the positions: the third of the line that must be empty, and the other two thirds.
const LINE: [(u16, u16, u16); 3] =
    [(0b111, 0b11_1000, 0b1_1100_0000), (0b11_1000, 0b111, 0b1_1100_0000), (0b1_1100_0000, 0b111, 0b11_1000)];

/// The links of a digit in a region: none, one, or two links that split the same places in different ways.
pub(super) fn links(layout: &Layout, grid: &Grid, region: usize, digit: usize) -> Vec<Link> {
    let at = grid.at[region][digit];
    let kind = layout.regions[region].kind;
    let square = matches!(kind, BLOCK | GROUP | WINDOW);
    let make = |one: u16, two: u16, grouped: bool| Link {
        region,
        cells: grid.cells[digit] & layout.regions[region].set,
        ends: [end(layout, region, one), end(layout, region, two)],
        grouped,
    };
    match at.count_ones() {
        2 => {
            let low = at & at.wrapping_neg();
            if square && same_line(layout, region, at) { Vec::new() } else { vec![make(low, at & !low, false)] }
        }
        3..=6 => grouped(layout, region, kind, at).into_iter().map(|(one, two)| make(one, two, true)).collect(),
        _ => Vec::new(),
    }
}

fn end(layout: &Layout, region: usize, at: u16) -> End {
    let home = &layout.regions[region].cells;
    bits(at).fold(End { sees: u128::MAX, regions: u64::MAX }, |end, p| {
        let cell = usize::from(home[p]);
        let regions = layout.homes[cell].iter().fold(0, |set, h| set | 1 << h.0);
        End { sees: end.sees & layout.sees[cell], regions: end.regions & regions }
    })
}

fn same_line(layout: &Layout, region: usize, at: u16) -> bool {
    let list: Vec<u8> = bits(at).map(|p| layout.regions[region].cells[p]).collect();
    list.iter().all(|c| c / 9 == list[0] / 9) || list.iter().all(|c| c % 9 == list[0] % 9)
}

/// The pairs of groups at the two ends of links, in the order in which they are tried. The first split whose excluded positions are
/// empty is used, even if this split is useless.
fn grouped(layout: &Layout, region: usize, kind: usize, at: u16) -> Vec<(u16, u16)> {
    let square = matches!(kind, BLOCK | GROUP | WINDOW);
    // In square regions other than blocks, only three crosses are tried.
    let splits = if kind == BLOCK { 15 } else { 3 };
    let table: &[(u16, u16, u16)] = if square { &SQUARE } else { &LINE };
    let fits = |&i: &usize| (i <= 8 || at.count_ones() >= 4) && at & table[i].0 == 0;
    let Some(i) = (0..splits).find(fits) else { return Vec::new() };
    let (one, two) = (at & table[i].1, at & table[i].2);
    if one == 0 || two == 0 {
        return Vec::new();
    }
    // If one arm of a cross has only one place, the position where the arms meet is counted even if it does not have the digit.
    let heart = if square && i < 9 { 1 << i } else { 0 };
    match (one.count_ones(), two.count_ones()) {
        (_, 1) => vec![(two, one | heart)],
        (1, _) => vec![(one, two | heart)],
        (a, b) => {
            let low = |set: u16| set & set.wrapping_neg();
            let ladder = i > 8
                && at.count_ones() == 4
                && same_line(layout, region, low(one) | low(two))
                && same_line(layout, region, (one | two) & !(low(one) | low(two)));
            if ladder {
                let rungs = low(one) | low(two);
                return vec![(one, two), (rungs, at & !rungs)];
            }
            let with = |set: u16, n: u32| if n == 2 { set | at & heart } else { set };
            vec![(with(one, a), with(two, b))]
        }
    }
}
