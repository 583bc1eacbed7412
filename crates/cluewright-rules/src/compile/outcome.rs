//! The result of compiling a condition, and the limits on the cost of compiling.

use super::diagram::Diagram;
use crate::condition::nodes::{Domain, Var};
use cluewright_core::constraint::{Automaton, Compare};
use cluewright_core::{Cell, ValueSet};
use std::sync::{Arc, OnceLock};

/// The limits of one compilation. They are counts rather than seconds, so the same condition compiles to the same result on every
/// machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The maximum number of work steps in total. A step takes about a tenth of a microsecond.
    pub work: u64,
    /// The maximum number of graph nodes in an attempt that fixes variables in list order.
    pub nodes: usize,
    /// The maximum number of graph nodes in an attempt that searches for an order.
    pub greedy_nodes: usize,
    /// The maximum number of states in an attempt before minimisation.
    pub raw_states: usize,
    /// Automata with more states than this are not used.
    pub states: usize,
    /// Automata with more edges than this are not used.
    pub edges: usize,
    /// If an automaton has at most this many edges, its variables stay in list order, and no better order is sought.
    pub good_edges: usize,
    /// If an automaton has at most this many edges, the search for a better order is kept short.
    pub tolerable_edges: usize,
    /// The used numbers of variables that are known to be different become part of a state if there are at most this many numbers.
    pub remembered: u32,
    /// Parts with more variables than this are not compiled.
    pub vars: usize,
    /// Relations that form cycles are compiled together if they have at most this many variables.
    pub joint_relations: usize,
}

impl Limits {
    /// The same limits with the work divided by `by`.
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

/// Two variables and the pairs of values that they may hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairTable {
    /// The first variable.
    pub a: Var,
    /// The second variable.
    pub b: Var,
    /// For each value of `a` (an index into its domain), the values that `b` may hold together with it. Values beyond the end of
    /// the list are not in the domain.
    pub allowed: Vec<ValueSet>,
}

/// A linear comparison: the sum of coefficients times the variables' numbers, compared with a total.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinearSum {
    /// The variables, each of them once, with coefficients other than 0.
    pub terms: Vec<(Var, i64)>,
    /// The comparison.
    pub comparison: Compare,
    /// The total that the sum is compared with.
    pub total: i64,
}

/// An automaton over variables.
#[derive(Clone, Debug)]
pub struct AutomatonPart {
    /// The variables, in the order in which the automaton reads them.
    pub vars: Vec<Var>,
    /// The automaton.
    pub diagram: Arc<Diagram>,
    /// Sets of variables that were known to be different when the automaton was built. The automaton relies on these differences:
    /// it is exact only if the variables do differ. If there are no such sets, the automaton is exact by itself.
    pub assumes: Vec<Vec<Var>>,
    /// The automaton as a constraint, which is created on first use.
    posted: Arc<OnceLock<Option<Automaton>>>,
}

impl AutomatonPart {
    pub(super) fn new(vars: Vec<Var>, diagram: Diagram, assumes: Vec<Vec<Var>>) -> Self {
        Self { vars, diagram: Arc::new(diagram), assumes, posted: Arc::default() }
    }

    /// The automaton as a constraint over the cells 0, 1, .. It is created only once, however often the condition occurs. `first`
    /// returns the number that value 0 of a variable stands for, and must return the same number in every call.
    pub fn constraint(&self, first: impl Fn(Var) -> i32) -> Option<&Automaton> {
        let make = || {
            let places: Vec<Cell> = (0..self.vars.len() as u16).map(Cell).collect();
            let first: Vec<i32> = self.vars.iter().map(|&v| first(v)).collect();
            Automaton::new(&places, &first, &self.diagram.layers).ok()
        };
        self.posted.get_or_init(make).as_ref()
    }
}

/// The result of compiling a condition. All parts together hold if and only if the condition holds (given the known differences),
/// unless a part was too large to compile ([`Compiled::weak`]). In that case the parts hold whenever the condition holds.
#[derive(Clone, Default, Debug)]
pub struct Compiled {
    /// Whether the condition cannot be satisfied.
    pub impossible: bool,
    /// Variables that can hold only some of their values, in rising order.
    pub masks: Vec<(Var, ValueSet)>,
    /// Relations between two variables.
    pub relations: Vec<PairTable>,
    /// Plain linear comparisons.
    pub sums: Vec<LinearSum>,
    /// Automata. A relation or a sum may also be part of an automaton: post both, because techniques use the simpler form.
    pub automata: Vec<AutomatonPart>,
    /// The domains of hidden variables, which are numbered from the graph's [`super::Graph::var_count`] upwards. Create a helper
    /// cell for each of them.
    pub hidden: Vec<Domain>,
    /// Whether a part of the condition was too large to compile.
    pub weak: bool,
    /// Whether the result, including its masks, relations and sums, relies on variables being known to be different.
    pub assumed: bool,
    /// The steps of work that the result took. For a result from a [`Cache`](super::Cache), the work of the original compilation.
    pub work: u64,
}

impl Compiled {
    /// Whether the condition always holds, so that there is nothing to post.
    pub fn is_trivial(&self) -> bool {
        !self.impossible
            && self.masks.is_empty()
            && self.relations.is_empty()
            && self.sums.is_empty()
            && self.automata.is_empty()
            && !self.weak
    }

    pub(super) fn weight(&self) -> usize {
        16 + self.automata.iter().map(|a| a.diagram.edges()).sum::<usize>()
            + self.relations.iter().map(|r| r.allowed.len()).sum::<usize>()
    }
}
