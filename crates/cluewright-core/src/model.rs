//! The model: all that search and logic ever see of a puzzle.
//!
//! The model itself is a flat list of facts, cheap to build. What logic and explanations look up on top of it
//! (which candidates see which, which groups there are) is its [`Network`], derived when first asked for.

use crate::board::Board;
use crate::cell::{Candidate, Cell, CellSet};
use crate::constraint::{Constraint, Kind};
use crate::origin::{Origin, OriginId};
use crate::puzzle::Given;
use crate::shape::Place;
use crate::value::{Value, ValueSet};
use std::sync::{Arc, OnceLock};

mod builder;
#[allow(
    clippy::cast_possible_truncation,
    reason = "cells, values and facts have numbers that fit: `ModelBuilder::check_size`"
)]
mod network;

pub use builder::{MAX_CELLS, MAX_FACTS, ModelBuilder};
pub use network::{Group, GroupId, GroupKind, Network, Why};

/// What sort of variable a cell is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellKind {
    /// A cell of the grid, at this place.
    Grid(Place),
    /// Outside the grid, but part of the answer.
    Shown,
    /// A helper a rule added: one value for it is enough, solutions are not told apart by it.
    Helper,
}

/// A cell of the model.
#[derive(Clone, PartialEq, Debug)]
pub struct CellInfo {
    /// What sort of cell.
    pub kind: CellKind,
    /// The number its value 0 stands for.
    pub first: i32,
    /// The values it could hold before any fact.
    pub domain: ValueSet,
    /// Its name when it is not a grid cell.
    pub name: Arc<str>,
}

/// A fact about one cell: it holds one of these values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unary {
    /// The cell.
    pub cell: Cell,
    /// What it may hold.
    pub allowed: ValueSet,
    /// Is it a given (written in the grid by the setter) rather than the work of a rule?
    pub given: bool,
    /// Who says so.
    pub origin: OriginId,
}

/// An index into [`Model::sets`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SetId(pub u32);

/// Cells that hold different digits. A *house* when there are as many cells as values for them.
#[derive(Clone, PartialEq, Debug)]
pub struct DifferentSet {
    /// The cells, each once, in the order people read them. All of them have the same first number.
    pub cells: Vec<Cell>,
    /// Does it hold every value exactly once (as many cells as values)?
    pub house: bool,
    /// Houses of one family are disjoint and of one sort: rows, columns, boxes. An index into [`Model::families`].
    pub family: Option<u16>,
    /// Who says so; its text is the set's name: `row 3`, `the cage 13 at r4c1`.
    pub origin: OriginId,
}

/// A relation between two cells: for each value of the first, the values the second may *not* hold with it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Relation {
    /// By value of the first cell; values beyond the end forbid nothing.
    pub forbids: Box<[ValueSet]>,
}

impl Relation {
    /// Forbids the pairs for which `bad(first's value, second's value)`, over values `0..first_count` and
    /// `0..second_count`.
    pub fn forbidding(first_count: u8, second_count: u8, bad: impl Fn(Value, Value) -> bool) -> Self {
        let row = |a| (0..second_count).map(Value).filter(|&b| bad(Value(a), b)).collect();
        Self { forbids: (0..first_count).map(row).collect() }
    }

    /// What the second cell may not hold when the first holds `value`.
    #[inline]
    pub fn forbidden(&self, value: Value) -> ValueSet {
        self.forbids.get(value.index()).copied().unwrap_or(ValueSet::EMPTY)
    }

    /// The same seen from the second cell.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let count = self.forbids.iter().filter_map(|s| s.max()).map(|v| v.0 + 1).max().unwrap_or(0);
        let column = |b| {
            self.forbids.iter().zip((0..64).map(Value)).filter(|(row, _)| row.contains(b)).map(|(_, a)| a).collect()
        };
        Self { forbids: (0..count).map(|b| column(Value(b))).collect() }
    }
}

/// An index into [`Model::relations`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RelationId(pub u32);

/// A relation posted between two different cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The first cell.
    pub a: Cell,
    /// The second cell.
    pub b: Cell,
    /// What they forbid each other, seen from `a`.
    pub relation: RelationId,
    /// Who says so.
    pub origin: OriginId,
}

/// How many of a posted group's candidates are true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// At least one: a strong set.
    AtLeastOne,
    /// At most one: a weak set.
    AtMostOne,
    /// Exactly one.
    ExactlyOne,
}

/// A group of candidates a rule posted, beyond those of cells and houses.
#[derive(Clone, PartialEq, Debug)]
pub struct PostedGroup {
    /// The candidates.
    pub candidates: Vec<Candidate>,
    /// How many are true.
    pub truth: Truth,
    /// Who says so.
    pub origin: OriginId,
}

/// An index into [`Model::constraints`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConstraintId(pub u32);

/// A constraint and who posted it.
#[derive(Clone, PartialEq, Debug)]
pub struct Posted {
    /// The constraint.
    pub kind: Kind,
    /// Who says so.
    pub origin: OriginId,
}

/// Everything that never changes during a solve. Built by [`ModelBuilder`].
///
/// A puzzle with the same rules and clues and other givens shares all but these: [`Model::with_givens`].
#[derive(Debug)]
pub struct Model {
    frame: Arc<Frame>,
    unary: Vec<Unary>,
}

/// What does not depend on the givens.
#[derive(Debug, Default)]
struct Frame {
    cells: Vec<CellInfo>,
    sets: Vec<DifferentSet>,
    families: Vec<OriginId>,
    relations: Vec<Relation>,
    links: Vec<Link>,
    groups: Vec<PostedGroup>,
    constraints: Vec<Posted>,
    origins: Vec<Origin>,
    /// The origin of givens, when there were some.
    givens: Option<OriginId>,
    /// What is written for a value, when that is not its number; by number minus `label_first`.
    labels: Vec<String>,
    label_first: i32,
    /// The cell that holds what a cell *counts for*, where a rule made the two differ.
    value_cells: Vec<Cell>,
    impossible: Option<OriginId>,
    network: OnceLock<Box<Network>>,
}

impl Frame {
    fn value_cell(&self, cell: Cell) -> Cell {
        self.value_cells.get(cell.index()).copied().unwrap_or(cell)
    }

    /// The fact that a given is.
    fn given(&self, given: &Given, origin: OriginId) -> Unary {
        let first = self.cells[given.cell.index()].first;
        let value = |d: &i32| u8::try_from(d - first).ok().filter(|&v| v < 64).map(Value);
        Unary { cell: given.cell, allowed: given.digits.iter().filter_map(value).collect(), given: true, origin }
    }
}

impl Model {
    /// The model of the same puzzle with other givens; what is derived of it ([`Model::network`]) is shared, too. `None`
    /// when this one was made without any given.
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
        let origin = self.frame.givens?;
        let rules = self.unary.iter().filter(|u| !u.given);
        let unary = givens.iter().map(|g| self.frame.given(g, origin)).chain(rules.copied()).collect();
        Some(Self { frame: Arc::clone(&self.frame), unary })
    }

    /// How many cells, extra ones and helpers included.
    pub fn len(&self) -> usize {
        self.frame.cells.len()
    }

    /// Has it no cells?
    pub fn is_empty(&self) -> bool {
        self.frame.cells.is_empty()
    }

    /// The cells' facts, by cell: grid cells in reading order, then extra cells, then helpers.
    pub fn cells(&self) -> &[CellInfo] {
        &self.frame.cells
    }

    /// The cells an answer is made of: grid and shown cells.
    pub fn answer_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        Cell::all(self.frame.cells.len()).filter(|c| self.frame.cells[c.index()].kind != CellKind::Helper)
    }

    /// Facts about single cells, givens among them.
    pub fn unary(&self) -> &[Unary] {
        &self.unary
    }

    /// Sets of mutually different cells, houses among them.
    pub fn sets(&self) -> &[DifferentSet] {
        &self.frame.sets
    }

    /// One set.
    pub fn set(&self, id: SetId) -> &DifferentSet {
        &self.frame.sets[id.0 as usize]
    }

    /// The families of houses: an origin (of their first house) for each.
    pub fn families(&self) -> &[OriginId] {
        &self.frame.families
    }

    /// The relations links refer to.
    pub fn relations(&self) -> &[Relation] {
        &self.frame.relations
    }

    /// One relation.
    pub fn relation(&self, id: RelationId) -> &Relation {
        &self.frame.relations[id.0 as usize]
    }

    /// Relations between two cells, beyond those of the sets.
    pub fn links(&self) -> &[Link] {
        &self.frame.links
    }

    /// Does that link, an index into [`Model::links`], say that these two are not both true?
    pub fn link_forbids(&self, link: u32, x: Candidate, y: Candidate) -> bool {
        let link = &self.frame.links[link as usize];
        let (a, b) = if link.a == x.cell { (x, y) } else { (y, x) };
        (link.a, link.b) == (a.cell, b.cell) && self.relation(link.relation).forbidden(a.value).contains(b.value)
    }

    /// Groups rules posted, beyond those of cells and houses.
    pub fn posted_groups(&self) -> &[PostedGroup] {
        &self.frame.groups
    }

    /// The constraints.
    pub fn constraints(&self) -> &[Posted] {
        &self.frame.constraints
    }

    /// One constraint.
    pub fn constraint(&self, id: ConstraintId) -> &Posted {
        &self.frame.constraints[id.0 as usize]
    }

    /// Where facts come from.
    pub fn origins(&self) -> &[Origin] {
        &self.frame.origins
    }

    /// One origin.
    pub fn origin(&self, id: OriginId) -> &Origin {
        &self.frame.origins[id.0 as usize]
    }

    /// A rule that can never hold, found while building.
    pub fn impossible(&self) -> Option<OriginId> {
        self.frame.impossible
    }

    /// The cell whose number is what `cell` counts for in sums and comparisons; the cell itself unless a rule
    /// (doublers, negators) says otherwise.
    pub fn value_cell(&self, cell: Cell) -> Cell {
        self.frame.value_cell(cell)
    }

    /// The board before anything is known.
    pub fn blank_board(&self) -> Board {
        let first: Vec<i32> = self.frame.cells.iter().map(|c| c.first).collect();
        Board::new(self.frame.cells.iter().map(|c| c.domain).collect(), first)
    }

    /// The board with every fact about single cells applied. A cell may be empty when they contradict each other.
    pub fn board(&self) -> Board {
        let mut board = self.blank_board();
        for fact in &self.unary {
            // A contradiction leaves an empty cell, which is what the board then says.
            let _ = board.keep(fact.cell, fact.allowed);
        }
        board.clear_changed();
        board
    }

    /// The value the setter wrote into `cell`.
    pub fn given(&self, cell: Cell) -> Option<Value> {
        self.unary.iter().find(|u| u.cell == cell && u.given && u.allowed.len() == 1).and_then(|u| u.allowed.single())
    }

    /// A cell's name for people: `r5c3`, `total of A`.
    pub fn cell_name(&self, cell: Cell) -> String {
        let info = &self.frame.cells[cell.index()];
        match info.kind {
            CellKind::Grid(place) => place.to_string(),
            CellKind::Shown | CellKind::Helper => info.name.to_string(),
        }
    }

    /// The number a candidate stands for.
    pub fn number(&self, candidate: Candidate) -> i32 {
        self.frame.cells[candidate.cell.index()].first + candidate.value.0 as i32
    }

    /// What is written for a candidate: its number, or the puzzle's label for it.
    pub fn value_name(&self, candidate: Candidate) -> String {
        let number = self.number(candidate);
        if matches!(self.frame.cells[candidate.cell.index()].kind, CellKind::Grid(_)) {
            let label = usize::try_from(number - self.frame.label_first).ok().and_then(|i| self.frame.labels.get(i));
            if let Some(label) = label {
                return label.clone();
            }
        }
        number.to_string()
    }

    /// An origin in words.
    pub fn origin_text(&self, id: OriginId) -> String {
        self.origin(id).text(|c| self.cell_name(c))
    }

    /// A set's name for people: `row 3`.
    pub fn set_name(&self, id: SetId) -> String {
        self.origin_text(self.set(id).origin)
    }

    /// Groups, and which candidates see which: derived when first asked for, then kept.
    pub fn network(&self) -> &Network {
        self.frame.network.get_or_init(|| Box::new(Network::new(self, &|| false).expect("nothing says to stop")))
    }

    /// The same, unless it has to be derived first and `stop`, asked every few thousand links, says to give up.
    pub fn network_until(&self, stop: &dyn Fn() -> bool) -> Option<&Network> {
        if self.frame.network.get().is_none() {
            let network = Network::new(self, stop)?;
            // Another thread may have been faster; both are the same.
            let _ = self.frame.network.set(Box::new(network));
        }
        self.frame.network.get().map(Box::as_ref)
    }

    /// Does a full assignment of values satisfy every fact? Naive, for tests and checkers; one value per cell.
    pub fn holds(&self, values: &[Value]) -> bool {
        self.broken_by(values).is_none()
    }

    /// The first fact a full assignment breaks.
    pub fn broken_by(&self, values: &[Value]) -> Option<OriginId> {
        if let Some(origin) = self.frame.impossible {
            return Some(origin);
        }
        let at = |c: Cell| values[c.index()];
        let number = |c: Cell| self.frame.cells[c.index()].first + at(c).0 as i32;
        if let Some(u) = self.unary.iter().find(|u| !u.allowed.contains(at(u.cell))) {
            return Some(u.origin);
        }
        for set in &self.frame.sets {
            let mut seen = ValueSet::EMPTY;
            for &c in &set.cells {
                if seen.contains(at(c)) {
                    return Some(set.origin);
                }
                seen.insert(at(c));
            }
        }
        if let Some(l) =
            self.frame.links.iter().find(|l| self.relation(l.relation).forbidden(at(l.a)).contains(at(l.b)))
        {
            return Some(l.origin);
        }
        for group in &self.frame.groups {
            let true_ones = group.candidates.iter().filter(|c| at(c.cell) == c.value).count();
            let fine = match group.truth {
                Truth::AtLeastOne => true_ones >= 1,
                Truth::AtMostOne => true_ones <= 1,
                Truth::ExactlyOne => true_ones == 1,
            };
            if !fine {
                return Some(group.origin);
            }
        }
        self.frame.constraints.iter().find(|p| !p.kind.check(&number)).map(|p| p.origin)
    }

    /// The cells some fact speaks of, as a set.
    pub fn constrained_cells(&self) -> CellSet {
        let mut cells = CellSet::with_room(self.len());
        cells.extend(self.unary.iter().map(|u| u.cell));
        cells.extend(self.frame.sets.iter().flat_map(|s| s.cells.iter().copied()));
        cells.extend(self.frame.links.iter().flat_map(|l| [l.a, l.b]));
        cells.extend(self.frame.constraints.iter().flat_map(|p| p.kind.cells().iter().copied()));
        cells
    }
}
