//! Refutations against the simple engine: what is refuted is in no solution, what is not is in one, and every
//! assumption in a list fails where it stands.

use crate::common;

use cluewright_core::{Board, Candidate, Cell, Model};
use cluewright_search::{Assumed, Attempt, Limits, Refuter, Solver, Stopped};
use common::{Random, random_model};

/// Whether the simple engine finds a solution with this candidate.
fn has(model: &Model, board: &Board, candidate: Candidate) -> bool {
    let mut board = board.clone();
    board.fix(candidate.cell, candidate.value).is_ok()
        && Solver::simple(model).solve(&board, &Limits::none()).value.is_some()
}

/// Goes through a list: each assumption, with those around it true and those listed before it beside it gone, is in no
/// solution. Returns how many there were.
fn check(model: &Model, board: &Board, list: &[Assumed]) -> usize {
    let (first, within) = list.split_first().expect("a list begins with its candidate");
    assert_eq!(first.within as usize, within.len());
    assert!(!has(model, board, first.candidate));
    let mut below = board.clone();
    if below.fix(first.candidate.cell, first.candidate.value).is_err() {
        return list.len();
    }
    let mut rest = within;
    while let Some(next) = rest.first() {
        let (one, after) = rest.split_at(1 + next.within as usize);
        check(model, &below, one);
        let _ = below.remove(next.candidate.cell, next.candidate.value);
        rest = after;
    }
    list.len()
}

fn candidates(board: &Board) -> Vec<Candidate> {
    let cells = (0..board.len() as u16).map(Cell);
    cells.flat_map(|c| board.values(c).iter().map(move |v| Candidate::new(c, v))).collect()
}

/// A model's board, and this many more, each with `lost` candidates less than the one before, as steps take them away.
fn boards(model: &Model, random: &mut Random, more: usize, lost: usize) -> Vec<Board> {
    let mut all = vec![model.board()];
    for _ in 0..more {
        let mut board = all[all.len() - 1].clone();
        let left = candidates(&board);
        for _ in 0..lost.min(left.len()) {
            let gone = left[random.below(left.len())];
            let _ = board.remove(gone.cell, gone.value);
        }
        all.push(board);
    }
    all
}

#[test]
fn what_is_refuted_is_in_no_solution() {
    let mut random = Random::new(5);
    let (mut refuted, mut possible, mut nested, mut seen) = (0, 0, 0, 0);
    for _ in 0..400 {
        let model = random_model(&mut random);
        let mut refuter = Refuter::new(&model);
        let (mut list, mut left) = (Vec::new(), Vec::new());
        // Sometimes use an earlier board again.
        for board in boards(&model, &mut random, 2, 1).into_iter().chain([model.board()]) {
            for &c in &candidates(&board) {
                let real = has(&model, &board, c);
                left.clear();
                let open = refuter.follow(&board, c, &mut left, &Limits::none()).expect("nobody said stop");
                assert!(open || !real);
                seen += u32::from(!open);
                if open {
                    assert!(left[c.cell.index()].single() == Some(c.value));
                    let others = candidates(&board).into_iter().filter(|o| !left[o.cell.index()].contains(o.value));
                    let mut fixed = board.clone();
                    fixed.fix(c.cell, c.value).expect("a candidate");
                    others.take(3).for_each(|o| assert!(o.cell == c.cell || !has(&model, &fixed, o)));
                }
                match refuter.refute(&board, c, &Limits::none(), &mut list) {
                    Attempt::Refuted => {
                        assert!(!real);
                        assert_eq!(list[0].candidate, c);
                        assert_eq!(list.len() == 1, !open);
                        nested += usize::from(check(&model, &board, &list) > 1);
                        refuted += 1;
                    }
                    Attempt::Possible => {
                        assert!(real);
                        possible += 1;
                    }
                    Attempt::Unknown(why) => panic!("{why:?} without a limit"),
                }
            }
        }
    }
    assert!(refuted > 1_000 && possible > 1_000 && nested > 50 && seen > 500, "{refuted} {possible} {nested} {seen}");
}

/// What was left on the last board is followed further to what is found afresh, board after board.
#[test]
fn following_on_is_following_afresh() {
    let mut random = Random::new(11);
    let (mut same, mut further, mut fell) = (0, 0, 0);
    for _ in 0..600 {
        let model = random_model(&mut random);
        let (mut on, mut afresh) = (Refuter::new(&model), Refuter::new(&model));
        let start = candidates(&model.board());
        let mut kept = vec![Vec::new(); start.len()];
        for board in boards(&model, &mut random, 5, 2) {
            for (&c, kept) in start.iter().zip(&mut kept).filter(|(c, _)| board.has(**c)) {
                let (before, mut left) = (kept.clone(), Vec::new());
                let open = afresh.follow(&board, c, &mut left, &Limits::none()).expect("nobody said stop");
                assert_eq!(on.follow(&board, c, kept, &Limits::none()), Ok(open));
                assert_eq!(*kept, left);
                same += usize::from(open && before == left);
                further += usize::from(open && before != left && !before.is_empty());
                fell += usize::from(!open && !before.is_empty());
            }
        }
    }
    assert!(same > 1_000 && further > 1_000 && fell > 100, "{same} {further} {fell}");
}

#[test]
fn limits_are_kept() {
    let (puzzle, mut build) = common::classic(9);
    common::givens(&mut build, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
    let model = build.finish();
    let board = model.board();
    let truth = Solver::new(&model).solve(&board, &Limits::none()).value.expect("it has a solution");
    let (mut refuter, mut list) = (Refuter::new(&model), Vec::new());
    let (mut out, mut long) = (0, 0);
    for cell in puzzle.shape.cells() {
        for value in board.values(cell).without(truth[cell.index()]) {
            let candidate = Candidate::new(cell, value);
            let attempt = refuter.refute(&board, candidate, &Limits::nodes(3), &mut list);
            assert!(list.len() <= 3);
            match attempt {
                Attempt::Refuted => {}
                Attempt::Unknown(Stopped::Nodes) => {
                    out += 1;
                    let stop = || true;
                    let told = Limits { stop: Some(&stop), ..Limits::none() };
                    let attempt = refuter.refute(&board, candidate, &told, &mut list);
                    assert!(matches!(attempt, Attempt::Refuted | Attempt::Unknown(Stopped::Signal)), "{attempt:?}");
                    assert_eq!(refuter.refute(&board, candidate, &Limits::none(), &mut list), Attempt::Refuted);
                    long = long.max(list.len());
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(out > 20 && long > 10, "{out} {long}");
}

/// Refutes all other candidates of a cell at once; compared with the simple engine, on random models and boards.
#[test]
fn others_are_refuted_together() {
    let mut random = Random::new(11);
    let (mut refuted, mut possible, mut listed) = (0, 0, 0);
    for _ in 0..500 {
        let model = random_model(&mut random);
        let (mut refuter, mut list) = (Refuter::new(&model), Vec::new());
        for board in boards(&model, &mut random, 2, 1) {
            for c in candidates(&board) {
                let others = board.values(c.cell).without(c.value).iter().map(|v| Candidate::new(c.cell, v));
                let real = others.clone().any(|o| has(&model, &board, o));
                match refuter.refute_others(&board, c, &Limits::none(), &mut list) {
                    Attempt::Refuted => {
                        assert!(!real);
                        let mut below = board.clone();
                        let _ = below.remove(c.cell, c.value);
                        let mut rest = &list[..];
                        while let Some(next) = rest.first() {
                            let (one, after) = rest.split_at(1 + next.within as usize);
                            listed += check(&model, &below, one);
                            let _ = below.remove(next.candidate.cell, next.candidate.value);
                            rest = after;
                        }
                        refuted += 1;
                    }
                    Attempt::Possible => {
                        assert!(real);
                        possible += 1;
                    }
                    Attempt::Unknown(why) => panic!("{why:?} without a limit"),
                }
            }
        }
    }
    assert!(refuted > 500 && possible > 500 && listed > 50, "{refuted} {possible} {listed}");
}
