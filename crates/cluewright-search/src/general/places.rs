//! Finds the places where a value can still be: the only place in a house, or a few places that are all seen by some other cell.
//!
//! The domains are also stored by value, as the cells that may hold it. The places of a value in a house are one or two words of
//! bits, and their number is stored in one byte, so the counts of eight houses can be examined together.

mod run;

use super::around::SetInfo;
use super::rows::{Spans, span};
use crate::bits::words_for;
use cluewright_core::Rows;

/// Cells that see all places are searched for only if there are at most this many places. In a house of up to nine cells, at most
/// three cells are together in another house; in a larger house there may be more (`MOST_FEW`).
const FEW: u8 = 3;
const MOST_FEW: usize = 5;

/// The number of houses whose counts are changed together.
const LANES: usize = 32;
/// The counts of one value in [`LANES`] houses, one byte per house.
pub(super) type Lane = [u8; LANES];

/// The houses: the sets that hold every value. A value and a house together have a single index; the indices are ordered by value
/// first.
#[derive(Debug)]
pub(super) struct Houses {
    /// For each house, the number of its set.
    pub(super) sets: Vec<u32>,
    /// The cells of each house (`cells`), and the houses of each cell (`of`).
    pub(super) cells: Spans,
    pub(super) of: Rows,
    /// A value has few places in a house if it has at most this many.
    pub(super) few: u8,
    /// The number of bits in an index that stand for the house. It is large enough for the counts of a value to fill whole
    /// [`Lane`]s.
    bits: u32,
    /// For each cell, one byte per house: 1 if the cell is in the house. Empty if the counts of a value take more than one lane.
    marks: Vec<Lane>,
}

impl Houses {
    /// Collects the sets that are houses; `set_cells` has the cells of each set, and `masks` has them as bits.
    pub(super) fn new(cells: usize, sets: &[SetInfo], set_cells: &Rows, masks: &[u64]) -> Self {
        let words = words_for(cells);
        let list: Vec<u32> = (0..sets.len() as u32).filter(|&s| sets[s as usize].house).collect();
        let mut spans = Spans::with_capacity(list.len(), list.len() * words.min(4));
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        let mut largest = 0;
        for (h, &s) in list.iter().enumerate() {
            spans.push(span(&masks[s as usize * words..][..words]));
            let row = set_cells.row(s as usize);
            pairs.extend(row.iter().map(|&c| (c, h as u32)));
            largest = largest.max(row.len());
        }
        let bits = list.len().max(LANES).next_power_of_two().trailing_zeros();
        let mut marks = Vec::new();
        if list.len() <= LANES {
            marks = vec![[0; LANES]; cells];
            for &(cell, house) in &pairs {
                marks[cell as usize][house as usize] = 1;
            }
        }
        Self {
            cells: spans,
            of: Rows::new(cells, &pairs),
            few: if largest > 9 { MOST_FEW as u8 } else { FEW },
            bits,
            marks,
            sets: list,
        }
    }

    /// Decreases the count of a value by one in each house of a cell.
    #[inline]
    pub(super) fn lose(&self, count: &mut [Lane], value: usize, cell: usize) {
        if let Some(marks) = self.marks.get(cell) {
            for (count, mark) in count[value].iter_mut().zip(marks) {
                *count = count.wrapping_sub(*mark);
            }
        } else {
            let count = count.as_flattened_mut();
            for &h in self.of.row(cell) {
                count[self.join(value, h as usize)] -= 1;
            }
        }
    }

    /// The number of lanes that the counts of this many values take.
    pub(super) fn lanes(&self, values: usize) -> usize {
        (values << self.bits) / LANES
    }

    /// The index that a value and a house have together.
    #[inline]
    pub(super) fn join(&self, value: usize, house: usize) -> usize {
        value << self.bits | house
    }

    /// The value and the house to which an index belongs.
    #[inline]
    pub(super) fn split(&self, at: usize) -> (usize, usize) {
        (at >> self.bits, at & ((1 << self.bits) - 1))
    }
}

/// The lowest bit of each byte of a word (`LOW`), and the highest bit of each byte (`HIGH`).
const LOW: u64 = u64::MAX / 255;
const HIGH: u64 = LOW << 7;

/// The highest bits of those bytes that are at most `most`. All bytes must be below 128.
#[inline]
fn at_most(bytes: u64, most: u8) -> u64 {
    !((bytes | HIGH) - LOW * (u64::from(most) + 1)) & HIGH
}

/// The highest bits of the bytes in which two words differ.
#[inline]
fn differing(a: u64, b: u64) -> u64 {
    let x = a ^ b;
    (((x & !HIGH) + !HIGH) | x) & HIGH
}

#[cfg(test)]
mod tests {
    use super::{at_most, differing};
    use cluewright_core::Random;

    #[test]
    fn eight_bytes_at_once_are_as_one_by_one() {
        let mut random = Random::new(2);
        // Sets the highest bit of each byte that is wanted.
        let marks = |wanted: [bool; 8]| u64::from_le_bytes(wanted.map(|w| u8::from(w) << 7));
        for _ in 0..3_000 {
            let draw = |r: &mut Random| std::array::from_fn::<u8, 8, _>(|_| r.below(8_u32).pow(1 + r.below(2)) as u8);
            let (a, mut b) = (draw(&mut random), draw(&mut random));
            b[random.below(8) as usize] = u8::MAX;
            let most = random.below(7) as u8;
            assert_eq!(at_most(u64::from_le_bytes(a), most), marks(a.map(|x| x <= most)), "{a:?} {most}");
            let differ = std::array::from_fn(|i| a[i] != b[i]);
            assert_eq!(differing(u64::from_le_bytes(a), u64::from_le_bytes(b)), marks(differ), "{a:?} {b:?}");
        }
    }
}
