//! The command line: commands, arguments, options, and their help.

mod batch;
mod generate;
pub(crate) mod numbers;
mod shared;
mod typed_args;

pub(crate) use batch::Batch;
pub(crate) use generate::Generate;
pub(crate) use shared::{Bounds, Color, Output};
pub(crate) use typed_args::TypedArgs;

use clap::{Args, Parser, Subcommand, ValueEnum};
use cluewright::operation;
use numbers::{pixels, seconds};
use std::path::PathBuf;

const INPUTS: &str = "\
INPUT is a file, a folder, `-` for standard input, or the puzzle itself: 81 characters, a grid, pencil marks, a link.
A file with one puzzle per line (in any one-line format), a table with a heading (CSV) or JSON lines is a batch: the
answers are in the order of the puzzles. With --rules R but no INPUT, the puzzle is the empty grid with these rules.

Exit status: 0 done; 1 the answer is no (no solution, not unique, check failed, stuck); 2 wrong input or usage;
3 a limit was reached or the work was cancelled. Answers go to standard output, messages to standard error.";

/// Solves, explains, rates, makes and checks Sudoku and its variants.
#[derive(Parser, Debug)]
#[command(name = "cluewright", version, after_help = INPUTS, max_term_width = 110)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Whether drawings may be read as clues.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Guess {
    No,
    Yes,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Find the solution and check whether it is the only one
    Solve(Solve),
    /// Count the solutions; with --split, separately for every combination of values in some cells
    Count(Count),
    /// Show the candidates that are part of some solution
    Candidates(Candidates),
    /// Solve like a person, one step at a time, with the reason for each step
    Explain(Explain),
    /// List every step that is possible in the current position
    Steps(Steps),
    /// Point out errors in the player's grid or, if there are none, give the next step
    Hint(Hint),
    /// Rate how hard a puzzle is for people to solve
    Rate(Rate),
    /// Make new puzzles with exactly one solution
    Generate(Generate),
    /// Check a puzzle or a filled grid, and name any broken rules
    Check(Check),
    /// Write a puzzle in another format
    Convert(Convert),
    /// Show how a puzzle's text was read, sentence by sentence
    Read(Read),
    /// Answer a question about every puzzle in many files, writing to a folder that several processes can share
    Batch(Batch),
    /// Draw a puzzle, its solution or a step towards the solution
    Render(Render),
    /// Run a server on this machine for the browser page and for other programs
    Serve(Serve),
    /// List, show, lint and test rules, and start new ones
    #[command(subcommand)]
    Rules(Rules),
    /// List and show techniques
    #[command(subcommand)]
    Techniques(Techniques),
    /// Print the completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write the pages of all commands into a folder
    Man {
        /// The folder
        dir: Option<PathBuf>,
    },
}

/// The source of puzzles.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct Source {
    /// File, folder, `-`, or the puzzle itself
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<String>,
    /// Add rules: names from `rules list`, with arguments if the rule takes any (`leaper(down=1,right=3)`), or
    /// files in the rule language
    #[arg(long, value_name = "R,...", help_heading = "Input")]
    pub(crate) rules: Vec<String>,
    /// Remove a rule, even if it is part of a combined rule
    #[arg(long, value_name = "R,...", help_heading = "Input")]
    pub(crate) without: Vec<String>,
    /// The format of the input (clue, line, grid, ...); by default it is detected
    #[arg(long, value_name = "FORMAT", help_heading = "Input")]
    pub(crate) from: Option<String>,
    /// Read drawings as clues: `yes` reads all that look like clues, `no` reads none; the default is to read only those that the
    /// text or the solution confirms
    #[arg(long, value_name = "yes|no", help_heading = "Input")]
    pub(crate) guess: Option<Guess>,
    /// The output format, for commands that write the puzzle in another format
    #[arg(skip)]
    pub(crate) to: Option<String>,
    /// The number of rows and columns of the empty grid that is used if there is no INPUT
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..=64), help_heading = "Input")]
    pub(crate) size: u16,
}

/// Options for many puzzles.
#[derive(Args, Debug, Clone, Default)]
#[allow(clippy::struct_excessive_bools)] // switches of a command line
pub(crate) struct Many {
    /// The column of a table, or the field of JSON lines, that contains the puzzle; by default it is detected
    #[arg(long, value_name = "NAME", help_heading = "Many puzzles")]
    pub(crate) field: Option<String>,
    /// Skip the first N puzzles
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, help_heading = "Many puzzles")]
    pub(crate) skip: u64,
    /// Write the answers to FILE; until they are complete, they are in FILE.part
    #[arg(long, short = 'o', value_name = "FILE", help_heading = "Many puzzles")]
    pub(crate) output: Option<PathBuf>,
    /// Continue a stopped run with -o after its last complete answer
    #[arg(long, requires = "output", help_heading = "Many puzzles")]
    pub(crate) resume: bool,
    /// Start each line with its puzzle's line number (preceded by the file name if there are several files) and a tab
    #[arg(long, help_heading = "Many puzzles")]
    pub(crate) ids: bool,
    /// Write a table (CSV) with a heading; the other columns of an input table are kept
    #[arg(long, conflicts_with_all = ["json", "ids"], help_heading = "Many puzzles")]
    pub(crate) csv: bool,
    /// Leave times out of JSON, so that the same input gives the same output
    #[arg(long, help_heading = "Many puzzles")]
    pub(crate) no_times: bool,
}

/// Options of all commands on puzzles.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct Common {
    #[command(flatten)]
    pub(crate) source: Source,
    #[command(flatten)]
    pub(crate) many: Many,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args, Debug)]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) question: TypedArgs<operation::Count>,
    /// Estimate the number by random dives instead of counting
    #[arg(long, conflicts_with_all = ["split", "list"])]
    pub(crate) estimate: bool,
    /// Count the solutions separately for every combination of values in these cells: single cells (r1c1,r2c5; or A1,B5, where
    /// the letter is the row), a range (A1-A3), a row (r1), a column (c2) or a box (b3)
    #[arg(long, value_name = "CELLS", value_delimiter = ',')]
    pub(crate) split: Vec<String>,
    /// Examine N random combinations (with --split), or make N random dives (with --estimate)
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<u32>,
    /// The seed for all random choices
    #[arg(long, value_name = "S", default_value_t = 0, hide_default_value = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args, Debug)]
pub(crate) struct Candidates {
    #[command(flatten)]
    pub(crate) player: Player,
    #[command(flatten)]
    pub(crate) question: TypedArgs<operation::Candidates>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Until {
    /// Solve the whole grid, using trials where no easier technique works
    #[default]
    Solved,
    /// Stop where only a trial would help
    Stuck,
}

#[derive(Args, Debug)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) player: Player,
    /// The point at which to stop
    #[arg(long, value_enum, default_value_t = Until::Solved)]
    pub(crate) until: Until,
    #[command(flatten)]
    pub(crate) question: TypedArgs<operation::Explain>,
    /// Also write a page with a picture of each step into FOLDER (for a single puzzle)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) pictures: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The player's progress.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct Player {
    /// The player's own grid: a file or text with the digits (and pencil marks) filled in so far
    #[arg(long, value_name = "GRID")]
    pub(crate) grid: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Steps {
    #[command(flatten)]
    pub(crate) player: Player,
    #[command(flatten)]
    pub(crate) question: TypedArgs<operation::Steps>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args, Debug)]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) question: TypedArgs<operation::Hint>,
    #[command(flatten)]
    pub(crate) player: Player,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args, Debug)]
pub(crate) struct Rate {
    #[command(flatten)]
    pub(crate) player: Player,
    #[command(flatten)]
    pub(crate) question: TypedArgs<operation::Rate>,
    /// The techniques for the scale `se`: those of Sudoku Explainer 1.2.1, or the larger set of Sukaku Explainer
    #[arg(long, value_name = "NAME", default_value = "se121", value_parser = ["se121", "sukaku"])]
    pub(crate) profile: String,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args, Debug)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) question: TypedArgs<operation::Check>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args, Debug)]
pub(crate) struct Convert {
    /// The format to write; `canonical`: the lexicographically smallest equivalent of an ordinary 9x9 puzzle, on one line
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: String,
    /// Accept a lossy conversion: exit status 0 instead of 1
    #[arg(long)]
    pub(crate) lossy: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args, Debug)]
pub(crate) struct Read {
    #[command(flatten)]
    pub(crate) source: Source,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// The theme of a picture.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Picture {
    /// Black on white
    #[default]
    Light,
    /// Light on dark
    Dark,
    /// For paper: greys, no background
    Print,
    /// Thick lines, full colours
    Contrast,
}

/// Paper sizes.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Paper {
    /// 210 by 297 mm
    #[default]
    A4,
    /// 8.5 by 11 inches
    Letter,
    /// 8.5 by 14 inches
    Legal,
}

#[derive(Args, Debug)]
#[allow(clippy::struct_excessive_bools)] // switches of a command line
pub(crate) struct Render {
    /// Write the picture to FILE (.svg, .pdf or, if the program was built with PNG support, .png)
    #[arg(long, short = 'o', value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Show step N of the path that `explain` prints
    #[arg(long, value_name = "N", conflicts_with_all = ["solution", "candidates"])]
    pub(crate) step: Option<usize>,
    /// Show the candidates that the givens do not exclude
    #[arg(long, conflicts_with = "solution")]
    pub(crate) candidates: bool,
    /// Show the solution
    #[arg(long)]
    pub(crate) solution: bool,
    /// Write the title and rules under the grid
    #[arg(long)]
    pub(crate) words: bool,
    /// Lay out all puzzles on paper, N per page, with the solutions at the end: HTML to print, or FILE.pdf
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=20), conflicts_with_all = ["step", "solution", "candidates", "pixels", "words"])]
    pub(crate) sheet: Option<u16>,
    /// The paper size for --sheet
    #[arg(long, value_enum, default_value_t = Paper::A4, requires = "sheet")]
    pub(crate) paper: Paper,
    /// A title at the top of each sheet
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true, requires = "sheet")]
    pub(crate) title: String,
    /// Leave a line for a name and a date on each sheet
    #[arg(long, requires = "sheet")]
    pub(crate) names: bool,
    /// Put two pages on each side of the paper, in the order of a booklet folded in the middle
    #[arg(long, requires = "sheet")]
    pub(crate) booklet: bool,
    /// The theme
    #[arg(long, value_name = "THEME", value_enum, default_value_t = Picture::Light)]
    pub(crate) theme: Picture,
    /// The width in pixels
    #[arg(long, value_name = "N", value_parser = pixels)]
    pub(crate) pixels: Option<f64>,
    /// Print no remarks
    #[arg(long, short)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) source: Source,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Techniques {
    /// List the techniques, in the order in which they are tried
    List {
        #[command(flatten)]
        output: Output,
    },
    /// Describe a technique
    Show {
        /// The technique's id, its name or another common name
        name: String,
        #[command(flatten)]
        output: Output,
    },
}

#[derive(Subcommand, Debug)]
pub(crate) enum Rules {
    /// List the rules
    List {
        #[command(flatten)]
        output: Output,
    },
    /// Show the text of a rule
    Show {
        /// The rule
        name: String,
        #[command(flatten)]
        output: Output,
    },
    /// Check a file in the rule language
    Lint {
        /// The file, or `-`
        file: String,
        #[command(flatten)]
        output: Output,
    },
    /// Test the rules in a file on their examples (`passes "1234"` and `fails "1224"`)
    Test {
        /// The file, or `-`
        file: String,
        #[command(flatten)]
        output: Output,
    },
    /// Print a template for a new rule
    New {
        /// The rule's name: letters and digits, with `-` between words
        name: String,
    },
}

#[derive(Args, Debug)]
#[cfg_attr(not(feature = "serve"), allow(dead_code, reason = "parsed, but unused in programs without the server"))]
pub(crate) struct Serve {
    /// The port to listen on; 0 means any free port
    #[arg(long, value_name = "N", default_value_t = 2583)]
    pub(crate) port: u16,
    /// The address to listen on; if it is neither 127.0.0.1 nor `::1`, other machines can connect
    #[arg(long, value_name = "A", default_value = "127.0.0.1")]
    pub(crate) address: std::net::IpAddr,
    /// Also open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// The file of the puzzle library; default: a file in your data folder
    #[arg(long, value_name = "FILE", conflicts_with = "no_library")]
    pub(crate) library: Option<PathBuf>,
    /// Run without a puzzle library
    #[arg(long)]
    pub(crate) no_library: bool,
    /// Use the program `curl` to download puzzles if a link contains only an id (`SudokuPad`'s short links)
    #[arg(long)]
    pub(crate) fetch: bool,
    /// Answer the solver scripts of f-puzzles and `SudokuPad` on this port, usually 4545
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Solver for other pages")]
    pub(crate) fpuzzles_port: Option<u16>,
    /// The origin of another page that may connect to the solver port, such as `https://my.example`
    #[arg(long, value_name = "ORIGIN", requires = "fpuzzles_port", help_heading = "Solver for other pages")]
    pub(crate) allow: Vec<String>,
    /// Give up on a request after this many seconds; default: 60
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Limits")]
    pub(crate) timeout: Option<f64>,
    /// The number of requests that may run at the same time, and the number of threads for each; 0 means all cores
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, help_heading = "Limits")]
    pub(crate) threads: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
