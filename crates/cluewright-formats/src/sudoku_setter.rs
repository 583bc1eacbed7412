//! sudoku-setter (`raizus.github.io/sudoku-setter`): its JSON. Read only.
//!
//! The rules' `also sudoku-setter` lines map tools to rules. Source (facts only): the program's public code (`Tools.ts`) and its
//! puzzles. Cells are written as `R1C1`, and the clues of a tool are a list of objects; a rule that a tool also switches on has a
//! separate name.

use crate::foreign;
use crate::notes::Notes;
use crate::objects::Gatherer;
use crate::packed::{Links, TextKind, look, object_of};
use crate::{Format, FormatInfo, Likeness, Note, NoteKind};
use cluewright_core::puzzle::{Digits, ExtraCell, Foreign, Given, Progress};
use cluewright_core::shape::usual_box;
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Puzzle, Shape, Sort};
use cluewright_rules::syntax::ast::{ParamKind, Shape as Kind};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

const ID: &str = "sudoku-setter";

static INFO: FormatInfo =
    FormatInfo { id: ID, about: "JSON from sudoku-setter", endings: &[], writes: false, draws: false };

/// A placeholder: the program has no links that contain a puzzle.
const LINKS: Links = Links { host: "sudoku-setter", mark: "puzzle=" };
/// The tool that removes the standard rules.
const NO_RULES: &str = "Sudoku rules do not apply";

/// The format `sudoku-setter`.
pub struct SudokuSetter;

impl Format for SudokuSetter {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn likeness(&self, text: &str) -> Likeness {
        let has = |keys: &[String], key: &str| keys.iter().any(|k| k == key);
        match look(text, &LINKS) {
            TextKind::Object(keys) if has(&keys, "elements") && has(&keys, "nRows") => {
                Likeness::Sure("the object has `elements` and `nRows`")
            }
            _ => Likeness::No,
        }
    }

    fn is_line(&self, line: &str) -> bool {
        self.likeness(line).is_sure()
    }

    fn read(&self, text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
        let top = object_of(text)?;
        let mut notes = Notes::default();
        let mut puzzle = grid(&top)?;
        words(&top, &mut puzzle);
        let elements = top.get("elements").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let free = elements.iter().any(|e| e.get("tool_id").and_then(Value::as_str) == Some(NO_RULES));
        cells(&top, &mut puzzle, free, &mut notes)?;
        for element in elements {
            add(element, &mut puzzle, &mut notes)?;
        }
        puzzle.foreign = Some(Foreign { format: ID.to_owned(), text: text.to_owned() });
        Ok((puzzle, notes.into_list()))
    }
}

fn grid(top: &Map<String, Value>) -> Result<Puzzle, BadInput> {
    let side = |key: &str| {
        let n = top.get(key).and_then(Value::as_u64).and_then(|n| u16::try_from(n).ok());
        n.filter(|n| (1..=64).contains(n))
            .ok_or_else(|| BadInput::new(format!("the puzzle has no `{key}`")).hint("expected a number from 1 to 64"))
    };
    let (height, width) = (side("nRows")?, side("nCols")?);
    let boxes = usual_box(height).filter(|_| height == width).unwrap_or((0, 0));
    let digits = u8::try_from(height.max(width)).unwrap_or(64);
    let mut puzzle = Puzzle::new(Shape::rectangle(height, width, boxes.0, boxes.1)?, digits);
    if let Some(listed) = top.get("valid_digits").and_then(Value::as_array) {
        let mut listed: Vec<i64> = listed.iter().filter_map(Value::as_i64).collect();
        listed.order();
        listed.dedup();
        let successive = listed.windows(2).all(|w| w[0] + 1 == w[1]);
        let first = listed.first().and_then(|n| i32::try_from(*n).ok()).filter(|n| (-1000..=1000).contains(n));
        let count = u8::try_from(listed.len()).ok().filter(|n| (1..=64).contains(n));
        match (first, count) {
            (Some(first), Some(count)) if successive => puzzle.digits = Digits { first, count },
            _ => {
                return Err(BadInput::new("the puzzle's `valid_digits` are not consecutive numbers").hint("at most 64"));
            }
        }
    }
    Ok(puzzle)
}

fn words(top: &Map<String, Value>, puzzle: &mut Puzzle) {
    let info = top.get("puzzleInfo").and_then(Value::as_object);
    let text = |key: &str| info.and_then(|i| i.get(key)).and_then(Value::as_str).unwrap_or("").trim().to_owned();
    (puzzle.title, puzzle.text) = (text("title"), text("ruleset"));
    let authors = info.and_then(|i| i.get("authors")).and_then(Value::as_array);
    let authors: Vec<&str> = authors.into_iter().flatten().filter_map(Value::as_str).collect();
    puzzle.author = authors.join(", ");
}

/// Reads digits and regions, and adds the rules for rows, columns and regions, unless `free` is set.
fn cells(top: &Map<String, Value>, puzzle: &mut Puzzle, free: bool, notes: &mut Notes) -> Result<(), BadInput> {
    let mut regions: BTreeMap<i64, Vec<Cell>> = BTreeMap::new();
    let mut told = false;
    let rows = top.get("grid").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for (r, row) in (0..).zip(rows) {
        for (c, entry) in (0..).zip(row.as_array().into_iter().flatten()) {
            let Some(cell) = puzzle.shape.at(r, c) else {
                return Err(BadInput::new(format!("the grid has a cell r{}c{}", r + 1, c + 1))
                    .hint("`grid` must have `nRows` rows of `nCols` cells"));
            };
            if let Some(region) = entry.get("region") {
                told = true;
                if let Some(n) = region.as_i64() {
                    regions.entry(n).or_default().push(cell);
                }
            }
            let Some(value) = entry.get("value").filter(|v| !v.is_null()) else { continue };
            let digits = puzzle.digits.first..=puzzle.digits.last();
            let digit = value.as_i64().and_then(|n| i32::try_from(n).ok()).filter(|n| digits.contains(n));
            match (digit, entry.get("given") == Some(&Value::Bool(true))) {
                (Some(digit), true) => puzzle.givens.push(Given { cell, digits: vec![digit] }),
                (Some(digit), false) => {
                    puzzle.progress.push(Progress { cell, placed: Some(digit), marks: Vec::new() });
                }
                (None, _) => {
                    let name = puzzle.cell_name(cell);
                    return Err(BadInput::new(format!("{value} in {name} is not a digit of this grid")));
                }
            }
        }
    }
    if told {
        let n = usize::from(puzzle.shape.height().max(puzzle.shape.width()));
        if let Some(odd) = regions.values().find(|r| r.len() != n) {
            let text = format!(
                "a region has {} cells, expected {n}: its digits differ, but not every digit occurs",
                odd.len()
            );
            notes.push(NoteKind::Info, text);
        }
        puzzle.shape.set_regions(0, regions.into_values().collect());
    }
    let divided = !puzzle.shape.grids()[0].regions.is_empty();
    if !free {
        puzzle.rules.push(Clue::new(if divided { "classic" } else { "latin" }, Vec::new()));
    }
    Ok(())
}

/// Adds the part of the puzzle that was made with a tool: its clues, or a rule, and any other rule that the tool switches on.
fn add(element: &Value, puzzle: &mut Puzzle, notes: &mut Notes) -> Result<(), BadInput> {
    let Some(tool) = element.get("tool_id").and_then(Value::as_str) else {
        notes.push(NoteKind::Unknown, format!("the element {element}"));
        return Ok(());
    };
    if tool.starts_with("Cosmetic") || tool == "Pen Tool" {
        notes.push(NoteKind::Decoration, format!("drawings of `{tool}` have no known meaning"));
        return Ok(());
    }
    if let Some(clue) = of_unknown_grid(tool, puzzle) {
        puzzle.clues.push(ClueTree::One(clue));
        return Ok(());
    }
    let mut gather = Gatherer { format: ID, puzzle, notes };
    let clues = element.get("constraints").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    if clues.is_empty() && tool != NO_RULES {
        gather.switch(tool, tool);
    }
    for clue in clues {
        match clue.as_object() {
            Some(object) => gather.clue(tool, tool, &in_our_words(object), &["shape"])?,
            None => gather.notes.push(NoteKind::Unknown, format!("`{tool}` with {clue}")),
        }
    }
    let others = element.get("negative_constraints").and_then(Value::as_object);
    for (name, _) in others.into_iter().flatten().filter(|(_, on)| **on == Value::Bool(true)) {
        gather.switch(&format!("{tool}: {name}"), name);
    }
    Ok(())
}

/// The clue of a rule that determines a number for each cell of the grid. Adds the extra cells for these numbers.
fn of_unknown_grid(tool: &str, puzzle: &mut Puzzle) -> Option<Clue> {
    let names = foreign::called(ID, tool);
    let grid = |name: &foreign::Name<'_>| {
        let param = name.rule.params.iter().find(|p| p.kind == ParamKind::Shape(Kind::Grid))?;
        Some(Clue::new(name.rule.name.clone(), vec![(param.name.clone(), Arg::Cells(Vec::new()))]))
    };
    let mut clue = names.iter().find_map(grid)?;
    let (first, numbers) = (puzzle.cell_count(), puzzle.digits);
    let cells = 1..=puzzle.shape.len();
    puzzle.extra.extend(cells.clone().map(|i| ExtraCell { name: format!("region{i}"), numbers, shown: true }));
    clue.args[0].1 = Arg::Cells(cells.map(|i| Cell::at(first + i - 1)).collect());
    Some(clue)
}

/// The object in our notation: each number of a list becomes a separate field, and directions have their common names.
fn in_our_words(object: &Map<String, Value>) -> Map<String, Value> {
    let mut out = Map::new();
    for (field, value) in object {
        let value = match (field.as_str(), value.as_str()) {
            ("value", Some(list)) if list.contains(',') => {
                list.split(',').map(|n| Value::String(n.trim().to_owned())).collect()
            }
            ("direction", Some("N" | "E" | "S" | "W")) => continue,
            ("direction", Some(word)) => {
                let letter = |c: char| match c {
                    'N' => 'U',
                    'S' => 'D',
                    'E' => 'R',
                    'W' => 'L',
                    other => other,
                };
                Value::String(word.chars().map(letter).collect())
            }
            _ => value.clone(),
        };
        out.insert(field.clone(), value);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_that_bring_cells_and_cells_that_index() {
        let cells = vec![serde_json::json!({"region": null}); 4];
        let mut object = serde_json::json!({"nRows": 4, "nCols": 4, "grid": vec![cells; 4], "elements": [
            {"tool_id": "Chaos Construction", "constraints": []},
            {"tool_id": "Indexing Column", "constraints": [{"cell": "R1C2"}, {"cell": "R3C4"}]},
            {"tool_id": "Indexing Row", "constraints": [{"cell": "R2C2"}]}]});
        let (puzzle, notes) = SudokuSetter.read(&object.to_string()).unwrap();
        assert!(notes.is_empty(), "{notes:?}");
        let clues: Vec<&str> = puzzle.clues.iter().flat_map(ClueTree::clues).map(|c| c.rule.as_str()).collect();
        assert_eq!(clues, ["chaos-construction", "column-indexer", "column-indexer", "row-indexer"]);
        assert_eq!((puzzle.extra.len(), puzzle.rules[0].rule.as_str()), (16, "latin"));
        object["elements"] = serde_json::json!([{"tool_id": "Doublers"}, {"tool_id": "Negators"}]);
        let (puzzle, notes) = SudokuSetter.read(&object.to_string()).unwrap();
        let rules: Vec<&str> = puzzle.rules.iter().map(|c| c.rule.as_str()).collect();
        assert_eq!((rules, notes.len()), (vec!["latin", "doublers", "negators"], 0));
    }
}
