//! The options of `generate`.

use super::TypedArgs;
use super::shared::{Bounds, Output};
use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct Generate {
    /// Rules in addition to `classic`: names from `rules list`, with arguments if the rule takes any, or files
    #[arg(long, value_name = "R,...")]
    pub(crate) rules: Vec<String>,
    /// Use this puzzle's shape and rules, and the kinds, numbers and sizes of its clues
    #[arg(long, value_name = "INPUT")]
    pub(crate) like: Option<String>,
    /// Keep the clues of the puzzle in `--like`, and make new givens
    #[arg(long, requires = "like")]
    pub(crate) same_clues: bool,
    /// Remove a rule
    #[arg(long, value_name = "R,...")]
    pub(crate) without: Vec<String>,
    /// The number of rows and columns
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) size: u16,
    #[command(flatten)]
    pub(crate) question: TypedArgs<cluewright::generate::Generate>,
    /// The format to write: line, clue, ...; default: `line`, or `clue` for puzzles that a line cannot express
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    /// Accept texts that leave out rules or clues: exit status 0 instead of 1
    #[arg(long)]
    pub(crate) lossy: bool,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
    #[command(flatten)]
    pub(crate) output: Output,
}
