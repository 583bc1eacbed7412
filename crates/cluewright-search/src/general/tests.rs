//! Tests of the search as a whole: restarts and stopping.

use super::General;
use super::pace::{Pace, USUAL};
use super::tools::How;
use crate::answer::Limits;
use crate::engine::{Engine, Event, Order};
use cluewright_core::constraint::{Compare, Count, Sum};
use cluewright_core::model::CellKind;
use cluewright_core::{Cell, Model, ModelBuilder, Origin, OriginId, Puzzle, Random, Shape, Value, ValueSet};
use std::sync::atomic::{AtomicU32, Ordering};

/// A 6x6 grid, and the origin of its facts.
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

/// A 6x6 grid with a few sums, which has some thousand solutions.
fn sums() -> Model {
    let (mut build, origin) = six();
    for i in 0..5u16 {
        let terms: Vec<(Cell, i32)> = (0..5 - i).map(|j| (Cell(j * 7 + i), 1)).collect();
        build.constrain(Sum::new(&terms, Compare::Eq, 16 - 3 * i32::from(i)), origin);
    }
    build.finish()
}

/// A 6x6 grid with sums of random cells. It may or may not have solutions.
fn random_sums(random: &mut Random) -> Model {
    let (mut build, origin) = six();
    for _ in 0..6 {
        let start = random.below(30) as u16;
        let cells: Vec<(Cell, i32)> = (0..6).map(|i| (Cell((start + i * 5) % 36), 1)).collect();
        build.constrain(Sum::new(&cells, Compare::Eq, 19 + random.below(5)), origin);
    }
    build.finish()
}

/// A 6x6 grid with cages of three cells in its rows, and of four and five cells in its columns. It has solutions unless one total
/// is wrong. It also has two counts over the same cells, and two helper cells: one with several possible values, the other in a
/// cage.
fn random_cages(random: &mut Random) -> Model {
    let (mut build, origin) = six();
    let wrong = random.below(30);
    let mut cages = Vec::new();
    for line in 0..6u16 {
        for from in [0, 3] {
            cages.push((0..3).map(|i| Cell(line * 6 + from + i)).collect::<Vec<Cell>>());
        }
        cages.push((0..4 + random.below(2) as u16).map(|i| Cell(i * 6 + line)).collect());
    }
    // All facts are true in one particular grid.
    let digit = |c: Cell| 1 + i32::from((3 * (c.0 / 6 % 2) + c.0 / 12 + c.0 % 6) % 6);
    let sum = |cells: &[Cell]| cells.iter().map(|&c| digit(c)).sum::<i32>();
    let terms = |cells: &[Cell]| cells.iter().map(|&c| (c, 1)).collect::<Vec<(Cell, i32)>>();
    for (at, cage) in cages.iter().enumerate().filter(|_| random.below(5) != 0) {
        build.constrain(Sum::new(&terms(cage), Compare::Eq, sum(cage) + i32::from(at as u32 == wrong)), origin);
    }
    let circles = [0, 7, 14, 21, 28, 35, 10].map(Cell);
    for value in 1..=2 {
        let wanted = circles.map(|c| (c, ValueSet::of(Value(value - 1))));
        let held = circles.iter().filter(|&&c| digit(c) == i32::from(value)).count() as i32;
        build.constrain(Count::new(&wanted, &[1; 7], Compare::Eq, held), origin);
    }
    let mut helper = |cells: &[Cell]| {
        let helper = build.add_cell(CellKind::Helper, 1, ValueSet::below(6), "helper");
        let cells = [cells, &[helper]].concat();
        build.all_different(&cells, None, origin);
        cells
    };
    helper(&[Cell(35)]);
    let cage = helper(&[Cell(3), Cell(8)]);
    build.constrain(Sum::new(&terms(&cage), Compare::Eq, 2 + sum(&cage[..2])), origin);
    build.finish()
}

/// A pace without restarts.
const STRAIGHT: Pace =
    Pace { first: u64::MAX, later: u64::MAX, work: Some(1), deeper: u64::MAX, long: u64::MAX, last: 0 };

/// The result of a search.
struct Found {
    /// The solutions in order, without helper cells.
    solutions: Vec<Vec<u8>>,
    restarted: bool,
    /// The number of times that cages were examined exactly.
    assignments: u64,
    nodes: u64,
    /// Whether the search branched on combinations of cages.
    by_combination: bool,
    stops: u32,
}

/// Finds all solutions at this pace.
fn search(model: &Model, pace: Pace, limits: &Limits<'_>) -> Found {
    let mut engine = General::new(model);
    engine.pace = pace;
    engine.start(&model.board(), Order::Usual);
    rest_of(engine, limits)
}

/// Like `search`, but continues a search that has begun.
fn rest_of(mut engine: General<'_>, limits: &Limits<'_>) -> Found {
    let (mut solutions, mut stops) = (Vec::new(), 0);
    loop {
        match engine.next(limits) {
            Event::Solution => solutions.push(engine.solution()[..36].iter().map(|v| v.0).collect()),
            Event::Done => break,
            Event::Stopped(_) => stops += 1,
        }
    }
    solutions.sort_unstable();
    let stats = engine.stats();
    Found {
        solutions,
        restarted: engine.restart_gap > engine.pace.first,
        assignments: stats.kinds.iter().filter(|k| k.kind == "fillings").map(|k| k.runs).sum(),
        nodes: stats.nodes,
        by_combination: engine.branching.by_combination,
        stops,
    }
}

#[test]
fn restarts_lose_no_solution() {
    let mut random = Random::new(8);
    let (mut some, mut none, mut began) = (0, 0, 0);
    for _ in 0..60 {
        let model = random_sums(&mut random);
        let whole = search(&model, STRAIGHT, &Limits::none()).solutions;
        let again = search(&model, Pace { first: 2, later: 2, ..STRAIGHT }, &Limits::none());
        assert_eq!(whole, again.solutions);
        began += usize::from(again.restarted);
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
        let whole = search(&model, STRAIGHT, &Limits::none());
        let mut engine = General::new(&model);
        engine.pace = STRAIGHT;
        engine.start(&model.board(), Order::Usual);
        engine.state.exactly = true;
        let again = rest_of(engine, &Limits::none());
        assert_eq!(whole.solutions, again.solutions, "as many, none of them twice");
        assert_eq!(whole.assignments, 0);
        looked += usize::from(again.assignments > 20);
        *if whole.solutions.is_empty() { &mut none } else { &mut some } += 1;
    }
    assert!(some > 30 && none > 30 && looked > 30, "{some} {none} {looked}");
}

#[test]
fn branches_on_combinations_lose_no_solution() {
    // Tests exact cages that begin with a restart, and exact cages that begin in mid-search once a solution is known, also if the
    // search is stopped now and then.
    let paces = [Pace { first: 2, later: 2, long: 4, ..STRAIGHT }, Pace { long: 2, ..STRAIGHT }];
    let polls = AtomicU32::new(0);
    let stop = || polls.fetch_add(1, Ordering::Relaxed) % 3 == 2;
    let often = Limits { stop: Some(&stop), ..Limits::none() };
    let mut random = Random::new(12);
    let models: Vec<Model> = (0..150).map(|_| random_cages(&mut random)).collect();
    let wholes: Vec<Found> = models.iter().map(|model| search(model, STRAIGHT, &Limits::none())).collect();
    let some = wholes.iter().filter(|whole| !whole.solutions.is_empty()).count();
    assert!((45..105).contains(&some), "{some}");
    for (pace, limits) in paces.iter().flat_map(|pace| [(pace, Limits::none()), (pace, often)]) {
        let (mut begun, mut other, mut assignments, mut stops) = (0, 0, 0, 0);
        for (model, whole) in models.iter().zip(&wholes) {
            let again = search(model, *pace, &limits);
            assert_eq!(whole.solutions, again.solutions, "as many, none of them twice");
            begun += u32::from(again.by_combination);
            other += u32::from(again.nodes != whole.nodes);
            assignments += again.assignments;
            stops += again.stops;
        }
        assert!(begun > 20 && other > 20, "{begun} {other}");
        assert!(assignments > 100, "{assignments}");
        assert_eq!(stops > 20, limits.stop.is_some(), "{stops}");
    }
}

#[test]
fn longer_sums_later_lose_no_solution() {
    // Tests longer sums that are added at once, after some failures (and some solutions), and together with restarts, also if the
    // search is stopped now and then.
    let paces = [
        Pace { deeper: 1, ..STRAIGHT },
        Pace { deeper: 4, ..STRAIGHT },
        Pace { first: 2, later: 2, deeper: 3, long: 5, ..STRAIGHT },
    ];
    let polls = AtomicU32::new(0);
    let stop = || polls.fetch_add(1, Ordering::Relaxed) % 3 == 2;
    let often = Limits { stop: Some(&stop), ..Limits::none() };
    let mut random = Random::new(14);
    let models: Vec<Model> = (0..200).map(|_| random_cages(&mut random)).collect();
    let (mut again, mut amid) = (0, 0);
    for model in &models {
        let whole = search(model, STRAIGHT, &Limits::none()).solutions;
        for (pace, limits) in paces.iter().flat_map(|pace| [(pace, Limits::none()), (pace, often)]) {
            let mut engine = General::new(model);
            engine.pace = *pace;
            let mut nodes = Vec::new();
            for _ in 0..2 {
                engine.reset_stats();
                engine.start(&model.board(), Order::Usual);
                assert!(!engine.deeper.now, "a search begins without, whatever was asked before");
                let mut solutions: Vec<Vec<u8>> = Vec::new();
                loop {
                    match engine.next(&limits) {
                        Event::Solution => {
                            solutions.push(engine.solution()[..36].iter().map(|v| v.0).collect());
                            again += u32::from(engine.deeper.now && solutions.len() == 1);
                            amid += u32::from(!engine.deeper.now && solutions.len() == 1);
                        }
                        Event::Done => break,
                        Event::Stopped(_) => {}
                    }
                }
                amid -= u32::from(!engine.deeper.now && !solutions.is_empty());
                solutions.sort_unstable();
                assert_eq!(whole, solutions, "as many, none of them twice");
                nodes.push(engine.stats().nodes);
            }
            // (Searches that are stopped now and then may branch differently.)
            assert!(limits.stop.is_some() || nodes[0] == nodes[1], "{nodes:?}");
        }
    }
    assert!(again > 100 && amid > 100, "{again} {amid}");
}

#[test]
fn branches_are_about_cages_of_the_model_alone() {
    let mut random = Random::new(13);
    let mut further = 0;
    for _ in 0..20 {
        let model = random_cages(&mut random);
        let engine = General::new(&model);
        let net = &engine.state.net;
        let posted = model.constraints().len();
        assert!(net.propagators.len() > posted + net.derived.len(), "the counts are one more");
        let is_cage = |k: &usize| matches!(net.propagators[*k].how, How::Cage(_));
        further += (posted..net.propagators.len()).filter(is_cage).count();
        let answer = |k: &usize| net.own_cells(*k).iter().all(|&c| c < 36);
        let own: Vec<u32> = (0..posted).filter(is_cage).filter(answer).map(|k| k as u32).collect();
        assert_eq!(engine.branching.cages, own);
    }
    assert!(further > 20, "{further}");
}

#[test]
fn a_stopped_search_goes_on_where_it_was() {
    let model = sums();
    let whole = search(&model, USUAL, &Limits::none());
    let polls = AtomicU32::new(0);
    let stop = || polls.fetch_add(1, Ordering::Relaxed) % 3 == 2;
    let broken = search(&model, USUAL, &Limits { stop: Some(&stop), ..Limits::none() });
    let (found, none, stops) = (whole.solutions.len(), whole.stops, broken.stops);
    assert!(found > 100 && none == 0 && stops > 20, "{found} {none} {stops}");
    assert_eq!(whole.solutions, broken.solutions);
}
