//! Finds a small set of givens and clues that contradict each other and the rules of the whole grid, by leaving out the others.

use super::part::Part;
use crate::compiled::Compiled;
use crate::error::Error;
use cluewright_core::{Random, Sort};
use cluewright_rules::Selection;
use cluewright_search::{Limits, Solver, Stopped};
use std::ops::ControlFlow;

/// The node limits for testing whether some parts can all hold, unless the caller's limits are lower. The tests use the lowest
/// limit while large groups are left out, and higher ones to decide what remained open.
const NODES: [u64; 3] = [500, 20_000, 400_000];
/// The maximum number of different orders in which parts are left out.
const ORDERS: u64 = 4;
/// The number of tests after which no further order is tried.
const LOOKS: usize = 300;

/// Parts of a puzzle that cannot all hold.
pub(super) struct Clash {
    /// Givens and clues, followed by the rules that the contradiction requires.
    pub(super) parts: Vec<Part>,
    /// Whether each given and clue is known to be necessary: without it, the others can hold.
    pub(super) needed: bool,
    pub(super) stopped: Option<Stopped>,
}

/// The smallest contradictory set that was found.
pub(super) fn smallest(compiled: &Compiled, limits: &Limits<'_>) -> Result<Clash, Error> {
    let puzzle = compiled.puzzle();
    // A given that allows all digits excludes nothing.
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

/// A search for contradictory parts of one puzzle.
struct ConflictSearch<'a> {
    compiled: &'a Compiled,
    limits: Limits<'a>,
    rules: Vec<Part>,
    looks: usize,
    /// The index in [`NODES`] of the current limit.
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

    /// Whether these parts have a solution together with the current rules; `None` if that was not decided.
    fn holds(&mut self, parts: &[Part]) -> Result<Option<bool>, Error> {
        self.looks += 1;
        let kept = [self.rules.as_slice(), parts].concat();
        let stop = || self.is_over();
        let trial = match only(self.compiled, &kept, &stop) {
            Ok(trial) => trial,
            Err(stopped @ Error::Stopped { .. }) => return Err(stopped),
            // A clue that refers to another clue is invalid without that clue.
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

    /// A set of these parts, as small as possible, that has no solution. Larger groups are left out first, beginning at the end of
    /// the list.
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

    /// Adds the rules that the contradiction requires.
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

/// The puzzle in which only these parts have to hold. Rules of the whole grid still see all clues: if a rule concerns places
/// without a mark, a place with a mark stays exempt, whether or not its clue is among the parts. So everything that holds in the
/// puzzle holds in its parts.
///
/// Errors: the stop signal came; or a clue is invalid without another one.
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
