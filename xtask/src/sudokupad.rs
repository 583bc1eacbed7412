//! `sudokupad`: converts f-puzzles records to the form in which `SudokuPad` shows them (drawings and a rules text), and adds the
//! meaning of the drawings as a reference. Readers of drawings are measured against this reference, and share no code with this
//! task.
//!
//! The drawing of each key (colours, widths, places) follows facts from `fpuzzlesdecoder.js` in SudokuPad/sudokutools (MPL-2).

use crate::task::{Fail, Task, Words};
use serde_json::{Map, Value, json};
use std::io::Write as _;

pub(crate) const TASK: Task = Task {
    name: "sudokupad",
    takes: "FILE",
    about: "f-puzzles records whose keys make them unique, as SudokuPad draws them: a line of JSON each",
    options: &[("--out", "FILE", "target/sudokupad.jsonl", "where to write them")],
    run,
};

/// Keys that are not clues: the grid, texts, settings, and manual drawings.
const NO_CLUES: [&str; 21] = [
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
    "line",
    "rectangle",
    "circle",
    "text",
    "cage",
    "fogofwar",
    "foglight",
    "metadata",
    "comment",
    "version",
    "id",
];
/// Keys in the order in which `SudokuPad` draws them; other keys follow.
const LAYERS: [&str; 17] = [
    "clone",
    "thermometer",
    "killercage",
    "arrow",
    "difference",
    "ratio",
    "betweenline",
    "lockout",
    "quadruple",
    "rectangle",
    "circle",
    "text",
    "palindrome",
    "line",
    "minimum",
    "maximum",
    "littlekillersum",
];
/// Keys that `SudokuPad` itself draws.
const DRAWN: [&str; 17] = [
    "diagonal+",
    "diagonal-",
    "clone",
    "thermometer",
    "killercage",
    "arrow",
    "difference",
    "ratio",
    "betweenline",
    "quadruple",
    "palindrome",
    "minimum",
    "maximum",
    "littlekillersum",
    "xv",
    "sandwichsum",
    "extraregion",
];

/// Runs the task.
fn run(words: &Words) -> Result<(), Fail> {
    let text = std::fs::read_to_string(words.names[0]).map_err(|e| format!("{}: {e}", words.names[0]))?;
    let path = words.text("--out").unwrap_or_default();
    let mut out = Vec::new();
    let (mut records, mut clues, mut shown) = (0, 0, 0);
    for line in text.lines().filter(|l| !l.trim().is_empty()) {
        let record: Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
        if record["functional_verdict"] != "unique" {
            continue;
        }
        let puzzle = &record["decoded_json"];
        let truth = truth(puzzle);
        records += 1;
        clues += truth.len();
        shown += truth.iter().filter(|t| t["drawn"] == true).count();
        let line = json!({
            "id": record["id"], "scl": scl(puzzle).to_string(), "truth": truth,
            "ruleset": puzzle.get("ruleset").cloned().unwrap_or_default(), "solution": record["solution"],
        });
        writeln!(out, "{line}").map_err(|e| e.to_string())?;
    }
    std::fs::write(path, out).map_err(|e| format!("{path}: {e}"))?;
    println!("{records} records, {clues} clues, {shown} of them drawn: {path}");
    Ok(())
}

type Point = [f64; 2];

/// Reads `R1C2` as row and column from 0.
fn place(name: &str) -> Option<Point> {
    let (r, c) = name.strip_prefix('R')?.split_once('C')?;
    Some([r.parse::<f64>().ok()? - 1.0, c.parse::<f64>().ok()? - 1.0])
}

fn places(list: &Value) -> Vec<Point> {
    list.as_array().into_iter().flatten().filter_map(|v| place(v.as_str()?)).collect()
}

fn middle([r, c]: Point) -> Point {
    [r + 0.5, c + 0.5]
}

fn middles(list: &Value) -> Vec<Point> {
    places(list).into_iter().map(middle).collect()
}

/// The middle of a part's cells.
fn center(part: &Value) -> Point {
    if let Some(point) = part["cell"].as_str().and_then(place) {
        return middle(point);
    }
    let points = middles(&part["cells"]);
    let n = points.len().max(1) as f64;
    [points.iter().map(|p| p[0]).sum::<f64>() / n, points.iter().map(|p| p[1]).sum::<f64>() / n]
}

/// Moves an end of a line towards its neighbour, to the edge of the disc at which the line starts.
fn pulled(points: &mut [Point], end: usize, next: usize, by: f64) {
    let (dr, dc) = (points[next][0] - points[end][0], points[next][1] - points[end][1]);
    let far = dr.hypot(dc);
    let sign = |n: f64| if n == 0.0 { 0.0 } else { n.signum() };
    points[end][0] += (10.0 * by * sign(dr) / far).round() / 10.0;
    points[end][1] += (10.0 * by * sign(dc) / far).round() / 10.0;
}

struct Sheet {
    top: Map<String, Value>,
    size: usize,
}

impl Sheet {
    fn add(&mut self, key: &str, mut item: Value) {
        if let Value::Object(fields) = &mut item {
            fields.retain(|_, v| !v.is_null());
        }
        if let Value::Array(list) = self.top.entry(key).or_insert_with(|| json!([])) {
            list.push(item);
        }
    }

    fn line(&mut self, color: &str, thickness: f64, points: &[Point]) {
        self.add("lines", json!({"color": color, "thickness": thickness, "wayPoints": points}));
    }

    fn disc(&mut self, key: &str, color: &str, at: Point, rounded: bool, side: f64) {
        self.add(
            key,
            json!({"borderColor": color, "backgroundColor": color, "center": at, "rounded": rounded, "width": side, "height": side}),
        );
    }

    fn cells(&mut self, puzzle: &Value) {
        let n = self.size;
        let height = (1..=n).rev().find(|h| h * h <= n && n.is_multiple_of(*h)).unwrap_or(1);
        let width = n / height;
        let mut regions: std::collections::BTreeMap<i64, Vec<Value>> = std::collections::BTreeMap::new();
        let (mut rows, mut none) = (Vec::new(), Vec::new());
        for r in 0..n {
            let mut row = Vec::new();
            for c in 0..n {
                let cell = &puzzle["grid"][r][c];
                let mut entry = Map::new();
                if cell["given"] == true {
                    entry.insert("value".into(), cell["value"].clone());
                }
                for (from, to) in [("centerPencilMarks", "centremarks"), ("cornerPencilMarks", "pencilMarks")] {
                    if !cell[from].is_null() {
                        entry.insert(to.into(), cell[from].clone());
                    }
                }
                row.push(Value::Object(entry));
                let usual = (r / height * height + c / width) as i64;
                match cell.get("region") {
                    None => regions.entry(usual).or_default().push(json!([r, c])),
                    Some(Value::Null) => none.push(json!([r, c])),
                    Some(id) => regions.entry(id.as_i64().unwrap_or(0)).or_default().push(json!([r, c])),
                }
                if let Some(color) = color_of(cell) {
                    let item = json!({"backgroundColor": color, "center": middle([r as f64, c as f64]), "rounded": false, "width": 1, "height": 1});
                    self.add("underlays", item);
                }
            }
            rows.push(Value::Array(row));
        }
        self.top.insert("cells".into(), Value::Array(rows));
        self.top.insert("regions".into(), regions.into_values().map(Value::Array).collect());
        if !none.is_empty() {
            self.add("cages", json!({"cells": none, "unique": false, "hidden": true}));
        }
    }

    fn words(&mut self, puzzle: &Value) {
        for (from, to) in [("title", "title"), ("author", "author"), ("ruleset", "rules")] {
            if let Some(text) = puzzle[from].as_str().filter(|t| !t.is_empty()) {
                self.add("cages", json!({"value": format!("{to}: {text}")}));
            }
        }
        let digits: String = match &puzzle["solution"] {
            Value::Array(list) => {
                list.iter().map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned)).collect()
            }
            Value::String(text) => text.chars().filter(|c| *c != ',').collect(),
            _ => String::new(),
        };
        if digits.chars().any(|c| !matches!(c, '.' | '0')) {
            self.add("cages", json!({"value": format!("solution: {digits}")}));
        }
    }

    /// Draws one item of a key.
    fn part(&mut self, key: &str, part: &Value, all: &[Value]) {
        let text = match &part["value"] {
            Value::Null => None,
            Value::String(s) if s.is_empty() => None,
            other => Some(other.clone()),
        };
        let lines: Vec<Vec<Point>> = part["lines"].as_array().into_iter().flatten().map(middles).collect();
        let grey = "#CFCFCF";
        match key {
            "thermometer" => {
                for line in lines.iter().filter(|l| !l.is_empty()) {
                    self.disc("underlays", grey, line[0], true, 0.85);
                    self.line(grey, 21.0, line);
                }
            }
            "palindrome" => {
                for line in &lines {
                    self.line(grey, 16.0, line);
                }
            }
            "line" => {
                let width = number(&part["width"]).unwrap_or(0.0) * 32.0;
                let color = part["outlineC"].as_str().unwrap_or("#000000");
                for line in &lines {
                    self.line(color, width, line);
                }
            }
            "arrow" => self.arrow(part, lines),
            "betweenline" => lines.into_iter().filter(|l| l.len() > 1).for_each(|mut line| {
                let last = line.len() - 1;
                for end in [0, last] {
                    self.add(
                        "overlays",
                        json!({"borderColor": grey, "backgroundColor": "#FFFFFF", "center": line[end], "fontSize": 16,
                        "borderSize": 2, "rounded": true, "width": 0.8, "height": 0.8}),
                    );
                }
                pulled(&mut line, 0, 1, 0.4);
                pulled(&mut line, last, last - 1, 0.4);
                self.line(grey, 2.0, &line);
            }),
            "killercage" => {
                let sum = text.as_ref().and_then(whole);
                self.add("cages", json!({"unique": true, "cells": places(&part["cells"]), "value": text, "sum": sum}));
            }
            "extraregion" => {
                for at in middles(&part["cells"]) {
                    self.add("underlays", json!({"backgroundColor": "rgba(207, 207, 207, 0.95)", "center": at, "rounded": false, "width": 1, "height": 1}));
                }
                self.add("cages", json!({"cells": places(&part["cells"])}));
            }
            "clone" => {
                for at in middles(&part["cells"]).into_iter().chain(middles(&part["cloneCells"])) {
                    self.disc("underlays", grey, at, false, 1.0);
                }
            }
            "even" => self.disc("underlays", grey, center(part), false, 0.7),
            "odd" => self.disc("underlays", grey, center(part), true, 0.7),
            "difference" | "ratio" => {
                let (fill, font) = if key == "ratio" { ("#000000", "#fff") } else { ("#FFFFFF", "#000") };
                let font = text.as_ref().map(|_| font);
                self.add(
                    "overlays",
                    json!({"borderColor": "#000000", "backgroundColor": fill, "center": center(part), "rounded": true,
                    "width": 0.3, "height": 0.3, "text": text.unwrap_or_else(|| json!("")), "color": font}),
                );
            }
            "xv" | "sandwichsum" => {
                let size = if key == "xv" { 21 } else { 32 };
                self.add("overlays", json!({"backgroundColor": "#FFFFFF", "borderColor": "#FFFFFF", "center": center(part), "fontSize": size,
                    "rounded": false, "width": 0.25, "height": 0.25, "text": text}));
            }
            "quadruple" => {
                let digits: Vec<String> = part["values"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned))
                    .collect();
                let parts = digits.iter().enumerate().map(|(i, d)| {
                    format!("{}{}{d}", if i % 2 == 1 { " " } else { "" }, if i % 3 == 2 { "\n" } else { "" })
                });
                self.add("overlays", json!({"backgroundColor": "#FFFFFF", "borderColor": "#000000", "center": center(part), "fontSize": 14,
                    "rounded": true, "width": 0.7, "height": 0.7, "text": parts.collect::<String>()}));
            }
            "littlekillersum" => self.little_killer(part, text),
            "minimum" | "maximum" => self.chevrons(part, all, key == "minimum"),
            "rectangle" | "circle" => {
                self.add("overlays", json!({"backgroundColor": part["baseC"], "borderColor": part["outlineC"], "center": center(part), "borderSize": 1,
                    "rounded": key == "circle", "width": part["width"], "height": part["height"], "text": part["value"], "angle": part["angle"]}));
            }
            "text" => {
                let Some(text) = text.map(|t| t.as_str().map_or_else(|| t.to_string(), str::to_owned)) else { return };
                let color = part["fontC"].as_str().unwrap_or("");
                let white = matches!(color.to_lowercase().as_str(), "#fff" | "#ffffff");
                let size = (32.0 * number(&part["size"]).filter(|n| *n != 0.0).unwrap_or(1.0)).round();
                self.add("overlays", json!({"color": part["fontC"], "textStroke": if white { "#000" } else { "#fff" }, "center": center(part),
                    "fontSize": size, "rounded": false, "width": 0.25, "height": 0.25, "text": text.replace(' ', "\u{a0}"), "angle": part["angle"]}));
            }
            "cage" => self.cage(part),
            _ => {}
        }
    }

    fn arrow(&mut self, part: &Value, lines: Vec<Vec<Point>>) {
        for mut line in lines.into_iter().filter(|l| l.len() > 1) {
            pulled(&mut line, 0, 1, 0.3);
            self.add("arrows", json!({"color": "#a1a1a1", "headLength": 0.3, "thickness": 5, "wayPoints": line}));
        }
        let cells = middles(&part["cells"]);
        let span = |i: usize| {
            let (low, high) = cells.iter().fold((f64::MAX, f64::MIN), |(a, b), p| (a.min(p[i]), b.max(p[i])));
            high - low
        };
        if cells.is_empty() {
        } else if span(0) == 0.0 || span(1) == 0.0 {
            self.add(
                "overlays",
                json!({"borderColor": "#a1a1a1", "backgroundColor": "#ffffff", "center": center(part), "fontSize": 16,
                "thickness": 5, "rounded": true, "text": "", "width": 0.75 + span(1), "height": 0.75 + span(0)}),
            );
        } else {
            self.add("lines", json!({"color": "#a1a1a1", "thickness": 45, "opacity": 0.7, "wayPoints": cells}));
            self.add("lines", json!({"color": "#ffffff", "thickness": 35, "opacity": 0.8, "wayPoints": cells}));
        }
    }

    fn little_killer(&mut self, part: &Value, text: Option<Value>) {
        let at = center(part);
        let (dr, dc) = match part["direction"].as_str() {
            Some("UR") => (-1.0, 1.0),
            Some("UL") => (-1.0, -1.0),
            Some("DR") => (1.0, 1.0),
            _ => (1.0, -1.0),
        };
        let point = |by: f64| [at[0] + by * dr, at[1] + by * dc];
        self.add("arrows", json!({"color": "#000000", "thickness": 2, "wayPoints": [point(0.3), point(0.48)]}));
        self.add(
            "overlays",
            json!({"backgroundColor": "#FFFFFF", "borderColor": "#FFFFFF", "center": at, "fontSize": 28, "width": 0.25,
            "height": 0.25, "rounded": false, "text": text.unwrap_or_else(|| json!("_"))}),
        );
    }

    /// A grey cell with a chevron at each side whose neighbour is not such a cell.
    fn chevrons(&mut self, part: &Value, all: &[Value], inwards: bool) {
        let at = center(part);
        let (a, b) = if inwards { (0.44, 0.39) } else { (0.39, 0.44) };
        self.add(
            "underlays",
            json!({"backgroundColor": "#ccc", "center": at, "rounded": false, "width": 1, "height": 1}),
        );
        for (dy, dx) in [(-1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.0, -1.0)] {
            let (r, c) = ((at[0] + dy).floor() + 1.0, (at[1] + dx).floor() + 1.0);
            let inside = (1.0..=self.size as f64).contains(&r) && (1.0..=self.size as f64).contains(&c);
            let name = format!("R{r}C{c}");
            if !inside || all.iter().any(|other| other["cell"] == name.as_str()) {
                continue;
            }
            self.line(
                "#000000",
                1.0,
                &[
                    [at[0] + dy * a + 0.1 * dx, at[1] + dx * a + 0.1 * dy],
                    [at[0] + dy * b, at[1] + dx * b],
                    [at[0] + dy * a - 0.1 * dx, at[1] + dx * a - 0.1 * dy],
                ],
            );
        }
    }

    fn cage(&mut self, part: &Value) {
        let value = part["value"].as_str().unwrap_or("");
        if matches!(value, "FOW" | "FOGLIGHT") {
            return;
        }
        let mut item = part.as_object().cloned().unwrap_or_default();
        item.insert("cells".into(), json!(places(&part["cells"])));
        let style = match part["fromConstraint"].as_str() {
            Some("Row Indexer") => "fpRowIndexer",
            Some("Column Indexer") => "fpColumnIndexer",
            Some("Box Indexer") => "fpBoxIndexer",
            _ => "",
        };
        // Remove the name of the rule, because readers must determine the rule themselves.
        item.retain(|key, _| !matches!(key.as_str(), "fromConstraint" | "isNewConstraint" | "isLLConstraint"));
        if !style.is_empty() {
            item.insert("style".into(), json!(style));
        }
        let word = value.split_once(": ").map_or("", |(word, _)| word);
        if !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase()) {
            item.shift_remove("cells");
        }
        self.add("cages", Value::Object(item));
    }
}

fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())
}

fn whole(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}

/// The colour of a cell, from the palette or as a text.
fn color_of(cell: &Value) -> Option<String> {
    const PALETTE: [&str; 11] = [
        "#a8a8a8a8",
        "#000",
        "#ffa0a0",
        "#ffdf61",
        "#feffaf",
        "#b0ffb0",
        "#61d060",
        "#d0d0ff",
        "#8180f0",
        "#ff08ff",
        "#ffd0d0",
    ];
    let value = if cell["c"].is_null() { &cell["cArray"][0] } else { &cell["c"] };
    let index = number(value).filter(|n| *n >= 0.0).map(|n| n as usize);
    match index.and_then(|i| PALETTE.get(i)) {
        Some(color) => Some((*color).to_owned()),
        None => value.as_str().filter(|s| !s.is_empty()).map(str::to_owned),
    }
}

/// The puzzle as `SudokuPad` draws it: no key of f-puzzles is left.
pub(crate) fn scl(puzzle: &Value) -> Value {
    let size = puzzle["size"].as_u64().unwrap_or(9) as usize;
    let mut top = Map::new();
    top.insert("cellSize".into(), json!(50));
    let mut sheet = Sheet { top, size };
    sheet.cells(puzzle);
    sheet.words(puzzle);
    let others = puzzle.as_object().into_iter().flatten().map(|(key, _)| key.as_str());
    let others: Vec<&str> = others.filter(|key| !LAYERS.contains(key)).collect();
    for key in LAYERS.into_iter().chain(others) {
        let n = size as f64;
        match (key, &puzzle[key]) {
            ("diagonal+", Value::Bool(true)) => sheet.line("#34BBE6", 2.0, &[[0.0, n], [n, 0.0]]),
            ("diagonal-", Value::Bool(true)) => sheet.line("#34BBE6", 2.0, &[[0.0, 0.0], [n, n]]),
            ("antiknight" | "antiking", Value::Bool(true)) => {
                if let Value::Object(words) = sheet.top.entry("metadata").or_insert_with(|| json!({})) {
                    words.insert(key.to_owned(), json!(true));
                }
            }
            (_, Value::Array(parts)) => parts.iter().for_each(|part| sheet.part(key, part, parts)),
            _ => {}
        }
    }
    Value::Object(sheet.top)
}

/// Every clue of the puzzle: its key, cells, lines and value, and whether anything is drawn for the clue.
pub(crate) fn truth(puzzle: &Value) -> Vec<Value> {
    let mut out = Vec::new();
    for (key, value) in puzzle.as_object().into_iter().flatten().filter(|(k, _)| !NO_CLUES.contains(&k.as_str())) {
        match value {
            Value::Bool(true) => {
                // Two rules are written as flags rather than drawings.
                let drawn = DRAWN.contains(&key.as_str()) || matches!(key.as_str(), "antiknight" | "antiking");
                out.push(json!({"key": key, "drawn": drawn}));
            }
            Value::Array(parts) => {
                for part in parts {
                    let own = DRAWN.contains(&key.as_str()) || matches!(key.as_str(), "odd" | "even");
                    let lines = part["lines"].as_array().filter(|_| key != "arrow").map_or(&[][..], Vec::as_slice);
                    for line in lines {
                        let drawn = own || by_hand(puzzle, line);
                        out.push(json!({"key": key, "lists": [line], "value": part["value"], "drawn": drawn}));
                    }
                    if lines.is_empty() {
                        let cell = &part["cell"];
                        let cells = if part["cells"].is_null() && !cell.is_null() {
                            json!([cell])
                        } else {
                            part["cells"].clone()
                        };
                        let drawn =
                            own || by_hand(puzzle, &cells) || !cell.is_null() && by_hand(puzzle, &json!([cell]));
                        let value = if part["values"].is_null() { &part["value"] } else { &part["values"] };
                        // A name in a list, as in `negative`, is a rule of the whole grid.
                        let name = if part.is_string() { part } else { value };
                        out.push(json!({"key": key, "cell": cell, "cells": cells, "lists": part["lines"], "direction": part["direction"],
                            "cloneCells": part["cloneCells"], "value": name, "drawn": drawn}));
                    }
                }
            }
            _ => {}
        }
    }
    out.iter_mut().filter_map(Value::as_object_mut).for_each(|fields| fields.retain(|_, v| !v.is_null()));
    out
}

/// Whether there is a drawing made by hand, or by the script that made the clue, at exactly these cells.
fn by_hand(puzzle: &Value, cells: &Value) -> bool {
    let wanted = places(cells);
    let back: Vec<Point> = wanted.iter().rev().copied().collect();
    let same = |list: &Value| !wanted.is_empty() && (places(list) == wanted || places(list) == back);
    ["line", "rectangle", "circle", "text", "cage"].iter().any(|key| {
        puzzle[*key]
            .as_array()
            .into_iter()
            .flatten()
            .any(|item| same(&item["cells"]) || item["lines"].as_array().into_iter().flatten().any(same))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_drawn_and_left_out() {
        let grid = json!(vec![vec![json!({}); 4]; 4]);
        let puzzle = json!({
            "size": 4, "grid": grid, "ruleset": "Rules", "antiknight": true, "diagonal+": true,
            "thermometer": [{"lines": [["R1C1", "R1C2"]]}], "arrow": [{"lines": [["R2C1", "R2C2"]], "cells": ["R2C1"]}],
            "killercage": [{"cells": ["R3C1", "R3C2"], "value": "5"}], "minimum": [{"cell": "R1C1"}],
            "renban": [{"lines": [["R4C1", "R4C2"], ["R4C3", "R4C4"]]}],
            "line": [{"lines": [["R4C2", "R4C1"]], "outlineC": "#F067F0", "width": 0.25, "fromConstraint": "Renban"}],
        });
        let drawn = scl(&puzzle);
        let text = drawn.to_string();
        for key in ["thermometer", "renban", "fromConstraint", "killercage", "diagonal"] {
            assert!(!text.to_lowercase().contains(&key.to_lowercase()), "{key}: {text}");
        }
        assert_eq!(drawn["lines"].as_array().map(Vec::len), Some(1 + 1 + 1 + 2), "{text}");
        assert_eq!(drawn["arrows"][0]["wayPoints"], json!([[1.5, 0.8], [1.5, 1.5]]));
        assert_eq!(
            drawn["cages"][1],
            json!({"unique": true, "cells": [[2.0, 0.0], [2.0, 1.0]], "value": "5", "sum": 5})
        );
        let truth = truth(&puzzle);
        assert_eq!(truth.len(), 8);
        assert_eq!(truth.iter().filter(|t| t["drawn"] == false).count(), 1, "{truth:?}");
        let read = cluewright_formats::read_as("scl", &text).map(|r| r.puzzle.clues.len());
        assert_eq!(read.ok(), Some(1));
    }

    /// Every record can be read, and is the same puzzle after being written and read back.
    #[test]
    fn every_record_is_read_and_written() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/variants/fpuzzles_corpus.jsonl");
        let Ok(text) = std::fs::read_to_string(path) else {
            eprintln!("skipped: no ../shared");
            return;
        };
        let bare = |p: cluewright::Puzzle| cluewright::Puzzle { foreign: None, ..p };
        for line in text.lines() {
            let record: Value = serde_json::from_str(line).expect("a record");
            if record["functional_verdict"] != "unique" {
                continue;
            }
            let (id, drawn) = (&record["id"], scl(&record["decoded_json"]).to_string());
            let read = cluewright_formats::read(&drawn).unwrap_or_else(|e| panic!("{id}: {e}"));
            assert_eq!(read.format.info().id, "scl", "{id}");
            let same = read.format.write(&read.puzzle).unwrap_or_else(|e| panic!("{id}: {e}")).0;
            let again = cluewright_formats::read(&same).unwrap_or_else(|e| panic!("{id}: {e}")).puzzle;
            assert_eq!(again.foreign.as_ref().map(|f| f.text.as_str()), Some(drawn.as_str()), "{id}");
            let mut anew = bare(read.puzzle);
            anew.text = "Rules".to_owned();
            let (link, notes) = read.format.write(&anew).unwrap_or_else(|e| panic!("{id}: {e}"));
            let lost = notes.iter().any(|n| n.kind == cluewright_formats::NoteKind::Lost);
            assert!(!lost, "{id}: {notes:?}");
            let again = bare(cluewright_formats::read(&link).unwrap_or_else(|e| panic!("{id}: {e}")).puzzle);
            assert_eq!(again.clues, anew.clues, "{id}");
            assert_eq!(again.drawings, anew.drawings, "{id}");
            assert_eq!(again, anew, "{id}");
        }
    }
}
