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

/// For some rules, the place, the number of cells and the number of their clues.
#[rustfmt::skip]
const CLUES: &[(&str, Place, (usize, usize), usize)] = &[
    ("all-different", Place::Scattered, (4, 6), 5),
    ("arithmetic-line odd-even-thermometer same-parity-line average-arrow", Place::Usual, (3, 3), 5),
    ("chaos-arrow", Place::Views, (3, 5), 5),
    ("chaos-construction chaos-count", Place::Around, (3, 5), 5),
    ("clone", Place::Twins, (2, 4), 3),
    ("counting-circles", Place::Counting, (3, 5), 1),
    ("doublers negators", Place::Usual, (2, 3), 8),
    ("equality-cage", Place::Usual, (4, 4), 5),
    ("extra-region", Place::Usual, (6, 6), 3),
    ("index-line value-indexing successor-arrow split-pea product-line", Place::Usual, (4, 6), 5),
    ("killer-cage digital-root rellik-cage product-cage product difference-cage range-cage average-cage sum sum-choice \
      sum-range arrow", Place::Usual, (2, 4), 5),
    ("little-killer", Place::Diagonal, (3, 5), 5),
    ("odd even minimum maximum", Place::Usual, (3, 5), 8),
    ("pill-arrow", Place::Usual, (5, 7), 3),
    ("region-sum-line sum-line count-distinct ambiguous-arrow", Place::Usual, (3, 6), 5),
    ("row-indexer column-indexer box-indexer", Place::Scattered, (3, 5), 3),
    ("same-digits equal-sums", Place::Usual, (2, 3), 4),
    ("white-dot black-dot difference ratio inequality x v sum-dot gray-dot nonconsecutive-dot nonratio-dot whispers-dot",
      Place::Usual, (3, 5), 9),
    ("yin-yang", Place::Around, (3, 5), 6),
];

/// The puzzle to start from.
fn text(rule: &str, is_clue: bool) -> String {
    let unknown_regions = || {
        let (extra, names) = extras('G', 4, 4, "1..4");
        format!("{FOUR}boxes: none\n{extra}rules: latin\nchaos-construction {names}\n")
    };
    match rule {
        "classic" => format!("{SIX}rules: classic\n"),
        "rows" | "columns" | "boxes" => format!("{SIX}rules: rows, columns, boxes\n"),
        "latin" => format!("{SIX}boxes: none\nrules: latin\n"),
        "irregular" => format!("{JIGSAW}rules: irregular\n"),
        "regions" => format!("{JIGSAW}rules: rows, columns, regions\n"),
        "miracle" => format!("{NINE}rules: miracle\n"),
        "windoku" | "dutch-flatmates" | "girandola" | "asterisk" | "center-dot" => {
            format!("{NINE}rules: classic, {rule}\n")
        }
        "in-every-square" => {
            format!("{SIX}rules: classic, in-every-square digits [1 2 3], in-every-square digits [4 5 6]\n")
        }
        "flatmates" => format!("{NINE}rules: classic, flatmates middle 5 above_it 2 below_it 8\n"),
        "leaper" => format!("{SIX}rules: classic, leaper down 1 right 3\n"),
        "region-same-values" => format!("{SIX}digits: 0..6\nrules: classic, region-same-values\n"),
        "full-rank" => FOUR.to_owned(),
        "full-rank-distinct" | "full-rank-ties" | "doublers" | "negators" => format!("{FOUR}rules: classic, {rule}\n"),
        "equal-cage-totals" | "distinct-cage-totals" => {
            let cages = ["r1c1-r1c3", "r1c5 r2c5", "r2c3 r3c3", "r4c1 r5c1 r5c2", "r4c4 r4c5", "r6c5 r6c6"];
            let cages: Vec<String> = cages.iter().map(|c| format!("killer-cage {c}\n")).collect();
            format!("{SIX}rules: classic, {rule}\n{}", cages.concat())
        }
        "distinct-dots" => {
            let dots = ["white-dot r1c1 r1c2", "white-dot r3c4 r4c4", "black-dot r5c2 r6c2"];
            format!("{SIX}rules: classic, {rule}\n{}\n", dots.join("\n"))
        }
        "magic-square" => format!("{NINE}rules: classic\nmagic-square r4c4..r6c6\n"),
        "connected-values" => format!("{SIX}rules: classic\nconnected-values r1c1..r6c6 values [1 2 3 4]\n"),
        "doppelganger" => {
            let (rows, a) = extras('A', 1, 6, "0..6");
            let (columns, b) = extras('B', 1, 6, "0..6");
            let (boxes, c) = extras('D', 1, 6, "0..6");
            format!("{SIX}digits: 0..6\n{rows}{columns}{boxes}rules: none\ndoppelganger {a} / {b} / {c}\n")
        }
        "chaos-construction" | "chaos-count" | "chaos-arrow" => unknown_regions(),
        "yin-yang" => {
            let (extra, names) = extras('S', 4, 4, "0..1");
            format!(
                "{FOUR}{extra}rules: classic\nyin-yang {names}\n\nrule pearl \"The digit counts the shaded cells around \
                 it, its own included.\"\n  clue cell c, cells around\n  says \"the pearl at {{c}}\"\n  require c = \
                 sum(around)\n"
            )
        }
        _ if is_clue => SIX.to_owned(),
        _ => format!("{SIX}rules: classic, {rule}\n"),
    }
}

/// The ground of a rule.
pub(crate) fn ground(rule: &str, is_clue: bool) -> Ground {
    let mut g = Ground::of(&text(rule, is_clue), rule, is_clue);
    if let Some(clues) = CLUES.iter().find(|c| c.0.split(' ').any(|name| name == rule)) {
        (_, g.place, g.cells, g.clues) = *clues;
    }
    let other = match rule {
        "full-rank-ties" => Some("full-rank"),
        "doublers" => Some("killer-cage"),
        // Totals of negators can be below 0, which no cage has.
        "negators" => Some("sum"),
        "chaos-construction" => Some("chaos-count"),
        "yin-yang" => Some("pearl"),
        // The only clue already exists.
        "magic-square" | "connected-values" | "doppelganger" => None,
        _ => is_clue.then_some(rule),
    };
    g.with = other.into_iter().map(str::to_owned).collect();
    g.beyond_defaults = matches!(rule, "doublers" | "negators" | "parity-sum" | "lockout-line");
    g.marked = match rule {
        "negative-kropki" => &["white-dot", "black-dot"],
        "negative-ratio" => &["ratio"],
        "negative-xv" => &["x", "v"],
        "negative-x" => &["x"],
        "negative-v" => &["v"],
        _ => &[],
    };
    if rule == "entropic-sets" {
        g.numbers = &[("low", &[1, 4]), ("middle", &[2, 5])];
    }
    if rule == "regex" {
        g.texts = &[".*12.*", "[1-3]+[4-6]+", "(1|2|3)(4|5|6)+.", ".[246]+", "(12|23|34|45|56|.)*6", "[^1]*1[^6]*"];
    }
    g
}
