//! Rates a puzzle by the hardest step on its easiest path. The scales in [`crate::scale`] rate how hard a puzzle is for a person,
//! in points and a word.

use crate::compiled::Compiled;
use crate::error::Error;
use crate::explain::walk_by;
use crate::solve::SearchFacts;
use crate::technique_filter::TechniqueFilter;
use cluewright_logic::text::name_of;
use cluewright_logic::{Outcome, Path, Profile, Step};
use cluewright_search::{Limits, Verdict};

/// The difficulty of the steps of a puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Rating {
    /// The hardest step (`hardest` is in tenths), the number of steps, and their distribution.
    pub profile: Profile,
    /// How the path ended; the rating covers the whole puzzle only if the path solves the puzzle.
    pub outcome: Outcome,
    /// The name of the first hardest step: `Arrow and box 3`. `None` if there is no step.
    pub name: Option<String>,
    /// The number of steps with each name, in the order of first use.
    pub names: Vec<(String, usize)>,
}

impl Rating {
    /// The rating of a path.
    pub(crate) fn of(compiled: &Compiled, path: &Path) -> Self {
        let profile = path.profile();
        let hardest = path.steps.iter().find(|step| step.difficulty == profile.hardest);
        let name = hardest.map(|step| name_of(compiled.model(), step));
        Self { name, names: names_of(compiled, &path.steps), profile, outcome: path.outcome }
    }

    /// The difficulty of the hardest step, with one decimal place, such as `1.2`.
    pub fn hardest_step(&self) -> f64 {
        f64::from(self.profile.hardest) / 10.0
    }

    /// The old name of `hardest_step`, to be removed in version 0.2.
    #[deprecated(note = "the number is called `hardest_step`")]
    pub fn score(&self) -> f64 {
        self.hardest_step()
    }
}

/// The names of steps and the number of steps with each name, in the order of first use.
pub fn names_of(compiled: &Compiled, steps: &[Step]) -> Vec<(String, usize)> {
    let mut names: Vec<(String, usize)> = Vec::new();
    for name in steps.iter().map(|step| name_of(compiled.model(), step)) {
        match names.iter_mut().find(|known| known.0 == name) {
            Some(known) => known.1 += 1,
            None => names.push((name, 1)),
        }
    }
    names
}

/// Explains a puzzle in order to find its hardest step.
///
/// Errors: the puzzle does not have exactly one solution, or the limits were reached before that was known.
///
/// ```
/// use cluewright::{Compiled, Limits, formats, rate};
/// let read = formats::read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let rating = rate(&Compiled::new(read.puzzle)?, &Limits::none())?;
/// assert_eq!((rating.hardest_step(), rating.profile.steps), (1.2, 51));
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn rate(compiled: &Compiled, limits: &Limits<'_>) -> Result<Rating, Error> {
    rate_knowing(compiled, &SearchFacts::new(compiled, limits), limits)
}

/// Like `rate`, for a puzzle whose solutions are known.
pub(crate) fn rate_knowing(compiled: &Compiled, truth: &SearchFacts, limits: &Limits<'_>) -> Result<Rating, Error> {
    let Verdict::Unique(_) = truth.verdict else {
        return Err(Error::not_unique(truth.verdict.clone(), truth.stopped));
    };
    let path = walk_by(compiled, None, &TechniqueFilter::default(), Some(truth), limits, &mut |_, _| {});
    Ok(Rating::of(compiled, &path))
}
