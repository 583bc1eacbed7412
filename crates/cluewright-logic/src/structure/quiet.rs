//! A memo of clues and groups in which nothing was found, with a fingerprint of their domains. While the fingerprint is
//! unchanged, another search there would find nothing.

use crate::board::view::View;
use std::cell::RefCell;
use std::rc::Rc;

/// What a memo is about.
#[derive(Clone, Copy)]
pub(crate) enum Of {
    Clues,
    Groups,
}

/// For each clue or group, the fingerprint with which nothing was found; 0 if there is none.
pub(crate) struct Quiet(RefCell<Vec<u64>>);

impl Quiet {
    /// The memo of this run of the solver, for `count` clues or groups.
    pub(crate) fn of(view: &View, what: Of, count: usize) -> Rc<Self> {
        view.memory().of(what as usize, || Self(RefCell::new(vec![0; count])))
    }

    /// Whether nothing was found with this fingerprint.
    pub(crate) fn has(&self, at: u32, print: u64) -> bool {
        self.0.borrow()[at as usize] == print
    }

    /// Records that nothing was found with this fingerprint.
    pub(crate) fn insert(&self, at: u32, print: u64) {
        self.0.borrow_mut()[at as usize] = print;
    }
}
