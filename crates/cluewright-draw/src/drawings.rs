//! Writes drawings as SVG, both the drawings of clues and the drawings that are part of the puzzle.

use crate::cages::outlines;
use crate::font::{self, UNITS};
use crate::svg::{Anchor, CELL, Svg, length, number, paint, unit, xy};
use crate::theme::{Theme, Tone, color_parts, is_grey};
use cluewright_core::drawing::Point;
use cluewright_core::{Drawing, DrawingKind};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The layer to which a drawing belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Level {
    /// Colours of cells.
    Shades,
    /// Shapes and texts under the lines of the grid, and marks that a rule draws under its lines.
    Under,
    /// Lines.
    Lines,
    /// Outlines.
    Cages,
    /// Drawings on top of the grid, such as dots and texts.
    Clues,
}

pub(crate) fn level(drawing: &Drawing) -> Level {
    let plain = drawing.text.is_empty() && (drawing.color.is_empty() || drawing.color == drawing.fill);
    // A drawing that fills a whole cell goes under the grid's lines, even if the original program draws it on top. White drawings
    // stay on top, because they are meant to hide the drawings below them.
    let whole = [drawing.width, drawing.height].iter().all(|side| side.is_some_and(|s| s >= 0.95));
    let whole = whole && !matches!(color_parts(&drawing.fill), Some([255, 255, 255, 255]));
    match drawing.kind {
        DrawingKind::Rectangle if (drawing.below || whole) && plain && !drawing.fill.is_empty() => Level::Shades,
        DrawingKind::Line | DrawingKind::Arrow if drawing.above => Level::Clues,
        DrawingKind::Line | DrawingKind::Arrow if !drawing.below => Level::Lines,
        DrawingKind::Cage => Level::Cages,
        _ if drawing.below => Level::Under,
        _ => Level::Clues,
    }
}

/// The maximum distance of a drawing from the grid, in cells. Drawings further away are left out.
const FAR: f64 = 40.0;

fn near(drawing: &Drawing, height: f64, width: f64) -> bool {
    let inside = |n: f64, all: f64| n.is_finite() && n > -FAR && n < all + FAR;
    drawing.lists.iter().flatten().all(|p| inside(p.0, height) && inside(p.1, width))
}

/// The rectangle that a drawing takes up, as two corners; `None` if the drawing has no points or is too far from the grid.
pub(crate) fn extent(drawing: &Drawing, height: f64, width: f64) -> Option<(Point, Point)> {
    if !near(drawing, height, width) {
        return None;
    }
    let (row, col) = drawing.center()?;
    let clamp = |n: Option<f64>, usual: f64| n.filter(|n| n.is_finite()).unwrap_or(usual).clamp(0.0, 20.0);
    let (high, wide) = match drawing.kind {
        DrawingKind::Text => {
            let size = clamp(drawing.size, 0.5);
            (size, font::width_of(shown(&drawing.text)) * size)
        }
        DrawingKind::Circle | DrawingKind::Rectangle => (clamp(drawing.height, 0.5), clamp(drawing.width, 0.5)),
        _ => {
            let points = || drawing.lists.iter().flatten();
            let around = if drawing.kind == DrawingKind::Cage { 0.5 } else { clamp(drawing.width, 0.1) / 2.0 };
            let low = points().fold((f64::MAX, f64::MAX), |a, p| (a.0.min(p.0), a.1.min(p.1)));
            let high = points().fold((f64::MIN, f64::MIN), |a, p| (a.0.max(p.0), a.1.max(p.1)));
            return Some(((low.0 - around, low.1 - around), (high.0 + around, high.1 + around)));
        }
    };
    Some(((row - high / 2.0, col - wide / 2.0), (row + high / 2.0, col + wide / 2.0)))
}

/// The minimum width, in cells, of a line that is drawn in a soft tone so that digits on it stay readable. Thinner lines do not
/// hide digits.
const WIDE: f64 = 0.15;

/// Writes one drawing into a layer. `tone` is the tone of fills and lines that may lie under digits.
pub(crate) fn put(svg: &mut Svg, drawing: &Drawing, theme: Theme, tone: Tone, (height, width): (f64, f64)) {
    if !near(drawing, height, width) {
        return;
    }
    let is_thin =
        matches!(drawing.kind, DrawingKind::Line | DrawingKind::Arrow) && drawing.width.is_some_and(|w| w < WIDE);
    let tone = if drawing.below && !is_thin { tone } else { Tone::Full };
    match drawing.kind {
        DrawingKind::Line | DrawingKind::Arrow => line(svg, drawing, theme, tone),
        DrawingKind::Cage => cage(svg, drawing, theme),
        DrawingKind::Circle | DrawingKind::Rectangle => shape(svg, drawing, theme, tone),
        DrawingKind::Text => text(svg, drawing, theme),
    }
}

fn bounded(n: Option<f64>, usual: f64, most: f64) -> f64 {
    n.filter(|n| n.is_finite()).unwrap_or(usual).clamp(0.0, most)
}

fn line(svg: &mut Svg, drawing: &Drawing, theme: Theme, tone: Tone) {
    let color = theme.toned(&drawing.color, tone).unwrap_or_else(|| "#A8A8A8".to_owned());
    let wide = bounded(drawing.width, 0.2, 3.0);
    let mut attributes = paint("stroke", &color);
    match theme.color(&drawing.fill) {
        Some(fill) => attributes.push_str(&paint("fill", &fill)),
        None => attributes.push_str(" fill=\"none\""),
    }
    let _ = write!(attributes, " stroke-width=\"{}\"", length(wide));
    // Lines end in round caps, except for dashed lines, whose gaps the caps would fill.
    if drawing.dash {
        let _ = write!(attributes, " stroke-dasharray=\"{} {}\"", length(0.16), length(0.12));
    } else {
        attributes.push_str(" stroke-linecap=\"round\"");
    }
    attributes.push_str(" stroke-linejoin=\"round\"");
    for list in &drawing.lists {
        if let [point] = list[..] {
            let _ = write!(
                svg.out,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>",
                unit(point.1),
                unit(point.0),
                length(wide / 2.0),
                paint("fill", &color)
            );
        } else if list.len() > 1 {
            let closed = list.first() == list.last() && list.len() > 2;
            svg.path(if closed { &list[1..] } else { list }, closed, &attributes);
            if drawing.kind == DrawingKind::Arrow {
                let head = bounded(drawing.head, 0.3, 2.0);
                let (from, tip) = (list[list.len() - 2], list[list.len() - 1]);
                let far = ((tip.0 - from.0).powi(2) + (tip.1 - from.1).powi(2)).sqrt().max(1e-6);
                let (down, right) = ((tip.0 - from.0) / far, (tip.1 - from.1) / far);
                let back = (tip.0 - down * head * 0.7, tip.1 - right * head * 0.7);
                let aside = |by: f64| (back.0 + right * head * 0.7 * by, back.1 - down * head * 0.7 * by);
                let plain = attributes.replace(" stroke-dasharray", " data-dash");
                svg.path(&[aside(1.0), tip, aside(-1.0)], false, &plain);
            }
        }
    }
}

fn cage(svg: &mut Svg, drawing: &Drawing, theme: Theme) {
    let cells: BTreeSet<(i32, i32)> = drawing.lists.iter().flatten().filter_map(|p| Drawing::place(*p)).collect();
    let color = theme.color(&drawing.color).unwrap_or_else(|| theme.ink().to_owned());
    let dash =
        if drawing.dash { format!(" stroke-dasharray=\"{} {}\"", length(0.09), length(0.06)) } else { String::new() };
    let wide = length(bounded(drawing.stroke, 0.02, 0.5));
    let attributes = format!(" fill=\"none\"{} stroke-width=\"{wide}\"{dash}", paint("stroke", &color));
    let gap = cells.first().filter(|_| !drawing.text.is_empty()).copied();
    for outline in outlines(&cells, 0.07) {
        svg.path(&outline, true, &attributes);
    }
    if let Some((row, col)) = gap {
        let size = theme.total();
        let at = (f64::from(row) - 0.5 + 0.035, f64::from(col) - 0.5 + 0.035);
        let text = shown(&drawing.text);
        let wide = font::width_of(text) * size + 0.04;
        // Put a rectangle in the background colour behind the text, so that no line runs through it.
        let _ = write!(
            svg.out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            unit(at.1 - 0.02),
            unit(at.0 - 0.02),
            length(wide),
            length(size),
            theme.under()
        );
        let color = theme.color(&drawing.font_color).unwrap_or(color);
        let _ = write!(svg.out, "<g{}>", paint("fill", &color));
        svg.text(text, at, size, Anchor::Corner, 0.0);
        svg.out.push_str("</g>");
    }
}

/// The default width of a shape's outline, in cells.
const EDGE: f64 = 0.03;

/// A setter's drawing, shrunk so that the whole outline lies within the shape's width and height, as in other programs; SVG would
/// draw half of the outline outside the shape.
pub(crate) fn with_edge_inside(drawing: &Drawing) -> Cow<'_, Drawing> {
    if !matches!(drawing.kind, DrawingKind::Circle | DrawingKind::Rectangle) || drawing.color.is_empty() {
        return Cow::Borrowed(drawing);
    }
    let edge = bounded(drawing.stroke, EDGE, 2.0);
    let inner = |side: Option<f64>| Some((bounded(side, 0.5, 30.0) - edge).max(0.0));
    Cow::Owned(Drawing { width: inner(drawing.width), height: inner(drawing.height), ..drawing.clone() })
}

/// The maximum side of a shape that counts as a sign (such as a dot between two cells), in cells.
const SIGN: f64 = 0.45;

fn shape(svg: &mut Svg, drawing: &Drawing, theme: Theme, tone: Tone) {
    let Some((row, col)) = drawing.center() else { return };
    let (wide, high) = (bounded(drawing.width, 0.5, 30.0), bounded(drawing.height, 0.5, 30.0));
    let turn = match drawing.angle.filter(|a| a.is_finite() && *a != 0.0) {
        Some(angle) => format!(" transform=\"rotate({} {})\"", number(angle % 360.0), xy((row, col))),
        None => String::new(),
    };
    // The colour of a small shape has a meaning (a black or a white dot), so the colours of the shape and of the text on it are the
    // same in every theme.
    let sign = wide.max(high) <= SIGN && theme == Theme::Dark && is_grey(&drawing.fill);
    let inside = if sign { Theme::Light } else { theme };
    let mut attributes = match inside.toned(&drawing.fill, tone) {
        Some(fill) => paint("fill", &fill),
        None => " fill=\"none\"".to_owned(),
    };
    let edge = theme.color(&drawing.color).or_else(|| sign.then(|| theme.ink().to_owned()));
    if let Some(color) = edge {
        attributes.push_str(&paint("stroke", &color));
        let _ = write!(attributes, " stroke-width=\"{}\"", length(bounded(drawing.stroke, EDGE, 2.0)));
    }
    let round = drawing.kind == DrawingKind::Circle;
    if round && (wide - high).abs() < 1e-9 {
        let _ = write!(
            svg.out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{attributes}/>",
            unit(col),
            unit(row),
            length(wide / 2.0)
        );
    } else {
        let corner = if round { format!(" rx=\"{}\"", length(wide.min(high) / 2.0)) } else { String::new() };
        let _ = write!(
            svg.out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{corner}{attributes}{turn}/>",
            unit(col - wide / 2.0),
            unit(row - high / 2.0),
            length(wide),
            length(high)
        );
    }
    if !drawing.text.is_empty() {
        let color = inside.color(&drawing.font_color);
        let color = color.unwrap_or_else(|| inside.ink().to_owned());
        lines_of(svg, &drawing.text, (row, col), bounded(drawing.size, 0.3, 5.0), &paint("fill", &color), 0.0);
    }
}

fn text(svg: &mut Svg, drawing: &Drawing, theme: Theme) {
    let Some(at) = drawing.center() else { return };
    let size = bounded(drawing.size, 0.5, 10.0);
    let color = theme.color(&drawing.color).unwrap_or_else(|| theme.ink().to_owned());
    let turn = drawing.angle.filter(|a| a.is_finite()).unwrap_or(0.0) % 360.0;
    if let Some(halo) = theme.color(&drawing.fill) {
        // The default stroke is a quarter of the font size wide, half of which lies outside the letters. For letters that are drawn
        // as outlines, the width is given in the units of the outlines.
        let wide = drawing.stroke.map_or(0.25 * size, |stroke| bounded(Some(stroke), 0.0, 2.0));
        let is_outlined = shown(&drawing.text).chars().all(|c| c.is_whitespace() || font::has(c));
        let units = if is_outlined { UNITS / size.max(0.01) } else { CELL };
        let around = format!(
            "{}{} stroke-width=\"{}\" stroke-linejoin=\"round\"",
            paint("fill", &halo),
            paint("stroke", &halo),
            number(wide * units)
        );
        lines_of(svg, &drawing.text, at, size, &around, turn);
    }
    lines_of(svg, &drawing.text, at, size, &paint("fill", &color), turn);
}

/// The part of a text that is drawn: the first 200 characters.
fn shown(text: &str) -> &str {
    text.char_indices().nth(200).map_or(text, |(end, _)| &text[..end])
}

/// Writes text of one or more lines, centred on `at`.
fn lines_of(svg: &mut Svg, text: &str, at: Point, size: f64, attributes: &str, turn: f64) {
    let text = shown(text);
    let lines: Vec<&str> = text.lines().collect();
    let _ = write!(svg.out, "<g{attributes}>");
    for (i, line) in lines.iter().enumerate() {
        let down = (i as f64 - (lines.len() as f64 - 1.0) / 2.0) * size * 1.05;
        svg.text(line, (at.0 + down, at.1), size, Anchor::Middle, turn);
    }
    svg.out.push_str("</g>");
}
