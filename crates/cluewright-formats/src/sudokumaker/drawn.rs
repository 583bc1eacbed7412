//! Drawings without a rule: lines, cages and symbols.

use crate::objects::color;
use crate::scl::fog;
use cluewright_core::drawing::{Drawing, DrawingKind, Point};
use cluewright_core::{Cell, Puzzle, Shape};
use serde_json::{Map, Value, json};

type Object = Map<String, Value>;

/// The list in a field; empty if the field is missing.
pub(super) fn list<'a>(object: &'a Object, key: &str) -> &'a [Value] {
    object.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The colour in a field, with six or eight digits; empty if there is no colour or the colour is invisible.
fn shade(object: &Object, field: &str) -> String {
    let text = object.get(field).and_then(Value::as_str).unwrap_or("");
    let seen = color(text).is_some() && !(text.len() == 9 && text.ends_with("00"));
    if seen { text.to_owned() } else { String::new() }
}

fn number(object: &Object, field: &str) -> Option<f64> {
    object.get(field).and_then(Value::as_f64).filter(|n| n.is_finite() && n.abs() < 1e6)
}

/// Adds the drawings of a constraint of type 2000 (lines), 2001 (cages) or 2002 (symbols).
pub(super) fn draw(kind: i64, object: &Object, puzzle: &mut Puzzle) {
    match kind {
        2000 => lines(object, puzzle),
        2001 => cages(object, puzzle),
        _ => symbols(object, puzzle),
    }
}

fn style<'a>(object: &'a Object, part: &str) -> Option<&'a Object> {
    let style = object.get("style")?;
    if part.is_empty() { style.as_object() } else { style.get(part)?.as_object() }
}

fn lines(object: &Object, puzzle: &mut Puzzle) {
    let style = style(object, "");
    for line in list(object, "lines").iter().filter_map(Value::as_array) {
        let side = |p: &Value, key: &str| p.get(key).and_then(Value::as_f64).map(|n| n - 0.5);
        let points: Vec<Point> = line.iter().filter_map(|p| side(p, "y").zip(side(p, "x"))).collect();
        let mut drawing = Drawing::new(DrawingKind::Line, vec![points]);
        drawing.color = style.map(|s| shade(s, "color")).filter(|c| !c.is_empty()).unwrap_or("#000000".into());
        drawing.width = style.and_then(|s| number(s, "thickness"));
        drawing.above = style.and_then(|s| s.get("layer")).is_some_and(|layer| layer == "foreground");
        puzzle.drawings.push(drawing);
    }
}

fn cages(object: &Object, puzzle: &mut Puzzle) {
    for cage in list(object, "cages").iter().filter_map(Value::as_object) {
        let ids = list(cage, "cells").iter().filter_map(|id| usize::try_from(id.as_u64()?).ok());
        let cells: Vec<Cell> = ids.filter(|id| *id < puzzle.shape.len()).map(Cell::at).collect();
        let places = cells.iter().map(|cell| puzzle.shape.place(*cell));
        let names: Vec<Value> = places.clone().map(|p| json!([p.row, p.col])).collect();
        if let Some(lights) = fog::of_cage(&json!({"value": cage.get("value"), "cells": names}), &puzzle.shape) {
            fog::add(puzzle, lights);
            continue;
        }
        if cells.is_empty() {
            continue;
        }
        let mut drawing = Drawing::new(DrawingKind::Cage, vec![places.map(Drawing::middle).collect()]);
        drawing.text = match cage.get("value") {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(n)) => n.to_string(),
            _ => String::new(),
        };
        drawing.color = style(object, "cage").map(|s| shade(s, "color")).unwrap_or_default();
        drawing.font_color = style(object, "text").map(|s| shade(s, "color")).unwrap_or_default();
        drawing.dash = true;
        puzzle.drawings.push(drawing);
    }
}

/// Adds symbols. Each symbol has a place and the index of its appearance; without an index, the first appearance is used.
fn symbols(object: &Object, puzzle: &mut Puzzle) {
    let looks = list(object, "params");
    for symbol in list(object, "symbols").iter().filter_map(Value::as_array) {
        let side = |i: usize| symbol.get(i).and_then(Value::as_f64).filter(|n| n.abs() < 1e6);
        let look = symbol.get(2).and_then(Value::as_u64).map_or(Some(0), |n| usize::try_from(n).ok());
        let look = look.and_then(|i| looks.get(i)).and_then(Value::as_object);
        if let (Some(x), Some(y), Some(look)) = (side(0), side(1), look) {
            puzzle.drawings.extend(symbol_at((y - 0.5, x - 0.5), look));
        }
    }
}

fn symbol_at(at: Point, look: &Object) -> Option<Drawing> {
    let kind = match look.get("type").and_then(Value::as_str)? {
        "text" => DrawingKind::Text,
        "ellipse" => DrawingKind::Circle,
        "rectangle" => DrawingKind::Rectangle,
        "arrow" => DrawingKind::Arrow,
        _ => return None,
    };
    let angle = number(look, "angle").filter(|a| *a != 0.0);
    let mut drawing = Drawing::new(kind, vec![vec![at]]);
    let (fill, stroke) = (shade(look, "fill"), shade(look, "stroke"));
    match kind {
        DrawingKind::Text => {
            look.get("text").and_then(Value::as_str)?.clone_into(&mut drawing.text);
            drawing.color = fill;
            (drawing.size, drawing.angle) = (number(look, "size"), angle);
        }
        DrawingKind::Arrow => {
            // At angle 0 the arrow points to the right; the angle turns it clockwise around its middle.
            let half = number(look, "length").unwrap_or(0.25) / 2.0;
            let (down, right) = angle.unwrap_or(0.0).to_radians().sin_cos();
            let end = |sign: f64| {
                let rounded = |n: f64| (n * 1e6).round() / 1e6;
                (rounded(at.0 + sign * half * down), rounded(at.1 + sign * half * right))
            };
            drawing.lists = vec![vec![end(-1.0), end(1.0)]];
            drawing.color = stroke;
            (drawing.width, drawing.head) = (number(look, "strokeWidth"), number(look, "headSize"));
        }
        _ => {
            let double = |field: &str| number(look, field).map(|n| n * 2.0);
            drawing.width = double("rx").or_else(|| number(look, "width"));
            drawing.height = double("ry").or_else(|| number(look, "height"));
            (drawing.fill, drawing.color, drawing.stroke) = (fill, stroke, number(look, "strokeWidth"));
            drawing.angle = angle;
        }
    }
    Some(drawing)
}

/// An item for a constraint: the constraint's type and fields, the name of its list, and the item.
type Item = (i64, Vec<(&'static str, Value)>, &'static str, Value);

/// The format's object for a drawing; `None` if the format cannot express it.
pub(super) fn written(drawing: &Drawing, shape: &Shape) -> Option<Vec<Item>> {
    let or_black = |color: &str| if color.is_empty() { "#000000" } else { color }.to_owned();
    let or_none = |color: &str| if color.is_empty() { "#00000000" } else { color }.to_owned();
    let look = match drawing.kind {
        DrawingKind::Line => {
            let point = |p: &Point| json!({ "x": p.1 + 0.5, "y": p.0 + 0.5 });
            let mut style = json!({ "color": or_black(&drawing.color) });
            if let Some(width) = drawing.width {
                style["thickness"] = json!(width);
            }
            if drawing.above {
                style["layer"] = json!("foreground");
            }
            let line =
                |list: &Vec<Point>| (2000, vec![("style", style.clone())], "lines", list.iter().map(point).collect());
            return Some(drawing.lists.iter().map(line).collect());
        }
        DrawingKind::Cage => {
            let places = drawing.lists.iter().flatten().map(|p| Drawing::place(*p).and_then(|(r, c)| shape.at(r, c)));
            let cells: Vec<usize> = places.map(|cell| cell.map(Cell::index)).collect::<Option<_>>()?;
            let style = json!({
                "text": { "color": or_black(&drawing.font_color) },
                "cage": { "color": or_none(&drawing.color) },
            });
            let cage = json!({ "value": drawing.text, "cells": cells });
            return Some(vec![(2001, vec![("style", style)], "cages", cage)]);
        }
        DrawingKind::Arrow => return None,
        DrawingKind::Text => json!({
            "type": "text", "text": drawing.text, "size": drawing.size.unwrap_or(0.5),
            "angle": drawing.angle.unwrap_or(0.0), "strokeWidth": 0.02, "stroke": "#ffffff",
            "fill": or_black(&drawing.color),
        }),
        // The format would need a separate symbol for a text within a shape.
        _ if !drawing.text.is_empty() => return None,
        DrawingKind::Circle | DrawingKind::Rectangle => {
            let round = drawing.kind == DrawingKind::Circle;
            let (width, height) = (drawing.width.unwrap_or(0.7), drawing.height.or(drawing.width).unwrap_or(0.7));
            let mut look = json!({
                "type": if round { "ellipse" } else { "rectangle" }, "angle": drawing.angle.unwrap_or(0.0),
                "fill": or_none(&drawing.fill), "stroke": or_none(&drawing.color),
                "strokeWidth": drawing.stroke.unwrap_or(0.02),
            });
            let sides = if round {
                [("rx", width / 2.0), ("ry", height / 2.0)]
            } else {
                [("width", width), ("height", height)]
            };
            for (side, length) in sides {
                look[side] = json!(length);
            }
            look
        }
    };
    let (row, col) = drawing.center()?;
    Some(vec![(2002, vec![("params", json!([look]))], "symbols", json!([col + 0.5, row + 0.5]))])
}
