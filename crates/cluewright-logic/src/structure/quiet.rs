//! A memo of clues and groups in which nothing was found, with a fingerprint of their domains: while these are the same, nothing
//! will be found there.

use crate::board::view::View;
use std::cell::RefCell;
use std::rc::Rc;

/// The kind of memo.
#[derive(Clone, Copy)]
pub(crate) enum Of {
    Clues,
    Groups,
}

/// By number of the clue or group: the fingerprint, 0 for none.
pub(crate) struct Quiet(RefCell<Vec<u64>>);

impl Quiet {
    /// The memo of this walk, for `count` clues or groups.
    pub(crate) fn of(view: &View, what: Of, count: usize) -> Rc<Self> {
        view.memory().of(what as usize, || Self(RefCell::new(vec![0; count])))
    }

    /// Whether nothing was found with this fingerprint.
    pub(crate) fn has(&self, at: u32, print: u64) -> bool {
        self.0.borrow()[at as usize] == print
    }

    /// Nothing is found with this fingerprint.
    pub(crate) fn insert(&self, at: u32, print: u64) {
        self.0.borrow_mut()[at as usize] = print;
    }
}
