//! The reasons why no puzzle was made.

use cluewright_search::Stopped;

/// The reasons why no puzzle can be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GenerateError {
    /// No grid satisfies the rules.
    NoSolution,
    /// A limit was reached before a puzzle was found.
    Limit(Stopped),
    /// The maximum number of attempts was reached.
    Attempts,
    /// All possible puzzles were made; contains their number.
    Exhausted(u32),
    /// This many successive attempts made only duplicates.
    Repeats(u64),
}

impl std::fmt::Display for GenerateError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoSolution => f.write_str("these rules have no solution at all"),
            Self::Limit(_) => f.write_str("a limit was reached before a puzzle was found"),
            Self::Attempts => f.write_str("no attempt met the requirements"),
            Self::Exhausted(all) => write!(f, "there are no more than {all} puzzles of this kind"),
            Self::Repeats(times) => write!(f, "{times} attempts in a row made only duplicates"),
        }
    }
}

impl std::error::Error for GenerateError {}
