//! A puzzle as its setter wrote it. In this module rules are only names, and clues are only data; their meaning is defined
//! elsewhere.

use crate::cell::Cell;
use crate::drawing::Drawing;
use crate::fog::Fog;
use crate::shape::Shape;

/// The argument of a clue for one parameter of its rule.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    /// One cell.
    Cell(Cell),
    /// Several cells, in the order written: a line, a cage, the two sides of an edge, an outside clue's line of sight.
    Cells(Vec<Cell>),
    /// Several lists of cells: lines from one bulb, the sides of a clone, segments.
    Lists(Vec<Vec<Cell>>),
    /// A single number.
    Number(i64),
    /// Several numbers: the digits of a quadruple.
    Numbers(Vec<i64>),
    /// A text: a regular expression, the name of an option.
    Text(String),
    /// True or false.
    Bool(bool),
}

impl Arg {
    /// The cells in the argument, in the order written; empty if the argument contains none.
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

/// Arguments by parameter name, in the order written. A parameter without an argument has no entry. A file may omit parameter
/// names: an argument with the *empty name* goes to the rule's next parameter of a suitable type that has no argument yet (cells
/// for cells, a number for a number). Lists of cells without names are separate arguments; a parameter that accepts several lists
/// takes all of them. One cell means the same as a list of one cell, and a number the same as a list of one number. Only rules
/// know their parameters, so they assign the arguments to parameters.
pub type Args = Vec<(String, Arg)>;

/// A rule with arguments: a clue if it has cells, otherwise a global rule.
#[derive(Clone, PartialEq, Debug)]
pub struct Clue {
    /// The name of a rule from the library, from the user's folder, or from the puzzle's own [`Puzzle::definitions`].
    pub rule: String,
    /// The arguments of the clue.
    pub args: Args,
    /// The line and column (from 1) of the clue in the text that it was read from. Messages show them.
    pub place: Option<(u32, u32)>,
}

impl Clue {
    /// Creates a clue without a place in a text.
    pub fn new(rule: impl Into<String>, args: Args) -> Self {
        Self { rule: rule.into(), args, place: None }
    }

    /// The argument of the parameter `name`; `None` if there is none.
    pub fn arg(&self, name: &str) -> Option<&Arg> {
        self.args.iter().find(|(n, _)| n == name).map(|(_, a)| a)
    }
}

/// Clues combined with "and", "or" and "not".
#[derive(Clone, PartialEq, Debug)]
pub enum ClueTree {
    /// This clue must hold.
    One(Clue),
    /// All of these trees must hold.
    All(Vec<ClueTree>),
    /// At least one of these trees must hold.
    Any(Vec<ClueTree>),
    /// This tree must not hold.
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

/// A given: the digits that the setter allows in a cell. An ordinary given allows a single digit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// The cell.
    pub cell: Cell,
    /// The allowed digits, sorted and without repeats: the digits themselves, not indices.
    pub digits: Vec<i32>,
}

/// A solver's entries in one cell; they are never part of the puzzle itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The cell.
    pub cell: Cell,
    /// The digit that the solver placed, if any.
    pub placed: Option<i32>,
    /// The solver's pencil marks in the cell; may be empty.
    pub marks: Vec<i32>,
}

/// The digits of a puzzle: `count` consecutive whole numbers, starting with `first`.
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
    /// The numbers that the cell may hold.
    pub numbers: Digits,
    /// Whether the cell is part of the answer: then solutions with different values in it are different. For a helper cell, one
    /// value is enough.
    pub shown: bool,
}

/// Text in a puzzle that defines rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// One or more rules, written in Cluewright's rule language.
    pub text: String,
    /// The line (from 1) of the puzzle's file on which the text starts; 1 if the puzzle has no file.
    pub line: u32,
}

/// Data of a foreign format, kept so that writing the puzzle in the same format again loses nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foreign {
    /// The id of the format, such as `f-puzzles` or `iss`.
    pub format: String,
    /// The data as text, in a form that the format understands.
    pub text: String,
}

/// A puzzle: its shape, digits, givens, rules and clues.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// The puzzle's title; may be empty.
    pub title: String,
    /// The author's name; may be empty.
    pub author: String,
    /// The rules in prose; may be empty.
    pub text: String,
    /// The cells.
    pub shape: Shape,
    /// The digits of every grid cell.
    pub digits: Digits,
    /// The symbol shown for each digit, in order; empty if the digits are shown as numbers.
    pub labels: Vec<String>,
    /// The extra cells. Their cell numbers follow those of the grid's cells.
    pub extra: Vec<ExtraCell>,
    /// The givens.
    pub givens: Vec<Given>,
    /// The digits and pencil marks that a solver entered.
    pub progress: Vec<Progress>,
    /// Rules without cells that hold for the whole grid, including `classic`.
    pub rules: Vec<Clue>,
    /// The clues, combined with "and", "or" and "not".
    pub clues: Vec<ClueTree>,
    /// The rules that the puzzle itself defines.
    pub definitions: Vec<Definition>,
    /// The drawings that no rule reads.
    pub drawings: Vec<Drawing>,
    /// The recorded solution: one number per cell, `None` for unknown cells. Empty if no solution is recorded.
    pub solution: Vec<Option<i32>>,
    /// The fog that hides cells from the player at first; `None` if all cells are visible.
    pub fog: Option<Fog>,
    /// Extra data of the format that the puzzle was read from.
    pub foreign: Option<Foreign>,
}

impl Puzzle {
    /// Creates an empty puzzle of this shape, with the digits 1 to `count` and no rules at all.
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
