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
    /// The cells in the same place of every block.
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
    /// The same, and 9 and 1 are consecutive too.
    NonConsecutiveCyclic,
    /// Diagonal neighbours are not consecutive.
    NonConsecutiveDiagonal,
    /// The same, and 9 and 1 are consecutive too.
    NonConsecutiveDiagonalCyclic,
}

impl Variant {
    /// All of them, each by the letters it has in lists of ratings.
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

    /// Reads codes joined by `+`, such as `AK+NC1`; `None` if one of them is not a variant.
    pub fn read(codes: &str) -> Option<Vec<Self>> {
        let one = |code| Self::CODES.iter().find(|known| known.0 == code).map(|known| known.1);
        codes.split('+').map(one).collect()
    }
}

/// The input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Puzzle {
    /// Givens in reading order, 0 for an open cell.
    Givens([u8; 81]),
    /// Marks of every cell, bit 0 for the digit 1.
    Marks([u16; 81]),
}

impl Puzzle {
    /// Reads 81 characters (givens; anything but 1 to 9 is open) or 729 (nine marks a cell; a digit is a mark).
    /// `None` for any other length.
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

/// One step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The name the reference program gives it.
    pub technique: String,
    /// In tenths.
    pub rating: u16,
    /// Cell 0 to 80 and digit 1 to 9.
    pub place: Option<(u8, u8)>,
    /// Cells and digits removed.
    pub eliminations: Vec<(u8, u8)>,
}

/// A rating. All figures are tenths: 71 is 7.1; 0 means there was no such step.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rating {
    /// The rating of the hardest step; 200 if the techniques cannot solve the puzzle.
    pub er: u16,
    /// Whether the work was spent before the end. Then ER is at least `er`, and EP and ED are unknown.
    pub cut: bool,
    /// The rating of the hardest step up to the first that places a digit.
    pub ep: u16,
    /// The rating of the first step.
    pub ed: u16,
    /// The first of the hardest steps.
    pub hardest: String,
    /// Steps made.
    pub count: u32,
    /// Steps by rating.
    pub profile: BTreeMap<u16, u32>,
    /// All steps, if requested.
    pub steps: Vec<Step>,
}
