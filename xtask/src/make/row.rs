//! The kinds of puzzles that are made.

use crate::task::Fail;
use cluewright::formats;
use cluewright::generate::{Aim, GivensOptions};

/// The request for a puzzle.
pub(super) struct Row {
    pub(super) name: String,
    /// The puzzle file with the grid and the rules.
    pub(super) grid: String,
    /// The clues, in the form of the option `--clues`.
    pub(super) clues: Vec<&'static str>,
    pub(super) givens: Option<(u32, u32)>,
    pub(super) difficulty: Option<(u16, u16)>,
    /// Whether the puzzle needs each of its givens and clues. A genre may keep more: cages that cover the grid, all sums.
    pub(super) minimal: bool,
    /// The requirements and the goal for puzzles with only givens.
    pub(super) led: Option<(GivensOptions, Aim)>,
    /// The limits in seconds for the median and for 95 % of the puzzles, and the share of puzzles that must be made within the time
    /// limit.
    pub(super) wanted: (f64, f64, f64),
}

impl Row {
    pub(super) fn new(name: &str, rules: &str, clues: &[&'static str]) -> Self {
        let grid = if rules.contains(':') { rules.to_owned() } else { format!("grid: 9x9\nrules: {rules}\n") };
        Self {
            name: name.to_owned(),
            grid,
            clues: clues.to_vec(),
            givens: None,
            difficulty: None,
            minimal: true,
            led: None,
            wanted: (5.0, 30.0, 0.95),
        }
    }

    fn with_all_clues(self) -> Self {
        Self { minimal: false, ..self }
    }

    pub(super) fn givens(self, low: u32, high: u32) -> Self {
        Self { givens: Some((low, high)), ..self }
    }
}

pub(super) fn rows() -> Result<Vec<Row>, Fail> {
    let one = |name: &'static str| Row::new(name, "classic", &[name]);
    let mut rows = vec![
        one("killer-cage").givens(0, 0).with_all_clues(),
        one("thermometer").givens(0, 0),
        one("arrow"),
        Row::new("kropki, all dots", "classic, negative-kropki", &["white-dot", "black-dot"]),
        one("whispers"),
        one("renban"),
        one("sandwich").with_all_clues(),
        one("little-killer"),
        one("quadruple"),
        one("x-sum"),
        one("skyscraper"),
    ];
    for (name, clues, band) in [
        (
            "three kinds: cages, thermometers, dots",
            ["killer-cage=4..8", "thermometer=2..4", "white-dot=2..6"],
            (45, 55),
        ),
        ("three kinds: arrows, whispers, odd", ["arrow=4..8", "whispers=2..4", "odd=2..6"], (30, 40)),
        ("three kinds: sandwiches, quadruples, X", ["sandwich=4..8", "quadruple=2..5", "x=2..6"], (40, 50)),
    ] {
        rows.push(Row { difficulty: Some(band), wanted: (15.0, 60.0, 0.9), ..Row::new(name, "classic", &clues) });
    }
    let mut files: Vec<_> =
        std::fs::read_dir("examples/rules").map_err(|e| format!("examples/rules: {e}"))?.flatten().collect();
    files.sort_by_key(std::fs::DirEntry::path);
    for file in files {
        let name = file.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(file.path()).map_err(|e| format!("{name}: {e}"))?;
        let mut puzzle = formats::read_as("clue", &text).map_err(|e| format!("{name}: {e}"))?.puzzle;
        let kind = puzzle.clues.first().map(|tree| tree.clues()[0].rule.clone());
        puzzle.clues.clear();
        puzzle.givens.clear();
        puzzle.solution.clear();
        let grid = formats::by_id("clue").and_then(|f| f.write(&puzzle)).map_err(|e| format!("{name}: {e}"))?.0;
        let clues = kind.map(|kind| &*kind.leak()).into_iter().collect();
        rows.push(Row { grid, clues, wanted: (15.0, 60.0, 0.9), ..Row::new(&format!("rule {name}"), "classic", &[]) });
    }
    let led = Some((GivensOptions { givens: Some((2, 2)), minimal: true, ..GivensOptions::default() }, Aim::default()));
    let miracle = Row::new("miracle with two givens", "miracle", &[]);
    rows.push(Row { wanted: (1.0, 1.0, 1.0), led, ..miracle }.givens(2, 2));
    Ok(rows)
}
