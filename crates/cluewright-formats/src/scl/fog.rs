//! Fog in `SudokuPad`'s format: keys of the object, and cages whose text says that their cells are lit. F-puzzles uses the same
//! keys, with names of cells.

use super::data::{cell, text};
use crate::objects::place;
use cluewright_core::fog::{Fog, Trigger};
use cluewright_core::shape::MAX_SIDE;
use cluewright_core::{Cell, Puzzle, Shape};
use serde_json::{Map, Value, json};

/// The keys that define which cells are hidden at the start, and which are revealed when a cell is filled.
pub(crate) const FOG: [&str; 4] = ["foglight", "triggereffect", "fogofwar", "fog"];

/// The maximum number of cells that text may name; text with more names must repeat cells many times.
const MOST: usize = 1 << 16;

/// Reads names of cells with any text between them: `r1c1r1c2, r2c1-r2c3`. Names of places outside the grid are ignored.
pub(super) fn named(words: &str, shape: &Shape) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut before: Option<(i32, i32)> = None;
    let mut rest = words;
    while let Some(at) = rest.find(['r', 'R']) {
        let range = rest[..at].trim() == "-";
        rest = &rest[at..];
        let end =
            rest[1..].find(|c: char| !c.is_ascii_digit() && !matches!(c, 'c' | 'C')).map_or(rest.len(), |i| i + 1);
        let Some(here) = place(&rest[..end]) else {
            (rest, before) = (&rest[end..], None);
            continue;
        };
        let from = before.filter(|_| range).unwrap_or(here);
        let side = |a: i32, b: i32| a.min(b).max(0)..=a.max(b).min(i32::from(MAX_SIDE));
        if cells.len() > MOST {
            return cells;
        }
        for row in side(from.0, here.0) {
            let is_new = |col: &i32| !range || (row, *col) != from;
            cells.extend(side(from.1, here.1).filter(is_new).filter_map(|col| shape.at(row, col)));
        }
        (rest, before) = (&rest[end..], Some(here));
    }
    cells
}

/// The cells in a list of places, which are given by row and column or by name.
fn cells(list: &Value, shape: &Shape) -> Vec<Cell> {
    match list {
        Value::String(words) => named(words, shape),
        Value::Array(items) => items
            .iter()
            .flat_map(|item| match (item, cell(item)) {
                (Value::String(words), _) => named(words, shape),
                (_, Some((row, col))) => shape.at(row, col).into_iter().collect(),
                _ => Vec::new(),
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// These cells and the cells around them.
fn lamps(cells: &[Cell], shape: &Shape) -> Vec<Cell> {
    let around = |cell: &Cell| {
        let at = shape.place(*cell);
        let (row, col) = (i32::from(at.row), i32::from(at.col));
        (-1..=1).flat_map(move |down| (-1..=1).filter_map(move |across| shape.at(row + down, col + across)))
    };
    cells.iter().flat_map(around).collect()
}

/// The fog that the keys of the object define; `None` if the object has no such keys.
pub(crate) fn of_keys(top: &Map<String, Value>, shape: &Shape) -> Option<Fog> {
    let list = |key: &str| top.get(key).filter(|v| !v.is_null());
    let keys = ["foglight", "fogofwar", "triggereffect"];
    if !keys.iter().any(|key| list(key).is_some()) {
        return None;
    }
    let mut fog = Fog::default();
    fog.lights.extend(list("foglight").map(|v| cells(v, shape)).unwrap_or_default());
    fog.lights.extend(list("fogofwar").map(|v| lamps(&cells(v, shape), shape)).unwrap_or_default());
    let mut named = 0;
    for item in list("triggereffect").and_then(Value::as_array).into_iter().flatten() {
        let part = |key: &str, names: &[&str]| {
            let object = item.get(key)?;
            names.iter().find_map(|name| object.get(*name)).map(|v| cells(v, shape))
        };
        let is_light = item.get("effect").and_then(|e| e.get("type")).map(text).is_some_and(|t| t == "foglight");
        if let (true, Some(cells), Some(shows)) =
            (is_light, part("trigger", &["cell", "cells"]), part("effect", &["cells"]))
            && !cells.is_empty()
            && !shows.is_empty()
            && named < MOST
        {
            named += cells.len() + shows.len();
            fog.triggers.push(Trigger { cells, shows });
        }
    }
    Some(fog)
}

/// The lit cells of a cage with the text `FOGLIGHT`, or `FOW`, which also lights the cells around its cells; `None` for any other
/// cage.
pub(crate) fn of_cage(item: &Value, shape: &Shape) -> Option<Fog> {
    let said = item.get("value").and_then(Value::as_str)?.trim();
    let own = item.get("cells").map(|v| cells(v, shape)).unwrap_or_default();
    let lights = match said {
        "FOW" => lamps(&own, shape),
        word if word.eq_ignore_ascii_case("foglight") => own,
        _ => return None,
    };
    Some(Fog { lights, triggers: Vec::new() })
}

/// Adds fog to the puzzle's existing fog.
pub(crate) fn add(puzzle: &mut Puzzle, more: Fog) {
    let fog = puzzle.fog.get_or_insert_default();
    for cell in more.lights {
        if !fog.lights.contains(&cell) {
            fog.lights.push(cell);
        }
    }
    fog.triggers.extend(more.triggers);
}

/// Writes the keys for the fog.
pub(crate) fn write(fog: &Fog, shape: &Shape, top: &mut Map<String, Value>) {
    let known =
        |cells: &[Cell]| cells.iter().filter(|c| c.index() < shape.len()).map(|c| shape.place(*c)).collect::<Vec<_>>();
    let lights = known(&fog.lights).into_iter().map(|p| json!([p.row, p.col])).collect();
    top.insert("foglight".into(), Value::Array(lights));
    let names = |cells: &[Cell]| known(cells).iter().map(ToString::to_string).collect::<String>();
    let triggers = fog.triggers.iter().map(|trigger| {
        json!({
            "trigger": {"type": "cellvalue", "cell": names(&trigger.cells)},
            "effect": {"type": "foglight", "cells": names(&trigger.shows)},
        })
    });
    if !fog.triggers.is_empty() {
        top.insert("triggereffect".into(), triggers.collect());
    }
}
