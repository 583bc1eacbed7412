//! Hash maps for small keys that nobody hostile chooses: looked into, never iterated.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A small fast hasher (the multiply-and-rotate scheme known as Fx). Not for hostile keys: whoever writes a rule can
/// slow only his own compilation, and that has a budget.
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

/// A hash map with [`Quick`].
pub type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;
/// A hash set with [`Quick`].
pub type QuickSet<K> = HashSet<K, BuildHasherDefault<Quick>>;
