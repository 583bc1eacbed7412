//! Equal things once: a list of distinct values with a way to find one again.

use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A small fast hasher (the multiply-and-rotate scheme known as Fx). Not for hostile keys: whoever writes a rule can
/// slow only his own compilation, and that has a budget.
#[derive(Clone, Copy, Default)]
pub(super) struct Quick(u64);

impl Quick {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Quick {
    #[inline]
    fn finish(&self) -> u64 {
        // The high bits are the good ones; tables look at the low ones.
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

/// A hash map with [`Quick`]; looked into, never iterated.
pub(super) type QuickMap<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<Quick>>;

const NONE: u32 = u32::MAX;

/// Distinct values, numbered in the order they came.
#[derive(Clone, Debug)]
pub(super) struct Interner<T> {
    items: Vec<T>,
    /// Open addressing by hash, at most half full: the item's number and part of its hash, so that an item is rarely
    /// looked at in vain and never hashed again.
    slots: Vec<(u32, u32)>,
}

impl<T: Hash + Eq> Interner<T> {
    pub(super) fn new() -> Self {
        Self { items: Vec::new(), slots: vec![(NONE, 0); 64] }
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    /// The number of `item`, and whether it is new.
    #[inline]
    pub(super) fn intern(&mut self, item: T) -> (u32, bool) {
        let mut hasher = Quick::default();
        item.hash(&mut hasher);
        let hash = hasher.finish() as u32;
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let (id, other) = self.slots[at];
            if id == NONE {
                break;
            }
            if other == hash && self.items[id as usize] == item {
                return (id, false);
            }
            at = (at + 1) & mask;
        }
        let id = self.items.len() as u32;
        self.slots[at] = (id, hash);
        self.items.push(item);
        if self.items.len() * 2 > self.slots.len() {
            self.grow();
        }
        (id, true)
    }

    #[cold]
    fn grow(&mut self) {
        let mut slots = vec![(NONE, 0); self.slots.len() * 2];
        let mask = slots.len() - 1;
        for &(id, hash) in self.slots.iter().filter(|s| s.0 != NONE) {
            let mut at = hash as usize & mask;
            while slots[at].0 != NONE {
                at = (at + 1) & mask;
            }
            slots[at] = (id, hash);
        }
        self.slots = slots;
    }
}

impl<T> std::ops::Index<u32> for Interner<T> {
    type Output = T;
    #[inline]
    fn index(&self, id: u32) -> &T {
        &self.items[id as usize]
    }
}
