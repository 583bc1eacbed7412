//! Shared by the tests: small random models, brute force, and models of ordinary puzzles.

#![allow(dead_code, unreachable_pub)] // each test file uses its part

pub use cluewright_core::Random;
use cluewright_core::constraint::{AllDifferent, Automaton, Compare, Edge, Sum};
use cluewright_core::model::{CellKind, Relation, TrueCount};
use cluewright_core::{Candidate, Cell, Model, ModelBuilder, Origin, Place, Puzzle, Shape, Value, ValueSet};
use std::collections::BTreeSet;

/// `k` different cells out of `n`.
pub fn some_cells(random: &mut Random, n: usize, k: usize) -> Vec<Cell> {
    random.shuffled(n).into_iter().take(k).map(Cell::at).collect()
}

/// A small random model: up to 6 cells of up to 5 values, some of them helpers, with sets, links, groups, givens
/// and constraints of every kind.
pub fn random_model(random: &mut Random) -> Model {
    random_build(random).finish()
}

/// A random model before it is finished.
pub fn random_build(random: &mut Random) -> ModelBuilder {
    let mut build = ModelBuilder::new();
    let n = 3 + random.below(4);
    let values = 2 + random.below(4);
    let first = [0, 1, 1, -2][random.below(4)];
    let helpers = random.below(3).min(n - 2);
    for i in 0..n {
        let kind = if i + helpers >= n {
            CellKind::Helper
        } else if random.one_in(8) {
            CellKind::Shown
        } else {
            CellKind::Grid(Place { row: 0, col: i as u16 })
        };
        build.add_cell(kind, first, ValueSet::below(values as u32), "x");
    }
    let origin = build.origin(Origin::new("test", "test"));
    for _ in 0..random.below(4) {
        let size = 2 + random.below(n.min(values) - 1);
        build.all_different(&some_cells(random, n, size), None, origin);
    }
    for _ in 0..random.below(4) {
        let density = 2 + random.below(4);
        let bad: Vec<bool> = (0..values * values).map(|_| random.one_in(density)).collect();
        let relation = Relation::forbidding(values as u8, values as u8, |a, b| bad[a.index() * values + b.index()]);
        let relation = build.relation(relation);
        let pair = some_cells(random, n, 2);
        build.link(pair[0], pair[1], relation, origin);
    }
    if random.one_in(3) {
        // Two relations of one pair of cells, one of them "different digits".
        let pair = some_cells(random, n, 2);
        let other = random.below(values) as u8;
        let different = build.relation(Relation::forbidding(values as u8, values as u8, |a, b| a == b));
        let apart = build.relation(Relation::forbidding(values as u8, values as u8, |a, b| a.0.abs_diff(b.0) == other));
        build.link(pair[0], pair[1], different, origin);
        build.link(pair[1], pair[0], apart, origin);
    }
    for _ in 0..random.below(3) {
        let mut candidates: Vec<Candidate> = (0..2 + random.below(4))
            .map(|_| Candidate::new(Cell(random.below(n) as u16), Value(random.below(values) as u8)))
            .collect();
        candidates.sort_unstable();
        candidates.dedup();
        let truth = [TrueCount::AtLeastOne, TrueCount::AtMostOne, TrueCount::ExactlyOne][random.below(3)];
        build.group(candidates, truth, origin);
    }
    if random.one_in(3) {
        build.restrict(
            Cell(random.below(n) as u16),
            ValueSet(random.bits() & ValueSet::below(values as u32).0 | 1),
            origin,
        );
    }
    for _ in 0..random.below(4) {
        random_constraint(random, &mut build, n, values, first, origin);
    }
    build
}

fn random_constraint(
    random: &mut Random,
    build: &mut ModelBuilder,
    n: usize,
    values: usize,
    first: i32,
    origin: cluewright_core::OriginId,
) {
    let size = 1 + random.below(n);
    let cells = some_cells(random, n, size);
    let number = |v: usize| first + v as i32;
    match random.below(5) {
        0 => build.constrain(AllDifferent::new(&cells), origin),
        1 => {
            // Three states, edges at random; state 0 first.
            let layers: Vec<Vec<Edge>> = (0..size)
                .map(|layer| {
                    let from = if layer == 0 { 1 } else { 3 };
                    (0..from * 3)
                        .map(|i| Edge::new(i / 3, i % 3, ValueSet(random.bits() & ValueSet::below(values as u32).0)))
                        .collect()
                })
                .collect();
            let automaton = Automaton::new(&cells, &vec![first; size], &layers).expect("a small automaton");
            build.constrain(automaton, origin);
        }
        _ => {
            let same = random.one_in(2);
            let terms: Vec<(Cell, i32)> =
                cells.into_iter().map(|c| (c, if same { 1 } else { [1, 1, -1, 2, -3][random.below(5)] })).collect();
            let compare =
                [Compare::Eq, Compare::Eq, Compare::Eq, Compare::Ne, Compare::Le, Compare::Ge][random.below(6)];
            // A total that some assignment reaches, or nearly reaches.
            let total: i32 = terms.iter().map(|t| t.1 * number(random.below(values))).sum();
            let total = total + [0, 0, 0, 1, -1, 40][random.below(6)];
            build.constrain(Sum::new(&terms, compare, total), origin);
        }
    }
}

/// Every answer (values of grid and shown cells) of a small model, by trying all assignments.
pub fn brute_force(model: &Model) -> BTreeSet<Vec<Value>> {
    let domains: Vec<Vec<Value>> = model.cells().iter().map(|c| c.domain.iter().collect()).collect();
    let mut index = vec![0; domains.len()];
    let mut found = BTreeSet::new();
    loop {
        let values: Vec<Value> = index.iter().zip(&domains).map(|(&i, d)| d[i]).collect();
        if model.holds(&values) {
            found.insert(model.answer_cells().map(|c| values[c.index()]).collect());
        }
        let Some(at) = (0..index.len()).find(|&i| index[i] + 1 < domains[i].len()) else { return found };
        index[at] += 1;
        index[..at].fill(0);
    }
}

/// A classic grid: rows, columns and boxes of an ordinary `n` by `n` shape.
pub fn classic(n: u16) -> (Puzzle, ModelBuilder) {
    let puzzle = Puzzle::new(Shape::square(n).expect("a usual size"), n as u8);
    let mut build = ModelBuilder::for_puzzle(&puzzle);
    add_houses(&puzzle, &mut build);
    (puzzle, build)
}

/// Posts the rows, columns and regions of every grid.
pub fn add_houses(puzzle: &Puzzle, build: &mut ModelBuilder) {
    let shape = &puzzle.shape;
    let sorts: [(&str, Vec<Vec<Cell>>); 3] = [
        ("row", shape.rows().collect()),
        ("column", shape.columns().collect()),
        ("box", shape.regions().cloned().collect()),
    ];
    for (name, houses) in sorts {
        let origin = build.origin(Origin::new("classic", name));
        let family = build.family(origin);
        for house in houses {
            build.all_different(&house, family, origin);
        }
    }
}

/// Miracle Sudoku: cells a king's or knight's move apart differ, neighbours are not consecutive.
pub fn miracle() -> (Puzzle, ModelBuilder) {
    let (puzzle, mut build) = classic(9);
    let origin = build.origin(Origin::new("miracle", "move"));
    let same = build.relation(Relation::forbidding(9, 9, |a, b| a == b));
    let near = build.relation(Relation::forbidding(9, 9, |a, b| a.0.abs_diff(b.0) == 1));
    for cell in puzzle.shape.cells() {
        for (down, right) in [(1, 1), (1, -1), (1, 2), (2, 1), (1, -2), (2, -1)] {
            if let Some(other) = puzzle.shape.step(cell, down, right) {
                build.link(cell, other, same, origin);
            }
        }
        for (down, right) in [(0, 1), (1, 0)] {
            if let Some(other) = puzzle.shape.step(cell, down, right) {
                build.link(cell, other, near, origin);
            }
        }
    }
    (puzzle, build)
}

/// Restricts cells to the digits of a line of text; `.` and `0` leave a cell open.
pub fn givens(build: &mut ModelBuilder, text: &str) {
    let origin = build.origin(Origin::new("givens", "given"));
    for (i, ch) in text.chars().enumerate() {
        if let Some(digit) = ch.to_digit(36).filter(|&d| d > 0) {
            build.restrict(Cell(i as u16), ValueSet::of(Value(digit as u8 - 1)), origin);
        }
    }
}

/// A solution as digits.
pub fn digits(values: &[Value]) -> String {
    values.iter().map(|v| char::from_digit(u32::from(v.0) + 1, 36).expect("below 36")).collect()
}

/// Cages that cover the grid, drawn at random from a solution: 1 to 5 cells, no digit twice.
pub fn random_killer(random: &mut Random, solution: &[Value]) -> ModelBuilder {
    random_cages(random, solution, usize::MAX)
}

/// The first cages of such a killer.
pub fn random_cages(random: &mut Random, solution: &[Value], most: usize) -> ModelBuilder {
    let mut cages = 0;
    let (puzzle, mut build) = classic(9);
    let origin = build.origin(Origin::new("killer", "cage"));
    let mut caged = [false; 81];
    for start in some_cells(random, 81, 81) {
        if caged[start.index()] || cages == most {
            continue;
        }
        cages += 1;
        let mut cage = vec![start];
        caged[start.index()] = true;
        let size = 2 + random.below(4);
        for _ in 0..40 {
            let from = cage[random.below(cage.len())];
            let (down, right) = [(0, 1), (1, 0), (0, -1), (-1, 0)][random.below(4)];
            let Some(next) = puzzle.shape.step(from, down, right) else { continue };
            let new = cage.iter().all(|c| solution[c.index()] != solution[next.index()]);
            if cage.len() < size && !caged[next.index()] && new {
                caged[next.index()] = true;
                cage.push(next);
            }
        }
        let total = cage.iter().map(|c| i32::from(solution[c.index()].0) + 1).sum();
        let terms: Vec<(Cell, i32)> = cage.iter().map(|&c| (c, 1)).collect();
        build.all_different(&cage, None, origin);
        build.constrain(Sum::new(&terms, Compare::Eq, total), origin);
    }
    build
}

/// Five 9x9 grids, the middle one sharing its corner boxes with the others.
pub fn samurai() -> (Puzzle, ModelBuilder) {
    let inside = |p: Place, top: u16, left: u16| (top..top + 9).contains(&p.row) && (left..left + 9).contains(&p.col);
    let corners = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)];
    let mut shape = Shape::plane(21, 21, |p| corners.iter().any(|&(t, l)| inside(p, t, l))).expect("it fits");
    for (i, (top, left)) in corners.into_iter().enumerate() {
        shape.add_grid(&format!("{i}"), top, left, 9, 9, 3, 3).expect("it fits");
    }
    let puzzle = Puzzle::new(shape, 9);
    let mut build = ModelBuilder::for_puzzle(&puzzle);
    add_houses(&puzzle, &mut build);
    (puzzle, build)
}
