//! Techniques that also appear in steps nested within other steps.

use super::TechniqueInfo;

infos! {
    pub(crate) WAYS: "clue_fillings", "Ways to Fill a Clue", &["pair exclusion", "clue combinations"], 39, "our figure: as clue steps with many cells";
    pub(crate) HOUSES: "clue_and_houses", "Clue and Houses", &["joint table", "clue against its houses"], 41, "our figure: a clue step and a locked set in one";
    pub(crate) TWO: "clues_and_houses", "Clues and Houses", &["two clues together", "cage comparison"], 49, "our figure: above two clues without houses";
    pub(crate) FULL_HOUSE: "full_house", "Full House", &["last cell", "fh", "0000"], 10, "Sudoku Explainer 1.0";
    pub(crate) HIDDEN_SINGLE: "hidden_single", "Hidden Single", &["only place", "cross-hatching", "h1", "0002"], 12, "Sudoku Explainer 1.2 in a box, 1.5 in a line";
    pub(crate) NAKED_SINGLE: "naked_single", "Naked Single", &["sole candidate", "only value", "n1", "0003"], 16, "Sukaku Explainer 1.6 (2.3 in the original)";
    pub(crate) NAKED_PAIR: "naked_pair", "Naked Pair", &["n2", "0200"], 30, "Sudoku Explainer 3.0";
    pub(crate) NAKED_TRIPLE: "naked_triple", "Naked Triple", &["n3", "0201"], 36, "Sudoku Explainer 3.6";
    pub(crate) POINTING: "pointing", "Pointing", &["locked candidates type 1", "lc1", "0100", "box/line"], 26, "Sudoku Explainer 2.6";
    pub(crate) SHORT: "short_contradiction", "Short Contradiction", &["contradiction", "nishio", "forcing net"], 70, "Sudoku Explainer: nishio, from 7.5; here of at most twelve inferences";
    pub(crate) TRIAL: "trial", "Trial", &["forcing net contradiction", "few facts", "1303", "bowman's bingo"], 80, "Sudoku Explainer: from 7.5; each level of nesting adds 3";
    pub(crate) CASES: "cases", "All Cases", &["verity", "cell forcing", "unit forcing", "1304"], 84, "Sudoku Explainer: from 8.0";
}

/// The techniques for eliminations by a single constraint, ordered by the number of the constraint's open cells.
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
