//! What does not fit at the end of a path that leads nowhere: a cell without a value, a house without a place for one, two
//! values that cannot both be, a clue that cannot hold.

use crate::compiled::Compiled;
use cluewright_core::model::GroupKind;
use cluewright_core::{Candidate, Constraint};
use cluewright_logic::State;

/// The first thing that does not fit in a position: part of a sentence, with `is` or `would be` for its verb.
pub(crate) fn nothing_fits(compiled: &Compiled, state: &State, be: &str) -> Option<String> {
    let model = compiled.model();
    if let Some(origin) = model.impossible() {
        return Some(format!("{} can never hold", model.origin_text(origin)));
    }
    let gone = |c: &Candidate| !state.board.has(*c);
    let empty = model.network().groups().iter().find(|group| group.candidates.iter().all(gone));
    if let Some(group) = empty {
        return Some(match group.kind {
            GroupKind::Cell(cell) => format!("nothing {be} left for {}", model.cell_name(cell)),
            GroupKind::House(set, value) => {
                let value = model.value_name(Candidate::new(model.set(set).cells[0], value));
                format!("there {be} no place left for {value} in {}", model.set_name(set))
            }
            GroupKind::Posted(i) => {
                let origin = model.posted_groups()[i as usize].origin;
                format!("nothing {be} left for {}", model.origin_text(origin))
            }
        });
    }
    let network = model.network();
    for cell in model.answer_cells() {
        let Some(x) = state.board.fixed(cell).map(|v| Candidate::new(cell, v)) else { continue };
        for near in network.neighbours(cell) {
            let y = state.board.fixed(near.cell).map(|v| Candidate::new(near.cell, v));
            if let Some(y) = y.filter(|y| network.sees(x, *y)) {
                let name = |c: Candidate| format!("{} in {}", model.value_name(c), model.cell_name(c.cell));
                return Some(format!("{} and {} cannot both be", name(x), name(y)));
            }
        }
    }
    let mut trial = state.board.clone();
    let fails = model.constraints().iter().find(|posted| {
        trial.copy_from(&state.board);
        posted.kind.propagate(&mut trial).is_err()
    });
    fails.map(|posted| format!("{} cannot hold", model.origin_text(posted.origin)))
}
