//! The input of the techniques: the current board and the live candidates of every group.

use super::bits::Bits;
use super::live::Live;
use super::oracle::{Oracle, Refuter};
use super::space::Space;
use super::state::State;
use super::store::Store;
use cluewright_core::model::{GroupId, GroupKind};
use cluewright_core::{Board, Candidate, Cell, Model, Value, ValueSet};
use std::rc::Rc;

/// A [`State`] with the tables that techniques use. A view is created for each step and borrows its data.
pub struct View<'a> {
    space: &'a Space<'a>,
    state: &'a State,
    live: Rc<Live>,
    oracle: Option<&'a dyn Oracle>,
    refuter: Option<&'a dyn Refuter>,
    tables: Store,
    memory: Rc<Store>,
}

impl<'a> View<'a> {
    /// A view of `state`.
    pub fn new(space: &'a Space<'a>, state: &'a State, oracle: Option<&'a dyn Oracle>) -> Self {
        Self::with(space, state, Rc::new(Live::new(space.frame(), state)), oracle)
    }

    /// Like `new`, but uses existing tables of live candidates, which must belong to this state.
    pub(crate) fn with(space: &'a Space<'a>, state: &'a State, live: Rc<Live>, oracle: Option<&'a dyn Oracle>) -> Self {
        Self { space, state, live, oracle, refuter: None, tables: Store::default(), memory: Rc::default() }
    }

    /// Adds a cache that is shared with earlier positions.
    #[must_use]
    pub(crate) fn remembering(mut self, memory: &Rc<Store>) -> Self {
        self.memory = Rc::clone(memory);
        self
    }

    /// Adds a refuter of candidates.
    #[must_use]
    pub fn refuting(mut self, refuter: Option<&'a dyn Refuter>) -> Self {
        self.refuter = refuter;
        self
    }

    /// The tables of the model.
    #[inline]
    pub fn space(&self) -> &'a Space<'a> {
        self.space
    }

    /// The model.
    #[inline]
    pub fn model(&self) -> &'a Model {
        self.space.model()
    }

    /// The position.
    #[inline]
    pub fn state(&self) -> &'a State {
        self.state
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &'a Board {
        &self.state.board
    }

    /// All live candidates of the position.
    #[inline]
    pub fn live(&self) -> &Bits {
        self.live.all()
    }

    /// The oracle; `None` if the view has no oracle.
    pub fn oracle(&self) -> Option<&'a dyn Oracle> {
        self.oracle
    }

    /// The refuter; `None` if the view has no refuter.
    pub fn refuter(&self) -> Option<&'a dyn Refuter> {
        self.refuter
    }

    /// The cache for this position.
    pub(crate) fn tables(&self) -> &Store {
        &self.tables
    }

    /// The cache that is shared with earlier positions. Results must not depend on the cache's contents.
    pub(crate) fn memory(&self) -> &Store {
        &self.memory
    }

    /// Whether the cell is filled in.
    #[inline]
    pub fn is_placed(&self, cell: Cell) -> bool {
        self.state.placed.contains(cell)
    }

    /// The candidates of a cell.
    #[inline]
    pub fn values(&self, cell: Cell) -> ValueSet {
        self.state.board.values(cell)
    }

    /// The live candidates of a group, sorted.
    #[inline]
    pub fn members(&self, group: GroupId) -> &[u32] {
        self.live.members(self.space.frame(), group)
    }

    /// The live candidates of a group, as [`Candidate`]s.
    pub fn live_of(&self, group: GroupId) -> Vec<Candidate> {
        self.members(group).iter().map(|&id| self.space.candidate(id)).collect()
    }

    /// The undecided groups, each with its live candidates, at least one of which is true.
    pub fn open_groups(&self) -> impl Iterator<Item = (GroupId, &[u32])> + '_ {
        self.live.open().iter().map(|g| (GroupId(g), self.members(GroupId(g))))
    }

    /// The open groups with one live candidate.
    pub(crate) fn singles(&self) -> impl Iterator<Item = (GroupId, u32)> + '_ {
        self.live.single().iter().map(|g| (GroupId(g), self.members(GroupId(g))[0]))
    }

    /// Whether some open group has no live candidates.
    pub(crate) fn has_empty_group(&self) -> bool {
        self.live.has_empty()
    }

    /// Whether a group is still undecided: none of its live candidates is filled in.
    #[inline]
    pub fn is_open(&self, group: GroupId) -> bool {
        self.live.is_open(group)
    }

    /// The group of a cell's candidates.
    pub fn cell_group(&self, cell: Cell) -> GroupId {
        debug_assert_eq!(self.space.network().groups()[cell.index()].kind, GroupKind::Cell(cell));
        GroupId(cell.0 as u32)
    }

    /// The live candidates that see every candidate in `these`.
    #[inline]
    pub fn seen_by_all(&self, these: impl IntoIterator<Item = u32>) -> Bits {
        let mut seen = self.live.all().clone();
        for id in these {
            seen.and(self.space.sees(id));
        }
        seen
    }

    /// Whether some live candidate sees every candidate in `these`.
    pub(crate) fn some_sees_all(&self, these: impl Iterator<Item = u32> + Clone) -> bool {
        const FEW: usize = 8;
        let mut rows = [self.live.all().words(); FEW];
        let mut count = 0;
        for id in these.clone() {
            if count == FEW {
                return !self.seen_by_all(these).is_empty();
            }
            rows[count] = self.space.sees(id).words();
            count += 1;
        }
        let live = self.live.all().words().iter().enumerate();
        live.into_iter().any(|(at, &word)| rows[..count].iter().fold(word, |left, row| left & row[at]) != 0)
    }

    /// The dense numbers of the live candidates of `value` in `cells`.
    pub fn places(&self, cells: &[Cell], value: Value) -> Vec<u32> {
        cells
            .iter()
            .map(|&c| Candidate::new(c, value))
            .filter(|c| self.board().has(*c))
            .map(|c| self.space.id(c))
            .collect()
    }
}
