//! The mechanisms of the general engine. Each can be switched off by itself: to measure its benefit, and to test that answers do
//! not depend on it.

/// Declares [`Mechanism`]: each with its name in tables, in lower case, with spaces.
macro_rules! mechanisms {
    ($(#[$about:meta])* pub enum Mechanism { $($(#[$what:meta])* $mechanism:ident $name:literal,)* }) => {
        $(#[$about])*
        pub enum Mechanism {
            $($(#[$what])* $mechanism,)*
        }

        impl Mechanism {
            /// All mechanisms.
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
    /// `cargo xtask ablation` switches off one after the other and reports how long a search then takes.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    #[repr(u8)]
    pub enum Mechanism {
        /// A candidate that sees all places of a value in a house is removed.
        LockedCandidates "locked candidates",
        /// Pairs are used: two values with the same two places in a house, two cells with the same two values.
        Pairs "pairs",
        /// At the root of a search, sets of different cells are examined by matching cells to values.
        Matching "matching at the root",
        /// An open cell removes from its neighbours what all of its values forbid.
        OpenLinks "links of open cells",
        /// A sum of different cells, or an automaton over such cells whose order does not matter, is represented by the list of its
        /// combinations.
        Cages "combinations of cages",
        /// A cage takes the cells and houses around it into account, too.
        CageSurroundings "surroundings of cages",
        /// After the first restart, the cells of a cage keep only the values that they have in some assignment.
        CageAssignments "assignments of cages",
        /// Sums are computed by parts, with the totals of a part as bits of a word; without this, a sum narrows by its bounds.
        SumParts "sums as words",
        /// Sums that follow from houses and cages are added.
        DerivedSums "derived sums",
        /// Sums of two sums are added.
        JoinedSums "joined sums",
        /// Automata over the same cells are merged into one.
        Products "products of automata",
        /// Counts of values over the same cells are merged into one constraint.
        Cardinality "counts taken together",
        /// Small automata are represented by words of bits.
        Machines "machines of bits",
        /// What one examination of unknown regions found is remembered for the next. Without this, each begins with nothing and is
        /// thorough, and there are no anchors.
        UnknownRegions "memory of regions",
        /// The search chooses which regions have the first labels.
        Anchors "anchors of regions",
        /// Expensive constraints wait for cheaper ones; without this, all are in one queue.
        Prices "queues by price",
        /// Cells in conflicts are branched on first.
        ConflictWeights "conflict weights",
        /// Before the first conflict, cells in many facts are branched on first.
        StartWeights "starting weights",
        /// A branch may be one of two places of a value in a house.
        Places "branching on places",
        /// In a long search, a branch may be a value that only some combinations of a cage have.
        Combinations "branching on combinations",
        /// A search that has not found a solution is restarted with the weights that it has learned.
        Restarts "restarts",
        /// After the first restart, every candidate of the root is tried by itself.
        Probing "probing the root",
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
