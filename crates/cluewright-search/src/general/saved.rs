//! Saves the states to which a search returns: the domains, the same data by value, the numbers of places, and the requirements
//! on cages. Normally, each depth has a complete frame. On boards of thousands of cells, where complete frames would take
//! gigabytes, only the changes from depth to depth are stored, and a complete frame at regular intervals.

use super::places::Lane;
use super::propagate::State;

/// Lists of at least this length are stored as differences. (A 25x25 grid has 625 domains.)
const LARGE: usize = 1_500;
/// Such long lists are stored completely at each depth that is a multiple of this.
const WHOLE: usize = 64;

/// A stack of lists of equal length, one at each depth.
#[derive(Debug, Default)]
struct Stack<T> {
    /// The complete frames, one after another; for long lists, only every [`WHOLE`]th frame.
    whole: Vec<T>,
    /// For long lists, the indices and values of the entries at each depth that differ from the depth above.
    changes: Vec<Vec<(u32, T)>>,
    /// For long lists, a buffer for one complete list.
    work: Vec<T>,
}

impl<T: Copy + Default + PartialEq> Stack<T> {
    fn put(&mut self, depth: usize, list: &[T]) {
        if list.len() < LARGE {
            put_whole(&mut self.whole, depth, list);
            return;
        }
        self.changes.resize_with(depth + 1, Vec::new);
        if depth.is_multiple_of(WHOLE) {
            put_whole(&mut self.whole, depth / WHOLE, list);
            return;
        }
        let mut before = std::mem::take(&mut self.work);
        before.resize(list.len(), T::default());
        self.get(depth - 1, &mut before);
        let changes = &mut self.changes[depth];
        changes.clear();
        let pairs = before.iter().zip(list).enumerate();
        changes.extend(pairs.filter(|(_, (old, new))| old != new).map(|(i, (_, new))| (i as u32, *new)));
        changes.shrink_to_fit();
        self.work = before;
    }

    fn get(&self, depth: usize, list: &mut [T]) {
        let size = list.len();
        if size < LARGE {
            list.copy_from_slice(&self.whole[depth * size..][..size]);
            return;
        }
        let from = depth / WHOLE;
        list.copy_from_slice(&self.whole[from * size..][..size]);
        for changes in &self.changes[from * WHOLE + 1..=depth] {
            for &(i, new) in changes {
                list[i as usize] = new;
            }
        }
    }
}

fn put_whole<T: Copy + Default>(frames: &mut Vec<T>, at: usize, list: &[T]) {
    let size = list.len();
    if frames.len() < (at + 1) * size {
        frames.resize((at + 1) * size, T::default());
    }
    frames[at * size..][..size].copy_from_slice(list);
}

/// The saved states of [`State`], by depth.
#[derive(Debug, Default)]
pub(super) struct Saved {
    dom: Stack<u64>,
    at: Stack<u64>,
    count: Stack<Lane>,
    must: Stack<u16>,
}

impl State<'_> {
    /// Saves the domains and the requirements on cages at this depth of a stack.
    pub(super) fn save(&self, stack: &mut Saved, depth: usize) {
        stack.dom.put(depth, &self.dom);
        stack.at.put(depth, &self.at);
        stack.count.put(depth, &self.count);
        stack.must.put(depth, &self.must);
    }

    /// Restores the state that [`Self::save`] stored at this depth, which is a fixpoint.
    pub(super) fn restore(&mut self, stack: &Saved, depth: usize) {
        stack.dom.get(depth, &mut self.dom);
        stack.at.get(depth, &mut self.at);
        stack.count.get(depth, &mut self.count);
        stack.must.get(depth, &mut self.must);
        self.seen.copy_from_slice(&self.count);
    }
}

#[cfg(test)]
mod tests {
    use super::{LARGE, Stack};
    use cluewright_core::Random;

    #[test]
    fn long_lists_come_back_as_they_were() {
        let mut random = Random::new(11);
        let mut stack: Stack<u64> = Stack::default();
        let mut all: Vec<Vec<u64>> = Vec::new();
        let mut list = vec![7u64; LARGE + 10];
        for _ in 0..2_000 {
            // Go down and up some levels, as a search does; the important case is a level that is saved again.
            if random.below(5) < 3 || all.is_empty() {
                for _ in 0..random.below(4) {
                    list[random.below(LARGE as u32 + 10) as usize] = random.bits();
                }
                stack.put(all.len(), &list);
                all.push(list.clone());
            } else {
                all.pop();
                if let Some(top) = all.last() {
                    let mut back = vec![0; top.len()];
                    stack.get(all.len() - 1, &mut back);
                    assert_eq!(&back, top);
                    list = back;
                }
            }
        }
        assert!(all.len() > 100, "deep enough for several whole frames: {}", all.len());
    }
}
