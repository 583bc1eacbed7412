//! Pasted grids: texts as copied from an editor, a forum or another program, with the expected puzzle.

use cluewright_core::{Puzzle, Random};
use cluewright_formats::{NoteKind, read};

const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The puzzle in a text that is read as `format`, and the note about it.
fn pasted(text: &str, format: &str) -> (Puzzle, String) {
    let read = read(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(read.format.info().id, format, "{text}");
    assert!(read.notes.iter().all(|n| n.kind == NoteKind::Info), "{:?}", read.notes);
    let notes: Vec<String> = read.notes.into_iter().map(|n| n.text).collect();
    (read.puzzle, notes.join("; "))
}

fn plain() -> Puzzle {
    read(LINE).expect("a line").puzzle
}

#[test]
fn nine_lines_with_spaces_for_empty_cells() {
    let rows: Vec<String> =
        LINE.replace('.', " ").as_bytes().chunks(9).map(|r| String::from_utf8_lossy(r).into()).collect();
    let full = rows.join("\n");
    let ragged: Vec<&str> = rows.iter().map(|r| r.trim_end()).collect();
    let parted = [&ragged[..3], &ragged[3..6], &ragged[6..]].map(|band| band.join("\n")).join("\n\n");
    let wide = |r: &String| r.chars().map(String::from).collect::<Vec<_>>().join(" ").trim_end().to_owned();
    let indented: Vec<String> = rows.iter().map(|r| format!("    {r}")).collect();
    for text in [
        full.clone(),
        full.clone() + "\n",
        full.replace('\n', "\r\n"),
        ragged.join("\n"),
        format!("\n{}\n\n", ragged.join("\n")),
        parted,
        rows.iter().map(wide).collect::<Vec<_>>().join("\n"),
        indented.join("\n"),
    ] {
        let (puzzle, said) = pasted(&text, "grid");
        assert_eq!(puzzle, plain(), "{text}");
        assert_eq!(said, "spaces were read as empty cells of a 9x9 grid", "{text}");
    }
    let framed = "\
+---+---+---+
|53 | 7 |   |
|6  |195|   |
| 98|   | 6 |
+---+---+---+
|8  | 6 |  3|
|4  |8 3|  1|
|7  | 2 |  6|
+---+---+---+
| 6 |   |28 |
|   |419|  5|
|   | 8 | 79|
+---+---+---+
";
    assert_eq!(pasted(framed, "grid").0, plain());
    let airy = "\
+-------+-------+-------+
| 5 3   |   7   |       |
| 6     | 1 9 5 |       |
|   9 8 |       |   6   |
+-------+-------+-------+
| 8     |   6   |     3 |
| 4     | 8   3 |     1 |
| 7     |   2   |     6 |
+-------+-------+-------+
|   6   |       | 2 8   |
|       | 4 1 9 |     5 |
|       |   8   |   7 9 |
+-------+-------+-------+
";
    assert_eq!(pasted(airy, "grid").0, plain());
}

/// A row in the middle, the first or the last without a digit, and a last column without one.
#[test]
fn rows_of_spaces_alone() {
    let rows = ["8", "  36", " 7  9 2", " 5   7", "    457", "   1   3", "  1    68", "  85   1", " 9    4"];
    let grid = |rows: &[&str]| -> Puzzle { pasted(&(rows.join("\n") + "\n"), "grid").0 };
    let line = |rows: &[&str]| -> String { rows.iter().map(|r| format!("{r:<9}").replace(' ', ".")).collect() };
    assert_eq!(grid(&rows), read(&line(&rows)).unwrap().puzzle);
    for empty in 0..9 {
        let mut rows = rows;
        rows[empty] = "";
        assert_eq!(grid(&rows), read(&line(&rows)).unwrap().puzzle, "row {empty}");
        rows[6] = "  1    6";
        rows[empty] = "";
        assert_eq!(grid(&rows), read(&line(&rows)).unwrap().puzzle, "row {empty}, and column 9");
    }
}

/// A grid that may be shifted is not guessed, and a missing row is not invented.
#[test]
fn what_can_be_two_grids_is_refused() {
    let rows = ["", "  36", " 7  9 2", " 5   7", "    457", "   1   3", "  1    6", "  85   1", " 9    4"];
    let moved: Vec<String> = rows.iter().map(|r| format!("    {r}")).collect();
    let error = read(&moved.join("\n")).expect_err("it may be shifted").to_string();
    assert!(error.contains("it is unclear how the rows and columns") && error.contains("write `.`"), "{error}");
    assert!(read(&rows[1..].join("\n")).is_err());
    // Four lines of words are a grid of 4x4; so are four lines of four characters; prose is neither.
    assert!(read("the first line\n  and the\nsecond one\n\n").is_err());
    assert_eq!(pasted("12 34 1 2\n3 4 12 34\n12 3 4 12\n1 2 34 3", "grid").0.givens.len(), 16);
    assert!(read("12\n 34\n1\n").is_err());
}

#[test]
fn tables_of_a_spreadsheet() {
    for mark in ["\t", ",", ";"] {
        let row = |r: &[u8]| -> String {
            let field = |&b: &u8| if b == b'.' { String::new() } else { char::from(b).to_string() };
            r.iter().map(field).collect::<Vec<_>>().join(mark)
        };
        let text: Vec<String> = LINE.as_bytes().chunks(9).map(row).collect();
        let (puzzle, said) = pasted(&(text.join("\n") + "\n"), "grid");
        assert_eq!(puzzle, plain(), "{mark:?}");
        assert_eq!(said, "empty fields were read as empty cells of a 9x9 grid");
    }
}

/// The frame of `HoDoKu` around pencil marks, with its marks at the cells and candidates of a step.
#[test]
fn pencil_marks_in_frames() {
    let hodoku = "\
.-------------------.-----------------.---------------------.
| 5     3     124   | 26   7    2468  | 1489  1249   248    |
| 6     247   247   | 1    9    5     | 3478  234    2478   |
| 12    9     8     | 23   34   24    | 13457 6      247    |
:-------------------+-----------------+---------------------:
| 8     125   1259  | 579  6    147   | 4579  2459   3      |
| 4     25    2569  | 8    5    3     | 579   259    1      |
| 7     15    1359  | 59   2    14    | 4589  459    6      |
:-------------------+-----------------+---------------------:
| 139   6     134579| 357  35   7     | 2     8      4      |
| 23    278   237   | 4    1    9     | 36    3      5      |
| 123   1245  12345 | 2356 8    26    | 1346  7      9      |
'-------------------'-----------------'---------------------'
";
    let (puzzle, said) = pasted(hodoku, "grid");
    assert_eq!(said, "");
    let at = |puzzle: &Puzzle, cell: usize| -> Vec<i32> {
        puzzle.givens.iter().find(|g| g.cell.index() == cell).map(|g| g.digits.clone()).unwrap_or_default()
    };
    assert_eq!((puzzle.givens.len(), at(&puzzle, 2), at(&puzzle, 56)), (81, vec![1, 2, 4], vec![1, 3, 4, 5, 7, 9]));
    let unframed: Vec<String> = hodoku
        .lines()
        .filter(|l| l.starts_with('|'))
        .map(|l| l.replace('|', " ").split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(pasted(&unframed.join("\n"), "grid").0, puzzle);
    for (frame, corner) in [("+", "+"), ("*", "*"), (".", ":")] {
        let other = hodoku.replace(['.', '\''], frame).replace(':', corner);
        assert_eq!(pasted(&other, "grid").0, puzzle, "{other}");
    }
    let marked = hodoku
        .replace(" 124   |", "*124   |")
        .replace(" 2468  |", "-2468  |")
        .replace(" 1489 ", " 14-89")
        .replace(" 247   247 ", "#247   247*");
    let (again, said) = pasted(&marked, "grid");
    assert_eq!(again, puzzle);
    assert_eq!(said, "the step marks at 5 cells were left out: `*124` was read as the candidates 1 2 4");
    // A board of a technique page.
    let board = unframed.join("\n").replace(" 7 2468", " =7 2468").replace(" 9 5 3478", " !9 !5 3478");
    let (again, said) = pasted(&board, "grid");
    assert_eq!(again, puzzle);
    assert_eq!(said, "the step marks at 3 cells were left out: `=7` was read as the candidates 7");
    let givens = "\
.-------.-------.-------.
| 5 3 . | . 7 . | . . . |
| 6 . . | 1 9 5 | . . . |
| . 9 8 | . . . | . 6 . |
:-------+-------+-------:
| 8 . . | . 6 . | . . 3 |
| 4 . . | 8 . 3 | . . 1 |
| 7 . . | . 2 . | . . 6 |
:-------+-------+-------:
| . 6 . | . . . | 2 8 . |
| . . . | 4 1 9 | . . 5 |
| . . . | . 8 . | . 7 9 |
'-------'-------'-------'
";
    assert_eq!(pasted(givens, "grid").0, plain());
    let simple = "\
 *-----------*
 |53.|.7.|...|
 |6..|195|...|
 |.98|...|.6.|
 |---+---+---|
 |8..|.6.|..3|
 |4..|8.3|..1|
 |7..|.2.|..6|
 |---+---+---|
 |.6.|...|28.|
 |...|419|..5|
 |...|.8.|.79|
 *-----------*
";
    assert_eq!(pasted(simple, "grid").0, plain());
}

/// Rows of pencil marks as a person pastes them, even if the first cell alone looks like a small grid.
#[test]
fn unframed_rows_of_pencil_marks() {
    let text = "\
4     1679  12679  139   2369  269   8     1239  5
26789 3     1256789 14589 24569 245689 12679 1249 124679
2689  15689 125689 7    234569 245689 12369 12349 123469
3789  2     15789  3459 34579 4579  13579 6     13789
3679  15679 15679  359  8     25679 4     12359 12379
36789 4     56789  359  1     25679 23579 23589 23789
289   89    289    6    459   3     1259  7     12489
5     6789  3      2    479   1     69    489   4689
1     6789  4      589  579   5789  23569 23589 23689
";
    let (puzzle, said) = pasted(text, "grid");
    assert_eq!((puzzle.givens.len(), said.as_str()), (81, ""));
    assert_eq!(puzzle.givens[1].digits, [1, 6, 7, 9]);
}

#[test]
fn letters_as_digits() {
    let name = |c: char| c.to_digit(10).map_or('.', |d| char::from(b'A' + u8::try_from(d).expect("a digit") - 1));
    let letters: String = LINE.chars().map(name).collect();
    let (puzzle, said) = pasted(&letters, "line");
    assert_eq!((&puzzle.givens, puzzle.labels.concat().as_str()), (&plain().givens, "ABCDEFGHI"));
    assert_eq!(said, "letters represent digits: A is 1, the digits are A to I");
    let rows: Vec<&str> = (0..9).map(|r| &letters[r * 9..r * 9 + 9]).collect();
    let (drawn, said) = pasted(&rows.join("\n"), "grid");
    assert_eq!(drawn, puzzle);
    assert_eq!(said, "letters represent digits: A is 1, the digits are A to I");
    // Candidates of 16x16 as letters, those of one cell in one word.
    let mut cells = vec!["ABCDEFGHIJKLMNOP".to_owned(); 256];
    (cells[0], cells[1]) = ("AP".to_owned(), "C".to_owned());
    let marks: Vec<String> = cells.chunks(16).map(|r| r.join(" ")).collect();
    let (puzzle, _) = pasted(&marks.join("\n"), "grid");
    assert_eq!(puzzle.givens.iter().map(|g| g.digits.clone()).collect::<Vec<_>>(), [vec![1, 16], vec![3]]);
    let hex = format!("0{}F", ".".repeat(254));
    let (_, said) = pasted(&hex, "line");
    assert_eq!(said, "letters represent digits: A is 10, the digits are 0 to F, and 0 is not a blank");
    let above = format!("1{}G", ".".repeat(254));
    assert_eq!(pasted(&above, "line").1, "letters represent digits: A is 10, the digits are 1 to G");
    let y = format!("A{}Y", ".".repeat(623));
    assert_eq!(pasted(&y, "line").1, "letters represent digits: A is 1, the digits are A to Y");
}

/// Random grids without the spaces that editors remove: the result is the grid or an error, never another grid.
#[test]
fn random_grids_with_spaces() {
    let mut rng = Random::new(0x9E37_79B9_7F4A_7C15);
    let mut roll = |below: usize| rng.below(below);
    let (mut right, mut refused) = (0, 0);
    let mut refused_real = 0;
    for _ in 0..3_000 {
        let n = [4, 6, 9, 9, 9, 16][roll(6)];
        let density = 1 + roll(9);
        let digit =
            |d: usize| char::from_digit(u32::try_from(d).expect("small"), 36).expect("a letter").to_ascii_uppercase();
        let mut cells: Vec<char> = Vec::new();
        for _ in 0..n * n {
            let d = 1 + roll(n.min(15));
            cells.push(if roll(10) < density { digit(d) } else { '.' });
        }
        // A digit in addition to the letters makes A = 10, and a blank rules out other readings.
        (cells[0], cells[1]) = ('1', '.');
        let line: String = cells.iter().collect();
        let between = ["", " "][roll(2)];
        let mut text = String::new();
        for row in cells.chunks(n) {
            let row: Vec<String> = row.iter().map(|&c| if c == '.' { " ".into() } else { c.to_string() }).collect();
            let row = row.join(between);
            text.push_str(if roll(2) == 0 { row.trim_end() } else { &row });
            text.push('\n');
        }
        text.push_str(&"\n".repeat(roll(3)));
        if let Ok(found) = read(&text) {
            let wanted = read(&line).expect("a line").puzzle;
            assert_eq!(found.puzzle.givens, wanted.givens, "{text}\n{line}");
            right += 1;
        } else {
            refused += 1;
            // As many digits as puzzles have: the text can hardly be another grid.
            refused_real += i32::from(n >= 9 && density >= 3);
        }
    }
    assert!(refused * 4 < right && refused_real * 100 < right, "{refused}, {refused_real} of {right} refused");
}
