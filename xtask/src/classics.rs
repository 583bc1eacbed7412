//! Classic puzzles in text files: finds them in a line, builds their models and solutions, and checks steps against the solutions.

use cluewright_core::puzzle::{Given, Puzzle};
use cluewright_core::{Candidate, Cell, Model, ModelBuilder, Origin, Shape, Value};
use cluewright_logic::{State, Step};

/// The first run of 81 digits and dots in a line; `None` if the line has no such run.
pub(crate) fn puzzle_in(line: &str) -> Option<String> {
    let fits = |c: char| c.is_ascii_digit() || c == '.';
    line.split(|c| !fits(c)).find(|run| run.len() == 81).map(str::to_owned)
}

pub(crate) fn puzzle(line: &str) -> Puzzle {
    let mut puzzle = Puzzle::new(Shape::square(9).expect("9 is a size"), 9);
    for (i, ch) in line.chars().enumerate() {
        if let Some(d) = ch.to_digit(10).filter(|&d| d > 0) {
            puzzle.givens.push(Given { cell: Cell(i as u16), digits: vec![d as i32] });
        }
    }
    puzzle
}

/// The only solution, found by plain backtracking over the model's links; `None` if there are several solutions or no solution.
pub(crate) fn solution(model: &Model) -> Option<Vec<Value>> {
    fn go(model: &Model, state: &State, out: &mut Vec<Vec<Value>>) {
        if out.len() > 1 || state.board.is_broken() {
            return;
        }
        let open = (0..model.len() as u16).map(Cell).filter(|c| !state.placed.contains(*c));
        let Some(cell) = open.min_by_key(|&c| state.board.values(c).len()) else {
            out.push(state.board.domains().iter().filter_map(|d| d.single()).collect());
            return;
        };
        for value in state.board.values(cell) {
            let mut next = state.clone();
            next.settle(model, Candidate::new(cell, value));
            go(model, &next, out);
        }
    }
    let mut out = Vec::new();
    go(model, &State::start(model), &mut out);
    if out.len() == 1 { out.pop() } else { None }
}

pub(crate) fn wrong(step: &Step, truth: Option<&[Value]>) -> bool {
    let Some(truth) = truth else { return false };
    step.eliminations.iter().any(|e| truth[e.cell.index()] == e.value)
        || step.placements.iter().any(|p| truth[p.cell.index()] != p.value)
}

/// The model of a puzzle under the classic rules.
pub(crate) fn classic(puzzle: &Puzzle) -> Model {
    let mut build = ModelBuilder::for_puzzle(puzzle);
    let families: [(&str, Vec<Vec<Cell>>); 3] = [
        ("row", puzzle.shape.rows().collect()),
        ("column", puzzle.shape.columns().collect()),
        ("box", puzzle.shape.regions().cloned().collect()),
    ];
    for (name, sets) in families {
        let mut family = None;
        for (i, set) in sets.iter().enumerate() {
            let origin = build.origin(Origin::new("classic", &format!("{name} {}", i + 1)));
            let family = *family.get_or_insert_with(|| build.family(origin));
            build.all_different(set, family, origin);
        }
    }
    build.finish()
}
