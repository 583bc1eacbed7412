//! Finds the places where a value can still be: its only place in a house, and few places that some other cell sees all of.
//!
//! The domains are also stored by value: the cells that may hold it. The places of a value in a house are a word or two of bits,
//! and are counted in one byte: the counts of eight houses are examined together.

mod run;

use super::around::SetInfo;
use super::rows::{Rows, Spans};
use crate::bits::words_for;
use cluewright_core::ValueSet;

/// With more places than this, cells that see all of them are not searched: in a house of up to nine cells, at most three cells
/// are in another house together; in a larger one there may be more.
const FEW: u8 = 3;
const MOST_FEW: usize = 5;

/// The number of houses whose counts are changed together.
const LANES: usize = 32;
/// One byte for each of these houses.
pub(super) type Lane = [u8; LANES];

/// The sets that hold every value. A value and a house together have one index, ordered by value first.
#[derive(Debug)]
pub(super) struct Houses {
    /// The numbers of the sets.
    pub(super) sets: Vec<u32>,
    /// The cells of each house, and the houses of each cell.
    pub(super) cells: Spans,
    pub(super) of: Rows,
    /// The maximum number of places that counts as few.
    pub(super) few: u8,
    /// The number of bits of an index that are for the house: the counts of a value fill whole [`Lane`]s.
    bits: u32,
    /// For each cell, one byte per house: 1 if the cell is in it. Empty if a value has more than one lane.
    marks: Vec<Lane>,
}

impl Houses {
    /// The sets that are houses; `masks` has the cells of each set as bits.
    pub(super) fn new(cells: usize, sets: &[SetInfo], masks: &[u64]) -> Self {
        let words = words_for(cells);
        let list: Vec<u32> = (0..sets.len() as u32).filter(|&s| sets[s as usize].house).collect();
        let mut spans = Spans::with_capacity(list.len(), list.len() * words.min(4));
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        let mut largest = 0;
        for (h, &s) in list.iter().enumerate() {
            let begin = pairs.len();
            let mask = &masks[s as usize * words..][..words];
            spans.push(mask);
            for (word, &set) in mask.iter().enumerate() {
                pairs.extend(ValueSet(set).iter().map(|i| (word as u32 * 64 + u32::from(i.0), h as u32)));
            }
            largest = largest.max(pairs.len() - begin);
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

    /// Decreases the count of a value in each house of a cell by one.
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

    /// The number of lanes for the counts of this many values.
    pub(super) fn lanes(&self, values: usize) -> usize {
        (values << self.bits) / LANES
    }

    /// The index of a value and a house together.
    #[inline]
    pub(super) fn join(&self, value: usize, house: usize) -> usize {
        value << self.bits | house
    }

    /// The value and the house of an index.
    #[inline]
    pub(super) fn split(&self, at: usize) -> (usize, usize) {
        (at >> self.bits, at & ((1 << self.bits) - 1))
    }
}

/// The lowest and the highest bit of each byte of a word.
const LOW: u64 = u64::MAX / 255;
const HIGH: u64 = LOW << 7;

/// The highest bits of the bytes that are at most `most`; all bytes are below 128.
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
        // The highest bit of each selected byte.
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
