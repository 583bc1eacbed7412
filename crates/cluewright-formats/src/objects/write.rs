//! Writes a clue as an object with the fields that a rule's `also` line names.

use super::data::in_words;
use crate::foreign::{Name, cells_of, lists_of, seen_from};
use cluewright_core::shape::Place;
use cluewright_core::{Arg, Cell, Clue, Shape};
use cluewright_rules::syntax::ast::{ForeignValue, ParamKind, Shape as Kind};
use serde_json::{Map, Value, json};

/// Directions into the grid, each with its word; an empty word is not written.
pub(crate) type Directions = [(&'static str, (i32, i32))];

/// Directions along rows and columns. These directions have no words, because a place next to the grid determines the direction.
pub(crate) const STRAIGHT: [(&str, (i32, i32)); 4] = [("", (0, 1)), ("", (1, 0)), ("", (0, -1)), ("", (-1, 0))];

/// The cell's name, such as `R1C1`.
pub(crate) fn cell_name(shape: &Shape, cell: Cell) -> Value {
    let Place { row, col } = shape.place(cell);
    Value::String(format!("R{}C{}", row + 1, col + 1))
}

/// The clue as an object; `None` if the name cannot express it.
pub(crate) fn object_of(
    shape: &Shape,
    name: &Name<'_>,
    clue: &Clue,
    directions: &Directions,
) -> Option<Map<String, Value>> {
    let mut object = Map::new();
    let names = |cells: &[Cell]| Value::Array(cells.iter().map(|&c| cell_name(shape, c)).collect());
    let inside = |cells: &[Cell]| cells.iter().all(|c| c.index() < shape.len());
    let mut written: Vec<&str> = Vec::new();
    for (field, value) in name.named() {
        let param = match value {
            ForeignValue::Number(n) => {
                object.insert(field.clone(), json!(n.to_string()));
                continue;
            }
            ForeignValue::Text(t) => {
                object.insert(field.clone(), json!(t));
                continue;
            }
            ForeignValue::Param(p) => name.param(p)?,
            ForeignValue::Joined(parts) if in_words(parts) => {
                let [ForeignValue::Text(word), ForeignValue::Param(param)] = &parts[..] else { return None };
                let Arg::Number(n) = clue.arg(param)? else { return None };
                object.insert(field.clone(), json!(format!("{word}{n}")));
                continue;
            }
            ForeignValue::Joined(parts) => {
                let [ForeignValue::Param(start), .., ForeignValue::Param(rest)] = &parts[..] else { return None };
                let starts = cells_of(clue.arg(start)?);
                let arms = lists_of(clue.arg(rest)?);
                // A line goes through cells of the grid, starting at its circle.
                if !inside(&starts) || arms.is_empty() || !arms.iter().all(|arm| inside(arm)) {
                    return None;
                }
                let line = |arm: &Vec<Cell>| Some(names(&[&[start_of(shape, &starts, arm)?][..], arm].concat()));
                object.insert(field.clone(), arms.iter().map(line).collect::<Option<Value>>()?);
                continue;
            }
        };
        let Some(arg) = clue.arg(&param.name) else { continue };
        let before = written.iter().filter(|p| **p == param.name).count();
        written.push(&param.name);
        let data = match (param.kind, arg) {
            (ParamKind::Shape(Kind::Outside), _) => {
                let cells = cells_of(arg);
                let steps: Vec<(i32, i32)> = directions.iter().map(|d| d.1).collect();
                let ((r, c), step) = seen_from(shape, &cells, &steps)?;
                let word = directions.iter().find(|(_, s)| *s == step).map_or("", |(word, _)| word);
                if !word.is_empty() {
                    object.insert("cells".into(), names(&cells));
                    object.insert("direction".into(), json!(word));
                }
                json!(format!("R{}C{}", r + 1, c + 1))
            }
            (ParamKind::Shape(_), _) => {
                let lists = lists_of(arg);
                if !lists.iter().all(|l| inside(l)) {
                    return None;
                }
                match field.as_str() {
                    "lines" | "groups" => Value::Array(lists.iter().map(|l| names(l)).collect()),
                    "cell" => cell_name(shape, *lists.first()?.first()?),
                    // If lists are spread over several fields, each field has its own list.
                    _ if lists.len() > 1 => names(lists.get(before)?),
                    _ => names(&lists.concat()),
                }
            }
            (_, Arg::Number(n)) if field == "values" => json!([n]),
            (_, Arg::Number(n)) => json!(n.to_string()),
            (_, Arg::Numbers(ns)) => json!(ns),
            (_, Arg::Text(t)) => json!(t),
            (_, Arg::Bool(b)) => json!(b),
            _ => return None,
        };
        object.insert(field.clone(), data);
    }
    Some(object)
}

/// The cell of a circle at which a line starts: the cell next to the line.
fn start_of(shape: &Shape, starts: &[Cell], arm: &[Cell]) -> Option<Cell> {
    let first = shape.place(*arm.first()?);
    let far = |c: Cell| {
        let place = shape.place(c);
        place.row.abs_diff(first.row).max(place.col.abs_diff(first.col))
    };
    starts.iter().copied().min_by_key(|&c| far(c))
}
