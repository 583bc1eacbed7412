//! A memo of clues and groups in which a search found nothing, with fingerprints of their domains. While the
//! fingerprint of a clue or group is unchanged, searching there again would find nothing.

use crate::board::view::View;
use std::cell::RefCell;
use std::rc::Rc;

/// Whether a memo is about clues or about groups.
#[derive(Clone, Copy)]
pub(crate) enum Of {
    Clues,
    Groups,
}

/// For each clue or group, the fingerprint with which the search found nothing; 0 if there is no such record.
pub(crate) struct Quiet(RefCell<Vec<u64>>);

impl Quiet {
    /// The memo for this run of the solver, with `count` clues or groups.
    pub(crate) fn of(view: &View, what: Of, count: usize) -> Rc<Self> {
        view.memory().of(what as usize, || Self(RefCell::new(vec![0; count])))
    }

    /// Whether the memo records that nothing was found with this fingerprint.
    pub(crate) fn has(&self, at: u32, print: u64) -> bool {
        self.0.borrow()[at as usize] == print
    }

    /// Records that nothing was found with this fingerprint.
    pub(crate) fn insert(&self, at: u32, print: u64) {
        self.0.borrow_mut()[at as usize] = print;
    }
}
