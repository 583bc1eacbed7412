//! Where logic may ask for a truth it has not derived.

use cluewright_core::{Candidate, Cell, Value};

/// Somebody who knows the solutions; the library answers with search. Logic works without one, only slower: it never
/// *concludes* from an answer, it only spares itself attempts that cannot succeed.
pub trait Oracle {
    /// Is the candidate true in some solution? `None` when that is not known.
    fn is_possible(&self, candidate: Candidate) -> Option<bool>;

    /// The value of `cell` in the only solution; `None` when there are several, none, or it is not known.
    fn solution(&self, cell: Cell) -> Option<Value>;
}
