//! Whole paths: the Miracle Sudoku by singles and locked candidates, a classic that needs two levels of trial, and
//! random boards on which every step found is judged.

use crate::{common, share};

use cluewright_core::model::{Group, GroupId};
use cluewright_core::{Candidate, Cell, Model, ModelBuilder, Origin, Puzzle, Shape, Value};
use cluewright_logic::{
    Config, Outcome, Pattern, Reason, State, Step, TECHNIQUES, Technique, TechniqueInfo, proof, solve_logically, steps,
    text,
};

use common::{Grid, Random, digits, judge, miracle, solutions};
use std::collections::BTreeSet;

#[test]
fn miracle_needs_singles_and_locked_candidates_alone() {
    let mut givens = vec!['.'; 81];
    givens[4 * 9 + 2] = '1';
    givens[5 * 9 + 6] = '2';
    let model = miracle(&givens.iter().collect::<String>());
    let path = solve_logically(&model, State::start(&model), &Config::default());
    assert_eq!(path.outcome, Outcome::Solved);
    assert_eq!(
        digits(&path.end.board),
        "483726159726159483159483726837261594261594837594837261372615948615948372948372615"
    );
    let easy = ["full_house", "hidden_single", "naked_single", "pointing", "claiming", "common_peers", "cell_forcing"];
    for (state, step) in path.positions(&model) {
        assert!(easy.contains(&step.technique.id), "{}", step.technique.id);
        judge(&model, &state, step, &[]);
    }
}

#[test]
fn a_hard_classic_is_explained_to_the_end() {
    let model =
        Grid::new(9, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..").finish();
    // Leave out chains and similar techniques, which take time here and would only postpone the trials.
    let techniques: Vec<&dyn Technique> =
        TECHNIQUES.iter().copied().filter(|t| t.info().difficulty < 50 || t.info().id == "trial").collect();
    let config = Config { techniques: &techniques, ..Config::default() };
    let path = solve_logically(&model, State::start(&model), &config);
    assert_eq!(path.outcome, Outcome::Solved);
    let truth = solutions(&model, &model.board(), 2);
    assert_eq!(truth.len(), 1);
    for (state, step) in path.positions(&model) {
        judge(&model, &state, step, &truth);
    }
    assert!(path.steps.iter().any(|s| matches!(s.pattern, Pattern::Trial { depth: 2, .. })));
}

/// Judges every step in positions along the paths of random puzzles, with further candidates removed at random.
///
/// Returns the names of the steps judged.
fn judge_random(
    model_of: impl Fn(&mut Random, &str) -> cluewright_core::Model,
    n: usize,
    count: usize,
    seed: u64,
) -> BTreeSet<&'static str> {
    let parts = share::parts(3);
    parts.flat_map(|part| judge_part(&model_of, n, count.div_ceil(3), seed + 100 * part as u64)).collect()
}

fn judge_part(
    model_of: &impl Fn(&mut Random, &str) -> cluewright_core::Model,
    n: usize,
    count: usize,
    seed: u64,
) -> BTreeSet<&'static str> {
    let mut names = BTreeSet::new();
    let mut random = Random::new(seed);
    let (mut judged, mut puzzles) = (0, 0);
    while puzzles < count {
        let empty: String = ".".repeat(n * n);
        let blank = model_of(&mut random, &empty);
        // A random full grid: the first solution of a few random givens.
        let mut state = State::start(&blank);
        for _ in 0..n / 2 {
            let cell = Cell(random.below(n * n) as u16);
            let values: Vec<_> = state.board.values(cell).iter().collect();
            if values.len() > 1 {
                state.settle(&blank, cluewright_core::Candidate::new(cell, values[random.below(values.len())]));
            }
        }
        if state.board.is_broken() {
            continue;
        }
        let Some(full) = solutions(&blank, &state.board, 1).pop() else { continue };
        puzzles += 1;
        // The blank board with random wrong candidates removed and some cells filled in.
        let keep_chance = 1 + random.below(6);
        let mut state = State::start(&blank);
        for (c, &truth) in full.iter().enumerate() {
            let cell = Cell(c as u16);
            if random.below(10) < 2 {
                if state.board.values(cell).contains(truth) {
                    state.settle(&blank, cluewright_core::Candidate::new(cell, truth));
                }
                continue;
            }
            for v in state.board.values(cell).without(truth) {
                if random.below(8) >= keep_chance {
                    state.eliminate(cluewright_core::Candidate::new(cell, v));
                }
            }
        }
        let all = solutions(&blank, &state.board, 200);
        if all.len() >= 200 {
            continue;
        }
        let config = Config { steps: 100, uniqueness: false, work: 20_000_000, ..Config::default() };
        for step in steps(&blank, &state, &config) {
            judge(&blank, &state, &step, &all);
            names.insert(step.technique.id);
            judged += 1;
        }
        // Techniques that are seldom tried, since others find their steps first.
        let is_seldom = |info: &TechniqueInfo| ["template_delete", "clue_and_houses"].contains(&info.id);
        let seldom = TECHNIQUES.iter().copied().filter(|t| t.infos().into_iter().any(is_seldom));
        for technique in seldom {
            for step in steps(&blank, &state, &Config { techniques: &[technique], ..config }) {
                judge(&blank, &state, &step, &all);
                names.insert(step.technique.id);
            }
        }
        let path = solve_logically(&blank, state, &Config { uniqueness: false, work: 20_000_000, ..Config::default() });
        for (state, step) in path.positions(&blank) {
            judge(&blank, &state, step, &all);
            names.insert(step.technique.id);
            judged += 1;
        }
        if all.len() == 1 && path.outcome != Outcome::Limit {
            assert_eq!(path.outcome, Outcome::Solved, "a puzzle with one solution is never left stuck");
        }
    }
    assert!(judged > count, "{judged} steps judged");
    names
}

#[test]
fn random_classic_boards() {
    judge_random(|_, givens| Grid::new(4, givens).finish(), 4, 100, 11);
    judge_random(|_, givens| Grid::new(6, givens).finish(), 6, 25, 12);
    judge_random(|_, givens| Grid::new(9, givens).finish(), 9, 3, 13);
}

#[test]
fn random_boards_with_links() {
    let knight = |_: &mut Random, givens: &str| {
        Grid::new(6, givens).leaper("the knight's move rule", &[(1, 2)], |a, b| a == b).finish()
    };
    judge_random(knight, 6, 20, 21);
    let apart = |_: &mut Random, givens: &str| {
        Grid::new(6, givens).leaper("the rule of five", &[(1, 1)], |a, b| a.0 + b.0 == 3).finish()
    };
    judge_random(apart, 6, 20, 22);
}

#[test]
fn random_boards_with_cages() {
    let cages = |random: &mut Random, givens: &str| {
        let mut grid = Grid::new(6, givens);
        for _ in 0..6 {
            let (r, c) = (random.below(6), random.below(4));
            let cells: Vec<Cell> = (0..2 + random.below(2)).map(|i| Cell((r * 6 + c + i) as u16)).collect();
            let total = 5 + random.below(7);
            grid = grid.cage(&cells, total);
        }
        grid.finish()
    };
    judge_random(cages, 6, 30, 31);
}

#[test]
fn random_boards_with_cages_across_houses() {
    let cages = |random: &mut Random, givens: &str| {
        let mut grid = Grid::new(6, givens);
        for _ in 0..6 {
            // A staircase with two cells that share no house.
            let (r, c) = (random.below(4), 1 + random.below(4));
            let aside = [c, c + 1, c + 2 * random.below(2) - 1];
            let cells: Vec<Cell> = (0..3).map(|i| Cell(((r + i) * 6 + aside[i]) as u16)).collect();
            grid = grid.cage(&cells, 6 + random.below(9));
        }
        grid.finish()
    };
    let names = judge_random(cages, 6, 40, 32);
    assert!(names.contains("template_delete"), "{names:?}");
}

/// Two cages that nearly fill each row, with the totals of a grid made by shifts, so that sums follow from them.
fn full_of_cages(random: &mut Random, givens: &str) -> cluewright_core::Model {
    let mut grid = Grid::new(6, givens);
    let digit = |r: usize, c: usize| ((c + r % 2 * 3 + r / 2) % 6 + 1) as i32;
    for r in 0..6 {
        let (split, skip) = (2 + random.below(2), random.below(6));
        for part in [0..split, split..6] {
            let cells: Vec<usize> = part.filter(|c| *c != skip).collect();
            if cells.len() > 1 {
                let total = cells.iter().map(|&c| digit(r, c)).sum();
                grid = grid.cage(&cells.iter().map(|&c| Cell((r * 6 + c) as u16)).collect::<Vec<_>>(), total);
            }
        }
    }
    grid.finish()
}

#[test]
fn random_boards_full_of_cages() {
    let names = judge_random(full_of_cages, 6, 30, 41);
    // If only a part of the boards is tested, not all techniques need to occur.
    if share::parts(3).count() < 3 {
        return;
    }
    for id in ["clue_large", "innies", "innies_outies", "clue_contains", "clue_and_houses"] {
        assert!(names.contains(id), "no step of {id} among {names:?}");
    }
}

/// Cages on a 9x9 grid: few enough that walks need trials, and enough that walks reach the solution.
fn caged(random: &mut Random, tries: usize) -> Model {
    let mut grid = Grid::new(9, &".".repeat(81));
    let digit = |r: usize, c: usize| ((c + r % 3 * 3 + r / 3) % 9 + 1) as i32;
    let mut free = [true; 81];
    for _ in 0..tries {
        // A tromino in an L, or the diagonal of a square.
        let (r, c, bend) = (random.below(8), random.below(8), random.below(2));
        let cells = [(r, c), (r + 1, c + 1), (r + bend, c + 1 - bend)];
        if cells.iter().all(|&(r, c)| free[r * 9 + c]) {
            let total = cells.iter().map(|&(r, c)| digit(r, c)).sum();
            grid = grid.cage(&cells.map(|(r, c)| Cell((r * 9 + c) as u16)), total);
            for (r, c) in cells {
                free[r * 9 + c] = false;
            }
        }
    }
    grid.finish()
}

/// The steps are the same with caches, without caches, and in a new walk from every position.
#[test]
fn what_is_remembered_changes_no_step() {
    let mut random = Random::new(8);
    let models: Vec<Model> = (0..16).map(|_| caged(&mut random, 60)).collect();
    // Trials without search take long; the tests of the library run them with search.
    let config = Config { steps: 30, trial: false, ..Config::default() };
    let mut positions = 0;
    for model in models {
        let path = solve_logically(&model, State::start(&model), &config);
        let without = solve_logically(&model, State::start(&model), &Config { remembers: false, ..config });
        assert_eq!(path.steps, without.steps);
        for (state, step) in path.positions(&model) {
            let one = solve_logically(&model, state.clone(), &Config { steps: 1, ..config });
            assert_eq!(one.steps.first(), Some(step));
            positions += 1;
        }
    }
    assert!(positions > 100, "{positions} positions");
}

/// The caches of earlier steps hide no step.
#[test]
fn where_a_walk_ends_nobody_finds_more() {
    let config = Config { trial: false, ..Config::default() };
    let mut random = Random::new(5);
    let mut stuck = 0;
    for _ in 0..40 {
        let model = caged(&mut random, 60);
        let path = solve_logically(&model, State::start(&model), &config);
        if path.outcome == Outcome::Stuck {
            stuck += 1;
            assert_eq!(steps(&model, &path.end, &Config { steps: 1, ..config }), []);
        }
    }
    assert!(stuck > 5, "{stuck}");
}

#[test]
fn the_checker_refuses_what_does_not_follow() {
    let model =
        Grid::new(9, "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").finish();
    let path = solve_logically(&model, State::start(&model), &Config::default());
    assert_eq!(path.outcome, Outcome::Solved);
    let mut refused = 0;
    for (state, step) in path.positions(&model) {
        assert_eq!(proof::verify(&model, &state, step), Ok(()));
        // The same conclusion without one of its reasons.
        for i in 0..step.because.len() {
            let mut less = step.clone();
            less.because.remove(i);
            assert!(proof::verify(&model, &state, &less).is_err(), "{}", text::describe(&model, &state, step));
            refused += 1;
        }
        // Another conclusion from the same reasons.
        let mut other = step.clone();
        let wrong = (0..81).map(Cell).find(|&c| state.board.values(c).len() > 1);
        if let Some(cell) = wrong {
            let value = state.board.values(cell).min().unwrap();
            other.placements.clear();
            other.eliminations = vec![Candidate::new(cell, value)];
            if !step.eliminations.contains(&other.eliminations[0]) && !step.placements.iter().any(|p| p.cell == cell) {
                assert!(proof::verify(&model, &state, &other).is_err());
                refused += 1;
            }
        }
    }
    assert!(refused > 50);
}

/// Under an assumption, a cell's only candidate may be removed before it is placed, which is a contradiction.
#[test]
fn placing_what_is_gone_refutes_an_assumption() {
    let model = Grid::new(4, "................").finish();
    let info = |id: &str| TECHNIQUES.iter().find(|t| t.info().id == id).expect("a known technique").info();
    let group = |cell: Cell| {
        let of_cell = |g: &Group| g.candidates.iter().all(|c| c.cell == cell);
        GroupId(model.network().groups().iter().position(of_cell).expect("every cell is a group") as u32)
    };
    let [a, b] = [Cell(0), Cell(1)].map(|cell| Candidate::new(cell, Value(0)));
    let proves = |gone: &[u8]| {
        let mut state = State::start(&model);
        for &value in gone {
            state.eliminate(Candidate::new(b.cell, Value(value)));
        }
        let single = Step::new(info("naked_single"), Pattern::Single { group: group(b.cell) })
            .place(b)
            .because([Reason::Group { group: group(b.cell), live: vec![b] }]);
        let assume = Reason::Assume { candidate: a, steps: vec![single], clash: None };
        proof::verify(
            &model,
            &state,
            &Step::new(info("trial"), Pattern::Single { group: group(b.cell) }).remove([a]).because([assume]),
        )
    };
    assert_eq!(proves(&[1, 2, 3]), Ok(()));
    assert_eq!(proves(&[1, 2]), Err(proof::Unproved::WrongBoard), "the cell has another candidate");
}

/// The first step of each kind on a small killer, word for word.
#[test]
fn sentences_say_what_a_teacher_would() {
    let cells = |list: &[u16]| list.iter().map(|&c| Cell(c)).collect::<Vec<_>>();
    let grid = Grid::new(4, "................").cage(&cells(&[0, 1]), 3).cage(&cells(&[2, 3, 6]), 9);
    let model = grid.finish();
    let said = |id: &str| {
        let technique = TECHNIQUES.iter().copied().filter(|t| t.infos().iter().any(|i| i.id == id));
        let techniques: Vec<_> = technique.collect();
        let config = Config { techniques: &techniques, steps: 100, ..Config::default() };
        let state = State::start(&model);
        let all = steps(&model, &state, &config);
        let step = all
            .iter()
            .find(|s| s.technique.id == id)
            .unwrap_or_else(|| panic!("no {id} but {:?}", all.iter().map(|s| s.technique.id).collect::<Vec<_>>()));
        judge(&model, &state, step, &[]);
        text::describe(&model, &state, step).to_string()
    };
    let expected = [
        ("clue", "The cage 3 at r1c1: its two cells make 3: 1 + 2, so r1c1 and r1c2 are 1 or 2."),
        (
            "innies",
            "r2c4 must be 1.\n  \
             Box 2 adds up to 10, and the cage 9 at r1c3 takes 9 of that.",
        ),
        (
            "clue_contains",
            "The cage 3 at r1c1 must have 1 and 2 in r1c1 or r1c2, and 4 cells see both: \
             remove 1 and 2 from r1c3, r1c4, r2c1 and r2c2.\n  \
             Its two cells make 3: 1 + 2.\n  \
             r1c3 and r1c4 see r1c1 and r1c2 (row 1).\n  \
             r2c1 sees r1c1 (column 1) and r1c2 (box 1).\n  \
             r2c2 sees r1c1 (box 1) and r1c2 (column 2).",
        ),
    ];
    for (id, words) in expected {
        assert_eq!(said(id), words);
    }
}

/// If no technique finds a step, a board that breaks some fact is still a contradiction, full or not.
#[test]
fn what_cannot_hold_is_a_contradiction() {
    let answer = [0, 1, 2, 3, 2, 3, 0, 1, 1, 0, 3, 2, 3, 2, 1, 0];
    let pair = [Cell(0), Cell(1)];
    let fill = |model: &Model, swapped: bool| {
        let mut state = State::start(model);
        for (c, mut v) in answer.into_iter().enumerate() {
            if swapped && c == 0 {
                v = 1;
            }
            state.board.fix(Cell(c as u16), Value(v)).expect("a candidate");
        }
        state
    };
    let none = Config { techniques: &[], ..Config::default() };
    for (total, swapped, outcome) in
        [(3, false, Outcome::Stuck), (4, false, Outcome::Contradiction), (3, true, Outcome::Contradiction)]
    {
        let model = Grid::new(4, "").cage(&pair, total).finish();
        let state = fill(&model, swapped);
        assert!(state.is_solved() && state.placed.is_empty());
        assert_eq!(solve_logically(&model, state.clone(), &none).outcome, outcome, "{total} {swapped}");
        let all = solve_logically(&model, state, &Config::default()).outcome;
        assert_eq!(all, if outcome == Outcome::Stuck { Outcome::Solved } else { outcome });
    }
    // Two cells of a set that is not a house: no value lacks a place.
    let puzzle = Puzzle::new(Shape::rectangle(1, 2, 0, 0).unwrap(), 3);
    let mut build = ModelBuilder::for_puzzle(&puzzle);
    let origin = build.origin(Origin::new("different", "the two"));
    build.all_different(&pair, None, origin);
    let model = build.finish();
    let mut state = State::start(&model);
    for c in pair {
        state.board.fix(c, Value(2)).unwrap();
    }
    assert_eq!(solve_logically(&model, state, &none).outcome, Outcome::Contradiction);
}
