//! Converts clues to drawings: the drawings that each rule defines, placed at the cells of its clues.

use crate::font;
use crate::svg::CELL;
use crate::theme::is_dark;
use cluewright_core::drawing::Point;
use cluewright_core::{Arg, Cell, Clue, ClueTree, Drawing, DrawingKind, Puzzle, SubGrid};
use cluewright_rules::look::{At, Form, Mark, look};
use cluewright_rules::{Ruleset, bound, lists_of};
use std::collections::BTreeSet;

/// The drawings of one clue or of one rule of the whole grid.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawn {
    /// The rule's name and the clue's arguments, in words, as in `killer-cage, total 10, r1c1 r1c2`.
    pub words: String,
    /// The drawings, from the lowest to the topmost.
    pub drawings: Vec<Drawing>,
}

/// The default colour of lines: grey.
const GREY: &str = "#A8A8A8";

/// The drawings of every visible rule and clue of a puzzle, in the puzzle's order.
pub fn clues(puzzle: &Puzzle, rules: &Ruleset) -> Vec<Drawn> {
    clues_until(puzzle, rules, &|| false).0
}

/// Like `clues`, but gives up when `stop` returns true. Also returns the number of clues that were skipped.
pub(crate) fn clues_until(puzzle: &Puzzle, rules: &Ruleset, stop: &dyn Fn() -> bool) -> (Vec<Drawn>, usize) {
    let (mut out, mut left) = (Vec::new(), 0);
    let mut taken = Taken::new();
    let mut names: Vec<String> = Vec::new();
    puzzle.rules.iter().for_each(|clue| parts(rules, &clue.rule, 0, &mut names));
    for name in names {
        one(puzzle, rules, &Clue::new(name, Vec::new()), &mut taken, &mut out);
    }
    for clue in puzzle.clues.iter().flat_map(ClueTree::clues) {
        if left > 0 || stop() {
            left += 1;
        } else {
            one(puzzle, rules, clue, &mut taken, &mut out);
        }
    }
    (out, left)
}

/// Appends the rule's name or, if the rule consists of other rules, their names.
fn parts(rules: &Ruleset, name: &str, depth: u8, out: &mut Vec<String>) {
    match rules.parts(name).filter(|_| depth < 8) {
        Some(names) => names.iter().for_each(|n| parts(rules, n, depth + 1, out)),
        None if out.iter().any(|n| n == name) => {}
        None => out.push(name.to_owned()),
    }
}

/// Whether one of the puzzle's rules draws the lines between regions.
pub(crate) fn has_regions(puzzle: &Puzzle, rules: &Ruleset) -> bool {
    let mut names = Vec::new();
    puzzle.rules.iter().for_each(|clue| parts(rules, &clue.rule, 0, &mut names));
    let shows = |name: &String| {
        rules.rule(name).and_then(|r| look(r).ok()).is_some_and(|marks| marks.iter().any(|m| m.form == Form::Regions))
    };
    names.iter().any(shows)
}

/// The drawings of one clue, from the lowest to the topmost; empty if the rule is unknown or defines no drawings.
///
/// ```
/// use cluewright_core::{Arg, Cell, Clue, Puzzle, Shape};
/// use cluewright_rules::Ruleset;
/// let puzzle = Puzzle::new(Shape::square(9)?, 9);
/// let cells = [0, 1, 2].map(Cell).to_vec();
/// let clue = Clue::new("thermometer", vec![("L".into(), Arg::Cells(cells))]);
/// let drawings = cluewright_draw::drawings_of(&puzzle, &Ruleset::library(), &clue);
/// assert_eq!(cluewright_core::drawing::counted(&drawings), "1 line and 1 circle");
/// # Ok::<(), cluewright_core::BadInput>(())
/// ```
pub fn drawings_of(puzzle: &Puzzle, rules: &Ruleset, clue: &Clue) -> Vec<Drawing> {
    let mut out = Vec::new();
    one(puzzle, rules, clue, &mut Taken::new(), &mut out);
    out.pop().map_or_else(Vec::new, |drawn| drawn.drawings)
}

/// The maximum number of clues that are placed one behind the other outside the grid. Further clues are not drawn.
const ROWS: usize = 40;

/// The names of the places outside the grid that already have a clue.
type Taken = BTreeSet<String>;

fn one(puzzle: &Puzzle, rules: &Ruleset, clue: &Clue, taken: &mut Taken, out: &mut Vec<Drawn>) {
    let Some(rule) = rules.rule(&clue.rule) else { return };
    let Ok(marks) = look(rule) else { return };
    let clue = &bound(clue, &rule.params);
    let first = rule.params.iter().find_map(|p| clue.arg(&p.name).filter(|a| a.cells().next().is_some()));
    let mut drawer = Drawer { puzzle, clue, first, beside: None, out: Vec::new() };
    if marks.iter().any(|m| m.at == At::Outside)
        && let Some((at, step)) = drawer.outside()
    {
        // Find the first free place, moving outwards. If none of the first `ROWS` places is free, the clue is not drawn.
        let mut place = at;
        for _ in 0..ROWS {
            if taken.insert(Drawing::point_name(place)) {
                break;
            }
            place = (place.0 - step.0, place.1 - step.1);
        }
        drawer.beside = Some((place, step));
    }
    for mark in &marks {
        drawer.mark(mark);
    }
    let drawings = drawer.out;
    if !drawings.is_empty() {
        out.push(Drawn { words: words(puzzle, clue), drawings });
    }
}

/// Draws these marks for a clue.
pub(crate) fn marked(puzzle: &Puzzle, clue: &Clue, marks: &[Mark]) -> Vec<Drawing> {
    let first = clue.args.iter().map(|(_, arg)| arg).find(|arg| arg.cells().next().is_some());
    let mut drawer = Drawer { puzzle, clue, first, beside: None, out: Vec::new() };
    for mark in marks {
        drawer.mark(mark);
    }
    drawer.out
}

/// The clue in words, such as `killer-cage, total 10, r1c1 r1c2`.
fn words(puzzle: &Puzzle, clue: &Clue) -> String {
    let mut text = clue.rule.clone();
    for (name, arg) in &clue.args {
        match value(arg) {
            Some(value) => text.push_str(&format!(", {name} {value}")),
            None => {
                for list in lists_of(arg) {
                    let cells: Vec<String> = list.iter().map(|&c| puzzle.cell_name(c)).collect();
                    text.push_str(&format!(", {}", cells.join(" ")));
                }
            }
        }
    }
    text
}

fn value(arg: &Arg) -> Option<String> {
    match arg {
        Arg::Number(n) => Some(n.to_string()),
        Arg::Numbers(ns) => Some(ns.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")),
        Arg::Text(text) => Some(text.clone()),
        _ => None,
    }
}

/// The middle of a cell on the plane; extra cells are placed in rows below the grid.
pub(crate) fn middle(puzzle: &Puzzle, cell: Cell) -> Point {
    let shape = &puzzle.shape;
    match cell.index().checked_sub(shape.len()) {
        None => Drawing::middle(shape.place(cell)),
        Some(extra) => {
            let wide = usize::from(shape.width()).max(1);
            (f64::from(shape.height()) + 0.6 + (extra / wide) as f64 * 1.4, (extra % wide) as f64)
        }
    }
}

/// The position (x, y) of the middle of an extra cell, in units (a cell is 64 wide). `None` for cells of the grid, and for helper
/// cells, which are not drawn.
pub fn place_beside(puzzle: &Puzzle, cell: Cell) -> Option<(f64, f64)> {
    if cell.index() < puzzle.shape.len() || !is_seen(puzzle, cell) {
        return None;
    }
    let (row, col) = middle(puzzle, cell);
    Some(((col + 0.5) * CELL, (row + 0.5) * CELL))
}

/// Whether pictures show the cell: true for every cell of the grid, false for helper cells outside it.
pub(crate) fn is_seen(puzzle: &Puzzle, cell: Cell) -> bool {
    match cell.index().checked_sub(puzzle.shape.len()) {
        None => true,
        Some(extra) => puzzle.extra.get(extra).is_some_and(|e| e.shown),
    }
}

struct Drawer<'a> {
    puzzle: &'a Puzzle,
    clue: &'a Clue,
    /// The first argument that contains cells.
    first: Option<&'a Arg>,
    /// The clue's place outside the grid, and the step from there into the grid.
    beside: Option<(Point, Point)>,
    out: Vec<Drawing>,
}

impl Drawer<'_> {
    fn lists(&self, mark: &Mark) -> Vec<Vec<Point>> {
        if !mark.on.is_empty() {
            let shape = &self.puzzle.shape;
            let of = |grid: &SubGrid| -> Vec<Point> {
                let inside = mark.on.iter().filter(|(row, column)| *row <= grid.height && *column <= grid.width);
                let cells = inside.filter_map(|(row, column)| {
                    shape.at(i32::from(grid.top + row) - 1, i32::from(grid.left + column) - 1)
                });
                cells.map(|c| middle(self.puzzle, c)).collect()
            };
            return shape.grids().iter().map(of).filter(|list| !list.is_empty()).collect();
        }
        let arg = match &mark.of {
            Some(name) => self.clue.arg(name),
            None => self.first,
        };
        let lists = arg.map(lists_of).unwrap_or_default();
        let inside = |list: &Vec<Cell>| -> Vec<Point> {
            list.iter().filter(|&&c| is_seen(self.puzzle, c)).map(|&c| middle(self.puzzle, c)).collect()
        };
        lists.iter().map(inside).filter(|list| !list.is_empty()).collect()
    }

    /// The place outside the grid next to the first cell, and the step from there into the grid.
    fn outside(&self) -> Option<(Point, Point)> {
        let cells: Vec<Point> = lists_of(self.first?).concat().iter().map(|&c| middle(self.puzzle, c)).collect();
        let first = *cells.first()?;
        let absent = |p: Point| Drawing::place(p).is_none_or(|(r, c)| self.puzzle.shape.at(r, c).is_none());
        let step = if let Some(second) = cells.get(1) {
            (second.0 - first.0, second.1 - first.1)
        } else {
            let sides = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 1.0), (1.0, -1.0)];
            *sides.iter().find(|s| absent((first.0 - s.0, first.1 - s.1)))?
        };
        Some(((first.0 - step.0, first.1 - step.1), step))
    }

    /// The points at which a mark is drawn.
    fn points(&self, mark: &Mark) -> Vec<Vec<Point>> {
        let lists = self.lists(mark);
        let all: Vec<Point> = lists.concat();
        let ends = |list: &Vec<Point>| [list.first(), list.last()].into_iter().flatten().map(|p| vec![*p]).collect();
        match mark.at {
            At::Cells => all.into_iter().map(|p| vec![p]).collect(),
            At::Start => lists.iter().filter_map(|l| l.first()).map(|p| vec![*p]).collect(),
            At::End => lists.iter().filter_map(|l| l.last()).map(|p| vec![*p]).collect(),
            At::Ends => lists.iter().flat_map(|list| -> Vec<Vec<Point>> { ends(list) }).collect(),
            At::Middle | At::All if all.is_empty() => Vec::new(),
            At::Middle | At::All => vec![all],
            At::Corner => {
                all.into_iter().min_by(|a, b| a.partial_cmp(b).expect("numbers")).map(|p| vec![p]).into_iter().collect()
            }
            At::Outside => self.beside.iter().map(|b| vec![b.0]).collect(),
        }
    }

    fn mark(&mut self, mark: &Mark) {
        let color = |usual: &str| if mark.color.is_empty() { usual.to_owned() } else { mark.color.clone() };
        match &mark.form {
            Form::Nothing | Form::Regions => {}
            Form::Line => {
                for list in self.lists(mark) {
                    let mut line = Drawing::new(DrawingKind::Line, vec![self.begun(mark, list)]);
                    (line.color, line.dash, line.below) = (color(GREY), mark.dash, true);
                    line.width = Some(mark.width.unwrap_or(0.2));
                    self.out.push(line);
                }
            }
            Form::Arrow => {
                let lists = match (mark.at, self.beside) {
                    (At::Outside, Some((at, step))) => {
                        let along = |k: f64| (at.0 + k * step.0, at.1 + k * step.1);
                        vec![vec![along(0.3), along(0.5)]]
                    }
                    _ => self.lists(mark).into_iter().map(|l| self.begun(mark, l)).collect(),
                };
                for list in lists {
                    let mut arrow = Drawing::new(DrawingKind::Arrow, vec![list]);
                    (arrow.color, arrow.dash, arrow.below) = (color(GREY), mark.dash, true);
                    arrow.width = Some(mark.width.unwrap_or(0.08));
                    arrow.head = Some(if mark.at == At::Outside { 0.12 } else { 0.3 });
                    self.out.push(arrow);
                }
            }
            Form::Cage => {
                for list in self.lists(mark) {
                    let mut cage = Drawing::new(DrawingKind::Cage, vec![list]);
                    cage.color.clone_from(&mark.color);
                    cage.dash = mark.dash;
                    self.out.push(cage);
                }
            }
            Form::Shade => {
                for point in self.lists(mark).concat() {
                    self.out.push(Drawing::shade(point, color("#E0E0E0")));
                }
            }
            Form::Circle | Form::Square | Form::Diamond => self.shapes(mark),
            Form::Chevrons { out } => self.chevrons(mark, *out),
            Form::Diagonal { up } => self.diagonal(*up, &color("#34BBE6")),
            Form::Windows => self.windows(&color("#E4E4E4")),
            Form::Text(text) => self.text(mark, text),
            Form::Value(name) => {
                if let Some(text) = self.clue.arg(name).and_then(value) {
                    self.text(mark, &text);
                }
            }
        }
    }

    /// A line, extended at its start by the cell in the mark's `from` parameter.
    fn begun(&self, mark: &Mark, mut list: Vec<Point>) -> Vec<Point> {
        let from = mark.from.as_ref().and_then(|name| self.clue.arg(name)).map(lists_of).unwrap_or_default().concat();
        let Some(first) = list.first().copied() else { return list };
        let far = |p: &Point| (p.0 - first.0).abs().max((p.1 - first.1).abs());
        let starts = from.iter().filter(|&&c| is_seen(self.puzzle, c)).map(|&c| middle(self.puzzle, c));
        if let Some(start) = starts.min_by(|a, b| far(a).total_cmp(&far(b))).filter(|s| *s != first) {
            list.insert(0, start);
        }
        list
    }

    fn shapes(&mut self, mark: &Mark) {
        let size = mark.width.unwrap_or(0.7);
        for points in self.points(mark) {
            let kind = if mark.form == Form::Circle { DrawingKind::Circle } else { DrawingKind::Rectangle };
            let mut shape = Drawing::new(kind, vec![points.clone()]);
            let span = |of: fn(&Point) -> f64| {
                let low = points.iter().map(of).fold(f64::INFINITY, f64::min);
                points.iter().map(of).fold(f64::NEG_INFINITY, f64::max) - low
            };
            let around = mark.at == At::All;
            let more = |by: f64| if around { size + by } else { size };
            (shape.width, shape.height) = (Some(more(span(|p| p.1))), Some(more(span(|p| p.0))));
            if mark.form == Form::Diamond {
                shape.angle = Some(45.0);
                (shape.width, shape.height) = (Some(size * 0.75), Some(size * 0.75));
            }
            shape.below = mark.at != At::Middle;
            if mark.ring {
                shape.color = if mark.color.is_empty() { "#808080".to_owned() } else { mark.color.clone() };
                shape.stroke = Some(0.04);
            } else {
                shape.fill = if mark.color.is_empty() { "#D8D8D8".to_owned() } else { mark.color.clone() };
                // A white shape needs an outline to be visible.
                if shape.fill.eq_ignore_ascii_case("#FFFFFF") {
                    let dot = mark.at == At::Middle;
                    if dot { "#000000" } else { GREY }.clone_into(&mut shape.color);
                    shape.stroke = Some(if dot { 0.025 } else { 0.06 });
                }
            }
            self.out.push(shape);
        }
    }

    fn chevrons(&mut self, mark: &Mark, out: bool) {
        let (tip, back) = if out { (0.46, 0.38) } else { (0.38, 0.46) };
        for (row, col) in self.lists(mark).concat() {
            let sides = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
            let angle = |(down, right): (f64, f64)| {
                let at = |far: f64, aside: f64| (row + far * down + aside * right, col + far * right + aside * down);
                vec![at(back, -0.1), at(tip, 0.0), at(back, 0.1)]
            };
            let mut lines = Drawing::new(DrawingKind::Line, sides.map(angle).to_vec());
            (lines.color, lines.width, lines.below) = ("#606060".to_owned(), Some(0.03), true);
            self.out.push(lines);
        }
    }

    fn diagonal(&mut self, up: bool, color: &str) {
        for grid in self.puzzle.shape.grids() {
            let (top, left) = (f64::from(grid.top) - 0.5, f64::from(grid.left) - 0.5);
            let (bottom, right) = (top + f64::from(grid.height), left + f64::from(grid.width));
            let ends = if up { vec![(bottom, left), (top, right)] } else { vec![(top, left), (bottom, right)] };
            let mut line = Drawing::new(DrawingKind::Line, vec![ends]);
            (line.color, line.width, line.below) = (color.to_owned(), Some(0.04), true);
            self.out.push(line);
        }
    }

    fn windows(&mut self, color: &str) {
        for grid in self.puzzle.shape.grids() {
            let places = |cells: &[Cell]| -> Vec<_> { cells.iter().map(|&c| self.puzzle.shape.place(c)).collect() };
            let side = grid.height.max(1);
            let usual = (1..=side).filter(|k| side % k == 0 && k * k <= side).max().unwrap_or(1);
            let first = grid.regions.first().map(|r| places(r)).unwrap_or_default();
            let boxed =
                first.first().zip(first.last()).map(|(a, b)| (b.row - a.row + 1, b.col.saturating_sub(a.col) + 1));
            let boxed = boxed.filter(|(h, w)| usize::from(*h) * usize::from(*w) == first.len());
            let (high, wide) = boxed.unwrap_or((usual, side / usual));
            let inside =
                |n: u16, size: u16, all: u16| !n.is_multiple_of(size + 1) && n / (size + 1) * (size + 1) + size < all;
            for (row, col) in (0..grid.height).flat_map(|r| (0..grid.width).map(move |c| (r, c))) {
                if inside(row, high, grid.height) && inside(col, wide, grid.width) {
                    let at = (f64::from(grid.top + row), f64::from(grid.left + col));
                    self.out.push(Drawing::shade(at, color));
                }
            }
        }
    }

    fn text(&mut self, mark: &Mark, text: &str) {
        for points in self.points(mark) {
            // A text in the corner belongs to the cage, and a text in the middle belongs to the circle at the same point.
            let same = |d: &&mut Drawing| match (mark.at, d.kind) {
                (At::Corner, DrawingKind::Cage) => true,
                (At::Middle | At::Cells, DrawingKind::Circle) => d.lists.first() == Some(&points),
                _ => false,
            };
            if let Some(shape) = self.out.iter_mut().rev().find(same).filter(|d| d.text.is_empty()) {
                text.clone_into(&mut shape.text);
                if is_dark(&shape.fill) {
                    "#FFFFFF".clone_into(&mut shape.font_color);
                }
                if shape.kind != DrawingKind::Cage {
                    let room = shape.width.unwrap_or(0.3);
                    shape.size = Some((0.75 * room).min(0.8 * room / font::width_of(text).max(0.1)));
                }
                continue;
            }
            let size = mark.width.unwrap_or(match mark.at {
                At::Corner => 0.22,
                At::Outside | At::Cells => 0.5,
                _ => 0.34,
            });
            let at = match (mark.at, points[..].first()) {
                (At::Corner, Some((row, col))) => {
                    vec![(row - 0.46 + font::CAPITALS * size / 2.0, col - 0.46 + font::width_of(text) * size / 2.0)]
                }
                _ => points.clone(),
            };
            let mut drawing = Drawing::new(DrawingKind::Text, vec![at]);
            (drawing.text, drawing.size) = (text.to_owned(), Some(size));
            drawing.color.clone_from(&mark.color);
            if mark.at == At::Middle {
                "#FFFFFF".clone_into(&mut drawing.fill);
            }
            if let (true, Some(a), Some(b)) = (mark.turned, points.first(), points.last()) {
                drawing.angle = Some((b.0 - a.0).atan2(b.1 - a.1).to_degrees());
            }
            self.out.push(drawing);
        }
    }
}
