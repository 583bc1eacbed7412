//! The input and the output of the scale.

use std::collections::BTreeMap;

/// The scheme by which chains inside chains are searched. It must be given with every rating from 10.5 on, since programs differ
/// there.
pub const NESTED_SCHEME: &str = "Sukaku Explainer 1.18.1 (levels 2, 3, 4/0, 4/1, 4/2, 4/3)";

/// The techniques of the scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// The set of Sudoku Explainer 1.2.1: the classic ratings.
    Se121,
    /// The larger set of Sukaku Explainer, with strong links and bigger wings.
    Sukaku,
}

/// A rule in addition to those of classic sudoku. Variants can be combined; of the four kinds of non-consecutive neighbours, only
/// the first counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// No blocks: a Latin square.
    Latin,
    /// The cells in the same position of every block form a region.
    DisjointGroups,
    /// Windoku, with the five regions that follow from its four windows.
    Windows,
    /// Both diagonals.
    Diagonals,
    /// The nine cells of a pinwheel.
    Girandola,
    /// The nine cells of an asterisk.
    Asterisk,
    /// The centres of the blocks.
    CentreDot,
    /// Cells a king's move apart differ.
    AntiKing,
    /// Cells a knight's move apart differ.
    AntiKnight,
    /// Chess moves and non-consecutive neighbours wrap around the borders.
    Toroidal,
    /// Orthogonal neighbours are not consecutive.
    NonConsecutive,
    /// As [`Self::NonConsecutive`], and 9 and 1 also count as consecutive.
    NonConsecutiveCyclic,
    /// Diagonal neighbours are not consecutive.
    NonConsecutiveDiagonal,
    /// As [`Self::NonConsecutiveDiagonal`], and 9 and 1 also count as consecutive.
    NonConsecutiveDiagonalCyclic,
}

impl Variant {
    /// All variants with the codes that lists of ratings use for them.
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

    /// Reads variant codes joined by `+`, such as `AK+NC1`; `None` if a code is unknown.
    pub fn read(codes: &str) -> Option<Vec<Self>> {
        let one = |code| Self::CODES.iter().find(|known| known.0 == code).map(|known| known.1);
        codes.split('+').map(one).collect()
    }
}

/// A puzzle to rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Puzzle {
    /// The givens in reading order, 0 for an open cell.
    Givens([u8; 81]),
    /// The marks of every cell, with bit 0 for the digit 1.
    Marks([u16; 81]),
}

impl Puzzle {
    /// Reads 81 characters (givens; any character but 1 to 9 is an open cell) or 729 characters (nine for each cell; a digit is a
    /// mark). `None` for any other length.
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
    /// The cells and digits that the step removes.
    pub eliminations: Vec<(u8, u8)>,
}

/// The result of rating a puzzle. All figures are in tenths: 71 means 7.1; 0 means there was no such step.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rating {
    /// The rating of the hardest step; 200 if the techniques cannot solve the puzzle.
    pub er: u16,
    /// Whether the work limit ended the rating early. ER is then at least `er`, and EP and ED are unknown.
    pub cut: bool,
    /// The rating of the hardest step up to the first that places a digit.
    pub ep: u16,
    /// The rating of the first step.
    pub ed: u16,
    /// The name of the first step with the highest rating.
    pub hardest: String,
    /// The number of steps made.
    pub count: u32,
    /// The number of steps for each rating.
    pub profile: BTreeMap<u16, u32>,
    /// All steps, if requested.
    pub steps: Vec<Step>,
}
