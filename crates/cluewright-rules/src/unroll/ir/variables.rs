//! Which variables a node reads.

use super::{Graph, Id, Kind, USUAL, Walk, each_child};
use cluewright_core::Sort;
use cluewright_core::quick::QuickSet;

impl Graph {
    /// The variables a node reads with their domains, sorted.
    pub(crate) fn variables(&self, id: Id) -> Vec<(u16, u16)> {
        let mut all: Vec<(u16, u16)> = Vec::with_capacity(self.node(id).vars.count_ones() as usize);
        // A comparison of a sum is the usual one.
        if let Kind::Le(sum) | Kind::Eq(sum) | Kind::Ne(sum) = self.kind(id)
            && let Kind::Lin(terms, _) = self.kind(*sum)
        {
            all.extend(terms.iter().map_while(|t| match self.kind(t.0) {
                Kind::Var(v, d) | Kind::Table(v, d, _) => Some((*v, *d)),
                _ => None,
            }));
            if all.len() == terms.len() {
                all.order();
                all.dedup();
                return all;
            }
            all.clear();
        }
        let mut walk = self.walk.borrow_mut();
        let Walk { seen, todo } = &mut *walk;
        // Clearing takes as long as the capacity is large.
        if seen.capacity() > USUAL {
            *seen = QuickSet::default();
        }
        seen.clear();
        todo.push(id);
        while let Some(id) = todo.pop() {
            if self.node(id).vars == 0 || !seen.insert(id) {
                continue;
            }
            match self.kind(id) {
                Kind::Var(v, d) | Kind::Table(v, d, _) | Kind::Mask(v, d, _) => all.push((*v, *d)),
                other => each_child(other, |id| todo.push(id)),
            }
        }
        all.order();
        all.dedup();
        all
    }
}
