//! Readers drop nothing: each constraint of the text is in the puzzle, in a note, or in an error. The test does not rely on the
//! reader. It splits each text with its own code, removes one constraint or changes one of its arguments, and the results of the
//! two texts must differ. Other people's puzzles are read if `../shared` exists.

use cluewright_core::{ClueTree, Puzzle};
use cluewright_formats::{Note, read_as};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The complete result of reading a text, without the positions of clues in it.
fn outcome(format: &str, text: &str) -> Result<(Puzzle, Vec<Note>), String> {
    fn forget(tree: &mut ClueTree) {
        match tree {
            ClueTree::One(clue) => clue.place = None,
            ClueTree::All(parts) | ClueTree::Any(parts) => parts.iter_mut().for_each(forget),
            ClueTree::Not(part) => forget(part),
        }
    }
    let mut read = read_as(format, text).map_err(|e| e.message)?;
    read.puzzle.clues.iter_mut().for_each(forget);
    read.puzzle.rules.iter_mut().for_each(|rule| rule.place = None);
    read.puzzle.definitions.iter_mut().for_each(|d| d.line = 1);
    read.puzzle.foreign = None;
    Ok((read.puzzle, read.notes))
}

fn records(file: &str) -> Vec<Value> {
    let path = format!("{}/../../../shared/data/variants/{file}", env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: no ../shared");
        return Vec::new();
    };
    text.lines().map(|l| serde_json::from_str(l).expect("a line of JSON")).collect()
}

/// Collects a few failures of each kind, so that the test reports them as a list.
#[derive(Default)]
struct Broken {
    tried: usize,
    by_kind: BTreeMap<String, Vec<String>>,
}

impl Broken {
    fn expect_another(&mut self, same: bool, kind: &str, what: impl FnOnce() -> String) {
        self.tried += 1;
        if same {
            self.by_kind.entry(kind.to_owned()).or_default().push(what());
        }
    }

    fn none(&self, at_least: usize) {
        let shown: Vec<String> = self
            .by_kind
            .iter()
            .map(|(kind, all)| format!("{kind} ({}): {}", all.len(), all[..all.len().min(3)].join("\n    ")))
            .collect();
        assert!(shown.is_empty(), "of {} tries read the same as without the change:\n{}", self.tried, shown.join("\n"));
        assert!(self.tried >= at_least, "only {} tries", self.tried);
    }
}

/// At most `most` of these items: the first ones and the last one.
fn some<T: Copy>(all: &[T], most: usize) -> Vec<T> {
    if all.len() <= most {
        return all.to_vec();
    }
    all[..most - 1].iter().chain(all.last()).copied().collect()
}

/// Another word of the same kind: another cell, another number, other letters. `None` if the word is of no known kind.
fn changed(word: &str, used: &dyn Fn(&str) -> bool) -> Option<String> {
    let cell = word.strip_prefix('R').and_then(|w| w.split_once('C')).is_some_and(|(r, c)| {
        let number = |t: &str| !t.is_empty() && t.chars().all(|c| c.is_ascii_alphanumeric());
        number(r) && number(c)
    });
    if cell {
        return ["R1C1", "R2C2", "R3C1", "R1C3", "R4C4", "R2C3", "R3C4"]
            .into_iter()
            .find(|c| *c != word && !used(c))
            .map(str::to_owned);
    }
    word.parse::<i64>().ok().map(|n| (n + 1).to_string())
}

mod constraint_strings {
    use super::*;

    /// The constraints of a string without white space, `Or`, `And` and `Replicate` from their name to their `End`.
    fn spans<'t>(items: &[&'t str]) -> Vec<(&'t str, usize, usize)> {
        let kind = |i: usize| items[i].split('~').next().unwrap_or("");
        let mut out = Vec::new();
        for start in 0..items.len() {
            let mut depth = 0;
            let mut end = start;
            loop {
                depth += i32::from(matches!(kind(end), "Or" | "And" | "Replicate"));
                depth -= i32::from(kind(end) == "End");
                if depth <= 0 || end + 1 == items.len() {
                    break;
                }
                end += 1;
            }
            if kind(start) != "End" {
                out.push((kind(start), start, end + 1));
            }
        }
        out
    }

    fn joined(items: &[&str]) -> String {
        format!(".{}", items.join("."))
    }

    pub(super) fn law(text: &str, most: usize, broken: &mut Broken) {
        let bare: String = text.split_whitespace().collect();
        let items: Vec<&str> = bare.split('.').skip(1).collect();
        let whole = outcome("iss", text);
        assert!(whole.is_ok(), "{text}: {whole:?}");
        let mut by_kind: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
        for (kind, start, end) in spans(&items) {
            by_kind.entry(kind).or_default().push((start, end));
        }
        for (kind, all) in by_kind {
            for (start, end) in some(&all, most) {
                let item = items[start..end].join(".");
                // The usual grid, stated explicitly.
                if matches!(&*item, "Shape~9x9" | "") || (kind == "RegionSize" && items.len() > 1) {
                    continue;
                }
                // A repeated constraint may be removed once without a change.
                let twice = items.iter().filter(|i| **i == items[start]).count() > 1;
                if !twice && items.len() > end - start {
                    let without: Vec<&str> = items[..start].iter().chain(&items[end..]).copied().collect();
                    let same = outcome("iss", &joined(&without)) == whole;
                    broken.expect_another(same, kind, || format!("without .{item}: {text}"));
                }
                let args: Vec<usize> = (1..items[start].split('~').count()).collect();
                for at in some(&args, 4) {
                    let mut words: Vec<String> = items[start].split('~').map(str::to_owned).collect();
                    let (word, digits) = match words[at].split_once('_') {
                        Some((word, rest)) if kind.is_empty() || kind == "Given" => {
                            (word.to_owned(), format!("_{rest}"))
                        }
                        _ => (words[at].clone(), String::new()),
                    };
                    let used = |cell: &str| words.iter().any(|w| w.split('_').next() == Some(cell));
                    let Some(other) = changed(&word, &used) else { continue };
                    words[at] = other + &digits;
                    let item = words.join("~");
                    let mut with = items.clone();
                    with[start] = &item;
                    let same = outcome("iss", &joined(&with)) == whole;
                    broken.expect_another(same, kind, || format!("with .{item} for .{}: {text}", items[start]));
                }
            }
        }
    }

    /// Our own strings, with constructions that are rare in other people's.
    const OWN: &[&str] = &[
        ".Shape~4x4.Jigsaw~0011001122332233.Cage~5~R1C1~R1C2",
        ".Shape~4x4.Jigsaw~0001022112213333.Thermo~R1C1~R1C2",
        ".Shape~4x4.Jigsaw~0000000000000000.Thermo~R1C1~R1C2",
        ".Shape~6x6.Jigsaw~001122001122001122334455334455334455.NoBoxes.~R1C1_1",
        ".Shape~4x4~0-3~Raw.~R1C1_1~R1C2_2_3.Or.AntiKing.X~R1C1~R1C2.End",
        ".Shape~4x4.Or.And.AntiKnight.Cage~5~R1C1~R1C2.End.Diagonal~1.~R1C1_2.End",
        ".Shape~6x6.WhiteDot~R1C1~R1C2~R5C5.BlackDot~R1C1~R4C4.Skyscraper~R1~~.Skyscraper~C1~2~3",
        ".Shape~4x4.Var~A~label~2x2.Var~B~~3.Sum~3_=_1_-1~R1C1~VA1.Sum~4~VB1~VB2.SearchPriority~2~R1C1~R1C2",
        ".Shape~4x4.Pair~aAVV~_my%20pair~R1C1~R1C2~~R2C1~R2C2.Pair~aAVV.Regex~MSoy~R1C1~R1C2",
        ".Shape~4x4.Replicate~DB.Thermo~R1C1~R2C2.End.Thermo~R1C2~R1C3",
        ".Cage~5~R1C1~R1C1~R1C2.LittleKiller~5~R1C3.Quad~R1C1~1~2.SumLine~3~R1C1~R1C2~LOOP.Whisper~R1C1~R1C2",
        ".Shape~4x4.ChaosConstruction.NoBoxes.ChaosArrow~R1C1.~R1C1_1",
        ".Shape~9x9~0-9.Doppelganger.SameValues~2~R1C1~R1C2~R2C3~R2C4.NumberedRoom~R1~2~3.LookAndSay~1213~R1C1~R1C2",
    ];

    #[test]
    fn nothing_is_dropped() {
        let mut broken = Broken::default();
        for text in OWN {
            law(text, 100, &mut broken);
        }
        broken.none(80);
    }

    #[test]
    fn nothing_is_dropped_of_other_peoples() {
        let mut broken = Broken::default();
        let all = records("iss_examples.jsonl");
        for record in &all {
            law(record["iss"].as_str().expect("a text"), 3, &mut broken);
        }
        broken.none(if all.is_empty() { 0 } else { 4_000 });
    }

    #[test]
    fn what_says_nothing_is_told() {
        for item in ["Replicate~AA.Thermo~R1C1~R2C2.End", "WhiteDot~R1C1~R4C4", "Skyscraper~R1~~", "Pair~aAVV"] {
            let (_, notes) = outcome("iss", &format!(".Shape~4x4.{item}")).unwrap();
            assert!(notes.len() == 1 && notes[0].text.contains("has no effect"), "{item}: {notes:?}");
        }
    }

    #[test]
    fn pieces_stay_beside_boxes() {
        let text = ".Jigsaw~001122222000103332100143332111143332504444462577748888577748668577768666555558866.~R1C1_4";
        let (puzzle, _) = outcome("iss", text).unwrap();
        assert_eq!(puzzle.clues.len(), 9);
        assert_eq!(puzzle.shape.grids()[0].regions.len(), 9);
    }

    #[test]
    fn two_puzzles_in_a_text_are_told() {
        let two = ".Shape~4x4.Cage~5~R1C1~R1C2.Thermo~R2C1~R2C2\n.Shape~4x4.~R1C1_1\n";
        let error = outcome("iss", two).unwrap_err();
        assert!(error.contains("second `.Shape`"), "{error}");
        let links = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Cage~5~R1C1~R1C2\n\
                     https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Cage~6~R1C1~R1C2\n";
        assert!(outcome("iss", links).unwrap_err().contains("after the link"));
    }

    #[test]
    fn the_layout_stands_outside_choices() {
        for inner in ["Jigsaw~0011001122332233", "Shape~4x4", "NoBoxes", "Var~A~~2", "ChaosConstruction"] {
            for outer in ["Or", "And", "Replicate~B~R1C1"] {
                let text = format!(".Shape~4x4.{outer}.{inner}.Cage~5~R1C1~R1C2.End");
                let error = outcome("iss", &text).unwrap_err();
                assert!(error.contains("cannot be inside"), "{text}: {error}");
            }
        }
    }

    #[test]
    fn a_rule_of_the_grid_among_choices_is_a_choice() {
        let (puzzle, notes) = outcome("iss", ".Shape~4x4.Or.AntiKing.Cage~5~R1C1~R1C2.End").unwrap();
        assert!(notes.is_empty());
        let rules: Vec<&str> = puzzle.rules.iter().map(|r| &*r.rule).collect();
        assert_eq!(rules, ["classic"]);
        let [ClueTree::Any(parts)] = &puzzle.clues[..] else { panic!("{:?}", puzzle.clues) };
        assert!(matches!(&parts[0], ClueTree::One(clue) if clue.rule == "anti-king"));
    }
}

mod f_puzzles {
    use super::*;

    /// Keys of editors and solvers.
    const SETTINGS: &[&str] = &["highlightConflicts", "disabledlogic", "truecandidatesoptions", "successMessage"];
    const DRAWINGS: &[&str] = &["line", "cage", "circle", "rectangle", "text"];
    /// Fields that describe the appearance of a clue; they are kept only for drawings.
    const LOOKS: &[&str] = &[
        "outlineC",
        "baseC",
        "fontC",
        "width",
        "height",
        "size",
        "angle",
        "fromConstraint",
        "isNewConstraint",
        "isLLConstraint",
        "fromRangskSolver",
    ];

    /// Copies of the value with one change each: a field or an item removed, another cell, another number.
    fn variants(value: &Value, drawn: bool) -> Vec<Value> {
        match value {
            Value::String(word) => match changed(word, &|_| false) {
                Some(other) => vec![json!(other)],
                None if drawn && !word.is_empty() => vec![json!(format!("{word}x"))],
                None => Vec::new(),
            },
            Value::Number(n) => vec![json!(n.as_f64().unwrap_or(0.0) + 1.0)],
            Value::Array(items) => {
                let mut out = Vec::new();
                let places: Vec<usize> = (0..items.len()).collect();
                for at in some(&places, 3) {
                    let used = |cell: &str| items.iter().any(|i| i == cell);
                    if let Some(word) = items[at].as_str() {
                        let mut with = items.clone();
                        if let Some(other) = changed(word, &used) {
                            with[at] = json!(other);
                            out.push(Value::Array(with));
                        }
                    } else {
                        for other in variants(&items[at], drawn) {
                            let mut with = items.clone();
                            with[at] = other;
                            out.push(Value::Array(with));
                        }
                    }
                    let mut without = items.clone();
                    without.remove(at);
                    out.push(Value::Array(without));
                }
                out
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn law(top: &Value, most: usize, broken: &mut Broken) {
        let whole = outcome("f-puzzles", &top.to_string());
        assert!(whole.is_ok(), "{top}: {whole:?}");
        let mut tried = |key: &str, other: &Value, what: &dyn Fn() -> String| {
            let same = outcome("f-puzzles", &other.to_string()) == whole;
            broken.expect_another(same, key, || format!("{} of {}", what(), top["title"]));
        };
        for (key, value) in top.as_object().expect("an object") {
            if SETTINGS.contains(&key.as_str()) || matches!(key.as_str(), "size" | "grid" | "solution") {
                continue;
            }
            let empty = matches!(value, Value::Null | Value::Bool(false))
                || value.as_str().is_some_and(|s| s.trim().is_empty())
                || value.as_array().is_some_and(Vec::is_empty);
            let twins = value.as_array().is_some_and(|a| a.iter().all(|i| i.get("fromConstraint").is_some()));
            if !empty && !twins {
                let mut without = top.clone();
                without.as_object_mut().expect("an object").remove(key);
                tried(key, &without, &|| format!("without {key}"));
            }
            let Some(items) = value.as_array() else { continue };
            let drawn = DRAWINGS.contains(&key.as_str());
            let places: Vec<usize> = (0..items.len()).filter(|&i| items[i].get("fromConstraint").is_none()).collect();
            for at in some(&places, most) {
                let twice = items.iter().filter(|i| **i == items[at]).count() > 1;
                let mut without = top.clone();
                without[key].as_array_mut().expect("an array").remove(at);
                if !twice {
                    tried(key, &without, &|| format!("without {key} {}", items[at]));
                }
                if key == "mystery" {
                    continue; // of a clue that is not known the note says which it is, not what
                }
                for (field, inner) in items[at].as_object().into_iter().flatten() {
                    // Marks of other programs, and a direction's cells, which are listed over again.
                    if LOOKS.contains(&field.as_str())
                        && (!drawn || field.starts_with("is") || field.starts_with("from"))
                    {
                        continue;
                    }
                    for other in variants(inner, drawn) {
                        let mut with = top.clone();
                        with[key][at][field] = other;
                        tried(key, &with, &|| format!("{key} {}: {field} as {}", items[at], with[key][at][field]));
                    }
                }
            }
        }
        let rows = top["grid"].as_array().expect("rows");
        let mut cells: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
        for (r, row) in rows.iter().enumerate() {
            for (c, cell) in row.as_array().expect("cells").iter().enumerate() {
                for (field, inner) in cell.as_object().into_iter().flatten() {
                    let blank = inner.is_null() || inner.as_array().is_some_and(Vec::is_empty) || inner == "";
                    if !blank && matches!(field.as_str(), "value" | "givenPencilMarks" | "c" | "parity") {
                        cells.entry(field).or_default().push((r, c));
                    }
                }
            }
        }
        for (field, all) in cells {
            for (r, c) in some(&all, most) {
                let mut without = top.clone();
                without["grid"][r][c].as_object_mut().expect("an object").remove(field);
                tried(field, &without, &|| format!("without the {field} of row {r} column {c} from 0"));
            }
        }
    }

    fn own(keys: Value) -> Value {
        let mut top = json!({"size": 4, "title": "Ours", "grid": vec![vec![json!({}); 4]; 4]});
        top["grid"][0][0] = json!({"value": 1, "given": true, "c": 3});
        top["grid"][1][1] = json!({"givenPencilMarks": [1, 2]});
        for (key, value) in keys.as_object().expect("an object") {
            top[key] = value.clone();
        }
        top
    }

    #[test]
    fn nothing_is_dropped() {
        let mut broken = Broken::default();
        for keys in [
            json!({"mystery": [{"cells": ["R1C1"], "value": "3"}], "other": true, "negative": ["xv", "nothing"]}),
            json!({"mystery": [{"lines": [["R1C1", "R1C2"]], "fromConstraint": "Mystery"}]}),
            json!({"killercage": [{"cells": ["R1C1", "R1C2"], "value": "7"}, {"cells": ["R2C1", "R2C2"], "value": "a"}]}),
            json!({"killercage": [{"cells": ["R1C1", "R1C2", "R0C2"], "value": "7", "unheard": "of"}]}),
            json!({"thermometer": [{"lines": [["R1C1", "R1C2", "R1C5"], ["R2C1", "R2C2"]]}]}),
            json!({"xv": [{"cells": ["R1C1", "R1C2"], "value": "x"}, {"cells": ["R1C1", "R1C3"], "value": "V"}]}),
            json!({"arrow": [{"lines": [["R1C1", "R1C2"], ["R3C3", "R3C4"]], "cells": ["R1C1"]}]}),
            json!({"littlekillersum": [{"cell": "R0C1", "cells": ["R1C2", "R2C3", "R3C4"], "direction": "DR", "value": "6"}]}),
            json!({"quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, "x"]}]}),
            json!({"clone": [{"cells": ["R1C1", "R1C2"], "cloneCells": ["R3C1", "R3C2"]}], "antiking": true}),
            json!({"line": [{"lines": [["R1C1", "R1C2"]], "outlineC": "#67F067", "width": 0.3}],
                   "cage": [{"cells": ["R2C1"], "value": "DR3"}, {"cells": ["R2C1"], "value": "a", "outlineC": "#000"}],
                   "circle": [{"cells": ["R3C3"], "baseC": "#FFF", "outlineC": "#000", "width": 1, "height": 0.5}],
                   "rectangle": [{"cells": ["R3C3", "R3C4"], "angle": 45, "fontC": "#00F", "value": "q"}],
                   "text": [{"cells": ["R0C3"], "value": "12", "fontC": "#000", "size": 1}]}),
            json!({"line": [{"lines": [["R1C1", "R1C2"]], "fromConstraint": "Renban"}], "fogofwar": ["R1C1"]}),
        ] {
            law(&own(keys), 100, &mut broken);
        }
        broken.none(120);
    }

    #[test]
    fn nothing_is_dropped_of_other_peoples() {
        let mut broken = Broken::default();
        let all = records("fpuzzles_corpus.jsonl");
        for record in &all {
            let decoded = &record["decoded_json"];
            let parsed = decoded.as_str().map(|text| serde_json::from_str(text).expect("JSON"));
            law(parsed.as_ref().unwrap_or(decoded), 3, &mut broken);
        }
        broken.none(if all.is_empty() { 0 } else { 8_000 });
    }

    /// A drawing marked as the picture of a clue is still a drawing if that clue is missing.
    #[test]
    fn a_twin_alone_is_a_drawing() {
        let line = json!([{"lines": [["R1C1", "R1C2"]], "fromConstraint": "Renban"}]);
        let (alone, _) = outcome("f-puzzles", &own(json!({"line": line})).to_string()).unwrap();
        assert_eq!(alone.drawings.len(), 1);
        let both = own(json!({"line": line, "renban": [{"lines": [["R1C1", "R1C2"]]}]}));
        let (both, _) = outcome("f-puzzles", &both.to_string()).unwrap();
        assert_eq!((both.drawings.len(), both.clues.len()), (0, 1));
    }
}

mod files_and_grids {
    use super::*;

    const FILE: &str = r#"title: Nothing is dropped
author: Us
text: Words
plane: 10x7
grid: A 6x6
grid: B 4x4 at r7c1 boxes 2x2
region: r1c1 r1c2
holes: r1c7 r2c7 r10c7
wraps: yes
digits: 0..5
labels: a b c d e f
extra: X 1..9
extra: T 0..45 helper
rules: classic, leaper a 1 b 3
rules: anti-king
given r2c2 a
given X [1 3]
killer-cage r1c1-r1c3 r2c1 total 5
any:
  thermometer r1c1 r1c2
  not: palindrome r1c1-r1c3
drawings:
  line r1c1-r1c4 / r2c1 r2c2 color #67F067 width 0.3
  circle r3c3 "5" color #000 fill #FFF fontcolor #00F width 0.8 height 0.8
  text r0c-1 "12" size 0.7 angle -45
rule camel "Cells a camel's leap apart differ."
  for (a, b) at moves (1, 3):
    require a != b
foreign: elsewhere "kept"
"#;

    #[test]
    fn each_line_of_a_file_counts() {
        let whole = outcome("clue", FILE);
        assert!(whole.is_ok(), "{whole:?}");
        let mut broken = Broken::default();
        let lines: Vec<&str> = FILE.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            if line.starts_with("foreign") {
                continue; // what another format kept is left out of the comparison
            }
            let without: Vec<&str> = lines[..at].iter().chain(&lines[at + 1..]).copied().collect();
            broken.expect_another(outcome("clue", &without.join("\n")) == whole, "line", || (*line).to_owned());
            // Said again it is the same list, or more of it, but never less.
            for word in line.split_whitespace().filter(|w| w.starts_with('r') || w.parse::<f64>().is_ok()) {
                let other = match word.strip_prefix("r1c1") {
                    Some(rest) => format!("r2c1{}", if rest.is_empty() { "" } else { " r3c3" }),
                    None if word.starts_with('r') => "r4c4".to_owned(),
                    None => "2".to_owned(),
                };
                let changed = line.replacen(word, &other, 1);
                let with: Vec<&str> = lines[..at].iter().chain([&&*changed]).chain(&lines[at + 1..]).copied().collect();
                broken.expect_another(outcome("clue", &with.join("\n")) == whole, "word", || changed.clone());
            }
        }
        broken.none(50);
    }

    #[test]
    fn a_second_heading_is_told() {
        for heading in ["title: Again", "text: More", "digits: 1..6", "wraps: no", "labels: f e d c b a", "plane: 11x7"]
        {
            let error = outcome("clue", &format!("{FILE}{heading}\n")).unwrap_err();
            assert!(error.contains("a second"), "{heading}: {error}");
        }
        for twice in ["boxes: 2x3\nboxes: 3x2\n", "regions:\n  AABB\n  AABB\n  CCDD\n  CCDD\nregions:\n  AABB\n"] {
            let error = outcome("clue", &format!("grid: 4x4\n{twice}")).unwrap_err();
            assert!(error.contains("a second"), "{twice}: {error}");
        }
    }

    #[test]
    fn each_character_of_a_grid_counts() {
        let mut broken = Broken::default();
        for (format, text) in [
            ("line", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
            ("line", "1[24].............4"),
            ("line", "1...............,1234341221434321"),
            ("grid", "1 . | . .\n. . | 3 .\n----+----\n. 2 | . .\n. . | . 4\n"),
            ("grid", "1 234 | 24 23\n24 24 | 3 12\n--+--\n34 2 | 14 13\n3 13 | 12 4"),
            ("sukaku", "1234123412341234123412341234123412341234123412341234123412341.34"),
        ] {
            let whole = outcome(format, text);
            assert!(whole.is_ok(), "{text}: {whole:?}");
            for (at, c) in text.char_indices().filter(|(_, c)| c.is_ascii_digit() || *c == '.') {
                let other = if c == '1' { "3" } else { "2" };
                if c == '2' {
                    continue; // any other digit of a sukaku's cell stands in it already
                }
                let with = format!("{}{other}{}", &text[..at], &text[at + 1..]);
                broken.expect_another(outcome(format, &with) == whole, format, || with.clone());
            }
        }
        broken.none(150);
    }
}
