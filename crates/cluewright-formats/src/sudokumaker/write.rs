//! Writes the JSON. As on the site, all clues of one type form one constraint.

use super::clues::ID;
use super::drawn;
use super::read::read_json;
use crate::foreign::{self, Name, bound};
use crate::notes::Notes;
use crate::objects::{DIAGONALS, STRAIGHT, number, object_of, place};
use crate::{Note, NoteKind};
use cluewright_core::drawing::counted;
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Drawing, Puzzle};
use cluewright_rules::Ruleset;
use cluewright_rules::syntax::ast::{ForeignValue, ParamKind};
use serde_json::{Map, Value, json};

type Object = Map<String, Value>;

/// The version of the format that is written.
const VERSION: &str = "1.5.0";

pub(super) fn write_json(puzzle: &Puzzle) -> Result<(String, Vec<Note>), BadInput> {
    let whole = puzzle.shape.len() == usize::from(puzzle.shape.height()) * usize::from(puzzle.shape.width());
    if puzzle.shape.grids().len() != 1 || !whole {
        return Err(BadInput::new("SudokuMaker supports only one grid without holes").hint("write the format `clue`"));
    }
    let rules = Ruleset::for_puzzle(puzzle, &[])?;
    let puzzle = &*foreign::spelled_out(puzzle, ID, &rules);
    let names = foreign::names(ID, &rules);
    let mut writer = Writer { puzzle, names, constraints: Vec::new(), notes: Notes::default() };
    let mut data = writer.grid();
    for rule in &puzzle.rules {
        if !foreign::is_base(&rule.rule) && rule.rule != "regions" {
            writer.clue(rule);
        }
    }
    for tree in &puzzle.clues {
        writer.tree(tree);
    }
    writer.rest();
    data.insert("constraints".into(), writer.constraints.into_iter().map(Value::Object).collect());
    let top = json!({ "formatVersion": VERSION, "puzzle": data });
    Ok((top.to_string(), writer.notes.into_list()))
}

struct Writer<'a> {
    puzzle: &'a Puzzle,
    names: Vec<Name<'a>>,
    constraints: Vec<Object>,
    notes: Notes,
}

impl Writer<'_> {
    fn lose(&mut self, what: impl std::fmt::Display) {
        self.notes.push(NoteKind::Lost, format!("SudokuMaker cannot express {what}"));
    }

    fn has_rule(&self, rules: &[&str]) -> bool {
        self.puzzle.rules.iter().any(|r| rules.contains(&r.rule.as_str()))
    }

    /// Writes cells, digits and texts, and the constraints for rows, columns and regions.
    fn grid(&mut self) -> Object {
        let puzzle = self.puzzle;
        let mut cells = vec![json!({}); puzzle.shape.len()];
        // The site stores a solution in the cells, as digits that are not givens.
        if !puzzle.progress.iter().any(|p| p.placed.is_some()) {
            for (cell, digit) in cells.iter_mut().zip(&puzzle.solution) {
                *cell = digit.map_or_else(|| json!({}), |digit| json!({ "value": digit }));
            }
        }
        for progress in &puzzle.progress {
            if let (Some(digit), Some(cell)) = (progress.placed, cells.get_mut(progress.cell.index())) {
                *cell = json!({ "value": digit });
            }
        }
        for given in &puzzle.givens {
            match (&given.digits[..], cells.get_mut(given.cell.index())) {
                ([digit], Some(cell)) => *cell = json!({ "value": digit, "given": true }),
                (_, Some(_)) => self.lose(format!("the digits allowed in {}", puzzle.cell_name(given.cell))),
                // Cells outside the grid are reported elsewhere.
                (_, None) => {}
            }
        }
        let mut data = Object::new();
        for (key, words) in [("name", &puzzle.title), ("author", &puzzle.author), ("comment", &puzzle.text)] {
            data.insert(key.into(), json!(words));
        }
        let (height, width) = (puzzle.shape.height(), puzzle.shape.width());
        if height == width {
            data.insert("size".into(), json!(height));
        } else {
            data.insert("height".into(), json!(height));
            data.insert("width".into(), json!(width));
        }
        data.insert("minDigit".into(), json!(puzzle.digits.first));
        data.insert("maxDigit".into(), json!(puzzle.digits.last()));
        data.insert("cells".into(), Value::Array(cells));
        self.constraints.push(object(json!({ "type": 0 })));
        if self.has_rule(&["classic", "irregular", "regions"]) && puzzle.shape.regions().next().is_some() {
            let mut ids = vec![-1; puzzle.shape.len()];
            for (id, region) in (0..).zip(puzzle.shape.regions()) {
                for cell in region {
                    ids[cell.index()] = id;
                }
            }
            self.constraints.push(object(json!({ "type": 1, "regions": ids })));
        }
        if self.has_rule(&["classic", "irregular", "latin"]) {
            self.constraints.push(object(json!({ "type": 2003 })));
        } else {
            data.insert("type".into(), json!("custom"));
        }
        data
    }

    fn tree(&mut self, tree: &ClueTree) {
        for part in foreign::that_hold(tree) {
            match part {
                Ok(clue) => self.clue(clue),
                Err(what) => self.lose(what),
            }
        }
    }

    fn clue(&mut self, clue: &Clue) {
        let directions: Vec<(&'static str, (i32, i32))> = STRAIGHT.iter().chain(&DIAGONALS).copied().collect();
        for name in self.names.clone() {
            let clue = self.with_defaults(&name, &bound(clue, &name.rule.params));
            if !name.holds(&clue) {
                continue;
            }
            let said = if name.is_switch() {
                Some(Object::new())
            } else {
                object_of(&self.puzzle.shape, &name, &clue, &directions)
            };
            if said.and_then(|said| self.add(&name, &said)).is_some() {
                return;
            }
        }
        self.lose(format!("the clue {}", clue.rule));
    }

    /// The clue, with the numbers added that the format requires but the clue leaves out.
    fn with_defaults(&self, name: &Name<'_>, clue: &Clue) -> Clue {
        let mut clue = clue.clone();
        for (_, value) in name.named() {
            let ForeignValue::Param(param) = value else { continue };
            let is_number = name.param(param).is_some_and(|p| p.kind == ParamKind::Number);
            if is_number && clue.rule == name.rule.name && clue.arg(param).is_none() {
                clue.args.extend(name.default_of(self.puzzle, param).map(|n| (param.clone(), Arg::Number(n))));
            }
        }
        clue
    }

    /// The constraint of this type with these fields; created if it does not exist.
    fn constraint(&mut self, kind: i64, fields: &[(&str, Value)]) -> &mut Object {
        let has = |c: &Object| {
            c.get("type") == Some(&json!(kind)) && fields.iter().all(|(field, value)| c.get(*field) == Some(value))
        };
        let at = self.constraints.iter().position(has).unwrap_or_else(|| {
            let mut made = object(json!({ "type": kind }));
            made.extend(fields.iter().map(|(field, value)| ((*field).to_owned(), value.clone())));
            self.constraints.push(made);
            self.constraints.len() - 1
        });
        &mut self.constraints[at]
    }

    fn push(&mut self, kind: i64, fields: &[(&str, Value)], list: &str, item: Value) {
        let list = self.constraint(kind, fields).entry(list).or_insert_with(|| json!([]));
        if let Value::Array(list) = list {
            list.push(item);
        }
    }

    fn wide(&self) -> i64 {
        i64::from(self.puzzle.shape.width())
    }

    fn id(&self, name: &Value) -> Option<i64> {
        let (row, col) = name.as_str().and_then(place)?;
        Some(i64::from(row) * self.wide() + i64::from(col))
    }

    fn ids(&self, names: Option<&Value>) -> Option<Vec<i64>> {
        names?.as_array()?.iter().map(|name| self.id(name)).collect()
    }

    /// Adds an object whose cells have names to the constraint of its type; `None` if the constraint cannot express it.
    fn add(&mut self, name: &Name<'_>, said: &Object) -> Option<()> {
        let kind: i64 = name.foreign.name.parse().ok()?;
        let value = said.get("value").and_then(number);
        let cells = self.ids(said.get("cells"));
        let lines: Vec<Vec<i64>> = match said.get("lines").and_then(Value::as_array) {
            Some(lines) => lines.iter().map(|line| self.ids(Some(line))).collect::<Option<_>>()?,
            None => Vec::new(),
        };
        match kind {
            10..=15 => drop(self.constraint(kind, &[])),
            16 => drop(self.constraint(kind, &[("groups", self.groups(name, said)?)])),
            100..=103 => {
                let id = self.id(said.get("cell")?)?;
                self.push(kind, &[], "cells", json!(id));
            }
            200..=202 => {
                let [a, b] = cells?[..] else { return None };
                let (wide, first) = (self.wide(), a.min(b));
                let (row, col) = (first / wide, first % wide);
                let edge = if a.max(b) == first + 1 { 2 * wide * row + col + 1 } else { (2 * row + 1) * wide + col };
                self.push(kind, &[], "clues", json!({ "value": value?, "edge": edge }));
            }
            300 => {
                let slow = json!(said.get("slow").and_then(number) == Some(1));
                for line in lines {
                    self.push(kind, &[("slow", slow.clone())], "thermometers", json!(line));
                }
            }
            // In this format, 0 means that a cage has no total.
            301 if value == Some(0) => return None,
            301 => self.push(kind, &[], "cages", json!({ "cells": cells?, "value": value.unwrap_or(0) })),
            302 => {
                let groups = said.get("groups")?.as_array()?;
                let sides: Vec<Vec<i64>> = groups.iter().map(|g| self.ids(Some(g))).collect::<Option<_>>()?;
                let shortest = sides.iter().map(Vec::len).min()?;
                for i in 0..shortest {
                    let same: Vec<i64> = sides.iter().map(|side| side[i]).collect();
                    self.push(kind, &[], "groups", json!(same));
                }
            }
            303 => {
                let cells = cells.filter(|c| c.len() == 4)?;
                let last = cells.iter().max()?;
                let corner = (last / self.wide()) * (self.wide() + 1) + last % self.wide();
                self.push(kind, &[], "clues", json!({ "corner": corner, "digits": said.get("values")? }));
            }
            401 => {
                for line in lines {
                    self.push(kind, &[("minDifference", json!(value?))], "lines", json!(line));
                }
            }
            404 => {
                for line in lines {
                    self.push(kind, &[("singleRegionTotals", json!(false))], "lines", json!(line));
                }
            }
            406 => {
                let groups = self.groups(name, said)?;
                for line in lines {
                    self.push(kind, &[("groups", groups.clone())], "lines", json!(line));
                }
            }
            400 | 402 | 403 | 405 | 407 | 409 => {
                for line in lines {
                    self.push(kind, &[], "lines", json!(line));
                }
            }
            408 => self.push(kind, &[], "bulbsWithArrows", json!({ "bulbCells": cells?, "arrows": lines })),
            305 | 600 | 601 => drop(self.constraint(kind, &[("cells", json!(cells?))])),
            500..=504 => {
                let (row, col) = said.get("cell").and_then(Value::as_str).and_then(place)?;
                let outer = (i64::from(row) + 1) * (self.wide() + 2) + i64::from(col) + 1;
                let mut clue = json!({ "value": value?, "outerCell": outer });
                match (kind, said.get("direction").and_then(Value::as_str)) {
                    (500, Some("DR" | "UL")) => clue["diagonal"] = json!(-1),
                    (500, Some(_)) => clue["diagonal"] = json!(1),
                    (500, None) | (_, Some(_)) => return None,
                    _ => {}
                }
                self.push(kind, &[], "clues", clue);
            }
            _ => return None,
        }
        Some(())
    }

    /// The sets of digits of a clue, each as bits.
    fn groups(&self, name: &Name<'_>, said: &Object) -> Option<Value> {
        let digits = self.puzzle.digits;
        let (first, count) = (i64::from(digits.first), i64::from(digits.count));
        let all: Vec<i64> = (first..first + count).collect();
        if !all.iter().all(|d| (0..64).contains(d)) {
            return None;
        }
        let mask = |digits: &[i64]| digits.iter().fold(0_u64, |mask, d| mask | 1 << d);
        let by = |n: i64, class: &dyn Fn(i64) -> i64| -> Vec<u64> {
            (0..n).map(|k| mask(&all.iter().copied().filter(|d| class(*d) == k).collect::<Vec<_>>())).collect()
        };
        let listed = |field: &str| -> Option<Vec<i64>> {
            said.get(field)?.as_array()?.iter().map(number).collect::<Option<Vec<i64>>>()
        };
        let masks = match name.foreign.word.as_deref()? {
            "thirds" if count % 3 == 0 => by(3, &|d| 3 * (d - first) / count),
            "remainders" => {
                let modulus = said.get("modulus").and_then(number).unwrap_or(3);
                by(modulus.clamp(1, 64), &|d| d.rem_euclid(modulus.max(1)))
            }
            "sets" => {
                if let Some(set) = listed("digits") {
                    return Some(json!([mask(&set)]));
                }
                let (low, middle) = (listed("low")?, listed("middle")?);
                let is_rest = |d: &i64| !low.contains(d) && !middle.contains(d);
                let rest: Vec<i64> = all.iter().copied().filter(is_rest).collect();
                vec![mask(&low), mask(&middle), mask(&rest)]
            }
            _ => return None,
        };
        Some(json!(masks))
    }

    /// Writes the lines that are only drawings, and notes the parts that the format cannot express.
    fn rest(&mut self) {
        let puzzle = self.puzzle;
        // Parts that were not understood when the puzzle was read are not in the puzzle, so they are lost; report them.
        let before = puzzle.foreign.as_ref().filter(|f| f.format == ID).and_then(|f| read_json(&f.text).ok());
        for note in before.into_iter().flat_map(|(_, notes)| notes).filter(|n| n.kind == NoteKind::Unknown) {
            self.notes.push(NoteKind::Lost, format!("left out, as the puzzle has changed: {}", note.text));
        }
        let mut others: Vec<Drawing> = Vec::new();
        for drawing in &puzzle.drawings {
            let Some(items) = drawn::written(drawing, &puzzle.shape) else {
                others.push(drawing.clone());
                continue;
            };
            for (kind, fields, list, item) in items {
                self.push(kind, &fields, list, item);
            }
        }
        if let Some(fog) = &puzzle.fog {
            let cells = |cells: &[Cell]| json!(cells.iter().map(|c| c.index()).collect::<Vec<_>>());
            self.constraints.push(object(json!({ "type": 4000, "cells": cells(&fog.lights) })));
            for (at, trigger) in fog.triggers.iter().enumerate() {
                let label = json!((at + 1).to_string());
                for (list, side) in [("triggers", &trigger.cells), ("effects", &trigger.shows)] {
                    self.push(4001, &[], list, json!({ "cells": cells(side), "label": label }));
                }
            }
        }
        if !others.is_empty() {
            let text = format!("this format cannot express the drawings: {}", counted(&others));
            self.notes.push(NoteKind::Decoration, text);
        }
        if !puzzle.extra.is_empty() {
            self.lose(format!("the {} extra cells", puzzle.extra.len()));
        }
        let placed = puzzle.progress.iter().any(|p| p.placed.is_some());
        if placed && puzzle.solution.iter().any(Option::is_some) {
            self.notes.push(NoteKind::Decoration, "this format cannot express the recorded solution");
        }
        if !puzzle.labels.is_empty() {
            self.notes.push(NoteKind::Decoration, "this format cannot express the digits' labels");
        }
        let marks = |c: &Cell| puzzle.progress.iter().any(|p| p.cell == *c && !p.marks.is_empty());
        if puzzle.shape.cells().any(|c| marks(&c)) {
            self.notes.push(NoteKind::Decoration, "this format cannot express the player's marks");
        }
    }
}

fn object(value: Value) -> Object {
    match value {
        Value::Object(object) => object,
        _ => Object::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_of_0_is_told_and_not_written_as_none() {
        let text = "grid: 4x4\nrules: classic\nkiller-cage r1c1 r1c2 total 0\nkiller-cage r2c1 r2c2\n";
        let puzzle = crate::read(text).expect("a puzzle").puzzle;
        let (json, notes) = write_json(&puzzle).expect("it is written");
        assert!(notes.iter().any(|n| n.kind == NoteKind::Lost), "{notes:?}");
        assert_eq!(read_json(&json).expect("what was written").0.clues.len(), 1);
    }
}
