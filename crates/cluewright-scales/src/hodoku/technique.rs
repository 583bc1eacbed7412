//! The names, levels and weights of the scale's techniques, and the order in which the techniques are tried.
//!
//! All values are the defaults of `HoDoKu` 2.3.2: the enabled entries of its step configuration, sorted by index.

/// The levels of difficulty, easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Puzzles with at most 800 points that need only singles.
    Easy,
    /// Puzzles with at most 1000 points.
    Medium,
    /// Puzzles with at most 1600 points.
    Hard,
    /// Puzzles with at most 1800 points.
    Unfair,
    /// Puzzles with more than 1800 points.
    Extreme,
}

impl Level {
    /// All levels, easiest first.
    pub const ALL: [Self; 5] = [Self::Easy, Self::Medium, Self::Hard, Self::Unfair, Self::Extreme];

    /// The maximum score of a puzzle of this level.
    pub const fn max_score(self) -> u32 {
        match self {
            Self::Easy => 800,
            Self::Medium => 1000,
            Self::Hard => 1600,
            Self::Unfair => 1800,
            Self::Extreme => u32::MAX,
        }
    }

    /// The English name of the level: "Easy", "Medium", "Hard", "Unfair", "Extreme".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
            Self::Unfair => "Unfair",
            Self::Extreme => "Extreme",
        }
    }
}

macro_rules! techniques {
    ($($variant:ident $id:literal $name:literal;)*) => {
        /// The technique that a step is named after. One search may find steps with different names (a nice loop may be
        /// continuous or discontinuous).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Technique {
            $(#[doc = $name] $variant,)*
        }

        impl Technique {
            /// All techniques.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The identifier that `HoDoKu` uses in its program and files, in capitals: `NAKED_SINGLE`.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$variant => $id,)* }
            }

            /// The English name, such as "Naked Single".
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

techniques! {
    FullHouse "FULL_HOUSE" "Full House";
    NakedSingle "NAKED_SINGLE" "Naked Single";
    HiddenSingle "HIDDEN_SINGLE" "Hidden Single";
    LockedPair "LOCKED_PAIR" "Locked Pair";
    LockedTriple "LOCKED_TRIPLE" "Locked Triple";
    Pointing "LOCKED_CANDIDATES_1" "Locked Candidates Type 1 (Pointing)";
    Claiming "LOCKED_CANDIDATES_2" "Locked Candidates Type 2 (Claiming)";
    NakedPair "NAKED_PAIR" "Naked Pair";
    NakedTriple "NAKED_TRIPLE" "Naked Triple";
    HiddenPair "HIDDEN_PAIR" "Hidden Pair";
    HiddenTriple "HIDDEN_TRIPLE" "Hidden Triple";
    NakedQuadruple "NAKED_QUADRUPLE" "Naked Quadruple";
    HiddenQuadruple "HIDDEN_QUADRUPLE" "Hidden Quadruple";
    XWing "X_WING" "X-Wing";
    Swordfish "SWORDFISH" "Swordfish";
    Jellyfish "JELLYFISH" "Jellyfish";
    RemotePair "REMOTE_PAIR" "Remote Pair";
    BugPlus1 "BUG_PLUS_1" "Bivalue Universal Grave + 1";
    Skyscraper "SKYSCRAPER" "Skyscraper";
    TwoStringKite "TWO_STRING_KITE" "2-String Kite";
    TurbotFish "TURBOT_FISH" "Turbot Fish";
    EmptyRectangle "EMPTY_RECTANGLE" "Empty Rectangle";
    WWing "W_WING" "W-Wing";
    XyWing "XY_WING" "XY-Wing";
    XyzWing "XYZ_WING" "XYZ-Wing";
    Uniqueness1 "UNIQUENESS_1" "Uniqueness Test 1";
    Uniqueness2 "UNIQUENESS_2" "Uniqueness Test 2";
    Uniqueness3 "UNIQUENESS_3" "Uniqueness Test 3";
    Uniqueness4 "UNIQUENESS_4" "Uniqueness Test 4";
    Uniqueness5 "UNIQUENESS_5" "Uniqueness Test 5";
    Uniqueness6 "UNIQUENESS_6" "Uniqueness Test 6";
    HiddenRectangle "HIDDEN_RECTANGLE" "Hidden Rectangle";
    AvoidableRectangle1 "AVOIDABLE_RECTANGLE_1" "Avoidable Rectangle Type 1";
    AvoidableRectangle2 "AVOIDABLE_RECTANGLE_2" "Avoidable Rectangle Type 2";
    FinnedXWing "FINNED_X_WING" "Finned X-Wing";
    SashimiXWing "SASHIMI_X_WING" "Sashimi X-Wing";
    FinnedSwordfish "FINNED_SWORDFISH" "Finned Swordfish";
    SashimiSwordfish "SASHIMI_SWORDFISH" "Sashimi Swordfish";
    FinnedJellyfish "FINNED_JELLYFISH" "Finned Jellyfish";
    SashimiJellyfish "SASHIMI_JELLYFISH" "Sashimi Jellyfish";
    SueDeCoq "SUE_DE_COQ" "Sue de Coq";
    SimpleColorsTrap "SIMPLE_COLORS_TRAP" "Simple Colors Trap";
    SimpleColorsWrap "SIMPLE_COLORS_WRAP" "Simple Colors Wrap";
    MultiColors1 "MULTI_COLORS_1" "Multi Colors 1";
    MultiColors2 "MULTI_COLORS_2" "Multi Colors 2";
    XChain "X_CHAIN" "X-Chain";
    XyChain "XY_CHAIN" "XY-Chain";
    ContinuousNiceLoop "CONTINUOUS_NICE_LOOP" "Continuous Nice Loop";
    DiscontinuousNiceLoop "DISCONTINUOUS_NICE_LOOP" "Discontinuous Nice Loop";
    Aic "AIC" "AIC";
    GroupedContinuousNiceLoop "GROUPED_CONTINUOUS_NICE_LOOP" "Grouped Continuous Nice Loop";
    GroupedDiscontinuousNiceLoop "GROUPED_DISCONTINUOUS_NICE_LOOP" "Grouped Discontinuous Nice Loop";
    GroupedAic "GROUPED_AIC" "Grouped AIC";
    AlsXz "ALS_XZ" "Almost Locked Set XZ-Rule";
    AlsXyWing "ALS_XY_WING" "Almost Locked Set XY-Wing";
    AlsXyChain "ALS_XY_CHAIN" "Almost Locked Set Chain";
    FrankenXWing "FRANKEN_X_WING" "Franken X-Wing";
    FrankenSwordfish "FRANKEN_SWORDFISH" "Franken Swordfish";
    FinnedFrankenXWing "FINNED_FRANKEN_X_WING" "Finned Franken X-Wing";
    FinnedFrankenSwordfish "FINNED_FRANKEN_SWORDFISH" "Finned Franken Swordfish";
    MutantXWing "MUTANT_X_WING" "Mutant X-Wing";
    MutantSwordfish "MUTANT_SWORDFISH" "Mutant Swordfish";
    FinnedMutantXWing "FINNED_MUTANT_X_WING" "Finned Mutant X-Wing";
    FinnedMutantSwordfish "FINNED_MUTANT_SWORDFISH" "Finned Mutant Swordfish";
    ForcingChainContradiction "FORCING_CHAIN_CONTRADICTION" "Forcing Chain Contradiction";
    ForcingChainVerity "FORCING_CHAIN_VERITY" "Forcing Chain Verity";
    ForcingNetContradiction "FORCING_NET_CONTRADICTION" "Forcing Net Contradiction";
    ForcingNetVerity "FORCING_NET_VERITY" "Forcing Net Verity";
    BruteForce "BRUTE_FORCE" "Brute Force";
}

/// The enabled searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Search {
    FullHouse,
    NakedSingle,
    HiddenSingle,
    LockedPair,
    LockedTriple,
    Pointing,
    Claiming,
    NakedPair,
    NakedTriple,
    HiddenPair,
    HiddenTriple,
    NakedQuadruple,
    HiddenQuadruple,
    BasicFish(usize),
    RemotePair,
    BugPlus1,
    Skyscraper,
    TwoStringKite,
    TurbotFish,
    EmptyRectangle,
    WWing,
    XyWing,
    XyzWing,
    /// A search for rectangles (four cells in two rows, two columns and two boxes) with the technique that it finds.
    Rectangle(Technique),
    FinnedFish(usize),
    SashimiFish(usize),
    SueDeCoq,
    SimpleColors,
    MultiColors,
    XChain,
    XyChain,
    NiceLoop,
    GroupedNiceLoop,
    AlsXz,
    AlsXyWing,
    AlsXyChain,
    FrankenFish(usize),
    FinnedFrankenFish(usize),
    ForcingChain,
    ForcingNet,
    BruteForce,
}

/// The searches in the order in which they are tried in every position, each with the weight of its steps and the
/// minimum level of a puzzle that needs one.
pub(super) const ORDER: &[(Search, u32, Level)] = &[
    (Search::FullHouse, 4, Level::Easy),
    (Search::NakedSingle, 4, Level::Easy),
    (Search::HiddenSingle, 14, Level::Easy),
    (Search::LockedPair, 40, Level::Medium),
    (Search::LockedTriple, 60, Level::Medium),
    (Search::Pointing, 50, Level::Medium),
    (Search::Claiming, 50, Level::Medium),
    (Search::NakedPair, 60, Level::Medium),
    (Search::NakedTriple, 80, Level::Medium),
    (Search::HiddenPair, 70, Level::Medium),
    (Search::HiddenTriple, 100, Level::Medium),
    (Search::NakedQuadruple, 120, Level::Hard),
    (Search::HiddenQuadruple, 150, Level::Hard),
    (Search::BasicFish(2), 140, Level::Hard),
    (Search::BasicFish(3), 150, Level::Hard),
    (Search::BasicFish(4), 160, Level::Hard),
    (Search::RemotePair, 110, Level::Hard),
    (Search::BugPlus1, 100, Level::Hard),
    (Search::Skyscraper, 130, Level::Hard),
    (Search::TwoStringKite, 150, Level::Hard),
    (Search::TurbotFish, 120, Level::Hard),
    (Search::EmptyRectangle, 120, Level::Hard),
    (Search::WWing, 150, Level::Hard),
    (Search::XyWing, 160, Level::Hard),
    (Search::XyzWing, 180, Level::Hard),
    (Search::Rectangle(Technique::Uniqueness1), 100, Level::Hard),
    (Search::Rectangle(Technique::Uniqueness2), 100, Level::Hard),
    (Search::Rectangle(Technique::Uniqueness3), 100, Level::Hard),
    (Search::Rectangle(Technique::Uniqueness4), 100, Level::Hard),
    (Search::Rectangle(Technique::Uniqueness5), 100, Level::Hard),
    (Search::Rectangle(Technique::Uniqueness6), 100, Level::Hard),
    (Search::Rectangle(Technique::HiddenRectangle), 100, Level::Hard),
    (Search::Rectangle(Technique::AvoidableRectangle1), 100, Level::Hard),
    (Search::Rectangle(Technique::AvoidableRectangle2), 100, Level::Hard),
    (Search::FinnedFish(2), 130, Level::Hard),
    (Search::SashimiFish(2), 150, Level::Hard),
    (Search::FinnedFish(3), 200, Level::Unfair),
    (Search::SashimiFish(3), 240, Level::Unfair),
    (Search::FinnedFish(4), 250, Level::Unfair),
    (Search::SashimiFish(4), 260, Level::Unfair),
    (Search::SueDeCoq, 250, Level::Unfair),
    (Search::SimpleColors, 150, Level::Hard),
    (Search::MultiColors, 200, Level::Hard),
    (Search::XChain, 260, Level::Unfair),
    (Search::XyChain, 260, Level::Unfair),
    (Search::NiceLoop, 280, Level::Unfair),
    (Search::GroupedNiceLoop, 300, Level::Unfair),
    (Search::AlsXz, 300, Level::Unfair),
    (Search::AlsXyWing, 320, Level::Unfair),
    (Search::AlsXyChain, 340, Level::Unfair),
    (Search::FrankenFish(2), 300, Level::Unfair),
    (Search::FrankenFish(3), 350, Level::Unfair),
    (Search::FinnedFrankenFish(2), 390, Level::Unfair),
    (Search::FinnedFrankenFish(3), 410, Level::Unfair),
    (Search::ForcingChain, 500, Level::Extreme),
    (Search::ForcingNet, 700, Level::Extreme),
    (Search::BruteForce, 10_000, Level::Extreme),
];
