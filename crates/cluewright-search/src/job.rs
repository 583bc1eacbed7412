//! A search that shares ownership of its model. It is made for programs that open and close puzzles and run several searches in
//! turns.

use crate::answer::{Limits, Stats, Turn};
use crate::engine::Order;
use crate::question::Solver;
use cluewright_core::{Board, Model, Value};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A search for the solutions of a board, which runs in turns of any length. It shares ownership of the model, borrows nothing
/// and may move between threads. It finds the same solutions as [`Solver::solutions`], each once. The same turns always give the
/// same order, but the order may differ if turns have node limits.
///
/// ```
/// use cluewright_core::{ModelBuilder, Puzzle, Shape};
/// use cluewright_search::{Job, Limits, Turn};
/// use std::{ops::ControlFlow, sync::Arc};
/// let puzzle = Puzzle::new(Shape::square(4).unwrap(), 2); // no rules: 2^16 fillings
/// let model = Arc::new(ModelBuilder::for_puzzle(&puzzle).finish());
/// let mut job = Job::new(Arc::clone(&model), &model.board());
/// drop(model);
/// let pause = |_: &[_]| ControlFlow::Break(());
/// assert_eq!((job.go_on(&Limits::none(), pause), job.found()), (Turn::Paused, 1));
/// let all = std::thread::spawn(move || {
///     while job.go_on(&Limits::nodes(1_000), |_| ControlFlow::Continue(())) != Turn::Done {}
///     job.found()
/// });
/// assert_eq!(all.join().unwrap(), 65_536);
/// ```
pub struct Job {
    // This field must come first, so that it is dropped before the model that it borrows from.
    solver: Solver<'static>,
    found: u64,
    done: bool,
    model: Arc<Model>,
}

impl Job {
    /// Prepares a search for the solutions of a board of the model. Nothing is searched yet.
    pub fn new(model: Arc<Model>, board: &Board) -> Self {
        // SAFETY: the model is on the heap behind `model`. This job keeps `model` until after the solver is dropped, never lends
        // it mutably and never gives it away, so the reference is valid as long as the solver exists. The solver never leaves the
        // job, and no method returns anything with the solver's lifetime.
        let borrowed: &'static Model = unsafe { &*Arc::as_ptr(&model) };
        let mut solver = Solver::new(borrowed);
        solver.start(board, Order::Usual);
        Self { solver, found: 0, done: false, model }
    }

    /// Passes the next solutions to `each` until `each` returns `Break`, there are no more solutions, or a limit is reached.
    /// `limits.nodes` applies only to this turn.
    pub fn go_on(&mut self, limits: &Limits<'_>, mut each: impl FnMut(&[Value]) -> ControlFlow<()>) -> Turn {
        if self.done {
            return Turn::Done;
        }
        let nodes = if limits.nodes == 0 { 0 } else { self.stats().nodes.saturating_add(limits.nodes) };
        let turn = self.solver.go_on(&Limits { nodes, ..*limits }, |solution| {
            self.found += 1;
            each(solution)
        });
        self.done = turn == Turn::Done;
        turn
    }

    /// The number of solutions found so far: all of them, once the search is done.
    pub fn found(&self) -> u64 {
        self.found
    }

    /// Whether there are no more solutions.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// The model of the search.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The work done in all turns.
    pub fn stats(&self) -> &Stats {
        self.solver.engine.stats()
    }
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Job").field("found", &self.found).field("done", &self.done).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stopped;
    use cluewright_core::{ModelBuilder, Origin, Puzzle, Shape};

    /// A square grid with rows, columns and perhaps boxes, and with these digits in its first cells. Without boxes it is not an
    /// ordinary grid.
    fn model(side: u16, boxes: bool, digits: &[u8]) -> (Arc<Model>, Board) {
        let puzzle = Puzzle::new(Shape::square(side).expect("a grid"), side as u8);
        let mut build = ModelBuilder::for_puzzle(&puzzle);
        let origin = build.origin(Origin::new("test", "house"));
        let shape = &puzzle.shape;
        for house in shape.rows().chain(shape.columns()) {
            build.all_different(&house, None, origin);
        }
        if boxes {
            for region in shape.regions() {
                build.all_different(region, None, origin);
            }
        }
        let model = Arc::new(build.finish());
        let mut board = model.board();
        for (i, d) in digits.iter().enumerate().filter(|(_, d)| **d > 0) {
            board.fix(cluewright_core::Cell::at(i), Value(d - 1)).expect("digits that fit");
        }
        (model, board)
    }

    /// The reference for the tests: a solver that borrows the model finds all solutions at once.
    fn at_once(model: &Model, board: &Board) -> Vec<Vec<Value>> {
        let mut all = Vec::new();
        let _ = Solver::new(model).solutions(board, &Limits::none(), |s| {
            all.push(s.to_vec());
            ControlFlow::Continue(())
        });
        all.sort_unstable();
        all
    }

    #[test]
    fn turn_by_turn_it_is_the_same_walk() {
        let nine: Vec<u8> = "534678912672195348198342567859761423426853791713924".bytes().map(|b| b - b'0').collect();
        for (model, board) in [model(4, true, &[1, 2]), model(4, false, &[1, 2, 3, 4]), model(9, true, &nine)] {
            let expected = at_once(&model, &board);
            assert!(expected.len() > 1);
            for nodes in [1, 7, 100] {
                let mut job = Job::new(Arc::clone(&model), &board);
                let mut found: Vec<Vec<Value>> = Vec::new();
                let mut turns = 0;
                while !job.is_done() {
                    turns += 1;
                    let turn = job.go_on(&Limits::nodes(nodes), |s| {
                        found.push(s.to_vec());
                        if turns % 3 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    });
                    assert!(turns < 1_000_000 && turn != Turn::Stopped(Stopped::Signal));
                    assert_eq!(job.found(), found.len() as u64);
                }
                found.sort_unstable();
                assert!(found == expected, "{nodes} nodes a turn: {} of {}", found.len(), expected.len());
            }
        }
    }

    /// Runs many jobs at once, whose models have no other owners, and drops them in different states.
    #[test]
    fn jobs_outlive_whoever_made_them() {
        let mut jobs: Vec<Job> = (0..8)
            .map(|n| {
                let (model, board) = if n % 2 == 0 { model(4, true, &[1, 2]) } else { model(4, false, &[]) };
                Job::new(model, &board)
            })
            .collect();
        for (n, job) in jobs.iter_mut().enumerate() {
            let _ = job.go_on(&Limits::nodes(n as u64), |_| ControlFlow::Continue(()));
        }
        jobs.swap(0, 7);
        jobs.truncate(6);
        let job = jobs.pop().expect("six are left");
        let (done, found) = std::thread::spawn(move || {
            let mut job = job;
            (job.go_on(&Limits::none(), |_| ControlFlow::Continue(())), job.found())
        })
        .join()
        .expect("searching does not panic");
        assert_eq!((done, found), (Turn::Done, 576), "Latin squares of side 4");
        assert!(jobs.iter().all(|j| Arc::strong_count(j.model()) == 1));
    }

    #[test]
    fn a_stop_signal_loses_nothing() {
        let (model, board) = model(4, true, &[1]);
        let mut job = Job::new(Arc::clone(&model), &board);
        let stop = || true;
        let stopped = job.go_on(&Limits { stop: Some(&stop), ..Limits::none() }, |_| ControlFlow::Continue(()));
        assert!(matches!(stopped, Turn::Stopped(Stopped::Signal) | Turn::Done));
        while job.go_on(&Limits::nodes(5), |_| ControlFlow::Continue(())) != Turn::Done {}
        assert_eq!(job.found(), 72);
    }
}
