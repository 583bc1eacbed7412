//! Lines, arrows, shapes and outlines as drawings, and back.

use super::data::{UNITS, cell, color, is_on, number, point, text};
use cluewright_core::drawing::Point;
use cluewright_core::{Drawing, DrawingKind};
use serde_json::{Map, Value, json};

/// Where drawings stand, in the order in which they are read.
pub(super) const KEYS: [&str; 5] = ["lines", "arrows", "cages", "underlays", "overlays"];

/// The drawing that an item of a key is; none when it has no place.
pub(super) fn drawing(key: &str, item: &Value) -> Option<Drawing> {
    let object = item.as_object()?;
    match key {
        "lines" | "arrows" => line(key, object),
        "cages" => Some(cage(object)),
        _ => shape(key, object),
    }
}

fn field<'a>(object: &'a Map<String, Value>, names: &[&str]) -> Option<&'a Value> {
    names.iter().find_map(|name| object.get(*name)).filter(|v| !v.is_null())
}

fn line(key: &str, object: &Map<String, Value>) -> Option<Drawing> {
    let kind = if key == "lines" { DrawingKind::Line } else { DrawingKind::Arrow };
    let lists = match (object.get("wayPoints"), field(object, &["d", "d2"])) {
        (Some(points), _) => vec![points.as_array()?.iter().map(point).collect::<Option<Vec<Point>>>()?],
        (None, path) => self::path(path?.as_str()?)?,
    };
    if lists.iter().all(Vec::is_empty) {
        return None;
    }
    let mut drawing = Drawing::new(kind, lists);
    let opacity = object.get("opacity").and_then(number);
    let shade = |name: &str| field(object, &[name]).map_or(String::new(), |c| color(&text(c), opacity));
    drawing.color = shade("color");
    drawing.fill = Some(shade("fill")).filter(|f| f != "none").unwrap_or_default();
    drawing.width = object.get("thickness").and_then(number).map(|n| n / UNITS);
    drawing.head = object.get("headLength").and_then(number);
    drawing.dash = object.get("stroke-dasharray").is_some_and(|d| !text(d).is_empty());
    drawing.below = object.get("target").is_some_and(|t| text(t).contains("under"));
    Some(drawing)
}

/// Is it a line without a point? Editors leave such behind, and nothing is drawn.
pub(super) fn is_nothing(key: &str, item: &Value) -> bool {
    let without = |name: &str| item.get(name).is_none_or(|v| v.is_null() || v.as_array().is_some_and(Vec::is_empty));
    matches!(key, "lines" | "arrows") && item.is_object() && ["wayPoints", "d", "d2"].into_iter().all(without)
}

/// The lines of a path as pictures have it, `M64 32L96 32`; of a curve its middle and its end. None with a command that is
/// not understood.
fn path(text: &str) -> Option<Vec<Vec<Point>>> {
    let mut lists: Vec<Vec<Point>> = Vec::new();
    let mut rest = text.trim();
    while let Some(command) = rest.chars().next() {
        rest = rest.get(1..)?;
        let end = rest.find(|c: char| c.is_ascii_alphabetic() && c != 'e').unwrap_or(rest.len());
        let words = rest[..end].split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty());
        let numbers: Vec<f64> = words.map(|w| w.parse().ok().filter(|n: &f64| n.abs() < 1e6)).collect::<Option<_>>()?;
        rest = rest[end..].trim_start();
        let at: Vec<Point> = numbers.chunks_exact(2).map(|p| (p[1] / UNITS - 0.5, p[0] / UNITS - 0.5)).collect();
        if at.len() * 2 != numbers.len() {
            return None;
        }
        let between = |a: Point, b: Point| (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1));
        match command {
            'M' => lists.push(at),
            'L' => lists.last_mut()?.extend(at),
            'Q' | 'C' => {
                let list = lists.last_mut()?;
                for curve in at.chunks_exact(if command == 'Q' { 2 } else { 3 }) {
                    let (from, to) = (*list.last()?, *curve.last()?);
                    let controls = between(curve[0], curve[curve.len() - 2]);
                    list.extend([between(between(from, to), controls), to]);
                }
            }
            'Z' | 'z' => {
                let list = lists.last_mut()?;
                list.extend(list.first().copied());
            }
            _ => return None,
        }
    }
    Some(lists)
}

pub(super) fn cage(object: &Map<String, Value>) -> Drawing {
    let cells = object.get("cells").and_then(Value::as_array).into_iter().flatten();
    let cells = cells.filter_map(cell).map(|(r, c)| (f64::from(r), f64::from(c))).collect();
    let mut drawing = Drawing::new(DrawingKind::Cage, vec![cells]);
    drawing.text = field(object, &["value", "sum"]).map(text).unwrap_or_default();
    let shade = |names: &[&str]| field(object, names).map_or(String::new(), |c| color(&text(c), None));
    drawing.color = shade(&["borderColor", "outlineC"]);
    drawing.fill = shade(&["backgroundColor", "baseC"]);
    drawing.font_color = shade(&["fontC"]);
    drawing
}

fn shape(key: &str, object: &Map<String, Value>) -> Option<Drawing> {
    let center = point(object.get("center")?)?;
    let words = field(object, &["text"]).map(text).unwrap_or_default();
    let opacity = object.get("opacity").and_then(number);
    let shade = |name: &str| {
        field(object, &[name]).map(|c| color(&text(c), opacity)).filter(|c| c != "none" && c != "transparent")
    };
    let (fill, border) = (shade("backgroundColor"), shade("borderColor"));
    let kind = match (object.get("rounded").is_some_and(is_on), &fill, &border) {
        (_, None, None) if !words.is_empty() => DrawingKind::Text,
        (true, ..) => DrawingKind::Circle,
        (false, ..) => DrawingKind::Rectangle,
    };
    let mut drawing = Drawing::new(kind, vec![vec![center]]);
    let size = object.get("fontSize").and_then(number).map(|n| n / UNITS);
    let font = shade("color").unwrap_or_default();
    if kind == DrawingKind::Text {
        drawing.color = font;
    } else {
        drawing.font_color = font;
        drawing.color = border.unwrap_or_default();
        drawing.fill = fill.unwrap_or_default();
        drawing.stroke = field(object, &["borderSize", "thickness"]).and_then(number).map(|n| n / UNITS);
    }
    drawing.text = words;
    drawing.size = size;
    drawing.width = object.get("width").and_then(number);
    drawing.height = object.get("height").and_then(number);
    drawing.angle = object.get("angle").and_then(number);
    drawing.below = key == "underlays";
    Some(drawing)
}

/// A number as the site writes it: whole ones without a point.
fn plain(n: f64) -> Value {
    // Sixty-fourths and halves come back as they were.
    let n = (n * 1e6).round() / 1e6;
    #[allow(clippy::cast_possible_truncation, reason = "a whole number below a million")]
    if n.fract() == 0.0 && n.abs() < 1e6 { json!(n as i64) } else { json!(n) }
}

fn place((row, col): Point) -> Value {
    json!([plain(row + 0.5), plain(col + 0.5)])
}

/// The items that a drawing is: a line with several parts is several.
pub(super) fn items(drawing: &Drawing) -> Vec<Value> {
    let mut object = Map::new();
    let mut colored = |name: &str, color: &str| {
        if !color.is_empty() {
            object.insert(name.into(), json!(color));
        }
    };
    match drawing.kind {
        DrawingKind::Line | DrawingKind::Arrow => {
            colored("color", &drawing.color);
            colored("fill", &drawing.fill);
            let numbers = [("thickness", drawing.width.map(|n| n * UNITS)), ("headLength", drawing.head)];
            add(&mut object, &numbers);
            if drawing.dash {
                object.insert("stroke-dasharray".into(), json!("10,10"));
            }
            if drawing.below {
                object.insert("target".into(), json!("underlay"));
            }
            let items = drawing.lists.iter().map(|list| {
                let mut object = object.clone();
                object.insert("wayPoints".into(), list.iter().map(|&p| place(p)).collect());
                Value::Object(object)
            });
            return items.collect();
        }
        DrawingKind::Cage => {
            colored("borderColor", &drawing.color);
            colored("backgroundColor", &drawing.fill);
            colored("fontC", &drawing.font_color);
            let cells: Vec<Value> = drawing.lists.iter().flatten().map(|&(r, c)| json!([plain(r), plain(c)])).collect();
            object.insert("cells".into(), Value::Array(cells));
            if !drawing.text.is_empty() {
                object.insert("value".into(), json!(drawing.text));
            }
            object.insert("unique".into(), json!(false));
        }
        DrawingKind::Circle | DrawingKind::Rectangle | DrawingKind::Text => {
            let Some(center) = drawing.center() else { return Vec::new() };
            object.insert("center".into(), place(center));
            add(
                &mut object,
                &[("width", drawing.width.or(Some(0.25))), ("height", drawing.height.or(drawing.width).or(Some(0.25)))],
            );
            object.insert("rounded".into(), json!(drawing.kind == DrawingKind::Circle));
            let (border, font) = if drawing.kind == DrawingKind::Text {
                (&drawing.fill, &drawing.color)
            } else {
                (&drawing.color, &drawing.font_color)
            };
            for (name, color) in [("borderColor", border), ("backgroundColor", &drawing.fill), ("color", font)] {
                if !color.is_empty() {
                    object.insert(name.into(), json!(color));
                }
            }
            if !drawing.text.is_empty() {
                object.insert("text".into(), json!(drawing.text));
            }
            add(
                &mut object,
                &[
                    ("fontSize", drawing.size.map(|n| n * UNITS)),
                    ("borderSize", drawing.stroke.map(|n| n * UNITS)),
                    ("angle", drawing.angle),
                ],
            );
        }
    }
    vec![Value::Object(object)]
}

/// Where a drawing stands.
pub(super) fn key_of(drawing: &Drawing) -> &'static str {
    match drawing.kind {
        DrawingKind::Line => "lines",
        DrawingKind::Arrow => "arrows",
        DrawingKind::Cage => "cages",
        _ if drawing.below => "underlays",
        _ => "overlays",
    }
}

fn add(object: &mut Map<String, Value>, numbers: &[(&str, Option<f64>)]) {
    for (name, number) in numbers {
        if let Some(number) = number.filter(|n| n.is_finite()) {
            object.insert((*name).into(), plain(number));
        }
    }
}
