//! `import`: splits text into puzzles.

use crate::call::{Call, Nothing};
use crate::message::Failure;
use crate::work::Work;
use cluewright::formats;
use cluewright::formats::records::{RecordOptions, Records};
use cluewright::report::NoteReport;
use serde::Serialize;

cluewright::question! {
    /// Reads text that contains one or more puzzles (lines, tables, JSON lines), without solving any.
    pub(crate) struct Import = "import" {
        /// The text to read.
        text: String,
        /// The number of puzzles to skip.
        skip: usize = 0,
        /// The maximum number of puzzles to return.
        most: usize = 100,
    }
}

/// The answer to `import`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Imported {
    puzzles: Vec<OneOfMany>,
    /// Whether the text contains more puzzles after those in this answer.
    more: bool,
}

/// One of the puzzles in the text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OneOfMany {
    /// The text of the puzzle.
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'static str>,
    #[serde(skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    author: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteReport>,
    /// The reason why the text cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<String>,
}

impl Call for Import {
    const NEEDS_PUZZLE: bool = false;
    const REPLACES: bool = false;
    type Partial = Nothing;
    type Answer = Imported;

    fn answer(self, work: &mut Work<'_>) -> Result<Imported, Failure> {
        let mut records = Records::open(self.text.as_bytes(), &RecordOptions::default())?.skip(self.skip);
        let mut puzzles = Vec::new();
        for record in records.by_ref().take(self.most.min(MOST)) {
            if work.is_cancelled() {
                break;
            }
            let mut one = OneOfMany {
                text: String::new(),
                format: None,
                title: String::new(),
                author: String::new(),
                notes: Vec::new(),
                wrong: None,
            };
            match record.text.and_then(|text| {
                one.text = text;
                formats::read(&one.text)
            }) {
                Ok(read) => {
                    one.format = Some(read.format.info().id);
                    one.title = read.puzzle.title;
                    one.author = read.puzzle.author;
                    one.notes = read.notes.iter().map(NoteReport::new).collect();
                }
                Err(error) => one.wrong = Some(error.to_string()),
            }
            puzzles.push(one);
        }
        Ok(Imported { puzzles, more: records.next().is_some() })
    }
}

/// The maximum number of puzzles in one answer.
const MOST: usize = 10_000;
