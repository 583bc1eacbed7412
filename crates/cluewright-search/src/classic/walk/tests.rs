//! Compares the answers of the classic engine with those of the general engine and of the plain search.

use super::super::tests::{random_boards, simple};
use super::*;
use crate::{Solver, Switches};
use cluewright_core::{Cell, ModelBuilder, Origin, Puzzle, Shape};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn houses() -> ModelBuilder {
    let puzzle = Puzzle::new(Shape::square(9).expect("9x9"), 9);
    let mut build = ModelBuilder::for_puzzle(&puzzle);
    let origin = build.origin(Origin::new("classic", "house"));
    let shape = &puzzle.shape;
    for house in shape.rows().chain(shape.columns()).chain(shape.regions().cloned()) {
        build.all_different(&house, None, origin);
    }
    build
}

fn board_of(model: &Model, masks: &Candidates) -> Board {
    let mut board = model.board();
    for (c, &m) in masks.iter().enumerate() {
        let _ = board.keep(Cell(c as u16), ValueSet(u64::from(m)));
    }
    board
}

#[test]
fn only_ordinary_grids_are_classic() {
    assert!(is_classic(&houses().finish()));
    let origin = |b: &mut ModelBuilder| b.origin(Origin::new("test", "test"));
    let mut inside = houses();
    let o = origin(&mut inside);
    inside.all_different(&[Cell(0), Cell(1), Cell(10)], None, o);
    assert!(is_classic(&inside.finish()), "a set within a box says nothing new");
    let mut diagonal = houses();
    let o = origin(&mut diagonal);
    let cells: Vec<Cell> = (0..9).map(|i| Cell(10 * i)).collect();
    diagonal.all_different(&cells, None, o);
    assert!(!is_classic(&diagonal.finish()));
    let puzzle = Puzzle::new(Shape::square(9).expect("9x9"), 9);
    let mut latin = ModelBuilder::for_puzzle(&puzzle);
    let o = origin(&mut latin);
    for line in puzzle.shape.rows().chain(puzzle.shape.columns()) {
        latin.all_different(&line, None, o);
    }
    assert!(!is_classic(&latin.finish()), "no boxes");
    let mut never = houses();
    let o = origin(&mut never);
    never.impossible(o);
    assert!(!is_classic(&never.finish()));
}

/// The classic engine must give the same answers as the general engine.
#[test]
fn answers_as_the_general_engine_does() {
    let model = houses().finish();
    let mut classic = Solver::new(&model);
    let mut general = Solver::with(&model, Switches::default());
    let mut random = Random::new(31);
    for (round, masks) in random_boards(30, 150).into_iter().enumerate() {
        let board = board_of(&model, &masks);
        let none = Limits::none();
        let expected = simple::count(&masks, 300);
        assert_eq!(classic.count(&board, 300, &none).value, expected);
        assert_eq!(general.count(&board, 300, &none).value, expected);
        let mut seen = BTreeSet::new();
        let all = classic.solutions(&board, &none, |s| {
            assert!(model.holds(s) && seen.insert(s.to_vec()));
            if seen.len() == 300 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(all.value, expected);
        let verdict = classic.verdict(&board, &none).value;
        match expected {
            0 => assert_eq!(verdict, Verdict::None),
            1 => assert!(matches!(verdict, Verdict::Unique(s) if seen.contains(&s))),
            _ => assert!(matches!(verdict, Verdict::Multiple(a, b) if a != b)),
        }
        let seed = random.bits();
        let drawn = classic.random_solution(&board, seed, &none).value;
        assert_eq!(drawn.is_some(), expected > 0);
        assert!(drawn.is_none_or(|s| model.holds(&s) && (expected == 300 || seen.contains(&s))));
        let cap = [1, 3, 100][round % 3];
        let (a, b) = (classic.true_candidates(&board, cap, &none), general.true_candidates(&board, cap, &none));
        assert!(a.complete() && b.complete());
        // Compare everything except the solutions that were found on the way.
        let told = |c: &crate::Candidates| (c.counts.clone(), c.possible.clone(), c.open.clone());
        assert_eq!(told(&a.value), told(&b.value), "round {round}, cap {cap}");
        // A node limit makes the solver use the classic engine's search for solutions.
        let limited = classic.true_candidates(&board, cap, &Limits::nodes(u64::MAX - 1));
        assert_eq!(told(&limited.value), told(&b.value));
    }
}

#[test]
fn many_at_once_are_answered_as_one_by_one() {
    let model = houses().finish();
    let (mut classic, mut general) = (Solver::new(&model), Solver::with(&model, Switches::default()));
    assert!(classic.width() > 1 && general.width() == 1);
    let boards: Vec<Board> = random_boards(41, 300).iter().map(|m| board_of(&model, m)).collect();
    for most in [1, 2, 40] {
        let counts = classic.count_each(&boards, most, &Limits::none());
        assert!(counts.complete());
        for (i, (board, &count)) in boards.iter().zip(&counts.value).enumerate() {
            assert_eq!(classic.count(board, most, &Limits::none()).value, count, "board {i} up to {most}");
        }
        assert_eq!(general.count_each(&boards, most, &Limits::none()).value, counts.value);
        assert_eq!(classic.count_each(&boards, most, &Limits::nodes(u64::MAX - 1)).value, counts.value);
    }
    let few = &boards[..6];
    let all: Vec<u64> = few.iter().map(|b| classic.count(b, 20_000, &Limits::none()).value).collect();
    if all.iter().all(|&n| n < 20_000) {
        assert_eq!(classic.count_each(few, 0, &Limits::none()).value, all);
    }

    // Verdicts must be true, and the two solutions in a verdict must not depend on the other boards or on limits.
    let verdicts = classic.verdicts(&boards, &Limits::none());
    assert!(verdicts.complete() && verdicts.value.len() == boards.len());
    let others = general.verdicts(&boards, &Limits::none()).value;
    for (i, (board, verdict)) in boards.iter().zip(&verdicts.value).enumerate() {
        match verdict {
            Verdict::Multiple(a, b) => {
                assert!(a != b && [a, b].iter().all(|s| model.holds(s)) && matches!(others[i], Verdict::Multiple(..)));
                let inside = |s: &Vec<Value>| s.iter().zip(board.domains()).all(|(v, d)| d.contains(*v));
                assert!(inside(a) && inside(b));
            }
            _ => assert_eq!(verdict, &others[i]),
        }
        assert_eq!(&classic.verdicts(&boards[i..=i], &Limits::none()).value[0], verdict, "board {i} alone");
    }
    let half = classic.verdicts(&boards[150..], &Limits::nodes(u64::MAX - 1));
    assert_eq!(half.value, verdicts.value[150..]);
    let few = classic.verdicts(&boards, &Limits::nodes(40));
    assert!(few.stopped == Some(crate::Stopped::Nodes) && few.value[..] == verdicts.value[..few.value.len()]);
    assert!(!few.value.is_empty() && few.stats.nodes <= 40);

    let seeds: Vec<u64> = (0..70).collect();
    for board in [model.board(), boards[0].clone(), boards[5].clone()] {
        let together = classic.random_solutions(&board, &seeds, &Limits::none());
        assert!(together.complete());
        for (&seed, found) in seeds.iter().zip(&together.value) {
            assert_eq!(&classic.random_solution(&board, seed, &Limits::none()).value, found, "seed {seed}");
        }
    }

    let stop = || true;
    let stopped = Limits { stop: Some(&stop), ..Limits::none() };
    let answer = classic.count_each(&boards, 2, &stopped);
    assert!(answer.stopped == Some(crate::Stopped::Signal) && answer.value.len() < boards.len());
    assert!(!classic.random_solutions(&model.board(), &seeds, &stopped).complete());
    assert!(!classic.verdicts(&boards, &stopped).complete());
    let answer = general.count_each(&boards, 40, &Limits::nodes(300));
    assert_eq!(answer.stopped, Some(crate::Stopped::Nodes), "{:?}", answer.stats);
    assert!(answer.stats.nodes <= 300 && !answer.value.is_empty() && answer.value.len() < boards.len());
}

#[test]
fn a_drawn_solution_comes_once_and_the_others_follow() {
    let model = houses().finish();
    let masks = random_boards(33, 400).into_iter().find(|b| (20..200).contains(&simple::count(b, 200)));
    let masks = masks.expect("such a board");
    let mut walk = Walk::new(&model);
    for seed in 0..20 {
        use crate::engine::Engine as _;
        walk.reset_stats();
        walk.start(&board_of(&model, &masks), Order::Shuffled(seed));
        let mut seen = BTreeSet::new();
        while walk.next(&Limits::none()) == Event::Solution {
            assert!(seen.insert(walk.solution().to_vec()));
        }
        assert_eq!(seen.len() as u64, simple::count(&masks, 1000));
    }
}
