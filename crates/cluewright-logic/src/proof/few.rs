//! Is there no way with what is assumed? Of a small model, by going through it.

use super::budget::Budget;
use super::replay::Replay;
use crate::board::oracle::Assumption;
use cluewright_core::{Board, Model};
use std::cell::Cell;

/// Work until `spend` is asked.
const POLL: u64 = 20_000;

/// Does what is assumed on this board end in a contradiction by what the model says? `spend` is asked for work as it is
/// done; false when that is refused.
pub(crate) fn impossible(
    model: &Model,
    board: &Board,
    assumed: &[Assumption],
    spend: &mut dyn FnMut(u64) -> bool,
) -> bool {
    let spend = std::cell::RefCell::new(spend);
    let over = Cell::new(false);
    let stop = || {
        over.set(over.get() || !(spend.borrow_mut())(POLL));
        over.get()
    };
    Replay::new(model).refute(board, assumed, &mut Budget::new(u64::MAX, Some(&stop))).is_ok()
}
