//! Pseudo-random numbers that are the same on every machine (a linear congruential generator, Knuth's MMIX).

/// A generator whose numbers are the same on every machine. They decide which rule of the library a sentence is read as, so this one
/// stays as it is.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % n.max(1)
    }
}
