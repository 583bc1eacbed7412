//! `convert`: a puzzle in another format.

use super::{Asked, Operation, Seen};
use crate::report::{Answer, Converted};
use cluewright_core::BadInput;
use cluewright_formats::{Format, Note, NoteKind};
use cluewright_search::Limits;
use cluewright_search::classic::canonical;

/// The puzzle in another format.
#[derive(Clone, Copy)]
pub struct Convert {
    /// The format.
    pub format: &'static dyn Format,
}

/// The smallest rearrangement of an ordinary puzzle, as a line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Canonical;

fn converted(format: &str, text: String, notes: Vec<Note>) -> Answer {
    let lost: Vec<String> = notes.into_iter().filter(|n| n.kind == NoteKind::Lost).map(|n| n.text).collect();
    Answer::Converted(Converted { format: format.to_owned(), text, lost, changed: false })
}

impl Operation for Convert {
    fn ask(&self, asked: &Asked<'_>, limits: &Limits<'_>) -> Result<Answer, BadInput> {
        let (text, notes) = asked.compiled.write(self.format, limits)?;
        Ok(converted(self.format.info().id, text, notes))
    }
}

impl Operation for Canonical {
    fn ask(&self, asked: &Asked<'_>, limits: &Limits<'_>) -> Result<Answer, BadInput> {
        let (puzzle, _) = crate::canonical::canonical(asked.compiled, limits)?;
        let (text, notes) = cluewright_formats::by_id("line")?.write(&puzzle)?;
        Ok(converted("canonical", text, notes))
    }

    fn look(&self) -> Option<u64> {
        Some(2)
    }

    fn seen(&self, seen: &mut Seen<'_>) -> Option<Answer> {
        let grid = seen.unique()?;
        let form = canonical(grid)?;
        let mut puzzle = *grid;
        for (d, &b) in puzzle.iter_mut().zip(seen.line) {
            *d = if b == b'.' { 0 } else { b - b'0' };
        }
        let text = form.puzzle(&puzzle).iter().map(|&d| if d == 0 { '.' } else { char::from(b'0' + d) }).collect();
        Some(converted("canonical", text, Vec::new()))
    }
}
