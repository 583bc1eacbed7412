//! Options that several commands share: limits and output.

use super::numbers::seconds;
use clap::{Args, ValueEnum};

/// Limits on the work.
#[derive(Args, Debug, Clone, Copy, Default)]
pub(crate) struct Bounds {
    /// Give up on a puzzle after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Limits")]
    pub(crate) timeout: Option<f64>,
    /// Give up on a puzzle after this many search nodes (the same on every machine)
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, help_heading = "Limits")]
    pub(crate) nodes: u64,
    /// Threads to use; 0 means all cores
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, help_heading = "Limits")]
    pub(crate) threads: usize,
}

/// The form of the output.
#[derive(Args, Debug, Clone, Copy, Default)]
pub(crate) struct Output {
    /// Write one JSON object per puzzle, each on one line
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// Print only the answer: no drawing, no progress, no remarks
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,
    /// Use colours
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto, help_heading = "Output")]
    pub(crate) color: Color,
    /// Print statistics on the compiled puzzle and on the work to standard error
    #[arg(long, visible_alias = "stats", help_heading = "Output")]
    pub(crate) trace: bool,
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Color {
    /// Use colours only on a terminal, and only if `NO_COLOR` is not set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
