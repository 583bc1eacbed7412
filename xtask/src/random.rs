//! Random numbers for the tasks, from the library's generator. `below` uses the remainder, so that puzzles made earlier can be
//! reproduced.

/// Random numbers from a seed.
pub(crate) struct Random(cluewright_core::Random);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(cluewright_core::Random::new(seed))
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.0.bits() % n.max(1) as u64) as usize
    }

    /// The numbers below `n` in random order.
    pub(crate) fn shuffled(&mut self, n: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            all.swap(i, self.below(i + 1));
        }
        all
    }
}
