//! The consequences of candidates being on, through links that do not depend on earlier eliminations, as sets: static chains
//! without an order.

use super::super::grid::{Grid, beside, bits, cells};
use super::super::layout::Layout;
use super::links::Pass;
use super::sets::{Closure, Marks, holds};
use super::spread::{KEYS, key, parts};

/// The links of a grid, and the consequences of candidates, computed on demand.
pub(super) struct Implied {
    pass: Pass,
    marks: Marks,
    /// The candidates that have at least one strong link.
    bears: Marks,
    /// The cells at the other ends of a candidate's strong links of the same digit; valid only for candidates in `bears`.
    same: Vec<u128>,
    /// The two digits of each bivalue cell; 0 for other cells.
    pairs: [u16; 81],
    /// For each requested candidate, the candidates that are on as a consequence, and for each candidate, the index of its row;
    /// valid only for candidates in `known`.
    rows: Vec<Marks>,
    row_of: Vec<u16>,
    known: Marks,
    queue: Vec<(u8, u8)>,
    /// A buffer for the strong links that the previous grid did not have.
    new: Vec<(u16, u16)>,
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
            new: Vec::new(),
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

    /// The candidates that are on if this candidate is on, including itself. A contradiction does not stop the propagation.
    fn of(&mut self, layout: &Layout, k: u16) -> &Marks {
        let (cell, digit) = parts(k);
        if self.known[digit] >> cell & 1 == 0 {
            let on = self.search(layout, cell, digit);
            self.row_of[usize::from(k)] = self.rows.len() as u16;
            self.rows.push(on);
            self.known[digit] |= 1 << cell;
        }
        &self.rows[usize::from(self.row_of[usize::from(k)])]
    }

    fn search(&mut self, layout: &Layout, cell: u8, digit: usize) -> Marks {
        let (mut on, mut off) = ([0; 9], [0; 9]);
        self.queue.clear();
        self.queue.push((cell, digit as u8));
        while let Some((cell, digit)) = self.queue.pop() {
            let digit = usize::from(digit);
            if on[digit] >> cell & 1 != 0 {
                continue;
            }
            if self.known[digit] >> cell & 1 != 0 {
                let row = &self.rows[usize::from(self.row_of[usize::from(key(cell, digit))])];
                for d in 0..9 {
                    on[d] |= row[d];
                }
                continue;
            }
            on[digit] |= 1 << cell;
            self.leave(layout, &on, &mut off, (cell, digit));
        }
        on
    }

    /// Follows the weak links of a candidate that is on.
    fn leave(&mut self, layout: &Layout, on: &Marks, off: &mut Marks, (cell, digit): (u8, usize)) {
        self.lose(on, off, digit, layout.weak_set[usize::from(cell)]);
        if self.pass.y {
            for d in (0..9).filter(|&d| d != digit) {
                self.lose(on, off, d, 1 << cell);
            }
        }
        if let Some(near) = &layout.near {
            for d in beside(digit, near.cyclic) {
                self.lose(on, off, d, near.near_set[usize::from(cell)]);
            }
        }
    }

    /// Turns off candidates of a digit, and queues the candidates that have strong links to these candidates, so that they are
    /// turned on.
    fn lose(&mut self, on: &Marks, off: &mut Marks, digit: usize, lost: u128) {
        let lost = lost & self.bears[digit] & !off[digit];
        if lost == 0 {
            return;
        }
        off[digit] |= lost;
        for cell in cells(lost) {
            for other in cells(self.same[usize::from(key(cell, digit))] & !on[digit]) {
                self.queue.push((other, digit as u8));
            }
            let pair = self.pairs[usize::from(cell)] & !(1 << digit);
            if pair != 0 {
                self.queue.push((cell, pair.trailing_zeros() as u8));
            }
        }
    }

    /// All consequences of a candidate being on; `None` if there is a contradiction.
    pub(super) fn closure(&mut self, layout: &Layout, k: u16) -> Option<Closure> {
        let on = *self.of(layout, k);
        let off = self.off_beside(layout, &on);
        (0..9).all(|d| on[d] & off[d] == 0).then_some(Closure { on, off })
    }

    /// The candidates that are off if these candidates are on.
    fn off_beside(&self, layout: &Layout, on: &Marks) -> Marks {
        let mut off = [0; 9];
        let (mut once, mut twice) = (0, 0);
        for on in on {
            twice |= once & on;
            once |= on;
        }
        for digit in 0..9 {
            if self.pass.y {
                off[digit] |= once & !on[digit] | twice;
            }
            for c in cells(on[digit]) {
                off[digit] |= layout.weak_set[usize::from(c)];
                if let Some(near) = &layout.near {
                    beside(digit, near.cyclic).for_each(|d| off[d] |= near.near_set[usize::from(c)]);
                }
            }
        }
        for d in 0..9 {
            off[d] &= self.marks[d];
        }
        off
    }

    /// Whether a candidate is off if these candidates are on.
    fn is_off(&self, layout: &Layout, k: u16, on: &Marks) -> bool {
        let (cell, digit) = parts(k);
        let beside_it = layout
            .near
            .as_ref()
            .is_some_and(|near| beside(digit, near.cyclic).any(|d| on[d] & near.near_set[usize::from(cell)] != 0));
        on[digit] & layout.weak_set[usize::from(cell)] != 0
            || beside_it
            || self.pass.y && (0..9).any(|d| d != digit && on[d] >> cell & 1 != 0)
    }

    /// Whether a candidate that is on turns itself off.
    pub(super) fn turns_off(&mut self, layout: &Layout, k: u16) -> bool {
        let on = *self.of(layout, k);
        self.is_off(layout, k, &on)
    }

    /// Whether any candidate that is on turns itself off.
    pub(super) fn any_turns_off(&mut self, layout: &Layout) -> bool {
        (0..9).any(|d| cells(self.marks[d]).any(|c| self.turns_off(layout, key(c, d))))
    }

    /// The number of nodes in the shortest chain from a candidate being on to it being off (or from off to on), if there is such a
    /// chain with at most `most` nodes.
    pub(super) fn distance(&mut self, layout: &Layout, k: u16, from_on: bool, most: u32) -> Option<u32> {
        let (cell, digit) = parts(k);
        let (mut on, mut off) = ([0; 9], [0; 9]);
        let mut nodes = 0;
        self.queue.clear();
        if from_on {
            self.queue.push((cell, digit as u8));
        } else {
            nodes = 2;
            self.lose(&on, &mut off, digit, 1 << cell);
        }
        let mut here = Vec::new();
        while !self.queue.is_empty() && nodes + 2 <= most {
            nodes += 2;
            std::mem::swap(&mut here, &mut self.queue);
            for (cell, digit) in here.drain(..) {
                let d = usize::from(digit);
                if on[d] >> cell & 1 == 0 {
                    on[d] |= 1 << cell;
                    self.leave(layout, &on, &mut off, (cell, d));
                }
            }
            let found = if from_on { self.is_off(layout, k, &on) } else { self.queue.contains(&(cell, digit as u8)) };
            if found {
                return Some(nodes);
            }
        }
        None
    }

    /// Whether any candidate turns itself off, given that no candidate does so in `before`, a grid with more candidates. The chain
    /// must then use a strong link that `before` does not have, and the candidate is off whichever end of this link is on.
    pub(super) fn any_turns_off_since(&mut self, layout: &Layout, before: &Grid, grid: &Grid) -> bool {
        let mut new = std::mem::take(&mut self.new);
        new_links(layout, before, grid, self.pass, &mut new);
        let any = new.iter().any(|&(a, b)| self.both_turn_off(layout, a, b));
        self.new = new;
        any
    }

    /// Whether two candidates turn off the same third candidate, each of them when it is itself on.
    fn both_turn_off(&mut self, layout: &Layout, a: u16, b: u16) -> bool {
        let (a, b) = (*self.of(layout, a), *self.of(layout, b));
        let (a, b) = (self.off_beside(layout, &a), self.off_beside(layout, &b));
        (0..9).any(|d| a[d] & b[d] != 0)
    }

    /// Whether a candidate that is off turns itself on.
    pub(super) fn turns_on(&mut self, layout: &Layout, k: u16) -> bool {
        self.partners(k).any(|(c, d)| holds(self.of(layout, key(c, d)), k))
    }

    /// Whether a chain with intermediate candidates leads from the candidate back to itself.
    pub(super) fn has_cycle(&mut self, layout: &Layout, k: u16) -> bool {
        let (cell, digit) = parts(k);
        let mut on = *self.of(layout, k);
        on[digit] &= !(1 << cell);
        self.partners(k).any(|(c, d)| self.is_off(layout, key(c, d), &on))
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

/// Lists the strong links of `grid` that `before`, a grid with more candidates, does not have.
pub(super) fn new_links(layout: &Layout, before: &Grid, grid: &Grid, pass: Pass, found: &mut Vec<(u16, u16)>) {
    found.clear();
    let new = |is: u16, was: u16| is.count_ones() == 2 && was != is;
    let two = |set: u16| (set.trailing_zeros() as usize, (set & (set - 1)).trailing_zeros() as usize);
    if pass.y {
        for cell in 0..81_u8 {
            let is = grid.marks[usize::from(cell)];
            if new(is, before.marks[usize::from(cell)]) {
                let (a, b) = two(is);
                found.push((key(cell, a), key(cell, b)));
            }
        }
    }
    if pass.x {
        for (r, region) in layout.regions.iter().enumerate() {
            for d in 0..9 {
                let is = grid.at[r][d];
                if new(is, before.at[r][d]) {
                    let (a, b) = two(is);
                    found.push((key(region.cells[a], d), key(region.cells[b], d)));
                }
            }
        }
    }
}
