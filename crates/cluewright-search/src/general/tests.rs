//! The search as a whole: restarts, and stopping.

use super::General;
use super::restart::Pace;
use crate::engine::{Engine, Event, Order};
use crate::question::Limits;
use crate::random::Random;
use cluewright_core::constraint::{Compare, Sum};
use cluewright_core::{Cell, Model, ModelBuilder, Origin, OriginId, Puzzle, Shape};
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

#[test]
fn restarts_lose_no_solution() {
    let mut random = Random::new(8);
    let (mut some, mut none, mut began) = (0, 0, 0);
    for _ in 0..60 {
        let model = random_sums(&mut random);
        let solutions = |first: u64| {
            let mut engine = General::new(&model);
            engine.pace = Pace { first, later: first, work: Some(1) };
            engine.start(&model.board(), Order::Usual);
            let mut found = Vec::new();
            while let Event::Solution = engine.next(&Limits::none()) {
                found.push(engine.solution().to_vec());
            }
            found.sort_unstable();
            (found, engine.restart_gap > first)
        };
        let (whole, (again, restarted)) = (solutions(u64::MAX).0, solutions(2));
        assert_eq!(whole, again);
        began += usize::from(restarted);
        *if whole.is_empty() { &mut none } else { &mut some } += 1;
    }
    assert!(some > 10 && none > 10 && began > 40, "{some} {none} {began}");
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
