//! How hard a puzzle is for a person. Provisional: the difficulty of the hardest step on the easiest path.

use crate::compiled::Compiled;
use crate::explain::{Ways, explain};
use crate::solve::Truth;
use cluewright_logic::{Outcome, Profile};
use cluewright_search::{Limits, Verdict};

/// How hard a puzzle is.
#[derive(Clone, Debug)]
pub struct Rating {
    /// The hardest step, how many steps, and how they spread. `hardest` is in tenths.
    pub profile: Profile,
    /// How the walk ended; only a solved one rates the whole puzzle.
    pub outcome: Outcome,
}

impl Rating {
    /// The rating with one decimal: `1.2`.
    pub fn score(&self) -> f64 {
        f64::from(self.profile.hardest) / 10.0
    }

    /// The rating of a whole puzzle in a word that players use.
    pub fn word(&self) -> &'static str {
        match self.profile.hardest {
            0..=15 => "easy",
            16..=25 => "moderate",
            26..=35 => "tricky",
            36..=50 => "hard",
            51..=75 => "very hard",
            _ => "extreme",
        }
    }
}

/// Rates a puzzle. Only a puzzle with one solution has a rating; otherwise the verdict comes back.
pub fn rate(compiled: &Compiled, limits: &Limits<'_>) -> Result<Rating, Verdict> {
    let truth = Truth::new(compiled, limits);
    let Verdict::Unique(_) = truth.verdict else { return Err(truth.verdict) };
    let walked = explain(compiled, None, &Ways::default(), Some(&truth), false, limits);
    Ok(Rating { profile: walked.path.profile(), outcome: walked.path.outcome })
}
