//! What a setter drew that no rule reads: lines, outlines, circles, rectangles and texts.
//!
//! Drawings are data: formats keep them, a verdict tells how many there were, and a rule of the setter's own may take
//! those of a kind and a colour for its clues (`also f-puzzles line {lines: L, color: "#67F067"}`).

use crate::shape::Place;

/// The kind of a [`Drawing`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DrawingKind {
    /// Lines through cells.
    Line,
    /// An outline around cells, perhaps with a text in its corner.
    Cage,
    /// A circle, on the middle of its cells.
    Circle,
    /// A rectangle, on the middle of its cells.
    Rectangle,
    /// A text, on the middle of its cells.
    Text,
}

impl DrawingKind {
    /// Every kind, in the order in which lists show them.
    pub const ALL: [Self; 5] = [Self::Line, Self::Cage, Self::Circle, Self::Rectangle, Self::Text];

    /// Its word in texts: `line`, `cage`, `circle`, `rectangle`, `text`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Cage => "cage",
            Self::Circle => "circle",
            Self::Rectangle => "rectangle",
            Self::Text => "text",
        }
    }

    /// The kind with this word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|k| k.word() == word)
    }

    /// What an `also` line may ask of a drawing of this kind: where it is, how it looks, what it says.
    pub const fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Line => &["lines", "color", "width"],
            Self::Cage => &["cells", "cell", "value", "color", "fontcolor"],
            Self::Circle | Self::Rectangle => {
                &["cells", "cell", "value", "color", "fill", "fontcolor", "width", "height", "angle"]
            }
            Self::Text => &["cells", "cell", "value", "color", "size", "angle"],
        }
    }
}

/// One drawing.
///
/// Places are rows and columns from 0; what is drawn beside the grid has a row or column of -1 or behind the last.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// What it is.
    pub kind: DrawingKind,
    /// The cells it goes through or lies on. A line may have several lists, each a line of its own; all else has one.
    pub lists: Vec<Vec<(i32, i32)>>,
    /// What is written there; empty: nothing.
    pub text: String,
    /// The colour of a line, an outline or a text, as its format writes it (`#67F067`); empty: not said.
    pub color: String,
    /// The colour inside; empty: not said.
    pub fill: String,
    /// The colour of the text of what is no text itself; empty: not said.
    pub font_color: String,
    /// The width of a line or a shape, in cells.
    pub width: Option<f64>,
    /// The height of a shape, in cells.
    pub height: Option<f64>,
    /// The size of a text, in cells.
    pub size: Option<f64>,
    /// By how many degrees it is turned.
    pub angle: Option<f64>,
}

impl Drawing {
    /// A drawing on these cells of which nothing else is said.
    pub fn new(kind: DrawingKind, lists: Vec<Vec<(i32, i32)>>) -> Self {
        Self {
            kind,
            lists,
            text: String::new(),
            color: String::new(),
            fill: String::new(),
            font_color: String::new(),
            width: None,
            height: None,
            size: None,
            angle: None,
        }
    }

    /// A place's name in texts, which has 0 and less for what is beside the grid: `r0c3`, `r-1c3`.
    pub fn place_name((row, col): (i32, i32)) -> String {
        match (u16::try_from(row), u16::try_from(col)) {
            (Ok(row), Ok(col)) => Place { row, col }.to_string(),
            _ => format!("r{}c{}", row + 1, col + 1),
        }
    }
}

/// How many drawings of each kind there are, in words: `16 circles and 2 cages`; empty for none.
///
/// ```
/// use cluewright_core::drawing::{Drawing, DrawingKind, counted};
/// let line = Drawing::new(DrawingKind::Line, vec![vec![(0, 0), (0, 1)]]);
/// let text = Drawing::new(DrawingKind::Text, vec![vec![(0, 0)]]);
/// assert_eq!(counted(&[line.clone(), text, line]), "2 lines and 1 text");
/// ```
pub fn counted(drawings: &[Drawing]) -> String {
    let parts: Vec<String> = DrawingKind::ALL
        .into_iter()
        .filter_map(|kind| match drawings.iter().filter(|d| d.kind == kind).count() {
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
