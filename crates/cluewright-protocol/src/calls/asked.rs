//! Questions that the library answers as they are: its operations, with the fields of a request.

use super::known::KnownScale;
use super::position::Position;
use super::typed::OrClash;
use super::ways::Techniques;
use super::{Call, Nothing};
use crate::message::Failure;
use crate::work::Work;
use cluewright::operation::{self, Asked};
use cluewright::report::{Checked, Converted, Counted, Estimated, Hinted, Listed, Rated, Solved, SplitReport};
use serde::Deserialize;

/// A question with no more to it than its fields.
macro_rules! question {
    ($(#[$doc:meta])* $call:ident, $name:literal, $about:literal, $doing:literal, $answer:ty, { $($(#[$more:meta])* $field:ident: $kind:ty),* $(,)? }, $operation:expr) => {
        $(#[$doc])*
        #[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $call { $($(#[$more])* $field: $kind),* }

        impl Call for $call {
            const NAME: &'static str = $name;
            const ABOUT: &'static str = $about;
            type Partial = Nothing;
            type Answer = $answer;

            fn answer(self, work: &mut Work<'_>) -> Result<$answer, Failure> {
                let opened = work.opened()?;
                let operation = ($operation)(&self);
                work.ask($doing, &operation, &work.asked(&opened))
            }
        }
    };
}

question!(
    /// How many solutions are there?
    Count, "count", "Counts solutions, to the end or up to a limit, and lists them where there are few.", "counting", Counted,
    {
        /// Where counting ends; 0: nowhere.
        #[serde(default)]
        limit: u64,
        /// Are they listed, when there are fewer than a hundred?
        #[serde(default)]
        list: bool,
    },
    |call: &Self| operation::Count { limit: call.limit, list: call.list }
);

question!(
    /// About how many solutions are there?
    Estimate, "estimate", "Estimates the number of solutions by random dives.", "estimating", OrClash<Estimated>,
    {
        /// How many dives.
        #[serde(default = "thousand")]
        samples: u32,
        /// What they are drawn from.
        #[serde(default)]
        seed: u64,
    },
    |call: &Self| operation::Estimate { samples: call.samples, seed: call.seed }
);

fn thousand() -> u32 {
    1_000
}

question!(
    /// How many solutions are there in each case?
    Split, "split", "Counts solutions under every combination of values of some cells.", "counting", OrClash<SplitReport>,
    {
        /// The cells, by their names.
        cells: Vec<String>,
        /// Where counting ends in each case; 0: nowhere.
        #[serde(default)]
        limit: u64,
        /// So many cases drawn at random; without it all of them.
        #[serde(default)]
        sample: Option<u32>,
        /// What they are drawn from.
        #[serde(default)]
        seed: u64,
        /// Are solutions listed, when there are fewer than a hundred in all?
        #[serde(default)]
        list: bool,
    },
    |call: &Self| operation::Split {
        cells: call.cells.clone(),
        limit: call.limit,
        sample: call.sample,
        seed: call.seed,
        list: call.list,
    }
);

question!(
    /// How hard is it?
    Rate, "rate", "Tells how hard a puzzle is for people.", "rating", Rated,
    {
        /// Scales of other programs that are asked as well: `se`, `sukaku`, `hodoku`.
        #[serde(default)]
        scales: Vec<KnownScale>,
        /// Are the paths wanted that they rate?
        #[serde(default)]
        paths: bool,
    },
    |call: &Self| operation::Rate {
        scales: call.scales.iter().map(|it| it.0).collect(),
        paths: call.paths,
        ..Default::default()
    }
);

question!(
    /// Is it right?
    Check, "check", "Checks a puzzle, or a filled grid, and names what is wrong with it.", "checking", Checked,
    {},
    |_: &Self| operation::Check { minimise: false }
);

question!(
    /// What could it do without?
    Minimise, "minimise", "Takes away givens and clues as long as the solution stays the only one.", "minimising", Checked,
    {},
    |_: &Self| operation::Check { minimise: true }
);

question!(
    /// The smallest rearrangement of an ordinary puzzle.
    Canonical, "canonical", "Writes the form that all rearrangements of an ordinary 9x9 puzzle share.", "rearranging", Converted,
    {},
    |_: &Self| operation::Canonical
);

/// None, one or more solutions?
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Solve {
    /// Are search nodes to be told?
    #[serde(default)]
    stats: bool,
}

impl Call for Solve {
    const NAME: &'static str = "solve";
    const ABOUT: &'static str = "Finds the solution and says whether it is the only one.";
    type Partial = Nothing;
    type Answer = Solved;

    fn answer(self, work: &mut Work<'_>) -> Result<Solved, Failure> {
        let opened = work.opened()?;
        let asked = Asked { stats: self.stats, ..work.asked(&opened) };
        work.ask("solving", &operation::Solve, &asked)
    }
}

/// What next?
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Hint {
    /// The player's grid; absent: as the puzzle itself has it.
    #[serde(default)]
    position: Option<Position>,
    /// How much is told: 1 the technique or the kind of clue, 2 where to look, 3 what to see there, 4 everything.
    #[serde(default = "everything")]
    level: u8,
    /// By which techniques.
    #[serde(default)]
    ways: Techniques,
}

fn everything() -> u8 {
    4
}

impl Call for Hint {
    const NAME: &'static str = "hint";
    const ABOUT: &'static str = "Tells what is wrong in the player's grid, or else the next step, in four levels.";
    type Partial = Nothing;
    type Answer = Hinted;

    fn answer(self, work: &mut Work<'_>) -> Result<Hinted, Failure> {
        let opened = work.opened()?;
        let progress = self.position.map(|p| p.progress(opened.compiled())).transpose()?;
        let asked = Asked { progress: progress.as_deref(), highlights: true, ..work.asked(&opened) };
        let operation = operation::Hint { ways: self.ways.ways()?, level: self.level.clamp(1, 4) };
        work.ask("looking for a step", &operation, &asked)
    }
}

/// Which steps can be made now?
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Steps {
    /// The player's grid; absent: as the puzzle itself has it.
    #[serde(default)]
    position: Option<Position>,
    /// Only steps about these cells; empty: any.
    #[serde(default)]
    cells: Vec<String>,
    /// Only steps about these digits, as they are written; empty: any.
    #[serde(default)]
    digits: Vec<String>,
    /// Are other ways to the same conclusion told?
    #[serde(default)]
    other_ways: bool,
    /// How many steps are looked for.
    #[serde(default)]
    most: Option<usize>,
    /// By which techniques.
    #[serde(default)]
    ways: Techniques,
}

impl Call for Steps {
    const NAME: &'static str = "steps";
    const ABOUT: &'static str = "Lists every step that can be made now.";
    type Partial = Nothing;
    type Answer = OrClash<Listed>;

    fn answer(self, work: &mut Work<'_>) -> Result<OrClash<Listed>, Failure> {
        let opened = work.opened()?;
        let progress = self.position.map(|p| p.progress(opened.compiled())).transpose()?;
        let asked = Asked { progress: progress.as_deref(), highlights: true, ..work.asked(&opened) };
        let mut ways = self.ways.ways()?;
        ways.steps = self.most.unwrap_or(ways.steps);
        let (cells, digits, other_ways) = (self.cells, self.digits, self.other_ways);
        work.ask("looking for steps", &operation::Steps { ways, cells, digits, other_ways }, &asked)
    }
}
