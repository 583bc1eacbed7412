//! The sets of different cells that have been posted so far, grouped by cell.

use cluewright_core::{Cell, Sort};
use std::ops::Range;

const NONE: u32 = u32::MAX;

/// For each cell, a linked list of the sets that contain the cell, in reverse order of posting.
#[derive(Default)]
pub(crate) struct SetsOf {
    sets: u32,
    /// For each cell, the first link of its list.
    last: Vec<u32>,
    /// Each link consists of a set and the index of the next link.
    links: Vec<(u32, u32)>,
    buffers: Buffers,
}

/// Buffers for [`SetsOf::key`].
#[derive(Default)]
struct Buffers {
    /// Pairs of a set and the index of a cell in the condition.
    places: Vec<(u32, u16)>,
    /// The range of each set in `places`.
    lists: Vec<Range<usize>>,
    key: Vec<u32>,
}

impl SetsOf {
    /// Adds a set.
    pub(crate) fn add(&mut self, cells: &[Cell]) {
        for c in cells {
            if self.last.len() <= c.index() {
                self.last.resize((c.index() + 1).next_power_of_two(), NONE);
            }
            let link = self.links.len() as u32;
            self.links.push((self.sets, std::mem::replace(&mut self.last[c.index()], link)));
        }
        self.sets += 1;
    }

    /// The numbers of the sets that contain a cell.
    pub(crate) fn of(&self, cell: Cell) -> impl Iterator<Item = u32> {
        let mut at = self.last.get(cell.index()).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            let &(set, next) = self.links.get(at as usize)?;
            at = next;
            Some(set)
        })
    }

    /// Whether two cells share a set.
    pub(crate) fn share(&self, a: Cell, b: Cell) -> bool {
        self.of(a).any(|s| self.of(b).any(|t| s == t))
    }

    /// The key of a condition over these cells: `asked`, followed by the sets of cells that are known to be different. Each set is
    /// a list of cell indices, preceded by its length.
    pub(crate) fn key(&mut self, asked: u32, cells: &[Cell]) -> &[u32] {
        let mut buffers = std::mem::take(&mut self.buffers);
        let Buffers { places, lists, key } = &mut buffers;
        places.clear();
        for (i, &c) in cells.iter().enumerate() {
            places.extend(self.of(c).map(|set| (set, i as u16)));
        }
        places.order();
        lists.clear();
        let mut from = 0;
        for same in places.chunk_by(|a, b| a.0 == b.0) {
            if same.len() >= 2 {
                lists.push(from..from + same.len());
            }
            from += same.len();
        }
        // A list inside a larger list is redundant. All lists are in rising order.
        lists.order_by_key(|l| std::cmp::Reverse(l.len()));
        let is_within = |list: &[(u32, u16)], of: &[(u32, u16)]| {
            let mut rest = of.iter();
            list.iter().all(|p| rest.find(|q| q.1 >= p.1).is_some_and(|q| q.1 == p.1))
        };
        key.clear();
        key.push(asked);
        let mut kept = 0;
        for at in 0..lists.len() {
            let list = &places[lists[at].clone()];
            if !lists[..kept].iter().any(|k| is_within(list, &places[k.clone()])) {
                key.push(list.len() as u32);
                key.extend(list.iter().map(|p| u32::from(p.1)));
                lists[kept] = lists[at].clone();
                kept += 1;
            }
        }
        self.buffers = buffers;
        &self.buffers.key
    }
}

/// The lists in a key.
pub(crate) fn lists_of(key: &[u32]) -> Vec<Vec<u16>> {
    let mut lists = Vec::new();
    let mut rest = &key[1..];
    while let Some((&len, behind)) = rest.split_first() {
        let (list, others) = behind.split_at(len as usize);
        lists.push(list.iter().map(|&place| place as u16).collect());
        rest = others;
    }
    lists
}
