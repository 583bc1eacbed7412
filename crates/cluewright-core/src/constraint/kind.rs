//! The enum of all kinds of constraints, and the kinds that consist of other constraints: [`All`] and [`Any`]. These types refer
//! to each other, so they share a file.

use super::common::{Constraint, size};
use super::{
    AllDifferent, Allowed, Automaton, Between, Connected, Contains, Count, Different, EqualSums, Evaluated, Pair,
    Ranked, Regions, SameMultiset, Sum,
};
use crate::board::{Board, Conflict};
use crate::cell::{Cell, CellSet};
use crate::value::{Value, ValueSet};
use std::fmt;

macro_rules! kinds {
    ($($kind:ident),* $(,)?) => {
        /// A constraint of any kind.
        #[derive(Clone, PartialEq, Debug)]
        pub enum Kind {
            $(#[doc = concat!("See [`", stringify!($kind), "`].")] $kind($kind),)*
        }

        impl Kind {
            /// The names of all kinds, as [`Kind::kind_name`] returns them.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($kind)),*];

            /// The constraint as a reference to the common interface.
            pub fn as_constraint(&self) -> &dyn Constraint {
                match self { $(Self::$kind(it) => it,)* }
            }

            fn as_constraint_mut(&mut self) -> &mut dyn Constraint {
                match self { $(Self::$kind(it) => it,)* }
            }

            /// The kind's name, for statistics: `Sum`.
            pub fn kind_name(&self) -> &'static str {
                match self { $(Self::$kind(_) => stringify!($kind),)* }
            }
        }

        $(impl From<$kind> for Kind {
            fn from(it: $kind) -> Self { Self::$kind(it) }
        })*
    };
}

// To add a kind, add a file to this folder and a name to this list.
kinds! {
    Sum, Automaton, Count, AllDifferent, Pair, Allowed, Any, All, Evaluated, Contains, SameMultiset, EqualSums, Connected, Regions, Ranked, Between,
    Different
}

impl Constraint for Kind {
    fn learn_differences(&mut self, differ: &dyn Fn(Cell, Cell) -> bool) {
        self.as_constraint_mut().learn_differences(differ);
    }
    fn cells(&self) -> &[Cell] {
        self.as_constraint().cells()
    }
    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        self.as_constraint().check(number)
    }
    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        self.as_constraint().propagate(board)
    }
    fn symmetric_under(&self, before: &[(Cell, Value)], after: &[(Cell, Value)]) -> bool {
        self.as_constraint().symmetric_under(before, after)
    }
    fn assumes_different(&self) -> &[Vec<Cell>] {
        self.as_constraint().assumes_different()
    }
}

/// Constraints as one: [`All`] of them hold, or [`Any`] of them holds.
#[derive(Clone, PartialEq)]
pub struct Junction<const ALL: bool> {
    parts: Vec<Kind>,
    cells: Vec<Cell>,
    assumed: Vec<Vec<Cell>>,
}

/// A constraint that holds if all of its parts hold; without parts it always holds.
///
/// Propagation runs the parts until none removes anything. This is exact if each part is exact and the parts share at most one
/// cell.
///
/// ```
/// use cluewright_core::constraint::{All, AllDifferent, Compare, Sum};
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// let (a, b) = (Cell(0), Cell(1));
/// let cage = All::new(vec![
///     AllDifferent::new(&[a, b]).into(),
///     Sum::new(&[(a, 1), (b, 1)], Compare::Eq, 4).into(),
/// ]);
/// assert!(cage.check(&|c| if c == a { 1 } else { 3 }) && !cage.check(&|_| 2));
/// ```
pub type All = Junction<true>;

/// A constraint that holds if at least one of its branches holds; without branches it never holds.
///
/// Propagation is constructive: every branch is tried by itself, and a value stays if some branch leaves it. Propagation is exact
/// if the propagation of every branch is exact. The board is narrowed and restored in place, so with up to 64 cells nothing is
/// copied or allocated.
///
/// ```
/// use cluewright_core::constraint::{Allowed, Any};
/// use cluewright_core::{Board, Cell, Constraint, ValueSet};
/// let (low, high) = (ValueSet(0b11), ValueSet(0b110_0000));
/// let ends = Any::new(vec![Allowed::new(Cell(0), 1, low).into(), Allowed::new(Cell(0), 1, high).into()]);
/// let mut board = Board::new(vec![ValueSet::below(9)], vec![1]);
/// ends.propagate(&mut board).unwrap();
/// assert_eq!(board.values(Cell(0)), low | high);
/// ```
pub type Any = Junction<false>;

/// The state of up to this many cells fits into a buffer on the stack.
const SMALL: usize = 64;

impl<const ALL: bool> Junction<ALL> {
    /// Combines these constraints.
    pub fn new(parts: Vec<Kind>) -> Self {
        let mut seen = CellSet::new();
        let cells = parts.iter().flat_map(Constraint::cells).copied().filter(|&c| seen.insert(c)).collect();
        let assumed = parts.iter().flat_map(Constraint::assumes_different).cloned().collect();
        Self { parts, cells, assumed }
    }

    /// Narrows a conjunction.
    fn run_all(&self, board: &mut Board) -> Result<(), Conflict> {
        let mut before = size(board, &self.cells);
        loop {
            for part in &self.parts {
                part.propagate(board)?;
            }
            let now = size(board, &self.cells);
            if now == before || self.parts.len() == 1 {
                return Ok(());
            }
            before = now;
        }
    }

    /// Narrows a disjunction, using buffers for the old state of each cell (its values, and whether it was
    /// marked as changed) and for the values that the branches leave.
    fn try_all(
        &self,
        board: &mut Board,
        saved: &mut [(ValueSet, bool)],
        left: &mut [ValueSet],
    ) -> Result<(), Conflict> {
        for (save, &cell) in saved.iter_mut().zip(&self.cells) {
            *save = board.snapshot(cell);
        }
        let mut possible = false;
        for branch in &self.parts {
            let fine = branch.propagate(board).is_ok();
            let mut all_back = true;
            for ((save, left), &cell) in saved.iter().zip(left.iter_mut()).zip(&self.cells) {
                if fine {
                    *left |= board.values(cell);
                    all_back &= *left == save.0;
                }
                board.put_back(cell, *save);
            }
            possible |= fine;
            if fine && all_back {
                return Ok(()); // no value can be removed any more
            }
        }
        if !possible {
            return Err(Conflict);
        }
        self.cells.iter().zip(left).try_for_each(|(&cell, left)| board.keep(cell, *left))
    }
}

impl All {
    /// The parts of the conjunction.
    pub fn parts(&self) -> &[Kind] {
        &self.parts
    }
}

impl Any {
    /// The branches of the disjunction.
    pub fn branches(&self) -> &[Kind] {
        &self.parts
    }
}

impl<const ALL: bool> fmt::Debug for Junction<ALL> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, parts) = if ALL { ("All", "parts") } else { ("Any", "branches") };
        let mut shown = f.debug_struct(name);
        shown.field(parts, &self.parts).field("cells", &self.cells).field("assumed", &self.assumed).finish()
    }
}

impl<const ALL: bool> Constraint for Junction<ALL> {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool {
        if ALL { self.parts.iter().all(|p| p.check(number)) } else { self.parts.iter().any(|p| p.check(number)) }
    }

    fn propagate(&self, board: &mut Board) -> Result<(), Conflict> {
        if ALL {
            return self.run_all(board);
        }
        match self.cells.len() {
            n @ ..=SMALL => {
                let (mut saved, mut left) = ([(ValueSet::EMPTY, false); SMALL], [ValueSet::EMPTY; SMALL]);
                self.try_all(board, &mut saved[..n], &mut left[..n])
            }
            // Trying branches over so many cells takes far longer than allocating two buffers.
            n => self.try_all(board, &mut vec![(ValueSet::EMPTY, false); n], &mut vec![ValueSet::EMPTY; n]),
        }
    }

    fn learn_differences(&mut self, differ: &dyn Fn(Cell, Cell) -> bool) {
        self.parts.iter_mut().for_each(|p| p.learn_differences(differ));
    }

    fn symmetric_under(&self, before: &[(Cell, Value)], after: &[(Cell, Value)]) -> bool {
        self.parts.iter().all(|p| p.symmetric_under(before, after))
    }

    fn assumes_different(&self) -> &[Vec<Cell>] {
        &self.assumed
    }
}
