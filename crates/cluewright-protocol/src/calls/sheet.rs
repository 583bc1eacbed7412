//! `sheet`: lays out puzzles on paper.

use crate::call::{Call, Nothing};
use crate::message::{Code, Failure};
use crate::work::Work;
use cluewright::reader::{Reader, Reading};
use cluewright::sheet::{self, SheetOptions};
use serde::Serialize;

cluewright::question! {
    /// Lays out puzzles for printing, as a PDF with titles, rules, levels and solutions.
    pub(crate) struct Sheet = "sheet" {
        /// The puzzles, each in any format.
        puzzles: Vec<String>,
    }
    with {
        /// The layout.
        how: SheetOptions
    }
}

/// The answer to `sheet`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Sheets {
    /// The PDF file, which contains only ASCII characters.
    pdf: String,
    /// The number of pages.
    pages: usize,
    /// The numbers of the puzzles without a solution page, from 1: no unique solution was found for them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unsolved: Vec<usize>,
}

impl Call for Sheet {
    const NEEDS_PUZZLE: bool = false;
    const REPLACES: bool = false;
    type Partial = Nothing;
    type Answer = Sheets;

    fn answer(self, work: &mut Work<'_>) -> Result<Sheets, Failure> {
        self.how.check()?;
        if self.puzzles.is_empty() {
            return Err(Failure::new(Code::BadRequest, "`puzzles` is empty").hint("give at least one puzzle"));
        }
        let reader = Reader::of(&Reading::default())?;
        let mut sheets = Vec::new();
        for (i, text) in self.puzzles.iter().enumerate() {
            let share = i as f64 / self.puzzles.len() as f64;
            work.progress(share, || format!("puzzle {}", i + 1));
            let sheet = work.limited("solving", |limits| {
                let stop = limits.stop.expect("work can be stopped");
                let (compiled, _) = reader.read(text, stop).map_err(|error| {
                    let wrong = Failure::from(error);
                    Failure { message: format!("puzzle {}: {}", i + 1, wrong.message), ..wrong }
                })?;
                Ok::<_, Failure>(sheet::Sheet::new(compiled, &self.how, limits))
            })?;
            sheets.push(sheet);
        }
        let unsolved =
            |(i, sheet): (usize, &sheet::Sheet)| (self.how.solutions && !sheet.has_solution()).then_some(i + 1);
        let unsolved = sheets.iter().enumerate().filter_map(unsolved).collect();
        let pages = work
            .limited("drawing", |limits| sheet::pages(&sheets, &self.how, limits.stop.expect("work can be stopped")))?;
        Ok(Sheets { pdf: pages.to_pdf(self.how.name()), pages: pages.count(), unsolved })
    }
}
