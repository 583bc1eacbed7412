//! Puzzles inside other text: words, headings, code, links, forum markup. Each kind is tested with similar texts; ambiguous ones
//! are rejected with a message that names the recognized parts.

#![allow(clippy::format_collect, reason = "texts are put together a row at a time, and short")]

use cluewright_core::Puzzle;
use cluewright_formats::records::{Layout, RecordOptions, Records};
use cluewright_formats::{NoteKind, by_id, read};
use serde_json::json;

const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const OTHER: &str = "000007004000006003860200000509082000640000080000000700000000042010030000703000009";

/// The rows of a line, with each character formatted by `cell` and separated by `between`.
fn rows(line: &str, between: &str, cell: impl Fn(char) -> String) -> Vec<String> {
    let cells: Vec<String> = line.chars().map(cell).collect();
    cells.chunks(cells.len().isqrt()).map(|row| row.join(between)).collect()
}

fn plain(between: &str) -> Vec<String> {
    rows(LINE, between, String::from)
}

fn zeros(between: &str) -> Vec<String> {
    rows(LINE, between, |c| if c == '.' { "0".into() } else { c.into() })
}

fn framed() -> String {
    let rule = "+-------+-------+-------+\n";
    let row = |r: &String| format!("| {} | {} | {} |\n", &r[..5], &r[6..11], &r[12..]);
    let bands: Vec<String> = plain(" ").chunks(3).map(|band| band.iter().map(row).collect()).collect();
    format!("{rule}{}{rule}", bands.join(rule))
}

/// The givens of the puzzle in the text, as a line.
fn line_of(text: &str) -> (String, Puzzle) {
    let read = read(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert!(read.notes.iter().all(|n| n.kind == NoteKind::Info), "{:?}\n{text}", read.notes);
    let mut line = vec!['.'; read.puzzle.shape.len()];
    for given in &read.puzzle.givens {
        let digit = u32::try_from(given.digits[0]).expect("a digit");
        line[given.cell.index()] =
            if given.digits.len() == 1 { char::from_digit(digit, 36).expect("a digit") } else { '*' };
    }
    (line.into_iter().collect(), read.puzzle)
}

fn all_are(texts: &[String], wanted: &str) {
    for text in texts {
        assert_eq!(line_of(text).0, wanted, "{text}");
    }
}

/// The texts of the records of the text, and the first other column of each.
fn records(text: &str) -> (Layout, Vec<String>, Vec<String>) {
    let records = Records::open(text.as_bytes(), &RecordOptions::default()).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let layout = records.layout();
    let all: Vec<_> = records.collect();
    let column = |r: &cluewright_formats::records::Record| r.columns.first().map(|c| c.1.clone()).unwrap_or_default();
    let columns = all.iter().map(column).collect();
    (layout, all.into_iter().map(|r| line_of(&r.text.expect("a text")).0).collect(), columns)
}

fn refused(text: &str, parts: &[&str]) {
    let error = read(text).err().unwrap_or_else(|| panic!("it is read:\n{text}")).to_string();
    for part in parts {
        assert!(error.contains(part), "{error}\n{text}");
    }
}

#[test]
fn minus_one_for_an_empty_cell() {
    let minus = |c: char| if c == '.' { "-1".to_owned() } else { c.to_string() };
    let dense = rows(LINE, "", minus).join("\n");
    let sparse = format!("1{}", ".".repeat(80));
    all_are(
        &[
            rows(LINE, " ", minus).join("\n"),
            rows(LINE, ",", minus).join("\n"),
            rows(LINE, "\t", minus).join("\n"),
            rows(LINE, " ", minus).join(" "),
            rows(LINE, ",", minus).join(","),
            rows(LINE, " ", |c| minus(c).replace('-', "\u{2212}")).join("\n"),
            rows(LINE, " ", |c| format!("{:>2}", minus(c))).join("\n"),
            rows(LINE, " ", minus).join("\n\n"),
            dense,
        ],
        LINE,
    );
    // With several candidates in a cell, -1 again means an elimination instead of an empty cell.
    all_are(&[rows(&sparse, " ", minus).join("\n")], &sparse);
}

#[test]
fn words_around_a_grid() {
    let grid = plain("").join("\n");
    let framed = framed();
    all_are(
        &[
            format!("Grid 01\n{}", zeros("").join("\n")),
            format!("Puzzle #3 (hard)\n\n{}", zeros(" ").join("\n")),
            format!("{}\nDifficulty: hard\n", zeros("").join("\n")),
            format!("Daily Sudoku, 12 March 2024\n\n{grid}\n\nGood luck!\n"),
            format!("Sudoku 9x9 no. 17 - \"Extreme\"\n{framed}"),
            format!("Here is the puzzle I am stuck on:\n\n{framed}\nWhat is the next step?\nThanks\n"),
            format!("My puzzle\n\n{}", grid.replace('.', " ")),
            format!("Hi,\n\n```\n{grid}\n```\n\nHow?\n"),
            format!("[code]\n{framed}[/code]"),
            framed.lines().map(|l| format!("> {l}\n")).collect(),
            format!("<pre>\n{framed}</pre>"),
            format!("Sudoku: {LINE}"),
            format!("Puzzle 1:\n{LINE}\n"),
            format!("EVENING SUDOKU 12\n{}", zeros("").join("\n")),
            format!("GRID 01\n{grid}"),
            format!("THE TIMES (DIFFICULT)\n\n{framed}\nNO GUESSING NEEDED!\n"),
            format!("DAILY PUZZLE:\n{LINE}\n"),
            format!("9 9\n{}", zeros(" ").join("\n")),
            format!("9\n{}", zeros(" ").join("\n")),
            format!("3 3\n{}", zeros("").join("\n")),
            format!("9x9\n{}", zeros("").join("\n")),
            format!("`{LINE}`"),
            format!("**{LINE}**"),
            format!("\u{201c}{LINE}\u{201d}"),
        ],
        LINE,
    );
    // The surrounding text is kept, since it may contain rules.
    let text = format!("Knight moves\nNo two cells a knight's move apart hold the same digit.\n\n{grid}\n");
    let read = read(&text).expect("a puzzle");
    assert_eq!((read.puzzle.title.as_str(), read.puzzle.text.contains("knight's move")), ("Knight moves", true));
    assert!(read.notes[0].text.starts_with("2 lines are not part of the grid"), "{:?}", read.notes);
}

#[test]
fn empty_lines_between_rows() {
    all_are(
        &[
            plain("").join("\n\n"),
            zeros(" ").join("\n\n"),
            zeros("").join("\r\n\r\n"),
            plain(" | ").join("\n\n"),
            plain("").chunks(3).map(|band| band.join("\n\n")).collect::<Vec<_>>().join("\n\n\n"),
        ],
        LINE,
    );
}

#[test]
fn headings_of_rows_and_columns() {
    let named = |names: &[&str], between: &str, rows: Vec<String>| -> String {
        let row = |(name, row): (&&str, &String)| format!("{name}{between}{row}\n");
        names.iter().zip(&rows).map(row).collect()
    };
    let letters: Vec<&str> = "A B C D E F G H I".split(' ').collect();
    let numbers: Vec<&str> = "1 2 3 4 5 6 7 8 9".split(' ').collect();
    let places: Vec<&str> = "r1 r2 r3 r4 r5 r6 r7 r8 r9".split(' ').collect();
    let from_zero: Vec<&str> = "0 1 2 3 4 5 6 7 8".split(' ').collect();
    let lines: Vec<&str> = "Row 1|Row 2|Row 3|Row 4|Row 5|Row 6|Row 7|Row 8|Row 9".split('|').collect();
    let spaces = |rows: Vec<String>| rows.into_iter().map(|r| r.replace('.', " ")).collect::<Vec<_>>();
    let parted: Vec<String> = plain("").iter().map(|r| format!("{} {} {}", &r[..3], &r[3..6], &r[6..])).collect();
    all_are(
        &[
            format!("    1 2 3 4 5 6 7 8 9\n{}", named(&letters, "   ", plain(" "))),
            format!("   c1 c2 c3 c4 c5 c6 c7 c8 c9\n{}", named(&places, "  ", plain("  "))),
            format!("   0  1  2  3  4  5  6  7  8\n{}", named(&from_zero, "  ", zeros("  "))),
            format!("  123 456 789\n{}", named(&letters, " ", parted)),
            format!(
                ",C1,C2,C3,C4,C5,C6,C7,C8,C9\n{}",
                named(&places, ",", rows(LINE, ",", |c| c.to_string().replace('.', "")))
            ),
            format!(
                "| |1|2|3|4|5|6|7|8|9|\n|{}\n{}",
                "---|".repeat(10),
                named(&letters, "|", spaces(plain("|")).iter().map(|r| format!("{r}|")).collect())
                    .lines()
                    .map(|l| format!("|{l}\n"))
                    .collect::<String>()
            ),
            format!(
                "|1|2|3|4|5|6|7|8|9|\n|{}\n{}",
                "---|".repeat(9),
                spaces(plain("|")).iter().map(|r| format!("|{r}|\n")).collect::<String>()
            ),
            named(&numbers, ": ", plain("")),
            named(&lines, ": ", zeros(" ")),
            named(&places, " | ", plain(" ")),
        ],
        LINE,
    );
    let text = "  1 2 3 4\n1 . . 3 .\n2 4 . . .\n3 . 1 . .\n4 . . . 2\n";
    all_are(&[text.to_owned()], "..3.4....1.....2");
}

#[test]
fn lists_in_code_and_json() {
    let cells: Vec<Vec<i64>> = LINE
        .as_bytes()
        .chunks(9)
        .map(|r| r.iter().map(|b| i64::from(b.saturating_sub(b'0') * u8::from(*b != b'.'))).collect())
        .collect();
    let inner = zeros(",").iter().map(|r| format!("{{{r}}}")).collect::<Vec<_>>();
    let quoted: Vec<String> = plain("").iter().map(|r| format!("\"{r}\"")).collect();
    all_are(
        &[
            json!(cells).to_string(),
            json!(plain("")).to_string(),
            serde_json::to_string_pretty(&json!({"board": cells})).expect("JSON"),
            json!({"newboard": {"grids": [{"value": cells, "solution": cells, "difficulty": "Easy"}], "results": 1}})
                .to_string(),
            serde_json::to_string_pretty(&json!({"id": 5, "rows": plain("")})).expect("JSON"),
            format!("int[][] board = {{\n  {}\n}};", inner.join(",\n  ")),
            format!("std::vector<std::vector<int>> g{{{}}};", inner.join(",")),
            format!("vec![\n{}]", zeros(", ").iter().map(|r| format!("vec![{r}],\n")).collect::<String>()),
            format!("const board = [\n  [{}],\n];\nsolve(board);", zeros(", ").join("],\n  [")),
            format!("[{}]", zeros(" ").join("; ")),
            format!("[|{}|];", zeros(", ").join("|\n ")),
            format!("problem(1, [[{}]]).", rows(LINE, ",", |c| c.to_string().replace('.', "_")).join("],\n[")),
            format!("puzzle = \"\"\"\n{}\n\"\"\"", plain("").join("\n")),
            format!("board:\n{}", zeros(", ").iter().map(|r| format!("  - [{r}]\n")).collect::<String>()),
            format!("board:\n{}", quoted.iter().map(|r| format!("  - {r}\n")).collect::<String>()),
        ],
        LINE,
    );
    let two = [LINE.to_owned(), OTHER.replace('0', ".")];
    for text in [
        json!([{"puzzle": LINE}, {"puzzle": OTHER}]).to_string(),
        json!([LINE, OTHER]).to_string(),
        serde_json::to_string_pretty(&json!({"puzzles": [{"grid": LINE}, {"grid": OTHER}]})).expect("JSON"),
    ] {
        assert_eq!(records(&text).1, two, "{text}");
    }
    assert_eq!(records(&json!([cells, cells]).to_string()).1, [LINE, LINE]);
}

#[test]
fn groups_of_nine() {
    let zero = zeros("");
    all_are(
        &[
            zero.join(" "),
            zero.join(","),
            zero.join("/"),
            zero.join("-"),
            zero.join(":"),
            plain("").join(";"),
            plain("").join("|"),
            plain("").join("\\n"),
            zero.iter().map(|r| format!("\"{r}\"")).collect::<Vec<_>>().join(", "),
            zero.concat()
                .as_bytes()
                .chunks(3)
                .map(|c| String::from_utf8_lossy(c).into_owned())
                .collect::<Vec<_>>()
                .join(" "),
        ],
        LINE,
    );
}

#[test]
fn links_in_sentences() {
    let link = format!("https://sudokuwiki.org/sudoku.htm?bd={}", zeros("").concat());
    all_are(
        &[
            format!("Can you solve {link}? I cannot."),
            format!("[puzzle]({link})"),
            format!("[puzzle]({link} \"title\") fun"),
            format!("<{link}>"),
            format!("Try this ({link})."),
            format!("<a href=\"{link}\">x</a>"),
            format!("Today:\n\n{link}\n\nby Me"),
        ],
        LINE,
    );
    let other = format!("https://sudokuwiki.org/sudoku.htm?bd={OTHER}");
    refused(&format!("{link} and {other}"), &["2 puzzles", "==="]);
}

#[test]
fn links_of_sites_that_are_not_known() {
    let zero = zeros("").concat();
    all_are(
        &[
            format!("https://example.com/play?puzzle={zero}"),
            format!("https://example.com/play?puzzle={LINE}&level=3"),
            format!("https://example.com/#{zero}"),
            format!("https://example.com/s/{zero}/"),
            format!("example.com/sudoku?p={zero}"),
            format!("https://example.com/?q={}", LINE.replace('.', "%2E")),
            format!("https://example.com/?grid={}", LINE.replace('.', "-")),
            format!("see https://example.com/?g={zero} now"),
        ],
        LINE,
    );
    let with = line_of(&format!("https://example.com/?g={zero}&s={SOLVED}")).1;
    assert_eq!(with.solution.len(), 81);
    refused(&format!("https://example.com/?a={zero}&b={OTHER}"), &["2 puzzles"]);
}

#[test]
fn candidates_in_brackets() {
    let marked = |open: &'static str, between: &'static str, close: &'static str| {
        let marks = format!("{open}{}{close}", ["1", "2", "4", "5", "6"].join(between));
        move |c: char| if c == '.' { marks.clone() } else { c.to_string() }
    };
    let starred = LINE.replace('.', "*");
    let mut texts = Vec::new();
    for (open, between, close) in [
        ("{", "", "}"),
        ("{", ",", "}"),
        ("(", "", ")"),
        ("<", "", ">"),
        ("{", " ", "}"),
        ("", ",", ""),
        ("", "/", ""),
        ("[", ", ", "]"),
    ] {
        texts.push(rows(LINE, " ", marked(open, between, close)).join("\n"));
    }
    texts.push(rows(LINE, "", marked("{", "", "}")).join("\n"));
    texts.push(rows(LINE, "", marked("{", "", "}")).concat());
    texts.push(format!("[[{}]]", rows(LINE, ",", marked("[", ",", "]")).join("],[")));
    all_are(&texts, &starred);
}

#[test]
fn other_characters() {
    let grid = plain("").join("\n");
    let full = |c: char| char::from_u32(u32::from(c) - u32::from('0') + 0xff10).unwrap_or(c);
    let mut texts: Vec<String> = ["·", "–", "□", "\u{a0}", "⬜", "■", "^", "!", "O", "#", "/"]
        .iter()
        .map(|mark| grid.replace('.', mark))
        .collect();
    texts.push(grid.chars().map(|c| if c.is_ascii_digit() { full(c) } else { c }).collect());
    texts.push(plain("\u{a0}").join("\n"));
    texts.push(format!("\u{200b}{LINE}"));
    for mark in ["#", "o", "~", "+", "/"] {
        texts.push(LINE.replace('.', mark));
    }
    all_are(&texts, LINE);
}

#[test]
fn cells_by_name() {
    let given = |form: &dyn Fn(usize, usize, char) -> String, between: &str| -> String {
        let cells = LINE.chars().enumerate().filter(|(_, c)| *c != '.');
        cells.map(|(i, c)| form(i / 9 + 1, i % 9 + 1, c)).collect::<Vec<_>>().join(between)
    };
    all_are(
        &[
            given(&|r, c, d| format!("r{r}c{c}={d}"), " "),
            given(&|r, c, d| format!("R{r}C{c}: {d}"), "\n"),
            given(&|r, c, d| format!("{}{c}={d}", &"ABCDEFGHI"[r - 1..r]), ", "),
            given(&|r, c, d| format!("{r} {c} {d}"), "\n"),
        ],
        LINE,
    );
}

#[test]
fn tables_of_pages_and_papers() {
    let cell = |c: char| c.to_string().replace('.', "");
    let table = |between: &str| -> String {
        let row = |r: &str| r.chars().map(|c| format!("{between}<td>{}</td>", cell(c))).collect::<String>();
        plain("").iter().map(|r| format!("<tr>{}{between}</tr>", row(r))).collect()
    };
    let paper: String = plain("|").iter().map(|r| format!("|{}|.\n", r.replace('.', " "))).collect();
    all_are(
        &[
            format!("<table>{}</table>", table("")),
            format!("<table>\n{}</table>", table("\n ")),
            format!("\\begin{{sudoku}}\n{paper}\\end{{sudoku}}"),
        ],
        LINE,
    );
}

#[test]
fn several_grids_in_a_text() {
    let other = rows(OTHER, "", String::from).join("\n");
    let first = zeros("").join("\n");
    let two = [LINE.to_owned(), OTHER.replace('0', ".")];
    let (layout, lines, titles) = records(&format!("Grid 01\n{first}\nGrid 02\n{other}\n"));
    assert_eq!(
        (layout, &lines[..], &titles[..]),
        (Layout::Grids, &two[..], &["Grid 01".to_owned(), "Grid 02".to_owned()][..])
    );
    let (layout, lines, _) = records(&format!("Puzzle 1:\n{LINE}\nPuzzle 2:\n{OTHER}\n"));
    assert_eq!((layout, &lines[..]), (Layout::Lines, &two[..]));
    for text in [
        format!("{first}\n\n{other}\n"),
        format!("Grid 01\n\n{first}\n\nGrid 02\n\n{other}\n"),
        format!("{first}\n{other}\n"),
    ] {
        assert_eq!(records(&text).1, two, "{text}");
        refused(&text, &["the text contains 2 grids, on lines"]);
    }
    // The two grids of a puzzle file with a mistake are not separate puzzles.
    let text = format!(
        "grid: 9x9\ngivens:\n  {}\ngiven bogus 1\nsolution:\n  {}\n",
        zeros("").join("\n  "),
        rows(SOLVED, "", String::from).join("\n  ")
    );
    assert_eq!(Records::open(text.as_bytes(), &RecordOptions::default()).expect("records").layout(), Layout::One);
    refused(&text, &["`given` needs a cell"]);
    // A full grid that agrees is the solution.
    let solved = rows(SOLVED, "", String::from).join("\n");
    let text = format!("Puzzle:\n{first}\n\nSolution:\n{solved}\n");
    assert_eq!(line_of(&text).1.solution.len(), 81);
    assert_eq!(records(&text).0, Layout::One);
}

#[test]
fn samurai_in_every_dress() {
    let drawn = include_str!("reading/samurai.txt").replace(' ', "");
    let cells: Vec<Vec<char>> = drawn.lines().map(|l| l.chars().collect()).collect();
    let inside = |r: usize, c: usize| {
        let near = |n: usize| !(9..12).contains(&n);
        near(r) && near(c) || (6..15).contains(&r) && (6..15).contains(&c)
    };
    let dressed = |blank: &str, outside: &str, between: &str| -> String {
        let mark = |r: usize, c: usize| match cells[r][c] {
            _ if !inside(r, c) => outside.to_owned(),
            '-' => blank.to_owned(),
            digit => digit.to_string(),
        };
        (0..21).map(|r| (0..21).map(|c| mark(r, c)).collect::<Vec<_>>().join(between) + "\n").collect()
    };
    let wanted = line_of(&drawn).1;
    assert_eq!(wanted.shape.grids().len(), 5);
    let mut texts = Vec::new();
    for (blank, outside, between) in [
        (".", "-", ""),
        (".", "#", ""),
        ("0", ".", ""),
        (".", " ", ""),
        (".", " ", " "),
        ("0", "#", " "),
        (".", "~", " "),
        ("-", "#", " "),
        (".", "x", ""),
        ("0", "0", ""),
        ("_", "*", " "),
        (".", "■", ""),
        (" ", ".", " "),
        (" ", "#", ""),
        ("-1", "-1", " "),
        ("0", "0", ","),
    ] {
        texts.push(dressed(blank, outside, between));
    }
    texts.push(dressed(".", " ", "").lines().map(|l| l.trim_end().to_owned() + "\n").collect());
    texts.push(format!("Samurai Sudoku 12\n\n{}", dressed(".", "#", "")));
    let corners = [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)];
    let one = |&(top, left): &(usize, usize)| -> String {
        (top..top + 9).map(|r| cells[r][left..left + 9].iter().collect::<String>().replace('-', ".") + "\n").collect()
    };
    texts.push(corners.iter().map(one).collect::<Vec<_>>().join("\n"));
    texts.push(
        corners
            .iter()
            .zip(["Top left", "Top right", "Middle", "Bottom left", "Bottom right"])
            .map(|(c, name)| format!("{name}\n{}", one(c)))
            .collect(),
    );
    for text in &texts {
        let puzzle = line_of(text).1;
        assert_eq!((&puzzle.shape, &puzzle.givens), (&wanted.shape, &wanted.givens), "{text}");
        assert_eq!(records(text).0, Layout::One, "{text}");
    }
    for id in ["grid", "line"] {
        let (text, notes) = by_id(id).expect("a format").write(&wanted).expect("it is written");
        assert!(notes.is_empty(), "{id}: {notes:?}");
        assert_eq!(Puzzle { foreign: None, ..read(&text).expect("a puzzle").puzzle }, wanted, "{id}");
    }
    refused(&drawn.replacen('-', "5-", 1), &["line 1", "a samurai, 21 rows", "this row has 22"]);
}

/// Three grids in a row, and two grids that share six boxes, recognised by the places that are not cells.
#[test]
fn other_grids_that_share_boxes() {
    let within = |tops: &[(usize, usize)], r: usize, c: usize| {
        tops.iter().any(|&(t, l)| (t..t + 9).contains(&r) && (l..l + 9).contains(&c))
    };
    for tops in [
        &[(0, 0), (6, 6), (12, 12)][..],
        &[(0, 3), (6, 0)],
        &[(0, 6), (6, 0), (6, 12), (12, 6)],
        &[(0, 0), (0, 12), (6, 6)],
    ] {
        let side = |last: usize| last + 9;
        let high = side(tops.iter().map(|t| t.0).max().unwrap_or(0));
        let wide = side(tops.iter().map(|t| t.1).max().unwrap_or(0));
        let mark = |r: usize, c: usize| {
            if !within(tops, r, c) {
                ' '
            } else if (r, c) == tops[0] {
                '7'
            } else {
                '.'
            }
        };
        let text: String = (0..high).map(|r| (0..wide).map(|c| mark(r, c)).collect::<String>() + "\n").collect();
        let puzzle = line_of(&text).1;
        assert_eq!((puzzle.shape.grids().len(), puzzle.givens.len()), (tops.len(), 1), "{text}");
        let (written, _) = by_id("grid").expect("a format").write(&puzzle).expect("it is written");
        assert_eq!(read(&written).expect("a puzzle").puzzle, puzzle, "{written}");
    }
}

#[test]
fn texts_that_gzip_has_packed() {
    use std::io::Write;
    let packed = |text: &str| -> Vec<u8> {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        out.write_all(text.as_bytes()).expect("memory");
        out.finish().expect("memory")
    };
    for (text, count) in [
        (LINE.to_owned(), 1),
        (format!("{LINE}\n{OTHER}\n"), 2),
        (plain("").join("\n"), 1),
        (format!("id,puzzle\n1,{LINE}\n2,{OTHER}\n"), 2),
    ] {
        let bytes = packed(&text);
        let all: Vec<_> = Records::open(&bytes[..], &RecordOptions::default()).expect("records").collect();
        assert_eq!(all.len(), count, "{text}");
        assert_eq!(line_of(all[0].text.as_ref().expect("a text")).0, LINE);
    }
    let cut = packed(LINE);
    assert!(Records::open(&cut[..cut.len() / 2], &RecordOptions::default()).map(Iterator::count).is_err());
}

#[test]
fn packed_texts_with_escapes() {
    let puzzle = read(LINE).expect("a line").puzzle;
    for id in ["f-puzzles", "scl", "sudokumaker", "lisudoku"] {
        let (link, _) = by_id(id).expect("a format").write(&puzzle).expect("it is written");
        let start =
            link.find("N4Ig").or_else(|| link.find("scl")).unwrap_or_else(|| link.rfind('=').map_or(0, |at| at + 1));
        let bare = &link[start..];
        let escaped: String = bare
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_string() } else { format!("%{:02X}", u32::from(c)) })
            .collect();
        for text in [bare.to_owned(), escaped.clone(), escaped.replace('%', "%25")] {
            assert_eq!(line_of(&text).0, LINE, "{id}: {text}");
        }
    }
}

#[test]
fn what_was_recognised_is_said() {
    let mut short = plain("");
    short[4].pop();
    refused(&short.join("\n"), &["line 5", "most rows have 9 cells, but this row has 8", "`.` for an empty cell"]);
    refused(&plain("")[..8].join("\n"), &["8 rows of 9 cells", "as many rows as columns"]);
    refused(&plain("").join("\n").replacen('7', "q", 1), &["line 1, column 5", "`q` is not a cell"]);
    refused("just a few words", &["not a puzzle"]);
    // A file with a mistake is an error; the mistake is not simply skipped.
    let clue = format!("grid: 9x9\ngivens:\n  {}\nkiller-cage r1c1 r1c99 total 3\n", plain("").join("\n  "));
    refused(&clue, &["line 12"]);
}

/// Texts of many puzzles are left to the reader of records, and a single character is not a grid.
#[test]
fn records_and_rows_of_one_character_are_no_pasted_puzzle() {
    let line = format!("{{\"puzzle\":\"{}\"}}", "grid: 4x4\\ngivens: 12..............\\n");
    assert!(cluewright_formats::read(&line).is_ok(), "{line}");
    assert!(cluewright_formats::read(&format!("{line}\n{line}\n")).is_err());
    assert!(cluewright_formats::read(&"\u{1F4A5}".repeat(81)).is_err());
}
