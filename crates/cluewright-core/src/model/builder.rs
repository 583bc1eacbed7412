//! The builder with which rules create a model.

use super::{
    CellInfo, CellKind, DifferentSet, Frame, Link, Model, Posted, PostedGroup, Relation, RelationId, Shared, TrueCount,
    Unary,
};
use crate::cell::{Candidate, Cell, CellSet};
use crate::constraint::{Constraint, Kind};
use crate::error::BadInput;
use crate::origin::{Origin, OriginId};
use crate::puzzle::Puzzle;
use crate::quick::{Quick, QuickMap, QuickSet};
use crate::value::ValueSet;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};
/// A new constraint is compared with at most this many earlier constraints over the same cells.
const FEW_ALIKE: usize = 8;
/// The maximum number of cells in a model. It ensures that cell numbers and counts fit into 16 bits.
pub const MAX_CELLS: usize = u16::MAX as usize;
/// The maximum number of facts of one kind: sets, links, groups, constraints, relations, origins. It ensures that fact numbers,
/// and small multiples of them, fit into 32 bits.
pub const MAX_FACTS: usize = 1 << 28;

/// In lists of up to this many cells, duplicates are found by comparing all pairs.
const FEW: usize = 32;

/// Collects facts; [`ModelBuilder::finish`] turns the facts into a [`Model`].
///
/// ```
/// use cluewright_core::{ModelBuilder, Origin, Puzzle, Shape};
/// let puzzle = Puzzle::new(Shape::square(4).unwrap(), 4);
/// let mut build = ModelBuilder::for_puzzle(&puzzle);
/// for row in puzzle.shape.rows() {
///     let origin = build.origin(Origin::new("rows", "row"));
///     build.all_different(&row, None, origin);
/// }
/// let model = build.finish();
/// assert!(model.sets().iter().all(|s| s.house));
/// ```
#[derive(Default, Debug)]
pub struct ModelBuilder {
    frame: Frame,
    unary: Vec<Unary>,
    /// The id of each relation. The rules of a large grid can create hundreds of thousands of relations.
    known: QuickMap<Relation, RelationId>,
    /// For each hash of a constraint's kind and cells, the constraints posted with this hash.
    posted: QuickMap<u64, Vec<u32>>,
    /// The sets without a family, as their cells and the rule that posted them. Used to drop duplicates.
    sets: QuickSet<(Vec<Cell>, Arc<str>)>,
    /// The shared empty name of unnamed cells.
    unnamed: Arc<str>,
    /// Whether more cells were requested than a model can have.
    overfull: bool,
}

impl ModelBuilder {
    /// A builder for a model that has no cells yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A builder with the cells of a puzzle, its extra cells, its labels and its givens, but no rules yet.
    pub fn for_puzzle(puzzle: &Puzzle) -> Self {
        let mut build = Self::new();
        let domain = ValueSet::below(puzzle.digits.count as u32);
        build.frame.cells.reserve(puzzle.cell_count());
        for cell in puzzle.shape.cells() {
            build.add_cell(CellKind::Grid(puzzle.shape.place(cell)), puzzle.digits.first, domain, "");
        }
        for extra in &puzzle.extra {
            let kind = if extra.shown { CellKind::Shown } else { CellKind::Helper };
            build.add_cell(kind, extra.numbers.first, ValueSet::below(extra.numbers.count as u32), &extra.name);
        }
        build.frame.labels.clone_from(&puzzle.labels);
        build.frame.label_first = puzzle.digits.first;
        if !puzzle.givens.is_empty() {
            let origin = build.origin(Origin::new("givens", "the givens"));
            build.frame.givens = Some(origin);
            build.unary = puzzle.givens.iter().map(|g| build.frame.given(g, origin)).collect();
        }
        build
    }

    /// Adds a cell. Only cells outside the grid need a `name`. If the model already has [`MAX_CELLS`] cells, nothing is added,
    /// the last cell is returned, and [`ModelBuilder::check_size`] will return an error.
    pub fn add_cell(&mut self, kind: CellKind, first: i32, domain: ValueSet, name: &str) -> Cell {
        let number = u16::try_from(self.frame.cells.len()).ok().filter(|&c| usize::from(c) < MAX_CELLS);
        let Some(cell) = number.map(Cell) else {
            self.overfull = true;
            return Cell(u16::MAX - 1);
        };
        let name = if name.is_empty() { Arc::clone(&self.unnamed) } else { name.into() };
        self.frame.cells.push(CellInfo { kind, first, domain, name });
        cell
    }

    /// Checks that the model is within its limits ([`MAX_CELLS`], [`MAX_FACTS`]). The error names the limit; such a model must
    /// not be finished.
    pub fn check_size(&self) -> Result<(), BadInput> {
        if self.overfull {
            return Err(BadInput::new(format!("the puzzle and its rules need more than {MAX_CELLS} cells"))
                .hint("use fewer extra cells or a smaller grid"));
        }
        let model = &self.frame;
        let facts = [
            model.sets.len(),
            model.relations.len(),
            model.links.len(),
            model.groups.len(),
            model.constraints.len(),
            model.origins.len(),
            self.unary.len(),
        ];
        if facts.iter().any(|&n| n > MAX_FACTS) {
            return Err(BadInput::new(format!("the rules make more than {MAX_FACTS} facts of one kind"))
                .hint("use fewer or shorter loops"));
        }
        Ok(())
    }

    /// The number of cells so far.
    pub fn len(&self) -> usize {
        self.frame.cells.len()
    }

    /// Whether there are no cells yet.
    pub fn is_empty(&self) -> bool {
        self.frame.cells.is_empty()
    }

    /// The data of a cell.
    pub fn cell(&self, cell: Cell) -> &CellInfo {
        &self.frame.cells[cell.index()]
    }

    /// The number that value 0 stands for in `cell`.
    pub fn first(&self, cell: Cell) -> i32 {
        self.frame.cells[cell.index()].first
    }

    /// The values that `cell` could hold if there were no facts about it.
    pub fn domain(&self, cell: Cell) -> ValueSet {
        self.frame.cells[cell.index()].domain
    }

    /// Registers an origin for facts.
    pub fn origin(&mut self, origin: Origin) -> OriginId {
        let number = u32::try_from(self.frame.origins.len()).expect("an origin takes more than a byte of memory");
        self.frame.origins.push(origin);
        OriginId(number)
    }

    /// Adds the fact that `cell` holds one of `allowed`.
    pub fn restrict(&mut self, cell: Cell, allowed: ValueSet, origin: OriginId) {
        self.unary.push(Unary { cell, allowed, given: false, origin });
    }

    /// Adds a family of disjoint houses (rows, boxes), named after the rule of `origin`. `None` if there are too many families;
    /// houses do not need a family.
    pub fn family(&mut self, origin: OriginId) -> Option<u16> {
        let number = u16::try_from(self.frame.families.len()).ok()?;
        self.frame.families.push(origin);
        Some(number)
    }

    /// Adds the fact that these cells hold different digits. A cell that is listed several times counts once. Cells with
    /// different first numbers cannot share a set: post links for them instead.
    pub fn all_different(&mut self, cells: &[Cell], family: Option<u16>, origin: OriginId) {
        let mut cells = cells.to_vec();
        if cells.len() > FEW || (1..cells.len()).any(|i| cells[..i].contains(&cells[i])) {
            let mut seen = CellSet::with_capacity(self.len());
            cells.retain(|&c| seen.insert(c));
        }
        debug_assert!(cells.windows(2).all(|w| self.first(w[0]) == self.first(w[1])), "one first number in a set");
        let rule = || Arc::clone(&self.frame.origins[origin.0 as usize].rule);
        if cells.len() >= 2 && (family.is_some() || self.sets.insert((cells.clone(), rule()))) {
            self.frame.sets.push(DifferentSet { cells, house: false, family, origin });
        }
    }

    /// Stores a relation, unless it is stored already, and returns its id.
    pub fn relation(&mut self, relation: Relation) -> RelationId {
        if let Some(&known) = self.known.get(&relation) {
            return known;
        }
        let number = u32::try_from(self.frame.relations.len()).expect("a relation takes more than a byte of memory");
        self.known.insert(relation.clone(), RelationId(number));
        self.frame.relations.push(relation);
        RelationId(number)
    }

    /// The stored relation with this id.
    pub fn relation_at(&self, id: RelationId) -> &Relation {
        &self.frame.relations[id.0 as usize]
    }

    /// Adds a link between two different cells.
    pub fn link(&mut self, a: Cell, b: Cell, relation: RelationId, origin: OriginId) {
        debug_assert_ne!(a, b, "a cell is not linked to itself: restrict it");
        self.frame.links.push(Link { a, b, relation, origin });
    }

    /// Posts a group of candidates.
    pub fn group(&mut self, candidates: Vec<Candidate>, truth: TrueCount, origin: OriginId) {
        self.frame.groups.push(PostedGroup { candidates, truth, origin });
    }

    /// Posts a constraint. An exact duplicate from the same rule is dropped, so thousands of equal cages become a single cage.
    pub fn constrain(&mut self, kind: impl Into<Kind>, origin: OriginId) {
        let kind = kind.into();
        let model = &mut self.frame;
        let mut hash = Quick::default();
        (kind.kind_name(), kind.cells()).hash(&mut hash);
        let alike = self.posted.entry(hash.finish()).or_default();
        let rule = |of: OriginId| &model.origins[of.0 as usize].rule;
        let same = |&at: &u32| {
            let other = &model.constraints[at as usize];
            other.kind == kind && rule(other.origin) == rule(origin)
        };
        if alike.iter().rev().take(FEW_ALIKE).any(same) {
            return;
        }
        alike.push(u32::try_from(model.constraints.len()).expect("a constraint takes more than a byte of memory"));
        model.constraints.push(Posted { kind, origin });
    }

    /// Records that the model has no solution, because the rule of this origin can never hold.
    pub fn impossible(&mut self, origin: OriginId) {
        self.frame.impossible.get_or_insert(origin);
    }

    /// Sets the cell whose number `cell` contributes to sums and comparisons.
    pub fn set_value_cell(&mut self, cell: Cell, value: Cell) {
        let known = self.frame.value_cells.len();
        self.frame.value_cells.extend(Cell::all(self.frame.cells.len()).skip(known));
        self.frame.value_cells[cell.index()] = value;
    }

    /// The cell whose number `cell` contributes to sums and comparisons.
    pub fn value_cell(&self, cell: Cell) -> Cell {
        self.frame.value_cell(cell)
    }

    /// Returns the model. First decides which sets are houses, and informs the constraints which of their cells differ.
    pub fn finish(self) -> Model {
        self.finish_until(&|| false).expect("nothing says to stop")
    }

    /// Like `finish`, but returns `None` if `stop` returns true; `stop` is polled at regular intervals of work.
    ///
    /// Panics if [`ModelBuilder::check_size`] returns an error: all code that reads a model relies on the limits.
    pub fn finish_until(mut self, stop: &dyn Fn() -> bool) -> Option<Model> {
        if let Err(error) = self.check_size() {
            panic!("{error}");
        }
        let model = &mut self.frame;
        for set in &mut model.sets {
            let values = set.cells.iter().fold(ValueSet::EMPTY, |all, c| all | model.cells[c.index()].domain);
            let len = values.len() as usize;
            if set.cells.len() > len {
                model.impossible.get_or_insert(set.origin);
            }
            set.house = set.cells.len() == len;
        }
        model.learn_differences(stop)?;
        debug_assert!(
            model.constraints.iter().all(|p| p.kind.cells().iter().all(|c| c.index() < model.cells.len())),
            "constraints speak of cells of the model"
        );
        let shared = Shared { frame: self.frame, network: OnceLock::new() };
        Some(Model { shared: Arc::new(shared), unary: self.unary })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::{Compare, Sum};
    use crate::model::Relation;
    use crate::shape::Shape;
    use crate::value::Value;

    #[test]
    fn what_one_rule_says_twice_is_kept_once() {
        let puzzle = Puzzle::new(Shape::square(9).expect("a usual size"), 9);
        let mut build = ModelBuilder::for_puzzle(&puzzle);
        let cells: Vec<Cell> = (0..3).map(Cell).collect();
        for rule in ["cage", "cage", "other", "cage"] {
            let origin = build.origin(Origin::new(rule, "a clue"));
            for total in [10, 11] {
                build.all_different(&cells, None, origin);
                build.constrain(Sum::new(&[(cells[0], 1), (cells[1], 1)], Compare::Eq, total), origin);
            }
        }
        let model = build.finish();
        // There are two rules; each posted two totals, and the same set several times.
        assert_eq!((model.constraints().len(), model.sets().len()), (4, 2));
    }

    #[test]
    fn relations_are_numbered_as_they_come_and_once() {
        let mut build = ModelBuilder::new();
        let relation = |k: u8| Relation::forbidding(20, 20, |a: Value, b: Value| a.0 + b.0 == k);
        let ids: Vec<u32> = [0, 1, 2, 1, 0, 3].map(|k| build.relation(relation(k)).0).to_vec();
        assert_eq!(ids, [0, 1, 2, 1, 0, 3]);
        assert_eq!(build.relation_at(RelationId(2)), &relation(2));
    }

    /// Counts the polls of the stop signal instead of measuring time.
    #[test]
    fn putting_a_model_and_its_network_together_can_be_stopped() {
        let puzzle = Puzzle::new(Shape::rectangle(40, 40, 0, 0).expect("a usual size"), 40);
        let make = || {
            let mut build = ModelBuilder::for_puzzle(&puzzle);
            let origin = build.origin(Origin::new("rows", "row"));
            for line in puzzle.shape.rows().chain(puzzle.shape.columns()) {
                build.all_different(&line, None, origin);
                for at in 0..20 {
                    let terms: Vec<(Cell, i32)> = line[at..at + 20].iter().map(|&c| (c, 1)).collect();
                    build.constrain(Sum::new(&terms, Compare::Eq, 300), origin);
                }
            }
            build
        };
        let polls = std::cell::Cell::new(0);
        let count = || {
            polls.set(polls.get() + 1);
            false
        };
        let model = make().finish_until(&count).expect("nothing says to stop");
        assert!(polls.replace(0) >= 20);
        assert!(make().finish_until(&|| true).is_none() && model.network_until(&|| true).is_none());
        let network = model.network_until(&count).expect("nothing says to stop");
        assert!(polls.get() >= 50, "{} polls", polls.get());
        assert_eq!(network.neighbours(Cell(0)).len(), 78);
        assert!(model.network_until(&|| true).is_some(), "it is there by now");
    }
}
