//! A set of small numbers with a fixed room, one bit each: queues of constraints.

/// Numbers `0..room`. What 64 of them have in common is one bit of `top`: the smallest is found at two looks, and that
/// there is none at one.
#[derive(Clone, Debug)]
pub(crate) struct Bits {
    words: Vec<u64>,
    top: Vec<u64>,
    any: bool,
}

impl Bits {
    /// None, of the numbers below `room`.
    pub(crate) fn new(room: usize) -> Self {
        let words = room.div_ceil(64);
        Self { words: vec![0; words], top: vec![0; words.div_ceil(64)], any: false }
    }

    /// Adds a number below the room.
    #[inline]
    pub(crate) fn insert(&mut self, i: usize) {
        self.add(i / 64, 1 << (i % 64));
    }

    /// Adds numbers of a word, one at least.
    #[inline]
    pub(crate) fn add(&mut self, word: usize, set: u64) {
        self.words[word] |= set;
        self.top[word / 64] |= 1 << (word % 64);
        self.any = true;
    }

    /// Is a number below the room in it?
    #[inline]
    pub(crate) fn contains(&self, i: usize) -> bool {
        self.words[i / 64] >> (i % 64) & 1 == 1
    }

    /// Takes a number out that is in it.
    #[inline]
    pub(crate) fn remove(&mut self, i: usize) {
        let word = i / 64;
        self.words[word] &= !(1 << (i % 64));
        if self.words[word] == 0 {
            self.top[word / 64] &= !(1 << (word % 64));
            self.any = self.top.iter().any(|&t| t != 0);
        }
    }

    /// The smallest number.
    #[inline]
    pub(crate) fn first(&self) -> Option<usize> {
        if !self.any {
            return None;
        }
        let at = self.top.iter().position(|&t| t != 0)?;
        let word = at * 64 + self.top[at].trailing_zeros() as usize;
        Some(word * 64 + self.words[word].trailing_zeros() as usize)
    }

    /// Takes the smallest number out.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        let i = self.first()?;
        self.remove(i);
        Some(i)
    }

    /// Takes all out.
    pub(crate) fn clear(&mut self) {
        if self.any {
            self.words.fill(0);
            self.top.fill(0);
            self.any = false;
        }
    }
}
