//! Caches of the remainders of nodes.

use crate::condition::nodes::Var;
use cluewright_core::quick::QuickMap;

/// The knowledge that a variable holds one of these values, which are some but not all values of its domain. What a node means for
/// other values is arbitrary.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    pub var: Var,
    pub mask: u64,
}

impl Known {
    pub(crate) fn fixed(var: Var, value: u8) -> Self {
        Self { var, mask: 1 << value }
    }

    /// The only possible value, if only one value is possible.
    pub(crate) fn value(self) -> Option<u8> {
        self.mask.is_power_of_two().then_some(self.lowest())
    }

    pub(crate) fn lowest(self) -> u8 {
        self.mask.trailing_zeros() as u8
    }

    pub(crate) fn has(self, value: usize) -> bool {
        self.mask >> value & 1 == 1
    }
}

/// The remainders of numbers or of booleans. Remainders for a single value have short keys, because there are many of them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Memo<T> {
    fixed: QuickMap<u64, T>,
    narrowed: QuickMap<(u64, u64), T>,
}

impl<T: Copy> Memo<T> {
    fn key(node: u32, known: Known) -> u64 {
        u64::from(node) << 24 | u64::from(known.var.0) << 8 | u64::from(known.lowest())
    }

    pub(crate) fn get(&self, node: u32, known: Known) -> Option<T> {
        let key = Self::key(node, known);
        let rest = if known.value().is_some() { self.fixed.get(&key) } else { self.narrowed.get(&(key, known.mask)) };
        rest.copied()
    }

    pub(crate) fn put(&mut self, node: u32, known: Known, rest: T) {
        let key = Self::key(node, known);
        match known.value() {
            Some(_) => self.fixed.insert(key, rest),
            None => self.narrowed.insert((key, known.mask), rest),
        };
    }
}
