//! All consequences of an assumption with their parents: the graph from which all chain hints are extracted.

use super::super::layout::CELL;

/// The index that means "no node".
pub(super) const NONE: u16 = u16::MAX;
/// The cause of nodes that another technique created.
pub(super) const ADVANCED: u8 = 11;
/// The cause of the assumption itself.
pub(super) const ROOT: u8 = 12;
/// The number of candidates. The key of a candidate is cell * 9 + digit.
pub(super) const KEYS: usize = 729;

/// A candidate that is on or off, with its cause and its parents.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub key: u16,
    pub on: bool,
    /// The cause of the node: the kind of a region, [`CELL`], [`ADVANCED`] or [`ROOT`].
    pub cause: u8,
    pub count: u16,
    pub first: u32,
    /// The index of the nested chain plus one; 0 if there is no nested chain.
    pub nested: u32,
}

/// A set of candidates.
pub(super) type Keys = [u64; 12];

/// A set of houses. Houses are the cells, followed by the places of each digit in each region.
pub(super) type Houses = [u64; 9];

/// The index of the house for a digit in a region.
pub(super) fn house(region: u8, digit: usize) -> usize {
    81 + usize::from(region) * 9 + digit
}

/// All nodes of one assumption in the order in which they were found. Each candidate occurs at most once as on and once as off,
/// except in the last node of a contradiction.
#[derive(Default)]
pub(super) struct Spread {
    pub nodes: Vec<Node>,
    pub parents: Vec<u16>,
    /// For each candidate in the two sets, the index of its node; entries for other candidates are meaningless. Only filled in
    /// during the search.
    pub on_at: Vec<u16>,
    pub off_at: Vec<u16>,
    pub on: Vec<u16>,
    pub off: Vec<u16>,
    pub on_set: Keys,
    pub off_set: Keys,
    /// The houses in which a candidate was turned off while 2, 3, or more other candidates were left.
    pub left: [Houses; 3],
    /// The two nodes, on and off, of the candidate whose contradiction ended the search.
    pub clash: Option<(u16, u16)>,
}

impl Spread {
    /// Copies another spread, except for the indices of nodes by candidate.
    pub(super) fn copy(&mut self, other: &Self) {
        let lists = [(&mut self.parents, &other.parents), (&mut self.on, &other.on), (&mut self.off, &other.off)];
        for (mine, others) in lists {
            mine.clear();
            mine.reserve_exact(others.len());
            mine.extend_from_slice(others);
        }
        self.nodes.clear();
        self.nodes.reserve_exact(other.nodes.len());
        self.nodes.extend_from_slice(&other.nodes);
        self.on_set = other.on_set;
        self.off_set = other.off_set;
        self.left = other.left;
        self.clash = other.clash;
    }

    pub(super) fn clear(&mut self) {
        self.on_at.resize(KEYS, NONE);
        self.off_at.resize(KEYS, NONE);
        self.nodes.clear();
        self.parents.clear();
        // Entries for candidates outside the sets are stale but are never read.
        self.on.clear();
        self.off.clear();
        self.on_set = [0; 12];
        self.off_set = [0; 12];
        self.left = [[0; 9]; 3];
        self.clash = None;
    }

    /// Creates a node that is not in any set yet. Its parents are the entries pushed to `parents` since `first`.
    pub(super) fn node(&mut self, key: u16, on: bool, cause: u8, first: usize, nested: u32) -> u16 {
        let count = (self.parents.len() - first) as u16;
        self.nodes.push(Node { key, on, cause, count, first: first as u32, nested });
        (self.nodes.len() - 1) as u16
    }

    pub(super) fn add_on(&mut self, node: u16) {
        let key = self.nodes[usize::from(node)].key;
        self.on_at[usize::from(key)] = node;
        self.on_set[usize::from(key) / 64] |= 1 << (key % 64);
        self.on.push(node);
    }

    pub(super) fn add_off(&mut self, node: u16) {
        let key = self.nodes[usize::from(node)].key;
        self.off_at[usize::from(key)] = node;
        self.off_set[usize::from(key) / 64] |= 1 << (key % 64);
        self.off.push(node);
    }

    /// Records that a candidate of a house was turned off while `others` other candidates (at least two) were left.
    pub(super) fn note(&mut self, house: usize, others: u32) {
        if others >= 2 {
            self.left[others.min(4) as usize - 2][house / 64] |= 1 << (house % 64);
        }
    }

    pub(super) fn is_on(&self, key: u16) -> bool {
        holds(&self.on_set, key)
    }

    pub(super) fn is_off(&self, key: u16) -> bool {
        holds(&self.off_set, key)
    }

    /// The node of a candidate that is on, or [`NONE`].
    pub(super) fn on_of(&self, key: u16) -> u16 {
        if self.is_on(key) { self.on_at[usize::from(key)] } else { NONE }
    }

    /// The node of a candidate that is off, or [`NONE`].
    pub(super) fn off_of(&self, key: u16) -> u16 {
        if self.is_off(key) { self.off_at[usize::from(key)] } else { NONE }
    }

    /// The node of a candidate in one of the sets, or [`NONE`].
    pub(super) fn node_of(&self, key: u16, on: bool) -> u16 {
        let list = if on { &self.on } else { &self.off };
        list.iter().copied().find(|&n| self.nodes[usize::from(n)].key == key).unwrap_or(NONE)
    }

    pub(super) fn parents_of(&self, node: u16) -> &[u16] {
        let n = &self.nodes[usize::from(node)];
        &self.parents[n.first as usize..n.first as usize + usize::from(n.count)]
    }
}

pub(super) fn holds(keys: &Keys, key: u16) -> bool {
    keys[usize::from(key) / 64] >> (key % 64) & 1 != 0
}

pub(super) fn key(cell: u8, digit: usize) -> u16 {
    u16::from(cell) * 9 + digit as u16
}

pub(super) fn parts(key: u16) -> (u8, usize) {
    ((key / 9) as u8, usize::from(key % 9))
}

/// A breadth-first walk over ancestors that visits each candidate at most once as on and once as off.
#[derive(Default)]
pub(super) struct Ancestry {
    seen: Vec<u32>,
    round: u32,
    /// The nodes of the last walk, in the order of visits.
    pub list: Vec<u16>,
}

impl Ancestry {
    /// Walks from a node to its ancestors. Returns false if there are more than `limit` nodes, including the start node.
    pub(super) fn walk(&mut self, spread: &Spread, from: u16, limit: u32) -> bool {
        self.seen.resize(KEYS * 2, 0);
        self.round += 1;
        self.list.clear();
        self.add(spread, from);
        let mut next = 0;
        while next < self.list.len() {
            let node = self.list[next];
            next += 1;
            for &parent in spread.parents_of(node) {
                self.add(spread, parent);
            }
            if self.list.len() > limit as usize {
                return false;
            }
        }
        true
    }

    fn add(&mut self, spread: &Spread, node: u16) {
        let n = &spread.nodes[usize::from(node)];
        let at = usize::from(n.key) * 2 + usize::from(n.on);
        if self.seen[at] != self.round {
            self.seen[at] = self.round;
            self.list.push(node);
        }
    }
}

/// The cause of a node, with `root` in place of [`ROOT`].
pub(super) fn cause_of(node: &Node, root: u8) -> u8 {
    if node.cause == ROOT { root } else { node.cause }
}

/// Whether the cause is a region or a cell.
pub(super) fn is_single(cause: u8) -> bool {
    cause <= CELL
}
