//! What candidates that are on lead to through links that need no memory, as sets: static chains in no order.

use super::super::grid::{Grid, beside, bits, cells};
use super::super::layout::Layout;
use super::closures::{Closure, Marks};
use super::links::Pass;
use super::spread::{KEYS, key, parts};

/// The links of a grid and, when asked for, what follows from a candidate.
pub(super) struct Implied {
    pass: Pass,
    marks: Marks,
    /// Candidates with a strong link.
    bears: Marks,
    /// Cells of the same digit at the other end of a strong link; valid where `bears`.
    same: Vec<u128>,
    /// Digits of a cell that has two.
    pairs: [u16; 81],
    /// What follows from the candidates asked for, and where it stands; valid where `known`.
    rows: Vec<Closure>,
    row_of: Vec<u16>,
    known: Marks,
    queue: Vec<(u8, u8)>,
}

impl Default for Implied {
    fn default() -> Self {
        Self {
            pass: Pass { y: true, x: true },
            marks: [0; 9],
            bears: [0; 9],
            same: vec![0; KEYS],
            pairs: [0; 81],
            rows: Vec::new(),
            row_of: vec![0; KEYS],
            known: [0; 9],
            queue: Vec::new(),
        }
    }
}

impl Implied {
    pub(super) fn build(&mut self, layout: &Layout, grid: &Grid, pass: Pass) {
        self.pass = pass;
        self.marks = grid.cells;
        self.known = [0; 9];
        self.rows.clear();
        self.bears = [0; 9];
        for cell in 0..81 {
            let marks = grid.marks[cell];
            self.pairs[cell] = 0;
            if pass.y && marks.count_ones() == 2 {
                self.pairs[cell] = marks;
                for d in bits(marks) {
                    self.bears[d] |= 1 << cell;
                    self.same[usize::from(key(cell as u8, d))] = 0;
                }
            }
        }
        if !pass.x {
            return;
        }
        for (r, region) in layout.regions.iter().enumerate() {
            for d in 0..9 {
                let at = grid.at[r][d];
                if at.count_ones() != 2 {
                    continue;
                }
                let one = region.cells[at.trailing_zeros() as usize];
                let two = region.cells[(at & (at - 1)).trailing_zeros() as usize];
                for (a, b) in [(one, two), (two, one)] {
                    let same = &mut self.same[usize::from(key(a, d))];
                    if self.bears[d] >> a & 1 == 0 {
                        self.bears[d] |= 1 << a;
                        *same = 0;
                    }
                    *same |= 1 << b;
                }
            }
        }
    }

    /// All that a candidate on leads to, itself included; nothing stops at a contradiction.
    pub(super) fn of(&mut self, layout: &Layout, k: u16) -> &Closure {
        let (cell, digit) = parts(k);
        if self.known[digit] >> cell & 1 == 0 {
            let closure = self.search(layout, cell, digit);
            self.row_of[usize::from(k)] = self.rows.len() as u16;
            self.rows.push(closure);
            self.known[digit] |= 1 << cell;
        }
        &self.rows[usize::from(self.row_of[usize::from(k)])]
    }

    fn search(&mut self, layout: &Layout, cell: u8, digit: usize) -> Closure {
        let mut found = Closure::default();
        self.queue.clear();
        self.queue.push((cell, digit as u8));
        while let Some((cell, digit)) = self.queue.pop() {
            let (c, digit) = (usize::from(cell), usize::from(digit));
            if found.on[digit] >> cell & 1 != 0 {
                continue;
            }
            if self.known[digit] >> cell & 1 != 0 {
                let row = &self.rows[usize::from(self.row_of[usize::from(key(cell, digit))])];
                for d in 0..9 {
                    found.on[d] |= row.on[d];
                    found.off[d] |= row.off[d];
                }
                continue;
            }
            found.on[digit] |= 1 << cell;
            self.lose(&mut found, digit, layout.weak_set[c] & self.marks[digit]);
            if self.pass.y {
                for d in (0..9).filter(|&d| d != digit) {
                    self.lose(&mut found, d, self.marks[d] & (1 << cell));
                }
            }
            if let Some(near) = &layout.near {
                for d in beside(digit, near.cyclic) {
                    self.lose(&mut found, d, self.marks[d] & near.near_set[c]);
                }
            }
        }
        found
    }

    /// Candidates of a digit go off, and those go on that are strongly linked with them.
    fn lose(&mut self, found: &mut Closure, digit: usize, lost: u128) {
        let lost = lost & !found.off[digit];
        found.off[digit] |= lost;
        for cell in cells(lost & self.bears[digit]) {
            for other in cells(self.same[usize::from(key(cell, digit))] & !found.on[digit]) {
                self.queue.push((other, digit as u8));
            }
            let pair = self.pairs[usize::from(cell)] & !(1 << digit);
            if pair != 0 {
                let d = pair.trailing_zeros() as usize;
                self.queue.push((cell, d as u8));
            }
        }
    }

    /// Whether a candidate, when on, is off.
    pub(super) fn turns_off(&mut self, layout: &Layout, k: u16) -> bool {
        let (cell, digit) = parts(k);
        self.of(layout, k).off[digit] >> cell & 1 != 0
    }

    /// Whether any candidate does.
    pub(super) fn any_turns_off(&mut self, layout: &Layout) -> bool {
        (0..9).any(|d| cells(self.marks[d]).any(|c| self.turns_off(layout, key(c, d))))
    }

    /// Whether a candidate, when off, is on.
    pub(super) fn turns_on(&mut self, layout: &Layout, k: u16) -> bool {
        let (cell, digit) = parts(k);
        self.partners(k).any(|(c, d)| self.of(layout, key(c, d)).on[digit] >> cell & 1 != 0)
    }

    /// Whether a way leads back to the candidate, other than at once.
    pub(super) fn has_cycle(&mut self, layout: &Layout, k: u16) -> bool {
        let (cell, digit) = parts(k);
        let mut on = self.of(layout, k).on;
        on[digit] &= !(1 << cell);
        self.partners(k).any(|(c, d)| {
            let beside_it = layout.near.as_ref().is_some_and(|near| {
                let set = near.near_set[usize::from(c)];
                beside(d, near.cyclic).any(|e| on[e] & set != 0)
            });
            on[d] & layout.weak_set[usize::from(c)] != 0
                || self.pass.y && (0..9).any(|e| e != d && on[e] >> c & 1 != 0)
                || beside_it
        })
    }

    /// The other ends of the strong links of a candidate.
    fn partners(&self, k: u16) -> impl Iterator<Item = (u8, usize)> + use<> {
        let (cell, digit) = parts(k);
        let bears = self.bears[digit] >> cell & 1 != 0;
        let same = if bears { self.same[usize::from(k)] } else { 0 };
        let pair = self.pairs[usize::from(cell)] & !(1 << digit);
        cells(same).map(move |c| (c, digit)).chain(bits(pair).map(move |d| (cell, d)))
    }
}
