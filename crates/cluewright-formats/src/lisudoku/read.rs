//! Reads the JSON.

use crate::notes::Notes;
use crate::objects::{Gatherer, is_empty, number};
use crate::packed::object_of;
use crate::{Note, NoteKind};
use cluewright_core::puzzle::{Foreign, Given};
use cluewright_core::{BadInput, Cell, Clue, Puzzle, Shape, Sort};
use serde_json::{Map, Value, json};

/// The format's name.
pub(super) const ID: &str = "lisudoku";

pub(super) fn read_json(text: &str) -> Result<(Puzzle, Vec<Note>), BadInput> {
    let top = object_of(text)?;
    let size = top.get("gridSize").and_then(number).and_then(|n| u8::try_from(n).ok()).filter(|n| (1..=16).contains(n));
    let Some(n) = size else {
        return Err(BadInput::new("the puzzle has no `gridSize`").hint("4, 6 or 9"));
    };
    let mut puzzle = Puzzle::new(Shape::square(n.into())?, n);
    puzzle.rules.push(Clue::new("classic", Vec::new()));
    let mut notes = Notes::default();
    for given in list(&top, "fixedNumbers") {
        let cell = cell_of(&puzzle.shape, given.get("position").unwrap_or(&Value::Null))?;
        let value = given.get("value").unwrap_or(&Value::Null);
        let digit = number(value).and_then(|v| i32::try_from(v).ok()).filter(|v| (1..=i32::from(n)).contains(v));
        let Some(digit) = digit else {
            let name = puzzle.shape.place(cell);
            return Err(BadInput::new(format!("{value} in {name} is not a digit of this grid"))
                .hint(format!("digits are 1 to {n}")));
        };
        puzzle.givens.push(Given { cell, digits: vec![digit] });
    }
    puzzle.givens.order_by_key(|g| g.cell);
    puzzle.givens.dedup();
    regions(&top, &mut puzzle, &mut notes)?;
    for (key, value) in &top {
        if matches!(key.as_str(), "gridSize" | "fixedNumbers" | "regions") || is_empty(value) {
            continue;
        }
        let mut gather = Gatherer { format: ID, puzzle: &mut puzzle, notes: &mut notes };
        match value {
            Value::Bool(_) => gather.switch(key, key),
            Value::Array(items) => {
                for item in items {
                    match clue_object(&gather.puzzle.shape, item)? {
                        Some(object) => gather.clue(key, key, &object, &[])?,
                        None => gather.notes.push(NoteKind::Unknown, format!("`{key}` with {item}")),
                    }
                }
            }
            _ => notes.push(NoteKind::Unknown, format!("the key `{key}` is not known")),
        }
    }
    puzzle.foreign = Some(Foreign { format: ID.to_owned(), text: text.to_owned() });
    Ok((puzzle, notes.into_list()))
}

fn list<'a>(object: &'a Map<String, Value>, key: &str) -> &'a [Value] {
    object.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn cell_of(shape: &Shape, value: &Value) -> Result<Cell, BadInput> {
    let side = |key: &str| value.get(key).and_then(Value::as_i64).and_then(|n| i32::try_from(n).ok());
    side("row").zip(side("col")).and_then(|(r, c)| shape.at(r, c)).ok_or_else(|| {
        BadInput::new(format!("{value} is not a cell of the grid"))
            .hint("cells look like {\"row\": 0, \"col\": 3}, counted from 0")
    })
}

fn regions(top: &Map<String, Value>, puzzle: &mut Puzzle, notes: &mut Notes) -> Result<(), BadInput> {
    let mut regions: Vec<Vec<Cell>> = Vec::new();
    let mut seen = vec![false; puzzle.shape.len()];
    for region in list(top, "regions") {
        let cells = region.as_array().map_or(&[][..], Vec::as_slice);
        let mut cells = cells.iter().map(|c| cell_of(&puzzle.shape, c)).collect::<Result<Vec<_>, _>>()?;
        for cell in &cells {
            if std::mem::replace(&mut seen[cell.index()], true) {
                return Err(BadInput::new(format!("the cell {} is in two regions", puzzle.shape.place(*cell))));
            }
        }
        cells.order();
        regions.push(cells);
    }
    regions.order();
    let mut usual = puzzle.shape.grids()[0].regions.clone();
    usual.order();
    if regions.is_empty() || regions == usual {
        return Ok(());
    }
    let n = puzzle.shape.height() as usize;
    if let Some(odd) = regions.iter().find(|r| r.len() != n) {
        notes.push(
            NoteKind::Info,
            format!("a region has {} cells, expected {n}: its digits differ, but not every digit occurs", odd.len()),
        );
    }
    puzzle.shape.set_regions(0, regions);
    Ok(())
}

/// An item of a list as an object whose cells have names; `None` for an unknown item.
fn clue_object(shape: &Shape, item: &Value) -> Result<Option<Map<String, Value>>, BadInput> {
    let mut object = Map::new();
    let cells = |list: &Value| -> Result<Vec<Cell>, BadInput> {
        list.as_array().into_iter().flatten().map(|c| cell_of(shape, c)).collect()
    };
    let names = |cells: &[Cell]| -> Value { cells.iter().map(|c| crate::objects::cell_name(shape, *c)).collect() };
    match item {
        Value::Array(_) => {
            object.insert("cells".into(), names(&cells(item)?));
        }
        Value::Object(fields) if fields.contains_key("row") => {
            object.insert("cell".into(), crate::objects::cell_name(shape, cell_of(shape, item)?));
        }
        Value::Object(fields) => {
            let null = Value::Null;
            let (mut pair, mut circle) = (Vec::new(), Vec::new());
            if let Some(value) = fields.get("circleCells") {
                circle = cells(value)?;
                // The number in a circle is read row by row, regardless of the order in which its cells were drawn.
                circle.order();
            }
            for (field, value) in fields {
                match field.as_str() {
                    "region" => drop(object.insert("cells".into(), names(&cells(value)?))),
                    "sum" | "dotType" => drop(object.insert("value".into(), value.clone())),
                    "cell1" | "cell2" => pair.push(cell_of(shape, value)?),
                    "circleCells" => drop(object.insert("cells".into(), names(&circle))),
                    "arrowCells" => {
                        let arm = cells(value)?;
                        let start = circle.first().into_iter().copied();
                        object.insert("lines".into(), json!([names(&start.chain(arm).collect::<Vec<_>>())]));
                    }
                    _ if value == &null => {}
                    other => drop(object.insert(other.to_owned(), value.clone())),
                }
            }
            if !pair.is_empty() {
                object.insert("cells".into(), names(&pair));
            }
        }
        _ => return Ok(None),
    }
    Ok(Some(object))
}
