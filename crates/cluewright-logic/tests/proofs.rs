//! The checker on constraints with very many fillings: valid conclusions are proved, others are refuted, each within its own work
//! limit.

use crate::common;

use cluewright_core::constraint::{Compare, Count, EqualSums, Sum};
use cluewright_core::model::{ConstraintId, GroupId, GroupKind};
use cluewright_core::{Candidate, Cell, Kind, Model, Value, ValueSet};
use cluewright_logic::proof::{Checker, Cost, Unproved, verify};
use cluewright_logic::{Pattern, Reason, State, Step, TECHNIQUES};
use common::Grid;

/// A 9x9 grid with one constraint.
fn model(kind: impl Into<Kind>) -> Model {
    let mut grid = Grid::new(9, "");
    let origin = grid.origin("the rule");
    grid.build.constrain(kind, origin);
    grid.finish()
}

fn at(row: u16, column: u16, digit: u8) -> Candidate {
    Candidate::new(Cell(9 * (row - 1) + column - 1), Value(digit - 1))
}

/// The step "The constraint does not allow `gone`, since the candidates in `absent` have already been removed".
fn step(gone: Candidate, absent: &[Candidate]) -> Step {
    let info = TECHNIQUES.iter().find(|t| t.info().id == "naked_single").expect("a known technique").info();
    Step::new(info, Pattern::Single { group: GroupId(0) }).remove([gone]).because([Reason::Constraint {
        constraint: ConstraintId(0),
        absent: absent.to_vec(),
        holds: vec![gone],
        fails: Vec::new(),
    }])
}

/// The checker's verdict if only the candidates on which the step relies are absent.
fn verdict(model: &Model, gone: Candidate, absent: &[Candidate]) -> Result<(), Unproved> {
    let mut state = State::start(model);
    for &c in absent {
        state.eliminate(c);
    }
    verify(model, &state, &step(gone, absent))
}

/// Two rows and four cells of the third row: these four cells sum to `total - 90`.
fn wide_sum(total: i32) -> Model {
    let terms: Vec<(Cell, i32)> = (0..22).map(|c| (Cell(c), 1)).collect();
    model(Sum::new(&terms, Compare::Eq, total))
}

#[test]
fn wide_sums_are_proved_and_refuted() {
    let [ten, twelve] = [100, 102].map(wide_sum);
    assert_eq!(verdict(&ten, at(3, 1, 5), &[]), Ok(()), "1, 2, 3, 4 it is");
    assert_eq!(verdict(&ten, at(3, 1, 4), &[]), Err(Unproved::Allowed));
    // The four cells hold 1, 2, 3, 6 or 1, 2, 4, 5: without a 3 there is no 6.
    let threes: Vec<Candidate> = (1..=4).map(|c| at(3, c, 3)).collect();
    assert_eq!(verdict(&twelve, at(3, 1, 6), &threes), Ok(()));
    assert_eq!(verdict(&twelve, at(3, 1, 5), &threes), Err(Unproved::Allowed));
    for i in 1..4 {
        let mut less = threes.clone();
        less.remove(i);
        assert_eq!(verdict(&twelve, at(3, 1, 6), &less), Err(Unproved::Allowed), "a premise too few");
    }
}

#[test]
fn wide_weighted_sums_are_proved_and_refuted() {
    // The third row begins with a number of three digits, and with the two rows it makes 1077.
    let digits = [(Cell(18), 100), (Cell(19), 10), (Cell(20), 1)];
    let terms: Vec<(Cell, i32)> = (0..18).map(|c| (Cell(c), 1)).chain(digits).collect();
    let model = model(Sum::new(&terms, Compare::Eq, 1077));
    assert_eq!(verdict(&model, at(3, 1, 8), &[]), Ok(()), "it begins with 987");
    assert_eq!(verdict(&model, at(3, 2, 8), &[]), Err(Unproved::Allowed));
}

#[test]
fn wide_counts_are_proved_and_refuted() {
    // Four rows have four ones, and the last cell, if it is 4, counts as the fifth.
    let ones = (0..36).map(|c| (Cell(c), ValueSet(1)));
    let terms: Vec<(Cell, ValueSet)> = ones.chain([(Cell(80), ValueSet(0b1000))]).collect();
    let model = model(Count::new(&terms, &[1; 37], Compare::Eq, 5));
    for digit in 1..=9 {
        let expected = if digit == 4 { Err(Unproved::Allowed) } else { Ok(()) };
        assert_eq!(verdict(&model, at(9, 9, digit), &[]), expected, "{digit}");
    }
}

#[test]
fn lists_with_equal_sums_are_proved_and_refuted() {
    // Three cells of the first row, three of the fourth and six of the seventh: 21 to 24.
    let list = |from: u16, to: u16| (from..to).map(Cell).collect::<Vec<_>>();
    let model = model(EqualSums::new(&[list(0, 3), list(27, 30), list(54, 60)]));
    assert_eq!(verdict(&model, at(7, 1, 9), &[]), Err(Unproved::Allowed), "7, 8, 9 and 1, 2, 3, 4, 5, 9");
    let sevens: Vec<Candidate> = (1..=3).map(|c| at(1, c, 7)).collect();
    assert_eq!(verdict(&model, at(7, 1, 9), &sevens), Ok(()), "6, 8, 9 is less");
    for i in 0..3 {
        let mut less = sevens.clone();
        less.remove(i);
        assert_eq!(verdict(&model, at(7, 1, 9), &less), Err(Unproved::Allowed), "a premise too few");
    }
}

/// A proof that exceeds its limit leaves the next proof its full limit, and names the expensive constraint.
#[test]
fn each_proof_has_its_own_bound() {
    let model = wide_sum(100);
    let mut state = State::start(&model);
    for digit in 2..=9 {
        state.eliminate(at(1, 1, digit));
    }
    let cost = step(at(3, 1, 5), &[]);
    let (a, b) = (at(1, 1, 1), at(1, 2, 1));
    let cell = model.network().groups().iter().position(|g| g.kind == GroupKind::Cell(a.cell)).expect("a cell");
    let why = model.network().why(&model, a, b).expect("they are in one row");
    let easy = Step::new(cost.technique, cost.pattern.clone())
        .remove([b])
        .because([Reason::Group { group: GroupId(cell as u32), live: vec![a] }, Reason::Link { a, b, why }]);
    let mut checker = Checker::new(&model).with_work(10_000);
    for _ in 0..3 {
        let too_much = Unproved::TooMuch(Some(Cost::Constraint(ConstraintId(0))));
        assert_eq!(checker.verify(&state, &cost), Err(too_much));
        assert!(!too_much.is_fault());
        assert_eq!(checker.verify(&state, &easy), Ok(()));
    }
    assert_eq!(Checker::new(&model).verify(&state, &cost), Ok(()));
}

/// The stop signal is polled within a proof, and no step is begun after it.
#[test]
fn a_proof_ends_when_it_is_told_to() {
    let model = wide_sum(100);
    let state = State::start(&model);
    let asked = std::cell::Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    let mut checker = Checker::new(&model).stopped_by(Some(&stop));
    assert_eq!(checker.verify(&state, &step(at(3, 1, 5), &[])), Err(Unproved::Stopped));
    assert_eq!(asked.get(), 4);
    assert_eq!(checker.verify(&state, &step(at(3, 1, 4), &[])), Err(Unproved::Stopped));
    assert_eq!(asked.get(), 5, "not begun");
}
