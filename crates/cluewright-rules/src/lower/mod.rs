//! From rules to the model that search and logic see.
//!
//! Rules are unrolled ([`unroll`]) into conditions over cells ([`ir`]), and each condition becomes the strongest fact the
//! model has for it: a set of different cells, what one cell may hold, a link between two, a sum, an automaton; what
//! nothing fits stays a formula ([`program`]). None of this is used by the checker (`eval`).

mod accepted;
mod compiled;
mod fold;
mod ir;
mod program;
mod ranked;
mod regions;
mod sets;
mod shapes;
mod unroll;

use crate::args;
use crate::code::{Bind, Builtin, Code, CodeKind, Pat, Quantity, RuleCode, Slot, Src, Step, StepKind};
use crate::places::{Places, clues_in};
use crate::ruleset::Ruleset;
use crate::syntax::Pos;
use cluewright_core::constraint::{Connected, Contains, EqualSums, Kind as Fact, SameMultiset};
use cluewright_core::model::{CellKind, Relation, RelationId};
use cluewright_core::quick::QuickMap;
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Model, ModelBuilder, Origin, OriginId, Puzzle, ValueSet};
use ir::{FALSE, Graph, Id, Kind, TRUE};
use program::Program;
use sets::SetsOf;
use std::rc::Rc;
use std::sync::Arc;
use unroll::{Got, List, Stop, Val, cells_in, flatten};

/// A model made of a puzzle, and how each statement of its rules became part of it.
#[derive(Debug)]
pub struct Lowered {
    /// The model.
    pub model: Model,
    /// One entry for each statement, rule by rule, in the order in which they were lowered.
    pub report: Vec<Report>,
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
    /// What it became, and how often.
    pub became: Vec<(Became, u32)>,
}

/// What a condition became.
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
    /// Is its propagation weak?
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
/// Deepest use of rules by rules.
const MAX_USES: usize = 24;
/// Cells from which on branches of an "or" are no longer compiled into one automaton, nor counts into automata.
const LARGE: usize = 14;
/// Most facts of a model.
const MAX_FACTS: usize = 500_000;

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

/// The same, unless `stop` says to give up: then an error. It is asked every few milliseconds and before every condition
/// is compiled, which takes a few tenths of a second at worst.
pub fn lower_until(rules: &Ruleset, puzzle: &Puzzle, stop: &dyn Fn() -> bool) -> Result<Lowered, BadInput> {
    let places = Places::new(puzzle);
    let mut run = Lower::new(rules, &places, stop);
    run.puzzle(puzzle)?;
    if run.stopped {
        return Err(BadInput::new("stopped while the rules were compiled"));
    }
    Ok(Lowered { model: run.build.finish(), report: run.report, work: compiled::MODEL_WORK - run.work_left })
}

/// Where conditions go.
enum Sink {
    /// Into the model.
    Model,
    /// Onto a list: they are part of a larger condition.
    List(Vec<Id>),
}

struct Lower<'a> {
    rules: &'a Ruleset,
    places: &'a Places<'a>,
    build: ModelBuilder,
    report: Vec<Report>,
    graph: Graph,
    one: Id,
    /// The cells that are variables of the condition at hand, in the order in which it read them.
    locals: Vec<Cell>,
    /// For each cell its variable, when the stamp is the condition's.
    local_of: Vec<(u32, u16)>,
    stamp: u32,
    /// Does a name in use stand for something over these variables? Then they are kept from one condition to the next.
    pinned: bool,
    /// For each cell its domain in the graph.
    domains: Vec<u16>,
    env: Vec<Val>,
    rule: Option<&'a RuleCode>,
    clue: Option<u32>,
    cells: Vec<Cell>,
    uses: usize,
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
    made: QuickMap<compiled::Key, Rc<compiled::Made>>,
    /// Machines of folds that are the same for every list.
    scans: QuickMap<fold::Scan, u16>,
    /// Nondeterministic automata read before.
    accepted: accepted::Accepted,
    /// By place of the text, what a `let` of nothing but numbers is, or that it is something else.
    literals: QuickMap<usize, Option<Val>>,
    /// What compiling conditions may still cost.
    work_left: u64,
    stop: &'a dyn Fn() -> bool,
    /// It said to stop while conditions were compiled: from then on none is.
    stopped: bool,
    /// The amount of work at which it is asked next.
    next_look: u64,
    sets_of: SetsOf,
    numbered: Vec<regions::Numbered>,
    /// By number, the arguments of clues that rules asked about.
    bound: QuickMap<u32, Rc<[Option<Arg>]>>,
}

impl<'a> Lower<'a> {
    fn new(rules: &'a Ruleset, places: &'a Places<'a>, stop: &'a dyn Fn() -> bool) -> Self {
        let mut graph = Graph::new();
        let one = graph.constant(1);
        Self {
            rules,
            places,
            build: ModelBuilder::for_puzzle(places.puzzle),
            report: Vec::new(),
            graph,
            one,
            locals: Vec::new(),
            local_of: Vec::new(),
            stamp: 1,
            pinned: false,
            domains: Vec::new(),
            env: Vec::new(),
            rule: None,
            clue: None,
            cells: Vec::new(),
            uses: 0,
            steps: 0,
            facts: 0,
            entry: 0,
            origin: None,
            sink: Sink::Model,
            sets: None,
            relations: QuickMap::default(),
            programs: QuickMap::default(),
            made: QuickMap::default(),
            scans: QuickMap::default(),
            accepted: accepted::Accepted::default(),
            literals: QuickMap::default(),
            work_left: compiled::MODEL_WORK,
            stop,
            stopped: false,
            next_look: 0,
            sets_of: SetsOf::default(),
            numbered: Vec::new(),
            bound: QuickMap::default(),
        }
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

    fn puzzle(&mut self, puzzle: &'a Puzzle) -> Result<(), BadInput> {
        // What cells count for, and which of them number regions, matters to whatever reads them.
        for first in [true, false] {
            for clue in &puzzle.rules {
                if self.rules.needed(clue)?.comes_first == first {
                    self.clue(clue, None).map_err(ended)?;
                }
            }
            let mut number = 0;
            for tree in &puzzle.clues {
                let comes_first = match tree {
                    ClueTree::One(clue) => self.rules.needed(clue)?.comes_first,
                    _ => false,
                };
                if comes_first == first {
                    self.tree(tree, number).map_err(ended)?;
                }
                number += clues_in(tree);
            }
        }
        self.post_regions();
        Ok(())
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
            Sink::Model => unreachable!("the sink is restored by whoever replaced it"),
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
        self.uses += 1;
        if self.uses > MAX_USES {
            return Err(BadInput::new(format!(
                "the rule {} uses itself, or more than {MAX_USES} levels of rules",
                rule.name
            ))
            .into());
        }
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
        self.uses -= 1;
        match result {
            Err(Stop::Skip) => Ok(()),
            result => result,
        }
    }

    fn block(&mut self, body: &'a [Step]) -> Got<()> {
        for step in body {
            match self.step(step) {
                Ok(()) | Err(Stop::Skip) => {}
                Err(Stop::Bad(e)) => {
                    let name = self.rule.map_or("a rule", |r| &r.name);
                    return Err(e.at(step.pos.line, step.pos.column).within(format!("rule {name}")).into());
                }
            }
        }
        Ok(())
    }

    /// Finds or makes the statement's entry in the report.
    fn enter(&mut self, pos: Pos) {
        let Some(rule) = self.rule else { return };
        let fits = |r: &Report| r.line == pos.line && r.rule == *rule.name;
        if self.report.get(self.entry).is_some_and(fits) {
            return;
        }
        self.entry = self.report.iter().position(fits).unwrap_or_else(|| {
            self.report.push(Report { rule: rule.name.to_string(), line: pos.line, became: Vec::new() });
            self.report.len() - 1
        });
    }

    fn became(&mut self, what: Became) {
        let Some(entry) = self.report.get_mut(self.entry) else { return };
        match entry.became.iter_mut().find(|b| b.0 == what) {
            Some(known) => known.1 += 1,
            None => entry.became.push((what, 1)),
        }
    }

    fn step(&mut self, step: &'a Step) -> Got<()> {
        self.tick()?;
        match &step.kind {
            StepKind::Require(condition) => {
                self.enter(step.pos);
                self.require(condition)
            }
            StepKind::Use(uses) => {
                for u in uses {
                    let rules = self.rules;
                    let rule = &**rules.code(&u.rule).expect("resolving found the rule");
                    let mut params = Vec::new();
                    let mut cells = Vec::new();
                    for p in &rule.params {
                        let value = match u.args.iter().find(|a| a.0 == p.name) {
                            Some((_, code)) => match self.unrolled(code) {
                                Err(Stop::Skip) => Val::Absent,
                                other => other?,
                            },
                            None => Val::Absent,
                        };
                        flatten(&value, &mut cells);
                        params.push(value);
                    }
                    if cells.is_empty() {
                        cells.clone_from(&self.cells);
                    }
                    self.fill_defaults(rule, &mut params)?;
                    if u.negated {
                        let holds = self.collected(|run| run.within(rule, params, cells))?;
                        let condition = self.graph.not(holds);
                        self.enter(step.pos);
                        self.post(condition, u.pos)?;
                    } else {
                        self.within(rule, params, cells)?;
                    }
                }
                Ok(())
            }
            StepKind::For(bind, body) => self.each_statement(bind, body),
            StepKind::If(arms, other) => {
                for (condition, body) in arms {
                    if self.decided(condition)? {
                        return self.block(body);
                    }
                }
                other.as_ref().map_or(Ok(()), |body| self.block(body))
            }
            StepKind::Let(pat, value) => {
                self.origin = None;
                if let Some(known) = self.literal(value)? {
                    return self.put(pat, &known, step.pos);
                }
                let value = match self.unrolled(value) {
                    Err(Stop::Skip) => Val::Absent,
                    other => other?,
                };
                self.pin(&value);
                self.put(pat, &value, step.pos)
            }
            StepKind::Extra { shown, name, slot, keys, low, high } => {
                if matches!(self.sink, Sink::List(_)) {
                    return Err(step
                        .pos
                        .error("an extra cell cannot stand in a rule that is used with `any` or `not`")
                        .into());
                }
                let keys = match keys {
                    None => None,
                    Some(keys) => Some(self.list_of(keys)?),
                };
                let (low, high) = (self.constant(low)?, self.constant(high)?);
                if low > high || high - low >= 64 || low.abs() > 1_000_000 {
                    return Err(step
                        .pos
                        .error(format!("an extra cell of {low}..{high} is not possible"))
                        .hint("1 to 64 numbers")
                        .into());
                }
                let kind = if *shown { CellKind::Shown } else { CellKind::Helper };
                let domain = ValueSet::below((high - low + 1) as u32);
                let Some(keys) = keys else {
                    let cell = self.build.add_cell(kind, low as i32, domain, name);
                    self.env[*slot as usize] = Val::Cell(cell);
                    return Ok(());
                };
                if self.build.len() + keys.items.len() > 20_000 {
                    return Err(step.pos.error("more than 20000 cells").into());
                }
                let mut cells = Vec::new();
                for (i, key) in keys.items.iter().enumerate() {
                    let label = match key {
                        Val::Cell(c) => self.places.puzzle.cell_name(*c),
                        key => self.places.house_name(&cells_in(key)).unwrap_or_else(|| (i + 1).to_string()),
                    };
                    cells.push(Val::Cell(self.build.add_cell(kind, low as i32, domain, &format!("{name} of {label}"))));
                }
                self.env[*slot as usize] = Val::Keyed(Rc::new((keys.items.clone(), cells)));
                Ok(())
            }
            StepKind::Value { slot, all, code } => self.counts_for(*slot, *all, code, step.pos),
            StepKind::Any(blocks) => {
                let mut parts = Vec::new();
                for body in blocks {
                    parts.push(self.collected(|run| run.block(body))?);
                }
                let condition = self.graph.or(&parts);
                self.enter(step.pos);
                self.post(condition, step.pos)
            }
        }
    }

    fn fill_defaults(&mut self, rule: &'a RuleCode, params: &mut [Val]) -> Got<()> {
        for i in 0..params.len() {
            if let (Val::Absent, Some(default)) = (&params[i], &rule.params[i].default) {
                let mut env = vec![Val::Unset; rule.slots];
                for (p, v) in rule.params.iter().zip(&*params) {
                    env[p.slot as usize] = v.clone();
                }
                let outer = std::mem::replace(&mut self.env, env);
                let value = self.unrolled(default);
                self.env = outer;
                params[i] = value?;
            }
        }
        Ok(())
    }

    /// `value c is ...`: a helper cell for what the cell counts for.
    fn counts_for(&mut self, slot: Slot, all: bool, code: &'a Code, pos: Pos) -> Got<()> {
        let cells: Vec<Cell> = if all {
            self.places.puzzle.shape.cells().collect()
        } else {
            match self.env[slot as usize] {
                Val::Cell(c) => vec![c],
                _ => return Err(Stop::Skip),
            }
        };
        self.enter(pos);
        for c in cells {
            if all {
                self.env[slot as usize] = Val::Cell(c);
            }
            let value = self.unrolled(code)?;
            let n = self.num(&value, code.pos)?;
            let (low, high) = (self.graph.node(n.n).low, self.graph.node(n.n).high);
            if n.d != self.one || n.ok != TRUE {
                return Err(pos.error("what a cell counts for is a whole number").into());
            }
            if high - low >= 64 {
                return Err(pos
                    .error(format!("what {} counts for ranges from {low} to {high}", self.places.puzzle.cell_name(c)))
                    .hint("at most 64 numbers")
                    .into());
            }
            let name = format!("the value of {}", self.places.puzzle.cell_name(c));
            let domain = ValueSet::below((high - low + 1) as u32);
            let cell = self.build.add_cell(CellKind::Helper, low as i32, domain, &name);
            let counted = self.digit_of(cell);
            let difference = self.graph.sub(counted, n.n);
            let condition = self.graph.eq(difference);
            let outer = std::mem::replace(&mut self.cells, vec![c]);
            self.origin = None;
            self.post(condition, pos)?;
            self.cells = outer;
            self.build.set_value_cell(c, cell);
        }
        if all {
            self.env[slot as usize] = Val::Unset;
        }
        self.origin = None;
        Ok(())
    }

    /// A `for` over statements.
    fn each_statement(&mut self, bind: &'a Bind, body: &'a [Step]) -> Got<()> {
        let outer_cells = self.cells.clone();
        let outer_origin = self.origin.take();
        let outer_pinned = self.pinned;
        let outermost = self.sets.is_none() && matches!(self.sink, Sink::Model);
        if outermost {
            self.sets = Some(Vec::new());
        }
        let result = match self.all_pairs(bind, body) {
            Ok(true) => Ok(()),
            Err(stop) => Err(stop),
            Ok(false) => self.each(bind, &mut |run, item, guard| {
                if guard != TRUE {
                    return Err(bind
                        .pos
                        .error("a statement's `for` cannot choose by the digits")
                        .hint("use `require every ... where ...: ...`")
                        .into());
                }
                let mut cells = Vec::new();
                flatten(item, &mut cells);
                if cells.is_empty() {
                    cells.clone_from(&outer_cells);
                }
                run.cells = cells;
                run.origin = None;
                let result = run.block(body);
                run.cells.clone_from(&outer_cells);
                run.origin = None;
                result
            }),
        };
        self.cells = outer_cells;
        self.origin = outer_origin;
        self.pinned = outer_pinned;
        if outermost {
            let sets = self.sets.take().unwrap_or_default();
            self.post_sets(sets);
        }
        result
    }

    /// Posts the sets of one `for`: disjoint houses of it are families.
    fn post_sets(&mut self, sets: Vec<(Vec<Cell>, OriginId)>) {
        let is_house = |build: &ModelBuilder, cells: &[Cell]| {
            let values = cells.iter().fold(ValueSet::EMPTY, |all, &c| all | build.domain(c));
            cells.len() == values.len() as usize
        };
        // The families so far: their cells and the sets in them.
        let mut families: Vec<(cluewright_core::CellSet, Vec<usize>)> = Vec::new();
        for (i, (cells, _)) in sets.iter().enumerate() {
            if !is_house(&self.build, cells) {
                continue;
            }
            let at = families.iter().position(|f| cells.iter().all(|&c| !f.0.contains(c))).unwrap_or_else(|| {
                families.push((cluewright_core::CellSet::with_room(self.build.len()), Vec::new()));
                families.len() - 1
            });
            families[at].0.extend(cells.iter().copied());
            families[at].1.push(i);
        }
        let mut family_of = vec![None; sets.len()];
        for (_, members) in families.iter().filter(|f| f.1.len() >= 2) {
            let family = self.build.family(sets[members[0]].1);
            for &i in members {
                family_of[i] = Some(family);
            }
        }
        for ((cells, origin), family) in sets.into_iter().zip(family_of) {
            self.build.all_different(&cells, family, origin);
        }
    }

    /// The common case of one condition on many pairs of cells, done once for all of them. Was it that case?
    fn all_pairs(&mut self, bind: &'a Bind, body: &'a [Step]) -> Got<bool> {
        let Pat::Tuple(slots) = &bind.pat else { return Ok(false) };
        let [a, b] = slots[..] else { return Ok(false) };
        if !matches!(bind.src, Src::Moves(..) | Src::Near(..))
            || bind.index.is_some()
            || !matches!(self.sink, Sink::Model)
        {
            return Ok(false);
        }
        let mut conditions: Vec<(&Code, Pos)> = Vec::new();
        for step in body {
            let StepKind::Require(condition) = &step.kind else { return Ok(false) };
            if !scalar_in(condition, false) {
                return Ok(false);
            }
            match &condition.kind {
                CodeKind::And(all) => conditions.extend(all.iter().map(|c| (c, step.pos))),
                _ => conditions.push((condition, step.pos)),
            }
        }
        if bind.filters.iter().any(|f| matches!(f, crate::code::Filt::Where(_))) {
            return Ok(false);
        }
        let pairs = self.pairs(&bind.src)?;
        let plain = |run: &Self, c: Cell| run.build.value_cell(c) == c;
        if pairs.iter().any(|&(a, b)| !plain(self, a) || !plain(self, b)) {
            return Ok(false);
        }
        // What the condition is between cells of these domains: all cells of a grid share theirs.
        let mut known: Vec<((u16, u16), Vec<RelationId>)> = Vec::new();
        let filters: Vec<(&[Arc<str>], bool)> = bind
            .filters
            .iter()
            .map(|f| match f {
                crate::code::Filt::Marked(rules, unless) => (&rules[..], *unless),
                crate::code::Filt::Where(_) => unreachable!("looked for above"),
            })
            .collect();
        for (x, y) in pairs {
            let kept =
                filters.iter().all(|(rules, unless)| rules.iter().any(|r| self.places.marked(r, &[x, y])) != *unless);
            if !kept {
                continue;
            }
            let domains = (self.domain_of(x), self.domain_of(y));
            let at = match known.iter().position(|k| k.0 == domains) {
                Some(at) => at,
                None => {
                    let mut relations = Vec::new();
                    for (condition, pos) in &conditions {
                        self.env[a as usize] = Val::Cell(x);
                        self.env[b as usize] = Val::Cell(y);
                        self.forget_locals();
                        let (_, _) = (self.local(x), self.local(y));
                        self.enter(*pos);
                        let id = self.truth(condition)?;
                        // A condition on one cell alone is no link: leave it to the general way.
                        let node = self.graph.node(id);
                        if id == FALSE || id != TRUE && node.vars != 3 {
                            return Ok(false);
                        }
                        if id != TRUE {
                            relations.push(self.relation_between(id, (0, domains.0), (1, domains.1)));
                        }
                    }
                    known.push((domains, relations));
                    known.len() - 1
                }
            };
            if known[at].1.is_empty() {
                continue;
            }
            self.env[a as usize] = Val::Cell(x);
            self.env[b as usize] = Val::Cell(y);
            self.cells.clear();
            self.cells.extend([x, y]);
            self.origin = None;
            let origin = self.origin_now();
            for i in 0..known[at].1.len() {
                let relation = known[at].1[i];
                self.build.link(x, y, relation, origin);
                self.became(Became::Link);
            }
            self.steps += 1;
            self.facts += 1;
        }
        self.forget_locals();
        Ok(true)
    }

    /// Where the facts of the statement at hand come from.
    fn origin_now(&mut self) -> OriginId {
        if let Some(origin) = self.origin {
            return origin;
        }
        let rule = self.rule.expect("facts come from rules");
        let mut args = Vec::with_capacity(rule.said.len());
        for (name, slots) in &rule.said {
            let arg = slots.iter().rev().find_map(|s| to_arg(&self.graph, &self.env[*s as usize]));
            args.extend(arg.map(|a| (Arc::clone(name), a)));
        }
        let origin = Origin {
            rule: Arc::clone(&rule.name),
            clue: self.clue,
            says: Arc::clone(&rule.says),
            args,
            cells: self.cells.clone(),
            cost: 0,
        };
        let id = self.build.origin(origin);
        self.origin = Some(id);
        id
    }

    /// A condition of a statement: recognised ideas first.
    fn require(&mut self, condition: &'a Code) -> Got<()> {
        let outer_pinned = self.pinned;
        let result = self.required(condition);
        self.pinned = outer_pinned;
        result
    }

    fn required(&mut self, condition: &'a Code) -> Got<()> {
        if matches!(self.sink, Sink::Model) {
            match &condition.kind {
                CodeKind::And(all) => {
                    // Ideas first; what is left is one condition, for together it says more.
                    let (ideas, rest): (Vec<&Code>, Vec<&Code>) = all.iter().partition(|c| is_idea(c));
                    if !ideas.is_empty() {
                        // An absent parameter skips all of it, so nothing is posted before all was read.
                        for part in &rest {
                            self.truth(part)?;
                        }
                    }
                    for part in ideas {
                        self.require(part)?;
                    }
                    self.forget_locals();
                    let mut parts = Vec::new();
                    for part in rest {
                        parts.push(self.truth(part)?);
                    }
                    let id = self.graph.and(&parts);
                    return if parts.is_empty() { Ok(()) } else { self.post(id, condition.pos) };
                }
                CodeKind::Compare(..) => {
                    self.forget_locals();
                    if let Some(fact) = self.between_ends(condition)? {
                        return self.idea_fact(fact, condition.pos);
                    }
                }
                CodeKind::Quantified(Quantity::Every, None, bind, inner) => {
                    let mut chosen = false;
                    // Items that digits choose make one condition.
                    let mut later = Vec::new();
                    self.forget_locals();
                    self.each(bind, &mut |run, _, guard| {
                        chosen |= guard != TRUE;
                        if guard == TRUE {
                            later.push(run.env.clone());
                        }
                        Ok(())
                    })?;
                    if !chosen {
                        let outer = self.env.clone();
                        for env in later {
                            self.env = env;
                            self.require(inner)?;
                        }
                        self.env = outer;
                        return Ok(());
                    }
                }
                CodeKind::Call(Builtin::Distinct, args) => {
                    self.forget_locals();
                    let list = self.list_of(&args[0])?;
                    if let Some(cells) = plain_cells(&list) {
                        return self.different(&cells, condition.pos);
                    }
                }
                CodeKind::Call(
                    builtin @ (Builtin::Increasing | Builtin::Nondecreasing | Builtin::Decreasing),
                    args,
                ) => {
                    self.forget_locals();
                    let list = self.list_of(&args[0])?;
                    if let Some(mut cells) = plain_cells(&list) {
                        if *builtin == Builtin::Decreasing {
                            cells.reverse();
                        }
                        return self.rising(&cells, *builtin != Builtin::Nondecreasing, condition.pos);
                    }
                }
                CodeKind::Call(Builtin::Consecutive, args) => {
                    self.forget_locals();
                    let list = self.list_of(&args[0])?;
                    let cells = plain_cells(&list).filter(|l| l.iter().all(|&c| self.build.value_cell(c) == c));
                    if let Some(cells) = cells {
                        // Said apart for logic, which lives on sets and links; together below for its strength.
                        self.different(&cells, condition.pos)?;
                        for j in 1..cells.len() {
                            for i in 0..j {
                                self.forget_locals();
                                let (a, b) = (self.value_of(cells[i]), self.value_of(cells[j]));
                                for (a, b) in [(a, b), (b, a)] {
                                    let far = self.graph.lin(&[(a, 1), (b, -1)], 1 - cells.len() as i64);
                                    let near = self.graph.le(far);
                                    self.post(near, condition.pos)?;
                                }
                            }
                        }
                    }
                }
                CodeKind::Call(Builtin::Equal, args) => {
                    self.forget_locals();
                    let list = self.list_of(&args[0])?;
                    if let Some(cells) = plain_cells(&list) {
                        return self.equal(&cells, condition.pos);
                    }
                }
                CodeKind::Call(Builtin::RegionNumbers, args) => {
                    self.forget_locals();
                    let list = self.list_of(&args[0])?;
                    let size = self.constant(&args[1])?;
                    return self.number_regions(&list, size, condition.pos);
                }
                CodeKind::Call(builtin @ (Builtin::Ranked | Builtin::RankedOrTied), args) => {
                    self.forget_locals();
                    let place = self.place(*builtin, args, condition.pos)?;
                    if let Some(fact) = self.ranked(&place) {
                        return self.idea_fact(fact, condition.pos);
                    }
                }
                CodeKind::Call(Builtin::Accepted, args) => {
                    self.forget_locals();
                    if self.post_accepted(args, condition.pos)? {
                        return Ok(());
                    }
                }
                CodeKind::Call(
                    builtin @ (Builtin::SameMultiset | Builtin::EqualSums | Builtin::Contains | Builtin::Connected),
                    args,
                ) => {
                    self.forget_locals();
                    if *builtin == Builtin::SameMultiset
                        && let Some(lists) = self.plain_lists(&args[0])?
                        && lists.iter().all(|l| l.len() == 1)
                    {
                        return self.equal(&lists.concat(), condition.pos);
                    }
                    if let Some(fact) = self.idea(*builtin, args)? {
                        return self.idea_fact(fact, condition.pos);
                    }
                }
                _ => {}
            }
            self.forget_locals();
        }
        let id = self.truth(condition)?;
        self.post(id, condition.pos)
    }

    /// A constraint of its own kind.
    fn idea_fact(&mut self, fact: Fact, pos: Pos) -> Got<()> {
        self.count_fact(pos)?;
        let origin = self.origin_now();
        self.became(Became::Constraint(fact.kind_name()));
        self.build.constrain(fact, origin);
        Ok(())
    }

    /// Cells that hold the same number.
    fn equal(&mut self, cells: &[Cell], pos: Pos) -> Got<()> {
        for j in 1..cells.len() {
            for i in 0..j {
                // Between regions a chain says it all.
                if i + 1 < j && self.are_labels(cells[i], cells[j]) {
                    continue;
                }
                self.forget_locals();
                let equal = match self.same_region(cells[i], cells[j]) {
                    Some(same) => same,
                    None => {
                        let (a, b) = (self.digit_of(cells[i]), self.digit_of(cells[j]));
                        let difference = self.graph.sub(a, b);
                        self.graph.eq(difference)
                    }
                };
                self.post(equal, pos)?;
            }
        }
        Ok(())
    }

    /// An idea that has a constraint of its own, where its arguments are plain enough.
    fn idea(&mut self, builtin: Builtin, args: &'a [Code]) -> Got<Option<Fact>> {
        let once = |cells: &[Cell]| (0..cells.len()).all(|i| !cells[..i].contains(&cells[i]));
        Ok(match builtin {
            Builtin::SameMultiset | Builtin::EqualSums => {
                let Some(lists) = self.plain_lists(&args[0])? else { return Ok(None) };
                let first = lists.iter().flatten().map(|&c| self.build.first(c)).next();
                let cells: usize = lists.iter().map(Vec::len).sum();
                let even = lists.iter().all(|l| l.len() == lists[0].len());
                let same_first = lists.iter().flatten().all(|&c| Some(self.build.first(c)) == first);
                let counts = lists.iter().flatten().all(|&c| self.build.value_cell(c) == c);
                if lists.len() < 2 || !lists.iter().all(|l| once(l)) {
                    return Ok(None);
                }
                if builtin == Builtin::SameMultiset {
                    // Small ones compile, and an automaton says all there is.
                    let fits = even && same_first && cells > 6 && lists[0].len() <= 64;
                    fits.then(|| SameMultiset::new(&lists).ok().map(Fact::from)).flatten()
                } else {
                    (counts && lists.len() > 2 && cells > LARGE).then(|| EqualSums::new(&lists).into())
                }
            }
            Builtin::Contains => {
                let list = self.list_of(&args[0])?;
                let Some(cells) = plain_cells(&list).filter(|c| once(c)) else { return Ok(None) };
                let numbers = match self.unrolled(&args[1])? {
                    Val::List(list) if list.guards.is_empty() => {
                        list.items.iter().map(|i| constant_of(&self.graph, i)).collect::<Option<Vec<i32>>>()
                    }
                    other => constant_of(&self.graph, &other).map(|n| vec![n]),
                };
                numbers.and_then(|n| Contains::new(&cells, &n).ok()).map(Fact::from)
            }
            _ => {
                let list = self.list_of(&args[0])?;
                let mut terms = Vec::new();
                let mut places = Vec::new();
                for (i, item) in list.items.iter().enumerate() {
                    let Val::Cell(place) = item else { return Ok(None) };
                    let guard = list.guard(i);
                    let (cell, values) = match *self.graph.kind(guard) {
                        Kind::Mask(var, _, values) => (self.locals[var as usize], ValueSet(values)),
                        Kind::True => (*place, self.build.domain(*place)),
                        _ => return Ok(None),
                    };
                    places.push(*place);
                    terms.push((cell, values));
                }
                let firsts: Vec<i32> = terms.iter().map(|t| self.build.first(t.0)).collect();
                let mut adjacent = Vec::new();
                for (i, &c) in places.iter().enumerate() {
                    for near in self.places.near(c, crate::syntax::ast::Nearness::Orthogonal) {
                        if let Some(j) = places.iter().position(|&p| p == near).filter(|&j| i < j) {
                            adjacent.push((i as u16, j as u16));
                        }
                    }
                }
                let most = u16::try_from(terms.len()).unwrap_or(u16::MAX);
                // A few cells compile; a condition over many is a constraint of its own.
                Connected::new(&terms, &firsts, &adjacent, 0..=most).ok().map(Fact::from)
            }
        })
    }

    /// Lists of nothing but cells.
    fn plain_lists(&mut self, code: &'a Code) -> Got<Option<Vec<Vec<Cell>>>> {
        let lists = self.list_of(code)?;
        if lists.guards.iter().any(|&g| g != TRUE) {
            return Ok(None);
        }
        Ok(lists.items.iter().map(|l| if let Val::List(l) = l { plain_cells(l) } else { None }).collect())
    }

    fn count_fact(&mut self, pos: Pos) -> Got<()> {
        self.tick()?;
        self.facts += 1;
        if self.facts > MAX_FACTS {
            return Err(pos
                .error(format!("the rules make more than {MAX_FACTS} facts"))
                .hint("fewer or shorter loops")
                .into());
        }
        Ok(())
    }

    fn different(&mut self, cells: &[Cell], pos: Pos) -> Got<()> {
        self.count_fact(pos)?;
        let origin = self.origin_now();
        let repeated = (0..cells.len()).any(|i| cells[..i].contains(&cells[i]));
        if repeated {
            // A cell differs from itself: never.
            self.build.impossible(origin);
            self.became(Became::Impossible);
            return Ok(());
        }
        let first = cells.first().map(|&c| self.build.first(c));
        if cells.iter().all(|&c| Some(self.build.first(c)) == first) {
            if cells.len() >= 2 {
                self.became(Became::Set);
                self.sets_of.add(cells);
                match &mut self.sets {
                    Some(sets) => sets.push((cells.to_vec(), origin)),
                    None => self.build.all_different(cells, None, origin),
                }
            }
            return Ok(());
        }
        for j in 1..cells.len() {
            for i in 0..j {
                self.forget_locals();
                let (a, b) = (self.digit_of(cells[i]), self.digit_of(cells[j]));
                let difference = self.graph.sub(a, b);
                let equal = self.graph.eq(difference);
                let differ = self.graph.not(equal);
                self.post(differ, pos)?;
            }
        }
        Ok(())
    }

    /// Each cell above all before it, by at least their distance when strict.
    fn rising(&mut self, cells: &[Cell], strict: bool, pos: Pos) -> Got<()> {
        for j in 1..cells.len() {
            for i in 0..j {
                self.forget_locals();
                let (a, b) = (self.value_of(cells[i]), self.value_of(cells[j]));
                let gap = if strict { (j - i) as i64 } else { 0 };
                let short = self.graph.lin(&[(a, 1), (b, -1)], gap);
                let rises = self.graph.le(short);
                self.post(rises, pos)?;
            }
        }
        Ok(())
    }

    /// Posts a condition over the variables at hand as what fits best.
    fn post(&mut self, id: Id, pos: Pos) -> Got<()> {
        if let Sink::List(parts) = &mut self.sink {
            parts.push(id);
            return Ok(());
        }
        self.count_fact(pos)?;
        if id == TRUE {
            self.became(Became::Nothing);
            return Ok(());
        }
        let origin = self.origin_now();
        if id == FALSE {
            self.build.impossible(origin);
            self.became(Became::Impossible);
            return Ok(());
        }
        let variables = self.graph.variables(id);
        match variables[..] {
            [(var, _)] => {
                let Kind::Mask(_, _, values) = *self.graph.kind(id) else {
                    unreachable!("a condition on one cell is a mask")
                };
                self.build.restrict(self.locals[var as usize], ValueSet(values), origin);
                self.became(Became::Values);
                return Ok(());
            }
            [(a, da), (b, db)] => {
                self.link(id, (a, da), (b, db), origin);
                return Ok(());
            }
            _ => {}
        }
        if let Some(sum) = self.sum_of(id) {
            self.build.constrain(sum, origin);
            self.became(Became::Sum);
            return Ok(());
        }
        if let Some(different) = self.different_of(id) {
            self.build.constrain(different, origin);
            self.became(Became::Constraint("Different"));
            return Ok(());
        }
        let large = variables.len() > LARGE;
        if let Some(count) = self.count_of(id) {
            self.build.constrain(count, origin);
            self.became(Became::Constraint("Count"));
            return Ok(());
        }
        if let Kind::Distinct(_) = self.graph.kind(id)
            && let Some(cells) = self.distinct_of(id)
        {
            return self.different(&cells, pos);
        }
        let (is_or, apart) = match self.graph.kind(id) {
            Kind::Or(parts) => (true, large || self.reads_lists(parts)),
            _ => (false, false),
        };
        // Large branches multiply in one automaton: they stay apart. So do those that have an automaton of their own.
        if !apart && self.compiled(id, &variables, origin) {
            return Ok(());
        }
        if is_or {
            let any = self.any_of(id);
            self.build.constrain(any, origin);
            self.became(Became::Constraint("Any"));
            return Ok(());
        }
        let formula = self.formula(id);
        self.build.constrain(formula, origin);
        self.became(Became::Formula);
        Ok(())
    }

    fn link(&mut self, id: Id, a: (u16, u16), b: (u16, u16), origin: OriginId) {
        let relation = self.relation_between(id, a, b);
        self.build.link(self.locals[a.0 as usize], self.locals[b.0 as usize], relation, origin);
        self.became(Became::Link);
    }

    /// The relation of a node over two variables, each with its domain.
    fn relation_between(&mut self, id: Id, a: (u16, u16), b: (u16, u16)) -> RelationId {
        if let Some(&known) = self.relations.get(&id) {
            return known;
        }
        let (first, second) = (self.graph.domains[a.1 as usize].1, self.graph.domains[b.1 as usize].1);
        let rows = first.max().map_or(0, |v| v.0 + 1);
        let mut forbids = vec![ValueSet::EMPTY; rows as usize];
        for v in first {
            let rest = self.graph.subst(id, a.0, v.0);
            forbids[v.index()] = match self.graph.kind(rest) {
                Kind::True => ValueSet::EMPTY,
                Kind::Mask(_, _, values) => second.minus(ValueSet(*values)),
                _ => second,
            };
        }
        let relation = self.build.relation(Relation { forbids: forbids.into() });
        self.relations.insert(id, relation);
        relation
    }
}

fn ended(stop: Stop) -> BadInput {
    match stop {
        Stop::Bad(e) => *e,
        Stop::Skip => BadInput::new("a parameter is missing"),
    }
}

/// The cells of a list that holds nothing else, all of them certain.
fn plain_cells(list: &List) -> Option<Vec<Cell>> {
    if list.guards.iter().any(|&g| g != TRUE) {
        return None;
    }
    let mut cells = Vec::with_capacity(list.items.len());
    for item in &list.items {
        let Val::Cell(c) = item else { return None };
        cells.push(*c);
    }
    Some(cells)
}

/// A whole number that digits do not decide.
fn constant_of(graph: &Graph, value: &Val) -> Option<i32> {
    let Val::Num(n) = value else { return None };
    if graph.as_const(n.d) != Some(1) || n.ok != TRUE {
        return None;
    }
    i32::try_from(graph.as_const(n.n)?).ok()
}

fn to_arg(graph: &Graph, value: &Val) -> Option<Arg> {
    Some(match value {
        Val::Num(n) => Arg::Number(graph.as_const(n.n)?),
        Val::Bool(b) if *b == TRUE || *b == FALSE => Arg::Bool(*b == TRUE),
        Val::Text(t) => Arg::Text(t.to_string()),
        Val::Cell(c) => Arg::Cell(*c),
        Val::List(list) => {
            let numbers: Option<Vec<i64>> =
                list.items.iter().map(|i| if let Val::Num(n) = i { graph.as_const(n.n) } else { None }).collect();
            match numbers {
                Some(numbers) if !numbers.is_empty() => Arg::Numbers(numbers),
                _ => {
                    let mut cells = Vec::new();
                    flatten(value, &mut cells);
                    Arg::Cells(cells)
                }
            }
        }
        _ => return None,
    })
}

/// Is it something the model has a fact for?
fn is_idea(code: &Code) -> bool {
    match &code.kind {
        CodeKind::Call(
            Builtin::Distinct
            | Builtin::Increasing
            | Builtin::Nondecreasing
            | Builtin::Decreasing
            | Builtin::Equal
            | Builtin::Connected
            | Builtin::Accepted
            | Builtin::RegionNumbers,
            _,
        ) => true,
        CodeKind::And(all) => all.iter().all(is_idea),
        _ => false,
    }
}

/// Does an expression read its variables as numbers only, never as places? With `lists`, a name may also stand for a
/// list of which it takes items by number.
fn scalar_in(code: &Code, lists: bool) -> bool {
    let scalar = |code: &Code| scalar_in(code, lists);
    match &code.kind {
        CodeKind::Number(_) | CodeKind::Bool(_) | CodeKind::Text(_) | CodeKind::Var(_) | CodeKind::IsGiven(_) => true,
        CodeKind::Neg(x) | CodeKind::Not(x) | CodeKind::Abs(x) => scalar(x),
        CodeKind::Arith(_, a, b)
        | CodeKind::Compare(_, a, b)
        | CodeKind::SameDigit(a, b, _)
        | CodeKind::Implies(a, b)
        | CodeKind::In(a, b) => scalar(a) && scalar(b),
        CodeKind::Index(list, index) => lists && matches!(list.kind, CodeKind::Var(_)) && scalar(index),
        CodeKind::And(all) | CodeKind::Or(all) => all.iter().all(scalar),
        CodeKind::If(c, a, b) => scalar(c) && scalar(a) && scalar(b),
        CodeKind::Set(items) => items.iter().all(|(l, h)| scalar(l) && h.as_ref().is_none_or(scalar)),
        CodeKind::Call(
            Builtin::Digit | Builtin::ValueOf | Builtin::Odd | Builtin::Even | Builtin::Floor | Builtin::Ceil,
            args,
        ) => args.iter().all(scalar),
        CodeKind::Call(_, args) if args.is_empty() => true,
        _ => false,
    }
}
