//! Represents unknown regions as sets of cells: reads the domains, and applies the cheap facts.
//!
//! For each label and each digit, a bit set contains the cells that may have it. The sets are updated with each change, and
//! shifting a set gives the neighbours of its cells. Each call makes a single pass, so that cheaper facts can use the results
//! before the next pass.

use super::area::Area;
use crate::board::Conflict;

pub(super) const NONE: u16 = u16::MAX;

/// The cells (`from`) that have a neighbour whose index is larger by `by`.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Step<C> {
    pub(super) by: usize,
    pub(super) from: C,
}

/// A set of cells known to share a region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shard<A> {
    pub(super) cells: A,
    pub(super) count: u32,
    /// The digits to which cells of the shard are fixed.
    pub(super) used: u64,
    /// Whether the label of the shard is not known yet.
    pub(super) open: bool,
    /// The cells known to be in other regions than the shard.
    pub(super) apart: A,
    /// The cells where the region of the shard can be.
    pub(super) reach: A,
}

/// The arguments and the result of the last call of [`Look::extent`]. They can be reused if no shard affected the result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent<A> {
    pub(super) own: A,
    pub(super) able: A,
    pub(super) reach: A,
    pub(super) needed: A,
}

/// The results of thorough passes that the domains of the cells do not show.
#[derive(Debug)]
pub(super) struct Kept<A> {
    pub(super) joined: Vec<(u16, u16)>,
    pub(super) parted: Vec<(u16, u16)>,
    /// For each step, the cells known to be in a different region from the neighbour at this step.
    pub(super) shut: Vec<A>,
    /// Whether the current pass has added a result.
    pub(super) grown: bool,
}

/// The regions of a board, and what was last known about them. `WIDE` limits the number of labels, the number of digits, and
/// the number of cells in a region. Facts about a shard are stored under the first cell of the shard.
#[derive(Debug)]
pub(super) struct Look<A, const WIDE: usize> {
    pub(super) all: A,
    pub(super) size: u32,
    pub(super) count: usize,
    /// All digits are less than this number; it is 0 if digits do not matter.
    pub(super) wide: usize,
    pub(super) steps: Vec<Step<A>>,
    /// The pairs of cells for which an additional cell states whether they share a region.
    pairs: Vec<(u16, u16)>,
    /// The first `named` labels were assigned to certain regions, which need not be the first regions of the board.
    pub(super) named: usize,
    /// Set if passes are thorough: the results of earlier passes that the domains do not show.
    pub(super) kept: Option<Kept<A>>,
    /// The label domain and the digit domain of each cell, as last read. `seen_may` and `seen_holds` have the same data by label
    /// and by digit.
    pub(super) label: Vec<u64>,
    pub(super) digit: Vec<u64>,
    /// For each cell, the labels and the digits that are left after a pass.
    label_now: Vec<u64>,
    digit_now: Vec<u64>,
    seen_may: [A; WIDE],
    seen_holds: [A; WIDE],
    /// The pairs of cells that are known to share a region (`joined`), that are known not to (`parted`), and that are undecided
    /// (`asked`), each undecided pair with the index of the cell that states the answer.
    pub(super) joined: Vec<(u16, u16)>,
    pub(super) parted: Vec<(u16, u16)>,
    asked: Vec<(u16, u16, u16)>,
    /// The remaining candidates: for each label, the cells that may have it (`may`) and those that must (`core`); likewise for
    /// each digit (`holds`, `placed`).
    pub(super) may: [A; WIDE],
    pub(super) core: [A; WIDE],
    pub(super) holds: [A; WIDE],
    pub(super) placed: [A; WIDE],
    /// The shards; for each cell, the index of its shard, or `NONE` (`shard_of`); the parent of each cell in the union-find
    /// structure (`root`); and all cells of open shards (`heavy`).
    pub(super) shards: Vec<Shard<A>>,
    pub(super) shard_of: Vec<u16>,
    pub(super) root: Vec<u16>,
    pub(super) heavy: A,
    /// The results of a pass: indices of the constraint's cells, and the values that these cells keep.
    pub(super) found: Vec<(u16, u64)>,
    /// For each label, and for the first cell of each shard, the extent of the region that was computed last.
    pub(super) extents: [Extent<A>; WIDE],
    pub(super) shard_extents: Vec<Extent<A>>,
    /// For each label, a set of cells that was found to be connected.
    pub(super) whole: [A; WIDE],
    /// For each step, the cells that may share a region with the neighbour at this step (`doors`); and the last doors for which
    /// the size of every connected area was found to be a multiple of the region size (`fine`).
    pub(super) doors: Vec<A>,
    pub(super) fine: Vec<A>,
    /// The cells whose `root` may be a different cell.
    pub(super) united: A,
}

/// The members of a set of numbers that are less than `WIDE`.
#[inline]
pub(super) fn members<const WIDE: usize>(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (member < WIDE).then_some(member)
    })
}

impl<A: Area, const WIDE: usize> Look<A, WIDE> {
    /// Creates the state for a board of `cells` cells in `count` regions of `size` cells each, with digits less than `wide`.
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

    /// Makes passes thorough from now on. Domains must then never become wider than at an earlier pass.
    pub(super) fn make_thorough(&mut self) {
        let shut = vec![A::NONE; self.steps.len()];
        self.kept = Some(Kept { joined: Vec::new(), parted: Vec::new(), shut, grown: false });
    }

    /// Writes the conclusions from the domains to `found`. Returns whether a thorough pass found other facts, from which more may
    /// follow.
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

    /// Writes the cells that have lost values to `found`, with the values that remain.
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
            // The label of this cell is at least `least`, so all smaller labels occur before it.
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

    /// Finds the cells whose label or digit is determined; a conflict if a cell has no label or no digit left.
    fn settle(&mut self) -> Result<(), Conflict> {
        settle(self.all, &self.may[..self.count], &mut self.core)?;
        if self.wide == 0 { Ok(()) } else { settle(self.all, &self.holds[..self.wide], &mut self.placed) }
    }
}

/// Sets `now` to the values that each cell still has, out of the values that it `had`. For each value, `seen` are the cells that
/// had the value, and `left` are the cells that still have it. Returns the cells that have lost a value.
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

/// Sets `only`, for each set, to the cells that are in no other set; a conflict if a cell is in no set at all.
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
