//! Writes pieces of SVG. Lengths are given in cells and written in units (64 per cell), so that the numbers are short.

use crate::font::{self, CAPITALS, UNITS};
use cluewright_core::drawing::Point;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Units per cell.
pub(crate) const CELL: f64 = 64.0;

/// A number with at most one decimal.
pub(crate) fn number(n: f64) -> String {
    let tenths = (n * 10.0).round() / 10.0;
    // Adding 0.0 turns -0 into 0.
    format!("{}", tenths + 0.0)
}

/// Converts a row or column from cells to units. In cells, the middles of cells are at whole numbers.
pub(crate) fn unit(cells: f64) -> String {
    number((cells + 0.5) * CELL)
}

/// A length in units.
pub(crate) fn length(cells: f64) -> String {
    number(cells * CELL)
}

/// The coordinates of a point, written as `x y`.
pub(crate) fn xy((row, col): Point) -> String {
    format!("{} {}", unit(col), unit(row))
}

/// Escapes text for element content and attributes. Characters that XML does not allow are dropped.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

/// The SVG attributes of a colour, including the opacity if the colour is translucent.
pub(crate) fn paint(attribute: &str, color: &str) -> String {
    match (color.len(), color.get(..7), color.get(7..)) {
        (9, Some(plain), Some(part)) => {
            let part = f64::from(u8::from_str_radix(part, 16).unwrap_or(255)) / 255.0;
            format!(" {attribute}=\"{plain}\" {attribute}-opacity=\"{}\"", (part * 100.0).round() / 100.0)
        }
        _ => format!(" {attribute}=\"{color}\""),
    }
}

/// A layer while it is being written.
pub(crate) struct Svg {
    pub(crate) out: String,
    /// Letters whose outlines are needed.
    pub(crate) letters: BTreeSet<char>,
}

/// The position of text relative to its point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Middle,
    /// The text's upper left corner is at the point.
    Corner,
}

impl Svg {
    pub(crate) fn new() -> Self {
        Self { out: String::new(), letters: BTreeSet::new() }
    }

    /// Writes a one-line text in the current fill colour; `size` is in cells.
    pub(crate) fn text(&mut self, text: &str, at: Point, size: f64, anchor: Anchor, turn: f64) {
        let wide = font::width_of(text) * size;
        let (row, col) = match anchor {
            Anchor::Middle => (at.0 + CAPITALS * size / 2.0, at.1 - wide / 2.0),
            Anchor::Corner => (at.0 + CAPITALS * size, at.1),
        };
        let turned =
            if turn == 0.0 { String::new() } else { format!(" transform=\"rotate({} {})\"", number(turn), xy(at)) };
        if !text.chars().all(font::has) {
            let (x, y, size) = (unit(col + wide / 2.0), unit(row), length(size));
            let _ = write!(
                self.out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-family=\"sans-serif\" text-anchor=\"middle\"{turned}>{}</text>",
                escaped(text)
            );
            return;
        }
        let _ = write!(self.out, "<g{turned}>");
        self.scaled(size, |svg| svg.line(text, (row, col), size));
        self.out.push_str("</g>");
    }

    /// Writes a group that is scaled so that letters of this size can be written in their own units.
    fn scaled(&mut self, size: f64, write: impl FnOnce(&mut Self)) {
        let scale = (size * CELL / UNITS * 10_000.0).round() / 10_000.0;
        let _ = write!(self.out, "<g transform=\"scale({scale})\">");
        write(self);
        self.out.push_str("</g>");
    }

    /// Writes the letters of text whose baseline starts at the point.
    fn line(&mut self, text: &str, (row, col): Point, size: f64) {
        let scale = size * CELL / UNITS;
        let mut x = (col + 0.5) * CELL / scale;
        let y = ((row + 0.5) * CELL / scale).round();
        for c in text.chars() {
            if c != ' ' {
                self.letters.insert(c);
                let _ = write!(self.out, "<use href=\"#g{:x}\" x=\"{}\" y=\"{y}\"/>", u32::from(c), x.round());
            }
            x += font::advance(c) * UNITS;
        }
    }

    /// Writes many short texts of the same size in the current fill colour, each centred on its point.
    pub(crate) fn texts(&mut self, texts: &[(String, Point)], size: f64) {
        let (plain, rare): (Vec<_>, Vec<_>) = texts.iter().partition(|(t, _)| t.chars().all(font::has));
        if !plain.is_empty() {
            self.scaled(size, |svg| {
                for (text, at) in plain {
                    let start = (at.0 + CAPITALS * size / 2.0, at.1 - font::width_of(text) * size / 2.0);
                    svg.line(text, start, size);
                }
            });
        }
        for (text, at) in rare {
            self.text(text, *at, size, Anchor::Middle, 0.0);
        }
    }

    /// Writes a path through points.
    pub(crate) fn path(&mut self, points: &[Point], closed: bool, attributes: &str) {
        let _ = write!(self.out, "<path d=\"");
        for (i, &point) in points.iter().enumerate() {
            let _ = write!(self.out, "{}{}", if i == 0 { "M" } else { "L" }, xy(point));
        }
        let _ = write!(self.out, "{}\"{attributes}/>", if closed { "Z" } else { "" });
    }
}
