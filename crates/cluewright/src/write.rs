//! Writing a puzzle in a format, and holding what was written against the puzzle.
//!
//! A writer says what its format has no place for. What it forgets to say would be lost in silence, so the text is read
//! again and the facts of both models are compared: a writer needs no knowledge of rules for that, nor has it to be right.

use crate::compiled::Compiled;
use cluewright_core::model::Model;
use cluewright_core::{BadInput, Cell, ValueSet};
use cluewright_formats::{Format, Note, NoteKind};
use cluewright_rules::lower_until;
use cluewright_search::Limits;
use std::collections::{BTreeMap, BTreeSet};

impl Compiled {
    /// The puzzle in a format. A [`NoteKind::Lost`] note stands for whatever the text does not say, also where the writer
    /// itself missed it.
    ///
    /// Errors: the format cannot hold such a puzzle.
    ///
    /// ```
    /// use cluewright::{Compiled, Limits, formats};
    /// let compiled = Compiled::new(formats::read("grid: 4x4\nrules: classic, anti-king\ngiven r1c1 1\n")?.puzzle)?;
    /// let (text, notes) = compiled.write(formats::by_id("line")?, &Limits::none())?;
    /// assert_eq!(text, "1...............");
    /// assert!(notes[0].text.contains("anti-king"));
    /// # Ok::<(), cluewright::BadInput>(())
    /// ```
    pub fn write(&self, format: &dyn Format, limits: &Limits<'_>) -> Result<(String, Vec<Note>), BadInput> {
        let (text, mut notes) = format.write(self.puzzle())?;
        if notes.iter().any(|n| matches!(n.kind, NoteKind::Lost | NoteKind::Unknown)) {
            return Ok((text, notes));
        }
        let id = format.info().id;
        let stop = || limits.stop.is_some_and(|stop| stop());
        let again = cluewright_formats::read_as(id, &text).map_err(|e| BadInput::new(e.to_string())).and_then(|read| {
            if let Some(note) = read.notes.iter().find(|n| n.kind == NoteKind::Unknown) {
                return Err(BadInput::new(note.text.clone()));
            }
            if read.puzzle.definitions == self.puzzle().definitions {
                Ok(lower_until(self.rules(), &read.puzzle, &stop)?.model)
            } else {
                Ok(Self::until(read.puzzle, &[], &stop)?.into_model())
            }
        });
        let lost = match again {
            _ if stop() => return Err(BadInput::new("stopped while the text written was read again")),
            Ok(model) if Facts::of(&model) == Facts::of(self.model()) => return Ok((text, notes)),
            Ok(_) => "some of its rules, clues or cells: what is read back is not the same".to_owned(),
            Err(error) => format!("this puzzle: what is written does not read back ({error})"),
        };
        notes.push(Note::new(NoteKind::Lost, format!("the format {id} has no place for {lost}")));
        Ok((text, notes))
    }
}

/// What a model says, whatever the order in which it was said, and each thing once.
#[derive(PartialEq)]
struct Facts {
    /// By cell: its kind, first number, values, and the cell that holds what it counts for.
    cells: Vec<(String, i32, ValueSet, Cell)>,
    sets: BTreeSet<Vec<Cell>>,
    links: BTreeMap<(Cell, Cell), Vec<ValueSet>>,
    groups: BTreeSet<String>,
    constraints: BTreeSet<String>,
    impossible: bool,
}

impl Facts {
    fn of(model: &Model) -> Self {
        let board = model.board();
        let cells = (0u16..).map(Cell).zip(model.cells());
        let cells = cells
            .map(|(c, info)| (format!("{:?}", info.kind), info.first, board.values(c), model.value_cell(c)))
            .collect();
        let sorted = |cells: &[Cell]| {
            let mut cells = cells.to_vec();
            cells.sort_unstable();
            cells
        };
        let mut links: BTreeMap<(Cell, Cell), Vec<ValueSet>> = BTreeMap::new();
        for link in model.links() {
            let relation = model.relation(link.relation);
            let (pair, rows) = if link.a < link.b {
                ((link.a, link.b), relation.clone())
            } else {
                ((link.b, link.a), relation.transposed())
            };
            let all = links.entry(pair).or_default();
            if all.len() < rows.forbids.len() {
                all.resize(rows.forbids.len(), ValueSet::EMPTY);
            }
            all.iter_mut().zip(&rows.forbids).for_each(|(to, row)| *to |= *row);
        }
        for rows in links.values_mut() {
            while rows.last().is_some_and(|r| r.is_empty()) {
                rows.pop();
            }
        }
        links.retain(|_, rows| !rows.is_empty());
        let groups = model.posted_groups().iter().map(|g| {
            let mut candidates = g.candidates.clone();
            candidates.sort_unstable();
            format!("{:?} {candidates:?}", g.truth)
        });
        Self {
            cells,
            sets: model.sets().iter().map(|s| sorted(&s.cells)).collect(),
            links,
            groups: groups.collect(),
            constraints: model.constraints().iter().map(|p| format!("{:?}", p.kind)).collect(),
            impossible: model.impossible().is_some(),
        }
    }
}
