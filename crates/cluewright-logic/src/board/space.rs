//! The tables that the logic uses for one model.

use super::balance::Balance;
use super::bits::Bits;
use super::frame::{Alignment, Frame};
use cluewright_core::model::{ConstraintId, Group, GroupId, GroupKind, Network, SetId};
use cluewright_core::{Board, Candidate, Cell, Constraint, Kind, Model, OriginId, Value, ValueSet};
use std::sync::Arc;

/// The tables of a model, which never change while the model is being explained. Rows of the sees-table are computed on
/// first use, so a large grid pays only for the rows it needs.
#[derive(Debug)]
pub struct Space<'m> {
    model: &'m Model,
    network: &'m Network,
    frame: Arc<Frame>,
}

impl<'m> Space<'m> {
    /// The tables of `model`.
    pub fn new(model: &'m Model) -> Self {
        Self::until(model, &|| false).expect("nothing says to stop")
    }

    /// Like `new`, but returns `None` if `stop`, polled every few milliseconds, returns true.
    pub fn until(model: &'m Model, stop: &dyn Fn() -> bool) -> Option<Self> {
        Some(Self::of(model, model.network_until(stop)?, Arc::new(Frame::until(model, stop)?)))
    }

    /// The tables of `model`, using a frame that was made for this model or for a model that differs only in its
    /// givens; `None` if `stop` returns true.
    pub fn within(model: &'m Model, frame: &Arc<Frame>, stop: &dyn Fn() -> bool) -> Option<Self> {
        Some(Self::of(model, model.network_until(stop)?, Arc::clone(frame)))
    }

    fn of(model: &'m Model, network: &'m Network, frame: Arc<Frame>) -> Self {
        Self { model, network, frame }
    }

    /// Whether the rows of the sees-table have reached their memory limit. Rows are stored only for requested
    /// candidates: a 64x64 grid has 260,000 candidates, and rows of 32 KB for all of them would take 8 GB.
    pub(crate) fn is_full(&self) -> bool {
        self.frame.is_full()
    }

    /// The model.
    #[inline]
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// The model's groups and links.
    #[inline]
    pub fn network(&self) -> &'m Network {
        self.network
    }

    /// The tables that do not depend on the givens.
    #[inline]
    pub(crate) fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The board on which every cell has all candidates of its domain.
    pub fn blank(&self) -> &Board {
        &self.frame.blank
    }

    /// The number of possible candidates; dense numbers are smaller than this.
    pub fn capacity(&self) -> usize {
        self.frame.candidates.len()
    }

    /// The dense number of a candidate.
    #[inline]
    pub fn id(&self, candidate: Candidate) -> u32 {
        self.frame.base[candidate.cell.index()] + candidate.value.0 as u32
    }

    /// The dense number of a candidate; `None` if its value is larger than any value of the cell.
    pub fn try_id(&self, candidate: Candidate) -> Option<u32> {
        let at = self.id(candidate);
        (at < self.frame.base[candidate.cell.index() + 1]).then_some(at)
    }

    /// The candidate with this dense number.
    #[inline]
    pub fn candidate(&self, id: u32) -> Candidate {
        self.frame.candidates[id as usize]
    }

    /// Converts `sets`, a set of values for each cell, to a bit set of candidates.
    pub(crate) fn bits_of(&self, sets: &[ValueSet]) -> Bits {
        let mut bits = Bits::new(self.capacity());
        for (&base, set) in self.frame.base.iter().zip(sets) {
            bits.insert_word(base, set.0);
        }
        bits
    }

    /// The inverse of `bits_of`: stores in `sets`, for each cell, the set of values that `bits` contains.
    pub(crate) fn sets_of(&self, bits: &Bits, sets: &mut Vec<ValueSet>) {
        sets.clear();
        sets.extend(self.frame.base.windows(2).map(|b| ValueSet(bits.word(b[0], b[1] - b[0]))));
    }

    /// The candidates that cannot be true together with this candidate, including the other candidates of the same
    /// cell.
    #[inline]
    pub fn sees(&self, id: u32) -> &Bits {
        self.frame.sees(id, self.model, self.network)
    }

    /// The groups that contain the candidate.
    #[inline]
    pub fn groups_of(&self, id: u32) -> &[GroupId] {
        self.frame.groups_of(id)
    }

    /// The numbers of all constraints: first the constraints of the model, then the derived facts.
    pub(crate) fn facts(&self) -> impl Iterator<Item = ConstraintId> + use<> {
        (0..(self.model.constraints().len() + self.frame.balances.len()) as u32).map(ConstraintId)
    }

    /// The derived fact with this number; `None` if the number belongs to a constraint of the model.
    pub(crate) fn balance(&self, id: ConstraintId) -> Option<&Arc<Balance>> {
        self.frame.balances.get((id.0 as usize).checked_sub(self.model.constraints().len())?)
    }

    /// The constraint or derived fact with this number.
    #[inline]
    pub(crate) fn kind(&self, id: ConstraintId) -> &Kind {
        self.balance(id).map_or_else(|| &self.model.constraint(id).kind, |b| &b.sum)
    }

    /// The amount that a constraint adds to the difficulty of a step that uses it, in tenths.
    pub(crate) fn cost(&self, id: ConstraintId) -> u16 {
        let own = |origin: OriginId| self.model.origin(origin).cost;
        match self.balance(id) {
            Some(b) => {
                let clues = b.clues.iter().map(|c| own(c.source.origin(self.model))).max().unwrap_or(0);
                clues + 3 * (b.houses.len() as u16).saturating_sub(1) + b.clues.len().min(10) as u16
            }
            None => own(self.model.constraint(id).origin),
        }
    }

    /// The constraints and derived facts that involve a cell.
    #[inline]
    pub fn constraints_of(&self, cell: Cell) -> &[ConstraintId] {
        &self.frame.constraints_of[cell.index()]
    }

    /// The group with this number.
    #[inline]
    pub fn group(&self, id: GroupId) -> &'m Group {
        self.network.group(id)
    }

    /// The alignment of a set.
    pub fn alignment(&self, set: SetId) -> Alignment {
        self.frame.alignments[set.0 as usize]
    }

    /// The group of `value` in house `set`; `None` if the set is not a house or does not contain the value.
    pub fn house_group(&self, set: SetId, value: Value) -> Option<GroupId> {
        let first = self.frame.house_groups[set.0 as usize]?;
        let mut at = first as usize;
        loop {
            let group = self.network.groups().get(at)?;
            match group.kind {
                GroupKind::House(s, v) if s == set => {
                    if v == value {
                        return Some(GroupId(at as u32));
                    }
                }
                _ => return None,
            }
            at += 1;
        }
    }

    /// A hash of the domains of a constraint's cells; never 0.
    pub(crate) fn fingerprint(&self, id: ConstraintId, board: &Board) -> u64 {
        let cells = self.kind(id).cells();
        cells.iter().fold(0x1234_5678_9ABC_DEF1, |h, c| mix(h, board.values(*c).0)) | 1
    }
}

/// Mixes another word into a fingerprint.
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
}
