//! The fewest givens and clues that cannot all hold together with the rules of the whole grid, by leaving out others.

use super::part::Part;
use crate::compiled::Compiled;
use crate::error::Error;
use cluewright_core::{Random, Sort};
use cluewright_rules::Selection;
use cluewright_search::{Limits, Solver, Stopped};
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
    /// Whether it is known of each given and clue that the others can hold without it.
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
    let mut look = ConflictSearch::new(compiled, limits);
    let mut best = look.least(all.clone())?;
    for order in 1..ORDERS {
        if best.parts.len() <= 2 || look.looks >= LOOKS || best.stopped.is_some() {
            break;
        }
        let mut turned = all.clone();
        Random::typed(order).shuffle(&mut turned);
        let other = look.least(turned)?;
        if other.stopped.is_none() && other.needed && other.parts.len() < best.parts.len() {
            best = other;
        }
    }
    best.parts.order();
    if best.stopped.is_none() {
        look.stage = 1;
        look.rules(&mut best)?;
    }
    Ok(best)
}

/// One puzzle, looked at part by part.
struct ConflictSearch<'a> {
    compiled: &'a Compiled,
    limits: Limits<'a>,
    rules: Vec<Part>,
    looks: usize,
    /// Which of [`NODES`] are meant.
    stage: usize,
}

impl<'a> ConflictSearch<'a> {
    fn new(compiled: &'a Compiled, limits: &Limits<'a>) -> Self {
        let rules = (0..compiled.puzzle().rules.len()).map(Part::Rule).collect();
        Self { compiled, limits: Limits { progress: None, ..*limits }, rules, looks: 0, stage: 1 }
    }

    fn is_over(&self) -> bool {
        self.limits.stop.is_some_and(|stop| stop())
    }

    /// Whether these, with the rules at hand, have a solution. None when that was not found out.
    fn holds(&mut self, parts: &[Part]) -> Result<Option<bool>, Error> {
        self.looks += 1;
        let kept = [self.rules.as_slice(), parts].concat();
        let stop = || self.is_over();
        let trial = match only(self.compiled, &kept, &stop) {
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

    /// As few of these as leave no solution; larger groups are left out first, the last ones first.
    fn least(&mut self, parts: Vec<Part>) -> Result<Clash, Error> {
        let mut clash = Clash { parts, needed: true, stopped: None };
        let mut group = clash.parts.len().div_ceil(2).max(1);
        self.stage = 0;
        loop {
            clash.needed = true;
            let mut end = clash.parts.len();
            while end > 0 {
                let begin = end.saturating_sub(group);
                let rest: Vec<Part> = clash.parts[..begin].iter().chain(&clash.parts[end..]).copied().collect();
                match self.holds(&rest) {
                    Ok(Some(false)) => clash.parts = rest,
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
            if group > 1 {
                group = group.div_ceil(2);
            } else if clash.needed || self.stage + 1 == NODES.len() {
                return Ok(clash);
            } else {
                self.stage += 1;
                group = clash.parts.len().div_ceil(4).max(1);
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
}

/// The puzzle in which these parts alone are to hold. Rules of the whole grid still see all clues: where a rule says something
/// of places without a mark, a place that has its mark stays as it is, whether what the mark says is among the parts or not.
/// So what holds of a puzzle holds of its parts.
///
/// Errors: the stop signal; a clue that is none without another.
///
/// ```
/// use cluewright::why::{Part, only};
/// use cluewright::{Compiled, formats};
/// let compiled = Compiled::new(formats::read("12..34..2.....3.")?.puzzle)?; // 4x4
/// let one = only(&compiled, &[Part::Rule(0), Part::Given(1)], &|| false)?;
/// assert_eq!(one.givens_text(), ".2..............");
/// # Ok::<(), cluewright::Error>(())
/// ```
pub fn only(compiled: &Compiled, kept: &[Part], stop: &dyn Fn() -> bool) -> Result<Compiled, Error> {
    let mut puzzle = compiled.puzzle().clone();
    let is_kept = |part: Part| kept.contains(&part);
    puzzle.givens =
        (0..puzzle.givens.len()).filter(|&i| is_kept(Part::Given(i))).map(|i| puzzle.givens[i].clone()).collect();
    let kept = Selection { rule: &|i| is_kept(Part::Rule(i)), clue: &|i| is_kept(Part::Clue(i)) };
    compiled.kept_until(puzzle, &kept, stop)
}
