//! Equal things once: a list of distinct values with a way to find one again.

use cluewright_core::quick::Quick;
use std::hash::{Hash, Hasher};

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
