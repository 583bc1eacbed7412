//! What `generate` takes.

use super::numbers::range;
use super::shared::{Bounds, Output, scales};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use cluewright::BadInput;
use cluewright::generate::{Prefer, Symmetry};

/// A value by its name, of those that there are.
fn chosen<T: Clone + Send + Sync + 'static>(
    all: impl Iterator<Item = (&'static str, &'static str)>,
    read: fn(&str) -> Result<T, BadInput>,
) -> impl TypedValueParser<Value = T> {
    let capital = |about: &str| about[..1].to_uppercase() + &about[1..];
    PossibleValuesParser::new(all.map(|(name, about)| PossibleValue::new(name).help(capital(about))))
        .try_map(move |name| read(&name).map_err(|why| why.message))
}

/// Where regions come from.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Regions {
    /// Irregular ones, new ones for each puzzle
    Random,
}

#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools)] // switches of a command line
pub(crate) struct Generate {
    /// The rules: names as `rules list` has them, with arguments where a rule takes some, or files
    #[arg(long, value_name = "R,...", required_unless_present_any = ["like", "clues"])]
    pub(crate) rules: Vec<String>,
    /// Make clues of these rules, as many as are needed, or a number or range of them: `killer-cage=10..14,arrow`;
    /// `thermometer=3:4..6` is three of four to six cells, `white-dot=all` one wherever one is true
    #[arg(long, value_name = "RULE=A..B,...")]
    pub(crate) clues: Vec<String>,
    /// Take shape and rules from this puzzle, and kinds, numbers and sizes of its clues
    #[arg(long, value_name = "INPUT")]
    pub(crate) like: Option<String>,
    /// With `--like`: keep its clues as they are, and make new givens
    #[arg(long, requires = "like")]
    pub(crate) same_clues: bool,
    /// Take a rule away
    #[arg(long, value_name = "R,...")]
    pub(crate) without: Vec<String>,
    /// Rows and columns
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) size: u16,
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) count: u32,
    /// How many givens: a number or a range A..B; without it as few as can be
    #[arg(long, value_name = "A..B", value_parser = range)]
    pub(crate) givens: Option<(u32, u32)>,
    /// Every given is needed; where clues are made that is so anyway
    #[arg(long)]
    pub(crate) minimal: bool,
    /// Clues and givens that could be left out may stay
    #[arg(long, conflicts_with = "minimal")]
    pub(crate) not_minimal: bool,
    /// What is preferred where clues are made
    #[arg(long, value_name = "WHAT", default_value = "few-givens", value_parser = chosen(Prefer::all(), Prefer::read))]
    pub(crate) prefer: Prefer,
    /// Irregular regions
    #[arg(long, value_enum)]
    pub(crate) regions: Option<Regions>,
    /// How the places of givens and clues repeat
    #[arg(long, default_value = "none", value_parser = chosen(Symmetry::all(), Symmetry::read))]
    pub(crate) symmetry: Symmetry,
    /// How hard: a word as `rate` says it (beginner, easy, medium, hard, expert), or a number or a range A..B of the hardest
    /// step. With --scale a level or figures of that scale
    #[arg(long, value_name = "WORD|A..B")]
    pub(crate) difficulty: Option<String>,
    /// The scale that --difficulty is on: `cluewright` (beginner, easy, medium, hard, expert, or points), `hodoku` (easy, medium,
    /// hard, unfair, extreme, or a score), `se` (ER), `sukaku`
    #[arg(long, value_name = "NAME", requires = "difficulty", value_parser = scales())]
    pub(crate) scale: Option<String>,
    /// One puzzle of each solution grid, rearranged ones among them: no two are the same puzzle in another guise
    #[arg(long)]
    pub(crate) distinct: bool,
    /// A technique without which, and with all rated below it, there is no going on
    #[arg(long, value_name = "T")]
    pub(crate) technique: Option<String>,
    /// Techniques that must not be needed
    #[arg(long, value_name = "T,...", value_delimiter = ',')]
    pub(crate) avoid: Vec<String>,
    /// Seed: the same seed makes the same puzzles
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// The format to write: line, clue, ...; without it `line`, or `clue` where clues are made
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
    #[command(flatten)]
    pub(crate) output: Output,
}
