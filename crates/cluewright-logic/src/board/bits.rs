//! A bit set of fixed capacity for small numbers. Candidates are stored by their dense numbers.

use std::fmt;

/// A bit set over `0..room`. Sets can be combined only if they have the same `room`.
///
/// ```
/// use cluewright_logic::Bits;
/// let mut set = Bits::new(100);
/// set.insert(70);
/// set.insert(3);
/// assert_eq!(set.iter().collect::<Vec<_>>(), [3, 70]);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bits {
    words: Box<[u64]>,
}

impl Bits {
    /// The empty set with room for `0..room`.
    pub fn new(room: usize) -> Self {
        Self { words: vec![0; room.div_ceil(64)].into() }
    }

    /// The set that contains exactly `members`, with room for `0..room`.
    pub fn of(room: usize, members: impl IntoIterator<Item = u32>) -> Self {
        let mut set = Self::new(room);
        for m in members {
            set.insert(m);
        }
        set
    }

    /// Adds a number, which must be less than `room`.
    #[inline]
    pub fn insert(&mut self, bit: u32) {
        self.words[bit as usize / 64] |= 1 << (bit % 64);
    }

    /// Removes a number.
    #[inline]
    pub fn remove(&mut self, bit: u32) {
        self.words[bit as usize / 64] &= !(1 << (bit % 64));
    }

    /// Whether the number is in the set.
    #[inline]
    pub fn has(&self, bit: u32) -> bool {
        self.words[bit as usize / 64] >> (bit % 64) & 1 == 1
    }

    /// The number of members of the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// Removes all numbers.
    #[inline]
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Copies `other` into this set without allocating.
    #[inline]
    pub fn copy_from(&mut self, other: &Self) {
        self.words.copy_from_slice(&other.words);
    }

    /// Keeps only the numbers that are also in `other` (intersection).
    #[inline]
    pub fn and(&mut self, other: &Self) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a &= b;
        }
    }

    /// Adds all numbers that are in `other` (union).
    #[inline]
    pub fn or(&mut self, other: &Self) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a |= b;
        }
    }

    /// Removes all numbers that are in `other` (difference).
    #[inline]
    pub fn minus(&mut self, other: &Self) {
        for (a, b) in self.words.iter_mut().zip(&other.words) {
            *a &= !b;
        }
    }

    /// Whether the two sets have a number in common.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Whether this set is a subset of `other`.
    #[inline]
    pub fn within(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// Adds the number `bit + i` for every bit `i` that is set in `word`. The largest of these numbers must be within
    /// the set's capacity.
    #[inline]
    pub(crate) fn insert_word(&mut self, bit: u32, word: u64) {
        let (at, shift) = (bit as usize / 64, bit % 64);
        self.words[at] |= word << shift;
        if shift > 0 && word >> (64 - shift) != 0 {
            self.words[at + 1] |= word >> (64 - shift);
        }
    }

    /// A word whose bit `i` is set if the number `bit + i` is in the set, for `i < width <= 64`.
    #[inline]
    pub(crate) fn word(&self, bit: u32, width: u32) -> u64 {
        let (at, shift) = (bit as usize / 64, bit % 64);
        let mut word = self.words[at] >> shift;
        if shift > 0 && width > 64 - shift {
            word |= self.words[at + 1] << (64 - shift);
        }
        if width < 64 { word & ((1 << width) - 1) } else { word }
    }

    /// The smallest number in the set; `None` if the set is empty.
    #[inline]
    pub fn first(&self) -> Option<u32> {
        self.iter().next()
    }

    /// Iterates over the numbers in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                Some(i as u32 * 64 + bit)
            })
        })
    }

    /// The 64-bit words of the set; the first word holds the lowest numbers.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_anywhere_are_the_bits_one_by_one() {
        for at in 0..130 {
            for (word, width) in [(1, 1), (0b1011, 4), (0x5555_0000_8001, 48), (u64::MAX, 64), (1 << 63, 64)] {
                let mut set = Bits::new(194);
                set.insert_word(at, word);
                let plain = (0..64).filter(|i| word >> i & 1 == 1).map(|i| at + i);
                assert_eq!(set, Bits::of(194, plain));
                assert_eq!(set.word(at, width), word);
                assert_eq!(set.word(at, 3), word & 7);
            }
        }
    }
}
