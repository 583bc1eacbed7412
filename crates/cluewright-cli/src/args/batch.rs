//! The options of `batch`.

use super::numbers::{part, seconds};
use crate::shards::format::Kind;
use clap::Args;
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(crate) struct Batch {
    /// What to do with each puzzle: solve, count, rate, explain, check, canonical, convert
    pub(crate) op: String,
    /// Files of puzzles: one puzzle per line, tables (CSV), JSON lines, Parquet; a folder means the files in it
    #[arg(long = "in", value_name = "FILE", required = true, num_args = 1..)]
    pub(crate) inputs: Vec<PathBuf>,
    /// The folder for the answers, with one file in out/ for each file of puzzles
    #[arg(long = "out", value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Process only every N-th file, beginning with the I-th (from 1), so that N processes share the work and the folder
    #[arg(long, value_name = "I/N", value_parser = part)]
    pub(crate) shard: Option<(usize, usize)>,
    /// Continue a stopped run; finished files are left as they are
    #[arg(long)]
    pub(crate) resume: bool,
    /// The format of the answers: csv, jsonl, parquet; default: the format of the first input file if possible, otherwise csv
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) write: Option<Kind>,
    /// The column or field that contains the puzzle; by default it is detected
    #[arg(long, value_name = "NAME")]
    pub(crate) field: Option<String>,
    /// The format of the puzzles; by default it is detected
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// The format that `convert` writes
    #[arg(long, value_name = "FORMAT", default_value = "clue")]
    pub(crate) to: String,
    /// The number of solutions at which `count` stops; 0: no limit
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) limit: u64,
    /// Scales of other programs on which `rate` also rates each puzzle: se, sukaku, hodoku
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) scale: Vec<String>,
    /// Add rules: names, with arguments if the rule takes any, or files in the rule language
    #[arg(long, value_name = "R")]
    pub(crate) rules: Vec<String>,
    /// Give up on a puzzle after this many search nodes (the same on every machine); 0: no limit
    #[arg(long, value_name = "N", default_value_t = 1_000_000, help_heading = "Limits")]
    pub(crate) nodes: u64,
    /// Give up on a puzzle after this many seconds; answers may then differ from machine to machine
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Limits")]
    pub(crate) timeout: Option<f64>,
    /// Threads to use; 0 means all cores
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, help_heading = "Limits")]
    pub(crate) threads: usize,
    /// Print no progress and no remarks
    #[arg(long, short)]
    pub(crate) quiet: bool,
}
