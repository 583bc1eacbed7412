//! The sentences that describe a step.

use std::fmt;

pub(super) use crate::step::phrase::{capital, cells, clauses, count, houses, list, make, numbers, verb};

/// A step in words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text {
    /// One sentence that states the conclusion and, briefly, the reason.
    pub short: String,
    /// The argument in full, one string per sentence. May be empty.
    pub details: Vec<String>,
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short)?;
        for line in &self.details {
            write!(f, "\n  {line}")?;
        }
        Ok(())
    }
}
