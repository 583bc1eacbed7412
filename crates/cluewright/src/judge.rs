//! The final check of each solution before it is reported: it must satisfy the rules' own texts, which the search does not use.
//!
//! The search works on a model, into which the rules are compiled. A fault in the compiler or the search would make answers wrong
//! without any sign. So each solution is evaluated in the same way as a filled grid; a solution that fails is not reported, and the
//! answer is [`Stopped::Unsound`].

use crate::compiled::Compiled;
use cluewright_core::model::CellKind;
use cluewright_core::{Candidate, Cell, Value};
use cluewright_search::classic::is_classic;
use cluewright_search::{Answer, Candidates, Limits, Solver, Stopped, Verdict};
use std::ops::ControlFlow;

/// The number of counted solutions that are checked: each check takes as long as a few hundred search nodes.
const JUDGED: u32 = 32;

/// Options for counting solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountOptions {
    /// The number at which counting stops; 0 (the default): no limit.
    pub most: u64,
    /// The number of threads, at least 1 (the default); the answer does not depend on this number.
    pub threads: usize,
}

impl Default for CountOptions {
    fn default() -> Self {
        Self { most: 0, threads: 1 }
    }
}

impl Compiled {
    /// Checks that a solution (a value for each cell of the model) satisfies all givens, rules and clues.
    ///
    /// If evaluating the texts takes more work than is allowed, or the stop signal comes, the facts of the model are checked
    /// instead, each by its simple test: so a solution found before the time was up is not lost.
    ///
    /// Errors: [`Stopped::Unsound`] if the solution fails.
    ///
    /// ```
    /// use cluewright::{Compiled, Limits, Stopped, Value, Verdict, formats, solve};
    /// let compiled = Compiled::new(formats::read("12..34..2.....3.")?.puzzle)?; // 4x4
    /// let Verdict::Unique(mut solution) = solve(&compiled, &Limits::none()).value else { panic!("it has one") };
    /// assert_eq!(compiled.judge(&solution, &Limits::none()), Ok(()));
    /// solution.swap(2, 3);
    /// assert_eq!(compiled.judge(&solution, &Limits::none()), Err(Stopped::Unsound));
    /// # Ok::<(), cluewright::Error>(())
    /// ```
    pub fn judge(&self, solution: &[Value], limits: &Limits<'_>) -> Result<(), Stopped> {
        let (model, puzzle) = (self.model(), self.puzzle());
        let number = |c: Cell| model.number(Candidate::new(c, solution[c.index()]));
        if puzzle.givens.iter().any(|given| !given.digits.contains(&number(given.cell))) {
            return Err(Stopped::Unsound);
        }
        let own = puzzle.cell_count();
        // The cells of the puzzle, and those that its rules show; the texts say nothing about helper cells.
        let told = model.cells().iter().zip(0u16..).map(|(info, c)| (info.kind, Cell(c)));
        let numbers: Vec<i32> =
            told.filter(|(kind, c)| c.index() < own || *kind != CellKind::Helper).map(|(_, c)| number(c)).collect();
        let stop = || limits.stop.is_some_and(|stop| stop());
        let sound = match cluewright_rules::check_until(self.rules(), puzzle, &numbers, &stop) {
            Ok(broken) => broken.is_empty(),
            Err(_) => model.holds(solution),
        };
        if sound { Ok(()) } else { Err(Stopped::Unsound) }
    }

    /// Counts solutions. The first ones are checked, so that the rules' texts support the count as well.
    ///
    /// ```
    /// use cluewright::{Compiled, CountOptions, Limits, formats};
    /// let compiled = Compiled::new(formats::read("12..............")?.puzzle)?; // 4x4
    /// assert_eq!(compiled.count(&CountOptions::default(), &Limits::none()).value, 24);
    /// # Ok::<(), cluewright::Error>(())
    /// ```
    pub fn count(&self, options: &CountOptions, limits: &Limits<'_>) -> Answer<u64> {
        let &CountOptions { most, threads } = options;
        let mut solver = Solver::new(self.model());
        if is_classic(self.model()) {
            return solver.count_on(threads, &self.board(), most, limits);
        }
        let (mut judged, mut fault) = (0, None);
        let mut answer = solver.count_showing_on(threads, &self.board(), most, limits, |solution| {
            judged += 1;
            if judged <= JUDGED {
                fault = self.judge(solution, limits).err();
            }
            if fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if fault.is_some() {
            (answer.value, answer.stopped) = (0, fault);
        }
        answer
    }

    /// Returns the answer, but with an unknown verdict if one of its solutions fails the check.
    pub(crate) fn judged(&self, answer: Answer<Verdict>, limits: &Limits<'_>) -> Answer<Verdict> {
        let judged = match &answer.value {
            Verdict::None | Verdict::Unknown(None) => Ok(()),
            Verdict::Unique(one) | Verdict::Unknown(Some(one)) => self.judge(one, limits),
            Verdict::Multiple(one, another) => self.judge(one, limits).and_then(|()| self.judge(another, limits)),
        };
        match judged {
            Ok(()) => answer,
            Err(why) => Answer { value: Verdict::Unknown(None), stopped: Some(why), ..answer },
        }
    }

    /// Returns the answer. If a solution that proves some of the candidates fails the check, no candidate counts as known.
    pub(crate) fn judged_candidates(&self, answer: Answer<Candidates>, limits: &Limits<'_>) -> Answer<Candidates> {
        let found = &answer.value;
        let judged =
            found.solutions.iter().try_for_each(|values| match self.completed(&found.cells, values, limits)? {
                Some(whole) => self.judge(&whole, limits),
                None => Err(Stopped::Unsound),
            });
        let Err(why) = judged else { return answer };
        let Answer { value: found, stats, .. } = answer;
        let open = found.open.iter().zip(&found.possible).map(|(open, possible)| *open | *possible).collect();
        let none = vec![cluewright_core::ValueSet::EMPTY; found.possible.len()];
        let counts = found.counts.iter().map(|row| vec![0; row.len()]).collect();
        let value = Candidates { counts, possible: none, open, solutions: Vec::new(), ..found };
        Answer { value, stopped: Some(why), stats }
    }

    /// Takes a solution of which only the values of the answer's cells are known, and adds values for the helper cells.
    fn completed(&self, cells: &[Cell], values: &[Value], limits: &Limits<'_>) -> Result<Option<Vec<Value>>, Stopped> {
        if cells.len() == self.model().len() {
            return Ok(Some(values.to_vec()));
        }
        let mut board = self.board();
        if cells.iter().zip(values).any(|(&c, &v)| board.fix(c, v).is_err()) {
            return Ok(None);
        }
        let answer = Solver::new(self.model()).solve(&board, &Limits { nodes: 0, progress: None, ..*limits });
        match (answer.value, answer.stopped) {
            (None, Some(why)) => Err(why),
            (found, _) => Ok(found),
        }
    }
}
