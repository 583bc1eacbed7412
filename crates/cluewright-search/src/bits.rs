//! Sets of small numbers, one bit per number: words, and sets with a fixed capacity, which serve as queues of constraints.

/// Two words of a set as one number. It has room for all cells of a 9x9 grid, so one operation handles all of them. Single
/// members are changed in one word.
pub(crate) type Double = u128;

/// Combines the word at `at`, which must be even, with the word after it.
#[inline]
pub(crate) fn double(words: &[u64], at: usize) -> Double {
    let [low, high] = [words[at], words[at + 1]].map(Double::from);
    low | high << 64
}

/// The number of words that a set with this many possible members needs, rounded up to an even number.
pub(crate) fn words_for(members: usize) -> usize {
    members.div_ceil(Double::BITS as usize) * 2
}

/// The index of the first word of each pair.
#[inline]
pub(crate) fn double_words(words: usize) -> impl Iterator<Item = usize> {
    (0..words).step_by(2)
}

/// A word as a set of numbers.
pub(crate) trait Word: Copy {
    /// Removes the smallest number and returns it; `None` if the set is empty.
    fn pop(&mut self) -> Option<usize>;
}

macro_rules! words {
    ($($word:ty),*) => {
        $(impl Word for $word {
            #[allow(clippy::inline_always, reason = "it must be compiled for its caller's processor features")]
            #[inline(always)]
            fn pop(&mut self) -> Option<usize> {
                if *self == 0 {
                    return None;
                }
                let number = self.trailing_zeros() as usize;
                *self &= *self - 1;
                Some(number)
            }
        })*
    };
}
words!(u32, u64, Double);

/// The numbers in a word, in ascending order.
#[derive(Clone, Debug)]
pub(crate) struct Ones<W>(pub(crate) W);

impl<W: Word> Iterator for Ones<W> {
    type Item = usize;

    #[allow(clippy::inline_always, reason = "it must be compiled for its caller's processor features")]
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        self.0.pop()
    }
}

/// A set of numbers in `0..capacity`. Each word of 64 numbers has one bit in `top`, which is set if the word is not 0. So for a
/// capacity of up to 4096, the smallest number is found by reading two words, and `any` shows at once whether the set is empty.
#[derive(Clone, Debug)]
pub(crate) struct Bits {
    words: Vec<u64>,
    top: Vec<u64>,
    any: bool,
}

impl Bits {
    /// An empty set with capacity for the numbers below `capacity`.
    pub(crate) fn new(capacity: usize) -> Self {
        let words = words_for(capacity);
        Self { words: vec![0; words], top: vec![0; words.div_ceil(64)], any: false }
    }

    /// Adds a number, which must be below the capacity.
    #[inline]
    pub(crate) fn insert(&mut self, i: usize) {
        let word = i / 64;
        self.words[word] |= 1 << (i % 64);
        self.top[word / 64] |= 1 << (word % 64);
        self.any = true;
    }

    /// Adds the numbers in two words, which must not both be 0. `word` is the index of the first word, an even number.
    #[inline]
    pub(crate) fn add(&mut self, word: usize, set: Double) {
        let (low, high) = (set as u64, (set >> 64) as u64);
        self.words[word] |= low;
        self.words[word + 1] |= high;
        self.top[word / 64] |= (u64::from(low != 0) | u64::from(high != 0) << 1) << (word % 64);
        self.any = true;
    }

    /// Whether the set contains a number below the capacity.
    #[inline]
    pub(crate) fn contains(&self, i: usize) -> bool {
        self.words[i / 64] >> (i % 64) & 1 == 1
    }

    /// Removes a number, which must be in the set.
    #[inline]
    pub(crate) fn remove(&mut self, i: usize) {
        let word = i / 64;
        self.words[word] &= !(1 << (i % 64));
        if self.words[word] == 0 {
            self.top[word / 64] &= !(1 << (word % 64));
            self.any = self.top.iter().any(|&t| t != 0);
        }
    }

    /// The smallest number; `None` if the set is empty.
    #[inline]
    pub(crate) fn first(&self) -> Option<usize> {
        if !self.any {
            return None;
        }
        let at = self.top.iter().position(|&t| t != 0)?;
        let word = at * 64 + self.top[at].trailing_zeros() as usize;
        Some(word * 64 + self.words[word].trailing_zeros() as usize)
    }

    /// Removes the smallest number and returns it; `None` if the set is empty.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        let i = self.first()?;
        self.remove(i);
        Some(i)
    }

    /// Whether the set is empty.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        !self.any
    }

    /// Empties the set.
    pub(crate) fn clear(&mut self) {
        if self.any {
            self.words.fill(0);
            self.top.fill(0);
            self.any = false;
        }
    }
}

/// The minimum and maximum sum of `count` of the numbers in a word, all different; `None` if the word has fewer numbers.
#[inline]
pub(crate) fn extreme_sums(numbers: u64, count: usize) -> Option<(u32, u32)> {
    let (mut low, mut high, mut least, mut most) = (numbers, numbers, 0, 0);
    for _ in 0..count {
        if low == 0 {
            return None;
        }
        least += low.trailing_zeros();
        low &= low - 1;
        let top = high.ilog2();
        most += top;
        high &= !(1 << top);
    }
    Some((least, most))
}

/// The index of the `k`-th (from 0) set bit of `bits`, of which more than `k` bits must be set.
pub(crate) fn nth_bit(mut bits: u64, k: u32) -> u32 {
    for _ in 0..k {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::{Bits, Double, double, words_for};
    use cluewright_core::Random;
    use std::collections::BTreeSet;

    #[test]
    fn a_set_of_bits_is_as_any_other_set() {
        let mut random = Random::new(6);
        for _ in 0..200 {
            let capacity = 1 + random.below(9_000) as usize;
            let (mut fast, mut slow) = (Bits::new(capacity), BTreeSet::new());
            for _ in 0..100 {
                let i = random.below(capacity as u32) as usize;
                match random.below(5) {
                    0 => {
                        let from = i / 128 * 128;
                        let some = |r: &mut Random| Double::from(r.bits() & r.bits()) << (64 * r.below(2));
                        let below = Double::MAX >> (128 - (capacity - from).min(128));
                        let set = some(&mut random) & below;
                        if set != 0 {
                            fast.add(from / 64, set);
                            slow.extend((0..128).filter(|k| set >> k & 1 == 1).map(|k| from + k));
                        }
                    }
                    1 => assert_eq!(fast.pop(), slow.pop_first()),
                    2 if slow.remove(&i) => fast.remove(i),
                    _ => {
                        fast.insert(i);
                        slow.insert(i);
                    }
                }
                assert_eq!(fast.first(), slow.first().copied());
                assert_eq!(fast.contains(i), slow.contains(&i));
                assert_eq!(fast.is_empty(), slow.is_empty());
            }
            fast.clear();
            assert_eq!(fast.first(), None);
        }
    }

    #[test]
    fn two_words_are_their_members_in_order() {
        let words = [1, 1 << 63, 2, 4];
        assert_eq!((double(&words, 0), double(&words, 2)), (1 | 1 << 127, 2 | 1 << 66));
        assert_eq!([0, 1, 64, 128, 129].map(words_for), [0, 2, 2, 2, 4]);
    }
}
