//! The kinds of steps, from the easiest for a person to the hardest.

/// A kind of step. The kinds are in the order in which people try them, which depends on how much a person has to look at and
/// remember.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// A region with only one place left for a value, or any house with only one open cell.
    Region,
    /// A row, a column or another group of places with only one place left for a value.
    Line,
    /// A single clue with at most two open cells.
    SmallClue,
    /// A candidate that is ruled out by every remaining place for a value in a house, or by every remaining value of a cell.
    Locked,
    /// A cell with only one value left.
    Cell,
    /// A single clue with three or four open cells.
    Clue,
    /// Two cells with only two values, two values with only two cells, or two lines in which all places of a value lie in the same
    /// two crossing lines.
    Pair,
    /// A single clue with more than four open cells.
    WideClue,
    /// Like a pair, but with three cells or lines.
    Triple,
    /// The sums inside a house determine the sum of the house's remaining cells, of which there are at most three.
    Sums,
    /// Like a pair, but with four cells or lines.
    Quad,
    /// One clue combined with the houses that meet the clue.
    ClueAndHouses,
    /// Two touching clues combined with the houses that meet these clues.
    TwoClues,
    /// A candidate is assumed, and its consequences lead step by step to a contradiction.
    Trial,
    /// Like a trial, but with further assumptions under the first assumption.
    Nested,
}

impl Class {
    /// All kinds, easiest first.
    pub const ALL: [Self; 15] = [
        Self::Region,
        Self::Line,
        Self::SmallClue,
        Self::Locked,
        Self::Cell,
        Self::Clue,
        Self::Pair,
        Self::WideClue,
        Self::Triple,
        Self::Sums,
        Self::Quad,
        Self::ClueAndHouses,
        Self::TwoClues,
        Self::Trial,
        Self::Nested,
    ];

    /// The name used for the kind in reports.
    pub fn id(self) -> &'static str {
        match self {
            Self::Region => "region",
            Self::Line => "line",
            Self::SmallClue => "small_clue",
            Self::Locked => "locked",
            Self::Cell => "cell",
            Self::Clue => "clue",
            Self::Pair => "pair",
            Self::WideClue => "wide_clue",
            Self::Triple => "triple",
            Self::Sums => "sums",
            Self::Quad => "quad",
            Self::ClueAndHouses => "clue_and_houses",
            Self::TwoClues => "two_clues",
            Self::Trial => "trial",
            Self::Nested => "nested_trial",
        }
    }

    /// Whether steps of this kind fill in cells rather than remove candidates.
    pub fn fills(self) -> bool {
        matches!(self, Self::Region | Self::Line | Self::Cell)
    }
}
