//! Figures: what a person sees in a heap of drawings. A line and the circle at its end are one figure, a dot and the number
//! on it another.

use super::color::Color;
use cluewright_core::drawing::Point;
use cluewright_core::{Cell, Drawing, DrawingKind, Puzzle, Shape, Sort};
use std::collections::BTreeMap;

/// What a figure's body is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Base {
    /// A line through cells.
    Line,
    /// Arrows out of a circle: the circle's cells first, then each arrow's.
    Arrows,
    /// Something in a cell.
    Cell,
    /// Something between two cells.
    Edge,
    /// Something in the middle of four cells.
    Corner,
    /// Coloured cells that touch.
    Shade,
    /// An outline around cells.
    Cage,
    /// A text beside the grid: the cells of its row or column, from its side on.
    Outside,
    /// A text beside the grid with an arrow: the cells in the arrow's direction.
    Pointed,
    /// A line from corner to corner.
    Diagonal {
        /// Does it rise to the right?
        up: bool,
    },
    /// Small angles in a cell.
    Chevrons {
        /// Do they point out of it?
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

/// How a figure looks: figures of one look are read alike.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Looks {
    pub(super) base: Base,
    /// The shape in a cell or between cells; of a line those at its ends.
    pub(super) bodies: Vec<Body>,
    /// The colour of the line, or inside the shape.
    pub(super) color: Option<Color>,
    /// The text, unless it is a number: `X`; `>` for each sign that an inequality has.
    pub(super) word: String,
    /// Is there a number?
    pub(super) numbered: bool,
}

/// One figure.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    pub(super) looks: Looks,
    pub(super) cells: Vec<Vec<Cell>>,
    /// Its number, or digits.
    pub(super) number: String,
    /// The drawings that it is made of.
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
    /// By how many degrees its text is turned.
    angle: f64,
}

/// One line or arrow.
struct Stroke {
    drawing: usize,
    points: Vec<Point>,
    headed: bool,
    color: Option<Color>,
}

struct Seen<'p> {
    shape: &'p Shape,
    drawings: &'p [Drawing],
    spots: Vec<Spot>,
    strokes: Vec<Stroke>,
    /// By drawing: is it part of a figure?
    used: Vec<bool>,
    figures: Vec<Figure>,
}

/// The smallest circle that a line ends in, in cells: smaller ones mark cells.
const END: f64 = 0.75;
/// The smallest square that colours a cell.
const FULL: f64 = 0.9;

/// What is seen in the puzzle's drawings. Drawings that are part of none are left out.
pub(super) fn figures(puzzle: &Puzzle) -> Vec<Figure> {
    let drawings = &puzzle.drawings;
    let used = vec![false; drawings.len()];
    let mut seen =
        Seen { shape: &puzzle.shape, drawings, spots: Vec::new(), strokes: Vec::new(), used, figures: Vec::new() };
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
fn rounded(n: f64) -> Option<i32> {
    (n.abs() < 1e4).then(|| n.round() as i32)
}

/// Is it halfway between two cells?
fn is_half(n: f64) -> bool {
    (n - n.floor() - 0.5).abs() < 0.2
}

/// Is it on the line between two cells? Lines that begin at a circle's edge come near to it.
fn is_border(n: f64) -> bool {
    (n - n.floor() - 0.5).abs() < 0.04
}

fn place((row, col): Point) -> Option<(i32, i32)> {
    Some((rounded(row)?, rounded(col)?))
}

/// The places from one to another, when they lie in a row, a column or a diagonal.
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

/// Is it a number, or some digits?
fn is_number(text: &str) -> bool {
    text.chars().any(|c| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || matches!(c, ',' | '-'))
}

/// Where the tip of a sign for greater or less points, in quarters of a turn from the right.
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
    /// Is it a coloured cell, or several?
    fn is_shade(&self) -> bool {
        self.body == Body::Square && self.size.0.min(self.size.1) >= FULL && self.text.is_empty()
    }
}

impl Seen<'_> {
    fn cell(&self, at: Point) -> Option<Cell> {
        let (row, col) = place(at)?;
        self.shape.at(row, col)
    }

    /// The cells around a point that lies in the middle of a cell, or of two or four cells.
    fn around(&self, (row, col): Point) -> Option<Vec<Cell>> {
        let near = |n: f64| if is_half(n) { vec![n.floor(), n.ceil()] } else { vec![n.round()] };
        let points = near(row).into_iter().flat_map(|r| near(col).into_iter().map(move |c| (r, c)));
        points.map(|p| self.cell(p)).collect()
    }

    /// The cells that a wide shape lies on.
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

    /// The cells that a line goes through; none when it bends elsewhere.
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
            // What has only an outline is white inside.
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
        // A text on a shape is that shape's.
        for text in texts {
            let under = |s: &&mut Spot| s.body != Body::None && s.text.is_empty() && apart(s.at, text.at) < 0.15;
            match self.spots.iter_mut().rev().find(under) {
                Some(shape) => {
                    shape.text = text.text;
                    shape.drawings.extend(text.drawings);
                }
                None => self.spots.push(text),
            }
        }
    }

    fn strokes(&mut self) {
        for (drawing, d) in self.drawings.iter().enumerate() {
            let headed = match d.kind {
                DrawingKind::Arrow => true,
                DrawingKind::Line => false,
                _ => continue,
            };
            for points in d.lists.iter().filter(|points| points.len() > 1) {
                self.strokes.push(Stroke { drawing, points: points.clone(), headed, color: Color::parse(&d.color) });
            }
        }
    }

    fn add(&mut self, looks: Looks, cells: Vec<Vec<Cell>>, number: String, drawings: Vec<usize>) {
        for drawing in &drawings {
            self.used[*drawing] = true;
        }
        self.figures.push(Figure { looks, cells, number, drawings });
    }

    fn is_free(&self, drawings: &[usize]) -> bool {
        !drawings.iter().any(|d| self.used[*d])
    }

    /// Small angles on the sides of a cell; a colour under them is part of the figure.
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
        // Between two such cells that touch there are none, and a cell among such cells has only their colour.
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

    /// Texts beside the grid, with the arrow that begins there.
    fn beside(&mut self) {
        for i in 0..self.spots.len() {
            let spot = &self.spots[i];
            let Some(from) = place(spot.at).filter(|_| self.cell(spot.at).is_none() && is_number(&spot.text)) else {
                continue;
            };
            let begins = |s: &&Stroke| self.cell(s.points[0]).is_none() && self.is_free(&[s.drawing]);
            let near = |s: &Stroke| apart(s.points[0], spot.at);
            let arrow = self.strokes.iter().filter(begins).filter(|s| near(s) < 1.0);
            let arrow = arrow.min_by(|a, b| near(a).total_cmp(&near(b)));
            let mut drawings = spot.drawings.clone();
            let (base, ways) = match arrow {
                Some(arrow) => {
                    drawings.push(arrow.drawing);
                    let (first, last) = (arrow.points[0], arrow.points[arrow.points.len() - 1]);
                    let sign = |n: f64| i32::from(n > 0.1) - i32::from(n < -0.1);
                    (Base::Pointed, vec![(sign(last.0 - first.0), sign(last.1 - first.1))])
                }
                None => (Base::Outside, vec![(0, 1), (0, -1), (1, 0), (-1, 0)]),
            };
            let ray = |(down, right): (i32, i32)| -> Vec<Cell> {
                let places = (1..=64).map_while(|i| self.shape.at(from.0 + i * down, from.1 + i * right));
                if (down, right) == (0, 0) { Vec::new() } else { places.collect() }
            };
            let rays: Vec<Vec<Cell>> = ways.into_iter().map(ray).filter(|r| !r.is_empty()).collect();
            if let [ray] = &rays[..] {
                let looks = Looks { numbered: true, ..Looks::of(base) };
                let (ray, number) = (ray.clone(), spot.text.clone());
                self.add(looks, vec![ray], number, drawings);
            }
        }
    }

    /// Arrows with the circle or pill that they begin in: all of one circle are a figure.
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

    /// Lines with what stands at their ends; several may end in the same circle.
    fn lines(&mut self) {
        let mut ends = Vec::new();
        for i in 0..self.strokes.len() {
            let stroke = &self.strokes[i];
            if stroke.headed || !self.is_free(&[stroke.drawing]) {
                continue;
            }
            if let Some((up, cells)) = self.diagonal(&stroke.points) {
                let (drawing, color) = (stroke.drawing, stroke.color);
                self.add(Looks::of(Base::Diagonal { up }).colored(color), vec![cells], String::new(), vec![drawing]);
                continue;
            }
            if stroke.points.iter().any(|p| is_border(p.0) || is_border(p.1)) {
                continue;
            }
            let Some(mut path) = self.path(&stroke.points).filter(|path| path.len() > 1) else { continue };
            let end = |cell: Cell| {
                self.spots.iter().enumerate().find(|(_, s)| {
                    let large = s.size.0.min(s.size.1) >= END;
                    let is_end = s.body == Body::Diamond || (s.body == Body::Circle && large);
                    is_end && self.is_free(&s.drawings) && self.cell(s.at) == Some(cell)
                })
            };
            let (first, last) = (end(path[0]), end(path[path.len() - 1]));
            let body = |found: Option<(usize, &Spot)>| found.map_or(Body::None, |(_, s)| s.body);
            let mut bodies = vec![body(first), body(last)];
            if bodies[0] == Body::None && bodies[1] != Body::None {
                bodies.reverse();
                path.reverse();
            }
            ends.extend([first, last].into_iter().flatten().map(|(at, _)| (self.figures.len(), at)));
            let (drawing, color) = (stroke.drawing, stroke.color);
            let looks = Looks { bodies, ..Looks::of(Base::Line) }.colored(color);
            self.figures.push(Figure { looks, cells: vec![path], number: String::new(), drawings: vec![drawing] });
        }
        for (figure, spot) in ends {
            let drawings = self.spots[spot].drawings.clone();
            self.figures[figure].drawings.extend(drawings);
        }
        let lines: Vec<usize> = self.figures.iter().flat_map(|f| f.drawings.iter().copied()).collect();
        for drawing in lines {
            self.used[drawing] = true;
        }
    }

    /// A line from corner to corner of the cells it goes through, as far as there are cells.
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

    /// What stands in a cell, between two or in the middle of four.
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
                // The cells of an edge stand in reading order; the larger digit is on the open side.
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

    /// Coloured cells: those of one colour that touch are a figure.
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
