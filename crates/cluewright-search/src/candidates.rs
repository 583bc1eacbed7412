//! True candidates: finds which candidates occur in some solution, and in how many. The search can use several threads, and can
//! start from the answer for a model with fewer clues.

use crate::answer::{Answer, Candidates, Limits, Stats, Stopped, Turn};
use crate::engine::{Event, Order};
use crate::question::Solver;
use crate::threads::each_on;
use cluewright_core::{Board, Candidate, Cell, Model, Value, ValueSet};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;

/// The maximum number of candidates per batch. Batches grow from one candidate to two, four and so on, because a solution found
/// for one candidate often decides others.
const TOGETHER: usize = 64;

/// The result of a search for solutions with a given candidate, or for any solutions.
struct ProbeResult {
    /// The new solutions, as values of the answer's cells.
    found: Vec<Vec<Value>>,
    /// Whether there are no further solutions.
    exhausted: bool,
    stopped: Option<Stopped>,
    stats: Stats,
}

impl Solver<'_> {
    /// Finds the candidates that occur in some solution, and the number of solutions of each, counted up to `cap` (at least 1).
    ///
    /// Repeatedly searches for solutions with a candidate that occurs in fewer than `cap` solutions so far; branches prefer other
    /// such candidates. The solutions found, at most `cap` per candidate, are stored to recognise repeated ones.
    pub fn true_candidates(&mut self, board: &Board, cap: u32, limits: &Limits<'_>) -> Answer<Candidates> {
        self.true_candidates_on(1, board, cap, None, limits)
    }

    /// Like [`Solver::true_candidates`], but runs on several threads. The answer and the work do not depend on the number of
    /// threads. With a node limit, only one thread is used, because the result then depends on the order of the work.
    ///
    /// `before` is the answer for a model with the same cells that has all solutions of this model, such as the puzzle before a
    /// clue was added. Candidates that were impossible stay impossible, and old solutions that satisfy this model remain valid;
    /// only the other candidates are searched for. The old answer is ignored if it has a different number of cells.
    ///
    /// ```
    /// use cluewright_core::{Cell, ModelBuilder, Origin, Puzzle, Shape, Value, ValueSet};
    /// use cluewright_search::{Limits, Solver};
    /// # fn model(givens: &[(u16, u8)]) -> cluewright_core::Model {
    /// #     let puzzle = Puzzle::new(Shape::square(6).unwrap(), 6);
    /// #     let mut build = ModelBuilder::for_puzzle(&puzzle);
    /// #     let origin = build.origin(Origin::new("classic", "house"));
    /// #     let shape = &puzzle.shape;
    /// #     for house in shape.rows().chain(shape.columns()).chain(shape.regions().cloned()) {
    /// #         build.all_different(&house, None, origin);
    /// #     }
    /// #     for &(cell, value) in givens {
    /// #         build.restrict(Cell(cell), ValueSet::of(Value(value)), origin);
    /// #     }
    /// #     build.finish()
    /// # }
    /// // `model` makes a 6x6 grid with these givens.
    /// let (wide, narrow) = (model(&[(0, 1), (7, 3)]), model(&[(0, 1), (7, 3), (20, 5)]));
    /// let none = Limits::none();
    /// let before = Solver::new(&wide).true_candidates(&wide.board(), 1, &none).value;
    /// let again = Solver::new(&narrow).true_candidates_on(2, &narrow.board(), 1, Some(&before), &none);
    /// let anew = Solver::new(&narrow).true_candidates(&narrow.board(), 1, &none);
    /// assert_eq!(again.value.possible, anew.value.possible);
    /// ```
    pub fn true_candidates_on(
        &mut self,
        threads: usize,
        board: &Board,
        cap: u32,
        before: Option<&Candidates>,
        limits: &Limits<'_>,
    ) -> Answer<Candidates> {
        let cap = cap.max(1);
        self.engine.reset_stats();
        let mut all = CandidateTally::new(self.model, board, cap);
        if let Some(counts) = self.engine.counts(board, cap, limits) {
            let some = |row: &Vec<u32>| (0..row.len()).filter(|&v| row[v] > 0).map(|v| Value(v as u8)).collect();
            all.result.possible = counts.iter().map(some).collect();
            all.result.counts = counts;
            return self.answer(all.result, None);
        }
        let (mut stats, mut stopped) = (Stats::default(), None);
        let mut board = board.clone();
        if let Some(before) = before.filter(|b| b.cells.len() == all.result.cells.len()) {
            all.take_over(self, &mut board, before, limits);
            stats.add(self.engine.stats());
        }
        let total = all.open();
        let together = if limits.nodes > 0 { 1 } else { TOGETHER };
        let threads = if limits.nodes > 0 { 1 } else { threads.clamp(1, TOGETHER) };
        let others: Vec<Mutex<Self>> = (1..threads).map(|_| Mutex::new(self.another())).collect();
        let first = Mutex::new(self);
        // A search without assumptions is enough in the usual case, a unique solution; otherwise it decides most candidates.
        let cells = all.result.cells.clone();
        let each = cells.iter().flat_map(|&c| board.values(c).iter().map(move |v| Candidate::new(c, v)));
        let mut targets = std::iter::once(None).chain(each.map(Some));
        let mut many = 1;
        while stopped.is_none() && total > 0 {
            let batch: Vec<Option<Candidate>> =
                targets.by_ref().filter(|t| t.is_none_or(|t| all.wants(t))).take(many).collect();
            if batch.is_empty() {
                break;
            }
            let Some(nodes) = limits.left(stats.nodes) else {
                stopped = Some(Stopped::Nodes);
                break;
            };
            let silent = Limits { nodes, progress: None, ..*limits };
            let known = &all;
            let looks = each_on(threads.min(batch.len()), batch.len(), |thread, at| match thread {
                0 => known.look(&mut first.lock().expect("its own thread alone has it"), &board, batch[at], &silent),
                n => known.look(&mut others[n - 1].lock().expect("its own alone has it"), &board, batch[at], &silent),
            });
            for (target, look) in batch.iter().zip(looks) {
                stats.add(&look.stats);
                stopped = stopped.or(look.stopped);
                look.found.into_iter().for_each(|s| all.add(s));
                match target {
                    Some(t) if look.exhausted => all.wanted[t.cell.index()].remove(t.value),
                    // The search found every solution, so all candidates are decided.
                    None if look.exhausted => all.wanted.fill(ValueSet::EMPTY),
                    _ => {}
                }
            }
            limits.report(|| 1.0 - f64::from(all.open()) / f64::from(total));
            many = if batch[0].is_none() { 1 } else { (many * 2).min(together) };
        }
        Answer { value: all.finish(), stopped, stats }
    }
}

/// The state while candidates are examined.
struct CandidateTally<'m> {
    model: &'m Model,
    cap: u32,
    result: Candidates,
    /// For each cell, the candidates that are still searched for: they were found in fewer than `cap` solutions, are not known to
    /// be false, and are not completely counted.
    wanted: Vec<ValueSet>,
    solutions: BTreeSet<Vec<Value>>,
}

impl<'m> CandidateTally<'m> {
    fn new(model: &'m Model, board: &Board, cap: u32) -> Self {
        let cells: Vec<Cell> = model.answer_cells().collect();
        let mut counts = vec![Vec::new(); model.len()];
        let mut wanted = vec![ValueSet::EMPTY; model.len()];
        for &cell in &cells {
            let domain = model.cells()[cell.index()].domain;
            counts[cell.index()] = vec![0; domain.max().map_or(0, |v| v.index() + 1)];
            wanted[cell.index()] = board.values(cell) & domain;
        }
        let none = vec![ValueSet::EMPTY; model.len()];
        let result = Candidates { counts, possible: none.clone(), open: none, cells, solutions: Vec::new() };
        Self { model, cap, result, wanted, solutions: BTreeSet::new() }
    }

    fn open(&self) -> u32 {
        self.wanted.iter().map(|w| w.len()).sum()
    }

    fn wants(&self, target: Candidate) -> bool {
        self.wanted[target.cell.index()].contains(target.value)
    }

    /// Counts a solution, unless it is already known.
    fn add(&mut self, solution: Vec<Value>) {
        if self.solutions.contains(&solution) {
            return;
        }
        for (&c, &v) in self.result.cells.iter().zip(&solution) {
            let count = &mut self.result.counts[c.index()][v.index()];
            *count = (*count + 1).min(self.cap);
            self.result.possible[c.index()].insert(v);
            if *count == self.cap {
                self.wanted[c.index()].remove(v);
            }
        }
        self.solutions.insert(solution);
    }

    /// Searches for solutions with `target` until `cap` of them are known; without a target, searches for a few solutions.
    fn look(
        &self,
        solver: &mut Solver<'m>,
        board: &Board,
        target: Option<Candidate>,
        limits: &Limits<'_>,
    ) -> ProbeResult {
        let mut trial = board.clone();
        let mut missing = self.cap.saturating_add(1);
        if let Some(Candidate { cell, value }) = target {
            trial.fix(cell, value).expect("the board has the candidate");
            missing = self.cap - self.result.counts[cell.index()][value.index()];
        }
        let mut found = Vec::new();
        solver.start(&trial, Order::Prefer(self.wanted.clone()));
        let turn = solver.go_on(limits, |solution| {
            let solution: Vec<Value> = self.result.cells.iter().map(|c| solution[c.index()]).collect();
            let new = !self.solutions.contains(&solution);
            missing -= u32::from(new || target.is_none());
            if new {
                found.push(solution);
            }
            if missing == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        ProbeResult {
            found,
            exhausted: turn == Turn::Done,
            stopped: turn.stopped(),
            stats: solver.engine.stats().clone(),
        }
    }

    /// Uses the results for a model with fewer constraints: the impossible candidates, and the solutions that still hold.
    fn take_over(&mut self, solver: &mut Solver<'m>, board: &mut Board, before: &Candidates, limits: &Limits<'_>) {
        let pairs: Vec<(Cell, Cell)> = self.result.cells.iter().copied().zip(before.cells.iter().copied()).collect();
        for &(cell, old) in &pairs {
            let left = before.possible[old.index()] | before.open[old.index()];
            // If a cell loses all its values, the search finds that out.
            let _ = board.keep(cell, left);
            self.wanted[cell.index()] = self.wanted[cell.index()] & left;
        }
        // Without helper cells, a solution is checked directly; otherwise a search has to find values for the helper cells.
        let whole = self.result.cells.len() == self.model.len();
        let silent = Limits { nodes: 0, progress: None, ..*limits };
        for solution in &before.solutions {
            let values = || pairs.iter().map(|p| p.0).zip(solution.iter().copied());
            if values().any(|(c, v)| !board.values(c).contains(v))
                || !values().any(|(c, v)| self.wanted[c.index()].contains(v))
            {
                continue;
            }
            let holds = if whole {
                self.model.holds(solution)
            } else {
                let mut trial = board.clone();
                let fixed = values().all(|(c, v)| trial.fix(c, v).is_ok());
                solver.engine.start(&trial, Order::Usual);
                fixed && solver.engine.next(&silent) == Event::Solution
            };
            if holds {
                self.add(solution.clone());
            }
        }
    }

    fn finish(self) -> Candidates {
        Candidates { open: self.wanted, solutions: self.solutions.into_iter().collect(), ..self.result }
    }
}
