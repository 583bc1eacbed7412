//! Stores either only the best hint of all or the best hint for every set of removed candidates.

use super::super::grid::Grid;
use super::super::hint::Removes;
use super::sink::Nested;
use super::spread::{Ancestry, KEYS, Spread, key, parts};

/// The sort keys of hints, used as a tie-breaker between hints of equal complexity.
pub(super) const DOUBLE: u8 = 1;
pub(super) const CELL: u8 = 5;
pub(super) const REGION: u8 = 6;
pub(super) const CONTRADICTION: u8 = 7;

/// A stored hint.
pub(super) struct Pick {
    pub complexity: u32,
    pub sort: u8,
    /// The position of the hint in the order in which hints were offered.
    pub order: u32,
    pub target: u16,
    pub on: bool,
    /// The spread and the node at the end of each branch.
    pub branches: Vec<(u32, u16)>,
    /// The cause of the assumptions: the cell, the kind of the region, or none.
    pub root: u8,
}

impl Pick {
    pub(super) fn removes(&self, grid: &Grid) -> Removes {
        let (cell, digit) = parts(self.target);
        let marks = grid.marks[usize::from(cell)];
        vec![(cell, if self.on { marks & !(1 << digit) } else { 1 << digit })]
    }

    pub(super) fn places(&self) -> bool {
        self.on
    }
}

/// The hints stored so far.
#[derive(Default)]
pub(super) struct Picks {
    pub list: Vec<Pick>,
    pub order: u32,
    single: bool,
    /// For each possible removal (one candidate, or all candidates of a cell except one): the index of the corresponding hint in
    /// the list.
    slots: Vec<u32>,
    distinct: Vec<u128>,
}

impl Picks {
    pub(super) fn begin(&mut self, single: bool) {
        self.list.clear();
        self.order = 0;
        self.single = single;
        self.slots.clear();
        self.slots.resize(if single { 1 } else { KEYS * 2 }, u32::MAX);
    }

    /// Stores a hint, unless a hint with the same removals that is at least as good was offered before. `measure` returns the
    /// complexity of the hint, or `None` if the complexity exceeds a given limit.
    pub(super) fn offer(
        &mut self,
        grid: &Grid,
        (sort, root): (u8, u8),
        (target, on): (u16, bool),
        branches: &[(usize, u16)],
        measure: impl FnOnce(u32, &mut Vec<u128>) -> Option<u32>,
    ) {
        let (cell, digit) = parts(target);
        let mut slot = usize::from(target);
        if on {
            let rest = grid.marks[usize::from(cell)] & !(1 << digit);
            match rest.count_ones() {
                0 => return,
                1 => slot = usize::from(key(cell, rest.trailing_zeros() as usize)),
                _ => slot += KEYS,
            }
        }
        if self.single {
            slot = 0;
        }
        let known = self.list.get(self.slots[slot] as usize);
        let limit = known.map_or(u32::MAX, |p| if sort < p.sort { p.complexity } else { p.complexity - 1 });
        let Some(complexity) = measure(limit, &mut self.distinct) else { return };
        self.order += 1;
        let branches = branches.iter().map(|&(s, n)| (s as u32, n)).collect();
        let pick = Pick { complexity, sort, order: self.order, target, on, branches, root };
        if self.slots[slot] == u32::MAX {
            self.slots[slot] = self.list.len() as u32;
            self.list.push(pick);
        } else {
            self.list[self.slots[slot] as usize] = pick;
        }
    }
}

/// The number of ancestors of all branches plus the complexity of the distinct chains nested in these branches; `None` if the sum
/// exceeds the limit.
pub(super) fn complexity(
    live: &[Spread],
    nested: &[Nested],
    ancestry: &mut Ancestry,
    branches: &[(usize, u16)],
    limit: u32,
    distinct: &mut Vec<u128>,
) -> Option<u32> {
    let mut total = 0;
    distinct.clear();
    for &(s, node) in branches {
        let spread = &live[s];
        if !ancestry.walk(spread, node, limit - total) {
            return None;
        }
        total += ancestry.list.len() as u32;
        if !nested.is_empty() {
            for &n in &ancestry.list {
                let number = spread.nodes[usize::from(n)].nested;
                if number > 0 && !distinct.contains(&nested[number as usize - 1].signature) {
                    distinct.push(nested[number as usize - 1].signature);
                    total += nested[number as usize - 1].complexity;
                }
            }
        }
        if total > limit {
            return None;
        }
    }
    Some(total)
}
