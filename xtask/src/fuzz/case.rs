//! A random small puzzle: a grid that satisfies some rules, clues that mostly hold in the grid, and a few open cells.

#[path = "../../../crates/cluewright-rules/tests/common/mod.rs"]
#[allow(clippy::format_push_string)] // the lints of tests are not those of tasks
mod clues;

use crate::task::Fail;
use clues::Random;
use cluewright::core::ClueTree;
use cluewright::core::puzzle::{Digits, Given};
use cluewright::core::{Clue, Shape};
use cluewright::formats::{self, Format};
use cluewright::rules::syntax::ast::Rule;
use cluewright::rules::{Ruleset, check, follow};
use cluewright::search::Solver;
use cluewright::{Cell, Compiled, Limits, Puzzle};

/// The node limit for finding the full grid of a puzzle.
const NODES: u64 = 3_000;
/// The maximum number of assignments of the open cells.
const ASSIGNMENTS: usize = 1_200;

/// A test case: a puzzle with few assignments of its open cells.
#[derive(Clone)]
pub(super) struct Case {
    pub(super) puzzle: Puzzle,
}

impl Case {
    /// The case with this number for a seed. If `rule` is given, the case uses it.
    pub(super) fn random(seed: u64, number: u64, rule: Option<&str>) -> Result<Self, Fail> {
        let mixed = (seed << 32 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut random = Random::new((mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) | 1);
        for _ in 0..8 {
            random.below(2);
        }
        let library = Ruleset::library();
        let all: Vec<&Rule> = library.rules().collect();
        let wanted = match rule {
            None => None,
            Some(name) => Some(library.rule(name).ok_or_else(|| Fail::Usage(format!("there is no rule {name}")))?),
        };
        let mut puzzle = grid(&mut random);
        rules_of_the_grid(&mut random, &mut puzzle, &all, wanted);
        let numbers = solution(&mut random, &puzzle);
        let more = if random.below(3) == 0 { random.below(6) } else { random.below(4) };
        for at in 0..more + usize::from(wanted.is_some_and(|r| r.is_clue)) {
            let chosen = wanted.filter(|r| r.is_clue && at == 0);
            add_clue(&mut random, &library, &mut puzzle, &numbers, chosen, &all);
        }
        open_some(&mut random, &mut puzzle, &numbers);
        Ok(Self { puzzle })
    }

    /// The names of the case's rules, without duplicates.
    pub(super) fn names(&self) -> Vec<String> {
        fn of(tree: &ClueTree, out: &mut Vec<String>) {
            match tree {
                ClueTree::One(clue) => out.push(clue.rule.clone()),
                ClueTree::All(list) | ClueTree::Any(list) => list.iter().for_each(|t| of(t, out)),
                ClueTree::Not(inner) => of(inner, out),
            }
        }
        let mut names: Vec<String> = self.puzzle.rules.iter().map(|r| r.rule.clone()).collect();
        self.puzzle.clues.iter().for_each(|t| of(t, &mut names));
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The puzzle as a `.clue` text.
    pub(super) fn text(&self) -> String {
        as_clue(&self.puzzle)
    }

    /// All cases that result from removing one clue or rule.
    pub(super) fn smaller(&self) -> impl Iterator<Item = Self> + use<> {
        let whole = self.puzzle.clone();
        let (clues, rules) = (whole.clues.len(), whole.rules.len());
        (0..clues + rules).map(move |at| {
            let mut puzzle = whole.clone();
            if at < clues {
                puzzle.clues.remove(at);
            } else {
                puzzle.rules.remove(at - clues);
            }
            Self { puzzle }
        })
    }
}

/// A grid of two to six rows and columns, with boxes, pieces or neither. The digits may start at any of several numbers.
fn grid(random: &mut Random) -> Puzzle {
    let (height, width) = if random.below(2) == 0 {
        let n = 2 + random.below(5) as u16;
        (n, n)
    } else {
        (2 + random.below(5) as u16, 2 + random.below(5) as u16)
    };
    let parts = |n: u16| (1..=n).filter(move |d| n.is_multiple_of(*d)).collect::<Vec<_>>();
    let (down, across) = (parts(height), parts(width));
    let (down, across) = (down[random.below(down.len())], across[random.below(across.len())]);
    let boxes = if random.below(4) == 0 || down * across == 1 { (0, 0) } else { (down, across) };
    let mut shape = Shape::rectangle(height, width, boxes.0, boxes.1).expect("a small grid");
    let long = height.max(width);
    if random.below(5) == 0 {
        // Split a path that goes back and forth through the rows or columns into pieces of equal size.
        let mut lines: Vec<Vec<Cell>> =
            if random.below(2) == 0 { shape.rows().collect() } else { shape.columns().collect() };
        lines.iter_mut().skip(1).step_by(2).for_each(|l| l.reverse());
        let path: Vec<Cell> = lines.concat();
        let size = [long, height, width, 2, 3][random.below(5)];
        if path.len().is_multiple_of(usize::from(size)) {
            shape.set_regions(0, path.chunks(usize::from(size)).map(<[Cell]>::to_vec).collect());
        }
    }
    shape.set_wraps(random.below(12) == 0);
    let count = (i32::from(long) + [0, 0, 0, 1, 2, -1][random.below(6)]).max(2) as u8;
    let mut puzzle = Puzzle::new(shape, count);
    let last = i32::from(count);
    let first = [1, 1, 1, 0, 0, -1, -2, 2, -last][random.below(9)];
    puzzle.digits = Digits { first, count };
    puzzle
}

/// Adds rules of the whole grid: all, some or none of the standard rules, in half of the cases one or two other rules, and the
/// wanted rule if it is a rule of the whole grid.
fn rules_of_the_grid(random: &mut Random, puzzle: &mut Puzzle, all: &[&Rule], wanted: Option<&Rule>) {
    let usual: &[&str] = [&["classic"][..], &["latin"], &["rows"], &["columns", "boxes"], &[]][random.below(5)];
    puzzle.rules.extend(usual.iter().map(|name| Clue::new(*name, Vec::new())));
    let global: Vec<&&Rule> = all.iter().filter(|r| !r.is_clue).collect();
    let some = [0, 0, 0, 1, 1, 2][random.below(6)];
    for _ in 0..some {
        let rule = global[random.below(global.len())];
        puzzle.rules.extend(clues::clue(random, puzzle, rule, 4));
    }
    if let Some(rule) = wanted.filter(|r| !r.is_clue) {
        puzzle.rules.extend(clues::clue(random, puzzle, rule, 4));
    }
    puzzle.rules.dedup_by(|a, b| a.rule == b.rule);
}

/// The numbers of a grid that satisfies the rules or, if none is found, random numbers.
fn solution(random: &mut Random, puzzle: &Puzzle) -> Vec<i32> {
    let draws = random.below(1 << 30) as u64;
    let found = Compiled::new(puzzle.clone()).ok().and_then(|compiled| {
        let mut solver = Solver::new(compiled.model());
        let answer = solver.random_solution(&compiled.board(), draws, &Limits::nodes(NODES));
        answer.value.map(|values| compiled.numbers(&values))
    });
    found.unwrap_or_else(|| {
        let any = |_| puzzle.digits.first + random.below(usize::from(puzzle.digits.count)) as i32;
        (0..puzzle.cell_count()).map(any).collect()
    })
}

/// Adds a clue that usually holds for these numbers; in rare cases, two clues are joined or a clue is negated.
fn add_clue(
    random: &mut Random,
    library: &Ruleset,
    puzzle: &mut Puzzle,
    numbers: &[i32],
    wanted: Option<&Rule>,
    all: &[&Rule],
) {
    for _ in 0..12 {
        let Some(clue) = one_clue(random, library, puzzle, numbers, wanted, all) else { continue };
        let tree = match random.below(16) {
            0 => ClueTree::Not(Box::new(ClueTree::One(clue))),
            1 => match one_clue(random, library, puzzle, numbers, None, all) {
                Some(other) => ClueTree::Any(vec![ClueTree::One(clue), ClueTree::One(other)]),
                None => ClueTree::One(clue),
            },
            _ => ClueTree::One(clue),
        };
        let trial = Puzzle { clues: vec![tree.clone()], rules: Vec::new(), ..puzzle.clone() };
        let Ok(broken) = check(library, &trial, numbers) else { continue };
        if broken.is_empty() || random.below(24) == 0 {
            puzzle.clues.push(tree);
            return;
        }
    }
}

fn one_clue(
    random: &mut Random,
    library: &Ruleset,
    puzzle: &Puzzle,
    numbers: &[i32],
    wanted: Option<&Rule>,
    all: &[&Rule],
) -> Option<Clue> {
    let rule = wanted.unwrap_or_else(|| all[random.below(all.len())]);
    if !rule.is_clue {
        return None;
    }
    let longest = 2 + random.below(5);
    let mut clue = clues::clue(random, puzzle, rule, longest)?;
    if random.below(4) > 0 {
        // Usually replace the arguments that have a default with values for which the clue holds in the solution.
        let follows = |name: &str| rule.params.iter().any(|p| p.name == name && p.value.is_some());
        clue.args.retain(|(name, _)| !follows(name));
        clue = follow(library, puzzle, &clue, numbers).ok()?;
    }
    Some(clue)
}

/// Adds givens for all cells except a few, mostly cells of clues, such that all assignments can be tried.
fn open_some(random: &mut Random, puzzle: &mut Puzzle, numbers: &[i32]) {
    let cells = puzzle.shape.len();
    let mut order: Vec<Cell> = puzzle.shape.cells().collect();
    for i in (1..order.len()).rev() {
        order.swap(i, random.below(i + 1));
    }
    let of_clues: Vec<Cell> = puzzle
        .clues
        .iter()
        .flat_map(|tree| if let ClueTree::One(clue) = tree { clues::cells_of(clue) } else { Vec::new() })
        .collect();
    if random.below(3) > 0 {
        order.sort_by_key(|c| !of_clues.contains(c));
    }
    let most = 2 + random.below(ASSIGNMENTS);
    let mut assignments = 1usize;
    let mut given: Vec<Given> = Vec::new();
    for cell in order {
        let digit = numbers[cell.index()];
        let all: Vec<i32> = (puzzle.digits.first..=puzzle.digits.last()).collect();
        // Some cells are restricted to a few digits instead of being open.
        let allowed: Vec<i32> = if random.below(5) == 0 {
            all.iter().copied().filter(|d| *d == digit || random.below(2) == 0).collect()
        } else {
            all.clone()
        };
        if assignments * allowed.len() <= most {
            assignments *= allowed.len();
            if allowed.len() < all.len() {
                given.push(Given { cell, digits: allowed });
            }
        } else {
            given.push(Given { cell, digits: vec![digit] });
        }
    }
    given.retain(|g| g.cell.index() < cells);
    given.sort_by_key(|g| g.cell);
    puzzle.givens = given;
}

/// The puzzle in the format `clue`.
fn as_clue(puzzle: &cluewright::Puzzle) -> String {
    let clue = formats::by_id("clue").map_err(|e| e.to_string());
    clue.and_then(|f: &dyn Format| f.write(puzzle).map_err(|e| e.to_string())).map_or_else(|e| e, |(text, _)| text)
}
