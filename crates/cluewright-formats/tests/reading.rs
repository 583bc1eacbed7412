//! Texts as other programs write them, each with three of its kind.

use cluewright_core::Puzzle;
use cluewright_core::puzzle::Progress;
use cluewright_formats::records::{Records, Wish};
use cluewright_formats::{is_one_line_puzzle, read};

const EMPTY: &str = "000007004000006003860200000509082000640000080000000700000000042010030000703000009";

fn plain() -> Puzzle {
    read(EMPTY).expect("a line").puzzle
}

/// The puzzle in a text, whatever was told about it.
fn puzzle(text: &str) -> Puzzle {
    let puzzle = read(text).unwrap_or_else(|e| panic!("{e}\n{text}")).puzzle;
    Puzzle { foreign: None, ..puzzle }
}

#[test]
fn several_grids_in_one_drawing() {
    let drawn = include_str!("reading/c09_samurai_dash.txt");
    let samurai = puzzle(drawn);
    assert_eq!((samurai.shape.grids().len(), samurai.shape.len()), (5, 369));
    assert_eq!(samurai.givens.len(), drawn.chars().filter(char::is_ascii_digit).count());
    let dense = drawn.replace(' ', "").replace('-', ".");
    let line = dense.replace('\n', "");
    // Rows without what is no cell.
    let inside = |r: usize, c: usize| {
        let near = |n: usize| !(9..12).contains(&n);
        let middle = |n: usize| (6..15).contains(&n);
        near(r) && near(c) || middle(r) && middle(c)
    };
    let ragged: Vec<String> = (dense.lines().enumerate())
        .map(|(r, row)| row.chars().enumerate().filter(|(c, _)| inside(r, *c)).map(|(_, d)| d).collect())
        .collect();
    for text in [&dense, &line, &ragged.join("\n"), &ragged.concat()] {
        assert_eq!(puzzle(text), samurai, "{text}");
    }
    // Two grids that share a box.
    let two: String = (0..225)
        .map(|i| (i / 15, i % 15))
        .map(|(r, c)| {
            let row = EMPTY.as_bytes();
            if r < 9 && c < 9 {
                char::from(row[r * 9 + c])
            } else if r > 8 && c > 8 {
                "123...456789.....123..4..5..6"[(r * 3 + c) % 20..].chars().next().unwrap_or('.')
            } else {
                '.'
            }
        })
        .collect();
    assert_eq!(puzzle(&two).shape.grids().len(), 2);
    // One large grid stays one.
    let large = format!("{}A{}", "1".repeat(1), ".".repeat(439));
    assert_eq!(puzzle(&large).shape.grids().len(), 1);
}

#[test]
fn other_columns_beside_the_puzzle() {
    let text = include_str!("reading/c16_id_puzzle_rating.txt");
    let records = Records::open(text.as_bytes(), &Wish::default()).expect("records");
    let puzzles: Vec<Puzzle> = records.map(|r| puzzle(&r.text.expect("a line"))).collect();
    assert_eq!((puzzles.len(), &puzzles[0]), (2, &plain()));
    let solved = "321597864497816253865243197579182436642375981138964725986751342214639578753428619";
    for line in [
        format!("17,{EMPTY},7.1"),
        format!("hard-one;{EMPTY};a comment"),
        format!("1234567890123456\t{EMPTY}\t7.1"),
        format!("{EMPTY} # 7.1"),
    ] {
        assert!(is_one_line_puzzle(&line), "{line}");
        assert_eq!(puzzle(&line), plain(), "{line}");
    }
    assert_eq!(puzzle(&format!("id9 {EMPTY} {solved}")).solution.len(), 81);
}

#[test]
fn lists_of_programs() {
    let spaced = include_str!("reading/c16e_python_list.txt").trim().to_owned();
    let minus = include_str!("reading/c17_minus_one_blanks.txt").trim().to_owned();
    let rows: Vec<&str> = (0..9).map(|r| &EMPTY[r * 9..r * 9 + 9]).collect();
    let quoted: Vec<String> = rows.iter().map(|row| format!("\"{row}\"")).collect();
    let lines = spaced.replace("], ", "],\n ");
    for text in [
        spaced.clone(),
        spaced.replace(' ', ""),
        minus.clone(),
        minus.replace(' ', ""),
        minus.replace("-1", "None"),
        minus.replace("-1", "\".\""),
        minus.replace("-1", "''"),
        spaced.replace("0, ", "0.0, ").replace("7, ", "7., "),
        lines.clone(),
        format!("grid = {lines}\n"),
        format!("board = np.array({spaced})"),
        spaced
            .replace("[[", "((")
            .replace("]]", "))")
            .replace('[', "(")
            .replace(']', ")")
            .replacen('(', "[", 1)
            .replace("))", ")]"),
        format!("[{}]", quoted.join(", ")),
        format!("[{}]", quoted.join(",\n")),
        format!("\"{EMPTY}\""),
        format!("'{EMPTY}'"),
        format!("[{}]", EMPTY.chars().map(String::from).collect::<Vec<_>>().join(",")),
    ] {
        assert_eq!(puzzle(&text), plain(), "{text}");
    }
    let two = format!("{spaced}\n{minus}\n");
    assert_eq!(Records::open(two.as_bytes(), &Wish::default()).expect("records").count(), 2);
    let field = format!("{{\"id\": 1, \"grid\": {spaced}}}\n{{\"id\": 2, \"grid\": {minus}}}\n");
    let records = Records::open(field.as_bytes(), &Wish::default()).expect("records");
    let puzzles: Vec<Puzzle> = records.map(|r| puzzle(&r.text.expect("a field"))).collect();
    assert_eq!(puzzles, [plain(), plain()]);
    for bad in
        ["[[1, 2], [3, 4]", "[[[[[[[[1]]]]]]]]", "[]", "[[", "\"", "['", "[[1,2,3,4],[1,2,3,4],[1,2,3,4],[1,2,3,99]]"]
    {
        assert!(read(bad).is_err(), "{bad}");
    }
}

#[test]
fn digits_found_and_candidates_removed() {
    let text = include_str!("reading/c16i_plus_marks.txt").trim();
    let first = puzzle(text);
    let placed: Vec<&Progress> = first.progress.iter().filter(|p| p.placed.is_some()).collect();
    assert_eq!((first.givens.len(), placed.len(), placed[0].placed), (plain().givens.len(), 1, Some(3)));
    let mark = |cell: usize, digit: i32| {
        first.progress.iter().find(|p| p.cell.index() == cell).is_some_and(|p| !p.marks.contains(&digit))
    };
    // 425 is the 4 of r2c5; the 2 of r1c4 is gone already.
    assert!(mark(13, 4));
    let cells = text.split(':').next().unwrap_or_default();
    for (text, marks) in
        [(cells.to_owned(), 0), (format!("{cells}:"), 0), (format!("{}:425", cells.replace('+', "")), 1)]
    {
        assert!(is_one_line_puzzle(&text), "{text}");
        let read = puzzle(&text);
        assert_eq!(read.progress.iter().filter(|p| p.placed.is_none()).count(), marks, "{text}");
    }
}

#[test]
fn an_ipuz_object() {
    let text = include_str!("reading/c16j_ipuz.json").trim();
    let bare = puzzle(text);
    assert_eq!(bare, plain());
    assert_eq!(puzzle(&text.replace("0,", "{\"cell\": 0},")), plain());
    assert_eq!(puzzle(&text.replace("[0,", "[null,").replace(",\"puzzle\"", ",\n \"puzzle\"")), plain());
    let titled = text.replacen('{', "{\"title\": \"Tiny\", \"author\": \"A\", ", 1);
    assert_eq!((puzzle(&titled).title, puzzle(&titled).givens), ("Tiny".to_owned(), plain().givens));
    let records = Records::open(text.as_bytes(), &Wish::default()).expect("records");
    assert_eq!(records.count(), 1);
}
