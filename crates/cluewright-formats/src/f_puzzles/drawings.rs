//! Reads and writes drawings, and turns drawings into clues of the rules that claim them.

use super::data::{INFO, drawn_kind};
use crate::foreign::{Name, names_of};
use crate::objects::{Binder, color, place};
use cluewright_core::drawing::Point;
use cluewright_core::{Clue, ClueTree, Drawing, DrawingKind, Puzzle};
use cluewright_rules::Ruleset;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Reads an item under a key such as `line` or `cage` as a drawing; `None` if its cells are not understood.
pub(super) fn drawing(kind: DrawingKind, item: &Value) -> Option<Drawing> {
    let object = item.as_object()?;
    let point = |v: &Value| v.as_str().and_then(place).map(|(r, c)| (f64::from(r), f64::from(c)));
    let places = |list: &Value| -> Option<Vec<Point>> { list.as_array()?.iter().map(point).collect() };
    let lists: Option<Vec<_>> = match (object.get("lines"), object.get("cells"), object.get("cell")) {
        (Some(lines), ..) if kind == DrawingKind::Line => lines.as_array()?.iter().map(places).collect(),
        (_, Some(cells), _) => Some(vec![places(cells)?]),
        (_, None, Some(cell)) => Some(vec![vec![point(cell)?]]),
        _ => Some(Vec::new()),
    };
    let mut drawing = Drawing::new(kind, lists?);
    drawing.lists.retain(|list| !list.is_empty());
    let text = |field: &str| match object.get(field) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(n)) => n.to_string(),
        _ => String::new(),
    };
    let number = |field: &str| -> Option<f64> {
        let number = match object.get(field)? {
            Value::String(text) => text.trim().parse().ok()?,
            other => other.as_f64()?,
        };
        number.is_finite().then_some(number)
    };
    let color_key = color_field(kind, "color");
    drawing.text = text("value");
    drawing.color = text(color_key);
    drawing.fill = text("baseC");
    if color_key != "fontC" {
        drawing.font_color = text("fontC");
    }
    (drawing.width, drawing.height) = (number("width"), number("height"));
    (drawing.size, drawing.angle) = (number("size"), number("angle"));
    drawing.dash = kind == DrawingKind::Cage;
    Some(drawing)
}

/// The format's name for a field of a drawing.
pub(super) fn color_field(kind: DrawingKind, field: &str) -> &str {
    match field {
        "color" if kind == DrawingKind::Text => "fontC",
        "color" => "outlineC",
        "fill" => "baseC",
        "fontcolor" => "fontC",
        other => other,
    }
}

/// The drawing as an object with the fields that `also` lines name.
fn fields(drawing: &Drawing) -> Map<String, Value> {
    let mut object = Map::new();
    let name = |(row, col): (f64, f64)| json!(format!("R{}C{}", row + 1.0, col + 1.0));
    if drawing.kind == DrawingKind::Line {
        // The format's lines have corners only in the middles of cells.
        let near = |list: &Vec<Point>| list.iter().map(|p| name((p.0.round(), p.1.round()))).collect();
        let lists: Vec<Value> = drawing.lists.iter().map(near).collect();
        object.insert("lines".into(), Value::Array(lists));
    } else {
        // A shape between cells is described by the names of all cells around its centre.
        let around = |&(row, col): &Point| {
            let nearest =
                |n: f64| if (n - n.floor() - 0.5).abs() < 0.25 { vec![n.floor(), n.ceil()] } else { vec![n.round()] };
            nearest(row).into_iter().flat_map(move |r| nearest(col).into_iter().map(move |c| (r, c)))
        };
        let cells: Vec<Value> = drawing.lists.iter().flatten().flat_map(around).map(name).collect();
        if let [cell] = &cells[..] {
            object.insert("cell".into(), cell.clone());
        }
        object.insert("cells".into(), Value::Array(cells));
    }
    let texts = [
        ("value", &drawing.text),
        ("color", &drawing.color),
        ("fill", &drawing.fill),
        ("fontcolor", &drawing.font_color),
    ];
    for (field, text) in texts.into_iter().filter(|(_, t)| !t.is_empty()) {
        object.insert(field.into(), json!(text));
    }
    let numbers =
        [("width", drawing.width), ("height", drawing.height), ("size", drawing.size), ("angle", drawing.angle)];
    for (field, number) in numbers {
        let Some(number) = number else { continue };
        // Whole numbers are written without a decimal point, as on the site.
        let whole = number.fract() == 0.0 && number.abs() < 1e9;
        #[allow(clippy::cast_possible_truncation, reason = "a whole number below a thousand million")]
        object.insert(field.into(), if whole { json!(number as i64) } else { json!(number) });
    }
    object
}

/// The drawing as an object of the format.
pub(super) fn object(drawing: &Drawing) -> Map<String, Value> {
    let mut object = fields(drawing);
    object.shift_remove("cell");
    in_format(drawing.kind, object)
}

/// Renames the fields that `also` lines use to the fields of the format.
pub(super) fn in_format(kind: DrawingKind, object: Map<String, Value>) -> Map<String, Value> {
    object.into_iter().map(|(field, value)| (color_field(kind, &field).to_owned(), value)).collect()
}

/// Whether the clue that is written as `ours` could have been read from `theirs`: both drawings have the same cells, and `theirs`
/// has all other properties of `ours`.
pub(super) fn covers(ours: &Drawing, theirs: &Drawing) -> bool {
    let same = |a: &str, b: &str| a.is_empty() || a == b || (color(a).is_some() && color(a) == color(b));
    ours.kind == theirs.kind
        && ours.lists == theirs.lists
        && same(&ours.text, &theirs.text)
        && same(&ours.color, &theirs.color)
        && same(&ours.fill, &theirs.fill)
}

/// The cells of all clues. These cells show whether a drawing that is marked as part of a clue really belongs to a clue.
pub(super) struct Clued<'a>(BTreeSet<&'a str>);

fn cell_names<'a>(object: &'a Map<String, Value>, out: &mut BTreeSet<&'a str>) {
    fn of<'a>(value: &'a Value, out: &mut BTreeSet<&'a str>) {
        match value {
            Value::String(name) => {
                out.insert(name);
            }
            Value::Array(list) => list.iter().for_each(|v| of(v, out)),
            _ => {}
        }
    }
    ["cell", "cells", "cloneCells", "lines"].iter().filter_map(|f| object.get(*f)).for_each(|v| of(v, out));
}

impl<'a> Clued<'a> {
    pub(super) fn of(top: &'a Map<String, Value>) -> Self {
        let mut names = BTreeSet::new();
        for (_, value) in top.iter().filter(|(key, _)| drawn_kind(key).is_none() && *key != "grid") {
            for object in value.as_array().into_iter().flatten().filter_map(Value::as_object) {
                cell_names(object, &mut names);
            }
        }
        Self(names)
    }

    /// Whether the item only draws a clue that is present elsewhere in the puzzle. Without such a clue, the item is a drawing like
    /// any other.
    pub(super) fn is_twin(&self, item: &Value) -> bool {
        let Some(object) = item.as_object().filter(|o| o.contains_key("fromConstraint")) else { return false };
        let mut own = BTreeSet::new();
        cell_names(object, &mut own);
        own.iter().any(|name| self.0.contains(name))
    }
}

/// Turns drawings into clues. A drawing that matches a rule's line `also f-puzzles line {lines: L, color: "#67F067"}` (or `cage`,
/// `circle`, `rectangle`, `text`) is removed from [`Puzzle::drawings`] and becomes a clue of that rule.
///
/// The rules are tried in order, the puzzle's own first, and the first rule that matches a drawing claims the drawing. A line with
/// several parts becomes one clue per part, unless the rule accepts several lines. A second call changes nothing.
///
/// ```
/// use cluewright_formats::{bind_drawings, read};
/// use cluewright_rules::Ruleset;
/// let text = "grid: 4x4\ndrawings:\n  line r1c1-r1c3 color #67f067\n  line r2c1 r2c2 color #000\n\
///     rule odd-sum \"Neighbours on a green line make an odd sum.\"\n  clue line L\n  also f-puzzles line {lines: L, \
///     color: \"#67F067\"}\n  for (a, b) along L:\n    require odd(a + b)\n";
/// let mut puzzle = read(text)?.puzzle;
/// let rules = Ruleset::for_puzzle(&puzzle, &[])?;
/// bind_drawings(&mut puzzle, &rules);
/// assert_eq!((puzzle.clues.len(), puzzle.drawings.len()), (1, 1));
/// # Ok::<(), cluewright_core::BadInput>(())
/// ```
pub fn bind_drawings(puzzle: &mut Puzzle, rules: &Ruleset) {
    if puzzle.drawings.is_empty() {
        return;
    }
    let mut names: Vec<(DrawingKind, Name<'_>)> = Vec::new();
    for kind in DrawingKind::TAKEN {
        let called = |n: &Name<'_>| n.foreign.name == kind.word() && !n.is_switch();
        let own = rules.own_rules().flat_map(|rule| names_of(rule, INFO.id));
        names.extend(own.filter(called).map(|name| (kind, name)));
        let library = Ruleset::called(INFO.id, kind.word()).flat_map(|rule| names_of(rule, INFO.id));
        names.extend(library.filter(called).map(|name| (kind, name)));
    }
    if names.is_empty() {
        return;
    }
    let clues = &mut puzzle.clues;
    let mut binder = Binder::new(&puzzle.shape);
    puzzle.drawings.retain(|drawing| {
        let object = fields(drawing);
        for (_, name) in names.iter().filter(|(kind, _)| *kind == drawing.kind) {
            let word = name.foreign.word.as_ref();
            if word.is_some_and(|w| *w != drawing.text) {
                continue;
            }
            // A drawing with a field that is not understood, such as a cell outside the grid, does not match the rule.
            let bound: Option<Vec<Clue>> = binder.clues(name, &object).ok().flatten();
            if let Some(bound) = bound.filter(|b| !b.is_empty() && binder.left.is_empty()) {
                clues.extend(bound.into_iter().map(ClueTree::One));
                return false;
            }
        }
        true
    });
}
