//! The types of the scale's input and output.

use std::collections::BTreeMap;

/// The scheme by which nested chains are searched for. State the scheme with every rating of 10.5 or higher, because programs
/// differ in these ratings.
pub const NESTED_SCHEME: &str = "Sukaku Explainer 1.18.1 (levels 2, 3, 4/0, 4/1, 4/2, 4/3)";

/// The techniques of the scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// The techniques of Sudoku Explainer 1.2.1, which give the classic ratings.
    Se121,
    /// The larger set of techniques of Sukaku Explainer, including strong links and bigger wings.
    Sukaku,
}

/// A rule in addition to the rules of classic sudoku. Variants can be combined; of the four non-consecutive variants, only the
/// first one given counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// There are no blocks: a Latin square.
    Latin,
    /// The cells in the same position of each block form a region.
    DisjointGroups,
    /// Windoku: the four windows, and the five regions that follow from the windows.
    Windows,
    /// Both main diagonals are regions.
    Diagonals,
    /// The nine cells of the girandola (pinwheel) form a region.
    Girandola,
    /// The nine cells of the asterisk form a region.
    Asterisk,
    /// The centres of the nine blocks form a region.
    CentreDot,
    /// Cells a king's move apart must differ.
    AntiKing,
    /// Cells a knight's move apart must differ.
    AntiKnight,
    /// Chess moves and non-consecutive neighbours wrap around the borders.
    Toroidal,
    /// Orthogonal neighbours must not be consecutive.
    NonConsecutive,
    /// Like [`Self::NonConsecutive`], but 9 and 1 also count as consecutive.
    NonConsecutiveCyclic,
    /// Diagonal neighbours must not be consecutive.
    NonConsecutiveDiagonal,
    /// Like [`Self::NonConsecutiveDiagonal`], but 9 and 1 also count as consecutive.
    NonConsecutiveDiagonalCyclic,
}

impl Variant {
    /// All variants, each with the code that is used in lists of ratings.
    pub const CODES: [(&'static str, Self); 14] = [
        ("LQ", Self::Latin),
        ("DG", Self::DisjointGroups),
        ("W", Self::Windows),
        ("X", Self::Diagonals),
        ("GIR", Self::Girandola),
        ("AST", Self::Asterisk),
        ("CD", Self::CentreDot),
        ("AK", Self::AntiKing),
        ("AN", Self::AntiKnight),
        ("TOR", Self::Toroidal),
        ("NC1", Self::NonConsecutive),
        ("NC2", Self::NonConsecutiveCyclic),
        ("NC3", Self::NonConsecutiveDiagonal),
        ("NC4", Self::NonConsecutiveDiagonalCyclic),
    ];

    /// Parses variant codes joined by `+`, such as `AK+NC1`. Returns `None` if a code is unknown.
    pub fn read(codes: &str) -> Option<Vec<Self>> {
        let one = |code| Self::CODES.iter().find(|known| known.0 == code).map(|known| known.1);
        codes.split('+').map(one).collect()
    }
}

/// A puzzle to rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Puzzle {
    /// The givens in reading order, with 0 for open cells.
    Givens([u8; 81]),
    /// The marks of every cell as bits, with bit 0 for the digit 1.
    Marks([u16; 81]),
}

impl Puzzle {
    /// Parses 81 characters (givens; any character other than 1 to 9 is an open cell) or 729 characters (nine for each cell; digits
    /// are marks). Returns `None` for any other length.
    pub fn read(text: &str) -> Option<Self> {
        let digit = |b: u8| if b.is_ascii_digit() { b - b'0' } else { 0 };
        let bytes = text.as_bytes();
        match bytes.len() {
            81 => Some(Self::Givens(std::array::from_fn(|i| digit(bytes[i])))),
            729 => Some(Self::Marks(std::array::from_fn(|cell| {
                let nine = &bytes[cell * 9..cell * 9 + 9];
                nine.iter().map(|&b| digit(b)).filter(|&d| d > 0).fold(0, |set, d| set | 1 << (d - 1))
            }))),
            _ => None,
        }
    }
}

/// One step of a rating.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The name that the reference program uses for the technique.
    pub technique: String,
    /// The rating of the step, in tenths.
    pub rating: u16,
    /// The cell (0 to 80) and the digit (1 to 9) that the step places, if any.
    pub place: Option<(u8, u8)>,
    /// The candidates that the step removes, as pairs of cell and digit.
    pub eliminations: Vec<(u8, u8)>,
}

/// The result of rating a puzzle. All ratings are in tenths: 71 means 7.1, and 0 means that there was no such step.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rating {
    /// The rating of the hardest step; 200 if the techniques cannot solve the puzzle.
    pub er: u16,
    /// Whether the work limit ended the rating early. If so, the true ER is at least `er`, and EP and ED are unknown.
    pub cut: bool,
    /// The rating of the hardest step up to and including the first step that places a digit.
    pub ep: u16,
    /// The rating of the first step.
    pub ed: u16,
    /// The technique of the first step that has the highest rating.
    pub hardest: String,
    /// The number of steps made.
    pub count: u32,
    /// The number of steps for each rating.
    pub profile: BTreeMap<u16, u32>,
    /// All steps, if requested.
    pub steps: Vec<Step>,
}
