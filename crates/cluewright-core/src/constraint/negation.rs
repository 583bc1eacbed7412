//! The negation of a constraint.

use super::common::Constraint;
use super::{All, AllDifferent, Any, Compare, Kind, Not, Ordering, Sum};
use crate::cell::Cell;

impl Kind {
    /// The negation of this; a [`Not`] if no other constraint expresses it.
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
        let better = match self {
            Self::All(it) => Some(Any::new(it.parts().iter().map(Self::negation).collect()).into()),
            Self::Any(it) => Some(All::new(it.branches().iter().map(Self::negation).collect()).into()),
            Self::Not(it) => Some(it.part().clone()),
            Self::Allowed(it) => Some(it.negated().into()),
            Self::Pair(it) => Some(it.negated().into()),
            Self::Sum(it) => it.negated().map(Into::into),
            Self::Count(it) => it.negated().map(Into::into),
            Self::Product(it) => it.negated().map(Into::into),
            Self::AllDifferent(it) => some_equal(it),
            Self::Ordering(it) => Some(somewhere_falling(it)),
            _ => None,
        };
        better.unwrap_or_else(|| Not::new(self.clone()).into())
    }
}

/// At least two cells are equal. `None` if there are too many pairs: then a [`Not`] is better.
fn some_equal(it: &AllDifferent) -> Option<Kind> {
    let cells = it.cells();
    let pairs = || (0..cells.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let equal = |(i, j): (usize, usize)| Sum::new(&[(cells[i], 1), (cells[j], -1)], Compare::Eq, 0).into();
    (pairs().count() <= 45).then(|| Any::new(pairs().map(equal).collect()).into())
}

/// Somewhere a number is smaller than the one before, or equal to it if the order is strict.
fn somewhere_falling(it: &Ordering) -> Kind {
    let falls = |w: &[Cell]| Sum::new(&[(w[0], 1), (w[1], -1)], Compare::Ge, i32::from(!it.is_strict())).into();
    Any::new(it.cells().windows(2).map(falls).collect()).into()
}
