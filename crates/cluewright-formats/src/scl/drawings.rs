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
    let points: Vec<Point> = match object.get("wayPoints") {
        Some(points) => points.as_array()?.iter().map(point).collect::<Option<_>>()?,
        None => path(field(object, &["d", "d2"])?.as_str()?)?,
    };
    if points.is_empty() {
        return None;
    }
    let mut drawing = Drawing::new(kind, vec![points]);
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

/// The corners of a path as SVG writes it (`M`, `L`, and `Q` at a corner that is round). Of a line through middles of cells only
/// those middles are left.
fn path(text: &str) -> Option<Vec<Point>> {
    let mut points: Vec<Point> = Vec::new();
    let is_letter = |c: char| "MLQ".contains(c);
    for part in text.split(is_letter).skip(1) {
        let numbers = part.split(|c: char| c.is_whitespace() || c == ',').filter(|n| !n.is_empty());
        let numbers: Vec<f64> = numbers.map(str::parse).collect::<Result<_, _>>().ok()?;
        points.extend(numbers.chunks_exact(2).map(|p| (p[1] / UNITS - 0.5, p[0] / UNITS - 0.5)));
    }
    let is_middle = |p: &Point| (p.0 - p.0.round()).abs() < 0.05 && (p.1 - p.1.round()).abs() < 0.05;
    if points.first().is_some_and(is_middle) && points.last().is_some_and(is_middle) {
        points.retain(is_middle);
        points.dedup();
    }
    (points.len() > 1).then_some(points)
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
