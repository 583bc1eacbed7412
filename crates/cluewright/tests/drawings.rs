//! Drawings that no rule reads are reported, and a custom rule turns them into clues. Other people's puzzles are read if
//! `../shared` exists.

use cluewright::report::{Solved, Status, Unread};
use cluewright::{Compiled, Limits, formats, solve};
use serde_json::Value;

fn records() -> Vec<Value> {
    let path = format!("{}/../../../shared/data/variants/fpuzzles_corpus.jsonl", env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: no ../shared");
        return Vec::new();
    };
    text.lines().map(|l| serde_json::from_str(l).expect("a line of JSON")).collect()
}

/// The number of drawings in a puzzle's JSON, counted in the JSON itself: items of the five keys that are not marked as the picture
/// of a clue in the same object.
fn drawn(decoded: &Value) -> usize {
    let items = ["line", "cage", "circle", "rectangle", "text"].into_iter().filter_map(|key| decoded[key].as_array());
    items.flatten().filter(|item| item.get("fromConstraint").is_none()).count()
}

#[test]
fn each_puzzle_with_drawings_says_so() {
    let all = records();
    let mut with = 0;
    for record in &all {
        let decoded = &record["decoded_json"];
        let parsed: Option<Value> = decoded.as_str().map(|text| serde_json::from_str(text).expect("JSON"));
        let decoded = parsed.as_ref().unwrap_or(decoded);
        let prose = decoded["ruleset"].as_str().is_some_and(|text| !text.trim().is_empty());
        let puzzle = formats::read(record["raw"].as_str().expect("a text")).expect("it is read").puzzle;
        assert_eq!(puzzle.drawings.len(), drawn(decoded), "{}", record["id"]);
        with += usize::from(!puzzle.drawings.is_empty());
        let compiled = Compiled::new(puzzle).ok();
        if let Some(unread) = compiled.as_ref().and_then(Unread::of) {
            assert_eq!((unread.drawings, unread.text), (drawn(decoded), prose), "{}", record["id"]);
        }
    }
    assert!(all.is_empty() || with == 42, "{with}");
}

/// A puzzle of the corpus whose drawings are read by rules of four lines.
struct Bound {
    id: &'static str,
    /// A key that repeats the drawing; it is removed first, so that only the drawing remains.
    without: &'static str,
    /// Rules of the whole grid that only the rules text has.
    rules: &'static [&'static str],
    texts: &'static [&'static str],
}

const BOUND: &[Bound] = &[
    Bound {
        id: "ec176fc41bff3cc2",
        without: "",
        rules: &["global-entropy"],
        texts: &[
            "rule ten-or-fifteen\n  clue edge E\n  also f-puzzles text \"X\" {cells: E}\n  require sum(E) in {10, 15}\n",
            "rule five-or-fifteen\n  clue edge E\n  also f-puzzles text \"V\" {cells: E}\n  require sum(E) in {5, 15}\n",
        ],
    },
    Bound {
        id: "a669013e60de3fa6",
        without: "",
        rules: &[],
        texts: &[
            "rule clock\n  clue line L\n  also f-puzzles line {lines: L, color: \"#FFD500\"}\n  \
             for (a, b) along L: require |a - b| in {2, 7}\n",
            "rule anti-palindrome\n  clue line L\n  also f-puzzles line {lines: L, color: \"#ff5460\"}\n  \
             for i in 1 .. length(L) // 2: require L[i] + L[length(L) + 1 - i] = 10\n",
            "rule weak-palindrome\n  clue line L\n  also f-puzzles line {lines: L, color: \"#A28CFF\"}\n  \
             for i in 1 .. length(L) // 2: require (odd(L[i]) = odd(L[length(L) + 1 - i])) and \
             ((L[i] > 4) = (L[length(L) + 1 - i] > 4))\n",
        ],
    },
    Bound {
        id: "a70ec63e9a25cbc3",
        without: "palindrome",
        rules: &[],
        texts: &["rule mirror\n  clue line L\n  also f-puzzles line {lines: L, color: \"#30D998\"}\n  \
                  for i in 1 .. length(L) // 2: require L[i] = L[length(L) + 1 - i]\n"],
    },
    Bound {
        id: "bc0cf47f925c1fc4",
        without: "whispers",
        rules: &[],
        texts: &["rule far-apart\n  clue line L\n  also f-puzzles line {lines: L, color: \"#60C060\"}\n  \
                  for (a, b) along L: require |a - b| >= 5\n"],
    },
    Bound {
        id: "9e7421360a2f52be",
        without: "renban",
        rules: &[],
        texts: &["rule purple\n  clue line L\n  also f-puzzles line {lines: L, color: \"#E100FF\"}\n  \
                  require consecutive(L)\n"],
    },
];

#[test]
fn rules_in_four_lines_solve_what_was_drawn() {
    let all = records();
    for Bound { id, without, rules, texts } in BOUND.iter().filter(|_| !all.is_empty()) {
        assert!(texts.iter().all(|text| text.lines().count() <= 4), "{id}");
        let record = all.iter().find(|r| r["id"] == *id).expect("it is in the corpus");
        let text = if without.is_empty() {
            record["raw"].as_str().expect("a text").to_owned()
        } else {
            let mut decoded = record["decoded_json"].clone();
            assert!(decoded.as_object_mut().expect("an object").remove(*without).is_some(), "{id}");
            decoded.to_string()
        };
        let mut puzzle = formats::read(&text).expect("it is read").puzzle;
        let limits = Limits::nodes(2_000_000);
        let alone = Compiled::new(puzzle.clone()).expect("it can be solved");
        assert_eq!(Solved::new(&alone, &solve(&alone, &limits), &limits).status, Status::Multiple, "{id}");
        let before = puzzle.drawings.len();
        puzzle.rules.extend(rules.iter().map(|rule| cluewright::core::Clue::new(*rule, Vec::new())));
        let compiled = Compiled::with_rules(puzzle, texts).unwrap_or_else(|e| panic!("{id}: {e}"));
        assert!(compiled.puzzle().drawings.len() < before, "{id}");
        let solved = Solved::new(&compiled, &solve(&compiled, &limits), &limits);
        assert_eq!(solved.status, Status::Unique, "{id}");
        assert_eq!(solved.solutions[0], record["solution"].as_str().expect("recorded"), "{id}");
    }
}

/// A puzzle of our own in which two drawn lines, a circle, a text beside the grid and a cage are rules.
const OWN: &str = r##"{"size":4,"title":"Drawn","ruleset":"Green lines rise. A circle is odd.","grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"line":[{"lines":[["R1C1","R1C2","R1C3"],["R2C4","R2C3"]],"outlineC":"#67F067","width":0.3},{"lines":[["R4C1","R4C2"]],"outlineC":"#000000","width":0.3}],"circle":[{"cells":["R3C3"],"baseC":"#FFFFFF","outlineC":"#000000","width":0.8,"height":0.8}],"text":[{"cells":["R0C2"],"value":"6","fontC":"#000000","size":0.7}],"cage":[{"cells":["R4C3","R4C4"],"value":"sum 5","outlineC":"#F00","fontC":"#F00"}]}"##;

const OWN_RULES: &str = r##"
rule green "Digits rise along a green line."
  clue line L
  also f-puzzles line {lines: L, color: "#67f067ff"}
  require increasing(L)

rule odd-circle "A circle is odd."
  clue cell c
  also f-puzzles circle {cell: c, fill: "#FFF", width: "0.8"}
  require odd(c)

rule first-two "The first two from there."
  clue outside L, total: number
  also f-puzzles text {cell: L, value: total, color: "#000"}
  require sum(first 2 of L) = total

rule red-cage "What it says."
  clue cage C, total: number
  also f-puzzles cage {cells: C, value: ["sum ", total], color: "#FF0000"}
  require sum(C) = total
"##;

#[test]
fn drawings_of_every_kind_become_clues() {
    let read = formats::read(OWN).expect("it is read");
    let alone = Compiled::new(read.puzzle.clone()).expect("a puzzle");
    assert_eq!(Unread::of(&alone).expect("there are some").drawn, "2 lines, 1 cage, 1 circle and 1 text");
    let compiled = Compiled::with_rules(read.puzzle.clone(), &[OWN_RULES]).expect("the rules fit");
    let rules: Vec<String> = compiled.puzzle().clues.iter().map(|c| format!("{c:?}")).collect();
    assert_eq!(rules.len(), 5, "{rules:#?}");
    // The black line belongs to no rule, and neither do the words.
    let unread = Unread::of(&compiled).expect("one is left");
    assert_eq!((unread.drawings, unread.text), (1, true));

    // A `.clue` file contains both the drawings and the rules, with the same meaning.
    let mut puzzle = read.puzzle;
    puzzle.definitions.push(cluewright::core::puzzle::Definition { text: OWN_RULES.trim().to_owned(), line: 1 });
    let clue = formats::by_id("clue").unwrap();
    let (file, notes) = clue.write(&puzzle).unwrap();
    assert!(notes.is_empty());
    let again = formats::read(&file).unwrap_or_else(|e| panic!("{e}\n{file}")).puzzle;
    assert_eq!(again.drawings, puzzle.drawings, "{file}");
    let bound = Compiled::new(again).unwrap();
    assert_eq!(bound.puzzle().clues, compiled.puzzle().clues);

    // Written as f-puzzles, the bound clues are drawings again, as they were drawn.
    let (link, notes) = formats::by_id("f-puzzles").unwrap().write(bound.puzzle()).unwrap();
    assert!(notes.iter().all(|n| !n.text.contains("clue")), "{notes:?}");
    let back = formats::read(&link).unwrap().puzzle;
    assert_eq!(back.drawings.iter().filter(|d| d.kind.word() != "line").count(), 3);
    let (cage, circle) = (&back.drawings[back.drawings.len() - 3], &back.drawings[back.drawings.len() - 2]);
    assert_eq!((cage.text.as_str(), cage.font_color.as_str()), ("sum 5", "#F00"));
    assert_eq!((circle.width, circle.fill.as_str()), (Some(0.8), "#FFFFFF"));
    let rebound = Compiled::with_rules(back, &[OWN_RULES]).unwrap();
    assert_eq!(rebound.puzzle().clues.len(), 5);

    // A clue is bound once: a bound puzzle compiles to itself.
    let twice = Compiled::new(bound.puzzle().clone()).unwrap();
    assert_eq!(twice.puzzle(), bound.puzzle());
}

#[test]
fn formats_without_drawings_tell_what_they_leave_out() {
    let puzzle = formats::read(OWN).unwrap().puzzle;
    for id in ["line", "grid", "sukaku", "iss"] {
        let (_, notes) = formats::by_id(id).unwrap().write(&puzzle).unwrap();
        assert!(notes.iter().any(|n| n.text.contains("2 lines, 1 cage, 1 circle and 1 text")), "{id}: {notes:?}");
    }
}

#[test]
fn a_wrong_binding_is_an_error_of_the_rule() {
    let puzzle = formats::read(OWN).unwrap().puzzle;
    for (line, what) in [
        ("also f-puzzles line {lines: L, colour: \"#67F067\"}", "did you mean `color`"),
        ("also f-puzzles line", "for example"),
        ("also f-puzzles line {color: \"#67F067\"}", "for example"),
        ("also f-puzzles text {lines: L}", "has no `lines`"),
    ] {
        let rule = format!("rule mine\n  clue line L\n  {line}\n  require increasing(L)\n");
        let error = Compiled::with_rules(puzzle.clone(), &[&rule]).unwrap_err();
        let told = error.to_string();
        assert!(told.contains(what), "{line}: {told}");
    }
}
