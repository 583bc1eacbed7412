//! What logic asks while one model is explained: its [`Frame`], and what was worked out so far.

use crate::ahead::Net;
use crate::bits::Bits;
use crate::closure::propagation;
use crate::consequences::Consequences;
use crate::facts::Balance;
use crate::fillings::Fillings;
use crate::frame::{Frame, Lie};
use crate::reasons::fewest;
use crate::step::Reason;
use crate::technique::tied::{Ties, ties};
use crate::told::Told;
use cluewright_core::model::{ConstraintId, Group, GroupId, GroupKind, Network, SetId};
use cluewright_core::{Board, Candidate, Cell, Constraint, Kind, Model, Value, ValueSet};
use std::cell::{Cell as Mutable, OnceCell, RefCell, RefMut};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// Something worked out, with a fingerprint of the candidates it was worked out for.
type Kept<T> = RefCell<Option<(u64, Rc<T>)>>;

/// A fingerprint of what a search that found nothing read, and the work it took.
type Fruitless = (u64, u64);

/// What is worked out while one model is explained, on top of its [`Frame`]. Rows of the sees-table are made when first
/// asked for, so large grids cost what is used of them.
#[derive(Debug)]
pub struct Space<'m> {
    model: &'m Model,
    network: &'m Network,
    frame: Arc<Frame>,
    /// By constraint: what was last observed of it, and of which candidates.
    observed: Vec<Kept<Consequences>>,
    /// What constraints make of candidates, and what a refuter has told.
    net: RefCell<Option<Net>>,
    told: RefCell<Option<Told>>,
    /// Fillings found for earlier positions.
    fillings: RefCell<Option<Box<Fillings>>>,
    /// Work of explaining so far.
    explaining: Mutable<u64>,
    rectangles: OnceCell<Vec<[Cell; 4]>>,
    ties: OnceCell<Vec<Ties>>,
    /// By search and value: a fingerprint of the value's places where it found nothing, and the work that took.
    barren: RefCell<BTreeMap<(&'static str, Value), Fruitless>>,
}

impl<'m> Space<'m> {
    /// The tables of `model`.
    pub fn new(model: &'m Model) -> Self {
        Self::until(model, &|| false).expect("nothing says to stop")
    }

    /// The same, unless `stop`, asked every few milliseconds, says to give up.
    pub fn until(model: &'m Model, stop: &dyn Fn() -> bool) -> Option<Self> {
        Some(Self::of(model, model.network_until(stop)?, Arc::new(Frame::until(model, stop)?)))
    }

    /// With a frame made of this model, or of one that differs in givens alone, unless `stop` says to give up.
    pub fn within(model: &'m Model, frame: &Arc<Frame>, stop: &dyn Fn() -> bool) -> Option<Self> {
        Some(Self::of(model, model.network_until(stop)?, Arc::clone(frame)))
    }

    fn of(model: &'m Model, network: &'m Network, frame: Arc<Frame>) -> Self {
        let facts = model.constraints().len() + frame.balances.len();
        Self {
            model,
            network,
            frame,
            observed: (0..facts).map(|_| RefCell::default()).collect(),
            net: RefCell::default(),
            told: RefCell::default(),
            fillings: RefCell::default(),
            explaining: Mutable::new(0),
            rectangles: OnceCell::new(),
            ties: OnceCell::new(),
            barren: RefCell::default(),
        }
    }

    /// Have the rows of who sees whom taken as much memory as they may? They are kept, one for each candidate ever asked
    /// about; a grid of 64x64 has 260,000 candidates, and as many rows of 32 KB would be 8 GB.
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

    /// What does not depend on the givens.
    #[inline]
    pub(crate) fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The board before anything was removed.
    pub fn blank(&self) -> &Board {
        &self.frame.blank
    }

    /// How many dense numbers there are.
    pub fn room(&self) -> usize {
        self.frame.candidates.len()
    }

    /// The dense number of a candidate.
    #[inline]
    pub fn id(&self, candidate: Candidate) -> u32 {
        self.frame.base[candidate.cell.index()] + candidate.value.0 as u32
    }

    /// The dense number of a candidate, if its value is within the cell's reach.
    pub fn try_id(&self, candidate: Candidate) -> Option<u32> {
        let at = self.id(candidate);
        (at < self.frame.base[candidate.cell.index() + 1]).then_some(at)
    }

    /// The candidate with that dense number.
    #[inline]
    pub fn candidate(&self, id: u32) -> Candidate {
        self.frame.candidates[id as usize]
    }

    /// The candidates of these sets, one a cell.
    pub(crate) fn bits_of(&self, sets: &[ValueSet]) -> Bits {
        let mut bits = Bits::new(self.room());
        for (&base, set) in self.frame.base.iter().zip(sets) {
            bits.insert_word(base, set.0);
        }
        bits
    }

    /// The other way round: puts what each cell has of these candidates into `sets`.
    pub(crate) fn sets_of(&self, bits: &Bits, sets: &mut Vec<ValueSet>) {
        sets.clear();
        sets.extend(self.frame.base.windows(2).map(|b| ValueSet(bits.word(b[0], b[1] - b[0]))));
    }

    /// The candidates that cannot be true together with it, those of its own cell included.
    #[inline]
    pub fn sees(&self, id: u32) -> &Bits {
        self.frame.sees(id, self.model, self.network)
    }

    /// The groups a candidate lies in.
    #[inline]
    pub fn groups_of(&self, id: u32) -> &[GroupId] {
        self.frame.groups_of(id)
    }

    /// All constraints, derived sums last.
    pub(crate) fn facts(&self) -> impl Iterator<Item = ConstraintId> + use<> {
        (0..self.observed.len() as u32).map(ConstraintId)
    }

    /// The derived sum of that number, if it is not a constraint of the model.
    pub(crate) fn balance(&self, id: ConstraintId) -> Option<&Arc<Balance>> {
        self.frame.balances.get((id.0 as usize).checked_sub(self.model.constraints().len())?)
    }

    /// A constraint.
    #[inline]
    pub(crate) fn kind(&self, id: ConstraintId) -> &Kind {
        self.balance(id).map_or_else(|| &self.model.constraint(id).kind, |b| &b.sum)
    }

    /// The premise that a constraint, with these candidates absent, refutes that all of `holds` are true and all of
    /// `fails` false.
    pub(crate) fn reason(
        &self,
        id: ConstraintId,
        absent: Vec<Candidate>,
        holds: Vec<Candidate>,
        fails: Vec<Candidate>,
    ) -> Reason {
        match self.balance(id) {
            Some(balance) => Reason::Balance { balance: Arc::clone(balance), absent, holds, fails },
            None => Reason::Constraint { constraint: id, absent, holds, fails },
        }
    }

    /// What a constraint adds to the difficulty of a step that uses it, in tenths.
    pub(crate) fn cost(&self, id: ConstraintId) -> u16 {
        let own = |c: ConstraintId| self.model.origin(self.model.constraint(c).origin).cost;
        match self.balance(id) {
            Some(b) => {
                let clues = b.clues.iter().map(|&c| own(c)).max().unwrap_or(0);
                clues + 3 * (b.houses.len() as u16).saturating_sub(1) + b.clues.len().min(10) as u16
            }
            None => own(id),
        }
    }

    /// What was observed of a constraint, if its cells had the same candidates then.
    pub(crate) fn kept(&self, id: ConstraintId, print: u64) -> Option<Rc<Consequences>> {
        let kept = self.observed[id.0 as usize].borrow();
        kept.as_ref().filter(|k| k.0 == print).map(|k| Rc::clone(&k.1))
    }

    pub(crate) fn keep(&self, id: ConstraintId, print: u64, seen: Rc<Consequences>) {
        self.observed[id.0 as usize].replace(Some((print, seen)));
    }

    /// The clues that tie pairs of cells.
    pub(crate) fn ties(&self) -> &[Ties] {
        self.ties.get_or_init(|| ties(self.model))
    }

    /// The constraints, derived sums among them, that read a cell.
    #[inline]
    pub fn constraints_of(&self, cell: Cell) -> &[ConstraintId] {
        &self.frame.constraints_of[cell.index()]
    }

    /// A group.
    #[inline]
    pub fn group(&self, id: GroupId) -> &'m Group {
        self.network.group(id)
    }

    /// How a set lies.
    pub fn lie(&self, set: SetId) -> Lie {
        self.frame.lies[set.0 as usize]
    }

    /// The group of `value` in house `set`.
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

    /// The rectangles whose contents could be exchanged as far as sets go; worked out when first asked for.
    pub(crate) fn rectangles(&self) -> &[[Cell; 4]] {
        self.rectangles.get_or_init(|| crate::technique::rectangles(self))
    }

    /// What an earlier look ahead left.
    pub(crate) fn take_net(&self) -> Net {
        self.net.take().unwrap_or_else(|| Net::new(self))
    }

    pub(crate) fn put_net(&self, net: Net) {
        self.net.replace(Some(net));
    }

    /// What a refuter has told.
    pub(crate) fn told(&self) -> RefMut<'_, Told> {
        RefMut::map(self.told.borrow_mut(), |t| t.get_or_insert_with(|| Told::new(self)))
    }

    pub(crate) fn fillings(&self) -> RefMut<'_, Fillings> {
        RefMut::map(self.fillings.borrow_mut(), |f| &mut **f.get_or_insert_with(|| Box::new(Fillings::new(self))))
    }

    /// Which absent candidates of its cells it takes for a constraint alone to remove `gone`; without `gone`, to be
    /// unable to hold. With `care` as few as is cheap, without all that are absent from as few cells as is cheap.
    pub(crate) fn explain(
        &self,
        id: ConstraintId,
        before: &Board,
        gone: Option<Candidate>,
        care: bool,
    ) -> Vec<Candidate> {
        let kind = self.kind(id);
        let (answer, tries) = fewest(kind, before, &self.frame.blank, gone, care);
        self.explaining.set(self.explaining.get() + tries * propagation(kind.cells().len()));
        answer
    }

    /// Work of [`Space::explain`] so far, in units of [`crate::Config::work`].
    pub(crate) fn explaining(&self) -> u64 {
        self.explaining.get()
    }

    /// The work of a search that found nothing where a value had the places of this fingerprint, if one did.
    pub(crate) fn barren(&self, search: &'static str, value: Value, print: u64) -> Option<u64> {
        self.barren.borrow().get(&(search, value)).filter(|b| b.0 == print).map(|b| b.1)
    }

    /// Remembers fingerprint and work of one.
    pub(crate) fn set_barren(&self, search: &'static str, value: Value, seen: Fruitless) {
        self.barren.borrow_mut().insert((search, value), seen);
    }

    /// By value, a hash of the cells that may hold it.
    pub(crate) fn place_prints(board: &Board) -> Vec<u64> {
        let mut prints = Vec::new();
        for (cell, values) in board.domains().iter().enumerate() {
            for value in *values {
                if prints.len() <= value.index() {
                    prints.resize(value.index() + 1, 0x1234_5678_9ABC_DEF1);
                }
                prints[value.index()] = mix(prints[value.index()], cell as u64 + 1);
            }
        }
        prints
    }

    /// A hash of what the cells of a constraint may hold; never 0.
    pub(crate) fn fingerprint(&self, id: ConstraintId, board: &Board) -> u64 {
        let cells = self.kind(id).cells();
        cells.iter().fold(0x1234_5678_9ABC_DEF1, |h, c| mix(h, board.values(*c).0)) | 1
    }
}

fn mix(hash: u64, word: u64) -> u64 {
    (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
}
