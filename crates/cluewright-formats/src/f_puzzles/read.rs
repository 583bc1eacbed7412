//! Reading the JSON: grid, marks and solution, then every key that some rule is called by.

use super::{DIAGONALS, DRAWINGS, INFO, in_words, is_clue, is_empty, number, number_in_words, place};
use crate::foreign::{self, Name, lists_of, shaped, sight};
use crate::notes::Notes;
use crate::{Note, NoteKind};
use cluewright_core::puzzle::{Foreign, Given, Progress};
use cluewright_core::shape::usual_box;
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Puzzle, Shape};
use cluewright_rules::syntax::ast::{ForeignValue, ParamKind, Shape as Kind};
use serde_json::{Map, Value};

/// Keys that are no clues: the grid, texts, and settings of editors and solvers.
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

struct Reader {
    puzzle: Puzzle,
    notes: Notes,
}

pub(super) fn read_json(text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
    let value: Value = serde_json::from_str(text).map_err(|e| {
        BadInput::new("the JSON is broken").at(e.line() as u32, e.column().max(1) as u32).hint(e.to_string())
    })?;
    let Value::Object(top) = value else { return Err(BadInput::new("the JSON is no f-puzzles puzzle")) };
    let size = top.get("size").and_then(number).filter(|n| (1..=64).contains(n));
    let Some(n) = size else {
        return Err(BadInput::new("the puzzle says no `size`").hint("a number from 1 to 64"));
    };
    let mut puzzle = Puzzle::new(Shape::square(n as u16)?, n as u8);
    puzzle.rules.push(Clue::new("classic", Vec::new()));
    let words = |key: &str| top.get(key).and_then(Value::as_str).unwrap_or("").trim().to_owned();
    puzzle.title = words("title");
    puzzle.author = words("author");
    puzzle.text = words("ruleset");
    let mut reader = Reader { puzzle, notes: Notes::default() };
    reader.cells(top.get("grid"), n as usize)?;
    reader.solution(top.get("solution"), n as usize);
    for (key, value) in &top {
        if !NO_CLUES.contains(&key.as_str()) && !is_empty(value) {
            reader.key(key, value)?;
        }
    }
    reader.puzzle.foreign = Some(Foreign { format: INFO.id.to_owned(), text: text.to_owned() });
    Ok((reader.puzzle, reader.notes.into_list()))
}

impl Reader {
    fn note(&mut self, kind: NoteKind, text: impl Into<String>) {
        self.notes.push(kind, text);
    }

    pub(super) fn cells(&mut self, grid: Option<&Value>, n: usize) -> Result<(), BadInput> {
        let rows = grid.and_then(Value::as_array).ok_or_else(|| BadInput::new("the puzzle has no `grid`"))?;
        let bad_size = |what: String| Err(BadInput::new(what).hint(format!("`size` says {n}")));
        if rows.len() != n {
            return bad_size(format!("the grid has {} rows", rows.len()));
        }
        let mut regions: Vec<(i64, Vec<Cell>)> = Vec::new();
        let boxes = usual_box(n as u16).unwrap_or((1, n as u16));
        let mut usual = true;
        for (r, row) in rows.iter().enumerate() {
            let row = row.as_array().filter(|row| row.len() == n);
            let Some(row) = row else { return bad_size(format!("row {} of the grid has not {n} cells", r + 1)) };
            for (c, entry) in row.iter().enumerate() {
                let cell = Cell((r * n + c) as u16);
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
            }
        }
        if !usual {
            if let Some((id, cells)) = regions.iter().find(|(_, cells)| cells.len() != n) {
                let text = format!(
                    "region {id} has {} cells, expected {n}: its digits differ, but some are missing",
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
        let legal = |n: i64| (i64::from(digits.first)..=i64::from(digits.last())).contains(&n);
        let name = self.puzzle.shape.place(cell);
        let list = |key: &str| -> Result<Vec<i32>, BadInput> {
            let values = entry.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            let mut out = Vec::new();
            for value in values {
                match number(value) {
                    Some(n) if legal(n) => out.push(n as i32),
                    // Editors let people pencil anything; only what restricts the cell has to be right.
                    _ if key != "givenPencilMarks" => {}
                    _ => return Err(BadInput::new(format!("{value} in {name} is no digit of this grid"))),
                }
            }
            out.sort_unstable();
            out.dedup();
            Ok(out)
        };
        let value = entry.get("value").filter(|v| !is_empty(v));
        let value = match value.map(number) {
            None => None,
            Some(Some(n)) if legal(n) => Some(n as i32),
            Some(_) => {
                return Err(BadInput::new(format!("{} in {name} is no digit of this grid", entry["value"]))
                    .hint(format!("digits are {} to {}", digits.first, digits.last())));
            }
        };
        let given = entry.get("given").and_then(Value::as_bool).unwrap_or(false);
        if let Some(digit) = value.filter(|_| given) {
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
        let known: Vec<Option<i32>> =
            digits.into_iter().map(|d| d.filter(|d| (1..=n as i64).contains(d)).map(|d| d as i32)).collect();
        if known.iter().any(Option::is_some) {
            self.puzzle.solution = known;
        }
    }

    pub(super) fn key(&mut self, key: &str, value: &Value) -> Result<(), BadInput> {
        let names = foreign::called(INFO.id, key);
        if DRAWINGS.contains(&key) {
            let mut drawn = 0;
            for item in value.as_array().into_iter().flatten().filter(|o| o.get("fromConstraint").is_none()) {
                match item {
                    Value::Object(object) if is_clue(&names, object) => self.clue(key, object, &names)?,
                    _ => drawn += 1,
                }
            }
            if drawn > 0 {
                self.note(NoteKind::Decoration, format!("{drawn} drawings of the kind `{key}`, which say no rule"));
            }
            return Ok(());
        }
        match value {
            Value::Bool(_) => match names.iter().find(|n| n.is_switch() && n.foreign.word.is_none()) {
                Some(name) => self.puzzle.rules.push(Clue::new(name.rule.name.clone(), Vec::new())),
                None => self.note(NoteKind::Unknown, format!("the rule `{key}` is not known")),
            },
            Value::Array(items) => {
                for item in items {
                    match item {
                        Value::String(word) => match names.iter().find(|n| n.foreign.word.as_ref() == Some(word)) {
                            Some(name) => self.puzzle.rules.push(Clue::new(name.rule.name.clone(), Vec::new())),
                            None => self.note(NoteKind::Unknown, format!("the rule `{key}: {word}` is not known")),
                        },
                        Value::Object(object) => self.clue(key, object, &names)?,
                        _ => self.note(NoteKind::Unknown, format!("`{key}` with {item}")),
                    }
                }
            }
            _ => self.note(NoteKind::Unknown, format!("the key `{key}` is not known")),
        }
        Ok(())
    }

    pub(super) fn clue(&mut self, key: &str, object: &Map<String, Value>, names: &[Name<'_>]) -> Result<(), BadInput> {
        if names.is_empty() {
            if object.get("fromConstraint").is_none() {
                self.note(NoteKind::Unknown, format!("the clue `{key}` is not known"));
            }
            return Ok(());
        }
        for name in names {
            let word = object.get("value").and_then(Value::as_str);
            if name.foreign.word.is_some() && name.foreign.word.as_deref() != word {
                continue;
            }
            if let Some(clues) = self.bind(name, object)? {
                self.puzzle.clues.extend(clues.into_iter().map(ClueTree::One));
                return Ok(());
            }
        }
        let at = ["cell", "cells", "lines"]
            .iter()
            .find_map(|k| object.get(*k))
            .map_or_else(String::new, |v| format!(" at {v}"));
        self.note(NoteKind::Decoration, format!("`{key}`{at} without a number or cells says no rule"));
        Ok(())
    }

    /// The clues one object gives under a name; none when it does not fit.
    fn bind(&self, name: &Name<'_>, object: &Map<String, Value>) -> Result<Option<Vec<Clue>>, BadInput> {
        let mut clues = vec![Clue::new(name.rule.name.clone(), Vec::new())];
        for (field, value) in name.named() {
            let data = object.get(field).filter(|d| !is_empty(d));
            let param = match value {
                ForeignValue::Number(n) if data.and_then(number) == Some(*n) => continue,
                ForeignValue::Text(t) if data.and_then(Value::as_str) == Some(t) => continue,
                ForeignValue::Param(p) => name.param(p),
                ForeignValue::Joined(parts) if in_words(parts) => {
                    let Some((param, n)) = data.and_then(|d| number_in_words(parts, d)) else { return Ok(None) };
                    for clue in &mut clues {
                        clue.args.push((param.to_owned(), Arg::Number(n)));
                    }
                    continue;
                }
                ForeignValue::Joined(parts) => {
                    let (Some(ForeignValue::Param(last)), Some(Value::Array(lines))) = (parts.last(), data) else {
                        return Ok(None);
                    };
                    // Each line starts in what another field says: the circle. The rest is the arm.
                    let mut arms = Vec::new();
                    for line in lines {
                        let cells = self.list(line.as_array().map_or(&[][..], Vec::as_slice))?;
                        arms.extend(cells.get(1..).filter(|arm| !arm.is_empty()).map(<[Cell]>::to_vec));
                    }
                    if arms.is_empty() {
                        return Ok(None);
                    }
                    for clue in &mut clues {
                        clue.args.push((last.clone(), Arg::Lists(arms.clone())));
                    }
                    continue;
                }
                _ => return Ok(None),
            };
            let Some(param) = param else { return Ok(None) };
            // A second field for the same lists goes on with them: the two sides of a clone.
            if let (ParamKind::Shape(kind), Some(Value::Array(items))) = (param.kind, data)
                && kind.is_lists()
                && items.iter().all(Value::is_string)
                && clues.iter().all(|c| c.arg(&param.name).is_some())
            {
                let cells = self.list(items)?;
                for (_, arg) in clues.iter_mut().flat_map(|c| &mut c.args).filter(|(n, _)| *n == param.name) {
                    *arg = Arg::Lists(lists_of(arg).into_iter().chain([cells.clone()]).collect());
                }
                continue;
            }
            let choices = match (param.kind, data) {
                (_, None) => Vec::new(),
                (ParamKind::Number, Some(d)) => number(d).map(Arg::Number).into_iter().collect(),
                (ParamKind::Text, Some(d)) => d.as_str().map(|t| Arg::Text(t.to_owned())).into_iter().collect(),
                (ParamKind::Boolean, Some(d)) => d.as_bool().map(Arg::Bool).into_iter().collect(),
                (ParamKind::Numbers, Some(d)) => {
                    let list = d.as_array().map_or(std::slice::from_ref(d), Vec::as_slice);
                    vec![Arg::Numbers(list.iter().filter_map(number).collect())]
                }
                (ParamKind::Shape(Kind::Outside), Some(d)) => self.outside(d, object)?.into_iter().collect(),
                (ParamKind::Shape(kind), Some(d)) => self.shapes(kind, d)?,
            };
            if choices.is_empty() {
                if foreign::optional(param) {
                    continue;
                }
                return Ok(None);
            }
            // Each polyline is a clue of its own; anything else has one reading.
            clues = clues
                .into_iter()
                .flat_map(|clue| {
                    choices.iter().map(move |choice| {
                        let mut clue = clue.clone();
                        clue.args.push((param.name.clone(), choice.clone()));
                        clue
                    })
                })
                .collect();
        }
        Ok(Some(clues))
    }

    fn one_cell(&self, value: &Value) -> Result<Option<Cell>, BadInput> {
        let bad = || BadInput::new(format!("{value} is no cell")).hint("cells are named like R1C1");
        let (r, c) = value.as_str().and_then(place).ok_or_else(bad)?;
        Ok(self.puzzle.shape.at(r, c))
    }

    /// Cells in the grid; a circle on the edge also names cells outside it, which do not count.
    pub(super) fn list(&self, values: &[Value]) -> Result<Vec<Cell>, BadInput> {
        let cells: Result<Vec<Option<Cell>>, BadInput> = values.iter().map(|v| self.one_cell(v)).collect();
        Ok(cells?.into_iter().flatten().collect())
    }

    fn shapes(&self, kind: Kind, data: &Value) -> Result<Vec<Arg>, BadInput> {
        Ok(match data {
            Value::Array(items) if items.iter().all(Value::is_array) => {
                let lines: Result<Vec<Vec<Cell>>, BadInput> =
                    items.iter().map(|l| self.list(l.as_array().expect("all are arrays"))).collect();
                let lines: Vec<Vec<Cell>> = lines?.into_iter().filter(|l| !l.is_empty()).collect();
                if kind.is_lists() {
                    vec![Arg::Lists(lines)]
                } else {
                    lines.into_iter().map(|l| shaped(kind, l)).collect()
                }
            }
            Value::Array(items) => {
                let cells = self.list(items)?;
                match kind {
                    Kind::Cell => cells.into_iter().map(Arg::Cell).collect(),
                    _ if cells.is_empty() => Vec::new(),
                    // A dot between places outside the grid says nothing.
                    Kind::Edge if cells.len() != 2 => Vec::new(),
                    _ => vec![shaped(kind, cells)],
                }
            }
            one => self.one_cell(one)?.map(|c| shaped(kind, vec![c])).into_iter().collect(),
        })
    }

    /// What is seen from the cell outside the grid, along the direction when there is one.
    pub(super) fn outside(&self, data: &Value, object: &Map<String, Value>) -> Result<Option<Arg>, BadInput> {
        let bad = || BadInput::new(format!("{data} is no place outside the grid")).hint("such as R0C3");
        let (r, c) = data.as_str().and_then(place).ok_or_else(bad)?;
        let (height, width) = (i32::from(self.puzzle.shape.height()), i32::from(self.puzzle.shape.width()));
        let direction = object.get("direction").and_then(Value::as_str);
        let step = match direction {
            Some(word) => DIAGONALS.iter().find(|(d, _)| *d == word).map(|(_, step)| *step).ok_or_else(bad)?,
            None if c < 0 => (0, 1),
            None if c >= width => (0, -1),
            None if r < 0 => (1, 0),
            None if r >= height => (-1, 0),
            None => return Err(bad()),
        };
        let cells = sight(&self.puzzle.shape, (r, c), step);
        Ok((!cells.is_empty()).then_some(Arg::Cells(cells)))
    }
}
