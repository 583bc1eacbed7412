//! The syntax tree of a rule's text. Nothing is resolved and nothing is dropped, so the text can be printed again.

use super::lex::Pos;
use std::sync::Arc;

/// A rule as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// The position where the rule starts.
    pub pos: Pos,
    /// The name of the rule.
    pub name: String,
    /// A one-line description for solvers; may be empty.
    pub about: String,
    /// Whether the rule has clues (`clue`). Otherwise it applies once to the whole puzzle (`option`, or no parameters).
    pub is_clue: bool,
    /// The parameters, in the order in which they are declared.
    pub params: Vec<Param>,
    /// The noun phrase for explanations, such as `the cage {total} at {C}`.
    pub says: Option<String>,
    /// The position where the text of `says` starts.
    pub says_pos: Pos,
    /// The name of a solving step that follows from one clue of the rule, such as `cage combinations`.
    pub steps: Option<Arc<str>>,
    /// How the rule's clues are drawn: the text of each `draw` line.
    pub draw: Vec<String>,
    /// Whether a drawing with the rule's look and colours is read as a clue of the rule even if the puzzle's text has no matching
    /// phrase.
    pub at_sight: bool,
    /// Phrases that puzzle texts use for the rule: the text of each `told` line ([`crate::told`]).
    pub told: Vec<String>,
    /// Phrases that exclude the rule: if the puzzle's text contains one of these, no drawing is read as a clue of the rule.
    pub told_against: Vec<String>,
    /// Settings for generated clues: the text of each `propose` line ([`crate::proposal`]).
    pub propose: Vec<String>,
    /// The rule's names in other programs.
    pub also: Vec<Foreign>,
    /// Tests of the rule: grids that it must accept and grids that it must reject. They are not used to solve puzzles.
    pub examples: Vec<Example>,
    /// The statements of the rule.
    pub body: Vec<Stmt>,
}

impl Rule {
    /// The names of the rules that this rule uses, once for each use.
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

/// A small grid that the rule must accept or reject.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The position where the example starts.
    pub pos: Pos,
    /// Whether the rule must accept the grid.
    pub passes: bool,
    /// The grid. Rows are separated by `/`; each row is a sequence of digits, or of numbers separated by commas.
    pub grid: String,
    /// The clue's arguments, in the syntax of a puzzle file. If empty, the clue has all cells in reading order.
    pub with: String,
}

/// The shape of a clue's cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One cell.
    Cell,
    /// Any number of cells in a given order.
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
    /// Lists of cells, such as the copies of a clone.
    Lists,
    /// The cells that a clue outside the grid looks at, the nearest cell first.
    Outside,
    /// Every cell of the grid, divided into several regions.
    Map,
    /// One cell for each cell of the grid, in reading order: the cell itself, or an extra cell that replaces it.
    Grid,
}

impl Shape {
    /// All shapes with their keywords.
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

    /// The keyword of the shape.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|s| s.0 == self).expect("every shape is listed").1
    }

    /// Whether a clue may have any number of cells.
    pub fn grows(self) -> bool {
        matches!(self, Self::Cells | Self::Line | Self::Cage | Self::Lines | Self::Bulb | Self::Lists)
    }

    /// Whether an argument of this shape contains several lists of cells.
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
    /// The position of the parameter's name.
    pub pos: Pos,
    /// The name of the parameter.
    pub name: String,
    /// The type of the parameter.
    pub kind: ParamKind,
    /// The smallest and the largest number allowed; `None` if there are no limits.
    pub range: Option<(Expr, Expr)>,
    /// The default; or, if the expression reads cells, the formula that computes the value from a solution.
    pub value: Option<Expr>,
    /// Whether a clue may omit the parameter.
    pub optional: bool,
}

/// A rule's name in another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foreign {
    /// The position where the line starts.
    pub pos: Pos,
    /// The id of the format, such as `f-puzzles`, `iss` or `sudokumaker`.
    pub format: String,
    /// The rule's name in this format.
    pub name: String,
    /// An additional word, such as `xv` in `also f-puzzles negative "xv"`.
    pub word: Option<String>,
    /// The arguments in this format.
    pub args: ForeignArgs,
    /// Parameters with a fixed value that is not written in this format, as in `iss Skyscraper(L, n, ground = 0)`.
    pub fixed: Vec<(String, i64)>,
}

/// The arguments of a rule's name in another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ForeignArgs {
    /// No arguments.
    None,
    /// `{cells: C, value: total}`.
    Named(Vec<(String, ForeignValue)>),
    /// `(total, C)`.
    Listed(Vec<ForeignValue>),
}

/// One argument of a rule's name in another program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ForeignValue {
    /// A parameter of the rule.
    Param(String),
    /// A fixed number.
    Number(i64),
    /// A fixed text.
    Text(String),
    /// Several values, one after another, such as `[circle, L]`.
    Joined(Vec<ForeignValue>),
}

/// A statement and the position where it starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    /// The position where the statement starts.
    pub pos: Pos,
    /// The statement itself.
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
    /// `if ...: ... elif ...: ... else: ...`. The conditions are decided before solving.
    If(Vec<(Expr, Vec<Stmt>)>, Option<Vec<Stmt>>),
    /// `let x = ...`, `let (a, b) = E`.
    Let(Pattern, Expr),
    /// `let f(x, y) = ...`.
    LetFn(String, Vec<String>, Expr),
    /// `extra cell D[L]: 0..1`.
    Extra {
        /// Whether the cells are shown as a part of the solution.
        shown: bool,
        /// The name of the cells.
        name: String,
        /// The list that has one extra cell for each of its items; `None` for a single cell.
        keys: Option<Expr>,
        /// The smallest and the largest number that the cells may hold.
        range: (Expr, Expr),
    },
    /// `value c is ...`: defines the value of a cell.
    Value(String, Expr),
    /// `any: ... or: ...`.
    Any(Vec<Vec<Stmt>>),
}

/// A rule used by another rule, with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// The position of the rule's name.
    pub pos: Pos,
    /// Whether the rule must *not* hold.
    pub negated: bool,
    /// The name of the rule.
    pub name: String,
    /// The arguments, with their names.
    pub args: Vec<(String, Expr)>,
}

/// The names that a `for` binds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// `c`.
    One(String),
    /// `(a, b)`.
    Tuple(Vec<String>),
    /// `i, L`: the first name is the item's number, counted from 1.
    Numbered(String, Box<Pattern>),
}

/// Which cells are neighbours of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nearness {
    /// Cells that share an edge.
    Orthogonal,
    /// Cells that share only a corner.
    Diagonal,
    /// Cells that share an edge or a corner, as in a king's move.
    Touching,
}

/// The items that a `for` iterates over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// `in L`.
    In(Expr),
    /// `along L`: consecutive items.
    Along(Expr),
    /// `at moves (1, 2)`.
    Moves(Expr, Expr, bool),
    /// `in neighbours`; the flag is true if `both ways` is written.
    Neighbours(Nearness, bool),
}

/// A condition on the items that a `for` iterates over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Filter {
    /// `where condition`.
    Where(Expr),
    /// `marked by white-dot`.
    Marked(Vec<(Pos, String)>),
    /// `unless marked by white-dot`.
    Unmarked(Vec<(Pos, String)>),
}

/// What a `for` iterates over, and the names that it binds: `(a, b) along L where ...`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binder {
    /// The position where the binder starts.
    pub pos: Pos,
    /// The names that the binder binds.
    pub pattern: Pattern,
    /// The items that the names are bound to.
    pub source: Source,
    /// The conditions on the items.
    pub filters: Vec<Filter>,
}

/// An expression and its position: the position of its operator, or the position where it starts if it has no operator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    /// The position of the expression.
    pub pos: Pos,
    /// The expression itself.
    pub kind: ExprKind,
}

/// An arithmetic operator.
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
    /// The operator as written in a rule.
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

/// A comparison operator.
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
    /// The operator as written in a rule.
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

/// How many of several conditions must hold.
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
    /// `f(x for x in L)`; without `x for`, the items are the bound items themselves
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
    /// `first k of L`, or `last k of L` if the flag is set
    End(bool, Box<Expr>, Box<Expr>),
    /// `L before i`, or `L after i` if the flag is set
    Side(bool, Box<Expr>, Box<Expr>),
    /// `fold s = 0 for c in L: s + c`
    Fold(String, Box<Expr>, Box<Binder>, Box<Expr>),
}
