//! Files of many puzzles are split into the records that a person sees in them, in any wrapping.

use cluewright_formats::records::{Layout, Record, RecordOptions, Records};
use cluewright_formats::{MAX_TEXT, by_id, read, read_as};
use std::io::Read;

const FIRST: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SECOND: &str = ".7.....8414.....9..58.1..3.....92.1...6..7.....5......7..58...6...7.........4.9.2";
const ANSWER: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const STRING: &str = ".Shape~6x6.~R1C5_1~R1C6_4.WhiteDot~R1C1~R1C2.BlackDot~R2C4~R2C5";
const SMALL: &str = "1...............";

/// The same puzzles as f-puzzles writes them: a link, its packed text, its JSON on one line.
fn wrapped() -> [String; 3] {
    let puzzle = read(".Cage~10~R1C1~R1C2.~R5C5_7").expect("a string").puzzle;
    let (link, _) = by_id("f-puzzles").expect("there is one").write(&puzzle).expect("it can be said");
    let link = link.trim().to_owned();
    let packed = link.split_once("load=").expect("a link").1.to_owned();
    let json = r#"{"size":9,"grid":[[{"value":5,"given":true},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}]]}"#;
    [link, packed, json.to_owned()]
}

/// The nine rows of a grid, a line each.
fn rows(line: &str) -> String {
    (0..9).map(|i| line[9 * i..9 * i + 9].to_owned() + "\n").collect()
}

/// Hands out one byte at a time.
struct Drops<'a>(&'a [u8]);

impl Read for Drops<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let n = self.0.len().min(into.len()).min(1);
        into[..n].copy_from_slice(&self.0[..n]);
        self.0 = &self.0[n..];
        Ok(n)
    }
}

/// A record in comparable form: its line, its text or message, its other columns.
fn told(record: &Record) -> (u64, Result<String, String>, Vec<(String, String)>) {
    let columns = record.columns.iter().map(|(name, what)| (name.to_string(), what.clone())).collect();
    (record.line, record.text.clone().map_err(|e| e.to_string()), columns)
}

/// The records of the text, which must be the same from a source of single bytes.
fn records_wished(text: &[u8], wish: &RecordOptions) -> (Layout, Vec<Record>) {
    let records = Records::open(text, wish).unwrap_or_else(|e| panic!("{e}\n{}", String::from_utf8_lossy(text)));
    let layout = records.layout();
    let all: Vec<Record> = records.collect();
    let drops: Vec<_> = Records::open(Drops(text), wish).expect("as before").map(|r| told(&r)).collect();
    assert_eq!(all.iter().map(told).collect::<Vec<_>>(), drops, "one byte at a time");
    (layout, all)
}

fn records(text: impl AsRef<[u8]>) -> (Layout, Vec<Record>) {
    records_wished(text.as_ref(), &RecordOptions::default())
}

/// The line and the trimmed text of each record; `!` stands for a record that cannot be read.
fn texts(records: &[Record]) -> Vec<(u64, String)> {
    records.iter().map(|r| (r.line, r.text.as_ref().map_or("!".to_owned(), |t| t.trim().to_owned()))).collect()
}

/// The number of puzzles among the records.
fn puzzles(records: &[Record]) -> usize {
    records.iter().filter(|r| r.text.as_ref().is_ok_and(|t| read(t).is_ok())).count()
}

fn named(field: &str) -> RecordOptions {
    RecordOptions { field: Some(field.to_owned()), ..RecordOptions::default() }
}

fn from(format: &str) -> RecordOptions {
    RecordOptions { from: Some(format.to_owned()), ..RecordOptions::default() }
}

fn lines(pairs: &[(u64, &str)]) -> Vec<(u64, String)> {
    pairs.iter().map(|&(line, text)| (line, text.to_owned())).collect()
}

// ---- lines ----

#[test]
fn each_line_is_a_puzzle_in_any_one_line_format() {
    let [link, packed, json] = wrapped();
    // Nine characters per cell.
    let marks: String =
        FIRST.chars().map(|c| if c == '.' { "123456789".to_owned() } else { format!("{c:.>9}") }).collect();
    for one in [FIRST, SMALL, STRING, &link, &packed, &json, &marks] {
        for times in 2..4 {
            let text = format!("{one}\n").repeat(times);
            let (layout, all) = records(&text);
            assert_eq!(layout, Layout::Lines, "{text}");
            assert_eq!(texts(&all), (1..=times as u64).map(|n| (n, one.to_owned())).collect::<Vec<_>>());
            assert_eq!(puzzles(&all), times);
        }
    }
}

#[test]
fn formats_may_be_mixed_in_every_order() {
    let [link, packed, json] = wrapped();
    let kinds = [FIRST, SECOND, SMALL, STRING, &link, &packed, &json];
    for turn in 0..kinds.len() {
        let mut order = kinds;
        order.rotate_left(turn);
        let (layout, all) = records(order.join("\n"));
        let expected: Vec<_> = (1..).zip(order.map(str::to_owned)).collect();
        assert_eq!((layout, texts(&all)), (Layout::Lines, expected), "turned by {turn}");
        assert_eq!(puzzles(&all), kinds.len());
        for (record, one) in all.iter().zip(order) {
            let text = record.text.as_ref().expect("a text");
            assert_eq!(read(text).expect("a puzzle").format.info().id, read(one).expect("a puzzle").format.info().id);
        }
        // Each pair of neighbouring lines by itself.
        let (layout, all) = records(format!("{}\n{}\n", order[0], order[1]));
        assert_eq!((layout, puzzles(&all)), (Layout::Lines, 2), "{} {}", order[0], order[1]);
    }
}

#[test]
fn comments_blank_lines_and_line_ends_do_not_matter() {
    let expected = lines(&[(4, FIRST), (6, STRING), (9, SECOND)]);
    let text = format!("# a collection\n\n  \n{FIRST}\n# the next is a string\n{STRING}\n\n#\n{SECOND}");
    for text in [text.clone(), format!("{text}\n"), format!("{text}\n\n\n"), format!("{text}\n# the end")] {
        for text in [text.clone(), text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
            let (layout, all) = records(&text);
            assert_eq!((layout, texts(&all)), (Layout::Lines, expected.clone()), "{text:?}");
        }
    }
}

#[test]
fn long_heads_of_comments_do_not_hide_the_puzzles() {
    for head in [1usize, 9, 10, 11, 200, 1000, 5000] {
        let comments = "# something about the collection that takes a while to say\n".repeat(head);
        let (layout, all) = records(format!("{comments}{FIRST}\n{STRING}\n"));
        let at = head as u64;
        assert_eq!((layout, texts(&all)), (Layout::Lines, lines(&[(at + 1, FIRST), (at + 2, STRING)])), "{head}");
    }
}

#[test]
fn bad_lines_are_records_that_say_why_and_the_others_stay() {
    let bad: [&[u8]; 4] = [b"nonsense", b"53..7\xff\xfe....", b"53..7\0....", b"\xff"];
    for bad in bad {
        let shown = String::from_utf8_lossy(&bad[..bad.len().min(30)]).into_owned();
        for at in 0..4usize {
            let mut rows: Vec<&[u8]> = vec![FIRST.as_bytes(), STRING.as_bytes(), SECOND.as_bytes()];
            rows.insert(at, bad);
            let (layout, all) = records(rows.join(&b'\n'));
            assert_eq!(layout, Layout::Lines, "{shown} at {at}");
            assert_eq!(all.iter().map(|r| r.line).collect::<Vec<_>>(), [1, 2, 3, 4], "{shown} at {at}");
            assert_eq!(puzzles(&all), 3, "{shown} at {at}");
            assert!(all[at].text.as_ref().map_or(true, |t| read(t).is_err()), "{shown} at {at} is not a puzzle");
        }
    }
}

#[test]
fn one_good_line_beside_a_bad_one_is_answered() {
    for bad in ["nonsense", "53..7", "{\"broken\":", ".Thermo~"] {
        for good in [STRING, SMALL, FIRST, &wrapped()[0], &wrapped()[2]] {
            for text in [format!("{bad}\n{good}\n"), format!("{good}\n{bad}\n"), format!("{bad}\n{bad}\n{good}\n")] {
                let (_, all) = records(&text);
                assert_eq!((all.len(), puzzles(&all)), (text.lines().count(), 1), "{text}");
            }
        }
    }
}

#[test]
fn an_overlong_line_is_one_bad_record_wherever_it_stands() {
    let overlong = "1".repeat(MAX_TEXT + 1);
    let long_after = |n: usize| format!("{}{overlong}\n{STRING}\n{SECOND}\n", format!("{FIRST}\n").repeat(n));
    for n in [5000, 2, 1, 0] {
        let text = long_after(n);
        let records =
            Records::open(text.as_bytes(), &RecordOptions::default()).unwrap_or_else(|e| panic!("{n} before it: {e}"));
        let all: Vec<_> = records.collect();
        assert_eq!((all.len(), puzzles(&all)), (n + 3, n + 2), "{n} before it");
        assert!(all[n].text.is_err(), "{n} before it");
    }
}

#[test]
fn a_heading_is_no_puzzle() {
    let (_, all) = records(format!("puzzle,solution\n{FIRST},{ANSWER}\n{FIRST},{ANSWER}\n"));
    assert_eq!(all.iter().map(|r| r.line).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(puzzles(&all), 2);
    let (_, all) = records(format!("quizzes,solutions\n{FIRST},{ANSWER}\n"));
    assert_eq!((all.len(), puzzles(&all)), (1, 1));
    // Without a heading, each line is kept whole.
    let (_, all) = records(format!("{FIRST},{ANSWER}\n{FIRST},{ANSWER}\n"));
    assert_eq!((all.len(), puzzles(&all)), (2, 2));
    for record in &all {
        let givens = read(record.text.as_ref().expect("a text")).expect("a puzzle").puzzle.givens;
        assert_eq!(givens.len(), 30);
    }
}

#[test]
fn columns_of_a_table_are_kept_as_they_stand() {
    for (heading, rows) in [
        ("name,puzzle,solution", [format!("\"one, \"\"two\"\"\",{FIRST},{ANSWER}"), format!(" a , {FIRST},")]),
        ("puzzle,by", [format!("\"{FIRST}\",\"x\""), format!("{SECOND},\"two\nlines\"")]),
        ("solution,puzzle,n", [format!("{ANSWER},{FIRST},1"), format!("{ANSWER},\"{FIRST}\", 2")]),
    ] {
        let (layout, all) = records(format!("{heading}\n{}\n", rows.join("\n")));
        assert_eq!((layout, all.len()), (Layout::Table, 2), "{heading}");
        for (record, row) in all.iter().zip(&rows) {
            assert_eq!((record.names().join(","), &record.kept().join(",")), (heading.to_owned(), row));
        }
    }
    // Fields of other tables are converted to comma-separated ones; a row that is too short still has all fields.
    let (_, all) = records(format!("name;puzzle;by\na,b;{FIRST};\"x;\"\"y\"\"\"\nc;{FIRST}\n"));
    assert_eq!(all[0].kept(), ["\"a,b\"".to_owned(), FIRST.to_owned(), "\"x;\"\"y\"\"\"".to_owned()]);
    assert_eq!(all[1].kept(), ["c", FIRST, ""]);
}

#[test]
fn what_follows_a_puzzle_on_its_line_is_its_comment() {
    let (layout, all) = records(format!("{FIRST} # easy\n{SECOND}\thard, ED=11.0\n{FIRST};solved\n"));
    assert_eq!((layout, all.len(), puzzles(&all)), (Layout::Lines, 3, 3));
}

// ---- one puzzle ----

#[test]
fn a_puzzle_of_many_lines_is_one_record() {
    let rows: Vec<&str> = (0..9).map(|i| &FIRST[9 * i..9 * i + 9]).collect();
    let framed: Vec<String> = rows.iter().map(|r| format!("|{}|{}|{}|", &r[..3], &r[3..6], &r[6..])).collect();
    let frame = "+---+---+---+";
    let drawn = format!(
        "{frame}\n{}\n{frame}\n{}\n{frame}\n{}\n{frame}\n",
        framed[..3].join("\n"),
        framed[3..6].join("\n"),
        framed[6..].join("\n")
    );
    let pretty = serde_json::to_string_pretty(&serde_json::from_str::<serde_json::Value>(&wrapped()[2]).expect("JSON"))
        .expect("JSON");
    for text in [rows.join("\n"), drawn, format!("grid: 9x9\ngivens: {FIRST}\n"), pretty] {
        for text in [text.clone(), format!("{text}\n\n"), text.replace('\n', "\r\n")] {
            let (layout, all) = records(&text);
            assert_eq!((layout, all.len(), puzzles(&all)), (Layout::One, 1, 1), "{text}");
        }
    }
}

#[test]
fn sixteen_lines_of_sixteen_are_one_grid() {
    let row = "123456789ABCDEFG";
    let empty = ".".repeat(16);
    for grid in [format!("{row}\n{}", format!("{empty}\n").repeat(15)), format!("{empty}\n").repeat(16)] {
        let (layout, all) = records(&grid);
        assert_eq!((layout, all.len(), puzzles(&all)), (Layout::One, 1, 1), "{grid}");
        let puzzle = read(all[0].text.as_ref().expect("a text")).expect("a grid").puzzle;
        let (line, _) = by_id("line").expect("there is one").write(&puzzle).expect("it can be said");
        assert_eq!(line.trim().len(), 256, "{grid}");
    }
    // Fifteen or seventeen such lines are not a grid but one puzzle each.
    for n in [2, 15, 17] {
        let (layout, all) = records(format!("{SMALL}\n").repeat(n));
        assert_eq!((layout, all.len(), puzzles(&all)), (Layout::Lines, n, n));
    }
}

#[test]
fn a_format_of_one_line_by_name_makes_lines_of_a_square() {
    for (line, n) in [(SMALL, 16), (FIRST, 81)] {
        let (layout, all) = records_wished(format!("{line}\n").repeat(n).as_bytes(), &from("line"));
        assert_eq!((layout, all.len(), puzzles(&all)), (Layout::Lines, n, n));
    }
    let (layout, all) = records(format!("{FIRST}\n").repeat(81));
    assert_eq!((layout, all.len(), puzzles(&all)), (Layout::Lines, 81, 81));
}

#[test]
fn every_example_is_one_record() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("there are examples") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|e| e == "clue") {
            let text = std::fs::read_to_string(&path).expect("text");
            let (layout, all) = records(&text);
            assert_eq!((layout, all.len()), (Layout::One, 1), "{}", path.display());
            let puzzle = read(all[0].text.as_ref().expect("a text")).expect("a puzzle").puzzle;
            assert_eq!(puzzle.givens, read(&text).expect("a puzzle").puzzle.givens);
            seen += 1;
        }
    }
    assert!(seen >= 10);
}

#[test]
fn a_clue_file_that_holds_other_formats_lines_is_one_puzzle() {
    let text = format!("# {FIRST}\ntitle: {FIRST}\ngrid: 9x9\nrules: classic\ngivens: {FIRST}\n");
    let (layout, all) = records(&text);
    assert_eq!((layout, all.len()), (Layout::One, 1), "{text}");
    assert_eq!(puzzles(&all), 1);
}

#[test]
fn two_puzzles_never_become_one() {
    let texts = [
        format!("{STRING}{STRING}"),
        format!("{STRING} {STRING}"),
        format!("{STRING}\n{STRING}\n"),
        format!("{}\n\n{}\n", rows(FIRST), rows(SECOND)),
        format!("{}\n{}\n", rows(FIRST), rows(SECOND)),
        format!("grid: 9x9\ngivens: {FIRST}\n\ngrid: 9x9\ngivens: {SECOND}\n"),
        format!("{} {}", wrapped()[0], wrapped()[0]),
        format!("{0}{0}", wrapped()[2]),
    ];
    for text in texts {
        let (_, all) = records(&text);
        let read: Vec<_> = all.iter().map(|r| r.text.as_ref().map_err(Clone::clone).and_then(|t| read(t))).collect();
        let good = read.iter().filter(|r| r.is_ok()).count();
        // Either both puzzles are read, or neither is and the result is an error.
        assert!(good == 0 || good == 2, "{text}\nis read as {good} of two");
    }
}

#[test]
fn a_single_line_is_one_puzzle() {
    for one in [FIRST, SMALL, STRING, &wrapped()[0], &wrapped()[1], &wrapped()[2]] {
        for text in [one.to_owned(), format!("{one}\n"), format!("\n{one}\r\n\r\n"), format!("\u{feff}{one}")] {
            let (_, all) = records(&text);
            assert_eq!((all.len(), puzzles(&all)), (1, 1), "{text:?}");
        }
    }
}

#[test]
fn a_single_line_under_a_comment_is_one_puzzle() {
    for one in [STRING, SMALL, FIRST, &wrapped()[0], &wrapped()[1], &wrapped()[2]] {
        for text in [format!("# comment\n{one}\n"), format!("{one}\n# comment\n"), format!("\n# a\n\n# b\r\n{one}\r\n")]
        {
            let (_, all) = records(&text);
            assert_eq!((all.len(), puzzles(&all)), (1, 1), "{text:?}");
        }
    }
    let rows = rows(FIRST);
    for text in [format!("# comment\n{rows}"), format!("# comment\ngrid: 9x9\ngivens: {FIRST}\n")] {
        let (_, all) = records(&text);
        assert_eq!((all.len(), puzzles(&all)), (1, 1), "{text:?}");
    }
}

#[test]
fn nothing_at_all_is_no_puzzle() {
    for text in ["", "\n", "\n\n\n", "# only words\n", "\u{feff}", "\r\n"] {
        // The result is no record, a record that is not a puzzle, or an error; never a puzzle or a panic.
        if let Ok(records) = Records::open(text.as_bytes(), &RecordOptions::default()) {
            let all: Vec<_> = records.collect();
            assert_eq!(puzzles(&all), 0, "{text:?}");
        }
    }
}

// ---- tables ----

#[test]
fn a_tables_column_is_found_by_its_content() {
    for sep in [",", ";", "\t"] {
        for end in ["\n", "\r\n"] {
            for bom in ["", "\u{feff}"] {
                let text = [
                    ["name", "puzzle", "rating"].join(sep),
                    ["one", FIRST, "1.2"].join(sep),
                    ["two", STRING, ""].join(sep),
                    ["three", SECOND, "11.0"].join(sep),
                    String::new(),
                ]
                .join(end);
                let (layout, all) = records(format!("{bom}{text}"));
                assert_eq!(layout, Layout::Table, "{text}");
                assert_eq!(texts(&all), lines(&[(2, FIRST), (3, STRING), (4, SECOND)]), "{text}");
                let columns: Vec<_> = all.iter().map(|r| told(r).2).collect();
                let row = |name: &str, rating: &str| {
                    vec![("name".to_owned(), name.to_owned()), ("rating".to_owned(), rating.to_owned())]
                };
                assert_eq!(columns, [row("one", "1.2"), row("two", ""), row("three", "11.0")], "{text}");
                let open = Records::open(text.as_bytes(), &RecordOptions::default()).expect("as before");
                assert_eq!(open.columns().iter().map(|c| &**c).collect::<Vec<_>>(), ["name", "rating"]);
            }
        }
    }
}

#[test]
fn quoted_fields_hold_commas_quotes_and_line_feeds() {
    let text = format!(
        "id,comment,puzzle\n1,\"a, b\",{FIRST}\n2,\"she said \"\"go\"\"\",\"{SECOND}\"\n3,\"first line\nsecond, line\",{FIRST}\n4,,{SECOND}\n"
    );
    let (layout, all) = records(&text);
    assert_eq!(layout, Layout::Table);
    assert_eq!(texts(&all), lines(&[(2, FIRST), (3, SECOND), (4, FIRST), (6, SECOND)]));
    let comments: Vec<_> = all.iter().map(|r| r.columns[1].1.as_str()).collect();
    assert_eq!(comments, ["a, b", "she said \"go\"", "first line\nsecond, line", ""]);
}

#[test]
fn json_and_puzzles_of_many_lines_stand_in_fields() {
    let json = &wrapped()[2];
    let drawn = rows(FIRST);
    let text = format!("puzzle,id\n\"{}\",1\n\"{drawn}\",2\n{FIRST},3\n", json.replace('"', "\"\""));
    let (layout, all) = records(&text);
    assert_eq!((layout, all.len(), puzzles(&all)), (Layout::Table, 3, 3));
    assert_eq!(all[0].text.as_deref(), Ok(json.as_str()));
    assert_eq!(all.iter().map(|r| r.columns[0].1.as_str()).collect::<Vec<_>>(), ["1", "2", "3"]);
}

#[test]
fn an_unclosed_quotation_mark_swallows_no_rows() {
    let mut text = format!("name,puzzle\ngood,{FIRST}\n\"open,{SECOND}\n");
    for i in 0..200 {
        text += &format!("row{i},{FIRST}\n");
    }
    let (layout, all) = records(&text);
    assert_eq!(layout, Layout::Table);
    assert!(puzzles(&all) >= 201, "{} of 202", puzzles(&all));
    assert_eq!(all.last().map(|r| r.line), Some(203));
    // The same applies in the column of puzzles, at the end of the file, and in the heading.
    let (_, all) = records(format!("name,puzzle\ngood,{FIRST}\nbad,\"{SECOND}\nmore,{FIRST}\nlast,{SECOND}\n"));
    assert!(puzzles(&all) >= 3, "{:?}", texts(&all));
    let (_, all) = records(format!("name,puzzle\ngood,{FIRST}\nbad,\"{SECOND}"));
    assert!((1..=2).contains(&all.len()) || all[1].text.is_err(), "{:?}", texts(&all));
    // A quotation mark inside a word has no special meaning.
    let (_, all) = records(format!("size,puzzle\n9\" grid,{FIRST}\n9\" grid,{SECOND}\n"));
    assert_eq!(texts(&all), lines(&[(2, FIRST), (3, SECOND)]));
}

#[test]
fn rows_with_too_few_or_too_many_columns_are_answered() {
    let text = format!("name,puzzle,rating\none,{FIRST}\ntwo\nthree,{SECOND},1,2,3\n,,\nfour,,1\nfive,{FIRST},7\n");
    let (layout, all) = records(&text);
    assert_eq!(layout, Layout::Table);
    let good: Vec<u64> =
        all.iter().filter(|r| r.text.as_ref().is_ok_and(|t| read(t).is_ok())).map(|r| r.line).collect();
    assert_eq!(good, [2, 4, 7]);
    let bad: Vec<u64> =
        all.iter().filter(|r| r.text.as_ref().map_or(true, |t| read(t).is_err())).map(|r| r.line).collect();
    assert_eq!(bad, [3, 5, 6], "a row without a puzzle is a record that says so");
    assert_eq!(all[5].columns[1].1, "7");
}

#[test]
fn columns_are_found_by_name() {
    let text = format!("first,second\n{FIRST},{SECOND}\n{SECOND},{FIRST}\n");
    let (_, all) = records_wished(text.as_bytes(), &named("second"));
    assert_eq!(texts(&all), lines(&[(2, SECOND), (3, FIRST)]));
    assert_eq!(all[0].columns.iter().map(|c| (&*c.0, &*c.1)).collect::<Vec<_>>(), [("first", FIRST)]);
    let (_, all) = records(&text);
    assert_eq!(texts(&all), lines(&[(2, FIRST), (3, SECOND)]), "without a name the first one that holds puzzles");
    // An unknown name is an error that lists the existing ones.
    let error = Records::open(text.as_bytes(), &named("third")).err().expect("no such column").to_string();
    assert!(error.contains("third"), "{error}");
}

#[test]
fn a_named_column_need_not_hold_good_puzzles() {
    let text = format!("a,b\nnothing,{FIRST}\n{SECOND},{FIRST}\n");
    let (layout, all) = records_wished(text.as_bytes(), &named("a"));
    assert_eq!((layout, texts(&all)), (Layout::Table, lines(&[(2, "nothing"), (3, SECOND)])));
}

#[test]
fn a_table_whose_first_rows_are_spoiled_is_still_a_table() {
    let text = format!("name,puzzle\none,\ntwo,???\nthree,{FIRST}\nfour,{SECOND}\n");
    let (layout, all) = records(&text);
    assert_eq!((layout, all.len(), puzzles(&all)), (Layout::Table, 4, 2));
    assert_eq!(all[2].columns[0].1, "three");
}

#[test]
fn bytes_that_are_no_text_spoil_their_own_row_only() {
    let mut text = format!("name,puzzle\none,{FIRST}\n").into_bytes();
    text.extend_from_slice(b"caf\xe9,");
    text.extend_from_slice(format!("{SECOND}\nthree,{FIRST}\n").as_bytes());
    text.extend_from_slice(format!("four,12\0{FIRST}\nfive,{SECOND}\n").as_bytes());
    let (layout, all) = records(&text);
    assert_eq!(layout, Layout::Table);
    assert_eq!(all.iter().map(|r| r.line).collect::<Vec<_>>(), [2, 3, 4, 5, 6]);
    for good in [0, 2, 4] {
        assert!(read(all[good].text.as_ref().expect("a text")).is_ok(), "row {good}");
    }
    assert!(all[3].text.as_ref().map_or(true, |t| read(t).is_err()));
}

#[test]
fn an_overlong_row_is_one_error_and_the_next_ones_are_there() {
    let long = "x".repeat(3 * MAX_TEXT);
    let text = format!("name,puzzle\none,{FIRST}\n{long},{SECOND}\nthree,{FIRST}\n");
    let (layout, all) = records(&text);
    assert_eq!((layout, all.len()), (Layout::Table, 3));
    assert!(all[1].text.is_err());
    assert_eq!((all[2].line, puzzles(&all)), (4, 2));
}

// ---- JSON lines ----

/// A JSON object with the puzzle in a field.
fn object(pairs: &[(&str, &str)]) -> String {
    let map: serde_json::Map<String, serde_json::Value> =
        pairs.iter().map(|&(name, what)| (name.to_owned(), what.into())).collect();
    serde_json::Value::Object(map).to_string()
}

#[test]
fn a_field_of_json_lines_is_found_by_its_content_and_by_name() {
    let text = [
        object(&[("id", "x1"), ("puzzle", FIRST), ("other", SECOND)]),
        object(&[("id", "x2"), ("puzzle", STRING), ("other", FIRST)]),
    ]
    .join("\n");
    let (layout, all) = records(&text);
    assert_eq!((layout, all.len(), puzzles(&all)), (Layout::Objects, 2, 2));
    let (_, all) = records_wished(text.as_bytes(), &named("other"));
    assert_eq!(texts(&all), lines(&[(1, SECOND), (2, FIRST)]));
    let (_, all) = records_wished(text.as_bytes(), &named("puzzle"));
    assert_eq!(texts(&all), lines(&[(1, FIRST), (2, STRING)]));
    let columns = told(&all[1]).2;
    assert!(columns.contains(&("id".to_owned(), "x2".to_owned())), "{columns:?}");
    assert!(columns.contains(&("other".to_owned(), FIRST.to_owned())), "{columns:?}");
}

#[test]
fn broken_objects_and_missing_fields_are_records_that_say_why() {
    let text = format!(
        "{}\n{{\"id\":\"2\"}}\n{{\"id\":\"3\",\"puzzle\":\n\n[1,2]\n\"{FIRST}\"\n{{\"id\":5,\"puzzle\":17}}\n{{\"puzzle\":null}}\n{}\n",
        object(&[("id", "1"), ("puzzle", FIRST)]),
        object(&[("puzzle", SECOND), ("id", "6")])
    );
    for wish in [RecordOptions::default(), named("puzzle")] {
        let (layout, all) = records_wished(text.as_bytes(), &wish);
        assert_eq!(layout, Layout::Objects);
        assert_eq!(all.iter().map(|r| r.line).collect::<Vec<_>>(), [1, 2, 3, 5, 6, 7, 8, 9]);
        let good: Vec<u64> =
            all.iter().filter(|r| r.text.as_ref().is_ok_and(|t| read(t).is_ok())).map(|r| r.line).collect();
        assert!(good == [1, 9] || good == [1, 6, 9], "{good:?}");
        for record in &all {
            if let Err(error) = &record.text {
                assert!(!error.to_string().is_empty());
            }
        }
        let null = all[6].text.as_ref().expect_err("null is not a text, not an empty one");
        assert_eq!(null.to_string(), "there is no puzzle in this row");
    }
}

#[test]
fn a_first_object_without_a_puzzle_hides_no_field() {
    let text = format!("{{\"id\":1,\"puzzle\":null}}\n{{\"id\":2}}\n{{\"id\":3,\"puzzle\":\"{FIRST}\"}}\n");
    let (layout, all) = records(&text);
    assert_eq!(layout, Layout::Objects);
    assert_eq!(all.iter().map(|r| r.text.is_ok()).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!(&*all[0].columns[0].0, "id");
}

#[test]
fn fields_of_json_lines_may_hold_any_format_and_values_of_any_kind() {
    let [link, packed, json] = wrapped();
    let drawn = rows(FIRST);
    let clue = format!("grid: 9x9\nrules: classic\ngivens: {FIRST}\n");
    let rows: Vec<String> = [FIRST, &link, &packed, &json, &drawn, &clue]
        .map(|p| object(&[("puzzle", p)]).replace('}', r#","n":3,"deep":{"a":[1,2]},"yes":true,"no":null}"#))
        .into_iter()
        // The replacement above must not touch JSON inside of the puzzle.
        .filter(|row| serde_json::from_str::<serde_json::Value>(row).is_ok())
        .collect();
    assert!(rows.len() >= 5);
    let (layout, all) = records(rows.join("\r\n"));
    assert_eq!((layout, all.len(), puzzles(&all)), (Layout::Objects, rows.len(), rows.len()));
    assert!(all[0].columns.iter().any(|(name, what)| &**name == "n" && what == "3"), "{:?}", all[0].columns);
}

// ---- with a format by name ----

#[test]
fn a_format_by_name_changes_no_records() {
    let (_, all) = records_wished(format!("{FIRST}\n\n{SECOND}\nnonsense\n{FIRST}\n").as_bytes(), &from("line"));
    assert_eq!(texts(&all), lines(&[(1, FIRST), (3, SECOND), (4, "nonsense"), (5, FIRST)]));
    let text = format!("{STRING}\n.Thermo~R1C1~R1C2\n{STRING}\n");
    let (_, all) = records_wished(text.as_bytes(), &from("iss"));
    assert_eq!((all.len(), puzzles(&all)), (3, 3));
    let [link, packed, json] = wrapped();
    let text = format!("{link}\n{packed}\n{json}\n");
    let (_, all) = records_wished(text.as_bytes(), &from("f-puzzles"));
    assert_eq!(all.len(), 3);
    assert!(all.iter().all(|r| read_as("f-puzzles", r.text.as_ref().expect("a text")).is_ok()));
    assert!(Records::open(FIRST.as_bytes(), &from("no-such-format")).is_err());
}

#[test]
fn names_of_texts_stay_with_their_records() {
    let text = format!("{FIRST}\n{SECOND}\n");
    let names: Vec<_> = Records::open(text.as_bytes(), &RecordOptions::default())
        .expect("a batch")
        .named("two.txt")
        .map(|r| r.name.map(|n| n.to_string()))
        .collect();
    assert_eq!(names, [Some("two.txt".to_owned()), Some("two.txt".to_owned())]);
}

// ---- streams ----

/// An endless repetition of the text, which counts the bytes read.
struct Endless<'a> {
    text: &'a [u8],
    at: usize,
    taken: &'a std::cell::Cell<usize>,
}

impl Read for Endless<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let rest = &self.text[self.at..];
        let n = rest.len().min(into.len());
        into[..n].copy_from_slice(&rest[..n]);
        self.at = (self.at + n) % self.text.len();
        self.taken.set(self.taken.get() + n);
        Ok(n)
    }
}

#[test]
fn a_stream_without_end_gives_its_first_records() {
    let text = [FIRST, STRING, &wrapped()[0], "# words", ""].join("\n") + "\n";
    let rows = format!("one,{FIRST}\ntwo,\"{SECOND}\"\n");
    let objects = format!("{}\n", object(&[("puzzle", FIRST)]));
    for (head, body) in [("", &text), ("name,puzzle\n", &rows), ("", &objects)] {
        let taken = std::cell::Cell::new(0);
        let source = head.as_bytes().chain(Endless { text: body.as_bytes(), at: 0, taken: &taken });
        let all: Vec<_> = Records::open(source, &RecordOptions::default()).expect("a batch").take(10).collect();
        assert_eq!((all.len(), puzzles(&all)), (10, 10), "{head}{body}");
        assert!(taken.get() < 4 * MAX_TEXT, "{} bytes were taken for ten records", taken.get());
    }
}

#[test]
fn a_line_without_end_is_given_up() {
    // The first or the second line never ends: the result is an error, or a record with one, after a bounded number of bytes.
    for head in ["", &format!("{FIRST}\n{SECOND}\n")] {
        let taken = std::cell::Cell::new(0);
        let endless = Endless { text: b"1234567890", at: 0, taken: &taken }.take(64 << 20);
        match Records::open(head.as_bytes().chain(endless), &RecordOptions::default()) {
            Ok(records) => {
                let all: Vec<_> = records.collect();
                assert_eq!(puzzles(&all), if head.is_empty() { 0 } else { 2 });
                assert!(all.last().expect("a record").text.is_err());
            }
            Err(error) => assert!(head.is_empty(), "{error}"),
        }
    }
}

#[test]
fn many_records_take_time_in_proportion() {
    let text = format!("{FIRST}\n");
    let time = |megabytes: u64| {
        let taken = std::cell::Cell::new(0);
        let source = Endless { text: text.as_bytes(), at: 0, taken: &taken }.take((megabytes << 20) / 82 * 82);
        let start = std::time::Instant::now();
        let n = Records::open(source, &RecordOptions::default()).expect("a batch").count();
        assert_eq!(n as u64, (megabytes << 20) / 82);
        start.elapsed()
    };
    let short = time(4);
    let long = time(40);
    assert!(long < short * 40 + std::time::Duration::from_millis(200), "{short:?} for 4 MB, {long:?} for 40 MB");
}

/// A reader that fails at the end of its text.
struct Broken<'a>(&'a [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.0.is_empty() {
            return Err(std::io::Error::other("the disk is gone"));
        }
        self.0.read(into)
    }
}

#[test]
fn a_source_that_fails_is_told_and_ends() {
    let text = format!("{FIRST}\n").repeat(100_000);
    let all: Vec<_> =
        Records::open(Broken(text.as_bytes()), &RecordOptions::default()).expect("a batch").take(200_000).collect();
    assert!(all.len() < 200_000, "it does not end");
    assert!(puzzles(&all[..10]) == 10);
    let last = all.last().expect("a record");
    let error = last.text.as_ref().expect_err("the last record says that reading failed").to_string();
    assert!(error.contains("the disk is gone"), "{error}");
}

#[test]
fn no_text_makes_it_panic() {
    let pieces: [&[u8]; 16] = [
        b"\n",
        b"\r",
        b"\"",
        b",",
        b";",
        b"\t",
        b"{",
        b"}",
        b"\0",
        b"\xff",
        b"#",
        FIRST.as_bytes(),
        STRING.as_bytes(),
        b"puzzle",
        b"\xEF\xBB\xBF",
        b"{\"puzzle\":\"1...............\"}",
    ];
    let mut state = 12345u64;
    let mut random = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    for _ in 0..4000 {
        let text: Vec<u8> = (0..random(30)).flat_map(|_| pieces[random(pieces.len())].to_vec()).collect();
        let wish = RecordOptions {
            from: [None, Some("line".to_owned()), Some("iss".to_owned())][random(3)].clone(),
            field: [None, Some("puzzle".to_owned())][random(2)].clone(),
        };
        let whole: Result<Vec<_>, String> =
            Records::open(&text[..], &wish).map(|r| r.map(|r| told(&r)).collect()).map_err(|e| e.to_string());
        let drops: Result<Vec<_>, String> =
            Records::open(Drops(&text), &wish).map(|r| r.map(|r| told(&r)).collect()).map_err(|e| e.to_string());
        assert_eq!(whole, drops, "{:?}", String::from_utf8_lossy(&text));
        if let Ok(all) = whole {
            assert!(all.windows(2).all(|w| w[0].0 < w[1].0), "line numbers grow: {all:?}");
        }
    }
}
