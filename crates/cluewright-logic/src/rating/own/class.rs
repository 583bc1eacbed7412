//! The kinds of steps, from the easiest for a person to the hardest.

/// A kind of step. The kinds are ordered by the order in which people try them: by how much a person has to look at and keep in
/// mind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// A region with one place left for a value, or any house with one open cell.
    Region,
    /// A row, a column or another group of places with one place left for a value.
    Line,
    /// A clue with at most two open cells, used by itself.
    SmallClue,
    /// All places left for a value in a house, or all values left in a cell, rule out a candidate.
    Locked,
    /// A cell with one value left.
    Cell,
    /// A clue with at most four open cells, used by itself.
    Clue,
    /// Two cells with two values, two values with two cells, or two lines in which a value's places are in the same two crossing
    /// lines.
    Pair,
    /// A clue with more open cells, used by itself.
    WideClue,
    /// Like a pair, with three cells or lines.
    Triple,
    /// The sums inside a house give the sum of at most three other cells of it.
    Sums,
    /// Like a pair, with four cells or lines.
    Quad,
    /// One clue and the houses that meet it are used together.
    ClueAndHouses,
    /// Two touching clues and the houses that meet them are used together.
    TwoClues,
    /// A candidate is assumed, and its consequences, step by step, lead to a contradiction.
    Trial,
    /// Like a trial, with assumptions under the assumption.
    Nested,
}

impl Class {
    /// All kinds, the easiest first.
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

    /// The kind's name in reports.
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
