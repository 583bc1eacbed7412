//! Replays a trial that is recorded in outline, for the proof checker: derives every contradiction of the trial
//! independently.
//!
//! The consequences of an assumption are derived from groups, links and constraints. Constraints whose cells can be
//! filled in too many ways are only used [`loosely`]. If these consequences do not lead to a contradiction (the search
//! that found the trial may use stronger propagation), the candidates of small groups are tried one by one. No code is
//! shared with the search that found the trial, in particular no propagation.

use super::budget::Budget;
use super::near::Near;
use super::unproved::Unproved;
use super::{loosely, ways};
use crate::board::facts;
use crate::board::oracle::Assumption;
use crate::step::outermost;
use cluewright_core::quick::QuickMap;
use cluewright_core::{Board, Candidate, Cell, CellSet, Constraint, Kind, Model, ValueSet};

/// The work limit for examining one constraint exactly; if this limit is reached, the exact examination yields nothing.
const ASKED: u64 = 2_000_000;
/// Constraints whose cells can be filled in more ways than this are only used [`loosely`].
const WAYS: u64 = 200_000;
/// The maximum depth of nested splits of groups below an outline's assumptions.
const SPLITS: u32 = 200;
/// The maximum number of answers cached within one step. If the cache has more entries than this, it is cleared before
/// the next step.
const REMEMBERED: usize = 200_000;

/// Signals that a contradiction was reached, which is the goal of a replay.
struct Contradiction;

/// The state of a replay: the tables of the model, cached answers and a queue of constraints.
pub(crate) struct Replay<'m> {
    model: &'m Model,
    /// Every constraint is listed twice: first in a list of constraints to examine exactly, then in a list of the same
    /// constraints to examine [`loosely`]. Queued loose entries are processed first.
    kinds: Vec<Kind>,
    exact: usize,
    /// For each constraint, the exclusions between its cells; computed on first use.
    near: Vec<Option<Near<'m>>>,
    /// For each cell, the constraints and the groups that involve the cell.
    of_cell: Vec<Vec<u32>>,
    groups_of: Vec<Vec<u32>>,
    /// Cached answers. The key is the number of the constraint followed by the domains of its cells.
    answers: QuickMap<Box<[u64]>, Answer>,
    /// The number of the current step, and the number of answers that the step has requested.
    step: u64,
    asked: usize,
    /// The queue of constraints to examine, and for each constraint, whether the queue contains it.
    waiting: Vec<u32>,
    dirty: Vec<bool>,
    narrowed: Vec<Cell>,
    question: Vec<u64>,
    left: Vec<u64>,
    /// Whether a constraint was skipped because it would have taken too much work.
    passed_over: bool,
}

/// The values that a constraint leaves in its cells, all zero if the constraint cannot hold; `None` if computing them
/// takes too much work. An answer is computed only once, but every step that uses the answer is charged once for its
/// work, so that verdicts do not depend on earlier steps.
struct Answer {
    left: Option<Box<[u64]>>,
    work: u64,
    paid: u64,
}

struct Spot {
    board: Board,
    placed: CellSet,
}

impl<'m> Replay<'m> {
    pub(crate) fn new(model: &'m Model) -> Self {
        let derived = facts::derived(model).into_iter().filter(|b| b.holds(model)).map(|b| b.sum);
        let kinds: Vec<Kind> = model.constraints().iter().map(|p| p.kind.clone()).chain(derived).collect();
        let exact = kinds.len();
        let kinds = [kinds.clone(), kinds].concat();
        let mut of_cell = vec![Vec::new(); model.len()];
        for (i, kind) in kinds.iter().enumerate() {
            kind.cells().iter().for_each(|c| of_cell[c.index()].push(i as u32));
        }
        let mut groups_of = vec![Vec::new(); model.len()];
        for (g, group) in model.network().groups().iter().enumerate() {
            group.candidates.iter().for_each(|c| groups_of[c.cell.index()].push(g as u32));
        }
        groups_of.iter_mut().for_each(Vec::dedup);
        let n = kinds.len();
        Self {
            model,
            kinds,
            exact,
            near: (0..n).map(|_| None).collect(),
            of_cell,
            groups_of,
            answers: QuickMap::default(),
            step: 0,
            asked: 0,
            waiting: Vec::new(),
            dirty: vec![false; n],
            narrowed: Vec::new(),
            question: Vec::new(),
            left: Vec::new(),
            passed_over: false,
        }
    }

    /// Starts the proof of another step.
    pub(crate) fn begin(&mut self) {
        self.step += 1;
        self.asked = 0;
        if self.answers.len() > REMEMBERED {
            self.answers.clear();
        }
    }

    /// Checks that the first assumption of the outline, made on `board`, leads to a contradiction as claimed.
    pub(crate) fn refute(
        &mut self,
        board: &Board,
        outline: &[Assumption],
        budget: &mut Budget<'_>,
    ) -> Result<(), Unproved> {
        match self.begin_at(board, budget)? {
            Err(Contradiction) => Ok(()),
            Ok(spot) => self.refuted(&spot, outline, budget),
        }
    }

    /// Checks that `board` is contradictory once the assumptions of the outline have been refuted one by one.
    pub(crate) fn exhaust(
        &mut self,
        board: &Board,
        outline: &[Assumption],
        budget: &mut Budget<'_>,
    ) -> Result<(), Unproved> {
        match self.begin_at(board, budget)? {
            Err(Contradiction) => Ok(()),
            Ok(spot) => self.nothing_is_left(spot, outline, budget),
        }
    }

    fn nothing_is_left(
        &mut self,
        mut spot: Spot,
        outline: &[Assumption],
        budget: &mut Budget<'_>,
    ) -> Result<(), Unproved> {
        for sub in outermost(outline) {
            let gone = sub[0].candidate;
            if !spot.board.has(gone) {
                continue;
            }
            self.refuted(&spot, sub, budget)?;
            let left = spot.board.remove(gone.cell, gone.value);
            if left.is_err() || self.follow(&mut spot, budget)?.is_err() {
                return Ok(());
            }
        }
        self.split(&spot, SPLITS, budget)
    }

    fn refuted(&mut self, spot: &Spot, outline: &[Assumption], budget: &mut Budget<'_>) -> Result<(), Unproved> {
        let (first, within) = outline.split_first().ok_or(Unproved::WrongBoard)?;
        let within = within.get(..first.within as usize).ok_or(Unproved::WrongBoard)?;
        // Candidates that are already gone need no refutation.
        if !spot.board.has(first.candidate) {
            return Ok(());
        }
        let mut spot = Spot { board: spot.board.clone(), placed: spot.placed.clone() };
        let cell = first.candidate.cell;
        let fixed = spot.board.fix(cell, first.candidate.value);
        if fixed.is_err() || self.follow(&mut spot, budget)?.is_err() {
            return Ok(());
        }
        self.nothing_is_left(spot, within, budget)
    }

    /// Used if there is no direct contradiction: refutes every candidate of the smallest open group, recursively if
    /// necessary.
    fn split(&mut self, spot: &Spot, depth: u32, budget: &mut Budget<'_>) -> Result<(), Unproved> {
        let live = |candidates: &[Candidate]| candidates.iter().filter(|c| spot.board.has(**c)).count();
        let network = self.model.network();
        budget.spend(4 * network.groups().len() as u64)?;
        let open = network.groups().iter().map(|g| (live(&g.candidates), g)).filter(|(n, _)| *n > 1);
        let Some((_, group)) = open.min_by_key(|(n, _)| *n) else {
            return Err(if self.passed_over { Unproved::TooMuch(None) } else { Unproved::NoContradiction });
        };
        let deeper = depth.checked_sub(1).ok_or(Unproved::TooMuch(None))?;
        for &c in group.candidates.iter().filter(|c| spot.board.has(**c)) {
            let mut below = Spot { board: spot.board.clone(), placed: spot.placed.clone() };
            let fixed = below.board.fix(c.cell, c.value);
            if fixed.is_ok() && self.follow(&mut below, budget)?.is_ok() {
                self.split(&below, deeper, budget)?;
            }
        }
        Ok(())
    }

    /// Propagates groups, links and constraints from the cells marked as changed, until nothing changes.
    fn follow(&mut self, spot: &mut Spot, budget: &mut Budget<'_>) -> Result<Result<(), Contradiction>, Unproved> {
        self.waiting.drain(..).for_each(|k| self.dirty[k as usize] = false);
        self.go_on(spot, budget)
    }

    /// Like `follow`, but starts from a board that has not been propagated yet: all cells and constraints are examined.
    fn begin_at(&mut self, board: &Board, budget: &mut Budget<'_>) -> Result<Result<Spot, Contradiction>, Unproved> {
        let mut spot = Spot { board: board.clone(), placed: CellSet::with_capacity(self.model.len()) };
        spot.board.clear_changed();
        self.waiting.clear();
        self.waiting.extend(0..self.kinds.len() as u32);
        self.dirty.fill(true);
        for cell in (0..board.len() as u16).map(Cell) {
            if self.singles(&mut spot, cell, budget)?.is_err() {
                return Ok(Err(Contradiction));
            }
        }
        Ok(self.go_on(&mut spot, budget)?.map(|()| spot))
    }

    fn go_on(&mut self, spot: &mut Spot, budget: &mut Budget<'_>) -> Result<Result<(), Contradiction>, Unproved> {
        loop {
            while let Some(cell) = spot.board.take_changed() {
                self.wake(cell, None);
                if self.singles(spot, cell, budget)?.is_err() {
                    return Ok(Err(Contradiction));
                }
            }
            // Loosely examined constraints come first, then the other constraints, in order of the number of ways to
            // fill their cells.
            budget.spend(self.waiting.len() as u64)?;
            let ways = |&k: &u32| {
                if k as usize >= self.exact { 0 } else { ways(self.kinds[k as usize].cells(), &spot.board) }
            };
            let next = self.waiting.iter().enumerate().min_by_key(|(_, k)| ways(k)).map(|(at, _)| at);
            let Some(at) = next else { return Ok(Ok(())) };
            let kind = self.waiting.swap_remove(at);
            self.dirty[kind as usize] = false;
            budget.spend(16 * self.kinds[kind as usize].cells().len() as u64)?;
            if !self.ask(kind, &spot.board, budget)? {
                self.passed_over = true;
                continue;
            }
            for (i, &cell) in self.kinds[kind as usize].cells().iter().enumerate() {
                if spot.board.keep(cell, ValueSet(self.left[i])).is_err() {
                    return Ok(Err(Contradiction));
                }
            }
            // A constraint need not be examined again because of values that it removed itself.
            let mut cells = std::mem::take(&mut self.narrowed);
            cells.clear();
            while let Some(cell) = spot.board.take_changed() {
                cells.push(cell);
                self.wake(cell, Some(kind));
            }
            let mut led = Ok(Ok(()));
            for &cell in &cells {
                led = self.singles(spot, cell, budget);
                if !matches!(led, Ok(Ok(()))) {
                    break;
                }
            }
            self.narrowed = cells;
            if led?.is_err() {
                return Ok(Err(Contradiction));
            }
        }
    }

    /// Queues the constraints of a changed cell, except for the constraint `but`.
    fn wake(&mut self, cell: Cell, but: Option<u32>) {
        for &kind in &self.of_cell[cell.index()] {
            if Some(kind) != but && !std::mem::replace(&mut self.dirty[kind as usize], true) {
                self.waiting.push(kind);
            }
        }
    }

    /// Fills in the last candidate of each group of a changed cell that has only one candidate left.
    fn singles(
        &mut self,
        spot: &mut Spot,
        cell: Cell,
        budget: &mut Budget<'_>,
    ) -> Result<Result<(), Contradiction>, Unproved> {
        let network = self.model.network();
        budget.spend(self.groups_of[cell.index()].len() as u64)?;
        for &g in &self.groups_of[cell.index()] {
            let group = &network.groups()[g as usize];
            let mut left = group.candidates.iter().filter(|c| spot.board.has(**c));
            let Some(&only) = left.next() else { return Ok(Err(Contradiction)) };
            if left.next().is_some() || !spot.placed.insert(only.cell) {
                continue;
            }
            let mut led = spot.board.fix(only.cell, only.value);
            for near in network.neighbours(only.cell) {
                let gone = near.forbids.get(only.value.index()).copied().unwrap_or(ValueSet::EMPTY);
                led = led.and(spot.board.drop_values(near.cell, gone));
            }
            if led.is_err() {
                return Ok(Err(Contradiction));
            }
        }
        Ok(Ok(()))
    }

    /// Computes the values that a constraint, together with the exclusions between its cells, leaves in the cells, and
    /// stores these values in `left`. Returns false if this takes too much work.
    fn ask(&mut self, kind: u32, board: &Board, budget: &mut Budget<'_>) -> Result<bool, Unproved> {
        let cells = self.kinds[kind as usize].cells();
        self.question.clear();
        self.question.push(u64::from(kind));
        self.question.extend(cells.iter().map(|&c| board.values(c).0));
        self.left.clear();
        if let Some(answer) = self.answers.get_mut(&self.question[..]) {
            if answer.paid != self.step {
                budget.spend(answer.work)?;
                answer.paid = self.step;
                self.asked += 1;
            }
            self.left.extend(answer.left.iter().flatten());
            return Ok(answer.left.is_some());
        }
        let (before, it) = (budget.left(), &self.kinds[kind as usize]);
        let left = if kind as usize >= self.exact {
            Some(loosely::left(self.model, it, &self.question[1..], budget)?)
        } else if ways(cells, board) > WAYS {
            None
        } else {
            let near = self.near[kind as usize].get_or_insert_with(|| Near::new(self.model, cells));
            budget.within(ASKED, |budget| ways::left(self.model, it, near, &self.question[1..], budget))?
        };
        let answer = Answer { left: left.map(Vec::into_boxed_slice), work: before - budget.left(), paid: self.step };
        if self.asked >= REMEMBERED {
            self.answers.clear();
            self.asked = 0;
        }
        self.asked += 1;
        self.left.extend(answer.left.iter().flatten());
        let told = answer.left.is_some();
        self.answers.insert(self.question.clone().into_boxed_slice(), answer);
        Ok(told)
    }
}

fn ways(cells: &[Cell], board: &Board) -> u64 {
    ways::many(cells.iter().map(|&c| board.values(c).0))
}

#[cfg(test)]
mod tests {
    use crate::board::oracle::Assumption;
    use crate::board::state::State;
    use crate::proof::{Unproved, verify};
    use crate::step::names::TRIAL;
    use crate::step::{Pattern, Reason, Step};
    use cluewright_core::constraint::{Compare, Sum};
    use cluewright_core::{Candidate, Cell, Model, ModelBuilder, Origin, Puzzle, Shape, Value};

    /// A 4x4 grid with rows, columns, boxes and sums over both diagonals; the puzzle has a few solutions.
    fn model(totals: [i32; 2]) -> Model {
        let puzzle = Puzzle::new(Shape::square(4).unwrap(), 4);
        let mut build = ModelBuilder::for_puzzle(&puzzle);
        let origin = build.origin(Origin::new("sets", "the sets"));
        let (rows, columns) = (puzzle.shape.rows(), puzzle.shape.columns());
        for set in rows.chain(columns).chain(puzzle.shape.regions().cloned()) {
            build.all_different(&set, None, origin);
        }
        for (diagonal, total) in [[0u16, 5, 10, 15], [3, 6, 9, 12]].iter().zip(totals) {
            let terms: Vec<(Cell, i32)> = diagonal.iter().map(|&c| (Cell(c), 1)).collect();
            build.constrain(Sum::new(&terms, Compare::Eq, total), origin);
        }
        build.finish()
    }

    /// Whether some solution of the state gives the candidate this truth value, determined by brute force.
    fn some(model: &Model, state: &State, candidate: Candidate, truth: bool) -> bool {
        fn fill(model: &Model, values: &mut Vec<Value>, state: &State, wanted: &dyn Fn(&[Value]) -> bool) -> bool {
            let cell = Cell(values.len() as u16);
            if values.len() == model.len() {
                return wanted(values) && model.holds(values);
            }
            state.board.values(cell).iter().any(|v| {
                let sees = |(c, &w): (usize, &Value)| {
                    model.network().sees(Candidate::new(cell, v), Candidate::new(Cell(c as u16), w))
                };
                if values.iter().enumerate().any(sees) {
                    return false;
                }
                values.push(v);
                let found = fill(model, values, state, wanted);
                values.pop();
                found
            })
        }
        let wanted = |values: &[Value]| (values[candidate.cell.index()] == candidate.value) == truth;
        fill(model, &mut Vec::new(), state, &wanted)
    }

    /// The checker must prove only true claims, whatever the outline lists. The test makes claims about every
    /// candidate, with an empty outline and with random assumptions.
    #[test]
    fn what_is_proved_is_true_whatever_an_outline_lists() {
        let (mut random, mut proved, mut refused) = (3u32, 0, 0);
        let mut below = |n: usize| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 8) as usize % n
        };
        for totals in [[10, 10], [8, 12], [7, 13], [6, 9]] {
            let model = model(totals);
            for gone in 0..12 {
                let mut state = State::start(&model);
                for _ in 0..gone {
                    state.eliminate(Candidate::new(Cell(below(16) as u16), Value(below(4) as u8)));
                }
                for at in 0..64u16 {
                    let candidate = Candidate::new(Cell(at / 4), Value((at % 4) as u8));
                    if !state.board.has(candidate) {
                        continue;
                    }
                    let mut list: Vec<Assumption> = (0..below(3))
                        .map(|_| Candidate::new(Cell(below(16) as u16), Value(below(4) as u8)))
                        .map(|candidate| Assumption { candidate, within: 0 })
                        .collect();
                    let needed = Reason::Needed { candidate, assumed: list.clone().into(), cases: list.len() as u64 };
                    list.insert(0, Assumption { candidate, within: list.len() as u32 });
                    let outline = Reason::Outline { assumed: list.into() };
                    let step = || Step::new(&TRIAL, Pattern::Trial { depth: 1, length: 1 });
                    for (step, denied) in [
                        (step().place(candidate).because([needed]), false),
                        (step().remove([candidate]).because([outline]), true),
                    ] {
                        let real = !some(&model, &state, candidate, denied);
                        match verify(&model, &state, &step) {
                            Ok(()) => assert!(real, "{step:?}"),
                            Err(why) => assert_eq!((real, why), (false, Unproved::NoContradiction), "{step:?}"),
                        }
                        proved += u32::from(real);
                        refused += u32::from(!real);
                    }
                }
            }
        }
        assert!(proved > 200 && refused > 200, "{proved} proved, {refused} refused");
    }
}
