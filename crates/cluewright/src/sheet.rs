//! Puzzles on sheets of paper, to be printed by teachers, magazines and makers of booklets. [`cluewright_draw::Pages`] lays out the
//! pages; this module provides their contents.
//!
//! ```
//! use cluewright::{Compiled, Limits, formats, sheet::{Sheet, SheetOptions, pages}};
//! let how = SheetOptions { title: "Monday".to_owned(), names: true, ..SheetOptions::default() };
//! let compiled = Compiled::new(formats::read("12343412214343..")?.puzzle)?;
//! let sheet = Sheet::new(compiled, &how, &Limits::none());
//! let pages = pages(&[sheet], &how, &|| false)?;
//! // The puzzle, and its solution on a page of its own.
//! assert_eq!(pages.count(), 2);
//! assert!(pages.to_pdf("Monday").starts_with("%PDF-1.4"));
//! # Ok::<(), cluewright::Error>(())
//! ```

use crate::compiled::Compiled;
use crate::names::Named;
use crate::question::choices;
use crate::scale::OWN;
use crate::{picture, rate, solve};
use cluewright_core::{BadInput, Budget, Value};
use cluewright_draw::{Entry, Marks, Pages, Part, Scene, Theme};
use cluewright_search::{Limits, Verdict};
use std::borrow::Cow;

/// Paper to print on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
    /// 8.5 by 14 inches.
    Legal,
}

impl Paper {
    /// Width and height, in points (seventy-two to an inch).
    pub fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => (595.3, 841.9),
            Self::Letter => (612.0, 792.0),
            Self::Legal => (612.0, 1008.0),
        }
    }
}

/// The name and meaning of each paper size.
const PAPERS: [Named<Paper>; 3] = [
    (Paper::A4, "a4", "210 by 297 mm"),
    (Paper::Letter, "letter", "8.5 by 11 inches"),
    (Paper::Legal, "legal", "8.5 by 14 inches"),
];

choices!(Paper, PAPERS, "paper", "Paper");

crate::question! {
    /// The layout of puzzles on paper.
    pub struct SheetOptions = "sheet-options" {
        /// The number of puzzles per page.
        each: usize = 1,
        /// The paper size.
        paper: Paper = Paper::A4,
        /// A title at the top of each page.
        title: String = String::new(),
        /// Leave a line for a name and a date on each page.
        names: bool = false,
        /// Put the solutions on separate pages at the end.
        solutions: bool = true,
        /// Print the difficulty and the hardest technique of each puzzle.
        levels: bool = true,
        /// Put two pages on each side of the paper, in the order of a booklet folded in the middle.
        booklet: bool = false,
    }
}

/// The maximum number of puzzles per page.
const MOST: usize = 20;

impl SheetOptions {
    /// The document's name: its title, or `Sudoku` if there is no title.
    pub fn name(&self) -> &str {
        if self.title.is_empty() { "Sudoku" } else { &self.title }
    }

    /// Checks the options. Errors: there is no room for this many puzzles on a page.
    pub fn check(&self) -> Result<(), BadInput> {
        if (1..=MOST).contains(&self.each) {
            return Ok(());
        }
        Err(BadInput::new(format!("{} puzzles on a page", self.each))
            .hint(format!("a page can have from 1 to {MOST} puzzles")))
    }
}

/// A puzzle to be printed.
pub struct Sheet {
    compiled: Compiled,
    solution: Option<Answer>,
    note: String,
}

/// The solution of a puzzle.
enum Answer {
    /// The recorded solution.
    Recorded(Vec<Marks>),
    /// The solution found by search.
    Found(Vec<Value>),
}

impl Sheet {
    /// Computes the texts and the solution of a puzzle, within the limits.
    pub fn new(compiled: Compiled, how: &SheetOptions, limits: &Limits<'_>) -> Self {
        let recorded = || recorded(&compiled).map(Answer::Recorded);
        let found = || match solve(&compiled, limits).value {
            Verdict::Unique(values) => Some(Answer::Found(values)),
            _ => None,
        };
        let solution = how.solutions.then(|| recorded().or_else(found)).flatten();
        let stop = || limits.stop.is_some_and(|stop| stop());
        let rated = how.levels.then(|| OWN.rate(&compiled, &stop).ok()).flatten();
        // The path also gives the name of the hardest step.
        let hardest = rated.as_ref().and_then(|_| rate(&compiled, limits).ok()?.name);
        let words = [rated.and_then(|rated| rated.word).map(Cow::into_owned), hardest];
        let note = words.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        Self { compiled, solution, note }
    }

    /// Whether the puzzle has a solution that can be shown.
    pub fn has_solution(&self) -> bool {
        self.solution.is_some()
    }
}

/// The recorded solution, if it is complete.
fn recorded(compiled: &Compiled) -> Option<Vec<Marks>> {
    let puzzle = compiled.puzzle();
    let first = i64::from(puzzle.digits.first);
    let mark = |number: &Option<i32>| {
        let digit = u8::try_from(i64::from((*number)?) - first).ok()?;
        Some(Marks { digit: Some(digit), ..Marks::default() })
    };
    let cells = puzzle.solution.get(..puzzle.shape.len()).filter(|cells| !cells.is_empty())?;
    // A recorded solution has no values for extra cells; only a search finds them.
    if puzzle.extra.iter().any(|extra| extra.shown) || !compiled.extra().is_empty() {
        return None;
    }
    cells.iter().map(mark).collect()
}

fn scene<'s>(sheet: &'s Sheet, prefix: String, stop: &'s dyn Fn() -> bool) -> Scene<'s> {
    Scene { theme: Theme::Print, prefix, budget: Budget::until(stop), ..picture::scene(&sheet.compiled) }
}

/// Lays out the pages: first the puzzles, each with its title, difficulty and rules; then the solutions.
///
/// Errors: the options are invalid, or the stop signal came.
pub fn pages(sheets: &[Sheet], how: &SheetOptions, stop: &dyn Fn() -> bool) -> Result<Pages, BadInput> {
    how.check()?;
    let alone = sheets.len() == 1;
    let (mut asked, mut answered) = (Vec::new(), Vec::new());
    for (i, sheet) in sheets.iter().enumerate() {
        let (title, rules) = picture::words(&sheet.compiled);
        let number = if alone { String::new() } else { format!("{}. ", i + 1) };
        let shown = scene(sheet, format!("p{}-", i + 1), stop);
        asked.push(Entry { scene: shown, heading: format!("{number}{title}"), note: sheet.note.clone(), rules });
        let mut shown = scene(sheet, format!("s{}-", i + 1), stop);
        match &sheet.solution {
            None => continue,
            Some(Answer::Recorded(marks)) => shown.board.clone_from(marks),
            Some(Answer::Found(values)) => picture::put_solution(&mut shown, &sheet.compiled, values),
        }
        answered.push(Entry { scene: shown, heading: number, note: String::new(), rules: String::new() });
    }
    let mut puzzles = Part::puzzles(asked, how.each);
    puzzles.title.clone_from(&how.title);
    if how.names {
        puzzles.blanks = vec!["Name".to_owned(), "Date".to_owned()];
    }
    let title = if how.title.is_empty() { "Solutions".to_owned() } else { format!("Solutions: {}", how.title) };
    let pages = Pages::new(how.paper.size(), &[puzzles, Part::solutions(title, answered)]);
    if stop() {
        return Err(BadInput::stopped("stopped while pictures were drawn"));
    }
    Ok(if how.booklet { pages.booklet() } else { pages })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recorded_solution_goes_before_one_that_is_looked_for() {
        let how = SheetOptions { levels: false, ..SheetOptions::default() };
        // A puzzle with several solutions has no solution to show; a recorded solution is shown all the same.
        let read = |text: &str| Compiled::new(cluewright_formats::read(text).unwrap().puzzle).unwrap();
        let open = read("grid: 4x4\n");
        assert!(!Sheet::new(open, &how, &Limits::none()).has_solution());
        let known = read("grid: 4x4\nsolution: 1234341221434321\n");
        let sheet = Sheet::new(known, &how, &Limits::none());
        let Some(Answer::Recorded(marks)) = sheet.solution else { panic!("it is recorded") };
        assert_eq!(marks[1].digit, Some(1));
    }
}
