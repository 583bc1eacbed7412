//! What a technique looks at: the board now, with the live candidates of every group at hand.

use crate::bits::Bits;
use crate::live::Live;
use crate::oracle::{Oracle, Refuter};
use crate::space::Space;
use crate::technique::{Found, Tables};
use cluewright_core::model::{GroupId, GroupKind};
use cluewright_core::{Board, Candidate, Cell, CellSet, Model, Value, ValueSet};
use std::rc::Rc;

/// A position: what each cell may hold, and which cells are filled in.
///
/// A filled-in cell has already taken its value from every candidate it sees ([`State::settle`]); a cell with one
/// candidate left that nobody has filled in yet is a step still to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The candidates.
    pub board: Board,
    /// The cells filled in. Each has one candidate.
    pub placed: CellSet,
}

impl State {
    /// The position at the start of a puzzle: givens are filled in, and so are helper cells that are fixed.
    pub fn start(model: &Model) -> Self {
        let board = model.board();
        let mut placed = CellSet::with_capacity(model.len());
        for (c, info) in model.cells().iter().enumerate() {
            let cell = Cell(c as u16);
            let helper = info.kind == cluewright_core::model::CellKind::Helper;
            if board.values(cell).len() == 1 && (helper || model.given(cell).is_some()) {
                placed.insert(cell);
            }
        }
        Self::new(model, board, placed)
    }

    /// A position somebody else reached. What filled-in cells see is taken away.
    pub fn new(model: &Model, board: Board, placed: CellSet) -> Self {
        let mut state = Self { board, placed };
        let fixed: Vec<Cell> = state.placed.iter().filter(|&c| state.board.fixed(c).is_some()).collect();
        state.placed = fixed.iter().copied().collect();
        for cell in fixed {
            if let Some(value) = state.board.fixed(cell) {
                state.settle(model, Candidate::new(cell, value));
            }
        }
        state
    }

    /// Fills in a cell and takes away what the candidate sees. A cell may end up empty: then this is a contradiction.
    pub fn settle(&mut self, model: &Model, placed: Candidate) {
        let _ = self.board.fix(placed.cell, placed.value);
        self.placed.insert(placed.cell);
        for near in model.network().neighbours(placed.cell) {
            if let Some(&gone) = near.forbids.get(placed.value.index()) {
                // An empty cell is seen by whoever looks at the board next.
                let _ = self.board.drop_values(near.cell, gone);
            }
        }
    }

    /// Takes one candidate away.
    pub fn eliminate(&mut self, gone: Candidate) {
        let _ = self.board.remove(gone.cell, gone.value);
    }

    /// Is every cell filled in?
    pub fn is_solved(&self) -> bool {
        self.board.is_solved()
    }
}

/// A [`State`] with its groups at hand. Made anew for each step; borrows everything.
pub struct View<'a> {
    space: &'a Space<'a>,
    state: &'a State,
    live: Rc<Live>,
    oracle: Option<&'a dyn Oracle>,
    refuter: Option<&'a dyn Refuter>,
    tables: Tables,
}

impl<'a> View<'a> {
    /// Looks at `state`.
    pub fn new(space: &'a Space<'a>, state: &'a State, oracle: Option<&'a dyn Oracle>) -> Self {
        Self::with(space, state, Rc::new(Live::new(space.frame(), state)), oracle)
    }

    /// The same; `live` is that of this very state.
    pub(crate) fn with(space: &'a Space<'a>, state: &'a State, live: Rc<Live>, oracle: Option<&'a dyn Oracle>) -> Self {
        Self { space, state, live, oracle, refuter: None, tables: Tables::default() }
    }

    /// The same with somebody who refutes candidates.
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

    /// The live candidates.
    #[inline]
    pub fn live(&self) -> &Bits {
        self.live.all()
    }

    /// Who knows the truth, if somebody does.
    pub fn oracle(&self) -> Option<&'a dyn Oracle> {
        self.oracle
    }

    /// Who refutes candidates, if somebody does.
    pub fn refuter(&self) -> Option<&'a dyn Refuter> {
        self.refuter
    }

    /// What techniques have worked out about this position.
    pub(crate) fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Is every candidate, or every one of this value, true in some way to fill the groups? Then nobody who reads groups
    /// and links alone (of this value alone) can find a step. Not asked when all steps are wanted: the plain way to look
    /// is the one to compare with.
    pub fn is_firm(&self, value: Option<Value>, found: &mut Found) -> bool {
        !found.wants_all()
            && self.tables.firm(value, || found.aside(|found| self.space.fillings().is_firm(self, value, found)))
    }

    /// The same of one value, for who draws conclusions about other values from it: with clues that link different
    /// values it is never so.
    pub(crate) fn is_firm_alone(&self, value: Value, found: &mut Found) -> bool {
        let plain = self.model().links().is_empty() && self.model().posted_groups().is_empty();
        plain && self.is_firm(Some(value), found)
    }

    /// Has this search, which reads the places of one value and what sees them all, found nothing in an earlier position
    /// where the value had the same places? What it may take away has only become less since. Not asked when all steps
    /// are wanted.
    pub(crate) fn is_barren(&self, search: &'static str, value: Value, found: &mut Found) -> bool {
        let work = self.barren_work(search, value, found);
        // Counted all the same: what is found must not depend on what is remembered.
        work.is_some_and(|work| {
            found.spend(work);
            true
        })
    }

    /// The work that took then.
    pub(crate) fn barren_work(&self, search: &'static str, value: Value, found: &Found) -> Option<u64> {
        let print = || self.tables.print(self.board(), value);
        (!found.wants_all()).then(|| self.space.barren(search, value, print()))?
    }

    /// Remembers that it found nothing here, and the work that took, unless it was stopped.
    pub(crate) fn set_barren(&self, search: &'static str, value: Value, work: u64, found: &Found) {
        if !found.is_spent() {
            self.space.set_barren(search, value, (self.tables.print(self.board(), value), work));
        }
    }

    /// Is the cell filled in?
    #[inline]
    pub fn is_placed(&self, cell: Cell) -> bool {
        self.state.placed.contains(cell)
    }

    /// What a cell may hold.
    #[inline]
    pub fn values(&self, cell: Cell) -> ValueSet {
        self.state.board.values(cell)
    }

    /// The live candidates of a group, sorted.
    #[inline]
    pub fn members(&self, group: GroupId) -> &[u32] {
        self.live.members(self.space.frame(), group)
    }

    /// The live candidates of a group as candidates.
    pub fn live_of(&self, group: GroupId) -> Vec<Candidate> {
        self.members(group).iter().map(|&id| self.space.candidate(id)).collect()
    }

    /// Groups in which something is still to be decided, with their live candidates: at least one of them is true.
    pub fn open_groups(&self) -> impl Iterator<Item = (GroupId, &[u32])> + '_ {
        self.live.open().iter().map(|g| (GroupId(g), self.members(GroupId(g))))
    }

    /// Those of them with one live candidate.
    pub(crate) fn singles(&self) -> impl Iterator<Item = (GroupId, u32)> + '_ {
        self.live.single().iter().map(|g| (GroupId(g), self.members(GroupId(g))[0]))
    }

    /// Has one of them no live candidate?
    pub(crate) fn has_empty_group(&self) -> bool {
        self.live.has_empty()
    }

    /// Is something of a group still to be decided: is none of its live candidates filled in?
    #[inline]
    pub fn is_open(&self, group: GroupId) -> bool {
        self.live.is_open(group)
    }

    /// The group of a cell.
    pub fn cell_group(&self, cell: Cell) -> GroupId {
        debug_assert_eq!(self.space.network().groups()[cell.index()].kind, GroupKind::Cell(cell));
        GroupId(cell.0 as u32)
    }

    /// The live candidates that every one of `these` sees.
    #[inline]
    pub fn seen_by_all(&self, these: impl IntoIterator<Item = u32>) -> Bits {
        let mut seen = self.live.all().clone();
        for id in these {
            seen.and(self.space.sees(id));
        }
        seen
    }

    /// Is there a live candidate that every one of `these` sees?
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

    /// The live candidates of `value` in `cells`.
    pub fn places(&self, cells: &[Cell], value: Value) -> Vec<u32> {
        cells
            .iter()
            .map(|&c| Candidate::new(c, value))
            .filter(|c| self.board().has(*c))
            .map(|c| self.space.id(c))
            .collect()
    }
}
