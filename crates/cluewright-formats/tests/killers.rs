//! Killers and jigsaws through every text that has them: written, read, and the same puzzle. Other people's puzzles belong to
//! their setters and are not part of the project: those tests run where `../shared` exists.

use cluewright_core::puzzle::Given;
use cluewright_core::{Arg, Cell, Clue, ClueTree, Puzzle};
use cluewright_formats::{NoteKind, by_id, read};
use std::collections::BTreeMap;

const FORMATS: [&str; 6] = ["sumocue", "ps", "sudokuwiki-killer", "letter-cages", "snarfable", "jigsaw"];

/// The parts that these texts can express: regions, givens, cages as sets, both diagonals. A cage of one cell is a given.
fn content(puzzle: &Puzzle) -> (Vec<Given>, Vec<String>, Vec<String>, Vec<Vec<Cell>>) {
    let mut givens = puzzle.givens.clone();
    let mut cages = Vec::new();
    for clue in puzzle.clues.iter().flat_map(ClueTree::clues) {
        let mut cells: Vec<Cell> = clue.args.iter().flat_map(|(_, arg)| arg.cells()).collect();
        cells.sort_unstable();
        let total = clue.args.iter().find_map(|(_, arg)| match arg {
            Arg::Number(n) => Some(*n),
            _ => None,
        });
        match (&cells[..], total) {
            (&[cell], Some(n)) => givens.push(Given { cell, digits: vec![i32::try_from(n).unwrap()] }),
            (&[_], None) => {}
            _ => cages.push(format!("{} {cells:?} {total:?}", clue.rule)),
        }
    }
    givens.sort_by_key(|g| g.cell);
    givens.dedup();
    cages.sort();
    let mut rules: Vec<String> = puzzle.rules.iter().map(|r| r.rule.clone()).collect();
    if ["diagonal-minus", "diagonal-plus"].iter().all(|d| rules.iter().any(|r| r == d)) {
        rules.retain(|r| !r.starts_with("diagonal-"));
        rules.push("diagonals".to_owned());
    }
    rules.sort();
    let mut regions = puzzle.shape.grids()[0].regions.clone();
    if !rules.iter().any(|r| r == "classic" || r == "irregular") {
        regions.clear();
    }
    // The rule that rows, columns and regions hold each digit once has several names.
    rules.retain(|r| !matches!(r.as_str(), "classic" | "irregular" | "latin"));
    for region in &mut regions {
        region.sort_unstable();
    }
    regions.sort();
    (givens, cages, rules, regions)
}

/// Writes the puzzle in every format and counts lossless ones, which must be read back as the same puzzle.
fn through(id: &str, puzzle: &Puzzle, counts: &mut BTreeMap<&'static str, usize>) {
    let bare = Puzzle { foreign: None, ..puzzle.clone() };
    for name in FORMATS {
        let format = by_id(name).unwrap();
        let Ok((text, notes)) = format.write(&bare) else { continue };
        let again = format.read(&text).unwrap_or_else(|e| panic!("{id}: {name}: {e}\n{text}")).0;
        // A puzzle that was read is written with the same text.
        assert_eq!(format.write(&again).unwrap(), (text.trim().to_owned(), Vec::new()), "{id}: {name}");
        let (anew, lost) = format.write(&Puzzle { foreign: None, ..again.clone() }).unwrap();
        assert!(lost.iter().all(|n| n.kind != NoteKind::Lost), "{id}: {name}: {lost:?}");
        assert_eq!(content(&format.read(&anew).unwrap().0), content(&again), "{id}: {name}");
        if notes.iter().any(|n| n.kind == NoteKind::Lost) {
            continue;
        }
        assert_eq!(content(&again), content(puzzle), "{id}: {name}\n{text}");
        *counts.entry(name).or_default() += 1;
        match read(&text) {
            Ok(read) if read.format.info().id == name => {}
            // Without cages it may also be a plain line with the same content.
            Ok(read) => assert_eq!(content(&read.puzzle), content(puzzle), "{id}: {text}"),
            // Regions in several pieces are read only if the format is given.
            Err(_) if name == "jigsaw" && !format.likeness(&text).is_possible() => {}
            Err(error) => panic!("{id}: {name}: {error}\n{text}"),
        }
    }
}

#[test]
fn other_peoples_puzzles_come_back() {
    let mut counts = BTreeMap::new();
    let mut killers = 0;
    for file in ["fpuzzles_corpus.jsonl", "iss_examples.jsonl", "other_formats_corpus.jsonl"] {
        let path = format!("{}/../../../shared/data/variants/{file}", env!("CARGO_MANIFEST_DIR"));
        let Ok(text) = std::fs::read_to_string(path) else {
            println!("skipped: no ../shared");
            continue;
        };
        for line in text.lines() {
            let record: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
            let raw = ["raw", "iss"].iter().find_map(|key| record[*key].as_str());
            let raw = raw.map_or_else(|| record["decoded_json"].to_string(), str::to_owned);
            let Ok(read) = read(&raw) else { continue };
            let cages = read.puzzle.clues.iter().flat_map(ClueTree::clues).any(|c| c.rule == "killer-cage");
            killers += usize::from(cages);
            through(&raw, &read.puzzle, &mut counts);
        }
    }
    println!("{killers} puzzles with cages; nothing lost: {counts:?}");
}

/// Grids cut into cages at random, with and without totals, jigsaw regions and diagonals.
#[test]
fn puzzles_at_random_come_back() {
    let mut counts = BTreeMap::new();
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let mut roll = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let bent = "AAABBBCCCAAABBBCCCAAABBBCCCDDDEEEFFFDDDEEEFFFDDGEEEFFFDGGHHHIIIGGGHHHIIIGGGHHHIII";
    for round in 0..120 {
        let regions = if round % 2 == 0 { "" } else { bent };
        let mut puzzle = read(&format!("{}{regions}", ".".repeat(81))).unwrap().puzzle;
        if round % 7 == 0 {
            puzzle.rules.push(Clue::new("diagonals", Vec::new()));
        }
        let mut free = [true; 81];
        let cages = if round % 5 == 0 { 0 } else { 1 + roll(30) };
        for _ in 0..cages {
            let start = roll(81);
            let mut cells: Vec<usize> = Vec::new();
            let mut at = start;
            for _ in 0..=roll(5) {
                if free[at] {
                    free[at] = false;
                    cells.push(at);
                }
                // The next cell is usually a neighbour, and sometimes any cell.
                at = match roll(40) {
                    0 => roll(81),
                    1..20 if at % 9 < 8 => at + 1,
                    _ => (at + 9) % 81,
                };
            }
            let size = i64::try_from(cells.len()).unwrap();
            let list: Vec<Cell> = cells.iter().map(|&c| Cell::at(c)).collect();
            let mut args = vec![("C".to_owned(), Arg::Cells(list))];
            if roll(8) > 0 {
                let (least, most) = (size * (size + 1) / 2, size * (19 - size) / 2);
                let total = least + i64::try_from(roll(usize::try_from(most - least + 1).unwrap())).unwrap();
                args.push(("total".to_owned(), Arg::Number(total)));
            }
            if size > 0 {
                puzzle.clues.push(ClueTree::One(Clue::new("killer-cage", args)));
            }
        }
        for _ in 0..roll(6) {
            let cell = roll(81);
            if free[cell] {
                free[cell] = false;
                puzzle.givens.push(Given { cell: Cell::at(cell), digits: vec![i32::try_from(1 + roll(9)).unwrap()] });
            }
        }
        puzzle.givens.sort_by_key(|g| g.cell);
        through(&format!("round {round}"), &puzzle, &mut counts);
    }
    println!("nothing lost: {counts:?}");
    assert!(FORMATS.iter().all(|f| counts.get(f).is_some_and(|n| *n > 0)), "{counts:?}");
}

/// Texts with characters changed, taken out and put in: a puzzle that comes back, or an error; never a panic.
#[test]
fn rubbish_near_these_texts() {
    let letters = "...1............\naab.acb.dcBBdd.B\na=6, b7,c5,d8,";
    let (jig, map) = ("1..............2", "AAABACBBCCBDCDDD");
    let killer = format!("{},{}", "12".repeat(40) + "1", "05".repeat(81));
    let link = format!(
        "https://www.sudokuwiki.org/jigsaw.htm?shape=33&bd={}&jigmap={}",
        "0".repeat(81),
        "123456789".repeat(9)
    );
    let samples = [
        "SumoCueV1D=1J0=0J0=0J0=0J1=0J0=0J2=0J1=0J1=0J2+8J2=0J3=0J1=0J2=0J3=0J3=0J3".to_owned(),
        "2x2:d:k:512:0:770:0:1796:0:0:0:1796:0:0:0:0:0:0:1039:".to_owned(),
        "20307000^0`00,04".to_owned(),
        letters.to_owned(),
        format!("{jig}{map}"),
        killer,
        link,
    ];
    let mut state = 0x1234_5678_9ABC_DEF1u64;
    let mut roll = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    let mut counts = BTreeMap::new();
    for sample in &samples {
        for round in 0..1_500 {
            let mut chars: Vec<char> = sample.chars().collect();
            for _ in 0..=roll(3) {
                let (at, from) = (roll(chars.len()), roll(chars.len()));
                match roll(6) {
                    0 => chars[at] = char::from_u32(u32::try_from(roll(300)).unwrap()).unwrap_or(' '),
                    1..4 => chars[at] = chars[from],
                    4 => drop(chars.remove(at)),
                    _ => chars.insert(at, chars[from]),
                }
                if chars.is_empty() {
                    break;
                }
            }
            let text: String = chars.into_iter().collect();
            let _ = read(&text);
            for name in FORMATS {
                if let Ok((puzzle, _)) = by_id(name).unwrap().read(&text) {
                    through(&format!("{round}: {name}: {text}"), &puzzle, &mut counts);
                }
            }
        }
    }
    println!("{counts:?}");
}

/// Titles, drawings and other rules are reported, never silently dropped.
#[test]
fn what_has_no_place_is_told() {
    let text = "title: T\ngrid: 9x9\nrules: classic, anti-knight\ngivens:\n  12.......\n\nkiller-cage r1c1 r1c2 total 3\n\
                killer-cage r1c2 r1c3 total 7\nsum r5c5 r5c6 total 9\ngiven r9c9 [1 2]\n";
    let text = text.replace("  12.......\n", &format!("  12.......\n{}", "  .........\n".repeat(8)));
    let puzzle = read(&text).unwrap().puzzle;
    for name in FORMATS {
        let (_, notes) = by_id(name).unwrap().write(&puzzle).unwrap();
        let all: Vec<&str> = notes.iter().map(|n| n.text.as_str()).collect();
        let all = all.join("\n");
        for part in ["anti-knight", "clue sum", "allowed in r9c9", "title"] {
            assert!(all.contains(part), "{name}: {part} in\n{all}");
        }
        let lost = notes.iter().filter(|n| n.kind == NoteKind::Lost).count();
        assert!(lost >= 4, "{name}: {all}");
    }
}

/// A file of several lines that is one puzzle is not cut at its lines.
#[test]
fn grids_with_letters_below_are_one_record() {
    use cluewright_formats::records::{Layout, RecordOptions, Records};
    let puzzles = ["1..............2\nAAABACBBCCBDCDDD\n", "...1............\naab.acb.dcBBdd.B\na6,b7,c5,d8,B9,"];
    for text in puzzles {
        let records = Records::open(text.as_bytes(), &RecordOptions::default()).unwrap();
        assert!(matches!(records.layout(), Layout::One), "{text}");
        assert_eq!(records.count(), 1);
    }
    let lines = Records::open(
        "1..............2AAABACBBCCBDCDDD\n1..............3AAABACBBCCBDCDDD\n".as_bytes(),
        &RecordOptions::default(),
    );
    assert_eq!(lines.unwrap().count(), 2);
}
