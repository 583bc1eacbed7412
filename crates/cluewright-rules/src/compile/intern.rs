//! Equal things once: a list of distinct values with a way to find one again.

use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A small fast hasher (the multiply-and-rotate scheme known as Fx). Not for hostile keys: whoever writes a rule can
/// slow only his own compilation, and that has a budget.
#[derive(Clone, Copy, Default)]
pub(super) struct Quick(u64);

impl Quick {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        // The high bits are the good ones; tables look at the low ones.
        self.0 ^ (self.0 >> 29)
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, i: u8) {
        self.add(i as u64);
    }
    fn write_u16(&mut self, i: u16) {
        self.add(i as u64);
    }
    fn write_u32(&mut self, i: u32) {
        self.add(i as u64);
    }
    fn write_u64(&mut self, i: u64) {
        self.add(i);
    }
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
    /// Open addressing by hash, at most half full.
    slots: Vec<u32>,
}

impl<T: Hash + Eq> Interner<T> {
    pub(super) fn new() -> Self {
        Self { items: Vec::new(), slots: vec![NONE; 64] }
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    fn slot(&self, item: &T) -> usize {
        let mut hasher = Quick::default();
        item.hash(&mut hasher);
        let mask = self.slots.len() - 1;
        let mut at = hasher.finish() as usize & mask;
        while self.slots[at] != NONE && self.items[self.slots[at] as usize] != *item {
            at = (at + 1) & mask;
        }
        at
    }

    /// The number of `item`, and whether it is new.
    pub(super) fn intern(&mut self, item: T) -> (u32, bool) {
        let at = self.slot(&item);
        if self.slots[at] != NONE {
            return (self.slots[at], false);
        }
        let id = self.items.len() as u32;
        self.slots[at] = id;
        self.items.push(item);
        if self.items.len() * 2 > self.slots.len() {
            self.slots = vec![NONE; self.slots.len() * 2];
            for id in 0..self.items.len() {
                let at = self.slot(&self.items[id]);
                self.slots[at] = id as u32;
            }
        }
        (id, true)
    }
}

impl<T> std::ops::Index<u32> for Interner<T> {
    type Output = T;
    fn index(&self, id: u32) -> &T {
        &self.items[id as usize]
    }
}
