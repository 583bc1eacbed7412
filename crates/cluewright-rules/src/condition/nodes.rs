//! The nodes of a graph: the conditions themselves, without the data needed to make further nodes.

use crate::automaton::dfa::Dfa;
use crate::automaton::intern::Interner;
use cluewright_core::{Value, ValueSet};
use std::sync::Arc;

/// A variable of a [`Graph`](super::Graph). Variables are numbered from 0 in the order in which
/// [`Graph::add_var`](super::Graph::add_var) adds them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(pub u16);

impl Var {
    /// The index as a `usize`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A number node of a [`Graph`](super::Graph).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Num(pub(crate) u32);

/// A boolean node of a [`Graph`](super::Graph), or its negation if the lowest bit is set, so that `not` needs no node of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Bool(pub(crate) u32);

impl Bool {
    /// Always true.
    pub const TRUE: Self = Self(0);
    /// Never true.
    pub const FALSE: Self = Self(1);

    pub(crate) fn node(self) -> u32 {
        self.0 >> 1
    }

    pub(crate) fn negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(crate) fn flipped_if(self, flip: bool) -> Self {
        Self(self.0 ^ u32::from(flip))
    }
}

impl std::ops::Not for Bool {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// The domain of a variable. Value `v` of the set stands for the number `first + v`, as in the cells of a model.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Domain {
    /// The number that value 0 stands for.
    pub first: i32,
    /// The values of the domain, of which there is at least one.
    pub values: ValueSet,
}

impl Domain {
    /// The domain of the numbers `low..=high` (at most 64 numbers).
    pub fn range(low: i32, high: i32) -> Self {
        debug_assert!(low <= high && high - low < 64, "1 to 64 numbers");
        Self { first: low, values: ValueSet::below((high - low + 1) as u32) }
    }

    /// The number that a value stands for.
    pub fn number(self, value: Value) -> i64 {
        self.first as i64 + value.0 as i64
    }

    /// The numbers of the domain in rising order.
    pub fn numbers(self) -> impl Iterator<Item = i64> {
        self.values.iter().map(move |v| self.number(v))
    }

    pub(crate) fn bits(self) -> u64 {
        self.values.0
    }

    pub(crate) fn size(self) -> usize {
        self.values.len() as usize
    }
}

pub(crate) type TableId = u32;
pub(crate) type PairId = u32;
pub(crate) type DfaId = u32;

/// Nodes that are numbers. Children are stored before their parents.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum NumOp {
    Const(i64),
    /// A function of one variable in primitive form: its smallest entry is 0, its entries have no common factor, and the first
    /// entry that differs from the initial entry is greater than the initial entry. It is indexed by value; entries outside the
    /// domain are 0.
    Table(Var, TableId),
    /// A constant and terms, sorted by node. No term is a constant, a sum, or a second function of the same variable.
    Linear(i64, Box<[(Num, i64)]>),
    Max(Box<[Num]>),
    Product(Box<[Num]>),
    FloorDiv(Num, Num),
    Mod(Num, Num),
    If(Bool, Num, Num),
    /// One number for each value of the variable's domain. None of these numbers reads the variable.
    Case(Var, Box<[Num]>),
    /// The item of the list at an index that counts from 0. The index is never outside the list.
    Element(Box<[Num]>, Num),
}

/// Nodes that are conditions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum BoolOp {
    True,
    /// The variable is in the set. The set never contains the lowest value of the domain, because a set that contains it is stored
    /// as a negation.
    Mask(Var, u64),
    /// A truth table with a row for each value of the first variable. It is false for the lowest values of both variables.
    Pair(Var, Var, PairId),
    /// The number is in the range. `i64::MIN` means no lower bound, and `i64::MAX` no upper bound. There is always at least one
    /// bound, and never only a lower bound.
    Range(Num, i64, i64),
    And(Box<[Bool]>),
    /// The cells are different from each other and from the numbers already used.
    Distinct(Box<[i64]>, Box<[Num]>),
    /// The automaton accepts the numbers when it starts in this state. The first of these numbers is not constant.
    Accepts(DfaId, u32, Box<[Num]>),
}

/// A part of a node.
pub(crate) enum Part<'a> {
    Var(Var),
    Num(&'a mut Num),
    Bool(&'a mut Bool),
}

impl NumOp {
    /// Calls `see` for each part of the node.
    pub(crate) fn each(&mut self, mut see: impl FnMut(Part<'_>)) {
        match self {
            Self::Const(_) => {}
            Self::Table(var, _) => see(Part::Var(*var)),
            Self::Linear(_, terms) => terms.iter_mut().for_each(|t| see(Part::Num(&mut t.0))),
            Self::Max(list) | Self::Product(list) => list.iter_mut().for_each(|n| see(Part::Num(n))),
            Self::FloorDiv(a, b) | Self::Mod(a, b) => [a, b].into_iter().for_each(|n| see(Part::Num(n))),
            Self::If(c, a, b) => {
                see(Part::Bool(c));
                [a, b].into_iter().for_each(|n| see(Part::Num(n)));
            }
            Self::Case(var, list) => {
                see(Part::Var(*var));
                list.iter_mut().for_each(|n| see(Part::Num(n)));
            }
            Self::Element(list, index) => [index].into_iter().chain(list).for_each(|n| see(Part::Num(n))),
        }
    }
}

impl BoolOp {
    /// Calls `see` for each part of the node.
    pub(crate) fn each(&mut self, mut see: impl FnMut(Part<'_>)) {
        match self {
            Self::True => {}
            Self::Mask(var, _) => see(Part::Var(*var)),
            Self::Pair(x, y, _) => [*x, *y].into_iter().for_each(|v| see(Part::Var(v))),
            Self::Range(n, ..) => see(Part::Num(n)),
            Self::And(list) => list.iter_mut().for_each(|b| see(Part::Bool(b))),
            Self::Distinct(_, list) | Self::Accepts(_, _, list) => list.iter_mut().for_each(|n| see(Part::Num(n))),
        }
    }
}

/// A set of variables, with one bit for each variable. The last bit stands for all variables from 127 upwards, and means that the
/// set may contain any of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Vars(pub u128);

impl Vars {
    const REST: u32 = 127;

    pub(crate) fn of(var: Var) -> Self {
        Self(1 << (var.0 as u32).min(Self::REST))
    }
    pub(crate) fn has(self, var: Var) -> bool {
        self.0 & Self::of(var).0 != 0
    }
    pub(crate) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    pub(crate) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }
    pub(crate) fn len(self) -> u32 {
        self.0.count_ones()
    }
    fn exact(self) -> bool {
        self.0 >> Self::REST == 0
    }
    /// The only variable of a set that contains exactly one variable; otherwise `None`.
    pub(crate) fn one(self) -> Option<Var> {
        (self.exact() && self.len() == 1).then(|| Var(self.0.trailing_zeros() as u16))
    }
    /// The two variables of a set that contains exactly two variables; otherwise `None`.
    pub(crate) fn two(self) -> Option<(Var, Var)> {
        (self.exact() && self.len() == 2)
            .then(|| (Var(self.0.trailing_zeros() as u16), Var(127 - self.0.leading_zeros() as u16)))
    }
}

/// The variables that a node reads, and the nesting depth of the node: 0 if it has no parts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Meta {
    pub vars: Vars,
    pub depth: u16,
}

impl Meta {
    /// Adds a part to a node; `nums` and `bools` have the data of all numbers and booleans.
    pub(crate) fn add(&mut self, part: Part<'_>, nums: &[Self], bools: &[Self]) {
        let part = match part {
            Part::Var(var) => Self { vars: Vars::of(var), depth: 0 },
            Part::Num(num) => nums[num.0 as usize],
            Part::Bool(lit) => bools[lit.node() as usize],
        };
        *self = Self { vars: self.vars.with(part.vars), depth: self.depth.max(part.depth + 1) };
    }
}

/// Numbers and booleans over variables; equal nodes are stored once.
#[derive(Clone, Debug)]
pub struct Nodes {
    pub(crate) domains: Vec<Domain>,
    pub(crate) nums: Interner<NumOp>,
    pub(crate) bools: Interner<BoolOp>,
    /// For each number, its bounds, which are not always attained.
    pub(crate) num_bounds: Vec<(i64, i64)>,
    pub(crate) num_meta: Vec<Meta>,
    pub(crate) bool_meta: Vec<Meta>,
    pub(crate) tables: Interner<Box<[i64]>>,
    pub(crate) pairs: Interner<Box<[u64]>>,
    pub(crate) dfas: Vec<Arc<Dfa>>,
}

impl Default for Nodes {
    /// Creates a graph that contains only the boolean that is always true.
    fn default() -> Self {
        let mut bools = Interner::new();
        bools.intern(BoolOp::True);
        Self {
            domains: Vec::new(),
            nums: Interner::new(),
            bools,
            num_bounds: Vec::new(),
            num_meta: Vec::new(),
            bool_meta: vec![Meta::default()],
            tables: Interner::new(),
            pairs: Interner::new(),
            dfas: Vec::new(),
        }
    }
}

impl Nodes {
    /// The domain of a variable.
    pub fn domain(&self, var: Var) -> Domain {
        self.domains[var.index()]
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.nums.len() + self.bools.len()
    }

    /// The smallest and the greatest number that the node may have (not always attained).
    pub fn bounds(&self, num: Num) -> (i64, i64) {
        self.num_bounds[num.0 as usize]
    }

    /// The value of a number that does not depend on any variable; otherwise `None`.
    pub fn as_constant(&self, num: Num) -> Option<i64> {
        match self.nums[num.0] {
            NumOp::Const(v) => Some(v),
            _ => None,
        }
    }

    pub(crate) fn vars(&self, num: Num) -> Vars {
        self.num_meta[num.0 as usize].vars
    }

    pub(crate) fn bool_vars(&self, lit: Bool) -> Vars {
        self.bool_meta[lit.node() as usize].vars
    }

    pub(crate) fn op(&self, num: Num) -> &NumOp {
        &self.nums[num.0]
    }

    pub(crate) fn bool_op(&self, lit: Bool) -> &BoolOp {
        &self.bools[lit.node()]
    }

    /// The index of a value among the values of its variable's domain.
    pub(crate) fn rank(&self, var: Var, value: u8) -> usize {
        (self.domain(var).bits() & ((1u64 << value) - 1)).count_ones() as usize
    }
}
