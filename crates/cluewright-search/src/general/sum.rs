//! Sums over parts: the totals each part can reach as bits of one word, combined by shifting.
//!
//! A part is one cell, or different cells of one coefficient, for which the combinations of values are listed. What a
//! part adds is counted from the least it could ever add, so that every sum is a bit number from 0 up; sums beyond
//! the total fall out of the word and need no thought.

use super::propagate::State;
use cluewright_core::constraint::{Compare, Sum};
use cluewright_core::{Conflict, Constraint, Model};

/// Most combinations listed for one part; beyond, its cells stand for themselves.
const MOST: usize = 300;

/// Cells of a part and what they can add.
#[derive(Debug)]
struct Part {
    /// Positions in the constraint's list of cells.
    cells: Vec<u16>,
    /// The size of the coefficient, and whether it is negative: then values count down from `top`.
    times: u32,
    top: Option<u32>,
    /// The combinations when there are several cells, with their sums of indices.
    combinations: Vec<(u64, u32)>,
}

/// A sum ready to run.
#[derive(Debug)]
pub(super) struct Parts {
    parts: Vec<Part>,
    /// The bits the whole may end at.
    goal: u128,
}

impl Parts {
    /// `None` when the totals do not fit into a word.
    pub(super) fn new(model: &Model, sum: &Sum) -> Option<Self> {
        let cells = sum.cells();
        let mut lists: Vec<(u16, Vec<u16>)> = Vec::new();
        for (i, &clique) in sum.cliques().iter().enumerate() {
            match lists.iter_mut().find(|l| l.0 == clique) {
                Some(list) => list.1.push(i as u16),
                None => lists.push((clique, vec![i as u16])),
            }
        }
        let coefficients: Vec<i32> = sum.terms().map(|t| t.1).collect();
        let mut parts = Vec::new();
        // What the whole adds at least, and what it adds at most above that.
        let (mut least, mut range) = (0i64, 0i64);
        for (_, list) in lists {
            let values = list.iter().fold(0, |all, &i| all | model.cells()[cells[i as usize].index()].domain.0);
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
                let combinations = if piece.len() > 1 { combinations.clone() } else { Vec::new() };
                parts.push(Part { cells: piece, times, top: (k < 0).then_some(most), combinations });
            }
        }
        let total = i64::from(sum.total()) - least;
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
        (parts.len() <= MOST_PARTS).then_some(Self { parts, goal })
    }
}

/// Most parts of one sum.
const MOST_PARTS: usize = 48;

/// Every set of `count` of these values with its sum; none when there are too many.
fn combinations(values: u64, count: usize) -> Vec<(u64, u32)> {
    let list: Vec<u32> = (0..64).filter(|v| values >> v & 1 == 1).collect();
    let mut found = Vec::new();
    if list.len() <= 16 {
        for bits in 0u32..1 << list.len() {
            if bits.count_ones() as usize == count {
                let chosen = list.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
                found.push(chosen.fold((0, 0), |(set, sum), (_, &v)| (set | 1 << v, sum + v)));
                if found.len() > MOST {
                    return Vec::new();
                }
            }
        }
    }
    found
}

impl Part {
    /// Where a sum of indices lies in the word.
    #[inline]
    fn place(&self, sum: u32) -> u32 {
        self.times * self.top.map_or(sum, |top| top - sum)
    }
}

/// `set` moved up by every number in `by`.
#[inline]
fn spread(set: u128, mut by: u128) -> u128 {
    let mut out = 0;
    while by != 0 {
        out |= set << by.trailing_zeros();
        by &= by - 1;
    }
    out
}

/// `set` moved down by every number in `by`.
#[inline]
fn gather(set: u128, mut by: u128) -> u128 {
    let mut out = 0;
    while by != 0 {
        out |= set >> by.trailing_zeros();
        by &= by - 1;
    }
    out
}

impl State<'_> {
    /// Narrows the cells of runner `k` by its sum.
    pub(super) fn sum(&mut self, k: usize, at: usize) -> Result<(), Conflict> {
        let base = self.net.runner_cells.range(k).start;
        loop {
            let parts = &self.net.sums[at].parts;
            let count = parts.len();
            // What each part can add; what the parts before it reach.
            let mut adds = [0u128; MOST_PARTS];
            let mut before = [0u128; MOST_PARTS + 1];
            before[0] = 1;
            for (i, part) in parts.iter().enumerate() {
                let mut add = 0u128;
                if part.cells.len() == 1 {
                    let mut d = self.dom[self.net.runner_cells.item(base + part.cells[0] as usize)];
                    if part.times == 1 && part.top.is_none() {
                        add = u128::from(d);
                    } else {
                        while d != 0 {
                            let place = part.place(d.trailing_zeros());
                            if place < 128 {
                                add |= 1 << place;
                            }
                            d &= d - 1;
                        }
                    }
                } else {
                    let (all, fixed) = self.span(base, part)?;
                    for &(set, sum) in &part.combinations {
                        let place = part.place(sum);
                        if set & !all == 0 && fixed & !set == 0 && place < 128 && add >> place & 1 == 0 {
                            let fits = part
                                .cells
                                .iter()
                                .all(|&c| self.dom[self.net.runner_cells.item(base + c as usize)] & set != 0);
                            if fits {
                                add |= 1 << place;
                            }
                        }
                    }
                }
                adds[i] = add;
                before[i + 1] = spread(before[i], add);
            }
            let mut after = before[count] & self.net.sums[at].goal;
            if after == 0 {
                return Err(Conflict);
            }
            let mut again = false;
            for i in (0..count).rev() {
                let part = &self.net.sums[at].parts[i];
                // What this part may add, from a sum before it to one that can still end well.
                let mut fine = 0u128;
                let mut rest = adds[i];
                while rest != 0 {
                    let by = rest.trailing_zeros();
                    rest &= rest - 1;
                    if (before[i] << by) & after != 0 {
                        fine |= 1 << by;
                    }
                }
                after = gather(after, fine) & before[i];
                let cells = part.cells.len();
                if cells == 1 {
                    if fine != adds[i] {
                        let c = self.net.runner_cells.item(base + part.cells[0] as usize);
                        let mut keep = 0;
                        let mut d = self.dom[c];
                        while d != 0 {
                            let place = part.place(d.trailing_zeros());
                            if place < 128 && fine >> place & 1 == 1 {
                                keep |= d & d.wrapping_neg();
                            }
                            d &= d - 1;
                        }
                        self.narrow(c, keep)?;
                    } else if part.times * part.top.unwrap_or(63) > 127 {
                        // Values beyond the word never fit.
                        let c = self.net.runner_cells.item(base + part.cells[0] as usize);
                        let keep = (0..64).filter(|&v| part.fits_word(v)).fold(0, |k, v| k | 1 << v);
                        self.narrow(c, keep)?;
                    }
                    continue;
                }
                let (all, fixed) = self.span(base, part)?;
                let mut keep = [0u64; 16];
                for &(set, sum) in &part.combinations {
                    let place = part.place(sum);
                    if set & !all != 0 || fixed & !set != 0 || place >= 128 || fine >> place & 1 == 0 {
                        continue;
                    }
                    let dom = |c: u16| self.dom[self.net.runner_cells.item(base + c as usize)];
                    if cells == 2 {
                        // Both ways round, exactly.
                        let low = set & set.wrapping_neg();
                        let high = set & (set - 1);
                        let (a, b) = (dom(part.cells[0]), dom(part.cells[1]));
                        if a & low != 0 && b & high != 0 {
                            keep[0] |= low;
                            keep[1] |= high;
                        }
                        if a & high != 0 && b & low != 0 {
                            keep[0] |= high;
                            keep[1] |= low;
                        }
                    } else if part.cells.iter().all(|&c| dom(c) & set != 0) {
                        keep[0] |= set;
                    }
                }
                for j in 0..cells {
                    let c = self.net.runner_cells.item(base + self.net.sums[at].parts[i].cells[j] as usize);
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

    /// All values of a part and those of its fixed cells; a conflict when two cells hold the same.
    #[inline]
    fn span(&self, base: usize, part: &Part) -> Result<(u64, u64), Conflict> {
        let (mut all, mut fixed) = (0u64, 0u64);
        for &c in &part.cells {
            let d = self.dom[self.net.runner_cells.item(base + c as usize)];
            all |= d;
            if d.is_power_of_two() {
                if fixed & d != 0 {
                    return Err(Conflict);
                }
                fixed |= d;
            }
        }
        Ok((all, fixed))
    }
}

impl Part {
    fn fits_word(&self, value: u32) -> bool {
        self.top.is_none_or(|top| value <= top) && self.place(value) < 128
    }
}
