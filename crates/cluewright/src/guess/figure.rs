//! Groups drawings into the figures that a person sees. A line and the circle at its end are one figure, a dot and the number on it
//! another.

use super::color::Color;
use super::line::{Line, cut, joined, ways};
use cluewright_core::drawing::Point;
use cluewright_core::{Cell, Drawing, DrawingKind, Puzzle, Shape, Sort};
use std::collections::{BTreeMap, BTreeSet};

/// The main part of a figure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Base {
    /// A line through cells.
    Line,
    /// Arrows that start in a circle: the circle's cells first, then those of each arrow.
    Arrows,
    /// A mark in a cell.
    Cell,
    /// A mark between two cells.
    Edge,
    /// A mark at the corner of four cells.
    Corner,
    /// Coloured cells that touch.
    Shade,
    /// An outline around cells.
    Cage,
    /// Text beside the grid: the cells of its row or column, starting at the side of the text.
    Outside,
    /// Text beside the grid with an arrow: the cells in the arrow's direction.
    Pointed,
    /// A line from corner to corner.
    Diagonal {
        /// Whether the line rises to the right.
        up: bool,
    },
    /// Small angles in a cell.
    Chevrons {
        /// Whether the chevrons point out of the cell.
        out: bool,
    },
}

/// A shape.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Body {
    None,
    Circle,
    Square,
    Diamond,
}

/// The appearance of a figure. Figures of the same appearance are read in the same way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Looks {
    pub(super) base: Base,
    /// The shape in a cell or between cells; for a line, the shapes at its ends.
    pub(super) bodies: Vec<Body>,
    /// The colour of the line, or of the inside of the shape.
    pub(super) color: Option<Color>,
    /// The text, unless it is a number: for example `X`. Every sign of inequality is stored as `>`.
    pub(super) word: String,
    /// Whether the figure has a number.
    pub(super) numbered: bool,
}

/// One figure.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    pub(super) looks: Looks,
    /// The lists of the figure's cells. A branching line has a list for each piece, or for each path from the circle at its end.
    pub(super) cells: Vec<Vec<Cell>>,
    /// For a line made of several strokes: the cells of each stroke. For a number with an arrow: the row or column next to the
    /// number.
    pub(super) strokes: Vec<Vec<Cell>>,
    /// The figure's number, or its digits.
    pub(super) number: String,
    /// The indexes of the drawings that make up the figure.
    pub(super) drawings: Vec<usize>,
}

/// A shape or text with its place.
struct Spot {
    drawings: Vec<usize>,
    body: Body,
    at: Point,
    size: (f64, f64),
    color: Option<Color>,
    text: String,
    /// The rotation of the text in degrees.
    angle: f64,
}

/// One line or arrow.
struct Stroke {
    drawing: usize,
    points: Vec<Point>,
    headed: bool,
    color: Option<Color>,
    /// The width of the stroke, as a fraction of a cell.
    width: f64,
}

/// The cells of a stroke, with all drawings that pass through exactly these cells.
struct Drawn {
    cells: Vec<Cell>,
    drawings: Vec<usize>,
}

/// The strokes of a puzzle: by colour and width, then by their cells.
type Strokes = BTreeMap<(Option<Color>, Option<i32>), BTreeMap<Vec<Cell>, Drawn>>;

/// The shapes in which lines may end, by cell.
#[derive(Default)]
struct Ends {
    at: BTreeMap<Cell, Vec<usize>>,
    /// The shapes that have the colour of a line through their cell.
    bulbs: BTreeSet<usize>,
    /// The appearances of shapes that also occur away from lines.
    apart: BTreeSet<(Body, Option<Color>, Option<i32>)>,
}

struct FigureScan<'p> {
    shape: &'p Shape,
    drawings: &'p [Drawing],
    spots: Vec<Spot>,
    strokes: Vec<Stroke>,
    /// For each drawing: whether it is part of a figure.
    used: Vec<bool>,
    figures: Vec<Figure>,
}

/// The minimum diameter, in cells, of a circle at an end of a line: first for a circle of the line's own colour (its bulb), then
/// for a circle of another colour (its cap).
const BULB: f64 = 0.45;
const END: f64 = 0.55;
/// A circle of a line's colour that is at least this large is the line's bulb, even if circles that look the same also occur away
/// from lines.
const LARGE: f64 = 0.75;
/// The maximum number of shapes examined in one cell.
const HERE: usize = 8;
/// The minimum ratio of the diameter of a circle at the end of a line to the width of the line.
const WIDER: f64 = 1.2;
/// The maximum number of rows of numbers next to the grid.
const ROWS: i32 = 3;
/// Text counts as a shape's label if it lies within this fraction of the shape's size.
const INSIDE: f64 = 0.8;
/// The minimum size, in cells, of a square that colours a whole cell.
const FULL: f64 = 0.9;

/// The figures in the puzzle's drawings. Drawings that belong to no figure are left out.
pub(super) fn figures(puzzle: &Puzzle) -> Vec<Figure> {
    let drawings = &puzzle.drawings;
    let used = vec![false; drawings.len()];
    let mut seen = FigureScan {
        shape: &puzzle.shape,
        drawings,
        spots: Vec::new(),
        strokes: Vec::new(),
        used,
        figures: Vec::new(),
    };
    seen.spots();
    seen.strokes();
    seen.chevrons();
    seen.beside();
    seen.arrows();
    seen.lines();
    seen.single();
    seen.shades();
    seen.cages();
    seen.figures
}

#[allow(clippy::cast_possible_truncation, reason = "checked to be small")]
pub(super) fn rounded(n: f64) -> Option<i32> {
    (n.abs() < 1e4).then(|| n.round() as i32)
}

/// Whether a coordinate is roughly halfway between two cell centres.
fn is_half(n: f64) -> bool {
    (n - n.floor() - 0.5).abs() < 0.2
}

/// Whether a coordinate is on the border between two cells. The tolerance is small, because lines that begin at a circle's edge
/// come close to a border.
fn is_border(n: f64) -> bool {
    (n - n.floor() - 0.5).abs() < 0.04
}

fn place((row, col): Point) -> Option<(i32, i32)> {
    Some((rounded(row)?, rounded(col)?))
}

/// The places from `from` to `to`, without the first; `None` unless the two are in a row, a column or a diagonal.
fn between(from: (i32, i32), to: (i32, i32)) -> Option<Vec<(i32, i32)>> {
    let (down, right) = (to.0 - from.0, to.1 - from.1);
    if down != 0 && right != 0 && down.abs() != right.abs() {
        return None;
    }
    Some((1..=down.abs().max(right.abs())).map(|i| (from.0 + i * down.signum(), from.1 + i * right.signum())).collect())
}

fn apart(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// A white or black stroke along a coloured one is its rim or a stripe on it, not a separate line.
fn rims(looks: &mut Strokes) {
    let is_plain = |color: Option<Color>| color.is_none_or(|c| matches!(c.words()[0], "white" | "black"));
    let (plain, colored): (Vec<_>, Vec<_>) = looks.keys().copied().partition(|look| is_plain(look.0));
    for look in plain {
        for other in &colored {
            let rims: Vec<Vec<Cell>> =
                looks[&look].keys().filter(|cells| looks[other].contains_key(*cells)).cloned().collect();
            for cells in rims {
                let rim = looks.get_mut(&look).and_then(|strokes| strokes.remove(&cells));
                if let Some(line) = looks.get_mut(other).and_then(|strokes| strokes.get_mut(&cells)) {
                    line.drawings.extend(rim.iter().flat_map(|r| &r.drawings));
                }
            }
        }
    }
}

/// A line's points, without those on borders where the line merely crosses from one cell to the next. The result is empty if the
/// line bends on a border.
fn inside(points: &[Point]) -> Vec<Point> {
    let on_border = |p: &Point| is_border(p.0) || is_border(p.1);
    let kept: Vec<Point> = points.iter().copied().filter(|p| !on_border(p)).collect();
    let mut kept_so_far: usize = 0;
    for point in points {
        if !on_border(point) {
            kept_so_far += 1;
            continue;
        }
        let way = kept_so_far.checked_sub(1).and_then(|i| Some((*kept.get(i)?, *kept.get(i + 1)?)));
        let is_on_way = way.is_some_and(|(a, b)| (apart(a, *point) + apart(*point, b) - apart(a, b)).abs() < 0.05);
        if !is_on_way {
            return Vec::new();
        }
    }
    kept
}

/// Whether the text is a number, or a list of digits.
fn is_number(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || matches!(c, ',' | '-'))
}

/// The direction of the tip of a less-than or greater-than sign, in quarter turns from the right.
fn tip(text: &str, angle: f64) -> Option<i32> {
    let quarters = match text {
        ">" | "\u{ff1e}" | "\u{276f}" => 0,
        "\u{2228}" | "\u{2304}" | "\u{2c5}" => 1,
        "<" | "\u{ff1c}" | "\u{276e}" => 2,
        "^" | "\u{2227}" | "\u{2303}" | "\u{2c4}" => 3,
        _ => return None,
    };
    Some((quarters + rounded(angle / 90.0)?).rem_euclid(4))
}

impl Looks {
    fn of(base: Base) -> Self {
        Self { base, bodies: Vec::new(), color: None, word: String::new(), numbered: false }
    }

    fn colored(self, color: Option<Color>) -> Self {
        Self { color, ..self }
    }
}

impl Spot {
    /// Whether the shape is a square that colours one or more whole cells.
    fn is_shade(&self) -> bool {
        self.body == Body::Square && self.size.0.min(self.size.1) >= FULL && self.text.is_empty()
    }

    fn least(&self) -> f64 {
        self.size.0.min(self.size.1)
    }

    /// The shape's body, its colour, and its size in twentieths of a cell.
    fn looks(&self) -> (Body, Option<Color>, Option<i32>) {
        (self.body, self.color, rounded(20.0 * self.least()))
    }

    /// Whether a point is well inside the shape.
    fn holds(&self, (row, col): Point) -> bool {
        let part = |n: f64, size: f64| 2.0 * n.abs() / (size * INSIDE).max(0.01);
        let (down, right) = (part(row - self.at.0, self.size.1), part(col - self.at.1, self.size.0));
        match self.body {
            Body::None => false,
            Body::Circle => down.hypot(right) <= 1.0,
            Body::Square => down.max(right) <= 1.0,
            Body::Diamond => down + right <= 1.0,
        }
    }
}

impl FigureScan<'_> {
    fn cell(&self, at: Point) -> Option<Cell> {
        let (row, col) = place(at)?;
        self.shape.at(row, col)
    }

    /// The cells around a point: one cell if the point is in its middle, or two or four cells if the point is on their border.
    /// `None` if one of these cells is missing.
    fn around(&self, (row, col): Point) -> Option<Vec<Cell>> {
        let near = |n: f64| if is_half(n) { vec![n.floor(), n.ceil()] } else { vec![n.round()] };
        let points = near(row).into_iter().flat_map(|r| near(col).into_iter().map(move |c| (r, c)));
        points.map(|p| self.cell(p)).collect()
    }

    /// The cells that a large shape covers.
    fn covered(&self, spot: &Spot) -> Option<Vec<Cell>> {
        let span = |middle: f64, size: f64| -> Option<(i32, i32)> {
            let reach = (size.round().max(1.0) - 1.0) / 2.0;
            Some((rounded(middle - reach + 0.01)?, rounded(middle + reach - 0.01)?))
        };
        let ((top, low), (left, right)) = (span(spot.at.0, spot.size.1)?, span(spot.at.1, spot.size.0)?);
        if (low - top).max(right - left) > 64 {
            return None;
        }
        (top..=low).flat_map(|r| (left..=right).map(move |c| (r, c))).map(|(r, c)| self.shape.at(r, c)).collect()
    }

    /// The cells through which a line passes; `None` if the line bends anywhere but in the centres of cells.
    fn path(&self, points: &[Point]) -> Option<Vec<Cell>> {
        let mut places: Vec<(i32, i32)> = Vec::new();
        for point in points {
            let next = place(*point)?;
            match places.last() {
                None => places.push(next),
                Some(last) => places.extend(between(*last, next)?),
            }
            if places.len() > 1_000 {
                return None;
            }
        }
        places.into_iter().map(|(r, c)| self.shape.at(r, c)).collect()
    }

    fn spots(&mut self) {
        let mut texts = Vec::new();
        for (i, d) in self.drawings.iter().enumerate() {
            let turned = d.angle.is_some_and(|a| (a.rem_euclid(90.0) - 45.0).abs() < 10.0);
            let body = match d.kind {
                DrawingKind::Circle => Body::Circle,
                DrawingKind::Rectangle if turned => Body::Diamond,
                DrawingKind::Rectangle => Body::Square,
                DrawingKind::Text => Body::None,
                _ => continue,
            };
            let Some(at) = d.center() else { continue };
            let width = d.width.unwrap_or(0.25);
            // A shape with an outline but no fill counts as white.
            let color = match (body, d.fill.as_str()) {
                (Body::None, _) => None,
                (_, "") => Color::parse("white"),
                (_, fill) => Color::parse(fill),
            };
            let spot = Spot {
                drawings: vec![i],
                body,
                at,
                size: (width, d.height.unwrap_or(width)),
                color,
                text: d.text.trim().to_owned(),
                angle: if body == Body::Diamond { 0.0 } else { d.angle.unwrap_or(0.0) },
            };
            if body == Body::None { texts.push(spot) } else { self.spots.push(spot) }
        }
        // Text on a shape belongs to that shape; there may be several pieces of text, one for each digit.
        let mut inside: BTreeMap<usize, Vec<Spot>> = BTreeMap::new();
        let mut single = Vec::new();
        for text in texts {
            let under = |s: &Spot| {
                let near =
                    apart(s.at, text.at) < 0.15 || (!s.is_shade() && s.holds(text.at) && s.size.0.max(s.size.1) <= 1.0);
                s.text.is_empty() && near
            };
            match self.spots.iter().rposition(under) {
                Some(shape) => inside.entry(shape).or_default().push(text),
                None => single.push(text),
            }
        }
        for (shape, mut texts) in inside {
            texts.sort_by(|a, b| a.at.0.total_cmp(&b.at.0).then(a.at.1.total_cmp(&b.at.1)));
            // If the same text occurs twice in one place, the second is its shadow.
            texts.dedup_by(|b, a| {
                let is_shadow = a.text == b.text && apart(a.at, b.at) < 0.06;
                if is_shadow {
                    a.drawings.append(&mut b.drawings);
                }
                is_shadow
            });
            let words: Vec<&str> = texts.iter().map(|t| t.text.as_str()).collect();
            self.spots[shape].text = words.join(" ");
            self.spots[shape].angle =
                if texts.len() == 1 && self.spots[shape].body != Body::Diamond { texts[0].angle } else { 0.0 };
            self.spots[shape].drawings.extend(texts.into_iter().flat_map(|t| t.drawings));
        }
        self.spots.extend(single);
    }

    fn strokes(&mut self) {
        for (drawing, d) in self.drawings.iter().enumerate() {
            let headed = match d.kind {
                DrawingKind::Arrow => true,
                DrawingKind::Line => false,
                _ => continue,
            };
            for points in d.lists.iter().filter(|points| points.len() > 1) {
                let (color, width) = (Color::parse(&d.color), d.width.unwrap_or(0.0));
                self.strokes.push(Stroke { drawing, points: points.clone(), headed, color, width });
            }
        }
    }

    fn add(&mut self, looks: Looks, cells: Vec<Vec<Cell>>, number: String, drawings: Vec<usize>) {
        for drawing in &drawings {
            self.used[*drawing] = true;
        }
        self.figures.push(Figure { looks, cells, strokes: Vec::new(), number, drawings });
    }

    fn is_free(&self, drawings: &[usize]) -> bool {
        !drawings.iter().any(|d| self.used[*d])
    }

    /// Chevrons on the sides of a cell; a colour under them is part of the figure.
    fn chevrons(&mut self) {
        let mut by_cell: BTreeMap<Cell, Vec<(usize, bool)>> = BTreeMap::new();
        for stroke in &self.strokes {
            let [a, tip, b] = stroke.points[..] else { continue };
            let middle = ((a.0 + tip.0 + b.0) / 3.0, (a.1 + tip.1 + b.1) / 3.0);
            let is_small = stroke.points.iter().all(|p| apart(*p, middle) < 0.5);
            let Some(cell) = self.cell(middle).filter(|_| is_small) else { continue };
            let center = Drawing::middle(self.shape.place(cell));
            let out = apart(tip, center) > f64::midpoint(apart(a, center), apart(b, center));
            by_cell.entry(cell).or_default().push((stroke.drawing, out));
        }
        // No chevrons are drawn on the side between two marked cells, so a marked cell that is surrounded by marked cells has only
        // the colour.
        let mut cells: BTreeMap<Cell, (bool, Vec<usize>)> = BTreeMap::new();
        for (cell, angles) in by_cell {
            let out = angles[0].1;
            if angles.len() <= 4 && angles.iter().all(|a| a.1 == out) {
                cells.insert(cell, (out, angles.into_iter().map(|a| a.0).collect()));
            }
        }
        let mut shades: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
        for spot in self.spots.iter().filter(|s| s.is_shade() && !cells.is_empty()) {
            if let Some(cell) = self.cell(spot.at) {
                shades.entry(cell).or_default().extend(&spot.drawings);
            }
        }
        let mut queue: Vec<Cell> = cells.keys().copied().collect();
        while let Some(cell) = queue.pop() {
            let out = cells[&cell].0;
            cells.entry(cell).and_modify(|(_, drawings)| drawings.extend(shades.remove(&cell).unwrap_or_default()));
            for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                let next = self.shape.step(cell, down, right).filter(|c| shades.contains_key(c));
                if let Some(next) = next.filter(|c| !cells.contains_key(c)) {
                    cells.insert(next, (out, Vec::new()));
                    queue.push(next);
                }
            }
        }
        for (cell, (out, drawings)) in cells {
            self.add(Looks::of(Base::Chevrons { out }), vec![vec![cell]], String::new(), drawings);
        }
    }

    /// Numbers next to the grid, each with the arrows whose start is nearest to it.
    fn beside(&mut self) {
        let is_number_outside = |s: &Spot| self.cell(s.at).is_none() && place(s.at).is_some() && is_number(&s.text);
        let numbers: Vec<usize> = (0..self.spots.len()).filter(|i| is_number_outside(&self.spots[*i])).collect();
        let mut arrows: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (i, stroke) in self.strokes.iter().enumerate() {
            if self.cell(stroke.points[0]).is_some() || !self.is_free(&[stroke.drawing]) {
                continue;
            }
            let far = |n: &usize| apart(stroke.points[0], self.spots[*n].at);
            if let Some(number) =
                numbers.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b))).filter(|n| far(n) < 1.0)
            {
                arrows.entry(number).or_default().push(i);
            }
        }
        for i in numbers {
            let spot = &self.spots[i];
            let (number, drawings) = (spot.text.clone(), spot.drawings.clone());
            let mut clues = Vec::new();
            let mut own = arrows.remove(&i).unwrap_or_default();
            if own.iter().any(|a| self.strokes[*a].headed) {
                own.retain(|a| self.strokes[*a].headed);
            }
            for arrow in own {
                let Stroke { points, drawing, .. } = &self.strokes[arrow];
                let (first, last) = (points[0], points[points.len() - 1]);
                let sign = |n: f64| i32::from(n > 0.1) - i32::from(n < -0.1);
                let way = (sign(last.0 - first.0), sign(last.1 - first.1));
                let on = (last.0 + 0.3 * f64::from(way.0), last.1 + 0.3 * f64::from(way.1));
                // The cells in the arrow's direction. The number is not always where its arrow starts.
                let ray = self.ray(spot.at, way, 1).or_else(|| self.ray(on, way, 0));
                clues.extend(ray.map(|ray| (Base::Pointed, ray, [&drawings[..], &[*drawing]].concat())));
            }
            // A number without an arrow may be in the first row next to the grid, or in a row farther away.
            let ways = [(0, 1), (0, -1), (1, 0), (-1, 0)];
            let rays =
                |far: i32| -> Vec<Vec<Cell>> { ways.iter().filter_map(|w| self.ray(spot.at, *w, far)).collect() };
            let rays = (1..=ROWS).map(rays).find(|r| !r.is_empty()).unwrap_or_default();
            let at = if rays.len() == 1 { rays } else { Vec::new() };
            if clues.is_empty()
                && let [ray] = &at[..]
            {
                clues.push((Base::Outside, ray.clone(), drawings));
            }
            for (base, ray, drawings) in clues {
                self.add(Looks { numbered: true, ..Looks::of(base) }, vec![ray], number.clone(), drawings);
                if let Some(figure) = self.figures.last_mut().filter(|_| base == Base::Pointed) {
                    figure.strokes.clone_from(&at);
                }
            }
        }
    }

    /// The cells in a direction from a place next to the grid, beginning `far` steps away from that place; `None` if there are no
    /// cells in that direction.
    fn ray(&self, from: Point, (down, right): (i32, i32), far: i32) -> Option<Vec<Cell>> {
        let (row, col) = place(from)?;
        let cells = (far..far + 64).map_while(|i| self.shape.at(row + i * down, col + i * right));
        let ray: Vec<Cell> = if (down, right) == (0, 0) { Vec::new() } else { cells.collect() };
        Some(ray).filter(|r| !r.is_empty())
    }

    /// Finds arrows and the circle or pill in which they begin. All arrows from the same circle form one figure.
    fn arrows(&mut self) {
        for i in 0..self.spots.len() {
            let spot = &self.spots[i];
            if spot.body == Body::None || spot.is_shade() || spot.size.0.min(spot.size.1) < 0.5 {
                continue;
            }
            let Some(circle) = self.covered(spot) else { continue };
            let mut cells = vec![circle.clone()];
            let (mut drawings, mut color) = (spot.drawings.clone(), None);
            for stroke in self.strokes.iter().filter(|s| s.headed) {
                let Some(path) = self.path(&stroke.points) else { continue };
                let arm: Vec<Cell> = path.iter().copied().skip_while(|c| circle.contains(c)).collect();
                if arm.len() < path.len() && !arm.is_empty() {
                    cells.push(arm);
                    drawings.push(stroke.drawing);
                    color = stroke.color;
                }
            }
            if cells.len() > 1 && self.is_free(&drawings) {
                let looks = Looks { bodies: vec![self.spots[i].body], ..Looks::of(Base::Arrows) };
                self.add(looks.colored(color), cells, String::new(), drawings);
            }
        }
    }

    /// Finds lines and the shapes at their ends; several lines may end in the same circle. Strokes that look the same and meet form
    /// one line.
    fn lines(&mut self) {
        let mut looks: Strokes = BTreeMap::new();
        for i in 0..self.strokes.len() {
            let stroke = &self.strokes[i];
            if stroke.headed || !self.is_free(&[stroke.drawing]) {
                continue;
            }
            let (drawing, color, width) = (stroke.drawing, stroke.color, stroke.width);
            if let Some((up, cells)) = self.diagonal(&stroke.points) {
                self.add(Looks::of(Base::Diagonal { up }).colored(color), vec![cells], String::new(), vec![drawing]);
                continue;
            }
            let Some(cells) = self.path(&inside(&stroke.points)).filter(|path| path.len() > 1) else { continue };
            // A line drawn twice is one line, whatever its direction.
            let way = cells.clone().min(cells.iter().rev().copied().collect());
            let same = looks.entry((color, rounded(64.0 * width))).or_default();
            same.entry(way).or_insert(Drawn { cells, drawings: Vec::new() }).drawings.push(drawing);
        }
        rims(&mut looks);
        let (mut found, ends) = (Vec::new(), self.end_shapes());
        for ((color, _), drawn) in looks {
            let mut drawn: Vec<Drawn> = drawn.into_values().collect();
            drawn.sort_by_key(|d| d.drawings[0]);
            self.lines_of(color, &drawn, &ends, &mut found);
        }
        found.sort_by_key(|figure: &Figure| figure.drawings[0]);
        for drawing in found.iter().flat_map(|figure| &figure.drawings) {
            self.used[*drawing] = true;
        }
        self.figures.extend(found);
    }

    /// Finds the lines that are made of the strokes of one colour and width.
    fn lines_of(&self, color: Option<Color>, drawn: &[Drawn], ends: &Ends, found: &mut Vec<Figure>) {
        let width = drawn.iter().flat_map(|d| &d.drawings).find_map(|i| self.drawings[*i].width).unwrap_or(0.0);
        let bulb = |cell: Cell| self.bulb(ends, cell, color, width);
        // If most of the strokes have shapes at both ends, lines are separated at these shapes.
        let tips = |d: &Drawn| [d.cells[0], d.cells[d.cells.len() - 1]];
        let capped = drawn.iter().filter(|d| tips(d).iter().all(|c| self.cap(ends, *c, width).is_some())).count();
        let cap = |cell: Cell| self.cap(ends, cell, width).filter(|_| 2 * capped > drawn.len());
        let tip: BTreeSet<Cell> = drawn.iter().flat_map(tips).collect();
        let (mut parts, mut of) = (Vec::new(), Vec::new());
        for d in drawn {
            let begins = tips(d).iter().any(|c| bulb(*c).is_some());
            let stops = |c: Cell| (!begins && bulb(c).is_some()) || (!tip.contains(&c) && cap(c).is_some());
            for part in cut(&d.cells, &stops) {
                parts.push(part);
                of.push(&d.drawings);
            }
        }
        for Line { pieces, strokes } in joined(&parts, &|c| bulb(c).or_else(|| cap(c)).is_some()) {
            let mut drawings: Vec<usize> = strokes.iter().flat_map(|i| of[*i]).copied().collect();
            drawings.order();
            drawings.dedup();
            let strokes: Vec<Vec<Cell>> = strokes.iter().map(|i| parts[*i].clone()).collect();
            let strokes = if strokes.len() > 1 { strokes } else { Vec::new() };
            let mut line = |cells: Vec<Vec<Cell>>, strokes: Vec<Vec<Cell>>, ends: &[usize]| {
                let mut looks = Looks { bodies: vec![Body::None; 2], ..Looks::of(Base::Line) }.colored(color);
                let mut drawings = drawings.clone();
                for (body, spot) in looks.bodies.iter_mut().zip(ends) {
                    *body = self.spots[*spot].body;
                    drawings.extend(&self.spots[*spot].drawings);
                }
                found.push(Figure { looks, cells, strokes, number: String::new(), drawings });
            };
            if let [piece] = &pieces[..] {
                let (piece, ends) = self.with_ends(piece.clone(), &bulb, &cap);
                line(vec![piece], strokes, &ends);
                continue;
            }
            let mut tips: Vec<Cell> = pieces.iter().flat_map(|p| [p[0], p[p.len() - 1]]).collect();
            tips.order();
            tips.dedup();
            let bulbs: Vec<(Cell, usize)> = tips.iter().filter_map(|c| Some((*c, bulb(*c)?))).collect();
            match &bulbs[..] {
                [] if tips.iter().filter(|c| cap(**c).is_some()).count() < 2 => line(pieces, strokes, &[]),
                [(from, spot)] if ways(&pieces, *from).is_some() => {
                    line(ways(&pieces, *from).unwrap_or_default(), strokes, &[*spot]);
                }
                _ => {
                    for piece in pieces {
                        let (piece, ends) = self.with_ends(piece, &bulb, &cap);
                        line(vec![piece], Vec::new(), &ends);
                    }
                }
            }
        }
    }

    /// A piece of a line, turned so that it starts at the end with a shape, and the shapes at its ends.
    fn with_ends(
        &self,
        mut piece: Vec<Cell>,
        bulb: &dyn Fn(Cell) -> Option<usize>,
        cap: &dyn Fn(Cell) -> Option<usize>,
    ) -> (Vec<Cell>, Vec<usize>) {
        let (first, last) = (piece[0], piece[piece.len() - 1]);
        let small = |spot: usize| self.spots[spot].least() < LARGE;
        let ends = match (bulb(first), bulb(last)) {
            (Some(one), _) if first == last => vec![one],
            // Small circles at both ends only round the line off.
            (Some(one), Some(other)) if small(one) && small(other) => Vec::new(),
            (Some(one), Some(other)) => vec![one, other],
            (Some(one), None) => vec![one],
            (None, Some(other)) => {
                piece.reverse();
                vec![other]
            }
            (None, None) => match (cap(first), cap(last)) {
                (Some(one), Some(other)) if one != other && self.spots[one].body == self.spots[other].body => {
                    vec![one, other]
                }
                _ => Vec::new(),
            },
        };
        (piece, ends)
    }

    /// The shapes in which lines may end, by cell.
    fn end_shapes(&self) -> Ends {
        let mut ends = Ends::default();
        let mut colors: BTreeMap<Cell, BTreeSet<Color>> = BTreeMap::new();
        for stroke in self.strokes.iter().filter(|s| !s.headed) {
            let path = self.path(&inside(&stroke.points)).unwrap_or_default();
            for cell in path {
                colors.entry(cell).or_default().extend(stroke.color);
            }
        }
        for (i, spot) in self.spots.iter().enumerate() {
            let Some(cell) = self.cell(spot.at).filter(|_| self.is_free(&spot.drawings)) else { continue };
            if !matches!(spot.body, Body::Circle | Body::Diamond) {
                continue;
            }
            let here = ends.at.entry(cell).or_default();
            if here.len() < HERE {
                here.push(i);
            }
            match colors.get(&cell) {
                None => _ = ends.apart.insert(spot.looks()),
                Some(all) if spot.color.is_some_and(|c| all.iter().any(|a| a.like(c))) => _ = ends.bulbs.insert(i),
                Some(_) => {}
            }
        }
        ends
    }

    /// The bulb of a line in a cell: a circle of the line's own colour that is wider than the line. Small circles that look the
    /// same as circles away from lines are not bulbs, but mark cells.
    fn bulb(&self, ends: &Ends, cell: Cell, color: Option<Color>, width: f64) -> Option<usize> {
        let is_bulb = |s: &Spot| {
            let alike = s.body == Body::Circle && s.color.zip(color).is_some_and(|(a, b)| a.like(b));
            let wide = s.least() >= BULB.max(WIDER * width);
            alike && wide && (s.least() >= LARGE || !ends.apart.contains(&s.looks()))
        };
        ends.at.get(&cell)?.iter().copied().find(|i| is_bulb(&self.spots[*i]))
    }

    /// The cap of a line in a cell: a diamond, or a circle that is not a line's bulb, where lines of this width may end.
    fn cap(&self, ends: &Ends, cell: Cell, width: f64) -> Option<usize> {
        let is_cap = |i: usize| {
            let spot = &self.spots[i];
            let wide = spot.body == Body::Diamond || spot.least() >= END.max(WIDER * width);
            wide && !ends.bulbs.contains(&i)
        };
        ends.at.get(&cell)?.iter().copied().find(|i| is_cap(*i))
    }

    /// For a line across the whole grid, from corner to corner of cells: whether the line rises, and the cells it crosses. `None`
    /// for any other line.
    fn diagonal(&self, points: &[Point]) -> Option<(bool, Vec<Cell>)> {
        let [a, b] = *points else { return None };
        let (down, right) = (rounded(b.0 - a.0)?, rounded(b.1 - a.1)?);
        let halves = [a.0, a.1, b.0, b.1].into_iter().all(is_half);
        if !halves || down.abs() != right.abs() || !(2..=64).contains(&down.abs()) {
            return None;
        }
        let (down, right, n) = (down.signum(), right.signum(), down.abs());
        let first = place((a.0 + f64::from(down) / 2.0, a.1 + f64::from(right) / 2.0))?;
        let at = |i: i32| self.shape.at(first.0 + i * down, first.1 + i * right);
        let cells: Vec<Cell> = (0..n).map(at).collect::<Option<_>>()?;
        (at(-1).is_none() && at(n).is_none()).then_some((down != right, cells))
    }

    /// Finds the figures in a cell, between two cells or at the corner of four cells.
    fn single(&mut self) {
        for i in 0..self.spots.len() {
            let spot = &self.spots[i];
            if spot.is_shade() || !self.is_free(&spot.drawings) {
                continue;
            }
            let Some(mut cells) = self.around(spot.at) else { continue };
            let base = match cells.len() {
                1 => Base::Cell,
                2 => Base::Edge,
                _ => Base::Corner,
            };
            let numbered = is_number(&spot.text);
            let mut word = if numbered { String::new() } else { spot.text.clone() };
            if let Some(tip) = tip(&word, spot.angle).filter(|_| base == Base::Edge) {
                // The cells of an edge are in reading order; the larger digit is on the open side of the sign.
                let side_by_side = self.shape.place(cells[0]).row == self.shape.place(cells[1]).row;
                if side_by_side != (tip % 2 == 0) {
                    continue;
                }
                if tip >= 2 {
                    cells.reverse();
                }
                ">".clone_into(&mut word);
            }
            let number = if numbered { spot.text.clone() } else { String::new() };
            let bodies = vec![spot.body];
            let looks = Looks { bodies, word, numbered, ..Looks::of(base) }.colored(spot.color);
            let drawings = spot.drawings.clone();
            self.add(looks, vec![cells], number, drawings);
        }
    }

    /// Finds coloured cells: touching cells of one colour are one figure.
    fn shades(&mut self) {
        let mut by_color: BTreeMap<Color, BTreeMap<Cell, Vec<usize>>> = BTreeMap::new();
        for spot in self.spots.iter().filter(|s| s.is_shade() && self.is_free(&s.drawings)) {
            let (Some(color), Some(cells)) = (spot.color, self.covered(spot)) else { continue };
            for cell in cells {
                by_color.entry(color).or_default().entry(cell).or_default().extend(&spot.drawings);
            }
        }
        for (color, mut cells) in by_color {
            while let Some((first, drawings)) = cells.pop_first() {
                let (mut region, mut drawings, mut at) = (vec![first], drawings, 0);
                while at < region.len() {
                    for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                        let next = self.shape.step(region[at], down, right);
                        if let Some((cell, more)) = next.and_then(|cell| cells.remove_entry(&cell)) {
                            region.push(cell);
                            drawings.extend(more);
                        }
                    }
                    at += 1;
                }
                region.order();
                drawings.order();
                drawings.dedup();
                self.add(Looks::of(Base::Shade).colored(Some(color)), vec![region], String::new(), drawings);
            }
        }
    }

    fn cages(&mut self) {
        for (i, d) in self.drawings.iter().enumerate().filter(|(_, d)| d.kind == DrawingKind::Cage) {
            let cells: Option<Vec<Cell>> = d.lists.iter().flatten().map(|p| self.cell(*p)).collect();
            let Some(cells) = cells.filter(|c| !c.is_empty()) else { continue };
            let text = d.text.trim();
            let numbered = is_number(text);
            let (word, number) = if numbered { ("", text) } else { (text, "") };
            let looks = Looks { word: word.to_owned(), numbered, ..Looks::of(Base::Cage) };
            self.add(looks.colored(Color::parse(&d.color)), vec![cells], number.to_owned(), vec![i]);
        }
    }
}
