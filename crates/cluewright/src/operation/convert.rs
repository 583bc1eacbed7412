//! `convert`: a puzzle in another format.

use super::{ClassicResult, Operation, PuzzleRequest};
use crate::error::Error;
use crate::question::{Choice, FormatId};
use crate::report::{Answer, Converted};
use crate::write::Written;
use cluewright_formats::{Note, NoteKind};
use cluewright_search::Limits;
use cluewright_search::classic::canonical;

crate::question! {
    /// Writes a puzzle in another format, and lists what the format cannot express.
    pub struct Convert = "export" {
        /// The format to write.
        to: FormatId,
        /// Accept a lossy conversion: if the text lacks rules or clues, the written puzzle may have other solutions than the
        /// original.
        lossy: bool = false,
    }
}

crate::question! {
    /// Writes the canonical form of an ordinary 9x9 puzzle, which all rearrangements of the puzzle share.
    pub struct Canonical = "canonical" {}
}

fn converted(format: &str, written: Written, lossy: bool) -> Answer {
    let (lost, others): (Vec<_>, Vec<_>) = written.notes.into_iter().partition(|n| n.kind == NoteKind::Lost);
    let texts = |notes: Vec<Note>| notes.into_iter().map(|n| n.text).collect();
    Answer::Converted(Converted {
        format: format.to_owned(),
        text: written.text,
        lost: texts(lost),
        notes: texts(others),
        changed: written.changes_solutions && !lossy,
    })
}

impl Operation for Convert {
    fn ask(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        let written = asked.compiled.write(self.to.0, limits)?;
        Ok(converted(self.to.name(), written, self.lossy))
    }

    fn heading(&self) -> &'static [&'static str] {
        HEADING
    }
}

const HEADING: &[&str] = &["text", "lost"];

impl Operation for Canonical {
    fn ask(&self, asked: &PuzzleRequest<'_>, limits: &Limits<'_>) -> Result<Answer, Error> {
        let (puzzle, _) = crate::canonical::canonical(asked.compiled, limits)?;
        let (text, notes) = cluewright_formats::by_id("line")?.write(&puzzle)?;
        Ok(converted("canonical", Written { text, notes, changes_solutions: false }, false))
    }

    fn classic_limit(&self) -> Option<u64> {
        Some(2)
    }

    fn answer_from_classic(&self, seen: &mut ClassicResult<'_>) -> Option<Answer> {
        let grid = seen.unique()?;
        let form = canonical(grid)?;
        let mut puzzle = *grid;
        for (d, &b) in puzzle.iter_mut().zip(seen.line) {
            *d = if b == b'.' { 0 } else { b - b'0' };
        }
        let text = form.puzzle(&puzzle).iter().map(|&d| if d == 0 { '.' } else { char::from(b'0' + d) }).collect();
        Some(converted("canonical", Written { text, notes: Vec::new(), changes_solutions: false }, false))
    }

    fn heading(&self) -> &'static [&'static str] {
        HEADING
    }
}
