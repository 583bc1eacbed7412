//! One puzzle of many, and what is asked of a text of them.

use cluewright_core::BadInput;
use std::io::BufReader;
use std::sync::Arc;

/// Lines of a text's beginning that are looked at.
pub(super) const LOOKED_AT: usize = 10;

/// What the caller knows about a text of records.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// The id of the format all puzzles are in; without it each puzzle's is found out.
    pub from: Option<String>,
    /// The column of a table, or the field of JSON objects, that holds the puzzle; without it the first one that does.
    pub field: Option<String>,
}

/// One puzzle of many, not read yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The number of the line at which it begins, from 1; 0 for a text that is one record.
    pub line: u64,
    /// Its text, or why it cannot be had.
    pub text: Result<String, BadInput>,
    /// What it stands in, when there are several texts: [`Records::named`](super::Records::named).
    pub name: Option<Arc<str>>,
    /// The name of the column, or field, that the text stood in.
    pub field: Option<Arc<str>>,
    /// The other columns of its row, or fields of its object: their names and what they hold.
    pub columns: Vec<(Arc<str>, String)>,
}

impl Record {
    /// A record with nothing beside it.
    pub fn new(line: u64, text: Result<String, BadInput>) -> Self {
        Self { line, text, name: None, field: None, columns: Vec::new() }
    }
}

/// What was looked at, and the rest.
pub(super) type Source<R> = BufReader<std::io::Chain<std::io::Cursor<Vec<u8>>, R>>;

/// Is this line a remark, blank, or one that tells a spreadsheet what parts its columns?
pub(super) fn is_passed_over(line: &str) -> bool {
    let bare = line.trim();
    bare.is_empty() || bare.starts_with('#') || (bare.len() == 5 && bare.starts_with("sep="))
}

/// Reading itself failed.
pub(super) fn broken(error: std::io::Error) -> BadInput {
    BadInput::new(format!("reading failed: {error}"))
}
