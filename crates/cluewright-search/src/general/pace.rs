//! Defines when a search restarts, and when it uses the mechanisms for long searches.

/// The schedule of a search: when it restarts, and when it uses the mechanisms for long searches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// The number of failures before the first restart, when candidates of the root are tried; each later one waits twice as
    /// long.
    pub(super) first: u64,
    /// The minimum number of failures between restarts once all of them were tried.
    pub(super) later: u64,
    /// The maximum work for trying them, as a multiple of the search's work since the last time; if it is limited, those of the
    /// most promising cells come first. `None`: no limit.
    pub(super) work: Option<u64>,
    /// The number of failures after which the longer derived sums are added; at most `long`.
    pub(super) deeper: u64,
    /// The number of failures after which cages are examined exactly and branches may be about their combinations.
    pub(super) long: u64,
    /// The minimum number of failures between restarts once branching uses combinations.
    pub(super) last: u64,
}

/// Trying the root's candidates after 100 failures with some of the work, instead of all of them after 2,000 failures,
/// saves 15 % of the nodes on 77 hard puzzles at the same work, and nine tenths on some; 50 failures: fewer nodes, more
/// work; 150 to 300: 4 % more work. With 2, 3 or 4 times the work: the same within 2 %.
pub(super) const USUAL: Pace = Pace { first: 100, later: 2_000, work: Some(3), deeper: 28, long: 2_000, last: 2_000 };
/// In grids where branches may be about the combinations of cages, a long search waits for that; once they are, the learned
/// weights are worth more than a restart. Seven of the hardest killers, four to six times each with weights shaken by 3 %: 500
/// failures before that instead of 2,000 take 5 % less work (200 or 300: the same within 2 %); no restart after it takes another
/// 8 % less; one every 5,000 to 20,000 failures takes 4 to 26 % more.
pub(super) const WITH_CAGES: Pace = Pace { long: 500, last: 100_000, ..USUAL };
/// With unknown regions each failure costs more, and trying every candidate of the root yields much information: three such
/// puzzles took 8,337 nodes without this, and 170 with it. Over fifteen of them, 40 failures and 5 times the work take a tenth
/// less time than 20 failures and all candidates at once; 60 failures: a fifth more.
pub(super) const WITH_REGIONS: Pace = Pace { first: 40, later: 40, work: Some(5), ..USUAL };
