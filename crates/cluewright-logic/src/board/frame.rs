//! The tables of a model that do not depend on givens: dense numbers for candidates, the candidates that see each other, the groups
//! of each candidate, and the alignment of sets.

use super::balance::Balance;
use super::bits::Bits;
use super::facts::derived_until;
use cluewright_core::model::{CellKind, ConstraintId, GroupId, GroupKind, Network};
use cluewright_core::{Board, Candidate, Cell, Constraint, Model, Value};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// The alignment of a set of cells in the grid. The alignment affects names ("pointing", "X-Wing"), but never conclusions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Alignment {
    /// All cells of the set are in one row of the plane.
    Row,
    /// All cells of the set are in one column of the plane.
    Column,
    /// Any other set, such as a box, a region, a diagonal or a cage.
    Region,
}

impl Alignment {
    /// Whether the set is a row or a column.
    pub const fn is_line(self) -> bool {
        !matches!(self, Self::Region)
    }
}

/// The memory limit for the rows of the sees-table, in bytes.
const MOST_SEES: usize = 400 << 20;

/// Tables derived from a [`Model`] without its givens. A frame can be shared by any number of puzzles that differ only in their
/// givens. The module documentation lists the contents.
#[derive(Debug)]
pub struct Frame {
    /// For each cell, the dense number of the candidate with value 0; one extra entry marks the end.
    pub(crate) base: Vec<u32>,
    pub(crate) candidates: Vec<Candidate>,
    sees: Vec<OnceLock<Bits>>,
    /// The memory used by the rows of the sees-table computed so far, in bytes.
    sees_bytes: AtomicUsize,
    /// The groups of all candidates, in the order of the candidates, and the index at which each candidate's groups start; one
    /// extra entry marks the end.
    groups_of: Vec<GroupId>,
    groups_from: Vec<u32>,
    /// The inverse of `groups_of`: the candidates of all groups, in the order of the groups, and the index at which
    /// each group's candidates start.
    pub(crate) members: Vec<u32>,
    pub(crate) members_from: Vec<u32>,
    pub(crate) constraints_of: Vec<Vec<ConstraintId>>,
    pub(crate) alignments: Vec<Alignment>,
    /// Facts derived from houses and clues. The constraint numbers of these facts follow the numbers of the model's constraints.
    pub(crate) balances: Vec<Arc<Balance>>,
    /// For each set, the first of its groups; `None` if the set is not a house.
    pub(crate) house_groups: Vec<Option<u32>>,
    /// The board on which every cell has all candidates of its domain.
    pub(crate) blank: Board,
}

impl Frame {
    /// The tables of `model`; `None` if `stop`, polled every few milliseconds, returns true.
    pub fn until(model: &Model, stop: &dyn Fn() -> bool) -> Option<Self> {
        let network = model.network_until(stop)?;
        let mut base = Vec::with_capacity(model.len() + 1);
        let mut candidates = Vec::new();
        for (c, info) in model.cells().iter().enumerate() {
            base.push(candidates.len() as u32);
            let width = info.domain.max().map_or(0, |v| v.0 + 1);
            candidates.extend((0..width).map(|v| Candidate::new(Cell(c as u16), Value(v))));
        }
        base.push(candidates.len() as u32);
        let mut groups_from = vec![0; candidates.len() + 1];
        let (mut members, mut members_from) = (Vec::new(), vec![0]);
        let mut house_groups = vec![None; model.sets().len()];
        for (g, group) in network.groups().iter().enumerate() {
            if let GroupKind::House(set, _) = group.kind {
                house_groups[set.0 as usize].get_or_insert(g as u32);
            }
            for c in &group.candidates {
                let id = base[c.cell.index()] + c.value.0 as u32;
                groups_from[id as usize + 1] += 1;
                members.push(id);
            }
            members_from.push(members.len() as u32);
        }
        for id in 0..candidates.len() {
            groups_from[id + 1] += groups_from[id];
        }
        let mut groups_of = vec![GroupId(0); groups_from[candidates.len()] as usize];
        let mut next = groups_from.clone();
        for (g, span) in members_from.windows(2).enumerate() {
            for &id in &members[span[0] as usize..span[1] as usize] {
                let at = &mut next[id as usize];
                groups_of[*at as usize] = GroupId(g as u32);
                *at += 1;
            }
        }
        let mut constraints_of = vec![Vec::new(); model.len()];
        for (i, posted) in model.constraints().iter().enumerate() {
            for c in posted.kind.cells() {
                constraints_of[c.index()].push(ConstraintId(i as u32));
            }
        }
        let balances: Vec<Arc<Balance>> = derived_until(model, stop)?.into_iter().map(Arc::new).collect();
        let posted = model.constraints().len();
        for (i, balance) in balances.iter().enumerate() {
            for c in balance.sum.cells() {
                constraints_of[c.index()].push(ConstraintId((posted + i) as u32));
            }
        }
        let place = |c: &Cell| match model.cells()[c.index()].kind {
            CellKind::Grid(place) => Some(place),
            _ => None,
        };
        let alignments = model
            .sets()
            .iter()
            .map(|set| {
                let places: Option<Vec<_>> = set.cells.iter().map(place).collect();
                match places {
                    Some(p) if p.iter().all(|x| x.row == p[0].row) => Alignment::Row,
                    Some(p) if p.iter().all(|x| x.col == p[0].col) => Alignment::Column,
                    _ => Alignment::Region,
                }
            })
            .collect();
        Some(Self {
            sees: vec![OnceLock::new(); candidates.len()],
            sees_bytes: AtomicUsize::new(0),
            base,
            candidates,
            groups_of,
            groups_from,
            members,
            members_from,
            constraints_of,
            alignments,
            balances,
            house_groups,
            blank: model.blank_board(),
        })
    }

    /// Whether the rows of the sees-table have reached their memory limit. Rows are stored only for requested candidates: a 64x64
    /// grid has 260,000 candidates, and rows of 32 KB for all of them would take 8 GB.
    pub(crate) fn is_full(&self) -> bool {
        self.sees_bytes.load(Ordering::Relaxed) > MOST_SEES
    }

    /// The groups that contain the candidate.
    #[inline]
    pub(crate) fn groups_of(&self, id: u32) -> &[GroupId] {
        &self.groups_of[self.groups_from[id as usize] as usize..self.groups_from[id as usize + 1] as usize]
    }

    #[inline]
    pub(crate) fn sees(&self, id: u32, model: &Model, network: &Network) -> &Bits {
        self.sees[id as usize].get_or_init(|| {
            let x = self.candidates[id as usize];
            let number = |c: Candidate| self.base[c.cell.index()] + u32::from(c.value.0);
            let mut row = Bits::new(self.candidates.len());
            self.sees_bytes.fetch_add(self.candidates.len() / 8, Ordering::Relaxed);
            for v in model.cells()[x.cell.index()].domain.without(x.value) {
                row.insert(number(Candidate::new(x.cell, v)));
            }
            for near in network.neighbours(x.cell) {
                for v in near.forbids.get(x.value.index()).into_iter().flat_map(|set| set.iter()) {
                    row.insert(number(Candidate::new(near.cell, v)));
                }
            }
            row
        })
    }
}
