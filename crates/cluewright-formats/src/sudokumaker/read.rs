//! Reads the grid, its digits and regions, and then each constraint.

use super::clues::{Constraints, ID};
use super::drawn::list;
use crate::notes::Notes;
use crate::packed::object_of;
use crate::recorded::take_solution;
use crate::{Note, NoteKind};
use cluewright_core::puzzle::{Digits, Foreign, Given, Progress};
use cluewright_core::shape::usual_box;
use cluewright_core::{BadInput, Cell, Clue, Puzzle, Shape};
use serde_json::{Map, Value};

pub(super) fn read_json(text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
    let top = object_of(text)?;
    let inner = top.get("puzzle").and_then(Value::as_object);
    let Some(data) = inner else { return Err(BadInput::new("the object has no `puzzle`")) };
    let mut notes = Notes::default();
    let mut puzzle = grid(data, &mut notes)?;
    let words = |key: &str| data.get(key).and_then(Value::as_str).unwrap_or("").trim().to_owned();
    puzzle.title = words("name");
    puzzle.author = words("author");
    puzzle.text = words("comment");
    let mut active: Vec<&Map<String, Value>> = Vec::new();
    for item in list(data, "constraints") {
        match item.as_object() {
            Some(object) if object.get("disabled") == Some(&Value::Bool(true)) => {}
            Some(object) => active.push(object),
            None => notes.push(NoteKind::Unknown, format!("the constraint {item}")),
        }
    }
    let has = |kind: i64| active.iter().any(|o| o.get("type").and_then(Value::as_i64) == Some(kind));
    cells(data, &mut puzzle, has(0), &mut notes)?;
    let mut regions = active.iter().filter(|o| o.get("type").and_then(Value::as_i64) == Some(1));
    let divided = regions.next().is_some_and(|first| set_regions(&mut puzzle.shape, list(first, "regions")));
    if !divided {
        puzzle.shape.set_regions(0, Vec::new());
    }
    if has(1) && (!divided || regions.next().is_some()) {
        notes.push(NoteKind::Unknown, "the regions do not fit the grid, or there are several sets of regions");
    }
    let lined = has(2003) || data.get("type").and_then(Value::as_str) != Some("custom");
    let bases: &[&str] = match (lined, divided) {
        (true, true) => &["classic"],
        (true, false) => &["latin"],
        (false, true) => &["regions"],
        (false, false) => &[],
    };
    puzzle.rules.extend(bases.iter().map(|rule| Clue::new(*rule, Vec::new())));
    if !lined {
        notes.push(NoteKind::Info, "digits may repeat in rows and columns, as the puzzle is of the type `custom`");
    }
    let mut constraints = Constraints::new(&mut puzzle, &mut notes);
    for object in active {
        constraints.add(object)?;
    }
    constraints.negatives();
    take_solution(&mut puzzle, true);
    puzzle.foreign = Some(Foreign { format: ID.to_owned(), text: text.to_owned() });
    Ok((puzzle, notes.into_list()))
}

fn grid(data: &Map<String, Value>, notes: &mut Notes) -> Result<Puzzle, BadInput> {
    let number = |key: &str| data.get(key).and_then(Value::as_u64);
    let count = list(data, "cells").len();
    let side = number("size").unwrap_or(count.isqrt() as u64);
    let sides = [number("height").unwrap_or(side), number("width").unwrap_or(side)];
    let [height, width] = sides.map(|n| u16::try_from(n).unwrap_or(0));
    if usize::from(height) * usize::from(width) != count || !(1..=64).contains(&height) || !(1..=64).contains(&width) {
        return Err(BadInput::new(format!(
            "{count} cells do not make a grid of {} rows and {} columns",
            sides[0], sides[1]
        ))
        .hint("a grid has from 1 to 64 rows and columns"));
    }
    let digit = |key: &str| data.get(key).and_then(Value::as_i64);
    let first = digit("minDigit").unwrap_or(1);
    let longest = i64::from(height.max(width));
    // If the largest digit is not given, it is the length of the longer side or the largest digit in the grid, whichever is
    // larger.
    let values = list(data, "cells").iter().filter_map(|cell| cell.get("value").and_then(Value::as_i64));
    let usual = first.saturating_add(longest - 1);
    let written = values.filter(|n| n.checked_sub(first).is_some_and(|n| n < 64)).max().filter(|n| *n > usual);
    let last = digit("maxDigit").unwrap_or(written.unwrap_or(usual));
    let digits = last.checked_sub(first).and_then(|n| u8::try_from(n + 1).ok()).filter(|n| (1..=64).contains(n));
    let (Some(digits), Ok(first @ -1000..=1000)) = (digits, i32::try_from(first)) else {
        return Err(BadInput::new(format!("digits from {first} to {last} are not possible"))
            .hint("a puzzle has from 1 to 64 digits"));
    };
    if digit("maxDigit").is_none() && (first != 1 || height != width || longest > 9 || written.is_some()) {
        let last = i64::from(first) + i64::from(digits) - 1;
        let why = match written {
            Some(_) => "the greatest digit in the puzzle".to_owned(),
            None => format!("as its sides are {longest}"),
        };
        notes.push(NoteKind::Info, format!("the puzzle names no greatest digit; taken for {last}, {why}"));
    }
    let boxes = usual_box(height).filter(|_| height == width).unwrap_or((0, 0));
    let mut puzzle = Puzzle::new(Shape::rectangle(height, width, boxes.0, boxes.1)?, digits);
    puzzle.digits = Digits { first, count: digits };
    Ok(puzzle)
}

fn cells(data: &Map<String, Value>, puzzle: &mut Puzzle, givens: bool, notes: &mut Notes) -> Result<(), BadInput> {
    for (i, entry) in list(data, "cells").iter().enumerate() {
        let cell = Cell::at(i);
        let Some(value) = entry.get("value").filter(|v| !v.is_null()) else { continue };
        let digits = puzzle.digits.first..=puzzle.digits.last();
        let digit = value.as_i64().and_then(|n| i32::try_from(n).ok()).filter(|n| digits.contains(n));
        let given = entry.get("given") == Some(&Value::Bool(true));
        match (digit, given) {
            (Some(digit), true) if givens => puzzle.givens.push(Given { cell, digits: vec![digit] }),
            (_, true) if !givens => {
                notes.push(NoteKind::Info, "givens that are switched off in the puzzle are left out");
            }
            (Some(digit), _) => puzzle.progress.push(Progress { cell, placed: Some(digit), marks: Vec::new() }),
            (None, false) => notes.push(NoteKind::Info, format!("the player's {value} is not a digit of this grid")),
            (None, true) => {
                return Err(BadInput::new(format!(
                    "{value} in {} is not a digit of this grid",
                    puzzle.shape.place(cell)
                )));
            }
        }
    }
    Ok(())
}

/// Sets the regions from the region number of each cell; -1 means no region.
fn set_regions(shape: &mut Shape, ids: &[Value]) -> bool {
    if ids.len() != shape.len() {
        return false;
    }
    let mut regions: std::collections::BTreeMap<i64, Vec<Cell>> = std::collections::BTreeMap::new();
    for (i, id) in ids.iter().enumerate() {
        match id.as_i64() {
            Some(-1) => {}
            Some(id) => regions.entry(id).or_default().push(Cell::at(i)),
            None => return false,
        }
    }
    let found = !regions.is_empty();
    shape.set_regions(0, regions.into_values().collect());
    found
}
