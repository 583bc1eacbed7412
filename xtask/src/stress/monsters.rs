//! Puzzles that are designed to take long: known slow cases, and two hundred random puzzles, ten of each kind. The answers to these
//! puzzles are unknown.

use crate::task::Fail;
use cluewright_core::{Drawing, DrawingKind, Puzzle, Random};
use cluewright_formats as formats;
use std::fmt::Write;

/// A puzzle as text.
pub(super) struct Monster {
    /// The kind of the puzzle, and a number.
    pub(super) name: String,
    /// The extension of the puzzle's file name.
    pub(super) ending: &'static str,
    pub(super) text: String,
}

/// The number of random puzzles of each kind.
const EACH: u64 = 10;

type Kind = (&'static str, fn(&mut Draw) -> String);

const KINDS: &[Kind] = &[
    ("large", large),
    ("oblong", oblong),
    ("many-clues", many_clues),
    ("overlapping-cages", overlapping_cages),
    ("long-lines", long_lines),
    ("automata", automata),
    ("wide-extra-cells", wide_extra_cells),
    ("deep-regex", deep_regex),
    ("folds", folds),
    ("jigsaw", jigsaw),
    ("samurai", samurai),
    ("triple-loops", triple_loops),
    ("empty", empty),
    ("contradictory", contradictory),
    ("whole-grid", whole_grid),
    ("sparse", sparse),
    ("indexers", indexers),
    ("outside", outside),
    ("values", values),
    ("joined", joined),
];

/// All puzzles, starting with puzzles that once took too long.
pub(super) fn all(seed: u64) -> Result<Vec<Monster>, Fail> {
    let mut all = cases()?;
    all.extend(texts());
    all.extend(drawn()?);
    all.extend(random(seed));
    Ok(all)
}

/// The random puzzles.
fn random(seed: u64) -> impl Iterator<Item = Monster> {
    let numbers =
        KINDS.iter().enumerate().flat_map(|(at, kind)| (0..EACH).map(move |number| (at as u64, kind, number)));
    numbers.map(move |(at, (kind, make), number)| {
        let mut draw = Draw::new(seed, at * EACH + number);
        Monster { name: format!("{kind}-{number}"), ending: "clue", text: make(&mut draw) }
    })
}

/// Puzzles that once exceeded the time limit.
fn cases() -> Result<Vec<Monster>, Fail> {
    let clue = |name: &str, text: String| Monster { name: name.to_owned(), ending: "clue", text };
    let mut all = vec![
        Monster { name: "cages-60000".to_owned(), ending: "txt", text: cages(60_000)? },
        // The decompressed size is a few per cent below the maximum for links.
        Monster { name: "cages-200000".to_owned(), ending: "txt", text: cages(200_000)? },
        clue("outside-25x25", outside_of(&mut Draw::new(0, 0), 25)),
        clue(
            "empty-128x128",
            "grid: 128x128\ndigits: 64\nboxes: none\nrules: none\nkiller-cage r1c1-r1c9\n".to_owned(),
        ),
        clue("rows-128x64", "grid: 128x64\ndigits: 64\nboxes: none\nrules: rows\n".to_owned()),
        clue("full-128x128", "grid: 128x128\ndigits: 64\nboxes: none\nrules: rows, columns\n".to_owned()),
    ];
    for side in [36, 64] {
        all.push(clue(&format!("indexers-{side}x{side}"), indexers_of(side)));
    }
    all.push(clue(
        "sandwiches-10000",
        format!("grid: 9x9\nrules: classic\n{}", "sandwich r1c1-r1c9 total 20\n".repeat(10_000)),
    ));
    Ok(all)
}

/// Texts of one megabyte with little content.
fn texts() -> impl Iterator<Item = Monster> {
    const BYTES: usize = 1 << 20;
    let filled = |before: &str, part: &dyn Fn(usize) -> String, after: &str| {
        let mut text = before.to_owned();
        for n in 0.. {
            let part = part(n);
            if text.len() + part.len() + after.len() > BYTES {
                break;
            }
            text += &part;
        }
        text + after
    };
    let line = "0".repeat(81);
    let nested = format!("{}{}", "{\"a\":".repeat(100), "1".to_owned() + &"}".repeat(100));
    let scl = r#"{"cells":[[{},{}],[{},{}]],"#;
    [
        ("xml-attributes", "xml", filled("<game ", &|n| format!("a{n}=\"\" "), &format!("data=\"{line}\"/>"))),
        (
            "xml-namespaces",
            "xml",
            filled(
                "<opensudoku ",
                &|n| format!("xmlns:a{n}=\"b\" "),
                &format!("><game data=\"{line}\"/></opensudoku>"),
            ),
        ),
        ("xml-elements", "xml", filled("<opensudoku>", &|_| "<a>".to_owned(), "")),
        ("scl-colons", "scl", filled("{ce:[[{}]],x:", &|_| ":".to_owned(), "}")),
        ("scl-braces", "scl", filled("", &|_| "{ce:[[{".to_owned(), "")),
        ("scl-nested", "scl", filled(&format!("{scl}\"lines\":[1"), &|_| format!(",{nested}"), "]}")),
        (
            "scl-nested-cages",
            "scl",
            filled(&format!("{scl}\"cages\":[1"), &|_| format!(",{{\"cells\":[[0,0]],\"value\":{nested}}}"), "]}"),
        ),
        ("scl-keys", "scl", filled(&format!("{scl}\"regions\":[]"), &|n| format!(",\"k{n}\":{nested}"), "}")),
    ]
    .into_iter()
    .map(|(name, ending, text)| Monster { name: name.to_owned(), ending, text })
}

/// Links of a few kilobytes with very many drawings.
fn drawn() -> Result<Vec<Monster>, Fail> {
    let link = |name: &str, change: &dyn Fn(&mut Puzzle)| -> Result<Monster, Fail> {
        let mut puzzle = formats::read("1...............").map_err(|e| e.to_string())?.puzzle;
        puzzle.foreign = None;
        change(&mut puzzle);
        let format = formats::by_id("scl").map_err(|e| e.to_string())?;
        let text = format.write(&puzzle).map_err(|e| e.to_string())?.0;
        Ok(Monster { name: name.to_owned(), ending: "scl", text })
    };
    let at = |n: usize| ((n % 13) as f64 / 4.0, (n % 11) as f64 / 4.0);
    let many = |kind, many: usize| {
        let one = move |n: usize| Drawing {
            text: if kind == DrawingKind::Text { (n % 97).to_string() } else { String::new() },
            color: "#67F067".to_owned(),
            width: Some(0.1),
            ..Drawing::new(kind, vec![vec![at(n), at(n * 7)]])
        };
        move |puzzle: &mut Puzzle| puzzle.drawings.extend((0..many).map(one))
    };
    let mut all = vec![
        link("title-4mb", &|p| p.title = "word ".repeat(800_000))?,
        link("text-4mb", &|p| p.text = "Digits along a thermometer increase from the bulb. ".repeat(80_000))?,
        link("points-300000", &|p| {
            p.drawings.push(Drawing::new(DrawingKind::Line, vec![(0..300_000).map(at).collect()]));
        })?,
    ];
    for (name, kind) in [
        ("line", DrawingKind::Line),
        ("arrow", DrawingKind::Arrow),
        ("cage", DrawingKind::Cage),
        ("circle", DrawingKind::Circle),
        ("text", DrawingKind::Text),
    ] {
        all.push(link(&format!("{name}s-60000"), &many(kind, 60_000))?);
    }
    Ok(all)
}

/// A link of about 50 KB with `many` equal cages.
fn cages(many: usize) -> Result<String, Fail> {
    let read =
        formats::read("grid: 9x9\nrules: classic\nkiller-cage r1c1 r1c2 total 10\n").map_err(|e| e.to_string())?;
    let mut puzzle = read.puzzle;
    let cage = puzzle.clues.pop().ok_or("the cage is a clue")?;
    puzzle.clues = vec![cage; many];
    let format = formats::by_id("f-puzzles").map_err(|e| e.to_string())?;
    Ok(format.write(&puzzle).map_err(|e| e.to_string())?.0)
}

/// Random numbers, the same for the same seed and number.
struct Draw(Random);

impl Draw {
    fn new(seed: u64, number: u64) -> Self {
        Self(Random::typed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number.wrapping_mul(0xD1B5_4A32_D192_ED03)))
    }

    /// A random number from `low` to `high`, both included.
    fn within(&mut self, low: usize, high: usize) -> usize {
        low + (self.0.bits() % (high - low + 1) as u64) as usize
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.within(0, of.len() - 1)]
    }

    /// A path of at most `length` different cells, each adjacent to the previous one. The path is shorter if it gets stuck.
    fn walk(&mut self, height: usize, width: usize, length: usize) -> Vec<(usize, usize)> {
        let mut cells = vec![(self.within(1, height), self.within(1, width))];
        while cells.len() < length {
            let (r, c) = cells[cells.len() - 1];
            let near = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)];
            let free = |&(r, c): &(usize, usize)| {
                (1..=height).contains(&r) && (1..=width).contains(&c) && !cells.contains(&(r, c))
            };
            let free: Vec<(usize, usize)> = near.into_iter().filter(free).collect();
            if free.is_empty() {
                break;
            }
            cells.push(self.one(&free));
        }
        cells
    }
}

fn named(cells: &[(usize, usize)]) -> String {
    let names: Vec<String> = cells.iter().map(|(r, c)| format!("r{r}c{c}")).collect();
    names.join(" ")
}

/// A cage of a few cells, with the total of random different digits.
fn cage(draw: &mut Draw, height: usize, width: usize, digits: usize) -> String {
    let size = draw.within(2, 7.min(digits));
    let cells = draw.walk(height, width, size);
    let k = cells.len();
    let total = draw.within(k * (k + 1) / 2, k * (2 * digits + 1 - k) / 2);
    format!("killer-cage {} total {}\n", named(&cells), total.min(405))
}

fn large(draw: &mut Draw) -> String {
    let side = draw.one(&[16, 20, 25, 30, 36, 49, 64]);
    let mut text = format!("grid: {side}x{side}\nrules: classic\n");
    for _ in 0..draw.within(0, side * 2) {
        text += &cage(draw, side, side, side);
    }
    for _ in 0..draw.within(0, side) {
        let length = draw.within(3, 8);
        let line = draw.walk(side, side, length);
        let kind = draw.one(&["thermometer", "renban", "palindrome", "whispers"]);
        let _ = writeln!(text, "{kind} {}", named(&line));
    }
    text
}

fn oblong(draw: &mut Draw) -> String {
    let (height, width) = (draw.within(3, 12), draw.within(20, 64));
    let (height, width) = if draw.0.bits() & 1 == 0 { (height, width) } else { (width, height) };
    let mut text = format!("grid: {height}x{width}\nboxes: none\nrules: rows, columns\n");
    for _ in 0..draw.within(0, 60) {
        text += &cage(draw, height, width, height.max(width));
    }
    for _ in 0..draw.within(0, 10) {
        let line = draw.walk(height, width, 30);
        let _ = writeln!(text, "{} {}", draw.one(&["nabner", "entropic-line", "zipper-line"]), named(&line));
    }
    text
}

fn many_clues(draw: &mut Draw) -> String {
    let side = draw.one(&[9, 9, 16]);
    let mut text = format!("grid: {side}x{side}\nrules: classic\n");
    let kind = draw.within(0, 3);
    for _ in 0..draw.within(1_000, 15_000) {
        let pair = draw.walk(side, side, 2);
        match kind {
            0 => text += &cage(draw, side, side, side),
            1 => {
                let _ = writeln!(text, "white-dot {}", named(&pair));
            }
            2 => {
                let _ = writeln!(text, "sum {} total {}", named(&draw.walk(side, side, 5)), draw.within(10, 40));
            }
            _ => {
                let length = draw.within(2, 6);
                let line = draw.walk(side, side, length);
                let _ = writeln!(text, "{} {}", draw.one(&["arrow", "region-sum-line", "odd-lots"]), named(&line));
            }
        }
    }
    text
}

fn overlapping_cages(draw: &mut Draw) -> String {
    let side = draw.one(&[9, 12, 16]);
    let mut text = format!("grid: {side}x{side}\nrules: classic\n");
    for _ in 0..draw.within(200, 3_000) {
        // Choose totals near the middle of their range, so that few of them contradict each other.
        let size = draw.within(3, 6);
        let cells = draw.walk(side, side, size);
        let middle = cells.len() * (side + 1) / 2;
        let _ = writeln!(text, "sum {} total {}", named(&cells), draw.within(middle - 1, middle + 1));
    }
    text
}

const LINES: [&str; 7] =
    ["whispers", "zipper-line", "region-sum-line", "entropic-line", "modular-line", "arithmetic-line", "palindrome"];

fn long_lines(draw: &mut Draw) -> String {
    let side = draw.one(&[9, 16, 25]);
    let mut text = format!("grid: {side}x{side}\nrules: classic\n");
    for _ in 0..draw.within(2, 12) {
        let length = draw.within(10, 60);
        let line = draw.walk(side, side, length);
        let _ = writeln!(text, "{} {}", draw.one(&LINES), named(&line));
    }
    text
}

fn automata(draw: &mut Draw) -> String {
    let side = draw.one(&[9, 12, 16]);
    let (a, b, m) = (draw.within(2, 9), draw.within(1, 9), draw.within(50, 2_000));
    let mut text = format!(
        "grid: {side}x{side}\nrule walk \"A state goes along the line.\"\n  clue line L, n: number\n  require (fold s = 0 for c in L: (s * {a} + c * {b}) mod {m}) = n\nrules: classic\n"
    );
    for _ in 0..draw.within(1, 30) {
        let length = draw.within(5, 25);
        let line = draw.walk(side, side, length);
        let _ = writeln!(text, "walk {} n {}", named(&line), draw.within(0, m - 1));
    }
    text
}

fn wide_extra_cells(draw: &mut Draw) -> String {
    let many = draw.within(5, 300);
    let names: Vec<String> = (0..many).map(|i| format!("X{i}")).collect();
    let extra: Vec<String> = names.iter().map(|n| format!("{n} 0..63")).collect();
    let mut text = format!("grid: 9x9\nextra: {}\n", extra.join(", "));
    let m = draw.within(5, 60);
    let _ = write!(
        text,
        "rule tied \"Numbers are tied.\"\n  clue cells C, k: number\n  require (C[1] * C[1] + k * C[2]) mod {m} < {}\nrules: classic\n",
        draw.within(1, m - 1)
    );
    for _ in 0..draw.within(10, 600) {
        let cell = draw.walk(9, 9, 1);
        let (x, y) = (draw.one(&names.iter().collect::<Vec<_>>()), draw.one(&names.iter().collect::<Vec<_>>()));
        if draw.0.bits() & 1 == 0 && x != y {
            let _ = writeln!(text, "tied {x} {y} k {}", draw.within(1, 50));
        } else {
            let _ = writeln!(text, "tied {x} {} k {}", named(&cell), draw.within(1, 50));
        }
    }
    text
}

fn deep_regex(draw: &mut Draw) -> String {
    fn part(draw: &mut Draw, depth: usize) -> String {
        if depth == 0 {
            return draw.one(&["1", "[2-5]", ".", "[^7]", "9", "[13579]"]).to_owned();
        }
        let (a, b) = (part(draw, depth - 1), part(draw, depth - 1));
        match draw.within(0, 4) {
            0 => format!("({a})*{b}"),
            1 => format!("({a}|{b})"),
            2 => format!("({a}{b})+"),
            3 => format!("{a}({b})?{a}"),
            _ => format!("({a}){{1,{}}}{b}", draw.within(2, 5)),
        }
    }
    let side = draw.one(&[9, 9, 16]);
    let mut text = format!("grid: {side}x{side}\nrules: classic\n");
    for row in 1..=draw.within(1, side) {
        let depth = draw.within(1, 5);
        let _ = writeln!(text, "regex r{row}c1-r{row}c{side} pattern \"{}\"", part(draw, depth));
    }
    text
}

fn folds(draw: &mut Draw) -> String {
    let side = draw.one(&[6, 9, 16, 25]);
    let what = draw.one(&[
        "require (fold s = 0 for c in cells: (s * 3 + c) mod 1009) = 17",
        "require (fold s = 1 for c in row(1): s * c) > 5000",
        "for L in rows: require (fold s = 0 for c in L: max(s - c, c - s)) = 1",
        "for L in columns: require (fold s = 0 for c in L: if c > s then s + c else s - c) < 20",
        "for H in houses: require (fold s = 0 for c in H: if c mod 2 = 0 then s + 1 else 0) < 3",
    ]);
    format!("grid: {side}x{side}\nrule folded \"A state.\"\n  {what}\nrules: classic, folded\n")
}

fn jigsaw(draw: &mut Draw) -> String {
    let side = draw.one(&[9, 12, 16, 25]);
    // The regions are the rows with some cells exchanged, so they need not be connected.
    let mut of: Vec<usize> = (0..side * side).map(|i| i / side).collect();
    for _ in 0..draw.within(side, side * side) {
        let (a, b) = (draw.within(0, of.len() - 1), draw.within(0, of.len() - 1));
        of.swap(a, b);
    }
    let letter = |i: &usize| char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[*i]);
    let mut text = format!("grid: {side}x{side}\nregions:\n");
    for row in of.chunks(side) {
        let _ = writeln!(text, "  {}", row.iter().map(letter).collect::<String>());
    }
    text += "rules: rows, columns, regions\n";
    for _ in 0..draw.within(0, 40) {
        text += &cage(draw, side, side, side);
    }
    text
}

fn samurai(draw: &mut Draw) -> String {
    let grids = draw.within(1, 5);
    let mut text = String::new();
    for row in 0..grids {
        for col in 0..grids {
            let name = char::from(b'A' + (row * grids + col) as u8);
            let _ = writeln!(text, "grid: {name} 9x9 at r{}c{}", row * 6 + 1, col * 6 + 1);
        }
    }
    let side = grids * 6 + 3;
    text += "rules: classic\n";
    for _ in 0..draw.within(0, side * 6) {
        text += &cage(draw, side, side, 9);
    }
    text
}

fn triple_loops(draw: &mut Draw) -> String {
    let side = draw.one(&[6, 9, 16]);
    let (a, b) = draw.one(&[("cells", "cells"), ("rows", "columns"), ("houses", "houses"), ("cells", "touching(a)")]);
    let m = draw.within(2, 30);
    let what = match (a, draw.within(0, 1)) {
        ("cells", 0) => format!("a + b + c != {m}"),
        ("cells", _) => format!("(a * b + c) mod {m} != 1 or a = c"),
        (_, _) => format!("(sum(a) * sum(b)) mod {m} != 1 or some x in c: x = 3"),
    };
    format!(
        "grid: {side}x{side}\nrule triple \"Every three.\"\n  for a in {a}:\n    for b in {b}:\n      for c in {a} where length(cells) > 2:\n        require {what}\nrules: classic, triple\n"
    )
}

fn empty(draw: &mut Draw) -> String {
    let side = draw.one(&[9, 16, 25, 36, 49, 64, 100, 128]);
    let rules = draw.one(&["classic", "rows", "rows, columns", "none", "classic, anti-knight", "classic, diagonals"]);
    let boxes =
        if rules == "classic" || rules.contains(", a") || rules.contains("diag") { "" } else { "boxes: none\n" };
    // A puzzle has at most 64 digits.
    let digits =
        draw.one(if side > 64 { &["digits: 2\n", "digits: 64\n"] } else { &["", "digits: 2\n", "digits: 64\n"][..] });
    format!("grid: {side}x{side}\n{digits}{boxes}rules: {rules}\n")
}

fn contradictory(draw: &mut Draw) -> String {
    let side = draw.one(&[9, 16, 25]);
    let mut text = format!("grid: {side}x{side}\nrules: classic\n");
    match draw.within(0, 3) {
        // A pigeonhole problem: more digits than cells that can hold them.
        0 => {
            for row in 1..=side {
                let _ = writeln!(text, "allowed-digits r{row}c1-r{row}c{} values [{}]", side - 2, numbers(2, side));
            }
        }
        1 => {
            for col in 1..=side {
                let _ = writeln!(text, "sum r1c{col}-r{side}c{col} total {}", side * (side + 1) / 2 + 1);
            }
        }
        2 => {
            for row in 1..=side {
                let _ = writeln!(text, "thermometer r{row}c1-r{row}c{side}");
            }
        }
        _ => {
            for row in 1..side {
                for col in 1..side {
                    let _ = writeln!(text, "whispers r{row}c{col} r{}c{}", row + 1, col + 1);
                }
            }
        }
    }
    text
}

fn numbers(low: usize, high: usize) -> String {
    (low..=high).map(|n| n.to_string()).collect::<Vec<_>>().join(" ")
}

fn whole_grid(draw: &mut Draw) -> String {
    let side = draw.one(&[6, 9, 9, 12, 16]);
    let rule = draw.one(&[
        "global-entropy",
        "global-modular",
        "magnet-sum",
        "nonconsecutive",
        "anti-king",
        "disjoint-groups",
        "negative-kropki",
        "dutch-flatmates",
    ]);
    let mut text = format!("grid: {side}x{side}\nrules: classic, {rule}\n");
    match draw.within(0, 3) {
        0 => {
            let extra: Vec<String> = (0..side * side).map(|i| format!("S{i} 0..1")).collect();
            let names: Vec<String> = (0..side * side).map(|i| format!("S{i}")).collect();
            let _ = writeln!(text, "extra: {}\nyin-yang {}", extra.join(", "), names.join(" "));
        }
        1 => {
            let extra: Vec<String> = (0..side * side).map(|i| format!("K{i} 1..{side}")).collect();
            let names: Vec<String> = (0..side * side).map(|i| format!("K{i}")).collect();
            let _ = writeln!(text, "extra: {}\nchaos-construction {}", extra.join(", "), names.join(" "));
        }
        2 => {
            for row in 1..=side {
                let _ = writeln!(text, "full-rank r{row}c1-r{row}c{side} n {}", draw.within(1, 4 * side));
            }
        }
        _ => {
            let _ = writeln!(text, "connected-values r1c1..r{side}c{side} values [{}]", numbers(1, side / 2));
        }
    }
    text
}

fn sparse(draw: &mut Draw) -> String {
    let (side, root) = draw.one(&[(9, 3), (16, 4), (25, 5), (36, 6)]);
    // A full grid made by shifting rows, with digits and rows permuted; part of the grid is given.
    let mut digits: Vec<usize> = (1..=side).collect();
    let mut rows: Vec<usize> = (0..side).collect();
    for i in (1..side).rev() {
        digits.swap(i, draw.within(0, i));
        let within = i % root;
        rows.swap(i, i - draw.within(0, within));
    }
    let share = draw.within(15, 45);
    let mut text = format!("grid: {side}x{side}\nrules: classic\ngivens:\n");
    for &row in &rows {
        text += " ";
        for col in 0..side {
            let digit = digits[(row % root * root + row / root + col) % side];
            let _ = if draw.within(0, 99) < share { write!(text, " {digit}") } else { write!(text, " .") };
        }
        text += "\n";
    }
    text
}

fn indexers(draw: &mut Draw) -> String {
    indexers_of(draw.one(&[9, 16, 25, 36, 49, 64]))
}

fn indexers_of(side: usize) -> String {
    let mut text = format!("grid: {side}x{side}\nrules: classic\n");
    for at in 1..=side {
        let _ = writeln!(text, "row-indexer r1c{at}-r{side}c{at}\ncolumn-indexer r{at}c1-r{at}c{side}");
    }
    text
}

fn outside(draw: &mut Draw) -> String {
    let side = draw.one(&[9, 12, 16, 20, 25, 30]);
    outside_of(draw, side)
}

fn outside_of(draw: &mut Draw, side: usize) -> String {
    let mut text = format!("grid: {side}x{side}\nrules: classic\n");
    for row in 1..=side {
        let line = format!("r{row}c1-r{row}c{side}");
        let total = |draw: &mut Draw| draw.within(3, (side * side / 3).min(405));
        let (x, sandwich) = (total(draw), total(draw));
        let _ = writeln!(text, "x-sum {line} total {x}\nsandwich {line} total {sandwich}");
        let _ = writeln!(text, "skyscraper {line} n {}", draw.within(1, 6.min(side)));
        if draw.0.bits() & 1 == 0 {
            let _ = writeln!(text, "numbered-room {line} n {}", draw.within(1, side));
        }
    }
    text
}

fn values(draw: &mut Draw) -> String {
    let side = draw.one(&[6, 9, 12]);
    let rule = draw.one(&["doublers", "negators", "doublers", "counting-circles"]);
    let mut text = if rule == "counting-circles" {
        format!("grid: {side}x{side}\nrules: classic\ncounting-circles r1c1..r{side}c{side}\n")
    } else {
        format!("grid: {side}x{side}\nrules: classic, {rule}\n")
    };
    for _ in 0..draw.within(5, 60) {
        let size = draw.within(3, 9);
        let cells = draw.walk(side, side, size);
        let _ = writeln!(text, "sum {} total {}", named(&cells), draw.within(5, 60));
    }
    text
}

fn joined(draw: &mut Draw) -> String {
    let side = draw.one(&[9, 9, 16]);
    let mut text = format!("grid: {side}x{side}\nrules: classic\n");
    for _ in 0..draw.within(5, 200) {
        text += "any:\n";
        for _ in 0..draw.within(2, 8) {
            let length = draw.within(3, 8);
            let line = draw.walk(side, side, length);
            match draw.within(0, 3) {
                0 => {
                    let _ = write!(text, "  {}", cage(draw, side, side, side));
                }
                1 => {
                    let _ = writeln!(text, "  thermometer {}", named(&line));
                }
                2 => {
                    let _ = writeln!(text, "  not: palindrome {}", named(&line));
                }
                _ => {
                    let _ = writeln!(text, "  all:\n    renban {}\n    whispers {}", named(&line), named(&line));
                }
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearly_all_of_them_are_puzzles() {
        let cases = cases().unwrap_or_else(|_| panic!("they are made"));
        let all: Vec<Monster> = cases.into_iter().chain(random(1)).collect();
        assert!(all.len() >= 200 + 6);
        let mut wrong = Vec::new();
        for monster in all.iter().filter(|m| m.ending == "clue") {
            if let Err(e) = formats::read(&monster.text) {
                wrong.push(format!("{}: {e}", monster.name));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn a_seed_says_which() {
        let texts = |seed| random(seed).map(|m| m.text).collect::<Vec<_>>();
        assert_eq!(texts(3), texts(3));
        assert_ne!(texts(3), texts(4));
    }
}
