//! The model: everything that search and logic know about a puzzle.
//!
//! The model itself is a flat list of facts, which is cheap to build. The lookup tables for logic and explanations (which
//! candidates see each other, which groups exist) are its [`Network`], which is computed on first use.

use crate::board::Board;
use crate::cell::{Candidate, Cell};
use crate::constraint::Constraint;
use crate::origin::{Origin, OriginId};
use crate::puzzle::Given;
use crate::value::{Value, ValueSet};
use std::sync::{Arc, OnceLock};

mod builder;
mod differ;
mod facts;
#[allow(
    clippy::cast_possible_truncation,
    reason = "cells, values and facts have numbers that fit: `ModelBuilder::check_size`"
)]
mod network;
mod relation;
mod why;

pub use builder::{MAX_CELLS, MAX_FACTS, ModelBuilder};
pub use facts::{CellInfo, CellKind, ConstraintId, DifferentSet, Link, Posted, PostedGroup, SetId, TrueCount, Unary};
pub use network::{Group, GroupId, GroupKind, Network, Why};
pub use relation::{Relation, RelationId};

use facts::Frame;

/// The data of a puzzle that never change while it is solved. [`ModelBuilder`] builds a model.
///
/// Models with the same rules and clues but different givens share everything except the givens: see [`Model::with_givens`].
#[derive(Debug)]
pub struct Model {
    shared: Arc<Shared>,
    unary: Vec<Unary>,
}

/// The data that models with different givens share.
#[derive(Debug, Default)]
struct Shared {
    frame: Frame,
    /// The lookup tables, which are computed from `frame` on first use.
    network: OnceLock<Box<Network>>,
}

impl Model {
    /// The model of the same puzzle with other givens. It also shares derived data ([`Model::network`]). `None` if this model was
    /// built without givens.
    ///
    /// ```
    /// use cluewright_core::{Cell, ModelBuilder, Puzzle, Shape, puzzle::Given};
    /// let mut puzzle = Puzzle::new(Shape::square(4)?, 4);
    /// puzzle.givens.push(Given { cell: Cell(0), digits: vec![1] });
    /// let model = ModelBuilder::for_puzzle(&puzzle).finish();
    /// let other = model.with_givens(&[Given { cell: Cell(5), digits: vec![2] }]).expect("it had givens");
    /// assert!(other.given(Cell(0)).is_none() && other.given(Cell(5)).is_some());
    /// # Ok::<(), cluewright_core::BadInput>(())
    /// ```
    pub fn with_givens(&self, givens: &[Given]) -> Option<Self> {
        let origin = self.shared.frame.givens?;
        let rules = self.unary.iter().filter(|u| !u.given);
        let unary = givens.iter().map(|g| self.shared.frame.given(g, origin)).chain(rules.copied()).collect();
        Some(Self { shared: Arc::clone(&self.shared), unary })
    }

    /// The model with only the facts of some origins; all other sets, links, groups and constraints are left out. The cells and
    /// the ids of origins and relations stay the same; the ids of sets and constraints change.
    ///
    /// ```
    /// use cluewright_core::{ModelBuilder, Puzzle, Shape};
    /// let mut builder = ModelBuilder::for_puzzle(&Puzzle::new(Shape::square(4)?, 4));
    /// let cells: Vec<_> = (0..4).map(cluewright_core::Cell).collect();
    /// let row = builder.origin(cluewright_core::Origin::new("rows", "row 1"));
    /// builder.all_different(&cells, None, row);
    /// let model = builder.finish();
    /// assert_eq!(model.only(&|origin| origin != row).sets().len(), 0);
    /// # Ok::<(), cluewright_core::BadInput>(())
    /// ```
    #[must_use]
    pub fn only(&self, keep: &dyn Fn(OriginId) -> bool) -> Self {
        let unary = self.unary.iter().filter(|u| keep(u.origin)).copied().collect();
        let shared = Shared { frame: self.shared.frame.only(keep), network: OnceLock::new() };
        Self { shared: Arc::new(shared), unary }
    }

    /// The number of cells, including extra cells and helpers.
    pub fn len(&self) -> usize {
        self.shared.frame.cells.len()
    }

    /// Whether the model has no cells.
    pub fn is_empty(&self) -> bool {
        self.shared.frame.cells.is_empty()
    }

    /// The data of each cell: grid cells in reading order, then extra cells, then helper cells.
    pub fn cells(&self) -> &[CellInfo] {
        &self.shared.frame.cells
    }

    /// The cells that make up an answer: grid cells and shown extra cells.
    pub fn answer_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        Cell::all(self.shared.frame.cells.len()).filter(|c| self.shared.frame.cells[c.index()].kind != CellKind::Helper)
    }

    /// Facts about single cells, including the givens.
    pub fn unary(&self) -> &[Unary] {
        &self.unary
    }

    /// Sets of mutually different cells, including the houses.
    pub fn sets(&self) -> &[DifferentSet] {
        &self.shared.frame.sets
    }

    /// The set with this id.
    pub fn set(&self, id: SetId) -> &DifferentSet {
        &self.shared.frame.sets[id.0 as usize]
    }

    /// The families of houses, each as the origin with which it was registered.
    pub fn families(&self) -> &[OriginId] {
        &self.shared.frame.families
    }

    /// The relations that links refer to.
    pub fn relations(&self) -> &[Relation] {
        &self.shared.frame.relations
    }

    /// The relation with this id.
    pub fn relation(&self, id: RelationId) -> &Relation {
        &self.shared.frame.relations[id.0 as usize]
    }

    /// Relations between two cells, in addition to the differences that follow from the sets.
    pub fn links(&self) -> &[Link] {
        &self.shared.frame.links
    }

    /// Whether the link with this index into [`Model::links`] forbids these two candidates together.
    pub fn link_forbids(&self, link: u32, x: Candidate, y: Candidate) -> bool {
        let link = &self.shared.frame.links[link as usize];
        let (a, b) = if link.a == x.cell { (x, y) } else { (y, x) };
        (link.a, link.b) == (a.cell, b.cell) && self.relation(link.relation).forbidden(a.value).contains(b.value)
    }

    /// The groups that rules posted, in addition to the groups of cells and houses.
    pub fn posted_groups(&self) -> &[PostedGroup] {
        &self.shared.frame.groups
    }

    /// The constraints.
    pub fn constraints(&self) -> &[Posted] {
        &self.shared.frame.constraints
    }

    /// The constraint with this id.
    pub fn constraint(&self, id: ConstraintId) -> &Posted {
        &self.shared.frame.constraints[id.0 as usize]
    }

    /// The origins of facts.
    pub fn origins(&self) -> &[Origin] {
        &self.shared.frame.origins
    }

    /// The origin with this id.
    pub fn origin(&self, id: OriginId) -> &Origin {
        &self.shared.frame.origins[id.0 as usize]
    }

    /// The origin of a rule that can never hold, if one was found while the model was built.
    pub fn impossible(&self) -> Option<OriginId> {
        self.shared.frame.impossible
    }

    /// The cell whose number `cell` contributes to sums and comparisons: `cell` itself unless a rule (doublers, negators) changes
    /// it.
    pub fn value_cell(&self, cell: Cell) -> Cell {
        self.shared.frame.value_cell(cell)
    }

    /// A board on which every cell has its full domain.
    pub fn blank_board(&self) -> Board {
        let first: Vec<i32> = self.shared.frame.cells.iter().map(|c| c.first).collect();
        Board::new(self.shared.frame.cells.iter().map(|c| c.domain).collect(), first)
    }

    /// A board to which every fact about single cells has been applied. A cell is empty if its facts contradict each other.
    pub fn board(&self) -> Board {
        let mut board = self.blank_board();
        for fact in &self.unary {
            // A contradiction leaves an empty cell on the board.
            let _ = board.keep(fact.cell, fact.allowed);
        }
        board.clear_changed();
        board
    }

    /// The value that the setter wrote into `cell`, if any.
    pub fn given(&self, cell: Cell) -> Option<Value> {
        self.unary.iter().find(|u| u.cell == cell && u.given && u.allowed.len() == 1).and_then(|u| u.allowed.single())
    }

    /// A cell's name for people: `r5c3`, `total of A`.
    pub fn cell_name(&self, cell: Cell) -> String {
        let info = &self.shared.frame.cells[cell.index()];
        match info.kind {
            CellKind::Grid(place) => place.to_string(),
            CellKind::Shown | CellKind::Helper => info.name.to_string(),
        }
    }

    /// The number that a candidate stands for.
    pub fn number(&self, candidate: Candidate) -> i32 {
        self.shared.frame.cells[candidate.cell.index()].first + candidate.value.0 as i32
    }

    /// The label of a candidate: its number, or the puzzle's own label for it.
    pub fn value_name(&self, candidate: Candidate) -> String {
        let number = self.number(candidate);
        if matches!(self.shared.frame.cells[candidate.cell.index()].kind, CellKind::Grid(_)) {
            let label = usize::try_from(number - self.shared.frame.label_first)
                .ok()
                .and_then(|i| self.shared.frame.labels.get(i));
            if let Some(label) = label {
                return label.clone();
            }
        }
        number.to_string()
    }

    /// The text of an origin.
    pub fn origin_text(&self, id: OriginId) -> String {
        self.origin(id).text(|c| self.cell_name(c))
    }

    /// A set's name for people: `row 3`.
    pub fn set_name(&self, id: SetId) -> String {
        self.origin_text(self.set(id).origin)
    }

    /// The groups, and which candidates see each other. These tables are derived on first use and then stored.
    pub fn network(&self) -> &Network {
        self.network_until(&|| false).expect("nothing says to stop")
    }

    /// Like `network`, but returns `None` if the network has to be derived first and `stop` returns true meanwhile. `stop` is
    /// polled about every millisecond.
    pub fn network_until(&self, stop: &dyn Fn() -> bool) -> Option<&Network> {
        if self.shared.network.get().is_none() {
            let network = Network::new(&self.shared.frame, stop)?;
            // Another thread may have been faster; both networks are the same.
            let _ = self.shared.network.set(Box::new(network));
        }
        self.shared.network.get().map(Box::as_ref)
    }

    /// Whether a full assignment, with one value per cell, satisfies every fact. The method is naive and made for tests and
    /// checkers.
    pub fn holds(&self, values: &[Value]) -> bool {
        self.broken_by(values).is_none()
    }

    /// The origin of the first fact that a full assignment violates.
    pub fn broken_by(&self, values: &[Value]) -> Option<OriginId> {
        if let Some(origin) = self.shared.frame.impossible {
            return Some(origin);
        }
        let at = |c: Cell| values[c.index()];
        let number = |c: Cell| self.shared.frame.cells[c.index()].first + at(c).0 as i32;
        if let Some(u) = self.unary.iter().find(|u| !u.allowed.contains(at(u.cell))) {
            return Some(u.origin);
        }
        for set in &self.shared.frame.sets {
            let mut seen = ValueSet::EMPTY;
            for &c in &set.cells {
                if seen.contains(at(c)) {
                    return Some(set.origin);
                }
                seen.insert(at(c));
            }
        }
        if let Some(l) =
            self.shared.frame.links.iter().find(|l| self.relation(l.relation).forbidden(at(l.a)).contains(at(l.b)))
        {
            return Some(l.origin);
        }
        for group in &self.shared.frame.groups {
            let true_ones = group.candidates.iter().filter(|c| at(c.cell) == c.value).count();
            let fine = match group.truth {
                TrueCount::AtLeastOne => true_ones >= 1,
                TrueCount::AtMostOne => true_ones <= 1,
                TrueCount::ExactlyOne => true_ones == 1,
            };
            if !fine {
                return Some(group.origin);
            }
        }
        self.shared.frame.constraints.iter().find(|p| !p.kind.check(&number)).map(|p| p.origin)
    }
}
