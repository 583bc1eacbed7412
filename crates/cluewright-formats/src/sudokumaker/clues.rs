//! Converts constraints to objects whose cells have names, and reads the constraints that such objects cannot express.

use super::drawn::{self, list};
use crate::NoteKind;
use crate::notes::Notes;
use crate::objects::Gatherer;
use crate::scl::fog::add;
use cluewright_core::fog::{Fog, Trigger};
use cluewright_core::{BadInput, Cell, Clue, Puzzle, Sort};
use serde_json::{Map, Value, json};

/// The format's name.
pub(super) const ID: &str = "sudokumaker";

type Object = Map<String, Value>;

/// Fields that do not affect the rule.
const LOOKS: &[&str] = &["type", "disabled", "style", "name"];

/// The meaning of places without a dot or letter.
#[derive(Default)]
struct Missing {
    /// The values for which all places are marked, separately for differences, ratios and sums.
    values: [Vec<i64>; 3],
    /// Whether a dot of the other kind exempts a pair from this kind's rule, separately for differences and ratios.
    excused: [bool; 2],
    /// The values of the dots in the puzzle, separately for differences and ratios.
    shown: [Vec<i64>; 2],
}

pub(super) struct Constraints<'a> {
    puzzle: &'a mut Puzzle,
    notes: &'a mut Notes,
    missing: Missing,
}

impl<'a> Constraints<'a> {
    pub(super) fn new(puzzle: &'a mut Puzzle, notes: &'a mut Notes) -> Self {
        Self { puzzle, notes, missing: Missing::default() }
    }

    fn unknown(&mut self, text: impl Into<String>) {
        self.notes.push(NoteKind::Unknown, text);
    }

    fn name(row: i64, col: i64) -> Value {
        json!(format!("R{}C{}", row + 1, col + 1))
    }

    fn width(&self) -> i64 {
        i64::from(self.puzzle.shape.width())
    }

    fn cell(&self, id: &Value) -> Result<Cell, BadInput> {
        let at = id.as_u64().and_then(|n| usize::try_from(n).ok()).filter(|n| *n < self.puzzle.shape.len());
        at.map(Cell::at).ok_or_else(|| {
            BadInput::new(format!("{id} is not a cell of the grid")).hint("cells are numbered from 0, row by row")
        })
    }

    fn cells(&self, ids: &[Value]) -> Result<Vec<Cell>, BadInput> {
        ids.iter().map(|id| self.cell(id)).collect()
    }

    fn names(&self, ids: &Value) -> Result<Value, BadInput> {
        let cells = self.cells(ids.as_array().map_or(&[][..], Vec::as_slice))?;
        Ok(cells.into_iter().map(|c| crate::objects::cell_name(&self.puzzle.shape, c)).collect())
    }

    fn gather(&mut self, kind: i64, object: &Value) -> Result<(), BadInput> {
        let mut gather = Gatherer { format: ID, puzzle: self.puzzle, notes: self.notes };
        gather.clue(&kind.to_string(), &format!("type {kind}"), object.as_object().unwrap_or(&Map::new()), &[])
    }

    pub(super) fn add(&mut self, object: &Object) -> Result<(), BadInput> {
        let Some(kind) = object.get("type").and_then(Value::as_i64) else {
            self.unknown("a constraint has no number for its type");
            return Ok(());
        };
        let known = self.read(kind, object)?;
        let left: Vec<String> = object
            .iter()
            .filter(|(field, _)| !LOOKS.contains(&field.as_str()) && !known.contains(&field.as_str()))
            .map(|(field, value)| format!("`{field}: {value}`"))
            .collect();
        if !left.is_empty() && !known.contains(&"*") {
            self.unknown(format!("not understood in the constraint of type {kind}: {}", left.join(", ")));
        }
        Ok(())
    }

    /// Adds a clue for each line in a field, all with the same additional fields `more`.
    fn lines(&mut self, kind: i64, object: &Object, field: &str, more: &[(&str, Value)]) -> Result<(), BadInput> {
        for line in list(object, field) {
            let mut clue = json!({ "lines": [self.names(line)?] });
            for (name, value) in more {
                clue[*name] = value.clone();
            }
            self.gather(kind, &clue)?;
        }
        Ok(())
    }

    fn outside(&mut self, kind: i64, object: &Object) -> Result<(), BadInput> {
        let wide = self.width() + 2;
        for clue in list(object, "clues") {
            let id = clue.get("outerCell").and_then(Value::as_i64).unwrap_or(-1);
            let value = clue.get("value").cloned().unwrap_or_default();
            let (row, col) = (id.div_euclid(wide) - 1, id.rem_euclid(wide) - 1);
            let (low, right) = (row >= i64::from(self.puzzle.shape.height()), col >= self.width());
            if id < 0 || row > i64::from(self.puzzle.shape.height()) {
                return Err(BadInput::new(format!("{id} is not a place outside the grid")));
            }
            let mut item = json!({ "cell": Self::name(row, col), "value": value });
            if kind == 500 {
                item["direction"] = match clue.get("diagonal").and_then(Value::as_i64) {
                    Some(-1) => json!(if low || right { "UL" } else { "DR" }),
                    Some(1) => json!(if low || col < 0 { "UR" } else { "DL" }),
                    _ => {
                        self.unknown(format!("the little killer {clue} has no direction"));
                        continue;
                    }
                };
            }
            self.gather(kind, &item)?;
        }
        Ok(())
    }

    /// Reads a constraint. Returns the names of the object's fields that were read, or `*` for all.
    fn read(&mut self, kind: i64, object: &Object) -> Result<&'static [&'static str], BadInput> {
        Ok(match kind {
            0 | 2003 => &[],
            1 => &["regions"],
            10..=15 => {
                let mut gather = Gatherer { format: ID, puzzle: self.puzzle, notes: self.notes };
                gather.switch(&kind.to_string(), &format!("type {kind}"));
                &[]
            }
            100..=103 => {
                for id in list(object, "cells") {
                    let cell = crate::objects::cell_name(&self.puzzle.shape, self.cell(id)?);
                    self.gather(kind, &json!({ "cell": cell }))?;
                }
                &["cells"]
            }
            300 => {
                let slow = i64::from(object.get("slow") == Some(&json!(true)));
                self.lines(kind, object, "thermometers", &[("slow", json!(slow))])?;
                &["thermometers", "slow"]
            }
            401 => {
                let least = object.get("minDifference").cloned().unwrap_or_default();
                self.lines(kind, object, "lines", &[("value", least)])?;
                &["lines", "minDifference"]
            }
            400 | 402..=405 | 407 | 409 => {
                self.lines(kind, object, "lines", &[])?;
                let usual = object.get("singleRegionTotals") == Some(&json!(false));
                if usual { &["lines", "singleRegionTotals"] } else { &["lines"] }
            }
            500..=504 => {
                self.outside(kind, object)?;
                &["clues"]
            }
            16 | 406 => {
                self.groups(kind, object)?;
                &["groups", "lines"]
            }
            200..=202 => {
                self.edges(kind, object)?;
                &["clues", "negative", "overrideNegativeRatios", "overrideNegativeDifferences"]
            }
            301 => {
                for cage in list(object, "cages") {
                    let mut item = json!({ "cells": self.names(cage.get("cells").unwrap_or(&Value::Null))? });
                    if let Some(value) = cage.get("value").filter(|v| **v != json!(0)) {
                        item["value"] = value.clone();
                    }
                    self.gather(kind, &item)?;
                }
                &["cages"]
            }
            302 => {
                // The cells of each group hold the same digit.
                for group in list(object, "groups") {
                    let cells = self.names(group)?;
                    let alone: Vec<Value> = cells.as_array().into_iter().flatten().map(|c| json!([c])).collect();
                    self.gather(kind, &json!({ "groups": alone }))?;
                }
                &["groups"]
            }
            303 => {
                let wide = self.width() + 1;
                for clue in list(object, "clues") {
                    let id = clue.get("corner").and_then(Value::as_i64).unwrap_or(-1);
                    let (r, c) = (id.div_euclid(wide), id.rem_euclid(wide));
                    let near = [(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)].map(|(r, c)| Self::name(r, c));
                    self.gather(kind, &json!({ "cells": near, "values": clue.get("digits") }))?;
                }
                &["clues"]
            }
            408 => {
                for arrow in list(object, "bulbsWithArrows") {
                    let lines = list(arrow.as_object().unwrap_or(&Map::new()), "arrows")
                        .iter()
                        .map(|l| self.names(l))
                        .collect::<Result<Vec<_>, _>>()?;
                    let bulb = self.names(arrow.get("bulbCells").unwrap_or(&Value::Null))?;
                    self.gather(kind, &json!({ "cells": bulb, "lines": lines }))?;
                }
                &["bulbsWithArrows"]
            }
            305 | 600 | 601 => {
                let cells = self.names(object.get("cells").unwrap_or(&Value::Null))?;
                self.gather(kind, &json!({ "cells": cells }))?;
                &["cells"]
            }
            1000 => {
                let name = object.get("definition").and_then(|d| d.get("name")).or(object.get("name"));
                let name = name.and_then(Value::as_str).unwrap_or("without a name").to_owned();
                self.unknown(format!("the constraint `{name}` is a program, which is not run"));
                &["*"]
            }
            2000..=2002 => {
                let before = self.puzzle.drawings.len();
                drawn::draw(kind, object, self.puzzle);
                let count = self.puzzle.drawings.len() - before;
                let what = ["lines", "cages", "symbols"][usize::try_from(kind - 2000).unwrap_or(0).min(2)];
                if count > 0 {
                    self.notes.push(NoteKind::Decoration, format!("{count} drawn {what} without a known meaning"));
                }
                &["*"]
            }
            4000 | 4001 => {
                let lights = self.cells(list(object, "cells"))?;
                let triggers = self.triggers(object)?;
                add(self.puzzle, Fog { lights, triggers });
                &["*"]
            }
            _ => {
                self.unknown(format!("the constraint of type {kind} is not known"));
                &["*"]
            }
        })
    }

    /// Whether each group consists of the digits with the same remainder modulo the number of groups.
    fn by_remainder(&self, said: &[u64]) -> bool {
        let modulus = i64::try_from(said.len()).unwrap_or(0);
        let first = i64::from(self.puzzle.digits.first);
        let digits = first..first + i64::from(self.puzzle.digits.count);
        let mask = |rest: i64| {
            digits
                .clone()
                .filter(|d| (0..64).contains(d) && d.rem_euclid(modulus) == rest)
                .fold(0u64, |m, d| m | 1 << d)
        };
        let mut masks: Vec<u64> =
            if (2..=64).contains(&modulus) { (0..modulus).map(mask).collect() } else { Vec::new() };
        masks.order();
        !said.is_empty() && masks == said
    }

    /// Reads a constraint on groups of digits: low, middle and high digits, or digits with the same remainder.
    fn groups(&mut self, kind: i64, object: &Object) -> Result<(), BadInput> {
        let (first, count) = (i64::from(self.puzzle.digits.first), i64::from(self.puzzle.digits.count));
        let masks = |class: &dyn Fn(i64) -> i64| {
            let mut masks = [0u64; 3];
            for digit in (first..first + count).filter(|d| (0..64).contains(d)) {
                masks[usize::try_from(class(digit)).unwrap_or(0)] |= 1 << digit;
            }
            masks.order();
            masks
        };
        let mut said: Vec<u64> = list(object, "groups").iter().filter_map(Value::as_u64).collect();
        said.order();
        let remainders = |modulus: i64| (2..=64).contains(&modulus) && self.by_remainder(&said);
        let modulus = i64::try_from(said.len()).unwrap_or(0);
        // The library's rule for thirds applies only if the number of digits is divisible by three.
        let (word, more) = if count % 3 == 0 && said == masks(&|d| 3 * (d - first) / count) {
            ("thirds", Vec::new())
        } else if remainders(modulus) && (kind == 406 || modulus == 3) {
            ("remainders", vec![("modulus", json!(modulus))])
        } else {
            return self.sets(kind, object, &said);
        };
        if kind == 16 {
            return self.gather(kind, &json!({ "value": word }));
        }
        let more: Vec<_> = more.into_iter().chain([("value", json!(word))]).collect();
        self.lines(kind, object, "lines", &more)
    }

    /// Reads a constraint on arbitrary sets of digits, each given as bits.
    fn sets(&mut self, kind: i64, object: &Object, said: &[u64]) -> Result<(), BadInput> {
        let (first, last) = (i64::from(self.puzzle.digits.first), i64::from(self.puzzle.digits.last()));
        let digits =
            |mask: u64| -> Vec<i64> { (first..=last).filter(|d| (0..64).contains(d) && mask >> d & 1 == 1).collect() };
        let sets: Vec<Vec<i64>> = said.iter().map(|mask| digits(*mask)).collect();
        let whole =
            said.iter().zip(&sets).all(|(mask, set)| mask.count_ones() as usize == set.len() && !set.is_empty());
        match &sets[..] {
            [_, ..] if kind == 16 && whole => {
                for set in &sets {
                    self.gather(kind, &json!({ "value": "sets", "digits": set }))?;
                }
                Ok(())
            }
            // The library's rule requires that the three sets are disjoint; a digit in none of them is not allowed on the line.
            [low, middle, high] if whole && said[0] & said[1] == 0 && said[2] & (said[0] | said[1]) == 0 => {
                let more = [("value", json!("sets")), ("low", json!(low)), ("middle", json!(middle))];
                self.lines(kind, object, "lines", &more)?;
                let values = [&low[..], middle, high].concat();
                if values.len() < usize::from(self.puzzle.digits.count) {
                    for line in list(object, "lines") {
                        let cells = self.names(line)?;
                        self.gather(kind, &json!({ "value": "among", "cells": cells, "values": values }))?;
                    }
                }
                Ok(())
            }
            _ => {
                self.unknown(format!(
                    "the groups of digits {said:?} (one bit per digit) of a constraint of type {kind}"
                ));
                Ok(())
            }
        }
    }

    fn edges(&mut self, kind: i64, object: &Object) -> Result<(), BadInput> {
        let wide = self.width();
        let sort = usize::try_from(kind - 200).unwrap_or(0);
        let said = |key: &str| object.get(key) == Some(&json!(true));
        self.missing.values[sort].extend(list(object, "negative").iter().filter_map(Value::as_i64));
        self.missing.excused[0] |= said("overrideNegativeDifferences");
        self.missing.excused[1] |= said("overrideNegativeRatios");
        for clue in list(object, "clues") {
            let id = clue.get("edge").and_then(Value::as_i64).unwrap_or(-1);
            let (k, c) = (id.div_euclid(wide), id.rem_euclid(wide));
            let at = if k % 2 == 0 { [(k / 2, c - 1), (k / 2, c)] } else { [(k / 2, c), (k / 2 + 1, c)] };
            let cell = |(r, c): (i64, i64)| self.puzzle.shape.at(i32::try_from(r).ok()?, i32::try_from(c).ok()?);
            let (Some(a), Some(b)) = (cell(at[0]), cell(at[1])) else {
                return Err(BadInput::new(format!("{id} is not an edge between two cells")));
            };
            let value = clue.get("value").and_then(Value::as_i64);
            if value.is_none() {
                self.unknown(format!("the clue {clue} of a constraint of type {kind} is not understood"));
                continue;
            }
            self.missing.shown.get_mut(sort).into_iter().for_each(|s| s.extend(value));
            let cells = [a, b].map(|c| crate::objects::cell_name(&self.puzzle.shape, c));
            self.gather(kind, &json!({ "cells": cells, "value": clue.get("value") }))?;
        }
        Ok(())
    }

    /// Adds the rules about places without a dot or letter, if the library has a rule with exactly this meaning.
    pub(super) fn negatives(&mut self) {
        let Missing { mut values, excused, shown } = std::mem::take(&mut self.missing);
        for v in &mut values {
            v.order();
            v.dedup();
        }
        let only = |sort: usize, n: i64| shown[sort].iter().all(|s| *s == n);
        let [differences, ratios, sums] = values;
        let rule = match (&differences[..], &ratios[..]) {
            ([], []) => None,
            ([1], [2]) if only(0, 1) && only(1, 2) && (excused == [true; 2]) => Some("negative-kropki"),
            ([1], []) if only(0, 1) && (shown[1].is_empty() || !excused[0]) => Some("nonconsecutive"),
            ([], [2]) if only(1, 2) && (shown[0].is_empty() || excused[1]) => Some("negative-ratio"),
            _ => {
                self.unknown(format!(
                    "dots are missing where there is no difference {differences:?} and no ratio {ratios:?}"
                ));
                None
            }
        };
        self.puzzle.rules.extend(rule.map(|rule| Clue::new(rule, Vec::new())));
        match &sums[..] {
            [] => {}
            [5, 10] => self.puzzle.rules.push(Clue::new("negative-xv", Vec::new())),
            _ => self.unknown(format!("letters are missing where there is no sum {sums:?}")),
        }
    }

    /// Reads the cells in which correct digits clear the fog. Triggers and effects with the same letter belong together.
    fn triggers(&self, object: &Object) -> Result<Vec<Trigger>, BadInput> {
        let mut found: Vec<(&str, Trigger)> = Vec::new();
        for (key, shows) in [("triggers", false), ("effects", true)] {
            for item in list(object, key).iter().filter_map(Value::as_object) {
                let label = item.get("label").and_then(Value::as_str).unwrap_or("");
                let at = found.iter().position(|(known, _)| *known == label).unwrap_or_else(|| {
                    found.push((label, Trigger { cells: Vec::new(), shows: Vec::new() }));
                    found.len() - 1
                });
                let trigger = &mut found[at].1;
                let cells = self.cells(list(item, "cells"))?;
                if shows { &mut trigger.shows } else { &mut trigger.cells }.extend(cells);
            }
        }
        let whole = |t: &Trigger| !t.cells.is_empty() && !t.shows.is_empty();
        Ok(found.into_iter().map(|(_, trigger)| trigger).filter(whole).collect())
    }
}
