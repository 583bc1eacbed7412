//! The consequences of one constraint: candidates that the constraint refutes, and strong sets. Both are found by assuming a
//! candidate (or removing several) and propagating the constraint alone, together with the sets and links among its own cells.
//!
//! The results depend only on the candidates of the constraint's cells, so the results are cached until those candidates change.

use crate::board::space::Space;
use crate::board::view::View;
use crate::follow::closure::show;
use crate::step::Reason;
use crate::step::found::Found;
use crate::step::premises::clue_reason;
use cluewright_core::model::ConstraintId;
use cluewright_core::{Board, Candidate, Cell, Conflict, Constraint, SortedMap, ValueSet};
use std::cell::RefCell;
use std::rc::Rc;

/// Constraints with more open cells than this are not examined, because people do not reason about such large constraints.
pub(crate) const MOST_OPEN: usize = 10;

/// The consequences of one constraint on a given board. Candidates are identified by their dense numbers.
#[derive(Default, Debug)]
pub(crate) struct Consequences {
    /// The candidates that the constraint refutes by itself.
    pub(crate) refuted: Vec<u32>,
    /// Strong sets: each lists two or more places of one value, and the constraint requires the value in at least one of these
    /// places.
    pub(crate) sets: Vec<Vec<u32>>,
    /// The work it took to compute these consequences.
    work: u64,
}

/// For each constraint, a fingerprint of the candidates of its cells when it was last examined, and the result.
#[derive(Default)]
struct Observed(RefCell<SortedMap<u32, (u64, Rc<Consequences>)>>);

/// Propagates one constraint together with the sets and links among its cells, until nothing more follows.
pub(crate) fn alone(space: &Space, id: ConstraintId, board: &mut Board) -> Result<(), Conflict> {
    let kind = space.kind(id);
    let network = space.network();
    let fixed = |board: &Board| kind.cells().iter().filter(|&&c| board.fixed(c).is_some()).count();
    loop {
        // Links come first: propagating links is cheap and leaves less work for the constraint.
        let mut before;
        loop {
            before = fixed(board);
            for &c in kind.cells() {
                let Some(value) = board.fixed(c) else { continue };
                for &d in kind.cells() {
                    let gone = if c == d { ValueSet::EMPTY } else { network.forbidden(Candidate::new(c, value), d) };
                    if board.values(d).intersects(gone) {
                        board.drop_values(d, gone)?;
                    }
                }
            }
            if fixed(board) == before {
                break;
            }
        }
        kind.propagate(board)?;
        if fixed(board) == before {
            return Ok(());
        }
    }
}

/// Whether the constraint alone rules out that all candidates of `holds` are true and all candidates of `fails` are false.
fn refutes(space: &Space, id: ConstraintId, board: &Board, about: [&[Candidate]; 2], trial: &mut Board) -> bool {
    let [holds, fails] = about;
    show(space.kind(id), board, trial);
    holds.iter().any(|h| trial.fix(h.cell, h.value).is_err())
        || fails.iter().any(|f| trial.remove(f.cell, f.value).is_err())
        || alone(space, id, trial).is_err()
}

/// The reason why the candidates of `holds` cannot all be true while all candidates of `fails` are false. The reason's set of
/// absent candidates is made as small as can be done cheaply. `None` if the constraint alone does not rule this out.
pub(crate) fn forbidding(
    space: &Space,
    id: ConstraintId,
    board: &Board,
    holds: Vec<Candidate>,
    fails: Vec<Candidate>,
) -> Option<Reason> {
    let (mut board, mut trial) = (board.clone(), board.clone());
    let mut refutes = |board: &Board| refutes(space, id, board, [&holds, &fails], &mut trial);
    if !refutes(&board) {
        return None;
    }
    let mut kept: Vec<Cell> = Vec::new();
    for &cell in space.kind(id).cells() {
        let all = space.blank().values(cell);
        if holds.iter().any(|h| h.cell == cell) || all.is_subset(board.values(cell)) {
            continue;
        }
        let before = board.values(cell);
        board.restore(cell, all);
        if !refutes(&board) {
            board.set_values(cell, before);
            kept.push(cell);
        }
    }
    let mut absent = Vec::new();
    for cell in kept {
        for value in space.blank().values(cell).minus(board.values(cell)) {
            let before = board.values(cell);
            board.restore(cell, ValueSet::of(value));
            if !refutes(&board) {
                board.set_values(cell, before);
                absent.push(Candidate::new(cell, value));
            }
        }
    }
    Some(clue_reason(space, id, absent, holds, fails))
}

/// The consequences of one constraint; a cached result is used if the candidates of the constraint's cells have not changed. `None`
/// if the work budget ran out.
pub(crate) fn consequences(view: &View, id: ConstraintId, found: &mut Found) -> Option<Rc<Consequences>> {
    let space = view.space();
    let print = space.fingerprint(id, view.board());
    let observed = view.memory().of(0, Observed::default);
    let kept = observed.0.borrow().get(&id.0).filter(|k| k.0 == print).map(|k| Rc::clone(&k.1));
    if let Some(kept) = kept {
        // Charge the same work as if the result were computed again.
        return (!found.spend(kept.work)).then_some(kept);
    }
    let cells = open_cells(view, id);
    let before = found.work_left();
    let mut made = if (2..=MOST_OPEN).contains(&cells.len()) {
        observe(view, id, &cells, found)?
    } else {
        Consequences::default()
    };
    made.work = before - found.work_left();
    let made = Rc::new(made);
    observed.0.borrow_mut().insert(id.0, (print, Rc::clone(&made)));
    Some(made)
}

/// The cells of a constraint that have more than one candidate.
fn open_cells(view: &View, id: ConstraintId) -> Vec<Cell> {
    view.space().kind(id).cells().iter().copied().filter(|&c| view.values(c).len() > 1).collect()
}

fn observe(view: &View, id: ConstraintId, open: &[Cell], found: &mut Found) -> Option<Consequences> {
    let space = view.space();
    let kind = space.kind(id);
    let price = 25 * kind.cells().len() as u64;
    let mut scratch = view.board().clone();
    let mut out = Consequences::default();
    for &cell in open {
        let values = view.values(cell);
        for value in values {
            if found.spend(price) {
                return None;
            }
            let x = space.id(Candidate::new(cell, value));
            scratch.copy_from(view.board());
            if scratch.fix(cell, value).is_err() || alone(space, id, &mut scratch).is_err() {
                out.refuted.push(x);
            }
        }
    }
    let first = view.board().first(open[0]);
    if open.iter().all(|&c| view.board().first(c) == first) {
        let values = open.iter().fold(ValueSet::EMPTY, |all, &c| all | view.values(c));
        for value in values {
            let places = view.places(open, value);
            // If one of the constraint's cells already holds the value, its other places form no strong set.
            let there = kind.cells().iter().any(|&c| view.board().fixed(c) == Some(value));
            if places.len() < 2 || there {
                continue;
            }
            if found.spend(price) {
                return None;
            }
            scratch.copy_from(view.board());
            let mut left = Ok(());
            for &p in &places {
                let c = space.candidate(p);
                left = left.and(scratch.remove(c.cell, c.value));
            }
            // If the removals leave a cell without values, the strong set follows from the cell alone and is not a consequence of
            // the constraint.
            if left.is_ok() && alone(space, id, &mut scratch).is_err() {
                out.sets.push(places);
            }
        }
    }
    Some(out)
}
