//! Lookup tables for logic: groups of candidates, and pairs of candidates that cannot both be true.

use super::facts::{Frame, SetId, TrueCount};
use crate::cell::{Candidate, Cell};
use crate::quick::QuickSet;
use crate::value::{Value, ValueSet};
use std::sync::Arc;

/// An index into [`Network::groups`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GroupId(pub u32);

/// What the candidates of a group have in common.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GroupKind {
    /// The candidates are the values of one cell.
    Cell(Cell),
    /// The candidates are the places of one value in a house.
    House(SetId, Value),
    /// A rule posted the group: its index in [`Model::posted_groups`](super::Model::posted_groups).
    Posted(u32),
}

/// A group of candidates, of which exactly one or at least one is true.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    /// The candidates, sorted.
    pub candidates: Vec<Candidate>,
    /// What the group's candidates have in common.
    pub kind: GroupKind,
    /// The number of true candidates: [`TrueCount::ExactlyOne`] in groups of cells and houses.
    pub truth: TrueCount,
}

/// The reason why two candidates cannot both be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The two candidates are values of one cell.
    SameCell,
    /// The two candidates have the same value, and this set makes their cells different.
    Set(SetId),
    /// This link forbids the two candidates together: an index into [`Model::links`](super::Model::links).
    Link(u32),
    /// The two candidates belong to this posted group, of which at most one candidate is true: an index into
    /// [`Model::posted_groups`](super::Model::posted_groups).
    Group(u32),
}

/// The lookup tables derived from a [`Model`](super::Model); see [`Model::network`](super::Model::network).
#[derive(Debug)]
pub struct Network {
    groups: Vec<Group>,
    /// For each cell, its neighbours, sorted by cell.
    neighbours: Vec<Vec<Neighbour>>,
    sets_of: Vec<Vec<SetId>>,
    links_of: Vec<Vec<u32>>,
}

/// A cell that is linked to another cell, and the values that it loses for each value of that cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Neighbour {
    /// The linked cell.
    pub cell: Cell,
    /// The entry for each value of the first cell has the values that the linked cell then cannot hold. Nearly all neighbours in
    /// a grid share a single list.
    pub forbids: Arc<[ValueSet]>,
}

/// The number of candidates visited between two polls of the stop signal. Takes about a millisecond.
const POLL: usize = 50_000;

impl Network {
    pub(super) fn new(frame: &Frame, stop: &dyn Fn() -> bool) -> Option<Self> {
        let n = frame.cells.len();
        let mut sets_of: Vec<Vec<SetId>> = vec![Vec::new(); n];
        let mut links_of: Vec<Vec<u32>> = vec![Vec::new(); n];
        let width: Vec<usize> = frame.cells.iter().map(|c| c.domain.max().map_or(0, |v| v.index() + 1)).collect();
        let mut near: Vec<Vec<Neighbour>> = vec![Vec::new(); n];
        let mut slot_of: Vec<usize> = vec![usize::MAX; n];
        for (i, set) in frame.sets.iter().enumerate() {
            for c in &set.cells {
                sets_of[c.index()].push(SetId(i as u32));
            }
        }
        for (i, link) in frame.links.iter().enumerate() {
            links_of[link.a.index()].push(i as u32);
            links_of[link.b.index()].push(i as u32);
        }
        // The number of candidates visited since the stop signal was last polled.
        let mut work = 0usize;
        let mut is_over = |more: usize| {
            work += more;
            let due = work >= POLL;
            if due {
                work = 0;
            }
            due && stop()
        };
        let mut at_most: Vec<Vec<(Candidate, Candidate)>> = vec![Vec::new(); n];
        for group in frame.groups.iter().filter(|g| g.truth != TrueCount::AtLeastOne) {
            for &x in &group.candidates {
                if is_over(group.candidates.len()) {
                    return None;
                }
                for &y in group.candidates.iter().filter(|y| y.cell != x.cell) {
                    at_most[x.cell.index()].push((x, y));
                }
            }
        }
        let mut shared: QuickSet<Arc<[ValueSet]>> = QuickSet::default();
        let mut forbids: Vec<ValueSet> = Vec::new();
        for c in 0..n {
            let cell = Cell(c as u16);
            let rows = width[c];
            // The neighbours found so far; the rows of neighbour `i` begin at `i * rows` in `forbids`.
            let mut list: Vec<Cell> = Vec::new();
            forbids.clear();
            let mut slot = |other: Cell, forbids: &mut Vec<ValueSet>| {
                let slot = &mut slot_of[other.index()];
                if *slot == usize::MAX {
                    *slot = list.len();
                    list.push(other);
                    forbids.resize(list.len() * rows, ValueSet::EMPTY);
                }
                *slot * rows
            };
            for &s in &sets_of[c] {
                if is_over(frame.sets[s.0 as usize].cells.len() * rows) {
                    return None;
                }
                for &other in frame.sets[s.0 as usize].cells.iter().filter(|&&o| o != cell) {
                    let at = slot(other, &mut forbids);
                    let domain = frame.cells[other.index()].domain;
                    for (v, row) in forbids[at..at + rows].iter_mut().enumerate() {
                        *row |= ValueSet::of(Value(v as u8)) & domain;
                    }
                }
            }
            for &l in &links_of[c] {
                let link = &frame.links[l as usize];
                let relation = &frame.relations[link.relation.0 as usize];
                if is_over(rows * rows) {
                    return None;
                }
                let forth = link.a == cell;
                let other = if forth { link.b } else { link.a };
                let at = slot(other, &mut forbids);
                let domain = frame.cells[other.index()].domain;
                for v in (0..rows as u8).map(Value) {
                    let set = if forth {
                        relation.forbidden(v)
                    } else {
                        let back = (0..relation.forbids.len() as u8).map(Value);
                        back.filter(|&a| relation.forbidden(a).contains(v)).collect()
                    };
                    forbids[at + v.index()] |= set & domain;
                }
            }
            for &(x, y) in &at_most[c] {
                let at = slot(y.cell, &mut forbids);
                if x.value.index() < rows {
                    forbids[at + x.value.index()] |= ValueSet::of(y.value) & frame.cells[y.cell.index()].domain;
                }
            }
            let mut neighbours: Vec<Neighbour> = Vec::with_capacity(list.len());
            for (i, &other) in list.iter().enumerate() {
                slot_of[other.index()] = usize::MAX;
                let rows = &forbids[i * rows..][..rows];
                // A neighbour's list is usually the same as the previous neighbour's.
                let same = neighbours.last().filter(|n| n.forbids[..] == *rows).map(|n| Arc::clone(&n.forbids));
                let shared = same.or_else(|| shared.get(rows).cloned()).unwrap_or_else(|| {
                    let new: Arc<[ValueSet]> = rows.into();
                    shared.insert(Arc::clone(&new));
                    new
                });
                neighbours.push(Neighbour { cell: other, forbids: shared });
            }
            neighbours.sort_unstable_by_key(|x| x.cell);
            near[c] = neighbours;
        }
        Some(Self { groups: groups(frame), neighbours: near, sets_of, links_of })
    }

    /// All groups: first those of cells, then those of houses (house by house, value by value), then the posted groups.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The group with this id.
    pub fn group(&self, id: GroupId) -> &Group {
        &self.groups[id.0 as usize]
    }

    /// The cells linked to `cell` in any way, sorted.
    pub fn neighbours(&self, cell: Cell) -> &[Neighbour] {
        &self.neighbours[cell.index()]
    }

    /// The values that `other` cannot hold if `candidate` is true.
    pub fn forbidden(&self, candidate: Candidate, other: Cell) -> ValueSet {
        if other == candidate.cell {
            return ValueSet(!(1 << candidate.value.0));
        }
        let list = &self.neighbours[candidate.cell.index()];
        match list.binary_search_by_key(&other, |x| x.cell) {
            Ok(at) => list[at].forbids.get(candidate.value.index()).copied().unwrap_or(ValueSet::EMPTY),
            Err(_) => ValueSet::EMPTY,
        }
    }

    /// Whether candidates `x` and `y` cannot both be true. (A candidate does not see itself.)
    pub fn sees(&self, x: Candidate, y: Candidate) -> bool {
        x != y && self.forbidden(x, y.cell).contains(y.value)
    }

    /// The links of a cell: indices into [`Model::links`](super::Model::links).
    pub(super) fn links_of(&self, cell: Cell) -> &[u32] {
        &self.links_of[cell.index()]
    }

    /// The sets that contain a cell.
    pub fn sets_of(&self, cell: Cell) -> &[SetId] {
        &self.sets_of[cell.index()]
    }
}

fn groups(frame: &Frame) -> Vec<Group> {
    let mut groups = Vec::new();
    for (c, info) in frame.cells.iter().enumerate() {
        let cell = Cell(c as u16);
        groups.push(Group {
            candidates: info.domain.iter().map(|v| Candidate::new(cell, v)).collect(),
            kind: GroupKind::Cell(cell),
            truth: TrueCount::ExactlyOne,
        });
    }
    for (i, set) in frame.sets.iter().enumerate().filter(|(_, s)| s.house) {
        let values = set.cells.iter().fold(ValueSet::EMPTY, |all, c| all | frame.cells[c.index()].domain);
        for value in values {
            let mut candidates: Vec<Candidate> = set
                .cells
                .iter()
                .filter(|c| frame.cells[c.index()].domain.contains(value))
                .map(|&c| Candidate::new(c, value))
                .collect();
            candidates.sort_unstable();
            groups.push(Group {
                candidates,
                kind: GroupKind::House(SetId(i as u32), value),
                truth: TrueCount::ExactlyOne,
            });
        }
    }
    for (i, posted) in frame.groups.iter().enumerate().filter(|(_, g)| g.truth != TrueCount::AtMostOne) {
        let mut candidates = posted.candidates.clone();
        candidates.sort_unstable();
        groups.push(Group { candidates, kind: GroupKind::Posted(i as u32), truth: posted.truth });
    }
    groups
}
