//! Receives what other techniques find inside an assumption.

use super::super::budget::Budget;
use super::super::grid::{Grid, bits};
use super::super::layout::Layout;
use super::spread::{ADVANCED, NONE, Spread, key};

/// A hint that is used as a link in another hint.
#[derive(Clone, Copy)]
pub(super) struct Nested {
    pub complexity: u32,
    /// A hash that is the same for hints with the same chains.
    pub signature: u128,
}

/// Receives what the other techniques find inside an assumption.
pub(super) struct Sink<'a> {
    pub out: &'a mut Spread,
    pub nested: &'a mut Vec<Nested>,
    pub any: bool,
}

impl Sink<'_> {
    pub(super) fn take(&mut self, removes: &[(u8, u16)], parents: &[u16], nested: Option<Nested>) {
        self.any = true;
        let mut number = 0;
        for &(cell, mask) in removes {
            for d in bits(mask) {
                let k = key(cell, d);
                if self.out.is_off(k) {
                    continue;
                }
                if let (0, Some(nested)) = (number, nested) {
                    self.nested.push(nested);
                    number = self.nested.len() as u32;
                }
                let first = self.out.parents.len();
                for &p in parents {
                    let at = self.out.off_of(p);
                    debug_assert_ne!(at, NONE, "what is gone was switched off");
                    self.out.parents.push(at);
                }
                let node = self.out.node(k, false, ADVANCED, first, number);
                self.out.add_off(node);
            }
        }
    }

    /// Whether a hint that removes these marks would add nothing new.
    pub(super) fn has(&self, cell: u8, mask: u16) -> bool {
        bits(mask).all(|d| self.out.is_off(key(cell, d)))
    }
}

/// Searches for chains inside other chains.
pub(super) trait Within {
    /// Passes all hints to the sink, best hints first and without duplicates. Hints that would also hold in `source` are left out.
    /// Passes no hints if the budget is spent.
    fn nested(&mut self, layout: &Layout, source: &Grid, grid: &Grid, sink: &mut Sink<'_>, budget: &Budget<'_>);
}
