//! A sum, or a count, that follows from others.

use cluewright_core::Kind;
use cluewright_core::model::{ConstraintId, SetId};

/// A sum that follows from others: some houses, whose values add up to a known number, without some clues that are
/// sums themselves. Or, without houses, what clues say together that each count one value among the same cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Balance {
    /// The houses, each counted once. No two share a cell.
    pub houses: Vec<SetId>,
    /// The clues taken away, each once. All are sums of cells, each with coefficient 1, that equal a total. Without
    /// houses: the clues taken together.
    pub clues: Vec<ConstraintId>,
    /// What is left: a sum with the coefficients 1 (innies) and -1 (outies) that equals a total. Without houses: one of
    /// the ways to fill the cells.
    pub sum: Kind,
}
