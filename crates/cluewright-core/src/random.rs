//! Random numbers (`SplitMix64`, Steele, Lea, Flood 2014) that are the same on every machine.

use std::ops::{Add, Sub};

/// A generator of random numbers, which are determined by a seed.
///
/// ```
/// use cluewright_core::Random;
///
/// let mut random = Random::new(7);
/// let mut list = [1, 2, 3];
/// random.shuffle(&mut list);
/// assert!(random.below(6_u8) < 6 && list.iter().sum::<i32>() == 6);
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates a generator from a seed; close seeds give unrelated numbers.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Creates a generator from a seed that people type. Close seeds, such as 0, 1 and 2, give unrelated numbers from the very
    /// first number on.
    pub fn typed(seed: u64) -> Self {
        Self(Self(seed).bits())
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A nearly uniform random number from 0 to `n - 1`; 0 if `n` is 0 or less.
    pub fn below<N: TryInto<u64> + TryFrom<u64>>(&mut self, n: N) -> N {
        let n: u64 = n.try_into().unwrap_or(0);
        let number = (u128::from(self.bits()) * u128::from(n)) >> 64;
        u64::try_from(number).ok().and_then(|number| N::try_from(number).ok()).expect("a number below another one")
    }

    /// A random number from `low` to `high`, both included.
    pub fn between<N>(&mut self, low: N, high: N) -> N
    where
        N: TryInto<u64> + TryFrom<u64> + From<u8> + Add<Output = N> + Sub<Output = N> + Copy,
    {
        low + self.below(high - low + N::from(1))
    }

    /// True with a probability of 1 in `n`.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// A random item of the list, which must not be empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// Shuffles the items of the list; all orders are equally likely.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }

    /// The numbers below `n` in random order.
    pub fn shuffled(&mut self, n: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..n).collect();
        self.shuffle(&mut all);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_paper() {
        // The first numbers that the authors' own program generates from the seed 1234567.
        let mut random = Random::new(1_234_567);
        let first = [random.bits(), random.bits(), random.bits()];
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn each_number_below_is_drawn_and_no_other() {
        let mut random = Random::new(1);
        let mut drawn = [0; 5];
        (0..5_000).for_each(|_| drawn[random.below(5_usize)] += 1);
        assert!(drawn.iter().all(|&times| (850..1_150).contains(&times)), "{drawn:?}");
        assert_eq!((random.below(0_u32), random.below(1), random.below(-3)), (0, 0, 0));
        assert!((0..100).all(|_| (-2..=3).contains(&random.between(-2, 3)) && *random.pick(&[7]) == 7));
        assert!(random.one_in(1) && (0..100).any(|_| random.one_in(2)) && !(0..100).all(|_| random.one_in(2)));
    }
}
