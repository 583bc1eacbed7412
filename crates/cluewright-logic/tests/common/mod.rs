//! Models built by hand, and a naive solver that judges steps.
#![allow(dead_code)] // each test file uses its part
#![allow(clippy::cast_possible_truncation, reason = "small numbers of tests")]

pub(crate) use cluewright_core::Random;
use cluewright_core::constraint::{Compare, Sum};
use cluewright_core::model::Relation;
use cluewright_core::puzzle::{Given, Puzzle};
use cluewright_core::{Cell, Model, ModelBuilder, Origin, OriginId, Shape, Value, ValueSet};
use cluewright_logic::{State, Step, proof, text};

/// A square puzzle with rows, columns and the default boxes.
pub(crate) struct Grid {
    pub(crate) puzzle: Puzzle,
    pub(crate) build: ModelBuilder,
}

impl Grid {
    pub(crate) fn new(n: u16, givens: &str) -> Self {
        Self::with_regions(n, givens, &[])
    }

    /// Like `new`, but with these regions instead of boxes, unless the list is empty.
    pub(crate) fn with_regions(n: u16, givens: &str, regions: &[Vec<Cell>]) -> Self {
        let mut puzzle = Puzzle::new(Shape::square(n).unwrap(), n as u8);
        for (i, ch) in givens.chars().enumerate() {
            if let Some(d) = ch.to_digit(36).filter(|&d| d > 0) {
                puzzle.givens.push(Given { cell: Cell(i as u16), digits: vec![d as i32] });
            }
        }
        let mut build = ModelBuilder::for_puzzle(&puzzle);
        let rows: Vec<_> = puzzle.shape.rows().collect();
        let columns: Vec<_> = puzzle.shape.columns().collect();
        let boxes: Vec<_> = puzzle.shape.regions().cloned().collect();
        let last = if regions.is_empty() { ("box", boxes) } else { ("region", regions.to_vec()) };
        for (name, sets) in [("row", rows), ("column", columns), last] {
            let mut family = None;
            for (i, set) in sets.iter().enumerate() {
                let origin = build.origin(Origin::new("classic", &format!("{name} {}", i + 1)));
                let family = *family.get_or_insert_with(|| build.family(origin));
                build.all_different(set, family, origin);
            }
        }
        Self { puzzle, build }
    }

    pub(crate) fn origin(&mut self, says: &str) -> OriginId {
        self.build.origin(Origin::new(says, says))
    }

    /// Links every pair of cells that lie `(down, right)` apart, in all directions.
    pub(crate) fn leaper(mut self, says: &str, moves: &[(i32, i32)], bad: impl Fn(Value, Value) -> bool) -> Self {
        let n = self.puzzle.digits.count;
        let relation = self.build.relation(Relation::forbidding(n, n, bad));
        let origin = self.origin(says);
        let cells: Vec<Cell> = self.puzzle.shape.cells().collect();
        for &a in &cells {
            for &(r, c) in moves {
                for (dr, dc) in [(r, c), (-r, c), (r, -c), (-r, -c), (c, r), (-c, r), (c, -r), (-c, -r)] {
                    if let Some(b) = self.puzzle.shape.step(a, dr, dc).filter(|&b| b > a) {
                        self.build.link(a, b, relation, origin);
                    }
                }
            }
        }
        self
    }

    pub(crate) fn cage(mut self, cells: &[Cell], total: i32) -> Self {
        let name = self.puzzle.shape.place(cells[0]).to_string();
        let origin = self.origin(&format!("the cage {total} at {name}"));
        self.build.all_different(cells, None, origin);
        let terms: Vec<(Cell, i32)> = cells.iter().map(|&c| (c, 1)).collect();
        self.build.constrain(Sum::new(&terms, Compare::Eq, total), origin);
        self
    }

    pub(crate) fn finish(self) -> Model {
        self.build.finish()
    }
}

pub(crate) fn miracle(givens: &str) -> Model {
    Grid::new(9, givens)
        .leaper("the king's move rule", &[(1, 1), (0, 1)], |a, b| a == b)
        .leaper("the knight's move rule", &[(1, 2)], |a, b| a == b)
        .leaper("the rule that neighbours are not consecutive", &[(0, 1)], |a, b| a.0.abs_diff(b.0) == 1)
        .finish()
}

/// At most `limit` solutions, found by simple backtracking over sets and links, with `Model::holds` at the end.
pub(crate) fn solutions(model: &Model, board: &cluewright_core::Board, limit: usize) -> Vec<Vec<Value>> {
    fn go(model: &Model, domains: &[ValueSet], done: &mut Vec<bool>, limit: usize, out: &mut Vec<Vec<Value>>) {
        if out.len() >= limit {
            return;
        }
        let Some(cell) = (0..domains.len()).filter(|&c| !done[c]).min_by_key(|&c| domains[c].len()) else {
            let values: Vec<Value> = domains.iter().map(|d| d.single().unwrap()).collect();
            if model.holds(&values) {
                out.push(values);
            }
            return;
        };
        for v in domains[cell] {
            let mut next = domains.to_vec();
            next[cell] = ValueSet::of(v);
            for near in model.network().neighbours(Cell(cell as u16)) {
                next[near.cell.index()] = next[near.cell.index()].minus(near.forbids[v.index()]);
            }
            // Check the bounds of sums, since otherwise small cages would take forever.
            let mut board = cluewright_core::Board::new(next, vec![1; domains.len()]);
            let fine = !board.is_broken()
                && model
                    .constraints()
                    .iter()
                    .all(|p| cluewright_core::Constraint::propagate(&p.kind, &mut board).is_ok());
            if fine {
                let next = board.domains().to_vec();
                done[cell] = true;
                go(model, &next, done, limit, out);
                done[cell] = false;
            }
        }
    }
    let mut out = Vec::new();
    go(model, board.domains(), &mut vec![false; model.len()], limit, &mut out);
    out
}

/// Fails the test unless the step is proved, keeps every solution, and reads like a sentence.
pub(crate) fn judge(model: &Model, state: &State, step: &Step, solutions: &[Vec<Value>]) {
    let words = text::describe(model, state, step);
    if let Err(e) = proof::verify(model, state, step) {
        panic!("{}: {e}\n{words}\n{step:?}", step.technique.id);
    }
    for line in std::iter::once(&words.short).chain(&words.details) {
        assert!(line.ends_with('.') && !line.trim_start().contains("  "), "{words}");
    }
    for s in solutions {
        for e in &step.eliminations {
            assert_ne!(s[e.cell.index()], e.value, "{} removes a solution: {words}", step.technique.id);
        }
        for p in &step.placements {
            assert_eq!(s[p.cell.index()], p.value, "{} places a falsehood: {words}", step.technique.id);
        }
    }
}

pub(crate) fn digits(board: &cluewright_core::Board) -> String {
    (0..board.len()).map(|c| board.fixed_number(Cell(c as u16)).map_or(".".into(), |n| n.to_string())).collect()
}
