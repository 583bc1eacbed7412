//! Search, oracle and brute force agree on what small random models and puzzles have for solutions.

use crate::clues;
use crate::common;

use cluewright_core::model::{CellKind, Relation, TrueCount};
use cluewright_core::puzzle::Given;
use cluewright_core::{
    Candidate, Cell, Clue, ClueTree, Model, ModelBuilder, Origin, Place, Puzzle, Random, Shape, Value, ValueSet,
};
use cluewright_oracle::{Effort, solutions};
use cluewright_rules::syntax::ast::Rule;
use cluewright_rules::{Ruleset, check, lower, print};
use cluewright_search::{Limits, Solver, Verdict};
use common::kinds::{Ground, KINDS, some_cells};
use std::collections::{BTreeMap, BTreeSet};

/// More answers than any model here has.
const ALL: usize = 5_000;

/// Every answer of a small model, by trying all assignments.
fn brute_force(model: &Model) -> BTreeSet<Vec<Value>> {
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

/// Compares the answers of all solvers. Returns the number of solutions.
fn compare(model: &Model, truth: Option<&BTreeSet<Vec<Value>>>, what: &str) -> usize {
    let found = solutions(model, ALL, Effort::default());
    assert!(found.complete, "{what}: small enough");
    let oracle: BTreeSet<Vec<Value>> = found.solutions.iter().cloned().collect();
    assert_eq!(oracle.len(), found.solutions.len(), "{what}: each answer once");
    if let Some(truth) = truth {
        assert_eq!(&oracle, truth, "{what}: the oracle and brute force");
    }
    let mut solver = Solver::new(model);
    let count = solver.count(&model.board(), ALL as u64, &Limits::none());
    assert!(count.complete(), "{what}: without limits");
    assert_eq!(count.value, oracle.len() as u64, "{what}: search and the oracle");
    let verdict = solver.verdict(&model.board(), &Limits::none()).value;
    let answer = |values: &[Value]| model.answer_cells().map(|c| values[c.index()]).collect::<Vec<_>>();
    match &verdict {
        Verdict::None => assert!(oracle.is_empty(), "{what}"),
        Verdict::Unique(s) => assert!(oracle.len() == 1 && oracle.contains(&answer(s)), "{what}"),
        Verdict::Multiple(a, b) => {
            assert!(answer(a) != answer(b) && oracle.contains(&answer(a)) && oracle.contains(&answer(b)), "{what}");
        }
        Verdict::Unknown(_) => panic!("{what}: without limits"),
    }
    oracle.len()
}

/// A few cells with a constraint of a kind, or two, and now and then a set, a link, a group, a helper cell.
fn random_model(rng: &mut Random, kind: usize) -> Model {
    let ground = Ground::random(rng);
    let n = ground.first.len();
    let mut build = ModelBuilder::new();
    for i in 0..n {
        let kind =
            if i > 0 && rng.one_in(6) { CellKind::Helper } else { CellKind::Grid(Place { row: 0, col: i as u16 }) };
        build.add_cell(kind, ground.first[i], ground.domains[i], "x");
    }
    let origin = build.origin(Origin::new("test", "test"));
    // The model contains the differences that its constraints assume.
    for i in 0..n {
        for j in 0..i {
            if ground.differ(Cell(i as u16), Cell(j as u16)) {
                build.all_different(&[Cell(j as u16), Cell(i as u16)], None, origin);
            }
        }
    }
    for k in [Some(kind), rng.one_in(2).then(|| rng.below(KINDS.len()))].into_iter().flatten() {
        let cells = if rng.one_in(3) { some_cells(rng, &ground.cells()) } else { ground.cells() };
        let constraint = (KINDS[k].1)(rng, &ground, &cells);
        build.constrain(constraint, origin);
    }
    if n > 1 && rng.one_in(3) {
        let bad = rng.bits();
        let relation = Relation::forbidding(64, 64, |a, b| {
            (bad >> ((u32::from(a.0) * 5 + u32::from(b.0)) % 64)).trailing_zeros() >= 3
        });
        let relation = build.relation(relation);
        build.link(Cell(0), Cell(1), relation, origin);
    }
    if rng.one_in(3) {
        let mut candidates: Vec<Candidate> = ground
            .cells()
            .into_iter()
            .filter_map(|c| Some(Candidate::new(c, ground.domains[c.index()].iter().nth(rng.below(3))?)))
            .collect();
        candidates.truncate(1 + rng.below(n));
        let truth = *rng.pick(&[TrueCount::AtLeastOne, TrueCount::AtMostOne, TrueCount::ExactlyOne]);
        if !candidates.is_empty() {
            build.group(candidates, truth, origin);
        }
    }
    if rng.one_in(6) {
        build.restrict(Cell(0), ValueSet(rng.bits() | 1), origin);
    }
    build.finish()
}

#[test]
fn models_of_every_kind() {
    let mut rng = Random::new(2026);
    let mut used: BTreeMap<&str, [u32; 2]> = BTreeMap::new();
    for round in 0..200 * KINDS.len() {
        let model = random_model(&mut rng, round % KINDS.len());
        let truth = brute_force(&model);
        let kinds: Vec<&str> = model.constraints().iter().map(|p| p.kind.kind_name()).collect();
        compare(&model, Some(&truth), &format!("model {round} of {kinds:?}: {:#?}", model.constraints()));
        for kind in kinds {
            used.entry(kind).or_default()[usize::from(!truth.is_empty())] += 1;
        }
    }
    for kind in cluewright_core::constraint::Kind::NAMES {
        let [without, with] = used.get(kind).copied().unwrap_or_default();
        println!("{kind}: {with} models with solutions, {without} without");
        assert!(with >= 15, "{kind} is in too few models with a solution");
    }
}

/// All grids of a shape whose rows, columns and regions hold each digit at most once.
fn grids(puzzle: &Puzzle) -> Vec<Vec<i32>> {
    fn fill(sees: &[Vec<usize>], digits: &[i32], grid: &mut Vec<i32>, out: &mut Vec<Vec<i32>>) {
        let at = grid.len();
        if at == sees.len() {
            out.push(grid.clone());
            return;
        }
        for &d in digits {
            if sees[at].iter().all(|&c| c >= at || grid[c] != d) {
                grid.push(d);
                fill(sees, digits, grid, out);
                grid.pop();
            }
        }
    }
    let shape = &puzzle.shape;
    let houses: Vec<Vec<Cell>> = shape.rows().chain(shape.columns()).chain(shape.regions().cloned()).collect();
    let sees: Vec<Vec<usize>> = shape
        .cells()
        .map(|c| houses.iter().filter(|h| h.contains(&c)).flatten().filter(|&&x| x != c).map(|x| x.index()).collect())
        .collect();
    let digits: Vec<i32> = (puzzle.digits.first..=puzzle.digits.last()).collect();
    let mut out = Vec::new();
    fill(&sees, &digits, &mut Vec::new(), &mut out);
    out
}

#[test]
fn puzzles_of_random_library_rules() {
    let mut random = clues::Random::new(0x5EED_0F0A_C1E5);
    let rules = Ruleset::library();
    // Leave out rules with shown extra cells, whose values would also be counted.
    let all: Vec<&Rule> = rules.rules().filter(|r| !print(r).contains("extra shown")).collect();
    let boards: Vec<(Puzzle, Vec<Vec<i32>>)> = [
        (Shape::square(4), 4, 1),
        (Shape::square(4), 4, 0),
        (Shape::rectangle(3, 3, 0, 0), 3, 1),
        (Shape::rectangle(2, 4, 0, 0), 4, 1),
    ]
    .into_iter()
    .map(|(shape, count, first)| {
        let mut puzzle = Puzzle::new(shape.expect("a possible shape"), count);
        puzzle.digits.first = first;
        puzzle.rules.push(Clue::new("classic", Vec::new()));
        let grids = grids(&puzzle);
        (puzzle, grids)
    })
    .collect();
    let mut used: BTreeMap<&str, u32> = BTreeMap::new();
    let (mut done, mut by_count, mut tries) = (0, [0; 3], 0);
    while done < 500 {
        tries += 1;
        assert!(tries < 20_000, "rules and boards fit now and then");
        let (board, grids) = &boards[random.below(boards.len())];
        let mut puzzle = board.clone();
        let mut left: Vec<&Vec<i32>> = grids.iter().collect();
        let mut names = Vec::new();
        for _ in 0..=random.below(3) {
            let rule = all[random.below(all.len())];
            let Some(clue) = clues::clue(&mut random, &puzzle, rule, 4) else { continue };
            let mut with = puzzle.clone();
            if rule.is_clue {
                with.clues.push(ClueTree::One(clue));
            } else {
                with.rules.push(clue);
            }
            // The checker judges every grid; an argument it refuses makes no puzzle.
            let judged: Result<Vec<bool>, _> =
                grids.iter().map(|g| check(&rules, &with, g).map(|broken| broken.is_empty())).collect();
            let Ok(judged) = judged else { continue };
            let kept = judged.iter().filter(|holds| **holds).count();
            // Usually avoid puzzles without a solution, so that more rules can be added.
            if kept == 0 && random.below(4) > 0 {
                continue;
            }
            // All grids again: a clue may allow what another one forbade.
            left = grids.iter().zip(judged).filter_map(|(g, holds)| holds.then_some(g)).collect();
            puzzle = with;
            names.push(rule.name.as_str());
        }
        // Now and then digits of a solution that is left, so that it may be the only one.
        if !left.is_empty() && random.below(2) == 0 {
            let grid = left[random.below(left.len())].clone();
            for _ in 0..=random.below(3) {
                let cell = Cell(random.below(grid.len()) as u16);
                if puzzle.givens.iter().all(|g| g.cell != cell) {
                    puzzle.givens.push(Given { cell, digits: vec![grid[cell.index()]] });
                }
            }
            left.retain(|g| puzzle.givens.iter().all(|given| given.digits.contains(&g[given.cell.index()])));
        }
        // Usually also skip puzzles whose rules allow every grid.
        if names.is_empty() || (left.len() == grids.len() && random.below(8) > 0) {
            continue;
        }
        let what = format!("{:?} {:?}", puzzle.rules, puzzle.clues);
        let Ok(lowered) = lower(&rules, &puzzle) else { continue };
        let count = compare(&lowered.model, None, &what);
        assert_eq!(count, left.len(), "{what}: the model and the checker on all {} grids", grids.len());
        for name in names {
            *used.entry(name).or_default() += 1;
        }
        by_count[count.min(2)] += 1;
        done += 1;
    }
    println!(
        "{done} puzzles over {} rules: {} without a solution, {} with one, {} with more",
        used.len(),
        by_count[0],
        by_count[1],
        by_count[2]
    );
    assert!(by_count.iter().all(|&n| n >= 20) && used.len() * 4 >= all.len() * 3, "{by_count:?} {used:?}");
}
