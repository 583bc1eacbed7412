//! Adds longer derived sums to searches that turn out not to be short. Most puzzles are solved before compiling these sums would
//! pay off.
//!
//! The sums are added after 28 failures, and the search begins again with what it has learned about where to branch. Measured on
//! the 71 puzzles with such sums in a collection of 276, each solved seven times with weights randomly changed by 3 %: small
//! puzzles take 10 to 17 % less work than with all sums from the start. If the first restart comes 300 failures later, not 100,
//! medium puzzles take 3 to 6 % less work and large ones 4 to 8 % less. Adding the sums after 16 to 48 failures gives the same
//! results within 3 %; adding them during the search, without beginning again, takes 3 to 8 % more work. Beginning with sums of
//! up to three terms takes 6 % more on medium puzzles. Using up to six terms later in grids of cages, too, takes 6 % more time on
//! the hardest killers, and using up to seven or eight terms takes 7 to 30 % more.

use super::{General, Phase, compile, derive, derived};
use crate::poll::{Poll, Stop};

/// After deepening, the first restart comes after this many times as many failures as at the beginning of a search.
const WAIT: u64 = 3;

impl General<'_> {
    /// Returns to the shorter sums, with which every search begins.
    pub(super) fn shorten(&mut self) {
        if self.deeper.now {
            self.swap();
        }
    }

    /// Gives the search all derived sums. Restarts the search, unless a solution is already known; in that case the search
    /// continues with the new sums. False if stopped while the sums were being made; then nothing has changed, and the call may
    /// be repeated.
    pub(super) fn deepen(&mut self, stop: Stop<'_>) -> bool {
        let deeper = &mut self.deeper;
        if deeper.longer && deeper.other.is_none() {
            let (model, domains, switches) = (self.state.model, &self.compiled_for, self.switches);
            let cages = self.branching.has_cages();
            let most = if cages { derive::TERMS_WITH_CAGES } else { derive::MOST_TERMS };
            let mut poll = Poll::new(stop);
            let Some(all) = derived(model, domains, switches, most, &mut poll) else { return false };
            let longer = all.0.len() > deeper.sums;
            if longer {
                let Some(state) = compile(model, domains, switches, all, &mut poll) else { return false };
                deeper.other = Some(state);
            }
            deeper.longer = longer;
        }
        self.deepen_at = u64::MAX;
        let deeper = &mut self.deeper;
        if !deeper.longer || deeper.now {
            return true;
        }
        let learned = self.branching.learned(&self.state.net);
        self.swap();
        self.branching.go_on(&self.state.net, &learned);
        self.restart_at = self.fails.saturating_add(self.restart_gap.saturating_mul(WAIT));
        if self.found_any {
            self.lay_again();
        } else {
            self.frames.clear();
            (self.done, self.here) = (0.0, 1.0);
            self.phase = Phase::Fresh;
        }
        true
    }

    /// Converts the saved frames of the other state to frames of this state. At this point, no branch is about combinations yet.
    fn lay_again(&mut self) {
        let Some(other) = &mut self.deeper.other else { return };
        let saved = std::mem::take(&mut self.saved);
        for depth in 0..self.frames.len() {
            other.restore(&saved, depth);
            self.state.load(&other.dom);
            self.state.save(&mut self.saved, depth);
        }
    }

    /// Switches to the other state and adds up the statistics. (The model's cages have the same numbers in both states. The
    /// unknown regions move along, because their labels were chosen only once.)
    fn swap(&mut self) {
        let Some(other) = &mut self.deeper.other else { return };
        std::mem::swap(&mut self.state, other);
        self.deeper.now = !self.deeper.now;
        std::mem::swap(&mut self.state.net.tools.unknown_regions, &mut other.net.tools.unknown_regions);
        self.state.stats.add(&other.stats);
        other.stats.reset();
        (self.state.exactly, self.state.last_value) = (other.exactly, other.last_value);
    }
}
