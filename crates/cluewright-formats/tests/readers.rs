//! Requirements on every format: round trips, errors with a place and advice, and no panic on any input.

use cluewright_core::puzzle::{Definition, Digits, ExtraCell, Given, Progress};
use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle, Random, Shape};
use cluewright_formats::{FORMATS, MAX_TEXT, NoteKind, by_id, read, text_of};

const SAMPLES: &[&str] = &[
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "1[24].............4",
    "1 . | . .\n. . | 3 .\n----+----\n. 2 | . .\n. . | . 4\n",
    "1 234 | 24 23\n24 24 | 3 12\n--+--\n34 2 | 14 13\n3 13 | 12 4",
    "12..............................................................",
    "12\n  1\n\n 3 2\n",
    ".----.----.\n|*1 24|13 -4|\n|3 .|. #2|\n:----+----:\n|. .|. .|\n|24- .|. 4|\n'----'----'\n",
    "1\t\t\t\n\t\t3\t\n\t2\t\t\n\t\t\t4",
    "A..B.......C...D",
    "https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79wx",
    "https://sudokuexchange.com/play/?s=5NlQ19j9mGca3OIN1bWGk2m41TjS79",
    "https://www.sudokuwiki.org/sudoku.htm?bd=S9B05030b0lepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepepep",
    ":0706:2:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..+7+9:113:213:211:x",
    "#AUs\n#LEasy\n[Puzzle]\n1...\n..3.\n.2..\n...4\n[State]\n1...\n..3.\n.2..\n3..4\n",
    "#AUs\n1 234 24 23\n24 24 3 12\n34 2 14 13\nu3 13 12 4\n",
    "<opensudoku><folder name=\"A\"><game note=\"n\" data=\"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\"/></folder></opensudoku>",
    "https://puzz.link/p?sudoku/4/4/2g3g3p4",
    "4jx:2a3a3j4,abbbbbbba",
    "3x3:5_3b7d6b1_9_5d9_8d6a8c6c3_4b8a3b1_7c2c6a6d2_8d4_1_9b5d8b7_9",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79||XH",
    "<ksudoku><game><puzzle><graph order=\"4\" type=\"sudoku\"/><values>cd______d______e</values></puzzle></game></ksudoku>",
    "Grid 01\n\n  1 2 3 4\n1 . . 3 .\n2 4 . . .\n3 . 1 . .\n4 . . . 2\n",
    "see [this](https://example.com/?g=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79).",
    "Row\u{a0}of é ①\n1 -1 -1 -1\n-1 -1 3 -1\n-1 2 -1 -1\n-1 -1 -1 4\n",
    include_str!("../../../examples/miracle.clue"),
    FULL,
    F_PUZZLES,
    ISS,
];

/// An f-puzzles puzzle of our own, with a line, a cage, an outside clue, a global rule and a drawing.
const F_PUZZLES: &str = r##"{"size":4,"title":"Four","author":"Us","ruleset":"Words","grid":[[{"value":1,"given":true},{},{},{"region":1}],[{},{"givenPencilMarks":[2,3]},{},{"value":2}],[{},{},{},{"centerPencilMarks":[1,2]}],[{},{},{},{}]],"antiking":true,"thermometer":[{"lines":[["R1C1","R1C2","R1C3"],["R2C1","R2C2"]]}],"killercage":[{"cells":["R4C1","R4C2"],"value":"7"},{"cells":["R3C1","R3C2"]}],"littlekillersum":[{"cell":"R0C1","cells":["R1C2"],"direction":"DR","value":"6"}],"sandwichsum":[{"cell":"R2C0","value":"3"}],"negative":["xv"],"line":[{"lines":[["R1C1","R2C2"]],"outlineC":"#CFCFCF","width":0.3}],"solution":[1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1]}"##;

/// A constraint string of our own.
const ISS: &str = ".Shape~4x4~0-3.~R1C1_1~R1C2_2_3.Thermo~R2C1~R2C2.Cage~5~R3C1~R3C2.AntiKing.Var~A~name~2x2.Or.Sum~3_=_1_-1~R1C1~VA1.And.X~R1C1~R1C2.End.End.Replicate~DB.Pair~aAVV~_my%20pair~R1C1~R1C2~~R2C1~R2C2.End.NFA~QgAIECA~_m~R1C1~R1C2~-~R2C1.Regex~MSoy~R1C1~R1C2.Skyscraper~R1~2~3.LittleKiller~5~R1C3.Quad~R1C1~1~2.SumLine~3~R1C1~R1C2~LOOP.";

/// A file with one of everything.
const FULL: &str = r#"# a comment
title: Everything
author: Somebody
text:
  First line.
    An indented line.

  The last one.

plane: 10x7
grid: A 6x6
grid: B 4x4 at r7c1 boxes 2x2
regions:
  AABB
  AABB
  CCD.
  CCDD
holes: r1c7 r2c7 r10c7
wraps: yes
digits: 0..5
labels: a b c d e f
extra: X 1..9, T 0..45 helper
rules: classic, leaper a 1 b 3, pattern of "a \"b\"" list [1 2]
givens:
  a.....~
  .[bc]....~
  .......
  .......
  .......
  .......
  .......
  .......
  .......
  ......~
given X [1 3]

killer-cage r1c1-r1c3 r2c1 total 5
arrow r1c1 / r2c2-r4c4 / r3c1 r3c2
sum-to X r1c1 r1c2 T = 5
flag r1c1 loud quiet no
any:
  all:
    thermometer r1c1 r1c2
    thermometer r2c1 r2c2
  not: palindrome r1c1-r1c3

rule camel "Cells a camel's leap apart differ."
  for (a, b) at moves (1, 3):   # both ways round
    require a != b

rule second "Another."
  clue line L
  require increasing(L)

placed:
  .bcdef.
  .......
  .......
  .......
  .......
  .......
  .......
  .......
  .......
  ......
marks:
  .......
  [ab][bc].....
  .......
  .......
  .......
  .......
  .......
  .......
  .......
  .......
solution:
  abcdef.
  .......
  .......
  .......
  .......
  .......
  .......
  .......
  .......
  .......
foreign: f-puzzles "{\"size\":9}\n\\"
"#;

/// The puzzle without places, which a text cannot express.
fn placeless(mut puzzle: Puzzle) -> Puzzle {
    fn forget(tree: &mut ClueTree) {
        match tree {
            ClueTree::One(clue) => clue.place = None,
            ClueTree::All(parts) | ClueTree::Any(parts) => parts.iter_mut().for_each(forget),
            ClueTree::Not(part) => forget(part),
        }
    }
    puzzle.rules.iter_mut().for_each(|r| r.place = None);
    puzzle.clues.iter_mut().for_each(forget);
    puzzle.definitions.iter_mut().for_each(|d| d.line = 1);
    puzzle
}

#[test]
fn the_file_with_everything() {
    let p = read(FULL).unwrap_or_else(|e| panic!("{e}")).puzzle;
    assert_eq!(p.text, "First line.\n  An indented line.\n\nThe last one.");
    assert_eq!((p.shape.len(), p.shape.grids().len(), p.shape.wraps()), (67, 2, true));
    assert_eq!(p.shape.grids()[1].regions.len(), 8); // boxes and a map add up
    assert_eq!(p.digits, Digits { first: 0, count: 6 });
    assert_eq!(p.givens[0], Given { cell: Cell(0), digits: vec![0] });
    assert_eq!(p.givens[1].digits, [1, 2]);
    assert_eq!(p.givens[2], Given { cell: Cell(67), digits: vec![1, 3] });
    assert_eq!(p.rules[2].arg("of"), Some(&Arg::Text("a \"b\"".into())));
    assert_eq!(p.rules[2].arg("list"), Some(&Arg::Numbers(vec![1, 2])));
    let ClueTree::One(cage) = &p.clues[0] else { panic!("a clue") };
    assert_eq!(cage.args[0], (String::new(), Arg::Cells(vec![Cell(0), Cell(1), Cell(2), Cell(6)])));
    assert_eq!(cage.arg("total"), Some(&Arg::Number(5)));
    let ClueTree::One(arrow) = &p.clues[1] else { panic!("a clue") };
    assert_eq!(arrow.args.len(), 3);
    let ClueTree::One(sum) = &p.clues[2] else { panic!("a clue") };
    assert_eq!(sum.args[0].1, Arg::Cells(vec![Cell(67), Cell(0), Cell(1)]));
    assert_eq!(sum.args[1], ("T".to_owned(), Arg::Number(5)));
    assert!(matches!(&p.clues[4], ClueTree::Any(parts) if parts.len() == 2));
    assert_eq!(p.definitions.len(), 2);
    assert!(p.definitions[0].text.ends_with("require a != b"));
    assert_eq!(p.progress.len(), 7);
}

#[test]
fn files_come_back() {
    for sample in SAMPLES {
        let puzzle = placeless(read(sample).unwrap_or_else(|e| panic!("{sample}: {e}")).puzzle);
        let (file, notes) = by_id("clue").unwrap().write(&puzzle).unwrap();
        assert!(notes.is_empty());
        let again = placeless(read(&file).unwrap_or_else(|e| panic!("{file}: {e}")).puzzle);
        assert_eq!(again, puzzle, "{file}");
    }
}

/// A puzzle no person would write.
fn random_puzzle(dice: &mut Random) -> Puzzle {
    let (h, w) = (1 + dice.below(9) as u16, 1 + dice.below(9) as u16);
    let holes: Vec<bool> = (0..h * w).map(|_| dice.below(6) == 0).collect();
    let keep = dice.below((h * w) as usize);
    let mut shape =
        Shape::plane(h, w, |p| !holes[(p.row * w + p.col) as usize] || (p.row * w + p.col) as usize == keep).unwrap();
    for name in ["", "B", "C"].iter().take(1 + dice.below(3)) {
        let (top, left) = (dice.below(h as usize) as u16, dice.below(w as usize) as u16);
        let (gh, gw) = (1 + dice.below((h - top) as usize) as u16, 1 + dice.below((w - left) as usize) as u16);
        shape.add_grid(name, top, left, gh, gw, 0, 0).unwrap();
        let inside = shape.block(top, left, gh, gw);
        let mut regions: Vec<Vec<Cell>> = vec![Vec::new(); dice.below(4)];
        if !regions.is_empty() {
            let overlap = dice.below(3) == 0;
            for &cell in &inside {
                let count = regions.len();
                regions[dice.below(count)].push(cell);
                if overlap {
                    regions[0].push(cell);
                    regions[0].dedup();
                }
            }
            regions.retain(|r| !r.is_empty());
            regions.sort();
            regions.dedup();
        }
        shape.set_regions(shape.grids().len() - 1, regions);
    }
    shape.set_wraps(dice.below(2) == 0);
    let mut p = Puzzle::new(shape, 1 + dice.below(20) as u8);
    p.digits.first = dice.below(12) - 3;
    p.title = ["", "A title", "déjà: vu \"quoted\""][dice.below(3)].into();
    p.text = ["", "One line", "Two\n\n  lines\n# no comment"][dice.below(3)].into();
    if dice.below(3) == 0 {
        p.labels = (0..p.digits.count).map(|i| format!("{}", (b'A' + i) as char)).collect();
    }
    for i in 0..dice.below(3) {
        let numbers = Digits { first: dice.below(5) - 2, count: 1 + dice.below(64) as u8 };
        p.extra.push(ExtraCell { name: format!("X{i}"), numbers, shown: dice.below(2) == 0 });
    }
    let cells = p.cell_count();
    for c in 0..cells {
        if dice.below(3) == 0 {
            let range = c.checked_sub(p.shape.len()).map_or(p.digits, |i| p.extra[i].numbers);
            let digits: Vec<i32> = (range.first..=range.last()).filter(|_| dice.below(4) == 0).collect();
            if !digits.is_empty() {
                p.givens.push(Given { cell: Cell(c as u16), digits });
            }
        }
        if c < p.shape.len() && dice.below(5) == 0 {
            let placed = (dice.below(2) == 0).then_some(p.digits.last());
            p.progress.push(Progress { cell: Cell(c as u16), placed, marks: vec![p.digits.first] });
        }
    }
    let list = |dice: &mut Random| (0..=dice.below(4)).map(|_| Cell(dice.below(cells) as u16)).collect::<Vec<_>>();
    let arg = |dice: &mut Random| match dice.below(6) {
        0 => Arg::Cells(list(dice)),
        1 => Arg::Lists(vec![list(dice), list(dice)]),
        2 => Arg::Number(dice.below(100) as i64 - 50),
        3 => Arg::Numbers((0..dice.below(4)).map(|i| i as i64).collect()),
        4 => Arg::Text("a \"text\"\n\\".into()),
        _ => Arg::Bool(dice.below(2) == 0),
    };
    let clue = |dice: &mut Random| {
        let mut args = vec![(String::new(), Arg::Cells(list(dice)))];
        for name in ["alpha", "X0", "c"].iter().take(dice.below(4)) {
            args.push(((*name).to_owned(), arg(dice)));
        }
        ClueTree::One(Clue::new("some-rule", args))
    };
    for _ in 0..dice.below(5) {
        let tree = match dice.below(4) {
            0 => ClueTree::Any(vec![clue(dice), ClueTree::All(vec![clue(dice), clue(dice)])]),
            1 => ClueTree::Not(Box::new(clue(dice))),
            _ => clue(dice),
        };
        p.clues.push(tree);
    }
    for _ in 0..dice.below(3) {
        let args = (0..dice.below(2)).map(|_| ("a".to_owned(), arg(dice))).collect();
        p.rules.push(Clue::new("global", args));
    }
    if dice.below(2) == 0 {
        p.definitions.push(Definition { text: "rule own \"Mine.\"\n  require true".into(), line: 1 });
    }
    if dice.below(2) == 0 {
        p.solution = (0..p.shape.len()).map(|_| (dice.below(3) > 0).then_some(p.digits.first)).collect();
    }
    p
}

#[test]
fn random_puzzles_come_back_from_a_clue_file() {
    let mut dice = Random::new(0x9E37_79B9_7F4A_7C15);
    for round in 0..2_000 {
        let puzzle = random_puzzle(&mut dice);
        let (file, _) = by_id("clue").unwrap().write(&puzzle).unwrap();
        let again = by_id("clue").unwrap().read(&file).unwrap_or_else(|e| panic!("round {round}: {e}\n{file}")).0;
        assert_eq!(placeless(again), puzzle, "round {round}\n{file}");
    }
}

/// Every reader on rubbish: random bytes, and good inputs with bytes changed, cut, doubled and swapped.
#[test]
fn no_reader_panics() {
    let mut dice = Random::new(42);
    let run = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        let _ = text_of(bytes);
        let _ = read(&text);
        for format in FORMATS {
            let _ = format.likeness(&text);
            if let Ok((puzzle, _)) = format.read(&text) {
                for other in FORMATS {
                    let _ = other.write(&puzzle);
                }
            }
        }
    };
    run(b"");
    for _ in 0..1_500 {
        let rubbish: Vec<u8> = (0..dice.below(300)).map(|_| dice.below(256) as u8).collect();
        run(&rubbish);
        let near: Vec<u8> =
            (0..dice.below(300)).map(|_| b" \n:.[]-~/=\"()0123456789rcx,grid"[dice.below(31)]).collect();
        run(&near);
    }
    let pieces: Vec<&str> = SAMPLES.iter().flat_map(|s| s.split_whitespace()).collect();
    for sample in SAMPLES {
        for _ in 0..400 {
            let mut bytes = sample.as_bytes().to_vec();
            for _ in 0..=dice.below(3) {
                let at = dice.below(bytes.len());
                match dice.below(5) {
                    0 => bytes[at] = dice.below(256) as u8,
                    1 => bytes.truncate(at.max(1)),
                    2 => {
                        let end = (at + dice.below(40)).min(bytes.len());
                        let part = bytes[at..end].to_vec();
                        bytes.splice(at..at, part);
                    }
                    3 => {
                        let end = (at + dice.below(20)).min(bytes.len());
                        bytes.drain(at..end);
                    }
                    _ => {
                        let piece = pieces[dice.below(pieces.len())];
                        bytes.splice(at..at, piece.bytes());
                    }
                }
                if bytes.is_empty() {
                    break;
                }
            }
            run(&bytes);
        }
    }
}

/// Arrows without a possible circle or line in the grid are lost, and a note reports it.
#[test]
fn arrows_that_cannot_be_drawn_are_told() {
    for text in
        [".Arrow", ".Var~A~Outside~3.Arrow~VA2~R6C9~R7C8", ".Shape~4x4.Arrow~R1C1", ".DoubleArrow", ".PillArrow~2"]
    {
        let Ok(read) = read(text) else { continue };
        for format in FORMATS {
            let _ = format.write(&read.puzzle);
        }
        let mut bare = read.puzzle.clone();
        bare.foreign = None;
        let clues = bare.clues.len();
        for id in ["f-puzzles", "iss"] {
            let format = by_id(id).unwrap();
            let (text, notes) = format.write(&bare).unwrap();
            let kept = format.read(&text).unwrap().0.clues.len();
            assert!(kept == clues || notes.iter().any(|n| n.kind == NoteKind::Lost), "{id}: {text} {notes:?}");
        }
    }
}

/// Only sums have weights: a cage with weights is reported as not understood, instead of becoming a clue with repeated cells.
#[test]
fn weights_are_for_sums() {
    let read = read(".Shape~4x4.Cage~3_=_1_-1~R1C1~R1C2").unwrap();
    assert!(read.puzzle.clues.is_empty() && read.notes.iter().any(|n| n.kind == NoteKind::Unknown), "{:?}", read.notes);
    let sum = cluewright_formats::read(".Shape~4x4.Sum~3_=_1_-1~R1C1~R1C2").unwrap();
    assert_eq!((sum.puzzle.clues.len(), sum.notes.len()), (1, 0));
}

/// Contradictory givens of a cell are all written and read back.
#[test]
fn contradicting_givens_come_back() {
    let text = "grid: 4x4\nextra: X 1..9\ngiven r1c1 1\ngiven r1c1 2\ngiven r1c1 [3 4]\ngiven X 1\ngiven X 2\n";
    let puzzle = read(text).unwrap().puzzle;
    assert_eq!(puzzle.givens.len(), 5);
    let clue = by_id("clue").unwrap();
    assert_eq!(clue.read(&clue.write(&puzzle).unwrap().0).unwrap().0.givens, puzzle.givens);
    let puzzle = read(".Shape~4x4.~R1C1_1~R1C1_2").unwrap().puzzle;
    assert_eq!(puzzle.givens.len(), 2);
    for id in ["line", "grid", "sukaku", "f-puzzles"] {
        let (_, notes) = by_id(id).unwrap().write(&puzzle).unwrap();
        assert!(notes.iter().any(|n| n.text.ends_with("two givens of one cell")), "{id}");
    }
}

/// Each mistake: its message, place and advice, in one line.
/// Found by fuzzing: clues of rules with impossible names, which were written as a given or as a rule's text.
#[test]
fn what_is_glued_to_given_or_rule_is_no_rule_of_that_name() {
    let read = |text: &str| cluewright_formats::read(text).unwrap_err().to_string();
    assert!(read("grid: 9x9\ngiven\":true},{},{le},{\"regio yes\n").contains("`given` needs a cell"));
    assert!(read("grid: 9x9\nrule\tt yes\n").contains("`rule` needs a name"));
}

#[test]
fn messages() {
    let cases: &[(&str, &str)] = &[
        ("", "the text is empty (expected a puzzle)"),
        ("hello there", "this is not a puzzle in a known format (formats: "),
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7",
            "line 1, column 81: 80 cells do not make a square grid (a 9x9 grid has 81: 1 missing?)",
        ),
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7A",
            "line 1, column 81: `A` is not a digit of a 9x9 grid (use digits, letters above 9, and `.` or `0` for a blank cell)",
        ),
        (
            "grid: 9x9\nkiller-cage r1c1 r0c3 total 5",
            "line 2, column 18: r0c3 is outside the grid of 9 rows and 9 columns (rows and columns start at 1)",
        ),
        ("grid: 9x9\nkiller-cage r1c1 r9c10", "line 2, column 18: r9c10 is outside the grid of 9 rows and 9 columns"),
        ("gird: 9x9", "line 1, column 1: there is no heading `gird:` (did you mean `grid:`?)"),
        ("grid: 9x9\ngiven: 5", "line 2, column 1: there is no heading `given:` (did you mean `givens:`?)"),
        ("grid: 9x9\nr1c1 5", "line 2, column 1: expected the name of a rule"),
        ("grid: nine", "line 1, column 7: the grid has no size"),
        ("grid: 999x9", "line 1, column 7: `999x9` is not a size"),
        (
            "grid: 9x9 boxes 2x3",
            "line 1, column 7: boxes of 2x3 do not tile a grid of 9x9 (choose a box size that divides the grid, or draw the regions)",
        ),
        (
            "grid: 9x9\nthermometer r1c1-r3c2",
            "line 2, column 13: r1c1 and r3c2 are not in a straight line; use `r1c1..r3c2` for the block of cells between them",
        ),
        ("grid: 9x9\nthermometer r1c1 &", "line 2, column 18: `&` is not expected here"),
        ("grid: 9x9\npattern \"abc", "line 2, column 9: the text has no closing quotation mark"),
        (
            "grid: 4x4\ngivens:\n  1234\n  123\n  ....\n  ....",
            "line 4, column 5: row 2 of the givens has 3 cells (expected 4)",
        ),
        (
            "grid: 4x4\ngivens:\n  1234\n  ....",
            "line 4, column 6: the givens have 8 cells in 2 rows (the grid has 16 cells in 4 rows of 4)",
        ),
        (
            "grid: 4x4\ngivens:\n  12x4\n  ....\n  ....\n  ....",
            "line 3, column 5: `x` is not a digit of this puzzle (digits are 1 to 4)",
        ),
        ("grid: 4x4\ngivens: [12", "line 2, column 10: `[` has no matching `]`"),
        (
            "grid: 9x9\ndigits: 1..99",
            "line 2, column 9: 1 to 99 is a range of 99 numbers (use a range of 1 to 64 numbers, such as `1..9`)",
        ),
        ("  indented: 5\ngrid: 9x9", "line 1, column 3: an indented line belongs to the line above it"),
        ("grid: 9x9\nany:\n", "line 2, column 1: `any:` without a clue can never be true"),
        ("grid: 9x9\ncage r1c1 total 5 total 6", "line 2, column 19: `total` occurs twice"),
        ("grid: 9x9\ncage r1c1 total =", "line 2, column 11: `total =` needs a value"),
        (
            "grid: 9x9\nregions:\n  AAA",
            "line 3, column 3: the regions have 1 rows (expected 9, a letter for each cell)",
        ),
        ("grid: 9x9\nextra: r1c1 1..9", "line 2, column 8: `r1c1` cannot be the name of a cell"),
    ];
    for (text, message) in cases {
        let error = read(text).map(|r| r.format.info().id).expect_err(text).to_string();
        assert!(error.starts_with(message), "{text:?}\n  said     {error}\n  expected {message}");
    }
    let long = "1".repeat(10_000_000);
    assert!(read(&long).unwrap_err().to_string().contains("10000000 bytes"));
    assert!(long.len() > MAX_TEXT);
    assert_eq!(
        text_of(b"ok\n\x00\x01").unwrap_err().to_string(),
        "line 2, column 1: this is a binary file, not a puzzle (a puzzle must be a text file in UTF-8)"
    );
    assert!(text_of(b"ok\xff").unwrap_err().to_string().contains("column 3"));
}

#[test]
fn the_same_puzzle_in_every_plain_format() {
    let line = SAMPLES[0];
    let puzzle = read(line).unwrap().puzzle;
    for id in ["line", "grid", "sukaku", "clue"] {
        let (text, notes) = by_id(id).unwrap().write(&puzzle).unwrap();
        assert!(notes.is_empty(), "{id}");
        let again = read(&text).unwrap_or_else(|e| panic!("{id}: {e}\n{text}"));
        assert_eq!(again.format.info().id, id);
        assert_eq!(placeless(again.puzzle), puzzle, "{id}");
        let crlf = read(&text.replace('\n', "\r\n")).unwrap_or_else(|e| panic!("{id}: {e}"));
        assert_eq!(placeless(crlf.puzzle), puzzle, "{id} with CRLF");
    }
}

#[test]
fn the_solution_of_extra_cells_stays() {
    let text =
        "grid: 4x4\nextra: X 1..9, Ten 0..20\n\nsolution:\n  1234\n  34..\n  ....\n  ....\n\nsolved-extra: Ten = 10\n";
    let format = by_id("clue").expect("the project's own");
    let puzzle = format.read(text).expect("a puzzle").0;
    assert_eq!(puzzle.solution[..7], [Some(1), Some(2), Some(3), Some(4), Some(3), Some(4), None]);
    assert_eq!(puzzle.solution[16..], [None, Some(10)]);
    let (again, notes) = format.write(&puzzle).expect("it can be written");
    assert!(notes.is_empty() && again.contains("solved-extra:\n  Ten = 10\n"), "{again}");
    assert_eq!(format.read(&again).expect("it is read").0.solution, puzzle.solution);
    for (bad, what) in
        [("Y = 1", "no extra cell `Y`"), ("X = 10", "not a possible value of X"), ("X", "not a possible value of X")]
    {
        let error = format.read(&format!("extra: X 1..9\nsolved-extra: {bad}\n")).expect_err(bad).to_string();
        assert!(error.contains(what) && error.contains("line 2, column 15"), "{error}");
    }
}

#[test]
fn a_cage_with_a_digital_root_is_a_clue() {
    let cells = ["{},{},{},{}"; 4].join("],[");
    let text = format!(
        r#"{{"size":4,"grid":[[{cells}]],"cage":[{{"cells":["R1C1","R1C2"],"value":"DR5"}},{{"cells":["R3C3"],"value":"DR"}}]}}"#
    );
    let format = by_id("f-puzzles").expect("it is known");
    let (puzzle, notes) = format.read(&text).expect("a puzzle");
    assert_eq!(puzzle.clues.len(), 1);
    assert!(format!("{:?}", puzzle.clues).contains("digital-root"), "{:?}", puzzle.clues);
    assert!(notes.iter().all(|n| n.kind == NoteKind::Decoration) && notes.len() == 1, "{notes:?}");
    let mut bare = puzzle.clone();
    bare.foreign = None;
    let (link, lost) = format.write(&bare).expect("it can be written");
    assert!(lost.is_empty(), "{lost:?}");
    assert_eq!(format.read(&link).expect("it is read").0.clues.len(), 1);
    // A changed puzzle keeps each of its drawings exactly once.
    let mut changed = puzzle;
    changed.title = "Changed".to_owned();
    let (link, _) = format.write(&changed).expect("it can be written");
    let json = cluewright_formats::f_puzzles_json(&link).expect("a link");
    assert!(json.matches("DR5").count() == 1 && json.matches(r#""DR""#).count() == 1, "{json}");
}

/// Numbers that are too large are reported; none of them may turn into another number.
#[test]
fn sizes_beyond_what_a_puzzle_can_have() {
    let digits = ["-2147483648..-2147483640", "2147483640..2147483647", "1..257", "0..256", "300", "é", "–5", "é-9"];
    for word in digits {
        for text in [format!("grid: 4x4\ndigits: {word}\n"), format!("grid: 4x4\nextra: X {word}\n")] {
            let error = read_as_clue(&text).expect_err(&text);
            assert!(
                error.place.is_some_and(|p| p.0 == 2) && error.hint.is_some() || word.contains(['é', '–']),
                "{error}"
            );
        }
    }
    for word in ["9x9 at r65535c1", "9x9 at r1c65535", "9x9 at r65535c65535", "9x9 at r65536c1", "65545x9", "9x265"] {
        let error = read_as_clue(&format!("grid: {word}\n")).expect_err(word);
        assert!(error.place.is_some_and(|p| p.0 == 1) && error.hint.is_some(), "{error}");
    }
    for word in ["r65537c1", "r1c65537", "r65537", "c65537", "r1c1..r65537c65537"] {
        read_as_clue(&format!("grid: 9x9\nclassic\ncage 15 {word}\n")).expect_err(word);
    }
    for size in ["65545", "-247", "265", "4294967305"] {
        let text = format!("{{\"size\": {size}, \"grid\": []}}");
        by_id("f-puzzles").expect("a format").read(&text).expect_err(size);
    }
}

fn read_as_clue(text: &str) -> Result<Puzzle, cluewright_core::BadInput> {
    by_id("clue").expect("a format").read(text).map(|(puzzle, _)| puzzle)
}

/// The numbers of extra cells end where those of cells do.
#[test]
fn more_extra_cells_than_numbers() {
    let names = |n: usize| (0..n).map(|i| format!("X{i} 1..2")).collect::<Vec<_>>().join(", ");
    let puzzle = read_as_clue(&format!("grid: 4x4\nextra: {}\n", names(2_000))).expect("two thousand");
    assert_eq!(puzzle.extra.len(), 2_000);
    let error = read_as_clue(&format!("grid: 4x4\nextra: {}\n", names(49_152))).expect_err("more than there can be");
    assert!(error.to_string().contains("more than 49151 extra cells"), "{error}");
}

/// A text that two formats read differently is an error until the user chooses one.
#[test]
fn an_ambiguous_text_names_its_readings() {
    let slots = ["1234"; 15].concat() + "...4";
    let error = read(&slots).unwrap_err();
    for word in ["`sukaku`", "`line`"] {
        assert!(error.message.contains(word), "{error:?}");
    }
    assert!(error.hint.as_deref().is_some_and(|h| h.contains("--from sukaku or --from line") || h.contains("`--from")));
    assert_eq!(cluewright_formats::read_as("sukaku", &slots).unwrap().puzzle.shape.len(), 16);
    assert_eq!(cluewright_formats::read_as("line", &slots).unwrap().puzzle.shape.len(), 64);
    // If the digits of an 8x8 grid are not in their slots, the text is read as that grid.
    assert_eq!(read(&("8".to_owned() + &".".repeat(63))).unwrap().puzzle.shape.len(), 64);
    assert_eq!(read(&("123456789".repeat(81))).unwrap().format.info().id, "sukaku");
}
