//! Random numbers (`SplitMix64`, Steele, Lea, Flood 2014): the same on every machine.

/// Random numbers from a seed.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        // Seeds 0, 1, 2 are what people type: far apart from the first number on.
        let mut random = Self(seed);
        random.0 = random.bits();
        random
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in `0..n`; all as good as equally likely.
    #[allow(clippy::cast_possible_truncation, reason = "the high half of a product of two 64 bit numbers")]
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        ((self.bits() as u128 * n as u128) >> 64) as u64
    }

    /// An index into a list of that length, which is not 0.
    pub(crate) fn index(&mut self, len: usize) -> usize {
        usize::try_from(self.below(len as u64)).expect("below a `usize`")
    }

    /// A number from `-most` to `most`.
    pub(crate) fn offset(&mut self, most: u8) -> i32 {
        let wide = u64::from(most) * 2 + 1;
        i32::try_from(self.below(wide)).expect("at most 510") - i32::from(most)
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.index(i + 1));
        }
    }
}
