//! Trials with and without the help of search. On random small models, and in hard puzzles with nested
//! trials, both leave exactly the candidates of solutions, and both refute the same candidates on the same board.

use crate::search_common as common;

use cluewright::logic::{
    Assumption, Config, Exhausted, Outcome, Path, Refuter, State, TECHNIQUES, Technique, solve_logically,
};
use cluewright_core::{Board, Candidate, Cell, Model, ValueSet};
use cluewright_search::{Assumed, Attempt, Limits, Solver};
use common::{Random, random_model};
use std::cell::RefCell;

/// Search as logic asks it, without a limit.
struct Search<'m>(RefCell<cluewright_search::Refuter<'m>>);

impl Refuter for Search<'_> {
    fn follow(&self, board: &Board, candidate: Candidate, left: &mut Vec<ValueSet>) -> Option<bool> {
        self.0.borrow_mut().follow(board, candidate, left, &Limits::none()).ok()
    }

    fn refute(&self, board: &Board, candidate: Candidate, most: u32) -> Option<Vec<Assumption>> {
        let (limits, mut list) = (Limits::nodes(u64::from(most)), Vec::new());
        let refuted = self.0.borrow_mut().refute(board, candidate, &limits, &mut list) == Attempt::Refuted;
        refuted.then(|| list.iter().map(|a| Assumption { candidate: a.candidate, within: a.within }).collect())
    }

    fn refute_others(&self, board: &Board, candidate: Candidate, most: u32) -> Option<Exhausted> {
        let (limits, mut list) = (Limits::nodes(u64::from(most)), Vec::new());
        let refuted = self.0.borrow_mut().refute_others(board, candidate, &limits, &mut list) == Attempt::Refuted;
        let plain = |a: &Assumed| Assumption { candidate: a.candidate, within: a.within };
        refuted.then(|| Exhausted { assumed: list.iter().map(plain).collect(), cases: list.len() as u64 })
    }

    fn forget(&self) {
        self.0.borrow_mut().forget();
    }

    fn weight(&self, cell: Cell) -> f64 {
        self.0.borrow().weight(cell)
    }

    fn work(&self) -> u64 {
        self.0.borrow().work()
    }
}

/// Puzzles that one assumption at a time does not solve.
const HARD: [&str; 2] = [
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
];

fn classic(givens: &str) -> Model {
    let (_, mut build) = common::classic(9);
    common::givens(&mut build, givens);
    build.finish()
}

/// The candidates of solutions.
fn truth(model: &Model) -> Vec<ValueSet> {
    let mut solver = Solver::simple(model);
    let mut all = vec![ValueSet::EMPTY; model.len()];
    for cell in (0..model.len() as u16).map(Cell) {
        for value in model.board().values(cell) {
            let mut board = model.board();
            if board.fix(cell, value).is_ok() && solver.solve(&board, &Limits::none()).value.is_some() {
                all[cell.index()].insert(value);
            }
        }
    }
    all
}

/// Checks that the other kind of trials refutes the same candidates on the same board. Returns their number.
fn compare(model: &Model, path: &Path, refutes: impl Fn(&State, Candidate) -> bool) -> usize {
    let mut count = 0;
    for (state, step) in path.positions(model) {
        for &gone in step.eliminations.iter().filter(|_| step.is_trial()) {
            assert!(refutes(&state, gone), "{gone:?} on {:?}", state.board);
            count += 1;
        }
    }
    count
}

#[test]
fn trials_told_and_untold_refute_the_same() {
    // Besides trials, use only the techniques that trials apply.
    let ids = ["full_house", "hidden_single", "naked_single", "clue", "clue_small", "clue_large", "trial"];
    let techniques = TECHNIQUES.iter().filter(|t| ids.contains(&t.info().id));
    let techniques: Vec<&dyn Technique> = techniques.copied().collect();
    assert!(ids.iter().all(|id| techniques.iter().any(|t| t.info().id == *id)));
    let mut random = Random::new(3);
    let (mut untold, mut told, mut none, mut deep) = (0, 0, 0, 0);
    let small = (0..400).map(|_| random_model(&mut random)).collect::<Vec<_>>();
    for model in small.into_iter().chain(HARD.map(classic)) {
        let plain = Config { techniques: &techniques, ..Config::default() };
        let search = Search(RefCell::new(cluewright_search::Refuter::new(&model)));
        let asking = Config { refuter: Some(&search), ..plain };
        let start = State::start(&model);
        let (alone, asked) = (solve_logically(&model, start.clone(), &plain), solve_logically(&model, start, &asking));
        let all = truth(&model);
        if all.iter().any(|values| values.is_empty()) {
            // On a board without solutions, each may stop as soon as it detects that.
            assert!(alone.outcome != Outcome::Solved && asked.outcome != Outcome::Solved);
            none += 1;
            continue;
        }
        assert_eq!(alone.end.board.domains(), all);
        assert_eq!(asked.end.board.domains(), all);
        deep += alone.steps.iter().filter(|s| s.technique.id == "trial" && s.difficulty > 110).count();
        untold += compare(&model, &alone, |state, c| search.refute(&state.board, c, u32::MAX).is_some());
        told += compare(&model, &asked, |state, c| !solve_logically(&model, state.clone(), &plain).end.board.has(c));
    }
    assert!(untold > 300 && told > 300 && none > 20 && deep > 4, "{untold} {told} {none} {deep}");
}
