//! The size of an argument, counted by hand and compared with the recorded size.

use crate::common;

use cluewright_core::constraint::{Compare, Sum};
use cluewright_core::model::{ConstraintId, GroupId, GroupKind};
use cluewright_core::{Candidate, Cell, Model, Value};
use cluewright_logic::{Assumption, Pattern, Reason, Size, State, Step, TECHNIQUES, proof};
use common::Grid;

/// A 4x4 grid with a sum of the first two cells of column 1.
fn model() -> Model {
    let mut grid = Grid::new(4, "");
    let origin = grid.origin("the sum");
    grid.build.constrain(Sum::new(&[(Cell(0), 1), (Cell(4), 1)], Compare::Eq, 3), origin);
    grid.finish()
}

fn at(row: u16, column: u16, digit: u8) -> Candidate {
    Candidate::new(Cell(4 * (row - 1) + column - 1), Value(digit - 1))
}

fn group(model: &Model, kind: GroupKind) -> GroupId {
    let at = model.network().groups().iter().position(|g| g.kind == kind).expect("the cell has a group");
    GroupId(at as u32)
}

fn step(because: impl IntoIterator<Item = Reason>) -> Step {
    let info = TECHNIQUES.iter().find(|t| t.info().id == "naked_single").expect("a known technique").info();
    Step::new(info, Pattern::Single { group: GroupId(0) }).because(because)
}

#[test]
fn what_one_clue_removes_at_once_is_one_inference() {
    let model = model();
    let gone = |gone| Reason::Constraint {
        constraint: ConstraintId(0),
        absent: Vec::new(),
        holds: vec![gone],
        fails: Vec::new(),
    };
    let list = [at(1, 1, 3), at(1, 1, 4), at(2, 1, 4)];
    let step = step(list.map(gone)).remove(list);
    let state = State::start(&model);
    assert_eq!(proof::verify(&model, &state, &step), Ok(()));
    let size = step.size(&model, &state);
    let wanted = Size { inferences: Some(1), cases: 0, clues: 1, houses: 0, links: 0, complete: true, connected: true };
    assert_eq!(size, wanted);
    assert!(size.is_core() && size.is_short() && size.facts() == 1);
}

#[test]
fn an_assumption_is_a_case_and_names_the_house_that_its_digits_act_in() {
    let model = model();
    let mut state = State::start(&model);
    // r1c2 and r1c3 hold 1 or 2.
    for gone in [at(1, 2, 3), at(1, 2, 4), at(1, 3, 3), at(1, 3, 4)] {
        state.eliminate(gone);
    }
    let cell = |column: u16| group(&model, GroupKind::Cell(Cell(column - 1)));
    let then = step([Reason::Group { group: cell(2), live: vec![at(1, 2, 2)] }]).place(at(1, 2, 2));
    let clash = Some(Box::new(Reason::Group { group: cell(3), live: Vec::new() }));
    let assume = Reason::Assume { candidate: at(1, 1, 1), steps: vec![then], clash };
    let step = step([assume]).remove([at(1, 1, 1)]);
    assert_eq!(proof::verify(&model, &state, &step), Ok(()));
    let size = step.size(&model, &state);
    let wanted =
        Size { inferences: Some(2), cases: 1, clues: 0, houses: 1, links: 0, complete: true, connected: false };
    assert_eq!(size, wanted);
    assert!(size.is_short() && !size.is_core());
}

#[test]
fn what_is_not_listed_is_not_for_people() {
    let model = model();
    let assumed = [Assumption { candidate: at(1, 1, 1), within: 1 }, Assumption { candidate: at(1, 2, 1), within: 0 }];
    let step = step([Reason::Outline { assumed: assumed.into() }]).remove([at(1, 1, 1)]);
    let size = step.size(&model, &State::start(&model));
    assert_eq!((size.inferences, size.cases, size.complete), (None, 2, false));
    assert!(!size.is_for_people());
}

#[test]
fn a_house_counts_only_where_it_took_what_is_gone() {
    let model = model();
    let mut state = State::start(&model);
    state.eliminate(at(2, 1, 2));
    let absent = vec![at(1, 1, 2), at(1, 1, 3), at(1, 1, 4)];
    let list = [at(2, 1, 1), at(2, 1, 3), at(2, 1, 4)];
    let gone = |gone| Reason::Constraint {
        constraint: ConstraintId(0),
        absent: absent.clone(),
        holds: vec![gone],
        fails: Vec::new(),
    };
    // Column 1 and box 1 would also remove the 1 from r2c1; here the sum removes it.
    let then = step(list.map(gone)).remove(list);
    let cell = group(&model, GroupKind::Cell(Cell(4)));
    let clash = Some(Box::new(Reason::Group { group: cell, live: Vec::new() }));
    let step = step([Reason::Assume { candidate: at(1, 1, 1), steps: vec![then], clash }]).remove([at(1, 1, 1)]);
    assert_eq!(proof::verify(&model, &state, &step), Ok(()));
    let wanted = Size { inferences: Some(2), cases: 1, clues: 1, houses: 0, links: 0, complete: true, connected: true };
    assert_eq!(step.size(&model, &state), wanted);
}
