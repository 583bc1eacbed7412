//! WXYZ-Wings to TUVWXYZ-Wings: a set of cells that see each other and have one digit more than there are cells, together with
//! another cell that has only two of these digits.

use super::grid::{Grid, bits, cells};
use super::hint::{Hint, Removes, add};
use super::layout::Layout;
use std::cmp::Ordering;

const NAMES: [&str; 4] = ["WXYZ-Wing", "VWXYZ-Wing", "UVWXYZ-Wing", "TUVWXYZ-Wing"];

struct Best {
    rating: f64,
    gone: u32,
    suffix: String,
    removes: Removes,
}

struct Search<'a> {
    layout: &'a Layout,
    grid: &'a Grid,
    /// The number of cells in the set.
    size: usize,
    forward: [u128; 81],
    pairs: u128,
    chosen: Vec<u8>,
    best: Option<Best>,
}

/// Finds the best wing with a set of `size` cells (3 to 6). The best wing has the lowest rating; ties are decided by the number of
/// eliminations, then by the suffix.
pub(super) fn wing(layout: &Layout, grid: &Grid, size: usize) -> Option<Hint> {
    let forward = std::array::from_fn(|c| layout.forward[c].iter().fold(0, |set, &f| set | 1 << f));
    let pairs = (0..81).filter(|&c| grid.marks[c].count_ones() == 2).fold(0, |set, c| set | 1 << c);
    let mut search = Search { layout, grid, size, forward, pairs, chosen: Vec::new(), best: None };
    for first in 0..81_u8 {
        let marks = grid.marks[usize::from(first)];
        if search.fits(marks, marks) {
            search.chosen.push(first);
            for &second in &layout.forward[usize::from(first)] {
                let more = grid.marks[usize::from(second)];
                if search.fits(more, marks | more) {
                    search.chosen.push(second);
                    let rest = search.forward[usize::from(first)] & search.forward[usize::from(second)];
                    search.extend(rest, marks | more);
                    search.chosen.pop();
                }
            }
            search.chosen.pop();
        }
    }
    let best = search.best?;
    Hint::remove(format!("{} {}", NAMES[size - 3], best.suffix), best.rating, best.removes)
}

impl Search<'_> {
    fn fits(&self, marks: u16, union: u16) -> bool {
        marks.count_ones() > 1 && union.count_ones() as usize <= self.size + 1
    }

    fn extend(&mut self, rest: u128, union: u16) {
        for cell in cells(rest) {
            let marks = self.grid.marks[usize::from(cell)];
            let all = union | marks;
            if !self.fits(marks, all) {
                continue;
            }
            self.chosen.push(cell);
            if self.chosen.len() == self.size {
                if all.count_ones() as usize == self.size + 1 {
                    self.pair_with(all);
                }
            } else {
                self.extend(rest & self.forward[usize::from(cell)], all);
            }
            self.chosen.pop();
        }
    }

    /// Tries every cell that has two of the digits and sees a cell of the set.
    fn pair_with(&mut self, all: u16) {
        let seen = self.chosen.iter().fold(0, |set, &c| set | self.layout.sees[usize::from(c)]);
        let mine = self.chosen.iter().fold(0_u128, |set, &c| set | 1 << c);
        for pair in cells(seen & !mine & self.pairs) {
            let marks = self.grid.marks[usize::from(pair)];
            if marks & !all != 0 {
                continue;
            }
            let near = self.layout.sees[usize::from(pair)];
            let linked = |d: usize| mine & self.grid.cells[d] & !near == 0;
            let (x, z) = (marks.trailing_zeros() as usize, 15 - marks.leading_zeros() as usize);
            match (linked(x), linked(z)) {
                (true, true) => self.judge(all & !marks, pair, (x, z), true, mine),
                (true, false) => self.judge(0, pair, (x, z), false, mine),
                (false, true) => self.judge(0, pair, (z, x), false, mine),
                (false, false) => {}
            }
        }
    }

    /// The cells that see every cell of the set that has this digit.
    fn seen_by_holders(&self, digit: usize, mine: u128) -> u128 {
        let holders = cells(mine & self.grid.cells[digit]);
        holders.fold(self.grid.cells[digit], |set, c| set & self.layout.sees[usize::from(c)])
    }

    fn judge(&mut self, weak: u16, pair: u8, (x, z): (usize, usize), double: bool, mine: u128) {
        let others = !(mine | 1 << pair);
        let mut gone: Vec<(usize, u128)> = bits(weak).map(|d| (d, self.seen_by_holders(d, mine) & others)).collect();
        let near = self.layout.sees[usize::from(pair)] & others;
        let strong = |d: usize| self.seen_by_holders(d, mine) & near;
        let mut doubly = double;
        if double {
            let any_weak = gone.iter().any(|g| g.1 != 0);
            doubly = any_weak || strong(z) != 0 && strong(x) != 0;
            gone.push((x, strong(x)));
        }
        gone.push((z, strong(z)));
        let total = gone.iter().map(|g| g.1.count_ones()).sum();
        if total == 0 {
            return;
        }
        let sizes = self.chosen.iter().map(|&c| self.grid.marks[usize::from(c)].count_ones());
        let biggest = sizes.clone().max().unwrap_or(0);
        let rating = match self.size {
            3 => 5.5 + f64::from(1 - (3 - biggest as i32).abs()) * 0.1,
            4 => 6.2 + f64::from(2 - (3 - biggest as i32).abs()) * 0.1,
            5 => 6.6,
            _ => 7.5,
        };
        let suffix = format!("{}{biggest}{}", if doubly { 2 } else { 1 }, sizes.sum::<u32>());
        let order = self.best.as_ref().map_or(Ordering::Less, |b| {
            rating.total_cmp(&b.rating).then(b.gone.cmp(&total)).then(b.suffix.cmp(&suffix))
        });
        if order == Ordering::Less {
            let mut removes = Removes::new();
            for (d, set) in gone {
                cells(set).for_each(|c| add(&mut removes, c, 1 << d));
            }
            self.best = Some(Best { rating, gone: total, suffix, removes });
        }
    }
}
