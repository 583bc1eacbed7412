//! A set of small numbers with a fixed room, one bit each: queues of constraints.

/// Numbers `0..room`.
#[derive(Clone, Debug)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    /// None, of the numbers below `room`.
    pub(crate) fn new(room: usize) -> Self {
        Self(vec![0; room.div_ceil(64)])
    }

    /// Adds a number below the room.
    #[inline]
    pub(crate) fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    /// Takes the smallest number out.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        let word = self.0.iter().position(|&w| w != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(word * 64 + bit)
    }

    /// Takes all out.
    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }
}
