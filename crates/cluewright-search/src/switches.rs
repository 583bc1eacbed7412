//! What the engine for any model is made of, each thing to be left out by itself: to measure what it buys, and to test
//! that answers do not depend on it.

/// Something the engine for any model does to be quick. Without any of them, and without all, answers are the same.
///
/// `cargo xtask ablation` leaves out one after the other and tells what a search then takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Mechanism {
    /// Who sees all places of a value in a house loses it.
    LockedCandidates,
    /// Two values with the same two places in a house, two cells with the same two values.
    Pairs,
    /// Different cells are looked at as a matching at the root of a search.
    Matching,
    /// A cell that is still open takes from its neighbours what all of its values forbid.
    OpenLinks,
    /// A sum of different cells, or an automaton over such in any order, is thought of as the list of its combinations.
    Cages,
    /// A cage looks at the cells and houses around it, too.
    CageSurroundings,
    /// After the first restart the cells of a cage keep only what they hold in some assignment.
    CageAssignments,
    /// Sums of parts, the totals of a part as bits of a word; without it a sum narrows by its bounds.
    SumParts,
    /// Sums that follow from houses and cages.
    DerivedSums,
    /// Sums of sums.
    JoinedSums,
    /// Automata over the same cells become one.
    Products,
    /// Counts of values over the same cells become one.
    Cardinality,
    /// Small automata are words of bits.
    Machines,
    /// What a look found of unknown regions is there at the next one; without it each begins with nothing, is thorough, and
    /// there are no anchors.
    UnknownRegions,
    /// The search chooses which regions have the first labels.
    Anchors,
    /// Constraints wait for cheaper ones; without it all have one queue.
    Prices,
    /// Cells in conflicts are branched on first.
    ConflictWeights,
    /// Before any conflict, cells in many facts are.
    StartWeights,
    /// A branch may be a place of a value in a house.
    Places,
    /// In a long search a branch may be a value that some combinations of a cage have.
    Combinations,
    /// A search without luck begins again, wiser by its weights.
    Restarts,
    /// After the first restart every candidate of the root is tried for itself.
    Probing,
}

impl Mechanism {
    /// Every one.
    pub const ALL: [Self; 22] = [
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
        Self::Products,
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

    /// Its name in tables: lower case, words between spaces.
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
            Self::Products => "products of automata",
            Self::Cardinality => "counts taken together",
            Self::Machines => "machines of bits",
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

/// Which mechanisms are on; by default all. See [`crate::Solver::with`].
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
    /// The same with one mechanism off.
    #[must_use]
    pub fn without(self, mechanism: Mechanism) -> Self {
        Self { off: self.off | 1 << mechanism as u8 }
    }

    /// Whether it is on.
    pub fn has(self, mechanism: Mechanism) -> bool {
        self.off >> mechanism as u8 & 1 == 0
    }
}
