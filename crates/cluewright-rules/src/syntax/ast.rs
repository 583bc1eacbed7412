//! What the parser makes of a rule's text: nothing resolved, nothing dropped, so that it can be written again.

use super::lex::Pos;
use std::sync::Arc;

/// A rule as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Where it starts.
    pub pos: Pos,
    /// Its name.
    pub name: String,
    /// One line a solver understands; may be empty.
    pub about: String,
    /// Whether it is used by clues (`clue`), rather than once for the whole puzzle (`option` or no parameters).
    pub is_clue: bool,
    /// Its parameters in order.
    pub params: Vec<Param>,
    /// The noun for explanations: `the cage {total} at {C}`.
    pub says: Option<String>,
    /// Where that text starts.
    pub says_pos: Pos,
    /// The name of a step that one clue of it gives by itself: `cage combinations`.
    pub steps: Option<Arc<str>>,
    /// How it is drawn: the words of each `draw` line.
    pub draw: Vec<String>,
    /// Whether a drawing with its look and colours is read as its clue, whatever the words beside it say.
    pub at_sight: bool,
    /// Phrases that puzzle texts use for it: those of each `told` line ([`crate::told`]).
    pub told: Vec<String>,
    /// Phrases that rule it out: beside one of these no drawing is read as its clue.
    pub told_against: Vec<String>,
    /// Settings for new clues: the words of each `propose` line ([`crate::proposal`]).
    pub propose: Vec<String>,
    /// Its names in other programs.
    pub also: Vec<Foreign>,
    /// Grids it must let pass and grids it must not: tests of the rule, which no puzzle reads.
    pub examples: Vec<Example>,
    /// Its conditions.
    pub body: Vec<Stmt>,
}

impl Rule {
    /// The rules it uses, as often as it does.
    pub fn used(&self) -> impl Iterator<Item = &str> {
        let mut names = Vec::new();
        used_in(&self.body, &mut names);
        names.into_iter()
    }
}

fn used_in<'a>(body: &'a [Stmt], names: &mut Vec<&'a str>) {
    for statement in body {
        match &statement.kind {
            StmtKind::Use(uses) => names.extend(uses.iter().map(|u| u.name.as_str())),
            StmtKind::For(_, body) => used_in(body, names),
            StmtKind::If(arms, other) => {
                arms.iter().for_each(|(_, body)| used_in(body, names));
                other.iter().for_each(|body| used_in(body, names));
            }
            StmtKind::Any(parts) => parts.iter().for_each(|body| used_in(body, names)),
            _ => {}
        }
    }
}

/// A small grid that the rule lets pass, or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// Where it starts.
    pub pos: Pos,
    /// Whether it must pass.
    pub passes: bool,
    /// The grid: rows with `/` between, of digits or of numbers with commas between.
    pub grid: String,
    /// The clue's arguments as a puzzle file writes them; empty for all cells in reading order.
    pub with: String,
}

/// The shape of a clue's cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One cell.
    Cell,
    /// Some cells in the order given.
    Cells,
    /// Two cells that share an edge.
    Edge,
    /// The (up to four) cells around a corner.
    Corner,
    /// Cells along a line.
    Line,
    /// Several lines.
    Lines,
    /// Cells inside an outline.
    Cage,
    /// Lines that start in a common bulb or circle.
    Bulb,
    /// Lists of cells: the sides of a clone.
    Lists,
    /// What a clue outside the grid looks along, nearest cell first.
    Outside,
    /// Every cell of the grid in one of several regions.
    Map,
    /// Cells for those of the grid, one for each in reading order: they themselves, or extra cells in their place.
    Grid,
}

impl Shape {
    /// All shapes with the words they are written with.
    pub const ALL: [(Self, &'static str); 12] = [
        (Self::Cell, "cell"),
        (Self::Cells, "cells"),
        (Self::Edge, "edge"),
        (Self::Corner, "corner"),
        (Self::Line, "line"),
        (Self::Lines, "lines"),
        (Self::Cage, "cage"),
        (Self::Bulb, "bulb"),
        (Self::Lists, "lists"),
        (Self::Outside, "outside"),
        (Self::Map, "map"),
        (Self::Grid, "grid"),
    ];

    /// The word it is written with.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|s| s.0 == self).expect("every shape is listed").1
    }

    /// Whether its number of cells is free.
    pub fn grows(self) -> bool {
        matches!(self, Self::Cells | Self::Line | Self::Cage | Self::Lines | Self::Bulb | Self::Lists)
    }

    /// Whether an argument of this shape holds several lists of cells.
    pub fn is_lists(self) -> bool {
        matches!(self, Self::Lines | Self::Bulb | Self::Lists | Self::Map)
    }
}

/// The type of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamKind {
    /// Cells of this shape.
    Shape(Shape),
    /// `number`.
    Number,
    /// `boolean`.
    Boolean,
    /// `text`.
    Text,
    /// `numbers`.
    Numbers,
}

/// A parameter of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Param {
    /// Where its name stands.
    pub pos: Pos,
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: ParamKind,
    /// The numbers it may be.
    pub range: Option<(Expr, Expr)>,
    /// Its default; or, when it reads cells, how it follows from a solution.
    pub value: Option<Expr>,
    /// Whether it may be absent.
    pub optional: bool,
}

/// Another program's name for the rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foreign {
    /// Where it starts.
    pub pos: Pos,
    /// The format's id: `f-puzzles`, `iss`, `sudokumaker`.
    pub format: String,
    /// Its name there.
    pub name: String,
    /// A word that goes with the name: `also f-puzzles negative "xv"`.
    pub word: Option<String>,
    /// Its arguments there.
    pub args: ForeignArgs,
    /// What it says without writing it: `iss Skyscraper(L, n, ground = 0)`.
    pub fixed: Vec<(String, i64)>,
}

/// Arguments of a foreign name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ForeignArgs {
    /// None.
    None,
    /// `{cells: C, value: total}`.
    Named(Vec<(String, ForeignValue)>),
    /// `(total, C)`.
    Listed(Vec<ForeignValue>),
}

/// One argument of a foreign name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ForeignValue {
    /// A parameter of the rule.
    Param(String),
    /// A fixed number.
    Number(i64),
    /// A fixed text.
    Text(String),
    /// Several of them one after the other: `[circle, L]`.
    Joined(Vec<ForeignValue>),
}

/// A statement and where it starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    /// Where it starts.
    pub pos: Pos,
    /// Its content.
    pub kind: StmtKind,
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StmtKind {
    /// `require condition`.
    Require(Expr),
    /// `use rows, columns`.
    Use(Vec<Use>),
    /// `for (a, b) along L: ...`.
    For(Binder, Vec<Stmt>),
    /// `if ...: ... elif ...: ... else: ...`, decided before anything is solved.
    If(Vec<(Expr, Vec<Stmt>)>, Option<Vec<Stmt>>),
    /// `let x = ...`, `let (a, b) = E`.
    Let(Pattern, Expr),
    /// `let f(x, y) = ...`.
    LetFn(String, Vec<String>, Expr),
    /// `extra cell D[L]: 0..1`.
    Extra {
        /// Is it part of the answer?
        shown: bool,
        /// Its name.
        name: String,
        /// One variable for each element of this list.
        keys: Option<Expr>,
        /// Its numbers.
        range: (Expr, Expr),
    },
    /// `value c is ...`: what a cell counts for.
    Value(String, Expr),
    /// `any: ... or: ...`.
    Any(Vec<Vec<Stmt>>),
}

/// A rule used by another, with arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// Where its name stands.
    pub pos: Pos,
    /// Whether it must *not* hold.
    pub negated: bool,
    /// The rule.
    pub name: String,
    /// Its arguments.
    pub args: Vec<(String, Expr)>,
}

/// The names that a `for` binds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// `c`.
    One(String),
    /// `(a, b)`.
    Tuple(Vec<String>),
    /// `i, L`: the first name counts from 1.
    Numbered(String, Box<Pattern>),
}

/// How cells neighbour each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nearness {
    /// Sharing an edge.
    Orthogonal,
    /// Sharing a corner only.
    Diagonal,
    /// Either: a king's move.
    Touching,
}

/// Where a `for` takes its items from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// `in L`.
    In(Expr),
    /// `along L`: neighbouring items.
    Along(Expr),
    /// `at moves (1, 2)`.
    Moves(Expr, Expr, bool),
    /// `in neighbours`; with `both ways`, true.
    Neighbours(Nearness, bool),
}

/// The items that a `for` leaves out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Filter {
    /// `where condition`.
    Where(Expr),
    /// `marked by white-dot`.
    Marked(Vec<(Pos, String)>),
    /// `unless marked by white-dot`.
    Unmarked(Vec<(Pos, String)>),
}

/// `(a, b) along L where ...`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binder {
    /// Where it starts.
    pub pos: Pos,
    /// The names that it binds.
    pub pattern: Pattern,
    /// To what.
    pub source: Source,
    /// The items that it leaves out.
    pub filters: Vec<Filter>,
}

/// An expression and where it starts (an operator: where the operator stands).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    /// Its place.
    pub pos: Pos,
    /// Its content.
    pub kind: ExprKind,
}

/// Arithmetic between two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arith {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, exact
    Div,
    /// `//`, rounded down
    FloorDiv,
    /// `mod`, never negative
    Mod,
}

impl Arith {
    /// How it is written.
    pub fn word(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::FloorDiv => "//",
            Self::Mod => "mod",
        }
    }
}

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cmp {
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `in`
    In,
}

impl Cmp {
    /// How it is written.
    pub fn word(self) -> &'static str {
        match self {
            Self::Eq => "=",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
            Self::In => "in",
        }
    }
}

/// How many of several conditions hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// `every`
    Every,
    /// `some`
    Some,
    /// `exactly k`
    Exactly(Box<Expr>),
    /// `at least k`
    AtLeast(Box<Expr>),
    /// `at most k`
    AtMost(Box<Expr>),
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    /// `12`
    Number(i64),
    /// `"text"`
    Text(String),
    /// `true`, `false`
    Bool(bool),
    /// `total`
    Name(String),
    /// `f(x, y)`
    Call(String, Vec<Expr>),
    /// `f(x for x in L)`, and without `x for`: the bound items themselves
    CallFor(String, Option<Box<Expr>>, Box<Binder>),
    /// `L[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `k.total`
    Field(Box<Expr>, String),
    /// `-x`
    Neg(Box<Expr>),
    /// `not x`
    Not(Box<Expr>),
    /// `|x|`
    Abs(Box<Expr>),
    /// `x + y`
    Arith(Arith, Box<Expr>, Box<Expr>),
    /// `a < b <= c`
    Compare(Box<Expr>, Vec<(Cmp, Expr)>),
    /// `a and b and c`
    And(Vec<Expr>),
    /// `a or b or c`
    Or(Vec<Expr>),
    /// `a => b`
    Implies(Box<Expr>, Box<Expr>),
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `every c in L: ...`
    Quantified(Quantity, Box<Binder>, Box<Expr>),
    /// `exactly 2 of (a, b, c)`
    Of(Quantity, Vec<Expr>),
    /// `[a, b]`
    List(Vec<Expr>),
    /// `[x for x in L]`
    ListFor(Box<Expr>, Box<Binder>),
    /// `{1, 2, 4..6}`
    Set(Vec<(Expr, Option<Expr>)>),
    /// `L matches "regex"`; the regular expression may be a parameter
    Matches(Box<Expr>, Box<Expr>),
    /// `first k of L`; `last k of L` when the flag is set
    End(bool, Box<Expr>, Box<Expr>),
    /// `L before i`; `L after i` when the flag is set
    Side(bool, Box<Expr>, Box<Expr>),
    /// `fold s = 0 for c in L: s + c`
    Fold(String, Box<Expr>, Box<Binder>, Box<Expr>),
}
