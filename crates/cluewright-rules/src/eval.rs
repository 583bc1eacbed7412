//! The checker: a rule's text, evaluated as written on a full grid. Nothing here knows about lowering.

use crate::args;
use crate::code::{Bind, Builtin, Code, CodeKind, Filt, Pat, Quantity, RuleCode, Slot, Src, Step, StepKind};
use crate::compile::regex;
use crate::places::Places;
use crate::rat::Rat;
use crate::ruleset::Ruleset;
use crate::syntax::Pos;
use crate::syntax::ast::{Arith, Cmp, Nearness, ParamKind};
use cluewright_core::{Arg, BadInput, Cell, Clue, ClueTree, Origin, Puzzle};
use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

/// A rule that a full grid breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The rule.
    pub rule: String,
    /// The clue: its place in the puzzle's list, depth first through clue trees. `None`: a rule of the whole grid.
    pub clue: Option<u32>,
    /// The cells it is about.
    pub cells: Vec<Cell>,
    /// In words: `the cage 13 at r4c1: digits in a cage do not repeat and add up to its total`.
    pub sentence: String,
}

/// Steps allowed for one check: about a second.
const MAX_STEPS: u64 = 20_000_000;
/// Longest list.
const MAX_LIST: usize = 100_000;
/// Deepest use of rules by rules.
const MAX_USES: usize = 24;

/// Which rules a full grid breaks, by evaluating their texts.
///
/// `values` holds the numbers of the puzzle's cells (grid, then extra cells) and, when known, those of the extra cells
/// that rules show, in the order in which the rules declare them. Other extra cells need only *some* numbers that fit.
/// Givens are not looked at.
///
/// ```
/// use cluewright_core::{Clue, Puzzle, Shape};
/// use cluewright_rules::{Ruleset, check};
/// let mut puzzle = Puzzle::new(Shape::square(4).unwrap(), 4);
/// puzzle.rules.push(Clue::new("classic", vec![]));
/// let rules = Ruleset::for_puzzle(&puzzle, &[]).unwrap();
/// let good = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
/// assert_eq!(check(&rules, &puzzle, &good).unwrap(), []);
/// let mut bad = good;
/// bad.swap(0, 1);
/// let broken = check(&rules, &puzzle, &bad).unwrap();
/// assert_eq!(broken[0].rule, "columns");
/// assert!(broken[0].sentence.starts_with("column 1"));
/// ```
pub fn check(rules: &Ruleset, puzzle: &Puzzle, values: &[i32]) -> Result<Vec<Broken>, BadInput> {
    if values.len() < puzzle.cell_count() {
        return Err(BadInput::new(format!("{} numbers for {} cells", values.len(), puzzle.cell_count())));
    }
    let places = Places::new(puzzle);
    let mut run = Run::new(rules, &places);
    run.numbers = values.iter().map(|v| i64::from(*v)).collect();
    let mut broken = Vec::new();
    // The numbers of extra cells that what follows may read: those of rules that say what cells count for.
    let jobs = jobs(rules, puzzle)?;
    let (first, rest): (Vec<&Job>, Vec<&Job>) = jobs.iter().partition(|j| j.redefines);
    if first.is_empty() {
        for job in rest {
            run.extras.clear();
            if let Some(found) = run.whole(&[job], 0)? {
                broken.extend(found);
            }
        }
    } else {
        // What a cell counts for matters to every rule: all of them at once.
        let all: Vec<&Job> = first.into_iter().chain(rest).collect();
        if let Some(found) = run.whole(&all, 0)? {
            broken.extend(found);
        }
    }
    Ok(broken)
}

/// A rule in use: with its clue, or a tree of clues.
enum What<'a> {
    Rule(&'a Clue, Option<u32>),
    Tree(&'a ClueTree, u32),
}

struct Job<'a> {
    what: What<'a>,
    redefines: bool,
}

/// Everything a puzzle demands, in order.
fn jobs<'a>(rules: &Ruleset, puzzle: &'a Puzzle) -> Result<Vec<Job<'a>>, BadInput> {
    let mut jobs = Vec::new();
    for clue in &puzzle.rules {
        jobs.push(Job { what: What::Rule(clue, None), redefines: rules.needed(clue)?.redefines_value });
    }
    let mut number = 0;
    for tree in &puzzle.clues {
        let redefines = match tree {
            ClueTree::One(clue) => rules.needed(clue)?.redefines_value,
            _ => false,
        };
        jobs.push(Job { what: What::Tree(tree, number), redefines });
        number += size(tree);
    }
    Ok(jobs)
}

/// How many clues a tree holds.
pub(crate) fn size(tree: &ClueTree) -> u32 {
    match tree {
        ClueTree::One(_) => 1,
        ClueTree::All(all) | ClueTree::Any(all) => all.iter().map(size).sum(),
        ClueTree::Not(inner) => size(inner),
    }
}

/// What an expression is worth.
#[derive(Clone, Debug)]
enum V {
    /// Nothing bound here yet.
    Unset,
    /// A parameter the clue does not have.
    Absent,
    /// Such as the tenth item of nine: no comparison with it holds.
    Undefined,
    Num(Rat),
    Bool(bool),
    Text(Arc<str>),
    Cell(Cell),
    List(Rc<Vec<V>>),
    Keyed(Rc<(Vec<V>, Vec<V>)>),
    Clue(u32),
}

impl V {
    fn list(items: Vec<V>) -> Self {
        Self::List(Rc::new(items))
    }

    fn cells(cells: &[Cell]) -> Self {
        Self::list(cells.iter().map(|&c| Self::Cell(c)).collect())
    }

    fn lists(lists: &[Vec<Cell>]) -> Self {
        Self::list(lists.iter().map(|l| Self::cells(l)).collect())
    }

    fn arg(arg: Option<&Arg>) -> Self {
        match arg {
            None => Self::Absent,
            Some(Arg::Cell(c)) => Self::Cell(*c),
            Some(Arg::Cells(list)) => Self::cells(list),
            Some(Arg::Lists(lists)) => Self::lists(lists),
            Some(Arg::Number(n)) => Self::Num(Rat::int(*n)),
            Some(Arg::Numbers(ns)) => Self::list(ns.iter().map(|n| Self::Num(Rat::int(*n))).collect()),
            Some(Arg::Text(t)) => Self::Text(t.as_str().into()),
            Some(Arg::Bool(b)) => Self::Bool(*b),
        }
    }
}

/// Why an evaluation ends before its end.
enum Stop {
    /// An absent parameter was read: the statement is skipped.
    Skip,
    /// An extra cell without a number yet was read.
    Need(usize),
    /// The rule is broken.
    Broken(Box<Broken>),
    Bad(Box<BadInput>),
}

impl From<BadInput> for Stop {
    fn from(e: BadInput) -> Self {
        Self::Bad(Box::new(e))
    }
}

type Got<T> = Result<T, Stop>;

struct Extra {
    low: i64,
    high: i64,
    number: Option<i64>,
}

struct Run<'a> {
    rules: &'a Ruleset,
    places: &'a Places<'a>,
    numbers: Vec<i64>,
    /// Extra cells of rules, in the order they are declared: found again in every pass.
    extras: Vec<Extra>,
    /// How many of them this pass has declared, and how many of those are shown.
    declared: usize,
    shown: usize,
    /// What cells count for, where a rule says so.
    counts_for: Vec<Option<V>>,
    env: Vec<V>,
    rule: Option<&'a RuleCode>,
    origin_clue: Option<u32>,
    cells: Vec<Cell>,
    uses: usize,
    steps: u64,
    /// Where to collect what is broken, instead of stopping there.
    found: Option<Vec<Broken>>,
}

impl<'a> Run<'a> {
    fn new(rules: &'a Ruleset, places: &'a Places<'a>) -> Self {
        Self {
            rules,
            places,
            numbers: Vec::new(),
            extras: Vec::new(),
            declared: 0,
            shown: 0,
            counts_for: Vec::new(),
            env: Vec::new(),
            rule: None,
            origin_clue: None,
            cells: Vec::new(),
            uses: 0,
            steps: 0,
            found: None,
        }
    }

    /// Runs the jobs with every choice of numbers for the extra cells until all of it holds. What is broken, else.
    fn whole(&mut self, jobs: &[&Job<'a>], depth: usize) -> Result<Option<Vec<Broken>>, BadInput> {
        if depth > 2_000 {
            return Err(BadInput::new("more than 2000 extra cells without a number"));
        }
        self.declared = 0;
        self.counts_for.clear();
        self.found = Some(Vec::new());
        let mut stop = None;
        for job in jobs {
            match self.job(job) {
                Ok(()) | Err(Stop::Skip) => {}
                Err(Stop::Broken(b)) => self.found.get_or_insert_default().push(*b),
                Err(Stop::Bad(e)) => return Err(*e),
                Err(Stop::Need(i)) => {
                    stop = Some(i);
                    break;
                }
            }
        }
        let found = self.found.take().unwrap_or_default();
        let Some(extra) = stop else { return Ok((!found.is_empty()).then_some(found)) };
        if !found.is_empty() {
            return Ok(Some(found));
        }
        let (low, high) = (self.extras[extra].low, self.extras[extra].high);
        let mut last = None;
        for number in low..=high {
            self.extras[extra].number = Some(number);
            match self.whole(jobs, depth + 1)? {
                None => return Ok(None),
                Some(broken) => last = Some(broken),
            }
        }
        self.extras[extra].number = None;
        Ok(last)
    }

    fn job(&mut self, job: &Job<'a>) -> Got<()> {
        match job.what {
            What::Rule(clue, number) => self.clue(clue, number),
            What::Tree(tree, number) => self.tree(tree, number),
        }
    }

    fn tree(&mut self, tree: &'a ClueTree, number: u32) -> Got<()> {
        match tree {
            ClueTree::One(clue) => self.clue(clue, Some(number)),
            ClueTree::All(all) => {
                let mut at = number;
                for inner in all {
                    self.tree(inner, at)?;
                    at += size(inner);
                }
                Ok(())
            }
            ClueTree::Any(any) => {
                let mut at = number;
                let mut first = None;
                for inner in any {
                    match self.attempt(|run| run.tree(inner, at)) {
                        Ok(()) => return Ok(()),
                        Err(Stop::Broken(b)) => first = first.or(Some(b)),
                        Err(stop) => return Err(stop),
                    }
                    at += size(inner);
                }
                Err(Stop::Broken(first.unwrap_or_else(|| {
                    Box::new(Broken {
                        rule: "any".into(),
                        clue: Some(number),
                        cells: Vec::new(),
                        sentence: "none of no clues holds".into(),
                    })
                })))
            }
            ClueTree::Not(inner) => match self.attempt(|run| run.tree(inner, number)) {
                Err(Stop::Broken(_)) => Ok(()),
                Err(stop) => Err(stop),
                Ok(()) => Err(Stop::Broken(Box::new(Broken {
                    rule: "not".into(),
                    clue: Some(number),
                    cells: Vec::new(),
                    sentence: "a clue holds that must not".into(),
                }))),
            },
        }
    }

    /// Runs something whose broken statements end it, instead of being collected.
    fn attempt(&mut self, f: impl FnOnce(&mut Self) -> Got<()>) -> Got<()> {
        let found = self.found.take();
        let result = f(self);
        self.found = found;
        result
    }

    fn clue(&mut self, clue: &'a Clue, number: Option<u32>) -> Got<()> {
        let rules = self.rules;
        let rule = rules.needed(clue)?;
        let bound = args::bind(rule, clue, self.places)?;
        let cells = args::cells_of(&bound);
        self.origin_clue = number;
        self.within(rule, bound.iter().map(|a| V::arg(a.as_ref())).collect(), cells)
    }

    /// Runs a rule's body with these parameters.
    fn within(&mut self, rule: &'a RuleCode, params: Vec<V>, cells: Vec<Cell>) -> Got<()> {
        self.uses += 1;
        if self.uses > MAX_USES {
            return Err(BadInput::new(format!(
                "the rule {} uses itself, or more than {MAX_USES} levels of rules",
                rule.name
            ))
            .into());
        }
        let mut env = vec![V::Unset; rule.slots];
        for (param, value) in rule.params.iter().zip(params) {
            env[param.slot as usize] = value;
        }
        let outer_env = std::mem::replace(&mut self.env, env);
        let outer_cells = std::mem::replace(&mut self.cells, cells);
        let outer_rule = self.rule.replace(rule);
        let result = self.block(&rule.body);
        self.env = outer_env;
        self.cells = outer_cells;
        self.rule = outer_rule;
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
                stop => return stop,
            }
        }
        Ok(())
    }

    fn step(&mut self, step: &'a Step) -> Got<()> {
        match &step.kind {
            StepKind::Require(condition) => {
                if self.truth(condition)? {
                    return Ok(());
                }
                let broken = self.broken();
                match &mut self.found {
                    Some(found) => {
                        found.push(broken);
                        Ok(())
                    }
                    None => Err(Stop::Broken(Box::new(broken))),
                }
            }
            StepKind::Use(uses) => {
                for u in uses {
                    let rules = self.rules;
                    let rule = &**rules.code(&u.rule).expect("resolving found the rule");
                    let mut params = Vec::new();
                    let mut cells = Vec::new();
                    for p in &rule.params {
                        let value = match u.args.iter().find(|a| a.0 == p.name) {
                            Some((_, code)) => match self.value(code) {
                                Err(Stop::Skip) => V::Absent,
                                other => other?,
                            },
                            None => V::Absent,
                        };
                        flatten(&value, &mut cells);
                        params.push(value);
                    }
                    if cells.is_empty() {
                        cells.clone_from(&self.cells);
                    }
                    self.fill_defaults(rule, &mut params)?;
                    if u.negated {
                        match self.attempt(|run| run.within(rule, params, cells)) {
                            Err(Stop::Broken(_)) => {}
                            Err(stop) => return Err(stop),
                            Ok(()) => {
                                let broken = self.broken();
                                match &mut self.found {
                                    Some(found) => found.push(broken),
                                    None => return Err(Stop::Broken(Box::new(broken))),
                                }
                            }
                        }
                    } else {
                        self.within(rule, params, cells)?;
                    }
                }
                Ok(())
            }
            StepKind::For(bind, body) => {
                let outer = self.cells.clone();
                let result = self.each(bind, &mut |run, item, included| {
                    if !included {
                        return Err(BadInput::new("a statement's `for` cannot choose by the digits")
                            .at(bind.pos.line, bind.pos.column)
                            .hint("use `require every ... where ...: ...`")
                            .into());
                    }
                    let mut cells = Vec::new();
                    flatten(item, &mut cells);
                    if !cells.is_empty() {
                        run.cells = cells;
                    }
                    let result = run.block(body);
                    run.cells.clone_from(&outer);
                    result
                });
                self.cells = outer;
                result
            }
            StepKind::If(arms, other) => {
                for (condition, body) in arms {
                    if self.truth(condition)? {
                        return self.block(body);
                    }
                }
                other.as_ref().map_or(Ok(()), |body| self.block(body))
            }
            StepKind::Let(pat, value) => {
                let value = match self.value(value) {
                    Err(Stop::Skip) => V::Absent,
                    other => other?,
                };
                self.put(pat, value, step.pos)
            }
            StepKind::Extra { shown, slot, keys, low, high, .. } => {
                let keys = match keys {
                    None => None,
                    Some(keys) => Some(self.list(keys)?),
                };
                let (low, high) = (self.whole_number(low)?, self.whole_number(high)?);
                let count = keys.as_ref().map_or(1, |k| k.len());
                let mut cells = Vec::new();
                for _ in 0..count {
                    cells.push(V::Cell(self.extra(*shown, low, high, step.pos)?));
                }
                self.env[*slot as usize] = match keys {
                    None => cells.pop().expect("one extra cell"),
                    Some(keys) => V::Keyed(Rc::new((keys.to_vec(), cells))),
                };
                Ok(())
            }
            StepKind::Value { slot, all, code } => {
                let cells: Vec<Cell> = if *all {
                    self.places.puzzle.shape.cells().collect()
                } else {
                    match self.env[*slot as usize] {
                        V::Cell(c) => vec![c],
                        _ => return Err(Stop::Skip),
                    }
                };
                for c in cells {
                    if *all {
                        self.env[*slot as usize] = V::Cell(c);
                    }
                    let value = self.number(code)?;
                    if self.counts_for.len() <= c.index() {
                        self.counts_for.resize(c.index() + 1, None);
                    }
                    self.counts_for[c.index()] = Some(value.map_or(V::Undefined, V::Num));
                }
                if *all {
                    self.env[*slot as usize] = V::Unset;
                }
                Ok(())
            }
            StepKind::Any(blocks) => {
                let mut first = None;
                for body in blocks {
                    match self.attempt(|run| run.block(body)) {
                        Ok(()) => return Ok(()),
                        Err(Stop::Broken(b)) => first = first.or(Some(b)),
                        Err(stop) => return Err(stop),
                    }
                }
                let broken = self.broken();
                match &mut self.found {
                    Some(found) => {
                        found.push(broken);
                        Ok(())
                    }
                    None => Err(Stop::Broken(Box::new(broken))),
                }
            }
        }
    }

    fn extra(&mut self, shown: bool, low: i64, high: i64, pos: Pos) -> Got<Cell> {
        if low > high || high - low >= 64 {
            return Err(pos
                .error(format!("an extra cell of {low}..{high} is not possible"))
                .hint("1 to 64 numbers")
                .into());
        }
        let index = self.declared;
        self.declared += 1;
        if index == self.extras.len() {
            if index > 4_000 {
                return Err(pos.error("more than 4000 extra cells").into());
            }
            let number = if shown {
                self.shown += 1;
                self.numbers.get(self.places.puzzle.cell_count() + self.shown - 1).copied()
            } else {
                None
            };
            self.extras.push(Extra { low, high, number });
        }
        Ok(Cell((self.places.puzzle.cell_count() + index) as u16))
    }

    fn fill_defaults(&mut self, rule: &'a RuleCode, params: &mut [V]) -> Got<()> {
        for i in 0..params.len() {
            if let (V::Absent, Some(default)) = (&params[i], &rule.params[i].default) {
                let mut env = vec![V::Unset; rule.slots];
                for (p, v) in rule.params.iter().zip(&*params) {
                    env[p.slot as usize] = v.clone();
                }
                let outer = std::mem::replace(&mut self.env, env);
                let value = self.value(default);
                self.env = outer;
                params[i] = value?;
            }
        }
        Ok(())
    }

    /// The statement at hand in words.
    fn broken(&self) -> Broken {
        let Some(rule) = self.rule else {
            return Broken { rule: String::new(), clue: None, cells: Vec::new(), sentence: String::new() };
        };
        let mut origin = Origin::new(&rule.name, &rule.says);
        for (name, slots) in &rule.said {
            let arg = slots.iter().rev().find_map(|s| to_arg(&self.env[*s as usize]));
            origin.args.extend(arg.map(|a| (Arc::clone(name), a)));
        }
        let mut sentence = origin.text(|c| self.places.puzzle.cell_name(c));
        let about = rule.ast.about.trim_end_matches('.');
        if !about.is_empty() {
            let mut chars = about.chars();
            let first = chars.next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
            sentence = format!("{sentence}: {first}{}", chars.as_str());
        }
        Broken { rule: rule.name.to_string(), clue: self.origin_clue, cells: self.cells.clone(), sentence }
    }

    fn put(&mut self, pat: &Pat, value: V, pos: Pos) -> Got<()> {
        match pat {
            Pat::One(slot) => self.env[*slot as usize] = value,
            Pat::Tuple(slots) => {
                let items: &[V] = match &value {
                    V::List(items) => items,
                    V::Absent => return Err(Stop::Skip),
                    _ => &[],
                };
                if items.len() != slots.len() {
                    return Err(pos.error(format!("{} names for {} items", slots.len(), items.len())).into());
                }
                for (slot, item) in slots.iter().zip(items) {
                    self.env[*slot as usize] = item.clone();
                }
            }
        }
        Ok(())
    }

    fn tick(&mut self) -> Got<()> {
        self.ticks(1)
    }

    fn ticks(&mut self, steps: u64) -> Got<()> {
        self.steps += steps;
        if self.steps > MAX_STEPS {
            return Err(BadInput::new(format!("checking takes more than {MAX_STEPS} steps"))
                .hint("a loop in a rule is too long, or its extra cells leave too many choices")
                .into());
        }
        Ok(())
    }

    /// Calls `f` for each item of a binder that its filters keep (`true`) or leave out by digits (`false`).
    fn each(&mut self, bind: &'a Bind, f: &mut dyn FnMut(&mut Self, &V, bool) -> Got<()>) -> Got<()> {
        let items: Rc<Vec<V>> = match &bind.src {
            Src::In(list) => self.list(list)?,
            Src::Along(list) => {
                let list = self.list(list)?;
                let k = match &bind.pat {
                    Pat::Tuple(slots) => slots.len(),
                    Pat::One(_) => 2,
                };
                Rc::new(list.windows(k).map(|w| V::list(w.to_vec())).collect())
            }
            Src::Moves(down, right, both) => {
                let (down, right) = (self.whole_number(down)?, self.whole_number(right)?);
                let pairs = self.places.pairs(*both, |c| self.places.leaps(c, down, right));
                Rc::new(pairs.into_iter().map(|(a, b)| V::cells(&[a, b])).collect())
            }
            Src::Near(near, both) => {
                let pairs = self.places.pairs(*both, |c| self.places.near(c, *near));
                Rc::new(pairs.into_iter().map(|(a, b)| V::cells(&[a, b])).collect())
            }
        };
        let mut number = 0;
        for (at, item) in items.iter().enumerate() {
            self.tick()?;
            self.put(&bind.pat, item.clone(), bind.pos)?;
            self.env[bind.place as usize] = V::Num(Rat::int(at as i64 + 1));
            if let Some(index) = bind.index {
                self.env[index as usize] = V::Num(Rat::int(number + 1));
            }
            let mut keep = true;
            for filter in &bind.filters {
                keep = match filter {
                    Filt::Where(condition) => self.truth(condition)?,
                    Filt::Marked(rules, unless) => {
                        let mut cells = Vec::new();
                        flatten(item, &mut cells);
                        rules.iter().any(|r| self.places.marked(r, &cells)) != *unless
                    }
                };
                if !keep {
                    break;
                }
            }
            if keep {
                number += 1;
                f(self, item, true)?;
            }
        }
        Ok(())
    }

    fn list(&mut self, code: &'a Code) -> Got<Rc<Vec<V>>> {
        match self.value(code)? {
            V::List(items) => Ok(items),
            V::Keyed(keyed) => Ok(Rc::new(keyed.1.clone())),
            V::Absent => Err(Stop::Skip),
            _ => Ok(Rc::new(Vec::new())),
        }
    }

    fn truth(&mut self, code: &'a Code) -> Got<bool> {
        match self.value(code)? {
            V::Bool(b) => Ok(b),
            V::Absent => Err(Stop::Skip),
            _ => Ok(false),
        }
    }

    /// A number; `None` when it is undefined.
    fn number(&mut self, code: &'a Code) -> Got<Option<Rat>> {
        let value = self.value(code)?;
        self.as_number(&value)
    }

    fn whole_number(&mut self, code: &'a Code) -> Got<i64> {
        match self.number(code)?.and_then(Rat::whole) {
            Some(n) => Ok(n),
            None => Err(code.pos.error("expected a whole number").into()),
        }
    }

    /// What a value counts for.
    fn as_number(&self, value: &V) -> Got<Option<Rat>> {
        match value {
            V::Num(n) => Ok(Some(*n)),
            V::Cell(c) => match self.counts_for.get(c.index()).and_then(Option::as_ref) {
                Some(V::Num(n)) => Ok(Some(*n)),
                Some(_) => Ok(None),
                None => self.digit(*c).map(|d| Some(Rat::int(d))),
            },
            V::Absent | V::Unset => Err(Stop::Skip),
            _ => Ok(None),
        }
    }

    /// What is written in a cell.
    fn digit(&self, cell: Cell) -> Got<i64> {
        let count = self.places.puzzle.cell_count();
        match cell.index().checked_sub(count) {
            None => Ok(self.numbers.get(cell.index()).copied().unwrap_or(0)),
            Some(extra) => self.extras[extra].number.ok_or(Stop::Need(extra)),
        }
    }

    /// What is written: of a cell its digit, of a number itself.
    fn written(&self, value: &V) -> Got<Option<Rat>> {
        match value {
            V::Cell(c) => self.digit(*c).map(|d| Some(Rat::int(d))),
            other => self.as_number(other),
        }
    }

    fn all_written(&mut self, list: &[V]) -> Got<Option<Vec<Rat>>> {
        self.ticks(list.len() as u64)?;
        list.iter().map(|v| self.written(v)).collect()
    }

    fn all_numbers(&mut self, list: &[V]) -> Got<Option<Vec<Rat>>> {
        self.ticks(list.len() as u64)?;
        list.iter().map(|v| self.as_number(v)).collect()
    }

    fn value(&mut self, code: &'a Code) -> Got<V> {
        self.tick()?;
        Ok(match &code.kind {
            CodeKind::Number(n) => V::Num(Rat::int(*n)),
            CodeKind::Bool(b) => V::Bool(*b),
            CodeKind::Text(t) => V::Text(Arc::clone(t)),
            CodeKind::Var(slot) => match &self.env[*slot as usize] {
                V::Absent | V::Unset => return Err(Stop::Skip),
                value => value.clone(),
            },
            CodeKind::IsGiven(slot) => V::Bool(!matches!(self.env[*slot as usize], V::Absent | V::Unset)),
            CodeKind::CluesOf(rule) => V::list(self.places.clues_of(rule).into_iter().map(V::Clue).collect()),
            CodeKind::Call(builtin, args) => return self.call(*builtin, args, code.pos),
            CodeKind::Index(list, index) => {
                let index = self.number(index)?;
                let list = self.list(list)?;
                let at = index.and_then(Rat::whole).and_then(|i| usize::try_from(i - 1).ok());
                at.and_then(|i| list.get(i)).cloned().unwrap_or(V::Undefined)
            }
            CodeKind::KeyIndex(keyed, key) => {
                let (V::Keyed(keyed), key) = (self.value(keyed)?, self.value(key)?) else { return Ok(V::Undefined) };
                self.ticks(keyed.0.len() as u64 / 8)?;
                let found = keyed.0.iter().position(|k| match (k, &key) {
                    (V::Cell(a), V::Cell(b)) => a == b,
                    (V::Num(a), V::Num(b)) => a == b,
                    (V::List(a), V::List(b)) => same_cells(a, b),
                    _ => false,
                });
                match found {
                    Some(i) => keyed.1[i].clone(),
                    None => return Err(code.pos.error("there is no extra cell for this").into()),
                }
            }
            CodeKind::Field(clue, field) => {
                let V::Clue(number) = self.value(clue)? else { return Ok(V::Undefined) };
                let clue = self.places.clues[number as usize];
                let rule = self.rules.needed(clue)?;
                let bound = args::bind(rule, clue, self.places)?;
                let at = rule.params.iter().position(|p| p.name == *field).expect("resolving found the parameter");
                match V::arg(bound[at].as_ref()) {
                    V::Absent => return Err(Stop::Skip),
                    value => value,
                }
            }
            CodeKind::Neg(x) => self.number(x)?.map_or(V::Undefined, |n| V::Num(n.neg())),
            CodeKind::Not(x) => V::Bool(!self.truth(x)?),
            CodeKind::Abs(x) => self.number(x)?.map_or(V::Undefined, |n| V::Num(if n.n < 0 { n.neg() } else { n })),
            CodeKind::Arith(op, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                let (Some(a), Some(b)) = (a, b) else { return Ok(V::Undefined) };
                let result = match op {
                    Arith::Add => Some(a.add(b)),
                    Arith::Sub => Some(a.sub(b)),
                    Arith::Mul => Some(a.mul(b)),
                    Arith::Div => a.div(b),
                    Arith::FloorDiv => a.div(b).map(Rat::floor),
                    // Never negative: the rest after the next multiple of |b| below.
                    Arith::Mod => {
                        let b = if b.n < 0 { b.neg() } else { b };
                        a.div(b).map(|q| a.sub(b.mul(q.floor())))
                    }
                };
                result.map_or(V::Undefined, V::Num)
            }
            CodeKind::Compare(cmp, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                V::Bool(matches!((a, b), (Some(a), Some(b)) if holds(*cmp, a.cmp(b))))
            }
            CodeKind::SameDigit(a, b, different) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                let (a, b) = (self.written(&a)?, self.written(&b)?);
                V::Bool(matches!((a, b), (Some(a), Some(b)) if (a == b) != *different))
            }
            CodeKind::SameWord(a, b, different) => {
                let same = match (self.value(a)?, self.value(b)?) {
                    (V::Text(a), V::Text(b)) => a == b,
                    (V::Bool(a), V::Bool(b)) => a == b,
                    _ => return Ok(V::Bool(false)),
                };
                V::Bool(same != *different)
            }
            CodeKind::In(x, list) => {
                let x = self.number(x)?;
                let list = self.list(list)?;
                let Some(x) = x else { return Ok(V::Bool(false)) };
                let mut found = false;
                for item in list.iter() {
                    found |= self.written(item)? == Some(x);
                }
                V::Bool(found)
            }
            CodeKind::CellIn(x, list) => {
                let V::Cell(x) = self.value(x)? else { return Ok(V::Bool(false)) };
                V::Bool(self.list(list)?.iter().any(|c| matches!(c, V::Cell(c) if *c == x)))
            }
            // Every part is read, for one that reads an absent parameter skips the statement; unless the part before
            // asked whether it is there.
            CodeKind::And(all) => {
                let mut result = true;
                for x in all {
                    result &= self.truth(x)?;
                    if !result && asks(x) {
                        break;
                    }
                }
                V::Bool(result)
            }
            CodeKind::Or(all) => {
                let mut result = false;
                for x in all {
                    result |= self.truth(x)?;
                    if result && asks(x) {
                        break;
                    }
                }
                V::Bool(result)
            }
            CodeKind::Implies(a, b) => {
                let holds = self.truth(a)?;
                V::Bool(if !holds && asks(a) { true } else { self.truth(b)? || !holds })
            }
            CodeKind::If(c, a, b) => {
                let branch = if self.truth(c)? { a } else { b };
                return self.value(branch);
            }
            CodeKind::Quantified(quantity, count, bind, condition) => {
                let (mut yes, mut all) = (0i64, 0i64);
                self.each(bind, &mut |run, _, _| {
                    all += 1;
                    yes += i64::from(run.truth(condition)?);
                    Ok(())
                })?;
                V::Bool(self.enough(*quantity, count.as_deref(), yes, all)?)
            }
            CodeKind::Of(quantity, count, all) => {
                let mut yes = 0;
                for x in all {
                    yes += i64::from(self.truth(x)?);
                }
                V::Bool(self.enough(*quantity, Some(count), yes, all.len() as i64)?)
            }
            CodeKind::List(items) => {
                let items = items.iter().map(|i| self.value(i)).collect::<Got<Vec<V>>>()?;
                V::list(items)
            }
            CodeKind::ListFor(item, bind) => {
                let mut items = Vec::new();
                self.each(bind, &mut |run, _, _| {
                    items.push(run.value(item)?);
                    if items.len() > MAX_LIST {
                        return Err(code.pos.error(format!("a list of more than {MAX_LIST} items")).into());
                    }
                    Ok(())
                })?;
                V::list(items)
            }
            CodeKind::Set(items) => {
                let mut all = Vec::new();
                for (low, high) in items {
                    let from = self.number(low)?;
                    let Some(high) = high else {
                        all.push(from.map_or(V::Undefined, V::Num));
                        continue;
                    };
                    let (Some(from), Some(to)) = (from, self.number(high)?) else { continue };
                    let (Some(from), Some(to)) = (from.whole(), to.whole()) else {
                        return Err(code.pos.error("a range goes from one whole number to another").into());
                    };
                    if to.saturating_sub(from) > MAX_LIST as i64 {
                        return Err(code.pos.error(format!("a set of more than {MAX_LIST} numbers")).into());
                    }
                    all.extend((from..=to).map(|n| V::Num(Rat::int(n))));
                }
                V::list(all)
            }
            CodeKind::Matches(list, dfa) => {
                let list = self.list(list)?;
                let Some(digits) = self.all_written(&list)? else { return Ok(V::Bool(false)) };
                let whole: Option<Vec<i64>> = digits.into_iter().map(Rat::whole).collect();
                V::Bool(whole.is_some_and(|w| dfa.matches(&w)))
            }
            CodeKind::MatchesText(list, text) => {
                let V::Text(text) = self.value(text)? else { return Ok(V::Bool(false)) };
                let dfa = regex(&text, 0, 63)
                    .map_err(|e| code.pos.error(format!("the regular expression \"{text}\": {e}")))?;
                let list = self.list(list)?;
                let Some(digits) = self.all_written(&list)? else { return Ok(V::Bool(false)) };
                let whole: Option<Vec<i64>> = digits.into_iter().map(Rat::whole).collect();
                V::Bool(whole.is_some_and(|w| dfa.matches(&w)))
            }
            CodeKind::End(last, count, list) => {
                let count = self.number(count)?;
                let list = self.list(list)?;
                let Some(count) = count else { return Ok(V::Undefined) };
                let k = usize::try_from(count.floor().n.max(0)).unwrap_or(usize::MAX);
                let k = if count.is_finite() { k.min(list.len()) } else { list.len() };
                V::list(if *last { list[list.len() - k..].to_vec() } else { list[..k].to_vec() })
            }
            CodeKind::Side(after, list, index) => {
                let index = self.value(index)?;
                let list = self.list(list)?;
                let at = match &index {
                    V::Cell(c) => list.iter().position(|x| matches!(x, V::Cell(x) if x == c)).map(|i| i as i64 + 1),
                    other => self.as_number(other)?.and_then(Rat::whole),
                };
                let Some(at) = at else { return Ok(V::Undefined) };
                let at = at.clamp(0, list.len() as i64 + 1) as usize;
                V::list(if *after { list[at.min(list.len())..].to_vec() } else { list[..at.max(1) - 1].to_vec() })
            }
            CodeKind::Fold(slot, start, bind, next) => {
                let mut state = self.number(start)?.map_or(V::Undefined, V::Num);
                self.each(bind, &mut |run, _, _| {
                    run.env[*slot as usize] = state.clone();
                    state = run.number(next)?.map_or(V::Undefined, V::Num);
                    Ok(())
                })?;
                state
            }
            CodeKind::Let(slot, value, body) => {
                let value = self.value(value)?;
                self.env[*slot as usize] = value;
                return self.value(body);
            }
        })
    }

    fn enough(&mut self, quantity: Quantity, count: Option<&'a Code>, yes: i64, all: i64) -> Got<bool> {
        let count = match count {
            None => None,
            Some(count) => self.number(count)?,
        };
        let compared = count.map(|k| Rat::int(yes).cmp(k));
        Ok(match quantity {
            Quantity::Every => yes == all,
            Quantity::Some => yes > 0,
            Quantity::Exactly => compared == Some(Ordering::Equal),
            Quantity::AtLeast => matches!(compared, Some(Ordering::Equal | Ordering::Greater)),
            Quantity::AtMost => matches!(compared, Some(Ordering::Equal | Ordering::Less)),
        })
    }

    fn call(&mut self, builtin: Builtin, args: &'a [Code], pos: Pos) -> Got<V> {
        use Builtin as B;
        let maybe = |n: Option<Rat>| n.map_or(V::Undefined, V::Num);
        let int = |n: i64| V::Num(Rat::int(n));
        Ok(match builtin {
            B::Sum | B::Product | B::Max | B::Min => {
                let list = self.list(&args[0])?;
                let Some(numbers) = self.all_numbers(&list)? else { return Ok(V::Undefined) };
                let by = |a: &Rat, b: &Rat| a.cmp(*b);
                V::Num(match builtin {
                    B::Sum => numbers.into_iter().fold(Rat::ZERO, Rat::add),
                    B::Product => numbers.into_iter().fold(Rat::int(1), Rat::mul),
                    B::Max => numbers.into_iter().max_by(by).unwrap_or(Rat::MINUS_INFINITY),
                    _ => numbers.into_iter().min_by(by).unwrap_or(Rat::INFINITY),
                })
            }
            B::Count if args.len() == 2 => {
                let list = self.list(&args[0])?;
                let wanted = self.wanted(&args[1])?;
                let mut n = 0;
                for item in list.iter() {
                    let w = self.written(item)?;
                    n += i64::from(w.is_some_and(|w| wanted.contains(&w)));
                }
                int(n)
            }
            B::Count | B::Length => int(self.list(&args[0])?.len() as i64),
            B::Distinct | B::Equal => {
                let list = self.list(&args[0])?;
                let Some(numbers) = self.all_written(&list)? else { return Ok(V::Bool(false)) };
                V::Bool(if builtin == B::Distinct {
                    (0..numbers.len()).all(|i| !numbers[..i].contains(&numbers[i]))
                } else {
                    numbers.windows(2).all(|w| w[0] == w[1])
                })
            }
            B::Increasing | B::Nondecreasing | B::Decreasing => {
                let list = self.list(&args[0])?;
                let Some(numbers) = self.all_numbers(&list)? else { return Ok(V::Bool(false)) };
                V::Bool(numbers.windows(2).all(|w| match builtin {
                    B::Increasing => w[0].cmp(w[1]) == Ordering::Less,
                    B::Nondecreasing => w[0].cmp(w[1]) != Ordering::Greater,
                    _ => w[0].cmp(w[1]) == Ordering::Greater,
                }))
            }
            B::Consecutive => {
                let list = self.list(&args[0])?;
                let Some(mut numbers) = self.all_numbers(&list)? else { return Ok(V::Bool(false)) };
                numbers.sort_by(|a, b| a.cmp(*b));
                V::Bool(numbers.windows(2).all(|w| w[1].sub(w[0]) == Rat::int(1)))
            }
            B::SameMultiset => {
                let lists = self.list(&args[0])?;
                let mut first: Option<Vec<Rat>> = None;
                let mut same = true;
                for list in lists.iter() {
                    let V::List(list) = list else { return Ok(V::Bool(false)) };
                    let Some(mut numbers) = self.all_written(list)? else { return Ok(V::Bool(false)) };
                    numbers.sort_by(|a, b| a.cmp(*b));
                    same &= *first.get_or_insert_with(|| numbers.clone()) == numbers;
                }
                V::Bool(same)
            }
            B::EqualSums => {
                let lists = self.list(&args[0])?;
                let mut first = None;
                let mut same = true;
                for list in lists.iter() {
                    let V::List(list) = list else { return Ok(V::Bool(false)) };
                    let Some(numbers) = self.all_numbers(list)? else { return Ok(V::Bool(false)) };
                    let sum = numbers.into_iter().fold(Rat::ZERO, Rat::add);
                    same &= *first.get_or_insert(sum) == sum;
                }
                V::Bool(same)
            }
            B::Contains | B::ContainsExactly => {
                let list = self.list(&args[0])?;
                let wanted = self.wanted(&args[1])?;
                let Some(numbers) = self.all_written(&list)? else { return Ok(V::Bool(false)) };
                V::Bool(wanted.iter().all(|w| {
                    let there = numbers.iter().filter(|n| *n == w).count();
                    let asked = wanted.iter().filter(|n| *n == w).count();
                    if builtin == B::Contains { there >= asked } else { there == asked }
                }))
            }
            B::NumberOf => {
                let list = self.list(&args[0])?;
                let Some(numbers) = self.all_written(&list)? else { return Ok(V::Undefined) };
                let base = Rat::int(number_base(self.places.puzzle.digits.last() as i64));
                V::Num(numbers.into_iter().fold(Rat::ZERO, |n, d| n.mul(base).add(d)))
            }
            B::First => self.list(&args[0])?.first().cloned().unwrap_or(V::Undefined),
            B::Last => self.list(&args[0])?.last().cloned().unwrap_or(V::Undefined),
            B::Reverse => V::list(self.list(&args[0])?.iter().rev().cloned().collect()),
            B::Concat => {
                let lists = self.list(&args[0])?;
                let mut all = Vec::new();
                for list in lists.iter() {
                    let items = match list {
                        V::List(list) => &list[..],
                        V::Keyed(keyed) => &keyed.1[..],
                        _ => return Ok(V::Undefined),
                    };
                    self.ticks(items.len() as u64)?;
                    all.extend_from_slice(items);
                    if all.len() > MAX_LIST {
                        return Err(pos.error(format!("a list of more than {MAX_LIST} items")).into());
                    }
                }
                V::list(all)
            }
            B::Position => {
                let x = self.value(&args[0])?;
                let list = self.list(&args[1])?;
                if let V::Cell(c) = x {
                    let at = list.iter().position(|v| matches!(v, V::Cell(x) if *x == c));
                    return Ok(maybe(at.map(|i| Rat::int(i as i64 + 1))));
                }
                let x = self.as_number(&x)?;
                let Some(numbers) = self.all_written(&list)? else { return Ok(V::Undefined) };
                maybe(x.and_then(|x| numbers.iter().position(|n| *n == x)).map(|i| Rat::int(i as i64 + 1)))
            }
            B::Positions => V::list((1..=self.list(&args[0])?.len() as i64).map(int).collect()),
            B::Visible => {
                let list = self.list(&args[0])?;
                let Some(numbers) = self.all_numbers(&list)? else { return Ok(V::Undefined) };
                let mut highest = Rat::MINUS_INFINITY;
                let mut seen = 0;
                for n in numbers {
                    if n.cmp(highest) == Ordering::Greater {
                        highest = n;
                        seen += 1;
                    }
                }
                int(seen)
            }
            B::Ranked | B::RankedOrTied => {
                let mine = self.list(&args[0])?;
                let rank = self.number(&args[1])?;
                let Some(mine) = self.all_written(&mine)? else { return Ok(V::Bool(false)) };
                let mut words = Vec::new();
                for code in &args[2..] {
                    words.push(self.words(code)?);
                }
                let [Some(lists), Some(below), Some(above)] = &words[..] else { return Ok(V::Bool(false)) };
                // A shorter number is smaller; equally long ones compare where they first differ.
                let compare = |w: &Vec<Rat>| {
                    let differ = w.iter().zip(&mine).map(|(a, b)| a.cmp(*b)).find(|o| *o != Ordering::Equal);
                    w.len().cmp(&mine.len()).then(differ.unwrap_or(Ordering::Equal))
                };
                let count = |order| lists.iter().filter(|w| compare(w) == order).count() as i64;
                let fits = below.iter().all(|w| compare(w) == Ordering::Less)
                    && above.iter().all(|w| compare(w) == Ordering::Greater)
                    && (builtin == B::RankedOrTied || count(Ordering::Equal) == 1);
                V::Bool(fits && rank == Some(Rat::int(count(Ordering::Less) + 1)))
            }
            B::RegionNumbers => {
                let list = self.list(&args[0])?;
                let size = self.number(&args[1])?;
                let Some(labels) = self.all_written(&list)? else { return Ok(V::Bool(false)) };
                V::Bool(size.is_some_and(|size| self.number_regions(&labels, size)))
            }
            B::Connected => {
                let list = self.list(&args[0])?;
                let cells: Vec<Cell> =
                    list.iter().filter_map(|v| if let V::Cell(c) = v { Some(*c) } else { None }).collect();
                V::Bool(self.connected(&cells))
            }
            B::Between => {
                let (a, b) = (self.value(&args[0])?, self.value(&args[1])?);
                let list = self.list(&args[2])?;
                // A cell stands for its place, a number for the places that hold it.
                let is = |end: &V, item: &V| -> Got<bool> {
                    Ok(match (end, item) {
                        (V::Cell(a), V::Cell(b)) => a == b,
                        _ => {
                            let (x, y) = (self.as_number(end)?, self.written(item)?);
                            x.is_some() && x == y
                        }
                    })
                };
                let mut at = Vec::new();
                for item in list.iter() {
                    at.push((is(&a, item)?, is(&b, item)?));
                }
                let inside = |i: usize| {
                    let (left, right) = (&at[..i], &at[i + 1..]);
                    left.iter().any(|x| x.0) && right.iter().any(|x| x.1)
                        || left.iter().any(|x| x.1) && right.iter().any(|x| x.0)
                };
                V::list((0..list.len()).filter(|&i| inside(i)).map(|i| list[i].clone()).collect())
            }
            B::Runs => {
                let list = self.list(&args[0])?;
                let cells: Vec<Cell> =
                    list.iter().filter_map(|v| if let V::Cell(c) = v { Some(*c) } else { None }).collect();
                let regions: Vec<Vec<Cell>> = match args.get(1) {
                    None => self.places.boxes(),
                    Some(regions) => self.list(regions)?.iter().map(cells_in).collect(),
                };
                V::lists(&Places::runs(&cells, &regions))
            }
            B::Pairs => {
                let list = self.list(&args[0])?;
                if list.len() > 1_000 {
                    return Err(pos.error("pairs of more than 1000 items").into());
                }
                let mut all = Vec::new();
                for (i, a) in list.iter().enumerate() {
                    all.extend(list[i + 1..].iter().map(|b| V::list(vec![a.clone(), b.clone()])));
                }
                V::list(all)
            }
            B::Digit => {
                let value = self.value(&args[0])?;
                maybe(self.written(&value)?)
            }
            B::ValueOf => maybe(self.number(&args[0])?),
            B::Same => {
                let (a, b) = (self.value(&args[0])?, self.value(&args[1])?);
                V::Bool(matches!((a, b), (V::Cell(a), V::Cell(b)) if a == b))
            }
            B::Floor => maybe(self.number(&args[0])?.map(Rat::floor)),
            B::Ceil => maybe(self.number(&args[0])?.map(|n| n.neg().floor().neg())),
            B::Odd | B::Even => {
                let n = self.number(&args[0])?.and_then(Rat::whole);
                V::Bool(n.is_some_and(|n| (n.rem_euclid(2) == 1) == (builtin == B::Odd)))
            }
            B::Size => int(self.places.size()),
            B::DigitsCount => int(self.places.puzzle.digits.count as i64),
            B::ReadingOrder => {
                let mut cells = cells_in(&V::List(self.list(&args[0])?));
                cells.sort_unstable();
                V::cells(&cells)
            }
            B::SubsetSum => {
                let list = self.list(&args[0])?;
                let total = self.number(&args[1])?;
                let (Some(numbers), Some(total)) = (self.all_numbers(&list)?, total) else { return Ok(V::Bool(false)) };
                let mut sums: Vec<Rat> = Vec::new();
                for n in numbers {
                    let with: Vec<Rat> = sums.iter().map(|s| s.add(n)).chain([n]).collect();
                    for s in with {
                        if !sums.contains(&s) {
                            sums.push(s);
                        }
                    }
                    if sums.len() > 20_000 {
                        return Err(pos.error("too many sums").into());
                    }
                }
                V::Bool(sums.contains(&total))
            }
            B::Height => int(self.places.puzzle.shape.height() as i64),
            B::Width => int(self.places.puzzle.shape.width() as i64),
            B::FirstDigit => int(self.places.puzzle.digits.first as i64),
            B::LastDigit => int(self.places.puzzle.digits.last() as i64),
            B::Digits => {
                let d = self.places.puzzle.digits;
                V::list((d.first as i64..=d.last() as i64).map(int).collect())
            }
            B::Cells => V::cells(&self.places.puzzle.shape.cells().collect::<Vec<_>>()),
            B::Rows => V::lists(&self.places.rows()),
            B::Columns => V::lists(&self.places.columns()),
            B::Boxes | B::Regions => V::lists(&self.places.boxes()),
            B::Houses => V::lists(&[self.places.rows(), self.places.columns(), self.places.boxes()].concat()),
            B::Squares => V::lists(&self.places.squares()),
            B::Diagonals => V::lists(&self.places.diagonals()),
            B::Neighbours
            | B::Touching
            | B::Row
            | B::Column
            | B::BoxNumber
            | B::Leaps
            | B::Ray
            | B::RowOf
            | B::ColumnOf
            | B::BoxOf
            | B::Above
            | B::Below
            | B::LeftOf
            | B::RightOf => {
                let V::Cell(c) = self.value(&args[0])? else {
                    return Err(pos.error(format!("`{}` needs a cell known before solving", builtin.name())).into());
                };
                let p = self.places;
                match builtin {
                    B::Row => int(p.row_and_column(c).0),
                    B::Column => int(p.row_and_column(c).1),
                    B::BoxNumber => int(p.box_number(c) as i64),
                    _ => {
                        let (mut down, mut right) = (0, 0);
                        if matches!(builtin, B::Leaps | B::Ray) {
                            (down, right) = (self.whole_number(&args[1])?, self.whole_number(&args[2])?);
                        }
                        V::cells(&p.around(builtin, c, down, right))
                    }
                }
            }
            B::Block => {
                let mut n = [0; 4];
                for (n, arg) in n.iter_mut().zip(args) {
                    *n = self.whole_number(arg)?;
                }
                V::cells(&self.places.block(n[0], n[1], n[2], n[3]))
            }
            B::CellAt => {
                let (row, column) =
                    (self.number(&args[0])?.and_then(Rat::whole), self.number(&args[1])?.and_then(Rat::whole));
                let cell = row.zip(column).and_then(|(r, c)| self.places.at(r, c));
                cell.map_or(V::Undefined, V::Cell)
            }
            B::Given | B::Clues => unreachable!("resolved to code of their own"),
        })
    }

    /// The numbers of a set, a list, or one number.
    fn wanted(&mut self, code: &'a Code) -> Got<Vec<Rat>> {
        let value = self.value(code)?;
        let items = match value {
            V::List(items) => items,
            V::Keyed(keyed) => Rc::new(keyed.1.clone()),
            other => Rc::new(vec![other]),
        };
        let mut all = Vec::new();
        for item in items.iter() {
            all.extend(self.written(item)?);
        }
        Ok(all)
    }

    /// What is written in lists of cells.
    fn words(&mut self, code: &'a Code) -> Got<Option<Vec<Vec<Rat>>>> {
        let lists = self.list(code)?;
        let mut all = Vec::new();
        for list in lists.iter() {
            let V::List(list) = list else { return Ok(None) };
            let Some(numbers) = self.all_written(list)? else { return Ok(None) };
            all.push(numbers);
        }
        Ok(Some(all))
    }

    /// Do these numbers, one for each cell of the grid, count its regions in the order of their first cells, each
    /// region connected, of so many cells, with different digits?
    fn number_regions(&self, labels: &[Rat], size: Rat) -> bool {
        let cells: Vec<Cell> = self.places.puzzle.shape.cells().collect();
        if labels.len() != cells.len() {
            return false;
        }
        let mut next = Rat::int(i64::from(self.places.puzzle.digits.first));
        for (i, label) in labels.iter().enumerate() {
            if labels[..i].contains(label) {
                continue;
            }
            let region: Vec<Cell> = cells.iter().zip(labels).filter(|(_, l)| *l == label).map(|(&c, _)| c).collect();
            let digits: Vec<i64> = region.iter().map(|c| self.numbers[c.index()]).collect();
            let repeats = (0..digits.len()).any(|i| digits[..i].contains(&digits[i]));
            if *label != next || Rat::int(region.len() as i64) != size || repeats || !self.connected(&region) {
                return false;
            }
            next = next.add(Rat::int(1));
        }
        true
    }

    fn connected(&self, cells: &[Cell]) -> bool {
        let Some(&start) = cells.first() else { return true };
        let mut reached = vec![start];
        let mut at = 0;
        while at < reached.len() {
            for near in self.places.near(reached[at], Nearness::Orthogonal) {
                if cells.contains(&near) && !reached.contains(&near) {
                    reached.push(near);
                }
            }
            at += 1;
        }
        cells.iter().all(|c| reached.contains(c))
    }
}

/// Does a condition ask whether a parameter is there (or something else known before solving)?
fn asks(code: &Code) -> bool {
    match &code.kind {
        CodeKind::IsGiven(_) => true,
        CodeKind::Not(x) => asks(x),
        CodeKind::And(all) | CodeKind::Or(all) => all.iter().all(asks),
        _ => false,
    }
}

/// `number(L)` reads decimal digits; above 9 two decimal digits for each cell.
pub(crate) fn number_base(last_digit: i64) -> i64 {
    if last_digit <= 9 { 10 } else { 100 }
}

fn holds(cmp: Cmp, order: Ordering) -> bool {
    match cmp {
        Cmp::Eq => order.is_eq(),
        Cmp::Ne => order.is_ne(),
        Cmp::Lt => order.is_lt(),
        Cmp::Le => order.is_le(),
        Cmp::Gt => order.is_gt(),
        Cmp::Ge => order.is_ge(),
        Cmp::In => false,
    }
}

fn same_cells(a: &[V], b: &[V]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(x, y)| matches!((x, y), (V::Cell(x), V::Cell(y)) if x == y))
}

/// The cells in a value, at most about [`MAX_LIST`] of them: lists in lists can be the same list many times over.
fn flatten(value: &V, cells: &mut Vec<Cell>) {
    fn visit(value: &V, cells: &mut Vec<Cell>, room: &mut usize) {
        *room = room.saturating_sub(1);
        match value {
            _ if *room == 0 => {}
            V::Cell(c) => cells.push(*c),
            V::List(items) => {
                for item in items.iter() {
                    if *room == 0 {
                        return;
                    }
                    visit(item, cells, room);
                }
            }
            _ => {}
        }
    }
    visit(value, cells, &mut (2 * MAX_LIST));
}

fn cells_in(value: &V) -> Vec<Cell> {
    let mut cells = Vec::new();
    flatten(value, &mut cells);
    cells
}

fn to_arg(value: &V) -> Option<Arg> {
    Some(match value {
        V::Num(n) => match n.whole() {
            Some(n) => Arg::Number(n),
            None => Arg::Text(format!("{}/{}", n.n, n.d)),
        },
        V::Bool(b) => Arg::Bool(*b),
        V::Text(t) => Arg::Text(t.to_string()),
        V::Cell(c) => Arg::Cell(*c),
        V::List(items) => {
            if items.iter().all(|i| matches!(i, V::Num(_))) && !items.is_empty() {
                Arg::Numbers(items.iter().filter_map(|i| if let V::Num(n) = i { n.whole() } else { None }).collect())
            } else {
                let mut cells = Vec::new();
                flatten(value, &mut cells);
                Arg::Cells(cells)
            }
        }
        _ => return None,
    })
}

/// Evaluates what depends on parameters and the puzzle's size only: defaults and ranges.
pub(crate) struct Constants<'a> {
    run: Run<'a>,
}

static NO_RULES: std::sync::LazyLock<Ruleset> = std::sync::LazyLock::new(Ruleset::library);

impl<'a> Constants<'a> {
    pub(crate) fn new(rule: &'a RuleCode, places: &'a Places<'a>) -> Self {
        let mut run = Run::new(&NO_RULES, places);
        run.env = vec![V::Unset; rule.slots];
        run.rule = Some(rule);
        Self { run }
    }

    /// The same with numbers in the puzzle's cells, so that expressions may read them.
    pub(crate) fn on_a_grid(rule: &'a RuleCode, places: &'a Places<'a>, values: &[i32]) -> Self {
        let mut constants = Self::new(rule, places);
        constants.run.numbers = values.iter().map(|v| i64::from(*v)).collect();
        constants
    }

    pub(crate) fn set(&mut self, slot: Slot, arg: Option<&Arg>) {
        self.run.env[slot as usize] = V::arg(arg);
    }

    pub(crate) fn whole(&mut self, code: &'a Code) -> Result<i64, BadInput> {
        if let CodeKind::Number(n) = code.kind {
            return Ok(n);
        }
        self.run.whole_number(code).map_err(|stop| unstopped(stop, code))
    }

    pub(crate) fn arg(&mut self, code: &'a Code, kind: ParamKind) -> Result<Arg, BadInput> {
        let value = self.run.value(code).map_err(|stop| unstopped(stop, code))?;
        let arg = to_arg(&value).ok_or_else(|| {
            code.pos.error("this default has no value").hint("it divides by 0, or reads what is not there")
        })?;
        Ok(match (kind, arg) {
            (ParamKind::Numbers, Arg::Cells(c)) if c.is_empty() => Arg::Numbers(Vec::new()),
            (ParamKind::Number, Arg::Text(_)) => {
                return Err(code.pos.error("a parameter is a whole number").hint("`//` divides and rounds down"));
            }
            (_, arg) => arg,
        })
    }
}

fn unstopped(stop: Stop, code: &Code) -> BadInput {
    match stop {
        Stop::Bad(e) => *e,
        _ => code
            .pos
            .error("this depends on what is not known before solving")
            .hint("a default reads constants, sizes and earlier parameters that are there"),
    }
}
