//! A puzzle as data: the parts that a page shows next to the picture, and that the user can change.

use super::{CandidateReport, Understood, Unread, Word};
use crate::compiled::Compiled;
use crate::why::Part;
use cluewright_core::{Cell, ClueTree};
use cluewright_formats::{Note, NoteKind};
use cluewright_logic::State;
use serde::{Deserialize, Serialize};

/// A puzzle as it was read.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PuzzleReport {
    /// The puzzle's title; may be empty.
    pub title: String,
    /// The puzzle's author; may be empty.
    pub author: String,
    /// The setter's rules in prose; may be empty.
    pub text: String,
    /// The id of the format that the puzzle was read from.
    pub format: Word,
    /// The number of rows of the plane that contains the cells.
    pub rows: u16,
    /// The number of columns of the plane that contains the cells.
    pub columns: u16,
    /// The names of all cells: first those of the grid in reading order, then the extra cells.
    pub cells: Vec<String>,
    /// The lowest digit.
    pub first: i32,
    /// The number of different digits.
    pub digits: u8,
    /// The symbol of each digit; if absent, digits are shown as numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// The givens; several entries for one cell restrict the cell to these digits.
    pub givens: Vec<CandidateReport>,
    /// The player's digits and marks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<WrittenReport>,
    /// The houses: rows, columns, regions and all other sets of cells that contain every digit exactly once.
    pub houses: Vec<HouseReport>,
    /// The rules that apply to the whole grid.
    pub rules: Vec<RuleUse>,
    /// The sentences of all the puzzle's rules, including the rules of clues, each once.
    pub says: Vec<String>,
    /// The puzzle's clues.
    pub clues: Vec<ClueReport>,
    /// The puzzle as a `.clue` file; absent if the format `.clue` cannot express the puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clue: Option<String>,
    /// Whether the puzzle has a complete recorded solution.
    pub solution: bool,
    /// Whether fog hides cells from the player.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fog: bool,
    /// Notes on how the puzzle was read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<NoteReport>,
    /// The parts of the puzzle that were not understood.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread: Option<Unread>,
    /// How the puzzle's text was read, sentence by sentence; absent if the puzzle has neither text nor drawings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub understood: Option<Understood>,
}

/// The contents of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct WrittenReport {
    /// The cell's name.
    pub cell: String,
    /// The digit in the cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digit: Option<i32>,
    /// The player's pencil marks in the cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<i32>,
}

impl WrittenReport {
    /// The contents of all cells in a position of a path: the digits placed, and the remaining candidates of all other cells.
    pub fn all(compiled: &Compiled, state: &State) -> Vec<Self> {
        let model = compiled.model();
        let one = |cell| {
            let digits = compiled.digits(cell, state.board.values(cell));
            let placed = state.placed.contains(cell) && digits.len() == 1;
            let (digit, marks) = if placed { (digits.first().copied(), Vec::new()) } else { (None, digits) };
            Self { cell: model.cell_name(cell), digit, marks }
        };
        model.answer_cells().map(one).collect()
    }
}

/// A house: a set of cells that contain every digit exactly once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HouseReport {
    /// The name of the house, such as `row 1`.
    pub name: String,
    /// The cells of the house.
    pub cells: Vec<String>,
}

/// A rule that applies to the whole grid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RuleUse {
    /// The rule's name.
    pub rule: String,
    /// The rule with its options, as in a `.clue` file.
    pub written: String,
    /// The rule in one sentence; may be empty.
    pub about: String,
}

/// A clue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ClueReport {
    /// The name of the clue's rule; if clues are combined by `all`, `any` or `not`, the rule of the first clue.
    pub rule: String,
    /// The clue's name, for people.
    pub name: String,
    /// The clue as in a `.clue` file.
    pub written: String,
    /// The cells of the clue, each once.
    pub cells: Vec<String>,
}

/// A note on how a puzzle was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NoteReport {
    /// `unknown`: something is not understood, so answers may be wrong; `guess`: a drawing or sentence was read as a clue or
    /// rule; `lost`: something could not be expressed; `decoration`: a drawing without a meaning; `info`.
    pub kind: Word,
    /// The note, as a sentence.
    pub text: String,
}

impl NoteReport {
    /// Makes the report from a note.
    pub fn new(note: &Note) -> Self {
        let kind = match note.kind {
            NoteKind::Info => "info",
            NoteKind::Guess => "guess",
            NoteKind::Decoration => "decoration",
            NoteKind::Lost => "lost",
            NoteKind::Unknown => "unknown",
        };
        Self { kind: kind.into(), text: note.text.clone() }
    }
}

impl PuzzleReport {
    /// Describes a puzzle, with the format that it was read from and the notes on how it was read.
    ///
    /// ```
    /// use cluewright::report::PuzzleReport;
    /// use cluewright::{Compiled, formats};
    /// let read = formats::read("grid: 4x4\nkiller-cage r1c1 r1c2 total 3\n")?;
    /// let report = PuzzleReport::of(&Compiled::new(read.puzzle)?, "clue", &[]);
    /// assert_eq!((report.rows, report.cells[5].as_str(), report.houses[4].name.as_str()), (4, "r2c2", "column 1"));
    /// assert_eq!(report.clues[0].name, "the cage 3 at r1c1");
    /// assert_eq!(report.clues[0].written, "killer-cage r1c1 r1c2 total 3");
    /// # Ok::<(), cluewright::Error>(())
    /// ```
    pub fn of(compiled: &Compiled, format: &'static str, notes: &[Note]) -> Self {
        let (puzzle, model) = (compiled.puzzle(), compiled.model());
        let named = |cells: &[Cell]| -> Vec<String> { cells.iter().map(|&c| model.cell_name(c)).collect() };
        // For each clue, the name that the clue's rule gives it, indexed depth first through clue trees.
        let mut called: Vec<Option<String>> = Vec::new();
        for (i, origin) in (0..).zip(model.origins()) {
            let Some(clue) = origin.clue.and_then(|c| usize::try_from(c).ok()) else { continue };
            if called.len() <= clue {
                called.resize(clue + 1, None);
            }
            called[clue].get_or_insert_with(|| model.origin_text(cluewright_core::OriginId(i)));
        }
        let mut at = 0;
        let clue = |(i, tree): (usize, &ClueTree)| {
            let part = Part::Clue(i);
            let all = tree.clues();
            let name = match tree {
                ClueTree::One(_) => called.get(at).cloned().flatten(),
                _ => None,
            };
            at += all.len();
            ClueReport {
                rule: all.first().map_or_else(String::new, |c| c.rule.clone()),
                name: name.unwrap_or_else(|| part.name(puzzle)),
                written: cluewright_formats::clue_text(puzzle, tree),
                cells: part.cells(puzzle).iter().map(|&c| puzzle.cell_name(c)).collect(),
            }
        };
        let clues = puzzle.clues.iter().enumerate().map(clue).collect();
        let house = |set: &cluewright_core::model::DifferentSet| {
            set.house.then(|| HouseReport { name: model.origin_text(set.origin), cells: named(&set.cells) })
        };
        let rule = |rule: &cluewright_core::Clue| RuleUse {
            rule: rule.rule.clone(),
            written: cluewright_formats::rule_text(puzzle, rule),
            about: compiled.rules().rule(&rule.rule).map_or_else(String::new, |known| {
                cluewright_english::about_used(known, rule, compiled.rules()).into_owned()
            }),
        };
        let given = |given: &cluewright_core::puzzle::Given| {
            let cell = puzzle.cell_name(given.cell);
            given.digits.iter().map(move |&value| CandidateReport { cell: cell.clone(), value }).collect::<Vec<_>>()
        };
        let wrote = |entry: &cluewright_core::puzzle::Progress| WrittenReport {
            cell: puzzle.cell_name(entry.cell),
            digit: entry.placed,
            marks: entry.marks.clone(),
        };
        Self {
            title: puzzle.title.clone(),
            author: puzzle.author.clone(),
            text: puzzle.text.clone(),
            format: format.into(),
            rows: puzzle.shape.height(),
            columns: puzzle.shape.width(),
            cells: Cell::all(puzzle.cell_count()).map(|c| puzzle.cell_name(c)).collect(),
            first: puzzle.digits.first,
            digits: puzzle.digits.count,
            labels: puzzle.labels.clone(),
            givens: puzzle.givens.iter().flat_map(given).collect(),
            written: puzzle.progress.iter().map(wrote).collect(),
            houses: model.sets().iter().filter_map(house).collect(),
            rules: puzzle.rules.iter().map(rule).collect(),
            says: cluewright_english::sentences(compiled.rules(), puzzle),
            clues,
            clue: cluewright_formats::by_id("clue").and_then(|f| f.write(puzzle)).ok().map(|(text, _)| text),
            solution: puzzle.solution.len() >= puzzle.shape.len() && puzzle.solution.iter().all(Option::is_some),
            fog: puzzle.fog.is_some(),
            notes: notes.iter().map(NoteReport::new).collect(),
            unread: Unread::of(compiled),
            understood: Some(Understood::of(compiled))
                .filter(|read| !read.sentences.is_empty() || !read.figures.is_empty()),
        }
    }
}
