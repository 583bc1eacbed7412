//! Converts lines, arrows, shapes and outlines to drawings and back.

use super::data::{UNITS, cell, color, is_on, number, point, text};
use cluewright_core::drawing::Point;
use cluewright_core::{Drawing, DrawingKind};
use serde_json::{Map, Value, json};

/// The keys with drawings, in the order in which they are read.
pub(super) const KEYS: [&str; 5] = ["lines", "arrows", "cages", "underlays", "overlays"];

/// The drawing for an item of a key; `None` if the item has no place.
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
    // The site draws lines of thickness 1 twice as thick.
    let is_thinnest = |n: f64| kind == DrawingKind::Line && (n - 1.0).abs() < 1e-9;
    let width = object.get("thickness").and_then(number).map(|n| if is_thinnest(n) { 2.0 } else { n });
    drawing.width = width.map(|n| n / UNITS);
    drawing.head = object.get("headLength").and_then(number);
    drawing.dash = object.get("stroke-dasharray").is_some_and(|d| !text(d).is_empty());
    let target = object.get("target").map(text).unwrap_or_default();
    drawing.below = target.contains("under");
    drawing.above = target == "overlay" || target == "cell-grids";
    Some(drawing)
}

/// Whether the item is a line with fewer than two points, as editors sometimes leave behind. A line with fewer than two points is
/// not drawn.
pub(super) fn is_nothing(key: &str, item: &Value) -> bool {
    let without = |name: &str| item.get(name).is_none_or(|v| v.is_null() || v.as_array().is_some_and(|a| a.len() < 2));
    matches!(key, "lines" | "arrows") && item.is_object() && ["wayPoints", "d", "d2"].into_iter().all(without)
}

/// The numbers of a path command, which are separated by blanks, commas or a minus sign.
fn numbers_of(text: &str) -> Option<Vec<f64>> {
    let apart = text.replace('-', " -").replace("e -", "e-");
    let words = apart.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty());
    words.map(|w| w.parse().ok().filter(|n: &f64| n.abs() < 1e6)).collect()
}

/// The lines of an SVG path such as `M64 32L96 32`; lower-case commands are relative. A curve is replaced by its middle and its
/// end. `None` if a command is not understood.
fn path(text: &str) -> Option<Vec<Vec<Point>>> {
    let mut lists: Vec<Vec<Point>> = Vec::new();
    let mut pen: Point = (0.0, 0.0);
    let mut rest = text.trim();
    while let Some(command) = rest.chars().next() {
        rest = rest.get(command.len_utf8()..)?;
        let end = rest.find(|c: char| c.is_ascii_alphabetic() && c != 'e').unwrap_or(rest.len());
        let numbers = numbers_of(&rest[..end])?;
        rest = rest[end..].trim_start();
        let upper = command.to_ascii_uppercase();
        let is_relative = upper != command;
        // The number of values that each step of the command needs.
        let each = match upper {
            'H' | 'V' => 1,
            'M' | 'L' => 2,
            'Q' => 4,
            'C' => 6,
            'Z' => {
                let list = lists.last_mut()?;
                list.extend(list.first().copied());
                let (row, col) = *list.last()?;
                pen = ((row + 0.5) * UNITS, (col + 0.5) * UNITS);
                continue;
            }
            _ => return None,
        };
        if !numbers.len().is_multiple_of(each) {
            return None;
        }
        for (i, step) in numbers.chunks_exact(each).enumerate() {
            let from = if is_relative { pen } else { (0.0, 0.0) };
            let at: Vec<Point> = match upper {
                'H' => vec![(pen.0, from.1 + step[0])],
                'V' => vec![(from.0 + step[0], pen.1)],
                _ => step.chunks_exact(2).map(|p| (from.0 + p[1], from.1 + p[0])).collect(),
            };
            let on_grid = |p: Point| (p.0 / UNITS - 0.5, p.1 / UNITS - 0.5);
            let between = |a: Point, b: Point| (f64::midpoint(a.0, b.0), f64::midpoint(a.1, b.1));
            let to = *at.last()?;
            if upper == 'M' && i == 0 {
                lists.push(Vec::new());
            } else if at.len() > 1 {
                let controls = between(at[0], at[at.len() - 2]);
                lists.last_mut()?.push(on_grid(between(between(pen, to), controls)));
            }
            lists.last_mut()?.push(on_grid(to));
            pen = to;
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
    drawing.dash = true;
    drawing
}

/// Colours that the site draws opaque. The site draws shapes in any other colour half transparent, unless the colour has an
/// opacity.
const FULL: [&str; 4] = ["#000000", "#CFCFCF", "#FFFFFF", "none"];

/// Whether the colour of a shape is half transparent.
fn is_half(color: &str) -> bool {
    let color = color.trim();
    let with_part = color.starts_with('#') && matches!(color.len(), 5 | 9);
    !FULL.contains(&color) && !with_part && !color.starts_with("rgba") && color != "transparent"
}

/// The colour to be written so that the site draws a shape in it without transparency.
fn whole(color: &str) -> String {
    if color.len() == 7 && is_half(color) { format!("{color}FF") } else { color.to_owned() }
}

/// The default font size of text, in units.
const USUAL_FONT: f64 = 16.0;

fn shape(key: &str, object: &Map<String, Value>) -> Option<Drawing> {
    let center = point(object.get("center")?)?;
    let words = field(object, &["text"]).map(text).unwrap_or_default();
    let opacity = object.get("opacity").and_then(number);
    let shown = |name: &str, opacity| {
        field(object, &[name]).map(|c| color(&text(c), opacity)).filter(|c| c != "none" && c != "transparent")
    };
    let shade = |name: &str| shown(name, opacity);
    let half = field(object, &["backgroundColor"]).is_some_and(|c| is_half(&text(c)));
    let part = if half { Some(opacity.unwrap_or(1.0) / 2.0) } else { opacity };
    let (fill, border) = (shown("backgroundColor", part), shown("borderColor", part));
    let kind = match (object.get("rounded").is_some_and(is_on), &fill, &border) {
        (_, None, None) if !words.is_empty() => DrawingKind::Text,
        (true, ..) => DrawingKind::Circle,
        (false, ..) => DrawingKind::Rectangle,
    };
    let mut drawing = Drawing::new(kind, vec![vec![center]]);
    let size = object.get("fontSize").and_then(number).or_else(|| (!words.is_empty()).then_some(USUAL_FONT));
    let size = size.map(|n| n / UNITS);
    let font = shade("color").unwrap_or_default();
    if kind == DrawingKind::Text {
        drawing.color = font;
        let stroke = object.get("stroke-width").map_or(Some(1.0), number).map(|n| n / UNITS);
        if let (Some(halo), Some(wide)) = (shade("stroke"), stroke.filter(|n| *n > 0.0)) {
            (drawing.fill, drawing.stroke) = (halo, Some(wide));
        }
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
    let target = object.get("target").map(text).unwrap_or_default();
    drawing.below = if target.is_empty() { key == "underlays" } else { target != "overlay" };
    Some(drawing)
}

/// A number in the site's notation, without a decimal point if it is whole.
fn plain(n: f64) -> Value {
    // Rounding restores sixty-fourths and halves exactly.
    let n = (n * 1e6).round() / 1e6;
    #[allow(clippy::cast_possible_truncation, reason = "a whole number below a million")]
    if n.fract() == 0.0 && n.abs() < 1e6 { json!(n as i64) } else { json!(n) }
}

fn place((row, col): Point) -> Value {
    json!([plain(row + 0.5), plain(col + 0.5)])
}

/// The items for a drawing; a line with several parts becomes several items.
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
            } else if drawing.above {
                object.insert("target".into(), json!("overlay"));
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
            let is_text = drawing.kind == DrawingKind::Text;
            let halo = is_text && drawing.stroke.is_some();
            let (border, font) =
                if is_text { (&drawing.fill, &drawing.color) } else { (&drawing.color, &drawing.font_color) };
            let colors = if halo {
                vec![("stroke", drawing.fill.clone()), ("color", font.clone())]
            } else {
                vec![("borderColor", whole(border)), ("backgroundColor", whole(&drawing.fill)), ("color", font.clone())]
            };
            for (name, color) in colors.into_iter().filter(|(_, color)| !color.is_empty()) {
                object.insert(name.into(), json!(color));
            }
            if !drawing.text.is_empty() {
                object.insert("text".into(), json!(drawing.text));
            }
            add(
                &mut object,
                &[
                    ("fontSize", drawing.size.map(|n| n * UNITS)),
                    (if halo { "stroke-width" } else { "borderSize" }, drawing.stroke.map(|n| n * UNITS)),
                    ("angle", drawing.angle),
                ],
            );
        }
    }
    vec![Value::Object(object)]
}

/// The key to which a drawing belongs.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_in_either_way_of_writing() {
        let square = vec![vec![(-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)]];
        for text in ["M0 0L64 0L64 64L0 64Z", "M0 0H64V64H0z", "m0,0h64v64l-64 0-0-64", "M0 0 64 0 64 64 0 64 0 0"] {
            assert_eq!(path(text).as_ref(), Some(&square), "{text}");
        }
        assert_eq!(path("M0 0A5 5 0 0 1 10 10"), None);
        assert_eq!(path("L5"), None);
        assert_eq!(path("M0 0é"), None);
    }

    #[test]
    fn shapes_are_read_in_the_colours_that_are_shown() {
        let of = |json: serde_json::Value| shape("overlays", json.as_object().expect("an object")).expect("a shape");
        let with = |color: &str| {
            of(json!({"center": [1, 1], "width": 1, "height": 1, "backgroundColor": color, "borderColor": "#000000"}))
        };
        assert_eq!((&*with("#34BBE6").fill, &*with("#34BBE6").color), ("#34BBE680", "#00000080"));
        assert_eq!((&*with("#FFFFFF").fill, &*with("#FFFFFF").color), ("#FFFFFF", "#000000"));
        assert_eq!((&*with("#34BBE6ff").fill, &*with("#34BBE6ff").color), ("#34BBE6", "#000000"));
        for fill in ["#34BBE6", "#34BBE680", "#CFCFCF"] {
            let mut drawing = Drawing::shade((0.0, 0.0), fill);
            drawing.below = false;
            assert_eq!(of(items(&drawing).remove(0)).fill, fill, "what is written is shown as it was");
        }
    }

    #[test]
    fn lines_lie_where_their_layer_is() {
        let of = |target: &str| {
            let json = json!({"wayPoints": [[0, 0], [1, 1]], "color": "#000000", "thickness": 1, "target": target});
            let line = drawing("lines", &json).expect("a line");
            (line.below, line.above, line.width)
        };
        let wide = Some(2.0 / UNITS);
        assert_eq!(of("underlay"), (true, false, wide));
        assert_eq!(
            (of(""), of("overlay"), of("cell-grids")),
            ((false, false, wide), (false, true, wide), (false, true, wide))
        );
        assert!(is_nothing("arrows", &json!({"wayPoints": [[0, 0]]})));
        let text = json!({"center": [0.5, 0.5], "text": "7", "stroke": "#ffffff", "stroke-width": 3.2, "fontSize": 32});
        let text = drawing("overlays", &text).expect("a text");
        assert_eq!((text.kind, &*text.fill, text.stroke), (DrawingKind::Text, "#FFFFFF", Some(0.05)));
        assert_eq!(
            drawing("overlays", &items(&text)[0]).expect("a text"),
            Drawing { width: Some(0.25), height: Some(0.25), ..text }
        );
    }
}
