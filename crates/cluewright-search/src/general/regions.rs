//! Unknown regions on boards of at most 128 cells, seen as sets of cells: a bit a cell.
//!
//! Its slow twin is the constraint itself, [`Regions`], which also says what is meant. Here the cells that may have a
//! label, or a digit, are one set of bits, kept from look to look by what changed since; neighbours are shifts of such
//! sets; and each look is a single pass: what it finds goes through the cheaper facts before it looks again. The ideas
//! of shards (cells known to share a region before it is known which), of counting a shard as one step, and of single
//! doors are those of the Chaos Construction handler of sigh's Interactive Sudoku Solver (MIT).

mod run;

use cluewright_core::constraint::Regions;
use cluewright_core::{Conflict, Model};

mod grow;
mod labels;

pub(super) use labels::PARTNER;

/// A set of cells of the board.
type Cells = u128;

/// Most cells.
const MOST: usize = 128;
/// Most labels, digits, and cells of a region.
const WIDE: usize = 16;
/// Most distances, as indices, between neighbours: a grid has two.
const STEPS: usize = 4;
const NONE: u8 = u8::MAX;

/// Cells that have a neighbour `by` cells further.
#[derive(Clone, Copy, Debug)]
struct Step {
    by: u32,
    from: Cells,
}

impl Step {
    /// The cells so much further on, and so much before. Steps are shorter than 64, which the mask tells the compiler.
    #[inline]
    fn on(self, cells: Cells) -> Cells {
        cells << (self.by & 63)
    }

    #[inline]
    fn back(self, cells: Cells) -> Cells {
        cells >> (self.by & 63)
    }
}

/// Cells known to share a region.
#[derive(Clone, Copy, Debug)]
struct Shard {
    cells: Cells,
    count: u32,
    /// Digits fixed within it.
    used: u16,
    /// Its label is not known yet.
    open: bool,
    /// Cells known to lie in other regions.
    apart: Cells,
    /// Where its region lies.
    reach: Cells,
}

/// The regions of a board, and what was last known of them.
#[derive(Debug)]
pub(super) struct UnknownRegions {
    /// The model's cells: labels, digits (none when they do not matter), and what says that two share a region.
    labels: Vec<u32>,
    digits: Vec<u32>,
    same: Vec<(u8, u8, u32)>,
    all: Cells,
    size: u32,
    count: usize,
    /// Digits are less than this.
    wide: usize,
    steps: Vec<Step>,
    /// Cells that certainly lie in different regions; while `seeds` is theirs, they have the first labels.
    anchors: Vec<usize>,
    seeds: usize,
    /// By cell, as last seen; the same by label and by digit.
    label: [u16; MOST],
    digit: [u16; MOST],
    seen_may: [Cells; WIDE],
    seen_holds: [Cells; WIDE],
    /// Pairs known to share a region, known not to, and not known.
    joined: Vec<(u8, u8)>,
    parted: Vec<(u8, u8)>,
    asked: Vec<(u8, u8, u32)>,
    /// The candidates left: cells that may have a label, that may hold a digit; those of them with nothing else left.
    may: [Cells; WIDE],
    core: [Cells; WIDE],
    holds: [Cells; WIDE],
    placed: [Cells; WIDE],
    /// The shards; by cell the number of its own or `NONE`; all cells of open ones.
    shards: Vec<Shard>,
    shard_of: [u8; MOST],
    root: [u8; MOST],
    heavy: Cells,
    /// A finding: a cell of the model and the values it keeps.
    found: Vec<(u32, u64)>,
    /// By label and by the first cell of a shard, where a region was found to lie last time.
    extents: [Extent; WIDE],
    shard_extents: [Extent; MOST],
    /// By label, cells that were found to hang together.
    whole: [Cells; WIDE],
    /// Open doors with which everything was found to hold whole regions.
    fine: [Cells; STEPS],
    /// Cells whose `root` may be another one.
    united: Cells,
}

/// The last question to [`UnknownRegions::extent`] and its answer, if no shard was in the way.
#[derive(Clone, Copy, Debug, Default)]
struct Extent {
    own: Cells,
    able: Cells,
    reach: Cells,
    needed: Cells,
}

#[inline]
fn bit(cell: usize) -> Cells {
    1 << cell
}

#[inline]
fn lowest(cells: Cells) -> Cells {
    cells & cells.wrapping_neg()
}

/// The cells of a set, one after the other.
fn each(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = cells.trailing_zeros() as usize;
        cells &= cells.wrapping_sub(1);
        (cell < MOST).then_some(cell)
    })
}

/// The numbers in a small set.
fn members(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (member < WIDE).then_some(member)
    })
}

impl UnknownRegions {
    /// `None` for a board too large or too unlike a grid, or cells that start at other numbers.
    pub(super) fn new(model: &Model, dom: &[u64], regions: &Regions) -> Option<Self> {
        let n = regions.labels().len();
        let (size, count) = (regions.size(), regions.count());
        let first = |c: cluewright_core::Cell| model.cells()[c.index()].first;
        let plain = regions.labels().iter().all(|&c| first(c) == regions.first())
            && regions.digits().iter().all(|&c| first(c) == first(regions.digits()[0]) && dom[c.index()] >> WIDE == 0)
            && regions.same().all(|(.., c)| first(c) == 0);
        if n > MOST || size > WIDE || count > WIDE || !plain {
            return None;
        }
        let mut steps: Vec<Step> = Vec::new();
        for a in 0..n {
            for b in regions.neighbours(a).filter(|&b| b > a) {
                let by = (b - a) as u32;
                let at = steps.iter().position(|s| s.by == by).unwrap_or_else(|| {
                    steps.push(Step { by, from: 0 });
                    steps.len() - 1
                });
                steps[at].from |= bit(a);
            }
        }
        if steps.len() > STEPS || steps.iter().any(|s| s.by >= 64) {
            return None;
        }
        let index = |cells: &[cluewright_core::Cell]| cells.iter().map(|c| u32::from(c.0)).collect::<Vec<u32>>();
        let (labels, digits) = (index(regions.labels()), index(regions.digits()));
        let same: Vec<_> = regions.same().map(|(a, b, c)| (a as u8, b as u8, u32::from(c.0))).collect();
        let held = digits.iter().fold(0, |all, &c| all | dom[c as usize]);
        let wide = (u64::BITS - held.leading_zeros()) as usize;
        let found = Vec::with_capacity(2 * labels.len() + digits.len() + same.len());
        let pairs = same.len();
        Some(Self {
            labels,
            digits,
            same,
            all: Cells::MAX >> (MOST - n),
            size: size as u32,
            count,
            wide,
            steps,
            anchors: Vec::new(),
            seeds: 0,
            label: [0; MOST],
            digit: [0; MOST],
            seen_may: [0; WIDE],
            seen_holds: [0; WIDE],
            joined: Vec::with_capacity(pairs),
            parted: Vec::with_capacity(pairs),
            asked: Vec::with_capacity(pairs),
            may: [0; WIDE],
            core: [0; WIDE],
            holds: [0; WIDE],
            placed: [0; WIDE],
            shards: Vec::with_capacity(MOST / 2),
            shard_of: [NONE; MOST],
            root: std::array::from_fn(|c| c as u8),
            heavy: 0,
            found,
            extents: [Extent::default(); WIDE],
            shard_extents: [Extent::default(); MOST],
            whole: [0; WIDE],
            fine: [0; STEPS],
            united: 0,
        })
    }

    /// The conclusions from these domains go to `found`.
    fn look(&mut self, dom: &[u64]) -> Result<(), Conflict> {
        self.read(dom);
        self.in_order()?;
        self.shards()?;
        self.settle()?;
        self.part()?;
        for label in 0..self.count {
            if self.core[label] == 0 { self.place(label)? } else { self.grow(label)? }
        }
        self.settle()?;
        for at in 0..self.shards.len() {
            self.grow_shard(at)?;
        }
        self.settle()?;
        self.write();
        Ok(())
    }

    /// Takes over what changed since the last look.
    fn read(&mut self, dom: &[u64]) {
        let mask = u16::MAX >> (WIDE - self.count);
        self.found.clear();
        for (c, &cell) in self.labels.iter().enumerate() {
            let domain = dom[cell as usize];
            if domain & !u64::from(mask) != 0 {
                self.found.push((cell, u64::from(mask)));
            }
            let now = domain as u16 & mask;
            let changed = now ^ self.label[c];
            if changed != 0 {
                self.label[c] = now;
                members(changed).for_each(|l| self.seen_may[l] ^= bit(c));
            }
        }
        for (c, &cell) in self.digits.iter().enumerate() {
            let now = dom[cell as usize] as u16;
            let changed = now ^ self.digit[c];
            if changed != 0 {
                self.digit[c] = now;
                members(changed).for_each(|v| self.seen_holds[v] ^= bit(c));
            }
        }
        self.may = self.seen_may;
        self.holds = self.seen_holds;
        self.joined.clear();
        self.parted.clear();
        self.asked.clear();
        for &(a, b, says) in &self.same {
            match dom[says as usize] & 0b11 {
                0b10 => self.joined.push((a, b)),
                0b01 => self.parted.push((a, b)),
                _ => self.asked.push((a, b, says)),
            }
        }
    }

    /// The values left go to `found`.
    fn write(&mut self) {
        let changed = (0..self.count).fold(0, |all, l| all | (self.may[l] ^ self.seen_may[l]));
        let mut label = self.label;
        for c in each(changed) {
            label[c] = (0..self.count).fold(0, |set, l| set | ((self.may[l] >> c) as u16 & 1) << l);
            self.found.push((self.labels[c], u64::from(label[c])));
        }
        let changed = (0..self.wide).fold(0, |all, v| all | (self.holds[v] ^ self.seen_holds[v]));
        for c in each(changed) {
            let set = (0..self.wide).fold(0, |set, v| set | ((self.holds[v] >> c) as u64 & 1) << v);
            self.found.push((self.digits[c], set));
        }
        for &(a, b, says) in &self.asked {
            let (la, lb) = (label[a as usize], label[b as usize]);
            if la & lb == 0 {
                self.found.push((says, 0b01));
            } else if (la == lb && la.is_power_of_two()) || self.root[a as usize] == self.root[b as usize] {
                self.found.push((says, 0b10));
            } else if self.strangers(a as usize, b as usize) {
                self.found.push((says, 0b01));
            }
        }
    }

    /// Whether two cells of different shards cannot share a region, for reasons that labels do not show.
    fn strangers(&self, a: usize, b: usize) -> bool {
        let (a_at, b_at) = (self.shard_of[a], self.shard_of[b]);
        if a_at == NONE && b_at == NONE {
            return self.size == 1 || self.digit[a] == self.digit[b] && self.digit[a].is_power_of_two();
        }
        let alone = |c: usize| (1, if self.digit[c].is_power_of_two() { self.digit[c] } else { 0 });
        let of = |at: u8, c: usize| self.shards.get(at as usize).map_or(alone(c), |s| (s.count, s.used));
        let ((a_count, a_used), (b_count, b_used)) = (of(a_at, a), of(b_at, b));
        let beyond = |at: u8, c: usize| self.shards.get(at as usize).is_some_and(|s| s.reach & bit(c) == 0);
        a_count + b_count > self.size || a_used & b_used != 0 || beyond(a_at, b) || beyond(b_at, a)
    }

    /// Regions are numbered in the order of their first cells.
    fn in_order(&mut self) -> Result<(), Conflict> {
        let full = u16::MAX >> (WIDE - self.count);
        let (mut allowed, mut highest) = ((2u32 << self.seeds).wrapping_sub(1) as u16 & full, self.seeds);
        for c in 0..self.labels.len() {
            let left = self.label[c] & allowed;
            if left == 0 {
                return Err(Conflict);
            }
            if left != self.label[c] {
                members(self.label[c] & !allowed).for_each(|l| self.may[l] &= !bit(c));
            }
            allowed |= (left << 1) & full;
            // A cell of at least this label: all labels up to it have appeared.
            let least = left.trailing_zeros() as usize;
            while highest < least {
                let places = self.may[highest] & (bit(c) - 1);
                if places == 0 {
                    return Err(Conflict);
                }
                if places.is_power_of_two() {
                    self.force(highest, places);
                }
                highest += 1;
            }
            if highest + 1 >= self.count {
                break;
            }
        }
        Ok(())
    }

    /// These cells have that label.
    fn force(&mut self, label: usize, cells: Cells) {
        for l in 0..self.count {
            if l != label {
                self.may[l] &= !cells;
            }
        }
    }

    /// These cells share a region.
    fn join(&mut self, cells: Cells) {
        for may in &mut self.may[..self.count] {
            if *may & cells != cells {
                *may &= !cells;
            }
        }
    }

    /// The facts about single cells; a conflict when nothing is left for one.
    fn settle(&mut self) -> Result<(), Conflict> {
        let (mut once, mut twice) = (0, 0);
        for &may in &self.may[..self.count] {
            twice |= once & may;
            once |= may;
        }
        if once != self.all {
            return Err(Conflict);
        }
        for l in 0..self.count {
            self.core[l] = self.may[l] & !twice;
        }
        if self.digits.is_empty() {
            return Ok(());
        }
        (once, twice) = (0, 0);
        for &holds in &self.holds[..self.wide] {
            twice |= once & holds;
            once |= holds;
        }
        if once != self.all {
            return Err(Conflict);
        }
        for v in 0..self.wide {
            self.placed[v] = self.holds[v] & !twice;
        }
        Ok(())
    }

    fn find(&mut self, mut c: usize) -> usize {
        while self.root[c] as usize != c {
            self.root[c] = self.root[self.root[c] as usize];
            c = self.root[c] as usize;
        }
        c
    }

    fn union(&mut self, a: usize, b: usize) {
        self.united |= bit(a) | bit(b);
        let (a, b) = (self.find(a), self.find(b));
        self.root[a.max(b)] = a.min(b) as u8;
    }

    /// Which cells are known to share a region.
    fn shards(&mut self) -> Result<(), Conflict> {
        for c in each(std::mem::take(&mut self.united)) {
            self.root[c] = c as u8;
            self.shard_of[c] = NONE;
        }
        for at in 0..self.joined.len() {
            let (a, b) = self.joined[at];
            self.union(a as usize, b as usize);
        }
        self.doors()?;
        self.shards.clear();
        self.heavy = 0;
        for c in each(self.united) {
            let root = self.find(c);
            self.root[c] = root as u8;
            if root == c {
                continue;
            }
            if self.shard_of[root] == NONE {
                self.shard_of[root] = self.shards.len() as u8;
                self.shards.push(Shard { cells: bit(root), count: 0, used: 0, open: true, apart: 0, reach: self.all });
            }
            self.shard_of[c] = self.shard_of[root];
            self.shards[self.shard_of[root] as usize].cells |= bit(c);
        }
        for at in 0..self.shards.len() {
            let cells = self.shards[at].cells;
            self.join(cells);
            let mut used = 0;
            for c in each(cells) {
                let d = self.digit[c];
                if d.is_power_of_two() {
                    if used & d != 0 {
                        return Err(Conflict);
                    }
                    used |= d;
                    self.holds[d.trailing_zeros() as usize] &= !cells | bit(c);
                }
            }
            let labels = (0..self.count).filter(|&l| self.may[l] & cells != 0).count();
            let shard = &mut self.shards[at];
            (shard.count, shard.used, shard.open) = (cells.count_ones(), used, labels > 1);
            if labels == 0 || shard.count > self.size {
                return Err(Conflict);
            }
            if shard.open {
                self.heavy |= cells;
            }
        }
        Ok(())
    }

    /// Neighbours that may share a region: a cell with one such neighbour shares it, and what hangs together holds
    /// whole regions.
    fn doors(&mut self) -> Result<(), Conflict> {
        if self.size == 1 {
            return Ok(());
        }
        let mut open = [0; STEPS];
        let (mut once, mut twice) = (0, 0);
        for (open, step) in open.iter_mut().zip(&self.steps) {
            for may in &self.may[..self.count] {
                *open |= may & step.back(*may);
            }
            *open &= step.from;
            for &(a, b) in &self.parted {
                if u32::from(b.abs_diff(a)) == step.by {
                    *open &= !bit(a.min(b) as usize);
                }
            }
            for side in [*open, step.on(*open)] {
                twice |= once & side;
                once |= side;
            }
        }
        if once != self.all {
            return Err(Conflict);
        }
        for c in each(once & !twice) {
            for (at, open) in open.iter().enumerate().take(self.steps.len()) {
                let by = self.steps[at].by as usize;
                if open & bit(c) != 0 {
                    self.union(c, c + by);
                } else if c >= by && open & bit(c - by) != 0 {
                    self.union(c, c - by);
                }
            }
        }
        if open == self.fine {
            return Ok(());
        }
        let mut rest = self.all;
        while rest != 0 {
            let mut piece = lowest(rest);
            let mut front = piece;
            while front != 0 {
                let mut next = 0;
                for (open, step) in open.iter().zip(&self.steps) {
                    next |= step.on(front & open) | step.back(front) & open;
                }
                front = next & !piece;
                piece |= front;
            }
            if !piece.count_ones().is_multiple_of(self.size) {
                return Err(Conflict);
            }
            rest &= !piece;
        }
        self.fine = open;
        Ok(())
    }

    /// Cells that are known not to share a region.
    fn part(&mut self) -> Result<(), Conflict> {
        for at in 0..self.parted.len() {
            let (a, b) = self.parted[at];
            if self.root[a as usize] == self.root[b as usize] {
                return Err(Conflict);
            }
            for (a, b) in [(a as usize, b as usize), (b as usize, a as usize)] {
                let other = self.shards.get(self.shard_of[b] as usize).map_or(bit(b), |s| s.cells);
                if self.label[a].is_power_of_two() {
                    self.may[self.label[a].trailing_zeros() as usize] &= !other;
                }
                if let Some(shard) = self.shards.get_mut(self.shard_of[a] as usize) {
                    shard.apart |= other;
                }
            }
        }
        Ok(())
    }
}
