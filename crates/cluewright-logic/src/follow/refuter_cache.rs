//! A cache of a [`Refuter`]'s answers that is kept from step to step: refuted candidates stay refuted while candidates are removed,
//! and the consequences of a candidate are recomputed only if the board has since lost a candidate that these consequences had
//! left.

use crate::board::bits::Bits;
use crate::board::oracle::Refuter;
use crate::board::space::Space;
use crate::board::view::View;
use crate::step::found::Found;
use cluewright_core::ValueSet;
use std::cell::RefCell;
use std::rc::Rc;

/// The work charged for a query about a candidate's consequences, whether or not the answer is cached.
const ASKING: u64 = 500;
/// The maximum memory for the consequences of candidates, in bytes.
const MOST_LEFT: usize = 64 << 20;

/// Caches the answers of a [`Refuter`]; see the module documentation.
#[derive(Debug)]
pub(crate) struct RefuterCache {
    /// Candidates that propagation alone refutes.
    alone: Bits,
    /// For each candidate, the candidates that were left on the board in the last query about its consequences.
    left: Vec<Option<Bits>>,
    keeps: bool,
    /// A buffer for one answer in the refuter's format: a set of values for each cell.
    sets: Vec<ValueSet>,
}

impl RefuterCache {
    pub(crate) fn new(space: &Space) -> Self {
        let room = space.capacity();
        Self { alone: Bits::new(room), left: vec![None; room], keeps: room * room / 8 <= MOST_LEFT, sets: Vec::new() }
    }

    /// Whether a candidate may be refuted by propagation alone. True if there is no refuter.
    pub(crate) fn may_fall(&mut self, view: &View, id: u32, found: &mut Found) -> bool {
        let Some(refuter) = view.refuter() else { return true };
        found.spend(ASKING);
        if !self.alone.has(id) {
            let left = self.follow(refuter, view, id, found);
            self.left[id as usize] = left.filter(|_| self.keeps);
        }
        self.alone.has(id)
    }

    /// Whether some candidate outside `alone` is removed no matter which of `these` is true. Also false if one of `these` is itself
    /// refuted: that candidate has to be removed first.
    pub(crate) fn agree(
        &mut self,
        refuter: &dyn Refuter,
        view: &View,
        these: &[u32],
        alone: &Bits,
        found: &mut Found,
    ) -> bool {
        let mut common = view.live().clone();
        common.minus(alone);
        for &id in these {
            if found.is_full() || self.alone.has(id) {
                return false;
            }
            found.spend(ASKING);
            let Some(left) = self.follow(refuter, view, id, found) else { return false };
            common.minus(&left);
            self.left[id as usize] = Some(left).filter(|_| self.keeps);
        }
        !common.is_empty()
    }

    /// The candidates left on the board if this candidate is true. `None` if it leads to a contradiction, or if the refuter gave no
    /// answer.
    fn follow(&mut self, refuter: &dyn Refuter, view: &View, id: u32, found: &mut Found) -> Option<Bits> {
        let space = view.space();
        let kept = self.left[id as usize].take();
        self.sets.clear();
        if let Some(kept) = kept {
            if kept.within(view.live()) {
                return Some(kept);
            }
            space.sets_of(&kept, &mut self.sets);
        }
        let fine = refuter.follow(view.board(), space.candidate(id), &mut self.sets);
        if fine == Some(false) {
            self.alone.insert(id);
        }
        if fine.is_none() {
            // The refuter was stopped: poll the stop signal so that `found` is stopped as well.
            found.poll();
        }
        (fine == Some(true)).then(|| space.bits_of(&self.sets))
    }
}

/// The cached answers of the refuter in this walk.
pub(crate) fn refuter_cache(view: &View) -> Rc<RefCell<RefuterCache>> {
    view.memory().of(0, || RefCell::new(RefuterCache::new(view.space())))
}
