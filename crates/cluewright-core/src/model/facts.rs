//! The facts of a model, as one flat list per kind.

use super::relation::{Relation, RelationId};
use crate::cell::{Candidate, Cell};
use crate::constraint::Kind;
use crate::origin::{Origin, OriginId};
use crate::puzzle::Given;
use crate::shape::Place;
use crate::value::{Value, ValueSet};
use std::sync::Arc;

/// What a cell of the model represents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellKind {
    /// A cell of the grid, at this place.
    Grid(Place),
    /// A cell outside the grid that is part of the answer.
    Shown,
    /// A helper cell that a rule added. Finding one value for it is enough: solutions that differ only in helpers count as one.
    Helper,
}

/// A cell of the model.
#[derive(Clone, PartialEq, Debug)]
pub struct CellInfo {
    /// What the cell represents.
    pub kind: CellKind,
    /// The number that value 0 of the cell stands for.
    pub first: i32,
    /// The values that the cell could hold if there were no facts about it.
    pub domain: ValueSet,
    /// The name of a cell outside the grid.
    pub name: Arc<str>,
}

/// A fact about one cell: the values that it may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unary {
    /// The cell.
    pub cell: Cell,
    /// The values that the cell may hold.
    pub allowed: ValueSet,
    /// Whether the fact is a given (written in the grid by the setter) rather than the result of a rule.
    pub given: bool,
    /// The origin of the fact.
    pub origin: OriginId,
}

/// An index into [`Model::sets`](super::Model::sets).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SetId(pub u32);

/// A set of cells that hold different digits. The set is a *house* if it has as many cells as there are values for them.
#[derive(Clone, PartialEq, Debug)]
pub struct DifferentSet {
    /// The cells, each once, in the order in which people read them. All have the same first number.
    pub cells: Vec<Cell>,
    /// Whether the set is a house: it has as many cells as values, so every value occurs in it exactly once.
    pub house: bool,
    /// The family that the house belongs to: disjoint houses of the same sort, such as rows, columns or boxes. An index into
    /// [`Model::families`](super::Model::families).
    pub family: Option<u16>,
    /// The origin of the fact; its text is the set's name: `row 3`, `the cage 13 at r4c1`.
    pub origin: OriginId,
}

/// A relation posted between two different cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// The first cell.
    pub a: Cell,
    /// The second cell.
    pub b: Cell,
    /// The relation with the forbidden pairs of values; the first value of a pair belongs to `a`.
    pub relation: RelationId,
    /// The origin of the fact.
    pub origin: OriginId,
}

/// The number of true candidates of a posted group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrueCount {
    /// At least one candidate is true: a strong set.
    AtLeastOne,
    /// At most one candidate is true: a weak set.
    AtMostOne,
    /// Exactly one candidate is true.
    ExactlyOne,
}

/// A group of candidates that a rule posted, in addition to the groups of cells and houses.
#[derive(Clone, PartialEq, Debug)]
pub struct PostedGroup {
    /// The candidates.
    pub candidates: Vec<Candidate>,
    /// The number of true candidates.
    pub truth: TrueCount,
    /// The origin of the fact.
    pub origin: OriginId,
}

/// An index into [`Model::constraints`](super::Model::constraints).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConstraintId(pub u32);

/// A constraint and its origin.
#[derive(Clone, PartialEq, Debug)]
pub struct Posted {
    /// The constraint.
    pub kind: Kind,
    /// The origin of the fact.
    pub origin: OriginId,
}

/// The data of a model that do not depend on the givens.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) cells: Vec<CellInfo>,
    pub(super) sets: Vec<DifferentSet>,
    pub(super) families: Vec<OriginId>,
    pub(super) relations: Vec<Relation>,
    pub(super) links: Vec<Link>,
    pub(super) groups: Vec<PostedGroup>,
    pub(super) constraints: Vec<Posted>,
    pub(super) origins: Vec<Origin>,
    /// The origin of the givens; `None` if there are none.
    pub(super) givens: Option<OriginId>,
    /// The labels of digits that are not shown as numbers, indexed by the digit minus `label_first`.
    pub(super) labels: Vec<String>,
    pub(super) label_first: i32,
    /// For each cell, the cell whose number it contributes to sums and comparisons; empty if each cell contributes its own
    /// number.
    pub(super) value_cells: Vec<Cell>,
    pub(super) impossible: Option<OriginId>,
}

impl Frame {
    /// A copy with only the facts whose origins `keep` accepts. Constraints forget the differences that they knew from omitted
    /// sets.
    pub(super) fn only(&self, keep: &dyn Fn(OriginId) -> bool) -> Self {
        let mut only = Self {
            cells: self.cells.clone(),
            sets: self.sets.iter().filter(|s| keep(s.origin)).cloned().collect(),
            families: self.families.clone(),
            relations: self.relations.clone(),
            links: self.links.iter().filter(|l| keep(l.origin)).copied().collect(),
            groups: self.groups.iter().filter(|g| keep(g.origin)).cloned().collect(),
            constraints: self.constraints.iter().filter(|c| keep(c.origin)).cloned().collect(),
            origins: self.origins.clone(),
            givens: self.givens,
            labels: self.labels.clone(),
            label_first: self.label_first,
            value_cells: self.value_cells.clone(),
            impossible: self.impossible.filter(|&o| keep(o)),
        };
        only.learn_differences(&|| false).expect("nothing says to stop");
        only
    }

    pub(super) fn value_cell(&self, cell: Cell) -> Cell {
        self.value_cells.get(cell.index()).copied().unwrap_or(cell)
    }

    /// Turns a given into a fact about its cell.
    pub(super) fn given(&self, given: &Given, origin: OriginId) -> Unary {
        let first = self.cells[given.cell.index()].first;
        let value = |d: &i32| Value::of_number(*d, first);
        Unary { cell: given.cell, allowed: given.digits.iter().filter_map(value).collect(), given: true, origin }
    }
}
