//! Unrolls rules: every expression of a statement becomes nodes of one graph ([`ir`]), for the current puzzle.

pub(crate) mod accepted;
pub(crate) mod alike;
pub(crate) mod closed;
pub(crate) mod expression;
pub(crate) mod fold;
pub(crate) mod ir;
pub(crate) mod kept;
pub(crate) mod lists;
pub(crate) mod number;
pub(crate) mod program;
pub(crate) mod regions;
pub(crate) mod sets;
pub(crate) mod shapes;
pub(crate) mod value;

use crate::args::MakeConstants;
use crate::code::{Code, RuleCode, Rules, Uses};
use crate::condition::{Domain, Watch};
use crate::extra::Extra;
use crate::places::Places;
use crate::syntax::Pos;
use cluewright_core::{BadInput, Cell, ModelBuilder, OriginId};
use ir::{Graph, Id};
use kept::{Kept, Numbered};
use sets::SetsOf;
use value::{Got, Val};

/// How a statement was lowered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The name of the rule.
    pub rule: String,
    /// The statement's line in the rule's text, counted from 1.
    pub line: u32,
    /// The forms that the statement's conditions were posted in, each with a count.
    pub became: Vec<(Became, u32)>,
}

/// The form in which a condition was posted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Became {
    /// Nothing: the condition always holds in this puzzle.
    Nothing,
    /// A contradiction: the condition never holds in this puzzle.
    Impossible,
    /// A set of mutually different cells.
    Set,
    /// A restriction of the values of one cell.
    Values,
    /// A link between two cells.
    Link,
    /// A sum.
    Sum,
    /// A constraint of this kind.
    Constraint(&'static str),
    /// An automaton, with its size.
    Automaton {
        /// The number of states after minimisation.
        states: u32,
        /// The number of edges after minimisation.
        edges: u32,
    },
    /// A formula that is only evaluated, so its propagation is weak.
    Formula,
}

impl Became {
    /// Whether propagation of this form is weak.
    pub fn is_weak(self) -> bool {
        self == Self::Formula
    }
}

/// An "or" over more cells than this is not compiled into one automaton, and a count over more cells is not compiled at all.
pub(crate) const MANY_CELLS: usize = 14;
/// The maximum number of nodes in a graph.
pub(crate) const MAX_NODES: usize = 3_000_000;
/// The maximum number of work steps used to make nodes; they take about a second.
const MAX_WORK: u64 = 20_000_000;
/// The maximum nesting depth of nodes, which is enough for a fold over all cells of a large grid.
const MAX_NESTING: u16 = 2_000;
/// The maximum number of work steps used to compile the conditions of one model. A step takes about a tenth of a microsecond.
pub(crate) const MODEL_WORK: u64 = 20_000_000;

/// The destination to which conditions are posted.
pub(crate) enum Sink {
    /// The conditions are posted to the model.
    Model,
    /// The conditions are collected in a list, as parts of a larger condition.
    List(Vec<Id>),
}

/// Unrolls a call of a function.
pub(crate) struct Unroll(pub(crate) for<'a> fn(&mut Lower<'a>, &'a [Code], Pos) -> Got<Val>);

/// Posts a call of a function that is a whole condition, if the model has a special kind of fact for it. Returns whether the whole
/// call was posted.
pub(crate) struct Post(pub(crate) for<'a> fn(&mut Lower<'a>, &'a [Code], Pos) -> Got<bool>);

pub(crate) struct Lower<'a> {
    pub(crate) rules: &'a dyn Rules,
    pub(crate) places: &'a Places<'a>,
    /// Creates the evaluator for the defaults and ranges of clues that rules read.
    pub(crate) constants: MakeConstants,
    pub(crate) build: ModelBuilder,
    pub(crate) report: Vec<Report>,
    /// The index of the statement's entry in the report.
    pub(crate) entry: usize,
    /// The shown extra cells that rules have made so far.
    pub(crate) extra: Vec<Extra>,
    pub(crate) graph: Graph,
    pub(crate) one: Id,
    pub(crate) variables: Variables,
    pub(crate) scope: Scope<'a>,
    pub(crate) budget: Budget<'a>,
    pub(crate) kept: Kept<'a>,
    /// The condition that a list that the current expression reads is missing. If the condition holds, the expression is undefined.
    pub(crate) missing: Id,
    pub(crate) sink: Sink,
    /// The sets of the current `for`. They are posted at the end of the `for`, when it is known whether they form a family.
    pub(crate) sets: Option<Vec<(Vec<Cell>, OriginId)>>,
    pub(crate) sets_of: SetsOf,
    pub(crate) numbered: Vec<Numbered>,
}

/// The cells that the current condition reads, as variables of the graph.
#[derive(Default)]
pub(crate) struct Variables {
    /// The cells that are variables of the current condition, in the order in which the condition read them.
    pub(crate) locals: Vec<Cell>,
    /// For each cell, a stamp and the cell's variable, which is valid only if the stamp is the current stamp.
    local_of: Vec<(u32, u16)>,
    stamp: u32,
    /// Whether a name in scope has a value that depends on the current variables. If so, variables are not renumbered for the next
    /// condition.
    pub(crate) pinned: bool,
    /// For each cell, its domain in the graph.
    domains: Vec<u16>,
}

/// The rule that is being run, and its names.
#[derive(Default)]
pub(crate) struct Scope<'a> {
    /// The value of each name.
    pub(crate) env: Vec<Val>,
    pub(crate) rule: Option<&'a RuleCode>,
    pub(crate) clue: Option<u32>,
    /// The cells of the clue.
    pub(crate) cells: Vec<Cell>,
    pub(crate) uses: Uses,
    pub(crate) origin: Option<OriginId>,
}

/// The work done so far, and the stop signal.
pub(crate) struct Budget<'a> {
    pub(crate) steps: u64,
    pub(crate) facts: usize,
    /// The amount of work that may still be spent on compiling conditions.
    pub(crate) work_left: u64,
    /// The stop signal. Once it is set, no more conditions are compiled.
    pub(crate) watch: &'a Watch<'a>,
    /// The amount of work at which the stop signal is polled again.
    next_poll: u64,
}

impl<'a> Lower<'a> {
    pub(crate) fn new(
        rules: &'a dyn Rules,
        places: &'a Places<'a>,
        constants: MakeConstants,
        watch: &'a Watch<'a>,
    ) -> Self {
        let mut graph = Graph::new();
        let one = graph.constant(1);
        Self {
            rules,
            places,
            constants,
            build: ModelBuilder::for_puzzle(places.puzzle),
            report: Vec::new(),
            entry: 0,
            extra: Vec::new(),
            graph,
            one,
            variables: Variables { stamp: 1, ..Variables::default() },
            scope: Scope::default(),
            budget: Budget { steps: 0, facts: 0, work_left: MODEL_WORK, watch, next_poll: 0 },
            kept: Kept::default(),
            missing: ir::FALSE,
            sink: Sink::Model,
            sets: None,
            sets_of: SetsOf::default(),
            numbered: Vec::new(),
        }
    }

    /// Checks that there are not too many domains, automata and cells to be numbered.
    pub(crate) fn check_size(&self) -> Result<(), BadInput> {
        if self.graph.is_overfull() {
            return Err(BadInput::new("the rules need more than 65,536 different automata or ranges of digits")
                .hint("use fewer or shorter loops"));
        }
        self.build.check_size()
    }

    /// The variable of a cell in the current condition.
    pub(crate) fn local(&mut self, cell: Cell) -> u16 {
        let i = cell.index();
        if self.variables.local_of.len() <= i {
            self.variables.local_of.resize(self.build.len().max(i + 1), (0, 0));
        }
        let (stamp, var) = self.variables.local_of[i];
        if stamp == self.variables.stamp {
            return var;
        }
        let var = self.variables.locals.len() as u16;
        self.variables.locals.push(cell);
        self.variables.local_of[i] = (self.variables.stamp, var);
        var
    }

    /// Uses new variables for the next condition, unless a name in scope has a value that depends on the current variables.
    pub(crate) fn forget_locals(&mut self) {
        if self.variables.pinned {
            return;
        }
        self.variables.stamp += 1;
        self.variables.locals.clear();
    }

    /// Called before a name is bound to this value, to record whether the value depends on variables.
    pub(crate) fn pin(&mut self, value: &Val) {
        self.variables.pinned |= self.depends(value);
    }

    /// Whether the value depends on variables, rather than being known before solving.
    pub(crate) fn depends(&self, value: &Val) -> bool {
        value.reads_digits(&self.graph)
    }

    /// The variables of the current condition that a node reads, each with its domain.
    pub(crate) fn variables(&self, id: Id) -> Vec<(u16, u16)> {
        let vars = self.graph.node(id).vars;
        // The last bit stands for all variables from 127 upwards.
        let all =
            if vars >> 127 == 0 { (0..127).filter(|v| vars >> v & 1 == 1).collect() } else { self.graph.variables(id) };
        all.into_iter().map(|v| (v, self.variables.domains[self.variables.locals[v as usize].index()])).collect()
    }

    pub(crate) fn domain_of(&mut self, cell: Cell) -> u16 {
        while self.variables.domains.len() <= cell.index() {
            let info = self.build.cell(Cell(self.variables.domains.len() as u16));
            let domain = self.graph.domain(Domain { first: info.first, values: info.domain });
            self.variables.domains.push(domain);
        }
        self.variables.domains[cell.index()]
    }

    /// Sets the clues and places that rules read after this call.
    pub(crate) fn look_at(&mut self, places: &'a Places<'a>) {
        if !std::ptr::eq(self.places, places) {
            self.places = places;
            self.kept.clue_lists.clear();
            self.kept.alike.known.clear();
        }
    }

    /// Runs `f` and returns everything that `f` requires as one condition, instead of posting it.
    pub(crate) fn collected(&mut self, f: impl FnOnce(&mut Self) -> Got<()>) -> Got<Id> {
        let outer = std::mem::replace(&mut self.sink, Sink::List(Vec::new()));
        let sets = self.sets.take();
        let result = f(self);
        let inner = std::mem::replace(&mut self.sink, outer);
        self.sets = sets;
        result?;
        match inner {
            Sink::List(parts) => Ok(self.graph.and(&parts)),
            Sink::Model => unreachable!("the sink is restored where it was replaced"),
        }
    }
}
