//! Givens, digits, candidates and pencil marks.

use crate::clues::{is_seen, middle};
use crate::font::width_of;
use crate::scene::{Marks, Scene};
use crate::svg::Svg;
use crate::theme::Theme;
use cluewright_core::Cell;
use cluewright_core::drawing::Point;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The place of a candidate in its cell. A row of candidates has as many places as a row of the standard box.
pub(crate) fn place(at: Point, value: usize, count: usize) -> Point {
    let wide = side(count);
    let high = count.div_ceil(wide).max(1);
    let step = |i: usize, n: usize| (i as f64 + 0.5) / n as f64 - 0.5;
    // Leave space above the candidates for the total in a cage's corner.
    (at.0 + step(value / wide, high) * 0.74 + 0.07, at.1 + step(value % wide, wide) * 0.84)
}

fn side(count: usize) -> usize {
    (1..=8).find(|n| n * n >= count).unwrap_or(8)
}

/// The font size of candidates, in cells.
pub(crate) fn candidate_size(count: usize) -> f64 {
    let wide = side(count) as f64;
    if count > 9 { 0.62 / wide } else { (0.78 / wide).min(0.26) }
}

/// Draws the givens and the player's digits.
pub(crate) fn digits(svg: &mut Svg, scene: &Scene<'_>) {
    let mut given: Vec<(String, Point)> = Vec::new();
    let mut pen: Vec<(String, Point)> = Vec::new();
    let mut held = vec![false; scene.puzzle.cell_count()];
    let index = |digit: i32| usize::try_from(i64::from(digit) - i64::from(scene.puzzle.digits.first)).ok();
    for one in &scene.puzzle.givens {
        if let ([digit], Some(held)) = (&one.digits[..], held.get_mut(one.cell.index())) {
            *held = true;
            let text = index(*digit).map_or_else(|| digit.to_string(), |value| scene.label(value));
            given.push((text, middle(scene.puzzle, one.cell)));
        }
    }
    for (i, marks) in scene.board.iter().enumerate().take(held.len()) {
        if let Some(value) = marks.digit.filter(|_| !held[i] && is_seen(scene.puzzle, Cell::at(i))) {
            pen.push((scene.label(value.into()), middle(scene.puzzle, Cell::at(i))));
        }
    }
    for (texts, color) in [(given, scene.theme.ink()), (pen, scene.theme.pen())] {
        if texts.is_empty() {
            continue;
        }
        let _ = write!(svg.out, "<g fill=\"{color}\">");
        by_size(svg, texts, |text| if width_of(text) > 0.7 { 0.86 / width_of(text).max(1.2) } else { 0.72 });
        svg.out.push_str("</g>");
    }
}

fn by_size(svg: &mut Svg, texts: Vec<(String, Point)>, size: impl Fn(&str) -> f64) {
    let mut sizes: BTreeMap<u32, Vec<(String, Point)>> = BTreeMap::new();
    for (text, at) in texts {
        #[allow(clippy::cast_possible_truncation, reason = "a size below one, in thousandths")]
        let thousandths = (size(&text) * 1000.0) as u32;
        sizes.entry(thousandths).or_default().push((text, at));
    }
    for (size, texts) in sizes {
        svg.texts(&texts, f64::from(size) / 1000.0);
    }
}

/// The places of corner marks, in the order in which they are used.
const CORNERS: [Point; 8] =
    [(-0.34, -0.34), (-0.34, 0.34), (0.36, -0.34), (0.36, 0.34), (-0.34, 0.0), (0.36, 0.0), (0.0, -0.36), (0.0, 0.36)];

/// The number of bytes that each candidate of a picture is charged to the budget. The number is larger than a candidate needs, to
/// limit the time for a million candidates.
const EACH: usize = 256;

/// Draws candidates, corner and centre marks, and the setter's candidates. Returns the number of cells that exceeded the budget.
pub(crate) fn marks(svg: &mut Svg, scene: &Scene<'_>) -> usize {
    let most = scene.budget.picture / EACH;
    let mut left = 0;
    let count = usize::from(scene.puzzle.digits.count);
    let mut small: Vec<(String, Point)> = Vec::new();
    let mut center: Vec<(String, Point)> = Vec::new();
    let joined = |values: &[u8]| -> String {
        let labels: Vec<String> = values.iter().map(|&v| scene.label(v.into())).collect();
        labels.join(if count > 9 { " " } else { "" })
    };
    let empty = Marks::default();
    for i in (0..scene.puzzle.cell_count()).filter(|&i| is_seen(scene.puzzle, Cell::at(i))) {
        let marks = scene.board.get(i).unwrap_or(&empty);
        if marks.digit.is_some() {
            continue;
        }
        if small.len() > most || (scene.budget.stop)() {
            left += 1;
            continue;
        }
        let at = middle(scene.puzzle, Cell::at(i));
        for &value in &marks.candidates {
            small.push((scene.label(value.into()), place(at, value.into(), count)));
        }
        for (&value, corner) in marks.corner.iter().zip(CORNERS) {
            small.push((scene.label(value.into()), (at.0 + corner.0, at.1 + corner.1)));
        }
        if !marks.center.is_empty() {
            center.push((joined(&marks.center), at));
        }
    }
    for (texts, most) in [(small, candidate_size(count)), (center, 0.3)] {
        if texts.is_empty() {
            continue;
        }
        let color = if matches!(scene.theme, Theme::Dark) { "#B8B8B8" } else { "#444444" };
        let _ = write!(svg.out, "<g fill=\"{color}\">");
        by_size(svg, texts, |text| most.min(0.9 / width_of(text)));
        svg.out.push_str("</g>");
    }
    limits(svg, scene);
    left
}

/// Draws the candidates to which the setter restricted cells, in the colour of givens.
fn limits(svg: &mut Svg, scene: &Scene<'_>) {
    if scene.board.iter().any(|m| !m.candidates.is_empty()) {
        return;
    }
    let mut texts = Vec::new();
    let count = usize::from(scene.puzzle.digits.count);
    for given in scene.puzzle.givens.iter().filter(|g| g.digits.len() > 1) {
        let at = middle(scene.puzzle, given.cell);
        if scene.board.get(given.cell.index()).is_some_and(|m| m.digit.is_some()) {
            continue;
        }
        for digit in &given.digits {
            if let Ok(value) = usize::try_from(i64::from(*digit) - i64::from(scene.puzzle.digits.first)) {
                texts.push((scene.label(value), place(at, value, count)));
            }
        }
    }
    if !texts.is_empty() {
        let _ = write!(svg.out, "<g fill=\"{}\">", scene.theme.ink());
        by_size(svg, texts, |text| candidate_size(count).min(0.9 / width_of(text)));
        svg.out.push_str("</g>");
    }
}
