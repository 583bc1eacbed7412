//! Constraints: anything over a few cells that sets and links cannot say.
//!
//! A handful of kinds, each a file here and a word in the list below. They are data (both engines may read their
//! fields) with a naive meaning ([`Constraint::check`]) and a stateless way to narrow a board.

use crate::board::{Board, Conflict};
use crate::cell::{Candidate, Cell, CellSet};
use crate::value::{Value, ValueSet};

mod all;
mod all_different;
mod allowed;
mod any;
mod automaton;
mod between;
mod bits;
mod compare;
mod connected;
mod contains;
mod count;
mod different;
mod element;
mod equal_sums;
mod evaluated;
mod linear;
mod matching;
mod not;
mod ordering;
mod pair;
mod product;
mod ranked;
mod regions;
mod same_multiset;
mod sum;
mod table;

pub use all::All;
pub use all_different::AllDifferent;
pub use allowed::Allowed;
pub use any::Any;
pub use automaton::{Automaton, Edge};
pub use between::{Between, Ends};
pub use compare::{Compare, Total};
pub use connected::Connected;
pub use contains::Contains;
pub use count::Count;
pub use different::Different;
pub use element::Element;
pub use equal_sums::EqualSums;
pub use evaluated::{Evaluated, Formula};
pub use not::Not;
pub use ordering::Ordering;
pub use pair::Pair;
pub use product::Product;
pub use ranked::Ranked;
pub use regions::Regions;
pub use same_multiset::SameMultiset;
pub use sum::Sum;
pub use table::Table;

/// What every kind of constraint can do. No state: a constraint is data, a board comes in.
pub trait Constraint {
    /// Every cell it reads, each once.
    fn cells(&self) -> &[Cell];

    /// Does it hold for these numbers? The plainest code there is; never uses [`Constraint::propagate`].
    fn check(&self, number: &dyn Fn(Cell) -> i32) -> bool;

    /// Takes away values no solution of this constraint alone can use. Sound always, complete as far as that is
    /// cheap; on fixed cells it is exact (conflict unless `check` holds). Allocates nothing that grows.
    fn propagate(&self, board: &mut Board) -> Result<(), Conflict>;

    /// Which absent candidates of its cells (absent from `before`, present in `full`) does it take to remove
    /// `removal`? As few as is cheap, cells first. `before` is a board on which [`Constraint::propagate`] removes
    /// it or runs into a conflict; `full` is the board before anything was removed.
    fn explain(&self, before: &Board, full: &Board, removal: Candidate) -> Vec<Candidate> {
        fewest_reasons(self, before, full, removal)
    }

    /// Told once, when the model is finished: which of its cells the model's sets make different. Propagation may
    /// rely on it; whatever it then removes has those sets among its reasons.
    fn learn_differences(&mut self, differ: &dyn Fn(Cell, Cell) -> bool) {
        let _ = differ;
    }

    /// Would it hold for one of these partial assignments exactly when it holds for the other, whatever the other
    /// cells hold? Both name the same cells. What makes a deadly pattern deadly.
    fn symmetric_under(&self, before: &[(Cell, Value)], after: &[(Cell, Value)]) -> bool {
        debug_assert_eq!(before.len(), after.len());
        // Certain, whatever the kind, when its own cells keep their values.
        before.iter().all(|x| !self.cells().contains(&x.0) || after.contains(x))
    }

    /// The constraint that holds exactly when this one does not, where there is a better one than [`Not`].
    fn negated(&self) -> Option<Kind> {
        None
    }

    /// Lists of its cells whose being mutually different it takes for granted: *by itself it says less than its
    /// rule*, and only together with the sets of the model is it the rule. Such a constraint is never negated, and
    /// its steps name those sets.
    fn assumes_different(&self) -> &[Vec<Cell>] {
        &[]
    }
}

/// Does `constraint` refute `removal` on this board, by itself?
pub fn refutes<C: Constraint + ?Sized>(constraint: &C, board: &Board, removal: Candidate) -> bool {
    let mut trial = board.clone();
    trial.fix(removal.cell, removal.value).is_err() || constraint.propagate(&mut trial).is_err()
}

/// The plain way to explain any removal: put absent candidates back, whole cells first, then one by one, as long as
/// the constraint alone still refutes the candidate. What cannot be put back is the reason.
pub fn fewest_reasons<C: Constraint + ?Sized>(
    constraint: &C,
    before: &Board,
    full: &Board,
    removal: Candidate,
) -> Vec<Candidate> {
    // Assume the candidate; if assuming is not enough for the propagator, watch for the removal itself.
    let removes = |board: &Board| {
        let mut trial = board.clone();
        trial.restore(removal.cell, ValueSet::of(removal.value));
        if refutes(constraint, &trial, removal) {
            return true;
        }
        constraint.propagate(&mut trial).is_err() || !trial.has(removal)
    };
    let mut board = before.clone();
    let mut kept: Vec<Cell> = Vec::new();
    for &cell in constraint.cells() {
        let (now, all) = (board.values(cell), full.values(cell));
        if cell == removal.cell || all.is_subset(now) {
            continue;
        }
        let mut wider = board.clone();
        wider.restore(cell, all);
        if removes(&wider) {
            board = wider;
        } else {
            kept.push(cell);
        }
    }
    let mut reasons = Vec::new();
    for cell in kept {
        for value in full.values(cell).minus(board.values(cell)) {
            let mut wider = board.clone();
            wider.restore(cell, ValueSet::of(value));
            if removes(&wider) {
                board = wider;
            } else {
                reasons.push(Candidate::new(cell, value));
            }
        }
    }
    reasons
}

macro_rules! kinds {
    ($($kind:ident),* $(,)?) => {
        /// One constraint of any kind.
        #[derive(Clone, PartialEq, Debug)]
        pub enum Kind {
            $(#[doc = concat!("See [`", stringify!($kind), "`].")] $kind($kind),)*
        }

        impl Kind {
            /// The names of all kinds, as [`Kind::kind_name`] gives them.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($kind)),*];

            /// It as what every kind can do.
            pub fn as_constraint(&self) -> &dyn Constraint {
                match self { $(Self::$kind(it) => it,)* }
            }

            fn as_constraint_mut(&mut self) -> &mut dyn Constraint {
                match self { $(Self::$kind(it) => it,)* }
            }

            /// What holds exactly when this does not: see [`Constraint::negated`] and [`Not`].
            ///
            /// ```
            /// use cluewright_core::constraint::{Compare, Kind, Sum};
            /// use cluewright_core::Cell;
            /// let ten: Kind = Sum::new(&[(Cell(0), 1), (Cell(1), 1)], Compare::Eq, 10).into();
            /// let not_ten: Kind = Sum::new(&[(Cell(0), 1), (Cell(1), 1)], Compare::Ne, 10).into();
            /// assert_eq!(ten.negation(), not_ten);
            /// ```
            #[must_use]
            pub fn negation(&self) -> Self {
                debug_assert!(self.assumes_different().is_empty(), "what takes differences for granted is not negated");
                self.negated().unwrap_or_else(|| Not::new(self.clone()).into())
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

// A new kind is a file above and a word here.
kinds! {
    Sum, Table, Automaton, Count, AllDifferent, Pair, Allowed, Any, All, Not, Evaluated, Contains, Element, Ordering, SameMultiset, EqualSums, Product, Connected, Regions, Ranked, Between,
    Different
}

/// The cells of some constraints, each once, in the order first named.
fn union_of_cells(parts: &[Kind]) -> Vec<Cell> {
    let mut seen = CellSet::new();
    parts.iter().flat_map(Constraint::cells).copied().filter(|&c| seen.insert(c)).collect()
}

/// The cells of some lists, each once, in the order first named.
fn union_of_lists(lists: &[Vec<Cell>]) -> Vec<Cell> {
    let mut seen = CellSet::new();
    lists.iter().flatten().copied().filter(|&c| seen.insert(c)).collect()
}

/// All values of some sets.
fn union(sets: impl Iterator<Item = ValueSet>) -> ValueSet {
    sets.fold(ValueSet::EMPTY, |all, set| all | set)
}

/// How many values the cells have left: smaller after anything was removed.
fn size(board: &Board, cells: &[Cell]) -> u32 {
    cells.iter().map(|&c| board.values(c).len()).sum()
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
    fn explain(&self, before: &Board, full: &Board, removal: Candidate) -> Vec<Candidate> {
        self.as_constraint().explain(before, full, removal)
    }
    fn symmetric_under(&self, before: &[(Cell, Value)], after: &[(Cell, Value)]) -> bool {
        self.as_constraint().symmetric_under(before, after)
    }
    fn negated(&self) -> Option<Kind> {
        self.as_constraint().negated()
    }
    fn assumes_different(&self) -> &[Vec<Cell>] {
        self.as_constraint().assumes_different()
    }
}
