//! Cluewright's own puzzle file, `.clue`: a text format that people can type and read.
//!
//! `docs/clue-file.md` describes the format. A line with a colon after its first word is a heading (`grid: 9x9`), a line that
//! starts with `rule` begins the definition of a rule, and any other line is a clue. Lines that belong to another line are indented
//! below it. The order of lines does not matter.

use crate::{Format, FormatInfo, Likeness, Note};
use cluewright_core::{BadInput, ClueTree, Puzzle};

mod drawings;
mod grids;
mod read;
mod rows;
mod words;
mod write;

/// The format `clue`.
pub struct Clue;

static INFO: FormatInfo = FormatInfo {
    id: "clue",
    about: "Cluewright's own puzzle file: title, grid, givens, rules, clues",
    endings: &["clue"],
    writes: true,
    draws: false,
};

/// A clue of a puzzle, written as lines of a `.clue` file.
///
/// ```
/// let puzzle = cluewright_formats::read("grid: 4x4\nkiller-cage r1c1 r1c2 total 3\n")?.puzzle;
/// assert_eq!(cluewright_formats::clue_text(&puzzle, &puzzle.clues[0]), "killer-cage r1c1 r1c2 total 3");
/// # Ok::<(), cluewright_core::BadInput>(())
/// ```
pub fn clue_text(puzzle: &Puzzle, tree: &ClueTree) -> String {
    let mut out = String::new();
    write::clue_tree(&mut out, puzzle, tree, 0);
    out.trim_end().to_owned()
}

/// A rule of the whole grid as it is written in the line `rules:` of a `.clue` file.
pub fn rule_text(puzzle: &Puzzle, rule: &cluewright_core::Clue) -> String {
    write::clue(puzzle, rule)
}

impl Format for Clue {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let mut likeness = Likeness::No;
        for line in text.lines().take(200) {
            let heading = line.split_once(':').is_some_and(|(key, _)| read::KEYS.contains(&key));
            if heading || line.starts_with("rule ") {
                return Likeness::Sure("one of its lines begins like a line of a `.clue` file");
            }
            if line.split_once(": ").is_some_and(|(key, _)| key.chars().all(|c| c.is_ascii_lowercase() || c == '-')) {
                likeness = Likeness::Maybe("it has a line with a key and a colon");
            }
            let mut words = line.split_whitespace();
            if words.next().is_some_and(|w| w.starts_with(|c: char| c.is_ascii_lowercase()))
                && words.any(crate::cells::looks_like_cell)
            {
                likeness = Likeness::Maybe("it has a line with a rule's name and cells");
            }
        }
        likeness
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        read::read(text).map(|puzzle| (puzzle, Vec::new()))
    }

    fn write(&self, puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
        write::write(puzzle)
    }
}
