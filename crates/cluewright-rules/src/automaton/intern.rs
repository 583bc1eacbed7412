//! Deduplication: a list of distinct values that can be looked up by value.

use cluewright_core::quick::{Numbers, hash_of};
use std::hash::{Hash, Hasher};

/// Distinct values, numbered in the order in which they were added.
#[derive(Clone, Debug)]
pub(crate) struct Interner<T> {
    items: Vec<T>,
    numbers: Numbers,
}

impl<T: Hash + Eq> Interner<T> {
    pub(crate) fn new() -> Self {
        Self { items: Vec::new(), numbers: Numbers::with_capacity(32) }
    }

    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns the index of `item`, which is added if it is new, and whether it was new.
    #[inline]
    pub(crate) fn intern(&mut self, item: T) -> (u32, bool) {
        self.intern_seeing(item, |_| {})
    }

    /// Like [`Self::intern`], but calls `see` with an item that is new. `see` must not change the item.
    #[inline]
    pub(crate) fn intern_seeing(&mut self, mut item: T, see: impl FnOnce(&mut T)) -> (u32, bool) {
        let hash = hash_of(&item);
        if let Some(id) = self.numbers.find(hash, |id| self.items[id as usize] == item) {
            return (id, false);
        }
        let id = self.items.len() as u32;
        see(&mut item);
        self.numbers.add(hash, id);
        self.items.push(item);
        (id, true)
    }
}

impl<T> std::ops::Index<u32> for Interner<T> {
    type Output = T;
    #[inline]
    fn index(&self, id: u32) -> &T {
        &self.items[id as usize]
    }
}

/// The index of an item in a short list, to which it is added if it is new.
pub(crate) fn place_in<T: PartialEq>(list: &mut Vec<T>, item: T) -> usize {
    list.iter().position(|other| *other == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    })
}

/// A cache key that stores everything it is given instead of hashing it: with derived hashes, every field and the length of every
/// list.
pub(crate) struct Written(pub(crate) Vec<i64>);

impl Hasher for Written {
    fn write(&mut self, bytes: &[u8]) {
        let word = |part: &[u8]| part.iter().rev().fold(0, |n, &byte| n << 8 | i64::from(byte));
        self.0.extend(bytes.chunks(8).map(word));
    }

    fn finish(&self) -> u64 {
        unreachable!("its words are the result")
    }
}
