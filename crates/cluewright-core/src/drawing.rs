//! Lines, arrows, outlines, circles, rectangles and texts: a setter's drawings that no rule reads, and the appearance of clues.
//! Drawings are data: formats keep them, verdicts count them, pictures show them, and a custom rule may claim drawings of a
//! certain kind and colour as its clues (`also f-puzzles line {lines: L, color: "#67F067"}`).

use crate::shape::Place;

/// The kind of a [`Drawing`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum DrawingKind {
    /// Lines; with a fill colour, also the area that the lines enclose.
    #[default]
    Line,
    /// Lines with an arrowhead at their last point.
    Arrow,
    /// An outline around cells, perhaps with text in its corner.
    Cage,
    /// A circle centred on the mean of its points; if its width and height differ, it is a pill.
    Circle,
    /// A rectangle centred on the mean of its points.
    Rectangle,
    /// A text centred on the mean of its points.
    Text,
}

impl DrawingKind {
    /// All kinds, in the order in which lists show them.
    pub const ALL: [Self; 6] = [Self::Line, Self::Arrow, Self::Cage, Self::Circle, Self::Rectangle, Self::Text];

    /// The kinds that a rule may claim as its clues: those that people draw by hand in f-puzzles.
    pub const TAKEN: [Self; 5] = [Self::Line, Self::Cage, Self::Circle, Self::Rectangle, Self::Text];

    /// The kind's name in texts: `line`, `arrow`, `cage`, `circle`, `rectangle`, `text`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Arrow => "arrow",
            Self::Cage => "cage",
            Self::Circle => "circle",
            Self::Rectangle => "rectangle",
            Self::Text => "text",
        }
    }

    /// The kind with this name, or `None`.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|k| k.word() == word)
    }

    /// The fields of a drawing of this kind that an `also` line may test: position, appearance and text.
    pub const fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Line | Self::Arrow => &["lines", "color", "width"],
            Self::Cage => &["cells", "cell", "value", "color", "fontcolor"],
            Self::Circle | Self::Rectangle => {
                &["cells", "cell", "value", "color", "fill", "fontcolor", "width", "height", "angle"]
            }
            Self::Text => &["cells", "cell", "value", "color", "size", "angle"],
        }
    }
}

/// A point on the plane, as (row, column), in units of cells. Whole numbers are the middles of cells, counted from 0: `(0.0,
/// 0.5)` is on the line between r1c1 and r1c2. A point outside the grid has a row or column before 0 or after the last one.
pub type Point = (f64, f64);

/// One drawing. Lengths are in cells.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Drawing {
    /// The kind of drawing.
    pub kind: DrawingKind,
    /// The points that a line goes through, the cells that an outline encloses, or the points whose mean is the centre of a shape
    /// or text. A line may have several lists, one for each of its strokes; every other drawing has one list.
    pub lists: Vec<Vec<Point>>,
    /// The text; may be empty.
    pub text: String,
    /// The colour of a line, an outline or text, as its format writes it (`#67F067`, or `#67F06780` if translucent); may be
    /// empty.
    pub color: String,
    /// The fill colour; may be empty.
    pub fill: String,
    /// The colour of the text in a drawing that is not itself text; may be empty.
    pub font_color: String,
    /// The width of a line or a shape.
    pub width: Option<f64>,
    /// The height of a shape.
    pub height: Option<f64>,
    /// For text: the height of the letters.
    pub size: Option<f64>,
    /// The rotation in degrees, clockwise.
    pub angle: Option<f64>,
    /// The width of the outline of a shape or cage, or of letters.
    pub stroke: Option<f64>,
    /// The length of an arrow's head.
    pub head: Option<f64>,
    /// Whether the line is dashed.
    pub dash: bool,
    /// Whether the drawing is below the grid lines, like the colour of a cell.
    pub below: bool,
    /// Whether a line is drawn above the grid lines.
    pub above: bool,
}

impl Drawing {
    /// Creates a drawing at these points; all other fields are empty.
    pub fn new(kind: DrawingKind, lists: Vec<Vec<Point>>) -> Self {
        Self { kind, lists, ..Self::default() }
    }

    /// A coloured cell.
    pub fn shade(at: Point, fill: impl Into<String>) -> Self {
        let mut shade = Self::new(DrawingKind::Rectangle, vec![vec![at]]);
        (shade.fill, shade.below) = (fill.into(), true);
        (shade.width, shade.height) = (Some(1.0), Some(1.0));
        shade
    }

    /// The middle of a cell.
    pub fn middle(place: Place) -> Point {
        (f64::from(place.row), f64::from(place.col))
    }

    /// The row and column of the cell whose middle is this point, even if the cell is outside the grid; `None` for all other
    /// points.
    pub fn place((row, col): Point) -> Option<(i32, i32)> {
        let whole = |n: f64| n.fract() == 0.0 && n.abs() < 1e6;
        #[allow(clippy::cast_possible_truncation, reason = "whole numbers below a million")]
        let place = (row as i32, col as i32);
        (whole(row) && whole(col)).then_some(place)
    }

    /// The mean of the drawing's points; `None` if it has no points.
    pub fn center(&self) -> Option<Point> {
        let points = || self.lists.iter().flatten();
        let n = points().count();
        (n > 0).then(|| {
            let sum = points().fold((0.0, 0.0), |sum, p| (sum.0 + p.0, sum.1 + p.1));
            (sum.0 / n as f64, sum.1 / n as f64)
        })
    }

    /// The name of a point in texts: `r1c3`, `r0c3` above the grid, `r1.5c3` between two rows.
    pub fn point_name((row, col): Point) -> String {
        // The last digits of such a sum are rounding errors.
        let plain = |x: f64| ((x + 1.0) * 1e9).round() / 1e9;
        format!("r{}c{}", plain(row), plain(col))
    }
}

/// The number of drawings of each kind in words: `16 circles and 2 cages`; empty if there are no drawings.
///
/// ```
/// use cluewright_core::drawing::{Drawing, DrawingKind, counted};
/// let line = Drawing::new(DrawingKind::Line, vec![vec![(0.0, 0.0), (0.0, 1.0)]]);
/// let text = Drawing::new(DrawingKind::Text, vec![vec![(0.0, 0.0)]]);
/// assert_eq!(counted(&[line.clone(), text, line]), "2 lines and 1 text");
/// ```
pub fn counted<'d>(drawings: impl IntoIterator<Item = &'d Drawing>) -> String {
    let mut counts = [0usize; DrawingKind::ALL.len()];
    drawings.into_iter().for_each(|d| counts[d.kind as usize] += 1);
    let parts: Vec<String> = std::iter::zip(DrawingKind::ALL, counts)
        .filter_map(|(kind, count)| match count {
            0 => None,
            1 => Some(format!("1 {}", kind.word())),
            n => Some(format!("{n} {}s", kind.word())),
        })
        .collect();
    match &parts[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
