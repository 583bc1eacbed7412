//! Drawings that no rule reads, one per line: `circle r3c3 "5" color #000000 fill #FFFFFF width 0.8`.

use super::rows::Row;
use super::words::{self, quoted};
use crate::cells::Scan;
use cluewright_core::drawing::Point;
use cluewright_core::{BadInput, Drawing, DrawingKind};

/// The maximum distance of drawings from the grid, in cells.
const FAR: f64 = 1000.0;

const HINT: &str = "such as `line r1c1-r1c4 color #67F067 width 0.3` or `text r0c3 \"12\" size 0.7`";

/// Reads a number, which may be negative and have decimals.
fn number(scan: &mut Scan<'_>) -> Option<f64> {
    let minus = scan.eat("-");
    let mut digits = scan.take(|c| c.is_ascii_digit()).to_owned();
    let mut ahead = scan.clone();
    if ahead.eat(".") {
        let fraction = ahead.take(|c| c.is_ascii_digit());
        if !fraction.is_empty() {
            digits = format!("{digits}.{fraction}");
            *scan = ahead;
        }
    }
    let number: f64 = digits.parse().ok().filter(|n| *n <= FAR)?;
    Some(if minus { -number } else { number })
}

/// Reads a place such as `r3c5`, `r0c-1` or `r1.5c2`. If the text does not start with a place, nothing is consumed.
fn place(scan: &mut Scan<'_>) -> Option<Point> {
    let mut ahead = scan.clone();
    if !ahead.eat("r") {
        return None;
    }
    let row = number(&mut ahead)?;
    if !ahead.eat("c") {
        return None;
    }
    let col = number(&mut ahead)?;
    *scan = ahead;
    Some((row - 1.0, col - 1.0))
}

/// One step from a cell towards another in a straight line; `None` if no straight line connects the cells.
fn step(from: Point, to: Point) -> Option<(i32, i32)> {
    let (from, to) = (Drawing::place(from)?, Drawing::place(to)?);
    let (down, right) = (to.0 - from.0, to.1 - from.1);
    let straight = down == 0 || right == 0 || down.abs() == right.abs();
    (straight && (down, right) != (0, 0)).then_some((down.signum(), right.signum()))
}

/// The cells on the straight line from one point to another, both included; `None` if there is no such line.
fn stretch(from: Point, to: Point) -> Option<Vec<Point>> {
    let step = step(from, to)?;
    let far = (to.0 - from.0).abs().max((to.1 - from.1).abs());
    let cells = std::iter::successors(Some(from), |&at| Some(moved(at, step)));
    Some(cells.take_while(|at| (at.0 - from.0).abs().max((at.1 - from.1).abs()) <= far).collect())
}

/// Reads one line that describes a drawing.
pub(super) fn read(row: Row<'_>) -> Result<Drawing, BadInput> {
    let mut scan = Scan::new(row.text, row.line, row.column);
    let start = scan.clone();
    let word = scan.take(|c| !c.is_whitespace());
    let kind = DrawingKind::named(word).ok_or_else(|| {
        let words: Vec<&str> = DrawingKind::ALL.iter().map(|k| k.word()).collect();
        start.error(format!("`{word}` is not a kind of drawing")).hint(format!("kinds are {}", words.join(", ")))
    })?;
    let mut drawing = Drawing::new(kind, vec![Vec::new()]);
    let mut said: Vec<&str> = Vec::new();
    loop {
        scan.skip(|c| c.is_whitespace() || c == ',');
        let here = scan.clone();
        let Some(next) = scan.peek() else { break };
        if let Some(from) = place(&mut scan) {
            let list = drawing.lists.last_mut().expect("there is one from the start");
            if scan.eat("-") {
                let line = place(&mut scan).and_then(|to| stretch(from, to));
                list.extend(line.ok_or_else(|| here.error("this is not a straight line").hint("such as r1c1-r1c4"))?);
            } else {
                list.push(from);
            }
            continue;
        }
        if next == '/' {
            if !matches!(kind, DrawingKind::Line | DrawingKind::Arrow) {
                return Err(here.error(format!("a {word} can have only one list of cells")));
            }
            scan.next();
            drawing.lists.push(Vec::new());
            continue;
        }
        if next == '"' {
            if !drawing.text.is_empty() {
                return Err(here.error("a second text"));
            }
            drawing.text = words::text(&mut scan)?;
            continue;
        }
        let name = scan.take(|c| c.is_ascii_alphabetic());
        if said.contains(&name) {
            return Err(here.error(format!("`{name}` occurs twice")));
        }
        said.push(name);
        match name {
            "dashed" => drawing.dash = true,
            "below" => drawing.below = true,
            "above" => drawing.above = true,
            _ => {}
        }
        if matches!(name, "dashed" | "below" | "above") {
            continue;
        }
        scan.skip_spaces();
        let at = scan.clone();
        let value = match scan.peek() {
            Some('"') => words::text(&mut scan)?,
            _ => scan.take(|c| !c.is_whitespace()).to_owned(),
        };
        let number = || {
            let number = value.parse::<f64>().ok().filter(|n| n.is_finite());
            number.ok_or_else(|| at.error(format!("`{value}` is not a number")).hint(HINT)).map(Some)
        };
        match name {
            "width" => drawing.width = number()?,
            "height" => drawing.height = number()?,
            "size" => drawing.size = number()?,
            "angle" => drawing.angle = number()?,
            "stroke" => drawing.stroke = number()?,
            "head" => drawing.head = number()?,
            "color" | "fill" | "fontcolor" if value.is_empty() => {
                return Err(at.error(format!("`{name}` needs a colour")).hint(HINT));
            }
            "color" => drawing.color = value,
            "fill" => drawing.fill = value,
            "fontcolor" => drawing.font_color = value,
            _ => {
                return Err(here
                    .error(format!(
                        "`{}` is not expected here",
                        if name.is_empty() { next.to_string() } else { name.to_owned() }
                    ))
                    .hint(HINT));
            }
        }
    }
    drawing.lists.retain(|list| !list.is_empty());
    Ok(drawing)
}

/// Writes a drawing as one line.
pub(super) fn written(drawing: &Drawing) -> String {
    let mut out = drawing.kind.word().to_owned();
    for (i, list) in drawing.lists.iter().enumerate() {
        if i > 0 {
            out.push_str(" /");
        }
        let mut at = 0;
        while at < list.len() {
            let first = list.get(at + 1).and_then(|&next| step(list[at], next).filter(|s| moved(list[at], *s) == next));
            let mut end = at;
            while let (Some(step), Some(&next)) = (first, list.get(end + 1))
                && moved(list[end], step) == next
            {
                end += 1;
            }
            // Write straight runs of three or more cells as ranges.
            let end = if end >= at + 2 { end } else { at };
            out.push(' ');
            out.push_str(&Drawing::point_name(list[at]));
            if end > at {
                out.push('-');
                out.push_str(&Drawing::point_name(list[end]));
            }
            at = end + 1;
        }
    }
    if !drawing.text.is_empty() {
        out.push(' ');
        out.push_str(&quoted(&drawing.text));
    }
    let colors = [("color", &drawing.color), ("fill", &drawing.fill), ("fontcolor", &drawing.font_color)];
    for (name, color) in colors.into_iter().filter(|(_, c)| !c.is_empty()) {
        let plain = color.chars().all(|c| c.is_ascii_alphanumeric() || c == '#');
        let color = if plain { color.clone() } else { quoted(color) };
        out.push_str(&format!(" {name} {color}"));
    }
    let numbers = [
        ("width", drawing.width),
        ("height", drawing.height),
        ("size", drawing.size),
        ("angle", drawing.angle),
        ("stroke", drawing.stroke),
        ("head", drawing.head),
    ];
    for (name, number) in numbers {
        if let Some(number) = number {
            out.push_str(&format!(" {name} {number}"));
        }
    }
    for (word, said) in [("dashed", drawing.dash), ("below", drawing.below), ("above", drawing.above)] {
        if said {
            out.push(' ');
            out.push_str(word);
        }
    }
    out
}

fn moved(from: Point, by: (i32, i32)) -> Point {
    (from.0 + f64::from(by.0), from.1 + f64::from(by.1))
}
