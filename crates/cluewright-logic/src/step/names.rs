//! Names that steps within other steps carry, too.

use super::TechniqueInfo;

pub(crate) static FULL_HOUSE: TechniqueInfo = TechniqueInfo {
    id: "full_house",
    name: "Full House",
    aliases: &["last cell", "fh", "0000"],
    difficulty: 10,
    source: "Sudoku Explainer 1.0",
};
pub(crate) static HIDDEN_SINGLE: TechniqueInfo = TechniqueInfo {
    id: "hidden_single",
    name: "Hidden Single",
    aliases: &["only place", "cross-hatching", "h1", "0002"],
    difficulty: 12,
    source: "Sudoku Explainer 1.2 in a box, 1.5 in a line",
};
pub(crate) static NAKED_SINGLE: TechniqueInfo = TechniqueInfo {
    id: "naked_single",
    name: "Naked Single",
    aliases: &["sole candidate", "only value", "n1", "0003"],
    difficulty: 16,
    source: "Sukaku Explainer 1.6 (2.3 in the original)",
};

/// What one constraint alone removes, by how many of its cells are open.
pub(crate) static CLUE: [TechniqueInfo; 3] = [
    TechniqueInfo {
        id: "clue",
        name: "Clue",
        aliases: &["clue step", "cage combinations"],
        difficulty: 18,
        source: "our figure: near a naked single",
    },
    TechniqueInfo {
        id: "clue_small",
        name: "Clue with a few cells",
        aliases: &["clue step", "cage combinations"],
        difficulty: 27,
        source: "our figure: near locked candidates",
    },
    TechniqueInfo {
        id: "clue_large",
        name: "Clue with many cells",
        aliases: &["clue step", "cage combinations"],
        difficulty: 37,
        source: "our figure: near a naked triple",
    },
];

pub(crate) static TRIAL: TechniqueInfo = TechniqueInfo {
    id: "trial",
    name: "Trial",
    aliases: &["contradiction", "nishio", "forcing net contradiction", "1303", "bowman's bingo"],
    difficulty: 80,
    source: "Sudoku Explainer: from 7.5; each level of nesting adds 3",
};
pub(crate) static CASES: TechniqueInfo = TechniqueInfo {
    id: "cases",
    name: "All Cases",
    aliases: &["verity", "cell forcing", "unit forcing", "1304"],
    difficulty: 84,
    source: "Sudoku Explainer: from 8.0",
};
