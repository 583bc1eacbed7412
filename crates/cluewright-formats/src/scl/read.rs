//! Reads the object: the grid, regions, cages and texts become parts of the puzzle, and everything else becomes drawings.

use super::data::{INFO, NO_RULES, cell, is_on, object, text, whole};
use super::drawings::{KEYS, cage, drawing, is_nothing, key_of};
use super::fog::{self, FOG};
use crate::digits::digits;
use crate::foreign::called;
use crate::notes::Notes;
use crate::recorded::take_solution;
use crate::{Note, NoteKind};
use cluewright_core::fog::Fog;
use cluewright_core::puzzle::{Foreign, Given, Progress};
use cluewright_core::shape::MAX_SIDE;
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Drawing, DrawingKind, Puzzle, Shape, Sort};
use serde_json::{Map, Value};

/// The fields of a cell that hold its digit and the player's entries.
const CELL_FIELDS: [&str; 5] = ["value", "given", "centremarks", "pencilMarks", "cornermarks"];
/// Keys of the object that are read or do not describe rules.
const KNOWN: [&str; 16] = [
    "id", "cellSize", "cells", "regions", "metadata", "metaData", "settings", "global", "title", "author", "rules",
    "version", "duration", "videos", "logo", "solution",
];

pub(super) fn read_text(text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
    let top = object(text)?;
    let mut reader = Reader::new(&top)?;
    reader.cells(&top);
    for key in ["title", "author", "rules", "solution"] {
        if let Some(value) = top.get(key) {
            reader.word(key, value);
        }
    }
    // SudokuPad's converter from f-puzzles writes `metaData`.
    for words in ["metaData", "metadata"] {
        for (key, value) in top.get(words).and_then(Value::as_object).into_iter().flatten() {
            reader.word(key, value);
        }
    }
    for value in top.get("global").and_then(Value::as_array).into_iter().flatten() {
        reader.switch(&self::text(value), true);
    }
    for key in KEYS {
        for item in top.get(key).and_then(Value::as_array).into_iter().flatten() {
            reader.item(key, item);
        }
    }
    reader.finish_rules();
    if let Some(fog) = fog::of_keys(&top, &reader.puzzle.shape) {
        fog::add(&mut reader.puzzle, fog);
    }
    for (key, value) in &top {
        let empty = matches!(value, Value::Null) || value.as_array().is_some_and(Vec::is_empty);
        if KNOWN.contains(&key.as_str()) || KEYS.contains(&key.as_str()) || empty {
        } else if !FOG.contains(&key.as_str()) {
            reader.note(NoteKind::Unknown, format!("`{key}` is not understood"));
        }
    }
    // Group drawings by key, as the format does.
    reader.puzzle.drawings.order_by_key(|d| KEYS.iter().position(|key| *key == key_of(d)));
    take_solution(&mut reader.puzzle, false);
    reader.puzzle.foreign = Some(Foreign { format: INFO.id.to_owned(), text: text.to_owned() });
    Ok((reader.puzzle, reader.notes.into_list()))
}

/// The parts before and after the colon in text such as `title: Tiny`; `None` if the first part is not a single lower-case
/// word.
pub(super) fn said(value: &str) -> Option<(&str, &str)> {
    let (word, rest) = value.split_once(':')?;
    (!word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase())).then(|| (word, rest.trim()))
}

/// The kind of a cage.
pub(super) enum Cage<'a> {
    /// Text about the puzzle.
    Word(&'a str, &'a str),
    /// A clue.
    Clue(Clue),
    /// Cells whose digits differ, according to an invisible cage.
    Hidden(Vec<Cell>),
    /// Only a drawing.
    Drawing,
    /// An item without meaning.
    Nothing,
}

/// Reads an item of `cages`. A cage with cells outside the grid is only a drawing.
pub(super) fn cage_of<'a>(shape: &Shape, item: &'a Value) -> Cage<'a> {
    let Some(object) = item.as_object() else { return Cage::Drawing };
    let places = object.get("cells").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let words = object.get("value").and_then(Value::as_str).unwrap_or("");
    if let Some((word, rest)) = said(words) {
        let about = ["title", "author", "rules", "solution", "antiknight", "antiking"];
        if places.is_empty() || about.contains(&word) || NO_RULES.contains(&word) {
            return Cage::Word(word, rest);
        }
    }
    let cells: Option<Vec<Cell>> = places.iter().map(|p| cell(p).and_then(|(r, c)| shape.at(r, c))).collect();
    let Some(cells) = cells.filter(|c| !c.is_empty()) else {
        return if places.is_empty() && words.is_empty() { Cage::Nothing } else { Cage::Drawing };
    };
    let unique = object.get("unique").filter(|u| !u.is_null()).map(is_on);
    let hidden = object.get("hidden").is_some_and(is_on);
    let value = object.get("value").filter(|v| !text(v).trim().is_empty());
    let sum = object.get("sum").and_then(whole);
    match (sum, unique) {
        // A cage whose value is a number is a sum. This reading is not a guess, as programs that check sums write cages in this
        // way.
        (Some(n), _) => {
            let rule = if unique == Some(false) { "sum" } else { "killer-cage" };
            Cage::Clue(Clue::new(rule, vec![("C".into(), Arg::Cells(cells)), ("total".into(), Arg::Number(n))]))
        }
        (None, Some(false)) if hidden => Cage::Nothing,
        (None, _) if hidden && (unique.is_some() || value.is_none()) => Cage::Hidden(cells),
        (None, Some(true)) if value.is_none() => {
            Cage::Clue(Clue::new("killer-cage", vec![("C".into(), Arg::Cells(cells))]))
        }
        (None, _) => Cage::Drawing,
    }
}

/// The cell's initial content.
fn given(cell: &Value) -> Option<i64> {
    cell.get("value").filter(|_| cell.get("given").is_none_or(is_on)).and_then(whole)
}

/// The numbers of a solution, separated by commas or with one letter or digit each; `None` for unknown cells.
fn numbers(words: &str) -> Vec<Option<i64>> {
    if words.contains(',') {
        words.split(',').map(|w| w.trim().parse().ok()).collect()
    } else {
        words.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_digit(36).map(i64::from)).collect()
    }
}

/// The value under a name, wherever it is stored: in the object, in its `metadata`, or in a cage that holds text.
fn words_of(top: &Map<String, Value>, word: &str) -> String {
    let in_metadata = ["metadata", "metaData"].iter().filter_map(|key| top.get(*key)?.get(word));
    let in_cages = top.get("cages").and_then(Value::as_array).into_iter().flatten();
    let in_cages = in_cages.filter_map(|cage| said(cage.get("value")?.as_str()?)).filter(|(w, _)| *w == word);
    let plain = top.get(word).into_iter().chain(in_metadata).map(words_in).chain(in_cages.map(|(_, t)| t.to_owned()));
    plain.fold(String::new(), |last, text| if text.is_empty() { last } else { text })
}

/// The text in a value that is a string or a list of lines.
fn words_in(value: &Value) -> String {
    match value {
        Value::Array(lines) => lines.iter().map(text).collect::<Vec<_>>().join("\n"),
        other => text(other).trim().to_owned(),
    }
}

struct Reader {
    puzzle: Puzzle,
    notes: Notes,
    height: usize,
    width: usize,
    /// Whether digits differ in rows and columns.
    lines: bool,
}

impl Reader {
    /// Reads the cells and regions.
    fn new(top: &Map<String, Value>) -> Result<Self, BadInput> {
        let rows = top.get("cells").and_then(Value::as_array).filter(|rows| !rows.is_empty());
        let rows =
            rows.ok_or_else(|| BadInput::new("the object has no `cells`").hint("expected a list of rows of cells"))?;
        let width = rows.iter().filter_map(Value::as_array).map(Vec::len).max().unwrap_or(0);
        let side = |n: usize| u16::try_from(n).ok().filter(|n| (1..=MAX_SIDE).contains(n));
        let (Some(height), Some(wide)) = (side(rows.len()), side(width)) else {
            return Err(BadInput::new(format!("a grid of {} rows and {width} columns is not possible", rows.len()))
                .hint(format!("a grid has from 1 to {MAX_SIDE} rows and columns")));
        };
        let mut notes = Notes::default();
        let mut regions: Vec<Vec<(i32, i32)>> = Vec::new();
        let listed = top.get("regions").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        for region in listed {
            // An empty list is zipped as a list with one empty object.
            let is_item = |place: &&Value| place.as_object().is_none_or(|o| !o.is_empty());
            let listed = region.as_array().map(Vec::as_slice).unwrap_or_default();
            let places: Option<Vec<_>> = listed.iter().filter(is_item).map(cell).collect();
            let inside = |p: &(i32, i32)| (0..i32::from(height)).contains(&p.0) && (0..i32::from(wide)).contains(&p.1);
            match places {
                Some(places) if places.is_empty() => {}
                Some(mut places) if places.iter().all(inside) => {
                    places.order();
                    places.dedup();
                    regions.push(places);
                }
                _ => notes.push(NoteKind::Unknown, format!("the region {region} is not understood")),
            }
        }
        regions.order_by_key(|r| r[0]);
        let places = || regions.iter().flatten();
        let edge = |n: Option<i32>, usual: u16| n.and_then(|n| u16::try_from(n).ok()).unwrap_or(usual);
        let (top_row, left) = (edge(places().map(|p| p.0).min(), 0), edge(places().map(|p| p.1).min(), 0));
        let (low, right) =
            (edge(places().map(|p| p.0).max(), height - 1) + 1, edge(places().map(|p| p.1).max(), wide - 1) + 1);
        let inner = (low - top_row, right - left);
        let n = u8::try_from(inner.0.max(inner.1)).ok().filter(|n| *n <= 64);
        let n = n.ok_or_else(|| BadInput::new("the grid has more than 64 rows or columns"))?;
        let mut shape =
            Shape::plane(height, wide, |p| (top_row..low).contains(&p.row) && (left..right).contains(&p.col))?;
        shape.add_grid("", top_row, left, inner.0, inner.1, 0, 0)?;
        if inner != (height, wide) {
            let text = format!(
                "the regions cover only {} rows and {} columns of {height} by {wide}, which were read as the grid",
                inner.0, inner.1
            );
            notes.push(NoteKind::Info, text);
        }
        let mut puzzle = Puzzle::new(shape, n);
        let givens: Vec<i64> = rows.iter().filter_map(Value::as_array).flatten().filter_map(given).collect();
        let solution: Option<Vec<i64>> = numbers(&words_of(top, "solution")).into_iter().collect();
        puzzle.digits = digits(n, &words_of(top, "rules"), &solution.unwrap_or_default(), &givens);
        if puzzle.digits.first != 1 || puzzle.digits.count != n || (inner == (height, wide) && height != wide) {
            let (first, last) = (puzzle.digits.first, puzzle.digits.last());
            notes.push(
                NoteKind::Info,
                format!("a grid of {height} rows and {wide} columns uses the digits {first} to {last}"),
            );
        }
        let mut reader = Self { puzzle, notes, height: height.into(), width, lines: true };
        reader.regions(regions, n);
        Ok(reader)
    }

    fn note(&mut self, kind: NoteKind, text: impl Into<String>) {
        self.notes.push(kind, text);
    }

    /// Sets the regions. A region that overlaps others becomes a clue.
    fn regions(&mut self, regions: Vec<Vec<(i32, i32)>>, n: u8) {
        let mut taken = vec![false; self.puzzle.shape.len()];
        let mut apart: Vec<Vec<Cell>> = Vec::new();
        for places in regions {
            let cells: Vec<Cell> = places.iter().filter_map(|p| self.puzzle.shape.at(p.0, p.1)).collect();
            if cells.iter().any(|c| taken[c.index()]) {
                let name = self.puzzle.cell_name(cells[0]);
                self.note(
                    NoteKind::Info,
                    format!("the region at {name} shares cells with other regions, so only its digits must differ"),
                );
                self.clue(Clue::new("extra-region", vec![("C".into(), Arg::Cells(cells))]));
                continue;
            }
            for cell in &cells {
                taken[cell.index()] = true;
            }
            if cells.len() != usize::from(n) {
                let text = format!(
                    "the region at {} has {} cells, expected {n}: its digits differ, but not every digit occurs",
                    self.puzzle.cell_name(cells[0]),
                    cells.len()
                );
                self.note(NoteKind::Info, text);
            }
            apart.push(cells);
        }
        self.puzzle.shape.set_regions(0, apart);
    }

    fn clue(&mut self, clue: Clue) {
        self.puzzle.clues.push(ClueTree::One(clue));
    }

    fn digit(&self, n: Option<i64>) -> Option<i32> {
        let digits = self.puzzle.digits;
        n.and_then(|n| i32::try_from(n).ok()).filter(|n| (digits.first..=digits.last()).contains(n))
    }

    fn cells(&mut self, top: &Map<String, Value>) {
        let rows = top.get("cells").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        for (r, row) in rows.iter().enumerate() {
            for (c, entry) in row.as_array().into_iter().flatten().enumerate() {
                let Some(object) = entry.as_object().filter(|o| !o.is_empty()) else { continue };
                self.cell((r, c), object);
            }
        }
    }

    fn cell(&mut self, (r, c): (usize, usize), object: &Map<String, Value>) {
        let at = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let name = format!("r{}c{}", r + 1, c + 1);
        let value = object.get("value").filter(|v| !text(v).trim().is_empty());
        let digit = self.digit(value.and_then(whole));
        let given = value.is_some() && object.get("given").is_none_or(is_on);
        let cell = self.puzzle.shape.at(at(r), at(c));
        match (cell, value, digit) {
            (_, None, _) => {}
            (Some(cell), _, Some(digit)) if given => self.puzzle.givens.push(Given { cell, digits: vec![digit] }),
            (Some(_), _, Some(_)) => {}
            (_, Some(value), _) => {
                let what = text(value);
                self.note(
                    NoteKind::Unknown,
                    format!("`{what}` in {name} is not a digit of the grid, so it was read as a text"),
                );
                let mut drawing = Drawing::new(DrawingKind::Text, vec![vec![(r as f64, c as f64)]]);
                drawing.text = what;
                self.puzzle.drawings.push(drawing);
            }
        }
        let list = |key: &str| {
            let marks = object.get(key).and_then(Value::as_array).into_iter().flatten();
            let mut marks: Vec<i32> = marks.filter_map(|v| self.digit(whole(v))).collect();
            marks.order();
            marks.dedup();
            marks
        };
        let marks = ["centremarks", "pencilMarks", "cornermarks"].into_iter().map(list).find(|m| !m.is_empty());
        let (placed, marks) = (digit.filter(|_| !given), marks.unwrap_or_default());
        if let Some(cell) = cell.filter(|_| placed.is_some() || !marks.is_empty()) {
            self.puzzle.progress.push(Progress { cell, placed, marks });
        }
        for key in object.keys().filter(|key| !CELL_FIELDS.contains(&key.as_str())) {
            self.note(NoteKind::Decoration, format!("some cells have a `{key}`, which has no known meaning"));
        }
    }

    /// Reads text about the puzzle, or a setting.
    fn word(&mut self, key: &str, value: &Value) {
        let words = words_in(value);
        let place = match key {
            "title" => &mut self.puzzle.title,
            "author" => &mut self.puzzle.author,
            // Some editors write a line break as the two characters `\n`.
            "rules" if words.contains("\\n") => {
                self.puzzle.text = words.replace("\\n", "\n");
                return;
            }
            "rules" => &mut self.puzzle.text,
            "solution" => return self.solution(&words),
            "foglight" => return self.lights(&words),
            _ if NO_RULES.contains(&key) => return,
            _ => {
                return self
                    .switch(key, is_on(value) || matches!(value, Value::String(s) if is_on(&s.as_str().into())));
            }
        };
        if !words.is_empty() {
            *place = words;
        }
    }

    /// Reads a setting that is on or off.
    fn switch(&mut self, name: &str, on: bool) {
        let rule = called(INFO.id, name).into_iter().find(crate::foreign::Name::is_switch);
        match rule {
            _ if name == "norowcol" => self.lines &= !on,
            Some(rule) => {
                let clue = Clue::new(rule.rule.name.clone(), Vec::new());
                if on && !self.puzzle.rules.contains(&clue) {
                    self.puzzle.rules.push(clue);
                }
            }
            None if on => self.note(NoteKind::Unknown, format!("the setting `{name}` is not understood")),
            None => self.note(NoteKind::Decoration, format!("the text `{name}` has no known meaning")),
        }
    }

    fn solution(&mut self, words: &str) {
        let parts = numbers(words);
        if parts.iter().all(|p| p.is_none_or(|n| n == 0)) {
            return;
        }
        let places: Vec<Option<Cell>> = (0..self.height * self.width)
            .map(|i| {
                let at = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
                self.puzzle.shape.at(at(i / self.width), at(i % self.width))
            })
            .collect();
        // If the grid is inside a larger one, some programs write only the inner cells.
        let places: Vec<Option<Cell>> =
            if parts.len() == self.puzzle.shape.len() { self.puzzle.shape.cells().map(Some).collect() } else { places };
        if parts.len() != places.len() {
            let text = format!("the recorded solution has {} cells and is left out", parts.len());
            return self.note(NoteKind::Info, text);
        }
        let mut solution = vec![None; self.puzzle.shape.len()];
        for (cell, part) in places.into_iter().zip(parts) {
            let Some(cell) = cell else { continue };
            solution[cell.index()] = self.digit(part);
            if part.is_some() && solution[cell.index()].is_none() {
                let name = self.puzzle.cell_name(cell);
                self.note(NoteKind::Info, format!("the recorded solution has no valid digit in {name}"));
            }
        }
        self.puzzle.solution = solution;
    }

    /// Adds the cells that are visible at the start. `words` contains their names.
    fn lights(&mut self, words: &str) {
        let lights = fog::named(words, &self.puzzle.shape);
        fog::add(&mut self.puzzle, Fog { lights, triggers: Vec::new() });
    }

    fn item(&mut self, key: &str, item: &Value) {
        if let Some(fog) = (key == "cages").then(|| fog::of_cage(item, &self.puzzle.shape)).flatten() {
            return fog::add(&mut self.puzzle, fog);
        }
        if key != "cages" {
            match drawing(key, item) {
                Some(drawing) => self.puzzle.drawings.push(drawing),
                None if is_nothing(key, item) => {}
                None => self.note(NoteKind::Unknown, format!("the drawing {item} in `{key}` is not understood")),
            }
            return;
        }
        match cage_of(&self.puzzle.shape, item) {
            Cage::Word(word, rest) => self.word(word, &Value::String(rest.to_owned())),
            Cage::Clue(clue) => self.clue(clue),
            Cage::Hidden(cells) => self.hidden(cells),
            Cage::Drawing => match item.as_object().map(cage) {
                Some(drawing) if !drawing.lists[0].is_empty() => self.puzzle.drawings.push(drawing),
                _ => self.note(NoteKind::Unknown, format!("the cage {item} is not understood")),
            },
            Cage::Nothing => {}
        }
    }

    /// Reads an invisible cage. Programs write rows, columns and regions as such cages.
    fn hidden(&mut self, cells: Vec<Cell>) {
        let shape = &self.puzzle.shape;
        let within = |house: &Vec<Cell>| cells.iter().all(|c| house.contains(c));
        let known = self.lines && (shape.rows().any(|h| within(&h)) || shape.columns().any(|h| within(&h)));
        if !known && !shape.regions().any(within) {
            self.clue(Clue::new("extra-region", vec![("C".into(), Arg::Cells(cells))]));
        }
    }

    /// Adds the rules for rows, columns and regions.
    fn finish_rules(&mut self) {
        let regions = !self.puzzle.shape.grids()[0].regions.is_empty();
        let base = match (self.lines, regions) {
            (true, true) => "classic",
            (true, false) => "latin",
            (false, true) => "regions",
            (false, false) => return,
        };
        self.puzzle.rules.insert(0, Clue::new(base, Vec::new()));
    }
}
