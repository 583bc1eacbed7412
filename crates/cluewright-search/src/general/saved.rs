//! What a search goes back to: domains, the same the other way round, numbers of places, and what branches ask of
//! cages. Copied whole, a frame for each depth.

use super::places::Lane;
use super::propagate::State;

/// A stack of lists, one at each depth, all as long.
#[derive(Debug, Default)]
struct Stack<T>(Vec<T>);

impl<T: Copy + Default> Stack<T> {
    fn put(&mut self, depth: usize, list: &[T]) {
        let size = list.len();
        if self.0.len() < (depth + 1) * size {
            self.0.resize((depth + 1) * size, T::default());
        }
        self.0[depth * size..][..size].copy_from_slice(list);
    }

    fn get(&self, depth: usize, list: &mut [T]) {
        let size = list.len();
        list.copy_from_slice(&self.0[depth * size..][..size]);
    }
}

/// What [`State`] goes back to, by depth.
#[derive(Debug, Default)]
pub(super) struct Saved {
    dom: Stack<u64>,
    at: Stack<u64>,
    count: Stack<Lane>,
    must: Stack<u16>,
}

impl State<'_> {
    /// Puts the domains on a stack, at this depth, and what is asked of cages.
    pub(super) fn save(&self, stack: &mut Saved, depth: usize) {
        stack.dom.put(depth, &self.dom);
        stack.at.put(depth, &self.at);
        stack.count.put(depth, &self.count);
        stack.must.put(depth, &self.must);
    }

    /// Takes what [`Self::save`] put at this depth; nothing follows from it.
    pub(super) fn restore(&mut self, stack: &Saved, depth: usize) {
        stack.dom.get(depth, &mut self.dom);
        stack.at.get(depth, &mut self.at);
        stack.count.get(depth, &mut self.count);
        stack.must.get(depth, &mut self.must);
        self.seen.copy_from_slice(&self.count);
    }
}
