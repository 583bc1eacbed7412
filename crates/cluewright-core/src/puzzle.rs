//! A puzzle as its setter wrote it. Here rules are names and clues are data; their meaning is defined elsewhere.

use crate::cell::Cell;
use crate::drawing::Drawing;
use crate::fog::Fog;
use crate::shape::Shape;

/// The argument of a clue for one parameter of its rule.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    /// One cell.
    Cell(Cell),
    /// Cells in the order written: a line, a cage, the two sides of an edge, an outside clue's line of sight.
    Cells(Vec<Cell>),
    /// Several lists: lines from one bulb, the sides of a clone, segments.
    Lists(Vec<Vec<Cell>>),
    /// A number.
    Number(i64),
    /// Several numbers: the digits of a quadruple.
    Numbers(Vec<i64>),
    /// Text, such as a regular expression or the name of an option.
    Text(String),
    /// True or false.
    Bool(bool),
}

impl Arg {
    /// The cells in the argument, in the order written; empty if it is not about cells.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let (one, list, lists): (_, &[Cell], &[Vec<Cell>]) = match self {
            Self::Cell(c) => (Some(*c), &[], &[]),
            Self::Cells(list) => (None, list, &[]),
            Self::Lists(lists) => (None, &[], lists),
            _ => (None, &[], &[]),
        };
        one.into_iter().chain(list.iter().chain(lists.iter().flatten()).copied())
    }
}

/// Arguments by parameter name, in the order written. Absent parameters have no entry. A file may leave names out: an argument with
/// the *empty name* goes to the rule's next parameter of a suitable type that has no argument yet (cells for cells, a number for a
/// number). Lists without names are separate arguments; a parameter for several lists takes all of them. One cell and a list of one
/// cell say the same, and so do a number and a list of one number. Rules bind them, for only rules know their parameters.
pub type Args = Vec<(String, Arg)>;

/// A rule with arguments: a clue if it has cells, otherwise a global rule.
#[derive(Clone, PartialEq, Debug)]
pub struct Clue {
    /// The name of a rule from the library, from the user's folder, or from the puzzle's own [`Puzzle::definitions`].
    pub rule: String,
    /// The arguments.
    pub args: Args,
    /// Line and column (from 1) in the text it was read from, for messages.
    pub place: Option<(u32, u32)>,
}

impl Clue {
    /// A clue without a position in a puzzle's text.
    pub fn new(rule: impl Into<String>, args: Args) -> Self {
        Self { rule: rule.into(), args, place: None }
    }

    /// The argument called `name`.
    pub fn arg(&self, name: &str) -> Option<&Arg> {
        self.args.iter().find(|(n, _)| n == name).map(|(_, a)| a)
    }
}

/// Clues joined by and / or / not.
#[derive(Clone, PartialEq, Debug)]
pub enum ClueTree {
    /// A clue that holds.
    One(Clue),
    /// All of them hold.
    All(Vec<ClueTree>),
    /// At least one of these holds.
    Any(Vec<ClueTree>),
    /// This does not hold.
    Not(Box<ClueTree>),
}

impl ClueTree {
    /// All clues in the tree, including negated ones, in the order written.
    pub fn clues(&self) -> Vec<&Clue> {
        match self {
            Self::One(clue) => vec![clue],
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::clues).collect(),
            Self::Not(part) => part.clues(),
        }
    }
}

/// A given: the digits the setter allows in a cell. One digit is a plain given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// The cell.
    pub cell: Cell,
    /// The digits allowed, as written (not indices), sorted, without repeats.
    pub digits: Vec<i32>,
}

/// The entries of a solver so far; never part of the puzzle itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The cell.
    pub cell: Cell,
    /// The digit placed, if any.
    pub placed: Option<i32>,
    /// Pencil marks; may be empty.
    pub marks: Vec<i32>,
}

/// The digits of a puzzle: `count` whole numbers from `first`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digits {
    /// The smallest digit, usually 1.
    pub first: i32,
    /// The number of digits, `1..=64`.
    pub count: u8,
}

impl Digits {
    /// The largest digit.
    pub const fn last(self) -> i32 {
        self.first + self.count as i32 - 1
    }
}

/// A cell outside the grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExtraCell {
    /// The cell's name in texts.
    pub name: String,
    /// The numbers that it may hold.
    pub numbers: Digits,
    /// Whether it is part of the answer, so that solutions with different values are different. For a helper one value is enough.
    pub shown: bool,
}

/// Rule text inside a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The text: one or more rules in Cluewright's rule language.
    pub text: String,
    /// The line (from 1) of the puzzle's file on which the text starts; 1 when it has no file.
    pub line: u32,
}

/// Data of a foreign format kept so that writing the same format again loses nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foreign {
    /// The format's id: `f-puzzles`, `iss`.
    pub format: String,
    /// The data as text, in a form that the format understands.
    pub text: String,
}

/// A puzzle: shape, digits, givens, rules, clues.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// Title; may be empty.
    pub title: String,
    /// Author; may be empty.
    pub author: String,
    /// The rules in prose; may be empty.
    pub text: String,
    /// The cells.
    pub shape: Shape,
    /// The digits of every grid cell.
    pub digits: Digits,
    /// The symbols shown for the digits, by index; empty if the digits are shown as numbers.
    pub labels: Vec<String>,
    /// The extra cells; their numbers follow those of the grid's cells.
    pub extra: Vec<ExtraCell>,
    /// Givens.
    pub givens: Vec<Given>,
    /// A solver's own digits and marks.
    pub progress: Vec<Progress>,
    /// Rules without cells that hold for the whole grid, including `classic`.
    pub rules: Vec<Clue>,
    /// Clues.
    pub clues: Vec<ClueTree>,
    /// Rules the puzzle defines itself.
    pub definitions: Vec<Definition>,
    /// Drawings that no rule reads.
    pub drawings: Vec<Drawing>,
    /// The recorded solution by cell; `None` for unknown cells. Empty if there is none.
    pub solution: Vec<Option<i32>>,
    /// The parts that the player does not see at first; `None`: everything is visible.
    pub fog: Option<Fog>,
    /// Data of the format it was read from.
    pub foreign: Option<Foreign>,
}

impl Puzzle {
    /// An empty puzzle of this shape with the digits 1 to `count` and no rule at all.
    pub fn new(shape: Shape, count: u8) -> Self {
        Self {
            title: String::new(),
            author: String::new(),
            text: String::new(),
            shape,
            digits: Digits { first: 1, count },
            labels: Vec::new(),
            extra: Vec::new(),
            givens: Vec::new(),
            progress: Vec::new(),
            rules: Vec::new(),
            clues: Vec::new(),
            definitions: Vec::new(),
            drawings: Vec::new(),
            solution: Vec::new(),
            fog: None,
            foreign: None,
        }
    }

    /// The number of grid cells and extra cells.
    pub fn cell_count(&self) -> usize {
        self.shape.len() + self.extra.len()
    }

    /// A cell's name for people: `r1c1`, or the extra cell's own name.
    pub fn cell_name(&self, cell: Cell) -> String {
        match cell.index().checked_sub(self.shape.len()) {
            None => self.shape.place(cell).to_string(),
            Some(extra) => self.extra.get(extra).map_or_else(|| format!("extra {}", extra + 1), |e| e.name.clone()),
        }
    }
}
