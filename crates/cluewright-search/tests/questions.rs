//! Compares all engines with brute force on small random models, and tests known counts, limits and the stop signal.

use crate::common;

use cluewright_core::{Cell, Model, Value, ValueSet};
use cluewright_search::{Answer, Limits, Mechanism, Solver, Stopped, Switches, Verdict};
use common::{
    Random, brute_force, classic, digits, givens, miracle, random_build, random_cages, random_model, some_cells,
};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

type Make = for<'m> fn(&'m Model) -> Solver<'m>;
const ENGINES: [Make; 3] = [|m| Solver::simple(m), |m| Solver::new(m), |m| Solver::with(m, plain())];

/// The general engine without its optimisations.
fn plain() -> Switches {
    Mechanism::ALL.into_iter().fold(Switches::default(), Switches::without)
}

fn answer(model: &Model, values: &[Value]) -> Vec<Value> {
    model.answer_cells().map(|c| values[c.index()]).collect()
}

#[test]
fn agrees_with_brute_force() {
    let mut random = Random::new(1);
    let mut sizes = [0; 3];
    for round in 0..3_000 {
        let model = random_model(&mut random);
        let board = model.board();
        let expected = brute_force(&model);
        sizes[expected.len().min(2)] += 1;
        for make in ENGINES {
            let mut solver = make(&model);
            let mut found = BTreeSet::new();
            let all = solver.solutions(&board, &Limits::none(), |s| {
                assert!(model.holds(s), "round {round}: a full assignment that satisfies every fact");
                assert!(found.insert(answer(&model, s)), "round {round}: the same answer twice");
                ControlFlow::Continue(())
            });
            assert!(all.complete());
            assert_eq!(found, expected, "round {round}: {model:?}");
            assert_eq!(all.value, expected.len() as u64);
            assert_eq!(solver.count(&board, 2, &Limits::none()).value, expected.len().min(2) as u64);
            let solved = solver.solve(&board, &Limits::none()).value;
            assert_eq!(solved.is_some(), !expected.is_empty());
            let drawn = solver.random_solution(&board, round, &Limits::none()).value;
            assert_eq!(drawn.is_some(), !expected.is_empty());
            assert!(drawn.is_none_or(|s| expected.contains(&answer(&model, &s))));
            match solver.verdict(&board, &Limits::none()).value {
                Verdict::None => assert_eq!(expected.len(), 0),
                Verdict::Unique(s) => assert!(expected.len() == 1 && expected.contains(&answer(&model, &s))),
                Verdict::Multiple(a, b) => {
                    assert!(expected.len() > 1 && answer(&model, &a) != answer(&model, &b));
                }
                Verdict::Unknown(_) => panic!("no limit was given"),
            }
            let cap = 1 + (round % 3) as u32;
            let candidates = solver.true_candidates(&board, cap, &Limits::none());
            assert!(candidates.complete() && candidates.value.open.iter().all(|o| o.is_empty()));
            for (i, cell) in model.answer_cells().enumerate() {
                let mut possible = ValueSet::EMPTY;
                for (v, &count) in candidates.value.counts[cell.index()].iter().enumerate() {
                    let real = expected.iter().filter(|e| e[i].index() == v).count() as u32;
                    assert_eq!(count, real.min(cap), "round {round}: {cell:?} {v}");
                    if real > 0 {
                        possible.insert(Value(v as u8));
                    }
                }
                assert_eq!(candidates.value.possible[cell.index()], possible);
            }
        }
    }
    assert!(sizes.iter().all(|&s| s > 100), "models of all sorts: {sizes:?}");
}

#[test]
fn four_by_four_has_288_grids() {
    let model = classic(4).1.finish();
    for make in ENGINES {
        let mut solver = make(&model);
        let board = model.board();
        assert_eq!(solver.count(&board, 0, &Limits::none()).value, 288);
        assert_eq!(solver.count(&board, 100, &Limits::none()).value, 100);
        let candidates = solver.true_candidates(&board, 5, &Limits::none()).value;
        assert!(candidates.counts.iter().all(|row| row == &[5; 4]));
        let all = solver.true_candidates(&board, 1_000, &Limits::none()).value;
        assert!(all.counts.iter().all(|row| row == &[72; 4]));
        let estimate = solver.estimate(&board, 400, 3, &Limits::none()).value;
        assert!((estimate.count - 288.0).abs() <= 5.0 * estimate.error + 1e-9, "{estimate:?}");
        assert!(estimate.hits > 0 && estimate.error < 100.0);
    }
}

#[test]
fn estimates_are_unbiased() {
    // The mean over many dives must approach the count, helpers or not.
    let mut random = Random::new(5);
    for _ in 0..60 {
        let model = random_model(&mut random);
        let expected = brute_force(&model).len() as f64;
        for make in ENGINES {
            let e = make(&model).estimate(&model.board(), 2_000, 9, &Limits::none()).value;
            assert!((e.count - expected).abs() <= 6.0 * e.error + 1e-9, "{e:?} instead of {expected}");
        }
    }
}

#[test]
fn classic_puzzles() {
    let (_, mut build) = classic(9);
    givens(&mut build, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
    let model = build.finish();
    for make in ENGINES {
        let answer = make(&model).verdict(&model.board(), &Limits::none());
        let Verdict::Unique(s) = answer.value else { panic!("unique") };
        assert_eq!(digits(&s), "812753649943682175675491283154237896369845721287169534521974368438526917796318452");
        assert!(answer.stats.nodes > 0 && answer.stats.failures > 0 && answer.stats.propagations > 0);
    }
}

#[test]
fn miracle_sudoku() {
    let (puzzle, mut build) = miracle();
    let shape = &puzzle.shape;
    let origin = build.origin(cluewright_core::Origin::new("givens", "given"));
    for (row, col, digit) in [(5, 3, 1), (6, 7, 2)] {
        let cell = shape.at(row - 1, col - 1).expect("a cell");
        build.restrict(cell, ValueSet::of(Value(digit - 1)), origin);
    }
    let model = build.finish();
    for make in ENGINES {
        let Verdict::Unique(s) = make(&model).verdict(&model.board(), &Limits::none()).value else { panic!("unique") };
        assert_eq!(digits(&s), "483726159726159483159483726837261594261594837594837261372615948615948372948372615");
    }
}

#[test]
fn limits_and_the_stop_signal_are_honoured() {
    let model = classic(9).1.finish();
    let board = model.board();
    for make in ENGINES {
        let mut solver = make(&model);
        let answer = solver.count(&board, 0, &Limits::nodes(500));
        assert_eq!(answer.stopped, Some(Stopped::Nodes));
        assert_eq!(answer.stats.nodes, 500);
        assert!(answer.value > 0, "what was found before is told");
        let calls = AtomicU32::new(0);
        let stop = || calls.fetch_add(1, Ordering::Relaxed) >= 3;
        let reports = AtomicU32::new(0);
        let progress = |part: f64| {
            assert!((0.0..=1.0).contains(&part));
            reports.fetch_add(1, Ordering::Relaxed);
        };
        let limits = Limits { stop: Some(&stop), progress: Some(&progress), ..Limits::none() };
        let answer = solver.count(&board, 0, &limits);
        assert_eq!(answer.stopped, Some(Stopped::Signal));
        assert!(answer.stats.nodes < 100_000 && reports.load(Ordering::Relaxed) > 0);
        let answer = solver.true_candidates(&board, 1, &Limits::nodes(100));
        assert!(!answer.complete() && answer.value.open.iter().any(|o| !o.is_empty()));
        let verdict = solver.verdict(&board, &Limits::nodes(1)).value;
        assert_eq!(verdict, Verdict::Unknown(None));
        let always = || true;
        let now = Limits { stop: Some(&always), ..Limits::none() };
        assert_eq!(solver.solve(&board, &now).stopped, Some(Stopped::Signal));
        assert_eq!(solver.estimate(&board, 10, 1, &now).stopped, Some(Stopped::Signal));
    }
}

#[test]
fn the_same_seed_gives_the_same_solution() {
    let model = classic(9).1.finish();
    let board = model.board();
    for make in ENGINES {
        let draw = |seed| make(&model).random_solution(&board, seed, &Limits::none()).value.expect("a full grid");
        assert_eq!(draw(7), draw(7));
        let different: BTreeSet<Vec<Value>> = (0..20).map(draw).collect();
        assert_eq!(different.len(), 20);
        assert!(different.iter().map(|s| s[Cell(0).index()]).collect::<BTreeSet<_>>().len() > 3);
    }
}

#[test]
fn an_impossible_model_has_no_solution() {
    let (_, mut build) = classic(4);
    let origin = build.origin(cluewright_core::Origin::new("test", "never"));
    build.impossible(origin);
    let model = build.finish();
    for make in ENGINES {
        let mut solver = make(&model);
        assert_eq!(solver.verdict(&model.board(), &Limits::none()).value, Verdict::None);
        assert_eq!(solver.count(&model.board(), 0, &Limits::none()).value, 0);
        let estimate = solver.estimate(&model.board(), 5, 1, &Limits::none()).value;
        assert!(estimate.count == 0.0 && estimate.hits == 0);
    }
}

/// Grids with some thousand solutions, with helper cells and without.
fn wide_models() -> Vec<Model> {
    let mut models = Vec::new();
    for (seed, holes) in [(1, 56), (2, 58), (3, 60)] {
        let (_, mut build) = classic(9);
        let full = Solver::new(&classic(9).1.finish())
            .random_solution(&classic(9).1.finish().board(), seed, &Limits::none())
            .value
            .expect("a full grid");
        let mut random = Random::new(seed);
        let open: BTreeSet<Cell> = some_cells(&mut random, 81, holes).into_iter().collect();
        let text: String = (0..81u16)
            .map(|c| if open.contains(&Cell(c)) { '.' } else { (b'1' + full[c as usize].0) as char })
            .collect();
        givens(&mut build, &text);
        models.push(build.finish());
    }
    models.push(miracle().1.finish());
    models.push(classic(4).1.finish());
    models
}

#[test]
fn threads_do_not_change_answers() {
    let mut random = Random::new(21);
    let (mut few, mut many) = (0, 0);
    let mut models: Vec<Model> = (0..150).map(|_| random_model(&mut random)).collect();
    for model in &models {
        let expected = brute_force(model).len();
        if expected > 3 {
            many += 1;
        } else {
            few += 1;
        }
        assert_eq!(Solver::new(model).count_on(2, &model.board(), 0, &Limits::none()).value, expected as u64);
    }
    assert!(few > 20 && many > 20, "{few} {many}");
    models.extend(wide_models());
    let mut long = 0;
    for model in &models {
        let board = model.board();
        // The engine of every day and, so that models it has another way for are walked too, the one for any model.
        let ways: [Make; 3] = [
            |m| Solver::new(m),
            |m| Solver::with(m, Switches::default()).cutting_after(1),
            |m| Solver::simple(m).cutting_after(1),
        ];
        for (way, make) in ways.into_iter().enumerate() {
            if way == 2 && model.len() == 81 {
                continue;
            }
            let none = Limits::none();
            let mut whole = BTreeSet::new();
            let walked = make(model).solutions(&board, &none, |s| {
                whole.insert(answer(model, s));
                if whole.len() == 8_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let ask = |threads: usize| {
                let mut list = Vec::new();
                let mut solver = make(model);
                let listed = solver.solutions_on(threads, &board, &none, |s| {
                    list.push(answer(model, s));
                    if list.len() == 8_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                let mut first = Vec::new();
                let broken = solver.solutions_on(threads, &board, &none, |s| {
                    first.push(answer(model, s));
                    if first.len() == 300 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                let counts = [0, 3, 1_000].map(|most| solver.count_on(threads, &board, most, &none));
                let candidates = [1, 4].map(|cap| solver.true_candidates_on(threads, &board, cap, None, &none));
                (listed, list, broken, first, counts, candidates)
            };
            let one = ask(1);
            assert!(one == ask(2) && one == ask(5), "way {way}: {model:?}");
            assert!(one.0.complete() && one.4.iter().all(Answer::complete) && one.5.iter().all(Answer::complete));
            assert_eq!(one.1.len() as u64, one.0.value);
            if walked.value < 8_000 {
                assert_eq!(one.1.iter().cloned().collect::<BTreeSet<_>>(), whole);
                assert_eq!(one.1.len(), whole.len(), "none twice");
                assert_eq!(one.4[0].value, whole.len() as u64);
                let possible = |i: usize| whole.iter().map(|s| s[i]).collect::<ValueSet>();
                for (i, c) in model.answer_cells().enumerate() {
                    assert_eq!(one.5[0].value.possible[c.index()], possible(i));
                }
                let shown = |c: &cluewright_search::Candidates| {
                    c.solutions.iter().all(|s| whole.contains(s))
                        && (c.solutions.is_empty()
                            || c.cells.iter().enumerate().all(|(i, cell)| {
                                c.solutions.iter().map(|s| s[i]).collect::<ValueSet>() == c.possible[cell.index()]
                            }))
                };
                assert!(one.5.iter().all(|a| shown(&a.value)), "solutions show what is possible");
            }
            assert_eq!([1, 2].map(|i| one.4[i].value), [3, 1_000].map(|most: u64| most.min(walked.value)));
            long += u32::from(way == 0 && one.0.stats.nodes > 5_000);
        }
    }
    assert!(long >= 2, "some are cut into parts: {long}");
    let always = || true;
    let now = Limits { stop: Some(&always), ..Limits::none() };
    let big = classic(9).1.finish();
    let board = big.board();
    assert_eq!(Solver::new(&big).count_on(2, &board, 0, &now).stopped, Some(Stopped::Signal));
    assert_eq!(
        Solver::with(&big, Switches::default()).true_candidates_on(2, &board, 9, None, &now).stopped,
        Some(Stopped::Signal)
    );
    let looks = AtomicU32::new(0);
    let soon = || looks.fetch_add(1, Ordering::Relaxed) > 50;
    let soon = Limits { stop: Some(&soon), ..Limits::none() };
    assert_eq!(
        Solver::with(&big, Switches::default()).solutions_on(3, &board, &soon, |_| ControlFlow::Continue(())).stopped,
        Some(Stopped::Signal)
    );
    let few = Limits::nodes(300);
    let limited = |threads| Solver::with(&big, Switches::default()).true_candidates_on(threads, &board, 9, None, &few);
    assert_eq!(limited(1).stopped, Some(Stopped::Nodes));
    assert_eq!(limited(1), limited(4));
}

#[test]
fn what_was_known_before_a_clue_is_used_after_it() {
    let mut random = Random::new(5);
    let (mut anew, mut again, mut narrower) = (0, 0, 0);
    let none = Limits::none();
    let mut check = |wide: &Model, narrow: &Model, cap: u32, limits: &Limits<'_>| {
        let make: Make = |m| Solver::with(m, Switches::default());
        let before = make(wide).true_candidates(&wide.board(), cap, limits).value;
        let fresh = make(narrow).true_candidates(&narrow.board(), cap, &none);
        let reused = make(narrow).true_candidates_on(1, &narrow.board(), cap, Some(&before), &none);
        assert_eq!(fresh.value.possible, reused.value.possible, "{narrow:?}");
        assert_eq!(fresh.value.counts, reused.value.counts);
        assert!(reused.complete() && reused.value.open.iter().all(|o| o.is_empty()));
        anew += fresh.stats.nodes;
        again += reused.stats.nodes;
        narrower += u32::from(before.possible != reused.value.possible);
    };
    // The puzzles that follow from each other by one more given; one that has no solution; a limit met before.
    for _ in 0..40 {
        let (wide, narrow) = random_pair(&mut random);
        for cap in [1, 3] {
            check(&wide, &narrow, cap, &none);
            check(&wide, &narrow, cap, &Limits::nodes(2));
        }
    }
    // A setter adds the last cages of a killer, one after the other.
    let grid = classic(9).1.finish();
    for seed in 0..3 {
        let full = Solver::new(&grid).random_solution(&grid.board(), seed, &none).value.expect("a full grid");
        let model = |cages: usize| random_cages(&mut Random::new(seed), &full, cages).finish();
        for cages in 20..28 {
            check(&model(cages), &model(cages + 1), 1, &none);
        }
    }
    println!("{anew} nodes without, {again} nodes with what was known before");
    assert!(narrower > 20 && again * 5 < anew, "{narrower} {again} {anew}");
}

/// A random model, and a copy in which the values of one cell are restricted further.
fn random_pair(random: &mut Random) -> (Model, Model) {
    let seed = random.bits();
    let wide = random_model(&mut Random::new(seed));
    let mut build = random_build(&mut Random::new(seed));
    let cell = Cell(random.below(wide.len()) as u16);
    let value = Value(random.below(3) as u8);
    let origin = build.origin(cluewright_core::Origin::new("test", "one more clue"));
    build.restrict(cell, ValueSet::of(value), origin);
    (wide, build.finish())
}
