//! What a condition becomes, and how much making it may cost.

use super::diagram::Diagram;
use crate::condition::nodes::{Domain, Var};
use cluewright_core::constraint::{Automaton, Compare};
use cluewright_core::{Cell, ValueSet};
use std::sync::{Arc, OnceLock};

/// How much one compilation may spend. Counts, not seconds: the same condition compiles to the same thing everywhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Steps of work for everything: a step takes about a tenth of a microsecond.
    pub work: u64,
    /// Graph nodes for an attempt in list order.
    pub nodes: usize,
    /// Graph nodes for an attempt that looks for an order.
    pub greedy_nodes: usize,
    /// States of an attempt before minimising.
    pub raw_states: usize,
    /// States of an automaton worth keeping.
    pub states: usize,
    /// Edges of an automaton worth keeping.
    pub edges: usize,
    /// Up to this many edges the variables stay in the order of the list; no better order is sought.
    pub good_edges: usize,
    /// With at most this many edges the look for a better order is kept short.
    pub tolerable_edges: usize,
    /// Used numbers of variables known to differ are part of a state up to this many numbers.
    pub remembered: u32,
    /// Parts with more variables are not compiled.
    pub vars: usize,
    /// Relations that form cycles are compiled together up to this many variables.
    pub joint_relations: usize,
}

impl Limits {
    /// The same with a part of the work allowed.
    #[must_use]
    pub fn divided(self, by: usize) -> Self {
        Self {
            work: self.work / by as u64,
            nodes: self.nodes / by,
            greedy_nodes: self.greedy_nodes / by,
            raw_states: self.raw_states / by,
            ..self
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            work: 6_000_000,
            nodes: 50_000,
            greedy_nodes: 200_000,
            raw_states: 20_000,
            states: 5_000,
            edges: 30_000,
            good_edges: 2_600,
            tolerable_edges: 4_000,
            remembered: 10,
            vars: 64,
            joint_relations: 12,
        }
    }
}

/// Two variables and the pairs of values they may hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairTable {
    /// The first variable.
    pub a: Var,
    /// The second variable.
    pub b: Var,
    /// By value of `a` (index into its domain): what `b` may hold with it. Values beyond the end are not in the domain.
    pub allowed: Vec<ValueSet>,
}

/// A plain linear comparison: coefficients times the variables' numbers, added up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinearSum {
    /// Variables, each once, with coefficients other than 0.
    pub terms: Vec<(Var, i64)>,
    /// The comparison.
    pub comparison: Compare,
    /// The total it is compared with.
    pub total: i64,
}

/// An automaton over variables.
#[derive(Clone, Debug)]
pub struct AutomatonPart {
    /// The variables in the order it reads them.
    pub vars: Vec<Var>,
    /// The automaton.
    pub diagram: Arc<Diagram>,
    /// Sets of variables that were known to differ when the automaton was built, which it relies on: it is exact only where they do
    /// differ. Empty: it is exact by itself.
    pub assumes: Vec<Vec<Var>>,
    /// The same as a constraint, once it was asked for.
    posted: Arc<OnceLock<Option<Automaton>>>,
}

impl AutomatonPart {
    pub(super) fn new(vars: Vec<Var>, diagram: Diagram, assumes: Vec<Vec<Var>>) -> Self {
        Self { vars, diagram: Arc::new(diagram), assumes, posted: Arc::default() }
    }

    /// The automaton as a constraint over the cells 0, 1, ..; made once however often the condition occurs. `first`
    /// are the numbers of value 0 of its variables, the same whenever it is asked.
    pub fn constraint(&self, first: impl Fn(Var) -> i32) -> Option<&Automaton> {
        let make = || {
            let places: Vec<Cell> = (0..self.vars.len() as u16).map(Cell).collect();
            let first: Vec<i32> = self.vars.iter().map(|&v| first(v)).collect();
            Automaton::new(&places, &first, &self.diagram.layers).ok()
        };
        self.posted.get_or_init(make).as_ref()
    }
}

/// How a part was compiled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Means {
    /// A relation of two variables.
    Relation,
    /// A plain linear comparison.
    Sum,
    /// Variables in list order.
    ListOrder,
    /// Variables in an order that was looked for.
    GreedyOrder,
    /// With hidden variables for `min` and `max`.
    HiddenVariables,
    /// It was too large: the caller evaluates it.
    TooLarge,
}

/// One line of the report: what became of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartReport {
    /// How.
    pub means: Means,
    /// Variables it reads.
    pub vars: usize,
    /// States of the automaton, or 0.
    pub states: usize,
    /// Edges of the automaton, or 0.
    pub edges: usize,
    /// Nodes built on the way: the cost, independent of the machine.
    pub nodes: usize,
}

impl PartReport {
    /// Whether it removes less than it could.
    pub fn is_weak(&self) -> bool {
        self.means == Means::TooLarge
    }
}

/// What a condition became. All of it together holds exactly when the condition does (given what was known), unless a part of
/// it was too large to compile ([`Compiled::is_weak`]): then it holds whenever the condition does.
#[derive(Clone, Default, Debug)]
pub struct Compiled {
    /// Nothing satisfies it.
    pub impossible: bool,
    /// Variables that can hold only some of their values, in rising order.
    pub masks: Vec<(Var, ValueSet)>,
    /// Relations between two variables.
    pub relations: Vec<PairTable>,
    /// Plain linear comparisons.
    pub sums: Vec<LinearSum>,
    /// Automata. A relation or sum may be part of one as well: post both, logic lives on the simpler ones.
    pub automata: Vec<AutomatonPart>,
    /// Domains of hidden variables, numbered from the graph's [`super::Graph::var_count`] on: make a helper cell for each.
    pub hidden: Vec<Domain>,
    /// The outcome for each part.
    pub report: Vec<PartReport>,
    /// Whether variables were used as known to differ, also for masks, relations or sums.
    pub assumed: bool,
    /// Steps of work it took to make. What comes out of a [`Cache`](super::Cache) says what making it took.
    pub work: u64,
}

impl Compiled {
    /// Whether it always holds, so that there is nothing to post.
    pub fn is_trivial(&self) -> bool {
        !self.impossible
            && self.masks.is_empty()
            && self.relations.is_empty()
            && self.sums.is_empty()
            && self.automata.is_empty()
            && !self.is_weak()
    }

    /// Whether a part of it was too large to compile.
    pub fn is_weak(&self) -> bool {
        self.report.iter().any(PartReport::is_weak)
    }

    pub(super) fn weight(&self) -> usize {
        16 + self.automata.iter().map(|a| a.diagram.edges()).sum::<usize>()
            + self.relations.iter().map(|r| r.allowed.len()).sum::<usize>()
    }
}
