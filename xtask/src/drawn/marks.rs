//! Writes marks as setters draw them, in both formats with drawings.

use super::case::Case;
use super::numbers::places;
use cluewright::{Compiled, formats};
use serde_json::{Map, Value, json};

/// One mark, such as `line #67F067 10 r1c1-r1c3` or `dot #FFFFFF 0.3 r1c1 r1c2 text 3`.
struct Mark<'t> {
    kind: &'t str,
    /// The words that are not places: colours, sizes, directions.
    words: Vec<&'t str>,
    places: Vec<(f64, f64)>,
    /// The text after the word `text`.
    text: Option<String>,
}

impl<'t> Mark<'t> {
    fn of(line: &'t str) -> Result<Self, String> {
        let (line, text) = match line.split_once(" text ") {
            Some((line, text)) => (line, Some(text.replace("\\n", "\n"))),
            None => (line, None),
        };
        let mut all = line.split(' ');
        let mut mark = Self { kind: all.next().unwrap_or(""), words: Vec::new(), places: Vec::new(), text };
        for word in all {
            match places(word) {
                Some(some) => mark.places.extend(some),
                None => mark.words.push(word),
            }
        }
        if mark.places.is_empty() && mark.kind != "key" { Err(format!("no cells: {line}")) } else { Ok(mark) }
    }

    fn color(&self) -> &str {
        self.words.iter().find(|w| w.starts_with('#')).copied().unwrap_or("#000000")
    }

    fn size(&self) -> f64 {
        self.words.iter().find_map(|w| w.parse().ok()).unwrap_or(1.0)
    }

    fn center(&self) -> (f64, f64) {
        let n = self.places.len() as f64;
        let sum = self.places.iter().fold((0.0, 0.0), |a, p| (a.0 + p.0, a.1 + p.1));
        (sum.0 / n, sum.1 / n)
    }

    /// The size of a pill, down and to the right.
    fn span(&self) -> (f64, f64) {
        let reach = |of: &dyn Fn(&(f64, f64)) -> f64| {
            let (low, high) = self.places.iter().map(of).fold((f64::MAX, f64::MIN), |(a, b), n| (a.min(n), b.max(n)));
            high - low
        };
        (reach(&|p| p.0), reach(&|p| p.1))
    }
}

/// The puzzle in the case's format.
pub(super) fn drawn(
    case: &Case,
    base: &Compiled,
    marks: &[String],
    given: &dyn Fn(usize) -> Option<i32>,
    solution: &[i32],
) -> Result<String, String> {
    let marks: Vec<Mark<'_>> = marks.iter().map(|m| Mark::of(m)).collect::<Result<_, _>>()?;
    let (id, packed) = match case.format.split_once(' ') {
        Some((id, _)) => (id, true),
        None => (case.format.as_str(), false),
    };
    let top = match id {
        "scl" => scl(case, base, &marks, given, solution)?,
        _ => f_puzzles(case, base, &marks, given, solution)?,
    };
    if !packed {
        return Ok(top.to_string());
    }
    // Reading and writing the text converts it to a link with the same content.
    let format = formats::by_id(id).map_err(|e| e.to_string())?;
    let (puzzle, _) = format.read(&top.to_string()).map_err(|e| e.to_string())?;
    Ok(format.write(&puzzle).map_err(|e| e.to_string())?.0)
}

fn push(top: &mut Map<String, Value>, key: &str, item: Value) {
    if let Value::Array(list) = top.entry(key).or_insert_with(|| json!([])) {
        list.push(item);
    }
}

fn scl(
    case: &Case,
    base: &Compiled,
    marks: &[Mark<'_>],
    given: &dyn Fn(usize) -> Option<i32>,
    solution: &[i32],
) -> Result<Value, String> {
    let shape = &base.puzzle().shape;
    let (height, width) = (usize::from(shape.height()), usize::from(shape.width()));
    let cell = |c: usize| given(c).map_or_else(|| json!({}), |d| json!({"value": d}));
    let rows: Vec<Vec<Value>> = (0..height).map(|r| (0..width).map(|c| cell(r * width + c)).collect()).collect();
    let mut top = Map::new();
    top.insert("cellSize".into(), json!(if case.in_cages { 50 } else { 64 }));
    top.insert("cells".into(), json!(rows));
    let regions = shape.grids().first().map_or(&[][..], |g| &g.regions);
    let region = |region: &Vec<cluewright::Cell>| -> Value {
        region.iter().map(|c| json!([shape.place(*c).row, shape.place(*c).col])).collect()
    };
    top.insert("regions".into(), regions.iter().map(region).collect());
    let digits: String = solution.iter().map(i32::to_string).collect();
    let words = [("title", &case.title), ("rules", &case.text), ("solution", &digits)];
    let words = words.into_iter().filter(|(key, text)| !text.is_empty() && (*key != "solution" || case.recorded));
    if case.in_cages {
        words.for_each(|(key, text)| push(&mut top, "cages", json!({"value": format!("{key}: {text}")})));
    } else {
        let words: Map<String, Value> = words.map(|(key, text)| (key.to_owned(), json!(text))).collect();
        top.insert("metadata".into(), Value::Object(words));
    }
    for mark in marks {
        scl_mark(&mut top, mark)?;
    }
    Ok(Value::Object(top))
}

fn scl_mark(top: &mut Map<String, Value>, mark: &Mark<'_>) -> Result<(), String> {
    let point = |p: (f64, f64)| json!([p.0 - 0.5, p.1 - 0.5]);
    let (color, size, text) = (mark.color(), mark.size(), mark.text.as_deref().unwrap_or(""));
    let center = point(mark.center());
    let way: Vec<Value> = mark.places.iter().map(|p| point(*p)).collect();
    let cells: Vec<Value> = mark.places.iter().map(|p| json!([p.0 - 1.0, p.1 - 1.0])).collect();
    let body = |fill: Value, border: &str, rounded: bool, (high, wide): (f64, f64)| {
        let mut item = json!({"center": center, "width": size + wide, "height": size + high, "rounded": rounded,
            "borderColor": border, "backgroundColor": fill});
        if !text.is_empty() {
            item["text"] = json!(text);
            item["fontSize"] = json!(if size > 0.5 { 16 } else { 12 });
        }
        item
    };
    match mark.kind {
        "line" => push(top, "lines", json!({"wayPoints": way, "color": color, "thickness": size})),
        "arrow" => {
            push(top, "arrows", json!({"wayPoints": way, "color": color, "thickness": size, "headLength": 0.3}));
        }
        "disc" => push(top, "underlays", body(json!(color), color, true, (0.0, 0.0))),
        "square" => push(top, "underlays", body(json!(color), color, false, (0.0, 0.0))),
        "ring" => push(top, "overlays", body(json!("#FFFFFF"), color, true, mark.span())),
        "dot" | "four" => push(top, "overlays", body(json!(color), "#000000", true, (0.0, 0.0))),
        "shade" => {
            for at in way {
                let item = json!({"center": at, "width": 1, "height": 1, "rounded": false, "backgroundColor": color});
                push(top, "underlays", item);
            }
        }
        "label" => push(
            top,
            "overlays",
            json!({"center": center, "width": 0, "height": 0, "text": text, "fontSize": size, "color": color}),
        ),
        "little" => {
            let (down, right) = direction(mark)?;
            let from = mark.places[0];
            let along = |by: f64| point((from.0 + by * down, from.1 + by * right));
            push(
                top,
                "arrows",
                json!({"wayPoints": [along(0.25), along(0.5)], "color": color, "thickness": 3, "headLength": 0.2}),
            );
            push(
                top,
                "overlays",
                json!({"center": center, "width": 0, "height": 0, "text": text, "fontSize": 22, "color": color}),
            );
        }
        "cage" => {
            let mut item = json!({"cells": cells, "outlineC": color});
            if mark.text.is_some() {
                item["value"] = json!(text);
            }
            push(top, "cages", item);
        }
        "fog" => cells.into_iter().for_each(|cell| push(top, "foglight", cell)),
        other => return Err(format!("no mark `{other}`")),
    }
    Ok(())
}

/// The direction of a word such as `DR` or `UL`, as steps down and right.
fn direction(mark: &Mark<'_>) -> Result<(f64, f64), String> {
    let word = mark.words.iter().find(|w| matches!(**w, "UL" | "UR" | "DL" | "DR")).ok_or("no direction")?;
    let sign = |yes: bool| if yes { 1.0 } else { -1.0 };
    Ok((sign(word.starts_with('D')), sign(word.ends_with('R'))))
}

fn f_puzzles(
    case: &Case,
    base: &Compiled,
    marks: &[Mark<'_>],
    given: &dyn Fn(usize) -> Option<i32>,
    solution: &[i32],
) -> Result<Value, String> {
    let size = usize::from(base.puzzle().shape.width());
    let cell = |c: usize| given(c).map_or_else(|| json!({}), |d| json!({"value": d, "given": true}));
    let rows: Vec<Vec<Value>> = (0..size).map(|r| (0..size).map(|c| cell(r * size + c)).collect()).collect();
    let mut top = Map::new();
    top.insert("size".into(), json!(size));
    top.insert("title".into(), json!(case.title));
    top.insert("ruleset".into(), json!(case.text));
    top.insert("grid".into(), json!(rows));
    if case.recorded {
        top.insert("solution".into(), json!(solution));
    }
    for mark in marks {
        let name = |p: &(f64, f64)| json!(format!("R{}C{}", p.0, p.1));
        let cells: Vec<Value> = mark.places.iter().map(name).collect();
        let (color, size) = (mark.color(), mark.size());
        let body = |fill: &str, border: &str| {
            let mut item = json!({"cells": cells, "baseC": fill, "outlineC": border, "width": size, "height": size});
            if let Some(text) = &mark.text {
                item["value"] = json!(text);
                item["fontC"] = json!("#000000");
            }
            item
        };
        match mark.kind {
            "line" => push(&mut top, "line", json!({"lines": [cells], "outlineC": color, "width": size / 32.0})),
            "disc" => push(&mut top, "circle", body(color, color)),
            "ring" => push(&mut top, "circle", body("#FFFFFF", color)),
            "dot" | "four" => push(&mut top, "circle", body(color, "#000000")),
            "square" | "shade" => push(&mut top, "rectangle", body(color, color)),
            "label" => {
                let item = json!({"cells": cells, "value": mark.text, "fontC": color, "size": size / 32.0});
                push(&mut top, "text", item);
            }
            "cage" => push(&mut top, "cage", json!({"cells": cells, "value": mark.text, "outlineC": color})),
            "key" => {
                let item = mark.text.as_deref().unwrap_or("");
                let item = serde_json::from_str(item).map_err(|e| format!("{item}: {e}"))?;
                push(&mut top, mark.words.first().ok_or("no key")?, item);
            }
            other => return Err(format!("no mark `{other}`")),
        }
    }
    Ok(Value::Object(top))
}
