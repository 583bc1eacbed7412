//! A rule with every name resolved and every type checked: the form that evaluation and lowering read.

use crate::automaton::Dfa;
use crate::automaton::nfa::Nfa;
use crate::places::Places;
use crate::syntax::Pos;
use crate::syntax::ast::{self, Arith, Cmp, Nearness, ParamKind};
use crate::words::{WORDS, Word};
use cluewright_core::{BadInput, Cell};
use std::sync::Arc;

/// A variable of a rule: its index among the values of a running rule.
pub(crate) type Slot = u16;

/// The type of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Number,
    Bool,
    Text,
    Cell,
    List(Box<Type>),
    /// Extra cells indexed by the items of a list: `D` of `extra cell D[cells]`.
    Keyed(Box<Self>),
    /// A clue of the rule with this name.
    Clue(Arc<str>),
    /// The type of an empty list's items.
    Unknown,
}

impl Type {
    pub(crate) fn list(item: Self) -> Self {
        Self::List(Box::new(item))
    }

    /// Whether a value of this type can be used as a number; a cell can: it counts as the number it holds.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self, Self::Number | Self::Cell | Self::Unknown)
    }

    pub(crate) fn item(&self) -> Option<Self> {
        match self {
            Self::List(item) => Some((**item).clone()),
            Self::Keyed(_) => Some(Self::Cell),
            Self::Unknown => Some(Self::Unknown),
            _ => None,
        }
    }

    /// The smallest type that includes both types; `None` if there is none.
    pub(crate) fn joined(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Unknown, x) | (x, Self::Unknown) => Some(x.clone()),
            (x, y) if x == y => Some(x.clone()),
            (x, y) if x.is_number() && y.is_number() => Some(Self::Number),
            (x, y) => Some(Self::list(x.item()?.joined(&y.item()?)?)),
        }
    }

    /// Whether this is a list of numbers or cells.
    pub(crate) fn is_flat(&self) -> bool {
        self.item().is_some_and(|i| i.is_number())
    }

    /// Whether this is a list of lists of numbers or cells.
    pub(crate) fn is_lists(&self) -> bool {
        self.item().is_some_and(|i| i.is_flat())
    }

    pub(crate) fn words(&self) -> String {
        match self {
            Self::Number => "a number".into(),
            Self::Bool => "a condition (yes or no)".into(),
            Self::Text => "a text".into(),
            Self::Cell => "a cell".into(),
            Self::List(item) => match &**item {
                Self::Number => "a list of numbers".into(),
                Self::Cell => "a list of cells".into(),
                Self::Bool => "a list of conditions".into(),
                Self::List(_) => "a list of lists".into(),
                Self::Clue(_) => "a list of clues".into(),
                _ => "a list".into(),
            },
            Self::Keyed(_) => "a list of extra cells".into(),
            Self::Clue(rule) => format!("a clue of {rule}"),
            Self::Unknown => "an empty list's item".into(),
        }
    }
}

macro_rules! builtins {
    ($($variant:ident $name:literal $usage:literal),* $(,)?) => {
        /// The built-in functions of the language.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) enum Builtin { $($variant),* }

        impl Builtin {
            pub(crate) const ALL: &'static [(Self, &'static str, &'static str)] = &[$((Self::$variant, $name, $usage)),*];

            pub(crate) fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

        }
    };
}

builtins! {
    Sum "sum" "sum(L)", Product "product" "product(L)", Max "max" "max(L) or max(a, b)", Min "min" "min(L) or min(a, b)",
    Count "count" "count(L) or count(L, x)", Length "length" "length(L)", Distinct "distinct" "distinct(L)",
    Increasing "increasing" "increasing(L)", Nondecreasing "nondecreasing" "nondecreasing(L)",
    Decreasing "decreasing" "decreasing(L)", Consecutive "consecutive" "consecutive(L)", Equal "equal" "equal(L)",
    SameMultiset "same_multiset" "same_multiset(A, B)", EqualSums "equal_sums" "equal_sums(A, B)",
    Contains "contains" "contains(L, x) or contains(L, {1, 2})",
    ContainsExactly "contains_exactly" "contains_exactly(L, {1, 1, 2})", NumberOf "number" "number(L)",
    First "first" "first(L)", Last "last" "last(L)", Reverse "reverse" "reverse(L)", Concat "concat" "concat(A, B)",
    Position "position" "position(x, L)", Positions "positions" "positions(L)", Visible "visible" "visible(L)",
    Connected "connected" "connected(c in cells where ...)", Accepted "accepted" "accepted(L, starts, steps, ends) or accepted(L, \"start 0; end 1; 0: 9>1\")",
    RegionNumbers "region_numbers" "region_numbers(L, size)",
    Ranked "ranked" "ranked(L, n, lists, below, above)",
    RankedOrTied "ranked_or_tied" "ranked_or_tied(L, n, lists, below, above)",
    Given "given" "given(parameter)",
    Between "between" "between(a, b, L)", Runs "runs" "runs(L) or runs(L, regions)", Pairs "pairs" "pairs(L)",
    Closed "closed" "closed(L)", Once "once" "once(L)",
    Digit "digit" "digit(c)", ValueOf "value" "value(c)", Same "same" "same(a, b)",
    Floor "floor" "floor(x)", Ceil "ceil" "ceil(x)", Odd "odd" "odd(x)", Even "even" "even(x)",
    Neighbours "neighbours" "neighbours(c)", Touching "touching" "touching(c)", Leaps "leaps" "leaps(c, down, right)",
    Ray "ray" "ray(c, down, right)", Row "row" "row(c)", Column "column" "column(c)", BoxNumber "box" "box(c)",
    RowOf "row_of" "row_of(c)", ColumnOf "column_of" "column_of(c)", BoxOf "box_of" "box_of(c)",
    Above "above" "above(c)", Below "below" "below(c)", LeftOf "left_of" "left_of(c)", RightOf "right_of" "right_of(c)",
    ReadingOrder "reading_order" "reading_order(L)", SubsetSum "subset_sum" "subset_sum(L, total)",
    Block "block" "block(row, column, height, width)", CellAt "cell" "cell(row, column)", Clues "clues" "clues(rule)",
}

/// The error that there is no extra cell for an item. `wanted` describes the item; `items` are those that have an extra
/// cell.
pub(crate) fn no_extra_cell(pos: Pos, wanted: &str, mut items: Vec<String>) -> BadInput {
    const SHOWN: usize = 8;
    if items.len() > SHOWN {
        items.drain(SHOWN - 2..items.len() - 1);
        items.insert(SHOWN - 2, "...".into());
    }
    pos.error(format!("there is no extra cell for {wanted}"))
        .hint(format!("there is one for each of {}", items.join(", ")))
}

/// The error for a statement about a missing list, or a range with a missing end. Ignoring the statement would silently
/// drop what the rule requires.
pub(crate) fn not_there(pos: Pos, what: &str) -> BadInput {
    pos.error(format!("this {what} is not there"))
        .hint("a place outside a list, or a division by 0; `if length(...) >= ...:` asks before")
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub(crate) pos: Pos,
    pub(crate) kind: CodeKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Quantity {
    Every,
    Some,
    Exactly,
    AtLeast,
    AtMost,
}

#[derive(Clone, Debug)]
pub(crate) enum CodeKind {
    Number(i64),
    Bool(bool),
    Text(Arc<str>),
    Var(Slot),
    Word(&'static Word),
    Call(Builtin, Vec<Code>),
    /// `given(p)`
    IsGiven(Slot),
    /// `clues(rule)`
    CluesOf(Arc<str>),
    /// The item of a list at an index from 1.
    Index(Box<Code>, Box<Code>),
    /// The extra cell of an item. True: which cell it is can be determined without reading digits.
    KeyIndex(Box<Code>, Box<Code>, bool),
    /// A parameter of a clue, by its index in the clue's rule.
    Field(Box<Code>, usize),
    Neg(Box<Code>),
    Not(Box<Code>),
    Abs(Box<Code>),
    Arith(Arith, Box<Code>, Box<Code>),
    /// A comparison of two numbers; never `In`.
    Compare(Cmp, Box<Code>, Box<Code>),
    /// Two cells hold the same digit; if the flag is true, different digits.
    SameDigit(Box<Code>, Box<Code>, bool),
    /// Two texts or conditions are equal; if the flag is true, different.
    SameWord(Box<Code>, Box<Code>, bool),
    /// A number is in a list of numbers, or a cell (by its identity) in a list of cells.
    In(Box<Code>, Box<Code>),
    /// A cell, by its identity, is in a list of cells.
    CellIn(Box<Code>, Box<Code>),
    And(Vec<Code>),
    Or(Vec<Code>),
    Implies(Box<Code>, Box<Code>),
    If(Box<Code>, Box<Code>, Box<Code>),
    Quantified(Quantity, Option<Box<Code>>, Box<Bind>, Box<Code>),
    Of(Quantity, Box<Code>, Vec<Code>),
    List(Vec<Code>),
    ListFor(Box<Code>, Box<Bind>),
    Set(Vec<(Code, Option<Code>)>),
    Matches(Box<Code>, Arc<Dfa>),
    /// `accepted(L, "...")`: `L` is a list of numbers, or a list of such lists, read with a break between them.
    Accepts(Box<Code>, Arc<Nfa>),
    /// A regular expression that is given by a parameter.
    MatchesText(Box<Code>, Box<Code>),
    /// `first k of L` / `last k of L`
    End(bool, Box<Code>, Box<Code>),
    /// `L before i` / `L after i`
    Side(bool, Box<Code>, Box<Code>),
    Fold(Slot, Box<Code>, Box<Bind>, Box<Code>),
    /// Evaluates the body of a function with its argument in the slot.
    Let(Slot, Box<Code>, Box<Code>),
}

#[derive(Clone, Debug)]
pub(crate) enum Pat {
    One(Slot),
    Tuple(Vec<Slot>),
}

#[derive(Clone, Debug)]
pub(crate) enum Src {
    In(Code),
    Along(Code),
    Moves(Code, Code, bool),
    Near(Nearness, bool),
}

#[derive(Clone, Debug)]
pub(crate) enum Filt {
    Where(Code),
    /// Marked by a clue of one of these rules; if the flag is true, by none of them.
    Marked(Vec<Arc<str>>, bool),
}

/// The variables that a `for` binds, and the items it goes through.
#[derive(Clone, Debug)]
pub(crate) struct Bind {
    pub(crate) pos: Pos,
    pub(crate) pat: Pat,
    /// The variable that counts the items from 1.
    pub(crate) index: Option<Slot>,
    /// The variable for the item's index, from 1, in the list it comes from.
    pub(crate) place: Slot,
    pub(crate) src: Src,
    pub(crate) filters: Vec<Filt>,
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) pos: Pos,
    pub(crate) kind: StepKind,
}

#[derive(Clone, Debug)]
pub(crate) struct UseCode {
    pub(crate) pos: Pos,
    pub(crate) negated: bool,
    pub(crate) rule: Arc<str>,
    pub(crate) args: Vec<(Arc<str>, Code)>,
}

#[derive(Clone, Debug)]
pub(crate) enum StepKind {
    Require(Code),
    Use(Vec<UseCode>),
    For(Bind, Vec<Step>),
    If(Vec<(Code, Vec<Step>)>, Option<Vec<Step>>),
    Let(Pat, Code),
    Extra {
        shown: bool,
        name: Arc<str>,
        slot: Slot,
        keys: Option<Code>,
        low: Code,
        high: Code,
    },
    /// Defines the value of a cell, or of every cell of the grid if `all`.
    Value {
        slot: Slot,
        all: bool,
        code: Code,
    },
    Any(Vec<Vec<Step>>),
}

/// A parameter.
#[derive(Clone, Debug)]
pub(crate) struct ParamCode {
    pub(crate) name: Arc<str>,
    pub(crate) kind: ParamKind,
    pub(crate) slot: Slot,
    pub(crate) range: Option<(Code, Code)>,
    /// The default value.
    pub(crate) default: Option<Code>,
    /// How the value is computed from a solution.
    pub(crate) derived: Option<Code>,
    pub(crate) optional: bool,
}

/// A rule ready to run.
#[derive(Clone, Debug)]
pub(crate) struct RuleCode {
    pub(crate) name: Arc<str>,
    pub(crate) ast: Arc<ast::Rule>,
    pub(crate) params: Vec<ParamCode>,
    pub(crate) says: Arc<str>,
    /// The parameter names that occur in `says`, each with the slots of that name.
    pub(crate) said: Vec<(Arc<str>, Vec<Slot>)>,
    pub(crate) body: Vec<Step>,
    pub(crate) slots: usize,
    /// The nesting depth of its statements.
    pub(crate) levels: usize,
    /// Whether the rule itself, not a rule it uses, defines the values of cells.
    pub(crate) redefines_value: bool,
    /// Whether it defines the values of cells or says which cells number regions. Then it is lowered before other
    /// rules.
    pub(crate) comes_first: bool,
    /// The rules whose clues it reads; the flag is true if it also restricts places without such a clue.
    pub(crate) reads: Vec<(Arc<str>, bool)>,
}

/// The maximum nesting depth of statements, counted through rules that use rules.
const MAX_LEVELS: usize = 200;
/// The maximum depth of rules that use rules.
const MAX_USES: usize = 24;

/// The chain of rules being run, each used by the one before: its length, and the total nesting depth of its
/// statements.
#[derive(Clone, Copy, Default)]
pub(crate) struct Uses {
    rules: usize,
    levels: usize,
}

impl Uses {
    /// The chain with one more rule. Error: the chain is too long or the statements too deeply nested.
    pub(crate) fn with(self, rule: &RuleCode) -> Result<Self, BadInput> {
        let more = Self { rules: self.rules + 1, levels: self.levels + rule.levels };
        if more.rules > MAX_USES {
            let name = &rule.name;
            let what = format!("the rule {name} uses itself, or more than {MAX_USES} levels of rules");
            return Err(BadInput::new(what));
        }
        if more.levels > MAX_LEVELS {
            let name = &rule.name;
            let what =
                format!("the rule {name} is used where statements are nested more than {MAX_LEVELS} levels deep");
            return Err(BadInput::new(what).hint("fewer loops in each other, or fewer rules that use rules"));
        }
        Ok(more)
    }
}

/// The nesting depth of statements.
pub(crate) fn levels(body: &[Step]) -> usize {
    let inner = |step: &Step| match &step.kind {
        StepKind::For(_, body) => levels(body),
        StepKind::If(arms, other) => arms.iter().map(|a| &a.1).chain(other).map(|b| levels(b)).max().unwrap_or(0),
        StepKind::Any(blocks) => blocks.iter().map(|b| levels(b)).max().unwrap_or(0),
        _ => 0,
    };
    1 + body.iter().map(inner).max().unwrap_or(0)
}

/// The type of a parameter of this kind.
pub(crate) fn param_type(kind: ParamKind) -> Type {
    match kind {
        ParamKind::Shape(ast::Shape::Cell) => Type::Cell,
        ParamKind::Shape(s) if s.is_lists() => Type::list(Type::list(Type::Cell)),
        ParamKind::Shape(_) => Type::list(Type::Cell),
        ParamKind::Number => Type::Number,
        ParamKind::Boolean => Type::Bool,
        ParamKind::Text => Type::Text,
        ParamKind::Numbers => Type::list(Type::Number),
    }
}

/// The functions and constants of the language, each with an example of its use, as for completion in an editor.
///
/// ```
/// assert!(cluewright_rules::functions().any(|f| f == ("leaps", "leaps(c, down, right)")));
/// ```
pub fn functions() -> impl Iterator<Item = (&'static str, &'static str)> {
    Builtin::ALL.iter().map(|b| (b.1, b.2)).chain(WORDS.iter().map(|w| (w.name, w.name)))
}

impl Builtin {
    /// The cells that a function of one cell returns. `down` and `right` are used by `leaps` and `ray` only.
    pub(crate) fn around(self, places: &Places<'_>, cell: Cell, down: i64, right: i64) -> Vec<Cell> {
        match self {
            Self::Neighbours => places.near(cell, Nearness::Orthogonal),
            Self::Touching => places.near(cell, Nearness::Touching),
            Self::RowOf => places.row(cell),
            Self::ColumnOf => places.column(cell),
            Self::BoxOf => places.box_cells(cell),
            Self::Leaps => places.leaps(cell, down, right).collect(),
            Self::Ray => places.ray(cell, down, right),
            Self::Above => places.beside(cell, -1, 0),
            Self::Below => places.beside(cell, 1, 0),
            Self::LeftOf => places.beside(cell, 0, -1),
            Self::RightOf => places.beside(cell, 0, 1),
            other => unreachable!("{other:?} gives no cells"),
        }
    }
}

impl Code {
    /// Whether the expression is a condition rather than a number, cell, list or text. Only meaningful for expressions
    /// that read a list themselves.
    pub(crate) fn is_condition(&self) -> bool {
        use Builtin as B;
        match &self.kind {
            CodeKind::Quantified(..)
            | CodeKind::In(..)
            | CodeKind::CellIn(..)
            | CodeKind::Matches(..)
            | CodeKind::Accepts(..)
            | CodeKind::MatchesText(..) => true,
            CodeKind::Call(builtin, _) => matches!(
                builtin,
                B::Distinct
                    | B::Equal
                    | B::Increasing
                    | B::Nondecreasing
                    | B::Decreasing
                    | B::Consecutive
                    | B::SameMultiset
                    | B::EqualSums
                    | B::Contains
                    | B::ContainsExactly
                    | B::Connected
                    | B::Accepted
                    | B::RegionNumbers
                    | B::Ranked
                    | B::RankedOrTied
                    | B::SubsetSum
            ),
            _ => false,
        }
    }

    /// Whether the condition asks if a parameter is given, so that the code it guards need not be evaluated.
    pub(crate) fn asks(&self) -> bool {
        match &self.kind {
            CodeKind::IsGiven(_) => true,
            CodeKind::Not(x) => x.asks(),
            CodeKind::And(all) | CodeKind::Or(all) => all.iter().all(Self::asks),
            _ => false,
        }
    }
}
