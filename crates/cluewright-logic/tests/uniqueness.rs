//! Steps that assume a unique solution: they are sound if the solution is unique, and are rejected if a rule or a given
//! distinguishes the two ways.

use crate::common;

use cluewright_core::constraint::{Compare, Sum};
use cluewright_core::{Candidate, Cell, Model, Value, ValueSet};
use cluewright_logic::proof::Unproved;
use cluewright_logic::{Config, Pattern, Reason, State, Step, TECHNIQUES, Technique, proof, steps};
use common::{Grid, Random, judge, miracle, solutions};

fn cell(row: u16, column: u16) -> Cell {
    Cell((row - 1) * 9 + column - 1)
}

fn values(digits: &[u8]) -> ValueSet {
    digits.iter().map(|d| Value(d - 1)).collect()
}

/// The corners in rows 1 and 2, columns 1 and 4, have the candidates 1 and 2, and the last corner also 3; `more` gives those of
/// other cells.
fn rectangle(model: &Model, more: &[(Cell, &[u8])]) -> Result<(), Unproved> {
    let pair = values(&[1, 2]);
    let corners = [cell(1, 1), cell(1, 4), cell(2, 1), cell(2, 4)];
    let mut board = model.board();
    for (i, &c) in corners.iter().enumerate() {
        let wanted = if i == 3 { pair.with(Value(2)) } else { pair };
        let _ = board.keep(c, wanted);
    }
    for &(c, digits) in more {
        let _ = board.keep(c, values(digits));
    }
    let placed = (0..81).map(Cell).filter(|&c| model.given(c).is_some()).collect();
    let state = State::new(model, board, placed);
    let guardian = Candidate::new(cell(2, 4), Value(2));
    let pattern = Pattern::Deadly { cells: corners.to_vec(), values: pair, guardians: vec![guardian] };
    let reason = Reason::Unique { cells: corners.map(|c| (c, pair)).to_vec(), guardians: vec![guardian] };
    let step = Step::new(TECHNIQUES[0].info(), pattern).place(guardian).because([reason]);
    proof::verify(model, &state, &step)
}

#[test]
fn a_rectangle_is_deadly_where_no_rule_tells_its_two_ways_apart() {
    let empty = ".".repeat(81);
    let plain = || Grid::new(9, &empty);
    assert_eq!(rectangle(&plain().finish(), &[]), Ok(()));
    // A cage over two corners with one of each value does not distinguish the ways; a cage over one corner and another cell does.
    assert_eq!(rectangle(&plain().cage(&[cell(1, 1), cell(2, 1)], 3).finish(), &[]), Ok(()));
    let noticed = rectangle(&plain().cage(&[cell(1, 1), cell(3, 3)], 5).finish(), &[]);
    assert_eq!(noticed, Err(Unproved::NotDeadly));
    // Knights, and neighbours that are not consecutive, see different cells from each corner.
    let knight = plain().leaper("the knight's move rule", &[(1, 2)], |a, b| a == b).finish();
    assert_eq!(rectangle(&knight, &[]), Err(Unproved::NotDeadly));
    assert_eq!(rectangle(&miracle(&empty), &[]), Err(Unproved::NotDeadly));
}

#[test]
fn the_board_counts_for_what_a_constraint_notices() {
    let at_least = |total: i32| {
        let mut grid = Grid::new(9, &".".repeat(81));
        let origin = grid.origin("the sum");
        grid.build.constrain(Sum::new(&[(cell(1, 1), 1), (cell(3, 3), 1)], Compare::Ge, total), origin);
        grid.finish()
    };
    // With 1 or 2 in the corner and 3 or more in the other cell, the sum is at least 4 either way.
    assert_eq!(rectangle(&at_least(4), &[(cell(3, 3), &[3, 4, 5])]), Ok(()));
    assert_eq!(rectangle(&at_least(4), &[(cell(3, 3), &[2, 3, 4])]), Err(Unproved::NotDeadly));
}

#[test]
fn a_pattern_over_a_given_is_not_deadly() {
    let mut givens = vec!['.'; 81];
    givens[cell(1, 1).0 as usize] = '1';
    let model = Grid::new(9, &givens.iter().collect::<String>()).finish();
    assert_eq!(rectangle(&model, &[]), Err(Unproved::NotDeadly));
}

/// A random solution of the model.
fn full_grid(blank: &Model, random: &mut Random) -> Vec<Value> {
    loop {
        let mut state = State::start(blank);
        for _ in 0..blank.len() / 7 {
            let cell = Cell(random.below(blank.len()) as u16);
            let values: Vec<_> = state.board.values(cell).iter().collect();
            if values.len() > 1 {
                state.settle(blank, Candidate::new(cell, values[random.below(values.len())]));
            }
        }
        let found = if state.board.is_broken() { None } else { solutions(blank, &state.board, 1).pop() };
        if let Some(full) = found {
            return full;
        }
    }
}

/// Givens with a unique solution, some of them redundant.
fn givens(model_of: &dyn Fn(&str) -> Model, full: &[Value], random: &mut Random) -> String {
    let digit = |v: &Value| char::from(b'1' + v.0);
    let mut text: Vec<char> = full.iter().map(digit).collect();
    for _ in 0..full.len() / 2 {
        let at = random.below(full.len());
        let kept = std::mem::replace(&mut text[at], '.');
        let model = model_of(&text.iter().collect::<String>());
        if solutions(&model, &State::start(&model).board, 2).len() > 1 {
            text[at] = kept;
        }
    }
    text.iter().collect()
}

/// A position on the path to the solution: some values are still possible in all their cells, or random candidates are left.
fn position(model: &Model, full: &[Value], random: &mut Random) -> State {
    let mut state = State::start(model);
    let narrow = random.below(2) == 0;
    let n = model.cells().iter().map(|c| c.domain.len()).max().unwrap_or(1) as usize;
    let open: ValueSet = (0..2 + random.below(3)).map(|_| Value(random.below(n) as u8)).collect();
    let (filled, kept) = (random.below(6), 2 + random.below(5));
    for (c, &truth) in full.iter().enumerate() {
        let fill = if narrow { !open.contains(truth) && random.below(20) > 0 } else { random.below(10) < filled };
        if fill {
            state.settle(model, Candidate::new(Cell(c as u16), truth));
        }
    }
    for (c, &truth) in full.iter().enumerate() {
        for v in state.board.values(Cell(c as u16)).without(truth) {
            let keep = if narrow { open.contains(v) && random.below(10) < 8 } else { random.below(10) < kept };
            if !keep {
                state.eliminate(Candidate::new(Cell(c as u16), v));
            }
        }
    }
    state
}

/// Judges every step found in random positions of puzzles with one solution. Returns how many steps assumed uniqueness.
fn judge_unique(model_of: &dyn Fn(&str) -> Model, cells: usize, count: usize, seed: u64) -> usize {
    // Use the techniques about deadly patterns and related techniques; the others have separate tests.
    let clues = |t: &&dyn Technique| !t.info().id.starts_with("clue") && t.info().id != "innies";
    let techniques: Vec<&dyn Technique> = TECHNIQUES.iter().copied().filter(clues).collect();
    let mut random = Random::new(seed);
    let blank = model_of(&".".repeat(cells));
    let mut assumed = 0;
    for _ in 0..count {
        let full = full_grid(&blank, &mut random);
        let model = model_of(&givens(model_of, &full, &mut random));
        for _ in 0..8 {
            let state = position(&model, &full, &mut random);
            let config =
                Config { steps: 400, trial: false, work: 3_000_000, techniques: &techniques, ..Config::default() };
            for step in steps(&model, &state, &config) {
                judge(&model, &state, &step, std::slice::from_ref(&full));
                assumed += usize::from(step.assumes_uniqueness());
            }
        }
    }
    assumed
}

#[test]
fn random_positions_of_classic_puzzles() {
    let assumed = judge_unique(&|givens| Grid::new(9, givens).finish(), 81, 10, 41);
    assert!(assumed > 20, "{assumed} steps assumed one solution");
    let assumed = judge_unique(&|givens| Grid::new(6, givens).finish(), 36, 100, 42);
    assert!(assumed > 20, "{assumed} steps assumed one solution");
}

#[test]
fn random_positions_of_puzzles_with_rules() {
    let knight =
        |givens: &str| Grid::new(6, givens).leaper("the knight's move rule", &[(1, 2)], |a, b| a == b).finish();
    judge_unique(&knight, 36, 10, 43);
    let cages =
        |givens: &str| Grid::new(6, givens).cage(&[Cell(0), Cell(1)], 7).cage(&[Cell(14), Cell(20)], 5).finish();
    let assumed = judge_unique(&cages, 36, 20, 44);
    assert!(assumed > 5, "{assumed} steps assumed one solution");
    // In a Miracle Sudoku, no step that assumes a unique solution is found.
    let full = "483726159726159483159483726837261594261594837594837261372615948615948372948372615";
    let full: Vec<Value> = full.bytes().map(|b| Value(b - b'1')).collect();
    let mut random = Random::new(45);
    let model = miracle(&format!("{}1{}2{}", ".".repeat(38), ".".repeat(12), ".".repeat(29)));
    for _ in 0..10 {
        let state = position(&model, &full, &mut random);
        let config = Config { steps: 400, trial: false, work: 1_000_000, ..Config::default() };
        assert!(steps(&model, &state, &config).iter().all(|s| !s.assumes_uniqueness()));
    }
}

#[test]
fn the_switch_turns_uniqueness_off() {
    let mut random = Random::new(46);
    let blank = Grid::new(9, &".".repeat(81)).finish();
    let full = full_grid(&blank, &mut random);
    let mut with = 0;
    for _ in 0..40 {
        let state = position(&blank, &full, &mut random);
        let config = Config { steps: 400, trial: false, work: 2_000_000, ..Config::default() };
        with += steps(&blank, &state, &config).iter().filter(|s| s.assumes_uniqueness()).count();
        let without = Config { uniqueness: false, ..config };
        assert!(steps(&blank, &state, &without).iter().all(|s| !s.assumes_uniqueness()));
    }
    assert!(with > 10, "{with} steps assumed one solution");
}
