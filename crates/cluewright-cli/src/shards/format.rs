//! The formats of files of puzzles and of answers.

use clap::ValueEnum;
use cluewright::BadInput;
use std::path::Path;

/// The format of a file.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A table with a heading
    Csv,
    /// One JSON object per line
    Jsonl,
    /// Compressed columns (if the program was built with Parquet support)
    Parquet,
}

impl Kind {
    /// The file name extension of this format, without the dot.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
            Self::Parquet => "parquet",
        }
    }

    /// Fails if this program was built without support for the format.
    pub(crate) fn check(self) -> Result<(), BadInput> {
        if self == Self::Parquet && !cfg!(feature = "parquet") {
            return Err(BadInput::new("this program was built without Parquet support")
                .hint("`cargo install --path crates/cluewright-cli --features parquet` builds the program with Parquet support"));
        }
        Ok(())
    }
}

/// The format that a file name extension stands for; `None` for any other text file.
pub(crate) fn kind_of(file: &Path) -> Option<Kind> {
    match file.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "csv" => Some(Kind::Csv),
        "jsonl" | "ndjson" => Some(Kind::Jsonl),
        "parquet" => Some(Kind::Parquet),
        _ => None,
    }
}
