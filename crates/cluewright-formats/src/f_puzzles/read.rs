//! Reads the JSON: grid, marks and solution, then every key that is the name of a rule.

use super::data::{INFO, drawn_kind, is_clue};
use super::drawings::{Clued, drawing};
use crate::foreign;
use crate::notes::Notes;
use crate::objects::{Gatherer, is_empty, number};
use crate::recorded::take_solution;
use crate::scl::fog::{self, FOG};
use crate::{Note, NoteKind};
use cluewright_core::error::place_number;
use cluewright_core::puzzle::{Foreign, Given, Progress};
use cluewright_core::shape::usual_box;
use cluewright_core::{BadInput, Cell, Clue, Puzzle, Shape, Sort};
use serde_json::Value;

/// Keys that are not clues: the grid, texts, and settings of editors and solvers.
const NO_CLUES: &[&str] = &[
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "successMessage",
    "highlightConflicts",
    "disabledlogic",
    "truecandidatesoptions",
];

/// The fields of a cell that hold its contents or the player's entries.
const CELL_FIELDS: &[&str] =
    &["value", "given", "givenPencilMarks", "centerPencilMarks", "cornerPencilMarks", "region", "highlight"];

/// The fields of a clue that only describe its appearance, or the program that wrote the clue.
const LOOKS: &[&str] = &[
    "fromConstraint",
    "isNewConstraint",
    "isLLConstraint",
    "fromRangskSolver",
    "outlineC",
    "baseC",
    "fontC",
    "width",
    "height",
    "size",
    "angle",
];

struct Reader {
    puzzle: Puzzle,
    notes: Notes,
    /// The names of cell fields that do not stand for rules, each with the number of cells that have the field.
    painted: Vec<(String, usize)>,
}

pub(super) fn read_json(text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
    let value: Value = serde_json::from_str(text).map_err(|e| {
        BadInput::new("the JSON is broken")
            .at(place_number(e.line()), place_number(e.column().max(1)))
            .hint(e.to_string())
    })?;
    let Value::Object(top) = value else { return Err(BadInput::new("this JSON is not an f-puzzles puzzle")) };
    let size = top.get("size").and_then(number).and_then(|n| u8::try_from(n).ok()).filter(|n| (1..=64).contains(n));
    let Some(n) = size else {
        return Err(BadInput::new("the puzzle has no `size`").hint("expected a number from 1 to 64"));
    };
    let mut puzzle = Puzzle::new(Shape::square(n.into())?, n);
    puzzle.rules.push(Clue::new("classic", Vec::new()));
    let words = |key: &str| top.get(key).and_then(Value::as_str).unwrap_or("").trim().to_owned();
    puzzle.title = words("title");
    puzzle.author = words("author");
    puzzle.text = words("ruleset");
    let mut reader = Reader { puzzle, notes: Notes::default(), painted: Vec::new() };
    reader.cells(top.get("grid"), n)?;
    reader.solution(top.get("solution"), n.into());
    for (field, count) in std::mem::take(&mut reader.painted) {
        reader.note(NoteKind::Decoration, format!("the `{field}` of {count} cells has no known meaning"));
    }
    let clued = Clued::of(&top);
    for (key, value) in &top {
        if !NO_CLUES.contains(&key.as_str()) && !is_empty(value) {
            reader.key(key, value, &clued)?;
        }
    }
    if let Some(fog) = fog::of_keys(&top, &reader.puzzle.shape) {
        fog::add(&mut reader.puzzle, fog);
    }
    take_solution(&mut reader.puzzle, false);
    // This format groups drawings by kind, so sort the puzzle's drawings by kind, too.
    reader.puzzle.drawings.order_by_key(|d| d.kind);
    reader.puzzle.foreign = Some(Foreign { format: INFO.id.to_owned(), text: text.to_owned() });
    Ok((reader.puzzle, reader.notes.into_list()))
}

impl Reader {
    fn note(&mut self, kind: NoteKind, text: impl Into<String>) {
        self.notes.push(kind, text);
    }

    /// Counts a cell with a field that does not stand for a rule.
    fn painted(&mut self, field: &str) {
        match self.painted.iter_mut().find(|(known, _)| known == field) {
            Some((_, count)) => *count += 1,
            None => self.painted.push((field.to_owned(), 1)),
        }
    }

    pub(super) fn cells(&mut self, grid: Option<&Value>, n: u8) -> Result<(), BadInput> {
        let boxes = usual_box(n.into()).unwrap_or((1, n.into()));
        let n = usize::from(n);
        let rows = grid.and_then(Value::as_array).ok_or_else(|| BadInput::new("the puzzle has no `grid`"))?;
        let bad_size = |what: String| Err(BadInput::new(what).hint(format!("`size` says {n}")));
        if rows.len() != n {
            return bad_size(format!("the grid has {} rows", rows.len()));
        }
        let mut regions: Vec<(i64, Vec<Cell>)> = Vec::new();
        let mut usual = true;
        for (r, row) in rows.iter().enumerate() {
            let row = row.as_array().filter(|row| row.len() == n);
            let Some(row) = row else { return bad_size(format!("row {} of the grid does not have {n} cells", r + 1)) };
            for (c, entry) in row.iter().enumerate() {
                let cell = Cell::at(r * n + c);
                let own = (r / boxes.0 as usize * (n / boxes.1 as usize) + c / boxes.1 as usize) as i64;
                let region = match entry.get("region") {
                    None => Some(own),
                    Some(value) => number(value),
                };
                usual &= region == Some(own);
                if let Some(region) = region {
                    match regions.iter_mut().find(|(id, _)| *id == region) {
                        Some((_, cells)) => cells.push(cell),
                        None => regions.push((region, vec![cell])),
                    }
                }
                self.cell(cell, entry)?;
                for (field, _) in entry
                    .as_object()
                    .into_iter()
                    .flatten()
                    .filter(|(f, v)| !is_empty(v) && !CELL_FIELDS.contains(&f.as_str()))
                {
                    self.painted(field);
                }
            }
        }
        if !usual {
            if let Some((id, cells)) = regions.iter().find(|(_, cells)| cells.len() != n) {
                let text = format!(
                    "region {id} has {} cells, expected {n}: its digits differ, but not every digit occurs",
                    cells.len()
                );
                self.note(NoteKind::Info, text);
            }
            self.puzzle.shape.set_regions(0, regions.into_iter().map(|(_, cells)| cells).collect());
        }
        Ok(())
    }

    pub(super) fn cell(&mut self, cell: Cell, entry: &Value) -> Result<(), BadInput> {
        let digits = self.puzzle.digits;
        let legal = |n: i64| i32::try_from(n).ok().filter(|n| (digits.first..=digits.last()).contains(n));
        let name = self.puzzle.shape.place(cell);
        let list = |key: &str| -> Result<Vec<i32>, BadInput> {
            let values = entry.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            let mut out = Vec::new();
            for value in values {
                match number(value).and_then(legal) {
                    Some(n) => out.push(n),
                    // Editors allow any pencil marks; only marks that restrict the cell must be valid.
                    _ if key != "givenPencilMarks" => {}
                    _ => return Err(BadInput::new(format!("{value} in {name} is not a digit of this grid"))),
                }
            }
            out.order();
            out.dedup();
            Ok(out)
        };
        let value = entry.get("value").filter(|v| !is_empty(v));
        let value = match value.map(|v| number(v).and_then(legal)) {
            None => None,
            Some(Some(n)) => Some(n),
            Some(None) => {
                return Err(BadInput::new(format!("{} in {name} is not a digit of this grid", entry["value"]))
                    .hint(format!("digits are {} to {}", digits.first, digits.last())));
            }
        };
        let given = entry.get("given").and_then(Value::as_bool).unwrap_or(false);
        if let Some(digit) = value.filter(|_| given) {
            let marks = list("givenPencilMarks")?;
            if marks.contains(&digit) {
                self.painted("pencil mark in a cell with a given");
            } else if !marks.is_empty() {
                self.note(NoteKind::Info, format!("{name} has a given, and its pencil marks {marks:?} are left out"));
            }
            self.puzzle.givens.push(Given { cell, digits: vec![digit] });
        } else {
            let allowed = list("givenPencilMarks")?;
            if !allowed.is_empty() {
                self.puzzle.givens.push(Given { cell, digits: allowed });
            }
        }
        let placed = value.filter(|_| !given);
        let mut marks = list("centerPencilMarks")?;
        if marks.is_empty() {
            marks = list("cornerPencilMarks")?;
        }
        if placed.is_some() || !marks.is_empty() {
            self.puzzle.progress.push(Progress { cell, placed, marks });
        }
        Ok(())
    }

    pub(super) fn solution(&mut self, value: Option<&Value>, n: usize) {
        let digits: Vec<Option<i64>> = match value {
            Some(Value::Array(list)) => list.iter().map(number).collect(),
            Some(Value::String(text)) if text.contains(',') => text.split(',').map(|w| w.trim().parse().ok()).collect(),
            Some(Value::String(text)) => {
                text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_digit(10).map(i64::from)).collect()
            }
            _ => return,
        };
        if digits.len() != n * n {
            self.note(NoteKind::Info, format!("the recorded solution has {} cells and is left out", digits.len()));
            return;
        }
        let known: Vec<Option<i32>> = digits
            .into_iter()
            .map(|d| d.filter(|d| (1..=n as i64).contains(d)).and_then(|d| i32::try_from(d).ok()))
            .collect();
        if known.iter().any(Option::is_some) {
            self.puzzle.solution = known;
        }
    }

    fn key(&mut self, key: &str, value: &Value, clued: &Clued<'_>) -> Result<(), BadInput> {
        let names = foreign::called(INFO.id, key);
        if FOG.contains(&key) {
            return Ok(());
        }
        if let Some(kind) = drawn_kind(key) {
            let before = self.puzzle.drawings.len();
            let items = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
            for item in items.iter().filter(|item| !clued.is_twin(item)) {
                if let Some(fog) = fog::of_cage(item, &self.puzzle.shape) {
                    fog::add(&mut self.puzzle, fog);
                    continue;
                }
                match item {
                    Value::Object(object) if is_clue(&names, object) => {
                        self.gatherer().clue_by(&names, key, object, LOOKS)?;
                    }
                    item => match drawing(kind, item) {
                        Some(drawing) => self.puzzle.drawings.push(drawing),
                        None => self.note(NoteKind::Decoration, format!("the drawing `{key}: {item}` cannot be read")),
                    },
                }
            }
            let drawn = self.puzzle.drawings.len() - before;
            if drawn > 0 {
                self.note(NoteKind::Decoration, format!("{drawn} drawings of the kind `{key}` have no known meaning"));
            }
            return Ok(());
        }
        match value {
            Value::Bool(_) => self.gatherer().switch(key, key),
            Value::Array(items) => {
                for item in items {
                    match item {
                        Value::String(word) => match names.iter().find(|n| n.foreign.word.as_ref() == Some(word)) {
                            Some(name) => self.puzzle.rules.push(Clue::new(name.rule.name.clone(), Vec::new())),
                            None => self.note(NoteKind::Unknown, format!("the rule `{key}: {word}` is not known")),
                        },
                        Value::Object(object) => self.gatherer().clue_by(&names, key, object, LOOKS)?,
                        _ => self.note(NoteKind::Unknown, format!("`{key}` with {item}")),
                    }
                }
            }
            _ => self.note(NoteKind::Unknown, format!("the key `{key}` is not known")),
        }
        Ok(())
    }

    fn gatherer(&mut self) -> Gatherer<'_> {
        Gatherer { format: INFO.id, puzzle: &mut self.puzzle, notes: &mut self.notes }
    }
}
