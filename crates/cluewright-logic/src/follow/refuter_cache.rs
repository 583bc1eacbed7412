//! What a [`Refuter`] has told, kept from step to step: what is refuted stays refuted while candidates go, and where a
//! candidate leads is followed further only when the board has lost something that was still there.

use crate::board::bits::Bits;
use crate::board::oracle::Refuter;
use crate::board::space::Space;
use crate::board::view::View;
use crate::step::found::Found;
use cluewright_core::ValueSet;
use std::cell::RefCell;
use std::rc::Rc;

/// Work of asking what a candidate leads to, whether it is remembered or not.
const ASKING: u64 = 500;
/// Most memory for what candidates lead to, in bytes.
const MOST_LEFT: usize = 64 << 20;

/// See the file's first lines.
#[derive(Debug)]
pub(crate) struct RefuterCache {
    /// Candidates that propagation refutes.
    alone: Bits,
    /// By candidate: what it left of the board that was last asked about.
    left: Vec<Option<Bits>>,
    keeps: bool,
    /// The same by cell, as it is told.
    sets: Vec<ValueSet>,
}

impl RefuterCache {
    pub(crate) fn new(space: &Space) -> Self {
        let room = space.capacity();
        Self { alone: Bits::new(room), left: vec![None; room], keeps: room * room / 8 <= MOST_LEFT, sets: Vec::new() }
    }

    /// May a candidate be refuted by what it leads to alone? Without anybody to ask, it may.
    pub(crate) fn may_fall(&mut self, view: &View, id: u32, found: &mut Found) -> bool {
        let Some(refuter) = view.refuter() else { return true };
        found.spend(ASKING);
        if !self.alone.has(id) {
            let left = self.follow(refuter, view, id, found);
            self.left[id as usize] = left.filter(|_| self.keeps);
        }
        self.alone.has(id)
    }

    /// Does something go, that is not refuted `alone`, whichever of these candidates is true? No when one of them is
    /// refuted itself: then others have to go first.
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

    /// What is left of the board when a candidate is true. None after a contradiction, or when it was not told.
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
            // Told to stop: the caller is to see it.
            found.poll();
        }
        (fine == Some(true)).then(|| space.bits_of(&self.sets))
    }
}

/// What the refuter has told in this walk.
pub(crate) fn refuter_cache(view: &View) -> Rc<RefCell<RefuterCache>> {
    view.memory().of(0, || RefCell::new(RefuterCache::new(view.space())))
}
