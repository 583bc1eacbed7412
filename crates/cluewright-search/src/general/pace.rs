//! Defines when a search restarts, and when it uses the mechanisms for long searches.

/// The schedule of a search: when it restarts, and when it uses the mechanisms for long searches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// The number of failures before the first restart, at which candidates of the root are tried. Each later restart waits twice
    /// as long.
    pub(super) first: u64,
    /// The minimum number of failures between restarts once all candidates of the root have been tried.
    pub(super) later: u64,
    /// The maximum work for trying candidates of the root, as a multiple of the search's work since they were last tried. If this
    /// work is limited, the candidates of the most promising cells come first. `None`: no limit.
    pub(super) work: Option<u64>,
    /// The number of failures after which the longer derived sums are added; at most `long`.
    pub(super) deeper: u64,
    /// The number of failures after which cages are examined exactly, and branches may be about combinations of cages.
    pub(super) long: u64,
    /// The minimum number of failures between restarts once branching uses combinations.
    pub(super) last: u64,
}

/// On 77 hard puzzles, trying the root's candidates with limited work after 100 failures, instead of trying all of them after
/// 2,000 failures, saves 15 % of the nodes for the same amount of work, and nine tenths of the nodes on some puzzles. Waiting for
/// 50 failures takes fewer nodes but more work; waiting for 150 to 300 takes 4 % more work. Limits of 2, 3 and 4 times the
/// search's work differ by less than 2 %.
pub(super) const USUAL: Pace = Pace { first: 100, later: 2_000, work: Some(3), deeper: 28, long: 2_000, last: 2_000 };
/// In grids where branches may be about combinations of cages, a long search waits for such branches; once they are made, the
/// learned weights are worth more than a restart. Measured on seven of the hardest killers, each solved four to six times with
/// weights randomly changed by 3 %: such branches after 500 failures instead of 2,000 take 5 % less work (after 200 or 300, the
/// same within 2 %); making no restarts after that takes another 8 % less; a restart every 5,000 to 20,000 failures takes 4 to 26
/// % more.
pub(super) const WITH_CAGES: Pace = Pace { long: 500, last: 100_000, ..USUAL };
/// With unknown regions each failure costs more, and trying every candidate of the root yields much information: three such
/// puzzles took 8,337 nodes without trying candidates, and 170 with it. On fifteen such puzzles, 40 failures and 5 times the
/// search's work take a tenth less time than 20 failures and all candidates at once; 60 failures take a fifth more.
pub(super) const WITH_REGIONS: Pace = Pace { first: 40, later: 40, work: Some(5), ..USUAL };
