//! The mechanisms of the general engine. Each can be switched off by itself: to measure its benefit, and to test that answers do
//! not depend on it.

/// A mechanism that makes the general engine faster. Answers do not depend on which mechanisms are on.
///
/// `cargo xtask ablation` switches off one after the other and reports how long a search then takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Mechanism {
    /// A candidate that sees all places of a value in a house is removed.
    LockedCandidates,
    /// Pairs are used: two values with the same two places in a house, two cells with the same two values.
    Pairs,
    /// At the root of a search, sets of different cells are examined by matching cells to values.
    Matching,
    /// An open cell removes from its neighbours what all of its values forbid.
    OpenLinks,
    /// A sum of different cells, or an automaton over such cells whose order does not matter, is represented by the list of its
    /// combinations.
    Cages,
    /// A cage takes the cells and houses around it into account, too.
    CageSurroundings,
    /// After the first restart, the cells of a cage keep only the values that they have in some assignment.
    CageAssignments,
    /// Sums are computed by parts, with the totals of a part as bits of a word; without this, a sum narrows by its bounds.
    SumParts,
    /// Sums that follow from houses and cages are added.
    DerivedSums,
    /// Sums of two sums are added.
    JoinedSums,
    /// Counts of values over the same cells are merged into one constraint.
    Cardinality,
    /// What earlier runs of an automaton found is remembered for the next.
    Machines,
    /// What one examination of unknown regions found is remembered for the next. Without this, each begins with nothing and is
    /// thorough, and there are no anchors.
    UnknownRegions,
    /// The search chooses which regions have the first labels.
    Anchors,
    /// Expensive constraints wait for cheaper ones; without this, all are in one queue.
    Prices,
    /// Cells in conflicts are branched on first.
    ConflictWeights,
    /// Before the first conflict, cells in many facts are branched on first.
    StartWeights,
    /// A branch may be one of two places of a value in a house.
    Places,
    /// In a long search, a branch may be a value that only some combinations of a cage have.
    Combinations,
    /// A search that has not found a solution is restarted with the weights that it has learned.
    Restarts,
    /// After the first restart, every candidate of the root is tried by itself.
    Probing,
}

impl Mechanism {
    /// All mechanisms.
    pub const ALL: [Self; 21] = [
        Self::LockedCandidates,
        Self::Pairs,
        Self::Matching,
        Self::OpenLinks,
        Self::Cages,
        Self::CageSurroundings,
        Self::CageAssignments,
        Self::SumParts,
        Self::DerivedSums,
        Self::JoinedSums,
        Self::Cardinality,
        Self::Machines,
        Self::UnknownRegions,
        Self::Anchors,
        Self::Prices,
        Self::ConflictWeights,
        Self::StartWeights,
        Self::Places,
        Self::Combinations,
        Self::Restarts,
        Self::Probing,
    ];

    /// The mechanism's name in tables: in lower case, with spaces.
    pub fn name(self) -> &'static str {
        match self {
            Self::LockedCandidates => "locked candidates",
            Self::Pairs => "pairs",
            Self::Matching => "matching at the root",
            Self::OpenLinks => "links of open cells",
            Self::Cages => "combinations of cages",
            Self::CageSurroundings => "surroundings of cages",
            Self::CageAssignments => "assignments of cages",
            Self::SumParts => "sums as words",
            Self::DerivedSums => "derived sums",
            Self::JoinedSums => "joined sums",
            Self::Cardinality => "counts taken together",
            Self::Machines => "memory of automata",
            Self::UnknownRegions => "memory of regions",
            Self::Anchors => "anchors of regions",
            Self::Prices => "queues by price",
            Self::ConflictWeights => "conflict weights",
            Self::StartWeights => "starting weights",
            Self::Places => "branching on places",
            Self::Combinations => "branching on combinations",
            Self::Restarts => "restarts",
            Self::Probing => "probing the root",
        }
    }
}

/// The set of mechanisms that are on; by default all. See [`crate::Solver::with`].
///
/// ```
/// use cluewright_search::{Mechanism, Switches};
/// let plain = Mechanism::ALL.into_iter().fold(Switches::default(), Switches::without);
/// assert!(!plain.has(Mechanism::Restarts) && Switches::default().has(Mechanism::Restarts));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Switches {
    off: u32,
}

impl Switches {
    /// A copy of the set with one mechanism off.
    #[must_use]
    pub fn without(self, mechanism: Mechanism) -> Self {
        Self { off: self.off | 1 << mechanism as u8 }
    }

    /// Whether a mechanism is on.
    pub fn has(self, mechanism: Mechanism) -> bool {
        self.off >> mechanism as u8 & 1 == 0
    }
}
