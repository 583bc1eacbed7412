//! The mechanisms of the general engine. Each mechanism can be switched off by itself, to measure its benefit and to test that
//! answers do not depend on it.

/// Declares [`Mechanism`]. Each mechanism has a name for tables, in lower case and with spaces.
macro_rules! mechanisms {
    ($(#[$about:meta])* pub enum Mechanism { $($(#[$what:meta])* $mechanism:ident $name:literal,)* }) => {
        $(#[$about])*
        pub enum Mechanism {
            $($(#[$what])* $mechanism,)*
        }

        impl Mechanism {
            /// All mechanisms of the general engine.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$mechanism),*];

            /// The mechanism's name in tables.
            pub fn name(self) -> &'static str {
                match self { $(Self::$mechanism => $name,)* }
            }
        }
    };
}

mechanisms! {
    /// A mechanism that makes the general engine faster. Answers do not depend on which mechanisms are on.
    ///
    /// `cargo xtask ablation` switches off one mechanism after another and reports how long a search takes without it.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[repr(u8)]
    pub enum Mechanism {
        /// Candidates that see all places of a value in a house are removed.
        LockedCandidates "locked candidates",
        /// Pairs are used: two values with the same two places in a house, or two cells with the same two values.
        Pairs "pairs",
        /// At the root of a search, sets of different cells are examined by matching cells to values.
        Matching "matching at the root",
        /// An open cell removes from its neighbours the values that all of its own values forbid.
        OpenLinks "links of open cells",
        /// A sum of different cells is represented by the list of its combinations, and so is an automaton over different cells
        /// whose order does not matter.
        Cages "combinations of cages",
        /// The propagation of a cage also takes the surrounding cells and houses into account.
        CageSurroundings "surroundings of cages",
        /// After the first restart, the cells of a cage keep only the values that they have in some assignment.
        CageAssignments "assignments of cages",
        /// Sums are computed by parts, and the totals of a part are represented by the bits of a word. Without this mechanism, a
        /// sum uses bounds.
        SumParts "sums as words",
        /// Sums that follow from houses and cages are added to the model.
        DerivedSums "derived sums",
        /// Pairs of sums are joined to further sums.
        JoinedSums "joined sums",
        /// Counts of values over the same cells are merged into a single constraint.
        Cardinality "counts taken together",
        /// The results of earlier runs of an automaton are remembered for its next run.
        Machines "memory of automata",
        /// The results of one examination of unknown regions are remembered for the next examination. Without this mechanism,
        /// each examination starts afresh and is thorough, and there are no anchors.
        UnknownRegions "memory of regions",
        /// The search chooses which regions have the first labels.
        Anchors "anchors of regions",
        /// Expensive constraints wait for cheaper ones. Without this mechanism, all constraints are in one queue.
        Prices "queues by price",
        /// The search branches first on cells that were involved in conflicts.
        ConflictWeights "conflict weights",
        /// Before the first conflict, the search branches first on cells in many facts.
        StartWeights "starting weights",
        /// A branch may choose between two places of a value in a house.
        Places "branching on places",
        /// In a long search, a branch may be about a value that only some combinations of a cage contain.
        Combinations "branching on combinations",
        /// A search that has not found a solution is restarted with the weights that it has learned.
        Restarts "restarts",
        /// After the first restart, every candidate of the root is tested by itself.
        Probing "probing the root",
    }
}

/// The set of mechanisms that are switched on, by default all mechanisms. See [`crate::Solver::with`].
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
    /// A copy of the set with one mechanism switched off.
    #[must_use]
    pub fn without(self, mechanism: Mechanism) -> Self {
        Self { off: self.off | 1 << mechanism as u8 }
    }

    /// Whether a mechanism is switched on.
    pub fn has(self, mechanism: Mechanism) -> bool {
        self.off >> mechanism as u8 & 1 == 0
    }
}
