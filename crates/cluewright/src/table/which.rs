//! The questions for tables, and their columns.

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

/// The columns of `rate` for each scale of another program: a summary (or why there is no rating), the level as a word, the
/// figures, and the hardest step. A test checks that these figures are those of the scales.
pub(super) const SCALES: [(&str, &[Column]); 4] = [
    (
        "se",
        &[
            column("se", Kind::Text),
            column("se_er", Kind::Number),
            column("se_ep", Kind::Number),
            column("se_ed", Kind::Number),
            column("se_steps", Kind::Medium),
            column("se_hardest", Kind::Text),
        ],
    ),
    (
        "sukaku",
        &[
            column("sukaku", Kind::Text),
            column("sukaku_er", Kind::Number),
            column("sukaku_ep", Kind::Number),
            column("sukaku_ed", Kind::Number),
            column("sukaku_steps", Kind::Medium),
            column("sukaku_hardest", Kind::Text),
        ],
    ),
    (
        "cluewright",
        &[
            column("cluewright", Kind::Text),
            column("cluewright_level", Kind::Text),
            column("cluewright_points", Kind::Medium),
            column("cluewright_seconds", Kind::Number),
            column("cluewright_rounds", Kind::Medium),
            column("cluewright_hardest", Kind::Text),
        ],
    ),
    (
        "hodoku",
        &[
            column("hodoku", Kind::Text),
            column("hodoku_level", Kind::Text),
            column("hodoku_score", Kind::Medium),
            column("hodoku_steps", Kind::Medium),
        ],
    ),
];

/// The columns of a scale.
pub(super) fn of_scale(id: &str) -> &'static [Column] {
    SCALES.iter().find(|(name, _)| *name == id).map_or(&[], |(_, columns)| columns)
}

/// A column.
pub(super) const fn column(name: &'static str, kind: Kind) -> Column {
    Column { name, kind }
}

impl Which {
    /// The columns that belong to the question itself; common columns come before and after them.
    pub(super) fn columns(self) -> &'static [Column] {
        const SOLUTIONS: Column = column("solutions", Kind::Large);
        const EXTRA: Column = column("extra", Kind::Text);
        const GIVENS: Column = column("givens", Kind::Small);
        const HARDEST_STEP: Column = column("hardest_step", Kind::Number);
        const TECHNIQUE: Column = column("technique", Kind::Text);
        const STEPS: Column = column("steps", Kind::Medium);
        // Old names, to be removed in version 0.2.
        const RATING: Column = column("rating", Kind::Number);
        const HARDEST: Column = column("hardest", Kind::Text);
        match self {
            Self::Solve => const { &[SOLUTIONS, column("solution", Kind::Text), EXTRA, GIVENS] },
            Self::Count => const { &[SOLUTIONS, column("exact", Kind::Bool), GIVENS] },
            Self::Rate => {
                const {
                    &[
                        column("points", Kind::Number),
                        column("word", Kind::Text),
                        TECHNIQUE,
                        STEPS,
                        HARDEST_STEP,
                        RATING,
                        column("level", Kind::Text),
                        HARDEST,
                        column("rating_scale", Kind::Text),
                        GIVENS,
                    ]
                }
            }
            Self::Explain => {
                const {
                    &[
                        HARDEST_STEP,
                        TECHNIQUE,
                        STEPS,
                        column("grid", Kind::Text),
                        column("path", Kind::Text),
                        EXTRA,
                        RATING,
                        HARDEST,
                        GIVENS,
                    ]
                }
            }
            Self::Check => const { &[column("checked", Kind::Text), GIVENS] },
            Self::Canonical => {
                const { &[column("canonical", Kind::Bytes(41)), column("canon_hash", Kind::Bytes(16)), GIVENS] }
            }
            Self::Convert => const { &[column("text", Kind::Text), column("lost", Kind::Text), GIVENS] },
        }
    }
}
