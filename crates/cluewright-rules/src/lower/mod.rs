//! From rules to the model that search and logic see.
//!
//! Rules are run statement by statement ([`statement`]). What they demand is recognised as an idea that has a fact of its
//! own ([`require`]), or unrolled ([`unroll`], [`number`], [`function`]) into a condition over cells ([`ir`]). Each
//! condition becomes the strongest fact the model has for it ([`post`]): a set of different cells, what one cell may
//! hold, a link between two, a sum, an automaton ([`compiled`]); what nothing fits stays a formula ([`program`]). None of
//! this is used by the checker (`eval`).

mod accepted;
mod alike;
mod closed;
mod compiled;
mod fold;
mod function;
mod ir;
mod kept;
mod lists;
mod number;
mod pairs;
mod post;
mod program;
mod ranked;
mod regions;
mod require;
mod sets;
mod shapes;
mod statement;
mod unroll;
mod value;

pub use compiled::forget_compiled;

use crate::args;
use crate::code::{RuleCode, Uses};
use crate::compile::Watch;
use crate::extra::Extra;
use crate::places::{Places, clues_in};
use crate::ruleset::Ruleset;
use crate::syntax::Pos;
use cluewright_core::model::RelationId;
use cluewright_core::quick::QuickMap;
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Model, ModelBuilder, Origin, OriginId, Puzzle};
use ir::{Graph, Id};
use kept::{Accepted, Key, Lines, Made, Numbered, Scan, Unrolled};
use program::Program;
use sets::SetsOf;
use std::rc::Rc;
use std::sync::Arc;
use value::{Got, List, Stop, Val};

/// A model made of a puzzle, and how each statement of its rules became part of it.
#[derive(Debug)]
pub struct Lowered {
    /// The model.
    pub model: Model,
    /// One entry for each statement, rule by rule, in the order in which they were lowered.
    pub report: Vec<Report>,
    /// The shown extra cells by their names.
    pub extra: Vec<Extra>,
    /// Steps of work that compiling conditions took: the same on every machine. A step takes about a tenth of a
    /// microsecond.
    pub work: u64,
}

/// How one statement was lowered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The rule.
    pub rule: String,
    /// The statement's line in the rule's text, from 1.
    pub line: u32,
    /// Its outcome, and how often.
    pub became: Vec<(Became, u32)>,
}

/// The outcome of a condition.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Became {
    /// It always holds here.
    Nothing,
    /// It never holds here.
    Impossible,
    /// A set of mutually different cells.
    Set,
    /// What one cell may hold.
    Values,
    /// A link between two cells.
    Link,
    /// A sum.
    Sum,
    /// A constraint of its own kind.
    Constraint(&'static str),
    /// An automaton of so many states and edges.
    Automaton {
        /// States after minimising.
        states: u32,
        /// Edges after minimising.
        edges: u32,
    },
    /// A formula that is only evaluated: weak.
    Formula,
}

impl Became {
    /// Whether its propagation is weak.
    pub fn is_weak(self) -> bool {
        self == Self::Formula
    }
}

/// Most nodes of a graph.
const MAX_NODES: usize = 3_000_000;
/// Most work on making them: about a second.
const MAX_WORK: u64 = 20_000_000;
/// Deepest nesting of nodes: a fold over all cells of a large grid fits.
const MAX_NESTING: u16 = 2_000;
/// Cells from which on branches of an "or" are no longer compiled into one automaton, nor counts into automata.
const LARGE: usize = 14;
/// Most facts of a model.
const MAX_FACTS: usize = 500_000;

/// Work allowed for the conditions of one model, in steps of a tenth of a microsecond or so.
const MODEL_WORK: u64 = 20_000_000;

/// Makes the model of a puzzle.
///
/// ```
/// use cluewright_core::{Clue, Puzzle, Shape};
/// use cluewright_rules::{Ruleset, lower};
/// let mut puzzle = Puzzle::new(Shape::square(9).unwrap(), 9);
/// puzzle.rules.push(Clue::new("classic", vec![]));
/// puzzle.rules.push(Clue::new("anti-knight", vec![]));
/// let model = lower(&Ruleset::for_puzzle(&puzzle, &[]).unwrap(), &puzzle).unwrap().model;
/// assert_eq!(model.sets().len(), 27);
/// assert_eq!(model.families().len(), 3);
/// assert_eq!(model.links().len(), 224);
/// assert_eq!(model.origin_text(model.sets()[2].origin), "row 3");
/// ```
///
/// Ends within a few seconds whatever the rules say: what a condition may cost is bounded, and what all of them may. A
/// condition that costs more stays a formula ([`Became::Formula`]); a rule that unrolls into too much is an error.
pub fn lower(rules: &Ruleset, puzzle: &Puzzle) -> Result<Lowered, BadInput> {
    lower_until(rules, puzzle, &|| false)
}

/// Like [`lower`], unless `stop` says to give up: then an error. It is asked every few milliseconds, also while
/// conditions are compiled; what was broken off is not kept for the next puzzle.
pub fn lower_until(rules: &Ruleset, puzzle: &Puzzle, stop: &dyn Fn() -> bool) -> Result<Lowered, BadInput> {
    let places = Places::new(puzzle);
    lower_seeing(rules, puzzle, &Kept { rule: &|_| true, clue: &|_| true }, [&places, &places], stop)
}

/// Which rules of the whole grid and which clues are to hold, by their places in the puzzle's lists.
#[derive(Clone, Copy)]
pub struct Kept<'k> {
    /// Whether this rule is kept.
    pub rule: &'k dyn Fn(usize) -> bool,
    /// Whether this clue is kept.
    pub clue: &'k dyn Fn(usize) -> bool,
}

impl std::fmt::Debug for Kept<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kept").finish_non_exhaustive()
    }
}

/// The same of a part of the puzzle: what is not kept demands nothing, and clues keep their numbers. Rules of the whole grid
/// still see all clues: a place that has its mark has it, whether what the mark says is kept or not. So fewer kept never
/// demand more.
pub fn lower_kept(
    rules: &Ruleset,
    puzzle: &Puzzle,
    kept: &Kept<'_>,
    stop: &dyn Fn() -> bool,
) -> Result<Lowered, BadInput> {
    let (all, seen) = (Places::new(puzzle), Places::with(puzzle, kept.clue, kept.rule));
    lower_seeing(rules, puzzle, kept, [&all, &seen], stop)
}

/// `sees`: what rules of the whole grid see of the clues, and what clues see of each other.
fn lower_seeing(
    rules: &Ruleset,
    puzzle: &Puzzle,
    kept: &Kept<'_>,
    sees: [&Places<'_>; 2],
    stop: &dyn Fn() -> bool,
) -> Result<Lowered, BadInput> {
    let watch = Watch::new(stop);
    let mut run = Lower::new(rules, sees[0], &watch);
    run.puzzle(puzzle, kept, sees)?;
    if watch.heard() {
        return Err(BadInput::stopped("stopped while the rules were compiled"));
    }
    run.check_size()?;
    let work = MODEL_WORK - run.work_left;
    let Some(model) = run.build.finish_until(stop) else {
        return Err(BadInput::stopped("stopped while the model was put together"));
    };
    let extra = crate::extra::named(puzzle, rules, run.extra);
    Ok(Lowered { model, report: run.report, extra, work })
}

/// Where conditions go.
enum Sink {
    /// Into the model.
    Model,
    /// Onto a list: they are part of a larger condition.
    List(Vec<Id>),
}

/// A clue's rule and its arguments, by parameter.
type Bound<'a> = (&'a RuleCode, Rc<[Val]>);

struct Lower<'a> {
    rules: &'a Ruleset,
    places: &'a Places<'a>,
    build: ModelBuilder,
    report: Vec<Report>,
    /// The shown extra cells of rules so far.
    extra: Vec<Extra>,
    graph: Graph,
    one: Id,
    /// The cells that are variables of the condition at hand, in the order in which it read them.
    locals: Vec<Cell>,
    /// For each cell its variable, when the stamp is the condition's.
    local_of: Vec<(u32, u16)>,
    stamp: u32,
    /// Does a name in use stand for something over these variables? Then they are kept from one condition to the next.
    pinned: bool,
    /// When one of the lists is not there that were read for the expression at hand: then it is undefined.
    missing: Id,
    /// For each cell its domain in the graph.
    domains: Vec<u16>,
    env: Vec<Val>,
    rule: Option<&'a RuleCode>,
    clue: Option<u32>,
    cells: Vec<Cell>,
    uses: Uses,
    steps: u64,
    facts: usize,
    /// The statement's entry in the report.
    entry: usize,
    origin: Option<OriginId>,
    sink: Sink,
    /// Sets of the `for` at hand, kept back until it is known whether they make a family.
    sets: Option<Vec<(Vec<Cell>, OriginId)>>,
    relations: QuickMap<Id, RelationId>,
    programs: QuickMap<Id, Arc<Program>>,
    made: QuickMap<Key, Rc<Made>>,
    /// By kind and number of an automaton, what stands for its table in keys.
    tables: QuickMap<(u8, u16), Option<i64>>,
    /// Machines of folds that are the same for every list.
    scans: QuickMap<Scan, Vec<u16>>,
    /// Nondeterministic automata read before.
    accepted: Accepted,
    alike: Unrolled<'a>,
    /// By place of the text, what a `let` is that reads no other name, or that it is something else.
    closed: QuickMap<usize, Option<Val>>,
    /// By rule, its clues.
    clue_lists: Vec<(&'a str, Val)>,
    /// Lists of lists, and their cells.
    last_lists: Option<(Rc<List>, Lines)>,
    /// The last constraint on how lists rank.
    last_ranked: Option<cluewright_core::constraint::Ranked>,
    /// Of the lists that one was among, the numbers of those that were looked for.
    found_lines: (Lines, Vec<(Rc<List>, u16)>),
    /// What compiling conditions may still cost.
    work_left: u64,
    /// Once it says to stop no condition is compiled any more.
    watch: &'a Watch<'a>,
    /// The amount of work at which it is polled next.
    next_poll: u64,
    sets_of: SetsOf,
    numbered: Vec<Numbered>,
    /// By number, clues that rules asked about.
    bound: Vec<Option<Bound<'a>>>,
}

impl<'a> Lower<'a> {
    fn new(rules: &'a Ruleset, places: &'a Places<'a>, watch: &'a Watch<'a>) -> Self {
        let mut graph = Graph::new();
        let one = graph.constant(1);
        Self {
            rules,
            places,
            build: ModelBuilder::for_puzzle(places.puzzle),
            report: Vec::new(),
            extra: Vec::new(),
            graph,
            one,
            locals: Vec::new(),
            local_of: Vec::new(),
            stamp: 1,
            pinned: false,
            missing: ir::FALSE,
            domains: Vec::new(),
            env: Vec::new(),
            rule: None,
            clue: None,
            cells: Vec::new(),
            uses: Uses::default(),
            steps: 0,
            facts: 0,
            entry: 0,
            origin: None,
            sink: Sink::Model,
            sets: None,
            relations: QuickMap::default(),
            programs: QuickMap::default(),
            made: QuickMap::default(),
            tables: QuickMap::default(),
            scans: QuickMap::default(),
            accepted: Accepted::default(),
            alike: Unrolled::default(),
            closed: QuickMap::default(),
            clue_lists: Vec::new(),
            last_lists: None,
            last_ranked: None,
            found_lines: (Lines::from([]), Vec::new()),
            work_left: MODEL_WORK,
            watch,
            next_poll: 0,
            sets_of: SetsOf::default(),
            numbered: Vec::new(),
            bound: Vec::new(),
        }
    }

    /// Is all small enough to be numbered?
    fn check_size(&self) -> Result<(), BadInput> {
        if self.graph.is_overfull() {
            return Err(BadInput::new("the rules need more than 65,536 different automata or ranges of digits")
                .hint("fewer or shorter loops"));
        }
        self.build.check_size()
    }

    /// The variable of a cell in the condition at hand.
    fn local(&mut self, cell: Cell) -> u16 {
        let i = cell.index();
        if self.local_of.len() <= i {
            self.local_of.resize(self.build.len().max(i + 1), (0, 0));
        }
        let (stamp, var) = self.local_of[i];
        if stamp == self.stamp {
            return var;
        }
        let var = self.locals.len() as u16;
        self.locals.push(cell);
        self.local_of[i] = (self.stamp, var);
        var
    }

    /// The next condition has variables of its own, unless a name in use stands for something over those at hand.
    fn forget_locals(&mut self) {
        if self.pinned {
            return;
        }
        self.stamp += 1;
        self.locals.clear();
    }

    /// A name is about to stand for this.
    fn pin(&mut self, value: &Val) {
        self.pinned |= self.depends(value);
    }

    /// Is it over variables, rather than known before anything is solved?
    pub(super) fn depends(&self, value: &Val) -> bool {
        value.reads_digits(&self.graph)
    }

    fn domain_of(&mut self, cell: Cell) -> u16 {
        while self.domains.len() <= cell.index() {
            let info = self.build.cell(Cell(self.domains.len() as u16));
            let domain = (i64::from(info.first), info.domain);
            let domain = self.graph.domain(domain);
            self.domains.push(domain);
        }
        self.domains[cell.index()]
    }

    fn puzzle(&mut self, puzzle: &'a Puzzle, kept: &Kept<'_>, sees: [&'a Places<'a>; 2]) -> Result<(), BadInput> {
        // What cells count for, and which of them number regions, matters to whatever reads them.
        for first in [true, false] {
            self.look_at(sees[0]);
            for (i, clue) in puzzle.rules.iter().enumerate() {
                if self.rules.needed(clue)?.comes_first == first && (kept.rule)(i) {
                    self.clue(clue, None).map_err(ended)?;
                }
            }
            self.look_at(sees[1]);
            let mut number = 0;
            for (i, tree) in puzzle.clues.iter().enumerate() {
                let comes_first = match tree {
                    ClueTree::One(clue) => self.rules.needed(clue)?.comes_first,
                    _ => false,
                };
                if comes_first == first && (kept.clue)(i) {
                    self.tree(tree, number).map_err(ended)?;
                }
                number += clues_in(tree);
            }
        }
        self.post_regions();
        Ok(())
    }

    /// What rules ask about from here on.
    fn look_at(&mut self, places: &'a Places<'a>) {
        if !std::ptr::eq(self.places, places) {
            self.places = places;
            self.clue_lists.clear();
            self.alike.known.clear();
        }
    }

    fn tree(&mut self, tree: &'a ClueTree, number: u32) -> Got<()> {
        match tree {
            ClueTree::One(clue) => self.clue(clue, Some(number)),
            ClueTree::All(all) => {
                let mut at = number;
                for inner in all {
                    self.tree(inner, at)?;
                    at += clues_in(inner);
                }
                Ok(())
            }
            ClueTree::Any(any) => {
                let mut at = number;
                let mut parts = Vec::new();
                for inner in any {
                    parts.push(self.collected(|run| run.tree(inner, at))?);
                    at += clues_in(inner);
                }
                let condition = self.graph.or(&parts);
                self.tree_origin(number, any);
                self.post(condition, Pos::default())
            }
            ClueTree::Not(inner) => {
                let holds = self.collected(|run| run.tree(inner, number))?;
                let condition = self.graph.not(holds);
                self.tree_origin(number, std::slice::from_ref(inner));
                self.post(condition, Pos::default())
            }
        }
    }

    /// What follows comes from a tree of clues.
    fn tree_origin(&mut self, number: u32, trees: &[ClueTree]) {
        fn cells(tree: &ClueTree, all: &mut Vec<Cell>) {
            match tree {
                ClueTree::One(clue) => {
                    let args: Vec<Option<Arg>> = clue.args.iter().map(|a| Some(a.1.clone())).collect();
                    all.extend(args::cells_of(&args));
                }
                ClueTree::All(inner) | ClueTree::Any(inner) => inner.iter().for_each(|t| cells(t, all)),
                ClueTree::Not(inner) => cells(inner, all),
            }
        }
        let mut origin = Origin::new("clues", "the clues joined at {C}");
        trees.iter().for_each(|t| cells(t, &mut origin.cells));
        origin.args = vec![("C".into(), Arg::Cells(origin.cells.clone()))];
        origin.clue = Some(number);
        self.report.push(Report { rule: "clues".into(), line: 0, became: Vec::new() });
        self.entry = self.report.len() - 1;
        self.origin = Some(self.build.origin(origin));
    }

    /// Runs something and returns all it demands as one condition, instead of posting it.
    fn collected(&mut self, f: impl FnOnce(&mut Self) -> Got<()>) -> Got<Id> {
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

    fn clue(&mut self, clue: &'a Clue, number: Option<u32>) -> Got<()> {
        let rules = self.rules;
        let rule = rules.needed(clue)?;
        let bound = args::bind(rule, clue, self.places)?;
        let cells = args::cells_of(&bound);
        self.clue = number;
        let params = bound.iter().map(|a| self.arg(a.as_ref())).collect();
        let result = self.within(rule, params, cells);
        self.clue = None;
        match (result, clue.place) {
            (Err(Stop::Bad(e)), Some((line, column))) if e.source.is_none() => Err(e.at(line, column).into()),
            (result, _) => result,
        }
    }

    fn within(&mut self, rule: &'a RuleCode, params: Vec<Val>, cells: Vec<Cell>) -> Got<()> {
        let outer_uses = self.uses;
        self.uses = outer_uses.with(rule)?;
        let mut env = vec![Val::Unset; rule.slots];
        let outer_pinned = self.pinned;
        for (param, value) in rule.params.iter().zip(params) {
            self.pin(&value);
            env[param.slot as usize] = value;
        }
        let outer_env = std::mem::replace(&mut self.env, env);
        let outer_cells = std::mem::replace(&mut self.cells, cells);
        let outer_rule = self.rule.replace(rule);
        let outer_origin = self.origin.take();
        let result = self.block(&rule.body);
        self.env = outer_env;
        self.cells = outer_cells;
        self.rule = outer_rule;
        self.origin = outer_origin;
        self.pinned = outer_pinned;
        self.uses = outer_uses;
        match result {
            Err(Stop::Skip) => Ok(()),
            result => result,
        }
    }
}

fn ended(stop: Stop) -> BadInput {
    match stop {
        Stop::Bad(e) => *e,
        Stop::Skip => BadInput::new("a parameter is missing"),
        Stop::NoList => BadInput::new("a list is not there"),
    }
}
