//! Hash maps for small keys, faster than the standard ones. Use them only for keys that an attacker cannot choose, and never
//! iterate over them: the order would differ between machines.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A small fast hasher (the multiply-and-rotate scheme known as Fx). Keys chosen to collide make it slow. Here all keys come from
/// rules, so a hostile rule slows only its own compilation, which has a budget.
#[derive(Clone, Copy, Default, Debug)]
pub struct Quick(u64);

impl Quick {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Quick {
    #[inline]
    fn finish(&self) -> u64 {
        // The high bits are well mixed, but hash tables use the low bits.
        self.0 ^ (self.0 >> 29)
    }
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }
    #[inline]
    fn write_u8(&mut self, i: u8) {
        self.add(i as u64);
    }
    #[inline]
    fn write_u16(&mut self, i: u16) {
        self.add(i as u64);
    }
    #[inline]
    fn write_u32(&mut self, i: u32) {
        self.add(i as u64);
    }
    #[inline]
    fn write_u64(&mut self, i: u64) {
        self.add(i);
    }
    #[inline]
    fn write_usize(&mut self, i: usize) {
        self.add(i as u64);
    }
}

/// A hash map with [`Quick`].
pub type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;
/// A hash set with [`Quick`].
pub type QuickSet<K> = HashSet<K, BuildHasherDefault<Quick>>;

const NONE: u32 = u32::MAX;

/// The hash of an item, for [`Numbers`].
#[inline]
pub fn hash_of<T: Hash + ?Sized>(thing: &T) -> u64 {
    let mut hasher = Quick::default();
    thing.hash(&mut hasher);
    hasher.finish()
}

/// Finds items of a list that is stored elsewhere by their hashes. The items are distinct, and this table contains only their
/// indices.
///
/// ```
/// use cluewright_core::quick::{Numbers, hash_of};
/// let words = ["one", "two"];
/// let mut numbers = Numbers::with_capacity(2);
/// (0..2).for_each(|i| numbers.add(hash_of(words[i]), i as u32));
/// assert_eq!(numbers.find(hash_of("two"), |i| words[i as usize] == "two"), Some(1));
/// assert_eq!(numbers.find(hash_of("six"), |i| words[i as usize] == "six"), None);
/// ```
#[derive(Clone, Debug)]
pub struct Numbers {
    len: usize,
    /// The slots of a table with open addressing that is at most half full. A slot has an index and part of the item's hash, so
    /// that different items are rarely compared and no item is hashed twice.
    slots: Vec<(u32, u32)>,
}

#[allow(clippy::cast_possible_truncation, reason = "a part of a hash is as good as the whole: `is_it` decides")]
impl Numbers {
    /// An empty table with capacity for `count` items.
    pub fn with_capacity(count: usize) -> Self {
        Self { len: 0, slots: vec![(NONE, 0); (count * 2).next_power_of_two().max(2)] }
    }

    /// The index of the item with this hash for which `is_it` returns true; `None` if there is none.
    #[inline]
    pub fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let (number, other) = self.slots[at];
            if number == NONE {
                return None;
            }
            if other == hash as u32 && is_it(number) {
                return Some(number);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds the index `number` of an item that is not in the table yet.
    #[inline]
    pub fn add(&mut self, hash: u64, number: u32) {
        self.len += 1;
        if self.len * 2 > self.slots.len() {
            let wider = vec![(NONE, 0); self.slots.len() * 2];
            for (number, hash) in std::mem::replace(&mut self.slots, wider) {
                if number != NONE {
                    self.put(number, hash);
                }
            }
        }
        self.put(number, hash as u32);
    }

    #[inline]
    fn put(&mut self, number: u32, hash: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].0 != NONE {
            at = (at + 1) & mask;
        }
        self.slots[at] = (number, hash);
    }
}
