//! Our own scale: the fast code for ordinary grids finds the same rounds as the general code, and symmetries change nothing.

use cluewright_core::puzzle::Given;
use cluewright_core::{Cell, Model, ModelBuilder, Origin, Puzzle, Shape};
use cluewright_logic::rating::own::{
    Bound, Class, Costs, End, Level, Round, points, rounds_of_grid, rounds_of_model, rounds_within,
};

/// Puzzles from easy to very hard: an easy puzzle, one with pairs, three with trials, and Inkala's puzzle of 2012 with nested
/// trials.
const PUZZLES: [&str; 6] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "5...9.8...7.4.13.5.31.........9.7..6.9.2..15.....1.......7....4....8....4.8.2.6..",
    "..........56.9.1...3.6.....58..2....24.8....1.71.....5.....9.....41...3....5.7.94",
    ".8.7............246....879.3..1.......2.86......3.2..9..1....4..6......549753....",
    ".3...256....89......7....9.8...7.........59..6..1.4.32..........62..8..47.84....3",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
];

fn grid(text: &str) -> [u8; 81] {
    let digits: Vec<u8> = text.bytes().map(|b| if b.is_ascii_digit() { b - b'0' } else { 0 }).collect();
    digits.try_into().expect("81 characters")
}

fn model(grid: &[u8; 81]) -> Model {
    let mut puzzle = Puzzle::new(Shape::square(9).expect("a usual size"), 9);
    let givens = Cell::all(81).zip(grid).filter(|(_, digit)| **digit > 0);
    puzzle.givens = givens.map(|(cell, &d)| Given { cell, digits: vec![i32::from(d)] }).collect();
    let mut build = ModelBuilder::for_puzzle(&puzzle);
    let shape = &puzzle.shape;
    let families: [Vec<Vec<Cell>>; 3] =
        [shape.rows().collect(), shape.columns().collect(), shape.regions().cloned().collect()];
    for (name, houses) in ["rows", "columns", "boxes"].into_iter().zip(families) {
        let origin = build.origin(Origin::new(name, "a house"));
        let family = build.family(origin);
        for house in &houses {
            build.all_different(house, family, origin);
        }
    }
    build.finish()
}

#[test]
fn the_fast_way_finds_the_rounds_of_the_general_one() {
    let mut kinds: Vec<Class> = Vec::new();
    // The general code takes minutes for the last puzzle.
    for text in &PUZZLES[..5] {
        let grid = grid(text);
        let fast = rounds_of_grid(&grid);
        assert_eq!(fast.1, End::Solved, "{text}");
        assert_eq!(Some(&fast), rounds_of_model(&model(&grid), &|| false).as_ref(), "{text}");
        kinds.extend(fast.0.iter().map(|round| round.class));
    }
    for class in [Class::Region, Class::Line, Class::Locked, Class::Cell, Class::Pair, Class::Trial] {
        assert!(kinds.contains(&class), "no round of {class:?} was compared");
    }
}

/// The parts of rounds that do not depend on cells.
fn outline(rounds: &[Round]) -> Vec<(Class, u32, u32, u32)> {
    rounds.iter().map(|r| (r.class, r.layers, r.open, r.supply)).collect()
}

#[test]
fn turned_and_relabelled_grids_have_the_same_rounds() {
    for text in PUZZLES {
        let first = grid(text);
        // Rotated by 90 degrees, with bands 2 and 3 exchanged and every digit replaced by the next.
        let turned: [u8; 81] = std::array::from_fn(|i| {
            let row = [0, 1, 2, 6, 7, 8, 3, 4, 5][i / 9];
            match first[9 * (8 - i % 9) + row] {
                0 => 0,
                digit => digit % 9 + 1,
            }
        });
        assert_ne!(first, turned);
        let (first, turned) = (rounds_of_grid(&first).0, rounds_of_grid(&turned).0);
        assert_eq!(outline(&first), outline(&turned), "{text}");
    }
}

#[test]
fn a_grid_without_a_solution_ends_broken() {
    let text = format!("11{}", ".".repeat(79));
    assert_eq!(rounds_of_grid(&grid(&text)).1, End::Broken);
    assert_eq!(rounds_of_model(&model(&grid(&text)), &|| false).map(|found| found.1), Some(End::Broken));
}

#[test]
fn points_are_bounded_and_every_number_has_a_word() {
    assert_eq!((points(0.0), points(30.0), points(300.0), points(f64::INFINITY)), (0, 0, 250, 1000));
    let easy = Level::of(&rounds_of_grid(&grid(PUZZLES[0])).0, 150);
    assert_eq!(easy, Level::Beginner);
    let costs = Costs::default();
    let seconds = |text: &str| rounds_of_grid(&grid(text)).0.iter().map(|round| costs.seconds(round)).sum::<f64>();
    let hard = rounds_of_grid(&grid(PUZZLES[5])).0;
    assert_eq!(Level::of(&hard, points(seconds(PUZZLES[5]))), Level::BeyondPatterns);
    assert!(seconds(PUZZLES[0]) < seconds(PUZZLES[1]) && seconds(PUZZLES[1]) < seconds(PUZZLES[5]));
    let mut from = 0;
    for level in &Level::ALL[..5] {
        assert_eq!(level.points().start, from, "{level:?} goes on where the last one ends");
        from = level.points().end;
    }
}

#[test]
fn a_stop_signal_ends_it() {
    assert!(rounds_of_model(&model(&grid(PUZZLES[0])), &|| true).is_none());
}

#[test]
fn what_is_within_a_bound_has_all_its_rounds_and_what_is_beyond_is_told() {
    for text in &PUZZLES[..5] {
        let grid = grid(text);
        let (rounds, _) = rounds_of_grid(&grid);
        let all = points(rounds.iter().map(|round| Costs::default().seconds(round)).sum());
        let within = |points, patterns| {
            rounds_within(&model(&grid), Bound { points, patterns }, &|| false).expect("nothing says to stop")
        };
        assert_eq!(within(all, false), (rounds.clone(), End::Solved), "{text}");
        let (some, end) = within(all / 2, false);
        assert!(end == End::Limit && some.len() < rounds.len() && rounds.starts_with(&some), "{text}");
        let beyond = Level::of(&rounds, all) == Level::BeyondPatterns;
        assert_eq!(within(u16::MAX, true).1 == End::Limit, beyond, "{text}");
    }
}
