//! What a [`Refuter`] has told, kept from step to step: what is refuted stays refuted while candidates go.

use crate::bits::Bits;
use crate::oracle::Refuter;
use crate::space::Space;
use crate::step::Assumption;
use crate::technique::Found;
use crate::view::View;
use cluewright_core::{Candidate, Cell, ValueSet};
use std::collections::BTreeMap;

/// Most assumptions kept: 64 MB of them.
const MOST_KEPT: usize = 1 << 23;

/// See the file's first lines.
#[derive(Debug)]
pub(crate) struct Told {
    /// Candidates that propagation refutes.
    alone: Bits,
    /// Contradictions that others lead to.
    proofs: BTreeMap<u32, Vec<Assumption>>,
    kept: usize,
    /// Candidates that were not refuted: by how many assumptions, and how many candidates the board had.
    failed: BTreeMap<u32, (u32, usize)>,
    left: Vec<ValueSet>,
}

impl Told {
    pub(crate) fn new(space: &Space) -> Self {
        Self {
            alone: Bits::new(space.room()),
            proofs: BTreeMap::new(),
            kept: 0,
            failed: BTreeMap::new(),
            left: Vec::new(),
        }
    }

    /// May a candidate be refuted by what it leads to alone? Without anybody to ask, it may.
    pub(crate) fn may_fall(&mut self, view: &View, id: u32, found: &mut Found) -> bool {
        view.refuter().is_none_or(|refuter| self.alone.has(id) || !self.follow(refuter, view, id, found))
    }

    /// What is gone when a candidate is true: all that propagation removes. None when it is refuted.
    pub(crate) fn gone(&mut self, refuter: &dyn Refuter, view: &View, id: u32, found: &mut Found) -> Option<Bits> {
        if self.alone.has(id) || !self.follow(refuter, view, id, found) {
            return None;
        }
        let space = view.space();
        let mut gone = Bits::new(space.room());
        for (c, left) in self.left.iter().enumerate() {
            let cell = Cell(c as u16);
            for v in view.values(cell).minus(*left) {
                gone.insert(space.id(Candidate::new(cell, v)));
            }
        }
        Some(gone)
    }

    /// The candidates known to be refuted by what they lead to alone.
    pub(crate) fn alone(&self) -> &Bits {
        &self.alone
    }

    /// Does it not end in a contradiction? What is left is in `left` then. When nothing was told it does not.
    fn follow(&mut self, refuter: &dyn Refuter, view: &View, id: u32, found: &mut Found) -> bool {
        let before = refuter.work();
        let fine = refuter.follow(view.board(), view.space().candidate(id), &mut self.left);
        if fine == Some(false) {
            self.alone.insert(id);
        }
        // Told to stop: whoever asked is to see it.
        found.spend(refuter.work() - before + if fine.is_none() { 1 << 16 } else { 1 });
        fine != Some(false)
    }

    /// Is another attempt of at most `most` assumptions worth the work? Not where one has failed and the board is nearly
    /// the same: less than a tenth of the candidates has gone.
    pub(crate) fn is_worth(&self, view: &View, id: u32, most: u32) -> bool {
        let same = |&(tried, open): &(u32, usize)| tried >= most && view.live().len() * 10 > open * 9;
        !self.failed.get(&id).is_some_and(same)
    }

    /// A contradiction of at most `most` assumptions that a candidate leads to, if one is known or found.
    pub(crate) fn proof(
        &mut self,
        refuter: &dyn Refuter,
        view: &View,
        id: u32,
        most: u32,
        found: &mut Found,
    ) -> Option<&[Assumption]> {
        if !self.proofs.contains_key(&id) {
            let before = refuter.work();
            let proof = refuter.refute(view.board(), view.space().candidate(id), most);
            found.spend(refuter.work() - before + 1);
            let Some(proof) = proof else {
                self.failed.insert(id, (most, view.live().len()));
                return None;
            };
            if self.kept + proof.len() > MOST_KEPT {
                self.proofs.clear();
                self.kept = 0;
            }
            self.kept += proof.len();
            self.proofs.insert(id, proof);
        }
        self.proofs.get(&id).map(Vec::as_slice).filter(|p| p.len() <= most as usize)
    }
}
