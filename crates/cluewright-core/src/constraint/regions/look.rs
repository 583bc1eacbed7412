//! Unknown regions as sets of cells: reads the domains, and applies the cheap facts.
//!
//! The cells that may have a label, or a digit, form one set of bits, which is updated with each change; neighbours are shifts of
//! such sets. Each call makes a single pass: its results are first applied to the cheaper facts before the next pass.

use super::area::Area;
use crate::board::Conflict;

pub(super) const NONE: u16 = u16::MAX;

/// The cells that have a neighbour whose index is larger by `by`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Step<C> {
    pub(super) by: usize,
    pub(super) from: C,
}

/// Cells known to share a region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shard<A> {
    pub(super) cells: A,
    pub(super) count: u32,
    /// The digits fixed within it.
    pub(super) used: u64,
    /// Whether its label is not known yet.
    pub(super) open: bool,
    /// The cells known to be in other regions.
    pub(super) apart: A,
    /// The cells where its region can be.
    pub(super) reach: A,
}

/// The last question to [`Look::extent`] and its answer, if no shard was in the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent<A> {
    pub(super) own: A,
    pub(super) able: A,
    pub(super) reach: A,
    pub(super) needed: A,
}

/// The results of thorough passes, in addition to labels, digits and the cells that state whether two cells share a region.
#[derive(Debug)]
pub(super) struct Kept<A> {
    pub(super) joined: Vec<(u16, u16)>,
    pub(super) parted: Vec<(u16, u16)>,
    /// For each step, the cells that are in other regions than their neighbours.
    pub(super) shut: Vec<A>,
    /// Whether the last pass added a result.
    pub(super) grown: bool,
}

/// The regions of a board, and the last known facts about them. There are at most `WIDE` labels, digits, and cells of a region.
/// Facts about a shard are stored with its first cell.
#[derive(Debug)]
pub(super) struct Look<A, const WIDE: usize> {
    pub(super) all: A,
    pub(super) size: u32,
    pub(super) count: usize,
    /// All digits are less than this; 0: digits do not matter.
    pub(super) wide: usize,
    pub(super) steps: Vec<Step<A>>,
    /// The pairs of cells for which a cell states whether they share a region.
    pairs: Vec<(u16, u16)>,
    /// The number of labels (the first ones) that were given to regions which need not be the first.
    pub(super) named: usize,
    /// Set if passes are thorough: the results of the last one that no label shows.
    pub(super) kept: Option<Kept<A>>,
    /// The domains by cell as last read; below, the same by label and by digit.
    pub(super) label: Vec<u64>,
    pub(super) digit: Vec<u64>,
    /// For each cell, what is left after a pass.
    label_now: Vec<u64>,
    digit_now: Vec<u64>,
    seen_may: [A; WIDE],
    seen_holds: [A; WIDE],
    /// The pairs known to share a region, known not to, and undecided ones, the last with the index of the cell that decides it.
    pub(super) joined: Vec<(u16, u16)>,
    pub(super) parted: Vec<(u16, u16)>,
    asked: Vec<(u16, u16, u16)>,
    /// The remaining candidates: for each label, the cells that may have it (`may`) and those that must (`core`); likewise for
    /// each digit (`holds`, `placed`).
    pub(super) may: [A; WIDE],
    pub(super) core: [A; WIDE],
    pub(super) holds: [A; WIDE],
    pub(super) placed: [A; WIDE],
    /// The shards; for each cell, the index of its shard or `NONE`; and all cells of open shards.
    pub(super) shards: Vec<Shard<A>>,
    pub(super) shard_of: Vec<u16>,
    pub(super) root: Vec<u16>,
    pub(super) heavy: A,
    /// The results: the index of a cell of the constraint, and the values that it keeps.
    pub(super) found: Vec<(u16, u64)>,
    /// For each label, and for the first cell of each shard, where the region was found to be last time.
    pub(super) extents: [Extent<A>; WIDE],
    pub(super) shard_extents: Vec<Extent<A>>,
    /// For each label, cells that were found to be connected.
    pub(super) whole: [A; WIDE],
    /// For each step, the current open doors, and those with which every connected area was found to consist of whole regions.
    pub(super) doors: Vec<A>,
    pub(super) fine: Vec<A>,
    /// The cells whose `root` may differ from themselves.
    pub(super) united: A,
}

/// The numbers in a small set.
#[inline]
pub(super) fn members<const WIDE: usize>(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (member < WIDE).then_some(member)
    })
}

impl<A: Area, const WIDE: usize> Look<A, WIDE> {
    /// The state for a board of `cells` cells in `count` regions of `size`, with digits less than `wide`.
    pub(super) fn new(
        cells: usize,
        (size, count, wide): (usize, usize, usize),
        steps: &[Step<Vec<u16>>],
        pairs: &[(u16, u16)],
    ) -> Self {
        let area = |step: &Step<Vec<u16>>| step.from.iter().fold(A::NONE, |all, &c| all | A::of(usize::from(c)));
        let steps: Vec<Step<A>> = steps.iter().map(|s| Step { by: s.by, from: area(s) }).collect();
        let unknown = Extent { own: A::NONE, able: A::NONE, reach: A::NONE, needed: A::NONE };
        Self {
            all: (0..cells).fold(A::NONE, |all, c| all | A::of(c)),
            size: size as u32,
            count,
            wide,
            pairs: pairs.to_vec(),
            named: 0,
            kept: None,
            label: vec![0; cells],
            digit: vec![0; cells],
            label_now: vec![0; cells],
            digit_now: vec![0; cells],
            seen_may: [A::NONE; WIDE],
            seen_holds: [A::NONE; WIDE],
            joined: Vec::new(),
            parted: Vec::new(),
            asked: Vec::new(),
            may: [A::NONE; WIDE],
            core: [A::NONE; WIDE],
            holds: [A::NONE; WIDE],
            placed: [A::NONE; WIDE],
            shards: Vec::new(),
            shard_of: vec![NONE; cells],
            root: (0..cells as u16).collect(),
            heavy: A::NONE,
            found: Vec::new(),
            extents: [unknown; WIDE],
            shard_extents: vec![unknown; cells],
            whole: [A::NONE; WIDE],
            doors: vec![A::NONE; steps.len()],
            fine: vec![A::NONE; steps.len()],
            united: A::NONE,
            steps,
        }
    }

    /// Makes passes thorough from now on. Domains must then never become wider than at the first pass.
    pub(super) fn make_thorough(&mut self) {
        let shut = vec![A::NONE; self.steps.len()];
        self.kept = Some(Kept { joined: Vec::new(), parted: Vec::new(), shut, grown: false });
    }

    /// Writes the conclusions from the domains to `found`. Returns whether a thorough pass found something else, from which more
    /// may follow.
    pub(super) fn conclude(&mut self) -> Result<bool, Conflict> {
        self.in_order()?;
        self.find_shards()?;
        self.settle()?;
        self.part()?;
        for label in 0..self.count {
            if self.core[label].is_empty() { self.place(label)? } else { self.grow(label)? }
        }
        self.settle()?;
        for at in 0..self.shards.len() {
            self.grow_shard(at)?;
        }
        self.settle()?;
        self.write();
        Ok(self.kept.is_some() && self.keep())
    }

    /// Reads the changes since the last pass from the domains of the constraint's cells.
    #[inline]
    pub(super) fn read(&mut self, mut domains: impl Iterator<Item = u64>) {
        let mask = u64::MAX >> (u64::BITS as usize - self.count);
        self.found.clear();
        for (c, (label, domain)) in self.label.iter_mut().zip(&mut domains).enumerate() {
            if domain & !mask != 0 {
                self.found.push((c as u16, mask));
            }
            let changed = domain & mask ^ *label;
            if changed != 0 {
                *label = domain & mask;
                members::<WIDE>(changed).for_each(|l| self.seen_may[l] ^= A::of(c));
            }
        }
        let digits = if self.wide == 0 { 0 } else { self.digit.len() };
        for (c, (digit, domain)) in self.digit[..digits].iter_mut().zip(&mut domains).enumerate() {
            let changed = domain ^ *digit;
            if changed != 0 {
                *digit = domain;
                members::<WIDE>(changed).for_each(|v| self.seen_holds[v] ^= A::of(c));
            }
        }
        self.may = self.seen_may;
        self.holds = self.seen_holds;
        self.joined.clear();
        self.parted.clear();
        self.asked.clear();
        let first = (self.label.len() + digits) as u16;
        for ((says, &(a, b)), domain) in (first..).zip(&self.pairs).zip(domains) {
            if domain & !0b11 != 0 {
                self.found.push((says, 0b11));
            }
            match domain & 0b11 {
                0b10 => self.joined.push((a, b)),
                0b01 => self.parted.push((a, b)),
                _ => self.asked.push((a, b, says)),
            }
        }
        if let Some(kept) = &self.kept {
            self.joined.extend_from_slice(&kept.joined);
            self.parted.extend_from_slice(&kept.parted);
        }
    }

    /// Writes the remaining values to `found`.
    fn write(&mut self) {
        let n = self.label.len();
        let (labels, digits) = (self.count, self.wide);
        let changed = lose(&mut self.label_now, &self.label, &self.seen_may[..labels], &self.may);
        changed.each().for_each(|c| self.found.push((c as u16, self.label_now[c])));
        let changed = lose(&mut self.digit_now, &self.digit, &self.seen_holds[..digits], &self.holds);
        changed.each().for_each(|c| self.found.push(((n + c) as u16, self.digit_now[c])));
        for &(a, b, says) in &self.asked {
            let (a, b) = (usize::from(a), usize::from(b));
            let (la, lb) = (self.label_now[a], self.label_now[b]);
            if la & lb == 0 {
                self.found.push((says, 0b01));
            } else if (la == lb && la.is_power_of_two()) || self.root[a] == self.root[b] {
                self.found.push((says, 0b10));
            } else if self.strangers(a, b) {
                self.found.push((says, 0b01));
            }
        }
    }

    /// Applies the rule that regions are numbered in the order of their first cells.
    fn in_order(&mut self) -> Result<(), Conflict> {
        let full = u64::MAX >> (u64::BITS as usize - self.count);
        let (mut allowed, mut highest) = ((2u64 << self.named).wrapping_sub(1) & full, self.named);
        for c in 0..self.label.len() {
            let left = self.label[c] & allowed;
            if left == 0 {
                return Err(Conflict);
            }
            if left != self.label[c] {
                members::<WIDE>(self.label[c] & !allowed).for_each(|l| self.may[l] &= !A::of(c));
            }
            allowed |= (left << 1) & full;
            // The cell has at least this label, so all labels up to it have appeared.
            let least = left.trailing_zeros() as usize;
            while highest < least {
                let places = self.may[highest] & A::before(c);
                if places.is_empty() {
                    return Err(Conflict);
                }
                if places.is_single() {
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

    /// Records that these cells have this label.
    pub(super) fn force(&mut self, label: usize, cells: A) {
        for l in 0..self.count {
            if l != label {
                self.may[l] &= !cells;
            }
        }
    }

    /// Records that these cells share a region.
    pub(super) fn join(&mut self, cells: A) {
        for may in &mut self.may[..self.count] {
            if *may & cells != cells {
                *may &= !cells;
            }
        }
    }

    /// Applies the facts about single cells; a conflict if a cell has nothing left.
    fn settle(&mut self) -> Result<(), Conflict> {
        settle(self.all, &self.may[..self.count], &mut self.core)?;
        if self.wide == 0 { Ok(()) } else { settle(self.all, &self.holds[..self.wide], &mut self.placed) }
    }
}

/// Updates, for each cell, the values that are left `now` of those it `had`; `seen` and `left` are, for each value, the cells
/// that had it then and have it now. Returns the cells that have lost one.
fn lose<A: Area>(now: &mut [u64], had: &[u64], seen: &[A], left: &[A]) -> A {
    now.copy_from_slice(had);
    let mut changed = A::NONE;
    for (value, (&seen, &left)) in seen.iter().zip(left).enumerate() {
        let lost = seen & !left;
        changed |= lost;
        lost.each().for_each(|c| now[c] &= !(1 << value));
    }
    changed
}

/// The cells that are in exactly one set; a conflict if a cell is in none.
#[inline]
fn settle<A: Area>(all: A, sets: &[A], only: &mut [A]) -> Result<(), Conflict> {
    let (mut once, mut twice) = (A::NONE, A::NONE);
    for &set in sets {
        twice |= once & set;
        once |= set;
    }
    if once != all {
        return Err(Conflict);
    }
    for (only, &set) in only.iter_mut().zip(sets) {
        *only = set & !twice;
    }
    Ok(())
}
