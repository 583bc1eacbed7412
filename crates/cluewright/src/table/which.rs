//! Which question is asked, and its columns.

use super::value::{Column, Kind};

/// A question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which {
    Solve,
    Count,
    Rate,
    Explain,
    Check,
    Canonical,
    Convert,
}

/// A column.
pub(super) const fn column(name: &'static str, kind: Kind) -> Column {
    Column { name, kind }
}

impl Which {
    /// Its own columns; others stand before and after them.
    pub(super) fn columns(self) -> &'static [Column] {
        const SOLUTIONS: Column = column("solutions", Kind::Large);
        const GIVENS: Column = column("givens", Kind::Small);
        const RATING: Column = column("rating", Kind::Number);
        const HARDEST: Column = column("hardest", Kind::Text);
        const STEPS: Column = column("steps", Kind::Medium);
        match self {
            Self::Solve => const { &[SOLUTIONS, column("solution", Kind::Text), GIVENS] },
            Self::Count => const { &[SOLUTIONS, column("exact", Kind::Truth), GIVENS] },
            Self::Rate => {
                const { &[RATING, column("level", Kind::Text), HARDEST, STEPS, column("rating_scale", Kind::Text), GIVENS] }
            }
            Self::Explain => {
                const { &[RATING, HARDEST, STEPS, column("grid", Kind::Text), column("path", Kind::Text), GIVENS] }
            }
            Self::Check => const { &[column("checked", Kind::Text), GIVENS] },
            Self::Canonical => {
                const { &[column("canonical", Kind::Bytes(41)), column("canon_hash", Kind::Bytes(16)), GIVENS] }
            }
            Self::Convert => const { &[column("text", Kind::Text), column("lost", Kind::Text), GIVENS] },
        }
    }
}
