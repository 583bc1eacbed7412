//! Small puzzles at the limits of the format: their numbers of solutions, rejected texts, and warnings.

use cluewright::batch::{Batch, NoClock};
use cluewright::core::Budget;
use cluewright::draw::{Scene, draw};
use cluewright::formats::records::{Record, RecordOptions, Records};
use cluewright::formats::{self, NoteKind};
use cluewright::logic::State;
use cluewright::operation::Solve;
use cluewright::rules::Ruleset;
use cluewright::{Compiled, Document, Limits, Puzzle, Value, lint, picture, search::Solver};

fn compiled(text: &str) -> Result<Compiled, String> {
    Compiled::new(formats::read(text).map_err(|e| e.to_string())?.puzzle).map_err(|e| e.to_string())
}

fn count(text: &str) -> usize {
    let puzzle = compiled(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let mut solver = Solver::new(puzzle.model());
    let mut found = 0;
    let _ = solver.solutions(&puzzle.board(), &Limits::none(), &mut |_: &[Value]| {
        found += 1;
        std::ops::ControlFlow::Continue(())
    });
    found
}

/// Numbers by brute force over all Latin squares with boxes.
#[test]
fn positions_and_parts_of_lists() {
    let rule = |digits: &str, require: &str, clue: &str| {
        format!("grid: 4x4\ndigits: {digits}\nrule q \"x\"\n  clue cells L\n  require {require}\nq {clue}\n")
    };
    for (digits, require, clue, solutions) in [
        ("1..4", "6 / 5 < position(L[1], rows[3])", "r4c2 r3c2 r4c3 r2c4", 288),
        // In row 3, the digit of r3c2 is at position 2, and the digit of r1c1 is not at position 1.
        ("1..4", "position(L[1], rows[3]) = 2", "r3c2", 288),
        ("1..4", "position(L[1], rows[3]) = 1", "r1c1", 0),
        ("1..4", "position(L[1], L) = 1", "r1c1 r2c2", 288),
        ("1..4", "position(L[2], L) = 1", "r1c1 r1c2", 0),
        ("0..3", "- (-1) != length(L after 3)", "r2c3 r3c2", 0),
        ("0..3", "- (-1) != length(L after 2)", "r2c3 r3c2", 288),
        ("0..3", "length(L after 0) = 2", "r2c3 r3c2", 0),
        ("0..3", "not (sum(L before 4) = 1)", "r2c3 r3c2", 288),
        ("1..4", "distinct(L after 5)", "r1c1 r1c2", 0),
        // r1c2 says which part of r2c1 and r2c2 is meant: the first place, or, from 3 on, none.
        ("1..4", "length(columns[1] after L[1]) = 3", "r1c2", 72),
    ] {
        assert_eq!(count(&rule(digits, require, clue)), solutions, "{require} with {clue}");
    }
    let told =
        compiled(&rule("1..4", "true\n  for c in L after 3: require c = 1", "r1c1 r1c2")).expect_err("not there");
    assert!(told.contains("this list is not there") && told.contains("rule q"), "{told}");
}

#[test]
fn connected_values_are_of_the_whole_grid() {
    let givens = "grid: 4x4\ngiven r1c1 1\ngiven r1c2 2\ngiven r1c3 3\ngiven r1c4 4\n";
    for cells in ["r2c1 r2c4", "r2c1", "r1c1-r1c4 r2c1-r2c4 r3c1-r3c4 r4c1-r4c4 r4c4"] {
        let told = compiled(&format!("{givens}connected-values {cells} values [4]\n")).expect_err(cells);
        assert!(told.contains("one cell for each of the 16 cells of the grid"), "{told}");
    }
    let all = "r1c1-r1c4 r2c1-r2c4 r3c1-r3c4 r4c1-r4c4";
    assert_eq!(count(&format!("{givens}connected-values {all} values [1 2 3 4]\n")), 12);
    // In a Latin square no digit is connected, and there is no 9.
    assert_eq!(count(&format!("{givens}connected-values {all} values [4]\n")), 0);
    assert_eq!(count(&format!("grid: 4x4\nconnected-values {all} values [9]\n")), 0);
    let shaded = "grid: 2x2\nextra: S 0..1, T 0..1\nrules: none\nyin-yang S T\n";
    assert!(compiled(shaded).expect_err("two cells").contains("one cell for each of the 4 cells"), "{shaded}");
}

#[test]
fn strings_of_the_interactive_solver() {
    // At least one 5, and all 5s are connected; counted by hand over all 993 Latin squares.
    assert_eq!(count(".Shape~3x3~1-5.NoBoxes.ConnectedValues~~5.~R2C2_3~R3C3_1"), 326);
    assert_eq!(count(".Shape~3x3~1-5.NoBoxes.~R2C2_3~R3C3_1"), 993);
    // Sets of boxes of the usual size, whether boxes are drawn, other regions are, or none.
    for (layout, solutions) in [("~0-3.NoBoxes", 288), ("~0-3", 0), ("~0-3~Raw", 0), ("~0-3.NoBoxes.RegionSize~2", 576)]
    {
        let text = format!(".Shape~4x4{layout}.DisjointSets");
        let sets = ".AllDifferent~R1C1~R1C3~R3C1~R3C3.AllDifferent~R1C2~R1C4~R3C2~R3C4\
                    .AllDifferent~R2C1~R2C3~R4C1~R4C3.AllDifferent~R2C2~R2C4~R4C2~R4C4";
        let written = format!(".Shape~4x4{layout}{sets}");
        if layout.contains("RegionSize") || layout.contains("Raw") {
            assert!(formats::read(&text).is_ok(), "{text}");
            continue;
        }
        assert_eq!(count(&text), count(&written), "{text}");
        assert!(solutions == 0 || count(&text) == solutions, "{text}");
    }
    let jigsaw = ".Shape~4x4.NoBoxes.Jigsaw~aaabacbbccbdcddd.DisjointSets";
    let read = formats::read(jigsaw).expect("a string");
    assert_eq!(read.puzzle.clues.len(), 4, "four sets of the boxes that are not drawn");
    let prime = formats::read(".Shape~5x5.DisjointSets").expect("a string");
    assert!(prime.puzzle.clues.is_empty() && prime.notes.iter().any(|n| n.text.contains("has no effect")), "no boxes");
    // Cells of a group that is not a grid like the puzzle's.
    for group in [".Var~G~~2x3", ".Var~G~~4", ".Var~G~~1x16"] {
        let read = formats::read(&format!(".Shape~4x4{group}.ConnectedValues~VG~1")).expect("a string");
        assert!(read.notes.iter().any(|n| n.kind == NoteKind::Unknown), "{group}: {:?}", read.notes);
    }
    let over = formats::read(".Shape~4x4.Var~G~~4x4.ConnectedValues~VG~1").expect("a string");
    assert!(over.notes.iter().all(|n| n.kind != NoteKind::Unknown), "{:?}", over.notes);
    let native = compiled("grid: 5x5\nrules: classic, disjoint-groups\n").expect_err("there are no boxes");
    assert!(native.contains("this end of a range is not there"), "{native}");
}

#[test]
fn sudokumaker_records_with_digits_of_their_own() {
    let record = |side: usize, cells: &str, more: &str| {
        let first: Vec<String> = cells.chars().map(|c| format!("{{\"value\":{c},\"given\":true}}")).collect();
        let rest = vec!["{}".to_owned(); side * side - first.len()];
        let cells = [first, rest].concat().join(",");
        format!(
            "{{\"formatVersion\":\"1.5.0\",\"puzzle\":{{\"type\":\"custom\",\"width\":{side},\"height\":{side}{more},\
             \"cells\":[{cells}],\"constraints\":[{{\"type\":2003}},{{\"type\":0}}]}}}}"
        )
    };
    for (side, cells, more, last) in [
        (7, "289", "", 9),
        (7, "21", "", 7),
        (4, "9", "", 9),
        (4, "3", ",\"maxDigit\":6", 6),
        (6, "7", ",\"minDigit\":0,\"maxDigit\":8", 8),
    ] {
        let json = record(side, cells, more);
        let read = formats::read(&json).unwrap_or_else(|e| panic!("{json}: {e}"));
        assert_eq!(read.puzzle.digits.last(), last, "{json}");
        assert_eq!(read.puzzle.givens.len(), cells.len(), "{json}");
    }
    // Packed text that is percent-encoded as in a link, but without the link.
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/cases/edges/sudokumaker-squishdoku.txt");
    let Ok(text) = std::fs::read_to_string(file) else {
        println!("skipped: no ../shared");
        return;
    };
    let read = formats::read(&text).expect("a record");
    assert_eq!((read.format.info().id, read.puzzle.digits.first, read.puzzle.digits.last()), ("sudokumaker", 1, 9));
    assert_eq!(read.puzzle.clues.len(), 30, "nine sets and twenty-one sums");
}

/// The warnings for each shape that a rule's `clue` line can name.
#[test]
fn clues_of_another_shape_are_told() {
    for (clue, expected) in [
        ("white-dot r1c1 r3c3", "`E` must be two cells with a common edge, but r1c1 and r3c3 have none"),
        ("white-dot r1c1 r2c2", "`E` must be two cells with a common edge"),
        ("black-dot r1c1 r1c1", "`E` must be two cells with a common edge"),
        ("x r1c1 r4c1", "`E` must be two cells with a common edge"),
        ("thermometer r1c1 r1c3 r1c5", "r1c3 does not touch r1c1"),
        ("thermometer r1c1-r1c4 r3c3", "r3c3 does not touch r1c4"),
        ("palindrome r1c1 r4c4", "r4c4 does not touch r1c1"),
        ("palindrome r1c1", "r1c1 is a single cell"),
        ("renban r5c5", "r5c5 is a single cell"),
        ("little-killer r1c1 total 12", "r1c1 is not"),
        (
            "little-killer r1c1 r2c2 r3c3 total 12",
            "a row, a column or a diagonal from one side of the grid to the other",
        ),
        ("skyscraper r1c1-r1c5 n 2", "a row, a column or a diagonal from one side of the grid to the other"),
        ("sandwich r2c1 r3c2 r4c4 total 5", "a row, a column or a diagonal from one side of the grid to the other"),
        ("quadruple r1c1 r1c2 r2c1 r3c3 values [1 2]", "are not in one 2x2 square"),
        ("quadruple r1c1 r1c2 r1c3 r1c4 values [1 2]", "are not in one 2x2 square"),
    ] {
        let text = format!("grid: 9x9\n{clue}\n");
        let document = Document::read(&text).unwrap_or_else(|e| panic!("{clue}: {e}"));
        let told = document.notes().iter().find(|n| n.text.contains(expected));
        let told = told.unwrap_or_else(|| panic!("{clue}: {:?}", document.notes()));
        assert!(told.text.starts_with("line 2, column 1: "), "{told:?}");
    }
    for clue in [
        "white-dot r1c1 r2c1",
        "thermometer r1c1 r2c2 r2c3",
        "palindrome r1c1 r1c2",
        "little-killer r2c1 r1c2 total 12",
        "skyscraper r9c1-r1c1 n 2",
        "quadruple r1c1 r1c2 r2c1 r2c2 values [1 2]",
        "killer-cage r1c1 r9c9 total 3",
        "arrow circle r1c1 arms r1c2",
    ] {
        let document = Document::read(&format!("grid: 9x9\n{clue}\n")).unwrap_or_else(|e| panic!("{clue}: {e}"));
        assert_eq!(document.notes(), &[], "{clue}");
    }
}

/// No clue of a rule's own page has another shape than its rule says.
#[test]
fn clues_of_the_pages_have_their_shapes() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules");
    let mut read = 0;
    for entry in std::fs::read_dir(folder).expect("pages").flatten() {
        let Ok(page) = std::fs::read_to_string(entry.path()) else { continue };
        for block in page.split("```clue\n").skip(1).filter_map(|b| b.split("\n```").next()) {
            let puzzle = formats::read(block).unwrap_or_else(|e| panic!("{:?}: {e}", entry.path())).puzzle;
            let rules = Ruleset::for_puzzle(&puzzle, &[]).unwrap_or_else(|e| panic!("{:?}: {e}", entry.path()));
            let told = cluewright::rules::misshapen(&rules, &puzzle);
            assert!(told.is_empty(), "{:?}: {told:?}", entry.path());
            let idle = cluewright::rules::idle(&rules, &puzzle);
            assert!(idle.is_empty(), "{:?}: {idle:?}", entry.path());
            read += 1;
        }
    }
    assert!(read > 100, "{read}");
}

#[test]
fn all_mistakes_of_a_file_are_told() {
    let text = "rule one\n  clue lin L\n  requires true\n  says nothing\n  require true\n\
                rule two\n  clue cells L\n  let a = b\n  require a > 1\n  for c in L:\n    require c + true = 2\n  \
                require length(L, L) = 1\nrule three\n  require (1 = 1\n";
    // An unclosed bracket is a syntax mistake and is reported first, alone.
    let places = |text: &str| lint::mistakes(text).iter().map(|m| m.place.expect("a place").0).collect::<Vec<u32>>();
    assert_eq!(places(text), [14]);
    assert_eq!(places(&text.replace("(1 = 1", "1 = 1")), [2, 3, 4, 8, 11, 12]);
    assert_eq!(places("rule a\n  require ~\n  require \"x\n  require true\n"), [2, 3]);
    assert_eq!(places("rull a\n  require true\nrule b\n  reqire true\n"), [1, 4]);
    assert_eq!(places("rule a\n  require true\nrule a\n  require true\n"), [3]);
    assert!(places("rule a\n  require true\n").is_empty());
    let many = (0..200).map(|n| format!("  require x{n} = 1\n")).collect::<Vec<_>>().concat();
    assert_eq!(places(&format!("rule a\n{many}")).len(), 200);
}

/// Rules for clues that have no effect by themselves, or declare a layer of extra cells for each clue.
#[test]
fn rules_for_clues_that_mean_something_else_get_a_note() {
    let notes = |text: &str| {
        let linted = lint::lint(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(linted.wrong, 0, "{linted:?}");
        linted.lines.into_iter().filter(|line| line.starts_with("  note: ")).collect::<Vec<_>>()
    };
    let lamp = "rule lamp\n  clue cell c, n: number 0..8\n";
    let night = "rule night\n  extra shown cell dark[cells]: 0..1\n  for k in clues(lamp): require dark[k.c] = 1\n";
    let alone = notes(lamp);
    assert!(alone.len() == 1 && alone[0].contains("lamp requires nothing") && alone[0].contains("`clues(lamp)`"));
    assert!(notes(&format!("{lamp}{night}")).is_empty());
    let own = notes("rule lamp\n  clue cell c\n  extra shown cell dark[cells]: 0..1\n  require dark[c] = 1\n");
    assert!(own.len() == 1 && own[0].starts_with("  note: line 3 of lamp declares a `dark`"), "{own:?}");
    assert!(notes("rule bulb\n  clue cells L\n  extra cell n[L]: 0..1\n  require sum(n) = 1\n").is_empty());
}

#[test]
fn rules_that_can_never_hold_are_told() {
    let wrong = |text: &str| lint::lint(text).unwrap_or_else(|e| panic!("{text}: {e}")).wrong;
    for require in [
        "for R in rows: require R[10] = 5",
        "require cell(10, 1) > 0",
        "require cells[0] = 1",
        "require rows[1][0] < 3",
    ] {
        assert_eq!(wrong(&format!("rule never\n  {require}\n")), 1, "{require}");
    }
    for require in ["L[0] = 1", "L[-1] > 0", "n > 1 and L[100] = n", "sum(L before 0) < 100"] {
        assert_eq!(wrong(&format!("rule never\n  clue line L, n: number 1..9\n  require {require}\n")), 1, "{require}");
    }
    let untried = "rule untried\n  clue line L\n  for c in L after 20: require c = 1\n";
    let linted = lint::lint(untried).expect("sound");
    assert!(linted.wrong == 1 && linted.lines[0].contains("could not be tried"), "{linted:?}");
    for text in [
        "rule sound\n  clue line L, n: number 1..45\n  require sum(first 2 of L) = n\n",
        "rule sound\n  for R in rows: require R[9] > 0\n",
    ] {
        assert_eq!(wrong(text), 0, "{text}");
    }
    let library = Ruleset::library();
    for rule in library.rules() {
        let text = cluewright::rules::print(rule);
        let linted = lint::lint(&text).unwrap_or_else(|e| panic!("{}: {e}", rule.name));
        assert_eq!(linted.wrong, 0, "{}: {:?}", rule.name, linted.lines);
    }
}

/// A record that causes a panic gets its own answer, with one thread and with several; so does a deeply nested record.
#[test]
fn a_batch_goes_on_behind_every_record() {
    let deep = format!("grid: 4x4\nrule a\n  require {}1 of cells = 1\nrules: a\n", "first ".repeat(3_000));
    let load = |_: &Record, text: &str, stop: &dyn Fn() -> bool| {
        assert!(!text.contains('4'), "a fault of the program");
        let text = if text.contains('3') { deep.as_str() } else { text };
        let puzzle: Puzzle = formats::read(text)?.puzzle;
        Compiled::until(puzzle, &[], stop)
    };
    let lines = ["12..21..........", "4...............", "3...............", "1..............."].join("\n");
    let text = format!("{lines}\n").repeat(60);
    for threads in [1, 4] {
        let solve = Solve::default();
        let batch = Batch { threads, ..Batch::new(&solve, &load, &NoClock) };
        let mut rows = Vec::new();
        let records = Records::open(text.as_bytes(), &RecordOptions::default()).expect("lines");
        let done =
            batch.answers(records, |_, answer| rows.push(answer.row().split(' ').next().unwrap_or("").to_owned()));
        assert_eq!((done.records, done.stopped), (240, false));
        for block in rows.chunks(4) {
            assert_eq!(block[1..], ["error", "error", "multiple"], "{block:?}");
        }
    }
}

/// In the past, each of these texts took many seconds to read or draw, or gave a picture of a hundred megabytes.
#[test]
fn what_is_too_large_is_told() {
    let scl = |more: &str| format!(r#"{{"cells":[[{{}},{{}}],[{{}},{{}}]],"regions":[],{more}}}"#);
    let told = |text: &str| formats::read(text).map(|read| read.notes).map_err(|e| e.to_string());
    let line = r##"{"wayPoints":[[0,0],[1,1]],"color":"#67F067"}"##;
    let lines = |many: usize| scl(&format!("\"lines\":[{}]", vec![line; many].join(",")));
    let lines = Compiled::new(formats::read(&lines(20_000)).expect("a puzzle").puzzle).expect("a puzzle");
    let scene = |budget| Scene { budget, ..picture::scene(&lines) };
    let whole = draw(&scene(Budget::default()));
    assert_eq!((whole.left_out, whole.to_svg().matches("<path d=\"M").count() >= 20_000), (0, true));
    let part = draw(&scene(Budget { picture: 100_000, ..Budget::default() }));
    assert!((10_000..20_000).contains(&part.left_out), "{}", part.left_out);
    assert!(part.to_svg().len() < 200_000);
    // The drawings, and the marks of four cells.
    assert_eq!(draw(&scene(Budget::until(&|| true))).left_out, 20_004);

    let mut puzzle = lines.puzzle().clone();
    let items = Budget { items: 19_999, ..Budget::default() };
    let error = items.keep(&mut puzzle).expect_err("too many").to_string();
    assert_eq!(error, "the puzzle has 20000 clues and drawings, but at most 19999 are allowed");
    let error = Budget { places: 39_999, ..Budget::default() }.keep(&mut puzzle).expect_err("too many").to_string();
    assert_eq!(error, "the puzzle has 40000 cells and points in its clues and drawings, but at most 39999 are allowed");
    let stopped = formats::read_within(&scl("\"id\":\"x\""), None, &Budget::until(&|| true));
    assert!(stopped.expect_err("no time").stopped);

    let long = |letter: &str| letter.repeat(70_000);
    let about = format!(r#""metadata":{{"title":"{}","author":"é","rules":"{}"}}"#, long("é"), long("ü"));
    let read = formats::read(&scl(&about)).expect("a puzzle");
    assert_eq!((read.puzzle.title.chars().count(), read.puzzle.text.len()), (1_000, 1 << 16));
    let notes: Vec<&str> = read.notes.iter().map(|n| n.text.as_str()).collect();
    assert!(notes.contains(&"the title has 70000 letters, and the first 1000 are kept"), "{notes:?}");
    assert!(notes.contains(&"the rules in prose have 140000 bytes, and the first 65536 are kept"), "{notes:?}");
    let label = scl(&format!(r#""overlays":[{{"center":[1,1],"text":"{}"}}]"#, long("W")));
    let read = formats::read(&label).expect("a puzzle");
    assert_eq!(read.puzzle.drawings[0].text.len(), 1_000);

    // Texts that used to take quadratic time.
    for text in [
        format!("{{ce:[[{{}}]],x:{}}}", ":".repeat(1_000_000)),
        "{ce:[[{".repeat(140_000),
        format!("<game {} data=\"1\"/>", (0..90_000).map(|n| format!("a{n}=\"\"")).collect::<Vec<_>>().join(" ")),
    ] {
        assert!(told(&text).is_err(), "{}", &text[..20]);
    }
    // A million candidates.
    let large = "grid: 128x128\ndigits: 64\nboxes: none\nrules: none\n";
    let large = Compiled::new(formats::read(large).expect("a puzzle").puzzle).expect("a puzzle");
    let board = picture::marks(&large, &State::start(large.model()), true);
    let drawn = draw(&Scene { board, ..picture::scene(&large) });
    assert!((10_000..16_384).contains(&drawn.left_out) && drawn.to_svg().len() < 16 << 20, "{}", drawn.left_out);

    let clues = format!("grid: 9x9\nrules: classic\n{}", "sandwich r1c1-r1c9 total 20\n".repeat(10_000));
    let clues = Compiled::new(formats::read(&clues).expect("a puzzle").puzzle).expect("a puzzle");
    assert_eq!(draw(&picture::scene(&clues)).left_out, 0);
}
