//! The starting point for the puzzle of a rule's page: a grid and rules, and the number and size of clues. Most rules use the
//! default: a 6x6 grid, five clues of three to five cells. Exceptions are listed here.

/// The kinds of clues on a page.
#[derive(Clone)]
pub(crate) struct Ground {
    /// The puzzle to start from: shape, rules, fixed clues.
    pub(crate) text: String,
    /// The rules whose clues are made.
    pub(crate) with: Vec<String>,
    /// The maximum number of clues.
    pub(crate) clues: usize,
    /// Minimum and maximum number of cells of a list.
    pub(crate) cells: (usize, usize),
    /// The shape of a clue's cells.
    pub(crate) place: Place,
    /// Arguments whose values are restricted to these.
    pub(crate) numbers: &'static [(&'static str, &'static [i64])],
    /// Texts to choose from.
    pub(crate) texts: &'static [&'static str],
    /// Whether arguments with a default may take other values.
    pub(crate) beyond_defaults: bool,
    /// Rules of which every clue that holds is given. The solution is then chosen without regard to the rule itself.
    pub(crate) marked: &'static [&'static str],
}

/// The arrangement of a clue's cells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The default for the shape of its parameters.
    Usual,
    /// Anywhere in the grid.
    Scattered,
    /// Along a diagonal from the grid's edge.
    Diagonal,
    /// Two equal shapes.
    Twins,
    /// For each digit, as many cells as its value.
    Counting,
    /// A cell, and the extra cells of it and the cells around it.
    Around,
    /// A cell, and the extra cells that it sees in the four directions, each list starting at the cell's own extra cell.
    Views,
}

impl Ground {
    /// The default ground with the given puzzle.
    pub(crate) fn of(text: &str, rule: &str, is_clue: bool) -> Self {
        Self {
            text: text.to_owned(),
            with: if is_clue { vec![rule.to_owned()] } else { Vec::new() },
            clues: 5,
            cells: (3, 5),
            place: Place::Usual,
            numbers: &[],
            texts: &[],
            beyond_defaults: false,
            marked: &[],
        }
    }
}

const SIX: &str = "grid: 6x6\n";
const NINE: &str = "grid: 9x9\n";
const FOUR: &str = "grid: 4x4\n";
const JIGSAW: &str = "grid: 6x6\nregions:\n  AAABBB\n  AAABBB\n  CCDDDE\n  CCDDEE\n  CCFDEE\n  FFFFFE\n";

/// The declaration of extra cells that are named after their places, `S11` for the first, and their names in reading order.
fn extras(letter: char, height: u32, width: u32, numbers: &str) -> (String, String) {
    let names: Vec<String> = (1..=height).flat_map(|r| (1..=width).map(move |c| format!("{letter}{r}{c}"))).collect();
    let line: Vec<String> = names.iter().map(|n| format!("{n} {numbers}")).collect();
    (format!("extra: {}\n", line.join(", ")), names.join(" "))
}

/// The ground of a rule.
pub(crate) fn ground(rule: &str, is_clue: bool) -> Ground {
    let mut g = Ground::of(SIX, rule, is_clue);
    if !is_clue {
        g.text = format!("{SIX}rules: classic, {rule}\n");
    }
    let nine = |rules: &str| format!("{NINE}rules: {rules}\n");
    let unknown_regions = || {
        let (extra, names) = extras('G', 4, 4, "1..4");
        format!("{FOUR}boxes: none\n{extra}rules: latin\nchaos-construction {names}\n")
    };
    match rule {
        "classic" => g.text = format!("{SIX}rules: classic\n"),
        "rows" | "columns" | "boxes" => g.text = format!("{SIX}rules: rows, columns, boxes\n"),
        "latin" => g.text = format!("{SIX}boxes: none\nrules: latin\n"),
        "irregular" => g.text = format!("{JIGSAW}rules: irregular\n"),
        "regions" => g.text = format!("{JIGSAW}rules: rows, columns, regions\n"),
        "miracle" => g.text = nine("miracle"),
        "windoku" | "dutch-flatmates" | "girandola" | "asterisk" | "center-dot" => {
            g.text = nine(&format!("classic, {rule}"));
        }
        "in-every-square" => {
            "grid: 6x6\nrules: classic, in-every-square digits [1 2 3], in-every-square digits [4 5 6]\n"
                .clone_into(&mut g.text);
        }
        "flatmates" => g.text = nine("classic, flatmates middle 5 above_it 2 below_it 8"),
        "leaper" => g.text = format!("{SIX}rules: classic, leaper down 1 right 3\n"),
        "region-same-values" => g.text = format!("{SIX}digits: 0..6\nrules: classic, region-same-values\n"),
        "full-rank-distinct" => g.text = format!("{FOUR}rules: classic, full-rank-distinct\n"),
        "full-rank" => FOUR.clone_into(&mut g.text),
        "full-rank-ties" => {
            g.text = format!("{FOUR}rules: classic, full-rank-ties\n");
            g.with = vec!["full-rank".to_owned()];
        }
        "negative-kropki" => g.marked = &["white-dot", "black-dot"],
        "negative-ratio" => g.marked = &["ratio"],
        "negative-xv" => g.marked = &["x", "v"],
        "negative-x" => g.marked = &["x"],
        "negative-v" => g.marked = &["v"],
        "doublers" | "negators" => {
            g.text = format!("{FOUR}rules: classic, {rule}\n");
            // Totals of negators can be below 0, which no cage has.
            g.with = vec![if rule == "doublers" { "killer-cage" } else { "sum" }.to_owned()];
            g.clues = 8;
            g.cells = (2, 3);
            g.beyond_defaults = true;
        }
        "equal-cage-totals" | "distinct-cage-totals" => {
            let cages = ["r1c1-r1c3", "r1c5 r2c5", "r2c3 r3c3", "r4c1 r5c1 r5c2", "r4c4 r4c5", "r6c5 r6c6"];
            let cages: Vec<String> = cages.iter().map(|c| format!("killer-cage {c}\n")).collect();
            g.text = format!("{SIX}rules: classic, {rule}\n{}", cages.concat());
        }
        "distinct-dots" => {
            let dots = ["white-dot r1c1 r1c2", "white-dot r3c4 r4c4", "black-dot r5c2 r6c2"];
            g.text = format!("{SIX}rules: classic, {rule}\n{}\n", dots.join("\n"));
        }
        "magic-square" => g.text = format!("{NINE}rules: classic\nmagic-square r4c4..r6c6\n"),
        "connected-values" => g.text = format!("{SIX}rules: classic\nconnected-values r1c1..r6c6 values [1 2 3 4]\n"),
        "doppelganger" => {
            let (rows, a) = extras('A', 1, 6, "0..6");
            let (columns, b) = extras('B', 1, 6, "0..6");
            let (boxes, c) = extras('D', 1, 6, "0..6");
            g.text = format!("{SIX}digits: 0..6\n{rows}{columns}{boxes}rules: none\ndoppelganger {a} / {b} / {c}\n");
        }
        "chaos-construction" | "chaos-count" => {
            g.text = unknown_regions();
            g.with = vec!["chaos-count".to_owned()];
            g.place = Place::Around;
        }
        "chaos-arrow" => {
            g.text = unknown_regions();
            g.place = Place::Views;
        }
        "yin-yang" => {
            let (extra, names) = extras('S', 4, 4, "0..1");
            g.text = format!(
                "{FOUR}{extra}rules: classic\nyin-yang {names}\n\nrule pearl \"The digit counts the shaded cells around \
                 it, its own included.\"\n  clue cell c, cells around\n  says \"the pearl at {{c}}\"\n  require c = \
                 sum(around)\n"
            );
            g.with = vec!["pearl".to_owned()];
            g.place = Place::Around;
            g.clues = 6;
        }
        "clone" => {
            g.place = Place::Twins;
            g.cells = (2, 4);
            g.clues = 3;
        }
        "counting-circles" => {
            g.place = Place::Counting;
            g.clues = 1;
        }
        "little-killer" => g.place = Place::Diagonal,
        "row-indexer" | "column-indexer" | "box-indexer" => {
            g.place = Place::Scattered;
            g.cells = (3, 5);
            g.clues = 3;
        }
        "all-different" => {
            g.place = Place::Scattered;
            g.cells = (4, 6);
        }
        "extra-region" => {
            g.cells = (6, 6);
            g.clues = 3;
        }
        "entropic-sets" => g.numbers = &[("low", &[1, 4]), ("middle", &[2, 5])],
        "regex" => {
            g.texts = &[".*12.*", "[1-3]+[4-6]+", "(1|2|3)(4|5|6)+.", ".[246]+", "(12|23|34|45|56|.)*6", "[^1]*1[^6]*"];
        }
        "parity-sum" | "lockout-line" => g.beyond_defaults = true,
        "killer-cage" | "digital-root" | "rellik-cage" | "product-cage" | "product" | "difference-cage"
        | "range-cage" | "average-cage" | "sum" | "sum-choice" | "sum-range" | "arrow" => {
            g.cells = (2, 4);
        }
        "equality-cage" => g.cells = (4, 4),
        "same-digits" | "equal-sums" => {
            g.cells = (2, 3);
            g.clues = 4;
        }
        "pill-arrow" => {
            g.cells = (5, 7);
            g.clues = 3;
        }
        "index-line" | "value-indexing" | "successor-arrow" | "split-pea" | "product-line" => g.cells = (4, 6),
        "arithmetic-line" | "odd-even-thermometer" | "same-parity-line" | "average-arrow" => g.cells = (3, 3),
        "region-sum-line" | "sum-line" | "count-distinct" | "ambiguous-arrow" => g.cells = (3, 6),
        "white-dot" | "black-dot" | "difference" | "ratio" | "inequality" | "x" | "v" | "sum-dot" | "gray-dot"
        | "nonconsecutive-dot" | "nonratio-dot" | "whispers-dot" => g.clues = 9,
        "odd" | "even" | "minimum" | "maximum" => g.clues = 8,
        _ => {}
    }
    // The only clue already exists.
    if matches!(rule, "magic-square" | "connected-values" | "doppelganger") {
        g.with.clear();
    }
    g
}
