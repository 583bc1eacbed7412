//! Penpa's drawings that no rule reads. The colours, sizes and widths are taken from the site's styles.

use super::frame::Frame;
use cluewright_core::drawing::Point;
use cluewright_core::{Drawing, DrawingKind};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The colours of coloured cells, indexed by number.
const SURFACES: [&str; 14] = [
    "",
    "#444444",
    "#B3FFB3",
    "#CCCCCC",
    "#000000",
    "#C0E0FF",
    "#FFA3A3",
    "#FFFFA3",
    "#999999",
    "#FFB3FF",
    "#FFCC80",
    "#CC99FF",
    "#EECAB1",
    "#FF670099",
];

/// The fill and border colours of shapes, indexed by number; empty for no colour.
const SHAPES: [(&str, &str); 14] = [
    ("#FFFFFF", "#000000"),
    ("#FFFFFF", "#000000"),
    ("#000000", "#000000"),
    ("#CCCCCC", ""),
    ("", "#000000"),
    ("#CCCCCC", "#000000"),
    ("#FFFFFF", "#999999"),
    ("#FFFFFF", ""),
    ("#FFFFFF", "#000000"),
    ("#CCCCCC", "#000000"),
    ("#FFFFFF", "#000000"),
    ("#FF0000", "#FF0000"),
    ("#208020", "#208020"),
    ("", "#000000"),
];

/// The sizes of shapes in cells, by name.
const SIZES: [(&str, f64); 12] = [
    ("circle_L", 0.86),
    ("circle_M", 0.7),
    ("circle_S", 0.44),
    ("circle_SS", 0.26),
    ("square_LL", 1.0),
    ("square_L", 0.8),
    ("square_M", 0.7),
    ("square_S", 0.44),
    ("square_SS", 0.26),
    ("diamond_L", 0.6),
    ("diamond_M", 0.5),
    ("diamond_S", 0.3),
];

/// The colour of a line with this style, its width in cells, and whether it is dashed.
fn line_style(number: i64) -> Option<(&'static str, f64, bool)> {
    Some(match number {
        2 | 4 => ("#000000", 0.08, false),
        21 => ("#000000", 0.13, false),
        3 | 30 => ("#208020", 0.08, false),
        5 => ("#999999", 0.08, false),
        6 => ("#999999", 0.32, false),
        8 => ("#FF0000", 0.08, false),
        9 => ("#187BCD", 0.08, false),
        12 => ("#444444", 0.03, true),
        13 => ("#000000", 0.1, true),
        14 => ("#777777", 0.05, true),
        40 => ("#999999", 0.05, false),
        80 => ("#000000", 0.03, false),
        _ => return None,
    })
}

fn entry_point(index: &str, frame: &Frame) -> Option<Point> {
    frame.point(index.parse().ok()?)
}

/// The drawing for a coloured cell.
pub(super) fn surface(index: &str, style: &Value, frame: &Frame) -> Option<Drawing> {
    let color = SURFACES.get(usize::try_from(style.as_u64()?).ok()?).filter(|c| !c.is_empty())?;
    Some(Drawing::shade(entry_point(index, frame)?, *color))
}

/// The drawing for a circle, square or diamond.
pub(super) fn symbol(index: &str, entry: &Value, frame: &Frame) -> Option<Drawing> {
    let name = entry[1].as_str()?;
    let (_, size) = SIZES.iter().find(|(known, _)| *known == name)?;
    let (fill, border) = SHAPES.get(usize::try_from(entry[0].as_u64()?).ok()?)?;
    let kind = if name.starts_with("circle") { DrawingKind::Circle } else { DrawingKind::Rectangle };
    let mut drawing = Drawing::new(kind, vec![vec![entry_point(index, frame)?]]);
    (drawing.width, drawing.height) = (Some(*size), Some(*size));
    (drawing.fill, drawing.color) = ((*fill).to_owned(), (*border).to_owned());
    drawing.angle = name.starts_with("diamond").then_some(45.0);
    // The last element is 1 if the shape is below the lines.
    drawing.below = entry[2] == 1;
    Some(drawing)
}

/// The drawing for text that is not a given digit.
pub(super) fn text(index: &str, entry: &Value, frame: &Frame) -> Option<Drawing> {
    let words = match &entry[0] {
        Value::String(text) => text.trim().to_owned(),
        other => other.as_i64()?.to_string(),
    };
    let mut drawing = Drawing::new(DrawingKind::Text, vec![vec![entry_point(index, frame)?]]);
    // Texts in the styles 6 and 7 have a circle or square behind them.
    if matches!(entry[1].as_u64(), Some(6 | 7)) {
        drawing.kind = DrawingKind::Circle;
        (drawing.width, drawing.height) = (Some(0.7), Some(0.7));
        if entry[1] == 6 { "#FFFFFF" } else { "#000000" }.clone_into(&mut drawing.fill);
    }
    drawing.text = words;
    Some(drawing)
}

/// The drawing for a line along these places.
pub(super) fn line(places: &Value, color: &str, frame: &Frame) -> Option<Drawing> {
    let at = |v: &Value| frame.point(usize::try_from(v.as_u64()?).ok()?);
    let points: Vec<Point> = places.as_array()?.iter().map(at).collect::<Option<_>>()?;
    let mut drawing = Drawing::new(DrawingKind::Line, vec![points]);
    (drawing.color, drawing.width) = (color.to_owned(), Some(0.3));
    Some(drawing)
}

/// Joins pieces of one style that meet end to end into lines. Counts the pieces that are not understood.
pub(super) fn lines(pieces: &Map<String, Value>, frame: &Frame) -> (Vec<Drawing>, usize) {
    let mut left_out = 0;
    let mut by_style: BTreeMap<i64, BTreeMap<usize, Vec<usize>>> = BTreeMap::new();
    for (ends, style) in pieces {
        let ends = ends.split_once(',').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
        let known = style.as_i64().filter(|n| line_style(*n).is_some());
        let ends = ends.filter(|(a, b): &(usize, usize)| frame.point(*a).is_some() && frame.point(*b).is_some());
        let (Some((a, b)), Some(style)) = (ends, known) else {
            left_out += 1;
            continue;
        };
        let meeting = by_style.entry(style).or_default();
        meeting.entry(a).or_default().push(b);
        meeting.entry(b).or_default().push(a);
    }
    let mut out = Vec::new();
    for (style, mut meeting) in by_style {
        let Some((color, width, dash)) = line_style(style) else { continue };
        // Start at ends and crossings; the remaining pieces form rings.
        let (mut starts, rings): (Vec<usize>, Vec<usize>) = meeting.keys().partition(|at| meeting[at].len() != 2);
        starts.extend(rings);
        for start in starts {
            while let Some(first) = meeting.get_mut(&start).and_then(Vec::pop) {
                let mut path = vec![start, first];
                let (mut before, mut at) = (start, first);
                loop {
                    let others = meeting.get_mut(&at).map_or(&mut [][..], Vec::as_mut_slice).len();
                    if let Some(list) = meeting.get_mut(&at)
                        && let Some(back) = list.iter().position(|other| *other == before)
                    {
                        list.swap_remove(back);
                    }
                    // A line ends at a crossing.
                    let next = if others == 2 { meeting.get_mut(&at).and_then(Vec::pop) } else { None };
                    let Some(next) = next else { break };
                    path.push(next);
                    (before, at) = (at, next);
                }
                let points: Vec<Point> = path.iter().filter_map(|at| frame.point(*at)).collect();
                let mut drawing = Drawing::new(DrawingKind::Line, vec![points]);
                (drawing.color, drawing.width, drawing.dash) = (color.to_owned(), Some(width), dash);
                out.push(drawing);
            }
        }
    }
    (out, left_out)
}
