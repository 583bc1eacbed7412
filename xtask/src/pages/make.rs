//! Makes a small puzzle that depends on a rule's clues: random clues that hold in a random solution, with as few givens as
//! possible. The same seed makes the same puzzle.

use super::grounds::{Ground, Place};
use cluewright::compiled::without_rule;
use cluewright::core::Clue;
use cluewright::core::model::CellKind;
use cluewright::core::{Arg, ClueTree, Random, Shape as PuzzleShape};
use cluewright::generate::{Generator, GivensOptions};
use cluewright::rules::syntax::ast::{Expr, ExprKind, Param, ParamKind, Rule, Shape};
use cluewright::rules::{Ruleset, check, follow};
use cluewright::search::Solver;
use cluewright::{Cell, Compiled, Limits, Puzzle, Verdict, formats, minimise, solve};
use std::collections::BTreeSet;

/// Node limit of a search. Puzzles that need more are not good examples.
const NODES: u64 = 300_000;
/// The number of random clues that are tried for a puzzle, and the number of tried clues that are kept to choose from.
const TRIES: usize = 30_000;
const POOL: usize = 60;
/// The number of solutions to test a clue on: a clue that nearly all of them satisfy is weak.
const SAMPLES: u64 = 16;
/// The number of puzzles from which the best is chosen (fewer for large ones, which take longer). If there is none, up to twenty
/// times as many are tried.
pub(crate) const ATTEMPTS: u64 = 14;
const ATTEMPTS_LARGE: u64 = 4;

/// The best of `attempts` puzzles (fewer if they are large), or the reason why there is none.
pub(crate) fn make(rule: &Rule, ground: &Ground, seed: u64, attempts: u64) -> Result<Puzzle, String> {
    let text = |e: cluewright::BadInput| format!("{}: {e}", rule.name);
    let base = formats::read_as("clue", &ground.text).map_err(text)?.puzzle;
    let mut best: Option<(u64, Puzzle)> = None;
    let attempts = if base.shape.len() > 36 { ATTEMPTS_LARGE.min(attempts) } else { attempts };
    for attempt in 0..20 * attempts {
        if attempt >= attempts && best.is_some() {
            break;
        }
        let mut random = Random::typed(seed * 1_000 + attempt);
        let Some((cost, puzzle)) = one(rule, ground, &base, &mut random, attempt).map_err(text)? else { continue };
        if best.as_ref().is_none_or(|b| cost < b.0) {
            best = Some((cost, puzzle));
        }
    }
    best.map(|b| b.1).ok_or_else(|| format!("{}: no puzzle found with seed {seed}", rule.name))
}

fn one(
    rule: &Rule,
    ground: &Ground,
    base: &Puzzle,
    random: &mut Random,
    attempt: u64,
) -> Result<Option<(u64, Puzzle)>, cluewright::BadInput> {
    let limits = Limits::nodes(NODES);
    let mut puzzle = base.clone();
    let mut source = Compiled::new(base.clone())?;
    if !ground.marked.is_empty() {
        // The rule itself holds as soon as all its marks are given, so leave it out when looking for a solution.
        let mut free = base.clone();
        without_rule(&mut free, source.rules(), &rule.name);
        source = Compiled::new(free)?;
    }
    if ground.marked.is_empty() && ground.with.is_empty() {
        return finished(rule, puzzle, random, attempt);
    }
    let board = source.board();
    let mut solver = Solver::new(source.model());
    let mut draw = |seed: u64| {
        let answer = solver.random_solution(&board, seed, &limits);
        answer.value.map(|solution| numbers(&source, &solution))
    };
    let first = random.below(1_u64 << 40);
    let Some(solution) = draw(first) else { return Ok(None) };
    let samples: Vec<Vec<i32>> = (1..=SAMPLES).filter_map(|i| draw(first + i)).collect();
    let rules = source.rules();
    for name in ground.marked {
        for edge in edges(&puzzle) {
            let clue = Clue::new(*name, vec![("E".to_owned(), Arg::Cells(edge))]);
            if holds(rules, source.puzzle(), &clue, &solution) {
                puzzle.clues.push(ClueTree::One(clue));
            }
        }
    }
    let mut pool: Vec<(Clue, Vec<Cell>)> = Vec::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    if !ground.with.is_empty() {
        let trial = Puzzle { clues: Vec::new(), ..source.puzzle().clone() };
        for _ in 0..TRIES {
            let name = &ground.with[random.below(ground.with.len())];
            let tree = rules.rule(name).expect("grounds name rules of the library").clone();
            let Some(clue) = random_clue(random, &trial, &tree, ground, rules, &solution) else { continue };
            if !seen.insert(format!("{:?}", clue.args)) || !holds(rules, &trial, &clue, &solution) {
                continue;
            }
            let obeyed = samples.iter().filter(|s| holds(rules, &trial, &clue, s)).count();
            if obeyed * 4 > samples.len() * 3 {
                continue;
            }
            let cells = cells_of(&clue).into_iter().filter(|c| c.index() < trial.shape.len()).collect();
            pool.push((clue, cells));
            if pool.len() >= POOL {
                break;
            }
        }
    }
    random.shuffle(&mut pool);
    let outside = pool.first().is_some_and(|(clue, _)| {
        let tree = rules.rule(&clue.rule).expect("it was made for a rule");
        tree.params.iter().any(|p| p.kind == ParamKind::Shape(Shape::Outside)) && ground.place == Place::Usual
    });
    let mut used: BTreeSet<Cell> = BTreeSet::new();
    let mut lines: BTreeSet<Vec<Cell>> = BTreeSet::new();
    let mut placed = 0;
    for (clue, cells) in pool {
        let free = if outside { lines.insert(cells.clone()) } else { cells.iter().all(|c| !used.contains(c)) };
        if free && placed < ground.clues {
            used.extend(cells);
            puzzle.clues.push(ClueTree::One(clue));
            placed += 1;
        }
    }
    if placed == 0 && ground.marked.is_empty() {
        return Ok(None);
    }
    finished(rule, puzzle, random, attempt)
}

/// Adds givens, removes redundant ones, and judges the puzzle: it should depend mainly on the rule.
fn finished(
    rule: &Rule,
    puzzle: Puzzle,
    random: &mut Random,
    attempt: u64,
) -> Result<Option<(u64, Puzzle)>, cluewright::BadInput> {
    let limits = Limits::nodes(NODES);
    let compiled = Compiled::new(puzzle)?;
    let wanted = GivensOptions { minimal: true, seed: random.below(1_u64 << 30), ..GivensOptions::default() };
    let Ok(generator) = Generator::new(&compiled, wanted, &limits) else { return Ok(None) };
    let Ok(Some(made)) = generator.attempt(attempt, &limits) else { return Ok(None) };
    let hardest = made.difficulty.map_or(0, |d| d.profile.hardest);
    let compiled = Compiled::new(made.puzzle)?;
    let rules = compiled.rules().clone();
    // For negative rules all marks must stay, because they define the rule's meaning; in other puzzles, redundant clues are
    // removed.
    let marks = rule.name.starts_with("negative-");
    let mut puzzle = if marks {
        compiled.puzzle().clone()
    } else {
        match minimise(&compiled, &limits) {
            Ok(smaller) if smaller.stopped.is_none() => smaller.puzzle,
            _ => return Ok(None),
        }
    };
    puzzle.solution.truncate(puzzle.shape.len());
    puzzle.clues.sort_by_key(|tree| match tree {
        ClueTree::One(clue) => cells_of(clue).first().copied(),
        _ => None,
    });
    let compiled = Compiled::new(puzzle)?;
    let Verdict::Unique(solution) = solve(&compiled, &limits).value else { return Ok(None) };
    let puzzle = compiled.puzzle().clone();
    let stated: Vec<Option<i32>> = compiled.numbers(&solution)[..puzzle.shape.len()].iter().map(|n| Some(*n)).collect();
    if stated != puzzle.solution {
        return Ok(None);
    }
    let mut other = puzzle.clone();
    if !without_rule(&mut other, &rules, &rule.name) {
        return Ok(None);
    }
    let other = Compiled::new(other)?;
    match solve(&other, &limits).value {
        Verdict::Multiple(..) => {}
        Verdict::None if rule.name == "full-rank-ties" => {}
        _ => return Ok(None),
    }
    let few = if rule.is_clue && puzzle.clues.len() < 2 { 5 } else { 0 };
    let cost = 10 * (puzzle.givens.len() as u64 + few) + 5 * puzzle.clues.len() as u64 + u64::from(hardest);
    Ok(Some((cost, puzzle)))
}

/// The numbers of the answer's cells.
fn numbers(compiled: &Compiled, solution: &[cluewright::Value]) -> Vec<i32> {
    let model = compiled.model();
    let number = |c: usize| model.number(cluewright::Candidate::new(Cell(c as u16), solution[c]));
    (0..model.len()).filter(|&c| model.cells()[c].kind != CellKind::Helper).map(number).collect()
}

fn holds(rules: &Ruleset, puzzle: &Puzzle, clue: &Clue, values: &[i32]) -> bool {
    let trial = Puzzle { clues: vec![ClueTree::One(clue.clone())], ..puzzle.clone() };
    check(rules, &trial, values).is_ok_and(|broken| broken.iter().all(|b| b.clue.is_none()))
}

fn cells_of(clue: &Clue) -> Vec<Cell> {
    clue.args.iter().flat_map(|(_, arg)| arg.cells()).collect()
}

fn edges(puzzle: &Puzzle) -> Vec<Vec<Cell>> {
    let shape = &puzzle.shape;
    let pairs = shape.cells().flat_map(|c| [(0, 1), (1, 0)].map(|(d, r)| (c, shape.step(c, d, r))));
    pairs.filter_map(|(c, other)| Some(vec![c, other?])).collect()
}

/// A line of `len` cells from `start` in king's moves that then avoids the cells in `taken`, visits no cell twice, and does not
/// cross itself; `None` if it gets stuck.
fn walk(random: &mut Random, puzzle: &Puzzle, start: Cell, len: usize, taken: &[Cell]) -> Option<Vec<Cell>> {
    const STEPS: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)];
    let mut line = vec![start];
    let mut heading = STEPS[random.below(8)];
    for _ in 0..6 * len {
        if line.len() == len {
            break;
        }
        // Straight lines look better than wandering ones.
        if random.below(3) == 0 {
            heading = STEPS[random.below(8)];
        }
        let at = *line.last()?;
        let Some(next) = puzzle.shape.step(at, heading.0, heading.1) else {
            heading = STEPS[random.below(8)];
            continue;
        };
        let corner = |d: i32, r: i32| puzzle.shape.step(at, d, r).and_then(|c| line.iter().position(|x| *x == c));
        let crosses = match (corner(heading.0, 0), corner(0, heading.1)) {
            (Some(a), Some(b)) => heading.0 != 0 && heading.1 != 0 && a.abs_diff(b) == 1,
            _ => false,
        };
        if line.contains(&next) || taken.contains(&next) || crosses {
            heading = STEPS[random.below(8)];
            continue;
        }
        line.push(next);
    }
    (line.len() == len).then_some(line)
}

/// A connected set of cells, in reading order.
fn patch(random: &mut Random, puzzle: &Puzzle, len: usize, taken: &[Cell]) -> Option<Vec<Cell>> {
    let mut cells = vec![Cell(random.below(puzzle.shape.len()) as u16)];
    if taken.contains(&cells[0]) {
        return None;
    }
    for _ in 0..10 * len {
        if cells.len() == len {
            break;
        }
        let from = cells[random.below(cells.len())];
        let (down, right) = [(0, 1), (1, 0), (0, -1), (-1, 0)][random.below(4)];
        let next = puzzle.shape.step(from, down, right).filter(|c| !cells.contains(c) && !taken.contains(c));
        cells.extend(next);
    }
    cells.sort_unstable();
    (cells.len() == len).then_some(cells)
}

/// The extra cell that belongs to a cell of the grid.
fn extra_of(shape: &PuzzleShape, cell: Cell) -> Cell {
    Cell(cell.0 + shape.len() as u16)
}

/// The extra cells of a cell and of the cells around it.
fn around(shape: &PuzzleShape, own: Cell, sorted: bool) -> Vec<Cell> {
    let steps = (-1..=1).flat_map(|d| (-1..=1).map(move |r| (d, r))).filter(|s| *s != (0, 0));
    let mut list: Vec<Cell> = std::iter::once(own).chain(steps.filter_map(|(d, r)| shape.step(own, d, r))).collect();
    if sorted {
        list.sort_unstable();
    }
    list.into_iter().map(|cell| extra_of(shape, cell)).collect()
}

/// The extra cells that a cell sees in each direction, its own first.
fn views(shape: &PuzzleShape, own: Cell) -> Vec<Vec<Cell>> {
    let view = |(d, r)| std::iter::successors(Some(own), move |c| shape.step(*c, d, r)).map(|c| extra_of(shape, c));
    let all = [(-1, 0), (0, 1), (1, 0), (0, -1)].map(|side| view(side).collect::<Vec<_>>());
    all.into_iter().filter(|view| view.len() > 1).collect()
}

/// Two patches of one form.
fn twins(random: &mut Random, puzzle: &Puzzle, len: usize) -> Option<Vec<Vec<Cell>>> {
    let one = patch(random, puzzle, len, &[])?;
    let (down, right) = (random.below(6) - 2, random.below(6) - 2);
    let other: Option<Vec<Cell>> = one.iter().map(|c| puzzle.shape.step(*c, down, right)).collect();
    other.filter(|other| other.iter().all(|c| !one.contains(c))).map(|other| vec![one, other])
}

/// At most ten cells such that each digit in these cells occurs in them as often as the digit says.
fn counting(random: &mut Random, puzzle: &Puzzle, solution: &[i32]) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut wanted = 6 + random.below(5);
    for d in (1..=puzzle.digits.last()).rev() {
        if d as usize > wanted || random.below(3) == 0 {
            continue;
        }
        wanted -= d as usize;
        let mut all: Vec<Cell> = puzzle.shape.cells().filter(|c| solution[c.index()] == d).collect();
        random.shuffle(&mut all);
        cells.extend(all.into_iter().take(d as usize));
    }
    cells.sort_unstable();
    cells
}

/// The whole row or column (or, if `diagonal` is set, the whole diagonal) through a cell, beginning at one end of the line.
fn line_of_sight(random: &mut Random, shape: &PuzzleShape, through: Cell, diagonal: bool) -> Option<Vec<Cell>> {
    let (d, r) = if diagonal {
        [(1, 1), (1, -1), (-1, 1), (-1, -1)][random.below(4)]
    } else {
        [(1, 0), (0, 1), (-1, 0), (0, -1)][random.below(4)]
    };
    let next = |cell: &Cell, d: i32, r: i32| {
        let place = shape.place(*cell);
        shape.at(i32::from(place.row) + d, i32::from(place.col) + r)
    };
    let start = std::iter::successors(Some(through), |cell| next(cell, -d, -r)).last()?;
    let line: Vec<Cell> = std::iter::successors(Some(start), |cell| next(cell, d, r)).collect();
    (line.len() >= 3).then_some(line)
}

/// A clue of a rule at a random place, which need not hold.
fn random_clue(
    random: &mut Random,
    puzzle: &Puzzle,
    rule: &Rule,
    ground: &Ground,
    rules: &Ruleset,
    solution: &[i32],
) -> Option<Clue> {
    let (low, high) = ground.cells;
    let grid = puzzle.shape.len();
    let shape = &puzzle.shape;
    let mut clue = Clue::new(rule.name.clone(), Vec::new());
    let mut taken: Vec<Cell> = Vec::new();
    for param in &rule.params {
        let len = low + random.below(high - low + 1);
        let anywhere = Cell(random.below(grid) as u16);
        let arg = match (param.kind, ground.place) {
            (ParamKind::Shape(Shape::Cell), _) => Arg::Cell(anywhere),
            (ParamKind::Shape(_), Place::Around) => Arg::Cells(around(shape, *taken.first()?, rule.name == "pearl")),
            (ParamKind::Shape(_), Place::Views) => Arg::Lists(views(shape, *taken.first()?)),
            (ParamKind::Shape(_), Place::Twins) => Arg::Lists(twins(random, puzzle, len)?),
            (ParamKind::Shape(_), Place::Counting) => Arg::Cells(counting(random, puzzle, solution)),
            (ParamKind::Shape(_), Place::Scattered) => {
                let mut cells: Vec<Cell> = (0..len).map(|_| Cell(random.below(grid) as u16)).collect();
                cells.sort_unstable();
                cells.dedup();
                if cells.len() < len {
                    return None;
                }
                Arg::Cells(cells)
            }
            (ParamKind::Shape(Shape::Outside), place) => {
                Arg::Cells(line_of_sight(random, shape, anywhere, place == Place::Diagonal)?)
            }
            (ParamKind::Shape(Shape::Edge), _) => {
                let all = edges(puzzle);
                let mut edge = all[random.below(all.len())].clone();
                random.shuffle(&mut edge);
                Arg::Cells(edge)
            }
            (ParamKind::Shape(Shape::Corner), _) => {
                let p = shape.place(anywhere);
                let block = shape.block(p.row, p.col, 2, 2);
                if block.len() < 4 {
                    return None;
                }
                Arg::Cells(block)
            }
            (ParamKind::Shape(Shape::Line), _) => Arg::Cells(walk(random, puzzle, anywhere, len, &taken)?),
            (ParamKind::Shape(Shape::Lines | Shape::Bulb), _) => {
                let start = *taken.first().unwrap_or(&anywhere);
                let line = walk(random, puzzle, start, len, &taken)?;
                Arg::Lists(vec![line[1..].to_vec()])
            }
            (ParamKind::Shape(s), _) if s.is_lists() => {
                let one = patch(random, puzzle, len, &[])?;
                let other = patch(random, puzzle, len, &one)?;
                Arg::Lists(vec![one, other])
            }
            (ParamKind::Shape(_), _) if rule.name == "arrow" => Arg::Cells(vec![anywhere]),
            (ParamKind::Shape(_), _) => Arg::Cells(patch(random, puzzle, len, &taken)?),
            (kind, _) => {
                // Arguments that follow from the solution, or have a default, may be left out for now.
                let guess = param.value.is_none() || (ground.beyond_defaults && random.below(2) == 0);
                if !guess || (param.optional && param.value.is_none()) {
                    continue;
                }
                value(random, puzzle, param, kind, ground, &taken, solution)?
            }
        };
        match &arg {
            Arg::Cell(c) => taken.push(*c),
            Arg::Cells(list) => taken.extend(list),
            Arg::Lists(lists) => taken.extend(lists.iter().flatten()),
            _ => {}
        }
        clue.args.push((param.name.clone(), arg));
    }
    let clue = follow(rules, puzzle, &clue, solution).ok()?;
    // Arguments in the order of the rule's parameters, as a person writes them.
    let mut sorted = Clue::new(clue.rule.clone(), Vec::new());
    for param in &rule.params {
        sorted.args.extend(clue.args.iter().find(|a| a.0 == param.name).cloned());
    }
    Some(sorted)
}

/// A random value for a parameter: a number, numbers, a text, or yes or no.
fn value(
    random: &mut Random,
    puzzle: &Puzzle,
    param: &Param,
    kind: ParamKind,
    ground: &Ground,
    cells: &[Cell],
    solution: &[i32],
) -> Option<Arg> {
    let last = i64::from(puzzle.digits.last());
    let found: Vec<i64> = cells.iter().filter_map(|c| solution.get(c.index())).map(|d| i64::from(*d)).collect();
    Some(match kind {
        ParamKind::Number => {
            let bound = |e: &Expr| if let ExprKind::Number(n) = e.kind { Some(n) } else { None };
            let (low, high) = param.range.as_ref().map_or((1, 4 * last), |r| {
                (bound(&r.0).unwrap_or(0).max(-3 * last), bound(&r.1).unwrap_or(4 * last).min(4 * last))
            });
            Arg::Number(low + random.below((high - low + 1).max(1) as usize) as i64)
        }
        ParamKind::Numbers => {
            if let Some((_, fixed)) = ground.numbers.iter().find(|n| n.0 == param.name) {
                return Some(Arg::Numbers(fixed.to_vec()));
            }
            let some = 1 + random.below(3);
            let mut list: Vec<i64> = match (param.name.as_str(), random.below(2)) {
                ("pairs", _) => {
                    let d = *found.get(random.below(found.len()))?;
                    vec![10 * found.iter().filter(|x| **x == d).count() as i64 + d]
                }
                ("totals", _) => {
                    let sum: i64 = found.iter().sum();
                    let other = 1 + random.below(3 * last as usize) as i64;
                    vec![sum, other]
                }
                (_, 0) => (0..=some).map(|_| 1 + random.below(last as usize) as i64).collect(),
                _ => {
                    let mut all = found.clone();
                    random.shuffle(&mut all);
                    all.truncate(some);
                    all
                }
            };
            list.sort_unstable();
            if param.name == "totals" {
                list.dedup();
            }
            Arg::Numbers(list)
        }
        ParamKind::Text => Arg::Text((*ground.texts.get(random.below(ground.texts.len()))?).to_owned()),
        ParamKind::Boolean => Arg::Bool(random.below(2) == 0),
        ParamKind::Shape(_) => return None,
    })
}
