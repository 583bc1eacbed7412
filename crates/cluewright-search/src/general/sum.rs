//! Sums over parts: the totals each part can reach as bits of one word, combined by shifting.
//!
//! A part is one cell, or different cells of one coefficient, for which the combinations of values are listed. What a
//! part adds is counted from the least it could ever add, so that every sum is a bit number from 0 up; sums beyond
//! the total fall out of the word and need no thought. Most sums fit into 64 bits; the others take 128.

use super::cage::{LANES, fitting};
use super::compile::Around;
use super::propagate::State;
use cluewright_core::constraint::{Compare, Sum};
use cluewright_core::{Cell, Conflict, Constraint, Model};
use std::ops::{BitAnd, BitOr, Shl, Shr};

/// Most combinations listed for one part; beyond, its cells stand for themselves.
const MOST: usize = 300;
/// Most parts of one sum.
const MOST_PARTS: usize = 48;

/// Cells of a part and what they can add.
#[derive(Debug)]
struct Part {
    /// Positions in the constraint's list of cells.
    cells: Vec<u16>,
    /// The size of the coefficient, and whether it is negative: then values count down from `top`.
    times: u32,
    top: Option<u32>,
    /// The combinations when there are several cells, with their sums of indices; the last is repeated to fill up the
    /// lanes.
    combinations: Vec<u16>,
    sums: Vec<u8>,
    /// Where its part of the scratch memory starts: a word for each sixteen combinations.
    scratch: usize,
}

/// A sum ready to run.
#[derive(Debug)]
pub(super) struct Parts {
    list: Vec<Part>,
    /// The bits the whole may end at.
    goal: u128,
    /// Do 64 bits do?
    short: bool,
    /// Words of scratch memory.
    pub(super) scratch: usize,
}

impl Parts {
    /// `None` when the totals do not fit into a word.
    pub(super) fn new(model: &Model, sum: &Sum, around: &Around<'_>) -> Option<Self> {
        let (cells, dom) = (sum.cells(), around.dom);
        // An equation may be turned round; sums count from the least, so few steps from there to the total are best.
        let height = |sign: i64| {
            let least = |(c, k): (Cell, i32)| {
                let (d, k) = (dom[c.index()], sign * i64::from(k));
                let v = if k < 0 { 63 - i64::from((d | 1).leading_zeros()) } else { 0 };
                k * (i64::from(model.cells()[c.index()].first) + v)
            };
            sign * i64::from(sum.total()) - sum.terms().map(least).sum::<i64>()
        };
        let turned = sum.compare() == Compare::Eq && height(-1) < height(1);
        let sign = if turned { -1 } else { 1 };
        let coefficients: Vec<i32> = sum.terms().map(|t| sign * t.1).collect();
        let lists = partition(sum, &coefficients, around);
        let mut parts: Vec<Part> = Vec::new();
        // What the whole adds at least, and what it adds at most above that.
        let (mut least, mut range) = (0i64, 0i64);
        let mut scratch = 0;
        for list in lists {
            let values = list.iter().fold(0, |all, &i| all | dom[cells[i as usize].index()]);
            let width = 64 - u64::leading_zeros(values);
            let combinations = if list.len() > 1 { combinations(values, list.len()) } else { Vec::new() };
            let split = list.len() > 1 && combinations.is_empty();
            let pieces: Vec<Vec<u16>> = if split { list.iter().map(|&i| vec![i]).collect() } else { vec![list] };
            for piece in pieces {
                let k = coefficients[piece[0] as usize];
                let times = k.unsigned_abs();
                let most = (width.saturating_sub(1)) * piece.len() as u32;
                for &i in &piece {
                    least += i64::from(k) * i64::from(model.cells()[cells[i as usize].index()].first);
                }
                if k < 0 {
                    least -= i64::from(times) * i64::from(most);
                }
                range += i64::from(times) * i64::from(most);
                let mut part = Part {
                    cells: piece,
                    times,
                    top: (k < 0).then_some(most),
                    combinations: Vec::new(),
                    sums: Vec::new(),
                    scratch,
                };
                if part.cells.len() > 1 {
                    let fill = combinations.len().next_multiple_of(LANES) - combinations.len();
                    let last = combinations[combinations.len() - 1];
                    for &(set, sum) in combinations.iter().chain(std::iter::repeat_n(&last, fill)) {
                        part.combinations.push(set);
                        part.sums.push(sum);
                    }
                    scratch += part.combinations.len() / LANES;
                }
                parts.push(part);
            }
        }
        let total = i64::from(sign) * i64::from(sum.total()) - least;
        let up_to = |last: i64| -> u128 { if last < 0 { 0 } else { u128::MAX >> (127 - last.min(127)) } };
        let goal = match sum.compare() {
            Compare::Eq | Compare::Le if total > 127 && range > 127 => return None,
            Compare::Ne | Compare::Ge if range > 127 => return None,
            Compare::Eq => up_to(total) & !up_to(total - 1),
            Compare::Le => up_to(total),
            Compare::Ge => up_to(range) & !up_to(total - 1),
            Compare::Ne => up_to(range) & !(up_to(total) & !up_to(total - 1)),
        };
        // A total out of reach leaves no goal; the first run then finds the conflict.
        let goal = if total > 127 && sum.compare() == Compare::Eq { 0 } else { goal };
        let short = goal >> 64 == 0;
        (parts.len() <= MOST_PARTS).then_some(Self { list: parts, goal, short, scratch })
    }
}

/// The terms, cut into lists of different cells of one coefficient: as the constraint itself cuts them, or another
/// way, whichever gives the larger lists. Larger lists mean tighter totals.
fn partition(sum: &Sum, coefficients: &[i32], around: &Around<'_>) -> Vec<Vec<u16>> {
    let mut own: Vec<(u16, Vec<u16>)> = Vec::new();
    for (i, &clique) in sum.cliques().iter().enumerate() {
        match own.iter_mut().find(|l| l.0 == clique) {
            Some(list) => list.1.push(i as u16),
            None => own.push((clique, vec![i as u16])),
        }
    }
    let own: Vec<Vec<u16>> = own.into_iter().map(|l| l.1).collect();
    if own.len() <= 2 {
        return own;
    }
    let other = cliques(sum.cells(), coefficients, around);
    if squares(&other) > squares(&own) { other } else { own }
}

/// The more, the narrower the totals: the range of `k` different of `n` values is `k(n - k)`.
fn squares(lists: &[Vec<u16>]) -> usize {
    lists.iter().map(|l| l.len() * l.len()).sum()
}

/// Cuts cells into lists of different cells of one coefficient, large lists first: by taking the set with the most of
/// them again and again, or by growing lists cell by cell, whichever gives the larger lists.
pub(super) fn cliques(cells: &[Cell], coefficients: &[i32], around: &Around<'_>) -> Vec<Vec<u16>> {
    let by_set = by_largest_set(cells, coefficients, around);
    let grown = by_growing(cells, coefficients, around);
    if squares(&grown) > squares(&by_set) { grown } else { by_set }
}

fn by_largest_set(cells: &[Cell], coefficients: &[i32], around: &Around<'_>) -> Vec<Vec<u16>> {
    // Pairs of a set and a term with its coefficient, so that a run of equal first parts is a list.
    let mut members: Vec<((u32, i32), u16)> = Vec::new();
    for (i, &cell) in cells.iter().enumerate() {
        members.extend(around.sets_of(cell).iter().map(|&s| ((s, coefficients[i]), i as u16)));
    }
    members.sort_unstable();
    let mut taken = vec![false; coefficients.len()];
    let mut lists: Vec<Vec<u16>> = Vec::new();
    loop {
        let mut best: Vec<u16> = Vec::new();
        for run in members.chunk_by(|a, b| a.0 == b.0) {
            let free = run.iter().filter(|m| !taken[m.1 as usize]);
            if free.clone().count() > best.len() {
                best = free.map(|m| m.1).collect();
            }
        }
        if best.len() < 2 {
            break;
        }
        for &i in &best {
            taken[i as usize] = true;
        }
        lists.push(best);
    }
    lists.extend((0..coefficients.len()).filter(|&i| !taken[i]).map(|i| vec![i as u16]));
    lists
}

/// Most cells lists are grown of: the work is cubic.
const MOST_GROWN: usize = 128;

fn by_growing(cells: &[Cell], coefficients: &[i32], around: &Around<'_>) -> Vec<Vec<u16>> {
    let n = cells.len();
    if n > MOST_GROWN {
        return Vec::new();
    }
    let sees: Vec<u128> = (0..n)
        .map(|i| {
            let with = |j: &usize| *j != i && coefficients[i] == coefficients[*j] && around.differ(cells[i], cells[*j]);
            (0..n).filter(with).fold(0, |all, j| all | 1 << j)
        })
        .collect();
    let mut left = u128::MAX >> (128 - n.max(1));
    let mut lists = Vec::new();
    while left != 0 {
        let (mut list, mut open) = (Vec::new(), left);
        while open != 0 {
            // The cell that leaves the most to go on with.
            let each = (0..n).filter(|&i| open >> i & 1 == 1);
            let best =
                each.max_by_key(|&i| ((sees[i] & open).count_ones(), std::cmp::Reverse(i))).expect("one is open");
            list.push(best as u16);
            open &= sees[best];
            left &= !(1 << best);
        }
        list.sort_unstable();
        lists.push(list);
    }
    lists
}

/// Every set of `count` of these values with its sum; none when there are too many.
fn combinations(values: u64, count: usize) -> Vec<(u16, u8)> {
    let list: Vec<u32> = (0..64).filter(|v| values >> v & 1 == 1).collect();
    let mut found = Vec::new();
    if values >> 16 == 0 {
        for bits in 0u32..1 << list.len() {
            if bits.count_ones() as usize == count {
                let chosen = list.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
                found.push(chosen.fold((0, 0), |(set, sum), (_, &v)| (set | 1 << v, sum + v as u8)));
                if found.len() > MOST {
                    return Vec::new();
                }
            }
        }
    }
    found
}

/// A set of totals.
trait Word:
    Copy
    + Default
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const BITS: u32;
    fn bit(at: u32) -> Self;
    fn low(bits: u64) -> Self;
    fn of(goal: u128) -> Self;
    /// The lowest 64.
    fn values(self) -> u64;
    /// Takes the smallest total out.
    fn pop(&mut self) -> Option<u32>;
}

macro_rules! word {
    ($it:ty) => {
        impl Word for $it {
            const BITS: u32 = <$it>::BITS;
            #[inline]
            fn bit(at: u32) -> Self {
                1 << at
            }
            #[inline]
            fn low(bits: u64) -> Self {
                Self::from(bits)
            }
            #[inline]
            fn of(goal: u128) -> Self {
                goal as Self
            }
            #[inline]
            fn values(self) -> u64 {
                self as u64
            }
            #[inline]
            fn pop(&mut self) -> Option<u32> {
                let at = self.trailing_zeros();
                *self &= self.wrapping_sub(1);
                (at < Self::BITS).then_some(at)
            }
        }
    };
}
word!(u64);
word!(u128);

/// `set` moved up by every number in `by`.
#[inline]
fn spread<W: Word>(set: W, mut by: W) -> W {
    let mut out = W::default();
    while let Some(n) = by.pop() {
        out = out | set << n;
    }
    out
}

/// `set` moved down by every number in `by`.
#[inline]
fn gather<W: Word>(set: W, mut by: W) -> W {
    let mut out = W::default();
    while let Some(n) = by.pop() {
        out = out | set >> n;
    }
    out
}

impl Part {
    /// Where a sum of indices lies in the word.
    #[inline]
    fn place(&self, sum: u32) -> u32 {
        self.times * self.top.map_or(sum, |top| top - sum)
    }

    /// What a single cell adds.
    #[inline]
    fn adds<W: Word>(&self, mut values: u64) -> W {
        match self.top {
            None if self.times == 1 => return W::low(values),
            Some(top) if self.times == 1 => return W::low(values.reverse_bits() >> (63 - top)),
            _ => {}
        }
        let mut adds = W::default();
        while let Some(v) = values.pop() {
            let place = self.place(v);
            if place < W::BITS {
                adds = adds | W::bit(place);
            }
        }
        adds
    }

    /// The values of a single cell that add what is in `fine`.
    #[inline]
    fn keeps<W: Word>(&self, mut values: u64, fine: W) -> u64 {
        match self.top {
            None if self.times == 1 => return fine.values(),
            Some(top) if self.times == 1 => return (fine.values() << (63 - top)).reverse_bits(),
            _ => {}
        }
        let mut keep = 0;
        while let Some(v) = values.pop() {
            let place = self.place(v);
            if place < W::BITS && fine & W::bit(place) != W::default() {
                keep |= 1 << v;
            }
        }
        keep
    }
}

impl State<'_> {
    /// Narrows the cells of runner `k` by its sum.
    pub(super) fn sum(&mut self, k: usize, at: usize) -> Result<(), Conflict> {
        if self.net.sums[at].short { self.sum_in::<u64>(k, at) } else { self.sum_in::<u128>(k, at) }
    }

    fn sum_in<W: Word>(&mut self, k: usize, at: usize) -> Result<(), Conflict> {
        let base = self.net.runner_cells.range(k).start;
        loop {
            let parts = &self.net.sums[at].list;
            let count = parts.len();
            // What each part can add; what the parts before it reach.
            let mut adds = [W::default(); MOST_PARTS];
            let mut before = [W::default(); MOST_PARTS + 1];
            before[0] = W::bit(0);
            for (i, part) in parts.iter().enumerate() {
                let mut add = W::default();
                if part.cells.len() == 1 {
                    add = part.adds(self.dom[self.net.runner_cells.item(base + part.cells[0] as usize)]);
                } else {
                    let (all, fixed, open, opens) = span(&self.dom, &self.net.runner_cells, base, part)?;
                    for (n, block) in part.combinations.chunks_exact(LANES).enumerate() {
                        let block: &[u16; LANES] = block.try_into().expect("chunks of this length");
                        let fits = fitting(block, all, fixed, &open[..opens], &[]);
                        let mut lanes = 0u64;
                        for (lane, fit) in fits.iter().enumerate() {
                            lanes |= u64::from(fit & 1) << lane;
                        }
                        self.scratch[part.scratch + n] = lanes as u16;
                        while let Some(lane) = lanes.pop() {
                            let place = part.place(u32::from(part.sums[n * LANES + lane as usize]));
                            if place < W::BITS {
                                add = add | W::bit(place);
                            }
                        }
                    }
                }
                adds[i] = add;
                before[i + 1] = spread(before[i], add);
            }
            let mut after = before[count] & W::of(self.net.sums[at].goal);
            if after == W::default() {
                return Err(Conflict);
            }
            let mut again = false;
            for i in (0..count).rev() {
                let part = &self.net.sums[at].list[i];
                // What this part may add, from a sum before it to one that can still end well.
                let mut fine = W::default();
                let mut rest = adds[i];
                while let Some(by) = rest.pop() {
                    if (before[i] << by) & after != W::default() {
                        fine = fine | W::bit(by);
                    }
                }
                after = gather(after, fine) & before[i];
                let cells = part.cells.len();
                if cells == 1 {
                    let c = self.net.runner_cells.item(base + part.cells[0] as usize);
                    let d = self.dom[c];
                    let keep = part.keeps(d, fine);
                    if d & !keep != 0 {
                        self.narrow(c, keep)?;
                    }
                    continue;
                }
                let (mut keep, mut fixed) = ([0u64; 2], 0u64);
                let cell = |j: usize| self.net.runner_cells.item(base + part.cells[j] as usize);
                for j in 0..cells {
                    let d = self.dom[cell(j)];
                    if d.is_power_of_two() {
                        fixed |= d;
                    }
                }
                let (a, b) = (self.dom[cell(0)], self.dom[cell(1)]);
                for n in 0..part.combinations.len() / LANES {
                    let mut lanes = u64::from(self.scratch[part.scratch + n]);
                    while let Some(lane) = lanes.pop() {
                        let at = n * LANES + lane as usize;
                        let place = part.place(u32::from(part.sums[at]));
                        if place >= W::BITS || fine & W::bit(place) == W::default() {
                            continue;
                        }
                        let set = u64::from(part.combinations[at]);
                        if cells > 2 {
                            keep[0] |= set;
                            continue;
                        }
                        // Both ways round, exactly.
                        let low = set & set.wrapping_neg();
                        let high = set & (set - 1);
                        if a & low != 0 && b & high != 0 {
                            keep[0] |= low;
                            keep[1] |= high;
                        }
                        if a & high != 0 && b & low != 0 {
                            keep[0] |= high;
                            keep[1] |= low;
                        }
                    }
                }
                for j in 0..cells {
                    let c = self.net.runner_cells.item(base + self.net.sums[at].list[i].cells[j] as usize);
                    let d = self.dom[c];
                    let mine = if cells == 2 { keep[j] } else { keep[0] };
                    let mine = if d.is_power_of_two() { mine } else { mine & !fixed };
                    if d & !mine != 0 {
                        self.narrow(c, mine)?;
                        again = true;
                    }
                }
            }
            if !again {
                return Ok(());
            }
        }
    }
}

/// All values of a part, those of its fixed cells, and the domains of its open cells; a conflict when two cells hold
/// the same.
#[inline]
fn span(
    dom: &[u64],
    cells: &super::compile::Rows,
    base: usize,
    part: &Part,
) -> Result<(u16, u16, [u16; 16], usize), Conflict> {
    let (mut all, mut fixed) = (0u64, 0u64);
    let (mut open, mut opens) = ([0u16; 16], 0);
    for &c in &part.cells {
        let d = dom[cells.item(base + c as usize)];
        all |= d;
        if d.is_power_of_two() {
            if fixed & d != 0 {
                return Err(Conflict);
            }
            fixed |= d;
        } else {
            open[opens] = d as u16;
            opens += 1;
        }
    }
    Ok((all as u16, fixed as u16, open, opens))
}
