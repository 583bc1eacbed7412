//! Kinds of steps, from the easiest for a person to the hardest.

/// A kind of step. The order is the one in which they are taken: by what a person has to look at and keep in mind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// A region with one place left for a value, or any house with one open cell.
    Region,
    /// A row, a column or another group of places with one place left for a value.
    Line,
    /// A clue with at most two open cells, taken by itself.
    SmallClue,
    /// All places left for a value in a house, or all values left in a cell, rule out a candidate.
    Locked,
    /// A cell with one value left.
    Cell,
    /// A clue with at most four open cells, taken by itself.
    Clue,
    /// Two cells with two values, two values with two cells, two lines with a value's places in two crossing ones.
    Pair,
    /// A clue with more open cells, taken by itself.
    WideClue,
    /// The same as a pair with three.
    Triple,
    /// What the sums inside a house leave for at most three other cells of it.
    Sums,
    /// The same as a pair with four.
    Quad,
    /// What one clue and the houses that meet it leave together.
    ClueAndHouses,
    /// What two clues that touch and the houses that meet them leave together.
    TwoClues,
    /// A candidate is assumed, and what follows from it one step after another breaks something.
    Trial,
    /// The same with assumptions under the assumption.
    Nested,
}

impl Class {
    /// All of them, the easiest first.
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

    /// Its name in reports.
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

    /// Whether it fills in cells, rather than removes candidates.
    pub fn fills(self) -> bool {
        matches!(self, Self::Region | Self::Line | Self::Cell)
    }
}
