//! Makes hundreds of puzzles without a solver, from clues and givens that hold in a grid chosen beforehand. The puzzles change if
//! rules change, but not if the search changes, so the work of searches on them is comparable.

use cluewright_core::Random;
use cluewright_core::puzzle::Given;
use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Shape};
use cluewright_rules::syntax::ast::{ParamKind, Rule, Shape as Kind};
use cluewright_rules::{Ruleset, check};

/// The rules whose clues are planted. Each puzzle has clues of two or three rules.
const RULES: &[&str] = &[
    "killer-cage",
    "thermometer",
    "renban",
    "whispers",
    "palindrome",
    "between-line",
    "arrow",
    "little-killer",
    "sandwich",
    "skyscraper",
    "x-sum",
    "white-dot",
    "black-dot",
    "x",
    "v",
    "region-sum-line",
    "zipper-line",
    "even",
    "numbered-room",
    "nabner",
    "entropic-line",
    "double-arrow",
    "lockout-line",
    "slow-thermometer",
    "modular-line",
    "inequality",
];

/// Makes `count` puzzles, the same on every machine.
pub(crate) fn puzzles(count: usize) -> Vec<Puzzle> {
    let rules = Ruleset::library();
    let mut random = Random::new(20_26);
    (0..count).map(|_| puzzle(&mut random, &rules)).collect()
}

/// A full classic grid: a fixed pattern with its bands, rows, columns and digits permuted.
fn grid(random: &mut Random) -> Vec<i32> {
    let lines = |random: &mut Random| -> Vec<usize> {
        random
            .shuffled(3)
            .into_iter()
            .flat_map(|band| random.shuffled(3).into_iter().map(move |i| band * 3 + i))
            .collect()
    };
    let (rows, columns, digits) = (lines(random), lines(random), random.shuffled(9));
    let digit = |r: usize, c: usize| digits[(r * 3 + r / 3 + c) % 9] as i32 + 1;
    rows.iter().flat_map(|&r| columns.iter().map(move |&c| (r, c))).map(|(r, c)| digit(r, c)).collect()
}

fn puzzle(random: &mut Random, rules: &Ruleset) -> Puzzle {
    let grid = grid(random);
    let mut puzzle = Puzzle::new(Shape::square(9).expect("a usual size"), 9);
    puzzle.rules.push(Clue::new("classic", Vec::new()));
    for _ in 0..2 + random.below(2) {
        let rule = rules.rule(RULES[random.below(RULES.len())]).expect("a rule of the library");
        for _ in 0..60 {
            if let Some(clue) = planted(random, rules, &puzzle, rule, &grid) {
                puzzle.clues.push(ClueTree::One(clue));
            }
            if puzzle.clues.len() >= 24 {
                break;
            }
        }
    }
    for cell in random.shuffled(81).into_iter().take(12 + random.below(14)) {
        puzzle.givens.push(Given { cell: Cell(cell as u16), digits: vec![grid[cell]] });
    }
    puzzle.givens.sort_by_key(|g| g.cell);
    puzzle
}

/// A clue of a rule at a random place that holds in the grid; `None` if no such clue was found.
fn planted(random: &mut Random, rules: &Ruleset, puzzle: &Puzzle, rule: &Rule, grid: &[i32]) -> Option<Clue> {
    let shape = &puzzle.shape;
    let mut clue = Clue::new(rule.name.clone(), Vec::new());
    let mut number = None;
    for param in &rule.params {
        let arg = match param.kind {
            ParamKind::Number if param.optional || param.value.is_none() => {
                number = Some(param.name.clone());
                continue;
            }
            ParamKind::Shape(Kind::Cell) => Arg::Cell(Cell(random.below(81) as u16)),
            ParamKind::Shape(Kind::Edge) => Arg::Cells(walk(random, shape, 2, &[(0, 1), (1, 0)])),
            ParamKind::Shape(Kind::Outside) => {
                let line = random.below(9) as u16;
                let mut cells = if rule.name == "little-killer" {
                    (0..9 - line).filter_map(|i| shape.at(i.into(), (line + i).into())).collect()
                } else if random.below(2) == 0 {
                    shape.block(line, 0, 1, 9)
                } else {
                    shape.block(0, line, 9, 1)
                };
                if random.below(2) == 0 {
                    cells.reverse();
                }
                Arg::Cells(cells)
            }
            ParamKind::Shape(kind) => {
                let length = 3 + random.below(3);
                let steps: &[(i32, i32)] = if kind == Kind::Cage {
                    &[(0, 1), (1, 0), (0, -1), (-1, 0)]
                } else {
                    &[(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)]
                };
                let cells = walk(random, shape, length, steps);
                if kind.is_lists() { Arg::Lists(vec![cells]) } else { Arg::Cells(cells) }
            }
            _ => continue,
        };
        clue.args.push((param.name.clone(), arg));
    }
    let holds = |clue: &Clue| {
        let mut alone = Puzzle::new(shape.clone(), 9);
        alone.clues.push(ClueTree::One(clue.clone()));
        check(rules, &alone, grid).is_ok_and(|broken| broken.is_empty())
    };
    let Some(name) = number else { return holds(&clue).then_some(clue) };
    (0..=45).find_map(|n| {
        let mut clue = clue.clone();
        clue.args.push((name.clone(), Arg::Number(n)));
        holds(&clue).then_some(clue)
    })
}

/// A path of different cells, each cell one step from the previous cell.
fn walk(random: &mut Random, shape: &Shape, length: usize, steps: &[(i32, i32)]) -> Vec<Cell> {
    let mut cells = vec![Cell(random.below(81) as u16)];
    for _ in 0..30 {
        if cells.len() == length {
            break;
        }
        let (down, right) = steps[random.below(steps.len())];
        let next = shape.step(*cells.last().expect("it has a first cell"), down, right);
        cells.extend(next.filter(|c| !cells.contains(c)));
    }
    cells
}
