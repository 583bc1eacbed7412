//! What never changes while one model is explained: dense numbers for candidates, who sees whom, which groups a
//! candidate lies in, and what the sets look like on paper.

use crate::ahead::Ahead;
use crate::bits::Bits;
use crate::closure::propagation;
use crate::consequences::{Consequences, Links};
use crate::deadly::exchangeable;
use crate::facts::{Balance, derived_until};
use crate::fillings::Fillings;
use crate::reasons::fewest;
use crate::step::Reason;
use crate::technique::tied::{Ties, ties};
use cluewright_core::model::{CellKind, ConstraintId, Group, GroupId, GroupKind, Network, SetId};
use cluewright_core::{Board, Candidate, Cell, Constraint, Kind, Model, Value, ValueSet};
use std::cell::{Cell as Mutable, OnceCell, RefCell, RefMut};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// How a set of cells lies in the grid. Decides names ("pointing", "X-Wing"), never what is true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lie {
    /// All its cells are in one row of the plane.
    Row,
    /// All its cells are in one column of the plane.
    Column,
    /// Anything else: a box, a region, a diagonal, a cage.
    Region,
}

impl Lie {
    /// Is it a row or a column?
    pub const fn is_line(self) -> bool {
        !matches!(self, Self::Region)
    }
}

/// Something worked out, with a fingerprint of the candidates it was worked out for.
type Kept<T> = RefCell<Option<(u64, Rc<T>)>>;

/// A constraint, the candidate it removes, with how much care, and what its cells may hold.
type Question = (ConstraintId, Option<Candidate>, bool, Box<[u64]>);

/// A fingerprint of what a search that found nothing read, and the work it took.
type Fruitless = (u64, u64);

/// Cells and their values.
type Pattern = Box<[(Cell, u64)]>;

/// Most memory for the rows of who sees whom, in bytes.
const MOST_SEES: usize = 400 << 20;

/// Most answers of [`Space::explain`] kept.
const MOST_EXPLAINED: usize = 20_000;

/// Tables derived from a [`Model`]; see the file's first lines. Rows of the sees-table are made when first asked for,
/// so large grids cost what is used of them.
#[derive(Debug)]
pub struct Space<'m> {
    model: &'m Model,
    network: &'m Network,
    /// The dense number of value 0 of each cell; one more entry at the end.
    base: Vec<u32>,
    candidates: Vec<Candidate>,
    sees: Vec<OnceCell<Bits>>,
    /// Memory of those made so far.
    sees_bytes: Mutable<usize>,
    /// The groups of candidate after candidate, and where each candidate's begin; one more entry at the end.
    groups_of: Vec<GroupId>,
    groups_from: Vec<u32>,
    /// The other way round: the candidates of group after group, and where each group's begin.
    members: Vec<u32>,
    members_from: Vec<u32>,
    constraints_of: Vec<Vec<ConstraintId>>,
    lies: Vec<Lie>,
    /// Sums that follow from houses and clues; their numbers come after those of the model's constraints.
    balances: Vec<Arc<Balance>>,
    /// By constraint: what was last observed of it, and of which candidates.
    observed: Vec<Kept<Consequences>>,
    /// The links of all constraints, and a fingerprint of the board they were observed on.
    links: Kept<Links>,
    /// By constraint: a fingerprint of its cells' candidates when it was last seen to remove nothing.
    quiet: Vec<Mutable<u64>>,
    /// By set: the first of its groups, when it is a house.
    house_groups: Vec<Option<u32>>,
    /// By group: a fingerprint of its candidates when nothing was seen by all of them.
    unseen: Vec<Mutable<u64>>,
    blank: Board,
    /// What candidates lead to, as far as an earlier step has looked.
    ahead: RefCell<Option<Box<Ahead>>>,
    /// Fillings found for earlier positions.
    fillings: RefCell<Option<Box<Fillings>>>,
    explained: RefCell<BTreeMap<Question, Vec<Candidate>>>,
    /// Work of explaining so far.
    explaining: Mutable<u64>,
    /// Cells and values that some rule would notice the exchange of, with the candidates there were when asked.
    noticed: RefCell<BTreeMap<Pattern, u32>>,
    rectangles: OnceCell<Vec<[Cell; 4]>>,
    ties: OnceCell<Vec<Ties>>,
    /// By search and value: a fingerprint of the value's places where it found nothing, and the work that took.
    barren: RefCell<BTreeMap<(&'static str, Value), Fruitless>>,
    /// By candidate and two constraints: the same of an attempt to refute it with these.
    hopeless: RefCell<BTreeMap<(u32, [ConstraintId; 2]), Fruitless>>,
}

impl<'m> Space<'m> {
    /// The tables of `model`.
    pub fn new(model: &'m Model) -> Self {
        Self::until(model, &|| false).expect("nothing says to stop")
    }

    /// The same, unless `stop`, asked every few milliseconds, says to give up.
    pub fn until(model: &'m Model, stop: &dyn Fn() -> bool) -> Option<Self> {
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
        let facts = posted + balances.len();
        let place = |c: &Cell| match model.cells()[c.index()].kind {
            CellKind::Grid(place) => Some(place),
            _ => None,
        };
        let lies = model
            .sets()
            .iter()
            .map(|set| {
                let places: Option<Vec<_>> = set.cells.iter().map(place).collect();
                match places {
                    Some(p) if p.iter().all(|x| x.row == p[0].row) => Lie::Row,
                    Some(p) if p.iter().all(|x| x.col == p[0].col) => Lie::Column,
                    _ => Lie::Region,
                }
            })
            .collect();
        Some(Self {
            model,
            network,
            sees: vec![OnceCell::new(); candidates.len()],
            sees_bytes: Mutable::new(0),
            base,
            candidates,
            groups_of,
            groups_from,
            members,
            members_from,
            constraints_of,
            lies,
            balances,
            observed: (0..facts).map(|_| RefCell::default()).collect(),
            links: RefCell::default(),
            quiet: vec![Mutable::new(0); facts],
            house_groups,
            unseen: vec![Mutable::new(0); network.groups().len()],
            blank: model.blank_board(),
            ahead: RefCell::default(),
            fillings: RefCell::default(),
            explained: RefCell::default(),
            explaining: Mutable::new(0),
            noticed: RefCell::default(),
            rectangles: OnceCell::new(),
            ties: OnceCell::new(),
            barren: RefCell::default(),
            hopeless: RefCell::default(),
        })
    }

    /// Have the rows of who sees whom taken as much memory as they may? They are kept, one for each candidate ever asked
    /// about; a grid of 64x64 has 260,000 candidates, and as many rows of 32 KB would be 8 GB.
    pub(crate) fn is_full(&self) -> bool {
        self.sees_bytes.get() > MOST_SEES
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

    /// The board before anything was removed.
    pub fn blank(&self) -> &Board {
        &self.blank
    }

    /// How many dense numbers there are.
    pub fn room(&self) -> usize {
        self.candidates.len()
    }

    /// The dense number of a candidate.
    #[inline]
    pub fn id(&self, candidate: Candidate) -> u32 {
        self.base[candidate.cell.index()] + candidate.value.0 as u32
    }

    /// The dense number of a candidate, if its value is within the cell's reach.
    pub fn try_id(&self, candidate: Candidate) -> Option<u32> {
        let at = self.id(candidate);
        (at < self.base[candidate.cell.index() + 1]).then_some(at)
    }

    /// The candidate with that dense number.
    #[inline]
    pub fn candidate(&self, id: u32) -> Candidate {
        self.candidates[id as usize]
    }

    /// The candidates of these sets, one a cell.
    pub(crate) fn bits_of(&self, sets: &[ValueSet]) -> Bits {
        let mut bits = Bits::new(self.room());
        for (&base, set) in self.base.iter().zip(sets) {
            bits.insert_word(base, set.0);
        }
        bits
    }

    /// The other way round: puts what each cell has of these candidates into `sets`.
    pub(crate) fn sets_of(&self, bits: &Bits, sets: &mut Vec<ValueSet>) {
        sets.clear();
        sets.extend(self.base.windows(2).map(|b| ValueSet(bits.word(b[0], b[1] - b[0]))));
    }

    /// The candidates that cannot be true together with it, those of its own cell included.
    #[inline]
    pub fn sees(&self, id: u32) -> &Bits {
        self.sees[id as usize].get_or_init(|| {
            let x = self.candidate(id);
            let mut row = Bits::new(self.room());
            self.sees_bytes.set(self.sees_bytes.get() + self.room() / 8);
            for v in self.model.cells()[x.cell.index()].domain.without(x.value) {
                row.insert(self.id(Candidate::new(x.cell, v)));
            }
            for near in self.network.neighbours(x.cell) {
                for v in near.forbids.get(x.value.index()).copied().unwrap_or(ValueSet::EMPTY) {
                    row.insert(self.id(Candidate::new(near.cell, v)));
                }
            }
            row
        })
    }

    /// The groups a candidate lies in.
    #[inline]
    pub fn groups_of(&self, id: u32) -> &[GroupId] {
        &self.groups_of[self.groups_from[id as usize] as usize..self.groups_from[id as usize + 1] as usize]
    }

    /// The candidates of a group, live or not.
    #[inline]
    pub(crate) fn members(&self, group: GroupId) -> &[u32] {
        let at = group.0 as usize;
        &self.members[self.members_from[at] as usize..self.members_from[at + 1] as usize]
    }

    /// All constraints, derived sums last.
    pub(crate) fn facts(&self) -> impl Iterator<Item = ConstraintId> + use<> {
        (0..self.quiet.len() as u32).map(ConstraintId)
    }

    /// The derived sum of that number, if it is not a constraint of the model.
    pub(crate) fn balance(&self, id: ConstraintId) -> Option<&Arc<Balance>> {
        self.balances.get((id.0 as usize).checked_sub(self.model.constraints().len())?)
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

    /// The links of all constraints on a board with that fingerprint.
    pub(crate) fn kept_links(&self, print: u64) -> Option<Rc<Links>> {
        self.links.borrow().as_ref().filter(|k| k.0 == print).map(|k| Rc::clone(&k.1))
    }

    pub(crate) fn keep_links(&self, print: u64, links: Rc<Links>) {
        self.links.replace(Some((print, links)));
    }

    /// A hash of what all cells may hold.
    pub(crate) fn board_print(board: &Board) -> u64 {
        board.domains().iter().fold(0x1234_5678_9ABC_DEF1, |h, d| mix(h, d.0))
    }

    /// The constraints, derived sums among them, that read a cell.
    #[inline]
    pub fn constraints_of(&self, cell: Cell) -> &[ConstraintId] {
        &self.constraints_of[cell.index()]
    }

    /// A group.
    #[inline]
    pub fn group(&self, id: GroupId) -> &'m Group {
        self.network.group(id)
    }

    /// How a set lies.
    pub fn lie(&self, set: SetId) -> Lie {
        self.lies[set.0 as usize]
    }

    /// The group of `value` in house `set`.
    pub fn house_group(&self, set: SetId, value: Value) -> Option<GroupId> {
        let first = self.house_groups[set.0 as usize]?;
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

    /// What an earlier step saw ahead.
    pub(crate) fn take_ahead(&self) -> Option<Box<Ahead>> {
        self.ahead.take()
    }

    pub(crate) fn put_ahead(&self, ahead: Box<Ahead>) {
        self.ahead.replace(Some(ahead));
    }

    pub(crate) fn fillings(&self) -> RefMut<'_, Fillings> {
        RefMut::map(self.fillings.borrow_mut(), |f| &mut **f.get_or_insert_with(|| Box::new(Fillings::new(self))))
    }

    /// Which absent candidates of its cells it takes for a constraint alone to remove `gone`; without `gone`, to be
    /// unable to hold. The same question comes up again from step to step and trial to trial, so answers are kept.
    /// With `care` as few as is cheap, without all that are absent from as few cells as is cheap.
    pub(crate) fn explain(
        &self,
        id: ConstraintId,
        before: &Board,
        gone: Option<Candidate>,
        care: bool,
    ) -> Vec<Candidate> {
        let kind = self.kind(id);
        let cells = kind.cells().iter().map(|&c| before.values(c).0);
        let question: Question = (id, gone, care, cells.collect());
        if let Some(answer) = self.explained.borrow().get(&question) {
            return answer.clone();
        }
        let (answer, tries) = fewest(kind, before, &self.blank, gone, care);
        self.explaining.set(self.explaining.get() + tries * propagation(kind.cells().len()));
        let mut explained = self.explained.borrow_mut();
        if explained.len() >= MOST_EXPLAINED {
            explained.clear();
        }
        explained.insert(question, answer.clone());
        answer
    }

    /// Work of [`Space::explain`] so far, in units of [`crate::Config::work`].
    pub(crate) fn explaining(&self) -> u64 {
        self.explaining.get()
    }

    /// Could these cells' values be exchanged without any rule noticing? A no is taken for granted until a tenth of the
    /// candidates is gone: asking takes long with some rules, and the same cells come up step by step.
    pub(crate) fn exchangeable(&self, board: &Board, cells: &[(Cell, ValueSet)]) -> bool {
        let open: u32 = board.domains().iter().map(|d| d.len()).sum();
        let mut noticed = self.noticed.borrow_mut();
        let pattern = cells.iter().map(|&(c, values)| (c, values.0)).collect();
        if noticed.get(&pattern).is_some_and(|&then| open * 10 > then * 9) {
            return false;
        }
        let fine = exchangeable(self.model, board, cells);
        if !fine {
            if noticed.len() >= MOST_EXPLAINED {
                noticed.clear();
            }
            noticed.insert(pattern, open);
        }
        fine
    }

    /// The work of a search that found nothing where a value had the places of this fingerprint, if one did.
    pub(crate) fn barren(&self, search: &'static str, value: Value, print: u64) -> Option<u64> {
        self.barren.borrow().get(&(search, value)).filter(|b| b.0 == print).map(|b| b.1)
    }

    /// Remembers fingerprint and work of one.
    pub(crate) fn set_barren(&self, search: &'static str, value: Value, seen: Fruitless) {
        self.barren.borrow_mut().insert((search, value), seen);
    }

    /// The work of an attempt to refute a candidate with two constraints that failed on what has this fingerprint.
    pub(crate) fn hopeless(&self, id: u32, clues: [ConstraintId; 2], print: u64) -> Option<u64> {
        self.hopeless.borrow().get(&(id, clues)).filter(|h| h.0 == print).map(|h| h.1)
    }

    /// Remembers fingerprint and work of one.
    pub(crate) fn set_hopeless(&self, id: u32, clues: [ConstraintId; 2], seen: Fruitless) {
        let mut hopeless = self.hopeless.borrow_mut();
        if hopeless.len() >= MOST_EXPLAINED {
            hopeless.clear();
        }
        hopeless.insert((id, clues), seen);
    }

    /// Another word for a fingerprint.
    pub(crate) fn print(print: u64, word: u64) -> u64 {
        mix(print, word)
    }

    /// Has a group with these live candidates nothing that they all see? Asks `look` unless that is known from before:
    /// what could be seen has only become less since.
    pub(crate) fn is_unseen(&self, group: GroupId, live: &[u32], look: impl FnOnce() -> bool) -> bool {
        let print = live.iter().fold(0x1234_5678_9ABC_DEF1, |h, &id| mix(h, id as u64)) | 1;
        let unseen = &self.unseen[group.0 as usize];
        if unseen.get() != print && look() {
            unseen.set(print);
        }
        unseen.get() == print
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

    /// Was this constraint already seen to remove nothing from these candidates?
    pub(crate) fn is_quiet(&self, id: ConstraintId, board: &Board) -> bool {
        self.quiet[id.0 as usize].get() == self.fingerprint(id, board)
    }

    pub(crate) fn set_quiet(&self, id: ConstraintId, board: &Board) {
        self.quiet[id.0 as usize].set(self.fingerprint(id, board));
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
