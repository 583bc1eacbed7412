//! The search as a whole: restarts, and stopping.

use super::General;
use super::restart::Pace;
use crate::engine::{Engine, Event, Order};
use crate::question::Limits;
use crate::random::Random;
use cluewright_core::constraint::{Compare, Sum};
use cluewright_core::{Cell, Model, ModelBuilder, Origin, OriginId, Puzzle, Shape, Value};
use std::sync::atomic::{AtomicU32, Ordering};

/// A 6x6 grid, and whose its facts are.
fn six() -> (ModelBuilder, OriginId) {
    let puzzle = Puzzle::new(Shape::square(6).expect("a usual size"), 6);
    let mut build = ModelBuilder::for_puzzle(&puzzle);
    let origin = build.origin(Origin::new("test", "test"));
    let shape = &puzzle.shape;
    for house in shape.rows().chain(shape.columns()).chain(shape.regions().cloned()) {
        build.all_different(&house, None, origin);
    }
    (build, origin)
}

/// A 6x6 grid with a few sums: some thousand solutions.
fn sums() -> Model {
    let (mut build, origin) = six();
    for i in 0..5u16 {
        let terms: Vec<(Cell, i32)> = (0..5 - i).map(|j| (Cell(j * 7 + i), 1)).collect();
        build.constrain(Sum::new(&terms, Compare::Eq, 16 - 3 * i32::from(i)), origin);
    }
    build.finish()
}

fn walk(model: &Model, limits: &Limits<'_>) -> (Vec<Vec<u8>>, u32) {
    let mut engine = General::new(model);
    engine.start(&model.board(), Order::Usual);
    let (mut found, mut stops) = (Vec::new(), 0);
    loop {
        match engine.next(limits) {
            Event::Solution => found.push(engine.solution().iter().map(|v| v.0).collect()),
            Event::Done => break,
            Event::Stopped(_) => stops += 1,
        }
    }
    (found, stops)
}

/// A 6x6 grid with sums of random cells: with solutions or without.
fn random_sums(random: &mut Random) -> Model {
    let (mut build, origin) = six();
    for _ in 0..6 {
        let start = random.below(30) as u16;
        let cells: Vec<(Cell, i32)> = (0..6).map(|i| (Cell((start + i * 5) % 36), 1)).collect();
        build.constrain(Sum::new(&cells, Compare::Eq, 19 + random.below(5) as i32), origin);
    }
    build.finish()
}

/// A 6x6 grid with cages of three in its rows, of four and five in its columns: with solutions, or one total is wrong.
fn random_cages(random: &mut Random) -> Model {
    let (mut build, origin) = six();
    let wrong = random.below(24);
    let mut cages = Vec::new();
    for line in 0..6u16 {
        for from in [0, 3] {
            cages.push((0..3).map(|i| Cell(line * 6 + from + i)).collect::<Vec<Cell>>());
        }
        cages.push((0..4 + random.below(2) as u16).map(|i| Cell(i * 6 + line)).collect());
    }
    for (at, cage) in cages.iter().enumerate().filter(|_| random.below(9) != 0) {
        // The sums are those of one grid.
        let digit = |c: &Cell| 1 + i32::from((3 * (c.0 / 6 % 2) + c.0 / 12 + c.0 % 6) % 6);
        let total = cage.iter().map(digit).sum::<i32>() + i32::from(at as u32 == wrong);
        let terms: Vec<(Cell, i32)> = cage.iter().map(|&c| (c, 1)).collect();
        build.constrain(Sum::new(&terms, Compare::Eq, total), origin);
    }
    build.finish()
}

/// All solutions, in order, with restarts at this pace; whether there was one; and how often cages were looked at exactly,
/// from the first node on or after a restart.
fn solutions(model: &Model, first: u64, exactly: bool) -> (Vec<Vec<Value>>, bool, u64) {
    let mut engine = General::new(model);
    engine.pace = Pace { first, later: first, work: Some(1) };
    engine.start(&model.board(), Order::Usual);
    engine.state.exactly = exactly;
    let found = rest_of(&mut engine);
    let looked = engine.stats().kinds.iter().filter(|k| k.kind == "fillings").map(|k| k.runs).sum();
    (found, engine.restart_gap > first, looked)
}

/// All solutions of a search that has begun, in order.
fn rest_of(engine: &mut General<'_>) -> Vec<Vec<Value>> {
    let mut found = Vec::new();
    while let Event::Solution = engine.next(&Limits::none()) {
        found.push(engine.solution().to_vec());
    }
    found.sort_unstable();
    found
}

#[test]
fn restarts_lose_no_solution() {
    let mut random = Random::new(8);
    let (mut some, mut none, mut began) = (0, 0, 0);
    for _ in 0..60 {
        let model = random_sums(&mut random);
        let (whole, (again, restarted, _)) = (solutions(&model, u64::MAX, false).0, solutions(&model, 2, false));
        assert_eq!(whole, again);
        began += usize::from(restarted);
        *if whole.is_empty() { &mut none } else { &mut some } += 1;
    }
    assert!(some > 10 && none > 10 && began > 40, "{some} {none} {began}");
}

#[test]
fn cages_looked_at_exactly_lose_no_solution() {
    let mut random = Random::new(11);
    let (mut some, mut none, mut looked) = (0, 0, 0);
    for _ in 0..100 {
        let model = random_cages(&mut random);
        let (whole, _, never) = solutions(&model, u64::MAX, false);
        let (again, _, often) = solutions(&model, u64::MAX, true);
        assert_eq!((whole.len(), never), (again.len(), 0));
        assert_eq!(whole, again);
        looked += usize::from(often > 20);
        *if whole.is_empty() { &mut none } else { &mut some } += 1;
    }
    assert!(some > 30 && none > 30 && looked > 30, "{some} {none} {looked}");
}

#[test]
fn branches_on_combinations_lose_no_solution() {
    let mut random = Random::new(12);
    let (mut some, mut none, mut other) = (0, 0, 0);
    for _ in 0..100 {
        let model = random_cages(&mut random);
        let mut engine = General::new(&model);
        engine.start(&model.board(), Order::Usual);
        let whole = rest_of(&mut engine);
        let nodes = engine.stats().nodes;
        engine.reset_stats();
        engine.start(&model.board(), Order::Usual);
        engine.branching.use_combinations(&engine.state.net);
        let again = rest_of(&mut engine);
        assert_eq!(whole.len(), again.len(), "as many, none of them twice");
        assert_eq!(whole, again);
        other += usize::from(engine.stats().nodes != nodes);
        *if whole.is_empty() { &mut none } else { &mut some } += 1;
    }
    assert!(some > 30 && none > 30 && other > 20, "{some} {none} {other}");
}

#[test]
fn a_stopped_search_goes_on_where_it_was() {
    let model = sums();
    let (mut whole, none) = walk(&model, &Limits::none());
    let looks = AtomicU32::new(0);
    let stop = || looks.fetch_add(1, Ordering::Relaxed) % 3 == 2;
    let (mut broken, stops) = walk(&model, &Limits { stop: Some(&stop), ..Limits::none() });
    whole.sort_unstable();
    broken.sort_unstable();
    assert!(whole.len() > 100 && none == 0 && stops > 20, "{} {none} {stops}", whole.len());
    assert_eq!(whole, broken);
}
