//! The fewest givens and clues that cannot all hold together with the rules of the whole grid, by leaving out others.

use super::part::Part;
use crate::compiled::Compiled;
use crate::error::Error;
use crate::random::Random;
use cluewright_core::{ClueTree, Puzzle};
use cluewright_rules::syntax::ast::{Binder, Filter, Rule, Stmt, StmtKind};
use cluewright_search::{Limits, Solver, Stopped};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Search nodes for one look whether some parts can all hold, when the limits do not say how many: few as long as much is
/// left out, and more and more for what was not found out with them.
const NODES: [u64; 3] = [500, 20_000, 400_000];
/// Orders in which parts are left out, as long as the looks last.
const ORDERS: u64 = 4;
/// Looks after which no other order is tried.
const LOOKS: usize = 300;

/// Parts that cannot all hold.
pub(super) struct Clash {
    /// Givens and clues, then the rules that it takes.
    pub(super) parts: Vec<Part>,
    /// Is it known of each given and clue that the others can hold without it?
    pub(super) needed: bool,
    pub(super) stopped: Option<Stopped>,
}

/// The fewest that are found.
pub(super) fn smallest(compiled: &Compiled, limits: &Limits<'_>) -> Result<Clash, Error> {
    let puzzle = compiled.puzzle();
    // A given of all digits says nothing.
    let says = |i: &usize| puzzle.givens[*i].digits.len() < usize::from(puzzle.digits.count);
    let givens = (0..puzzle.givens.len()).filter(says).map(Part::Given);
    let all: Vec<Part> = (0..puzzle.clues.len()).map(Part::Clue).chain(givens).collect();
    let mut look = Look::new(compiled, limits);
    let marks = look.marks();
    let mut best = look.least(all.clone(), &[], 0)?;
    // Where rules say something of all places that are not marked, leaving out a mark says more than before. What is
    // found must hold with all marks there, too.
    look.stage = 1;
    if !marks.is_empty() && look.holds(&[best.parts.clone(), marks.clone()].concat())? != Some(false) {
        let others: Vec<Part> = all.iter().copied().filter(|p| !marks.contains(p)).collect();
        best = look.least(others, &marks, 0)?;
        best.parts.extend(marks);
    } else {
        for order in 1..ORDERS {
            if best.parts.len() <= 2 || look.looks >= LOOKS || best.stopped.is_some() {
                break;
            }
            let other = look.least(all.clone(), &[], order)?;
            if other.stopped.is_none() && other.needed && other.parts.len() < best.parts.len() {
                best = other;
            }
        }
    }
    best.parts.sort_unstable();
    if best.stopped.is_none() {
        look.stage = 1;
        look.rules(&mut best)?;
    }
    Ok(best)
}

/// One puzzle, looked at part by part.
struct Look<'a> {
    compiled: &'a Compiled,
    limits: Limits<'a>,
    rules: Vec<Part>,
    looks: usize,
    /// Which of [`NODES`] are meant.
    stage: usize,
}

impl<'a> Look<'a> {
    fn new(compiled: &'a Compiled, limits: &Limits<'a>) -> Self {
        let rules = (0..compiled.puzzle().rules.len()).map(Part::Rule).collect();
        Self { compiled, limits: Limits { progress: None, ..*limits }, rules, looks: 0, stage: 1 }
    }

    fn is_over(&self) -> bool {
        self.limits.stop.is_some_and(|stop| stop())
    }

    /// Have these, with the rules at hand, a solution? None when that was not found out.
    fn holds(&mut self, parts: &[Part]) -> Result<Option<bool>, Error> {
        self.looks += 1;
        let kept = [self.rules.as_slice(), parts].concat();
        let stop = || self.is_over();
        let trial = match self.compiled.with_puzzle_until(only(self.compiled.puzzle(), &kept), &stop) {
            Ok(trial) => trial,
            Err(stopped @ Error::Stopped { .. }) => return Err(stopped),
            // A clue that leans on another one is no clue without it.
            Err(_) => return Ok(None),
        };
        let mut some = false;
        let nodes = if self.limits.nodes == 0 { NODES[self.stage] } else { self.limits.nodes.min(NODES[self.stage]) };
        let limits = Limits { nodes, ..self.limits };
        let answer = Solver::new(trial.model()).solutions(&trial.board(), &limits, |_| {
            some = true;
            ControlFlow::Break(())
        });
        Ok(if some { Some(true) } else { answer.stopped.is_none().then_some(false) })
    }

    /// As few of these as leave no solution, together with `kept`; larger groups are left out first.
    fn least(&mut self, mut parts: Vec<Part>, kept: &[Part], order: u64) -> Result<Clash, Error> {
        if order > 0 {
            Random::new(order).shuffle(&mut parts);
        }
        let mut clash = Clash { parts, needed: true, stopped: None };
        let mut group = clash.parts.len().div_ceil(2).max(1);
        self.stage = 0;
        loop {
            let mut fewer = false;
            clash.needed = true;
            let mut end = clash.parts.len();
            while end > 0 {
                let begin = end.saturating_sub(group);
                let rest: Vec<Part> = clash.parts[..begin].iter().chain(&clash.parts[end..]).copied().collect();
                match self.holds(&[rest.as_slice(), kept].concat()) {
                    Ok(Some(false)) => {
                        clash.parts = rest;
                        fewer = true;
                    }
                    Ok(known) => clash.needed &= known.is_some(),
                    Err(Error::Stopped { why, .. }) => clash.stopped = Some(why),
                    Err(other) => return Err(other),
                }
                if self.is_over() {
                    clash.stopped = clash.stopped.or(Some(Stopped::Signal));
                }
                if clash.stopped.is_some() {
                    clash.needed = false;
                    return Ok(clash);
                }
                end = begin;
            }
            // Once more one by one after the last that went: some parts say more when others are not there.
            match group {
                1 if !fewer && (clash.needed || self.stage + 1 == NODES.len()) => return Ok(clash),
                1 if !fewer => {
                    self.stage += 1;
                    group = clash.parts.len().div_ceil(4).max(1);
                }
                1 => {}
                _ => group = group.div_ceil(2),
            }
        }
    }

    /// Adds the rules that it takes.
    fn rules(&mut self, clash: &mut Clash) -> Result<(), Error> {
        for at in (0..self.rules.len()).rev() {
            let rule = self.rules.remove(at);
            match self.holds(&clash.parts) {
                Ok(Some(false)) => {}
                Ok(_) => self.rules.insert(at, rule),
                Err(Error::Stopped { why, .. }) => {
                    self.rules.insert(at, rule);
                    clash.stopped = Some(why);
                    break;
                }
                Err(other) => return Err(other),
            }
        }
        clash.parts.extend(&self.rules);
        Ok(())
    }

    /// The clues that rules of the whole grid ask about: whether a place is marked by one.
    fn marks(&self) -> Vec<Part> {
        let puzzle = self.compiled.puzzle();
        let mut names = BTreeSet::new();
        for rule in &puzzle.rules {
            self.asked(&rule.rule, 0, &mut names);
        }
        let is_mark = |tree: &ClueTree| tree.clues().iter().any(|clue| names.contains(&clue.rule));
        (0..puzzle.clues.len()).filter(|&i| is_mark(&puzzle.clues[i])).map(Part::Clue).collect()
    }

    /// The names of the rules whose clues a rule asks about.
    fn asked(&self, rule: &str, depth: u32, names: &mut BTreeSet<String>) {
        if let Some(rule) = self.compiled.rules().rule(rule).filter(|_| depth < 8) {
            let Rule { body, .. } = rule;
            self.asked_in(body, depth, names);
        }
    }

    fn asked_in(&self, body: &[Stmt], depth: u32, names: &mut BTreeSet<String>) {
        for statement in body {
            match &statement.kind {
                StmtKind::For(Binder { filters, .. }, inner) => {
                    for filter in filters {
                        if let Filter::Marked(rules) | Filter::Unmarked(rules) = filter {
                            names.extend(rules.iter().map(|r| r.1.clone()));
                        }
                    }
                    self.asked_in(inner, depth, names);
                }
                StmtKind::Use(uses) => uses.iter().for_each(|used| self.asked(&used.name, depth + 1, names)),
                StmtKind::If(cases, rest) => {
                    for body in cases.iter().map(|case| &case.1).chain(rest) {
                        self.asked_in(body, depth, names);
                    }
                }
                StmtKind::Any(bodies) => bodies.iter().for_each(|body| self.asked_in(body, depth, names)),
                _ => {}
            }
        }
    }
}

/// The puzzle with these parts alone.
///
/// ```
/// use cluewright::{formats, why::{Part, only}};
/// let puzzle = formats::read("12..34..2.....3.")?.puzzle; // 4x4
/// let one = only(&puzzle, &[Part::Rule(0), Part::Given(1)]);
/// assert_eq!((one.rules.len(), one.givens.len()), (1, 1));
/// # Ok::<(), cluewright::core::BadInput>(())
/// ```
pub fn only(puzzle: &Puzzle, kept: &[Part]) -> Puzzle {
    let mut out = Puzzle { givens: Vec::new(), clues: Vec::new(), rules: Vec::new(), ..puzzle.clone() };
    let mut kept = kept.to_vec();
    kept.sort_unstable();
    for part in kept {
        match part {
            Part::Given(i) => out.givens.push(puzzle.givens[i].clone()),
            Part::Clue(i) => out.clues.push(puzzle.clues[i].clone()),
            Part::Rule(i) => out.rules.push(puzzle.rules[i].clone()),
        }
    }
    out.givens.sort_by_key(|g| g.cell);
    out
}
