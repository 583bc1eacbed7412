//! Restarts a search with the weights that it has learned, and tests the candidates of the root one by one if the search turns
//! out to be long.

use super::General;
use crate::answer::{Limits, Stopped};
use crate::bits::Ones;
use crate::switches::Mechanism;

impl General<'_> {
    /// Tests candidates of the root and removes those that fail; false if nothing is left. Ends after its share of work
    /// ([`Pace::work`]); the next call continues with the remaining candidates.
    fn probe(&mut self, limits: &Limits<'_>) -> bool {
        let mut root = std::mem::take(&mut self.root);
        if self.unprobed.is_empty() {
            self.unprobed.extend((0..root.len() as u32).rev().filter(|&c| !root[c as usize].is_power_of_two()));
        }
        let mut cells = std::mem::take(&mut self.unprobed);
        let begun = self.state.stats.propagations;
        let mut most = u64::MAX;
        if let Some(work) = self.pace.work {
            most = begun + (begun - self.search_from) * work;
            let score = |c: &u32| self.branching.merit(*c as usize, root[*c as usize]);
            cells.sort_by(|a, b| score(a).total_cmp(&score(b)).then(b.cmp(a)));
        }
        self.state.load(&root);
        self.state.save(&mut self.saved, 0);
        let mut fine = Ok(true);
        while fine == Ok(true)
            && self.state.stats.propagations <= most
            && let Some(cell) = cells.pop()
        {
            fine = self.probe_cell(cell as usize, &mut root, u64::MAX, limits, |_| ());
        }
        self.search_from = self.state.stats.propagations;
        // After a stop signal, the results so far remain valid; the search notices the signal at its next poll.
        self.probed = cells.is_empty();
        self.unprobed = cells;
        self.root = root;
        fine != Ok(false)
    }

    /// Tests the candidates of one cell, and calls `failed` with each value that fails; false if nothing is left. Ends early once
    /// the statistics show more than `most` propagations. The root must be saved at depth 0.
    pub(super) fn probe_cell(
        &mut self,
        cell: usize,
        root: &mut [u64],
        most: u64,
        limits: &Limits<'_>,
        mut failed: impl FnMut(usize),
    ) -> Result<bool, Stopped> {
        for value in Ones(root[cell]) {
            if self.state.stats.propagations > most || root[cell].is_power_of_two() {
                break;
            }
            let bit = 1 << value;
            if root[cell] & bit == 0 {
                continue;
            }
            self.state.restore(&self.saved, 0);
            if self.keep(cell, bit, limits)? {
                continue;
            }
            failed(value);
            self.state.restore(&self.saved, 0);
            if !self.keep(cell, !bit, limits)? {
                return Ok(false);
            }
            self.state.save(&mut self.saved, 0);
            root.copy_from_slice(&self.state.dom);
        }
        Ok(true)
    }

    /// Switches on stronger but more expensive methods once the search is long enough for them.
    pub(super) fn widen(&mut self) {
        if self.fails >= self.pace.long {
            self.state.exactly |= self.switches.has(Mechanism::CageAssignments);
            self.branching.use_combinations(&self.state.net);
        }
    }

    /// Restarts a search that has not found a solution yet, keeping the weights that it has learned. Returns false if nothing is
    /// left.
    pub(super) fn restart(&mut self, limits: &Limits<'_>) -> bool {
        self.frames.clear();
        self.done = 0.0;
        self.here = 1.0;
        self.widen();
        if !self.probed && (!self.branching.is_random() || self.restart_gap > self.pace.later) && !self.probe(limits) {
            return false;
        }
        self.restart_gap = self.restart_gap.saturating_mul(2);
        if self.probed && !self.branching.is_random() {
            self.restart_gap = self.restart_gap.max(self.pace.later);
        }
        if self.branching.by_combination {
            self.restart_gap = self.restart_gap.max(self.pace.last);
        }
        self.restart_at = self.fails.saturating_add(self.restart_gap);
        if self.branching.has_cages() && self.fails < self.pace.long {
            // Methods that are switched on only in a long search begin with a restart.
            self.restart_at = self.restart_at.min(self.pace.long);
        }
        self.state.load(&self.root);
        true
    }
}
