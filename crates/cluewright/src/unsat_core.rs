//! Finds a small set of rules, houses and clues that refutes a candidate. Redundant facts are left out: first half of the facts at
//! a time, then a quarter and so on down to single facts, with distant facts first.

use cluewright_core::{Board, Candidate, Cell, Constraint, Model, OriginId, Sort, SortedMap, SortedSet, ValueSet};
use cluewright_logic::Few;
use cluewright_search::{Limits, Solver};
use std::ops::ControlFlow;

/// The maximum number of search nodes for one test. If they do not decide the test, a solution is assumed to be possible.
const NODES: u64 = 300;
/// A fact may be left out if the refutation then needs at most `AFTER` more cases than before, or at most `FEW` in all: up to that
/// number, fewer facts are worth more than fewer cases.
const AFTER: u64 = 4;
const FEW: u64 = 24;
/// The cost of one test for each cell of the model, without propagation, in units of work.
const LOOK: u64 = 100;

/// A search for a small set of facts, and the work done so far.
pub(crate) struct Fewest<'a> {
    model: &'a Model,
    board: Board,
    /// For each fact: its cells.
    cells: SortedMap<OriginId, SortedSet<Cell>>,
    stop: Option<&'a (dyn Fn() -> bool + Sync)>,
    /// The work so far, in units of [`cluewright_logic::Config::work`].
    pub(crate) work: u64,
}

impl<'a> Fewest<'a> {
    /// Prepares the board, in which the candidate is set.
    pub(crate) fn new(
        model: &'a Model,
        board: &Board,
        candidate: Candidate,
        stop: Option<&'a (dyn Fn() -> bool + Sync)>,
    ) -> Self {
        let mut board = board.clone();
        // Only this value is of interest. If the board contradicts it, the search will find an empty cell.
        let _ = board.fix(candidate.cell, candidate.value);
        Self { model, board, cells: cells(model), stop, work: 0 }
    }

    /// A refutation with at most `most` facts, taken from `of` or, without `of`, from all facts; `None` if more facts are needed,
    /// or if there may be a solution. If `of` is given, facts are left out first from one end and then from the other, and the
    /// smaller result is used.
    pub(crate) fn find(&mut self, from: Cell, of: Option<&[OriginId]>, most: usize, propagation: u64) -> Option<Few> {
        let mut facts = by_distance(self.cells.clone(), from);
        facts.retain(|fact| of.is_none_or(|of| of.contains(fact)));
        let cases = self.cases(&facts, NODES, propagation)?;
        // If all facts are allowed, the result is used as a trial, for which few cases matter more than few facts.
        let few = if of.is_some() { FEW } else { 0 };
        let mut best = self.fewer(facts.clone(), cases, few, propagation)?;
        if of.is_some() {
            facts.reverse();
            best = self
                .fewer(facts, cases, few, propagation)
                .filter(|few| few.facts.len() < best.facts.len())
                .unwrap_or(best);
        }
        (best.facts.len() <= most).then_some(best)
    }

    /// The facts that remain when all redundant ones are left out, the last ones first; `None` if the stop signal came.
    fn fewer(&mut self, mut facts: Vec<OriginId>, mut cases: u64, few: u64, propagation: u64) -> Option<Few> {
        let mut group = facts.len().div_ceil(2).max(1);
        loop {
            let mut end = facts.len();
            while end > 0 {
                let begin = end.saturating_sub(group);
                let rest: Vec<OriginId> = facts[..begin].iter().chain(&facts[end..]).copied().collect();
                if let Some(took) = self.cases(&rest, NODES.min((cases + AFTER).max(few)), propagation) {
                    (facts, cases) = (rest, took);
                } else if self.stop.is_some_and(|stop| stop()) {
                    return None;
                }
                end = begin;
            }
            if group == 1 {
                break;
            }
            group = group.div_ceil(2);
        }
        facts.order();
        Some(Few { facts, cases: cases.max(1) })
    }

    /// The number of cases in which these facts refute the candidate; `None` if they do not, or if that was not decided.
    fn cases(&mut self, facts: &[OriginId], nodes: u64, propagation: u64) -> Option<u64> {
        let kept: SortedSet<OriginId> = facts.iter().copied().collect();
        let model = self.model.only(&|origin| kept.contains(&origin));
        // Cells that no fact is about may have any value.
        let said: SortedSet<Cell> = facts.iter().filter_map(|fact| self.cells.get(fact)).flatten().copied().collect();
        let mut board = self.board.clone();
        for cell in (0..board.len()).map(Cell::at).filter(|cell| !said.contains(cell)) {
            if let Some(value) = board.values(cell).iter().next() {
                board.set_values(cell, ValueSet::of(value));
            }
        }
        let limits = Limits { stop: self.stop, ..Limits::nodes(nodes) };
        let mut some = false;
        let answer = Solver::new(&model).solutions(&board, &limits, |_| {
            some = true;
            ControlFlow::Break(())
        });
        self.work += answer.stats.propagations * propagation + LOOK * self.model.len() as u64;
        (!some && answer.complete()).then_some(answer.stats.nodes)
    }
}

/// All facts, with their cells.
fn cells(model: &Model) -> SortedMap<OriginId, SortedSet<Cell>> {
    let mut cells: SortedMap<OriginId, SortedSet<Cell>> = SortedMap::default();
    let mut says = |origin: OriginId, of: &[Cell]| cells.or_default(origin).extend(of.iter().copied());
    model.sets().iter().for_each(|s| says(s.origin, &s.cells));
    model.links().iter().for_each(|l| says(l.origin, &[l.a, l.b]));
    model.constraints().iter().for_each(|c| says(c.origin, c.kind.cells()));
    for group in model.posted_groups() {
        group.candidates.iter().for_each(|c| says(group.origin, &[c.cell]));
    }
    cells
}

/// The facts in order of their distance from a cell, the nearest first.
fn by_distance(mut cells: SortedMap<OriginId, SortedSet<Cell>>, from: Cell) -> Vec<OriginId> {
    let mut reached = SortedSet::from_iter([from]);
    let mut order = Vec::new();
    loop {
        let (near, far): (Vec<_>, Vec<_>) =
            cells.into_iter().partition(|(_, of)| of.iter().any(|c| reached.contains(c)));
        cells = far.into_iter().collect();
        if near.is_empty() {
            break;
        }
        // Of equally distant facts, those with fewer cells come first.
        let mut near = near;
        near.order_by_key(|(origin, of)| (of.len(), *origin));
        for (origin, of) in near {
            order.push(origin);
            reached.extend(of.iter().copied());
        }
    }
    order.extend(cells.keys().copied());
    order
}
