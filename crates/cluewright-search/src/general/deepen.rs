//! Longer derived sums for searches that turn out not to be short: most puzzles are solved before these have paid for
//! being compiled.
//!
//! They come after 28 failures, and the search begins again with what it has learned of where to branch. Of the 71 puzzles
//! with such sums in a collection of 276, with weights shaken by 3 % seven times each, small ones take 10 to 17 % less work
//! than with all sums at once; with the first restart 300 failures later, not 100, middling ones take 3 to 6 % less and large
//! ones 4 to 8 %. After 16 to 48 failures: the same within 3 %. In the midst of the search, without beginning again: 3 to 8 %
//! more. Sums of up to three terms at first: 6 % more on middling ones. In grids of cages, too, up to six terms later: 6 %
//! more time on the hardest killers; up to seven or eight: 7 to 30 %.

use super::{General, Phase, compile, derive, derived};
use crate::poll::{Poll, Stop};

/// The factor by which the first restart comes later after deepening than from the beginning of a search.
const WAIT: u64 = 3;

impl General<'_> {
    /// Resets to the shorter sums, with which every search begins.
    pub(super) fn shorten(&mut self) {
        if self.deeper.now {
            self.swap();
        }
    }

    /// Gives the search all derived sums. It is restarted, unless a solution is known; then it continues with them. False if
    /// stopped while the sums were being made; nothing has then changed, and the call may be repeated.
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

    /// Converts the frames of the other state to this one. No branch is about combinations yet.
    fn lay_again(&mut self) {
        let Some(other) = &mut self.deeper.other else { return };
        let saved = std::mem::take(&mut self.saved);
        for depth in 0..self.frames.len() {
            other.restore(&saved, depth);
            self.state.load(&other.dom);
            self.state.save(&mut self.saved, depth);
        }
    }

    /// Switches to the other state, with the statistics so far. (Cages of the model have the same number in both; names for
    /// unknown regions were chosen once.)
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
