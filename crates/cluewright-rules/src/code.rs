//! Rules with all names resolved and all types checked: the form that evaluation and lowering read.

use crate::automaton::Dfa;
use crate::automaton::nfa::Nfa;
use crate::places::Places;
use crate::syntax::Pos;
use crate::syntax::ast::{self, Arith, Cmp, Nearness, ParamKind};
use crate::words::constants::Word;
use cluewright_core::{BadInput, Cell, Clue};
use std::any::Any;
use std::sync::Arc;

/// A variable of a rule, given by its index among the values of a running rule.
pub(crate) type Slot = u16;

/// The type of an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Number,
    Bool,
    Text,
    Cell,
    List(Box<Type>),
    /// Extra cells that are indexed by the items of a list, such as `D` after `extra cell D[cells]`.
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

    /// Whether a value of this type can be used as a number. A cell can: it counts as the number it holds.
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

    /// The smallest type that includes both types; `None` if there is no such type.
    pub(crate) fn joined(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Unknown, x) | (x, Self::Unknown) => Some(x.clone()),
            (x, y) if x == y => Some(x.clone()),
            (x, y) if x.is_number() && y.is_number() => Some(Self::Number),
            (x, y) => Some(Self::list(x.item()?.joined(&y.item()?)?)),
        }
    }

    /// Whether this type is a list of numbers or cells.
    pub(crate) fn is_flat(&self) -> bool {
        self.item().is_some_and(|i| i.is_number())
    }

    /// Whether this type is a list of lists of numbers or cells.
    pub(crate) fn is_lists(&self) -> bool {
        self.item().is_some_and(|i| i.is_flat())
    }

    /// Whether a value of this type can be an argument of this kind.
    pub(crate) fn is(&self, kind: Kind) -> bool {
        match kind {
            Kind::Number | Kind::Place => self.is_number(),
            Kind::Cell => *self == Self::Cell,
            Kind::List => self.item().is_some(),
            Kind::Flat => self.is_flat(),
            Kind::Cells => self.item() == Some(Self::Cell),
            Kind::Lists => self.is_lists(),
            Kind::Nested => self.item().is_some_and(|i| i.item().is_some()),
            Kind::NumberOrFlat => self.is_number() || self.is_flat(),
        }
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

/// The type that a function expects of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A number, or a cell, which counts as the number it holds.
    Number,
    Cell,
    /// A number, or a cell that is chosen without reading digits. The cell itself counts, not the number it holds.
    Place,
    List,
    /// A list of numbers or cells.
    Flat,
    Cells,
    /// A list of lists of numbers or cells.
    Lists,
    /// A list of lists of any kind.
    Nested,
    NumberOrFlat,
}

/// What a function returns.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Gives {
    Number,
    Bool,
    Cell,
    Numbers,
    Cells,
    /// A list of lists of cells.
    Lists,
    /// A type that depends on the type of the last argument.
    By(fn(&Type) -> Option<Type>),
}

/// Marks functions by which statements are recognised, so that these statements can be posted as facts of the model or explained,
/// and functions that take a name or a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Sum,
    Between,
    Min,
    Max,
    Distinct,
    Regions,
    Given,
    Clues,
    Accepted,
}

/// A function of the rule language, defined in one of the files of [`crate::words`].
#[derive(Debug)]
pub(crate) struct Function {
    /// The function's name, followed by its arguments in brackets, as shown to authors of rules.
    pub(crate) usage: &'static str,
    /// The lists of arguments that the function accepts.
    pub(crate) takes: &'static [&'static [Kind]],
    /// If set, two or more arguments of this kind are read as one list.
    pub(crate) several: Option<Kind>,
    pub(crate) gives: Gives,
    /// Whether the function depends only on the values of its arguments and on which of their cells are equal, but not on the
    /// position of a cell or on the clues of the puzzle.
    pub(crate) plain: bool,
    /// Whether the function's value is known without reading digits if its arguments are known.
    pub(crate) known: bool,
    /// The function's value for a whole number; a true condition is 1.
    pub(crate) of_whole: Option<fn(i64) -> i64>,
    /// The function's value for a cell if it is known before solving.
    pub(crate) of_cell: Option<fn(&Places<'_>, Cell) -> i64>,
    pub(crate) role: Option<Role>,
    /// A `Judge`, an `Unroll` and a `Post`. The checker and the unroller use this file but must not depend on each other, so the
    /// file names none of these types.
    pub(crate) judge: &'static (dyn Any + Send + Sync),
    pub(crate) unroll: &'static (dyn Any + Send + Sync),
    pub(crate) post: Option<&'static (dyn Any + Send + Sync)>,
    /// Whether a call that is a part of an `and` is posted apart from the other parts.
    pub(crate) apart: bool,
}

impl Function {
    pub(crate) const fn several(self, kind: Kind) -> Self {
        Self { several: Some(kind), ..self }
    }

    /// Declares that the function is not [`Self::plain`].
    pub(crate) const fn by_place(self) -> Self {
        Self { plain: false, ..self }
    }

    pub(crate) const fn known(self) -> Self {
        Self { known: true, ..self }
    }

    pub(crate) const fn of_whole(self, value: fn(i64) -> i64) -> Self {
        Self { of_whole: Some(value), ..self }
    }

    pub(crate) const fn of_cell(self, value: fn(&Places<'_>, Cell) -> i64) -> Self {
        Self { of_cell: Some(value), ..self }
    }

    /// Declares that the model may have a special kind of fact for a call that is a whole condition. `post` is a `Post`.
    pub(crate) const fn posted(self, post: &'static (dyn Any + Send + Sync)) -> Self {
        Self { post: Some(post), ..self }
    }

    /// Like [`Self::posted`], also for a call that is a part of an `and`.
    pub(crate) const fn posted_apart(self, post: &'static (dyn Any + Send + Sync)) -> Self {
        Self { post: Some(post), apart: true, ..self }
    }

    pub(crate) const fn role(self, role: Role) -> Self {
        Self { role: Some(role), ..self }
    }

    pub(crate) fn name(&self) -> &'static str {
        self.usage.split('(').next().unwrap_or_default()
    }
}

/// The error that an item has no extra cell. `wanted` describes the item; `items` are the items that have an extra cell.
pub(crate) fn no_extra_cell(pos: Pos, wanted: &str, mut items: Vec<String>) -> BadInput {
    const SHOWN: usize = 8;
    if items.len() > SHOWN {
        items.drain(SHOWN - 2..items.len() - 1);
        items.insert(SHOWN - 2, "...".into());
    }
    pos.error(format!("there is no extra cell for {wanted}"))
        .hint(format!("there is an extra cell for each of {}", items.join(", ")))
}

/// The error for a statement about a missing list or about a range with a missing end. If the statement were ignored, the rule's
/// requirement would be dropped silently.
pub(crate) fn not_there(pos: Pos, what: &str) -> BadInput {
    pos.error(format!("this {what} is not there")).hint(
        "a place outside a list was read, or a number was divided by 0; test this first with `if length(...) >= ...:`",
    )
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
    Call(&'static Function, Vec<Code>),
    /// `given(p)`
    IsGiven(Slot),
    /// `clues(rule)`
    CluesOf(Arc<str>),
    /// The item of a list at an index that counts from 1.
    Index(Box<Code>, Box<Code>),
    /// The extra cell of an item. The flag is true if digits are not needed to determine which cell that is.
    KeyIndex(Box<Code>, Box<Code>, bool),
    /// A parameter of a clue, by its index in the clue's rule.
    Field(Box<Code>, usize),
    Neg(Box<Code>),
    Not(Box<Code>),
    Abs(Box<Code>),
    Arith(Arith, Box<Code>, Box<Code>),
    /// A comparison of two numbers. The operator is never `In`.
    Compare(Cmp, Box<Code>, Box<Code>),
    /// Whether two cells hold the same digit; if the flag is true, whether they hold different digits.
    SameDigit(Box<Code>, Box<Code>, bool),
    /// Whether two texts or conditions are equal; if the flag is true, whether they are different.
    SameWord(Box<Code>, Box<Code>, bool),
    /// Whether a number is in a list of numbers, or a cell, by its identity, in a list of cells.
    In(Box<Code>, Box<Code>),
    /// Whether a cell, by its identity, is in a list of cells.
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
    /// `accepted(L, "...")`: `L` is a list of numbers, or a list of such lists, which are read with a break between them.
    Accepts(Box<Code>, Arc<Nfa>),
    /// A regular expression that is given by a parameter.
    MatchesText(Box<Code>, Box<Code>),
    /// `first k of L` / `last k of L`
    End(bool, Box<Code>, Box<Code>),
    /// `L before i` / `L after i`
    Side(bool, Box<Code>, Box<Code>),
    Fold(Slot, Box<Code>, Box<Bind>, Box<Code>),
    /// Evaluates the body of a function after its argument has been stored in the slot.
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
    /// Cells that are marked by a clue of one of these rules; if the flag is true, cells that are marked by no clue of these rules.
    Marked(Vec<Arc<str>>, bool),
}

/// The variables that a `for` binds, and the items that it iterates over.
#[derive(Clone, Debug)]
pub(crate) struct Bind {
    pub(crate) pos: Pos,
    pub(crate) pat: Pat,
    /// The variable that counts the items from 1.
    pub(crate) index: Option<Slot>,
    /// The variable for the item's index, counted from 1, in the list that the item comes from.
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
    /// Defines the value of a cell, or of every cell of the grid if `all` is true.
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

/// The rules that a puzzle may use, as seen by evaluation and unrolling.
pub(crate) trait Rules {
    /// The rule called `name`, ready to run, or `None` if there is no such rule. Returns an error if a library rule does not work
    /// with the rules that hide other library rules.
    fn code(&self, name: &str) -> Result<Option<&Arc<RuleCode>>, BadInput>;
    /// The rule that a clue names. It is an error if there is no such rule.
    fn needed(&self, clue: &Clue) -> Result<&Arc<RuleCode>, BadInput>;
}

/// A rule ready to run.
#[derive(Clone, Debug)]
pub(crate) struct RuleCode {
    pub(crate) name: Arc<str>,
    pub(crate) ast: Arc<ast::Rule>,
    pub(crate) params: Vec<ParamCode>,
    pub(crate) says: Arc<str>,
    /// The parameter names that occur in `says`, each with the slots that have this name.
    pub(crate) said: Vec<(Arc<str>, Vec<Slot>)>,
    pub(crate) body: Vec<Step>,
    pub(crate) slots: usize,
    /// The nesting depth of the rule's statements.
    pub(crate) levels: usize,
    /// Whether the rule itself, not a rule it uses, defines the values of cells.
    pub(crate) redefines_value: bool,
    /// Whether the rule defines the values of cells or declares which cells number regions. Such a rule is lowered before other
    /// rules.
    pub(crate) comes_first: bool,
    /// The rules whose clues this rule reads. The flag is true if this rule also restricts places without such a clue.
    pub(crate) reads: Vec<(Arc<str>, bool)>,
}

/// The maximum nesting depth of statements, including the statements of rules that a rule uses.
const MAX_LEVELS: usize = 200;
/// The maximum depth to which rules may use other rules.
const MAX_USES: usize = 24;

/// The chain of rules that are running, each of which is used by the rule before it: the length of the chain, and the total nesting
/// depth of the rules' statements.
#[derive(Clone, Copy, Default)]
pub(crate) struct Uses {
    rules: usize,
    levels: usize,
}

impl Uses {
    /// The chain with one more rule. It is an error if the chain becomes too long or the statements are nested too deeply.
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
            return Err(BadInput::new(what).hint("nest fewer loops, or let fewer rules use other rules"));
        }
        Ok(more)
    }
}

/// The nesting depth of the statements.
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

impl Code {
    /// Whether the expression is a condition rather than a number, a cell, a list or a text. Only meaningful for expressions that
    /// read a list themselves.
    pub(crate) fn is_condition(&self) -> bool {
        match &self.kind {
            CodeKind::Quantified(..)
            | CodeKind::In(..)
            | CodeKind::CellIn(..)
            | CodeKind::Matches(..)
            | CodeKind::Accepts(..)
            | CodeKind::MatchesText(..) => true,
            CodeKind::Call(function, _) => matches!(function.gives, Gives::Bool),
            _ => false,
        }
    }

    /// Whether the condition only asks which parameters are given. Code that such a condition guards need not always be evaluated.
    pub(crate) fn asks(&self) -> bool {
        match &self.kind {
            CodeKind::IsGiven(_) => true,
            CodeKind::Not(x) => x.asks(),
            CodeKind::And(all) | CodeKind::Or(all) => all.iter().all(Self::asks),
            _ => false,
        }
    }
}
