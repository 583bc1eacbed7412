//! Small bit sets of fixed size, stored on the stack: sets of cells, of reachable sums, and of sets of values.

use crate::value::ValueSet;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXorAssign, Not};

/// A set of the numbers `0..64 * N`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bits<const N: usize>(pub(crate) [u64; N]);

impl<const N: usize> Bits<N> {
    /// The set without members.
    pub const EMPTY: Self = Self([0; N]);

    /// Adds a member, which must be below `64 * N`.
    #[inline]
    pub fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    /// Removes a number below `64 * N`.
    #[inline]
    pub fn remove(&mut self, i: usize) {
        self.0[i / 64] &= !(1 << (i % 64));
    }

    /// Whether the set contains a number.
    #[inline]
    pub fn contains(&self, i: usize) -> bool {
        i < 64 * N && self.0[i / 64] >> (i % 64) & 1 == 1
    }

    /// Whether the set has no members.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; N]
    }

    /// The number of members.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// The smallest member; `None` if the set is empty.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        let i = self.0.iter().position(|&w| w != 0)?;
        Some(i * 64 + self.0[i].trailing_zeros() as usize)
    }

    /// Adds `by` to each member of `other`, and adds the results to this set; numbers outside the range are dropped.
    #[inline]
    pub fn add_up(&mut self, other: &Self, by: usize) {
        for i in by / 64..N {
            self.0[i] |= other.raised(by, i);
        }
    }

    /// Subtracts `by` from each member of `other`, and adds the results to this set; numbers outside the range are dropped.
    #[inline]
    pub fn add_down(&mut self, other: &Self, by: usize) {
        let (words, bits) = (by / 64, by % 64);
        for i in words.min(N)..N {
            let mut w = other.0[i] >> bits;
            if bits > 0 && i + 1 < N {
                w |= other.0[i + 1] << (64 - bits);
            }
            self.0[i - words] |= w;
        }
    }

    /// Whether `other` contains the sum of `by` and some member of this set.
    #[inline]
    pub fn meets_up(&self, by: usize, other: &Self) -> bool {
        (by / 64..N).any(|i| self.raised(by, i) & other.0[i] != 0)
    }

    /// The word with the index `i`, `by / 64` or more, of this set after adding `by` to each member.
    #[inline]
    fn raised(&self, by: usize, i: usize) -> u64 {
        let (words, bits) = (by / 64, by % 64);
        let word = self.0[i - words] << bits;
        if bits > 0 && i > words { word | self.0[i - words - 1] >> (64 - bits) } else { word }
    }

    /// Whether the sets have a common member.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }

    /// The members, in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| ValueSet(word).iter().map(move |bit| i * 64 + bit.index()))
    }
}

impl<const N: usize> FromIterator<usize> for Bits<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(members: I) -> Self {
        let mut set = Self::EMPTY;
        members.into_iter().for_each(|i| set.insert(i));
        set
    }
}

impl<const N: usize> BitOrAssign for Bits<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
    }
}

impl<const N: usize> BitAndAssign for Bits<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= b;
        }
    }
}

impl<const N: usize> BitXorAssign for Bits<N> {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a ^= b;
        }
    }
}

impl<const N: usize> BitOr for Bits<N> {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<const N: usize> BitAnd for Bits<N> {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl<const N: usize> Not for Bits<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|w| !w))
    }
}

/// For each of the values 0 to 5, the sets without this value, as bit positions in a word.
const LACKS: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// A set of sets of values: bit `s` stands for the set whose members are the bits of `s`. With `W` words the values are `0..6 +
/// log2(W)`. For a list of different cells, two such sets determine exactly which values a cell can hold: the sets of values that
/// the cells before it can use, and the sets of values that leave enough for the cells after it.
pub(crate) type Used<const W: usize> = Bits<W>;

impl<const W: usize> Used<W> {
    /// Takes each set in `from` that does not contain `value`, adds `value` to it, and adds the result to `self`.
    #[inline]
    pub(crate) fn add_with(&mut self, from: &Self, value: u32) {
        if let Some(lacks) = LACKS.get(value as usize) {
            for (to, w) in self.0.iter_mut().zip(from.0) {
                *to |= (w & lacks) << (1u64 << value);
            }
        } else {
            let step = 1 << (value - 6);
            for i in (0..W).filter(|i| i & step == 0) {
                self.0[i | step] |= from.0[i];
            }
        }
    }

    /// All sets in `self` that contain `value`, each with `value` removed.
    #[inline]
    pub(crate) fn without(&self, value: u32) -> Self {
        let mut out = Self::EMPTY;
        if let Some(lacks) = LACKS.get(value as usize) {
            for (to, w) in out.0.iter_mut().zip(self.0) {
                *to = (w >> (1u64 << value)) & lacks;
            }
        } else {
            let step = 1 << (value - 6);
            for i in (0..W).filter(|i| i & step == 0) {
                out.0[i] = self.0[i | step];
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifting_is_adding() {
        for by in [0, 1, 63, 64, 65, 130, 191] {
            let members = [0usize, 5, 63, 64, 100, 190];
            let mut set = Bits::<3>::EMPTY;
            for m in members {
                set.insert(m);
            }
            let (mut up, mut down) = (Bits::EMPTY, Bits::EMPTY);
            up.add_up(&set, by);
            down.add_down(&set, by);
            for i in 0..192 {
                assert_eq!(up.contains(i), members.iter().any(|m| m + by == i), "{i} up {by}");
                assert_eq!(down.contains(i), members.contains(&(i + by)), "{i} down {by}");
                let mut one = Bits::EMPTY;
                one.insert(i);
                assert_eq!(set.meets_up(by, &one), up.contains(i), "{i} meets {by}");
            }
        }
    }

    #[test]
    fn using_up_a_value() {
        let mut all = Used::<8>::EMPTY;
        for s in (0..512).filter(|s| s % 7 == 3) {
            all.insert(s);
        }
        for v in 0..9 {
            let mut with = Used::EMPTY;
            with.add_with(&all, v);
            let without = all.without(v);
            for s in 0..512usize {
                let has = s >> v & 1 == 1;
                assert_eq!(with.contains(s), has && all.contains(s & !(1 << v)));
                assert_eq!(without.contains(s), !has && all.contains(s | 1 << v));
            }
        }
    }
}
